#ifndef ADVICE_ADVICE_H
#define ADVICE_ADVICE_H

/*
 * From an error to what to do about it.
 *
 * A message is read by a language model: it says what went wrong, in which
 * item, line, column and token, shows the line with a caret, names the cause
 * in plain words and then one to three concrete steps with the tool or
 * parameter that helps. About a dozen short lines; no paths, addresses or
 * signal numbers; nothing that the client did not send or cannot change.
 *
 * Everything is borrowed for the duration of the call.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "advice/message/place.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/err.h"
#include "smt/text/diagnostic.h"
#include "smt/text/lexer.h"
#include "wire/answer.h"

/*
 * The message of a fault: fills *e with ERR_TEXT (ERR_LIMIT for
 * DIAGNOSTIC_LIMIT) and its place. Always false, so that it can be returned.
 *
 * Of a fault of the kind DIAGNOSTIC_SOLVER only line, column and what are read,
 * the column being libz3's byte column plus one; of the others also offset and
 * length.
 */
bool advice_fault(const struct diagnostic *f, const struct advice_place *where,
	struct err *e);

/* The meaning of a sentence of libz3, for callers with words of their own. */
enum advice_z3 {
	ADVICE_Z3_OTHER,
	ADVICE_Z3_UNKNOWN_NAME,
	ADVICE_Z3_NOT_BOOL, /* where a Bool is expected */
	ADVICE_Z3_MEMORY,   /* a reason-unknown: there was no more memory */
};

/* Recognizes libz3's words for an error or for a reason-unknown. Sets *name to
 * the unknown name in them; it is empty for all others. */
enum advice_z3 advice_z3(const char *words, struct slice *name);

/* The beginning of that message. */
struct advice_summary {
	struct buf name; /* `Item 3 "limit"`, "The text" */
	unsigned line;	 /* 0: it has no place there */
	unsigned column;
	struct buf problem; /* "`y` is not known" */
};
/* Fills `b`, which need not be initialised. */
void advice_summarize(const struct diagnostic *f,
	const struct advice_place *where, struct advice_summary *b);
void advice_summary_release(struct advice_summary *b);
DROP_BY(advice_summary, advice_summary_release)

/*
 * x + y > 3, where a term is expected: how it is written, "(> (+ x y) 3)", with
 * the ranks that operators have elsewhere; on the heap. NULL if it is not
 * arguments with an operator between each two.
 */
char *advice_infix(const char *text, size_t size);

/* An edit that other items depend on. */
struct advice_break {
	/* "deleted", "replaced", "inserted", "moved", "made" */
	const char *action;
	ptrdiff_t index;  /* of the edited item; -1 for a new one */
	const char *name; /* of the edited item, or NULL */
	/* What is edited, if it is not one item: "These edits"; or NULL. */
	const char *what;
};

/* Why the edit is refused, the `count` items that would break, as lines, and
 * the ways out: fills *e with ERR_TEXT. Always false. */
bool advice_dependents(const struct advice_break *b, size_t count,
	const char *lines, struct err *e);

/* A job that a worker did, or did not, do. */
struct advice_job {
	bool is_check;	  /* of an edit; otherwise a solve */
	bool is_reading;  /* a worker was to read a text (wire/reading.h) */
	int64_t limit_ms; /* its time limit */
	int memory_mb;	  /* its memory limit */
	const char *what; /* "the new item", "item 3 \"limit\"", "the model" */
	bool is_answered; /* sat or unsat came, but not all of the answer */
	bool has_phase;	  /* what it was doing is known */
	enum phase phase;
	/* What is hardest in the text, of advice_hardest; or NULL. */
	const char *hardest;
};

/* What is likely to make this text hard to solve: "powers", "quantifiers",
 * "recursion", "strings", "products", "bits"; "" if nothing stands out. It goes
 * by how the text looks, and reads only the beginning of a long one. A forall
 * around all of a property to be refuted is none: its variables are constants.
 */
const char *advice_hardest(const char *text, size_t size);

/*
 * Sentences for how a job ended, by the name of a rule: "timeout", "memory",
 * "crash", "killed" from outside, "jail", "too-large", "cancelled", "unplaced"
 * by its launcher, and "lost" with its launcher, of which job->what says how;
 * the text is the caller's. For a check they say that the edit was not made.
 */
char *advice_job(const char *end, const struct advice_job *job);

/* The answer `unknown`: Z3's reason-unknown in plain words and what to try. */
char *advice_unknown(const char *reason, const struct advice_job *job);

/*
 * What became of a job that was not done, as a sentence with what to do; the
 * caller's. Fills in job->phase.
 */
char *advice_failure(const struct answer *answer, struct advice_job *job);

/* timeout, memory, crash or cancelled; NULL for DONE and NO_WORKER. */
const char *advice_failure_code(enum outcome outcome);

#endif
