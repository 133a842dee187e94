#include "unit/unit.h"

#include "base/alloc.h"
#include "wire/answer.h"

TEST(a_new_answer_has_said_nothing)
{
	DROP(answer) struct answer *a = answer_new();

	assert_int_equal(a->outcome, OUTCOME_DONE);
	assert_int_equal(a->fault.kind, DIAGNOSTIC_NONE);
	assert_false(a->done);
	assert_null(answer_last(a));
}

TEST(statuses_are_called_as_smtlib_calls_them)
{
	assert_string_equal(status_name(STATUS_SAT), "sat");
	assert_string_equal(status_name(STATUS_UNSAT), "unsat");
	assert_string_equal(status_name(STATUS_UNKNOWN), "unknown");
}

TEST(every_phase_has_a_name)
{
	for (int phase = PHASE_WAITING; phase <= PHASE_CORE; phase++)
		assert_non_null(phase_name((enum phase)phase));
}

TEST(freeing_nothing_is_fine)
{
	answer_free(NULL);
}
