#ifndef WORKER_BASE_TERMSET_H
#define WORKER_BASE_TERMSET_H

/*
 * Terms, each once, in the order in which they came: what a walk through a
 * term has seen, whose parts it may share.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "worker/base/libz3.h"

/* Views of a term that is not an application, too. */
bool term_is_quantifier(Z3_context c, Z3_ast term);
Z3_decl_kind term_kind(Z3_context c, Z3_ast term); /* else Z3_OP_INTERNAL */
unsigned term_arity(Z3_context c, Z3_ast term);	   /* else 0 */
Z3_sort_kind term_sort_kind(Z3_context c, Z3_ast term);
Z3_ast term_argument(Z3_context c, Z3_ast application, unsigned i);
Z3_ast *term_arguments(Z3_context c, Z3_ast term); /* all; the caller's */
Z3_func_decl term_decl(Z3_context c, Z3_ast application);

/* The body of a quantifier where its variables, from the first one on, are
 * these terms. */
Z3_ast term_instance(Z3_context c, Z3_ast quantifier, const Z3_ast *terms);

/* Returns the term with terms in the place of its free variables: terms[i]
 * stands for the variable of index i. Z3_substitute_vars can be interrupted. */
Z3_ast term_substitute_variables(
	Z3_context c, Z3_ast term, unsigned count, const Z3_ast *terms);

/* The same with its arguments simplified: (f (+ 9 1)) is (f 10). */
Z3_ast term_simplify_arguments(Z3_context c, Z3_ast application);

/* Simplifies terms by libz3. Of a comparison the sum comes to stand on the left
 * and the number on the right. */
void term_simplify_linear(
	Z3_context c, const Z3_ast *terms, size_t count, Z3_ast *simple);

/* A numeral, or a constant that the text does not declare. */
bool term_is_value(Z3_context c, Z3_ast term);

/* One that the text declares. */
bool term_is_constant(Z3_context c, Z3_ast term);

/* Both; one of them may be NULL. */
Z3_ast term_and(Z3_context c, Z3_ast a, Z3_ast b);

struct termset {
	Z3_ast *at;
	size_t count, capacity;
	size_t *places; /* of `at`, from 1, by the number of a term; 0: none */
	size_t room;
};

bool termset_has(const struct termset *s, Z3_context c, Z3_ast term);

/* Where it stands in `at`; TERMSET_NONE if it is not in it. */
#define TERMSET_NONE ((size_t)-1)
size_t termset_find(const struct termset *s, Z3_context c, Z3_ast term);

/* True if it was not in it; zeroed to begin with. */
bool termset_add(struct termset *s, Z3_context c, Z3_ast term);

/* Of an application; of other terms there are none. */
void termset_add_arguments(struct termset *s, Z3_context c, Z3_ast term);

/* Adds a term and all its parts, each before its own; `deep`: those in the
 * bodies of quantifiers, too. */
void termset_add_parts(struct termset *s, Z3_context c, Z3_ast term, bool deep);

/* Adds what follows from a term being true, or false, as conjuncts: of
 * (and a (not (or b c))) these are a, (not b) and (not c). */
void termset_add_conjuncts(
	struct termset *s, Z3_context c, Z3_ast term, bool is_true);
void termset_release(struct termset *s);
DROP_BY(termset, termset_release)

/* A term for each of some terms, as its value. Zeroed to begin with. */
struct term_map {
	struct termset keys;
	Z3_ast *values; /* by their places; NULL is one, too */
	size_t capacity;
};

/* Of a term that it has not. */
void term_map_add(struct term_map *m, Z3_context c, Z3_ast key, Z3_ast value);
void term_map_release(struct term_map *m);
DROP_BY(term_map, term_map_release)

typedef bool term_any_is(Z3_context c, Z3_ast part);

/*
 * Whether it is so of the term or of a part of it, in quantifiers too. The term
 * is walked as the graph that it is: parts that are shared are looked at once.
 */
bool term_any(Z3_context c, Z3_ast term, term_any_is *is);

/*
 * Whether it applies an operation that SMT-LIB leaves open for some arguments:
 * division by zero, seq.nth out of range, the conversion of a NaN, a selector
 * of another constructor. What a solution says of these it says in no text.
 */
bool term_applies_partial(Z3_context c, Z3_ast part);
bool term_divides(Z3_context c, Z3_ast part); /* by any divisor */

/*
 * Whether this is the declaration of a recursive function, or an application
 * of one. libz3 4.8.12 evaluates its applications; the function itself, or an
 * application to what has no value, it unfolds without end.
 */
bool term_declares_recursive(Z3_context c, Z3_func_decl decl);
bool term_applies_recursive(Z3_context c, Z3_ast part);

#endif
