#ifndef MCP_FEATURES_PROMPTS_H
#define MCP_FEATURES_PROMPTS_H

/*
 * The prompts and the guides, texts of prompts/; prompts.def is THE list. All
 * are parsed once, at first use.
 */

#include <stddef.h>

struct prompt;

size_t prompts_count(void);
const struct prompt *prompts_at(size_t index); /* in the order of the list */
const struct prompt *prompts_find(const char *name); /* or NULL */

/* The text of a guide; there must be one of that name. */
const char *prompts_guide(const char *name);

/* The guides for clients, by their topics. */
size_t topics_count(void);
const struct prompt *topics_at(size_t index);
const struct prompt *topics_find(const char *topic); /* or NULL */

#endif
