#ifndef WORKER_PRINT_MODEL_DEFINITIONS_H
#define WORKER_PRINT_MODEL_DEFINITIONS_H

#include "worker/base/task.h"

/*
 * Puts t->model into the report as SMT-LIB definitions between parentheses, in
 * an order and a form in which libz3 reads them back: what is declared before
 * what uses it, arrays written out, elements of declared sorts declared, with
 * the size of a sort's universe in a comment. What the text itself defines, and
 * what libz3 has made up and nothing uses, is left out.
 */
void model_definitions_report(const struct task *t);

/* The same text, the caller's; NULL if libz3 cannot print it. */
char *model_definitions_text(const struct task *t);

#endif
