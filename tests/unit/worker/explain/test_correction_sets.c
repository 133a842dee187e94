#include "unit/worker/solved.h"

#include "worker/explain/correction_sets.h"

static struct answer *
relaxed(const char *text, const uint32_t *groups, size_t count)
{
	struct client_requests client_requests = ask_for(text);

	client_requests.relax = true;
	client_requests.groups = groups;
	client_requests.group_count = count;
	return solved_ask(&client_requests);
}

static void
the_smallest_ways_out_come_first(void **state)
{
	/* Without 0 the rest is sat; keeping 0 costs both 1 and 2. */
	struct answer *a = relaxed("(declare-const x Int)(assert (> x 5))"
				   "(assert (< x 3))(assert (< x 4))",
		NULL, 0);

	(void)state;
	assert_int_equal(answer_last(a)->status, STATUS_UNSAT);
	assert_int_equal(answer_last(a)->relaxation_count, 2);
	assert_string_equal(answer_last(a)->relaxations[0], "0");
	assert_string_equal(answer_last(a)->relaxations[1], "1 2");
	answer_free(a);
}

static void
groups_are_given_up_as_a_whole(void **state)
{
	const uint32_t groups[] = {1, 2};
	struct answer *a = relaxed("(declare-const x Int)(assert (> x 5))\n"
				   "(assert (< x 3))(assert (< x 4))",
		groups, 2);

	(void)state;
	assert_int_equal(answer_last(a)->relaxation_count, 2);
	assert_int_equal(strlen(answer_last(a)->relaxations[0]), 1);
	assert_int_equal(strlen(answer_last(a)->relaxations[1]), 1);
	answer_free(a);
}

static void
assumptions_are_never_given_up(void **state)
{
	struct answer *a = relaxed("(declare-const p Bool)(assert (not p))"
				   "(check-sat-assuming (p))",
		NULL, 0);

	(void)state;
	assert_int_equal(answer_last(a)->relaxation_count, 1);
	assert_string_equal(answer_last(a)->relaxations[0], "0");
	answer_free(a);
}

static void
a_problem_that_is_sat_needs_none(void **state)
{
	struct answer *a = relaxed("(assert true)", NULL, 0);

	(void)state;
	assert_int_equal(answer_last(a)->relaxation_count, 0);
	answer_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_smallest_ways_out_come_first),
		cmocka_unit_test(groups_are_given_up_as_a_whole),
		cmocka_unit_test(assumptions_are_never_given_up),
		cmocka_unit_test(a_problem_that_is_sat_needs_none),
	};

	return cmocka_run_group_tests(tests, solved_begin, NULL);
}
