#ifndef WIRE_ANSWER_H
#define WIRE_ANSWER_H

/*
 * What a child answers, frame by frame, and what has arrived so far.
 *
 * Every fact travels as soon as it is known (the status before the values, the
 * first core before the smaller one), so that a child that is killed at its
 * deadline has still said what it knew. The last frame is DONE; an answer
 * without it is one whose child died or was killed, and `outcome` says how.
 *
 * The bytes come from a process that has read hostile text: answer_add_frame
 * believes no length, no order, no number and no JSON. It is the only place
 * where they are checked (answer.def says against what); what is in an answer
 * is what its type and its comment say.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/rules/lint.h"
#include "smt/text/diagnostic.h"
#include "wire/frame.h"
#include "wire/reading.h"

struct ask;

/* Points of a course: of more, the first ones and the last. */
enum { COURSE_MAX = 64 };

#define ANSWER_LIST(name, type) \
	struct name { \
		type *at; \
		size_t count, capacity; \
	}

/* How a job ended; all but the first are set by pool/. */
enum outcome {
	OUTCOME_DONE,
	OUTCOME_TIMEOUT,   /* killed at its deadline */
	OUTCOME_MEMORY,	   /* its memory cap */
	OUTCOME_CRASH,	   /* it died in libz3 */
	OUTCOME_FAULT,	   /* it died in code of ours */
	OUTCOME_KILLED,	   /* by another process, or a system short of memory */
	OUTCOME_JAIL,	   /* it tried what the jail forbids */
	OUTCOME_GARBLED,   /* its answer could not be read */
	OUTCOME_TOO_LARGE, /* its answer was over LIMIT_ANSWER */
	OUTCOME_CANCELLED,
	OUTCOME_NO_WORKER, /* none could be started; `detail` says why */
	OUTCOME_LOST,	   /* with its launcher; `detail` says how */
};

enum status { STATUS_NONE, STATUS_SAT, STATUS_UNSAT, STATUS_UNKNOWN };

/* In the name of an element of a declared sort, after the sort: S!val!0. */
#define ELEMENT_MARK "!val!"

/* What a child was doing when last heard of. */
enum phase {
	PHASE_WAITING, /* for a free child */
	PHASE_PARSING,
	PHASE_SOLVING,
	PHASE_OPTIMIZING,
	PHASE_MODEL,
	PHASE_CORE,
};

struct answer_value {
	char *name;
	char *sort; /* SMT-LIB */
	/* The typed value as a JSON text of answer_value_shape, not yet parsed;
	 * a text in it is one term, unless it is a String or a number. "": the
	 * name is that of a declared sort, and `sort` its elements, {S!val!0}.
	 */
	char *json;
};

enum objective_state {
	OBJECTIVE_OPEN,
	OBJECTIVE_OPTIMAL,	/* no solution exceeds its value */
	OBJECTIVE_CLAIMED,	/* the same, but on libz3's word alone */
	OBJECTIVE_UNBOUNDED,	/* any value is exceeded */
	OBJECTIVE_NOT_ATTAINED, /* no solution has the supremum */
	/* An internal error: its value was proved to be the best, and a later
	 * solution has another one. */
	OBJECTIVE_CHANGED,
};

struct answer_objective {
	char *term; /* as the text has it */
	bool maximize;
	bool soft; /* the penalty of assert-soft; term is its id */
	/* Of several: no solution is better in one of them and no worse in the
	 * rest, if it is optimal. */
	bool pareto;
	enum objective_state state; /* as far as it is known */
	char *value;		    /* in the solution: JSON, or "" */
	/* What none exceeds, as far as it is known: a number, "-oo", "oo", or
	 * "". */
	char *bound;
};

/* An assertion or assumption, as a core or a failed check of a solution names
 * it. */
struct answer_assertion {
	uint32_t index;	 /* among all (assert ...) of the text, from 0 */
	uint32_t line;	 /* where it begins; from 1 */
	uint32_t field;	 /* of the ask, from 1; 0: of its script */
	uint32_t offset; /* bytes of the ask's text */
	uint32_t length;
	char *label; /* its :named label, or "" */
	/* In `failed`: it is false; otherwise libz3 could not decide it. */
	bool is_false;
};

struct answer_assertions {
	struct answer_assertion *list;
	size_t count;
	size_t capacity;
};

void assertions_release(struct answer_assertions *list);

ANSWER_LIST(answer_values, struct answer_value);

/* When the first objective had come so far. */
struct answer_point {
	int64_t at_ms; /* clock_now_ms, of the server */
	char *value;   /* numbers; "" if unknown */
	char *bound;   /* that is proved */
};

ANSWER_LIST(answer_course, struct answer_point);

struct answer_objectives {
	struct answer_objective *at;
	size_t count, capacity;
	struct answer_course course; /* at most COURSE_MAX points */
};

ANSWER_LIST(answer_texts, char *);
ANSWER_LIST(answer_relaxations, struct answer_assertions);

/* A text that grows; NULL when it is empty. */
struct answer_output {
	char *text;
	size_t size, capacity;
};

struct answer_core {
	bool is_known;
	bool minimal;
	struct answer_assertions assumptions, assertions;
};

void core_release(struct answer_core *core);

/* Assertions evaluated under the values, and those not found true. */
struct answer_evaluation {
	uint32_t checked;
	struct answer_assertions failed;
	uint32_t asserted; /* how many the text has */
	uint32_t items;	   /* groups of the ask that have some of `checked` */
};

/* Functions that may differ where nothing applies them, or a quantifier to
 * unknown arguments, and terms that could not be compared, as "f, g". */
struct answer_solutions_end {
	char *elsewhere, *uncompared;
};

/* Several of them: a JSON object, name to value, each. */
struct answer_solutions {
	struct answer_texts list;
	/* No others differ in what was compared; and in nothing else, if it is
	 * complete. Else `end` says in what. */
	bool ended, complete;
	struct answer_solutions_end end;
	uint32_t counted; /* where only that was asked */
};

/* Whether a term has in all solutions the value that it has in this one. */
struct answer_forced {
	char *name;
	bool is_forced;
	/* Of one that is not: the value of another solution, as JSON; "": it is
	 * open. */
	char *other;
};

ANSWER_LIST(answer_forced_list, struct answer_forced);

/* One (check-sat) or (check-sat-assuming ...) of the text. */
struct answer_check {
	uint32_t line; /* 0: added, the text had none */
	enum status status;
	char *reason; /* libz3's reason of unknown, or "" */
	uint64_t solve_us;
	char *model; /* SMT-LIB: "(" definitions ")", or NULL */
	struct answer_values values;
	struct answer_objectives objectives;
	struct answer_core core;
	struct answer_evaluation evaluation;
	/* What the solution rests on although nothing determines it, as a table
	 * outside of its indices, "(dist 0 4)", or a division by zero; or
	 * NULL. */
	char *rests_on;
	struct answer_solutions solutions;
	struct answer_forced_list forced;
	/* Sets of assumptions and, of each group of the ask, one assertion,
	 * the smallest set first. */
	struct {
		struct answer_relaxations sets;
		bool is_all;
	} relaxations;
	char *statistics; /* libz3's counters as a JSON object, or NULL */
	/* What the queries after the check printed (get-value, ...). */
	struct answer_output output;
};

ANSWER_LIST(answer_checks, struct answer_check);

struct answer {
	enum outcome outcome;
	char *detail; /* for NO_WORKER: a sentence; else NULL */
	enum phase phase;
	struct {		  /* set by pool/ */
		bool is_launched; /* a launcher has it, which may let it wait */
		int64_t ran_ms;	  /* how long it had a child */
	} job;
	struct diagnostic
		fault; /* kind DIAGNOSTIC_NONE: the text is accepted */
	/* Of a text that is not accepted: what is wrong after that. */
	struct diagnostics further;
	struct lint warnings;
	struct {
		uint32_t fit;	  /* the last check; 0: not known yet */
		uint32_t decider; /* the one that has decided it; or 0 */
	} engines;
	bool done;
	bool stays; /* the child waits for another ask of the same owner */
	struct answer_output output; /* all that the script printed, in order */
	size_t kept; /* bytes, roughly: at most LIMIT_ANSWER_KEPT */
	struct answer_checks checks;
	struct reading reading;
	char *z3_version; /* "4.8.12", NULL until heard */
	size_t lines;	  /* of the text that places are in; 0: not counted */
};

struct answer *answer_new(void);
void answer_free(struct answer *a);
DROP_POINTER_BY(answer, answer_free)

/* The last check, or NULL. */
struct answer_check *answer_last(const struct answer *a);

/* Moves what was read out of the answer. */
struct reading reading_take(struct answer *a);
void reading_release(struct reading *r);

/* The number of assertions that are false under the values. */
size_t answer_count_false(const struct answer_check *check);

/* Drops all that has come, but not what pool/ has set. */
void answer_forget(struct answer *a);

/*
 * The server's half: takes in one frame of the answer to `ask`, in time that
 * depends on the frame alone. False: the frame is refused, and the answer has
 * nothing of it; or it was kept and `kept` is beyond its limit.
 */
bool answer_add_frame(
	struct answer *a, const struct ask *ask, const struct frame *f);

/* The child's half: answer_put_NAME appends the frame NAME of answer.def. */
#define ANSWER(letter, name, type, when, fields, effect) \
	void answer_put_##name(struct buf *out, const type *m);
#define ANSWER_VALUE(letter, name, type, when, field, effect) \
	void answer_put_##name(struct buf *out, type value);
#define ANSWER_TEXT(letter, name, when, field, effect) \
	void answer_put_##name(struct buf *out, const char *text);
#include "wire/answer.def"

/* Nothing is better, by proof or by claim. */
bool objective_is_optimal(const struct answer_objective *objective);

const char *status_name(enum status status); /* "sat", ... */
const char *phase_name(enum phase phase);    /* "solving", ... */

#endif
