#include "store/db/transaction.h"

#include "store/db/db.h"

static bool
begin(struct transaction *t, struct store *s, const char *how, struct err *e)
{
	*t = (struct transaction){.store = s};
	if (!store_open(s, e))
		return false;
	t->is_part = s->has_transaction;
	if (t->is_part)
		return true;
	if (!query_run(s, e, how, ""))
		return false;
	t->is_open = true;
	s->has_transaction = true;
	return true;
}

bool
transaction_read(struct transaction *t, struct store *s, struct err *e)
{
	return begin(t, s, "BEGIN", e);
}

bool
transaction_write(struct transaction *t, struct store *s, struct err *e)
{
	return begin(t, s, "BEGIN IMMEDIATE", e);
}

bool
transaction_commit(struct transaction *t, struct err *e)
{
	if (t->is_part)
		return true;
	if (!query_run(t->store, e, "COMMIT", ""))
		return false;
	t->is_open = false;
	t->store->has_transaction = false;
	return true;
}

/* Many failures have rolled back by themselves; then there is nothing to do,
 * and nothing that could be done about a rollback that fails. */
void
transaction_drop(struct transaction *t)
{
	if (t->is_open && !sqlite3_get_autocommit(t->store->db))
		(void)sqlite3_exec(t->store->db, "ROLLBACK", NULL, NULL, NULL);
	if (t->is_open)
		t->store->has_transaction = false;
	t->is_open = false;
}
