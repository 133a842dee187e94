#ifndef UNIT_SMT_USES_H
#define UNIT_SMT_USES_H

/* What symbols_scan says that a text uses, as one line. */

#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/names/symbols.h"

/* The uses that are not libz3's, in the order of the text; a sort has a *. */
static inline void
assert_uses(const char *text, const char *expected)
{
	DROP(symbols) struct symbols s = {0};
	DROP(buf) struct buf uses;

	buf_init(&uses, 4096);
	if (!symbols_scan(text, strlen(text), &s))
		fail_msg("%s: is no text", text);
	for (size_t i = 0; i < s.used_count; i++)
		if (!s.used[i].is_builtin)
			(void)buf_add_format(&uses, "%s%s%s",
				uses.size > 0 ? " " : "", s.used[i].name,
				s.used[i].is_sort ? "*" : "");
	if (strcmp(uses.data, expected) != 0)
		fail_msg("%s\nuses %s\nnot  %s", text, uses.data, expected);
}

#endif
