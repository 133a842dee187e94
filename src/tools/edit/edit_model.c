#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "tools/call/call.h"
#include "tools/edit/edit_list.h"
#include "json/json.h"

/* The members that an op knows, beside `op`. */
static const struct op {
	const char *name;
	enum edit_op op;
	const char *members[7];
} ops[] = {
	{"add", EDIT_ADD, {"content", "data", "index", "name", "note"}},
	{"replace", EDIT_REPLACE,
		{"index", "name", "content", "data", "new_name", "note"}},
	{"delete", EDIT_DELETE, {"index", "name"}},
	{"move", EDIT_MOVE, {"index", "name", "to"}},
};

/* The schema lets no other name pass. */
static const struct op *
find_op(const char *name)
{
	const struct op *op = ops;

	while (strcmp(op->name, name) != 0)
		op++;
	return op;
}

static bool
takes_member(const struct op *op, const char *key)
{
	const char *const *member = op->members;

	while (*member != NULL && strcmp(*member, key) != 0)
		member++;
	return *member != NULL || strcmp(key, "op") == 0;
}

static bool
check_members(const struct json_object *object, const struct op *op, size_t at,
	struct err *e)
{
	struct json_member m = {0};
	bool is_fine = true;

	while (is_fine && json_next(object, &m))
		is_fine = takes_member(op, m.key);
	if (is_fine)
		return true;
	(void)err_set(e, ERR_ARGUMENT,
		"edits[%zu]: op \"%s\" takes no %s. It takes:", at, op->name,
		m.key);
	for (size_t i = 0; op->members[i] != NULL; i++)
		(void)err_add(e, "%s %s", i > 0 ? "," : "", op->members[i]);
	return err_add(e, ". Nothing was changed.");
}

/* The name of an item may stand for its number. */
static bool
read_edit(
	struct json_object *object, size_t at, struct edit *edit, struct err *e)
{
	const struct op *op = find_op(json_get_string(object, "op"));

	if (!check_members(object, op, at, e))
		return false;
	if (op->op != EDIT_ADD && json_get(object, "index") == NULL)
		json_put(object, "index", json_copy(json_get(object, "name")));
	return edit_list_read(object, op->op, edit, e);
}

void
tool_edit_model(struct call *c)
{
	const struct json_object *list = json_get_array(c->arguments, "edits");
	size_t count = json_count(list);
	struct edit *edits = mem_new(count * sizeof(*edits));
	bool is_sound = true;
	struct err e;

	for (size_t i = 0; i < count && is_sound; i++)
		is_sound = read_edit(json_at(list, i), i, &edits[i], &e);
	if (is_sound)
		edit_list_start(c, edits, count);
	else
		call_fail(c, &e);
	free(edits);
}
