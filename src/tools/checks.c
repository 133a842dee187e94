#include "tools/checks.h"

#include <string.h>

#include "base/alloc.h"
#include "smt/allow.h"
#include "tools/core.h"
#include "tools/notes.h"
#include "tools/objectives.h"
#include "tools/values.h"
#include "wire/answer.h"
#include "json/json.h"

enum {
	/* Listed one by one; nobody reads more. */
	CHECKS_MAX = 1000,
};

const char *
checks_printed(const struct answer *answer, size_t number)
{
	const struct answer_check *check = &answer->checks[number];
	const char *output = check->output != NULL ? check->output : "";
	size_t length = strlen(status_name(check->status));

	if (strncmp(output, status_name(check->status), length) == 0 &&
		output[length] == '\n')
		return output + length + 1;
	return output;
}

static void
put_values(const struct answer_check *check, size_t *room,
	struct json_object *object)
{
	DROP(values) struct values values = {0};
	DROP(text) char *text = NULL;

	if (check->value_count == 0 || !values_read(check, *room, 0, &values))
		return;
	text = json_text(values.values);
	*room = values.left_out > 0 || strlen(text) > *room
			? 0
			: *room - strlen(text);
	json_put(object, "values", TAKE(values.values));
}

/* What the answer as a whole has of the last check. */
static void
put_result(const struct answer_check *check, const struct allowed *script,
	size_t *room, struct json_object *object)
{
	if (check->status == STATUS_SAT) {
		put_values(check, room, object);
		if (check->objective_count > 0)
			json_put(object, "objectives", objectives_list(check));
	}
	if (check->status == STATUS_UNSAT && check->has_core) {
		json_put(object, "core",
			core_of_script(&check->core, script->text, script->size,
				room));
		core_put_assumptions(check->assumptions, object);
	}
}

struct json_object *
checks_list(
	const struct answer *answer, const struct allowed *script, size_t *room)
{
	struct json_object *list = json_new_array();
	size_t count = answer->check_count;

	if (count > CHECKS_MAX) {
		count = CHECKS_MAX;
		*room = 0;
	}
	for (size_t i = 0; i < count; i++) {
		const struct answer_check *check = &answer->checks[i];
		bool is_cut = false;
		DROP(text)
		char *output =
			notes_cut(checks_printed(answer, i), room, &is_cut);
		struct json_object *one = json_new_object();

		json_put_string(one, "status",
			check->status == STATUS_NONE
				? "unknown"
				: status_name(check->status));
		json_put_int(one, "line", check->line);
		if (output[0] != '\0')
			json_put_string(one, "output", output);
		if (i + 1 < answer->check_count)
			put_result(check, script, room, one);
		json_add(list, one);
	}
	return list;
}
