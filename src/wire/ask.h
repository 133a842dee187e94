#ifndef WIRE_ASK_H
#define WIRE_ASK_H

/*
 * What the server asks of a child: everything that the job needs, so that any
 * child on any machine can do it. One frame; both directions in
 * ask.c.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "wire/frame.h"

enum ask_kind {
	ASK_CHECK = 1, /* does libz3 accept the text? */
	ASK_SOLVE = 2, /* run its checks; model, values, core */
	/* Try to leave the jail, by the way of wire/fork_request.h that the
	 * text names; the output says how that went. For doctor, not for
	 * clients. */
	ASK_ESCAPE = 3,
	/* The output is the text as CNF or WCNF (worker/cnf/cnf.h). */
	ASK_DIMACS = 4,
	ASK_WCNF = 5,
	ASK_CONFIRM = 6, /* of another solver, whose command the pool has */
	/* The output is what a search in a graph has found
	 * (worker/executor/graph_search.h). */
	ASK_SEARCH = 7,
	/* Read the texts of FIELD_TEXT, in any language (wire/reading.h). */
	ASK_READ_ITEMS = 8,
	ASK_READ_MODEL = 9,
	ASK_READ_SCRIPT = 10,
	ASK_READ_PROGRAM = 11,
};

/* The ways to decide a problem; a set of them has the bits of its members. */
enum engine {
#define ENGINE(id, word, kind, traits) ENGINE_##id,
#include "wire/engines.def"
#undef ENGINE
	ENGINE_COUNT,
};

/* What is to be known of an engine where it is chosen. */
enum engine_trait {
	/* With another seed it may decide what it has given up on. */
	ENGINE_SEEDED = 1,
	/* The best of all where there are quantifiers. */
	ENGINE_QUANTIFIES = 2,
	/* It tracks which assertions take part (worker/core/unsat_core.h),
	 * so what it has decided has a core soon. */
	ENGINE_TRACKS = 4,
	/* It decides in one go, and begins anew in each turn, or says within
	 * hundredths of a second that it cannot, for reasons of its own. */
	ENGINE_DECIDES_AT_ONCE = 8,
	/* Its solver may be asked again with more asserted, and has learned. */
	ENGINE_PUSHES = 16,
	/* It fits any problem, so its unknown says something of that. */
	ENGINE_GENERAL = 32,
	/* It reads arithmetic as propositional logic, so sums of Booleans are
	 * pseudo-Boolean constraints to it. */
	ENGINE_PROPOSITIONAL = 64,
};

#define ENGINE_BIT(engine) (UINT32_C(1) << (engine))
#define ENGINES_ALL (ENGINE_BIT(ENGINE_COUNT) - 1)

/* Those of a word of the option `strategy`; all of any other word. */
uint32_t engines_of_word(const char *word);

/* Those that have the trait. */
uint32_t engines_with(enum engine_trait trait);

bool engine_has(enum engine engine, enum engine_trait trait);

/* What is asked in addition to the text, each with a text of its own. */
enum ask_field_kind {
	FIELD_OPTION = 1, /* ":opt.priority box" */
	/* A solution as a worker printed it, in the place of a search: the
	 * values are evaluated under it. */
	FIELD_SOLUTION,
	/* The same, for the search of the best one to begin with, if it
	 * satisfies the problem. */
	FIELD_START,
	/* What no value of the first objective exceeds, by an earlier proof:
	 * a numeral as an answer_objective has it; not read as SMT-LIB. */
	FIELD_BOUND,
	/* Terms, which have passed term_check. */
	FIELD_MINIMIZE,
	FIELD_MAXIMIZE,
	FIELD_ASSUME,
	FIELD_REFUTE, /* assumed not to hold */
	/*
	 * The first term of a set of assumptions, or nothing; the further ones
	 * come after it, and those that are assumed not to hold. Each set has a
	 * check of its own, under all of FIELD_ASSUME and the set, and what is
	 * evaluated is so after each.
	 */
	FIELD_SET,
	FIELD_SET_MORE,
	FIELD_SET_REFUTE,
	FIELD_DISTINCT, /* what several solutions differ on */
	FIELD_VALUE,	/* to be evaluated under the solution */
	/* The same, and whether all solutions agree on it; empty: on the
	 * declared constants. */
	FIELD_FORCED,
	FIELD_KEEP, /* the number of a group that relax never gives up */
	FIELD_TEXT, /* of ASK_READ_...: a text to be read */
};

/* Returns whether texts are to be read, and nothing else. */
bool ask_kind_reads(enum ask_kind kind);

/* Whether it holds the definitions of a solution. */
bool ask_field_is_solution(enum ask_field_kind kind);

/* Returns whether it is one of the assumptions. */
bool ask_field_is_assumed(enum ask_field_kind kind);

/* Its bytes of ask->text. */
struct ask_field {
	enum ask_field_kind kind;
	uint32_t offset, size;
};

struct ask_fields {
	struct ask_field *at;
	size_t count, capacity;
};

/* Adds a field, whose text goes to the end of `text`: after all of the script,
 * and in the order of the kinds. */
void ask_fields_add(struct ask_fields *fields, enum ask_field_kind kind,
	const char *term, size_t size, struct buf *text);

struct ask {
	enum ask_kind kind;
	/* The script, which has passed command_policy_item or
	 * command_policy_script, and after it the texts of the fields. */
	const char *text;
	size_t size;
	/* Of ASK_SOLVE of a script without a check: one is added. Borrowed. */
	const struct ask_field *fields;
	size_t field_count;
	/* From now on; the child interrupts libz3 then, the server kills. */
	uint32_t timeout_ms;
	/* Not sent: whose it is, and how many solves of that account may run
	 * and wait at once (0: any number). The accounts have turns. */
	int64_t account;
	unsigned account_solves;
	unsigned account_waiting;
	/*
	 * Of ASK_CHECK: whose text it is, so that a child may stay for the
	 * next one of the same owner; 0: it is to be the child's last.
	 */
	uint64_t owner;
	/* In the text of ASK_SOLVE, where there may be several: for the
	 * server, and not sent. */
	size_t checks;
	/* The arguments of the call that are sent as they are. */
#define REQUEST_FIELD(...)
#define REQUEST_SENT(type, name, ...) ASK_##type name;
#define ASK_flag bool
#define ASK_count int64_t
#include "wire/request_fields.def"
	bool minimize_core;
	uint32_t engines; /* those that may decide; 0: all */
	/*
	 * Of sat: at most so many solutions that differ on the terms of
	 * FIELD_DISTINCT, or of the get-value after the check, or, without
	 * any, on the constants.
	 */
	uint32_t solutions;
	bool count; /* of these, how many there are, and no values */
	/*
	 * The assertions that stand or fall together, in a core and in relax:
	 * group i is those from line groups[i] on, up to groups[i + 1].
	 * Ascending; without groups each assertion is one. Borrowed.
	 */
	struct {
		const uint32_t *at;
		size_t count;
	} groups;
};

/* The bytes of the script, which stands before the texts of the fields. */
size_t ask_script_size(const struct ask *ask);

/* The number of the field, from 1, that holds that byte of the text; 0: the
 * script does, as all where there is no ask (NULL). */
uint32_t ask_field_at(const struct ask *ask, size_t offset);

/* Returns the field that holds a solution, or NULL. */
const struct ask_field *ask_solution(const struct ask *ask);

/* The first field of the kind, or NULL. */
const struct ask_field *ask_find(
	const struct ask *ask, enum ask_field_kind kind);

/* An ask, and what its pointers borrow from. */
struct ask_copy {
	struct ask ask;
	char *text;
	struct ask_field *fields;
	uint32_t *groups;
};

void ask_copy_init(struct ask_copy *copy, const struct ask *ask);
void ask_copy_release(struct ask_copy *copy);

/*
 * The line that a worker begins with whom a launcher has started, before it is
 * asked: "satchel-worker VERSION, libz3 VERSION", a newline at its end; on the
 * heap. Whoever asks sends no text to one with another line.
 */
char *hello_line(const char *z3_version);
enum { HELLO_MAX = 256 };

/* Appends one frame. */
void ask_put(struct buf *out, const struct ask *ask);

/* False if the frame is not an ask. */
bool ask_get(const struct frame *f, struct ask_copy *copy);

#endif
