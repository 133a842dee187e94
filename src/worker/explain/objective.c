#include "worker/explain/objective.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/text/lexer.h"
#include "worker/solution/solution.h"

/* --- the arguments of assert-soft ---------------------------------------- */

/* The value of a keyword, a symbol without its bars; `otherwise` if it is not
 * given. */
static char *
keyword(const struct task *t, const struct command *form, const char *name,
	const char *otherwise)
{
	struct lexer walk;
	struct token token;
	struct slice value;
	bool is_next = false;

	command_walk(form, t->script->text, &walk);
	while (command_next(&walk, &token)) {
		if (is_next) {
			value = token_name(t->script->text, &token);
			return text_copy_n(value.start, value.length);
		}
		is_next = token_is(t->script->text, &token, name);
	}
	return text_copy(otherwise);
}

static struct objective *
add_goal(struct goals *goals, char *text)
{
	struct objective *goal;

	goals->at = mem_room(
		goals->at, goals->count, &goals->capacity, sizeof(*goals->at));
	goal = &goals->at[goals->count++];
	*goal = (struct objective){0};
	goal->text = text;
	return goal;
}

static struct objective *
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
	struct objective *goal = find_soft(goals, id);
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
	struct objective *goal = add_goal(goals, task_source(t, part));

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
		goals->at[i].value = solution_value(t, goals->at[i].term);
}

/* --- bounds -------------------------------------------------------------- */

bool
objective_is_best(const struct objective *goal)
{
	return goal->state == OBJECTIVE_OPTIMAL ||
	       goal->state == OBJECTIVE_CLAIMED;
}

Z3_ast
objective_value(const struct objective *goal)
{
	return goal->best != NULL ? goal->best : goal->value;
}

void
goals_reopen(struct goals *goals)
{
	for (size_t i = 0; i < goals->count; i++) {
		goals->at[i].state = OBJECTIVE_OPEN;
		goals->at[i].best = NULL;
	}
}

/* libz3 gives a bound as three numerals: a * oo + b + c * epsilon. */
static void
read_bound(Z3_context c, Z3_ast_vector sum, struct objective *goal)
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
		struct objective *goal = &goals->at[i];
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

/*
 * A sum of weights of what holds, plus what is fixed. libz3's SAT solver and
 * its core decide "better" as a pseudo-Boolean a hundred times faster than as
 * arithmetic; its weights are of 32 bits.
 */
struct weighted {
	Z3_context c;
	Z3_ast *literals;
	int *weights;
	size_t count, capacity, weights_capacity;
	size_t nodes;
	int64_t fixed;
	int64_t total; /* of all weights, without their signs */
};

enum { WEIGHT_MAX = 1000000000, WEIGHTED_NODES_MAX = 100000 };

static bool
read_weight(Z3_context c, Z3_ast term, int64_t factor, int64_t *weight)
{
	int64_t value;

	if (!Z3_is_numeral_ast(c, term) ||
		!Z3_get_numeral_int64(c, term, &value) ||
		__builtin_mul_overflow(value, factor, weight))
		return false;
	return *weight >= -WEIGHT_MAX && *weight <= WEIGHT_MAX;
}

static void
add_literal(struct weighted *w, Z3_ast literal, int64_t weight)
{
	w->literals =
		mem_room(w->literals, w->count, &w->capacity, sizeof(Z3_ast));
	w->weights = mem_room(
		w->weights, w->count, &w->weights_capacity, sizeof(int));
	/* libz3 wants them positive. */
	w->literals[w->count] = weight < 0 ? Z3_mk_not(w->c, literal) : literal;
	w->weights[w->count++] = (int)(weight < 0 ? -weight : weight);
	w->fixed += weight < 0 ? weight : 0;
	w->total += weight < 0 ? -weight : weight;
}

static bool
read_choice(struct weighted *w, Z3_app app, int64_t factor)
{
	int64_t then;
	int64_t otherwise;

	if (!read_weight(w->c, Z3_get_app_arg(w->c, app, 1), factor, &then) ||
		!read_weight(
			w->c, Z3_get_app_arg(w->c, app, 2), factor, &otherwise))
		return false;
	w->fixed += otherwise;
	add_literal(w, Z3_get_app_arg(w->c, app, 0), then - otherwise);
	return w->total <= WEIGHT_MAX;
}

static bool
is_choice(Z3_context c, Z3_ast term)
{
	return Z3_get_decl_kind(c, Z3_get_app_decl(c, Z3_to_app(c, term))) ==
	       Z3_OP_ITE;
}

static bool read_weighted(struct weighted *w, Z3_ast term, int64_t factor);

/* What is to be read on with after the first argument of a sum: that one,
 * since sums of soft assertions are deep there. NULL: it is no sum. */
static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
read_sum(struct weighted *w, Z3_ast term, int64_t *factor)
{
	Z3_app app = Z3_to_app(w->c, term);
	unsigned count = Z3_get_app_num_args(w->c, app);
	Z3_decl_kind kind = Z3_get_decl_kind(w->c, Z3_get_app_decl(w->c, app));
	int64_t rest = kind == Z3_OP_SUB ? -*factor : *factor;

	if (kind == Z3_OP_MUL)
		return count == 2 && read_weight(w->c,
					     Z3_get_app_arg(w->c, app, 0),
					     *factor, factor)
			       ? Z3_get_app_arg(w->c, app, 1)
			       : NULL;
	if (kind == Z3_OP_UMINUS)
		*factor = -*factor;
	else if (kind != Z3_OP_ADD && kind != Z3_OP_SUB &&
		 kind != Z3_OP_TO_REAL)
		return NULL;
	for (unsigned i = 1; i < count; i++) {
		if (!read_weighted(w, Z3_get_app_arg(w->c, app, i), rest))
			return NULL;
	}
	return Z3_get_app_arg(w->c, app, 0);
}

/* False: it is another term. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
read_weighted(struct weighted *w, Z3_ast term, int64_t factor)
{
	int64_t weight;

	while (term != NULL && Z3_get_ast_kind(w->c, term) == Z3_APP_AST &&
		w->nodes++ < WEIGHTED_NODES_MAX) {
		if (is_choice(w->c, term))
			return read_choice(w, Z3_to_app(w->c, term), factor);
		term = read_sum(w, term, &factor);
	}
	if (term == NULL || !read_weight(w->c, term, factor, &weight))
		return false;
	w->fixed += weight;
	return true;
}

/* The same as a pseudo-Boolean; NULL if it is none. */
static Z3_ast
better_weighted(Z3_context c, const struct objective *goal, bool strict)
{
	struct weighted w = {.c = c};
	int64_t sign = goal->maximize ? 1 : -1;
	int64_t least;
	Z3_ast better = NULL;

	if (read_weighted(&w, goal->term, sign) &&
		read_weight(c, goal->value, sign, &least)) {
		least += (strict ? 1 : 0) - w.fixed;
		if (least <= 0)
			better = Z3_mk_true(c);
		else if (least > w.total)
			better = Z3_mk_false(c);
		else
			better = Z3_mk_pbge(c, (unsigned)w.count, w.literals,
				w.weights, (int)least);
	}
	free(w.literals);
	free(w.weights);
	return better;
}

Z3_ast
objective_better(
	const struct task *t, const struct objective *goal, bool strict)
{
	Z3_context c = t->c;
	Z3_ast a = goal->maximize ? goal->term : goal->value;
	Z3_ast b = goal->maximize ? goal->value : goal->term;
	Z3_ast weighted;

	if (Z3_get_sort_kind(c, Z3_get_sort(c, goal->term)) == Z3_BV_SORT)
		return strict ? Z3_mk_bvugt(c, a, b) : Z3_mk_bvuge(c, a, b);
	weighted = better_weighted(c, goal, strict);
	if (weighted != NULL)
		return weighted;
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
			!command_argument(part->form, text, 0, &name) ||
			!command_argument(part->form, text, 1, &value) ||
			!token_is(text, &name, ":opt.priority"))
			continue;
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
			if (token_is(text, &value, names[i]))
				priority = names[i];
		}
	}
	return priority;
}
