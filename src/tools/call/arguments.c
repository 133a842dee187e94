#include "tools/call/arguments.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/asset.h"
#include "base/buf.h"
#include "base/limits.h"
#include "model/items/edit.h"
#include "tools/call/tool.h"
#include "json/json.h"
#include "json/schema.h"

ASSET(schema_arguments_json);

/* --- the schema ----------------------------------------------------------- */

/* Also the elements of a list. */
static void
complete(struct json_object *schema)
{
	static struct json_object *common; /* parsed once */
	struct json_object *properties = json_get_object(schema, "properties");
	struct json_member of = {0};

	if (common == NULL)
		common = json_read(asset_schema_arguments_json);
	assert(common != NULL); /* the file is ours */
	while (json_next(properties, &of)) {
		struct json_member m = {0};

		while (json_next(json_get_object(common, of.key), &m)) {
			if (!json_find(of.value, m.key, NULL))
				json_put(of.value, m.key, json_copy(m.value));
		}
		complete(json_get_object(of.value, "items"));
	}
	if (properties != NULL)
		json_put_bool(schema, "additionalProperties", false);
}

const struct json_object *
arguments_schema(const struct tool *tool)
{
	static struct json_object *schemas; /* by name, made at first need */
	/* Not from tool_schema, which keeps what it has parsed: most servers
	 * are asked for the list once and for few of the tools. */
	DROP(json) struct json_object *whole = NULL;
	struct json_object *schema;

	if (schemas == NULL)
		schemas = json_new_object();
	schema = json_get_object(schemas, tool->name);
	if (schema != NULL)
		return schema;
	whole = json_read(tool->schema_text);
	schema = json_copy(json_get(whole, "inputSchema"));
	assert(schema != NULL); /* the file is ours */
	complete(schema);
	json_put(schemas, tool->name, schema);
	return schema;
}

/* --- aliases -------------------------------------------------------------- */

enum { MS_PER_S = 1000 };

/* Seconds as milliseconds; NULL with a refusal. */
static struct json_object *
convert_seconds(const struct json_object *value, struct err *e)
{
	DROP(text)
	char *text = json_plain(value);
	char *end;
	double ms = strtod(text, &end) * MS_PER_S;

	if (end != text && *end == '\0' && ms >= 1 && ms <= LIMIT_TIMEOUT_MS)
		return json_new_int((int64_t)ms);
	err_advise(e, ERR_ARGUMENT,
		"timeout is a number of seconds, at most %d; send 30 for half "
		"a minute; or pass {timeout_ms}, in milliseconds, 1 to %d",
		LIMIT_TIMEOUT_MS / MS_PER_S, LIMIT_TIMEOUT_MS);
	return NULL;
}

/* variable_name with indices: an element of an array. */
static struct json_object *
convert_element(
	const struct json_object *value, const struct json_object *indices)
{
	size_t count = json_count(indices);
	DROP(buf) struct buf term = {0};

	buf_init(&term, LIMIT_MESSAGE);
	for (size_t i = 0; i < count; i++)
		buf_add_text(&term, "(select ");
	buf_add_text(&term, json_string(value));
	for (size_t i = 0; i < count; i++) {
		DROP(text) char *index = json_text(json_at(indices, i));

		buf_add_format(&term, " %s)", index);
	}
	return json_new_string(term.data);
}

enum conversion { SAME, SECONDS, ELEMENT };

#define ANY NULL

static const struct alias {
	const char *tool; /* or NULL */
	const char *word;
	const char *argument;
	enum conversion conversion;
} aliases[] = {
#define ALIAS(tool, word, argument, convert) {tool, word, argument, convert},
#define TOOL_ALIAS(word, tool)
#include "tools/call/aliases.def"
#undef ALIAS
#undef TOOL_ALIAS
};

/* What the value of an alias becomes, owned; NULL with a refusal. */
static struct json_object *
convert(const struct alias *alias, struct json_object *arguments,
	const struct json_object *value, struct err *e)
{
	const struct json_object *indices =
		json_get_array(arguments, "indices");
	struct json_object *converted;

	if (alias->conversion == SECONDS)
		return convert_seconds(value, e);
	if (alias->conversion == SAME)
		return json_copy(value);
	converted = json_kind(value) == JSON_STRING && indices != NULL
			    ? convert_element(value, indices)
			    : json_copy(value);
	json_delete(arguments, "indices");
	return converted;
}

static bool
resolve_aliases(
	const struct tool *tool, struct json_object *arguments, struct err *e)
{
	const struct json_object *known =
		json_get_object(arguments_schema(tool), "properties");

	for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); i++) {
		struct json_object *value;
		struct json_object *better;

		if (!json_find(arguments, aliases[i].word, &value) ||
			(aliases[i].tool != NULL &&
				strcmp(aliases[i].tool, tool->name) != 0) ||
			!json_find(known, aliases[i].argument, NULL) ||
			json_get(arguments, aliases[i].argument) != NULL)
			continue;
		better = value == NULL
				 ? NULL
				 : convert(&aliases[i], arguments, value, e);
		if (better == NULL && value != NULL)
			return false;
		json_put(arguments, aliases[i].argument, better);
		json_delete(arguments, aliases[i].word);
	}
	return true;
}

/* --- the whole ------------------------------------------------------------ */

bool
arguments_check(
	const struct tool *tool, struct json_object **arguments, struct err *e)
{
	if (json_kind(*arguments) == JSON_OBJECT &&
		!resolve_aliases(tool, *arguments, e))
		return false;
	return schema_check(arguments_schema(tool), arguments, e);
}

void
arguments_read_item(const struct json_object *value, struct edit *edit)
{
	char *end;

	edit->has_index = json_kind(value) == JSON_INT;
	if (edit->has_index) {
		edit->index = json_int(value);
		return;
	}
	if (json_kind(value) != JSON_STRING)
		return;
	edit->target = json_string(value);
	edit->index = strtoll(edit->target, &end, 10);
	edit->has_index = end != edit->target && *end == '\0';
	if (edit->has_index)
		edit->target = NULL;
}
