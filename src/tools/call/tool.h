#ifndef TOOLS_CALL_TOOL_H
#define TOOLS_CALL_TOOL_H

/*
 * The tools, and one call of one of them.
 *
 * tools.def is THE list: TOOL(add_item, LITE, NONE) there,
 * src/tools/edit/add_item.c with `void tool_add_item(struct call *)`, and
 * schema/tools/add_item.json. A missing half does not link; a left-over one
 * fails tests/rules.
 *
 * A call is made by mcp/ or cli/ with call_start. The tool answers at once or
 * later (from the loop) by exactly one call_reply or call_fail; after that the
 * call is gone. Cancelling frees the call and what it waits for, and nothing
 * is answered.
 *
 * Calls on one session see the edits that were sent before them, also when
 * these were not yet answered.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct call;
struct json_object;
struct model_cache;
struct loop;
struct pool;
struct server;
struct store;
struct timer;
struct tool;
struct unsaved_end;

/* The open calls, oldest first. */
struct call_list {
	struct call *first;
	struct timer *turn_timer;
};

/* The calls of a tool that have ended. */
struct tool_count {
	uint64_t answered;
	uint64_t refused;
	uint64_t ms; /* from their beginning to their end */
};

/* What the last edit of this process has renumbered, as long as the client has
 * not looked at the model since. */
struct renumbered {
	int64_t session; /* 0: nothing */
	uint64_t revision;
	size_t from;	  /* the first number that is another item's now */
	char ranges[160]; /* "items 3..9 are now 2..8" */
};

/*
 * What every call may use; one per process, owned by main, and zero where
 * nothing is said. Neither store nor pool does anything before its first use,
 * so that a server that is only asked for its tools touches nothing.
 */
struct server {
	struct loop *loop;
	struct store *store;
	struct model_cache *cache;
	struct pool *pool;
	const char *db_path;
	const char *session;	/* --session, or NULL */
	const char *export_dir; /* --export-dir, or NULL */
	/* Every call names its session, because several clients share the
	 * server: none is kept in mind. */
	bool names_sessions;
	struct {
		const char *with; /* --confirm-with, or NULL */
		bool always;	  /* --confirm */
	} confirm;
	struct {
		/* An object whose keys are the names of those that the client
		 * has opened or edited, the last one at the end; or NULL. */
		struct json_object *used;
		struct renumbered renumbered;
	} sessions;
	int64_t timeout_ms; /* --timeout-ms */
	int memory_mb;	    /* --memory-mb */
	unsigned groups;    /* of --tools; 0: those of the default */
	/* Maximum bytes of model or solution text in a part of a reply; 0 for
	 * LIMIT_REPLY_TEXT. */
	size_t reply_text;
	struct call_list open;
	/* By tool, in the order of tool_list; NULL: nobody counts. */
	struct tool_count *counts;
	/* Ends of background jobs that the database has not taken yet
	 * (tools/solve/job.c). */
	struct unsaved_end *unsaved_ends;
};

typedef void tool_run(struct call *c);

#define TOOL(name, group, turn) tool_run tool_##name;
#include "tools/call/tools.def"
#undef TOOL

/* --tools switches whole groups; what they are called, and which are on by
 * default, is in tool.c. */
enum tool_group {
	TOOL_LITE,
	TOOL_CORE,
	TOOL_MANAGE,
	TOOL_JSON,
	TOOL_PROTOCOL,
	TOOL_MEMO,
	TOOL_GROUP_COUNT,
};

/* At the session of a call, before the tool runs. */
enum tool_turn { TURN_NONE, TURN_READS, TURN_EDITS };

struct tool {
	const char *name;
	const char *schema_text; /* schema/tools/NAME.json */
	tool_run *run;
	enum tool_group group;
	enum tool_turn turn;
};

/* In the order of tools.def; of tool_list.c, which the tests of mcp leave out
 * for tools of their own. */
extern const struct tool tool_list[];
extern const size_t tool_list_count;

const struct tool *tool_find(const char *name); /* or NULL */

/*
 * The parsed schema/tools/NAME.json, as tools/list advertises it: an object
 * with name, title, description, inputSchema, outputSchema, annotations. Parsed
 * once, borrowed. What is enforced: tools/call/arguments.h.
 */
const struct json_object *tool_schema(const struct tool *tool);

/*
 * Which of the tools a server has: those of the groups that --tools names. A
 * tool that is switched off is as unknown to a client as one that never was.
 *
 * Reads a list such as "core,json", or "all", into a set of groups (struct
 * server's). False for a group that is none, and for manage without core, to
 * whose tools its messages send a client.
 */
bool tool_groups_read(const char *list, unsigned *groups, struct err *e);

bool tool_groups_have(const struct server *server, const struct tool *tool);

/* Whether it has the tools that work on sessions, to which instructions,
 * prompts and guides send a client. */
bool tool_groups_have_sessions(const struct server *server);

/* The tool, if the server has it; otherwise NULL, with ERR_NOT_FOUND. */
const struct tool *tool_groups_find(
	const struct server *server, const char *name, struct err *e);

/* What a call answers; borrowed by the callback for its duration. */
struct call_result {
	bool is_error;
	const char *text;		      /* never NULL */
	const struct json_object *structured; /* NULL when is_error */
	const struct err *error;	      /* NULL unless is_error */
};

/* A result of NULL: the call waits for its user's consent, and is to be made
 * again with the same arguments when that is there. */
typedef void call_done(
	struct call *c, const struct call_result *result, void *argument);
/* `progress` grows from call to call; the message is one short line. */
typedef void call_progress(
	struct call *c, double progress, const char *message, void *argument);

/* What the user has said to a message, if to that very one. */
enum consent { CONSENT_YES, CONSENT_NO, CONSENT_LATER };
typedef enum consent call_consent(
	struct call *c, const char *message, void *argument);

struct call_sink {
	call_done *done;
	call_progress *progress; /* or NULL */
	void *argument;
	call_consent *consent; /* or NULL: nobody to ask, that is yes */
	size_t reply_text;     /* as in struct server; 0: as that says */
};

/*
 * Checks the arguments (taken; an object or NULL) against the tool's schema
 * and runs it. `done` is called exactly once unless the call is cancelled,
 * maybe before call_start returns; then NULL is returned. Otherwise the call
 * is returned, valid until `done` or call_cancel.
 */
struct call *call_start(struct server *server, const struct tool *tool,
	struct json_object *arguments, const struct call_sink *sink);

/* Stops the work (the worker is killed) and frees the call without a word. What
 * an optimisation has found is in the history all the same. */
void call_cancel(struct call *c);

/* Stops the work that a worker does for the call, which then answers with what
 * had been found by now. */
void call_stop(struct call *c);

#endif
