#ifndef HOSTILE_SIEGE_H
#define HOSTILE_SIEGE_H

/*
 * A server under siege: the real programs in a place of their own, the strict
 * client of replay/, and what an attack must leave as it was - the files, the
 * processes, the memory.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "replay/client.h"
#include "replay/place.h"

struct json_object;

/*
 * What a busy machine, or a sanitizer that looks for leaks at the end, may add
 * to any time. Half a minute tells what comes late from what would never come.
 */
enum { SIEGE_LATE_MS = 30000 };

struct siege {
	struct place place;
	struct client client;
	char *files;	 /* what there was at the beginning */
	int64_t rss_kib; /* likewise, after siege_warm */
};

/* The build folder of the program that calls it; the caller's. */
char *siege_build(void);

/* Starts a server with these flags. */
bool siege_begin(
	struct siege *s, const char *build, const char *flags, struct err *e);
/* Ends it with the end of input, and looks at everything. */
bool siege_end(struct siege *s, struct err *e);
/* Of any state. */
void siege_release(struct siege *s);

/* The same for cmocka: *state is the siege; -1, with the reason printed. */
int siege_start(void **state, const char *flags);
int siege_stop(void **state);

/* What of its memory a process has in RAM. 0 under ASan, which keeps what was
 * freed for a while: there, nothing is said about memory. */
int64_t siege_rss_kib(pid_t pid);

/* Takes the memory from here on as the measure. */
void siege_warm(struct siege *s);
int64_t siege_grown_kib(const struct siege *s);
/* Waits until it has grown by no more than that. */
bool siege_await_rest(struct siege *s, int64_t most_kib, int64_t within_ms);

/* Calls and waits; the reply is the client's. NULL with the reason: not
 * answered within_ms, or breaches. `arguments` are taken. */
const struct json_object *siege_call(struct siege *s, const char *tool,
	struct json_object *arguments, int64_t within_ms, struct err *e);

/* Waits for one that was sent with client_call. */
const struct json_object *siege_await(
	struct siege *s, size_t number, int64_t within_ms, struct err *e);

/* Whether libz3 takes a truth value for 0 or 1 where a number is expected, as
 * later ones than 4.8 do: then it accepts what a test marked "[refused by 4.8
 * only]" wants refused. */
bool siege_is_lenient(struct siege *s);

/* Parses arguments that the test has written itself. */
struct json_object *siege_json(const char *text);

/* Processes that the server has started, dying ones too. */
unsigned siege_children(const struct siege *s);

/* The nursery, children that wait, and those that stay for their models. */
enum { SIEGE_AT_REST = 9 };

/* Waits until there are at most so many. */
bool siege_await_children(struct siege *s, unsigned most, int64_t within_ms);

/* Breaches of the protocol since the last call, in the error. */
bool siege_is_clean(struct siege *s, struct err *e);

#endif
