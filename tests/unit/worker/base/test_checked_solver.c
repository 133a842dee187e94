#include "unit/unit.h"

#include <sched.h>

#include "base/clock.h"
#include "worker/base/checked_solver.h"
#include "worker/base/context.h"
#include "worker/base/watchdog.h"

static int
start(void **state)
{
	(void)state;
	watchdog_start();
	watchdog_begin(clock_now_us() + 600000000);
	return 0;
}

static Z3_solver
solver_of(Z3_context c, const char *text)
{
	Z3_solver solver = Z3_mk_simple_solver(c);
	Z3_ast_vector terms;

	Z3_solver_inc_ref(c, solver);
	terms = Z3_parse_smtlib2_string(c, text, 0, NULL, NULL, 0, NULL, NULL);
	Z3_ast_vector_inc_ref(c, terms);
	for (unsigned i = 0; i < Z3_ast_vector_size(c, terms); i++)
		Z3_solver_assert(c, solver, Z3_ast_vector_get(c, terms, i));
	return solver;
}

TEST(an_undisturbed_answer_is_believed)
{
	Z3_context c = context_new();

	assert_int_equal(checked_solver_check(c, solver_of(c, "(assert true)")),
		Z3_L_TRUE);
	assert_int_equal(
		checked_solver_check(c, solver_of(c, "(assert false)")),
		Z3_L_FALSE);
}

TEST(what_libz3_refuses_to_assert_is_said)
{
	Z3_context c = context_new();
	Z3_solver solver = solver_of(c, "(assert true)");
	Z3_ast terms[] = {Z3_mk_true(c), Z3_mk_int(c, 1, Z3_mk_int_sort(c)),
		Z3_mk_true(c)};

	assert_true(checked_solver_assert(c, solver, terms[0]));
	assert_false(checked_solver_assert(c, solver, terms[1]));
	assert_false(checked_solver_assert_all(c, solver, terms, 3));
}

/* The watchdog interrupts all the time, and again after each assertion. */
TEST(no_assertion_is_lost_under_interrupts)
{
	Z3_context c = context_new();
	Z3_solver solver = Z3_mk_simple_solver(c);
	unsigned interrupts = watchdog_interrupts();
	Z3_sort number = Z3_mk_int_sort(c);
	Z3_ast x = Z3_mk_const(c, Z3_mk_string_symbol(c, "x"), number);

	Z3_solver_inc_ref(c, solver);
	watchdog_watch(c);
	watchdog_budget(clock_now_us());
	for (int i = 0; i < 200000 && watchdog_interrupts() < interrupts + 5;
		i++)
		assert_true(checked_solver_assert(
			c, solver, Z3_mk_ge(c, x, Z3_mk_int(c, i, number))));
	assert_true(checked_solver_assert(
		c, solver, Z3_mk_lt(c, x, Z3_mk_int(c, 0, number))));
	watchdog_budget(0);
	(void)checked_solver_clear_interrupt(c);
	assert_int_equal(checked_solver_check(c, solver), Z3_L_FALSE);
	watchdog_watch(NULL);
}

/* Without this, libz3 drops the assertion and answers sat at once. */
TEST(an_interrupt_before_it_loses_no_assertion)
{
	Z3_context c = context_new();
	Z3_solver solver = Z3_mk_simple_solver(c);
	Z3_ast_vector terms;
	unsigned interrupts = watchdog_interrupts();

	Z3_solver_inc_ref(c, solver);
	terms = Z3_parse_smtlib2_string(c,
		"(declare-const p Bool)(assert (= p (not p)))", 0, NULL, NULL,
		0, NULL, NULL);
	Z3_ast_vector_inc_ref(c, terms);
	watchdog_watch(c);
	watchdog_budget(clock_now_us());
	while (watchdog_interrupts() == interrupts)
		(void)sched_yield();
	watchdog_budget(0);
	checked_solver_assert(c, solver, Z3_ast_vector_get(c, terms, 0));
	assert_int_equal(checked_solver_check(c, solver), Z3_L_FALSE);
	watchdog_watch(NULL);
}

/* Sums of three cubes: libz3 searches for hours. */
/* Without this, libz3 has none, and NULL kills who reads it. */
TEST(an_interrupt_after_the_check_loses_no_model)
{
	Z3_context c = context_new();
	Z3_solver solver =
		solver_of(c, "(declare-const x Int)(assert (= (* x x) 49))");
	unsigned interrupts = watchdog_interrupts();

	assert_int_equal(checked_solver_check(c, solver), Z3_L_TRUE);
	watchdog_watch(c);
	watchdog_budget(clock_now_us());
	while (watchdog_interrupts() == interrupts)
		(void)sched_yield();
	assert_non_null(checked_solver_model(c, solver));
	watchdog_budget(0);
	watchdog_watch(NULL);
}

TEST(an_answer_under_interrupts_is_undecided)
{
	Z3_context c = context_new();
	Z3_solver solver = solver_of(c,
		"(declare-const x Int)(declare-const y Int)"
		"(declare-const z Int)"
		"(assert (= (+ (* x x x) (* y y y) (* z z z)) 33))");

	watchdog_watch(c);
	for (int i = 0; i < 5; i++) {
		watchdog_budget(clock_now_us() + 30000);
		assert_int_equal(checked_solver_check(c, solver), Z3_L_UNDEF);
		watchdog_budget(0);
	}
	watchdog_watch(NULL);
	assert_true(watchdog_interrupts() > 0);
}

TEST(assumptions_and_optimizers_are_checked_alike)
{
	Z3_context c = context_new();
	Z3_ast no = Z3_mk_false(c);
	Z3_optimize optimizer = Z3_mk_optimize(c);

	Z3_optimize_inc_ref(c, optimizer);
	assert_int_equal(checked_solver_check_assuming(
				 c, solver_of(c, "(assert true)"), 1, &no),
		Z3_L_FALSE);
	assert_int_equal(checked_solver_optimize(c, optimizer), Z3_L_TRUE);
}

TEST_GROUP(start, NULL)

enum { TERMS = 4 };

/* p, (not p), q, (not q) */
struct terms {
	Z3_context c;
	Z3_ast at[TERMS];
	struct assertion_stack stack;
};

static void
begin(struct terms *x)
{
	Z3_context c = context_new();
	Z3_sort sort = Z3_mk_bool_sort(c);
	Z3_ast p = Z3_mk_const(c, Z3_mk_string_symbol(c, "p"), sort);
	Z3_ast q = Z3_mk_const(c, Z3_mk_string_symbol(c, "q"), sort);

	*x = (struct terms){
		.c = c, .at = {p, Z3_mk_not(c, p), q, Z3_mk_not(c, q)}};
}

/* The answer for the terms of these numbers. */
static Z3_lbool
ask(struct terms *x, const char *numbers)
{
	Z3_ast terms[TERMS];
	size_t count = 0;

	for (; numbers[count] != '\0'; count++)
		terms[count] = x->at[numbers[count] - '0'];
	return checked_solver_check(
		x->c, assertion_stack_solver(&x->stack, x->c, terms, count));
}

static unsigned
held(const struct terms *x)
{
	return Z3_ast_vector_size(
		x->c, Z3_solver_get_assertions(x->c, x->stack.solver));
}

TEST(only_the_terms_in_force_are_in_the_solver)
{
	struct terms x;

	begin(&x);
	assert_int_equal(ask(&x, "02"), Z3_L_TRUE);
	assert_int_equal(ask(&x, "023"), Z3_L_FALSE);
	assert_int_equal(held(&x), 3);
	assert_int_equal(ask(&x, "0"), Z3_L_TRUE);
	assert_int_equal(held(&x), 1);
	assert_int_equal(ask(&x, "12"), Z3_L_TRUE);
	assert_int_equal(ask(&x, "01"), Z3_L_FALSE);
	assert_int_equal(ask(&x, ""), Z3_L_TRUE);
	assert_int_equal(held(&x), 0);
	assertion_stack_forget(&x.stack);
}

TEST(what_two_problems_share_stays_for_the_third)
{
	struct terms x;
	Z3_solver solver;

	begin(&x);
	assert_int_equal(ask(&x, "02"), Z3_L_TRUE);
	solver = x.stack.solver;
	assert_int_equal(ask(&x, "03"), Z3_L_TRUE);
	assert_int_equal(x.stack.level_count, 2);
	assert_int_equal(ask(&x, "02"), Z3_L_TRUE);
	assert_int_equal(x.stack.level_count, 2);
	assert_ptr_equal(x.stack.solver, solver);
	assert_int_equal(held(&x), 2);
	assertion_stack_forget(&x.stack);
}

TEST(another_context_has_another_solver)
{
	struct terms x;
	struct terms other;

	begin(&x);
	begin(&other);
	assert_int_equal(ask(&x, "01"), Z3_L_FALSE);
	other.stack = x.stack;
	assert_int_equal(ask(&other, "0"), Z3_L_TRUE);
	assert_int_equal(held(&other), 1);
	assertion_stack_forget(&other.stack);
	assert_null(other.stack.solver);
	assert_int_equal(ask(&other, "03"), Z3_L_TRUE);
	assertion_stack_release(&other.stack);
}
