#include "unit/unit.h"

#include "base/alloc.h"
#include "pool/forkserver.h"
#include "unit/pool/fake.h"

/* A fork server, and all that was heard of it. */
struct home {
	struct loop *loop;
	struct forkserver *forkserver;
	int up;
	int children;
	pid_t pids[CHILDREN_MAX];
	int fds[CHILDREN_MAX];
	int failures;
	int ends;
	char *why; /* of the last failure or end */
};

static void
on_event(const struct forkserver_event *event, void *argument)
{
	struct home *h = argument;

	h->up += event->kind == FORKSERVER_IS_UP;
	h->failures += event->kind == FORKSERVER_CANNOT;
	h->ends += event->kind == FORKSERVER_HAS_ENDED;
	if (event->kind == FORKSERVER_CANNOT ||
		event->kind == FORKSERVER_HAS_ENDED) {
		free(h->why);
		h->why = text_copy(event->why);
	}
	if (event->kind == FORKSERVER_FORKED) {
		assert_true(h->children < CHILDREN_MAX);
		h->pids[h->children] = event->pid;
		h->fds[h->children++] = event->fd;
	}
}

static void
begin(struct home *h, const char *behaviour, int timeout_ms)
{
	struct forkserver_options options = {
		.worker_path = fake_worker(behaviour),
		.memory_mb = 64,
		.timeout_ms = timeout_ms,
	};
	struct err e = {0};

	*h = (struct home){.loop = loop_new()};
	h->forkserver = forkserver_new(h->loop, &options, on_event, h);
	assert_true(forkserver_get_state(h->forkserver).is_absent);
	if (!forkserver_start(h->forkserver, &e))
		fail_msg("%s", e.text);
	assert_false(forkserver_get_state(h->forkserver).is_absent);
	assert_false(forkserver_get_state(h->forkserver).is_up);
}

/* Its children have groups of their own and are whoever's they were given. */
static void
end(struct home *h)
{
	siginfo_t info;

	forkserver_free(h->forkserver, clock_now_ms() + FAKE_PATIENCE_MS);
	for (int i = 0; i < h->children; i++) {
		(void)kill(h->pids[i], SIGKILL);
		assert_int_equal(
			waitid(P_PID, (id_t)h->pids[i], &info, WEXITED), 0);
		(void)close(h->fds[i]);
	}
	assert_false(has_children());
	free(h->why);
	loop_free(h->loop);
}

/* A test with a home h of such a fork server. */
#define HOME_TEST(sentence, behaviour, timeout_ms) \
	static void sentence##_at(struct home *h); \
	TEST(sentence) \
	{ \
		struct home h; \
		begin(&h, behaviour, timeout_ms); \
		sentence##_at(&h); \
		end(&h); \
	} \
	static void sentence##_at(struct home *h)

static void
assert_ends_because(const char *behaviour, const char *why)
{
	struct home h;

	begin(&h, behaviour, FAKE_PATIENCE_MS);
	turn_until(h.loop, &h.ends, 1);
	assert_true(forkserver_get_state(h.forkserver).is_absent);
	assert_int_equal(h.up, 0);
	if (why == NULL)
		assert_null(h.why);
	else
		assert_string_equal(h.why, why);
	end(&h);
}

HOME_TEST(comes_up_and_tells_what_it_is, "good", FAKE_PATIENCE_MS)
{
	assert_null(forkserver_get_state(h->forkserver).z3_version);
	assert_true(forkserver_get_state(h->forkserver).has_seccomp);
	turn_until(h->loop, &h->up, 1);
	assert_true(forkserver_get_state(h->forkserver).is_up);
	assert_string_equal(
		forkserver_get_state(h->forkserver).z3_version, "4.8.12");
	assert_true(forkserver_get_state(h->forkserver).has_seccomp);
}

HOME_TEST(tells_that_it_has_no_seccomp, "no-seccomp", FAKE_PATIENCE_MS)
{
	turn_until(h->loop, &h->up, 1);
	assert_false(forkserver_get_state(h->forkserver).has_seccomp);
}

HOME_TEST(forks_what_is_ordered, "good", FAKE_PATIENCE_MS)
{
	turn_until(h->loop, &h->up, 1);
	forkserver_order(h->forkserver, 3);
	assert_int_equal(forkserver_get_state(h->forkserver).ordered, 3);
	turn_until(h->loop, &h->children, 3);
	assert_int_equal(forkserver_get_state(h->forkserver).ordered, 0);
}

HOME_TEST(gives_each_child_a_process_group_of_its_own, "good", FAKE_PATIENCE_MS)
{
	turn_until(h->loop, &h->up, 1);
	forkserver_order(h->forkserver, 2);
	turn_until(h->loop, &h->children, 2);
	assert_int_equal(getpgid(h->pids[0]), h->pids[0]);
	assert_int_equal(getpgid(h->pids[1]), h->pids[1]);
}

HOME_TEST(tells_of_a_fork_that_failed, "fork-fails", FAKE_PATIENCE_MS)
{
	turn_until(h->loop, &h->up, 1);
	forkserver_order(h->forkserver, 1);
	turn_until(h->loop, &h->failures, 1);
	assert_string_equal(h->why, "fork: no room");
	assert_int_equal(forkserver_get_state(h->forkserver).ordered, 0);
	assert_true(forkserver_get_state(h->forkserver).is_up);
}

TEST(ends_with_the_version_that_does_not_fit)
{
	assert_ends_because("other-version",
		"libz3 is version 4.8.12 but the worker was built for another "
		"one");
}

TEST(ends_with_the_library_that_is_missing)
{
	assert_ends_because("not-loadable",
		"libz3 could not be loaded, or another library that the worker "
		"needs");
}

TEST(ends_with_what_it_says_it_cannot)
{
	assert_ends_because(
		"start-fails", "the worker cannot come up: no context");
}

TEST(ends_without_a_reason_when_it_just_dies)
{
	assert_ends_because("exit-at-start", NULL);
}

HOME_TEST(ends_when_it_does_not_come_up_in_time, "no-hello", 50)
{
	turn_until(h->loop, &h->ends, 1);
	assert_string_equal(h->why, "the worker did not come up within 50 ms");
}

HOME_TEST(ends_when_it_does_not_fork_in_time, "no-reply", 200)
{
	turn_until(h->loop, &h->up, 1);
	forkserver_order(h->forkserver, 1);
	turn_until(h->loop, &h->ends, 1);
	assert_null(h->why);
	assert_int_equal(forkserver_get_state(h->forkserver).ordered, 0);
}

HOME_TEST(waits_as_long_as_nothing_is_ordered, "good", 200)
{
	turn_until(h->loop, &h->up, 1);
	(void)loop_turn(h->loop, 300);
	assert_int_equal(h->ends, 0);
	forkserver_order(h->forkserver, 1);
	turn_until(h->loop, &h->children, 1);
	(void)loop_turn(h->loop, 300);
	assert_int_equal(h->ends, 0);
}

HOME_TEST(ends_when_it_says_hello_twice, "two-hellos", FAKE_PATIENCE_MS)
{
	turn_until(h->loop, &h->ends, 1);
	assert_int_equal(h->up, 1);
	assert_null(h->why);
}

TEST(may_be_started_again_after_its_end)
{
	struct err e;
	struct home h;

	begin(&h, "exit-after-hello", FAKE_PATIENCE_MS);
	turn_until(h.loop, &h.ends, 1);
	assert_true(forkserver_start(h.forkserver, &e));
	turn_until(h.loop, &h.ends, 2);
	assert_int_equal(h.up, 2);
	end(&h);
}

HOME_TEST(hands_over_the_child_that_it_forked_before_it_died, "exit-after-fork",
	FAKE_PATIENCE_MS)
{
	turn_until(h->loop, &h->up, 1);
	forkserver_order(h->forkserver, 1);
	turn_until(h->loop, &h->ends, 1);
	assert_int_equal(h->children, 1);
	assert_int_equal(kill(h->pids[0], 0), 0);
}

HOME_TEST(kills_a_child_that_it_did_not_hand_over, "exit-before-reply",
	FAKE_PATIENCE_MS)
{
	turn_until(h->loop, &h->up, 1);
	forkserver_order(h->forkserver, 1);
	turn_until(h->loop, &h->ends, 1);
	assert_int_equal(h->children, 0);
	assert_false(has_children());
}

TEST(leaves_no_descriptor_behind)
{
	int before = count_descriptors();
	struct home h;

	begin(&h, "exit-after-hello", FAKE_PATIENCE_MS);
	turn_until(h.loop, &h.ends, 1);
	assert_int_equal(count_descriptors(), before);
	end(&h);
}

TEST(can_be_freed_while_it_starts)
{
	int before = count_descriptors();
	struct home h;

	begin(&h, "no-hello", FAKE_PATIENCE_MS);
	end(&h);
	assert_int_equal(count_descriptors(), before);
}

TEST(stays_absent_when_there_is_no_program)
{
	struct forkserver_options options = {
		.memory_mb = 64, .timeout_ms = 100};
	struct loop *l = loop_new();
	struct forkserver *n = forkserver_new(l, &options, on_event, NULL);
	struct err e = {0};

	assert_false(forkserver_start(n, &e));
	assert_string_equal(e.text, "the worker program was not found");
	assert_true(forkserver_get_state(n).is_absent);
	forkserver_free(n, 0);
	loop_free(l);
}
