#include "tools/solve/solve_reply.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "model/items/model.h"
#include "smt/rules/command_policy.h"
#include "tools/call/call.h"
#include "tools/call/value_text.h"
#include "tools/call/values.h"
#include "tools/call/warnings.h"
#include "tools/solve/core_items.h"
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
solve_reply_count_false(const struct answer_check *check)
{
	size_t count = 0;

	for (size_t i = 0; i < check->evaluation.failed.count; i++)
		count += check->evaluation.failed.list[i].is_false;
	return count;
}

enum status
solve_reply_status_of(const struct answer_check *check)
{
	bool is_open = check == NULL || check->status == STATUS_NONE ||
		       (check->status == STATUS_SAT &&
			       solve_reply_count_false(check) > 0);

	return is_open ? STATUS_UNKNOWN : check->status;
}

static bool
find_item(const struct solve_request *q, const struct answer_assertion *one,
	size_t *index, unsigned *line)
{
	return one->field == 0 &&
	       render_locate(&q->text.render, one->line, index, line);
}

/* What it is of: "line 7" of a script; "item 3", or "assume[0]" of the call.
 * False if it is of none of these, or of the same item as the last. */
static bool
name_failed(const struct solve_request *q, const struct answer_assertion *one,
	size_t *last, struct buf *out)
{
	const struct solve_request_term *term;
	size_t index;
	unsigned line;

	if (q == NULL)
		return buf_add_format(out, "line %u", one->line);
	term = solve_request_find_term(q, one->field);
	if (term == NULL) {
		if (!find_item(q, one, &index, &line) || index == *last)
			return false;
		*last = index;
		return buf_add_format(out, "item %zu", index);
	}
	buf_add_text(out, term->argument);
	return term->index < 0 || buf_add_format(out, "[%td]", term->index);
}

static void
name_all_failed(const struct solve_request *q, const struct answer_check *check,
	bool is_false, struct buf *out)
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
		if (!name_failed(q, one, &last, out)) {
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

	for (size_t i = 0;
		i < q->text.all.count && i < check->evaluation.checked; i++) {
		size_t index;
		unsigned line;

		if (!render_locate(&q->text.render, q->text.all.list[i].line,
			    &index, &line) ||
			index == last)
			continue;
		last = index;
		count++;
	}
	return count;
}

/* {index, name, line} of an item, {argument} of a term of the call. */
static struct json_object *
failed_entry(const struct solve_request *q, const struct answer_assertion *one)
{
	struct json_object *entry = json_new_object();
	DROP(buf) struct buf argument = {0};
	size_t index;
	size_t none = SIZE_MAX;
	unsigned line;

	if (find_item(q, one, &index, &line)) {
		json_put_int(entry, "index", (int64_t)index);
		json_put_string(entry, "name", model_at(q->model, index)->name);
		json_put_int(entry, "line", line);
		return entry;
	}
	buf_init(&argument, LIMIT_REPLY);
	if (!name_failed(q, one, &none, &argument)) {
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
		entry = failed_entry(q, one);
		if (entry != NULL)
			json_add(list, entry);
	}
	return list;
}

static void
put_checked(struct solve_reply *w)
{
	const struct answer_check *check = w->check;
	struct json_object *checked = json_new_object();

	json_put_int(
		checked, "items", (int64_t)count_checked_items(w->q, check));
	json_put(checked, "failed", list_failed(w->q, check, true));
	if (check->evaluation.failed.count > solve_reply_count_false(check)) {
		json_put(checked, "undecided", list_failed(w->q, check, false));
		buf_add_text(&w->r.text, "Not decided by evaluation: ");
		name_all_failed(w->q, check, false, &w->r.text);
		buf_add_char(&w->r.text, '\n');
	}
	if (check->evaluation.checked < w->q->text.all.count)
		warnings_add(w->r.warnings,
			"of %zu assertions only the first %u were evaluated "
			"again under the values; the rest takes too long",
			w->q->text.all.count,
			(unsigned)check->evaluation.checked);
	json_put(w->r.structured, "checked", checked);
}

/* --- objectives and values ----------------------------------------------- */

static bool
is_optimal(const struct answer_check *check)
{
	for (size_t i = 0; i < check->objectives.count; i++) {
		const struct answer_objective *o = &check->objectives.at[i];

		if (!o->optimal || o->pareto)
			return false;
	}
	return check->objectives.count > 0;
}

static void
put_objectives(struct solve_reply *w)
{
	struct json_object *objectives;

	if (w->check->objectives.count == 0)
		return;
	objectives = objectives_list(w->check);
	if (w->q != NULL && json_get(json_at(objectives, 0), "value") != NULL)
		json_put(w->r.structured, "objective",
			json_copy(json_get(json_at(objectives, 0), "value")));
	objectives_add_lines(objectives, w->r.prefix, &w->r.text);
	json_put(w->r.structured, "objectives", objectives);
}

void
solve_reply_add_cut(struct solve_reply *w, const char *prefix, const char *name,
	const char *text)
{
	size_t room = w->r.room;
	bool is_cut = false;
	DROP(text) char *shown = reply_cut(text, &room, &is_cut);

	reply_add_lines(prefix, shown, &w->r.text);
	if (!is_cut)
		return;
	reply_put_truncated(&w->r);
	warnings_add(w->r.warnings,
		"%s is cut after %zu bytes; (get-value (TERM ...)) in the text "
		"asks for what you need of it",
		name, w->r.room);
}

static void
put_solution_text(struct solve_reply *w)
{
	size_t room = w->r.room;
	bool is_cut = false;
	DROP(text) char *shown = reply_cut(w->check->model, &room, &is_cut);

	json_put_string(w->r.structured, "solution_smtlib", shown);
	if (!is_cut)
		return;
	reply_put_truncated(&w->r);
	warnings_add(w->r.warnings,
		"solution_smtlib is cut after %zu of %zu bytes", strlen(shown),
		strlen(w->check->model));
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
put_values(struct solve_reply *w, struct values *values)
{
	if (w->q != NULL) {
		DROP(values) struct values asked = {0};
		bool is_asked =
			solve_request_select_values(w->q, values, &asked);

		/* The first of several stands among them. */
		if (is_asked || w->check->solutions.list.count < 2)
			values_add_lines(
				is_asked ? &asked : values, &w->r.text);
		if (w->check->model != NULL && w->is_whole)
			put_solution_text(w);
		note_formula(w->r.warnings, values);
		solve_request_warn_of_missing(w->q, values, w->r.warnings);
	} else if (w->check->model != NULL) {
		solve_reply_add_cut(w, "", "the solution", w->check->model);
	}
	if (values->left_out > 0) {
		reply_put_truncated(&w->r);
		warnings_add(w->r.warnings,
			"%zu value%s no room here; %s those you need",
			values->left_out,
			values->left_out == 1 ? " has" : "s have",
			w->q != NULL ? "solve_model with terms: [...] or "
				       "get_solution with terms: [...] gives"
				     : "(get-value (NAME ...)) in the text "
				       "asks for");
	}
	json_put(w->r.structured, "values", TAKE(values->values));
	json_put(w->r.structured, "sorts", TAKE(values->sorts));
}

/* --- further solutions --------------------------------------------------- */

/* Those that fit; a text that is no JSON is none. */
static struct json_object *
list_solutions(struct solve_reply *w)
{
	const struct json_object *sorts =
		json_get_object(w->r.structured, "sorts");
	struct json_object *list = json_new_array();
	size_t room = w->r.room;

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
	}
	if (values_add_table(list, sorts, &w->r.text))
		return list;
	for (size_t i = 0; i < json_count(list); i++) {
		buf_add_format(&w->r.text, "solution %zu: ", i + 1);
		values_add_solution(json_at(list, i), sorts, &w->r.text);
	}
	return list;
}

/* Why the end of the list is not the end of the solutions. */
static void
add_unseen(struct solve_reply *w)
{
	const struct answer_check *check = w->check;

	if (check->solutions.ended && check->solutions.end.elsewhere[0] != '\0')
		warnings_add(w->r.warnings,
			"no other solution differs in the constants, or in %s "
			"at the arguments that are written out; a quantifier "
			"without a finite range says more of it, and there may "
			"be solutions that differ in that. Terms in "
			"distinct_on say what counts",
			check->solutions.end.elsewhere);
	if (check->solutions.ended &&
		check->solutions.end.uncompared[0] != '\0')
		warnings_add(w->r.warnings,
			"solutions that differ in the value of %s only were "
			"not looked for: it cannot be compared. Name parts of "
			"it in distinct_on, as (select a 1)",
			check->solutions.end.uncompared);
}

static void
put_solutions(struct solve_reply *w)
{
	size_t found = w->check->solutions.list.count;
	struct json_object *list;

	if (found == 0)
		return;
	list = list_solutions(w);
	if (json_count(list) < found)
		warnings_add(w->r.warnings,
			"%zu solutions were found, and there is room for %zu; "
			"distinct_on makes each of them smaller",
			found, json_count(list));
	add_unseen(w);
	if (!w->check->solutions.complete)
		buf_add_text(&w->r.text, "There may be more.\n");
	else if (w->check->objectives.count > 0)
		buf_add_text(&w->r.text, "There are no others as good.\n");
	else
		buf_add_text(&w->r.text, "There are no other solutions.\n");
	json_put(w->r.structured, "solutions", list);
	json_put_bool(
		w->r.structured, "complete", w->check->solutions.complete);
}

/* --- counted, forced ------------------------------------------------------ */

/* Only how many there are. */
static void
put_count(struct solve_reply *w)
{
	add_unseen(w);
	json_put_int(w->r.structured, "count", w->check->counted);
	json_put_bool(
		w->r.structured, "complete", w->check->solutions.complete);
}

static void
add_names(const char *head, const struct buf *names, struct buf *text)
{
	if (names->size > 0)
		buf_add_format(text, "%s: %s\n", head, names->data);
}

static void
add_name(const struct solve_reply *w, const char *name,
	const struct json_object *value, struct buf *names)
{
	const struct json_object *sorts =
		json_get_object(w->r.structured, "sorts");
	DROP(buf) struct buf line;

	buf_init(&line, LIMIT_REPLY);
	if (value != NULL) {
		value_text_add(
			name, value, json_get_string(sorts, name), &line);
		buf_truncate(&line, line.size - 1);
	}
	buf_add_format(names, "%s%s", names->size > 0 ? "; " : "",
		value != NULL ? line.data : name);
}

/* {NAME: {forced: true}, NAME: {forced: false, also: VALUE},
 * NAME: {forced: null}}; what it is in this solution stands in `values`. */
static void
put_forced(struct solve_reply *w)
{
	const struct answer_forced_list *list = &w->check->forced;
	const struct json_object *values =
		json_get_object(w->r.structured, "values");
	struct json_object *all = json_new_object();
	DROP(buf) struct buf always, also, open;

	buf_init(&always, LIMIT_REPLY);
	buf_init(&also, LIMIT_REPLY);
	buf_init(&open, LIMIT_REPLY);
	for (size_t i = 0; i < list->count; i++) {
		const struct answer_forced *f = &list->at[i];
		struct json_object *one = json_new_object();
		struct json_object *other = NULL;
		struct err ignored;

		if (f->other[0] != '\0')
			(void)json_parse(
				f->other, strlen(f->other), &other, &ignored);
		if (f->is_forced)
			add_name(
				w, f->name, json_get(values, f->name), &always);
		else
			add_name(w, f->name, other,
				other != NULL ? &also : &open);
		json_put(one, "forced",
			f->is_forced || other != NULL
				? json_new_bool(f->is_forced)
				: NULL);
		if (other != NULL)
			json_put(one, "also", other);
		json_put(all, f->name, one);
	}
	add_names("Forced, the same in every solution", &always, &w->r.text);
	add_names("Not forced, also possible", &also, &w->r.text);
	add_names("Not decided whether forced", &open, &w->r.text);
	json_put(w->r.structured, "forced", all);
}

static void
put_solution(struct solve_reply *w, struct values *values)
{
	put_objectives(w);
	if (w->check->counted > 0) {
		put_count(w);
		return;
	}
	put_values(w, values);
	if (w->q == NULL)
		return;
	put_solutions(w);
	if (solve_request_count(w->q, FIELD_FORCED) > 0)
		put_forced(w);
	if (w->check->evaluation.checked > 0 || w->q->text.all.count == 0)
		put_checked(w);
}

/* --- relaxations --------------------------------------------------------- */

/* The number of an item, or an assumption as text; NULL: neither. */
static struct json_object *
read_given_up(const struct solve_request *q, unsigned long number)
{
	const struct solve_request_term *term = NULL;

	if (number < q->model->count)
		return json_new_int((int64_t)number);
	if (number - q->model->count <= q->text.fields.count)
		term = solve_request_find_term(
			q, (uint32_t)(number - q->model->count));
	return term != NULL ? json_new_string_n(term->text, term->size) : NULL;
}

/* "3 7" as [3, 7]; NULL if it is anything else. */
static struct json_object *
read_relaxation(const char *text, const struct solve_request *q)
{
	struct json_object *list = json_new_array();
	const char *at = text;

	while (*at != '\0') {
		char *end;
		unsigned long number = strtoul(at, &end, 10);
		struct json_object *one =
			end == at ? NULL : read_given_up(q, number);

		if (one == NULL) {
			json_free(list);
			return NULL;
		}
		json_add(list, one);
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
		const struct json_object *one = json_at(list, i);

		buf_add_text(text, i > 0 ? " and " : "");
		if (json_kind(one) == JSON_STRING)
			buf_add_format(text, "assumption %s", json_string(one));
		else
			core_items_add_item(
				q->model, (size_t)json_int(one), text);
	}
	buf_add_text(text, ".\n");
}

/* Assumptions after items. */
static int
compare_indexes(struct json_object *a, struct json_object *b)
{
	if (json_kind(a) != json_kind(b))
		return json_kind(a) == JSON_STRING ? 1 : -1;
	if (json_kind(a) == JSON_STRING)
		return strcmp(json_string(a), json_string(b));
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

static void
note_no_relaxation(struct solve_reply *w)
{
	if (!w->q->relax)
		return;
	if (w->check->has_all_relaxations)
		warnings_add(w->r.warnings,
			"no removal that is allowed makes it satisfiable: the "
			"items of `keep` contradict each other");
	else
		warnings_add(w->r.warnings,
			"no set to remove was found in time: raise timeout_ms, "
			"or try `without` with items of the core");
}

static void
put_relaxations(struct solve_reply *w)
{
	struct json_object *relaxations;

	if (w->check->relaxations.count == 0) {
		note_no_relaxation(w);
		return;
	}
	relaxations = json_new_array();
	for (size_t i = 0;
		i < w->check->relaxations.count && i < LIMIT_RELAXATIONS; i++) {
		struct json_object *one =
			read_relaxation(w->check->relaxations.at[i], w->q);

		if (one == NULL)
			continue;
		json_sort(one, compare_indexes);
		json_add(relaxations, one);
	}
	json_sort(relaxations, compare_relaxations);
	for (size_t i = 0; i < json_count(relaxations); i++)
		add_relaxation(json_at(relaxations, i), w->q, &w->r.text);
	json_put(w->r.structured, "relaxations", relaxations);
	if (!w->check->has_all_relaxations)
		warnings_add(w->r.warnings,
			"%s: there may be more sets than %s %zu; none of them "
			"is smaller than the last",
			w->check->relaxations.count >= LIMIT_RELAXATIONS
				? "the search stopped"
				: "time ran out",
			json_count(relaxations) == 1 ? "this" : "these",
			json_count(relaxations));
}

/* --- the core ------------------------------------------------------------ */

static struct json_object *
list_assumptions(const struct solve_reply *w)
{
	const struct answer_assertions *core = &w->check->core.assumptions;

	if (w->q == NULL)
		return core_items_assumptions(
			core, w->script->text, w->script->size, 0);
	return core_items_assumptions(core, w->q->text.render.text.data,
		w->q->text.render.text.size, w->hidden);
}

static void
put_assumptions(struct solve_reply *w)
{
	DROP(json) struct json_object *list = list_assumptions(w);

	for (size_t i = 0; w->q != NULL && i < json_count(list); i++)
		buf_add_format(&w->r.text, "assumption %s\n",
			json_string(json_at(list, i)));
	if (json_count(list) > 0)
		json_put(w->r.structured, "core_assumptions", TAKE(list));
}

/* The assertions of a script: its labels as Z3 prints them, and the others in
 * comments. */
static struct json_object *
list_script_core(struct solve_reply *w, const struct answer_assertions *core,
	bool is_minimal, size_t *room)
{
	struct json_object *list = core_items_of_script(
		core, w->script->text, w->script->size, room);
	DROP(json) struct json_object *assumptions = list_assumptions(w);

	core_items_add_labels(core, assumptions, &w->r.text);
	core_items_add_unnamed(list, &w->r.text);
	if (core->count > 0)
		buf_add_text(&w->r.text,
			is_minimal ? "; minimal: without any one of these the "
				     "rest is not unsat\n"
				   : "; not minimal: some of these may not be "
				     "needed (the search has more time where "
				     "the text has (get-unsat-core))\n");
	return list;
}

static struct json_object *
list_model_core(struct solve_reply *w, const struct answer_assertions *core,
	size_t *room)
{
	struct json_object *list = core_items_of_model(
		core, w->q->model, &w->q->text.render, room);

	if (w->hidden != 0 && !w->is_whole)
		core_items_add_names(list, &w->r.text);
	else
		core_items_add_items(list, w->is_whole, &w->r.text);
	return list;
}

static void
put_core(struct solve_reply *w)
{
	bool has_core = w->check->has_core;
	bool is_minimal = has_core && w->check->core.minimal;
	const struct answer_assertions *core =
		has_core ? &w->check->core.assertions : w->all;
	size_t room = w->r.room;

	json_put(w->r.structured, "core",
		w->q != NULL ? list_model_core(w, core, &room)
			     : list_script_core(w, core, is_minimal, &room));
	if (room == 0)
		warnings_add(w->r.warnings,
			"the core is too large to be shown whole");
	json_put_bool(w->r.structured, "core_minimal", is_minimal);
	put_assumptions(w);
	if (w->q != NULL)
		put_relaxations(w);
}

/* What to do if there ought to be a solution. */
static void
advise(struct solve_reply *w)
{
	if (!w->q->relax && w->check->core.assertions.count > 0)
		buf_add_text(&w->r.text,
			"Correct or delete one of these; relax: true finds "
			"the smallest sets to remove.\n");
}

/* --- trust --------------------------------------------------------------- */

void
solve_reply_distrust(const struct solve_request *q, const struct answer *answer,
	struct solve_verdict *verdict)
{
	const struct answer_check *check = answer_last(answer);
	DROP(buf) struct buf places = {0};

	if (verdict->status != STATUS_SAT ||
		solve_reply_count_false(check) == 0)
		return;
	buf_init(&places, LIMIT_REPLY);
	name_all_failed(q, check, true, &places);
	solve_verdict_set(verdict, STATUS_UNKNOWN, "incomplete",
		text_format(
			"Z3 answered sat, but under its values the assertions "
			"of these are false: %s. That is a fault of Z3, so "
			"neither the answer nor the values can be relied on. "
			"Write them in another way (simpler terms, other "
			"operators, explicit bounds) and solve again.",
			places.data));
}

const char *
solve_reply_status(const struct solve_verdict *verdict)
{
	if (verdict->status != STATUS_UNKNOWN || verdict->code == NULL)
		return status_name(verdict->status);
	if (strcmp(verdict->code, "timeout") == 0)
		return "timeout";
	if (strcmp(verdict->code, "memory") == 0 ||
		strcmp(verdict->code, "crash") == 0)
		return "error";
	return "unknown";
}

/* --- the sentence -------------------------------------------------------- */

/* The assertions of a core stand in the order of the items. */
static bool
is_of_one_item(
	const struct solve_request *q, const struct answer_assertions *core)
{
	size_t first;
	size_t last;
	unsigned ignored;

	return core->count > 0 &&
	       render_locate(
		       &q->text.render, core->list[0].line, &first, &ignored) &&
	       render_locate(&q->text.render, core->list[core->count - 1].line,
		       &last, &ignored) &&
	       first == last;
}

static void
describe_unsat(const struct solve_reply *w, struct buf *out)
{
	bool is_minimal = w->check->has_core && w->check->core.minimal;
	bool has_assumptions = w->check->core.assumptions.count > 0;

	if (w->check->has_core && w->check->core.assertions.count == 0 &&
		has_assumptions)
		buf_add_text(out,
			"There is no solution: the assumptions alone are "
			"contradictory, whatever the items assert.");
	else if (w->check->has_core && !has_assumptions &&
		 is_of_one_item(w->q, &w->check->core.assertions))
		buf_add_text(out, "The item of the core contradicts itself.");
	else
		buf_add_format(out,
			"The items of the core%s contradict each other%s.",
			has_assumptions ? " and the assumptions with them" : "",
			is_minimal ? "; without any one of them they do not"
				   : ", but not all of them may be needed for "
				     "that");
}

/* The first objective without a best value: in lexicographic order those
 * after it are open for that reason. */
static void
describe_open(const struct solve_reply *w, struct buf *out)
{
	const struct answer_check *check = w->check;
	bool is_lex = strcmp(w->q->text.order, "lex") == 0;

	for (size_t i = 0; i < check->objectives.count; i++) {
		if (objective_why_not(&check->objectives.at[i]) == NULL)
			continue;
		buf_add_char(out, ' ');
		objective_explain(&check->objectives.at[i], out);
		if (is_lex && i + 1 < check->objectives.count)
			buf_add_text(out,
				" The objectives after it were not decided: "
				"they only choose among solutions that are "
				"best in those before. priority: box decides "
				"each by itself.");
		return;
	}
}

/* Of the first objective: they all are, or none. */
static bool
is_on_front(const struct answer_check *check)
{
	return check->objectives.count > 0 && check->objectives.at[0].optimal &&
	       check->objectives.at[0].pareto;
}

static void
add_count(const struct solve_reply *w, size_t count, struct buf *out)
{
	buf_add_format(out, " There %s %s%zu %ssolution%s%s.",
		count == 1 ? "is" : "are",
		w->check->solutions.complete ? "" : "at least ", count,
		w->check->objectives.count > 0 &&
				strcmp(w->q->text.order, "pareto") != 0
			? "equally good "
			: "",
		count == 1 ? "" : "s",
		solve_request_count(w->q, FIELD_DISTINCT) > 0
			? " that differ on distinct_on"
			: "");
}

static void
describe_sat(const struct solve_reply *w, struct buf *out)
{
	if (is_optimal(w->check))
		buf_add_text(out, "An optimal solution.");
	if (is_on_front(w->check))
		buf_add_text(out,
			" It is on the Pareto front: no solution is better in "
			"one objective and no worse in the others. `solutions` "
			"lists more of the front.");
	if (w->verdict->code == NULL)
		describe_open(w, out);
	if (strcmp(w->q->text.order, "box") == 0 &&
		w->check->objectives.count > 1)
		buf_add_text(out,
			" Each objective has a best value of its own; the "
			"values below need not reach all of them.");
	if (w->check->counted > 0)
		add_count(w, w->check->counted, out);
	else if (w->check->solutions.list.count > 1)
		add_count(w, w->check->solutions.list.count, out);
	if (w->q->model->count == 0)
		buf_add_text(out,
			" The model has no items, so anything satisfies it.");
}

static char *
describe(const struct solve_reply *w)
{
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	if (w->verdict->status == STATUS_UNSAT)
		describe_unsat(w, &out);
	else if (w->verdict->status == STATUS_SAT)
		describe_sat(w, &out);
	if (w->verdict->message != NULL)
		buf_add_format(&out, "%s%s", out.size > 0 ? " " : "",
			w->verdict->message);
	if (w->verdict->status == STATUS_SAT && w->verdict->code != NULL &&
		strcmp(w->q->text.order, "pareto") == 0)
		buf_add_text(&out,
			" With an objective that has no bound, or of Reals, "
			"pareto may never end: priority: box tells which are "
			"unbounded.");
	if (solve_request_is_what_if(w->q)) {
		buf_add_text(&out, " This is the answer ");
		solve_request_describe(w->q, &out);
		buf_add_text(&out, "; the model is unchanged.");
	}
	return buf_take(&out);
}

void
solve_reply_put_state(
	struct solve_reply *w, const char *status, const char *message)
{
	const struct solve_request *q = w->q;

	json_put_string(w->r.structured, "session", q->session.name);
	json_put_int(w->r.structured, "revision", (int64_t)q->model->revision);
	buf_add_format(&w->r.text, "%s%s%s\nSession %s, revision %ju.\n",
		status, message[0] != '\0' ? ": " : "", message,
		q->session.name, (uintmax_t)q->model->revision);
}

static void
put_head(struct solve_reply *w)
{
	const char *status = solve_reply_status(w->verdict);
	DROP(text) char *described = describe(w);
	const char *message = described + strspn(described, " ");
	bool is_known = w->verdict->status != STATUS_UNKNOWN;

	json_put_string(w->r.structured, "status", status);
	json_put(w->r.structured, "satisfiable",
		is_known ? json_new_bool(w->verdict->status == STATUS_SAT)
			 : NULL);
	json_put_bool(w->r.structured, "success", is_known);
	if (message[0] != '\0')
		json_put_string(w->r.structured, "message", message);
	solve_reply_put_state(w, status, message);
}

/* --- the whole ----------------------------------------------------------- */

void
solve_reply_init(
	struct solve_reply *w, const struct call *c, const struct solving *s)
{
	*w = (struct solve_reply){
		.answer = s->answer,
		.check = answer_last(s->answer),
		.verdict = &s->verdict,
		.q = s->script == NULL ? &s->q : NULL,
		.script = s->script,
		.all = &s->q.text.all,
		.is_whole = json_get_bool(c->arguments, "detail", false),
	};
	reply_init(&w->r, c);
}

void
solve_reply_put(struct solve_reply *w, struct values *values)
{
	if (w->check == NULL)
		return;
	if (w->verdict->status == STATUS_SAT)
		put_solution(w, values);
	else if (w->verdict->status == STATUS_UNSAT)
		put_core(w);
}

void
solve_reply_put_reason(struct solve_reply *w)
{
	struct json_object *reason;

	if (w->verdict->code == NULL)
		return;
	reason = json_new_object();
	json_put_string(reason, "code", w->verdict->code);
	json_put_string(reason, "message", w->verdict->message);
	json_put(w->r.structured, "reason", reason);
}

void
solve_reply_finish(struct solve_reply *w)
{
	solve_reply_put_reason(w);
	solver_call_put_run(w->answer, w->r.structured);
	reply_put_warnings(&w->r);
	if (w->is_whole)
		solver_call_add_run(w->answer, &w->r.text);
}

void
solve_reply_make(struct solve_reply *w, struct values *values)
{
	put_head(w);
	solve_request_warn(w->q, w->r.warnings);
	solve_request_warn_of_answer(w->q, w->answer, w->r.warnings);
	if (w->verdict->status == STATUS_SAT && !solve_request_is_what_if(w->q))
		solve_request_warn_of_solution(w->q, w->r.warnings);
	solve_reply_put(w, values);
	if (w->check != NULL && w->verdict->status == STATUS_UNSAT)
		advise(w);
	else if (w->verdict->status == STATUS_UNKNOWN && w->check != NULL &&
		 w->check->evaluation.failed.count > 0)
		put_checked(w);
	solver_call_put_statistics(w->answer, w->r.structured);
	solve_reply_finish(w);
}
