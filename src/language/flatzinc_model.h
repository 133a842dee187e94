#ifndef LANGUAGE_FLATZINC_MODEL_H
#define LANGUAGE_FLATZINC_MODEL_H

/*
 * A text of FlatZinc, read by its grammar. What a constraint means,
 * flatzinc.c knows. Parameters are replaced by their values.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "smt/names/symbols.h"
#include "smt/text/diagnostic.h"
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
void fzn_refuse(struct fzn_model *m, struct slice where, const char *format,
	...) __attribute__((format(printf, 3, 4)));

#endif
