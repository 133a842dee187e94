#ifndef TESTS_UNIT_STORE_SCRATCH_H
#define TESTS_UNIT_STORE_SCRATCH_H

/*
 * A folder of a test's own with a database in it, and the steps that most
 * tests of store/ take.
 */

#include "unit/unit.h"

#include <dirent.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "model/items/edit.h"
#include "store/db/db.h"
#include "store/revisions/revisions.h"
#include "store/sessions/sessions.h"
#include "json/json.h"

struct scratch {
	char folder[200];
	char path[256]; /* of the database */
	struct store *store;
	struct model_cache cache;
	struct err error;
};

static inline int
scratch_setup(void **state)
{
	struct scratch *x = mem_new(sizeof(*x));
	const char *base = getenv("TMPDIR");

	(void)snprintf(x->folder, sizeof(x->folder), "%s/satchel-XXXXXX",
		base != NULL ? base : "/tmp");
	if (mkdtemp(x->folder) == NULL)
		return -1;
	(void)snprintf(x->path, sizeof(x->path), "%s/s.db", x->folder);
	x->store = store_new(x->path);
	*state = x;
	return 0;
}

static inline int
scratch_teardown(void **state)
{
	struct scratch *x = *state;
	DIR *folder;

	model_cache_release(&x->cache);
	store_free(x->store);
	folder = opendir(x->folder);
	if (folder == NULL)
		return -1;
	for (struct dirent *entry = readdir(folder); entry != NULL;
		entry = readdir(folder)) {
		if (entry->d_name[0] != '.')
			(void)unlinkat(dirfd(folder), entry->d_name, 0);
	}
	(void)closedir(folder);
	(void)rmdir(x->folder);
	free(x);
	return 0;
}

/* A test with a scratch x of its own. */
#define SCRATCH_TEST(sentence) \
	TEST_ON(sentence, scratch_setup, scratch_teardown, struct scratch *x)

/* As if the server had ended and another one begun. */
static inline void
scratch_reopen(struct scratch *x)
{
	model_cache_release(&x->cache);
	store_free(x->store);
	x->store = store_new(x->path);
}

/* As some other program would do it. */
static inline void
scratch_sql(const struct scratch *x, const char *sql)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(x->path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

#define assert_done(x, call) \
	do { \
		if (!(call)) \
			fail_msg("%s: %s | %s", #call, (x)->error.text, \
				store_detail((x)->store)); \
	} while (0)

#define assert_refused(x, call, expected, piece) \
	do { \
		assert_false(call); \
		assert_int_equal((x)->error.code, expected); \
		if (strstr((x)->error.text, piece) == NULL) \
			fail_msg("no \"%s\" in: %s", piece, (x)->error.text); \
	} while (0)

static inline int64_t
scratch_session(struct scratch *x, const char *name)
{
	struct session_start named = {.name = name};
	struct session_info info;

	assert_done(x, sessions_create(x->store, &named, &info, &x->error));
	return info.id;
}

/* A test with a scratch x in which there is a session named a. */
#define SESSION_TEST(sentence) \
	static void sentence##_of(struct scratch *x, int64_t session); \
	SCRATCH_TEST(sentence) \
	{ \
		sentence##_of(x, scratch_session(x, "a")); \
	} \
	static void sentence##_of(struct scratch *x, int64_t session)

static inline struct model *
scratch_load(struct scratch *x, int64_t session, uint64_t revision)
{
	struct model *m =
		revisions_load(x->store, session, revision, &x->error);

	assert_done(x, m != NULL);
	return m;
}

/* Makes the edits as one revision of the last one. */
static inline void
scratch_edit(struct scratch *x, int64_t session, const struct edit *edits,
	size_t count)
{
	const struct revision_reason reason = {"edit_model", "a test's edit"};
	DROP(model)
	struct model *base = scratch_load(x, session, REVISION_LAST);
	DROP(model) struct model *candidate = model_copy(base);
	struct edit_done done;

	for (size_t i = 0; i < count; i++)
		assert_done(
			x, model_apply(candidate, &edits[i], &done, &x->error));
	assert_done(x, revisions_commit(x->store, session, base, candidate,
			       &reason, &x->error));
}

static inline void
scratch_add(struct scratch *x, int64_t session, const char *content)
{
	const struct edit one = {.op = EDIT_ADD, .content = content};

	scratch_edit(x, session, &one, 1);
}

/* The contents of a revision, one after another. */
static inline void
assert_contents(struct scratch *x, int64_t session, uint64_t revision,
	const char *contents)
{
	DROP(model) struct model *m = scratch_load(x, session, revision);
	DROP(buf) struct buf got;

	buf_init(&got, 100000);
	for (size_t i = 0; i < m->count; i++)
		(void)buf_add_text(&got, model_at(m, i)->content);
	assert_string_equal(got.data, contents);
}

/* Whether the bytes of a file of the folder hold the text. */
static inline bool
scratch_file_has(struct scratch *x, const char *name, const char *text)
{
	DROP(buf) struct buf bytes;
	char path[512];
	char piece[4096];
	size_t size;
	FILE *file;

	buf_init(&bytes, 100000000);
	(void)snprintf(path, sizeof(path), "%s/%s", x->folder, name);
	file = fopen(path, "re");
	if (file == NULL)
		return false;
	while ((size = fread(piece, 1, sizeof(piece), file)) > 0)
		(void)buf_add(&bytes, piece, size);
	(void)fclose(file);
	return memmem(bytes.data, bytes.size, text, strlen(text)) != NULL;
}

#endif
