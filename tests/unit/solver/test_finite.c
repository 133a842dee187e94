#include "built.h"

#include "base/clock.h"
#include "solver/finite.h"
#include "solver/watchdog.h"

static int
start(void **state)
{
	(void)state;
	watchdog_start();
	watchdog_begin(clock_now_us() + 60000000);
	return 0;
}

static struct finite
decided(const char *text)
{
	DROP(built) struct built b;
	size_t count;
	Z3_ast *terms;
	struct finite found;

	build(&b, text);
	terms = task_asserted(&b.task, &count);
	finite_decide(&found, b.task.c, terms, count);
	for (size_t i = 0; i < count && found.answer == Z3_L_TRUE; i++) {
		Z3_ast value = NULL;

		assert_true(Z3_model_eval(
			b.task.c, found.model, terms[i], true, &value));
		assert_int_equal(Z3_get_bool_value(b.task.c, value), Z3_L_TRUE);
	}
	free(terms);
	return found;
}

#define NUMBERS \
	"(declare-const x Int)(declare-const y Int)" \
	"(assert (<= (- 9) x 9))(assert (and (> y (- 20)) (< y 20)))"

#define ANSWER_IS(text, expected) \
	assert_int_equal(decided(NUMBERS text).answer, expected)

static void
numbers_with_bounds_are_decided(void **state)
{
	(void)state;
	ANSWER_IS("(assert (= (* x x x) (- 343)))", Z3_L_TRUE);
	ANSWER_IS("(assert (= (* x x) 50))", Z3_L_FALSE);
	ANSWER_IS("(assert (= (+ x y) 28))", Z3_L_TRUE);
	ANSWER_IS("(assert (or (= (+ x y) 29) (< x (- 9))))", Z3_L_FALSE);
	ANSWER_IS("(assert (= (- x y) (- 28)))", Z3_L_TRUE);
	ANSWER_IS("(assert (distinct x y (+ x y) (* x y)))", Z3_L_TRUE);
	ANSWER_IS("(assert (> (abs (- x y)) 28))", Z3_L_FALSE);
}

static void
division_is_that_of_whole_numbers(void **state)
{
	(void)state;
	ANSWER_IS("(assert (= (div x 4) (- 3)))(assert (= (mod x 4) 3))",
		Z3_L_TRUE);
	ANSWER_IS("(assert (< (mod x 4) 0))", Z3_L_FALSE);
	ANSWER_IS("(assert (not (= x (+ (* 4 (div x 4)) (mod x 4)))))",
		Z3_L_FALSE);
	ANSWER_IS("(assert (= (div x y) (- 5)))", Z3_L_UNDEF);
	ANSWER_IS("(assert (> y 0))(assert (= (div x y) (- 5)))", Z3_L_TRUE);
}

static void
what_is_not_finite_is_left_to_others(void **state)
{
	(void)state;
	ANSWER_IS("(declare-const z Int)(assert (< x z))", Z3_L_UNDEF);
	ANSWER_IS("(assert (= (+ x y) 29))", Z3_L_UNDEF); /* out of bounds */
	ANSWER_IS("(declare-const r Real)(assert (< r 1.0))", Z3_L_UNDEF);
}

static bool
is_likely(const char *text)
{
	DROP(built) struct built b;
	struct fault fault;

	build(&b, text);
	parsed_release(&b.parsed);
	assert_true(parse_problem(context_new(), &b.script, &b.sp,
		CONSTANTS_PLAIN, &b.parsed, &fault));
	b.task.parsed = &b.parsed;
	return finite_is_likely(&b.task);
}

static void
the_sorts_of_the_constants_tell_what_is_likely(void **state)
{
	(void)state;
	assert_true(is_likely(
		"(declare-const x Int)(declare-const p Bool)"
		"(declare-const v (_ BitVec 8))(assert (or p (> x 7)))"));
	assert_false(is_likely("(declare-const x Int)(declare-const r Real)"
			       "(assert (> r 7.0))"));
	assert_false(is_likely("(assert true)"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_with_bounds_are_decided),
		cmocka_unit_test(division_is_that_of_whole_numbers),
		cmocka_unit_test(what_is_not_finite_is_left_to_others),
		cmocka_unit_test(
			the_sorts_of_the_constants_tell_what_is_likely),
	};

	return cmocka_run_group_tests(tests, start, NULL);
}
