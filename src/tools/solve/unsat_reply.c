#include "tools/solve/unsat_reply.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "model/items/model.h"
#include "tools/call/warnings.h"
#include "tools/solve/core_items.h"
#include "tools/solve/reply.h"
#include "json/json.h"

/* --- the core ------------------------------------------------------------ */

static void
put_assumptions(struct reply *w)
{
	struct json_object *list =
		core_items_assumptions(w->check->core.assumptions, w->hidden);

	for (size_t i = 0; list != NULL && i < json_count(list); i++)
		buf_add_format(w->text, "assumption %s\n",
			json_string(json_at(list, i)));
	if (list != NULL && json_count(list) > 0)
		json_put(w->structured, "core_assumptions", list);
	else
		json_free(list);
}

static void
put_core(struct reply *w)
{
	bool has_core = w->check->has_core;
	bool is_minimal = has_core && w->check->core.minimal;
	size_t room = w->room;
	struct json_object *core = core_items_of_model(
		has_core ? &w->check->core.assertions : &w->q->all, w->q->model,
		&w->q->render, &room);

	core_items_add_items(core, w->text);
	if (room == 0)
		warnings_add(
			w->notes, "the core is too large to be shown whole");
	json_put(w->structured, "core", core);
	json_put_bool(w->structured, "core_minimal", is_minimal);
	put_assumptions(w);
}

/* --- relaxations --------------------------------------------------------- */

/* "3 7" as [3, 7]; NULL if it is anything else. */
static struct json_object *
read_relaxation(const char *text, size_t items)
{
	struct json_object *list = json_new_array();
	const char *at = text;

	while (*at != '\0') {
		char *end;
		unsigned long index = strtoul(at, &end, 10);

		if (end == at || index >= items || json_count(list) == items) {
			json_free(list);
			return NULL;
		}
		json_add(list, json_new_int((int64_t)index));
		at = end + strspn(end, " ");
	}
	return list;
}

static void
add_relaxation(const struct json_object *list, const struct solve_request *q,
	struct buf *text)
{
	buf_add_text(text, "Satisfiable without ");
	for (size_t i = 0; i < json_count(list); i++) {
		size_t index = (size_t)json_int(json_at(list, i));
		const char *name = model_at(q->model, index)->name;

		buf_add_format(text, "%sitem %zu", i > 0 ? " and " : "", index);
		if (name != NULL)
			buf_add_format(text, " \"%s\"", name);
	}
	buf_add_text(text, ".\n");
}

static int
compare_indexes(struct json_object *a, struct json_object *b)
{
	return (json_int(a) > json_int(b)) - (json_int(a) < json_int(b));
}

/* The smaller set first; of one size, by the items from the first on. */
static int
compare_relaxations(struct json_object *a, struct json_object *b)
{
	size_t count = json_count(a);
	int order = (count > json_count(b)) - (count < json_count(b));

	for (size_t i = 0; order == 0 && i < count; i++)
		order = compare_indexes(json_at(a, i), json_at(b, i));
	return order;
}

/* None were found: of assumptions that contradict each other there are none,
 * and that is said with the core. */
static void
note_no_relaxation(struct reply *w)
{
	if (w->q->relax && w->check->core.assertions.count > 0)
		warnings_add(w->notes,
			"no set of items to go was found in the time: raise "
			"timeout_ms, or try `without` with items of the core");
}

static void
put_relaxations(struct reply *w)
{
	struct json_object *relaxations;

	if (w->check->relaxations.count == 0) {
		note_no_relaxation(w);
		return;
	}
	relaxations = json_new_array();
	for (size_t i = 0;
		i < w->check->relaxations.count && i < LIMIT_RELAXATIONS; i++) {
		struct json_object *one = read_relaxation(
			w->check->relaxations.at[i], w->q->model->count);

		if (one == NULL)
			continue;
		json_sort(one, compare_indexes);
		json_add(relaxations, one);
	}
	json_sort(relaxations, compare_relaxations);
	for (size_t i = 0; i < json_count(relaxations); i++)
		add_relaxation(json_at(relaxations, i), w->q, w->text);
	json_put(w->structured, "relaxations", relaxations);
	if (w->check->relaxations.count >= LIMIT_RELAXATIONS)
		warnings_add(w->notes,
			"there may be more sets than these %d; none of them "
			"is smaller",
			LIMIT_RELAXATIONS);
}

void
unsat_reply_put(struct reply *w)
{
	put_core(w);
	put_relaxations(w);
}

void
unsat_reply_advise(struct reply *w)
{
	if (w->check->relaxations.count > 0)
		buf_add_text(w->text,
			"If there should be a solution: correct or delete all "
			"items of one of these lines.\n");
	else if (w->check->core.assertions.count > 0)
		buf_add_text(w->text,
			"If there should be a solution: correct or delete one "
			"of these; relax: true names the smallest sets that "
			"could go.\n");
}
