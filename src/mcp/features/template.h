#ifndef MCP_FEATURES_TEMPLATE_H
#define MCP_FEATURES_TEMPLATE_H

/*
 * Addresses with variables: satchel://session/{session}/items. Of RFC 6570
 * the simple expansion only. A variable stands for at least one character and
 * for no "/"; in an address its value is percent-encoded.
 */

#include <stdbool.h>
#include <stddef.h>

enum {
	TEMPLATE_VARIABLES = 2,
	TEMPLATE_NAME_MAX = 16,
	TEMPLATE_VALUE_MAX = 256, /* bytes, with the NUL */
};

struct template_values {
	size_t count;
	char names[TEMPLATE_VARIABLES][TEMPLATE_NAME_MAX];
	char values[TEMPLATE_VARIABLES][TEMPLATE_VALUE_MAX];
};

/* Whether the address is one of the template's; then with which values. */
bool template_match(
	const char *pattern, const char *uri, struct template_values *values);

/* NULL if it has no such variable. */
const char *template_value(
	const struct template_values *values, const char *name);

/* Whether it has a variable of that name, or any when that is NULL. */
bool template_has(const char *pattern, const char *name);

/* The address with this value for each variable; owned by the caller. */
char *template_fill(const char *pattern, const char *value);

#endif
