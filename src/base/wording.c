#include "base/wording.h"

#include <stdint.h>

static const char letters[] = "abcdefghijklmnopqrstuvwxyz_";

static wording *used = wording_of_chat;

bool
wording_of_chat(struct buf *out, struct slice name)
{
	bool has_bar = false;

	for (size_t i = 0; i < name.length; i++) {
		if (strchr(letters, name.start[i]) == NULL)
			return false;
		has_bar |= name.start[i] == '_';
	}
	return has_bar && buf_add(out, name.start, name.length);
}

bool
wording_kept(struct buf *out, struct slice name)
{
	return buf_add_format(out, "{%.*s}", (int)name.length, name.start);
}

void
wording_use(wording *words)
{
	used = words;
}

bool
wording_add(struct buf *out, struct slice name)
{
	return used(out, name);
}

char *
wording_text(const char *text)
{
	DROP(buf) struct buf out;

	buf_init(&out, SIZE_MAX / 2);
	while (*text != '\0') {
		size_t plain = strcspn(text, "{");
		size_t size;

		buf_add(&out, text, plain);
		text += plain;
		if (*text == '\0')
			break;
		size = strspn(text + 1, letters);
		if (text[1 + size] == '}' &&
			used(&out, (struct slice){text + 1, size}))
			text += size + 2;
		else
			buf_add_char(&out, *text++);
	}
	return buf_detach(&out);
}
