#ifndef MCP_PROMPTS_H
#define MCP_PROMPTS_H

/*
 * The prompts, for prompts/list and prompts/get, and the guides; prompts.def
 * is THE list. All are parsed once, at first use.
 */

#include <stddef.h>

struct prompt;

size_t prompts_count(void);
const struct prompt *prompts_at(size_t index); /* in the order of the list */
const struct prompt *prompts_find(const char *name); /* or NULL */

/* The text of a guide; there must be one of that name. */
const char *prompts_guide(const char *name);

#endif
