/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "base/alloc.h"
#include "wire/answer.h"

static void
a_new_answer_has_said_nothing(void **state)
{
	DROP(answer) struct answer *a = answer_new();

	(void)state;
	assert_int_equal(a->outcome, OUTCOME_DONE);
	assert_int_equal(a->fault.kind, DIAGNOSTIC_NONE);
	assert_false(a->done);
	assert_null(answer_last(a));
}

static void
statuses_are_called_as_smtlib_calls_them(void **state)
{
	(void)state;
	assert_string_equal(status_name(STATUS_SAT), "sat");
	assert_string_equal(status_name(STATUS_UNSAT), "unsat");
	assert_string_equal(status_name(STATUS_UNKNOWN), "unknown");
}

static void
every_phase_has_a_name(void **state)
{
	(void)state;
	for (int phase = PHASE_WAITING; phase <= PHASE_CORE; phase++)
		assert_non_null(phase_name((enum phase)phase));
}

static void
freeing_nothing_is_fine(void **state)
{
	(void)state;
	answer_free(NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_answer_has_said_nothing),
		cmocka_unit_test(statuses_are_called_as_smtlib_calls_them),
		cmocka_unit_test(every_phase_has_a_name),
		cmocka_unit_test(freeing_nothing_is_fine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
