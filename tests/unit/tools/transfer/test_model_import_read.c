

#include "base/buf.h"
#include "base/limits.h"
#include "unit/tools/reading.h"
#include "unit/tools/stage.h"

static void
read_text(struct reading *r, const char *text)
{
	reading_init(r);
	r->done = model_import_read(
		NULL, r->plan, text, strlen(text), r->warnings, &r->e);
}

static void
expect_refusal(const char *text, const char *piece)
{
	DROP(reading) struct reading r;

	read_text(&r, text);
	reading_refused(&r, text, piece);
}

TEST(a_single_fault_is_shown_with_its_line)
{
	expect_refusal("(assert true)\n  (push 1)\n", "line 2, column 4");
	expect_refusal("(assert true)\n  (push 1)\n", "  2 |   (push 1)\n");
}

TEST(equal_faults_are_told_together)
{
	expect_refusal("(push)\n(push)\n(push)\n(pop)\n(push)\n",
		"\n- line 1 to 3, 5, push: ");
	expect_refusal("(push)\n(pop)\n(push)\n", "\n- line 1, 3, push: ");
	expect_refusal("(push)\n(pop)\n(push)\n", "\n- line 2, pop: ");
	expect_refusal("(push)\n(pop)\n(push)\n", "3 places");
}

TEST(what_cannot_be_read_is_told_beside_what_is_refused)
{
	static const char text[] = "(push)\n(foo x)\nx == 3\n(assert 2x)\n"
				   "(assert (and\n(assert true)\n)\n";

	expect_refusal(text, "line 2, foo: there is no such command");
	expect_refusal(text, "line 3, x == 3: this is no command");
	expect_refusal(text, "line 4, 2x: cannot be read");
	expect_refusal(text, "line 5, (: a \")\" is missing");
	expect_refusal(text, "line 7, ): a \")\" without its \"(\"");
}

TEST(the_first_that_cannot_be_read_is_explained)
{
	expect_refusal("(asert x)\n(push)\n",
		"The first of them: The text, line 1, column 2:");
	expect_refusal("(asert x)\n(push)\n", "  1 | (asert x)\n");
}

TEST(ten_thousand_faults_fit_into_one_message)
{
	DROP(buf) struct buf text;

	buf_init(&text, MIB);
	for (int i = 0; i < 20000; i++)
		(void)buf_add_format(&text, "(assert true)\n(c%d)\n", i);
	expect_refusal(text.data, "10000 or more places");
	expect_refusal(text.data, "- and others behind line 52");
}

TEST(bytes_that_are_no_text_are_refused)
{
	expect_refusal("(assert true)\n\xff", "line 2");
}

TEST(warnings_have_their_lines)
{
	DROP(reading) struct reading r;

	read_text(&r, "; lost\n\n(assert true)\n(check-sat)\n");
	assert_true(r.done);
	assert_int_equal(json_count(r.warnings), 2);
	assert_non_null(strstr(json_string(json_at(r.warnings, 0)),
		"line 4: (check-sat) was left out"));
	assert_string_equal(json_string(json_at(r.warnings, 1)),
		"a comment line that stands above no command was left out");
}

TEST(many_warnings_are_counted)
{
	DROP(reading) struct reading r;
	DROP(buf) struct buf text;

	buf_init(&text, MIB);
	(void)buf_add_text(&text, "(assert true)");
	for (int i = 0; i < 50; i++)
		(void)buf_add_text(&text, "(check-sat)");
	read_text(&r, text.data);
	assert_int_equal(json_count(r.warnings), 21);
	assert_string_equal(json_string(json_at(r.warnings, 20)),
		"and 30 more of this kind");
}

TEST(only_an_export_may_be_without_commands)
{
	DROP(reading) struct reading r;

	expect_refusal("; nothing\n", "no command in the text");
	expect_refusal(" {\"format\": \"other\"}", "not an export of export_model");
	read_text(&r, "; Satchel export, format 1\n; end of items\n");
	assert_true(r.done);
}

TEST(a_cnf_becomes_items_with_their_lines)
{
	DROP(reading) struct reading r;

	read_text(&r, "c two\np cnf 2 2\n1 2 0\n-1 0\n");
	assert_true(r.done);
	assert_int_equal(r.plan->found.count, 2);
	assert_string_equal(r.plan->found.items[1].content,
		"(assert (or x1 x2))\n(assert (not x1))");
	assert_int_equal(r.plan->found.items[1].line, 3);
	expect_refusal("p cnf 1 1\n1 7 0\n", "The text, line 2, column 3: ");
}

static void
read_export(struct stage *x, struct reading *r, const char *text, bool appends)
{
	struct call c = {.server = &x->server};

	reading_init(r);
	r->plan->appends = appends;
	r->done = model_import_read(
		&c, r->plan, text, strlen(text), r->warnings, &r->e);
}

static void
expect_export_refusal(struct stage *x, const char *text, const char *piece)
{
	DROP(reading) struct reading r;

	read_export(x, &r, text, false);
	reading_refused(&r, text, piece);
}

#define BEGIN "{\"format\": \"satchel\", \"version\": 1, "

TEST_WITH(reads_items_with_their_labels, stage_setup, stage_teardown)
{
	DROP(reading) struct reading r;

	read_export(*state, &r,
		BEGIN "\"items\": [{\"name\": \"n\", \"note\": \"o\", "
		      "\"content\": \"(assert true)\\n; end\"}, "
		      "{\"content\": \"  (assert false)\"}]}",
		false);
	assert_true(r.done);
	assert_int_equal(r.plan->found.count, 2);
	assert_string_equal(
		r.plan->found.items[0].content, "(assert true)\n; end");
	assert_string_equal(r.plan->found.items[0].name, "n");
	assert_string_equal(r.plan->found.items[0].note, "o");
	assert_string_equal(r.plan->found.items[1].content, "  (assert false)");
	assert_null(r.plan->found.items[1].name);
}

TEST_WITH(
	reads_the_configuration_unless_it_appends, stage_setup, stage_teardown)
{
	static const char text[] =
		BEGIN "\"items\": [], \"options\": {\"random_seed\": \"7\"}}";
	DROP(reading) struct reading r;
	DROP(reading) struct reading more;

	read_export(*state, &r, text, false);
	assert_true(r.plan->has_settings);
	assert_string_equal(
		session_options_find(&r.plan->settings, "random_seed"), "7");
	read_export(*state, &more, text, true);
	assert_false(more.plan->has_settings);
}

TEST_WITH(an_option_that_this_server_cannot_have_is_left_out, stage_setup,
	stage_teardown)
{
	DROP(reading) struct reading r;

	read_export(*state, &r,
		BEGIN "\"items\": [], \"options\": "
		      "{\"memory_mb\": \"999999\", \"new\": \"1\"}}",
		false);
	assert_true(r.done);
	assert_int_equal(r.plan->settings.count, 0);
	assert_int_equal(json_count(r.warnings), 2);
}

TEST_WITH(what_is_left_out_of_an_item_is_told, stage_setup, stage_teardown)
{
	DROP(reading) struct reading r;

	read_export(*state, &r,
		BEGIN "\"items\": [{\"content\": \"(assert true)\"}, "
		      "{\"content\": \"(assert true)(check-sat)\"}]}",
		false);
	assert_true(r.done);
	assert_int_equal(json_count(r.warnings), 1);
	assert_non_null(strstr(json_string(json_at(r.warnings, 0)),
		"items[1]: (check-sat) was left out"));
}

TEST_WITH(other_json_is_refused, stage_setup, stage_teardown)
{
	expect_export_refusal(*state, "{}", "\"format\": \"satchel\"");
	expect_export_refusal(*state, BEGIN "\"item\": []}", "no items");
}

TEST_WITH(an_item_that_is_none_is_refused_with_its_number, stage_setup,
	stage_teardown)
{
	expect_export_refusal(*state,
		BEGIN "\"items\": [{\"content\": \"(assert true)\"}, "
		      "{\"content\": \"(push 1)\"}]}",
		"The content of items[1], line 1, column 2");
	expect_export_refusal(*state,
		BEGIN "\"items\": [{\"content\": \"a\\u0000b\"}]}",
		"The content of items[0]");
}
