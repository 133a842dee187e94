#ifndef UNIT_SMT_CUT_H
#define UNIT_SMT_CUT_H

/* A text as its commands, for tests that walk through them. */

#include "unit/unit.h"

#include <string.h>

#include "smt/text/commands.h"

/* The caller's, to be dropped. */
static inline struct commands
cut(const char *text)
{
	struct commands forms = {0};
	struct diagnostic fault;

	if (!commands_split(text, strlen(text), &forms, &fault))
		fail_msg("%s: %u:%u: %s", text, fault.line, fault.column,
			fault.what);
	return forms;
}

#endif
