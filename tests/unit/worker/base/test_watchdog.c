#include "unit/unit.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "worker/base/context.h"
#include "worker/base/watchdog.h"

/* Nobody waits so long for an interrupt, on the busiest machine. */
enum { IN_THE_END_MS = 60000 };

/* Sums of three cubes: libz3 searches for hours. */
static const char hard[] =
	"(declare-const x Int)(declare-const y Int)(declare-const z Int)"
	"(assert (= (+ (* x x x) (* y y y) (* z z z)) 33))";

static int64_t
solve_hard_ms(Z3_context c)
{
	int64_t begin_ms = clock_now_ms();
	Z3_solver solver = Z3_mk_simple_solver(c);
	Z3_ast_vector terms;

	Z3_solver_inc_ref(c, solver);
	terms = Z3_parse_smtlib2_string(c, hard, 0, NULL, NULL, 0, NULL, NULL);
	Z3_ast_vector_inc_ref(c, terms);
	Z3_solver_assert(c, solver, Z3_ast_vector_get(c, terms, 0));
	/* What libz3 says to an interrupt is checked_solver.c's concern. */
	(void)Z3_solver_check(c, solver);
	return clock_now_ms() - begin_ms;
}

/* One thread for the whole program: the tests share its deadline. */
static int
start(void **state)
{
	(void)state;
	watchdog_start();
	watchdog_begin(clock_now_us() + 600000000);
	return 0;
}

/*
 * A process in whose main thread nothing listens, guarded, with so much time:
 * what it exits with, and when. Its input ends at once if `ends`.
 */
static int
guarded_exit(int64_t time_us, bool ends, int64_t *took_ms)
{
	int64_t begin_ms = clock_now_ms();
	int in[2];
	int status;
	pid_t pid;

	assert_int_equal(pipe(in), 0);
	pid = fork();
	if (pid == 0) {
		(void)close(in[1]);
		watchdog_start();
		watchdog_guard(in[0]);
		watchdog_begin(clock_now_us() + time_us);
		(void)poll(NULL, 0, 2 * IN_THE_END_MS);
		_exit(0);
	}
	(void)close(in[0]);
	if (ends)
		(void)close(in[1]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (!ends)
		(void)close(in[1]);
	*took_ms = clock_now_ms() - begin_ms;
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* Forks, so it comes before there is a thread. */
TEST(one_that_nobody_watches_ends_when_it_is_late_or_its_input_ends)
{
	int64_t took_ms;

	assert_int_equal(guarded_exit(100000, false, &took_ms), EXIT_LATE);
	assert_in_range(took_ms, 2100, IN_THE_END_MS);
	assert_int_equal(
		guarded_exit(INT64_MAX / 2, true, &took_ms), EXIT_LATE);
	assert_in_range(took_ms, 0, IN_THE_END_MS);
}

TEST(a_budget_interrupts_before_the_deadline)
{
	Z3_context c = context_new();

	watchdog_watch(c);
	watchdog_budget(clock_now_us() + 100000);
	assert_in_range(solve_hard_ms(c), 50, IN_THE_END_MS);
	watchdog_budget(0);
	assert_false(watchdog_is_over());
	watchdog_watch(NULL);
}

TEST(so_does_what_a_phase_may_spend)
{
	Z3_context c = context_new();

	watchdog_watch(c);
	watchdog_spend(clock_spent_us() + 100000);
	assert_in_range(solve_hard_ms(c), 50, IN_THE_END_MS);
	watchdog_spend(0);
	assert_false(watchdog_is_over());
	watchdog_watch(NULL);
}

TEST(the_deadline_interrupts_what_runs)
{
	Z3_context c = context_new();

	watchdog_begin(clock_now_us() + 300000);
	watchdog_watch(c);
	(void)solve_hard_ms(c);
	assert_true(watchdog_is_over());
	assert_true(watchdog_left_us() <= 0);
	watchdog_watch(NULL);
}

TEST(after_the_deadline_everything_is_interrupted_again)
{
	Z3_context c = context_new();

	watchdog_watch(c);
	assert_in_range(solve_hard_ms(c), 0, IN_THE_END_MS);
	watchdog_watch(NULL);
}

TEST(a_rest_ends_the_interrupts_until_the_next_job)
{
	Z3_context c = context_new();
	unsigned interrupts;

	watchdog_rest();
	interrupts = watchdog_interrupts();
	(void)poll(NULL, 0, 50);
	assert_int_equal(watchdog_interrupts(), interrupts);
	watchdog_begin(clock_now_us() + 100000);
	watchdog_watch(c);
	assert_in_range(solve_hard_ms(c), 50, IN_THE_END_MS);
	assert_true(watchdog_is_over());
	watchdog_watch(NULL);
}

TEST_GROUP(start, NULL)
