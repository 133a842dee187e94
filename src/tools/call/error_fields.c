#include "tools/call/error_fields.h"

#include <ctype.h>
#include <string.h>

#include "json/json.h"

/* The lines "1. Declare it." */
static void
add_numbered(struct json_object *steps, const char *at)
{
	while (isdigit((unsigned char)*at)) {
		const char *step = at + strspn(at, "0123456789. ");
		size_t length = strcspn(step, "\n");

		json_add(steps, json_new_string_n(step, length));
		at = step + length;
		at += *at == '\n';
	}
}

/* Every message has them after these words; NULL if there are none. */
static struct json_object *
new_steps(const char *text)
{
	static const char words[] = "What to do:\n";
	const char *at = strstr(text, words);
	struct json_object *steps;

	if (at == NULL)
		return NULL;
	steps = json_new_array();
	add_numbered(steps, at + strlen(words));
	return steps;
}

struct json_object *
error_fields_new(const struct err *e)
{
	struct json_object *fields = json_new_object();
	struct json_object *steps = new_steps(e->text);

	json_put_string(fields, "code", err_code_name(e->code));
	json_put(fields, "message",
		json_new_string_n(e->text, strcspn(e->text, "\n")));
	if (e->item >= 0)
		json_put_int(fields, "item", e->item);
	if (e->line > 0) {
		json_put_int(fields, "line", e->line);
		json_put_int(fields, "column", e->column);
	}
	if (steps != NULL)
		json_put(fields, "steps", steps);
	return fields;
}
