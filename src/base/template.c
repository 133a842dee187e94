#include "base/template.h"

#include <ctype.h>

/* Returns the "}" that closes the "{" at `open`, or NULL. */
static const char *
find_close(const char *open, const char *end)
{
	size_t depth = 0;

	for (const char *at = open; at < end; at++) {
		depth += *at == '{';
		depth -= *at == '}';
		if (depth == 0)
			return at;
	}
	return NULL;
}

/* Fills what stands between two braces. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
fill_name(struct buf *out, struct slice inside, template_value *value,
	void *context)
{
	size_t before = out->size;
	size_t size = 0;
	struct slice rest;

	while (size < inside.length &&
		strchr("|:{", inside.start[size]) == NULL)
		size++;
	rest = (struct slice){inside.start + size, inside.length - size};
	if (rest.length > 0) {
		rest.start++;
		rest.length--;
	}
	if (size < inside.length && inside.start[size] == ':')
		return value(
			out, (struct slice){inside.start, size}, rest, context);
	if (value(out, (struct slice){inside.start, size}, (struct slice){0},
		    context))
		return true;
	buf_truncate(out, before);
	return size < inside.length && template_fill(out, rest, value, context);
}

bool // NOLINTNEXTLINE(misc-no-recursion)
template_fill(struct buf *out, struct slice text, template_value *value,
	void *context)
{
	const char *end = text.start + text.length;
	const char *at = text.start;

	while (at < end && !out->overflowed) {
		const char *open = memchr(at, '{', (size_t)(end - at));
		const char *close = NULL;

		buf_add(out, at, (size_t)((open != NULL ? open : end) - at));
		if (open == NULL)
			break;
		if (open + 1 < end &&
			(isalnum((unsigned char)open[1]) || open[1] == '#'))
			close = find_close(open, end);
		if (close == NULL)
			buf_add_char(out, '{');
		else if (!fill_name(out,
				 (struct slice){
					 open + 1, (size_t)(close - open) - 1},
				 value, context))
			return false;
		at = (close != NULL ? close : open) + 1;
	}
	return !out->overflowed;
}
