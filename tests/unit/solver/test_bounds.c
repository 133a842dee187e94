#include "read.h"

#include "solver/bounds.h"

/* Of x. */
static struct range
bounds_in(const char *text)
{
	struct terms t = read_terms(text);
	Z3_params parameters = bounds_parameters(t.c);
	Z3_ast x = Z3_mk_const(
		t.c, Z3_mk_string_symbol(t.c, "x"), Z3_mk_int_sort(t.c));
	struct bounds b;
	struct range r;

	for (size_t i = 0; i < t.count; i++)
		t.at[i] = Z3_simplify_ex(t.c, t.at[i], parameters);
	bounds_read(&b, t.c, t.at, t.count);
	r = bounds_of(&b, x);
	bounds_release(&b);
	return r;
}

#define BOUNDS_ARE(text, from, to) \
	do { \
		struct range r_ = bounds_in( \
			"(declare-const x Int)(declare-const y Int)" \
			"(declare-const z Int)(declare-const p Bool)" text); \
		assert_true(r_.low == (from)); \
		assert_true(r_.high == (to)); \
	} while (0)

static void
a_comparison_is_a_bound_whichever_way_it_is_written(void **state)
{
	(void)state;
	BOUNDS_ARE("(assert (<= 0 x 7))", 0, 7);
	BOUNDS_ARE("(assert (and (> x (- 3)) (not (>= x 9))))", -2, 8);
	BOUNDS_ARE("(assert (not (or (< x 2) (> (* 2 x) 9))))", 2, 4);
	BOUNDS_ARE("(assert (= (+ x 3) 5))", 2, 2);
}

static void
a_bound_goes_along_a_chain(void **state)
{
	(void)state;
	BOUNDS_ARE("(assert (< x y))(assert (< y z))(assert (<= z 9))"
		   "(assert (>= x 0))",
		0, 7);
	BOUNDS_ARE("(assert (<= (+ (* 2 x) y (ite p 3 1)) 12))"
		   "(assert (>= y 2))(assert (> x (- y 4)))",
		-1, 4);
}

static void
what_is_not_said_is_no_bound(void **state)
{
	(void)state;
	BOUNDS_ARE("(assert (<= x 7))", -RANGE_END, 7);
	BOUNDS_ARE("(assert (or (<= x 7) p))", -RANGE_END, RANGE_END);
	BOUNDS_ARE("(assert (<= x y))(assert (>= x 0))", 0, RANGE_END);
	BOUNDS_ARE("(assert (distinct x 5))", -RANGE_END, RANGE_END);
}

static void
a_contradiction_is_told(void **state)
{
	struct terms t = read_terms(
		"(declare-const x Int)(assert (>= x 3))(assert (<= x 2))");
	struct bounds b;

	(void)state;
	bounds_read(&b, t.c, t.at, t.count);
	assert_true(b.contradict);
	bounds_release(&b);
}

static void
a_circle_of_comparisons_ends(void **state)
{
	(void)state;
	(void)bounds_in("(declare-const x Int)(declare-const y Int)"
			"(assert (< x y))(assert (< y x))(assert (>= x 0))");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_comparison_is_a_bound_whichever_way_it_is_written),
		cmocka_unit_test(a_bound_goes_along_a_chain),
		cmocka_unit_test(what_is_not_said_is_no_bound),
		cmocka_unit_test(a_contradiction_is_told),
		cmocka_unit_test(a_circle_of_comparisons_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
