#include "unit/tools/stage.h"

#include "tools/transfer/model_export.h"

static void
setup_model(struct stage *x)
{
	OPEN_WITH(x, "(declare-const p Bool)", "(declare-const n\\n Int)");
}

static void export(struct stage *x, const char *format, const char *more)
{
	DROP(text)
	char *json = text_format(
		"{\"session\": \"a\", \"format\": \"%s\"%s}", format, more);

	(void)call_tool(x, "export_model", json);
}

STAGE_TEST(each_format_is_written_with_the_revision)
{
	setup_model(x);
	export(x, "smt2", "");
	assert_says(x, "; revision: 2\n");
	export(x, "json", "");
	assert_says(x, "\"revision\": 2,\n");
	export(x, "markdown", "");
	assert_says(x, "Revision 2, 2 items");
}

STAGE_TEST(clauses_are_asked_of_a_worker)
{
	struct answer *a = answer_new();

	setup_model(x);
	export(x, "dimacs", ", \"revision\": 1");
	assert_int_equal(stage_jobs[0]->kind, ASK_DIMACS);
	assert_string_equal(stage_jobs[0]->text, "(declare-const p Bool)\n");
	a->done = true;
	a->output.text = text_copy("c 1 is p\np cnf 1 0\n");
	answer(a);
	assert_says(x, "c revision: 1\n", "c 1 is p\np cnf 1 0\n");
}

STAGE_TEST(a_worker_that_dies_has_made_no_clauses)
{
	setup_model(x);
	export(x, "dimacs", "");
	answer_outcome(OUTCOME_TIMEOUT);
	assert_refused_with(x, "export");
}

STAGE_TEST(an_item_that_has_no_clauses_is_named)
{
	setup_model(x);
	export(x, "dimacs", "");
	answer_fault(3, 2, "n has no bounds");
	assert_refused_with(x, "tem 1, line 2, column 2: dimacs takes",
		"but n has no bounds", "  2 |  Int)\n", "smt2");
}

STAGE_TEST(clauses_that_are_too_many_are_no_fault_of_an_item)
{
	setup_model(x);
	export(x, "dimacs", "");
	answer_fault(0, 0, "the CNF has more than 5 bytes");
	assert_refused_with(x,
		"dimacs: the CNF has more than 5 bytes.\nWhat to do:\n1. "
		"Export");
}

STAGE_TEST(a_worker_that_gives_no_clauses_is_no_crash)
{
	setup_model(x);
	export(x, "dimacs", "");
	answer_accept();
	assert_refused_with(x, "Z3 gave no clauses");
}

STAGE_TEST(the_status_is_that_of_the_revision)
{
	struct answer *a = new_answer(STATUS_UNSAT);

	setup_model(x);
	a->done = true;
	call_in(x, "solve_model", "");
	answer(a);
	export(x, "smt2", "");
	assert_says(x, "(set-info :status unsat)\n", ", Z3 4.8.12\n");
	export(x, "smt2", ", \"revision\": 1");
	assert_null(strstr(x->text, ":status"));
}
