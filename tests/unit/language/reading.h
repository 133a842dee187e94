#ifndef UNIT_LANGUAGE_READING_H
#define UNIT_LANGUAGE_READING_H

/* What a text becomes, or what is wrong with it, in the language that the
 * including file names with READING_LANGUAGE. */

#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "language/language.h"

#ifndef READING_LANGUAGE
#define READING_LANGUAGE LANGUAGE_SMTLIB
#endif

static inline void
read_text(const char *text, struct translation *t)
{
	struct diagnostic fault;

	if (!language_read(text, strlen(text), t, &fault))
		fail_msg("%s: %u:%u: %s", text, fault.line, fault.column,
			fault.what);
	assert_int_equal(t->language, READING_LANGUAGE);
}

static inline void
expect(const char *text, const char *smtlib)
{
	DROP(translation) struct translation t;

	read_text(text, &t);
	assert_string_equal(t.text.data, smtlib);
}

static inline void
expect_fault(
	const char *text, unsigned line, unsigned column, const char *piece)
{
	DROP(translation) struct translation t;
	struct diagnostic fault;

	if (language_read(text, strlen(text), &t, &fault))
		fail_msg("%s: is read", text);
	assert_int_equal(fault.kind, DIAGNOSTIC_LANGUAGE);
	if (fault.line != line || fault.column != column ||
		strstr(fault.what, piece) == NULL)
		fail_msg("%s: %u:%u: %s", text, fault.line, fault.column,
			fault.what);
	/* The problem; what to do. */
	assert_non_null(strstr(fault.what, "; "));
}

#endif
