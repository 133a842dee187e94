#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "model/items/model.h"
#include "tools/transfer/model_export.h"
#include "json/json.h"

static void
setup(struct model_export *x)
{
	*x = (struct model_export){.model = model_new()};
	x->header = (struct export_header){.version = "0.1.0"};
	(void)snprintf(x->session.name, sizeof(x->session.name), "rota_1");
	x->metadata = OBJECT("options", json_new_object(), "expectations",
		json_new_array(), "memo", STRING(""));
	x->model->revision = 4;
	model_insert(x->model, 0,
		item_new("(declare-const x Int)", "x", "how *many*"));
}

static char *
text_of(const struct model_export *x)
{
	DROP(buf) struct buf out;
	struct err e;

	buf_init(&out, 100000);
	assert_true(export_markdown(x, &out, &e));
	return buf_detach(&out);
}

static void
give_result(struct model_export *x, uint64_t revision, const char *status,
	const char *answer)
{
	x->last = OBJECT("revision", json_new_int((int64_t)revision), "at",
		STRING("1970-01-01T00:00:00Z"), "status", STRING(status),
		"solve_time", json_new_decimal(0.0015, 6), "z3_version",
		STRING("4.8.12"), "answer", STRING(answer));
}

static char *
text_with_result(uint64_t revision, const char *status, const char *answer)
{
	DROP(model_export) struct model_export x;

	setup(&x);
	give_result(&x, revision, status, answer);
	return text_of(&x);
}

static char *
plot_of(const char *course)
{
	DROP(model_export) struct model_export x;

	setup(&x);
	give_result(&x, 4, "sat", "{}");
	json_put_int(x.last, "solve_time", 10);
	json_put_json(x.last, "course", course);
	return text_of(&x);
}

TEST(the_best_value_and_the_bound_are_plotted_over_the_time)
{
	DROP(text)
	char *text = plot_of("[[0,\"20\",\"\"],"
			     "[5000,\"15\",\"4\"],"
			     "[7500,\"9\",\"9\"]]");

	DROP(text)
	char *line = text_format("     5.0 s |%*s*%*s 15\n", 33, "", 15, "");

	assert_non_null(strstr(text, line));
	assert_non_null(strstr(text, "* 20\n"));
	assert_non_null(strstr(text, " 9\n```\n"));
	assert_null(strstr(text, "nan"));
}

TEST(a_course_that_cannot_be_drawn_is_left_out)
{
	static const char *const courses[] = {"[]", "x", "{}", "[1, 2]",
		"[[1,\"2\",\"3\"]]", "[[1,\"5\",\"5\"],[2,\"5\",\"5\"]]",
		"[[\"a\",\"2\",\"3\"],[2,3,4]]",
		"[[1,\"oo\",\"\"],[2,\"(root-obj x)\",\"\"]]"};

	for (size_t i = 0; i < sizeof(courses) / sizeof(courses[0]); i++) {
		DROP(text) char *text = plot_of(courses[i]);

		if (strstr(text, "over the time") != NULL)
			fail_msg("%s", courses[i]);
	}
}

TEST(shows_notes_and_items)
{
	DROP(model_export) struct model_export x;
	DROP(text) char *text = NULL;

	setup(&x);
	json_put_string(json_get(x.metadata, "options"), "random_seed", "7");
	text = text_of(&x);
	assert_string_equal(text, "# rota\\_1\n"
				  "\n"
				  "Revision 4, 1 item; written by Satchel "
				  "0.1.0.\n"
				  "\n"
				  "## Last result\n"
				  "\n"
				  "The model was not solved yet.\n"
				  "\n"
				  "## Configuration\n"
				  "\n"
				  "- `random_seed = 7`\n"
				  "\n"
				  "## Items\n"
				  "\n"
				  "### Item 0: x\n"
				  "\n"
				  "how \\*many\\*\n"
				  "\n"
				  "```smt2\n"
				  "(declare-const x Int)\n"
				  "```\n");
}

TEST(shows_the_values_of_the_last_solution)
{
	DROP(text)
	char *text = text_with_result(4, "sat",
		"{\"message\": \"A solution was found.\","
		" \"values\": {\"x\": 7, \"s\": \"a`b\"}}");

	assert_non_null(strstr(text, "**sat** at revision 4, "));
	assert_non_null(strstr(text, ", Z3 4.8.12, 0.002 s.\n"
				     "\nA solution was found.\n"
				     "\n```text\nx = 7\ns = \"a`b\"\n```\n"));
	assert_null(strstr(text, "another revision"));
}

TEST(shows_what_the_objectives_have_reached)
{
	DROP(text)
	char *text = text_with_result(4, "sat",
		"{\"message\": \"An optimal solution was found.\","
		" \"objectives\": [{\"term\": \"(+ x 1)\", \"kind\":"
		" \"maximize\", \"value\": 8, \"optimal\": true}],"
		" \"values\": {\"x\": 7}}");

	assert_non_null(strstr(text, "\n- `maximize (+ x 1) = 8 (optimal)`\n\n"
				     "```text\nx = 7\n```\n"));
}

TEST(shows_functions_as_solve_model_does)
{
	DROP(text)
	char *text = text_with_result(4, "sat",
		"{\"values\": {\"f\": {\"entries\": [{\"args\": [1], "
		"\"value\": 5}, {\"args\": [2], \"value\": 3}], \"else\": "
		"9}}, \"sorts\": {\"f\": \"(Int) Int\"}}");

	assert_non_null(strstr(text, "```text\nf(1..2) = 5 3; else 9\n```\n"));
}

TEST(shows_the_conflict)
{
	DROP(text)
	char *text = text_with_result(2, "unsat",
		"{\"core\": [{\"index\": 1, \"name\": \"lim\", \"note\": "
		"\"at most\", \"content\": \"(a)\"}, {\"index\": 3}]}");

	assert_non_null(strstr(text, "**unsat** at revision 2"));
	assert_non_null(strstr(text, "another revision than the one shown "
				     "here: 4."));
	assert_non_null(strstr(text, "\n- item 1 `lim`: at most\n- item 3\n"));
}

TEST(no_note_and_no_item_can_forge_a_heading)
{
	DROP(model_export) struct model_export x;
	DROP(text) char *text = NULL;

	setup(&x);
	model_insert(x.model, 1,
		item_new("(assert true) ; ```\n# no heading\n````\n## nor this",
			NULL, "# note <b>"));
	model_insert(x.model, 2, item_new("(a)", NULL, "1. first"));
	text = text_of(&x);
	assert_non_null(strstr(text, "\n\\# note \\<b\\>\n"));
	assert_non_null(strstr(text, "\n1\\. first\n"));
	assert_non_null(strstr(text, "\n`````smt2\n(assert true) ; ```\n"));
	assert_non_null(strstr(text, "\n## nor this\n`````\n"));
}
