#ifndef FUZZ_PLAYED_SERVER_H
#define FUZZ_PLAYED_SERVER_H

/*
 * A server without workers: the pool is that of unit/tools/played_pool.h.
 * Include this in one source of a program.
 */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/loop.h"
#include "fuzz/fuzz.h"
#include "store/db/db.h"
#include "store/revisions/revisions.h"
#include "tools/call/tool.h"
#include "unit/tools/played_pool.h"
#include "json/json.h"

/* --- the server ----------------------------------------------------------- */

/* Arguments with ' in the place of "; they belong to the call. */
static inline void
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
		.timeout_ms = DEFAULT_TIMEOUT_MS,
		.memory_mb = DEFAULT_MEMORY_MB,
	};
}

static void
server_close(struct server *server)
{
	model_cache_release(server->cache);
	store_free(server->store);
	json_free(server->sessions.used);
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
	static const char *const ends[] = {"", "-wal", "-shm"};

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		DROP(text) char *name = text_format("%s%s", path, ends[i]);

		(void)unlink(name);
	}
}

#endif
