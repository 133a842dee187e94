#ifndef SMT_USAGE_H
#define SMT_USAGE_H

/*
 * How the commands are written whose arguments never reach libz3's parser,
 * because the server carries them out itself: push, get-value, minimize and
 * so on. What libz3 would have refused is refused here.
 */

#include <stdbool.h>

#include "smt/fault.h"
#include "smt/form.h"

/* False with FAULT_USAGE and how the command is written. True for commands
 * that libz3 reads. */
bool usage_check(
	const struct form *form, const char *text, struct fault *fault);

#endif
