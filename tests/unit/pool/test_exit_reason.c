#include "unit/unit.h"

#include <signal.h>

#include "base/alloc.h"
#include "pool/exit_reason.h"
#include "pool/process.h"

static enum outcome
of(int code, int status)
{
	struct death death = {.code = code, .status = status};

	return exit_reason(&death);
}

TEST(calls_exit_101_out_of_memory)
{
	assert_int_equal(of(CLD_EXITED, EXIT_NO_MEMORY), OUTCOME_MEMORY);
}

TEST(guesses_by_its_size_who_was_killed_for_memory)
{
	struct death small = {CLD_KILLED, SIGKILL, 40 * 1024};
	struct death large = {CLD_KILLED, SIGKILL, 900 * 1024};

	assert_int_equal(exit_reason(&small), OUTCOME_KILLED);
	assert_int_equal(exit_reason(&large), OUTCOME_MEMORY);
}

TEST(guesses_so_of_kills_only)
{
	struct death death = {CLD_KILLED, SIGSEGV, 900 * 1024};

	assert_int_equal(exit_reason(&death), OUTCOME_CRASH);
}

TEST(calls_a_forbidden_system_call_the_jail)
{
	assert_int_equal(of(CLD_KILLED, SIGSYS), OUTCOME_JAIL);
	assert_int_equal(of(CLD_DUMPED, SIGSYS), OUTCOME_JAIL);
}

TEST(calls_the_end_of_its_cpu_time_a_timeout)
{
	assert_int_equal(of(CLD_KILLED, SIGXCPU), OUTCOME_TIMEOUT);
}

TEST(calls_an_exit_in_peace_without_the_last_word_garbled)
{
	assert_int_equal(of(CLD_EXITED, 0), OUTCOME_GARBLED);
}

TEST(takes_no_wish_of_somebody_for_a_crash)
{
	assert_int_equal(of(CLD_KILLED, SIGTERM), OUTCOME_KILLED);
	assert_int_equal(of(CLD_KILLED, SIGINT), OUTCOME_KILLED);
	assert_int_equal(of(CLD_DUMPED, SIGQUIT), OUTCOME_KILLED);
}

TEST(calls_every_other_signal_a_crash)
{
	assert_int_equal(of(CLD_KILLED, SIGSEGV), OUTCOME_CRASH);
	assert_int_equal(of(CLD_DUMPED, SIGSEGV), OUTCOME_CRASH);
	assert_int_equal(of(CLD_KILLED, SIGABRT), OUTCOME_CRASH);
	assert_int_equal(of(CLD_KILLED, SIGFPE), OUTCOME_CRASH);
}

TEST(calls_every_other_exit_code_a_crash)
{
	assert_int_equal(of(CLD_EXITED, 1), OUTCOME_CRASH);
	assert_int_equal(of(CLD_EXITED, 113), OUTCOME_CRASH);
}

TEST(takes_no_exit_code_for_a_signal_of_that_number)
{
	assert_int_equal(of(CLD_EXITED, SIGKILL), OUTCOME_CRASH);
	assert_int_equal(of(CLD_KILLED, EXIT_NO_MEMORY), OUTCOME_CRASH);
}

TEST(calls_a_death_that_nobody_saw_a_crash)
{
	assert_int_equal(of(0, 0), OUTCOME_CRASH);
}
