#include "tools/solve/run_log.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/log.h"
#include "model/items/model.h"
#include "smt/text/commands.h"
#include "store/db/db.h"
#include "store/revisions/revisions.h"
#include "store/runs/runs.h"
#include "tools/call/call.h"
#include "tools/call/values.h"
#include "tools/solve/verdict.h"
#include "json/json.h"

enum {
	/* Larger ones are in the answer that the client has. */
	SOLUTION_MAX = 2 * MIB,
	/* Of the arguments: a long list of terms is not worth keeping. */
	OPTIONS_MAX = 64 * KIB,
	/* Each is built again: of a model of a megabyte, 10 ms. */
	RUNS_MAX = 8,
};

/* --- what is kept --------------------------------------------------------- */

/* What differs from the defaults: the call's arguments and the session's
 * settings. */
static struct json_object *
describe_options(const struct call *c, const struct solve *s)
{
	DROP(json) struct json_object *options = json_copy(c->arguments);
	DROP(text) char *text = NULL;
	struct json_member m = {0};

	json_delete(options, "session");
	json_put_int(options, "timeout_ms", c->work.limit_ms);
	if (s->request.confirm)
		json_put_bool(options, "confirm", true);
	while (json_next(s->options, &m)) {
		if (!json_find(options, m.key, NULL))
			json_put(options, m.key, json_copy(m.value));
	}
	text = json_text(options);
	return strlen(text) <= OPTIONS_MAX ? TAKE(options) : NULL;
}

/* [[ms, value, bound], ...]; the caller's. */
static struct json_object *
course_of(const struct call *c, const struct answer_check *check)
{
	DROP(json) struct json_object *list = json_new_array();

	for (size_t i = 0; i < check->objectives.course.count; i++) {
		const struct answer_point *p = &check->objectives.course.at[i];

		json_add(list, json_new_array_of(
				       json_new_int(p->at_ms - c->started_ms),
				       json_new_string(p->value),
				       json_new_string(p->bound), NULL));
	}
	return json_count(list) > 0 ? TAKE(list) : NULL;
}

/* Returns the bound of the first objective, or NULL: of several objectives that
 * count alike a bound would be one of all, and after an internal error none is
 * believed. */
static const char *
bound_of(const struct solve *s, const struct answer_check *check)
{
	size_t count = check->objectives.course.count;
	const char *bound;

	if (count == 0 || check->objectives.count == 0 ||
		(check->objectives.count > 1 &&
			strcmp(s->text.order, "lex") != 0) ||
		check->objectives.at[0].state == OBJECTIVE_CHANGED)
		return NULL;
	bound = check->objectives.course.at[count - 1].bound;
	return *bound != '\0' ? bound : NULL;
}

/* What get_solution and later solves go on from; or NULL. */
static const char *
solution_of(const struct solve *s)
{
	const struct answer_check *check = answer_last(s->answer);

	return s->verdict.status == STATUS_SAT && check->model != NULL &&
			       strlen(check->model) <= SOLUTION_MAX
		       ? check->model
		       : NULL;
}

void
run_log_run(struct call *c, const struct solve *s, bool is_solution,
	struct json_object *structured)
{
	const struct answer_check *check = answer_last(s->answer);
	DROP(json) struct json_object *options = describe_options(c, s);
	DROP(json)
	struct json_object *course = check != NULL ? course_of(c, check) : NULL;
	/* Nobody asks the log why a run is unknown. */
	bool is_cancelled = s->verdict.status == STATUS_UNKNOWN &&
			    s->verdict.code != NULL &&
			    strcmp(s->verdict.code, "cancelled") == 0;
	const struct run run = {
		.revision = s->model->revision,
		.plain = !solve_is_what_if(s) &&
			 solve_count(s, FIELD_REFUTE) == 0,
		.status = is_cancelled ? s->verdict.code
				       : solve_verdict_word(&s->verdict),
		.options = options,
		.answer = structured,
		.z3_version = s->answer->z3_version,
		.solve_us = solve_time_us(s->answer),
		.text_hash = s->text.hash,
		.solution = is_solution ? solution_of(s) : NULL,
		.objectives = json_get_array(structured, "objectives"),
		.course = course,
		.bound = check != NULL ? bound_of(s, check) : NULL,
	};
	int64_t id;
	struct err e;

	if (runs_add(c->server->store, s->session.id, &run, &id, &e))
		json_put_int(structured, "run", id);
	else
		log_warn("%s: the run is not in the history: %s (%s)",
			c->tool->name, e.text, store_detail(c->server->store));
}

/* --- two problems -------------------------------------------------------- */

/* All that says what is possible, and what is best: commands of the items, of
 * what is assumed, and of the objectives of the call. */
struct run_problem {
	struct buf text;
	struct commands forms;
};

static void
run_problem_release(struct run_problem *p)
{
	buf_release(&p->text);
	commands_release(&p->forms);
}
DROP_BY(run_problem, run_problem_release)

/* The order of several objectives is compared by itself. */
static bool
is_irrelevant(enum command_kind kind)
{
	return kind == COMMAND_SET_INFO || kind == COMMAND_SET_OPTION ||
	       kind == COMMAND_SET_LOGIC || kind == COMMAND_ECHO;
}

static bool
run_problem_init(struct run_problem *p, const struct solve *s)
{
	size_t kept = 0;

	buf_init(&p->text, LIMIT_MODEL + 2 * LIMIT_MESSAGE);
	solve_add_script(s, &p->text, &p->forms);
	if (p->text.overflowed)
		return false;
	for (size_t i = 0; i < p->forms.count; i++) {
		if (!is_irrelevant(p->forms.at[i].command))
			p->forms.at[kept++] = p->forms.at[i];
	}
	p->forms.count = kept;
	return true;
}

/* Builds the request of a run again, and its problem. Returns false if it
 * cannot be told any more, or has another order of objectives. */
static bool
request_of_run(const struct call *c, const struct solve *now,
	const struct json_object *run, struct solve *s, struct run_problem *p)
{
	/* The options of the run hold the defaults that it was asked with. */
	static const struct server plain;
	const struct json_object *options = json_get(run, "options");
	struct err ignored;

	if (options == NULL ||
		!solve_use_model(
			s, revisions_load(c->server->store, now->session.id,
				   (uint64_t)json_get_int(run, "revision", 0),
				   &ignored)))
		return false;
	s->options = json_copy(options);
	request_fields_read(&s->request, &plain, options);
	return solve_read_terms(s, &ignored) && solve_write(s, &ignored) &&
	       strcmp(s->text.order, now->text.order) == 0 &&
	       run_problem_init(p, s);
}

/* Returns whether two requests of the same problem ask the same of it. */
static bool
asks_the_same(const struct solve *a, const struct solve *b)
{
	return request_fields_agree(&a->request, &b->request) &&
	       solver_options_agree(a->options, b->options);
}

/* Whether the command, which `weak` has not, takes solutions away at most: a
 * declaration of a name that `weak` uses might give that another meaning. */
static bool
only_restricts(const struct run_problem *strong, const struct command *form,
	const struct run_problem *weak)
{
	struct token declared;
	struct slice name;

	if (form->command == COMMAND_ASSERT)
		return true;
	if ((form->command != COMMAND_DECLARE_CONST &&
		    form->command != COMMAND_DECLARE_FUN) ||
		!command_argument(form, strong->text.data, 0, &declared))
		return false;
	name = token_name(strong->text.data, &declared);
	return memmem(weak->text.data, weak->text.size, name.start,
		       name.length) == NULL;
}

/* Each solution of `strong` is one of `weak`. */
static bool
extends(const struct run_problem *weak, const struct run_problem *strong)
{
	size_t next = 0;

	for (size_t i = 0; i < strong->forms.count; i++) {
		const struct command *form = &strong->forms.at[i];
		const struct token *wanted =
			next < weak->forms.count ? &weak->forms.at[next].list
						 : NULL;

		if (wanted != NULL && wanted->length == form->list.length &&
			memcmp(weak->text.data + wanted->offset,
				strong->text.data + form->list.offset,
				wanted->length) == 0)
			next++;
		else if (!only_restricts(strong, form, weak))
			return false;
	}
	return next == weak->forms.count;
}

/* The closest counts. */
static void
tighten_bound(struct solve *s, const struct json_object *run)
{
	const struct json_object *objectives =
		json_get_array(run, "objectives");
	const char *bound = json_get_string(run, "bound");
	const char *kind;
	double now;
	double before;

	if (bound == NULL || objectives == NULL ||
		!values_read_decimal(bound, &now))
		return;
	kind = json_get_string(json_at(objectives, 0), "kind");
	if (s->known.bound != NULL &&
		values_read_decimal(s->known.bound, &before) &&
		(kind != NULL && strcmp(kind, "maximize") == 0 ? now >= before
							       : now <= before))
		return;
	free(s->known.bound);
	s->known.bound = text_copy(bound);
}

/* --- going on ------------------------------------------------------------ */

/* The value is at least as good as that of `best`, and the solution at hand. */
static bool
is_better_start(const struct json_object *run, const struct json_object *best)
{
	int order;

	if (best == NULL)
		return true;
	order = objectives_compare(
		json_get(run, "objectives"), json_get(best, "objectives"));
	return order > 0 ||
	       (order == 0 && json_get_string(best, "solution") == NULL);
}

struct run_search {
	struct call *call;
	struct solve *now;
	struct run_problem problem; /* that is asked now */
	/* The run that this problem has the solution of, and that of just this
	 * problem. */
	struct json_object *best, *known;
};

static void
compare_run(struct run_search *search, struct json_object *run)
{
	DROP(solve) struct solve s = {0};
	DROP(run_problem) struct run_problem p = {0};
	bool is_weaker;
	bool is_stronger;

	if (!request_of_run(search->call, search->now, run, &s, &p))
		return;
	is_weaker = extends(&p, &search->problem);
	is_stronger = extends(&search->problem, &p);
	if (is_weaker)
		tighten_bound(search->now, run);
	if (is_stronger && is_better_start(run, search->best))
		search->best = run;
	if (is_weaker && is_stronger && asks_the_same(search->now, &s) &&
		strcmp(json_get_string(run, "status"), "sat") == 0 &&
		is_better_start(run, search->known))
		search->known = run;
}

/*
 * The solution of the best run, else the last one of the session, which the
 * worker looks at anyway. What declares elements of sorts has other ones in the
 * next solve.
 */
static void
choose_start(struct run_search *search)
{
	DROP(json) struct json_object *last = NULL;
	const char *solution = json_get_string(search->best, "solution");

	if (solution == NULL) {
		last = runs_last_solution(search->call->server->store,
			search->now->session.id, NULL);
		solution = json_get_string(last, "solution");
	}
	if (solution != NULL && strstr(solution, "(declare-") == NULL)
		search->now->known.start = text_copy(solution);
}

bool
run_log_use(struct call *c, struct solve *s, struct err *e)
{
	struct run_search search = {.call = c, .now = s};
	DROP(json) struct json_object *runs = NULL;
	struct err ignored;

	if (!solve_write(s, e))
		return false;
	runs = runs_newest(
		c->server->store, s->session.id, true, RUNS_MAX, &ignored);
	if (runs == NULL)
		return true;
	if (run_problem_init(&search.problem, s))
		for (size_t i = 0; i < json_count(runs); i++)
			compare_run(&search, json_at(runs, i));
	run_problem_release(&search.problem);
	choose_start(&search);
	s->known.run = json_share(search.known);
	return true;
}

/* --- what is known already ----------------------------------------------- */

static bool
has_value(const struct json_object *objectives)
{
	return json_kind(objectives) == JSON_ARRAY &&
	       json_count(objectives) > 0 &&
	       json_get(json_at(objectives, 0), "value") != NULL;
}

static bool
is_worse(const struct solve *s, const struct json_object *theirs)
{
	const char *code = s->verdict.code;
	DROP(json) struct json_object *ours = NULL;

	if (s->verdict.status != STATUS_SAT)
		return s->verdict.status == STATUS_UNKNOWN &&
		       (code == NULL || strcmp(code, "contradiction") != 0);
	ours = objectives_list(answer_last(s->answer));
	/* Time ran out before there was a value. */
	if (code != NULL && !has_value(ours))
		return has_value(theirs);
	return strcmp(s->text.order, "lex") == 0 &&
	       objectives_compare(ours, theirs) < 0;
}

struct json_object *
run_log_known(const struct solve *s)
{
	const struct json_object *run = s->known.run;
	DROP(json) struct json_object *answer = NULL;

	if (run != NULL && is_worse(s, json_get(run, "objectives")))
		answer = json_read(json_get_string(run, "answer"));
	return json_kind(answer) == JSON_OBJECT ? TAKE(answer) : NULL;
}
