#include "unit/worker/solved.h"

#include "worker/base/solution_value.h"

/* Of f, which is 5 for 3 and 6 for 4. */
static Z3_func_interp
a_table(Z3_context c)
{
	Z3_ast_vector terms = Z3_parse_smtlib2_string(c,
		"(declare-fun f (Int) Int)(assert (= (f 3) 5))"
		"(assert (= (f 4) 6))",
		0, NULL, NULL, 0, NULL, NULL);
	Z3_solver solver;
	Z3_model model;
	Z3_func_interp table;

	Z3_ast_vector_inc_ref(c, terms);
	solver = Z3_mk_simple_solver(c);
	Z3_solver_inc_ref(c, solver);
	Z3_solver_assert(c, solver, Z3_ast_vector_get(c, terms, 0));
	Z3_solver_assert(c, solver, Z3_ast_vector_get(c, terms, 1));
	assert_int_equal(Z3_solver_check(c, solver), Z3_L_TRUE);
	model = Z3_solver_get_model(c, solver);
	Z3_model_inc_ref(c, model);
	table = Z3_model_get_func_interp(
		c, model, Z3_model_get_func_decl(c, model, 0));
	Z3_func_interp_inc_ref(c, table);
	return table;
}

TEST(an_entry_lives_as_long_as_it_is_held)
{
	Z3_context c = context_new();
	Z3_func_entry entry = solution_entry(c, a_table(c), 0);

	assert_true(Z3_is_numeral_ast(c, Z3_func_entry_get_arg(c, entry, 0)));
	assert_true(Z3_is_numeral_ast(c, Z3_func_entry_get_value(c, entry)));
	Z3_func_entry_dec_ref(c, entry);
}

TEST_GROUP(solved_begin, NULL)
