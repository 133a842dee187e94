#ifndef MCP_MESSAGE_H
#define MCP_MESSAGE_H

/*
 * Log messages to the client (notifications/message), for those who have asked
 * for them: a legacy session by logging/setLevel, a modern request by a level
 * in its metadata. The program's own log is base/log.h.
 */

#include <stdbool.h>

struct json_object;
struct request;

enum message_level {
	MESSAGE_DEBUG,
	MESSAGE_INFO,
	MESSAGE_NOTICE,
	MESSAGE_WARNING,
	MESSAGE_ERROR,
	MESSAGE_CRITICAL,
	MESSAGE_ALERT,
	MESSAGE_EMERGENCY,
	MESSAGE_NONE, /* nothing is to be told */
};

#define MESSAGE_LEVELS \
	"debug, info, notice, warning, error, critical, alert, emergency"

/* The level of a name, from MESSAGE_DEBUG on. */
bool message_find_level(const char *name, int *level);

/* Tells the client, if it wants to hear of that level. The data (taken) is any
 * JSON value. */
void message_send(const struct request *r, enum message_level level,
	struct json_object *data);

#endif
