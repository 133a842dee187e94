#include "unit/store/scratch.h"
#include "unit/unit.h"

#include "store/db/sql.h"

SESSION_TEST(a_copy_has_what_was_committed_while_another_connection_writes)
{
	DROP(text) char *copy = text_format("%s/copy", x->folder);
	DROP(store) struct store *writer = store_new(x->path);
	DROP(store) struct store *made = NULL;
	DROP(transaction) struct transaction t = {0};
	struct session_start start = {.name = "b"};
	struct session_info info;

	scratch_add(x, session, "(declare-const x Int)");
	assert_done(x, transaction_write(&t, writer, &x->error));
	assert_done(x, sessions_create(writer, &start, &info, &x->error));
	assert_done(x, store_backup(x->store, copy, &x->error));
	assert_done(x, store_backup(x->store, copy, &x->error));
	assert_done(x, transaction_commit(&t, &x->error));
	transaction_drop(&t);
	made = store_new(copy);
	assert_done(x, sessions_find(made, "a", &info, &x->error));
	assert_int_equal(info.items, 1);
	assert_refused(x, sessions_find(made, "b", &info, &x->error),
		ERR_NOT_FOUND, "no session");
	assert_done(x, sessions_find(x->store, "b", &info, &x->error));
}

SESSION_TEST(a_database_is_made_of_a_copy_but_not_in_the_place_of_another)
{
	DROP(text) char *copy = text_format("%s/copy", x->folder);
	DROP(text) char *log = text_format("%s-wal", x->path);
	struct session_info info;

	(void)session;
	assert_done(x, store_backup(x->store, copy, &x->error));
	assert_refused(x, store_restore(x->store, copy, &x->error),
		ERR_CONFLICT, "already");
	store_free(TAKE(x->store));
	assert_int_equal(unlink(x->path), 0);
	x->store = store_new(x->path);
	assert_int_equal(rename(copy, log), 0);
	assert_refused(x, store_restore(x->store, log, &x->error), ERR_CONFLICT,
		"-wal");
	assert_int_equal(rename(log, copy), 0);
	assert_done(x, store_restore(x->store, copy, &x->error));
	assert_done(x, sessions_find(x->store, "a", &info, &x->error));
}

SESSION_TEST(a_copy_that_is_damaged_is_refused_and_leaves_nothing)
{
	DROP(text) char *copy = text_format("%s/copy", x->folder);
	DROP(text) char *other = text_format("%s/other", x->folder);
	DROP(store) struct store *made = store_new(other);

	(void)session;
	assert_done(x, store_backup(x->store, copy, &x->error));
	assert_int_equal(truncate(copy, 20000), 0);
	assert_refused(
		x, store_restore(made, copy, &x->error), ERR_STORE, "damaged");
	assert_int_equal(access(other, F_OK), -1);
	assert_int_equal(unlink(copy), 0);
	assert_refused(x, store_restore(made, copy, &x->error), ERR_NOT_FOUND,
		"no file");
}
