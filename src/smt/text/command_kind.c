#include "smt/text/command_kind.h"

#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"

static const struct command_kind_info table[] = {
#define COMMAND(id, name, item, script, why) \
	[COMMAND_##id] = {name, VERDICT_##item, VERDICT_##script, why},
#include "smt/text/command_kind.def"
#undef COMMAND
};

/* Of the names; the commonest come first in the table. */
static const unsigned char lengths[] = {
#define COMMAND(id, name, item, script, why) sizeof(name) - 1,
#include "smt/text/command_kind.def"
#undef COMMAND
};

const struct command_kind_info *
command_kind_info(enum command_kind command)
{
	return &table[command];
}

/* libz3 has two dozen commands dbg-...; the row "dbg-" stands for them. */
static bool
is_debugging(struct slice name)
{
	return name.length > 4 && strncmp(name.start, "dbg-", 4) == 0;
}

enum command_kind
command_kind_find(struct slice name)
{
	if (is_debugging(name))
		return COMMAND_DBG;
	for (int i = 0; i < COMMAND_KIND_COUNT; i++)
		if (name.length == lengths[i] &&
			memcmp(name.start, table[i].name, lengths[i]) == 0)
			return (enum command_kind)i;
	return COMMAND_KIND_COUNT;
}

/* Refused commands are not advised. */
const char *
command_kind_nearest(struct slice name)
{
	DROP(text) char *word = text_copy_n(name.start, name.length);
	struct nearest n;

	nearest_init(&n, word);
	for (int i = 0; i < COMMAND_KIND_COUNT; i++)
		if (table[i].in_script != VERDICT_REFUSE)
			nearest_offer(&n, table[i].name);
	return n.best;
}
