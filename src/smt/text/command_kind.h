#ifndef SMT_TEXT_COMMAND_KIND_H
#define SMT_TEXT_COMMAND_KIND_H

/*
 * The commands of SMT-LIB and libz3, and what becomes of each. A command that
 * is not in the table is unknown, and libz3 would silently ignore it.
 */

#include <stddef.h>

#include "smt/text/token.h"

enum command_kind {
#define COMMAND(id, name, item, script, why) COMMAND_##id,
#include "smt/text/command_kind.def"
#undef COMMAND
	COMMAND_KIND_COUNT,
};

enum verdict {
	VERDICT_KEEP,
	VERDICT_OPTION,
	VERDICT_INFO,
	VERDICT_DROP,
	VERDICT_EXIT,
	VERDICT_REFUSE,
};

struct command_kind_info {
	const char *name;
	enum verdict in_item;
	enum verdict in_script;
	const char *why; /* "" if both verdicts are KEEP */
};

const struct command_kind_info *command_kind_info(enum command_kind command);

/* COMMAND_KIND_COUNT if there is no such command. */
enum command_kind command_kind_find(struct slice name);

/* The command that a misspelt name most likely meant, or NULL. */
const char *command_kind_nearest(struct slice name);

#endif
