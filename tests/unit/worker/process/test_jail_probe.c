#include "unit/unit.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/answer.h"
#include "wire/fork_request.h"
#include "worker/base/answer_stream.h"
#include "worker/process/jail.h"

enum { MEMORY_MB = 512 };

/* What it said, the caller's; NULL when it was killed by the jail. */
static char *
attempt(const char *name, bool is_jailed)
{
	pid_t parent = getpid();
	int ends[2];
	char bytes[1000] = "";
	size_t used;
	struct answer_stream out;
	struct frame f;
	struct reader r;
	int status;
	pid_t child;

	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	child = fork();
	if (child == 0) {
		if (is_jailed)
			jail_enter(parent, MEMORY_MB);
		answer_stream_open(&out, ends[1]);
		jail_probe_try(&out, name, strlen(name));
		_exit(0);
	}
	(void)close(ends[1]);
	used = (size_t)read(ends[0], bytes, sizeof(bytes));
	(void)close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	if (WIFSIGNALED(status)) {
		assert_int_equal(WTERMSIG(status), SIGSYS);
		return NULL;
	}
	if (frame_find(bytes, used, sizeof(bytes), &f, &used) != FRAME_WHOLE)
		return text_copy("");
	reader_init(&r, f.payload, f.size);
	return get_text(&r);
}

TEST(without_a_jail_every_way_gets_out)
{
	for (const struct jail_probes *e = escapes; e->name != NULL; e++) {
		DROP(text) char *said = attempt(e->name, false);

		if (said == NULL || strcmp(said, ESCAPE_GOT_OUT) != 0)
			fail_msg("%s: %s", e->name, said);
	}
}

TEST(in_the_jail_no_way_gets_out)
{
	if (!jail_is_whole())
		return;
	for (const struct jail_probes *e = escapes; e->name != NULL; e++) {
		DROP(text) char *said = attempt(e->name, true);

		if (said != NULL && strcmp(said, ESCAPE_GOT_OUT) == 0)
			fail_msg("%s got out", e->name);
		if (said != NULL && said[0] == '\0')
			fail_msg("%s was not tried", e->name);
	}
}

TEST(a_way_that_there_is_not_is_passed_over)
{
	DROP(text) char *said = attempt("dig_a_tunnel", false);

	assert_string_equal(said, "");
}

static int
build_filter(void **state)
{
	(void)state;
	return jail_build() ? 0 : -1;
}

TEST_GROUP(build_filter, NULL)
