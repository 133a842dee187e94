#include "unit/tools/stage.h"

#include "unit/tools/reading.h"

static void
read_export(struct stage *x, struct reading *r, const char *text, bool appends)
{
	struct call c = {.server = &x->server};
	DROP(json) struct json_object *export = NULL;

	reading_init(r);
	r->plan->appends = appends;
	if (!json_parse(text, strlen(text), &export, &r->e))
		fail_msg("%s", r->e.text);
	r->done = model_import_read_export(
		&c, r->plan, export, r->warnings, &r->e);
}

static void
expect_refusal(struct stage *x, const char *text, const char *piece)
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
	expect_refusal(*state, "{}", "\"format\": \"satchel\"");
	expect_refusal(*state,
		"{\"format\": \"satchel\", \"version\": 2, \"items\": []}",
		"version");
	expect_refusal(*state, BEGIN "\"item\": []}", "no items");
	expect_refusal(*state, BEGIN "\"items\": [3]}", "items[0]");
	expect_refusal(*state,
		BEGIN "\"items\": [{\"content\": \"(assert true)\"}, "
		      "{\"content\": 7}]}",
		"items[1] has no content");
}

TEST_WITH(an_item_that_is_none_is_refused_with_its_number, stage_setup,
	stage_teardown)
{
	expect_refusal(*state,
		BEGIN "\"items\": [{\"content\": \"(assert true)\"}, "
		      "{\"content\": \"(push 1)\"}]}",
		"The content of items[1], line 1, column 2");
	expect_refusal(*state,
		BEGIN "\"items\": [{\"content\": \"a\\u0000b\"}]}",
		"The content of items[0]");
}
