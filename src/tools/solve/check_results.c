#include "tools/solve/check_results.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "smt/rules/command_policy.h"
#include "tools/call/objectives.h"
#include "tools/call/values.h"
#include "tools/call/warnings.h"
#include "tools/solve/core_items.h"
#include "tools/solve/solve_verdict.h"
#include "wire/answer.h"
#include "json/json.h"

enum {
	/* Listed one by one; nobody reads more. */
	CHECKS_MAX = 1000,
	NAMED_MAX = 20, /* assertions in one sentence */
};

const char *
check_results_printed(const struct answer *answer, size_t number)
{
	const struct answer_check *check = &answer->checks[number];
	const char *output =
		check->output.text != NULL ? check->output.text : "";
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

	if (check->values.count == 0 || !values_read(check, *room, 0, &values))
		return;
	text = json_text(values.values);
	*room = values.left_out > 0 || strlen(text) > *room
			? 0
			: *room - strlen(text);
	json_put(object, "values", TAKE(values.values));
}

/* What the answer as a whole has of the last check. */
static void
put_result(const struct answer_check *check, const struct admitted_text *script,
	size_t *room, struct json_object *object)
{
	if (check->status == STATUS_SAT) {
		put_values(check, room, object);
		if (check->objectives.count > 0)
			json_put(object, "objectives", objectives_list(check));
	}
	if (check->status == STATUS_UNSAT && check->has_core) {
		json_put(object, "core",
			core_items_of_script(&check->core.assertions,
				script->text, script->size, room));
		core_items_put_assumptions(check->core.assumptions, object);
	}
}

static const struct answer_assertion *
next_false(const struct answer_check *check, size_t *from)
{
	while (*from < check->evaluation.failed.count) {
		const struct answer_assertion *one =
			&check->evaluation.failed.list[(*from)++];

		if (one->is_false)
			return one;
	}
	return NULL;
}

static bool
is_refuted(const struct answer_check *check)
{
	size_t from = 0;

	return check->status == STATUS_SAT && next_false(check, &from) != NULL;
}

void
check_results_distrust(
	const struct answer *answer, struct solve_verdict *ruling)
{
	const struct answer_check *check = answer_last(answer);
	const struct answer_assertion *one;
	DROP(buf) struct buf lines = {0};
	size_t from = 0;
	size_t named = 0;

	if (ruling->status != STATUS_SAT || !is_refuted(check))
		return;
	buf_init(&lines, LIMIT_REPLY);
	while (named < NAMED_MAX && (one = next_false(check, &from)) != NULL)
		buf_add_format(&lines, "%sline %u", named++ > 0 ? ", " : "",
			(unsigned)one->line);
	solve_verdict_set(ruling, STATUS_UNKNOWN, "incomplete",
		text_format(
			"Z3 answered sat, but under its values these "
			"assertions are false: %s. That is a fault of Z3, so "
			"neither the answer nor the values can be relied on. "
			"Write them in another way (simpler terms, other "
			"operators, explicit bounds) and solve again.",
			lines.data));
}

struct json_object *
check_results_list(const struct answer *answer,
	const struct admitted_text *script, size_t count, size_t *room)
{
	struct json_object *list = json_new_array();
	size_t shown = answer->check_count;

	if (shown > CHECKS_MAX) {
		shown = CHECKS_MAX;
		*room = 0;
	}
	for (size_t i = 0; i < shown; i++) {
		const struct answer_check *check = &answer->checks[i];
		bool is_cut = false;
		DROP(text)
		char *output = warnings_cut(
			check_results_printed(answer, i), room, &is_cut);
		struct json_object *one = json_new_object();

		json_put_string(one, "status",
			check->status == STATUS_NONE || is_refuted(check)
				? "unknown"
				: status_name(check->status));
		json_put_int(one, "line", check->line);
		if (output[0] != '\0')
			json_put_string(one, "output", output);
		if (i + 1 < count)
			put_result(check, script, room, one);
		json_add(list, one);
	}
	return list;
}
