#include "model/items/line_breaks.h"

#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"

size_t
line_breaks_find(const char *text)
{
	if (*text == '\r')
		return text[1] == '\n' ? 2 : 1;
	if (*text == '\n' || *text == '\v' || *text == '\f')
		return 1;
	if (strncmp(text, "\xc2\x85", 2) == 0) /* NEL */
		return 2;
	/* LINE SEPARATOR and PARAGRAPH SEPARATOR */
	if (strncmp(text, "\xe2\x80\xa8", 3) == 0 ||
		strncmp(text, "\xe2\x80\xa9", 3) == 0)
		return 3;
	return 0;
}

static size_t
gap(const char *text)
{
	unsigned char c = (unsigned char)*text;
	size_t size = line_breaks_find(text);

	if (size == 0 && (c < ' ' || c == 0x7f))
		size = 1;
	return size;
}

char *
line_breaks_flatten(const char *text)
{
	char *flat = mem_new(strlen(text) + 1);
	size_t size = 0;
	bool after_gap = true; /* no spaces at the start */

	while (*text != '\0') {
		size_t skip = gap(text);

		if (skip > 0) {
			while (size > 0 && flat[size - 1] == ' ')
				size--;
			if (size > 0)
				flat[size++] = ' ';
			after_gap = true;
		} else if (*text != ' ' || !after_gap) {
			flat[size++] = *text;
			after_gap = false;
		}
		text += skip > 0 ? skip : 1;
	}
	while (size > 0 && flat[size - 1] == ' ')
		size--;
	flat[size] = '\0';
	return flat;
}
