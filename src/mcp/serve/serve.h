#ifndef MCP_SERVE_SERVE_H
#define MCP_SERVE_SERVE_H

/*
 * MCP over two descriptors, one message per line: the life of the server.
 *
 * It ends at once at a signal of signals.h, or when nobody reads its output any
 * more. After the end of the input (`satchel < calls.jsonl`) each call that is
 * still running is answered, within its own time limit; calls that wait for the
 * client's input are refused. Then the server ends, or earlier if the reader
 * takes nothing of what is ready for SERVE_DRAIN_MS.
 */

#include <stdbool.h>
#include <stddef.h>

struct catalog;
struct json_object;
struct loop;
struct server;

enum {
	/* The server promises to be gone 200 ms after its client is. */
	SERVE_DRAIN_MS = 150,
};

/*
 * Serves a catalog until the end; the process's exit code. All are borrowed.
 * Nothing else may write to out_fd, and its flags are left alone.
 */
int mcp_serve(struct loop *loop, struct server *server,
	const struct catalog *catalog, int in_fd, int out_fd);

/*
 * From a line of the client to the request that it makes: reads it, decides
 * the era, finds the method, runs it.
 *
 * What cannot be read is logged with its beginning. It is answered with an
 * error if its id can be made out, so that nobody waits for it; without an id
 * only in the eras that have such errors; else not at all.
 */

struct client;

enum {
	/* Messages of one array (protocol 2025-03-26 only): one line could else
	 * cause any number of replies at once. */
	BATCH_MAX = 100,
};

/* One line, without its end, or the beginning of one that was too long to be
 * kept. Bad UTF-8 in it reads as U+FFFD. */
void dispatch_line(
	struct client *c, const char *text, size_t size, bool is_cut);

/* A message, or an array of them, that was read already. */
void dispatch_message(struct client *c, const struct json_object *value);

#endif
