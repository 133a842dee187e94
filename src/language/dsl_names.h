#ifndef LANGUAGE_DSL_NAMES_H
#define LANGUAGE_DSL_NAMES_H

/*
 * Sorts and names of a program of the JSON DSL. A sort is its SMT-LIB text,
 * owned by the names; Bool, Int and Real are these pointers.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "smt/names/symbols.h"
#include "smt/text/lexer.h"

extern const char dsl_bool[], dsl_int[], dsl_real[];

enum dsl_kind {
	DSL_UNKNOWN,
	DSL_FUNCTION,
	DSL_CONSTANT,
	DSL_VALUE,    /* of an enumeration */
	DSL_VARIABLE, /* a constant where no quantifier binds it */
};

/* A quantifier that is open. */
struct dsl_binding {
	const char *sort;
	struct dsl_binding *outer; /* of the same name */
};

struct dsl_name {
	const char *word; /* borrowed; NULL if there is no declaration */
	enum dsl_kind kind;
	char *symbol;	     /* SMT-LIB; not a name of libz3's own */
	const char *sort;    /* of its value */
	const char **domain; /* of a function */
	size_t arity, capacity;
	struct dsl_binding *binding; /* the innermost; or NULL */
	bool is_free;		     /* a variable that was used unbound */
	/* The sort of that name: its type (borrowed, or NULL), which is read
	 * at the first use, so that sorts may stand in any order. */
	const char *type;
	const char *defined;
	bool is_open; /* being read */
};

struct dsl_names {
	struct symbol_table words; /* finds them in constant time */
	struct dsl_name *at;
	size_t count, capacity;
	char **texts; /* of sorts */
	size_t text_count, text_capacity;
	/* The numbers of those that have become is_free, in that order. */
	size_t *free;
	size_t free_count, free_capacity;
};

/* Why a piece of a text is refused; `what` is the problem, "; " and what to
 * do. */
struct dsl_fault {
	size_t offset, length; /* bytes of that text */
	char what[600];
};

/* Always false. */
bool dsl_refuse(struct dsl_fault *fault, size_t offset, size_t length,
	const char *format, ...) __attribute__((format(printf, 4, 5)));

void dsl_names_release(struct dsl_names *n);
DROP_BY(dsl_names, dsl_names_release)

/* The number of a word (borrowed), which may be no name. */
size_t dsl_find(struct dsl_names *n, const char *word, size_t size);

/* Name and type are borrowed. False if there is a sort of that name. */
bool dsl_define_sort(struct dsl_names *n, const char *name, const char *type,
	struct dsl_fault *fault);

/* The sort that a text names: Int, IntSort, BitVecSort(8), ArraySort(A, B), or
 * one that is defined. NULL with a fault. */
const char *dsl_sort_read(
	struct dsl_names *n, const char *text, struct dsl_fault *fault);

/*
 * Declares a name (borrowed); NULL with a fault when it is no identifier, or
 * another thing's. *is_new: false if it was declared before and is the same.
 */
struct dsl_name *dsl_declare(struct dsl_names *n, enum dsl_kind kind,
	const char *name, const char *sort, bool *is_new,
	struct dsl_fault *fault);

/* Opens a quantifier over a variable of its own; it is closed by putting the
 * outer binding back. NULL with a fault. */
struct dsl_name *dsl_bind(struct dsl_names *n, const char *name,
	const char *sort, struct dsl_binding *binding, struct dsl_fault *fault);

/* The length of the identifier that begins here; 0: none does. */
size_t dsl_identifier(const char *text);

#endif
