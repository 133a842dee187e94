#include "unit/worker/built.h"

#include "worker/base/checked_solver.h"

TEST(parts_of_a_kind_are_walked_in_order)
{
	DROP(built) struct built b;
	const struct problem_part *part;

	build(&b, "(declare-const x Int)(assert (> x 1))(minimize x)"
		  "(assert (< x 5))");
	part = task_part(&b.task, PART_ASSERTION, NULL);
	assert_string_equal(
		Z3_ast_to_string(b.task.c, task_term(&b.task, part)),
		"(> x 1)");
	part = task_part(&b.task, PART_ASSERTION, part);
	assert_string_equal(
		Z3_ast_to_string(b.task.c, task_term(&b.task, part)),
		"(< x 5)");
	assert_null(task_part(&b.task, PART_ASSERTION, part));
	assert_null(task_part(&b.task, PART_SOFT, NULL));
}

TEST(an_assertion_is_described_by_number_line_and_label)
{
	DROP(built) struct built b;
	struct answer_assertions list = {0};
	struct answer_assertion *one;
	const struct problem_part *part;

	build(&b, "(declare-const x Int)\n(assert (> x 1))\n"
		  "(assert (! (< x 5) :named |up per|))");
	part = task_part(&b.task, PART_ASSERTION, NULL);
	part = task_part(&b.task, PART_ASSERTION, part);
	one = task_describe(&b.task, part, &list);
	assert_int_equal(list.count, 1);
	assert_int_equal(one->index, 1);
	assert_int_equal(one->line, 3);
	assert_string_equal(one->label, "up per");
	assertions_release(&list);
}

TEST(a_solver_holds_assertions_and_assumptions)
{
	DROP(built) struct built b;
	Z3_ast_vector held;

	build(&b,
		"(declare-const p Bool)(declare-const q Bool)(assert (or p q))"
		"(assert-soft p)(check-sat-assuming (p (not p)))");
	held = Z3_solver_get_assertions(b.task.c, task_solver(&b.task, true));
	assert_int_equal(Z3_ast_vector_size(b.task.c, held), 3);
}

static Z3_lbool
decided_by_sat_solver(struct built *b)
{
	Z3_solver solver = checked_solver_new_finite(b->task.c);
	size_t count;
	Z3_ast *terms = task_asserted(&b->task, &count);

	checked_solver_assert_all(b->task.c, solver, terms, count);
	free(terms);
	return checked_solver_check(b->task.c, solver);
}

TEST(the_sat_solver_decides_sums_of_weights_and_no_more)
{
	static const char sum[] = "(declare-const p Bool)(declare-const q Bool)"
				  "(assert (or (not p) (not q)))"
				  "(assert (< (+ (ite p 0.0 2.0) "
				  "(ite q 0.0 3.0)) 2.0))";
	static const char real[] = "(declare-const x Real)"
				   "(assert (and (< x 2.0) (> x 2.0)))";
	DROP(built) struct built b;
	DROP(built) struct built other;

	build(&b, sum);
	assert_int_equal(decided_by_sat_solver(&b), Z3_L_FALSE);
	build(&other, real);
	assert_int_equal(decided_by_sat_solver(&other), Z3_L_UNDEF);
}

TEST(the_source_of_a_part_is_what_the_text_has)
{
	DROP(built) struct built b;
	DROP(text) char *source = NULL;

	build(&b, "(declare-const x Int)(minimize (+ x   1))");
	source = task_source(&b.task, task_part(&b.task, PART_OBJECTIVE, NULL));
	assert_string_equal(source, "(+ x   1)");
}

TEST(finds_what_is_asked_for_behind_a_check)
{
	DROP(built) struct built b;

	build(&b, "(check-sat)(get-model)(push)(echo \"x\")");
	assert_true(task_asks(&b.task, COMMAND_GET_MODEL));
	assert_false(task_asks(&b.task, COMMAND_ECHO));
}

/* Of a pigeonhole problem, which is always the same work otherwise. */
static unsigned
conflicts(struct task *t, bool simple)
{
	Z3_solver solver = task_solver(t, simple);
	Z3_stats stats;
	unsigned found = 0;

	assert_false(context_failed());
	assert_int_equal(Z3_solver_check(t->c, solver), Z3_L_FALSE);
	stats = Z3_solver_get_statistics(t->c, solver);
	Z3_stats_inc_ref(t->c, stats);
	for (unsigned i = 0; i < Z3_stats_size(t->c, stats); i++)
		if (strstr(Z3_stats_get_key(t->c, stats, i), "conflicts"))
			found = Z3_stats_get_uint_value(t->c, stats, i);
	Z3_stats_dec_ref(t->c, stats);
	return found;
}

TEST(a_seed_takes_a_solver_another_way)
{
	DROP(built) struct built b;
	unsigned work[4];

	build(&b, "(declare-const a Int)(declare-const b Int)"
		  "(declare-const c Int)(declare-const d Int)"
		  "(declare-const e Int)(declare-const f Int)"
		  "(assert (distinct a b c d e f))"
		  "(assert (and (< 0 a 6) (< 0 b 6) (< 0 c 6)))"
		  "(assert (and (< 0 d 6) (< 0 e 6) (< 0 f 6)))");
	for (unsigned seed = 0; seed < 4; seed++) {
		b.task.settings.seed = seed;
		work[seed] = conflicts(&b.task, true);
		(void)conflicts(&b.task, false);
	}
	assert_true(
		work[0] != work[1] || work[0] != work[2] || work[0] != work[3]);
}
