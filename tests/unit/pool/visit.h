#ifndef TESTS_UNIT_POOL_VISIT_H
#define TESTS_UNIT_POOL_VISIT_H

/* For the tests of pool/ that need a child without a fork server. */

#include <spawn.h>
#include <sys/socket.h>

#include "base/alloc.h"
#include "pool/child.h"
#include "unit/pool/fake.h"

/* A child of this test, and all that was heard of it. */
struct visit {
	struct loop *loop;
	pid_t pid;
	struct child *child; /* NULL when it is gone */
	struct answer *answer;
	int ends; /* ANSWERED and NEVER_READ */
	int never_read;
	int lost;
	int gone;
};

static UNUSED void
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

static UNUSED void
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

static UNUSED void
begin(struct visit *v)
{
	begin_with(v, fake_worker("good"), "--job");
}

static UNUSED void
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

static UNUSED void
ask_for(struct visit *v, uint64_t owner, const char *text)
{
	struct ask a = {.kind = ASK_CHECK,
		.text = text,
		.size = strlen(text),
		.owner = owner,
		.timeout_ms = 300};

	child_ask(v->child, &a, v->answer);
}

static UNUSED void
ask(struct visit *v, const char *text)
{
	ask_for(v, 0, text);
}

#endif
