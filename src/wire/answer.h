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
 * The bytes come from a process that has read hostile text: answer_take
 * believes no length, no order and no number.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "smt/names/logic.h"
#include "smt/text/diagnostic.h"
#include "smt/text/diagnostics.h"
#include "wire/assertions.h"
#include "wire/frame.h"

/* How a job ended; all but the first are set by pool/. */
enum outcome {
	OUTCOME_DONE,
	OUTCOME_TIMEOUT,   /* killed at its deadline */
	OUTCOME_MEMORY,	   /* its memory cap */
	OUTCOME_CRASH,	   /* libz3 died */
	OUTCOME_KILLED,	   /* by another process, or a system short of memory */
	OUTCOME_JAIL,	   /* it tried what the jail forbids */
	OUTCOME_GARBLED,   /* its answer was no answer */
	OUTCOME_TOO_LARGE, /* its answer was over LIMIT_ANSWER */
	OUTCOME_CANCELLED,
	OUTCOME_NO_WORKER, /* none could be started; `detail` says why */
};

enum status { STATUS_NONE, STATUS_SAT, STATUS_UNSAT, STATUS_UNKNOWN };

/* In a solution's text: what stands behind it holds in the solution, too, and
 * is no definition (worker/print/partial_functions.h). */
#define COMPLETION_PREFIX ";; "

/* In the name of an element of a declared sort, behind the sort: S!val!0. */
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
	/* The typed value as a JSON text, not yet parsed; or "": the name is
	 * that of a declared sort, and `sort` its elements, {S!val!0}. */
	char *json;
};

struct answer_objective {
	char *term; /* as the text has it */
	bool maximize;
	bool soft;    /* the penalty of assert-soft; term is its id */
	bool optimal; /* proved by one check more, or unchecked */
	/* Of optimal: libz3's claim, the check took too long. */
	bool unchecked;
	/* Proved instead: any value is exceeded; no solution has the bound. */
	bool unbounded;
	bool not_attained;
	char *value; /* in the solution; SMT-LIB, "" if unknown */
	char *lower; /* bounds: numbers, "-oo", "oo", or "" */
	char *upper;
};

/* One (check-sat) or (check-sat-assuming ...) of the text. */
struct answer_check {
	uint32_t line; /* 0: added, the text had none */
	enum status status;
	char *reason; /* libz3's reason of unknown, or "" */
	uint64_t solve_us;
	char *model; /* SMT-LIB: "(" definitions ")", or NULL */
	struct answer_value *values;
	size_t value_count, value_capacity;
	struct answer_objective *objectives;
	size_t objective_count, objective_capacity;
	bool has_core;
	bool core_minimal;
	struct answer_assertions core;
	char *assumptions; /* of check-sat-assuming that belong to the core */
	/* Assertions evaluated under the values, and those not found true. */
	uint32_t checked;
	struct answer_assertions failed;
	/* Several solutions: a JSON object, name to value, each. */
	char **solutions;
	size_t solution_count, solution_capacity;
	/* No others differ in what was compared; and in nothing else, if it is
	 * complete. Else: functions that may differ at other arguments than
	 * those in the text, and terms that could not be compared, as "f, g".
	 */
	bool solutions_ended, solutions_complete;
	char *solutions_elsewhere, *solutions_uncompared;
	/* Sets of groups (of struct ask), as "3 7", the smallest
	 * first. */
	char **relaxations;
	size_t relaxation_count, relaxation_capacity;
	char *statistics; /* libz3's counters as a JSON object, or NULL */
	/* What the queries behind the check printed (get-value, ...). */
	char *output;
	size_t output_size, output_capacity;
};

/* Of an assertion that is accepted, or of a check. */
enum answer_remark {
	ANSWER_REMARK_NONE,
	ANSWER_REMARK_TRUE,  /* whatever the values */
	ANSWER_REMARK_FALSE, /* likewise */
	ANSWER_REMARK_MIXED, /* Int and Real, converted silently */
	/* Its solution was not evaluated, nor were later ones of that kind. */
	ANSWER_REMARK_UNEVALUATED,
	/* A quantifier over a finite range that is too large to write out. */
	ANSWER_REMARK_UNEXPANDED,
	/* It takes a part that the logic leaves out: the number of the part
	 * (smt/names/logic.h) is added. */
	ANSWER_REMARK_BEYOND,
	ANSWER_REMARK_COUNT = ANSWER_REMARK_BEYOND + PART_COUNT,
};

struct answer_remark_at {
	enum answer_remark remark;
	uint32_t line;
};

struct answer {
	enum outcome outcome;
	char *detail; /* for NO_WORKER: a sentence; else NULL */
	enum phase phase;
	int64_t ran_ms; /* set by pool/: how long it had a child */
	struct diagnostic
		fault; /* kind DIAGNOSTIC_NONE: the text is accepted */
	/* Of a text that is not accepted: what is wrong behind that. */
	struct diagnostics further;
	struct answer_remark_at *remarks;
	size_t remark_count, remark_capacity;
	uint32_t engines; /* that fit the last check; 0: not known yet */
	bool done;
	bool stays;   /* the child waits for another ask of the same
			 owner */
	char *output; /* all that the script printed, in order */
	size_t output_size, output_capacity;
	size_t kept; /* bytes, roughly: at most LIMIT_ANSWER_KEPT */
	struct answer_check *checks;
	size_t check_count, check_capacity;
	char *z3_version; /* "4.8.12", NULL until heard */
};

struct answer *answer_new(void);
void answer_free(struct answer *a);
void answer_drop(struct answer **a);

/* The last check, or NULL. */
struct answer_check *answer_last(const struct answer *a);

/* The server's half: takes in one frame, in time that depends on the frame
 * alone. False: no frame of an answer, or it was kept and `kept` is beyond its
 * limit. */
bool answer_take(struct answer *a, const struct frame *f);

/* The child's half: appends one frame each. */
void answer_put_phase(struct buf *out, enum phase phase);
/* The engines (wire/ask.h) that may decide the check that begins.
 */
void answer_put_engines(struct buf *out, uint32_t engines);
void answer_put_version(struct buf *out, const char *version);
void answer_put_fault(struct buf *out, const struct diagnostic *fault);
/* One more fault, behind the first. */
void answer_put_further(struct buf *out, const struct diagnostic *fault);
void answer_put_remark(
	struct buf *out, enum answer_remark remark, uint32_t line);
void answer_put_check(struct buf *out, const struct answer_check *check);
/* An empty text: a better solution follows, the one before is dropped. */
void answer_put_model(struct buf *out, const char *text);
void answer_put_value(struct buf *out, const struct answer_value *value);
void answer_put_objective(
	struct buf *out, const struct answer_objective *objective);
void answer_put_core(struct buf *out, const struct answer_assertions *core,
	bool minimal, const char *assumptions);
void answer_put_checked(struct buf *out, uint32_t checked,
	const struct answer_assertions *failed);
void answer_put_solution(struct buf *out, const char *json); /* one more */
void answer_put_solutions_end(
	struct buf *out, const char *elsewhere, const char *uncompared);
void answer_put_relaxation(struct buf *out, const char *groups);
void answer_put_statistics(struct buf *out, const char *json);
void answer_put_output(struct buf *out, const char *text);
void answer_put_done(struct buf *out, bool stays);

/* Drops values, objectives and what was checked: a better one follows. */
void check_forget_solution(struct answer_check *check);

const char *status_name(enum status status); /* "sat", ... */
const char *phase_name(enum phase phase);    /* "solving", ... */

#endif
