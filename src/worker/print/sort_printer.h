#ifndef WORKER_PRINT_SORT_PRINTER_H
#define WORKER_PRINT_SORT_PRINTER_H

/*
 * Sorts and terms of a solution as SMT-LIB text that libz3 reads back.
 *
 * Its own printer writes a declared sort without its parameters, (Q Int) and
 * (Q Bool) as Q, their elements alike, and the empty list of each instance as
 * nil. For problems in which that can be it has another one, for benchmarks,
 * that writes sorts in full; and in terms all that names a sort or an element
 * is printed under a stand-in first.
 */

#include <stdbool.h>
#include <z3.h>

struct task;

/* Looks at what the problem declares; what is printed from here on is about
 * it. */
void sort_printer_begin(const struct task *t);

/* Whether libz3's own text would not do. */
bool sort_printer_is_due(void);

/* The text; the caller's. */
char *sort_printer_sort(Z3_context c, Z3_sort sort);
char *sort_printer_term(Z3_context c, Z3_ast term);

#endif
