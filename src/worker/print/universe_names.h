#ifndef WORKER_PRINT_UNIVERSE_NAMES_H
#define WORKER_PRINT_UNIVERSE_NAMES_H

/*
 * The elements of declared sorts, which a solution makes up, and their names.
 *
 * libz3 counts them for each sort and calls the first of (Q Int) Q!val!0, and
 * that of (Q Bool) as well. Here it is |(Q Int)!val!0|, as S!val!0 is that of
 * a sort S: the sort's own text, in which ' stands for a bar, and a number.
 *
 * But a constant of the text that has such a name names the element that it
 * is: so a solution that is read back speaks of the same elements.
 */

#include <stdbool.h>
#include <z3.h>

struct task;

bool universe_names_is(Z3_context c, Z3_ast value);

/* The name of one as a symbol; the caller's. */
char *universe_names_name(Z3_context c, Z3_ast element);

/* What the constants of the problem name in t->model, in the place of what
 * was known; to be called for each new model. */
void elements_learn(const struct task *t);

/* Forgets that. */
void elements_forget(void);

/* Where the number of an element begins in a name: U!val!0. NULL in others. */
const char *universe_names_mark(const char *name, size_t length);

#endif
