#ifndef MCP_HTTP_METRICS_H
#define MCP_HTTP_METRICS_H

/* What whoever runs the server can see of it, in the text format of Prometheus:
 * numbers, and no name of an account or session. */

#include "base/buf.h"

struct server;

void metrics_write(const struct server *server, struct buf *out);

#endif
