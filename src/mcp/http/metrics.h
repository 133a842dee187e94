#ifndef MCP_HTTP_METRICS_H
#define MCP_HTTP_METRICS_H

/* Counts for the operator, in the text format of Prometheus. They name no
 * account and no session. */

#include "base/buf.h"

struct server;

/* Appends the counts of the server. */
void metrics_write(const struct server *server, struct buf *out);

#endif
