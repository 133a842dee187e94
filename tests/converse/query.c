#include "converse/query.h"

#include <string.h>

#include "base/alloc.h"
#include "json/json.h"

char *
query_written(const struct formula *f)
{
	DROP(buf) struct buf out;

	buf_init(&out, 4096);
	formula_write(f, &out);
	return buf_take(&out);
}

/* False when it uses what is not there. */
bool
query_term(struct query *q, struct formula *f, struct json_object *into)
{
	unsigned known = list_names(&q->list, q->list.count);
	DROP(text) char *text = NULL;

	formula_make(f, q->dice, known, false);
	text = query_written(f);
	json_add(into, json_new_string(text));
	return (formula_uses(f) & ~known) == 0;
}

void
query_assume(struct query *q)
{
	struct json_object *terms = json_new_array();

	q->claims.others = q->assumed;
	q->claims.count = 1 + dice_below(q->dice, ASSUMED_MAX);
	for (size_t i = 0; i < q->claims.count; i++)
		q->is_refused |= !query_term(q, &q->assumed[i], terms);
	json_put(q->arguments, "assume", terms);
}

void
query_leave_out(struct query *q)
{
	struct json_object *numbers = json_new_array();
	size_t at = dice_below(q->dice, (unsigned)q->whole->count + 1);

	json_add(numbers, json_new_int((int64_t)at));
	json_put(q->arguments, "without", numbers);
	if (at == q->whole->count) {
		q->is_refused = true;
		return;
	}
	list_remove(&q->list, at);
	for (size_t i = at; i < q->list.count; i++)
		q->numbers[i] = (int)i + 1;
	q->is_refused = !list_is_sound(&q->list);
}

bool
query_begin(struct query *q, struct play *p)
{
	const char *name;

	*q = (struct query){.play = p,
		.dice = &p->dice,
		.claims = claims_all,
		.arguments = json_new_object()};
	q->session = play_session(p, &name);
	json_put_string(q->arguments, "session", name);
	q->is_refused = q->session == NULL;
	if (q->session == NULL)
		return false;
	q->whole = session_list(q->session);
	q->list = *q->whole;
	for (int i = 0; i < ITEMS_MAX; i++)
		q->numbers[i] = i;
	return true;
}

/* --- values --------------------------------------------------------------- */

/* The constants' values; false: one has none. */
static bool
read_values(
	const struct query *q, const struct json_object *values, unsigned *read)
{
	unsigned known = list_names(&q->list, q->list.count);

	*read = 0;
	for (const char *l = CONSTANT_LETTERS; *l != '\0'; l++) {
		const char name[] = {*l, '\0'};
		struct json_object *value = json_get(values, name);

		if ((known & name_bit(*l)) == 0)
			continue;
		if (value == NULL || json_kind(value) != JSON_BOOL)
			return false;
		*read |= json_bool(value) ? name_bit(*l) : 0;
	}
	return true;
}

/* The values are those of a solution. */
bool
query_check_values(struct query *q, const struct json_object *values,
	const struct claims *claims, unsigned *read)
{
	if (!read_values(q, values, read))
		play_fail(q->play, "a constant has no value");
	else if (!list_holds(&q->list, claims, *read))
		play_fail(q->play, "the values are no solution");
	return q->play->why == NULL;
}

void
query_check_term(struct query *q, const struct formula *f,
	const struct json_object *values, unsigned read)
{
	DROP(text) char *text = query_written(f);
	struct meaning m;
	bool expected;

	list_meaning(&q->list, &m);
	m.values = read;
	expected = formula_holds(f, &m);
	if (json_get_bool(values, text, !expected) != expected)
		play_fail(q->play, "%s is not %s", text,
			expected ? "true" : "false");
}

/* --- cores ---------------------------------------------------------------- */

/* The position in the list of an item with that number; -1: left out. */
static int
position(const struct query *q, int64_t number)
{
	for (int i = 0; i < (int)q->list.count; i++) {
		if (q->numbers[i] == number)
			return i;
	}
	return -1;
}

static size_t
read_assumptions(const struct query *q, const struct json_object *core,
	struct formula others[ASSUMED_MAX])
{
	size_t count = 0;

	for (size_t i = 0; i < q->claims.count; i++) {
		DROP(text) char *text = query_written(&q->assumed[i]);
		bool is_in = false;

		for (size_t j = 0; j < play_count(core); j++)
			is_in |= strcmp(json_string(json_at(core, j)), text) ==
				 0;
		if (is_in)
			others[count++] = q->assumed[i];
	}
	return count;
}

/* The items of the core, and those of the assumptions that are in it. */
static void
read_core(struct query *q, const struct json_object *reply,
	struct formula others[ASSUMED_MAX + 1], struct claims *claims)
{
	const struct json_object *core = json_get_array(reply, "core");

	*claims = (struct claims){0, others, 0};
	claims->count = read_assumptions(
		q, json_get_array(reply, "core_assumptions"), others);
	for (size_t i = 0; i < play_count(core); i++) {
		int at = position(
			q, json_get_int(json_at(core, i), "index", -1));

		if (at < 0)
			play_fail(q->play, "the core has an item too many");
		else
			claims->items |= 1U << at;
	}
}

void
query_check_core(struct query *q, const struct json_object *reply,
	const struct formula *denied)
{
	struct formula others[ASSUMED_MAX + 1];
	struct claims claims;

	read_core(q, reply, others, &claims);
	/* It may be one of the model alone. */
	if (denied != NULL && list_solutions(&q->list, &claims) > 0) {
		/* cppcheck-suppress unreadVariable ; the claims point at it */
		others[claims.count] = *denied;
		claims.count++;
	}
	if (list_solutions(&q->list, &claims) > 0)
		play_fail(q->play, "the core is satisfiable");
	if (!json_get_bool(reply, "core_minimal", false))
		return;
	for (int i = 0; i < (int)q->list.count; i++) {
		struct claims fewer = claims;

		fewer.items &= ~(1U << i);
		if (fewer.items != claims.items &&
			list_solutions(&q->list, &fewer) == 0)
			play_fail(q->play, "the core needs no item %d",
				q->numbers[i]);
	}
}

/* Whether there is a solution without these items, which are numbers, and
 * assumptions, which are texts; the one at `kept` stays. */
static bool
has_solution_without(
	const struct query *q, const struct json_object *dropped, size_t kept)
{
	struct formula others[ASSUMED_MAX];
	struct claims claims = {q->claims.items, others, 0};

	for (size_t i = 0; i < play_count(dropped); i++) {
		const struct json_object *one = json_at(dropped, i);
		int at = json_kind(one) == JSON_INT ? position(q, json_int(one))
						    : -1;

		if (i != kept && at >= 0)
			claims.items &= ~(1U << at);
	}
	for (size_t i = 0; i < q->claims.count; i++) {
		DROP(text) char *text = query_written(&q->assumed[i]);
		bool is_out = false;

		for (size_t j = 0; j < play_count(dropped); j++) {
			const struct json_object *one = json_at(dropped, j);

			is_out |= j != kept && json_kind(one) == JSON_STRING &&
				  strcmp(json_string(one), text) == 0;
		}
		if (!is_out)
			others[claims.count++] = q->assumed[i];
	}
	return list_solutions(&q->list, &claims) > 0;
}

/* Without these there is a solution, with any one of them not. */
void
query_check_relaxation(struct query *q, const struct json_object *dropped)
{
	size_t count = play_count(dropped);

	if (!has_solution_without(q, dropped, count))
		play_fail(q->play, "a relaxation has no solution");
	for (size_t i = 0; i < count; i++) {
		if (has_solution_without(q, dropped, i))
			play_fail(q->play, "a relaxation is not smallest");
	}
}
