#include "unit/pool/asker.h"

#include <glob.h>
#include <limits.h>
#include <sys/stat.h>

#include "base/alloc.h"

/* The real worker, with a script in the place of another solver: its conduct is
 * in tests/talk/confirm.talk, its life here. */

static char script[PATH_MAX];

static void
begin_with(const char *lines)
{
	static char worker[PATH_MAX];
	const char *build = getenv("B");
	struct pool_options options = {.worker_path = worker,
		.workers = 1,
		.memory_mb = 256,
		.confirm_with = script};
	FILE *file;

	(void)snprintf(worker, sizeof(worker), "%s/satchel-worker",
		build != NULL ? build : "build");
	(void)snprintf(
		script, sizeof(script), "/tmp/second-solver.%d", (int)getpid());
	file = fopen(script, "we");
	assert_non_null(file);
	assert_true(fprintf(file, "#!/bin/sh\n%s\n", lines) > 0);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(script, 0755), 0);
	memset(&asker, 0, sizeof(asker));
	asker.loop = loop_new();
	asker.pool = pool_new(asker.loop, &options);
}

static struct job *
ask_second(const char *text, uint32_t timeout_ms)
{
	const struct ask a = {.kind = ASK_CONFIRM,
		.text = text,
		.size = strlen(text),
		.timeout_ms = timeout_ms};
	struct err e = {0};

	return pool_ask(asker.pool, &a, QUEUE_SOLVE, on_answer, &asker, &e);
}

/* Whether a process has the script as its second word, after the shell. */
static bool
script_runs(void)
{
	static const char pattern[] = "/proc/[0-9]*/cmdline";
	bool runs = false;
	glob_t found;

	assert_int_equal(glob(pattern, 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		char words[PATH_MAX] = "";
		FILE *file = fopen(found.gl_pathv[i], "re");

		if (file == NULL)
			continue; /* it has gone since */
		(void)!fread(words, 1, sizeof(words) - 1, file);
		(void)fclose(file);
		runs |= strcmp(words, "/bin/sh") == 0 &&
			strcmp(words + sizeof("/bin/sh"), script) == 0;
	}
	globfree(&found);
	return runs;
}

static void
await_script(bool runs)
{
	int64_t until_ms = clock_now_ms() + FAKE_PATIENCE_MS;

	while (script_runs() != runs) {
		assert_true(clock_now_ms() < until_ms);
		(void)loop_turn(asker.loop, 20);
	}
}

static int
end_all(void **state)
{
	(void)unlink(script);
	return end(state);
}

TEST_WITH(a_text_longer_than_a_pipe_is_written_while_the_answer_is_read, NULL,
	end_all)
{
	DROP(buf) struct buf text;

	buf_init(&text, 4 * MIB);
	while (text.size < 2 * MIB)
		buf_add_text(&text, "(assert true)\n");
	begin_with("while read line; do last=$line; done; echo unsat");
	assert_non_null(ask_second(text.data, LONG_MS));
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_DONE);
	assert_int_equal(answer_last(asker.last[0])->status, STATUS_UNSAT);
}

TEST_WITH(an_answer_before_the_text_was_read_counts, NULL, end_all)
{
	DROP(buf) struct buf text;

	buf_init(&text, 4 * MIB);
	while (text.size < 2 * MIB)
		buf_add_text(&text, "(assert true)\n");
	begin_with("echo sat");
	assert_non_null(ask_second(text.data, LONG_MS));
	await(1);
	assert_int_equal(answer_last(asker.last[0])->status, STATUS_SAT);
}

TEST_WITH(it_is_gone_when_it_is_late_or_has_answered, NULL, end_all)
{
	begin_with("while :; do :; done");
	assert_non_null(ask_second("(check-sat)", 300));
	await(1);
	/* On a busy machine the pool may be the first to see that. */
	if (asker.last[0]->outcome != OUTCOME_TIMEOUT)
		assert_string_equal(answer_last(asker.last[0])->reason, "late");
	await_script(false);
	(void)end(NULL);
	begin_with("echo sat; while :; do :; done");
	assert_non_null(ask_second("(check-sat)", LONG_MS));
	await(1);
	assert_false(script_runs());
}

TEST_WITH(
	it_dies_with_the_job_that_is_cancelled_and_with_the_pool, NULL, end_all)
{
	struct job *j;

	begin_with("while :; do :; done");
	j = ask_second("(check-sat)", LONG_MS);
	assert_non_null(j);
	await_script(true);
	pool_cancel(j);
	await_script(false);
	assert_non_null(ask_second("(check-sat)", LONG_MS));
	await_script(true);
	pool_free(TAKE(asker.pool));
	await_script(false);
}

TEST_WITH(it_counts_as_one_of_the_workers, NULL, end_all)
{
	begin_with("while :; do :; done");
	assert_true(pool_has_idle_slot(asker.pool));
	assert_non_null(ask_second("(check-sat)", LONG_MS));
	assert_false(pool_has_idle_slot(asker.pool));
	assert_non_null(ask_second("(check-sat)", 200));
	await(1); /* the second, which had no turn */
	assert_int_equal(asker.last[0]->outcome, OUTCOME_TIMEOUT);
	assert_null(answer_last(asker.last[0]));
}

TEST_WITH(without_a_worker_program_the_job_says_so, NULL, end_all)
{
	struct pool_options options = {.worker_path = "/no/such/worker",
		.workers = 1,
		.memory_mb = 64};

	memset(&asker, 0, sizeof(asker));
	asker.loop = loop_new();
	asker.pool = pool_new(asker.loop, &options);
	assert_non_null(ask_second("(check-sat)", LONG_MS));
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_NO_WORKER);
}
