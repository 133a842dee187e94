#ifndef WORKER_READ_DATATYPES_H
#define WORKER_READ_DATATYPES_H

/*
 * The datatypes that a context has read. libz3 4.8.12 keeps one, constructors
 * and all, as long as anything of it lives, and takes it for another one of
 * the same name. The same definition again is harmless.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/text/commands.h"

struct datatypes {
	struct datatype {
		char *name;
		char *definition; /* the command, byte by byte */
	} * list;
	size_t count, capacity;
};

enum datatypes_news {
	DATATYPES_FIT,	 /* none, or none that was another one before */
	DATATYPES_CLASH, /* another context has to read this text */
	/* It may be read, but no other text after it: what a definition means
	 * is not plain from itself, or there are too many. */
	DATATYPES_LAST,
};

/* Each new name is looked for among all. */
enum { DATATYPES_MAX = 100 };

/* Looks at all commands of a text that commands_split made, and on
 * DATATYPES_FIT remembers its datatypes. */
enum datatypes_news datatypes_read(struct datatypes *known, const char *text,
	const struct commands *forms);

void datatypes_release(struct datatypes *known);

#endif
