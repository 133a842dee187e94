/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "worker/process/jail_probe.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "worker/process/jail.h"
#include "worker/base/answer_stream.h"
#include "wire/answer.h"
#include "wire/jail_probes.h"

enum { MEMORY_MB = 512 };

/* What it said, the caller's; NULL when it was killed by the jail. */
static char *
attempt(const char *name, bool is_jailed)
{
	pid_t parent = getpid();
	int ends[2];
	char bytes[1000] = "";
	size_t used;
	struct frame f;
	struct reader r;
	int status;
	pid_t child;

	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	child = fork();
	if (child == 0) {
		if (is_jailed)
			jail_enter(parent, MEMORY_MB);
		answer_stream_open(ends[1]);
		jail_probe_try(name, strlen(name));
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

static void
without_a_jail_every_way_gets_out(void **state)
{
	(void)state;
	for (const struct jail_probes *e = escapes; e->name != NULL; e++) {
		DROP(text) char *said = attempt(e->name, false);

		if (said == NULL || strcmp(said, ESCAPE_GOT_OUT) != 0)
			fail_msg("%s: %s", e->name, said);
	}
}

static void
in_the_jail_no_way_gets_out(void **state)
{
	(void)state;
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

static void
a_way_that_there_is_not_is_passed_over(void **state)
{
	DROP(text) char *said = attempt("dig_a_tunnel", false);

	(void)state;
	assert_string_equal(said, "");
}

static int
build_filter(void **state)
{
	(void)state;
	return jail_build() ? 0 : -1;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_a_jail_every_way_gets_out),
		cmocka_unit_test(in_the_jail_no_way_gets_out),
		cmocka_unit_test(a_way_that_there_is_not_is_passed_over),
	};

	return cmocka_run_group_tests(tests, build_filter, NULL);
}
