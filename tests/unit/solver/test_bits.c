#include "read.h"

#include "solver/bits.h"

#define DECLARED \
	"(declare-const x Int)(declare-const y Int)(declare-const p Bool)" \
	"(declare-const v (_ BitVec 8))(assert (<= (- 5) x 9))"

static bool
is_read(const char *text)
{
	struct terms t = read_terms(text);
	struct bits b;

	if (!bits_read(&b, t.c, t.at, t.count))
		return false;
	bits_release(&b);
	return true;
}

static void
bounded_numbers_booleans_and_words_are_read(void **state)
{
	(void)state;
	assert_true(is_read(DECLARED "(assert (= (* x x) 49))"));
	assert_true(is_read(DECLARED "(assert (> (+ (div x 3) (mod x 3)) 1))"));
	assert_true(is_read(DECLARED "(assert (or p (bvult v #x07) (< x 0)))"));
	assert_true(is_read(
		DECLARED "(assert ((_ at-most 1) p (= x 3) (= v #x00)))"));
}

static void
what_has_no_end_or_another_sort_is_not(void **state)
{
	(void)state;
	assert_false(is_read(DECLARED "(assert (< x y))"));
	assert_false(is_read(
		DECLARED "(assert (> (* x x x x x x x x x x x x x x x x x x "
			 "x x) 1))"));
	assert_false(is_read(DECLARED "(assert (= (mod 7 x) 1))"));
	assert_false(is_read(DECLARED "(assert (= (bv2nat v) x))"));
	assert_false(is_read(DECLARED "(assert (< (to_real x) 1.5))"));
	assert_false(is_read("(declare-fun f (Bool) Bool)(assert (f true))"));
	assert_false(is_read("(declare-const a (Array Int Int))(assert (= 1 "
			     "(select a 1)))"));
	assert_false(is_read(
		"(declare-fun g (Int) Bool)(assert (forall ((i Int)) (g i)))"));
}

/* Its constants as the text has them, and no others. */
static void
a_model_speaks_of_the_problem(void **state)
{
	struct terms t = read_terms(DECLARED "(assert (= (* x x x) (- 64)))"
					     "(assert (= p (= v #x2a)))"
					     "(assert p)");
	struct bits b;
	Z3_solver solver;
	Z3_model found;
	Z3_model model;

	(void)state;
	assert_true(bits_read(&b, t.c, t.at, t.count));
	assert_true(b.has_ints);
	solver = bits_solver(&b);
	for (size_t i = 0; i < b.count; i++)
		Z3_solver_assert(t.c, solver, b.terms[i]);
	assert_int_equal(Z3_solver_check(t.c, solver), Z3_L_TRUE);
	found = Z3_solver_get_model(t.c, solver);
	Z3_model_inc_ref(t.c, found);
	model = bits_model(&b, found);
	assert_string_equal(Z3_model_to_string(t.c, model),
		"(define-fun x () Int\n  (- 4))\n"
		"(define-fun p () Bool\n  true)\n"
		"(define-fun v () (_ BitVec 8)\n  #x2a)");
	bits_release(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bounded_numbers_booleans_and_words_are_read),
		cmocka_unit_test(what_has_no_end_or_another_sort_is_not),
		cmocka_unit_test(a_model_speaks_of_the_problem),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
