#ifndef TESTS_UNIT_MODEL_ITEMS_H
#define TESTS_UNIT_MODEL_ITEMS_H

/* What an import has found, in a line. */

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "model/text/import.h"

/* `2 (declare-const x Int) [name] {note}` for each item, the line before it;
 * then `! 7 push` for each fault. */
static inline void
expect_found(const struct import *im, const char *expected)
{
	DROP(buf) struct buf out;

	buf_init(&out, 1000000);
	for (size_t i = 0; i < im->count; i++) {
		const struct import_item *item = &im->items[i];

		(void)buf_add_format(&out, "%u %s", item->line, item->content);
		if (item->name != NULL)
			(void)buf_add_format(&out, " [%s]", item->name);
		if (item->note != NULL)
			(void)buf_add_format(&out, " {%s}", item->note);
		(void)buf_add_text(&out, "\n");
	}
	for (size_t i = 0; i < im->fault_count; i++)
		(void)buf_add_format(&out, "! %u %s\n", im->faults[i].line,
			im->faults[i].command);
	assert_string_equal(out.data, expected);
}

/* Of a text, the same. */
static inline void
expect_import(const char *text, const char *expected)
{
	DROP(import) struct import im;

	import_read(&im, text, strlen(text));
	expect_found(&im, expected);
}

#endif
