#include "unit/worker/solved.h"

#include "worker/explain/linear_search.h"

static const struct answer_objective *
objective(const struct answer *a)
{
	assert_int_equal(answer_last(a)->objective_count, 1);
	return &answer_last(a)->objectives[0];
}

/* n <= 7, since 7 divides 91: libz3's optimizer stops at 0. */
static void
what_the_optimizer_gives_up_on_is_climbed(void **state)
{
	struct answer *a =
		solved("(declare-const n Int)(assert (forall ((k Int))"
		       "(=> (and (< 1 k) (< k n)) (not (= (mod 91 k) 0)))))"
		       "(assert (< n 60))(maximize n)");

	(void)state;
	assert_string_equal(objective(a)->value, "7");
	assert_string_equal(value_of(a, "n"), "7");
	answer_free(a);
}

static void
several_goals_of_a_box_are_left_as_they_are(void **state)
{
	struct answer *a =
		solved("(set-option :opt.priority box)"
		       "(declare-const n Int)(declare-const m Int)"
		       "(assert (<= n m 4))(maximize n)(maximize m)");

	(void)state;
	assert_int_equal(answer_last(a)->objective_count, 2);
	assert_true(answer_last(a)->objectives[0].optimal);
	assert_true(answer_last(a)->objectives[1].optimal);
	answer_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_the_optimizer_gives_up_on_is_climbed),
		cmocka_unit_test(several_goals_of_a_box_are_left_as_they_are),
	};

	return cmocka_run_group_tests(tests, solved_begin, NULL);
}
