#include "tools/solve/solve_reply.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "language/data.h"
#include "model/items/model.h"
#include "smt/rules/command_policy.h"
#include "tools/call/call.h"
#include "tools/call/data_tables.h"
#include "tools/call/reply.h"
#include "tools/call/value_text.h"
#include "tools/call/values.h"
#include "tools/solve/core_items.h"
#include "json/json.h"

enum { SOLUTIONS_MAX = 1000 /* that can be asked for */ };

/* --- what was checked ---------------------------------------------------- */

static void
put_checked(struct solve_reply *w)
{
	const struct answer_check *check = w->check;
	const struct answer_evaluation *done = &check->evaluation;
	struct json_object *checked;

	if (done->asserted > 0 && done->checked == 0)
		return;
	checked = json_new_object();
	json_put_int(checked, "items", done->items);
	json_put(checked, "failed", solve_list_failed(w->q, check, true));
	if (done->failed.count > solve_count_false(check)) {
		struct json_object *open =
			solve_list_failed(w->q, check, false);

		json_put(checked, "undecided", open);
		buf_add_text(&w->r.text, "Not decided by evaluation: ");
		solve_name_failed(open, &w->r.text);
		buf_add_char(&w->r.text, '\n');
	}
	if (done->checked < done->asserted)
		warnings_add(w->r.warnings,
			"of %u assertions only the first %u were evaluated "
			"again under the values; the rest takes too long",
			(unsigned)done->asserted, (unsigned)done->checked);
	json_put(w->r.structured, "checked", checked);
}

/* --- terms without a value ------------------------------------------------ */

enum { UNEVALUATED_MAX = 10 };

static bool
is_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* The name under which its value comes: the term without blanks around it, and
 * a symbol without its bars. NULL where a comment may stand around it. */
static char *
value_name(const struct solve_request_term *term)
{
	const char *start = term->text;
	size_t size = term->size;

	if (memchr(start, ';', term->size) != NULL)
		return NULL;
	for (; size > 0 && is_blank(*start); size--)
		start++;
	while (size > 0 && is_blank(start[size - 1]))
		size--;
	if (size > 1 && start[0] == '|' && start[size - 1] == '|')
		return text_copy_n(start + 1, size - 2);
	return text_copy_n(start, size);
}

static bool
is_missing(const struct solve_request_term *term, const struct values *values)
{
	DROP(text) char *name = NULL;

	if (term->as != FIELD_VALUE)
		return false;
	name = value_name(term);
	return name != NULL && !json_find(values->values, name, NULL);
}

/* False if the call asks for none in particular, or none of them came. */
static bool
select_values(const struct solve_request *q, const struct values *values,
	struct values *out)
{
	struct json_member sort = {0};

	*out = (struct values){
		.values = json_new_object(), .sorts = json_new_object()};
	for (size_t i = 0; i < q->terms.count; i++) {
		const struct solve_request_term *term = &q->terms.at[i];
		DROP(text) char *name = NULL;
		struct json_object *value;

		if (term->as == FIELD_VALUE)
			name = value_name(term);
		if (name == NULL || !json_find(values->values, name, &value))
			continue;
		json_put(out->values, name, json_share(value));
	}
	if (json_count(out->values) == 0) {
		values_drop(out);
		return false;
	}
	/* A sort of no value lists its elements. */
	while (json_next(values->sorts, &sort)) {
		if (json_find(out->values, sort.key, NULL) ||
			!json_find(values->values, sort.key, NULL))
			json_put(out->sorts, sort.key, json_share(sort.value));
	}
	return true;
}

static void
note_open(const struct values *values, struct json_object *notes)
{
	struct json_member value = {0};
	bool is_open = false;

	while (!is_open && json_next(values->values, &value))
		is_open = value.value == NULL;
	if (is_open)
		warnings_add(notes,
			"null is a value that is not determined: SMT-LIB "
			"leaves open what a division by zero is, seq.nth out "
			"of range, the conversion of a NaN or of a number that "
			"does not fit, and a stored solution does not record "
			"what it was; solve_model with terms shows it");
}

void
solve_reply_warn_of_missing(const struct solve_request *q,
	const struct values *values, struct json_object *notes)
{
	DROP(buf) struct buf names = {0};
	size_t count = 0;

	note_open(values, notes);
	if (values->left_out > 0)
		return;
	buf_init(&names, LIMIT_REPLY);
	for (size_t i = 0; i < q->terms.count; i++) {
		const struct solve_request_term *term = &q->terms.at[i];

		if (!is_missing(term, values))
			continue;
		if (count++ < UNEVALUATED_MAX)
			buf_add_format(&names, "%s%s[%td]",
				count > 1 ? ", " : "", term->argument,
				term->index);
	}
	if (count > UNEVALUATED_MAX)
		buf_add_text(&names, ", ...");
	if (count > 0)
		warnings_add(notes,
			"Z3 could not evaluate %s under the solution, or not "
			"in time: ask for parts of the term, or raise "
			"timeout_ms",
			names.data);
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

static bool
is_division(const char *term)
{
	static const char *const heads[] = {"(div ", "(mod ", "(rem ", "(/ "};
	bool divides = false;

	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		divides |= strncmp(term, heads[i], strlen(heads[i])) == 0;
	return divides;
}

void
solve_reply_warn_of_open(
	const struct answer_check *check, struct json_object *notes)
{
	if (check->rests_on == NULL)
		return;
	if (is_division(check->rests_on))
		warnings_add(notes,
			"the solution rests on %.200s, and a division by zero "
			"may be any value: assert or assume that the divisor "
			"is not 0",
			check->rests_on);
	else
		warnings_add(notes,
			"the solution rests on %.200s, which is outside of its "
			"table, where any value fits: bound the index, or give "
			"the table another first index, as {\"first\": 0, "
			"\"values\": [...]}",
			check->rests_on);
}

static bool
is_no_decimal(const struct json_object *value)
{
	return json_kind(value) == JSON_STRING
		       ? strchr(json_string(value), '/') != NULL
		       : json_kind(value) == JSON_OBJECT;
}

/* SMT-LIB has fractions and roots of polynomials only: their decimals as
 * comments. */
static void
add_decimals(const struct values *values, struct buf *text)
{
	enum { SHOWN_MAX = 20 };
	struct json_member m = {0};
	size_t shown = 0;

	while (shown < SHOWN_MAX && json_next(values->values, &m)) {
		const char *sort = json_get_string(values->sorts, m.key);
		DROP(buf) struct buf line;

		buf_init(&line, LIMIT_REPLY);
		if (sort == NULL || strcmp(sort, "Real") != 0 ||
			!is_no_decimal(m.value))
			continue;
		value_text_add(m.key, m.value, sort, &line);
		buf_add_format(text, "; %s", line.data);
		shown++;
	}
}

/* Most solutions complete no table of data. */
static void
add_lines(struct solve_reply *w, const struct values *values)
{
	if (values_have_suffix(values, DATA_OPEN))
		data_tables_add_lines(w->q->model, values, &w->r.text);
	else
		values_add_lines(values, &w->r.text);
}

static void
put_values(struct solve_reply *w)
{
	struct values *values = &w->s->values;

	if (w->q != NULL) {
		bool is_asked = select_values(w->q, values, &w->asked);

		/* The first of several stands among them. */
		if (is_asked || w->check->solutions.list.count < 2)
			add_lines(w, is_asked ? &w->asked : values);
		if (w->check->model != NULL && w->is_whole)
			put_solution_text(w);
		note_formula(w->r.warnings, values);
		solve_reply_warn_of_missing(w->q, values, w->r.warnings);
	} else if (w->check->model != NULL) {
		solve_reply_add_cut(w, "", "the solution", w->check->model);
		add_decimals(values, &w->r.text);
	}
	solve_reply_warn_of_open(w->check, w->r.warnings);
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

		if (size > room)
			break;
		one = json_read(text);
		if (one == NULL)
			continue;
		room -= size;
		json_add(list, one);
	}
	/* One stands above already. */
	if (w->asked.values == NULL && w->check->solutions.list.count == 1)
		return list;
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
	json_put_int(w->r.structured, "count", w->check->solutions.counted);
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

/* All of many constants are forced, and the call named none. */
static bool
are_all_forced(const struct solve_reply *w)
{
	enum { LISTED_MAX = 3 };
	const struct answer_forced_list *list = &w->check->forced;
	bool is_short = list->count > LISTED_MAX;

	for (size_t i = 0; i < w->q->terms.count; i++)
		is_short &= w->q->terms.at[i].as != FIELD_FORCED ||
			    w->q->terms.at[i].size == 0;
	for (size_t i = 0; i < list->count; i++)
		is_short &= list->at[i].is_forced;
	return is_short;
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
		struct json_object *other = json_read(f->other);

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
	if (are_all_forced(w))
		buf_add_text(&w->r.text, "All of this is forced: it is the "
					 "same in every solution.\n");
	else
		add_names("Forced, the same in every solution", &always,
			&w->r.text);
	add_names("Not forced, also possible", &also, &w->r.text);
	add_names("Not decided whether forced", &open, &w->r.text);
	json_put(w->r.structured, "forced", all);
}

static void
put_solution(struct solve_reply *w)
{
	put_objectives(w);
	if (w->check->solutions.counted > 0) {
		put_count(w);
		return;
	}
	put_values(w);
	if (w->q == NULL)
		return;
	put_solutions(w);
	if (solve_request_count(w->q, FIELD_FORCED) > 0)
		put_forced(w);
	put_checked(w);
}

/* --- advice --------------------------------------------------------------- */

/* What to do if there ought to be a solution. */
static void
advise(struct solve_reply *w)
{
	if (!w->q->relax && w->check->core.assertions.count > 0)
		buf_add_text(&w->r.text,
			"Correct or delete one of these; relax: true finds "
			"the smallest sets to remove.\n");
}

/* --- the sentence -------------------------------------------------------- */

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
	bool is_minimal = w->check->core.is_known && w->check->core.minimal;
	bool has_assumptions = w->check->core.assumptions.count > 0;

	if (w->check->core.is_known && w->check->core.assertions.count == 0 &&
		has_assumptions)
		buf_add_text(out,
			"There is no solution: the assumptions alone are "
			"contradictory, whatever the items assert.");
	else if (w->check->core.is_known && !has_assumptions &&
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
	if (w->s->verdict.code == NULL)
		describe_open(w, out);
	if (strcmp(w->q->text.order, "box") == 0 &&
		w->check->objectives.count > 1)
		buf_add_text(out,
			" Each objective has a best value of its own; the "
			"values below need not reach all of them.");
	if (w->check->solutions.counted > 0)
		add_count(w, w->check->solutions.counted, out);
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
	if (w->s->verdict.status == STATUS_UNSAT)
		describe_unsat(w, &out);
	else if (w->s->verdict.status == STATUS_SAT)
		describe_sat(w, &out);
	if (w->s->verdict.message != NULL)
		buf_add_format(&out, "%s%s", out.size > 0 ? " " : "",
			w->s->verdict.message);
	if (w->s->verdict.status == STATUS_SAT && w->s->verdict.code != NULL &&
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
	const char *status = solve_reply_status(&w->s->verdict);
	DROP(text) char *described = describe(w);
	const char *message = described + strspn(described, " ");
	bool is_known = w->s->verdict.status != STATUS_UNKNOWN;

	json_put_string(w->r.structured, "status", status);
	json_put(w->r.structured, "satisfiable",
		is_known ? json_new_bool(w->s->verdict.status == STATUS_SAT)
			 : NULL);
	json_put_bool(w->r.structured, "success", is_known);
	if (message[0] != '\0')
		json_put_string(w->r.structured, "message", message);
	solve_reply_put_state(w, status, message);
}

/* --- the second opinion --------------------------------------------------- */

static char *
describe_second(const struct solve_reply *w)
{
	const struct second_opinion *second = &w->s->verdict.second;

	if (second->status == STATUS_UNKNOWN)
		return text_format(
			"Not confirmed: %s %s.", second->solver, second->why);
	if (second->status != w->s->verdict.status)
		return NULL; /* the reason says so */
	return text_format("Confirmed: %s answers %s, too%s.", second->solver,
		status_name(second->status),
		w->check != NULL && w->check->objectives.count > 0
			? " (it was not asked for the best)"
			: "");
}

void
solve_reply_put_second(struct solve_reply *w)
{
	const struct second_opinion *second = &w->s->verdict.second;
	DROP(text) char *message = NULL;
	struct json_object *one;

	if (second->solver == NULL)
		return;
	message = describe_second(w);
	one = json_new_object();
	json_put_string(one, "solver", second->solver);
	json_put_string(one, "status", status_name(second->status));
	json_put(one, "agrees",
		second->status == STATUS_UNKNOWN
			? NULL
			: json_new_bool(
				  second->status == w->s->verdict.status));
	json_put_string(one, "message", message);
	json_put(w->r.structured, "confirmed", one);
	if (message != NULL)
		buf_add_format(&w->r.text, "%s%s\n", w->r.prefix, message);
}

/* --- the whole ----------------------------------------------------------- */

void
solve_reply_init(struct solve_reply *w, const struct call *c, struct solving *s)
{
	*w = (struct solve_reply){
		.s = s,
		.check = answer_last(s->answer),
		.q = s->script == NULL ? &s->q : NULL,
		.is_whole = json_get_bool(c->arguments, "detail", false),
	};
	reply_init(&w->r, c);
}

void
solve_reply_send(struct solve_reply *w, struct call *c)
{
	values_drop(&w->asked);
	reply_drop_details(&w->r, c);
	reply_send(&w->r, c);
}

void
solve_reply_put(struct solve_reply *w)
{
	if (w->check == NULL)
		return;
	if (w->s->verdict.status == STATUS_SAT)
		put_solution(w);
	else if (w->s->verdict.status == STATUS_UNSAT)
		core_items_put(w->s, w->hidden, w->is_whole, &w->r);
}

void
solve_reply_put_reason(struct solve_reply *w)
{
	struct json_object *reason;

	if (w->s->verdict.code == NULL)
		return;
	reason = json_new_object();
	json_put_string(reason, "code", w->s->verdict.code);
	json_put_string(reason, "message", w->s->verdict.message);
	json_put(w->r.structured, "reason", reason);
}

void
solve_reply_finish(struct solve_reply *w)
{
	solve_reply_put_reason(w);
	solver_call_put_run(w->s->answer, w->r.structured);
	reply_put_warnings(&w->r);
	if (w->is_whole)
		solver_call_add_run(w->s->answer, &w->r.text);
}

void
solve_reply_make(struct solve_reply *w)
{
	put_head(w);
	solve_request_warn(w->q, w->r.warnings);
	solve_request_warn_of_answer(w->q, w->s->answer, w->r.warnings);
	if (w->s->verdict.status == STATUS_SAT &&
		!solve_request_is_what_if(w->q))
		solve_request_warn_of_solution(
			w->q, w->s->answer, w->r.warnings);
	solve_reply_put(w);
	if (w->check != NULL && w->s->verdict.status == STATUS_UNSAT)
		advise(w);
	else if (w->s->verdict.status == STATUS_UNKNOWN && w->check != NULL &&
		 w->check->evaluation.failed.count > 0)
		put_checked(w);
	solver_call_put_statistics(w->s->answer, w->r.structured);
	solve_reply_finish(w);
}
