#include "unit/tools/stage.h"

#include "tools/edit/candidate.h"

/* x, f(x) by item 1, then uses: 2 of x, 3 of f, 4 of neither. */
static void
make_model(struct stage *x)
{
	OPEN_WITH(x, "(declare-const x Int)", "(define-fun f () Int (* 2 x))",
		"(assert (> x 0))", "(assert (< f 9))",
		"(declare-const y Int)");
}

STAGE_TEST(a_delete_names_all_that_depend_on_it)
{
	make_model(x);
	call_in(x, "delete_item", "'index': 0");
	answer_fault(1, 27, "unknown constant x");
	assert_refused_with(x, "cascade", "tem 1", "tem 2", "tem 3");
	assert_null(strstr(x->text, "tem 4"));
}

STAGE_TEST(what_only_libz3_finds_is_found_round_by_round)
{
	OPEN_WITH(x, "(declare-fun g (Int) Int)", "(declare-fun g (Bool) Int)",
		"(assert (= (g true) 1))", "(assert (= (g 1) 1))",
		"(assert (= (g false) 2))");
	call_in(x, "delete_item", "'index': 1, 'cascade': true");
	answer_fault(2, 18, "unknown function/constant g");
	assert_string_equal(stage_jobs[0]->text,
		"(declare-fun g (Int) Int)\n(assert (= (g 1) 1))\n"
		"(assert (= (g false) 2))\n");
	answer_fault(3, 19, "unknown function/constant g");
	answer_accept();
	assert_string_equal(member(x, "deleted"), "[1,2,4]");
}

STAGE_TEST(all_that_libz3_finds_at_once_are_broken)
{
	const unsigned lines[] = {2, 3, 5, 0};

	OPEN_WITH(x, "(declare-const x Int)");
	for (int i = 1; i <= 4; i++)
		add_item(x, "a", "(assert (> x 0))");
	call_in(x, "replace_item",
		"'index': 0, 'content': '(declare-const x Bool)'");
	answer_faults(lines, 12, "no");
	answer_accept();
	assert_refused_with(x, "3 other items", "tem 1", "tem 2", "tem 4");
}

/* The declaration in item 1 was refused, so whether item 2 is broken is not
 * known yet. */
STAGE_TEST(one_that_another_may_have_disturbed_is_read_again)
{
	const unsigned lines[] = {2, 3, 4, 0};

	OPEN_WITH(x, "(declare-const x Int)", "(define-fun f ((a Int)) Int x)",
		"(define-fun f ((a Bool)) Int 1)", "(assert (> x 0))");
	call_in(x, "replace_item",
		"'index': 0, 'content': '(declare-const x Bool)'");
	answer_faults(lines, 12, "no");
	assert_string_equal(stage_jobs[0]->text, "(declare-const x Bool)\n"
						 "(define-fun f ((a Bool)) Int "
						 "1)\n");
	answer_accept();
	assert_refused_with(x, "2 other items");
	assert_null(strstr(x->text, "tem 2"));
}

STAGE_TEST(a_search_without_an_end_is_given_up)
{
	OPEN_WITH(x, "(declare-const x Int)", "(declare-const x Bool)");
	for (int i = 0; i < CANDIDATE_ROUNDS + 2; i++)
		add_item(x, "a", "(assert (> x 0))");
	call_in(x, "delete_item", "'index': 0, 'cascade': true");
	while (stage_job_count > 0)
		answer_fault(2, 1, "no");
	assert_refused_with(x, "There may be more");
}
