#include "mcp/features/template.h"

#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/utf8.h"

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

/* The variable whose "{" is at hand; *end is behind its "}". */
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
