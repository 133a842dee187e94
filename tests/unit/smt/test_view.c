/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/asked.h"
#include "smt/view.h"

static void
is_the_same(const struct problem *seen, const struct problem *built)
{
	assert_int_equal(seen->count, built->count);
	for (size_t i = 0; i < seen->count; i++) {
		const struct problem_part *a = &seen->parts[i];
		const struct problem_part *b = &built->parts[i];

		assert_int_equal(a->kind, b->kind);
		assert_ptr_equal(a->form, b->form);
		assert_int_equal(a->source.offset, b->source.offset);
		assert_int_equal(a->source.length, b->source.length);
		assert_int_equal(a->number, b->number);
		assert_int_equal(a->is_wrapped, b->is_wrapped);
		assert_int_equal(
			a->term == PART_NO_TERM, b->term == PART_NO_TERM);
	}
}

/* Each problem of the script is what it would be by itself, and each term of
 * the whole is one of theirs. Returns how many problems they are. */
static size_t
views_are_problems(const char *text)
{
	DROP(forms) struct forms forms = {0};
	DROP(whole) struct whole w;
	struct view view = {0};
	struct script s;
	struct script_problem sp;
	struct fault fault;
	bool *met;
	size_t count = 0;

	assert_true(forms_cut(text, strlen(text), &forms, &fault));
	assert_true(whole_build(&w, text, &forms));
	met = mem_new(w.problem.terms + 1);
	script_init(&s, text, &forms);
	for (; script_next(&s, &sp, &fault) == SCRIPT_PROBLEM; count++) {
		const struct problem *seen = view_next(&view, &w, &s, &sp);
		struct problem built;

		problem_build(&built, &s, &sp,
			asked_for_solution(&s, &sp) ? CONSTANTS_PLAIN
						    : CONSTANTS_NONE);
		is_the_same(seen, &built);
		for (size_t i = 0; i < seen->count; i++)
			if (seen->parts[i].term != PART_NO_TERM)
				met[seen->parts[i].term] = true;
		problem_release(&built);
	}
	for (size_t i = 0; i < w.problem.terms; i++)
		assert_true(met[i]);
	free(met);
	script_release(&s);
	view_release(&view);
	return count;
}

static void
a_view_is_the_problem_by_itself(void **state)
{
	(void)state;
	assert_int_equal(views_are_problems(
				 "(declare-fun x () Int)(declare-fun f (Int) "
				 "Bool)(assert (> x 0))(check-sat)"
				 "(get-value (x (+ x 1)))(declare-const y Int)"
				 "(eval y)(assert (! (f x) :named a))(push)"
				 "(minimize x)(check-sat-assuming (a (not a)))"
				 "(get-model)(assert-soft (> x 9))(check-sat)"
				 "(pop)(get-info :name)(check-sat)"
				 "(get-assignment)"),
		5);
}

static void
scopes_come_and_go(void **state)
{
	(void)state;
	assert_int_equal(
		views_are_problems(
			"(declare-const x Int)(push)(assert (> x 1))(push)"
			"(assert (> x 2))(check-sat)(pop)(assert (> x 3))"
			"(check-sat)(pop 1)(push)(declare-const z Int)(check-"
			"sat)(assert (= z x))(pop)(check-sat)(reset-assertions)"
			"(assert (> x 4))(check-sat)"),
		6);
}

static void
global_declarations_stay_where_assertions_leave(void **state)
{
	(void)state;
	assert_int_equal(
		views_are_problems("(set-option :global-declarations true)"
				   "(push)(declare-const x Int)(assert (> x 1))"
				   "(declare-const y Int)(check-sat)(pop)"
				   "(assert (> y x))(check-sat)(push)"
				   "(assert (> x y))(check-sat)(pop)"
				   "(check-sat)"),
		4);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_view_is_the_problem_by_itself),
		cmocka_unit_test(scopes_come_and_go),
		cmocka_unit_test(
			global_declarations_stay_where_assertions_leave),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
