#include <stdlib.h>
#include <string.h>

#include "agent/agent.h"
#include "base/limits.h"
#include "base/utf8.h"

/*
 * The replacement has a blank, which no key has: putting it in can never make
 * a new occurrence of the key.
 */
static const char replacement[] = "[the key]";

char *
redact(const struct agent *a, const char *text, size_t most)
{
	size_t key_size = a->key != NULL ? strlen(a->key) : 0;
	const char *found = NULL;
	DROP(buf) struct buf clean;
	size_t shown;

	buf_init(&clean, 2 * strlen(text) + sizeof(replacement));
	if (key_size >= SECRET_MIN)
		found = strstr(text, a->key);
	for (; found != NULL; found = strstr(text, a->key)) {
		buf_add(&clean, text, (size_t)(found - text));
		buf_add_text(&clean, replacement);
		text = found + key_size;
	}
	buf_add_text(&clean, text);
	shown = utf8_cut(clean.data, clean.size, most);
	if (shown < clean.size) {
		buf_truncate(&clean, shown);
		buf_add_text(&clean, "...");
	}
	return buf_detach(&clean);
}

/* Replaces an owned text, or NULL, by the redacted one. */
static void
redact_member(const struct agent *a, char **text)
{
	char *clean = *text != NULL ? redact(a, *text, REDACT_ALL) : NULL;

	free(*text);
	*text = clean;
}

static void
redact_buf(const struct agent *a, struct buf *text)
{
	DROP(text) char *clean = redact(a, text->data, REDACT_ALL);

	buf_clear(text);
	text->ceiling = 2 * text->ceiling; /* the replacement may be longer */
	buf_add_text(text, clean);
}

void
redact_reply(const struct agent *a, struct model_reply *r)
{
	redact_buf(a, &r->text);
	redact_buf(a, &r->refusal);
	for (size_t i = 0; i < r->call_count; i++) {
		redact_member(a, &r->calls[i].id);
		redact_member(a, &r->calls[i].name);
	}
}

bool
redact_arguments(const struct agent *a, struct tool_call *call, struct err *e)
{
	const char *text = call->text.size > 0 ? call->text.data : "{}";
	DROP(json) struct json_object *given = NULL;
	DROP(text) char *plain = NULL;
	DROP(text) char *clean = NULL;

	err_set(e, ERR_ARGUMENT, "this is another value");
	if (!json_parse(text, strlen(text), &given, e) ||
		json_kind(given) != JSON_OBJECT)
		return false;
	plain = json_text(given); /* without escapes that could hide the key */
	clean = redact(a, plain, REDACT_ALL);
	if (strcmp(plain, clean) == 0) {
		call->arguments = TAKE(given);
		return true;
	}
	return json_parse(clean, strlen(clean), &call->arguments, e);
}
