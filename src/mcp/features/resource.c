#include "mcp/features/resource.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "tools/call/arguments.h"
#include "tools/call/tool.h"
#include "json/json.h"

/* --- addresses with variables --------------------------------------------- */

static int
hex_digit(char c)
{
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";
	const char *place = c != '\0' ? strchr(digits, c) : NULL;

	return place != NULL ? (int)((place - digits) % 16) : -1;
}

/* Decodes a value up to its end; false if it is none. */
static bool
decode(const char *text, size_t size, char out[TEMPLATE_VALUE_MAX])
{
	size_t count = 0;

	for (size_t i = 0; i < size; i++) {
		int c = (unsigned char)text[i];

		if (c == '%') {
			int high = i + 2 < size ? hex_digit(text[i + 1]) : -1;
			int low = high >= 0 ? hex_digit(text[i + 2]) : -1;

			if (low < 0)
				return false;
			c = high * 16 + low;
			i += 2;
		}
		if (c == '\0' || count + 1 >= TEMPLATE_VALUE_MAX)
			return false;
		out[count++] = (char)c;
	}
	out[count] = '\0';
	return count > 0 && utf8_check(out, count, NULL);
}

/* The variable whose "{" is at hand; *end is after its "}". */
static void
read_name(const char *open, char name[TEMPLATE_NAME_MAX], const char **end)
{
	const char *close = strchr(open, '}');
	size_t size = (size_t)(close - open) - 1;

	memcpy(name, open + 1, size);
	name[size] = '\0';
	*end = close + 1;
}

bool
template_match(
	const char *pattern, const char *uri, struct template_values *values)
{
	*values = (struct template_values){0};
	while (*pattern != '\0') {
		size_t size;

		if (*pattern != '{') {
			if (*pattern++ != *uri++)
				return false;
			continue;
		}
		read_name(pattern, values->names[values->count], &pattern);
		size = strcspn(uri, "/?#");
		if (!decode(uri, size, values->values[values->count]))
			return false;
		values->count++;
		uri += size;
	}
	return *uri == '\0';
}

const char *
template_value(const struct template_values *values, const char *name)
{
	for (size_t i = 0; i < values->count; i++) {
		if (strcmp(values->names[i], name) == 0)
			return values->values[i];
	}
	return NULL;
}

bool
template_has(const char *pattern, const char *name)
{
	const char *open = pattern;

	while ((open = strchr(open, '{')) != NULL) {
		char own[TEMPLATE_NAME_MAX];

		read_name(open, own, &open);
		if (name == NULL || strcmp(own, name) == 0)
			return true;
	}
	return false;
}

/* All but the unreserved characters of RFC 3986. */
static void
add_encoded(struct buf *out, const char *value)
{
	static const char unreserved[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789-._~";

	for (; *value != '\0'; value++) {
		if (strchr(unreserved, *value) != NULL)
			(void)buf_add_char(out, *value);
		else
			(void)buf_add_format(
				out, "%%%02X", (unsigned char)*value);
	}
}

char *
template_fill(const char *pattern, const char *value)
{
	DROP(buf) struct buf out;

	/* Both are short. */
	buf_init(&out, SIZE_MAX / 2);
	while (*pattern != '\0') {
		if (*pattern == '{') {
			pattern = strchr(pattern, '}') + 1;
			add_encoded(&out, value);
		} else {
			(void)buf_add_char(&out, *pattern++);
		}
	}
	return buf_take(&out);
}

/* --- the table ------------------------------------------------------------ */

#define SHOWN(uri, name, title, mime, tool, arguments, member, description) \
	{uri, name, title, mime, description, tool, arguments, member, NULL},
#define TEXT(symbol, uri, name, title, mime, description) \
	{uri, name, title, mime, description, NULL, NULL, NULL, \
		resource_##symbol},
static const struct resource rows[] = {
#include "mcp/features/resource.def"
};
#undef SHOWN
#undef TEXT

enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]) };

struct json_object *
resource_arguments(const struct resource *resource, const char *session)
{
	struct json_object *arguments = NULL;
	struct err e;
	bool is_read = json_parse(resource->arguments,
		strlen(resource->arguments), &arguments, &e);

	assert(is_read); /* the table is ours */
	(void)is_read;
	if (session != NULL)
		json_put_string(arguments, "session", session);
	return arguments;
}

/* Whether the tool takes these arguments: with some of its formats it may
 * come later than others, and a server may run without it. */
static bool
is_offered(const struct resource *row)
{
	DROP(json) struct json_object *arguments = NULL;
	const struct tool *tool;
	struct err e;

	if (row->tool == NULL)
		return true;
	tool = tool_find(row->tool);
	if (tool == NULL)
		return false;
	arguments = resource_arguments(
		row, template_has(row->uri, "session") ? "x" : NULL);
	return arguments_check(tool, &arguments, &e);
}

/* The table does not change while the program runs. */
static const struct resource *const *
get_offered(size_t *count)
{
	static const struct resource *offered[ROW_COUNT];
	static size_t offered_count = 0;

	if (offered_count == 0) {
		for (size_t i = 0; i < ROW_COUNT; i++) {
			if (is_offered(&rows[i]))
				offered[offered_count++] = &rows[i];
		}
	}
	*count = offered_count;
	return offered;
}

size_t
resource_count(void)
{
	size_t count;

	(void)get_offered(&count);
	return count;
}

const struct resource *
resource_at(size_t index)
{
	size_t count;
	const struct resource *const *offered = get_offered(&count);

	assert(index < count);
	return offered[index];
}

const struct resource *
resource_find(const char *uri, struct template_values *values)
{
	for (size_t i = 0; i < resource_count(); i++) {
		if (template_match(resource_at(i)->uri, uri, values))
			return resource_at(i);
	}
	return NULL;
}

const struct resource *
resource_of(const char *pattern)
{
	for (size_t i = 0; i < resource_count(); i++) {
		if (strcmp(resource_at(i)->uri, pattern) == 0)
			return resource_at(i);
	}
	return NULL;
}

bool
resource_is_per_session(const struct resource *resource)
{
	return resource->tool != NULL && template_has(resource->uri, "session");
}
