#include "advice/advice.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"

/*
 * A check and a solve end in the same ways, but only one of them kept
 * something from being changed, and only the other has timeout_ms.
 */

enum { SENTENCES_MAX = 2048 };

static void
add_doing(struct buf *out, const struct advice_job *job)
{
	if (job->doing != NULL)
		(void)buf_add_format(
			out, " At that moment it was %s.", job->doing);
}

static char *
check_timeout(const struct advice_job *job)
{
	return text_format(
		"Z3 did not finish reading %s within %lld ms, the limit of a "
		"check.\n"
		"Cause: very long numerals, deeply nested terms, or "
		"definitions "
		"and `let`s that double in size when they are expanded.\n"
		"What to do:\n"
		"1. Split it into several smaller items.\n"
		"2. Declare a constant for each repeated subterm and assert "
		"its value, in the place of nested define-fun or let.\n"
		"Nothing was changed.",
		job->what, (long long)job->limit_ms);
}

/* The time went by in the queue: nothing is known about the text. */
static char *
waited(const struct advice_job *job)
{
	return text_format(
		"The limit of %lld ms went by while %s waited for a free "
		"worker: other jobs were running.\n"
		"What to do: call again when they are done%s.%s",
		(long long)job->limit_ms, job->what,
		job->is_check ? "" : ", or raise timeout_ms",
		job->is_check ? "\nNothing was changed." : "");
}

char *
advice_timeout(const struct advice_job *job)
{
	DROP(buf) struct buf out = {0};

	if (job->doing != NULL && strncmp(job->doing, "waiting", 7) == 0)
		return waited(job);
	if (job->is_check)
		return check_timeout(job);
	buf_init(&out, SENTENCES_MAX);
	(void)buf_add_format(&out, "Z3 timed out after %lld ms on %s%s.",
		(long long)job->limit_ms, job->what,
		job->is_answered ? ""
				 : ": whether it is satisfiable is not known");
	add_doing(&out, job);
	(void)buf_add_text(&out,
		"\nWhat to do:\n"
		"1. Raise timeout_ms (at most 600000).\n"
		"2. Simplify: tighten the ranges of the variables, use fewer "
		"of "
		"them, remove what is not needed; solve a part first.\n"
		"3. Avoid products of variables, quantifiers and wide "
		"bit-vectors, or replace them by the cases that can occur.");
	return buf_take(&out);
}

char *
advice_memory(const struct advice_job *job)
{
	DROP(buf) struct buf out = {0};

	buf_init(&out, SENTENCES_MAX);
	(void)buf_add_format(&out,
		"Z3 ran out of memory on %s: a worker may use %d MB.",
		job->what, job->memory_mb);
	add_doing(&out, job);
	(void)buf_add_text(&out,
		"\nWhat to do:\n"
		"1. Reduce it: smaller bit-vector widths, fewer variables, "
		"smaller ranges, no long numerals.\n"
		"2. Give the operator's option --memory-mb a larger value when "
		"the server is started.");
	if (job->is_check)
		(void)buf_add_text(&out, "\nNothing was changed.");
	return buf_take(&out);
}

char *
advice_crash(const struct advice_job *job)
{
	DROP(buf) struct buf out = {0};

	buf_init(&out, SENTENCES_MAX);
	(void)buf_add_format(&out,
		"Z3 crashed on %s. The server is not affected, and no session "
		"is.",
		job->what);
	add_doing(&out, job);
	(void)buf_add_text(&out,
		"\nCause: an error in Z3 that this text sets off. Likely are a "
		"datatype that contains a sequence or array of itself, a "
		"recursive function without an end, very deep nesting, or a "
		"rarely used operator.\n"
		"What to do:\n");
	(void)buf_add_text(&out,
		job->is_check
			? "1. Write it in another way: plain functions in the "
			  "place of the datatype or recursive function, or "
			  "nested terms cut with define-fun.\n"
			  "2. Add it in smaller pieces, to see which command "
			  "it is.\nNothing was changed."
			: "1. Leave out the construct that is suspect, or "
			  "write it in another way.\n"
			  "2. Solve a part of it, to see which assertion it "
			  "is.");
	return buf_take(&out);
}

char *
advice_killed(const struct advice_job *job)
{
	return text_format(
		"The worker that was at %s was killed from outside, by another "
		"program or by a system that is short of memory: this says "
		"nothing about the text. The server is not affected, and no "
		"session is.\n"
		"What to do:\n"
		"1. Call again.\n"
		"2. If it happens again, tell the person who runs the server: "
		"fewer --workers or a smaller --memory-mb leave the system "
		"more memory.%s",
		job->what, job->is_check ? "\nNothing was changed." : "");
}

char *
advice_jail(const struct advice_job *job)
{
	return text_format(
		"Z3 was stopped on %s: it tried something that a worker may "
		"not do, such as opening a file or starting a process.\n"
		"What to do: take out what is not needed to state the problem "
		"(unusual options, commands about files or output) and try "
		"again.%s",
		job->what, job->is_check ? "\nNothing was changed." : "");
}

char *
advice_cancelled(const struct advice_job *job)
{
	DROP(buf) struct buf out = {0};

	buf_init(&out, SENTENCES_MAX);
	(void)buf_add_format(&out, "The work on %s was cancelled%s.", job->what,
		job->is_answered ? "" : " before it had an answer");
	add_doing(&out, job);
	if (job->is_check)
		(void)buf_add_text(&out, " Nothing was changed.");
	return buf_take(&out);
}

#define MORE_FILES \
	"The limit of open files is reached: raise it (`ulimit -n`, at " \
	"least 64) where the server is started, or give it fewer --workers."
#define MORE_PROCESSES \
	"The limit of processes and threads is reached: raise it (`ulimit " \
	"-u`, or pids of the container; a worker needs 4, the server 2) " \
	"where the server is started, end other programs of the same user, " \
	"or give it fewer --workers."

static const struct remedy {
	const char *piece; /* of what the pool says */
	const char *step;
} remedies[] = {
	{"not found", "Build the worker with `make`, or install it beside the "
		      "server; another place is named by the variable "
		      "SATCHEL_WORKER when the server is started."},
	{"may be executed", "Make the worker program executable, or install it "
			    "again with `make install`."},
	{"could not be loaded", "Install Z3's library: `make deps`, or the "
				"package libz3-4 (Debian, Ubuntu)."},
	{"built for another", "Build the worker again for the installed "
			      "library: `make clean` and `make`."},
	{"did not come up", "Wait a moment and call again: the machine may be "
			    "busy."},
	{"Too many open files", MORE_FILES},
	{"no descriptor left", MORE_FILES},
	{"could not be made", MORE_PROCESSES},
	{"temporarily unavailable", MORE_PROCESSES},
	{"failed", "Wait a few seconds and call again; the server tries anew "
		   "by itself."},
	{"context", "Give the worker more memory with --memory-mb when the "
		    "server is started."},
	{"", "Call again in a few seconds."},
};

char *
advice_worker(const char *why)
{
	const struct remedy *r = remedies;

	if (why == NULL || *why == '\0')
		why = "no worker could be started";
	while (strstr(why, r->piece) == NULL)
		r++;
	return text_format(
		"Z3 is not available: %s.\n"
		"What to do (tell the person who runs the server):\n"
		"1. %s\n"
		"2. Run `satchel doctor`, which says what is missing.\n"
		"All that needs no solver works: open_session, list_sessions, "
		"get_model, export_model.",
		why, r->step);
}
