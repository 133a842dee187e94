#ifndef TESTS_UNIT_JSON_GIVEN_H
#define TESTS_UNIT_JSON_GIVEN_H

/*
 * Values by their texts, in which an apostrophe stands for a quotation mark.
 */

#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "json/json.h"

/* The text with its quotation marks, owned by the caller. */
static inline char *
quoted(const char *text)
{
	char *copy = text_copy(text);

	for (char *c = copy; *c != '\0'; c++) {
		if (*c == '\'')
			*c = '"';
	}
	return copy;
}

/* The value of the text, owned by the caller; fails if it has none. */
static inline struct json_object *
given(const char *text)
{
	DROP(text) char *json = quoted(text);
	struct json_object *value = NULL;
	struct err e;

	if (!json_parse(json, strlen(json), &value, &e))
		fail_msg("%s: %s", json, e.text);
	return value;
}

#endif
