#ifndef WORKER_CONSTRAINTS_EXPRESSION_H
#define WORKER_CONSTRAINTS_EXPRESSION_H

/*
 * The constraint form: Booleans, linear sums, products and comparisons as
 * hash-consed nodes. An expression is a number: an Int or a Real has its own
 * value, and a Boolean is 1 where it holds and 0 where it does not, so that
 * (not b) is the sum 1 - b, and a pseudo-Boolean constraint is a comparison of
 * a sum like any other.
 *
 * For example, (or (< x 3) (not (>= (+ x y) 5))) is read as
 *	n0 = VARIABLE x			n1 = AT_LEAST(n0; 3)
 *	n2 = SUM(1 - n1)		n3 = VARIABLE y
 *	n4 = SUM(n0 + n3)		n5 = AT_LEAST(n4; 5)
 *	n6 = SUM(1 - n5)		n7 = OR(n2, n6)
 *
 * A new expression is simplified by the rules of rules.def before it is looked
 * up, so that equal constraints are one node however they are written. Each
 * rule keeps the value under every assignment; none knows what is asserted.
 * Arguments always have smaller numbers than the expression that has them.
 */

#include "worker/base/libz3.h"
#include "worker/base/termset.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPRESSION_NONE UINT32_MAX

enum operation {
	OPERATION_VARIABLE, /* a declared constant of sort Bool, Int or Real */
	OPERATION_OPAQUE,   /* any other term; only its Z3 term is known */
	OPERATION_NUMBER,
	OPERATION_SUM,	    /* number + the sum of factor * argument */
	OPERATION_PRODUCT,  /* of two arguments */
	OPERATION_AT_LEAST, /* argument >= number */
	OPERATION_EQUAL,    /* of two arguments */
	OPERATION_AND,
	OPERATION_OR,
	OPERATION_ITE,		 /* condition, then, else */
	OPERATION_ALL_DIFFERENT, /* no two arguments are equal */
};

struct expression {
	enum operation operation;
	bool is_boolean; /* its value is 0 or 1 */
	bool is_real;	 /* its value may be no whole number */
	int64_t number;
	uint32_t first, count; /* of its arguments and their factors */
	Z3_ast term;	       /* of a variable or an opaque expression */
	Z3_ast written;	       /* expression_write; NULL if not known yet */
};

/* Zeroed to begin with, but for `c`. */
struct expressions {
	Z3_context c;
	struct expression *at;
	size_t count, capacity;
	struct {
		uint32_t *at;
		int64_t *factors;
		size_t count, capacity, factor_capacity;
	} arguments;
	struct {
		uint32_t *slots; /* number of the expression plus 1; 0: free */
		size_t room;
	} table;
	/* The terms that have been read, and what each was read as. */
	struct termset terms;
	uint32_t *term_expressions;
	size_t term_count, term_capacity;
	uint64_t rules_off; /* for tests: a bit for each row of rules.def */
	uint64_t rules_used;
};

void expressions_release(struct expressions *e);
DROP_BY(expressions, expressions_release)

/*
 * Returns the expression with this operation, number, arguments and factors as
 * they are; see expression_make (worker/constraints/simplification.h) for one
 * that is simplified. Returns EXPRESSION_NONE if there are too many.
 */
uint32_t expression_add(struct expressions *e, enum operation operation,
	int64_t number, const uint32_t *arguments, const int64_t *factors,
	size_t count);

/* Returns a variable or an opaque expression of sort Bool, Int or Real. */
uint32_t expression_leaf(struct expressions *e, Z3_ast term, bool is_variable);

static inline const uint32_t *
expression_arguments(const struct expressions *e, const struct expression *x)
{
	return e->arguments.at + x->first;
}

static inline const int64_t *
expression_factors(const struct expressions *e, const struct expression *x)
{
	return e->arguments.factors + x->first;
}

/* Returns b of an expression that is (not b), or else EXPRESSION_NONE. */
uint32_t expression_negated(const struct expressions *e, uint32_t x);

#endif
