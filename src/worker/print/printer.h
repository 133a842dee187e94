#ifndef WORKER_PRINT_PRINTER_H
#define WORKER_PRINT_PRINTER_H

/*
 * What printing knows of one problem, and its names and sorts as SMT-LIB text
 * that libz3 reads back. Terms are print_term.h's.
 *
 * libz3's own printer writes a declared sort without its parameters, (Q Int)
 * and (Q Bool) as Q, and the first element of either as Q!val!0. Here they are
 * written in full, and the elements of (Q Int) are |(Q Int)!val!0| and so on.
 * But a constant of the text that has such a name names the element that it is:
 * so a solution that is read back speaks of the same elements.
 */

#include <stdbool.h>

#include "smt/names/symbols.h"
#include "worker/base/libz3.h"
#include "worker/base/termset.h"

struct task;

/* Texts by sort, by declaration or by term. */
struct text_map {
	struct termset keys;
	char **texts;
	size_t capacity;
};

struct printer {
	const struct task *task;
	Z3_context c;
	struct text_map sorts;
	struct text_map heads;	  /* of applications, by declaration */
	struct text_map named;	  /* elements that a constant names */
	struct termset elements;  /* all that were printed */
	struct termset occurring; /* functions applied to values */
	Z3_model occurring_in;	  /* these are their arguments; NULL: none */
	struct symbol_table overloads; /* what is declared more than once */
};

void printer_init(struct printer *p, const struct task *t);
void printer_release(struct printer *p);

/* Learns what the constants of the problem name in t->model; to be called for
 * each new model. */
void printer_learn(struct printer *p, const struct task *t);

/* Borrowed. */
const char *printer_sort(struct printer *p, Z3_sort sort);

/* The sort of a function as SMT-LIB writes it: (Int Int) Bool; the caller's. */
char *printer_signature(struct printer *p, Z3_func_decl decl);

/*
 * What a value goes by: the name; of an overloaded constant (as x Int), of an
 * overloaded function f (Int Int) Bool, where `sort` is all after the name.
 * The caller's.
 */
char *printer_name(const struct printer *p, const char *name, const char *sort,
	bool is_constant);

/* A name of libz3's as a symbol of SMT-LIB; the caller's. */
char *printer_symbol(const struct printer *p, Z3_symbol name);

/* A constant for the argument of that number, as a solution names it: x!0. */
Z3_ast printer_parameter(Z3_context c, unsigned number, Z3_sort sort);

/* What a function is where its table has no entry, over these; NULL: it does
 * not say. */
Z3_ast printer_else(Z3_context c, Z3_func_decl decl, Z3_func_interp table);

/* Whether it is an element of a declared sort, which a solution makes up; and
 * the name of one as a symbol, the caller's. */
bool printer_is_element(Z3_context c, Z3_ast value);
char *printer_element(struct printer *p, Z3_ast element);

/* NULL: there is none. The text that is put becomes the map's. */
const char *text_map_find(const struct text_map *m, Z3_context c, Z3_ast key);
const char *text_map_put(
	struct text_map *m, Z3_context c, Z3_ast key, char *text);

#endif
