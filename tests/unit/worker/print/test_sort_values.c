#include "unit/unit.h"

#include "worker/base/context.h"
#include "worker/print/sort_values.h"

static Z3_sort
datatype(Z3_context c, const char *text)
{
	Z3_ast_vector terms =
		Z3_parse_smtlib2_string(c, text, 0, NULL, NULL, 0, NULL, NULL);
	Z3_app equation = Z3_to_app(c, Z3_ast_vector_get(c, terms, 0));

	return Z3_get_sort(c, Z3_get_app_arg(c, equation, 0));
}

static unsigned
count(Z3_context c, Z3_sort sort)
{
	Z3_ast_vector values = sort_values_values(c, NULL, sort);

	return values == NULL ? 0 : Z3_ast_vector_size(c, values);
}

TEST(sorts_with_few_values_have_them_all)
{
	Z3_context c = context_new();
	Z3_ast_vector values;

	assert_int_equal(count(c, Z3_mk_bool_sort(c)), 2);
	assert_int_equal(count(c, Z3_mk_bv_sort(c, 3)), 8);
	assert_int_equal(
		count(c, datatype(c, "(declare-datatype C ((r) (g) (b)))"
				     "(declare-const x C)(assert (= x r))")),
		3);
	values = sort_values_values(c, NULL, Z3_mk_bv_sort(c, 2));
	assert_string_equal(
		Z3_ast_to_string(c, Z3_ast_vector_get(c, values, 3)), "#b11");
}

TEST(sorts_with_many_have_none)
{
	Z3_context c = context_new();

	assert_int_equal(count(c, Z3_mk_int_sort(c)), 0);
	assert_int_equal(count(c, Z3_mk_bv_sort(c, 7)), 0);
	assert_int_equal(
		count(c, datatype(c, "(declare-datatype C ((r) (g (n Int))))"
				     "(declare-const x C)(assert (= x r))")),
		0);
}

TEST(a_declared_sort_has_what_the_solution_says)
{
	Z3_context c = context_new();
	Z3_sort sort = Z3_mk_uninterpreted_sort(c, Z3_mk_string_symbol(c, "U"));
	Z3_ast pair[] = {
		Z3_mk_const(c, Z3_mk_string_symbol(c, "a"), sort),
		Z3_mk_const(c, Z3_mk_string_symbol(c, "b"), sort),
	};
	Z3_solver solver = Z3_mk_simple_solver(c);
	Z3_model model;

	assert_int_equal(count(c, sort), 0);
	Z3_solver_inc_ref(c, solver);
	Z3_solver_assert(c, solver, Z3_mk_distinct(c, 2, pair));
	assert_int_equal(Z3_solver_check(c, solver), Z3_L_TRUE);
	model = Z3_solver_get_model(c, solver);
	assert_int_equal(
		Z3_ast_vector_size(c, sort_values_values(c, model, sort)), 2);
	assert_null(sort_values_values(c, Z3_mk_model(c), sort));
	assert_false(context_failed());
}
