#ifndef WORKER_PRINT_MODEL_DEFINITIONS_H
#define WORKER_PRINT_MODEL_DEFINITIONS_H

#include "worker/base/task.h"

/*
 * Puts t->model into the report as SMT-LIB definitions between parentheses,
 * such that libz3 reads them back: what it prints of the size of a sort's
 * universe is no command, and becomes a comment.
 */
void model_definitions_report(const struct task *t);

/* The same text, the caller's; NULL if libz3 cannot print it. */
char *model_definitions_text(const struct task *t);

#endif
