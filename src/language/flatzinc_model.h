#ifndef LANGUAGE_FLATZINC_MODEL_H
#define LANGUAGE_FLATZINC_MODEL_H

/*
 * A text of FlatZinc, read by its grammar, parameters replaced by their values;
 * and its variables, values and constraints (flatzinc_builtins.def) as SMT-LIB.
 *
 * A variable is a constant of its name, with "!" after it where SMT-LIB has
 * that name for itself. A set variable is a Bool for each number that may be in
 * it: 3 in s is s@3.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "language/language.h"
#include "smt/names/symbols.h"
#include "smt/text/lexer.h"

enum fzn_kind { FZN_BOOL, FZN_INT, FZN_FLOAT, FZN_SET };

#define FZN_NONE UINT32_MAX

/* Neighbours in one of the pools of the model. */
struct fzn_span {
	uint32_t first, count;
};

struct fzn_value {
	enum { FZN_LITERAL, FZN_VARIABLE, FZN_ARRAY } form;
	enum fzn_kind kind; /* of a literal or variable */
	uint32_t variable;  /* its declaration */
	/* An array's elements, which are values; or the ranges of a set, which
	 * ascend. Of a variable its domain, if it has one: ranges of ints, the
	 * two ends for a float; for a set the numbers that may be in it. */
	struct fzn_span span;
	/* Of a range; both are in it. An int is a range by itself, a bool is 0
	 * or 1. */
	int64_t low, high;
	struct slice text; /* as it was written; the name of a variable */
};

struct fzn_declaration {
	struct slice name;
	struct slice text;	/* of the statement */
	struct fzn_value value; /* what the name stands for */
	bool has_domain;
	bool is_output;
	struct fzn_span shape; /* of an array that is output: its index sets */
	uint32_t definition; /* the constraint that says what it is, or NONE */
};

struct fzn_constraint {
	struct slice name;
	struct slice text;
	struct fzn_span arguments; /* values; all that were written count */
	uint32_t defines;	   /* a declaration, or FZN_NONE */
	/* Of flatzinc.c: what it means, and what has become of it. */
	const struct fzn_builtin *builtin;
	enum { FZN_HOLDS, FZN_REIFIED, FZN_IMPLIED } mode;
	enum { FZN_OPEN, FZN_BEGUN, FZN_WRITTEN } state;
	unsigned depth; /* of definitions that it stands on */
};

struct fzn_pool {
	struct fzn_value *at;
	size_t count, capacity;
};

struct fzn_model {
	const char *text;
	struct slice token; /* the next one */
	const char *end;    /* of the one before it */
	struct diagnostic *fault;
	bool is_refused;
	uint64_t work; /* elements of sums that definitions were sought in */
	struct fzn_pool values, ranges;
	struct {
		struct fzn_declaration *at;
		size_t count, capacity;
	} declarations;
	struct {
		struct fzn_constraint *at;
		size_t count, capacity;
	} constraints;
	struct symbol_table names; /* used: the number of a declaration + 1 */
	enum { FZN_NO_GOAL, FZN_SATISFY, FZN_MINIMIZE, FZN_MAXIMIZE } goal;
	struct fzn_value objective;
	struct slice solve; /* the statement */
};

/* Reads the text, which is borrowed. False with a fault. The model has to be
 * released in any case. */
bool fzn_model_read(
	struct fzn_model *m, const char *text, struct diagnostic *fault);
void fzn_model_release(struct fzn_model *m);
DROP_BY(fzn_model, fzn_model_release)

/* The first fault counts: "the problem; what to do". What is read or written
 * after it is of no meaning. */
#define fzn_refuse(m, where, ...) \
	((void)((m)->is_refused || \
		 language_refuse((m)->fault, (m)->text, where, __VA_ARGS__)), \
		fzn_model_end(m))
/* Goes to the end of the text, where nothing is accepted. */
void fzn_model_end(struct fzn_model *m);

/* --- as SMT-LIB, in flatzinc_terms.c -------------------------------------- */

/* Numbers from the least to the largest that a set variable may hold, or that
 * a constraint is about. */
enum { FZN_SET_MAX = 100000 };

/* Finds c->builtin and c->mode; a fault if it is not known, or takes other
 * arguments. Further faults come when it is written. */
void fzn_find_builtin(struct fzn_model *m, struct fzn_constraint *c);

/* Whether the variable that a constraint is said to define has a term of its
 * other arguments. */
bool fzn_can_define(struct fzn_model *m, const struct fzn_constraint *c);

/* A line: "(assert ...)", or the definition, with what must hold as well. */
void fzn_add_constraint(
	struct buf *out, struct fzn_model *m, const struct fzn_constraint *c);
void fzn_add_definition(
	struct buf *out, struct fzn_model *m, const struct fzn_constraint *c);

/* Likewise "(declare-const x Int) (assert (<= 1 x 9))". */
void fzn_add_declaration(
	struct buf *out, struct fzn_model *m, const struct fzn_declaration *d);

void fzn_add_name(struct buf *out, struct slice name);

/* A variable, but for a set; or a number, true, false. */
void fzn_add_scalar(
	struct buf *out, const struct fzn_value *v, enum fzn_kind kind);

/* Each number that may be in a set, as "s@3" of a variable, between these. */
void fzn_add_numbers(struct buf *out, const struct fzn_model *m,
	const struct fzn_value *set, const char *before, const char *after);

#endif
