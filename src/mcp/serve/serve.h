#ifndef MCP_SERVE_SERVE_H
#define MCP_SERVE_SERVE_H

/*
 * MCP over two descriptors, one message per line: the life of the server.
 *
 * It ends at the end of the input, at a signal of signals.h, or when nobody
 * reads its output any more. At the end of the input, calls that are nearly
 * done may still be answered (`satchel < calls.jsonl`); what is not done after
 * SERVE_DRAIN_MS is cancelled. A reader that goes on reading gets all that
 * was answered.
 */

struct catalog;
struct loop;
struct server;

enum {
	/* The server promises to be gone 200 ms after the end of its input. */
	SERVE_DRAIN_MS = 150,
};

/*
 * Serves until the end; the process's exit code. All are borrowed. Nothing
 * else may write to out_fd, and its flags are left alone.
 */
int mcp_serve(struct loop *loop, struct server *server, int in_fd, int out_fd);

/* The same with another catalog than catalog_satchel. */
int mcp_serve_catalog(struct loop *loop, struct server *server,
	const struct catalog *catalog, int in_fd, int out_fd);

#endif
