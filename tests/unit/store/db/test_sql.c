#include "unit/unit.h"

#include <signal.h>
#include <sys/resource.h>

#include "store/db/sql.h"
#include "unit/store/scratch.h"

SCRATCH_TEST(tells_null_from_an_empty_text)
{
	DROP(query) struct query q = {0};
	DROP(text) char *null = NULL;
	DROP(text) char *empty = NULL;

	assert_done(x, store_open(x->store, &x->error));
	query_start(&q, x->store, &x->error, "SELECT ?, ?", "tt", NULL, "");
	assert_true(query_next(&q, "Tt"));
	null = query_copy_text(&q, 0);
	empty = query_copy_text(&q, 1);
	assert_null(null);
	assert_string_equal(empty, "");
	assert_string_equal(query_get_text(&q, 0), "");
}

SCRATCH_TEST(text_is_bound_and_never_read_as_sql)
{
	static const char evil[] = "'); DROP TABLE session; --";
	DROP(query) struct query q = {0};

	assert_done(x, store_open(x->store, &x->error));
	query_start(&q, x->store, &x->error, "SELECT ?", "t", evil);
	assert_true(query_next(&q, "t"));
	assert_string_equal(query_get_text(&q, 0), evil);
}

SCRATCH_TEST(a_row_of_a_session_that_is_gone_is_not_written)
{
	static const char sql[] =
		"UPDATE session SET description = 'x' WHERE id = ?";
	int64_t session = scratch_session(x, "a");

	assert_done(x, query_run(x->store, &x->error, sql, "i", session));
	assert_done(x, query_wrote(x->store, &x->error));
	assert_done(x, query_run(x->store, &x->error, sql, "i", session + 1));
	assert_refused(x, query_wrote(x->store, &x->error), ERR_NOT_FOUND,
		"has been deleted");
}

static bool
make_in_a_transaction(struct scratch *x, bool commit)
{
	DROP(transaction) struct transaction t = {0};

	return transaction_write(&t, x->store, &x->error) &&
	       query_run(x->store, &x->error,
		       "INSERT INTO session (name, description, revision,"
		       " items, created_ms, changed_ms, change)"
		       " VALUES ('made', '', 0, 0, 0, 0, 1)",
		       "") &&
	       (!commit || transaction_commit(&t, &x->error));
}

SCRATCH_TEST(rolls_back_what_was_not_committed)
{
	struct session_info info;

	assert_done(x, make_in_a_transaction(x, false));
	assert_false(sessions_find(x->store, "made", &info, &x->error));
	assert_done(x, make_in_a_transaction(x, true));
	assert_done(x, sessions_find(x->store, "made", &info, &x->error));
}

static void
expect_advice(struct scratch *x, int code, const char *piece)
{
	assert_false(store_fail(x->store, code, &x->error));
	assert_int_equal(x->error.code, ERR_STORE);
	if (strstr(x->error.text, piece) == NULL)
		fail_msg("code %d: no \"%s\" in: %s", code, piece,
			x->error.text);
}

SCRATCH_TEST(says_what_to_do_about_each_failure)
{
	expect_advice(x, SQLITE_BUSY_SNAPSHOT, "repeat the call");
	expect_advice(x, SQLITE_FULL, "free some space");
	expect_advice(x, SQLITE_READONLY_DIRECTORY, "writable");
	expect_advice(x, SQLITE_CANTOPEN_ISDIR, "cannot be opened");
	expect_advice(x, SQLITE_NOTADB, "--db");
	expect_advice(x, SQLITE_CORRUPT_INDEX, "backup");
	expect_advice(x, SQLITE_IOERR_FSYNC, "check the disk");
	expect_advice(x, SQLITE_TOOBIG, "send less");
	expect_advice(x, SQLITE_INTERNAL, "server's log");
}

SCRATCH_TEST(keeps_the_code_for_the_log)
{
	(void)store_fail(x->store, SQLITE_FULL, &x->error);
	assert_non_null(strstr(store_detail(x->store), "SQLite code 13"));
	assert_non_null(strstr(store_detail(x->store), x->path));
}

/* What the statement's only column is. */
static int64_t
value_of(struct scratch *x, const char *sql)
{
	DROP(query) struct query q = {0};

	query_start(&q, x->store, &x->error, sql, "");
	assert_done(x, query_next(&q, "n"));
	return query_get_int(&q, 0);
}

static void
begin_and_make_table(struct scratch *x, struct transaction *t)
{
	assert_done(x, transaction_write(t, x->store, &x->error));
	assert_done(
		x, query_run(x->store, &x->error, "CREATE TABLE made (n)", ""));
}

SCRATCH_TEST(a_transaction_inside_of_another_is_a_part_of_it)
{
	static const char tables[] =
		"SELECT count(*) FROM sqlite_schema WHERE name = 'made'";

	for (int i = 0; i < 2; i++) {
		DROP(transaction) struct transaction outer = {0};
		DROP(transaction) struct transaction inner = {0};

		assert_done(x, transaction_write(&outer, x->store, &x->error));
		begin_and_make_table(x, &inner);
		assert_done(x, transaction_commit(&inner, &x->error));
		transaction_drop(&inner);
		assert_int_equal(value_of(x, tables), 1);
		/* The first time it is rolled back. */
		if (i == 1)
			assert_done(x, transaction_commit(&outer, &x->error));
		transaction_drop(&outer);
		assert_int_equal(value_of(x, tables), i);
	}
}

SESSION_TEST(a_disk_that_fails_changes_nothing_and_may_recover)
{
	const struct revision_reason reason = {"add_item", "add_item 0"};
	DROP(model) struct model *base = scratch_load(x, session, 0);
	DROP(model) struct model *candidate = model_copy(base);
	DROP(text) char *content = mem_new(300000);
	struct rlimit before;
	struct rlimit small;

	memset(content, 'x', 299999);
	model_insert(candidate, 0, item_new(content, NULL, NULL));
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	(void)signal(SIGXFSZ, SIG_IGN);
	small = before;
	small.rlim_cur = 100000;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	assert_refused(x,
		revisions_commit(
			x->store, session, base, candidate, &reason, &x->error),
		ERR_STORE, "nothing was changed");
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_contents(x, session, REVISION_LAST, "");
	assert_int_equal(candidate->revision, 0);
	assert_int_equal(model_at(candidate, 0)->id, 0);
	assert_done(x, revisions_commit(x->store, session, base, candidate,
			       &reason, &x->error));
	assert_true(model_at(candidate, 0)->row > 0);
	assert_int_equal(
		model_at(candidate, 0)->id, model_at(candidate, 0)->row);
}

SCRATCH_TEST(waits_for_another_writer_and_then_says_so)
{
	struct session_start start = {.name = "b"};
	struct session_info info;
	sqlite3 *other;

	(void)scratch_session(x, "a");
	assert_int_equal(sqlite3_open(x->path, &other), SQLITE_OK);
	assert_int_equal(
		sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL),
		SQLITE_OK);
	assert_refused(x, sessions_create(x->store, &start, &info, &x->error),
		ERR_STORE, "in use by another process");
	assert_done(x, sessions_find(x->store, "a", &info, &x->error));
	assert_int_equal(
		sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_close(other), SQLITE_OK);
	assert_done(x, sessions_create(x->store, &start, &info, &x->error));
}

static void
assert_row(struct scratch *x, const char *sql, const char *kinds, bool expected)
{
	DROP(query) struct query q = {0};
	struct err e = {0};

	query_start(&q, x->store, &e, sql, "");
	if (query_next(&q, kinds) != expected)
		fail_msg("%s as %s: %s", sql, kinds, e.text);
	assert_int_equal(query_ok(&q), expected);
	if (!expected)
		assert_non_null(strstr(e.text, "is damaged"));
}

SCRATCH_TEST(a_row_that_is_not_of_its_kinds_is_damage)
{
	assert_done(x, store_open(x->store, &x->error));
	assert_row(x, "SELECT 0, 9007199254740991, -1, 'a', NULL, NULL",
		"nNitTN", true);
	assert_row(x, "SELECT 9007199254740992", "n", false);
	assert_row(x, "SELECT 9223372036854775807", "i", true);
	assert_row(x, "SELECT -1", "n", false);
	assert_row(x, "SELECT NULL AS number", "n", false);
	assert_row(x, "SELECT NULL AS text", "t", false);
	assert_row(x, "SELECT 1.5", "n", false);
	assert_row(x, "SELECT '1'", "n", false);
	assert_row(x, "SELECT 7", "t", false);
	assert_row(x, "SELECT x'61'", "t", false);
	assert_row(x, "SELECT CAST(x'c328' AS TEXT)", "T", false);
	assert_row(x, "SELECT CAST(x'610062' AS TEXT)", "T", false);
}
