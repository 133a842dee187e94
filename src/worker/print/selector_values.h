#ifndef WORKER_PRINT_SELECTOR_VALUES_H
#define WORKER_PRINT_SELECTOR_VALUES_H

/*
 * What a selector gives for terms of another constructor is open in SMT-LIB,
 * and fixed in a solution.
 */

#include "base/buf.h"
#include "worker/base/task.h"

/* Appends that of one with this table in t->model, as completions.h says. */
void selector_values_add(const struct task *t, Z3_func_decl decl,
	Z3_func_interp table, struct buf *out);

/*
 * libz3 4.8.12 forgets a selector if no constructor's application stands for
 * its arguments, and completion takes any value for it, whatever the assertions
 * say. So t->model gets those that evaluation leaves in the assertions, as they
 * are in a solution of what is left.
 */
void selector_values_complete(struct task *t);

#endif
