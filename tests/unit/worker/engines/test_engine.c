#include "unit/worker/solved.h"

#include "worker/engines/engine.h"
#include "json/json.h"

enum { LONGEST_S = 600, US = 1000000 }; /* of a job */

#define WITH_QUANTIFIERS \
	(ENGINE_BIT(ENGINE_INCREMENTAL) | ENGINE_BIT(ENGINE_STRATEGY))
#define WITH_NUMBERS (WITH_QUANTIFIERS | ENGINE_BIT(ENGINE_FINITE_DOMAIN))

/* Each is cut until `engine` gets a turn of that length; the time until then.
 */
static int64_t
spent_until(uint32_t engines, enum engine engine, int64_t needed_us)
{
	struct engine_schedule s = engine_schedule_begin(engines);
	int64_t sum_us = 0;

	while (s.engine != engine || s.spent_us < needed_us) {
		sum_us += s.spent_us;
		assert_true(engine_schedule_next(&s, true));
	}
	return sum_us + needed_us;
}

TEST(the_incremental_core_begins)
{
	struct engine_schedule s = engine_schedule_begin(ENGINES_ALL);

	assert_int_equal(s.engine, ENGINE_INCREMENTAL);
	assert_in_range(s.spent_us, 1, US);
}

TEST(every_engine_has_a_turn_before_any_has_a_second)
{
	struct engine_schedule s = engine_schedule_begin(ENGINES_ALL);
	uint32_t seen = ENGINE_BIT(s.engine);

	for (int i = 1; i < ENGINE_COUNT; i++) {
		assert_true(engine_schedule_next(&s, true));
		assert_int_equal(seen & ENGINE_BIT(s.engine), 0);
		seen |= ENGINE_BIT(s.engine);
	}
	assert_true(engine_schedule_next(&s, true));
	assert_int_equal(s.engine, ENGINE_INCREMENTAL);
}

/* So it was that a check which the core decides in a second got lost in the
 * strategy, where the first turn had not been enough. */
TEST(each_decides_in_a_small_multiple_of_its_own_time)
{
	for (int64_t needed_us = US; needed_us < (int64_t)LONGEST_S * US;
		needed_us *= 2) {
		assert_true(spent_until(WITH_QUANTIFIERS, ENGINE_STRATEGY,
				    needed_us) < 9 * needed_us);
		assert_true(spent_until(WITH_QUANTIFIERS, ENGINE_INCREMENTAL,
				    needed_us) < 5 * needed_us);
		assert_true(spent_until(ENGINES_ALL, ENGINE_FINITE_DOMAIN,
				    needed_us) < 5 * needed_us);
		assert_true(spent_until(ENGINES_ALL, ENGINE_STRATEGY,
				    needed_us) < 34 * needed_us);
	}
}

TEST(one_engine_has_all_the_time)
{
	struct engine_schedule s =
		engine_schedule_begin(ENGINE_BIT(ENGINE_STRATEGY));

	assert_int_equal(s.engine, ENGINE_STRATEGY);
	assert_int_equal(s.spent_us, 0);
	assert_false(engine_schedule_next(&s, false));
}

TEST(quantifiers_are_left_to_the_core_for_seconds)
{
	struct engine_schedule s = engine_schedule_begin(WITH_QUANTIFIERS);

	s.has_quantifiers = true;
	assert_true(engine_schedule_next(&s, true));
	assert_int_equal(s.engine, ENGINE_INCREMENTAL);
	assert_true(s.spent_us > US);
	assert_true(engine_schedule_next(&s, true));
	assert_int_equal(s.engine, ENGINE_STRATEGY);
}

TEST(who_gives_up_leaves_the_rest_to_the_others)
{
	struct engine_schedule s = engine_schedule_begin(WITH_QUANTIFIERS);

	assert_true(engine_schedule_next(&s, false));
	assert_int_equal(s.engine, ENGINE_STRATEGY);
	assert_int_equal(s.spent_us, 0);

	s = engine_schedule_begin(WITH_NUMBERS);
	assert_true(engine_schedule_next(&s, true));
	assert_int_equal(s.engine, ENGINE_FINITE_DOMAIN);
	assert_true(engine_schedule_next(&s, false));
	assert_int_equal(s.engine, ENGINE_STRATEGY);
	assert_true(engine_schedule_next(&s, false));
	assert_int_equal(s.engine, ENGINE_INCREMENTAL);
	assert_int_equal(s.spent_us, 0);
}

TEST(when_all_have_given_up_no_turn_is_left)
{
	struct engine_schedule s = engine_schedule_begin(ENGINES_ALL);

	for (int i = 1; i < ENGINE_COUNT; i++)
		assert_true(engine_schedule_next(&s, false));
	assert_false(engine_schedule_next(&s, false));
}

SOLVED_TEST(
	counters_are_one_json_object, "(declare-const x Int)(assert (> x 3))")
{
	const char *text = answer_last(a)->statistics;
	struct json_object *counters = NULL;
	struct err e;

	assert_non_null(text);
	assert_true(json_parse(text, strlen(text), &counters, &e));
	assert_int_equal(json_kind(counters), JSON_OBJECT);
	assert_non_null(json_get(counters, "rlimit count"));
	json_free(counters);
}

/* The greatest of two irrational numbers: libz3 4.8.12 says unsat. */
SOLVED_TEST(what_only_an_irrational_number_satisfies_is_not_denied,
	"(declare-const x Real)(assert (= (* x x) 2.0))"
	"(assert (forall ((y Real)) (=> (= (* y y) 2.0) (<= y x))))")
{
	assert_int_not_equal(answer_last(a)->status, STATUS_UNSAT);
}

TEST_GROUP(solved_begin, NULL)
