#include "tools/solve/solve_reply.h"

#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "model/items/model.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "tools/call/values.h"
#include "tools/solve/core_items.h"
#include "tools/solve/run_log.h"
#include "json/json.h"

enum {
	UNEVALUATED_MAX = 10,
	DECIMALS_MAX = 20,
	FORCED_MAX = 3, /* listed one by one where all are */
	STATISTICS_MAX = 64 * KIB,
};

static void
put_checked(struct solve_reply *w)
{
	const struct answer_check *check = w->check;
	const struct answer_evaluation *done = &check->evaluation;
	struct json_object *checked;

	if (done->asserted > 0 && done->checked == 0)
		return;
	checked = json_new_object_of("items", json_new_int(done->items),
		"failed", solve_list_failed(w->s, check, true), NULL);
	if (done->failed.count > answer_count_false(check)) {
		struct json_object *open =
			solve_list_failed(w->s, check, false);

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

/* --- what was asked for --------------------------------------------------- */

bool
solve_reply_select(
	const struct solve *s, const struct values *values, struct values *out)
{
	struct json_member sort = {0};

	*out = (struct values){
		.values = json_new_object(), .sorts = json_new_object()};
	for (size_t i = 0; i < s->terms.count; i++) {
		DROP(text) char *key = solve_term_key(&s->terms.at[i]);
		struct json_object *value;

		if (s->terms.at[i].as == FIELD_VALUE &&
			json_find(values->values, key, &value))
			json_put(out->values, key, json_share(value));
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
warn_of_undetermined(const struct values *values, struct json_object *warnings)
{
	struct json_member value = {0};
	bool is_open = false;

	while (!is_open && json_next(values->values, &value))
		is_open = json_has_null(value.value);
	if (is_open)
		warnings_add(warnings,
			"null is a value that is not determined: Z3 could not "
			"evaluate it, or not in time (ask for parts of the "
			"term, or raise timeout_ms); or SMT-LIB leaves it "
			"open, as a division by zero, seq.nth out of range, "
			"the conversion of a NaN or of a number that does not "
			"fit, and a stored solution does not record what it "
			"was; solve_model with terms shows it");
}

void
solve_reply_warn_of_missing(const struct solve *s, const struct values *values,
	struct json_object *warnings)
{
	DROP(buf) struct buf names;
	size_t count = 0;

	warn_of_undetermined(values, warnings);
	buf_init(&names, LIMIT_REPLY);
	for (size_t i = 0; values->left_out == 0 && i < s->terms.count; i++) {
		const struct solve_term *term = &s->terms.at[i];
		DROP(text) char *key = solve_term_key(term);
		DROP(text) char *argument = NULL;

		if (term->as != FIELD_VALUE ||
			json_find(values->values, key, NULL) ||
			++count > UNEVALUATED_MAX)
			continue;
		argument = solve_term_name(term);
		buf_add_format(&names, "%s%s", count > 1 ? ", " : "", argument);
	}
	if (count > 0)
		warnings_add(warnings,
			"Z3 could not evaluate %s%s under the solution, or not "
			"in time: ask for parts of the term, or raise "
			"timeout_ms",
			names.data, count > UNEVALUATED_MAX ? ", ..." : "");
}

/* --- objectives and values ----------------------------------------------- */

static void
put_objectives(struct solve_reply *w)
{
	struct json_object *objectives;

	if (w->check->objectives.count == 0)
		return;
	objectives = objectives_list(w->check);
	if (w->s->model != NULL &&
		json_get(json_at(objectives, 0), "value") != NULL)
		json_put(w->r.structured, "objective",
			json_copy(json_get(json_at(objectives, 0), "value")));
	objectives_add_lines(objectives, w->r.prefix, &w->r.text);
	json_put(w->r.structured, "objectives", objectives);
}

void
solve_reply_add_cut(struct solve_reply *w, const char *prefix, const char *name,
	const char *text)
{
	DROP(text)
	char *shown = reply_cut(&w->r, name, text,
		"; (get-value (TERM ...)) in the text asks for what you need "
		"of it");

	reply_add_lines(prefix, shown, &w->r.text);
}

void
solve_reply_put_solution_text(struct reply *r, const char *text)
{
	DROP(text) char *shown = reply_cut(r, "solution_smtlib", text, "");

	json_put_string(r->structured, "solution_smtlib", shown);
}

/* One of them: an array is applied by select. */
static void
warn_of_formula(struct json_object *warnings, const struct values *values)
{
	static const char array[] = "(Array ";
	const char *name = values_formula(values);
	const char *sort;

	if (name == NULL)
		return;
	sort = json_get_string(values->sorts, name);
	warnings_add(warnings,
		"the `else` of %s is a formula over its arguments, x!0 the "
		"first; get_solution with terms: [\"(%s%s ...)\"] gives its "
		"values one by one",
		name,
		sort != NULL && strncmp(sort, array, strlen(array)) == 0
			? "select "
			: "",
		name);
}

void
solve_reply_warn_of_open(
	const struct answer_check *check, struct json_object *warnings)
{
	static const char *const divisions[] = {
		"(div ", "(mod ", "(rem ", "(/ "};
	bool divides = false;

	if (check->rests_on == NULL)
		return;
	for (size_t i = 0; i < sizeof(divisions) / sizeof(divisions[0]); i++)
		divides |= strncmp(check->rests_on, divisions[i],
				   strlen(divisions[i])) == 0;
	warnings_add(warnings, "the solution rests on %.200s, %s",
		check->rests_on,
		divides ? "and a division by zero may be any value: assert or "
			  "assume that the divisor is not 0"
			: "which is outside of its table, where any value "
			  "fits: bound the index, or give the table another "
			  "first index, as {\"first\": 0, \"values\": "
			  "[...]}");
}

/* Returns whether SMT-LIB has the value as a fraction or as a root of a
 * polynomial only. */
static bool
has_decimal(const struct json_object *value, const char *sort)
{
	bool is_fraction = json_kind(value) == JSON_STRING &&
			   strchr(json_string(value), '/') != NULL;

	return sort != NULL && strcmp(sort, "Real") == 0 &&
	       (is_fraction || json_kind(value) == JSON_OBJECT);
}

/* Adds as comments what the solution as SMT-LIB does not say: some decimals,
 * and what is open. Without that SMT-LIB these are all values. */
static void
add_comments(const struct values *values, bool is_all, struct buf *text)
{
	DROP(buf) struct buf lines;
	struct json_member m = {0};
	size_t decimals = 0;

	buf_init(&lines, LIMIT_REPLY);
	while (json_next(values->values, &m)) {
		const char *sort = json_get_string(values->sorts, m.key);

		if (is_all || json_has_null(m.value) ||
			(has_decimal(m.value, sort) &&
				decimals++ < DECIMALS_MAX))
			value_text_add(m.key, m.value, sort, &lines);
	}
	reply_add_lines("; ", lines.data, text);
}

/* Returns whether one of several solutions says nothing else than the values.
 */
static bool
says_the_same(
	const struct json_object *solution, const struct json_object *values)
{
	struct json_member m = {0};
	struct json_object *value;

	while (json_next(solution, &m)) {
		if (json_find(values, m.key, &value) &&
			!json_equal(value, m.value))
			return false;
	}
	return true;
}

/* Returns whether the values stand in the text as the first of several
 * solutions. */
static bool
is_first_listed(const struct solve_reply *w, const struct values *values)
{
	const struct answer_texts *list = &w->check->solutions.list;
	DROP(json) struct json_object *first = NULL;

	if (list->count < 2 || strlen(list->at[0]) > w->r.room)
		return false;
	first = json_read(list->at[0]);
	return says_the_same(first, values->values);
}

static void
put_values(struct solve_reply *w)
{
	struct values *values = &w->s->values;

	if (w->s->model != NULL) {
		bool is_asked = solve_reply_select(w->s, values, &w->asked);

		if (is_asked || !is_first_listed(w, values))
			values_add_lines(w->s->model,
				is_asked ? &w->asked : values, &w->r.text);
		if (w->check->model != NULL && w->s->request.detail)
			solve_reply_put_solution_text(&w->r, w->check->model);
		warn_of_formula(w->r.warnings, values);
		solve_reply_warn_of_missing(w->s, values, w->r.warnings);
	} else {
		if (w->check->model != NULL)
			solve_reply_add_cut(
				w, "", "the solution", w->check->model);
		add_comments(values, w->check->model == NULL, &w->r.text);
		warn_of_undetermined(values, w->r.warnings);
	}
	solve_reply_warn_of_open(w->check, w->r.warnings);
	if (values->left_out > 0) {
		reply_put_truncated(&w->r);
		warnings_add(w->r.warnings,
			"%zu value%s no room here; %s those you need",
			values->left_out,
			values->left_out == 1 ? " has" : "s have",
			w->s->model != NULL
				? "solve_model with terms: [...] or "
				  "get_solution with terms: [...] gives"
				: "(get-value (NAME ...)) in the text "
				  "asks for");
	}
	json_put(w->r.structured, "values", TAKE(values->values));
	json_put(w->r.structured, "sorts", TAKE(values->sorts));
}

/* --- further solutions --------------------------------------------------- */

/* Lists the solutions that fit into the reply. */
static struct json_object *
list_solutions(struct solve_reply *w)
{
	const struct json_object *sorts =
		json_get_object(w->r.structured, "sorts");
	const struct answer_texts *found = &w->check->solutions.list;
	const struct json_object *values =
		json_get_object(w->r.structured, "values");
	struct json_object *list = json_new_array();
	size_t room = w->r.room;

	for (size_t i = 0; i < found->count && strlen(found->at[i]) <= room;
		i++) {
		room -= strlen(found->at[i]);
		json_add(list, json_read(found->at[i]));
	}
	/* One stands above already. */
	if ((w->asked.values == NULL && found->count == 1 &&
		    says_the_same(json_at(list, 0), values)) ||
		values_add_table(list, sorts, &w->r.text))
		return list;
	for (size_t i = 0; i < json_count(list); i++) {
		buf_add_format(&w->r.text, "solution %zu: ", i + 1);
		values_add_solution(json_at(list, i), sorts, &w->r.text);
	}
	return list;
}

/* Why the end of the list is not the end of the solutions. */
static void
warn_of_unseen(
	const struct answer_solutions *found, struct json_object *warnings)
{
	if (found->ended && found->end.elsewhere[0] != '\0')
		warnings_add(warnings,
			"no other solution differs in the constants, or in %s "
			"at the arguments that are written out; a quantifier "
			"without a finite range says more of it, and there may "
			"be solutions that differ in that. Terms in "
			"distinct_on say what counts",
			found->end.elsewhere);
	if (found->ended && found->end.uncompared[0] != '\0')
		warnings_add(warnings,
			"solutions that differ in the value of %s only were "
			"not looked for: it cannot be compared. Name parts of "
			"it in distinct_on, as (select a 1)",
			found->end.uncompared);
}

/* Further ones, or only how many there are. */
static void
put_solutions(struct solve_reply *w)
{
	const struct answer_solutions *found = &w->check->solutions;

	if (found->counted > 0) {
		json_put_int(w->r.structured, "count", found->counted);
	} else {
		struct json_object *list = list_solutions(w);

		if (json_count(list) < found->list.count)
			warnings_add(w->r.warnings,
				"%zu solutions were found, and there is room "
				"for %zu; distinct_on makes each of them "
				"smaller",
				found->list.count, json_count(list));
		buf_add_text(&w->r.text,
			!found->complete ? "There may be more.\n"
			: w->check->objectives.count > 0
				? "There are no others as good.\n"
				: "There are no other solutions.\n");
		json_put(w->r.structured, "solutions", list);
	}
	warn_of_unseen(found, w->r.warnings);
	json_put_bool(w->r.structured, "complete", found->complete);
}

/* All of many constants are forced, and the call named none. */
static bool
are_all_forced(const struct solve_reply *w)
{
	const struct answer_forced_list *list = &w->check->forced;
	bool are_forced = list->count > FORCED_MAX;

	for (size_t i = 0; i < w->s->terms.count; i++)
		are_forced &= w->s->terms.at[i].as != FIELD_FORCED ||
			      w->s->terms.at[i].size == 0;
	for (size_t i = 0; i < list->count; i++)
		are_forced &= list->at[i].is_forced;
	return are_forced;
}

/* `x = 5` without the line break, or the name alone. */
static void
add_forced(const struct solve_reply *w, const char *name,
	const struct json_object *value, struct buf *line)
{
	const struct json_object *sorts =
		json_get_object(w->r.structured, "sorts");

	buf_add_text(line, line->size > 0 ? "; " : "");
	if (value == NULL) {
		buf_add_text(line, name);
		return;
	}
	value_text_add(name, value, json_get_string(sorts, name), line);
	buf_truncate(line, line->size - 1);
}

/* {NAME: {forced: true}, NAME: {forced: false, also: VALUE},
 * NAME: {forced: null}}; what it is in this solution stands in `values`. */
static void
put_forced(struct solve_reply *w)
{
	enum { YES, NO, OPEN };
	static const char *const heads[] = {
		[YES] = "Forced, the same in every solution: ",
		[NO] = "Not forced, also possible: ",
		[OPEN] = "Not decided whether forced: "};
	const struct answer_forced_list *list = &w->check->forced;
	const struct json_object *values =
		json_get_object(w->r.structured, "values");
	struct json_object *all = json_new_object();
	struct buf lines[3];

	for (size_t i = YES; i <= OPEN; i++)
		buf_init(&lines[i], LIMIT_REPLY);
	for (size_t i = 0; i < list->count; i++) {
		const struct answer_forced *f = &list->at[i];
		struct json_object *other = json_read(f->other);
		size_t kind = f->is_forced ? YES : other != NULL ? NO : OPEN;
		struct json_object *one =
			json_new_object_of("also", other, NULL);

		add_forced(w, f->name,
			f->is_forced ? json_get(values, f->name) : other,
			&lines[kind]);
		json_put(one, "forced",
			kind != OPEN ? json_new_bool(f->is_forced) : NULL);
		json_put(all, f->name, one);
	}
	if (are_all_forced(w)) {
		buf_clear(&lines[YES]);
		buf_add_text(&w->r.text, "All of this is forced: it is the "
					 "same in every solution.\n");
	}
	for (size_t i = YES; i <= OPEN; i++) {
		if (lines[i].size > 0)
			buf_add_format(
				&w->r.text, "%s%s\n", heads[i], lines[i].data);
		buf_release(&lines[i]);
	}
	json_put(w->r.structured, "forced", all);
}

static void
put_solution(struct solve_reply *w)
{
	const struct answer_solutions *found = &w->check->solutions;

	put_objectives(w);
	if (found->counted == 0)
		put_values(w);
	if (w->s->model != NULL &&
		(found->counted > 0 || found->list.count > 0))
		put_solutions(w);
	if (w->s->model == NULL || found->counted > 0)
		return;
	if (solve_count(w->s, FIELD_FORCED) > 0)
		put_forced(w);
	put_checked(w);
}

void
solve_reply_put_head(
	struct solve_reply *w, const char *status, const char *message)
{
	const struct solve *s = w->s;

	json_put_string(w->r.structured, "status", status);
	if (message[0] != '\0')
		json_put_string(w->r.structured, "message", message);
	json_put_string(w->r.structured, "session", s->session.name);
	json_put_int(w->r.structured, "revision", (int64_t)s->model->revision);
	buf_add_format(&w->r.text, "%s%s%s\nSession %s, revision %ju.\n",
		status, message[0] != '\0' ? ": " : "", message,
		s->session.name, (uintmax_t)s->model->revision);
}

void
solve_reply_put_second(struct solve_reply *w)
{
	const struct second_opinion *second = &w->s->verdict.second;
	bool is_open = second->status == STATUS_UNKNOWN;
	bool agrees = second->status == w->s->verdict.status;
	bool is_best = w->check != NULL && w->check->objectives.count > 0;
	DROP(text) char *message = NULL;
	struct json_object *one;

	if (second->solver == NULL)
		return;
	if (is_open)
		message = text_format(
			"Not confirmed: %s %s.", second->solver, second->why);
	else if (agrees) /* else the reason says so */
		message = text_format("Confirmed: %s answers %s, too%s.",
			second->solver, status_name(second->status),
			is_best ? " (it was not asked for the best)" : "");
	one = json_new_object_of("solver", json_new_string(second->solver),
		"status", json_new_string(status_name(second->status)),
		"message", json_new_string(message), NULL);
	json_put(one, "agrees", is_open ? NULL : json_new_bool(agrees));
	json_put(w->r.structured, "confirmed", one);
	if (message != NULL)
		buf_add_format(&w->r.text, "%s%s\n", w->r.prefix, message);
}

/* --- the whole ----------------------------------------------------------- */

void
solve_reply_init(struct solve_reply *w, const struct call *c, struct solve *s)
{
	*w = (struct solve_reply){
		.s = s,
		.check = answer_last(s->answer),
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
		core_items_put(w->s, &w->r);
}

void
solve_reply_put_reason(struct solve_reply *w)
{
	const struct solve_verdict *verdict = &w->s->verdict;

	if (verdict->code != NULL)
		json_put(w->r.structured, "reason",
			json_new_object_of("code",
				json_new_string(verdict->code), "message",
				json_new_string(verdict->message), NULL));
	solve_put_time(w->s->answer, w->r.structured);
}

/* What is known of an answer that is no solution. */
static void
put_rest(struct solve_reply *w)
{
	bool is_proof = solve_count(w->s, FIELD_REFUTE) > 0;

	if (w->check == NULL)
		return;
	if (w->s->verdict.status == STATUS_UNKNOWN &&
		w->check->evaluation.failed.count > 0)
		put_checked(w);
	if (w->s->verdict.status == STATUS_UNSAT && !is_proof &&
		!w->s->ask.relax && w->check->core.assertions.count > 0)
		buf_add_text(&w->r.text,
			"Correct or delete one of these; relax: true finds "
			"the smallest sets to remove.\n");
}

void
solve_reply_end(struct solve_reply *w, struct call *c, bool is_solution)
{
	const char *version = w->s->answer->z3_version;
	const char *text = w->check != NULL ? w->check->statistics : NULL;
	DROP(json)
	struct json_object *counters =
		text != NULL && strlen(text) <= STATISTICS_MAX ? json_read(text)
							       : NULL;

	solve_reply_put(w);
	put_rest(w);
	if (counters != NULL && json_count(counters) > 0)
		json_put(w->r.structured, "statistics", TAKE(counters));
	solve_reply_put_reason(w);
	reply_put_warnings(&w->r);
	if (w->s->request.detail && version != NULL)
		buf_add_format(&w->r.text, "Z3 %s, %.3f s.\n", version,
			(double)solve_time_us(w->s->answer) / 1e6);
	solve_reply_put_second(w);
	/* The log has all values, for get_solution. */
	run_log_run(c, w->s, is_solution, w->r.structured);
	if (w->asked.values != NULL) {
		json_put(w->r.structured, "values", TAKE(w->asked.values));
		json_put(w->r.structured, "sorts", TAKE(w->asked.sorts));
	}
	solve_reply_send(w, c);
}

void
solve_reply_add_earlier(struct reply *r, const struct solve *s)
{
	const struct json_object *objectives =
		json_get_array(r->structured, "objectives");
	const struct values values = {
		.values = json_get_object(r->structured, "values"),
		.sorts = json_get_object(r->structured, "sorts"),
	};

	if (objectives != NULL)
		objectives_add_lines(objectives, "", &r->text);
	if (values.values != NULL && values.sorts != NULL)
		values_add_lines(s->model, &values, &r->text);
}

void
solve_reply_known(
	struct solve_reply *w, struct call *c, struct json_object *known)
{
	const struct solve *s = w->s;
	/* These members answer what else that call asked. The text does not
	 * show them. */
	static const char *const of_that_call[] = {"warnings", "reason",
		"solutions", "count", "complete", "forced"};
	const struct values values = {
		.values = json_get_object(known, "values"),
	};
	DROP(text)
	char *message = text_format(
		"In %lld ms this solve found nothing as good as run %lld had: "
		"this is the answer of that run. Raise timeout_ms to look "
		"further.",
		(long long)c->work.limit_ms,
		(long long)json_get_int(s->known.run, "run", 0));

	json_free(w->r.structured);
	w->r.structured = known;
	for (size_t i = 0; i < sizeof(of_that_call) / sizeof(*of_that_call);
		i++)
		json_delete(known, of_that_call[i]);
	solve_reply_put_head(w, "sat", message);
	solve_reply_add_earlier(&w->r, s);
	if (values.values != NULL)
		solve_reply_warn_of_missing(s, &values, w->r.warnings);
	solve_put_time(w->s->answer, known);
	run_log_run(c, w->s, false, known);
	solve_reply_send(w, c);
}
