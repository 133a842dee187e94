#ifndef TOOLS_CALL_CALL_H
#define TOOLS_CALL_CALL_H

/*
 * A call of a tool, as the tool sees it.
 *
 * A tool is a chain of functions that each end in one of: call_reply or
 * call_fail (the call is over, and nothing of it is to be touched), call_ask
 * (it goes on in a callback), call_lock_session (likewise). Each of them runs
 * in a coroutine (base/coroutine.h), so that work over many items is done in
 * slices, between which other calls make progress.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pool/portfolio.h"
#include "store/sessions/sessions.h"
#include "tools/call/tool.h"

struct solve;

typedef void call_on_answer(struct call *c, struct answer *answer);

/* What a worker does for a call. */
struct call_work {
	struct portfolio *portfolio; /* NULL: nothing now */
	call_on_answer *on_answer;
	int64_t limit_ms;
	bool yields;	      /* it gives way to all others */
	bool is_check;	      /* its time is its own, not the call's */
	struct answer *early; /* that came while a part was running; or NULL */
	struct timer *tick;
	int64_t reported_ms; /* of the last progress */
};

/* The turn of a call at a session. */
struct call_turn {
	/* The one that it is about, and one that it makes of that; or NULL. */
	char *sessions[2];
	bool edits;
	tool_run *waits_to; /* NULL when it has had its turn */
};

struct call {
	struct server *server;
	const struct tool *tool;
	struct json_object *arguments; /* an object that fits the schema */
	int64_t started_ms;	       /* clock_now_ms */
	/* What the tool keeps until it has answered. */
	void *state;
	void (*state_free)(void *state);

	/* Of call.c. */
	struct call *next;
	struct call_sink sink;
	bool is_over;
	/* Its number as a job in the background, of store/runs; 0: it is none.
	 */
	int64_t job;
	bool is_stopped;   /* as a job, by somebody */
	bool is_cancelled; /* while it was running */
	/* Parts of it that run now, in coroutines that may have given way. */
	unsigned running;
	struct call_work work;
	struct call_turn turn;
	struct solve *solve; /* that a worker is asked for, in the state */
};

/* The answer; `structured` is taken and fits the tool's outputSchema. */
void call_reply(
	struct call *c, const char *text, struct json_object *structured);

/*
 * Answers the caller, and goes on as the job of that number. The new sink is
 * told how it ends, but not if it is cancelled.
 */
void call_detach(struct call *c, int64_t job, const char *text,
	struct json_object *structured, const struct call_sink *sink);

/* Goes on with a call that waited for something of the tool's own, such as a
 * timer: whatever is called from outside goes through here. */
void call_resume(struct call *c, tool_run *run);

/* The refusal. What the machine has done wrong is logged here. */
void call_fail(struct call *c, const struct err *e);

/*
 * Whether the user agrees to what the message says. CONSENT_LATER has ended the
 * call; the tool is called anew when the user has answered, and asks again: the
 * answer counts for the same message only.
 */
enum consent call_get_consent(struct call *c, const char *message);

/*
 * Calls `run` when all calls that edit the session of that name and were made
 * before are over; at once if there are none. "" is the session that is not
 * made yet.
 */
void call_lock_session(
	struct call *c, const char *session, bool edits, tool_run *run);

/* Before call_lock_session: it makes a session of that name from another one,
 * so calls on either wait for it. */
void call_lock_branch(struct call *c, const char *session);

/*
 * Asks a worker; the call goes on in `on_answer`, which owns the answer. Until
 * then the client hears about once a second what the worker is at.
 */
bool call_ask(struct call *c, const struct ask *ask, enum pool_queue queue,
	call_on_answer *on_answer, struct err *e);

/* Tells the client what this server is at itself, where that takes a while.
 * The sink must not cancel the call then. */
void call_report_progress(struct call *c, const char *message);

/* Maximum bytes of model or solution text in a part of the reply. */
size_t call_reply_text(const struct call *c);

/* --- the session --------------------------------------------------------- */

/*
 * Which session a call means: its argument `session`; without one --session;
 * without that the one that this process's client opened or edited last. An
 * edit needs to name it where it has used several. Where it has used none the
 * first kept edit makes one, under a fresh name. Nothing here makes a session,
 * so that a refused edit leaves no trace.
 */

/* The name; "" if the call gives none, and there is none that it could mean. */
const char *session_argument_name(const struct call *c);

/* The session, which must exist; ERR_NOT_FOUND says how to get one. */
bool session_argument_find(
	struct call *c, struct session_info *info, struct err *e);

/*
 * For an edit: *exists is false where the first kept edit is to make it (then
 * `info` is that of an empty session, with the name that it will get or ""). A
 * name that the call gives must exist.
 */
bool session_argument_for_edit(
	struct call *c, struct session_info *info, bool *exists, struct err *e);

/* The client has opened or edited this one; it is deleted. */
void session_argument_use(struct server *server, const char *name);
void session_argument_forget(struct server *server, const char *name);

/* The session that session_argument_for_edit found missing has been made. */
void session_argument_made(struct call *c, const struct session_info *info);

#endif
