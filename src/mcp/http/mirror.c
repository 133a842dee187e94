#include "mcp/http/mirror.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "mcp/http/door.h"
#include "mcp/session/request.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

/* The parameter that Mcp-Name repeats, by method. */
static const struct {
	const char *method;
	const char *parameter;
} named[] = {
	{"tools/call", "name"},
	{"prompts/get", "name"},
	{"resources/read", "uri"},
};

/* The value of a digit of base 64; -1 if it is none. */
static int
digit(char c)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = c != '\0' ? strchr(digits, c) : NULL;

	return at != NULL ? (int)(at - digits) : -1;
}

/* Decodes base 64, the caller's; NULL if it is none, or holds a NUL. */
static char *
decode(const char *text, size_t size)
{
	DROP(text) char *bytes = mem_grow(NULL, size + 1, 1);
	uint32_t bits = 0;
	size_t count = 0;
	int held = 0;

	while (size > 0 && text[size - 1] == '=')
		size--;
	for (size_t i = 0; i < size; i++) {
		int value = digit(text[i]);

		if (value < 0)
			return NULL;
		bits = bits << 6 | (uint32_t)value;
		held += 6;
		if (held >= 8) {
			held -= 8;
			bytes[count] = (char)(bits >> held & 0xff);
			if (bytes[count++] == '\0')
				return NULL;
		}
	}
	/* The bits left over must be 0, so that a text has one form only. */
	if (held == 6 || (bits & ((1U << held) - 1)) != 0)
		return NULL;
	bytes[count] = '\0';
	return TAKE(bytes);
}

/* The value of a header that may be written =?base64?...?=, the caller's; NULL
 * if that cannot be decoded. */
static char *
read_value(const char *value)
{
	static const char before[] = "=?base64?";
	static const char after[] = "?=";
	size_t size = strlen(value);

	while (size > 0 && (value[size - 1] == ' ' || value[size - 1] == '\t'))
		size--;
	if (size < strlen(before) + strlen(after) ||
		strncmp(value, before, strlen(before)) != 0 ||
		strncmp(value + size - strlen(after), after, strlen(after)) !=
			0)
		return text_copy_n(value, size);
	return decode(
		value + strlen(before), size - strlen(before) - strlen(after));
}

static bool
check(const struct http_head *head, const char *name, const char *wanted,
	struct err *e)
{
	const char *given = http_header(head, name);
	DROP(text) char *value = given != NULL ? read_value(given) : NULL;

	if (given == NULL)
		return err_set(e, ERR_ARGUMENT,
			"the header %s is missing; it repeats \"%.64s\" of the "
			"body",
			name, wanted);
	return (value != NULL && strcmp(value, wanted) == 0) ||
	       err_set(e, ERR_ARGUMENT,
		       "the header %s must be \"%.64s\", as the body says",
		       name, wanted);
}

bool
mirror_check(const struct http_head *head, const struct json_object *message,
	struct err *e)
{
	const struct json_object *params = json_get_object(message, "params");
	const char *version =
		rpc_get_name(json_get_object(params, "_meta"), META_VERSION);
	const char *method = rpc_get_name(message, "method");

	if (version != NULL && !check(head, "MCP-Protocol-Version", version, e))
		return false;
	if (method == NULL)
		return true; /* the dispatcher says what is wrong with it */
	if (!check(head, "Mcp-Method", method, e))
		return false;
	for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++) {
		const char *name = rpc_get_name(params, named[i].parameter);

		if (strcmp(method, named[i].method) == 0 && name != NULL &&
			!check(head, "Mcp-Name", name, e))
			return false;
	}
	return true;
}
