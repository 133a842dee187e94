#include "unit/tools/stage.h"

#include "base/buf.h"

static void
import(struct stage *x, const char *arguments)
{
	DROP(text)
	char *json = text_format("{\"session\": \"a\", %s}", arguments);

	(void)call_tool(x, "import_model", json);
}

static void
setup_model(struct stage *x)
{
	OPEN_WITH(x, "(declare-const x Int)");
}

STAGE_TEST(replaces_what_is_there)
{
	setup_model(x);
	import(x, "\"smtlib\": \"(declare-const y Int)(assert (> y 0))\"");
	answer_accept();
	assert_says(x, "Imported 2 items in the place of the 1 that there");
	assert_int_equal(number(x, "items"), 2);
	assert_int_equal(number(x, "revision"), 2);
}

STAGE_TEST(appends_when_it_is_told_to)
{
	setup_model(x);
	import(x, "\"mode\": \"append\", \"smtlib\": \"(assert (> x 0))\"");
	answer_accept();
	assert_says(x, "Imported 1 item at the end.");
	assert_int_equal(number(x, "items"), 2);
}

STAGE_TEST(the_command_that_z3_refuses_is_named_by_its_line)
{
	setup_model(x);
	import(x, "\"smtlib\": \"(declare-const y Int)\\n\\n"
		  "(assert (> z 0))\"");
	answer_fault(2, 11, "unknown constant z");
	assert_refused_with(
		x, "The text, line 3, column 12: `z`", "Nothing was changed");
}

STAGE_TEST(two_items_cannot_have_one_name)
{
	setup_model(x);
	import(x, "\"export\": {\"format\": \"satchel\", \"version\": 1, "
		  "\"items\": [{\"content\": \"(assert true)\", \"name\": "
		  "\"n\"}, {\"content\": \"(assert true)\", \"name\": "
		  "\"n\"}]}");
	assert_refused_with(x, "items[1]: the name \"n\" is another item's");
	assert_int_equal(stage_job_count, 0);
}

STAGE_TEST(a_bad_name_is_refused_with_its_line)
{
	setup_model(x);
	import(x, "\"smtlib\": \"; Satchel export, format 1\\n"
		  "; item 0: 1 line\\n; name: a b\\n(assert true)\\n\"");
	assert_refused_with(x, "line 4: \"a b\" cannot be the name");
}

STAGE_TEST(a_dry_run_keeps_neither_items_nor_options)
{
	setup_model(x);
	import(x, "\"dry_run\": true, \"export\": {\"format\": \"satchel\", "
		  "\"version\": 1, \"options\": {\"random_seed\": \"7\"}, "
		  "\"items\": [{\"content\": \"(assert true)\"}]}");
	answer_accept();
	assert_says(x, "Would import 1 item");
	call_in(x, "configure", "");
	assert_says(x, "0 of them set");
}

/* Imports the text, or the export, as member `key`. */
static void
import_as(struct stage *x, const char *key, struct json_object *value)
{
	struct json_object *arguments = json_new_object();
	DROP(text) char *json = NULL;

	json_put_string(arguments, "session", "a");
	json_put(arguments, key, value);
	json = json_text(arguments);
	json_free(arguments);
	x->progress = 0;
	(void)call_tool(x, "import_model", json);
}

static void
import_text(struct stage *x, const char *text)
{
	import_as(x, "smtlib", json_new_string(text));
}

static void
refuse_text(struct stage *x, const char *text, const char *piece)
{
	if (x->answers == 0)
		open_session(x, "a");
	import_text(x, text);
	assert_refused_with(x, piece);
}

STAGE_TEST(a_single_fault_is_shown_with_its_line)
{
	refuse_text(x, "(assert true)\n  (push 1)\n", "line 2, column 4");
	refuse_text(x, "(assert true)\n  (push 1)\n", "  2 |   (push 1)\n");
}

STAGE_TEST(equal_faults_are_told_together)
{
	refuse_text(x, "(push)\n(push)\n(push)\n(pop)\n(push)\n",
		"\n- line 1 to 3, 5, push: ");
	refuse_text(x, "(push)\n(pop)\n(push)\n", "\n- line 1, 3, push: ");
	refuse_text(x, "(push)\n(pop)\n(push)\n", "\n- line 2, pop: ");
	refuse_text(x, "(push)\n(pop)\n(push)\n", "3 places");
}

STAGE_TEST(what_cannot_be_read_is_told_beside_what_is_refused)
{
	static const char text[] = "(push)\n(foo x)\nx == 3\n(assert 2x)\n"
				   "(assert (and\n(assert true)\n)\n";

	refuse_text(x, text, "line 2, foo: there is no such command");
	refuse_text(x, text, "line 3, x == 3: this is not a command");
	refuse_text(x, text, "line 4, 2x: cannot be read");
	refuse_text(x, text, "line 5, (: a \")\" is missing");
	refuse_text(x, text, "line 7, ): a \")\" without its \"(\"");
}

STAGE_TEST(the_first_that_cannot_be_read_is_explained)
{
	refuse_text(x, "(asert x)\n(push)\n",
		"The first of them: The text, line 1, column 2:");
	refuse_text(x, "(asert x)\n(push)\n", "  1 | (asert x)\n");
}

STAGE_TEST(ten_thousand_faults_fit_into_one_message)
{
	DROP(buf) struct buf text;

	buf_init(&text, MIB);
	for (int i = 0; i < 20000; i++)
		(void)buf_add_format(&text, "(assert true)\n(c%d)\n", i);
	refuse_text(x, text.data, "10000 or more places");
	refuse_text(x, text.data, "- and others after line 52");
}

STAGE_TEST(warnings_have_their_lines)
{
	open_session(x, "a");
	import_text(x, "; lost\n\n(assert true)\n(check-sat)\n");
	answer_accept();
	assert_says(x, "warning: line 4: (check-sat) was left out",
		"warning: a comment line that stands above no command "
		"was left out");
}

STAGE_TEST(many_warnings_are_counted)
{
	DROP(buf) struct buf text;

	buf_init(&text, MIB);
	(void)buf_add_text(&text, "(assert true)");
	for (int i = 0; i < 50; i++)
		(void)buf_add_text(&text, "(check-sat)");
	open_session(x, "a");
	import_text(x, text.data);
	answer_accept();
	assert_int_equal(
		json_count(json_get_array(x->structured, "warnings")), 21);
	assert_says(x, "and 30 more of this kind");
}

STAGE_TEST(only_an_export_may_be_without_commands)
{
	refuse_text(x, "; nothing\n", "no command in the text");
	refuse_text(x, " {\"format\": \"satchel\"}", "not an export");
	import_text(x, "; Satchel export, format 1\n; end of items\n");
	assert_says(x, "Imported 0 items");
}

static void
import_export(struct stage *x, const char *text)
{
	struct json_object *export = NULL;
	struct err e;

	if (!json_parse(text, strlen(text), &export, &e))
		fail_msg("%s", e.text);
	import_as(x, "export", export);
}

static void
refuse_export(struct stage *x, const char *text, const char *piece)
{
	if (x->answers == 0)
		open_session(x, "a");
	import_export(x, text);
	assert_refused_with(x, piece);
}

#define BEGIN "{\"format\": \"satchel\", \"version\": 1, "

STAGE_TEST(reads_items_with_their_labels)
{
	open_session(x, "a");
	import_export(x, BEGIN "\"items\": [{\"name\": \"n\", \"note\": \"o\", "
			       "\"content\": \"(assert true)\\n; end\"}, "
			       "{\"content\": \"  (assert false)\"}]}");
	answer_accept();
	call_in(x, "get_model", "");
	assert_says(x, "0 | ; n: o\n  | (assert true)\n  | ; end\n"
		       "1 |   (assert false)");
}

/* Two of them, of which this server cannot have the second. */
#define OPTIONS \
	"\"items\": [], \"options\": {\"random_seed\": \"7\", " \
	"\"memory_mb\": \"999999\"}}"

STAGE_TEST(an_option_that_this_server_cannot_have_is_left_out)
{
	open_session(x, "a");
	import_export(x, BEGIN OPTIONS);
	assert_says(x, "warning: an option was left out: ");
	call_in(x, "configure", "");
	assert_says(x, "1 of them set");
}

STAGE_TEST(what_is_appended_brings_no_options)
{
	open_session(x, "a");
	import(x, "\"mode\": \"append\", \"export\": " BEGIN OPTIONS);
	call_in(x, "configure", "");
	assert_says(x, "0 of them set");
}

STAGE_TEST(what_is_left_out_of_an_item_is_told)
{
	open_session(x, "a");
	import_export(x, BEGIN "\"items\": [{\"content\": \"(assert true)\"}, "
			       "{\"content\": \"(assert true)(check-sat)\"}]}");
	answer_accept();
	assert_says(x, "warning: items[1]: (check-sat) was left out");
}

STAGE_TEST(other_json_is_refused)
{
	refuse_export(x, "{}", "\"format\": \"satchel\"");
	refuse_export(x,
		"{\"format\": \"satchel\", \"version\": 2, \"items\": []}",
		"version");
	refuse_export(x, BEGIN "\"item\": []}", "no items");
	refuse_export(x, BEGIN "\"items\": [3]}", "items[0]");
	refuse_export(x,
		BEGIN "\"items\": [{\"content\": \"(assert true)\"}, "
		      "{\"content\": 7}]}",
		"items[1] has no content");
}

STAGE_TEST(an_item_that_is_none_is_refused_with_its_number)
{
	refuse_export(x,
		BEGIN "\"items\": [{\"content\": \"(assert true)\"}, "
		      "{\"content\": \"(push 1)\"}]}",
		"The content of items[1], line 1, column 2");
	refuse_export(x, BEGIN "\"items\": [{\"content\": \"a\\u0000b\"}]}",
		"The content of items[0]");
}
