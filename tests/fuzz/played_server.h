#ifndef FUZZ_PLAYED_SERVER_H
#define FUZZ_PLAYED_SERVER_H

/*
 * A server without workers: the functions of the pool are defined here, so that
 * the linker leaves the real ones out. Include this in one source of a program.
 */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/loop.h"
#include "fuzz/fuzz.h"
#include "pool/portfolio.h"
#include "store/db/db.h"
#include "store/revisions/model_cache.h"
#include "tools/call/tool.h"
#include "json/json.h"

/* --- the pool ------------------------------------------------------------- */

struct race {
	enum ask_kind kind;
	portfolio_done *done;
	void *argument;
	struct answer *answer; /* so far */
};

enum { RACES_MAX = 64 };

static struct race *races[RACES_MAX]; /* asked and not answered */
static size_t race_count;

struct race *
portfolio_ask(struct pool *p, const struct ask *ask, enum pool_lane lane,
	portfolio_done *done, void *argument, struct err *e)
{
	struct race *r;

	(void)p;
	(void)lane;
	if (race_count == RACES_MAX) {
		(void)err_set(e, ERR_LIMIT, "too many jobs wait");
		return NULL;
	}
	r = mem_new(sizeof(*r));
	*r = (struct race){ask->kind, done, argument, answer_new()};
	races[race_count++] = r;
	return r;
}

void
portfolio_cancel(struct race *r)
{
	size_t i = 0;

	while (races[i] != r)
		i++;
	races[i] = races[--race_count];
	answer_free(r->answer);
	free(r);
}

struct answer *
portfolio_stop(struct race *r)
{
	struct answer *found = TAKE(r->answer);

	found->outcome = OUTCOME_CANCELLED;
	portfolio_cancel(r);
	return found;
}

enum phase
portfolio_phase(const struct race *r)
{
	return r->answer->phase;
}

const struct answer *
portfolio_answer(const struct race *r)
{
	return r->answer;
}

int64_t
portfolio_started_ms(const struct race *r)
{
	(void)r;
	return 1;
}

void
portfolio_set_spare(struct race *r, bool is_spare)
{
	(void)is_spare;
	(void)r;
}

size_t
portfolio_memory_kb(const struct race *r)
{
	(void)r;
	return 0;
}

void
pool_look(const struct pool *p, struct pool_state *state)
{
	(void)p;
	*state = (struct pool_state){.has_seccomp = true};
}

/* The answer is taken. */
static void
answer_first(struct answer *a)
{
	struct race *r = races[0];

	races[0] = races[--race_count];
	r->done(r, a, r->argument);
	answer_free(r->answer);
	free(r);
}

/* --- the server ----------------------------------------------------------- */

/* Arguments with ' in the place of "; they belong to the call. */
static void
start_call(struct server *server, const char *tool, const char *arguments,
	const struct call_sink *sink)
{
	DROP(text) char *text = text_copy(arguments);
	struct json_object *json = NULL;
	struct err e;

	for (char *at = text; *at != '\0'; at++) {
		if (*at == '\'')
			*at = '"';
	}
	REQUIRE(json_parse(text, strlen(text), &json, &e));
	(void)call_start(server, tool_find(tool), json, sink);
}

static void
server_open(struct server *server, const char *path, struct model_cache *cache)
{
	*server = (struct server){
		.loop = loop_new(),
		.store = store_new(path),
		.cache = cache,
		.lock = server_lock_new(),
		.timeout_ms = DEFAULT_TIMEOUT_MS,
		.memory_mb = DEFAULT_MEMORY_MB,
	};
}

static void
server_close(struct server *server)
{
	model_cache_release(server->cache);
	server_lock_free(server->lock);
	store_free(server->store);
	json_free(server->used_sessions);
	loop_free(server->loop);
}

/* --- the file ------------------------------------------------------------- */

static char folder[64];
static char path[80]; /* of the database in it */

/* Where nothing is written to a disk, if there is such a place. */
static void
make_folder(void)
{
	const char *base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";

	(void)snprintf(folder, sizeof(folder), "%s/satchel-XXXXXX", base);
	REQUIRE(mkdtemp(folder) != NULL);
	(void)snprintf(path, sizeof(path), "%s/s.db", folder);
}

static void
remove_files(void)
{
	static const char *const ends[] = {"", "-wal", "-shm", "-servers"};

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		DROP(text) char *name = text_format("%s%s", path, ends[i]);

		(void)unlink(name);
	}
}

#endif
