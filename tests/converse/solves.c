#include "converse/solves.h"

#include "base/alloc.h"
#include "converse/query.h"
#include "json/json.h"

enum { SOLUTIONS = 40, JOB_MS = 15000 };

static struct json_object *
weigh(struct query *q, int weights[CONSTANTS], bool *is_maximized)
{
	unsigned known = list_names(&q->list, q->list.count);
	struct json_object *terms = json_new_array();
	DROP(buf) struct buf term;

	buf_init(&term, 4096);
	buf_add_text(&term, "(+ 0");
	for (size_t i = 0; i < CONSTANTS; i++) {
		weights[i] = 0;
		if ((known >> i & 1) == 0)
			continue;
		weights[i] = (int)dice_below(q->dice, 9);
		buf_add_format(&term, " (ite %c %d 0)", CONSTANT_LETTERS[i],
			weights[i]);
	}
	buf_add_text(&term, " 0)");
	json_add(terms, json_new_string(term.data));
	*is_maximized = dice_says(q->dice, 50);
	return terms;
}

static int
best_weight(const struct query *q, const int weights[CONSTANTS], bool maximized)
{
	unsigned known = list_names(&q->list, q->list.count);
	bool is_there = false;
	int best = 0;

	for (unsigned values = 0; values < 1U << CONSTANTS; values++) {
		int sum = 0;

		if ((values & ~known) != 0 ||
			!list_holds(&q->list, &q->claims, values))
			continue;
		for (size_t i = 0; i < CONSTANTS; i++)
			sum += (values >> i & 1) != 0 ? weights[i] : 0;
		if (!is_there || (maximized ? sum > best : sum < best))
			best = sum;
		is_there = true;
	}
	return best;
}

static void
check_solutions(struct query *q, const struct json_object *reply, size_t wanted)
{
	const struct json_object *solutions =
		json_get_array(reply, "solutions");
	unsigned total = list_solutions(&q->list, &q->claims);
	size_t found = play_count(solutions);
	bool complete = json_get_bool(reply, "complete", false);
	uint32_t seen = 0;
	unsigned read;

	for (size_t i = 0; i < found; i++) {
		if (!query_check_values(
			    q, json_at(solutions, i), &q->claims, &read))
			return;
		if ((seen >> read & 1) != 0)
			play_fail(q->play, "a solution stands there twice");
		seen |= 1U << read;
	}
	if (found != (total < wanted ? total : wanted) ||
		(complete && found != total) || (!complete && total < wanted))
		play_fail(q->play, "%zu solutions of %u, complete: %d", found,
			total, complete);
}

static void
check_sat(struct query *q, const struct json_object *reply,
	const struct formula *asked)
{
	const struct json_object *values = json_get_object(reply, "values");
	struct session *s = q->session;
	unsigned read;

	if (!query_check_values(q, values, &q->claims, &read))
		return;
	if (asked != NULL)
		query_check_term(q, asked, values, read);
	if (play_count(json_get_array(
		    json_get_object(reply, "checked"), "failed")) > 0)
		play_fail(q->play, "an assertion failed");
	s->found = (struct found){.is_there = true,
		.what_if =
			q->claims.count > 0 || q->list.count != q->whole->count,
		.revision = s->last,
		.values = read,
		.constants = list_names(&q->list, q->list.count)};
}

/* What is asked for beside the status. */
struct wish {
	struct formula term;
	bool has_term;
	int weights[CONSTANTS];
	bool weighs;
	bool is_maximized;
	size_t solutions; /* 0: one, as usual */
	bool relaxes;
	bool is_background;
};

/* A term, and the constants, which are not told where a term alone is asked. */
static void
wish_value(struct query *q, struct wish *w)
{
	struct json_object *terms = json_new_array();
	unsigned known = list_names(&q->list, q->list.count);

	w->has_term = true;
	for (const char *l = CONSTANT_LETTERS; *l != '\0'; l++) {
		const char name[] = {*l, '\0'};

		if ((known & name_bit(*l)) != 0)
			json_add(terms, json_new_string(name));
	}
	q->is_refused |= !query_term(q, &w->term, terms);
	json_put(q->arguments, "values", terms);
}

static void
wish_objective(struct query *q, struct wish *w)
{
	struct json_object *terms = weigh(q, w->weights, &w->is_maximized);

	w->weighs = true;
	json_put(
		q->arguments, w->is_maximized ? "maximize" : "minimize", terms);
}

static void
wish(struct query *q, struct wish *w)
{
	if (dice_says(q->dice, 15))
		query_leave_out(q);
	if (dice_says(q->dice, 25))
		query_assume(q);
	if (dice_says(q->dice, 20))
		wish_value(q, w);
	if (dice_says(q->dice, 15)) {
		wish_objective(q, w);
	} else if (dice_says(q->dice, 20)) {
		w->solutions = 2 + dice_below(q->dice, SOLUTIONS);
		json_put_int(q->arguments, "solutions", (int64_t)w->solutions);
	}
	w->is_background = dice_says(q->dice, 10);
	w->relaxes = dice_says(q->dice, 15);
	if (w->relaxes)
		json_put_bool(q->arguments, "relax", true);
}

static struct json_object *
pattern_of(const struct query *q, const struct wish *w, bool is_sat)
{
	struct json_object *pattern = json_new_object();

	json_put_string(pattern, "status", is_sat ? "sat" : "unsat");
	json_put_string(pattern, "session", q->session->name);
	json_put_int(pattern, "revision", (int64_t)q->session->last);
	if (w->weighs && is_sat)
		json_put_int(pattern, "objective",
			best_weight(q, w->weights, w->is_maximized));
	return pattern;
}

static void
check_relaxations(struct query *q, const struct json_object *reply)
{
	const struct json_object *all = json_get_array(reply, "relaxations");

	for (size_t i = 0; i < play_count(all); i++)
		query_check_relaxation(q, json_at(all, i));
}

/* In the background: what the job gives in the end. */
static const struct json_object *
wait_for_job(
	struct query *q, const struct json_object *reply, struct said *said)
{
	struct json_object *arguments = json_new_object();
	const struct json_object *job;

	json_put_int(arguments, "job", json_get_int(reply, "job", -1));
	json_put_int(arguments, "wait_ms", JOB_MS);
	job = play_call(q->play, "job", arguments, false, said);
	if (job != NULL)
		said->reply = json_get_object(job, "result");
	if (said->reply == NULL)
		play_fail(q->play, "the job has no result");
	return said->reply;
}

void
play_solve(struct play *p)
{
	struct wish w = {.solutions = 0};
	const struct json_object *reply;
	struct query q;
	struct said said;
	bool is_sat;

	if (query_begin(&q, p))
		wish(&q, &w);
	/* Terms are read when the job runs, so their faults are its result. */
	w.is_background &= !q.is_refused;
	if (w.is_background)
		json_put_bool(q.arguments, "background", true);
	reply = play_call(p, "solve_model", q.arguments, q.is_refused, &said);
	if (reply != NULL && w.is_background)
		reply = wait_for_job(&q, reply, &said);
	if (reply == NULL)
		return;
	is_sat = list_solutions(&q.list, &q.claims) > 0;
	play_expect(&said, pattern_of(&q, &w, is_sat));
	if (p->why != NULL)
		return;
	if (is_sat)
		check_sat(&q, reply, w.has_term ? &w.term : NULL);
	else
		query_check_core(&q, reply, NULL);
	if (is_sat && w.solutions > 0)
		check_solutions(&q, reply, w.solutions);
	if (!is_sat && w.relaxes)
		check_relaxations(&q, reply);
}
