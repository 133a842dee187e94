#ifndef WORKER_PRINT_MODEL_DEFINITIONS_H
#define WORKER_PRINT_MODEL_DEFINITIONS_H

#include <stdbool.h>

#include "worker/base/task.h"

/*
 * t->model as SMT-LIB definitions between parentheses, in an order and a form
 * in which libz3 reads them back: what is declared before what uses it, arrays
 * written out, elements of declared sorts declared, with the size of a sort's
 * universe in a comment. What the text itself defines, and what libz3 has made
 * up and nothing uses, is left out. The caller's; NULL if libz3 cannot print
 * it. `is_reported`: the elements of each sort are put into the report, too.
 */
char *model_definitions_text(const struct task *t, bool is_reported);

#endif
