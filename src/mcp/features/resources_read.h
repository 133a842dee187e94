#ifndef MCP_FEATURES_RESOURCES_READ_H
#define MCP_FEATURES_RESOURCES_READ_H

/*
 * resources/list, resources/templates/list and resources/read.
 */

struct err;
struct json_object;
struct request;

/* Ends a read: contents of one resource, a text. Everything is borrowed. */
void resources_read_answer(
	struct request *r, const char *uri, const char *mime, const char *text);

/* Ends a request about a resource: ERR_NOT_FOUND as its era wants it. */
void resources_read_refuse(
	struct request *r, const char *uri, const struct err *e);

#endif
