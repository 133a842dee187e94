#ifndef MCP_SESSION_LOG_MESSAGE_H
#define MCP_SESSION_LOG_MESSAGE_H

/*
 * Log messages to the client (notifications/message), for those who have asked
 * for them: a legacy session by logging/setLevel, a modern request by a level
 * in its metadata. The program's own log is base/log.h.
 */

#include <stdbool.h>

struct json_object;
struct request;

enum log_message_level {
	LOG_MESSAGE_DEBUG,
	LOG_MESSAGE_INFO,
	LOG_MESSAGE_NOTICE,
	LOG_MESSAGE_WARNING,
	LOG_MESSAGE_ERROR,
	LOG_MESSAGE_CRITICAL,
	LOG_MESSAGE_ALERT,
	LOG_MESSAGE_EMERGENCY,
	LOG_MESSAGE_NONE, /* nothing is to be told */
};

#define MESSAGE_LEVELS \
	"debug, info, notice, warning, error, critical, alert, emergency"

/* The level of a name, from LOG_MESSAGE_DEBUG on. */
bool log_message_find_level(const char *name, int *level);

/* Tells the client, if it wants to hear of that level. The data (taken) is any
 * JSON value. */
void log_message_send(const struct request *r, enum log_message_level level,
	struct json_object *data);

#endif
