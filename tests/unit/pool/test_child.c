#include "unit/unit.h"

#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "pool/child.h"
#include "unit/pool/fake.h"

/* For the tests of pool/ that need a child without a fork server. */

/* A child of this test, and all that was heard of it. */
struct visit {
	struct loop *loop;
	pid_t pid;
	struct child *child; /* NULL when it is gone */
	struct ask ask;	     /* lent to it */
	struct answer *answer;
	int ends; /* ANSWERED and NEVER_READ */
	int never_read;
	int lost;
	int gone;
};

static void
on_event(struct child *c, enum child_event event, void *argument)
{
	struct visit *v = argument;

	v->ends += event == CHILD_ANSWERED || event == CHILD_NEVER_READ;
	v->never_read += event == CHILD_NEVER_READ;
	v->lost += event == CHILD_LOST;
	v->gone += event == CHILD_GONE;
	if (event == CHILD_GONE) {
		child_free(c);
		v->child = NULL;
	}
}

static void
begin_with(struct visit *v, const char *program, const char *argument)
{
	char *const arguments[] = {
		text_copy(program), text_copy(argument), NULL};
	posix_spawn_file_actions_t files;
	int pair[2];

	*v = (struct visit){.loop = loop_new(), .answer = answer_new()};
	assert_int_equal(
		socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
	assert_int_equal(posix_spawn_file_actions_init(&files), 0);
	(void)posix_spawn_file_actions_adddup2(&files, pair[1], 0);
	(void)posix_spawn_file_actions_adddup2(&files, pair[1], 1);
	assert_int_equal(
		posix_spawn(&v->pid, program, &files, NULL, arguments, environ),
		0);
	(void)posix_spawn_file_actions_destroy(&files);
	(void)close(pair[1]);
	free(arguments[0]);
	free(arguments[1]);
	v->child = child_new(v->loop, v->pid, pair[0], on_event, v);
	assert_non_null(v->child);
}

static void
begin(struct visit *v)
{
	begin_with(v, fake_worker("good"), "--job");
}

static void
end(struct visit *v)
{
	if (v->child != NULL) {
		child_kill(v->child);
		turn_until(v->loop, &v->gone, 1);
	}
	assert_int_equal(v->gone, 1);
	assert_false(has_children());
	answer_free(v->answer);
	loop_free(v->loop);
}

/* A test with a visit v of its own. */
#define VISIT_TEST(sentence) \
	static void sentence##_at(struct visit *v); \
	TEST(sentence) \
	{ \
		struct visit v; \
		begin(&v); \
		sentence##_at(&v); \
		end(&v); \
	} \
	static void sentence##_at(struct visit *v)

static void
ask_for(struct visit *v, uint64_t owner, const char *text)
{
	v->ask = (struct ask){.kind = ASK_SOLVE,
		.text = text,
		.size = strlen(text),
		.owner = owner,
		.timeout_ms = 300};
	child_ask(v->child, &v->ask, v->answer);
}

static void
ask(struct visit *v, const char *text)
{
	ask_for(v, 0, text);
}

VISIT_TEST(waits_without_news)
{
	assert_true(child_is_idle(v->child));
	(void)loop_turn(v->loop, 50);
	assert_true(child_is_idle(v->child));
	assert_int_equal(v->ends + v->lost + v->gone, 0);
}

VISIT_TEST(hands_over_the_ask_and_collects_the_answer)
{
	ask(v, "done and more");
	assert_true(child_is_busy(v->child));
	turn_until(v->loop, &v->ends, 1);
	assert_int_equal(v->answer->outcome, OUTCOME_DONE);
	assert_true(v->answer->done);
	assert_int_equal(v->answer->checks.count, 1);
	assert_int_equal(v->answer->checks.at[0].status, STATUS_SAT);
	assert_string_equal(v->answer->output.text, "300 ms: done and more");
	assert_string_equal(v->answer->z3_version, "4.8.12");
}

VISIT_TEST(lets_it_go_by_itself_when_it_is_done)
{
	ask(v, "done");
	turn_until(v->loop, &v->ends, 1);
	if (v->child != NULL)
		assert_false(
			child_is_idle(v->child) || child_is_busy(v->child));
	turn_until(v->loop, &v->gone, 1);
}

VISIT_TEST(asks_one_that_stays_again)
{
	ask_for(v, 7, "stay one");
	turn_until(v->loop, &v->ends, 1);
	assert_int_equal(v->answer->outcome, OUTCOME_DONE);
	assert_true(child_is_idle(v->child));
	assert_int_equal(child_owner(v->child), 7);
	answer_free(v->answer);
	v->answer = answer_new();
	ask_for(v, 7, "done two");
	turn_until(v->loop, &v->ends, 2);
	assert_string_equal(v->answer->output.text, "300 ms: done two");
	turn_until(v->loop, &v->gone, 1);
	assert_int_equal(v->lost, 0);
}

VISIT_TEST(is_lost_when_it_is_killed_while_it_stays)
{
	ask_for(v, 7, "stay");
	turn_until(v->loop, &v->ends, 1);
	assert_int_equal(kill(v->pid, SIGKILL), 0);
	turn_until(v->loop, &v->gone, 1);
	assert_int_equal(v->lost, 1);
	assert_int_equal(v->ends, 1);
}

TEST(ends_one_that_stays_for_too_long)
{
	int before_ms = child_stay_ms;
	struct visit v;

	begin(&v);
	child_stay_ms = 50;
	ask_for(&v, 7, "stay");
	turn_until(v.loop, &v.ends, 1);
	assert_true(child_is_idle(v.child));
	turn_until(v.loop, &v.gone, 1);
	assert_int_equal(v.lost, 0);
	end(&v);
	child_stay_ms = before_ms;
}

/* It would go on to whoever comes next. */
VISIT_TEST(believes_nothing_of_one_that_stays_unasked)
{
	ask(v, "stay");
	turn_until(v->loop, &v->ends, 1);
	assert_int_equal(v->answer->outcome, OUTCOME_GARBLED);
	turn_until(v->loop, &v->gone, 1);
}

VISIT_TEST(kills_one_that_is_done_and_does_not_go)
{
	ask(v, "done-then-stay");
	turn_until(v->loop, &v->ends, 1);
	assert_int_equal(v->answer->outcome, OUTCOME_DONE);
	turn_until(v->loop, &v->gone, 1);
}

TEST(sends_an_ask_larger_than_any_socket_buffer)
{
	char *text = text_format("done %*d", LIMIT_MODEL / 2 - 5, 0);
	struct visit v;

	begin(&v);
	ask(&v, text);
	turn_until(v.loop, &v.ends, 1);
	assert_int_equal(v.answer->outcome, OUTCOME_DONE);
	assert_int_equal(strlen(v.answer->output.text),
		strlen("300 ms: ") + LIMIT_MODEL / 2);
	free(text);
	end(&v);
}

TEST(keeps_what_has_arrived_of_one_that_is_killed)
{
	int64_t until_ms;
	struct visit v;

	begin(&v);
	ask(&v, "partial");
	until_ms = clock_now_ms() + FAKE_PATIENCE_MS;
	while (v.answer->phase != PHASE_MODEL) {
		assert_true(clock_now_ms() < until_ms);
		(void)loop_turn(v.loop, 1000);
	}
	assert_int_equal(v.ends, 0);
	child_kill(v.child);
	turn_until(v.loop, &v.gone, 1);
	assert_int_equal(v.ends, 0);
	assert_int_equal(v.answer->checks.count, 1);
	assert_false(v.answer->done);
	end(&v);
}

TEST(tells_how_the_job_ended_whatever_the_child_does)
{
	static const struct {
		const char *does;
		enum outcome outcome;
	} cases[] = {
		{"done-then-crash", OUTCOME_DONE}, /* the answer stands */
		{"signal 11", OUTCOME_CRASH},
		{"signal 6", OUTCOME_CRASH},
		{"signal 31", OUTCOME_JAIL},
		{"signal 9", OUTCOME_KILLED}, /* that was not ours */
		{"exit 101", OUTCOME_MEMORY},
		{"exit 113", OUTCOME_CRASH},
		{"exit 0", OUTCOME_GARBLED},
		{"garbled", OUTCOME_GARBLED},
		{"text", OUTCOME_GARBLED},
		{"hang-up", OUTCOME_GARBLED},
		{"huge", OUTCOME_TOO_LARGE},
		{"huge-frame", OUTCOME_TOO_LARGE},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct visit v;

		begin(&v);
		ask(&v, cases[i].does);
		turn_until(v.loop, &v.gone, 1);
		if (v.answer->outcome != cases[i].outcome)
			fail_msg("%s: outcome %d", cases[i].does,
				(int)v.answer->outcome);
		if (v.ends != 1 || v.never_read != 0 || v.lost != 0)
			fail_msg("%s: other event", cases[i].does);
		end(&v);
	}
}

VISIT_TEST(is_lost_when_it_is_killed_while_it_waits)
{
	assert_int_equal(kill(v->pid, SIGKILL), 0);
	turn_until(v->loop, &v->gone, 1);
	assert_int_equal(v->lost, 1);
	assert_int_equal(v->ends, 0);
}

TEST(is_lost_when_it_talks_before_it_is_asked)
{
	struct visit v;

	begin_with(&v, "/bin/echo", "hello");
	turn_until(v.loop, &v.gone, 1);
	assert_int_equal(v.lost, 1);
	assert_int_equal(v.ends, 0);
	end(&v);
}

/* Dead, and nobody has been told: the write meets a closed socket. */
TEST(says_that_one_dead_already_never_read)
{
	struct visit v;
	siginfo_t info;

	begin(&v);
	assert_int_equal(kill(v.pid, SIGKILL), 0);
	assert_int_equal(
		waitid(P_PID, (id_t)v.pid, &info, WEXITED | WNOWAIT), 0);
	ask(&v, "done");
	assert_int_equal(v.ends, 0);
	turn_until(v.loop, &v.gone, 1);
	assert_int_equal(v.ends, 1);
	assert_int_equal(v.never_read, 1);
	end(&v);
}

/* It lived when it was written to, and the ask lies unread in its
 * socket. */
VISIT_TEST(says_that_one_dead_too_soon_never_read)
{
	assert_int_equal(kill(v->pid, SIGSTOP), 0);
	ask(v, "done");
	assert_int_equal(kill(v->pid, SIGKILL), 0);
	turn_until(v->loop, &v->gone, 1);
	assert_int_equal(v->ends, 1);
	assert_int_equal(v->never_read, 1);
}

TEST(leaves_no_descriptor_behind)
{
	int before = count_descriptors();
	struct visit v;

	begin(&v);
	ask(&v, "done");
	turn_until(v.loop, &v.gone, 1);
	assert_int_equal(count_descriptors(), before);
	end(&v);
}

TEST(leaves_nothing_behind_without_a_descriptor)
{
	struct rlimit before;
	struct rlimit none;
	struct child *c;
	struct loop *l = loop_new();
	int fd = dup(0);
	pid_t pid = fork_sleeper();

	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	none = before;
	none.rlim_cur = 0;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	c = child_new(l, pid, fd, on_event, NULL);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
	assert_null(c);
	assert_int_equal(close(fd), -1);
	assert_false(has_children());
	loop_free(l);
}
