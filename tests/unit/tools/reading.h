#ifndef TESTS_UNIT_TOOLS_READING_H
#define TESTS_UNIT_TOOLS_READING_H

/* What is read of a text that is imported. */

#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "tools/transfer/model_import.h"
#include "json/json.h"

struct reading {
	struct model_import *plan;
	struct json_object *warnings;
	bool done;
	struct err e;
};

static inline void
reading_init(struct reading *r)
{
	*r = (struct reading){model_import_new(), json_new_array(), false, {0}};
}

static inline void
reading_drop(struct reading *r)
{
	model_import_free(r->plan);
	json_free(r->warnings);
}

/* It was refused, and the message says so. */
static inline void
reading_refused(const struct reading *r, const char *text, const char *piece)
{
	if (r->done)
		fail_msg("accepted: %s", text);
	if (strstr(r->e.text, piece) == NULL)
		fail_msg("no \"%s\" in: %s", piece, r->e.text);
}

#endif
