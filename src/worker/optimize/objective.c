#include "worker/optimize/objective.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/text/lexer.h"
#include "worker/base/answer_stream.h"
#include "worker/base/interruptible.h"
#include "worker/expand/weighted_sum.h"
#include "worker/print/value.h"
#include "worker/solution/evaluator.h"

enum { TEXT_MAX = 1 << 20 }; /* of get-objectives */

char *
assert_soft_argument(const char *script, const struct command *form,
	const char *name, const char *otherwise)
{
	struct lexer walk = command_walk(form, script);
	struct token token;
	struct slice value;
	bool is_next = false;

	while (command_next(&walk, &token)) {
		if (is_next) {
			value = token_name(script, &token);
			return text_copy_n(value.start, value.length);
		}
		is_next = token_is(script, &token, name);
	}
	return text_copy(otherwise);
}

static struct objective *
add_objective(struct objectives *objectives, char *text)
{
	struct objective *o;

	objectives->at = mem_room(objectives->at, objectives->count,
		&objectives->capacity, sizeof(*objectives->at));
	o = &objectives->at[objectives->count++];
	*o = (struct objective){0};
	o->text = text;
	return o;
}

static void
read_soft(const struct task *t, const struct problem_part *part,
	struct objectives *objectives)
{
	DROP(text)
	char *weight = assert_soft_argument(
		t->script->text, part->form, ":weight", "1");
	DROP(text)
	char *id = assert_soft_argument(t->script->text, part->form, ":id", "");
	struct objective *o = NULL;
	Z3_sort real = Z3_mk_real_sort(t->c);
	Z3_ast holds = task_term(t, part);
	Z3_ast terms[2];

	for (size_t i = 0; i < objectives->count && o == NULL; i++) {
		if (objectives->at[i].soft &&
			strcmp(objectives->at[i].text, id) == 0)
			o = &objectives->at[i];
	}
	if (o == NULL) {
		o = add_objective(objectives, text_copy(id));
		o->soft = true;
		o->term = Z3_mk_numeral(t->c, "0", real);
	}
	terms[0] = o->term;
	terms[1] = Z3_mk_ite(t->c, holds, Z3_mk_numeral(t->c, "0", real),
		Z3_mk_numeral(t->c, weight, real));
	o->term = Z3_mk_add(t->c, 2, terms);
}

/* Sets the priority if the arguments of set-option do. */
static void
read_option(const char *text, struct lexer arguments, enum priority *priority)
{
	static const char *const names[] = {"lex", "box", "pareto"};
	struct token name;
	struct token value;

	if (!command_next(&arguments, &name) ||
		!command_next(&arguments, &value) ||
		!token_is(text, &name, ":opt.priority"))
		return;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (token_is(text, &value, names[i]))
			*priority = (enum priority)i;
	}
}

/* The last option counts; those of the request come after the script's. */
static enum priority
read_priority(const struct task *t)
{
	const char *text = t->script->text;
	enum priority priority = PRIORITY_LEX;
	const struct problem_part *part = NULL;

	while ((part = task_part(t, PART_COMMAND, part)) != NULL) {
		if (part->form->command == COMMAND_SET_OPTION)
			read_option(text, command_walk(part->form, text),
				&priority);
	}
	while ((part = task_part(t, PART_OPTION, part)) != NULL)
		read_option(text, lexer_at(text, &part->source), &priority);
	return priority;
}

void
objectives_read(const struct task *t, struct objectives *objectives)
{
	const struct problem *p = &t->parsed->problem;

	*objectives = (struct objectives){.priority = read_priority(t)};
	for (size_t i = 0; i < p->count; i++) {
		const struct problem_part *part = &p->parts[i];
		struct objective *o;

		if (part->kind == PART_SOFT)
			read_soft(t, part, objectives);
		if (part->kind != PART_OBJECTIVE)
			continue;
		o = add_objective(objectives, task_source(t, part));
		o->maximize = part->maximizes;
		o->term = task_term(t, part);
	}
}

void
objectives_release(struct objectives *objectives)
{
	for (size_t i = 0; i < objectives->count; i++)
		free(objectives->at[i].text);
	free(objectives->at);
	*objectives = (struct objectives){0};
}

/* Returns whether the value is another number than the one that was reached. */
static bool
has_changed(const struct task *t, const struct objective *o)
{
	return o->value != o->reached &&
	       (objective_exceeds(t, o, o->value, o->reached) == Z3_L_TRUE ||
		       objective_exceeds(t, o, o->reached, o->value) ==
			       Z3_L_TRUE);
}

void
objective_set_value(const struct task *t, struct objective *o, Z3_ast value)
{
	/* An interrupt takes nothing away that was known of the same model. */
	if (value == NULL && o->model == t->model)
		return;
	o->value = value != NULL ? value : o->reached;
	o->model = t->model;
}

void
objectives_value(struct task *t, struct objectives *objectives)
{
	for (size_t i = 0; i < objectives->count; i++) {
		struct objective *o = &objectives->at[i];

		objective_set_value(t, o, evaluator_value(t, o->term));
		if (objectives->priority == PRIORITY_BOX ||
			o->reached == NULL || !has_changed(t, o))
			continue;
		o->state = OBJECTIVE_CHANGED;
		o->bound = NULL;
	}
}

void
objectives_reach(struct objectives *objectives)
{
	for (size_t i = 0;
		i < objectives->count && objective_is_best(&objectives->at[i]);
		i++)
		if (objectives->at[i].reached == NULL)
			objectives->at[i].reached = objectives->at[i].value;
}

/* --- bounds --------------------------------------------------------------- */

bool
objective_is_best(const struct objective *o)
{
	return o->state == OBJECTIVE_OPTIMAL || o->state == OBJECTIVE_CLAIMED;
}

/* Its own best value in a box, else that of the solution at hand; or NULL. */
static Z3_ast
best_value(const struct objective *o)
{
	return o->best != NULL ? o->best : o->value;
}

/* As a pseudo-Boolean; NULL if it is none. */
static Z3_ast
better_weighted(
	Z3_context c, const struct objective *o, Z3_ast value, bool strict)
{
	DROP(weighted_sum) struct weighted_sum w = {0};
	int64_t number;

	if (!Z3_is_numeral_ast(c, value) ||
		!weighted_sum_number(c, value, &number) ||
		!weighted_sum_read(&w, c, NULL, o->term, 1))
		return NULL;
	return o->maximize ? weighted_sum_at_least(&w, number + strict)
			   : weighted_sum_at_most(&w, number - strict);
}

Z3_ast
objective_better(const struct task *t, const struct objective *o, Z3_ast value,
	bool strict)
{
	Z3_context c = t->c;
	Z3_ast a = o->maximize ? o->term : value;
	Z3_ast b = o->maximize ? value : o->term;
	Z3_ast weighted;

	if (term_sort_kind(c, o->term) == Z3_BV_SORT)
		return strict ? Z3_mk_bvugt(c, a, b) : Z3_mk_bvuge(c, a, b);
	weighted = better_weighted(c, o, value, strict);
	if (weighted != NULL)
		return weighted;
	return strict ? Z3_mk_gt(c, a, b) : Z3_mk_ge(c, a, b);
}

Z3_lbool
objective_exceeds(const struct task *t, const struct objective *o,
	Z3_ast number, Z3_ast other)
{
	struct objective of = *o;

	of.term = number;
	return Z3_get_bool_value(
		t->c, interruptible_simplify(
			      t->c, objective_better(t, &of, other, true)));
}

bool
objective_is_at_bound(const struct task *t, const struct objective *o)
{
	return o->bound != NULL && o->value != NULL &&
	       objective_exceeds(t, o, o->bound, o->value) == Z3_L_FALSE;
}

/* A numeral as "-5/2"; of bit-vectors, and of what is none, as SMT-LIB. */
static char *
bound_text(Z3_context c, Z3_ast bound)
{
	Z3_sort_kind kind;

	if (bound == NULL)
		return text_copy("");
	kind = term_sort_kind(c, bound);
	if (kind == Z3_BV_SORT || !Z3_is_numeral_ast(c, bound))
		return text_copy(interruptible_text(c, bound));
	return text_copy(Z3_get_numeral_string(c, bound));
}

/* What no solution exceeds, as far as it is known. */
static char *
far_bound(Z3_context c, const struct objective *o)
{
	if (o->state == OBJECTIVE_UNBOUNDED)
		return text_copy(o->maximize ? "oo" : "-oo");
	return bound_text(c, objective_is_best(o) ? best_value(o)
			     : o->state == OBJECTIVE_NOT_ATTAINED ? o->supremum
								  : o->bound);
}

static void
put_frame(const struct task *t, const struct objective *o, bool is_pareto)
{
	DROP(text)
	char *value = value_text(t->printer, t->model, best_value(o));
	DROP(text) char *bound = far_bound(t->c, o);
	struct answer_objective objective = {
		.term = o->text,
		.maximize = o->maximize,
		.soft = o->soft,
		.pareto = is_pareto,
		.state = o->state,
		.value = value,
		.bound = bound,
	};

	answer_put_objective(&t->out->frames, &objective);
}

/* libz3 prints what is whole without a point, bit-vectors in decimal; no number
 * is infinity. */
static void
add_number(Z3_context c, Z3_ast number, bool is_upper, struct buf *text)
{
	const char *digits = number != NULL && Z3_is_numeral_ast(c, number)
				     ? Z3_get_numeral_string(c, number)
				     : NULL;

	if (number == NULL)
		buf_add_text(text, is_upper ? "oo" : "(* (- 1) oo)");
	else if (digits == NULL || strchr(digits, '/') != NULL)
		buf_add_text(text, interruptible_text(c, number));
	else if (digits[0] == '-')
		buf_add_format(text, "(- %s)", digits + 1);
	else
		buf_add_text(text, digits);
}

static void
add_best(Z3_context c, const struct objective *o, struct buf *text)
{
	Z3_ast best = best_value(o);

	switch (o->state) {
	case OBJECTIVE_OPTIMAL:
	case OBJECTIVE_CLAIMED:
		add_number(c, best, true, text);
		break;
	case OBJECTIVE_UNBOUNDED:
		add_number(c, NULL, o->maximize, text);
		break;
	case OBJECTIVE_NOT_ATTAINED:
		buf_add_format(text, "(+ %s %s)",
			interruptible_text(c, o->supremum),
			o->maximize ? "(* (- 1.0) epsilon)" : "epsilon");
		break;
	case OBJECTIVE_OPEN:
	case OBJECTIVE_CHANGED:
		/* What is at hand, and what is known to be beyond reach. */
		buf_add_text(text, "(interval ");
		add_number(c, o->maximize ? best : o->bound, false, text);
		buf_add_char(text, ' ');
		add_number(c, o->maximize ? o->bound : best, true, text);
		buf_add_char(text, ')');
		break;
	}
}

static void
add_text(Z3_context c, const struct objective *o, struct buf *text)
{
	buf_add_text(text, " (");
	if (!o->soft)
		buf_add_text(text, o->text);
	else if (o->text[0] != '\0')
		text_add_symbol(text, o->text);
	buf_add_char(text, ' ');
	add_best(c, o, text);
	buf_add_text(text, ")\n");
}

void
objectives_report(struct task *t, const struct objectives *objectives)
{
	bool is_pareto = objectives->priority == PRIORITY_PARETO &&
			 objectives->count > 1;
	DROP(buf) struct buf text;

	buf_init(&text, TEXT_MAX);
	buf_add_text(&text, "(objectives\n");
	for (size_t i = 0; i < objectives->count; i++) {
		struct objective shown = objectives->at[i];

		/* With those before it held: others of the front exceed it. */
		if (is_pareto && i > 0)
			shown.bound = NULL;
		put_frame(t, &shown, is_pareto);
		add_text(t->c, &shown, &text);
	}
	buf_add_text(&text, ")\n");
	free(t->found.objectives);
	t->found.objectives = buf_detach(&text);
}
