#ifndef TESTS_CONVERSE_PLAY_H
#define TESTS_CONVERSE_PLAY_H

/*
 * A conversation under way: the naive world, two real servers on one
 * database, and what was said so far as a .talk.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "converse/world.h"
#include "props/dice.h"
#include "replay/client.h"
#include "replay/place.h"

struct json_object;

struct play {
	struct world *world;
	struct place place;
	struct client clients[SERVERS];
	size_t server; /* that the act at hand speaks to */
	struct dice dice;
	struct session *only; /* that all acts are about; NULL: any */
	struct buf talk;
	char *why; /* what was not as it should be; NULL: nothing so far */
	uint64_t calls;
	bool has_edit_model;
	bool has_restore_model;
	bool has_import_model;
	bool has_get_history;
};

/* A call that was sent. */
struct said {
	struct play *play;
	size_t server;
	size_t number; /* of the exchange */
	const char *tool;
	/* The structured content, and that of the text block, borrowed from
	 * the client. NULL: refused. */
	const struct json_object *reply;
	const char *text;
};

bool play_begin(struct play *p, const char *build);
void play_end(struct play *p);

/* The first thing that goes wrong is what counts. */
void play_fail(struct play *p, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Sends, and starts the server if there is none. The arguments are taken.
 * False when the play is over. */
bool play_say(struct play *p, const char *tool, struct json_object *arguments,
	struct said *said);
/* Its reply is there. */
bool play_hear(struct said *said);
/* Both; and whether it was refused must be as expected. NULL: it was, or the
 * play is over. */
const struct json_object *play_call(struct play *p, const char *tool,
	struct json_object *arguments, bool is_refused, struct said *said);

/* The reply must hold this; the pattern is taken. */
void play_expect(struct said *said, struct json_object *pattern);
/* It must be refused, or must not. */
void play_expect_refusal(struct said *said, bool is_refused);

/* 0 for NULL, an array that is not there. */
size_t play_count(const struct json_object *array);

/* How a server may end. */
enum play_end { END_SOFTLY, END_KILLED };
void play_stop(struct play *p, enum play_end how);
/* Kills a process of the server that is spoken to. */
void play_slay_nursery(struct play *p);

/* A session of the world at random; NULL: one that does not exist, whose name
 * is then `name`. */
struct session *play_session(struct play *p, const char **name);

#endif
