#ifndef LANGUAGE_FLATZINC_BUILTINS_H
#define LANGUAGE_FLATZINC_BUILTINS_H

/*
 * The constraints of FlatZinc (flatzinc_builtins.def) as terms of SMT-LIB.
 *
 * A variable is a constant of its name, with "!" after it where SMT-LIB has
 * that name for itself. A set variable is a Bool for each number that may be
 * in it: 3 in s is s@3.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "language/flatzinc_model.h"

struct fzn_builtin;

/* Numbers from the least to the largest that a set variable may hold, or that
 * a constraint is about. */
enum { FZN_SET_MAX = 100000 };

/* A constraint that is known and has the arguments that it should. */
struct fzn_term {
	struct fzn_model *m;
	const struct fzn_constraint *c;
	const struct fzn_builtin *builtin;
	enum { FZN_HOLDS, FZN_REIFIED, FZN_IMPLIED } mode;
	const struct fzn_value *arguments;
	struct buf *out;
	/* Of a loop of the term: the element, or the number that sets stand
	 * for whether it is in them. */
	bool is_pointwise;
	int64_t number;
	const struct fzn_value *element;
	enum fzn_kind kind;
};

/* False with a fault: it is not known, or its arguments are other ones. */
bool fzn_term_find(struct fzn_term *t, struct fzn_model *m,
	const struct fzn_constraint *c, struct buf *out);

/* Whether the variable that c->defines has a term of the others. */
bool fzn_term_defines(const struct fzn_term *t);

/* Appends that term, or the constraint, as a Bool. False with a fault. */
bool fzn_term_write_definition(struct fzn_term *t);
bool fzn_term_write(struct fzn_term *t);

/* Appends what has to hold beside the definition. False: there is nothing. */
bool fzn_term_write_guard(struct fzn_term *t);

/* "x", "(- 5)", "2.5"; of a set and an array nothing. */
void fzn_write_value(const struct fzn_model *m, const struct fzn_value *v,
	enum fzn_kind kind, struct buf *out);
void fzn_write_float(struct slice number, struct buf *out);
void fzn_write_name(struct slice name, struct buf *out);
/* "s@3" */
void fzn_write_member(struct slice name, int64_t element, struct buf *out);

/* "(or (<= 1 x 5) (= x 9))" for a term that is written as `x`. */
void fzn_write_in_ranges(const struct fzn_model *m, struct fzn_span ranges,
	const char *x, struct buf *out);

#endif
