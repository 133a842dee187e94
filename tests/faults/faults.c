/*
 * Every edit of the store, broken at every change that it makes to a file. A
 * process of its own makes the edit until the disk fails or the process, or
 * the machine, is gone; then the database must be as it was before, or as it
 * is after the edit; and after it, if the edit was acknowledged.
 */

/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "faults/vfs.h"
#include "model/items/edit.h"
#include "model/items/model.h"
#include "store/db/format.h"
#include "store/db/sql.h"
#include "store/revisions/revisions.h"
#include "store/runs/runs.h"
#include "store/sessions/sessions.h"
#include "unit/store/scratch.h"
#include "json/json.h"

/* --- the changes that are broken, each on the session "a" ----------------- */

typedef bool act_run(struct store *s, struct err *e);

static const struct revision_reason act_reason = {"edit_model", "an edit"};

static bool
find(struct store *s, struct session_info *info, struct err *e)
{
	return sessions_find(s, "a", info, e);
}

static bool
edit(struct store *s, const struct edit *edits, size_t count, struct err *e)
{
	DROP(model) struct model *base = NULL;
	DROP(model) struct model *candidate = NULL;
	struct session_info info;
	struct edit_done done;

	if (!find(s, &info, e))
		return false;
	base = revisions_load(s, info.id, REVISION_LAST, e);
	if (base == NULL)
		return false;
	candidate = model_copy(base);
	for (size_t i = 0; i < count; i++) {
		if (!model_apply(candidate, &edits[i], &done, e))
			return false;
	}
	return revisions_commit(s, info.id, base, candidate, &act_reason, e);
}

static bool
act_create(struct store *s, struct err *e)
{
	const struct session_start start = {
		.name = "new", .description = "what for"};
	struct session_info info;

	return sessions_create(s, &start, &info, e);
}

/* An edit that makes its session. */
static bool
act_first_edit(struct store *s, struct err *e)
{
	DROP(model) struct model *candidate = model_new();
	struct session_info info;

	model_insert(candidate, 0, item_new("(assert true)", NULL, NULL));
	return revisions_begin(s, "new", candidate, &act_reason, &info, e);
}

static bool
act_branch(struct store *s, struct err *e)
{
	const struct session_start start = {.name = "new",
		.copy_of = "a",
		.has_revision = true,
		.revision = 2};
	struct session_info info;

	return sessions_create(s, &start, &info, e);
}

static bool
act_describe(struct store *s, struct err *e)
{
	struct session_info info;

	return find(s, &info, e) &&
	       sessions_describe(s, info.id, "another word", e);
}

static bool
act_add(struct store *s, struct err *e)
{
	const struct edit edits[] = {{.op = EDIT_ADD,
		.content = "(declare-const new Int)",
		.name = "new",
		.note = "a note"}};

	return edit(s, edits, 1, e);
}

static bool
act_replace(struct store *s, struct err *e)
{
	const struct edit edits[] = {{.op = EDIT_REPLACE,
		.has_index = true,
		.index = 1,
		.content = "(assert true)"}};

	return edit(s, edits, 1, e);
}

static bool
act_delete(struct store *s, struct err *e)
{
	const struct edit edits[] = {
		{.op = EDIT_DELETE, .has_index = true, .index = 0}};

	return edit(s, edits, 1, e);
}

static bool
act_clear(struct store *s, struct err *e)
{
	const struct edit edits[] = {{.op = EDIT_CLEAR}};

	return edit(s, edits, 1, e);
}

/* More than the cache of pages holds, so that some are written before the
 * commit. */
static bool
act_edit_much(struct store *s, struct err *e)
{
	enum { MUCH = 24, SIZE = 60000 };
	struct edit edits[MUCH];
	char *content = mem_new(SIZE);
	bool done;

	memset(content, 'x', SIZE - 1);
	for (size_t i = 0; i < MUCH; i++)
		edits[i] = (struct edit){.op = EDIT_ADD,
			.has_index = true,
			.index = i % 2,
			.content = content};
	done = edit(s, edits, MUCH, e);
	free(content);
	return done;
}

static bool
act_remove_session(struct store *s, struct err *e)
{
	struct session_info info;
	bool scrubbed;

	return find(s, &info, e) && sessions_delete(s, info.id, &scrubbed, e);
}

static bool
act_keep_run(struct store *s, struct err *e)
{
	const struct run kept = {.revision = 2, .plain = true, .status = "sat"};
	struct session_info info;
	int64_t id;

	return find(s, &info, e) && runs_add(s, info.id, &kept, &id, e);
}

static bool
act_keep_option(struct store *s, struct err *e)
{
	DROP(json)
	struct json_object *metadata =
		OBJECT("options", OBJECT("timeout_ms", STRING("7")));
	struct session_info info;

	return find(s, &info, e) &&
	       session_metadata_save(s, info.id, metadata, e);
}

/* Opens the file as a server of the next format does. */
static bool
act_migrate(struct store *s, struct err *e)
{
	enum { STEPS_MAX = 100 };
	static const char *steps[STEPS_MAX];
	static struct format next;
	size_t count = (size_t)(format_current.version - FORMAT_FIRST);

	for (size_t i = 0; i < count; i++)
		steps[i] = format_current.migrations[i];
	steps[count] = "CREATE TABLE later (name TEXT) STRICT;"
		       "ALTER TABLE session ADD COLUMN later INTEGER;"
		       "UPDATE session SET description = 'migrated';"
		       "UPDATE item SET note = 'migrated';";
	next = (struct format){format_current.version + 1, "", steps};
	s->shared->format = &next;
	return store_open(s, e);
}

/* --- faults --------------------------------------------------------------- */

enum { DUMP_BYTES = 10000000, DENSE = 20, POWER_FAILURES = 3 };

/* --- the database before -------------------------------------------------- */

static void
make_session(struct scratch *x)
{
	int64_t session = scratch_session(x, "a");

	scratch_add(x, session, "(declare-const x Int)");
	scratch_add(x, session, "(assert (> x 0))");
	scratch_add(x, session, "(assert (< x 9))");
}

static void
copy(const struct scratch *x, const char *from, const char *to)
{
	DROP(text) char *source = text_format("%s/%s", x->folder, from);
	DROP(text) char *target = text_format("%s/%s", x->folder, to);
	char piece[4096];
	size_t size;
	FILE *in = fopen(source, "re");
	FILE *out;

	(void)unlink(target);
	if (in == NULL)
		return;
	out = fopen(target, "we");
	assert_non_null(out);
	while ((size = fread(piece, 1, sizeof(piece), in)) > 0)
		assert_int_equal(fwrite(piece, 1, size, out), size);
	(void)fclose(in);
	assert_int_equal(fclose(out), 0);
}

static const char *const files[][2] = {
	{"s.db", "before"}, {"s.db-wal", "before-wal"}};

/* What has not been moved from the log to the database is kept like that. */
static void
save(struct scratch *x)
{
	for (size_t i = 0; i < 2; i++)
		copy(x, files[i][0], files[i][1]);
	store_free(x->store);
	x->store = NULL;
}

static void
restore(struct scratch *x)
{
	DROP(text) char *shared = text_format("%s-shm", x->path);

	for (size_t i = 0; i < 2; i++)
		copy(x, files[i][1], files[i][0]);
	(void)unlink(shared);
}

/* --- what is in it -------------------------------------------------------- */

static int
add_row(void *argument, int count, char **values, char **names)
{
	struct buf *out = argument;

	(void)names;
	for (int i = 0; i < count; i++) {
		(void)buf_add_text(out, values[i] != NULL ? values[i] : "~");
		(void)buf_add_char(out, i + 1 < count ? '|' : '\n');
	}
	return 0;
}

/* All but times; and every page must be sound. The caller's. */
static char *
dump(const struct scratch *x)
{
	static const char sql[] =
		"SELECT 'version', user_version FROM pragma_user_version;"
		"SELECT 'session', id, name, description, options,"
		" revision, items, change FROM session;"
		"SELECT 'item', row, session, item, content, name, note,"
		" valid_from, valid_to FROM item ORDER BY session, ord, row;"
		"SELECT 'revision', session, number, tool, summary"
		" FROM revision;"
		"SELECT 'run', run, session, revision, plain, status FROM run;"
		"PRAGMA integrity_check;"
		"PRAGMA foreign_key_check;";
	DROP(buf) struct buf out;
	char *message = NULL;
	sqlite3 *db = NULL;

	buf_init(&out, DUMP_BYTES);
	if (sqlite3_open_v2(x->path, &db, SQLITE_OPEN_READWRITE, "unix") !=
		SQLITE_OK) {
		(void)sqlite3_close(db);
		return text_copy("");
	}
	(void)sqlite3_exec(db, sql, add_row, &out, &message);
	sqlite3_free(message);
	(void)sqlite3_close(db);
	return buf_detach(&out);
}

/* --- a process that makes the edit ---------------------------------------- */

static void __attribute__((noreturn)) make_edit(
	const struct scratch *x, act_run *act, struct fault_plan plan, int tell)
{
	struct store *s = store_new(x->path);
	struct err e = {0};

	vfs_plan(plan);
	if (act(s, &e)) {
		(void)!write(tell, "k", 1); /* acknowledged */
		_exit(plan.at == 0 || vfs_changes() < plan.at ? 0 : FAULT_EXIT);
	}
	if (e.code != ERR_STORE || e.text[0] == '\0')
		_exit(1);
	/* The disk has recovered: the same call again, on what is open. */
	vfs_plan((struct fault_plan){0});
	(void)!write(tell, "f", 1);
	if (!act(s, &e)) {
		(void)fprintf(
			stderr, "again: %s (%s)\n", e.text, store_detail(s));
		_exit(2);
	}
	_exit(FAULT_EXIT);
}

struct outcome {
	int code; /* 0: the edit made fewer changes than planned */
	bool acknowledged;
	bool refused; /* and then acknowledged, at the second try */
};

static struct outcome
run(const struct scratch *x, act_run *act, struct fault_plan plan)
{
	struct outcome o = {0};
	int ends[2];
	int status;
	char word;
	pid_t child;

	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0)
		make_edit(x, act, plan, ends[1]);
	(void)close(ends[1]);
	while (read(ends[0], &word, 1) == 1) {
		o.acknowledged |= word == 'k';
		o.refused |= word == 'f';
	}
	(void)close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	if (!WIFEXITED(status))
		fail_msg("change %u: it died of signal %d", plan.at,
			WTERMSIG(status));
	o.code = WEXITSTATUS(status);
	return o;
}

/* --- all of it ------------------------------------------------------------ */

struct state {
	char *before; /* NULL: anything without a session */
	char *after;
};

static bool
is_before(const struct state *known, const char *now)
{
	return known->before != NULL ? strcmp(now, known->before) == 0
				     : strstr(now, "session|") == NULL;
}

static void
expect_state(const struct scratch *x, act_run *act, const struct state *known,
	struct fault_plan plan, struct outcome o)
{
	DROP(text) char *shared = text_format("%s-shm", x->path);
	DROP(text) char *now = NULL;
	DROP(text) char *again = NULL;

	if (plan.fault == FAULT_POWER)
		(void)unlink(shared);
	now = dump(x);
	if (strcmp(now, known->after) == 0)
		return;
	if (!is_before(known, now) || o.acknowledged || o.refused)
		fail_msg("fault %d at change %u (acknowledged %d, refused "
			 "%d):\nbefore:\n%safter:\n%snow:\n%s",
			(int)plan.fault, plan.at, o.acknowledged, o.refused,
			known->before, known->after, now);
	/* Whoever comes next finds a database that works. */
	assert_int_equal(run(x, act, (struct fault_plan){0}).code, 0);
	again = dump(x);
	assert_string_equal(again, known->after);
}

static unsigned broken;

static void
break_once(struct scratch *x, act_run *act, const struct state *known,
	struct fault_plan plan, bool *is_past)
{
	struct outcome o;

	restore(x);
	o = run(x, act, plan);
	*is_past = o.code == 0;
	broken += o.code == FAULT_EXIT;
	if (o.code != 0 && o.code != FAULT_EXIT)
		fail_msg("fault %d at change %u: %s", (int)plan.fault, plan.at,
			o.code == 1 ? "it failed without a reason"
				    : "it did not recover");
	expect_state(x, act, known, plan, o);
}

static void
break_everywhere(struct scratch *x, act_run *act, const struct state *known,
	enum fault fault)
{
	unsigned times = fault == FAULT_POWER ? POWER_FAILURES : 1;
	bool is_past = false;
	unsigned at = 1;

	/* Every change; of very many, those in the middle less densely. */
	for (; !is_past; at += 1 + at / DENSE) {
		for (unsigned i = 0; i < times; i++)
			break_once(x, act, known,
				(struct fault_plan){fault, at, at * 31 + i},
				&is_past);
	}
	/* Else nothing was broken. */
	assert_true(at > 2);
}

static void
sweep(struct scratch *x, act_run *act)
{
	const enum fault faults[] = {
		FAULT_ERROR, FAULT_ONCE, FAULT_FULL, FAULT_KILL, FAULT_POWER};
	DROP(text) char *before = NULL;
	DROP(text) char *after = NULL;
	struct state known;

	save(x);
	restore(x);
	before = dump(x);
	if (strstr(before, "session|") == NULL)
		text_drop(&before);
	restore(x);
	assert_int_equal(run(x, act, (struct fault_plan){0}).code, 0);
	after = dump(x);
	assert_true(before == NULL || strcmp(before, after) != 0);
	known = (struct state){before, after};
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		break_everywhere(x, act, &known, faults[i]);
}

#define SWEEP(name, act) \
	SCRATCH_TEST(name) \
	{ \
		make_session(x); \
		sweep(x, act); \
	}

SWEEP(create_session_holds_under_every_fault, act_create)
SWEEP(an_edit_that_makes_its_session_holds_under_every_fault, act_first_edit)
SWEEP(branch_holds_under_every_fault, act_branch)
SWEEP(describe_holds_under_every_fault, act_describe)
SWEEP(add_item_holds_under_every_fault, act_add)
SWEEP(replace_item_holds_under_every_fault, act_replace)
SWEEP(delete_item_holds_under_every_fault, act_delete)
SWEEP(clear_model_holds_under_every_fault, act_clear)
SWEEP(an_edit_larger_than_the_cache_holds_under_every_fault, act_edit_much)
SWEEP(delete_session_holds_under_every_fault, act_remove_session)
SWEEP(a_run_holds_under_every_fault, act_keep_run)
SWEEP(an_option_holds_under_every_fault, act_keep_option)
SWEEP(a_migration_holds_under_every_fault, act_migrate)

/* The first edit of all makes the database, too. */
SCRATCH_TEST(the_first_session_of_all_holds_under_every_fault)
{
	sweep(x, act_create);
}

static int
tell_count(void **state)
{
	(void)state;
	print_message("# broken %u times\n", broken);
	return 0;
}

static int
install(void **state)
{
	(void)state;
	/* What a machine would lose is ours to say; a real disk is but slow. */
	if (access("/dev/shm", W_OK) == 0)
		(void)setenv("TMPDIR", "/dev/shm", 0);
	vfs_install();
	return 0;
}

TEST_GROUP(install, tell_count)
