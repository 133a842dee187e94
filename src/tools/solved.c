#include "tools/solved.h"

#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "model/model.h"
#include "tools/core.h"
#include "tools/notes.h"
#include "tools/ruling.h"
#include "tools/solving.h"
#include "tools/values.h"
#include "json/json.h"

enum {
	NAMED_MAX = 20,	  /* items in one sentence */
	FAILED_MAX = 100, /* assertions in one list */
};

/* An answer on its way. */
struct composing {
	const struct solved *s;
	const struct answer_check *check; /* NULL when none was answered */
	const struct ruling *ruling;
	struct json_object *structured;
	struct json_object *notes;
	struct buf *text;
	size_t room;
};

/* --- values that do not satisfy the model ----------------------------- */

static size_t
count_false(const struct answer_check *check)
{
	size_t count = 0;

	for (size_t i = 0; i < check->failed.count; i++)
		count += check->failed.list[i].is_false;
	return count;
}

/* "item 3, item 5": those whose assertions failed in that way. */
static void
add_failed_items(const struct solved *s, const struct answer_check *check,
	bool is_false, struct buf *out)
{
	size_t last = SIZE_MAX;
	size_t named = 0;

	for (size_t i = 0; i < check->failed.count; i++) {
		const struct answer_assertion *one = &check->failed.list[i];
		size_t index;
		unsigned line;

		if (one->is_false != is_false ||
			!render_locate(&s->render, one->line, &index, &line) ||
			index == last)
			continue;
		last = index;
		if (named == NAMED_MAX) {
			buf_add_text(out, ", ...");
			return;
		}
		buf_add_format(
			out, "%sitem %zu", named++ > 0 ? ", " : "", index);
	}
}

void
solved_distrust(const struct solved *s, const struct answer *answer,
	struct ruling *ruling)
{
	const struct answer_check *check = answer_last(answer);
	DROP(buf) struct buf items = {0};

	if (ruling->status != STATUS_SAT || count_false(check) == 0)
		return;
	buf_init(&items, LIMIT_REPLY);
	add_failed_items(s, check, true, &items);
	ruling_set(ruling, STATUS_UNKNOWN, "incomplete",
		text_format(
			"Z3 answered sat, but under its values these are "
			"false: %s. That is a fault of Z3, so neither the "
			"answer nor the values can be relied on. Write these "
			"items in another way (simpler terms, other operators, "
			"explicit bounds) and solve again.",
			items.data));
}

const char *
solved_status(const struct ruling *ruling)
{
	if (ruling->status != STATUS_UNKNOWN || ruling->code == NULL)
		return status_name(ruling->status);
	if (strcmp(ruling->code, "timeout") == 0)
		return "timeout";
	if (strcmp(ruling->code, "memory") == 0 ||
		strcmp(ruling->code, "crash") == 0)
		return "error";
	return "unknown";
}

/* --- sat -------------------------------------------------------------- */

/* How many items the evaluated assertions are of: the first ones. */
static size_t
count_checked_items(const struct solved *s, const struct answer_check *check)
{
	size_t count = 0;
	size_t last = SIZE_MAX;

	for (size_t i = 0; i < s->all.count && i < check->checked; i++) {
		size_t index;
		unsigned line;

		if (!render_locate(
			    &s->render, s->all.list[i].line, &index, &line) ||
			index == last)
			continue;
		last = index;
		count++;
	}
	return count;
}

static struct json_object *
list_failed(
	const struct solved *s, const struct answer_check *check, bool is_false)
{
	struct json_object *list = json_new_array();

	for (size_t i = 0; i < check->failed.count; i++) {
		const struct answer_assertion *one = &check->failed.list[i];
		struct json_object *entry;
		size_t index;
		unsigned line;

		if (one->is_false != is_false ||
			json_count(list) == FAILED_MAX ||
			!render_locate(&s->render, one->line, &index, &line))
			continue;
		entry = json_new_object();
		json_put_int(entry, "index", (int64_t)index);
		json_put_string(entry, "name", model_at(s->model, index)->name);
		json_put_int(entry, "line", line);
		json_add(list, entry);
	}
	return list;
}

static void
put_checked(struct composing *w)
{
	const struct answer_check *check = w->check;
	struct json_object *checked = json_new_object();

	json_put_int(
		checked, "items", (int64_t)count_checked_items(w->s, check));
	json_put(checked, "failed", list_failed(w->s, check, true));
	if (check->failed.count > count_false(check)) {
		json_put(checked, "undecided", list_failed(w->s, check, false));
		buf_add_text(w->text, "Not decided by evaluation: ");
		add_failed_items(w->s, check, false, w->text);
		buf_add_char(w->text, '\n');
	}
	json_put(w->structured, "checked", checked);
}

static void
put_objectives(struct composing *w)
{
	struct json_object *objectives;

	if (w->check->objective_count == 0)
		return;
	objectives = values_objectives(w->check);
	if (json_get(json_at(objectives, 0), "value") != NULL)
		json_put(w->structured, "objective",
			json_copy(json_get(json_at(objectives, 0), "value")));
	json_put(w->structured, "objectives", objectives);
	values_add_objectives(w->check, "", w->text);
}

static void
put_solution_text(struct composing *w)
{
	size_t room = w->room;
	bool is_cut = false;
	DROP(text) char *shown = NULL;

	if (w->check->model == NULL)
		return;
	shown = notes_cut(w->check->model, &room, &is_cut);
	json_put_string(w->structured, "solution_smtlib", shown);
	if (is_cut)
		notes_add(w->notes, "solution_smtlib is cut after %zu bytes",
			w->room);
}

static void
put_solution(struct composing *w, struct values *values)
{
	put_objectives(w);
	values_add_lines(values, "", w->text);
	put_solution_text(w);
	if (values->left_out > 0)
		notes_add(w->notes,
			"%zu more values have no room here; export_model and "
			"solve_smtlib with (get-value (NAME ...)) give those "
			"you need",
			values->left_out);
	json_put(w->structured, "values", TAKE(values->values));
	json_put(w->structured, "sorts", TAKE(values->sorts));
	if (w->check->checked > 0 || w->s->all.count == 0)
		put_checked(w);
}

/* --- unsat ------------------------------------------------------------ */

static void
put_core(struct composing *w)
{
	bool has_core = w->check->has_core;
	bool is_minimal = has_core && w->check->core_minimal;
	size_t room = w->room;
	struct json_object *core =
		core_of_model(has_core ? &w->check->core : &w->s->all,
			w->s->model, &w->s->render, &room);

	core_add_items(core, w->text);
	if (room == 0)
		notes_add(w->notes, "the core is too large to be shown whole");
	json_put(w->structured, "core", core);
	json_put_bool(w->structured, "core_minimal", is_minimal);
}

/* --- the sentence ----------------------------------------------------- */

static bool
is_optimal(const struct answer_check *check)
{
	for (size_t i = 0; i < check->objective_count; i++) {
		if (!check->objectives[i].optimal)
			return false;
	}
	return check->objective_count > 0;
}

static void
describe_core(const struct composing *w, struct buf *out)
{
	bool is_minimal = w->check->has_core && w->check->core_minimal;

	buf_add_format(out,
		"There is no solution: the items of the core contradict each "
		"other%s.",
		is_minimal ? ", and without any one of them they do not"
			   : ", but not all of them may be needed for that");
}

static char *
describe(const struct composing *w)
{
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	if (w->ruling->status == STATUS_UNSAT)
		describe_core(w, &out);
	else if (w->ruling->status == STATUS_SAT)
		buf_add_text(&out, is_optimal(w->check)
					   ? "An optimal solution was found."
					   : "A solution was found.");
	if (w->ruling->status == STATUS_SAT && w->s->model->count == 0)
		buf_add_text(&out,
			" The model has no items, so anything satisfies it.");
	if (w->ruling->message != NULL)
		buf_add_format(&out, "%s%s", out.size > 0 ? " " : "",
			w->ruling->message);
	return buf_take(&out);
}

static void
put_head(struct composing *w)
{
	const char *status = solved_status(w->ruling);
	DROP(text) char *message = describe(w);
	bool is_known = w->ruling->status != STATUS_UNKNOWN;

	json_put_string(w->structured, "status", status);
	json_put(w->structured, "satisfiable",
		is_known ? json_new_bool(w->ruling->status == STATUS_SAT)
			 : NULL);
	json_put_bool(w->structured, "success", is_known);
	json_put_string(w->structured, "message", message);
	json_put_string(w->structured, "session", w->s->session.name);
	json_put_int(w->structured, "revision", (int64_t)w->s->model->revision);
	buf_add_format(w->text, "%s: %s\n", status, message);
	notes_add_state(w->s->session.name, w->s->model, w->text);
}

struct json_object *
solved_compose(const struct solved *s, const struct answer *answer,
	const struct ruling *ruling, struct values *values, size_t room,
	struct buf *text)
{
	struct composing w = {
		.s = s,
		.check = answer_last(answer),
		.ruling = ruling,
		.structured = json_new_object(),
		.notes = json_new_array(),
		.text = text,
		.room = room,
	};

	put_head(&w);
	if (ruling->status == STATUS_SAT)
		put_solution(&w, values);
	else if (ruling->status == STATUS_UNSAT)
		put_core(&w);
	else if (w.check != NULL && w.check->failed.count > 0)
		put_checked(&w);
	if (ruling->code != NULL)
		json_put(w.structured, "reason", ruling_reason(ruling));
	solving_put_run(answer, w.structured);
	notes_finish(w.notes, w.structured, "", text);
	if (w.check != NULL && answer->z3_version != NULL)
		buf_add_format(text, "Z3 %s, %.3f s.\n", answer->z3_version,
			(double)w.check->solve_us / 1e6);
	return w.structured;
}
