#include "worker/expand/quantifiers.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "wire/answer.h"
#include "worker/base/answer_stream.h"
#include "worker/base/checked_solver.h"
#include "worker/base/context.h"
#include "worker/base/interruptible.h"
#include "worker/base/recursion.h"
#include "worker/base/termset.h"
#include "worker/base/value_range.h"
#include "worker/base/watchdog.h"
#include "worker/constraints/constraints.h"
#include "worker/expand/premises.h"
#include "worker/expand/terms.h"

enum {
	/* Of a problem; each takes 10 to 20 us to instantiate and simplify. */
	INSTANCES_MAX = 100000,
	/* Values that are tried while the ranges are walked, at 3 to 6 us. */
	VISITS_MAX = 500000,
	/* That libz3 has more than before, looked at after so many instances:
	 * a worker has 2 GB, and what is expanded is asserted, too. */
	MEMORY_MAX = 256 << 20,
	MEMORY_INSTANCES = 64,
	VARIABLES_MAX = 32,
	BITS_MAX = 16,
	/* Of terms that are walked recursively. */
	DEPTH_MAX = 500,
	/* Of a guard as a tree. */
	GUARD_NODES_MAX = 1000,
	/* Steps of recursive functions, of a problem and within each other. */
	STEPS_MAX = 20000,
	STEPS_DEPTH_MAX = 1500,
	/* A higher power is not shorter as a product. */
	POWER_MAX = 16,
};

/* --- recursive functions -------------------------------------------------- */

/*
 * Recursive functions, unfolded step by step.
 *
 * libz3's simplifier unfolds an application to values only, and without end if
 * it has none; so while terms are expanded their recursive functions are
 * replaced by functions of no definition.
 */

struct unfolding {
	Z3_context c;
	struct term_map functions; /* with stand-ins in their bodies */
	struct termset stand_ins;  /* of each */
};

static size_t
find_function(Z3_context c, const struct termset *functions, Z3_ast term)
{
	return Z3_get_ast_kind(c, term) == Z3_APP_AST
		       ? termset_find(functions, c,
				 Z3_func_decl_to_ast(c, term_decl(c, term)))
		       : TERMSET_NONE;
}

/* An application of one of some functions as that of its counterpart. */
static Z3_ast
exchange(Z3_context c, const struct termset *from, const struct termset *to,
	Z3_ast part)
{
	size_t at = find_function(c, from, part);
	Z3_ast *arguments;

	if (at == TERMSET_NONE)
		return part;
	arguments = term_arguments(c, part);
	part = Z3_mk_app(c, Z3_to_func_decl(c, to->at[at]), term_arity(c, part),
		arguments);
	free(arguments);
	return part;
}

static Z3_ast
hide(void *context, Z3_ast part)
{
	const struct unfolding *u = context;

	return exchange(u->c, &u->functions.keys, &u->stand_ins, part);
}

static Z3_ast
show(void *context, Z3_ast part)
{
	const struct unfolding *u = context;

	return exchange(u->c, &u->stand_ins, &u->functions.keys, part);
}

static Z3_ast
stand_in_of(Z3_context c, Z3_func_decl decl)
{
	unsigned arity = Z3_get_domain_size(c, decl);
	Z3_sort *domain = mem_grow(NULL, arity + 1, sizeof(Z3_sort));
	Z3_func_decl stand_in;

	for (unsigned k = 0; k < arity; k++)
		domain[k] = Z3_get_domain(c, decl, k);
	stand_in = Z3_mk_fresh_func_decl(
		c, "satchel!recursive", arity, domain, Z3_get_range(c, decl));
	free(domain);
	return Z3_func_decl_to_ast(c, stand_in);
}

/* All that the context has. False if there is no time. */
static bool
unfolding_read(struct unfolding *u)
{
	struct rewriting w = {
		.c = u->c, .rule = hide, .context = u, .is_deep = true};
	bool is_read = recursion_read(&u->functions, u->c);
	size_t count = u->functions.keys.count;

	for (size_t i = 0; i < count; i++)
		(void)termset_add(&u->stand_ins, u->c,
			stand_in_of(u->c, Z3_to_func_decl(u->c,
						  u->functions.keys.at[i])));
	for (size_t i = 0; i < count; i++)
		u->functions.values[i] =
			rewriting_apply(&w, u->functions.values[i]);
	rewriting_release(&w);
	return is_read;
}

/*
 * The body for the arguments of such a term, simplified. NULL if nothing is
 * known of any argument: such a recursion seldom ends.
 */
static Z3_ast
unfold(const struct unfolding *u, Z3_ast term)
{
	Z3_context c = u->c;
	unsigned count = term_arity(c, term);
	Z3_ast *arguments = term_arguments(c, term);
	Z3_ast body =
		u->functions.values[find_function(c, &u->stand_ins, term)];
	bool is_any_known = false;

	for (unsigned i = 0; i < count; i++) {
		arguments[i] = interruptible_simplify(c, arguments[i]);
		is_any_known |=
			term_is_value(c, arguments[i]) ||
			term_kind(c, arguments[i]) == Z3_OP_DT_CONSTRUCTOR;
	}
	if (is_any_known)
		body = term_substitute_variables(c, body, count, arguments);
	free(arguments);
	return is_any_known && !context_failed()
		       ? interruptible_simplify(c, body)
		       : NULL;
}

/* --- quantifiers ---------------------------------------------------------- */

/* Why a quantifier stays. */
enum obstacle {
	OBSTACLE_NONE,
	OBSTACLE_RECURSION, /* a step of which no argument is known */
	OBSTACLE_INFINITE,
	OBSTACLE_LIMIT,
};

struct expansion {
	Z3_context c;
	size_t instances;
	size_t visits;
	size_t steps;
	enum obstacle obstacle;
	unsigned nesting;      /* of quantifiers */
	unsigned step_nesting; /* of recursive functions */
	struct unfolding unfolding;
	struct rewriting ground;   /* what stands outside of quantifiers */
	bool has_empty;		   /* a quantifier of the part has no values */
	uint64_t memory;	   /* that libz3 had to begin with */
	struct premises *premises; /* NULL: the part for itself */
	size_t part;
};

/* What has to hold for an instance to matter. */
struct guard {
	Z3_ast term;
	size_t level; /* variables that it needs; of no other symbol: */
	bool is_closed;
};

/* Quantifiers of one kind right within each other are one block. */
struct block {
	bool is_forall;
	bool is_nested; /* its body has quantifiers */
	bool is_empty;	/* no value is left for some variable */
	/* The guards contradict each other otherwise: no instance matters. */
	bool is_irrelevant;
	bool is_decided;
	Z3_ast body;
	size_t count;
	/* The constants that stand for the variables in `body`. */
	Z3_ast variables[VARIABLES_MAX];
	Z3_ast values[VARIABLES_MAX];
	struct value_range ranges[VARIABLES_MAX];
	struct guard *guards;
	size_t guard_count, guard_capacity;
	struct termset instances;
};

static bool
fail(struct expansion *e, enum obstacle obstacle)
{
	if (e->obstacle != OBSTACLE_LIMIT)
		e->obstacle = obstacle;
	return false;
}

/* --- variables ------------------------------------------------------------ */

/* The same constants serve every block: none is left in an instance. */
static Z3_ast
placeholder(Z3_context c, size_t number, Z3_sort sort)
{
	DROP(text) char *name = text_format("satchel!v%zu", number);

	return Z3_mk_const(c, Z3_mk_string_symbol(c, name), sort);
}

/* The outermost quantifier of b->body, if it is of the block's kind. */
static bool
open_quantifier(struct expansion *e, struct block *b)
{
	Z3_context c = e->c;
	unsigned count = Z3_get_quantifier_num_bound(c, b->body);
	size_t first = b->count;

	if (b->count + count > VARIABLES_MAX)
		return fail(e, OBSTACLE_INFINITE);
	for (unsigned i = 0; i < count; i++, b->count++)
		b->variables[b->count] = placeholder(c, b->count,
			Z3_get_quantifier_bound_sort(c, b->body, i));
	b->body = term_instance(c, b->body, b->variables + first);
	return true;
}

/* --- guards --------------------------------------------------------------- */

/* How many of the variables have to be known for a term that has no other
 * symbols; more than there are if it has. */
static size_t // NOLINTNEXTLINE(misc-no-recursion)
level_of(Z3_context c, const struct block *b, Z3_ast term, unsigned *nodes)
{
	size_t never = b->count + 1;
	size_t level = 0;

	if (++*nodes > GUARD_NODES_MAX)
		return never;
	if (Z3_get_ast_kind(c, term) == Z3_NUMERAL_AST)
		return 0;
	if (Z3_get_ast_kind(c, term) != Z3_APP_AST)
		return never;
	for (size_t i = 0; i < b->count; i++) {
		if (b->variables[i] == term)
			return i + 1;
	}
	if (term_kind(c, term) == Z3_OP_UNINTERPRETED)
		return never;
	for (unsigned i = 0; i < term_arity(c, term) && level < never; i++) {
		size_t one = level_of(c, b, term_argument(c, term, i), nodes);

		level = one > level ? one : level;
	}
	return level;
}

/* Collects what follows from the body being true, or false. */
static void
collect_guards(Z3_context c, struct block *b)
{
	DROP(termset) struct termset terms = {0};

	termset_add_conjuncts(&terms, c, b->body, !b->is_forall);
	for (size_t i = 0; i < terms.count; i++) {
		Z3_ast term = terms.at[i];
		unsigned nodes = 0;
		size_t level = level_of(c, b, term, &nodes);

		if (term_kind(c, term) == Z3_OP_NOT)
			term = term_argument(c, term, 0);
		if (term_is_quantifier(c, term))
			continue;
		*ARRAY_ADD(b->guards, b->guard_count, b->guard_capacity) =
			(struct guard){
				.term = terms.at[i],
				.level = level,
				.is_closed = level <= b->count,
			};
	}
}

/* Of the guards that are known with the first `level` values. */
static bool
guards_hold(struct expansion *e, const struct block *b, size_t level)
{
	for (size_t i = 0; i < b->guard_count; i++) {
		const struct guard *g = &b->guards[i];
		Z3_ast value;

		if (!g->is_closed || g->level != level)
			continue;
		value = interruptible_simplify(
			e->c, Z3_substitute(e->c, g->term, (unsigned)level,
				      b->variables, b->values));
		if (Z3_get_bool_value(e->c, value) == Z3_L_FALSE)
			return false;
	}
	return true;
}

/* --- ranges --------------------------------------------------------------- */

static bool
read_range(struct expansion *e, struct block *b, size_t i,
	struct constraints *guards)
{
	Z3_ast variable = b->variables[i];
	struct value_range *out = &b->ranges[i];

	if (e->premises != NULL && premises_elements(e->premises,
					   Z3_get_sort(e->c, variable), out))
		return true;
	if (!constraints_range(guards, variable, BITS_MAX, out))
		return fail(e, OBSTACLE_INFINITE);
	return out->size <= VISITS_MAX || fail(e, OBSTACLE_LIMIT);
}

static bool
is_choice(Z3_context c, Z3_ast part)
{
	return term_kind(c, part) == Z3_OP_ITE;
}

/* Returns whether a guard says from where to where a sum goes. */
static bool
is_range(Z3_context c, Z3_ast guard)
{
	bool is_negated = term_kind(c, guard) == Z3_OP_NOT;
	Z3_ast inner = is_negated ? term_argument(c, guard, 0) : guard;
	Z3_decl_kind kind = term_kind(c, inner);

	return (kind == Z3_OP_LE || kind == Z3_OP_GE ||
		       (kind == Z3_OP_EQ && !is_negated)) &&
	       !term_any(c, inner, is_choice);
}

/*
 * Returns whether the guards that are ranges contradict each other. The others
 * may exclude all values, too, as (<= (w i) 6) does, denied, of a table with no
 * larger value; then no instance matters, but no range is empty.
 */
static bool
ranges_contradict(const struct expansion *e, const struct termset *terms)
{
	DROP(termset) struct termset ranges = {0};
	DROP(constraints) struct constraints k = {0};

	for (size_t i = 0; i < terms->count; i++)
		if (is_range(e->c, terms->at[i]))
			(void)termset_add(&ranges, e->c, terms->at[i]);
	constraints_init(&k, e->c, ranges.at, ranges.count);
	return k.contradict;
}

/* By the guards, and with them by what is known of their constants. */
static bool
read_ranges(struct expansion *e, struct block *b)
{
	DROP(termset) struct termset terms = {0};
	DROP(constraints) struct constraints guards = {0};
	bool is_finite = true;

	for (size_t i = 0; i < b->guard_count; i++)
		(void)termset_add(&terms, e->c, b->guards[i].term);
	if (e->premises != NULL)
		premises_add_bounds(e->premises, &terms);
	term_simplify_linear(e->c, terms.at, terms.count, terms.at);
	constraints_init(&guards, e->c, terms.at, terms.count);
	b->is_empty = guards.contradict && ranges_contradict(e, &terms);
	b->is_irrelevant = guards.contradict && !b->is_empty;
	for (size_t i = 0; i < b->count && is_finite && !guards.contradict; i++)
		is_finite = read_range(e, b, i, &guards);
	return is_finite;
}

/* --- instances ------------------------------------------------------------ */

static bool // NOLINTNEXTLINE(misc-no-recursion)
add_instance(struct expansion *e, struct block *b)
{
	Z3_lbool decisive = b->is_forall ? Z3_L_FALSE : Z3_L_TRUE;
	Z3_lbool value;
	Z3_ast term;

	if (++e->instances > INSTANCES_MAX ||
		(e->instances % MEMORY_INSTANCES == 0 &&
			Z3_get_estimated_alloc_size() > e->memory + MEMORY_MAX))
		return fail(e, OBSTACLE_LIMIT);
	term = interruptible_simplify(
		e->c, Z3_substitute(e->c, b->body, (unsigned)b->count,
			      b->variables, b->values));
	if (term == NULL || context_failed())
		return fail(e, OBSTACLE_INFINITE);
	if (b->is_nested)
		term = rewriting_apply(&e->ground, term);
	if (e->obstacle != OBSTACLE_NONE)
		return false;
	value = Z3_get_bool_value(e->c, term);
	b->is_decided |= value == decisive;
	if (value == Z3_L_UNDEF)
		(void)termset_add(&b->instances, e->c, term);
	return true;
}

static bool // NOLINTNEXTLINE(misc-no-recursion)
walk(struct expansion *e, struct block *b, size_t level)
{
	if (level == b->count)
		return add_instance(e, b);
	for (uint64_t i = 0; i < b->ranges[level].size && !b->is_decided; i++) {
		if (++e->visits > VISITS_MAX)
			return fail(e, OBSTACLE_LIMIT);
		b->values[level] = value_range_at(e->c, &b->ranges[level], i);
		if (guards_hold(e, b, level + 1) && !walk(e, b, level + 1))
			return false;
	}
	return true;
}

static Z3_ast
ground(struct expansion *e, const struct block *b)
{
	Z3_context c = e->c;
	unsigned count = (unsigned)b->instances.count;

	if (b->is_decided || count == 0)
		return b->is_forall == b->is_decided ? Z3_mk_false(c)
						     : Z3_mk_true(c);
	if (count == 1)
		return b->instances.at[0];
	return b->is_forall ? Z3_mk_and(c, count, b->instances.at)
			    : Z3_mk_or(c, count, b->instances.at);
}

static bool // NOLINTNEXTLINE(misc-no-recursion)
expand_block(struct expansion *e, struct block *b)
{
	do {
		if (!open_quantifier(e, b))
			return false;
	} while (term_is_quantifier(e->c, b->body) &&
		 (b->is_forall ? Z3_is_quantifier_forall(e->c, b->body)
			       : Z3_is_quantifier_exists(e->c, b->body)));
	b->is_nested = e->unfolding.stand_ins.count > 0 ||
		       term_any(e->c, b->body, term_is_quantifier);
	collect_guards(e->c, b);
	if (!read_ranges(e, b))
		return false;
	return b->is_empty || b->is_irrelevant ||
	       (guards_hold(e, b, 0) ? walk(e, b, 0) : true);
}

static bool
is_empty(const struct block *b)
{
	for (size_t i = 0; i < b->count; i++) {
		if (b->is_empty ||
			(!b->is_irrelevant && b->ranges[i].size == 0))
			return true;
	}
	return false;
}

/* The quantifier itself where it cannot be expanded; e->obstacle says so to the
 * one around it. */
static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
expand_quantifier(struct expansion *e, Z3_ast quantifier)
{
	struct block b = {
		.is_forall = Z3_is_quantifier_forall(e->c, quantifier),
		.body = quantifier,
	};
	Z3_ast result = quantifier;

	if (Z3_is_lambda(e->c, quantifier)) {
		(void)fail(e, OBSTACLE_INFINITE);
		return quantifier;
	}
	e->nesting++;
	if (expand_block(e, &b))
		result = ground(e, &b);
	e->nesting--;
	/* Within others, and in the last step of a recursion, some are. */
	if (result != quantifier && e->nesting == 0 && e->step_nesting == 0)
		e->has_empty |= is_empty(&b);
	free(b.guards);
	termset_release(&b.instances);
	return result;
}

/* --- terms ---------------------------------------------------------------- */

/* What stays because of a quantifier around which there is none. */
static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
ground_quantifier(struct expansion *e, Z3_ast term)
{
	const struct premises *p = e->premises;
	Z3_ast result;

	/* The one that says what elements there are stays. */
	for (size_t i = 0; p != NULL && i < p->covering_count; i++) {
		if (p->coverings[i].axiom == term &&
			p->coverings[i].part == e->part)
			return term;
	}
	result = expand_quantifier(e, term);
	if (e->nesting == 0 && e->obstacle == OBSTACLE_INFINITE)
		e->obstacle = OBSTACLE_NONE;
	return e->obstacle == OBSTACLE_NONE ? result : term;
}

/* An application stays with all its steps if one of them cannot be taken. */
static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
ground_recursion(struct expansion *e, Z3_ast term)
{
	bool is_outermost = e->step_nesting == 0;
	Z3_ast result = unfold(&e->unfolding, term);

	if (result == NULL && is_outermost)
		return term;
	if (result == NULL) {
		(void)fail(e, OBSTACLE_RECURSION);
		return term;
	}
	if (++e->steps > STEPS_MAX || e->step_nesting == STEPS_DEPTH_MAX) {
		(void)fail(e, OBSTACLE_LIMIT);
		return term;
	}
	e->step_nesting++;
	result = interruptible_simplify(
		e->c, rewriting_apply(&e->ground, result));
	e->step_nesting--;
	if (e->obstacle == OBSTACLE_NONE)
		return result;
	if (is_outermost && e->obstacle == OBSTACLE_RECURSION)
		e->obstacle = OBSTACLE_NONE;
	return term;
}

static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
ground_part(void *context, Z3_ast part)
{
	struct expansion *e = context;

	if (e->ground.is_too_deep)
		(void)fail(e, OBSTACLE_INFINITE);
	if (e->obstacle != OBSTACLE_NONE)
		return part;
	if (term_is_quantifier(e->c, part))
		return ground_quantifier(e, part);
	return find_function(e->c, &e->unfolding.stand_ins, part) !=
			       TERMSET_NONE
		       ? ground_recursion(e, part)
		       : part;
}

/* (^ t 3) as a product, which libz3 decides more of; (^ 0 0) is anything. */
static Z3_ast
product_of_power(Z3_context c, Z3_ast part)
{
	Z3_ast factors[POWER_MAX];
	Z3_ast product;
	unsigned exponent;

	if (term_kind(c, part) != Z3_OP_POWER ||
		!Z3_get_numeral_uint(c,
			interruptible_simplify(c, term_argument(c, part, 1)),
			&exponent) ||
		exponent < 1 || exponent > POWER_MAX)
		return part;
	for (unsigned i = 0; i < exponent; i++)
		factors[i] = term_argument(c, part, 0);
	product = exponent == 1 ? factors[0] : Z3_mk_mul(c, exponent, factors);
	return Z3_is_eq_sort(c, Z3_get_sort(c, product), Z3_get_sort(c, part))
		       ? product
		       : Z3_mk_int2real(c, product);
}

static Z3_ast
before_part(void *context, Z3_ast part)
{
	struct expansion *e = context;

	return hide(&e->unfolding, product_of_power(e->c, part));
}

/* All parts, under quantifiers too. */
static Z3_ast
rewrite_deep(
	struct expansion *e, rewriting_rule *rule, void *context, Z3_ast term)
{
	struct rewriting r = {
		.c = e->c, .rule = rule, .context = context, .is_deep = true};

	term = rewriting_apply(&r, term);
	if (r.is_too_deep)
		(void)fail(e, OBSTACLE_INFINITE);
	rewriting_release(&r);
	return term;
}

static bool
is_given_up(const struct quantifiers_given_up *g, const void *origin)
{
	for (size_t i = 0; i < g->count; i++) {
		if (g->at[i] == origin)
			return true;
	}
	return g->count == QUANTIFIERS_GIVEN_UP_MAX;
}

static void
report(const struct quantifiers_given_up *g, enum lint_kind kind,
	const struct command *form)
{
	answer_put_warning(&g->out->frames,
		&(struct lint_warning){.kind = kind,
			.line = form != NULL ? form->list.line : 0});
}

static bool
is_expandable(Z3_context c, Z3_ast part)
{
	return term_is_quantifier(c, part) || term_applies_recursive(c, part) ||
	       term_kind(c, part) == Z3_OP_POWER;
}

static Z3_ast
expand(struct expansion *e, Z3_ast term)
{
	e->ground = (struct rewriting){
		.c = e->c, .rule = ground_part, .context = e};
	term = rewrite_deep(e, before_part, e, term);
	if (e->obstacle == OBSTACLE_NONE)
		term = rewriting_apply(&e->ground, term);
	rewriting_release(&e->ground);
	return e->obstacle == OBSTACLE_NONE
		       ? rewrite_deep(e, show, &e->unfolding, term)
		       : term;
}

/* --- parts of a problem --------------------------------------------------- */

struct result {
	const struct parsed *p;
	struct quantifiers_given_up *given_up;
	struct expanded *out;
	bool changes;
};

/* An assertion whose expansion fails stays as it is. */
static Z3_ast
expand_part(struct expansion *e, struct result *r, size_t i, Z3_ast term)
{
	const struct problem_part *part = &r->p->problem.parts[i];
	const struct command *form = part->form;
	const void *origin = form != NULL ? (const void *)form : part->field;
	size_t offset = form != NULL ? form->list.offset : part->field->offset;
	struct quantifiers_given_up *g = r->given_up;
	struct expansion before = *e;
	Z3_ast result;

	if (is_given_up(g, origin) || !term_any(e->c, term, is_expandable))
		return term;
	e->part = i;
	e->has_empty = false;
	result = expand(e, term);
	if (e->has_empty && e->obstacle == OBSTACLE_NONE &&
		offset >= g->empty) {
		g->empty = offset + 1;
		report(g, LINT_EMPTY, form);
	}
	if (e->obstacle == OBSTACLE_LIMIT) {
		g->at[g->count++] = origin;
		report(g, LINT_UNEXPANDED, form);
	}
	if (e->obstacle == OBSTACLE_NONE)
		return result;
	*e = before;
	return term;
}

static bool
mentions(const char *text, const char *const *words)
{
	for (; *words != NULL; words++) {
		if (strstr(text, *words) != NULL)
			return true;
	}
	return false;
}

/* Each for itself. */
static void
expand_alone(struct expansion *e, struct result *r)
{
	const struct problem *p = &r->p->problem;
	Z3_ast *terms = r->out->alone;

	for (size_t i = 0; i < p->count; i++) {
		long at = p->parts[i].term;

		if (!part_is_decided(p->parts[i].kind))
			continue;
		terms[at] = expand_part(e, r, i, terms[at]);
		r->changes |= terms[at] != r->p->terms[at];
	}
}

/* What is left of one, by what the others say. */
static void
expand_further(struct expansion *e, struct result *r, size_t i)
{
	const struct problem *p = &r->p->problem;
	Z3_ast *term = &r->out->terms[p->parts[i].term];
	Z3_ast given;
	Z3_ast further;

	if (!term_any(e->c, *term, is_expandable))
		return;
	memset(e->premises->used, 0, p->count);
	given = premises_substitute(e->premises, *term);
	further = expand_part(e, r, i, given);
	if (further == given)
		return;
	*term = premises_conjoin(e->premises, i, further);
	r->changes = true;
	for (size_t k = 0; k < p->count; k++) {
		if (e->premises->used[k] && k != i)
			expanded_rely(r->out, &p->parts[i], &p->parts[k]);
	}
}

static void
expand_all(struct expansion *e, struct result *r)
{
	const struct problem *p = &r->p->problem;
	size_t size = (p->terms + 1) * sizeof(Z3_ast);
	struct premises premises;

	r->out->terms = mem_new(size);
	r->out->alone = mem_new(size);
	memcpy(r->out->alone, r->p->terms, size - sizeof(Z3_ast));
	expand_alone(e, r);
	memcpy(r->out->terms, r->out->alone, size);
	premises_read(&premises, r->p);
	e->premises = &premises;
	for (size_t i = 0; i < p->count; i++) {
		if (part_is_decided(p->parts[i].kind))
			expand_further(e, r, i);
	}
	e->premises = NULL;
	premises_release(&premises);
}

void
quantifiers_expand(const struct parsed *p,
	struct quantifiers_given_up *given_up, struct expanded *out)
{
	static const char *const recursive[] = {
		"define-fun-rec", "define-funs-rec", NULL};
	static const char *const others[] = {"forall", "exists", "^", NULL};
	struct expansion e = {.c = p->c,
		.unfolding.c = p->c,
		.memory = Z3_get_estimated_alloc_size()};
	struct result r = {p, given_up, out, false};
	bool is_recursive = mentions(p->problem.script, recursive);
	unsigned interrupts;

	*out = (struct expanded){0};
	if (!is_recursive && !mentions(p->problem.script, others))
		return;
	interrupts = checked_solver_clear_interrupt(p->c);
	if (!is_recursive || unfolding_read(&e.unfolding))
		expand_all(&e, &r);
	term_map_release(&e.unfolding.functions);
	termset_release(&e.unfolding.stand_ins);
	/* What was interrupted while it was simplified may not be the same. */
	if (r.changes && !context_failed() &&
		watchdog_interrupts() == interrupts)
		return;
	context_clear();
	expanded_drop(out);
}
