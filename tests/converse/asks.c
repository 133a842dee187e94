#include <string.h>

#include "base/alloc.h"
#include "converse/query.h"
#include "converse/solves.h"
#include "json/json.h"

/* --- prove ---------------------------------------------------------------- */

static void
make_property(struct query *q, struct formula *property)
{
	DROP(json) struct json_object *into = json_new_array();

	if (dice_says(q->dice, 25))
		query_assume(q);
	q->is_refused |= !query_term(q, property, into);
	json_put_string(
		q->arguments, "property", json_string(json_at(into, 0)));
}

static struct json_object *
parsed(const char *text)
{
	struct json_object *value = NULL;
	struct err e;

	(void)json_parse(text, strlen(text), &value, &e);
	return value;
}

/* Solutions that the property does not hold in. */
static struct formula
denied(const struct formula *property)
{
	struct formula not_so = {"!"};

	memcpy(not_so.letters + 1, property->letters, FORMULA_MAX - 1);
	return not_so;
}

void
play_prove(struct play *p)
{
	const struct json_object *reply;
	struct formula others[ASSUMED_MAX + 1];
	struct formula property;
	struct formula not_so;
	struct claims against;
	struct query q;
	struct said said;
	unsigned read;

	if (query_begin(&q, p))
		make_property(&q, &property);
	else
		json_put_string(q.arguments, "property", "true");
	reply = play_call(p, "prove", q.arguments, q.is_refused, &said);
	if (reply == NULL)
		return;
	not_so = denied(&property);
	memcpy(others, q.assumed, sizeof(q.assumed));
	others[q.claims.count] = not_so;
	against = (struct claims){UINT32_MAX, others, q.claims.count + 1};
	if (list_solutions(&q.list, &against) > 0) {
		play_expect(&said, parsed("{\"status\": \"refuted\"}"));
		(void)query_check_values(
			&q, json_get_object(reply, "values"), &against, &read);
		return;
	}
	play_expect(&said, list_solutions(&q.list, &q.claims) > 0
				   ? parsed("{\"status\": \"proved\", "
					    "\"vacuous\": false}")
				   : parsed("{\"status\": \"proved\", "
					    "\"vacuous\": true}"));
	query_check_core(&q, reply, &not_so);
}

/* --- get_solution --------------------------------------------------------- */

static void
check_found(struct query *q, const struct json_object *reply,
	const struct formula *term)
{
	const struct found *f = &q->session->found;
	const struct json_object *values = json_get_object(reply, "values");
	unsigned read;

	/* As it was when it was solved. */
	q->list = q->session->revisions[f->revision];
	if (term != NULL) {
		query_check_term(q, term, values, f->values);
		return;
	}
	for (const char *l = CONSTANT_LETTERS; *l != '\0'; l++) {
		const char name[] = {*l, '\0'};
		struct json_object *value = json_get(values, name);

		if ((f->constants & name_bit(*l)) == 0)
			continue;
		read = value != NULL && json_bool(value) ? name_bit(*l) : 0;
		if (value == NULL || read != (f->values & name_bit(*l)))
			play_fail(q->play, "another value of %s than it was",
				name);
	}
}

void
play_solution(struct play *p)
{
	struct json_object *pattern;
	const struct json_object *reply;
	struct formula term;
	bool has_term = false;
	struct query q;
	struct said said;

	if (query_begin(&q, p)) {
		const struct found *f = &q.session->found;

		q.is_refused = !f->is_there;
		/* What a solution is silent about may have any value. */
		has_term = f->is_there && !f->what_if && dice_says(q.dice, 40);
		if (has_term) {
			struct json_object *terms = json_new_array();

			q.list = q.session->revisions[f->revision];
			q.is_refused = !query_term(&q, &term, terms);
			json_put(q.arguments, "terms", terms);
		}
	}
	reply = play_call(p, "get_solution", q.arguments, q.is_refused, &said);
	if (reply == NULL)
		return;
	pattern = json_new_object();
	json_put_int(pattern, "revision", (int64_t)q.session->found.revision);
	json_put_int(pattern, "current_revision", (int64_t)q.session->last);
	json_put_bool(
		pattern, "stale", q.session->found.revision != q.session->last);
	json_put_bool(pattern, "what_if", q.session->found.what_if);
	play_expect(&said, pattern);
	if (p->why == NULL)
		check_found(&q, reply, has_term ? &term : NULL);
}

/* --- configure ------------------------------------------------------------ */

static void
check_seed(struct query *q, const struct json_object *reply)
{
	const struct json_object *options = json_get_array(reply, "options");

	for (size_t i = 0; i < play_count(options); i++) {
		const struct json_object *option = json_at(options, i);

		if (strcmp(json_get_string(option, "name"), "random_seed") != 0)
			continue;
		if (json_get_int(option, "value", -1) != q->session->seed)
			play_fail(q->play, "random_seed is not %u",
				q->session->seed);
		return;
	}
	/* A reset answers with what it set afterwards. */
	if (play_count(options) > 0 || q->session->seed != 0)
		play_fail(q->play, "there is no random_seed");
}

void
play_configure(struct play *p)
{
	const struct json_object *reply;
	struct query q;
	struct said said;

	if (query_begin(&q, p)) {
		if (dice_says(q.dice, 50)) {
			struct json_object *options = json_new_object();

			q.session->seed = 1 + dice_below(q.dice, 9);
			json_put_int(options, "random_seed", q.session->seed);
			json_put(q.arguments, "options", options);
		} else if (dice_says(q.dice, 30)) {
			q.session->seed = 0;
			json_put_bool(q.arguments, "reset", true);
		}
	}
	reply = play_call(p, "configure", q.arguments, q.is_refused, &said);
	if (reply != NULL)
		check_seed(&q, reply);
}

void
play_ask_seed(struct play *p, struct session *s)
{
	struct query q = {.play = p, .session = s};
	const struct json_object *reply;
	struct said said;

	q.arguments = json_new_object();
	json_put_string(q.arguments, "session", s->name);
	reply = play_call(p, "configure", q.arguments, false, &said);
	if (reply != NULL)
		check_seed(&q, reply);
}

/* --- solve_smtlib -------------------------------------------------------- */

static void
expect_checks(struct query *q, struct said *said)
{
	struct json_object *pattern = json_new_object();
	struct json_object *checks = json_new_array();

	for (q->claims.count = 0; q->claims.count < 2; q->claims.count++) {
		struct json_object *check = json_new_object();

		json_put_string(check, "status",
			list_solutions(&q->list, &q->claims) > 0 ? "sat"
								 : "unsat");
		json_add(checks, check);
	}
	json_put(pattern, "checks", checks);
	play_expect(said, pattern);
}

/* The model as a script, checked twice: with one assertion more between. */
void
play_script(struct play *p)
{
	DROP(buf) struct buf text;
	DROP(text) char *term = NULL;
	struct json_object *arguments = json_new_object();
	struct json_object *ignored = json_new_array();
	struct formula more;
	struct query q;
	struct said said;
	bool is_refused;

	buf_init(&text, 1 << 20);
	if (!query_begin(&q, p)) {
		json_free(q.arguments);
		json_free(arguments);
		json_free(ignored);
		return;
	}
	json_free(q.arguments);
	for (size_t i = 0; i < q.list.count; i++)
		buf_add_format(&text, "%s\n", q.list.at[i]->content);
	is_refused = !query_term(&q, &more, ignored);
	json_free(ignored);
	term = query_written(&more);
	buf_add_format(&text,
		"(check-sat)(push 1)(assert %s)(check-sat)(pop 1)", term);
	json_put_string(arguments, "smtlib", text.data);
	q.claims.others = &more;
	if (play_call(p, "solve_smtlib", arguments, is_refused, &said) != NULL)
		expect_checks(&q, &said);
}
