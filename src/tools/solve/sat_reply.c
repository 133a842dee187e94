#include "tools/solve/sat_reply.h"

#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "model/items/model.h"
#include "tools/call/objectives.h"
#include "tools/call/values.h"
#include "tools/call/warnings.h"
#include "tools/solve/reply.h"
#include "tools/solve/request_errors.h"
#include "tools/solve/unevaluated_terms.h"
#include "json/json.h"

enum {
	NAMED_MAX = 20,	  /* items in one sentence */
	FAILED_MAX = 100, /* assertions in one list */
	/* Lines that may be of nothing that the client knows. */
	TRIES_MAX = 1000,
	SOLUTIONS_MAX = 1000, /* that can be asked for */
};

/* --- what was checked ---------------------------------------------------- */

size_t
sat_reply_count_false(const struct answer_check *check)
{
	size_t count = 0;

	for (size_t i = 0; i < check->evaluation.failed.count; i++)
		count += check->evaluation.failed.list[i].is_false;
	return count;
}

/* What it is of: "item 3", or "assume[0]" of the call. False if the line is
 * none of either, or of the same item as the one before it. */
static bool
name_failed(const struct solve_request *q, unsigned at, size_t *last,
	struct buf *out)
{
	const struct solve_request_term *term;
	size_t index;
	unsigned line;

	if (render_locate(&q->render, at, &index, &line)) {
		if (index == *last)
			return false;
		*last = index;
		return buf_add_format(out, "item %zu", index);
	}
	term = question_term_at(q, at);
	if (term == NULL)
		return false;
	buf_add_text(out, term->argument);
	return term->index < 0 || buf_add_format(out, "[%td]", term->index);
}

void
sat_reply_name_failed(const struct solve_request *q,
	const struct answer_check *check, bool is_false, struct buf *out)
{
	size_t last = SIZE_MAX;
	size_t named = 0;
	size_t tries = 0;

	for (size_t i = 0;
		i < check->evaluation.failed.count && tries < TRIES_MAX; i++) {
		const struct answer_assertion *one =
			&check->evaluation.failed.list[i];
		size_t before = out->size;

		if (one->is_false != is_false)
			continue;
		tries++;
		if (named > 0)
			buf_add_text(out, ", ");
		if (!name_failed(q, one->line, &last, out)) {
			buf_truncate(out, before);
		} else if (++named > NAMED_MAX) {
			buf_truncate(out, before);
			buf_add_text(out, ", ...");
			return;
		}
	}
}

/* How many items the evaluated assertions are of: the first ones. */
static size_t
count_checked_items(
	const struct solve_request *q, const struct answer_check *check)
{
	size_t count = 0;
	size_t last = SIZE_MAX;

	for (size_t i = 0; i < q->all.count && i < check->evaluation.checked;
		i++) {
		size_t index;
		unsigned line;

		if (!render_locate(
			    &q->render, q->all.list[i].line, &index, &line) ||
			index == last)
			continue;
		last = index;
		count++;
	}
	return count;
}

/* {index, name, line} of an item, {argument} of a term of the call. */
static struct json_object *
failed_entry(const struct solve_request *q, unsigned at)
{
	struct json_object *entry = json_new_object();
	DROP(buf) struct buf argument = {0};
	size_t index;
	size_t none = SIZE_MAX;
	unsigned line;

	if (render_locate(&q->render, at, &index, &line)) {
		json_put_int(entry, "index", (int64_t)index);
		json_put_string(entry, "name", model_at(q->model, index)->name);
		json_put_int(entry, "line", line);
		return entry;
	}
	buf_init(&argument, LIMIT_REPLY);
	if (!name_failed(q, at, &none, &argument)) {
		json_free(entry);
		return NULL;
	}
	json_put_string(entry, "argument", argument.data);
	return entry;
}

static struct json_object *
list_failed(const struct solve_request *q, const struct answer_check *check,
	bool is_false)
{
	struct json_object *list = json_new_array();
	size_t tries = 0;

	for (size_t i = 0;
		i < check->evaluation.failed.count && tries < TRIES_MAX; i++) {
		const struct answer_assertion *one =
			&check->evaluation.failed.list[i];
		struct json_object *entry;

		if (one->is_false != is_false || json_count(list) == FAILED_MAX)
			continue;
		tries++;
		entry = failed_entry(q, one->line);
		if (entry != NULL)
			json_add(list, entry);
	}
	return list;
}

void
sat_reply_put_checked(struct reply *w)
{
	const struct answer_check *check = w->check;
	struct json_object *checked = json_new_object();

	json_put_int(
		checked, "items", (int64_t)count_checked_items(w->q, check));
	json_put(checked, "failed", list_failed(w->q, check, true));
	if (check->evaluation.failed.count > sat_reply_count_false(check)) {
		json_put(checked, "undecided", list_failed(w->q, check, false));
		buf_add_text(w->text, "Not decided by evaluation: ");
		sat_reply_name_failed(w->q, check, false, w->text);
		buf_add_char(w->text, '\n');
	}
	if (check->evaluation.checked < w->q->all.count)
		warnings_add(w->notes,
			"of %zu assertions only the first %u were evaluated "
			"again under the values; the rest takes too long",
			w->q->all.count, (unsigned)check->evaluation.checked);
	json_put(w->structured, "checked", checked);
}

/* --- objectives and values ----------------------------------------------- */

bool
sat_reply_is_optimal(const struct answer_check *check)
{
	for (size_t i = 0; i < check->objectives.count; i++) {
		if (!check->objectives.at[i].optimal)
			return false;
	}
	return check->objectives.count > 0;
}

static void
put_objectives(struct reply *w)
{
	struct json_object *objectives;

	if (w->check->objectives.count == 0)
		return;
	objectives = objectives_list(w->check);
	if (json_get(json_at(objectives, 0), "value") != NULL)
		json_put(w->structured, "objective",
			json_copy(json_get(json_at(objectives, 0), "value")));
	objectives_add_lines(objectives, "", w->text);
	json_put(w->structured, "objectives", objectives);
}

static void
put_solution_text(struct reply *w)
{
	size_t room = w->room;
	bool is_cut = false;
	DROP(text) char *shown = NULL;

	if (w->check->model == NULL)
		return;
	shown = warnings_cut(w->check->model, &room, &is_cut);
	json_put_string(w->structured, "solution_smtlib", shown);
	if (!is_cut)
		return;
	json_put_bool(w->structured, "truncated", true);
	warnings_add(w->notes, "solution_smtlib is cut after %zu of %zu bytes",
		strlen(shown), strlen(w->check->model));
}

/* One of them: an array is applied by select. */
static void
note_formula(struct json_object *notes, const struct values *values)
{
	static const char array[] = "(Array ";
	const char *name = values_formula(values);
	const char *sort;

	if (name == NULL)
		return;
	sort = json_get_string(values->sorts, name);
	warnings_add(notes,
		"the `else` of %s is a formula over its arguments, x!0 the "
		"first; get_solution with terms: [\"(%s%s ...)\"] gives its "
		"values one by one",
		name,
		sort != NULL && strncmp(sort, array, strlen(array)) == 0
			? "select "
			: "",
		name);
}

static void
put_values(struct reply *w, struct values *values)
{
	values_add_lines(values, w->text);
	put_solution_text(w);
	note_formula(w->notes, values);
	unevaluated_terms_note(w->q, values, w->notes);
	if (values->left_out > 0) {
		json_put_bool(w->structured, "truncated", true);
		warnings_add(w->notes,
			"%zu more values have no room here; solve_model with "
			"values: [...] or get_solution with terms: [...] "
			"gives those you need",
			values->left_out);
	}
	json_put(w->structured, "values", TAKE(values->values));
	json_put(w->structured, "sorts", TAKE(values->sorts));
}

/* --- further solutions --------------------------------------------------- */

/* Those that fit; a text that is no JSON is none. */
static struct json_object *
list_solutions(struct reply *w)
{
	struct json_object *list = json_new_array();
	size_t room = w->room;

	for (size_t i = 0;
		i < w->check->solutions.list.count && i < SOLUTIONS_MAX; i++) {
		const char *text = w->check->solutions.list.at[i];
		size_t size = strlen(text);
		struct json_object *one;
		struct err ignored;

		if (size > room)
			break;
		if (!json_parse(text, size, &one, &ignored))
			continue;
		room -= size;
		json_add(list, one);
		buf_add_format(
			w->text, "solution %zu: %s\n", json_count(list), text);
	}
	return list;
}

/* Why the end of the list is not the end of the solutions. */
static void
add_unseen(struct reply *w)
{
	const struct answer_check *check = w->check;

	if (check->solutions.ended && check->solutions.end.elsewhere[0] != '\0')
		warnings_add(w->notes,
			"no other solution differs in the constants, or in %s "
			"at the arguments that the items write out; at others "
			"there may be any number of them. Terms in distinct_on "
			"say what counts",
			check->solutions.end.elsewhere);
	if (check->solutions.ended &&
		check->solutions.end.uncompared[0] != '\0')
		warnings_add(w->notes,
			"solutions that differ in the value of %s only were "
			"not looked for: it cannot be compared. Name parts of "
			"it in distinct_on, as (select a 1)",
			check->solutions.end.uncompared);
}

static void
put_solutions(struct reply *w)
{
	size_t found = w->check->solutions.list.count;
	struct json_object *list;

	if (found == 0)
		return;
	list = list_solutions(w);
	if (json_count(list) < found)
		warnings_add(w->notes,
			"%zu solutions were found, and there is room for %zu; "
			"distinct_on makes each of them smaller",
			found, json_count(list));
	add_unseen(w);
	if (!w->check->solutions.complete)
		buf_add_text(w->text, "There may be more.\n");
	else if (w->check->objectives.count > 0)
		buf_add_text(w->text, "There are no others as good.\n");
	else
		buf_add_text(w->text, "There are no other solutions.\n");
	json_put(w->structured, "solutions", list);
	json_put_bool(w->structured, "complete", w->check->solutions.complete);
}

void
sat_reply_put(struct reply *w, struct values *values)
{
	put_objectives(w);
	put_values(w, values);
	put_solutions(w);
	if (w->check->evaluation.checked > 0 || w->q->all.count == 0)
		sat_reply_put_checked(w);
}
