#include "tools/call/data_tables.h"

#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "language/data.h"
#include "model/items/model.h"
#include "tools/call/values.h"
#include "json/json.h"

/* What the solver has found for these arguments. */
static struct json_object *
found_at(const struct json_object *open, const struct json_object *args)
{
	const struct json_object *list = json_get_array(open, "entries");

	for (size_t i = 0; list != NULL && i < json_count(list); i++)
		if (json_equal(json_get(json_at(list, i), "args"), args))
			return json_get(json_at(list, i), "value");
	return json_get(open, "else");
}

/* A table over whole numbers as {args, value}, row by row, each after the
 * arguments of its row. */
static void
add_entries(const struct json_object *values, int64_t first,
	const struct json_object *row, const struct json_object *open,
	struct json_object *entries)
{
	for (size_t i = 0; i < json_count(values); i++) {
		const struct json_object *value = json_at(values, i);
		struct json_object *args =
			row != NULL ? json_copy(row) : json_new_array();

		json_add(args, json_new_int(first + (int64_t)i));
		if (json_kind(value) == JSON_ARRAY) {
			add_entries(value, first, args, open, entries);
			json_free(args);
			continue;
		}
		if (value == NULL)
			value = found_at(open, args);
		json_add(entries, json_new_object_of("args", args, "value",
					  json_copy(value), NULL));
	}
}

/* The completed entries of the table of that name; NULL if the item has none,
 * or one of another form. */
static struct json_object *
read_entries(const struct item *item, const char *name,
	const struct json_object *open)
{
	DROP(text) char *text = data_of(item->content, item->size);
	DROP(json) struct json_object *data = json_read(text);
	const struct json_object *table = json_get(data, name);
	struct json_object *entries;
	int64_t first = 1;

	if (json_kind(table) == JSON_OBJECT) {
		if (json_get(table, "over") != NULL)
			return NULL;
		first = json_get_int(table, "first", 1);
		table = json_get(table, "values");
	}
	if (json_kind(table) != JSON_ARRAY ||
		json_kind(json_at(table, 0)) == JSON_OBJECT)
		return NULL;
	entries = json_new_array();
	add_entries(table, first, NULL, open, entries);
	return entries;
}

/* The table NAME with what NAME!open is, as one function; nothing if there is
 * no such table. */
static void
complete_table(const struct model *m, const char *open_name,
	const struct json_object *open, struct values *shown)
{
	DROP(text)
	char *name =
		text_copy_n(open_name, strlen(open_name) - strlen(DATA_OPEN));
	struct json_object *entries = NULL;

	for (size_t i = 0; i < m->count && entries == NULL; i++)
		entries = read_entries(model_at(m, i), name, open);
	if (entries == NULL)
		return;
	json_put(shown->values, name,
		json_new_object_of("entries", entries, "else",
			json_copy(json_get(open, "else")), NULL));
	json_put_string(
		shown->sorts, name, json_get_string(shown->sorts, open_name));
	json_delete(shown->values, open_name);
	json_delete(shown->sorts, open_name);
}

void
data_tables_add_lines(
	const struct model *m, const struct values *values, struct buf *text)
{
	struct values shown = *values;
	struct json_member member = {0};
	size_t mark = strlen(DATA_OPEN);

	shown.values = json_copy(values->values);
	shown.sorts = json_copy(values->sorts);
	while (m != NULL && json_next(values->values, &member)) {
		size_t size = strlen(member.key);

		if (size > mark && json_kind(member.value) == JSON_OBJECT &&
			strcmp(member.key + size - mark, DATA_OPEN) == 0)
			complete_table(m, member.key, member.value, &shown);
	}
	values_add_lines(&shown, text);
	json_free(shown.values);
	json_free(shown.sorts);
}
