#ifndef LANGUAGE_DSL_EXPRESSION_H
#define LANGUAGE_DSL_EXPRESSION_H

/*
 * The expressions of the JSON DSL, its sorts and its names. Expressions are a
 * part of Python's, which are parsed and never evaluated.
 *
 *	And Or Not Implies If Distinct Sum Product ForAll([x], e)
 *	Exists([x], e) BitVecVal(v, w) UGT UGE ULT ULE UDiv URem LShR; and or
 *	not; a if c else b; == != < <= > >=, also in chains; + - * / // % **;
 *	& | ^ ~ << >>; f(x), a[i], numbers, True, False
 *
 * A quotient of numbers is exact; of Ints it is SMT-LIB's div, as in Z3's API
 * for Python. <, >, /, % and >> of bit-vectors are signed, UGT and such are
 * not. A Bool counts as 0 or 1 where numbers are.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/names/symbols.h"

enum dsl_sort_kind { BOOL, INT, REAL, BITVEC, ARRAY, NAMED, SORT_KIND_COUNT };

struct dsl_sort {
	enum dsl_sort_kind kind;
	const char *text; /* SMT-LIB */
	char *owned;	  /* the same, but of the three */
	unsigned long width;
	const struct dsl_sort *index, *element;
};

extern const struct dsl_sort dsl_bool[1], dsl_int[1], dsl_real[1];

enum dsl_kind {
	DSL_UNKNOWN,
	DSL_FUNCTION,
	DSL_CONSTANT,
	DSL_VALUE,    /* of an enumeration */
	DSL_VARIABLE, /* a constant where no quantifier binds it */
};

struct dsl_name {
	const char *word; /* borrowed; NULL if there is no declaration */
	enum dsl_kind kind;
	char *symbol;		      /* SMT-LIB; not a name of libz3's own */
	const struct dsl_sort *sort;  /* of its value */
	const struct dsl_sort *bound; /* by the innermost quantifier; or NULL */
	const struct dsl_sort **domain; /* of a function */
	size_t arity, capacity;
	bool is_free; /* a variable that was used unbound */
	/* The sort of that name: its type (borrowed, or NULL), which is read
	 * at the first use, so that sorts may stand in any order. */
	const char *type;
	const struct dsl_sort *defined;
	bool is_open; /* being read */
};

struct dsl_names {
	struct symbol_table words; /* finds them in constant time */
	struct dsl_name **at;
	size_t count, capacity;
	struct dsl_sort **sorts; /* but for the three */
	size_t sort_count, sort_capacity;
	/* Those that have become is_free, in that order. */
	struct dsl_name **free;
	size_t free_count, free_capacity;
	/* Open quantifiers, the innermost last: what a name was before. */
	struct dsl_binding {
		struct dsl_name *name;
		const struct dsl_sort *outer;
	} * bindings;
	size_t binding_count, binding_capacity;
};

/* Why a piece of a text is refused; `what` is the problem, "; " and what to
 * do. */
struct dsl_fault {
	size_t offset, length; /* bytes of that text */
	char what[600];
};

void dsl_names_release(struct dsl_names *n);
DROP_BY(dsl_names, dsl_names_release)

/* Name and type are borrowed. False if there is a sort of that name. */
bool dsl_define_sort(struct dsl_names *n, const char *name, const char *type,
	struct dsl_fault *fault);

/* The sort that a text names: Int, IntSort, BitVecSort(8), ArraySort(A, B), or
 * one that is defined. NULL with a fault. */
const struct dsl_sort *dsl_sort_read(
	struct dsl_names *n, const char *text, struct dsl_fault *fault);

/*
 * Declares a name (borrowed); NULL with a fault when it is no identifier, or
 * another thing's. *is_new: false if it was declared before and is the same.
 */
struct dsl_name *dsl_declare(struct dsl_names *n, enum dsl_kind kind,
	const char *name, const struct dsl_sort *sort, bool *is_new,
	struct dsl_fault *fault);

/* Opens a quantifier over a variable of its own. NULL with a fault. */
const struct dsl_name *dsl_bind(struct dsl_names *n, const char *name,
	const struct dsl_sort *sort, struct dsl_fault *fault);

/* Closes all but that many. */
void dsl_unbind(struct dsl_names *n, size_t count);

/*
 * Appends the text as an SMT-LIB term and returns its sort, which is `wanted`;
 * NULL: that of a number or bit-vector. NULL with a fault. Variables that no
 * quantifier binds become is_free.
 */
const struct dsl_sort *dsl_expression(struct dsl_names *n, const char *text,
	const struct dsl_sort *wanted, struct buf *out,
	struct dsl_fault *fault);

#endif
