#include "solver/goal.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/lexer.h"
#include "solver/model.h"

/* --- the arguments of assert-soft ---------------------------------------- */

/* The value of a keyword, a symbol without its bars; `otherwise` if it is not
 * given. */
static char *
keyword(const struct task *t, const struct form *form, const char *name,
	const char *otherwise)
{
	struct lexer walk;
	struct token token;
	struct slice value;
	bool is_next = false;

	form_walk(form, t->script->text, &walk);
	while (form_next(&walk, &token)) {
		if (is_next) {
			value = token_name(t->script->text, &token);
			return text_copy_n(value.start, value.length);
		}
		is_next = token_is(t->script->text, &token, name);
	}
	return text_copy(otherwise);
}

static struct goal *
add_goal(struct goals *goals, char *text)
{
	struct goal *goal;

	goals->at = mem_room(
		goals->at, goals->count, &goals->capacity, sizeof(*goals->at));
	goal = &goals->at[goals->count++];
	*goal = (struct goal){0};
	goal->text = text;
	return goal;
}

static struct goal *
find_soft(struct goals *goals, const char *id)
{
	for (size_t i = 0; i < goals->count; i++) {
		if (goals->at[i].soft && strcmp(goals->at[i].text, id) == 0)
			return &goals->at[i];
	}
	return NULL;
}

static void
read_soft(const struct task *t, const struct problem_part *part,
	Z3_optimize optimizer, struct goals *goals)
{
	DROP(text) char *weight = keyword(t, part->form, ":weight", "1");
	DROP(text) char *id = keyword(t, part->form, ":id", "");
	struct goal *goal = find_soft(goals, id);
	Z3_sort real = Z3_mk_real_sort(t->c);
	Z3_ast holds = task_term(t, part);
	Z3_ast terms[2];

	if (goal == NULL) {
		goal = add_goal(goals, text_copy(id));
		goal->soft = true;
		goal->term = Z3_mk_numeral(t->c, "0", real);
	}
	terms[0] = goal->term;
	terms[1] = Z3_mk_ite(t->c, holds, Z3_mk_numeral(t->c, "0", real),
		Z3_mk_numeral(t->c, weight, real));
	goal->term = Z3_mk_add(t->c, 2, terms);
	if (optimizer != NULL)
		goal->handle = Z3_optimize_assert_soft(t->c, optimizer, holds,
			weight, Z3_mk_string_symbol(t->c, id));
}

static void
read_objective(const struct task *t, const struct problem_part *part,
	Z3_optimize optimizer, struct goals *goals)
{
	struct goal *goal = add_goal(goals, task_source(t, part));

	goal->maximize = part->form->command == COMMAND_MAXIMIZE;
	goal->term = task_term(t, part);
	if (optimizer == NULL)
		return;
	goal->handle =
		goal->maximize
			? Z3_optimize_maximize(t->c, optimizer, goal->term)
			: Z3_optimize_minimize(t->c, optimizer, goal->term);
}

void
goals_read(const struct task *t, Z3_optimize optimizer, struct goals *goals)
{
	const struct problem *p = &t->parsed->problem;

	*goals = (struct goals){0};
	for (size_t i = 0; i < p->count; i++) {
		if (p->parts[i].kind == PART_SOFT)
			read_soft(t, &p->parts[i], optimizer, goals);
		else if (p->parts[i].kind == PART_OBJECTIVE)
			read_objective(t, &p->parts[i], optimizer, goals);
	}
}

void
goals_release(struct goals *goals)
{
	for (size_t i = 0; i < goals->count; i++)
		free(goals->at[i].text);
	free(goals->at);
	*goals = (struct goals){0};
}

void
goals_value(const struct task *t, struct goals *goals)
{
	for (size_t i = 0; i < goals->count; i++)
		goals->at[i].value = model_value(t, goals->at[i].term);
}

/* --- bounds -------------------------------------------------------------- */

Z3_ast
goal_value(const struct goal *goal)
{
	return goal->best != NULL ? goal->best : goal->value;
}

void
goals_reopen(struct goals *goals)
{
	for (size_t i = 0; i < goals->count; i++) {
		goals->at[i].state = GOAL_OPEN;
		goals->at[i].best = NULL;
	}
}

/* libz3 gives a bound as three numerals: a * oo + b + c * epsilon. */
static void
read_bound(Z3_context c, Z3_ast_vector sum, struct goal *goal)
{
	const char *infinite =
		Z3_get_numeral_string(c, Z3_ast_vector_get(c, sum, 0));

	goal->is_infinite = strcmp(infinite, "0") != 0;
	if (!goal->is_infinite)
		goal->bound = Z3_mk_numeral(c,
			Z3_get_numeral_string(c, Z3_ast_vector_get(c, sum, 1)),
			Z3_get_sort(c, goal->term));
}

void
goals_bounds(const struct task *t, Z3_optimize optimizer, struct goals *goals)
{
	Z3_context c = t->c;

	for (size_t i = 0; i < goals->count; i++) {
		struct goal *goal = &goals->at[i];
		unsigned handle = goal->handle;
		Z3_ast_vector sum = goal->maximize
					    ? Z3_optimize_get_upper_as_vector(
						      c, optimizer, handle)
					    : Z3_optimize_get_lower_as_vector(
						      c, optimizer, handle);

		if (sum == NULL)
			continue;
		Z3_ast_vector_inc_ref(c, sum);
		if (Z3_ast_vector_size(c, sum) == 3)
			read_bound(c, sum, goal);
		Z3_ast_vector_dec_ref(c, sum);
	}
}

/* --- comparing ----------------------------------------------------------- */

Z3_ast
goal_better(const struct task *t, const struct goal *goal, bool strict)
{
	Z3_context c = t->c;
	Z3_ast a = goal->maximize ? goal->term : goal->value;
	Z3_ast b = goal->maximize ? goal->value : goal->term;

	if (Z3_get_sort_kind(c, Z3_get_sort(c, goal->term)) == Z3_BV_SORT)
		return strict ? Z3_mk_bvugt(c, a, b) : Z3_mk_bvuge(c, a, b);
	return strict ? Z3_mk_gt(c, a, b) : Z3_mk_ge(c, a, b);
}

const char *
goals_priority(const struct task *t)
{
	static const char *const names[] = {"lex", "box", "pareto"};
	const char *priority = names[0];
	const struct problem_part *part = NULL;

	while ((part = task_part(t, PART_COMMAND, part)) != NULL) {
		const char *text = t->script->text;
		struct token name;
		struct token value;

		if (part->form->command != COMMAND_SET_OPTION ||
			!form_argument(part->form, text, 0, &name) ||
			!form_argument(part->form, text, 1, &value) ||
			!token_is(text, &name, ":opt.priority"))
			continue;
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
			if (token_is(text, &value, names[i]))
				priority = names[i];
		}
	}
	return priority;
}
