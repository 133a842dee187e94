#ifndef MCP_SESSION_META_H
#define MCP_SESSION_META_H

/*
 * What a request says about itself in params._meta: in the modern era that is
 * all that is known of its client.
 */

#include <stdbool.h>

struct json_object;
struct request;

#define META_VERSION "io.modelcontextprotocol/protocolVersion"
#define META_CAPABILITIES "io.modelcontextprotocol/clientCapabilities"
#define META_LOG_LEVEL "io.modelcontextprotocol/logLevel"

/*
 * A request that names a version is modern, whatever was said before, and
 * stands for itself; any other follows the session. False: it was refused.
 */
bool meta_settle(struct request *r, const struct json_object *params);

/* The token for its progress, the caller's; or NULL. */
struct json_object *meta_token(const struct json_object *params);

#endif
