#ifndef MCP_FEATURES_IDENTITY_H
#define MCP_FEATURES_IDENTITY_H

/* Who the server says it is. Objects are owned by the caller. */

struct catalog;
struct json_object;

struct json_object *identity_info(void); /* serverInfo */
/* The short form, which stands in every modern result. */
struct json_object *identity_tag(void);
struct json_object *identity_capabilities(const struct catalog *catalog);

/* How to work with the tools, for the client's language model: at most 2,000
 * characters, because clients cut it a little beyond. */
const char *identity_instructions(void);

#endif
