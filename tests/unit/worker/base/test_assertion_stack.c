#include "unit/unit.h"

#include "worker/base/assertion_stack.h"
#include "worker/base/checked_solver.h"
#include "worker/base/context.h"

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
