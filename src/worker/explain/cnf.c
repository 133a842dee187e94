/*
 * Each constant, and each function at known arguments, is replaced by bits
 * before libz3's tactics see it: they would choose bits themselves, and not say
 * which.
 */
#include "worker/explain/cnf.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "worker/base/bound_propagation.h"
#include "worker/base/context.h"
#include "worker/base/termset.h"
#include "worker/base/value_range.h"
#include "worker/expand/terms.h"
#include "worker/explain/objective.h"

enum {
	INT_BITS_MAX = 60, /* beyond it bounds do not reach */
	ROUNDS_MAX = 8,
};

/* Of all weights together, so that one more is a number of 63 bits. */
#define COST_MAX (INT64_C(1) << 62)

static const char bit_prefix[] = "satchel!bit!";

/* A constant of the problem as bits of which the first has the number. */
struct coded {
	char *name; /* on one line */
	Z3_sort_kind kind;
	size_t first;
	unsigned width;
	int64_t low;		   /* of an Int: what is added to the bits */
	struct value_range values; /* of an enumeration, which has them */
	bool has_bits;
};

/* A soft clause of one literal. */
struct soft_literal {
	size_t bit;
	bool negated;
	int64_t weight;
};

struct coder {
	const struct parsed *p;
	Z3_context c;
	Z3_ast *terms; /* of the parts: expanded, without applications */
	struct definitions applications; /* and constants in their place */
	struct bound_propagation bounds;
	struct coded *coded;
	size_t count, capacity;
	size_t bits;
	Z3_ast *from, *to; /* constants and what replaces them */
	size_t replaced, from_capacity, to_capacity;
	bool is_weighted;
	struct soft_literal *soft;
	size_t soft_count, soft_capacity;
	int64_t cost;			 /* of all weights */
	const struct problem_part *goal; /* that the weights are of, or NULL */
};

static void
coder_release(struct coder *d)
{
	for (size_t i = 0; i < d->count; i++)
		free(d->coded[i].name);
	free(d->coded);
	free(d->from);
	free(d->to);
	free(d->soft);
	free(d->terms);
	definitions_release(&d->applications);
	bound_propagation_release(&d->bounds);
}

/* --- constants ------------------------------------------------------------ */

static Z3_ast
make_bit(const struct coder *d, size_t number)
{
	char name[sizeof(bit_prefix) + 20];

	(void)snprintf(name, sizeof(name), "%s%zu", bit_prefix, number);
	return Z3_mk_const(
		d->c, Z3_mk_string_symbol(d->c, name), Z3_mk_bool_sort(d->c));
}

static Z3_ast
make_vector(const struct coder *d, const struct coded *k)
{
	Z3_sort bit = Z3_mk_bv_sort(d->c, 1);
	Z3_ast one = Z3_mk_unsigned_int64(d->c, 1, bit);
	Z3_ast zero = Z3_mk_unsigned_int64(d->c, 0, bit);
	Z3_ast vector = NULL;

	for (unsigned i = 0; i < k->width; i++) {
		Z3_ast next =
			Z3_mk_ite(d->c, make_bit(d, k->first + i), one, zero);

		vector = vector == NULL ? next
					: Z3_mk_concat(d->c, next, vector);
	}
	return vector;
}

/* low + bit 0 + 2 * bit 1 + ... */
static Z3_ast
make_sum(const struct coder *d, const struct coded *k)
{
	Z3_sort sort = Z3_mk_int_sort(d->c);
	Z3_ast zero = Z3_mk_int(d->c, 0, sort);
	Z3_ast terms[INT_BITS_MAX + 1];
	unsigned count = 0;

	terms[count++] = Z3_mk_int64(d->c, k->low, sort);
	for (unsigned i = 0; i < k->width; i++)
		terms[count++] = Z3_mk_ite(d->c, make_bit(d, k->first + i),
			Z3_mk_int64(d->c, INT64_C(1) << i, sort), zero);
	return Z3_mk_add(d->c, count, terms);
}

/* The bits of an Int, if it has bounds. */
static bool
measure_int(const struct coder *d, Z3_ast constant, struct coded *k)
{
	struct interval r = bound_propagation_of(&d->bounds, constant);

	if (d->bounds.contradict)
		return true; /* any will do */
	if (r.low == -INTERVAL_END || r.high == INTERVAL_END ||
		r.high - r.low >= INT64_C(1) << INT_BITS_MAX)
		return false;
	k->low = r.low;
	while ((r.high - r.low) >> k->width != 0)
		k->width++;
	return true;
}

/* The value of the number that the bits are; beyond the last one, that. */
static Z3_ast
make_choice(const struct coder *d, const struct coded *k, unsigned bit,
	uint64_t number)
{
	const struct value_range *r = &k->values;

	if (bit == k->width)
		return value_range_at(
			d->c, r, number < r->size ? number : r->size - 1);
	return Z3_mk_ite(d->c, make_bit(d, k->first + bit),
		make_choice(d, k, bit + 1, number | UINT64_C(1) << bit),
		make_choice(d, k, bit + 1, number));
}

static bool
measure_enumeration(const struct coder *d, Z3_sort sort, struct coded *k)
{
	if (!value_range_of_sort(d->c, sort, 0, &k->values))
		return false;
	while ((k->values.size - 1) >> k->width != 0)
		k->width++;
	return true;
}

/* False: it has no bits, which matters only if an assertion is about it. */
static bool
measure(const struct coder *d, Z3_ast constant, struct coded *k)
{
	Z3_sort sort = Z3_get_sort(d->c, constant);

	k->kind = Z3_get_sort_kind(d->c, sort);
	switch ((int)k->kind) {
	case Z3_BOOL_SORT:
		k->width = 1;
		return true;
	case Z3_BV_SORT:
		k->width = Z3_get_bv_sort_size(d->c, sort);
		return true;
	case Z3_FLOATING_POINT_SORT:
		k->width = Z3_fpa_get_ebits(d->c, sort) +
			   Z3_fpa_get_sbits(d->c, sort);
		return true;
	case Z3_INT_SORT:
		return measure_int(d, constant, k);
	case Z3_DATATYPE_SORT:
		return measure_enumeration(d, sort, k);
	default:
		return false;
	}
}

static Z3_ast
encode(const struct coder *d, Z3_ast constant, const struct coded *k)
{
	switch ((int)k->kind) {
	case Z3_BOOL_SORT:
		return make_bit(d, k->first);
	case Z3_BV_SORT:
		return make_vector(d, k);
	case Z3_FLOATING_POINT_SORT:
		return Z3_mk_fpa_to_fp_bv(
			d->c, make_vector(d, k), Z3_get_sort(d->c, constant));
	case Z3_DATATYPE_SORT:
		return make_choice(d, k, 0, 0);
	default:
		return make_sum(d, k);
	}
}

/* A quoted symbol may hold line breaks; a comment may not. */
static char *
on_one_line(char *text)
{
	for (char *at = text; *at != '\0'; at++)
		if ((unsigned char)*at < ' ')
			*at = ' ';
	return text;
}

static char *
source_of(const struct coder *d, const struct problem_part *part)
{
	return on_one_line(
		text_copy_n(d->p->problem.script + part->source.offset,
			part->source.length));
}

/* The name is taken. */
static void
add_constant(struct coder *d, Z3_ast term, char *name)
{
	struct coded k = {.first = d->bits, .name = name};

	k.has_bits = measure(d, term, &k);
	*ARRAY_ADD(d->coded, d->count, d->capacity) = k;
	if (!k.has_bits)
		return;
	d->bits += k.width;
	d->from = mem_room(
		d->from, d->replaced, &d->from_capacity, sizeof(*d->from));
	d->to = mem_room(d->to, d->replaced, &d->to_capacity, sizeof(*d->to));
	d->from[d->replaced] = term;
	d->to[d->replaced++] = encode(d, term, &k);
}

/* A definition is what it stands for. */
static bool
is_declared(const struct coder *d, Z3_ast term)
{
	return term_kind(d->c, term) == Z3_OP_UNINTERPRETED &&
	       term_arity(d->c, term) == 0;
}

static void
add_constants(struct coder *d)
{
	const struct problem *p = &d->p->problem;
	const struct definitions *found = &d->applications;

	for (size_t i = 0; i < p->count; i++) {
		const struct problem_part *part = &p->parts[i];

		if (part->kind == PART_CONSTANT &&
			is_declared(d, parsed_term(d->p, part)))
			add_constant(
				d, parsed_term(d->p, part), source_of(d, part));
	}
	for (size_t i = 0; i < found->constants.count; i++)
		add_constant(d, found->values[i],
			on_one_line(text_copy(Z3_ast_to_string(
				d->c, found->constants.at[i]))));
}

static void
read_bounds(struct coder *d)
{
	const struct problem *p = &d->p->problem;
	Z3_ast *terms = mem_grow(NULL, p->count + 1, sizeof(*terms));
	size_t count = 0;

	for (size_t i = 0; i < p->count; i++)
		if (p->parts[i].kind == PART_ASSERTION)
			terms[count++] = d->terms[i];
	bound_propagation_simplify(d->c, terms, count, terms);
	bound_propagation_read(&d->bounds, d->c, terms, count);
	free(terms);
}

/* --- functions ------------------------------------------------------------ */

/* Of a function that is declared, to values. */
static bool
is_application(Z3_context c, Z3_ast term)
{
	unsigned arity = term_arity(c, term);

	if (term_kind(c, term) != Z3_OP_UNINTERPRETED || arity == 0)
		return false;
	for (unsigned i = 0; i < arity; i++)
		if (!term_is_value(c, term_argument(c, term, i)))
			return false;
	return true;
}

static void
replace_applications(struct coder *d, Z3_ast *term)
{
	DROP(termset) struct termset parts = {0};
	struct definitions *found = &d->applications;

	*term = Z3_simplify(d->c, *term);
	termset_add_parts(&parts, d->c, *term, false);
	for (size_t i = 0; i < parts.count; i++) {
		if (is_application(d->c, parts.at[i]) &&
			!termset_has(&found->constants, d->c, parts.at[i]))
			definitions_add(found, d->c, parts.at[i],
				Z3_mk_fresh_const(d->c, "application",
					Z3_get_sort(d->c, parts.at[i])));
	}
	*term = Z3_substitute(d->c, *term, (unsigned)found->constants.count,
		found->constants.at, found->values);
}

/* Without quantifiers over known ranges, and functions of known arguments. */
static void
read_terms(struct coder *d, const struct expanded *expanded)
{
	const struct problem *p = &d->p->problem;
	bool has_functions = false;

	d->terms = mem_new((p->count + 1) * sizeof(*d->terms));
	for (size_t i = 0; i < p->count; i++)
		has_functions |= p->parts[i].kind == PART_FUNCTION;
	for (size_t i = 0; i < p->count; i++) {
		if (!part_is_decided(p->parts[i].kind))
			continue;
		d->terms[i] = expanded->terms != NULL
				      ? expanded->terms[p->parts[i].term]
				      : parsed_term(d->p, &p->parts[i]);
		if (has_functions)
			replace_applications(d, &d->terms[i]);
	}
}

/* --- enumerations --------------------------------------------------------- */

/* Whether the term, a choice among values, is that one. */
static Z3_ast
is_value(Z3_context c, Z3_ast term, Z3_ast value)
{
	if (term == value)
		return Z3_mk_true(c);
	if (term_kind(c, term) == Z3_OP_DT_CONSTRUCTOR)
		return Z3_mk_false(c);
	if (term_kind(c, term) != Z3_OP_ITE)
		return Z3_mk_eq(c, term, value);
	return Z3_mk_ite(c, term_argument(c, term, 0),
		is_value(c, term_argument(c, term, 1), value),
		is_value(c, term_argument(c, term, 2), value));
}

static Z3_ast
are_equal(Z3_context c, Z3_ast a, Z3_ast b, const struct value_range *r)
{
	Z3_ast equal = Z3_mk_false(c);

	for (uint64_t i = 0; i < r->size; i++) {
		Z3_ast value = value_range_at(c, r, i);
		Z3_ast both[] = {is_value(c, a, value), is_value(c, b, value)};
		Z3_ast either[] = {equal, Z3_mk_and(c, 2, both)};

		equal = Z3_mk_or(c, 2, either);
	}
	return equal;
}

/* The value that a tester is about, ((_ is red) x). */
static Z3_ast
tested_value(Z3_context c, Z3_ast tester, const struct value_range *r)
{
	Z3_func_decl decl = term_decl(c, tester);

	for (unsigned i = 0; i < r->size; i++) {
		Z3_ast value = value_range_at(c, r, i);
		bool is_it =
			Z3_get_datatype_sort_recognizer(c, r->sort, i) == decl;

		if (Z3_get_decl_num_parameters(c, decl) > 0 &&
			Z3_get_decl_parameter_kind(c, decl, 0) ==
				Z3_PARAMETER_FUNC_DECL)
			is_it |= Z3_get_decl_func_decl_parameter(c, decl, 0) ==
				 term_decl(c, value);
		if (is_it)
			return value;
	}
	return NULL;
}

/* As bits would: libz3's dt2bv gives up where there is an ite. */
static Z3_ast
blast_enumeration(void *context, Z3_ast part)
{
	Z3_context c = context;
	Z3_ast first =
		term_arity(c, part) > 0 ? term_argument(c, part, 0) : NULL;
	Z3_decl_kind kind = term_kind(c, part);
	struct value_range r;
	Z3_ast value;

	if (first == NULL || term_sort_kind(c, first) != Z3_DATATYPE_SORT ||
		!value_range_of_sort(c, Z3_get_sort(c, first), 0, &r))
		return part;
	if (kind == Z3_OP_EQ)
		return are_equal(c, first, term_argument(c, part, 1), &r);
	if ((kind != Z3_OP_DT_IS && kind != Z3_OP_DT_RECOGNISER) ||
		(value = tested_value(c, part, &r)) == NULL)
		return part;
	return is_value(c, first, value);
}

static bool
has_enumerations(const struct coder *d)
{
	for (size_t i = 0; i < d->count; i++)
		if (d->coded[i].kind == Z3_DATATYPE_SORT)
			return true;
	return false;
}

/* The term with bits in the place of constants. */
static Z3_ast
in_bits(const struct coder *d, Z3_ast term)
{
	struct rewriting r = {d->c, blast_enumeration, d->c, false};
	Z3_params blast;

	term = Z3_substitute(d->c, term, (unsigned)d->replaced, d->from, d->to);
	if (!has_enumerations(d))
		return term;
	blast = Z3_mk_params(d->c);
	Z3_params_inc_ref(d->c, blast);
	Z3_params_set_bool(
		d->c, blast, Z3_mk_string_symbol(d->c, "blast_distinct"), true);
	term = rewriting_apply(&r, Z3_simplify_ex(d->c, term, blast));
	Z3_params_dec_ref(d->c, blast);
	rewriting_release(&r);
	return term;
}

/* --- tactics -------------------------------------------------------------- */

/* NULL when libz3 gives up. */
static Z3_goal
apply(Z3_context c, const char *name, Z3_goal goal)
{
	Z3_tactic tactic = Z3_mk_tactic(c, name);
	Z3_params parameters;
	Z3_apply_result result;

	Z3_tactic_inc_ref(c, tactic);
	parameters = Z3_mk_params(c);
	Z3_params_inc_ref(c, parameters);
	if (strcmp(name, "simplify") == 0)
		Z3_params_set_bool(c, parameters,
			Z3_mk_string_symbol(c, "blast_distinct"), true);
	/* Else sums that equal a number are left to a solver. Of the other
	 * ways "totalizer" and "sorting" are wrong in 4.8.12: unit/solver/
	 * test_dimacs, on its random problems. */
	if (strcmp(name, "card2bv") == 0)
		Z3_params_set_symbol(c, parameters,
			Z3_mk_string_symbol(c, "pb.solver"),
			Z3_mk_string_symbol(c, "bv"));
	result = Z3_tactic_apply_ex(c, tactic, goal, parameters);
	if (result == NULL || context_failed() ||
		Z3_apply_result_get_num_subgoals(c, result) != 1)
		return NULL;
	Z3_apply_result_inc_ref(c, result);
	goal = Z3_apply_result_get_subgoal(c, result, 0);
	Z3_goal_inc_ref(c, goal);
	return goal;
}

static Z3_goal
apply_all(Z3_context c, const char *const *names, Z3_goal goal)
{
	context_clear();
	for (; *names != NULL && goal != NULL; names++)
		goal = apply(c, *names, goal);
	return goal;
}

static Z3_goal
clausify(const struct coder *d, Z3_goal goal)
{
	static const char *const tactics[] = {"tseitin-cnf", NULL};

	return apply_all(d->c, tactics, goal);
}

static Z3_goal
new_goal(const struct coder *d)
{
	Z3_goal goal = Z3_mk_goal(d->c, false, false, false);

	Z3_goal_inc_ref(d->c, goal);
	return goal;
}

/* --- what has no clauses -------------------------------------------------- */

/* Sums are met on the way to what keeps them from becoming clauses. */
static bool
is_harmless(Z3_context c, Z3_app app)
{
	switch ((int)Z3_get_decl_kind(c, Z3_get_app_decl(c, app))) {
	case Z3_OP_ADD:
	case Z3_OP_SUB:
	case Z3_OP_UMINUS:
	case Z3_OP_TO_REAL:
	case Z3_OP_LE:
	case Z3_OP_GE:
	case Z3_OP_LT:
	case Z3_OP_GT:
	case Z3_OP_EQ:
	case Z3_OP_DISTINCT:
	case Z3_OP_NOT:
	case Z3_OP_AND:
	case Z3_OP_OR:
	case Z3_OP_XOR:
	case Z3_OP_IMPLIES:
	case Z3_OP_IFF:
	case Z3_OP_TRUE:
	case Z3_OP_FALSE:
		return true;
	case Z3_OP_ITE:
		if (term_sort_kind(c, Z3_app_to_ast(c, app)) == Z3_BOOL_SORT)
			return true;
		return Z3_get_ast_kind(c, Z3_get_app_arg(c, app, 1)) ==
			       Z3_NUMERAL_AST &&
		       Z3_get_ast_kind(c, Z3_get_app_arg(c, app, 2)) ==
			       Z3_NUMERAL_AST;
	case Z3_OP_MUL:
		return Z3_get_app_num_args(c, app) == 2 &&
		       Z3_get_ast_kind(c, Z3_get_app_arg(c, app, 0)) ==
			       Z3_NUMERAL_AST;
	case Z3_OP_UNINTERPRETED:
		return Z3_get_app_num_args(c, app) == 0 &&
		       term_sort_kind(c, Z3_app_to_ast(c, app)) == Z3_BOOL_SORT;
	default:
		return false;
	}
}

static void
push_arguments(Z3_context c, Z3_ast term, struct termset *seen)
{
	for (unsigned i = 0; i < term_arity(c, term); i++)
		(void)termset_add(seen, c, term_argument(c, term, i));
}

/* Whether something has no clauses; *culprit is the deepest term that is to
 * blame, or NULL if it is known of none. */
static bool
has_rest(const struct coder *d, Z3_goal goal, Z3_ast *culprit)
{
	DROP(termset) struct termset seen = {0};
	bool is_left = false;

	*culprit = NULL;
	for (unsigned i = 0; i < Z3_goal_size(d->c, goal); i++)
		(void)termset_add(&seen, d->c, Z3_goal_formula(d->c, goal, i));
	for (size_t i = 0; i < seen.count; i++) {
		Z3_ast term = seen.at[i];
		Z3_ast_kind kind = Z3_get_ast_kind(d->c, term);

		is_left |= term_sort_kind(d->c, term) != Z3_BOOL_SORT ||
			   kind != Z3_APP_AST;
		if (kind == Z3_NUMERAL_AST)
			continue;
		if (kind != Z3_APP_AST ||
			!is_harmless(d->c, Z3_to_app(d->c, term))) {
			*culprit = term;
			is_left = true;
		}
		if (kind == Z3_APP_AST)
			push_arguments(d->c, term, &seen);
	}
	return is_left;
}

/* What a tactic adds it does not look at itself, so they take turns. NULL:
 * libz3 gives up. */
static Z3_goal
blast(const struct coder *d, Z3_goal goal)
{
	static const char *const tactics[] = {"simplify", "fpa2bv", "card2bv",
		"simplify", "bit-blast", "simplify", NULL};
	Z3_ast culprit;

	for (unsigned i = 0; i < ROUNDS_MAX && goal != NULL; i++) {
		goal = apply_all(d->c, tactics, goal);
		if (goal != NULL && !has_rest(d, goal, &culprit))
			break;
	}
	return goal;
}

/* An application as it was written; else the operator. */
static char *
name_of(const struct coder *d, Z3_ast term)
{
	const struct definitions *found = &d->applications;

	for (size_t i = 0; i < found->constants.count; i++)
		if (found->values[i] == term)
			return on_one_line(text_copy(Z3_ast_to_string(
				d->c, found->constants.at[i])));
	return text_copy(Z3_get_symbol_string(
		d->c, Z3_get_decl_name(d->c, term_decl(d->c, term))));
}

static char *
describe(const struct coder *d, Z3_ast culprit)
{
	DROP(text) char *name = NULL;
	DROP(text) char *sort = NULL;
	Z3_app app;
	Z3_func_decl f;

	if (culprit == NULL)
		return text_copy("libz3 makes no clauses of it");
	if (Z3_get_ast_kind(d->c, culprit) != Z3_APP_AST)
		return text_copy("a quantifier has no clauses");
	app = Z3_to_app(d->c, culprit);
	f = Z3_get_app_decl(d->c, app);
	sort = text_copy(Z3_sort_to_string(d->c, Z3_get_sort(d->c, culprit)));
	name = name_of(d, culprit);
	if (Z3_get_decl_kind(d->c, f) != Z3_OP_UNINTERPRETED)
		return text_format("`%.200s` of sort %.200s has no clauses "
				   "where it is used",
			name, sort);
	if (Z3_get_app_num_args(d->c, app) > 0)
		return text_format(
			"%.200s has arguments that are not known", name);
	if (strcmp(sort, "Int") == 0)
		return text_format("%.200s of sort Int has no bounds", name);
	return text_format("%.200s of sort %.200s has no bits", name, sort);
}

/* Tries the assertions one by one. */
static bool
refuse(const struct coder *d, struct diagnostic *fault)
{
	const struct problem *p = &d->p->problem;

	for (size_t i = 0; i < p->count; i++) {
		DROP(text) char *what = NULL;
		Z3_goal goal = new_goal(d);
		Z3_ast culprit;

		if (p->parts[i].kind != PART_ASSERTION &&
			p->parts[i].kind != PART_SOFT)
			continue;
		Z3_goal_assert(d->c, goal, in_bits(d, d->terms[i]));
		goal = blast(d, goal);
		if (goal == NULL)
			return diagnostic_at(fault, DIAGNOSTIC_REFUSED,
				&p->parts[i].source, "%s", context_error());
		if (!has_rest(d, goal, &culprit))
			continue;
		what = describe(d, culprit);
		return diagnostic_at(fault, DIAGNOSTIC_REFUSED,
			&p->parts[i].source, "%s", what);
	}
	*fault = (struct diagnostic){
		.kind = DIAGNOSTIC_REFUSED, .line = 1, .column = 1};
	(void)snprintf(fault->what, sizeof(fault->what),
		"libz3 makes no clauses of it");
	return false;
}

/* --- weights -------------------------------------------------------------- */

static bool
refuse_part(const struct problem_part *part, const char *what,
	struct diagnostic *fault)
{
	return diagnostic_at(
		fault, DIAGNOSTIC_REFUSED, &part->source, "%s", what);
}

/* False when the sum of all is too large. */
static bool
add_soft(struct coder *d, size_t bit, bool negated, int64_t weight)
{
	if (weight > COST_MAX - d->cost)
		return false;
	d->cost += weight;
	*ARRAY_ADD(d->soft, d->soft_count, d->soft_capacity) =
		(struct soft_literal){bit, negated, weight};
	return true;
}

/* Whether it is a bit, or not one. */
static bool
is_literal(const struct coder *d, Z3_ast term, size_t *bit, bool *negated)
{
	const char *name;

	*negated = term_kind(d->c, term) == Z3_OP_NOT;
	if (*negated)
		term = term_argument(d->c, term, 0);
	if (!is_declared(d, term))
		return false;
	name = Z3_get_symbol_string(
		d->c, Z3_get_decl_name(d->c, term_decl(d->c, term)));
	if (strncmp(name, bit_prefix, strlen(bit_prefix)) != 0)
		return false;
	*bit = strtoul(name + strlen(bit_prefix), NULL, 10);
	return true;
}

/* What is not a literal holds where a bit does that is added for it. */
static bool
add_soft_part(struct coder *d, const struct problem_part *part, Z3_goal goal,
	struct diagnostic *fault)
{
	DROP(text)
	char *weight = assert_soft_argument(
		d->p->problem.script, part->form, ":weight", "1");
	Z3_ast term = in_bits(d, d->terms[part - d->p->problem.parts]);
	struct coded k = {.kind = Z3_BOOL_SORT, .width = 1, .has_bits = true};
	size_t bit;
	bool negated;

	if (strspn(weight, "0123456789") < strlen(weight) ||
		strlen(weight) > 18)
		return refuse_part(part,
			"its weight is not a whole number of at most 18 "
			"digits, which wcnf demands",
			fault);
	if (!is_literal(d, term, &bit, &negated)) {
		negated = false;
		k.first = bit = d->bits++;
		k.name = source_of(d, part);
		*ARRAY_ADD(d->coded, d->count, d->capacity) = k;
		Z3_goal_assert(d->c, goal,
			Z3_mk_implies(d->c, make_bit(d, bit), term));
	}
	return strtoll(weight, NULL, 10) == 0 ||
	       add_soft(d, bit, negated, strtoll(weight, NULL, 10)) ||
	       refuse_part(part, "the weights up to it are too large for wcnf",
		       fault);
}

/* The term as bits of its own, each of which has the weight that it has in the
 * number. */
static bool
add_objective(struct coder *d, const struct problem_part *part, Z3_goal goal,
	struct diagnostic *fault)
{
	bool maximize = part->form->command == COMMAND_MAXIMIZE;
	Z3_ast term = Z3_simplify(d->c, d->terms[part - d->p->problem.parts]);
	Z3_ast whole =
		Z3_mk_fresh_const(d->c, "objective", Z3_get_sort(d->c, term));
	const struct coded *k;

	if (term_sort_kind(d->c, term) == Z3_INT_SORT)
		bound_propagation_set(&d->bounds, whole,
			bound_propagation_range(&d->bounds, term));
	add_constant(d, whole, source_of(d, part));
	k = &d->coded[d->count - 1];
	if (!k->has_bits || (k->kind != Z3_INT_SORT && k->kind != Z3_BV_SORT))
		return refuse_part(part,
			"as an objective it has no bits; an Int needs bounds",
			fault);
	Z3_goal_assert(d->c, goal, in_bits(d, Z3_mk_eq(d->c, whole, term)));
	for (unsigned i = 0; i < k->width; i++)
		if (i > INT_BITS_MAX ||
			!add_soft(d, k->first + i, !maximize, INT64_C(1) << i))
			return refuse_part(part,
				"as an objective it has too many bits", fault);
	return true;
}

/* Whether both are soft constraints of one sum. */
static bool
are_one_sum(const struct coder *d, const struct problem_part *a,
	const struct problem_part *b)
{
	const char *script = d->p->problem.script;
	DROP(text) char *first = NULL;
	DROP(text) char *second = NULL;

	if (a->kind != PART_SOFT || b->kind != PART_SOFT)
		return false;
	first = assert_soft_argument(script, a->form, ":id", "");
	second = assert_soft_argument(script, b->form, ":id", "");
	return strcmp(first, second) == 0;
}

static bool
add_goal(struct coder *d, const struct problem_part *part, Z3_goal goal,
	struct diagnostic *fault)
{
	if (!d->is_weighted)
		return refuse_part(part,
			"an objective: clauses only say what has to hold, and "
			"the format wcnf has weights",
			fault);
	if (d->goal != NULL && !are_one_sum(d, d->goal, part))
		return refuse_part(part,
			"a second objective: wcnf has one sum of weights",
			fault);
	d->goal = part;
	return part->kind == PART_SOFT ? add_soft_part(d, part, goal, fault)
				       : add_objective(d, part, goal, fault);
}

/* --- the text ------------------------------------------------------------- */

static void
write_enumeration(Z3_context c, const struct coded *k, struct buf *out)
{
	if (k->width == 0)
		buf_add_format(out, "c %s is ", k->name);
	else
		buf_add_format(out,
			"c %zu to %zu are %s, lowest bit first: ", k->first + 1,
			k->first + k->width, k->name);
	for (uint64_t i = 0; i < k->values.size; i++) {
		DROP(text)
		char *value = on_one_line(text_copy(
			Z3_ast_to_string(c, value_range_at(c, &k->values, i))));

		if (k->width > 0)
			buf_add_format(
				out, "%s%" PRIu64 " ", i > 0 ? ", " : "", i);
		buf_add_text(out, value);
	}
	buf_add_char(out, '\n');
}

static void
write_constant(Z3_context c, const struct coded *k, struct buf *out)
{
	size_t first = k->first + 1;

	if (!k->has_bits)
		buf_add_format(out, "c %s is in no clause\n", k->name);
	else if (k->kind == Z3_DATATYPE_SORT)
		write_enumeration(c, k, out);
	else if (k->kind == Z3_BOOL_SORT)
		buf_add_format(out, "c %zu is %s\n", first, k->name);
	else if (k->width == 0)
		buf_add_format(out, "c %s is %" PRId64 "\n", k->name, k->low);
	else if (k->low == 0)
		buf_add_format(out, "c %zu to %zu are %s, lowest bit first\n",
			first, first + k->width - 1, k->name);
	else
		buf_add_format(out,
			"c %zu to %zu are %s %c %" PRId64
			", lowest bit first\n",
			first, first + k->width - 1, k->name,
			k->low < 0 ? '+' : '-', k->low < 0 ? -k->low : k->low);
}

/*
 * libz3 numbers variables as it meets them; here those with a name come first.
 * `numbers` has the new one of each, from 1. What libz3 says of them stands
 * after the clauses: c 3 satchel!bit!0.
 */
static long *
number_variables(const struct coder *d, const char *libz3, long *variables)
{
	long count = strtol(libz3 + strlen("p cnf "), NULL, 10);
	long *numbers = mem_new((size_t)(count + 1) * sizeof(*numbers));

	*variables = (long)d->bits;
	for (const char *at = libz3; (at = strstr(at, "\nc ")) != NULL;) {
		char *name;
		long variable = strtol(at += strlen("\nc "), &name, 10);

		if (variable > 0 && variable <= count &&
			strncmp(++name, bit_prefix, strlen(bit_prefix)) == 0)
			numbers[variable] =
				strtol(name + strlen(bit_prefix), NULL, 10) + 1;
	}
	for (long i = 1; i <= count; i++)
		if (numbers[i] == 0)
			numbers[i] = ++*variables;
	return numbers;
}

static void
write_clauses(const struct coder *d, const char *libz3, const long *numbers,
	struct buf *out)
{
	const char *at = strchrnul(libz3, '\n');

	while (*at != '\0' && at[1] != '\0' && at[1] != 'c') {
		char *end;
		long literal = strtol(at + 1, &end, 10);

		if (d->is_weighted && *at == '\n')
			buf_add_format(out, "%" PRId64 " ", d->cost + 1);
		buf_add_format(out, "%ld%c",
			literal < 0 ? -numbers[-literal] : numbers[literal],
			*end == ' ' ? ' ' : '\n');
		at = end;
	}
	for (size_t i = 0; i < d->soft_count; i++)
		buf_add_format(out, "%" PRId64 " %s%zu 0\n", d->soft[i].weight,
			d->soft[i].negated ? "-" : "", d->soft[i].bit + 1);
}

/* How the cost of a solution is that of the problem. */
static void
write_cost(const struct coder *d, struct buf *out)
{
	const struct coded *k = &d->coded[d->count - 1];

	if (d->goal == NULL || d->goal->kind != PART_OBJECTIVE)
		return;
	if (d->goal->form->command == COMMAND_MINIMIZE)
		buf_add_format(out, "c the cost is %s - (%" PRId64 ")\n",
			k->name, k->low);
	else
		buf_add_format(out, "c the cost is %" PRId64 " - %s\n",
			k->low + d->cost, k->name);
}

static void
write_all(const struct coder *d, Z3_goal goal, struct buf *out)
{
	bool is_false =
		d->bounds.contradict || Z3_goal_inconsistent(d->c, goal);
	/* Its next text takes the place of this one. */
	DROP(text)
	char *libz3 = text_copy(
		is_false ? "p cnf 0 1\n0\n"
			 : Z3_goal_to_dimacs_string(d->c, goal, true));
	long variables;
	long *numbers = number_variables(d, libz3, &variables);
	/* "p cnf VARIABLES CLAUSES" */
	long clauses = strtol(strchr(libz3 + strlen("p cnf "), ' '), NULL, 10);

	for (size_t i = 0; i < d->count; i++)
		write_constant(d->c, &d->coded[i], out);
	write_cost(d, out);
	if (d->is_weighted)
		buf_add_format(out, "p wcnf %ld %ld %" PRId64 "\n", variables,
			clauses + (long)d->soft_count, d->cost + 1);
	else
		buf_add_format(out, "p cnf %ld %ld\n", variables, clauses);
	write_clauses(d, libz3, numbers, out);
	free(numbers);
}

/* Numbers beyond the last value stand for none. */
static void
limit_enumerations(const struct coder *d, Z3_goal goal)
{
	for (size_t i = 0; i < d->count; i++) {
		const struct coded *k = &d->coded[i];

		if (k->kind != Z3_DATATYPE_SORT || !k->has_bits ||
			k->width == 0)
			continue;
		Z3_goal_assert(d->c, goal,
			Z3_mk_bvule(d->c, make_vector(d, k),
				Z3_mk_unsigned_int64(d->c, k->values.size - 1,
					Z3_mk_bv_sort(d->c, k->width))));
	}
}

static bool
write_problem(struct coder *d, struct buf *out, struct diagnostic *fault)
{
	const struct problem *p = &d->p->problem;
	Z3_goal goal = new_goal(d);
	Z3_ast culprit;

	read_bounds(d);
	add_constants(d);
	for (size_t i = 0; i < p->count; i++) {
		const struct problem_part *part = &p->parts[i];

		if (part->kind == PART_ASSERTION)
			Z3_goal_assert(d->c, goal, in_bits(d, d->terms[i]));
		if ((part->kind == PART_SOFT || part->kind == PART_OBJECTIVE) &&
			!add_goal(d, part, goal, fault))
			return false;
	}
	limit_enumerations(d, goal);
	goal = blast(d, goal);
	if (goal == NULL || has_rest(d, goal, &culprit))
		return refuse(d, fault);
	goal = clausify(d, goal);
	if (goal == NULL)
		return refuse(d, fault);
	write_all(d, goal, out);
	return true;
}

bool
cnf_write(const struct parsed *p, const struct expanded *expanded,
	bool is_weighted, struct buf *out, struct diagnostic *fault)
{
	struct coder d = {.p = p, .c = p->c, .is_weighted = is_weighted};
	bool written;

	read_terms(&d, expanded);
	written = write_problem(&d, out, fault);
	coder_release(&d);
	return written;
}
