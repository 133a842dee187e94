#include "stage.h"

#include "tools/exporting.h"

static void
setup_model(struct stage *x)
{
	open_session(x, "a");
	add_item(x, "a", "(declare-const p Bool)");
	add_item(x, "a", "(declare-const n\\n Int)");
}

static void export(struct stage *x, const char *format, const char *more)
{
	DROP(text)
	char *json = text_format(
		"{\"session\": \"a\", \"format\": \"%s\"%s}", format, more);

	(void)call_tool(x, "export_model", json);
}

static void
each_format_is_written_with_the_revision(void **state)
{
	struct stage *x = *state;

	setup_model(x);
	export(x, "smt2", "");
	assert_says(x, "; revision: 2\n");
	export(x, "json", "");
	assert_says(x, "\"revision\": 2,\n");
	export(x, "markdown", "");
	assert_says(x, "Revision 2, 2 items");
	export(x, "dimacs", ", \"revision\": 1");
	assert_says(x, "c revision: 1\n");
}

static void
an_item_that_is_not_propositional_is_named(void **state)
{
	struct stage *x = *state;

	setup_model(x);
	export(x, "dimacs", "");
	assert_refused_with(x, "tem 1 is the first item that is not, line 2, "
			       "column 2: only Bool is propositional");
	assert_refused_with(x, "  2 |  Int)\n");
	assert_refused_with(x, "smt2");
}

static void
the_status_is_that_of_the_revision(void **state)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_UNSAT);

	setup_model(x);
	a->done = true;
	(void)call_tool(x, "solve_model", "{\"session\": \"a\"}");
	answer(a);
	export(x, "smt2", "");
	assert_says(x, "(set-info :status unsat)\n");
	assert_says(x, ", Z3 4.8.12\n");
	export(x, "smt2", ", \"revision\": 1");
	assert_null(strstr(x->text, ":status"));
}

static void
a_revision_that_there_is_not_is_refused(void **state)
{
	struct stage *x = *state;

	setup_model(x);
	export(x, "smt2", ", \"revision\": 7");
	assert_refused_with(x, "no revision 7");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		stage_test(each_format_is_written_with_the_revision),
		stage_test(an_item_that_is_not_propositional_is_named),
		stage_test(the_status_is_that_of_the_revision),
		stage_test(a_revision_that_there_is_not_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
