/*
 * The JSON that export_model writes (tools/transfer/export_json.c):
 *
 *	{"format": "satchel", "version": 1, "options": {...},
 *	 "expectations": [...], "memo": "...",
 *	 "items": [{"name": "n", "note": "o", "content": "(assert p)"}]}
 */
#include <string.h>

#include "base/alloc.h"
#include "language/language.h"
#include "smt/text/lexer.h"
#include "json/json.h"

bool
json_export_is(const char *text)
{
	return text[strspn(text, " \t\r\n")] == '{' &&
	       strstr(text, "\"satchel\"") != NULL;
}

#define refuse(fault, format, ...) \
	language_refuse(fault, NULL, (struct slice){0}, \
		"this is not an export of {export_model}: " format \
		"; send the text of {export_model} with format json or smt2, " \
		"whole and unchanged", \
		__VA_ARGS__)

bool
json_export_read(const char *text, size_t size, struct translation *out,
	struct diagnostic *fault)
{
	DROP(json) struct json_object *export = NULL;
	const struct json_object *items;
	const char *format;
	struct err e;

	if (!json_parse(text, size, &export, &e))
		return refuse(fault, "%s", e.text);
	format = json_get_string(export, "format");
	items = json_get_array(export, "items");
	if (format == NULL || strcmp(format, "satchel") != 0)
		return refuse(fault, "it lacks %s", "\"format\": \"satchel\"");
	if (json_get_int(export, "version", 0) != 1)
		return refuse(fault, "its version is not %d", 1);
	if (items == NULL)
		return refuse(fault, "it has no %s", "items");
	out->has_items = true;
	for (size_t i = 0; i < json_count(items) && !out->text.overflowed;
		i++) {
		const struct json_object *item = json_at(items, i);
		const struct json_object *content = json_get(item, "content");

		if (json_kind(content) != JSON_STRING)
			return refuse(fault, "items[%zu] has no content", i);
		translation_add_item(out, json_get_string(item, "name"),
			json_get_string(item, "note"), 0);
		(void)buf_add(&out->text, json_string(content),
			json_string_size(content));
		(void)buf_add_char(&out->text, '\n');
	}
	out->options = json_copy(json_get_object(export, "options"));
	out->expectations = json_copy(json_get_array(export, "expectations"));
	out->memo = text_copy(json_get_string(export, "memo"));
	return true;
}
