#ifndef LANGUAGE_FLATZINC_MODEL_H
#define LANGUAGE_FLATZINC_MODEL_H

/*
 * A text of FlatZinc, read by its grammar. What a constraint means,
 * language/flatzinc_builtins.h knows.
 *
 * Arrays and sets lie in pools of the model and are named by their first
 * element and their count. Parameters are replaced by their values.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "smt/text/diagnostic.h"
#include "smt/text/lexer.h"

enum fzn_kind { FZN_BOOL, FZN_INT, FZN_FLOAT, FZN_SET };

enum { FZN_NONE = UINT32_MAX };

/* Of whole numbers; both are in it. */
struct fzn_range {
	int64_t low, high;
};

/* Elements of a pool. */
struct fzn_span {
	uint32_t first, count;
};

struct fzn_value {
	/* FLOATS: the two ends of a range. OTHER: an unknown name, a call with
	 * its arguments, a string, as annotations have them. */
	enum {
		FZN_LITERAL,
		FZN_VARIABLE,
		FZN_ARRAY,
		FZN_FLOATS,
		FZN_OTHER
	} form;
	enum fzn_kind kind;    /* of a literal or variable */
	uint32_t offset, size; /* of its text; of a call that of the name */
	uint32_t declaration;  /* of a variable */
	union {
		int64_t number;	      /* of an int; 0 or 1 of a bool */
		struct fzn_span span; /* of a set ranges, else values */
	};
};

struct fzn_declaration {
	struct slice name;
	enum fzn_kind kind;
	bool is_variable; /* or an array of them */
	bool is_array;
	bool has_value;
	bool is_output;
	bool has_domain;
	struct fzn_value domain; /* a set, of a set what may be in it; FLOATS */
	struct fzn_value value;
	struct fzn_span shape; /* of an array that is output: its sets */
	uint32_t offset, size; /* of the statement */
	uint32_t definition;   /* the constraint that says what it is */
};

struct fzn_constraint {
	struct slice name;
	struct fzn_span arguments; /* values */
	uint32_t defines;	   /* a declaration, or FZN_NONE */
	uint32_t offset, size;
};

struct fzn_model {
	const char *text;
	size_t size;
	struct diagnostic *fault;
	size_t at;     /* of the parser */
	uint64_t work; /* elements of arrays that constraints have named */

	struct fzn_value *values;
	size_t value_count, value_capacity;
	struct fzn_value *stack; /* elements of arrays that are not whole yet */
	size_t stack_count, stack_capacity;
	struct fzn_range *ranges; /* each set's are ascending */
	size_t range_count, range_capacity;
	struct fzn_declaration *declarations;
	size_t declaration_count, declaration_capacity;
	struct fzn_constraint *constraints;
	size_t constraint_count, constraint_capacity;
	uint32_t *table; /* declarations by name; its size is a power of two */
	size_t table_size;

	enum { FZN_NO_GOAL, FZN_SATISFY, FZN_MINIMIZE, FZN_MAXIMIZE } goal;
	struct fzn_value objective;
	uint32_t solve_offset, solve_size;
};

/* Reads the text, which is borrowed. False with a fault. The model has to be
 * released in any case. */
bool fzn_model_read(struct fzn_model *m, const char *text, size_t size,
	struct diagnostic *fault);
void fzn_model_release(struct fzn_model *m);

/* A fault of these bytes of the text: "the problem; what to do". False. */
bool fzn_refuse(const struct fzn_model *m, size_t offset, size_t size,
	const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The name is not declared. False. */
bool fzn_refuse_name(const struct fzn_model *m, const struct fzn_value *name);

#endif
