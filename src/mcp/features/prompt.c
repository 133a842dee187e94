#include "mcp/features/prompt.h"

#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/nearest.h"
#include "json/json.h"

static const char rule[] = "\n---\n";

bool
prompt_read(struct prompt *p, const char *source, struct err *e)
{
	const char *end = strstr(source, rule);
	DROP(json) struct json_object *head = NULL;

	if (end == NULL)
		return err_set(e, ERR_TEXT, "no line --- behind the head");
	if (!json_parse(source, (size_t)(end - source), &head, e))
		return false;
	if (json_kind(head) != JSON_OBJECT)
		return err_set(e, ERR_TEXT, "the head must be an object");
	p->head = TAKE(head);
	p->text = end + strlen(rule);
	return true;
}

static const char *
name_of(const struct prompt *p)
{
	return json_get_string(p->head, "name");
}

/* The index-th argument that the head declares; NULL behind the last. */
static const struct json_object *
declared(const struct prompt *p, size_t index)
{
	const struct json_object *list = json_get_array(p->head, "arguments");

	if (list == NULL || index >= json_count(list))
		return NULL;
	return json_at(list, index);
}

static bool
check_required(const struct prompt *p, const struct json_object *arguments,
	struct err *e)
{
	const struct json_object *d;

	for (size_t i = 0; (d = declared(p, i)) != NULL; i++) {
		const char *name = json_get_string(d, "name");
		const struct json_object *value = json_get(arguments, name);

		if (!json_get_bool(d, "required", false))
			continue;
		if (value == NULL || (json_kind(value) == JSON_STRING &&
					     json_string_size(value) == 0))
			return err_set(e, ERR_ARGUMENT,
				"prompt %s needs the argument %s (%s)",
				name_of(p), name,
				json_get_string(d, "description"));
	}
	return true;
}

struct check {
	const struct prompt *prompt;
	struct err *e;
};

static bool
refuse_unknown(const struct check *c, const char *key)
{
	const struct json_object *d;
	struct nearest n;

	nearest_init(&n, key);
	for (size_t i = 0; (d = declared(c->prompt, i)) != NULL; i++)
		nearest_offer(&n, json_get_string(d, "name"));
	err_set(c->e, ERR_ARGUMENT, "prompt %s has no argument \"%.64s\"",
		name_of(c->prompt), key);
	if (n.best != NULL)
		err_add(c->e, "; did you mean %s?", n.best);
	return false;
}

bool
prompt_has(const struct prompt *p, const char *name)
{
	const struct json_object *d;

	for (size_t i = 0; (d = declared(p, i)) != NULL; i++) {
		if (strcmp(json_get_string(d, "name"), name) == 0)
			return true;
	}
	return false;
}

static bool
check_argument(const char *key, struct json_object *value, void *argument)
{
	const struct check *c = argument;

	if (!prompt_has(c->prompt, key))
		return refuse_unknown(c, key);
	if (value == NULL)
		return true;
	if (json_kind(value) != JSON_STRING)
		return err_set(c->e, ERR_ARGUMENT,
			"argument %s must be a string, not %s", key,
			json_kind_name(json_kind(value)));
	if (json_string_size(value) > PROMPT_ARGUMENT_MAX)
		return err_set(c->e, ERR_LIMIT,
			"argument %s has %zu bytes; the limit is %d", key,
			json_string_size(value), PROMPT_ARGUMENT_MAX);
	return true;
}

bool
prompt_check(const struct prompt *p, const struct json_object *arguments,
	struct err *e)
{
	struct check c = {p, e};

	if (arguments != NULL && !json_each(arguments, check_argument, &c))
		return false;
	return check_required(p, arguments, e);
}

static void
add_argument(struct buf *out, const struct json_object *arguments,
	const char *name, size_t size)
{
	DROP(text) char *key = text_copy_n(name, size);
	const struct json_object *value = json_get(arguments, key);

	if (value != NULL && json_kind(value) == JSON_STRING)
		(void)buf_add(out, json_string(value), json_string_size(value));
}

struct json_object *
prompt_fill(const struct prompt *p, const struct json_object *arguments)
{
	DROP(buf) struct buf out;
	const char *at = p->text;

	/* What goes in was checked: the text is bounded by that. */
	buf_init(&out, SIZE_MAX / 2);
	for (;;) {
		const char *open = strstr(at, "{{");
		const char *close = open != NULL ? strstr(open, "}}") : NULL;

		if (close == NULL)
			break;
		(void)buf_add(&out, at, (size_t)(open - at));
		open += strlen("{{");
		add_argument(&out, arguments, open, (size_t)(close - open));
		at = close + strlen("}}");
	}
	(void)buf_add_text(&out, at);
	return json_new_string_n(out.data, out.size);
}
