#ifndef MCP_FEATURES_COMPLETION_H
#define MCP_FEATURES_COMPLETION_H

/*
 * completion/complete: what the value of an argument may become, for an
 * argument of a prompt or a variable in the address of a resource.
 */

#include <stdbool.h>
#include <stddef.h>

struct json_object;

enum {
	COMPLETION_MAX = 100, /* values in an answer; the protocol's limit */
};

struct completion {
	/* What is asked for. */
	bool is_prompt;			  /* else a template of resources */
	const char *of;			  /* its name, or its URI template */
	const char *argument;		  /* its argument or variable */
	const char *value;		  /* as far as it is written */
	const struct json_object *others; /* known arguments, or NULL */
	/* The answer. */
	struct json_object *values;
	size_t total; /* with those that had no room */
};

/* Adds a candidate, if it begins like the value (letter case is free). */
void completion_offer(struct completion *completion, const char *candidate);

/* Adds one, however it begins. */
void completion_add(struct completion *completion, const char *value);

#endif
