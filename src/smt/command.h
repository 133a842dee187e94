#ifndef SMT_COMMAND_H
#define SMT_COMMAND_H

/*
 * The commands of SMT-LIB and libz3, and what becomes of each. A command that
 * is not in the table is unknown, and libz3 would silently ignore it.
 */

#include <stddef.h>

#include "smt/token.h"

enum command {
#define COMMAND(id, name, item, script, why) COMMAND_##id,
#include "smt/command.def"
#undef COMMAND
	COMMAND_COUNT,
};

enum verdict {
	VERDICT_KEEP,
	VERDICT_OPTION,
	VERDICT_INFO,
	VERDICT_DROP,
	VERDICT_EXIT,
	VERDICT_REFUSE,
};

struct command_info {
	const char *name;
	enum verdict in_item;
	enum verdict in_script;
	const char *why; /* "" if both verdicts are KEEP */
};

const struct command_info *command_info(enum command command);

/* COMMAND_COUNT if there is no such command. */
enum command command_find(struct slice name);

/* The command that a misspelt name most likely meant, or NULL. */
const char *command_nearest(struct slice name);

#endif
