#ifndef LANGUAGE_FLATZINC_TERMS_H
#define LANGUAGE_FLATZINC_TERMS_H

/*
 * The variables, values and constraints of FlatZinc (flatzinc_builtins.def) as
 * SMT-LIB.
 *
 * A variable is a constant of its name, with "!" after it where SMT-LIB has
 * that name for itself. A set variable is a Bool for each number that may be in
 * it: 3 in s is s@3.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "language/flatzinc_model.h"

/* Numbers from the least to the largest that a set variable may hold, or that
 * a constraint is about. */
enum { FZN_SET_MAX = 100000 };

/* Finds c->builtin and c->mode; a fault if it is not known, or takes other
 * arguments. Further faults come when it is written. */
void fzn_find_builtin(struct fzn_model *m, struct fzn_constraint *c);

/* Whether the variable that a constraint is said to define has a term of its
 * other arguments. */
bool fzn_can_define(struct fzn_model *m, const struct fzn_constraint *c);

/* "(assert ...)", or the definition, with what must hold beside it. */
void fzn_add_constraint(
	struct buf *out, struct fzn_model *m, const struct fzn_constraint *c);
void fzn_add_definition(
	struct buf *out, struct fzn_model *m, const struct fzn_constraint *c);

/* "(declare-const x Int) (assert (<= 1 x 9))" */
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
