#include "unit/unit.h"

#include "base/alloc.h"
#include "worker/base/context.h"
#include "worker/base/value_range.h"

static Z3_func_decl
function(Z3_context c, unsigned count, const Z3_sort *domain)
{
	return Z3_mk_func_decl(c, Z3_mk_string_symbol(c, "f"), count, domain,
		Z3_mk_int_sort(c));
}

TEST(a_function_has_a_place_for_each_combination)
{
	static const char *const expected[] = {"(f false #b0)", "(f true #b0)",
		"(f false #b1)", "(f true #b1)"};
	Z3_context c = context_new();
	Z3_sort domain[] = {Z3_mk_bool_sort(c), Z3_mk_bv_sort(c, 1)};
	DROP(termset) struct termset places = {0};

	assert_true(value_range_add_places(
		c, NULL, function(c, 2, domain), NULL, 4, &places));
	assert_int_equal(places.count, 4);
	for (size_t i = 0; i < places.count; i++)
		assert_string_equal(
			Z3_ast_to_string(c, places.at[i]), expected[i]);
}

TEST(a_function_of_too_many_places_has_none)
{
	Z3_context c = context_new();
	Z3_sort domain[] = {
		Z3_mk_bool_sort(c), Z3_mk_bool_sort(c), Z3_mk_int_sort(c)};
	DROP(termset) struct termset places = {0};

	assert_false(value_range_add_places(
		c, NULL, function(c, 2, domain), NULL, 3, &places));
	assert_false(value_range_add_places(
		c, NULL, function(c, 3, domain), NULL, 1000, &places));
	assert_int_equal(places.count, 0);
}

static Z3_sort
datatype(Z3_context c, const char *text)
{
	Z3_ast_vector terms =
		Z3_parse_smtlib2_string(c, text, 0, NULL, NULL, 0, NULL, NULL);
	Z3_app equation = Z3_to_app(c, Z3_ast_vector_get(c, terms, 0));

	return Z3_get_sort(c, Z3_get_app_arg(c, equation, 0));
}

static size_t
count(Z3_context c, Z3_model m, Z3_sort sort)
{
	DROP(termset) struct termset values = {0};
	bool are_few = value_range_add(c, m, sort, &values);

	assert_int_equal(are_few, values.count > 0);
	return values.count;
}

TEST(sorts_with_few_values_have_them_all)
{
	Z3_context c = context_new();

	assert_int_equal(count(c, NULL, Z3_mk_bool_sort(c)), 2);
	assert_int_equal(count(c, NULL, Z3_mk_bv_sort(c, 3)), 8);
	assert_int_equal(
		count(c, NULL,
			datatype(c, "(declare-datatype C ((r) (g) (b)))"
				    "(declare-const x C)(assert (= x r))")),
		3);
}

TEST(sorts_with_many_have_none)
{
	Z3_context c = context_new();

	assert_int_equal(count(c, NULL, Z3_mk_int_sort(c)), 0);
	assert_int_equal(count(c, NULL, Z3_mk_bv_sort(c, 9)), 0);
	assert_int_equal(
		count(c, NULL,
			datatype(c, "(declare-datatype C ((r) (g (n Int))))"
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

	assert_int_equal(count(c, NULL, sort), 0);
	Z3_solver_inc_ref(c, solver);
	Z3_solver_assert(c, solver, Z3_mk_distinct(c, 2, pair));
	assert_int_equal(Z3_solver_check(c, solver), Z3_L_TRUE);
	model = Z3_solver_get_model(c, solver);
	assert_int_equal(count(c, model, sort), 2);
	assert_int_equal(count(c, Z3_mk_model(c), sort), 0);
	assert_false(context_failed());
}
