/*
 * Each constant, and each function at known arguments, is replaced by bits
 * before libz3's tactics see it: they would choose bits themselves, and not say
 * which.
 */
#include "worker/cnf/cnf.h"
#include "worker/base/interruptible.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "worker/base/context.h"
#include "worker/base/termset.h"
#include "worker/base/value_range.h"
#include "worker/constraints/constraints.h"
#include "worker/engines/probes.h"
#include "worker/expand/families.h"
#include "worker/expand/terms.h"
#include "worker/optimize/objective.h"

enum {
	INT_BITS_MAX = 60, /* beyond it bounds do not reach */
	ROUNDS_MAX = 8,
};

/* Of all weights together, so that one more is a number of 63 bits. */
#define COST_MAX (INT64_C(1) << 62)

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

/* A soft clause of one literal, a bit or its negation. */
struct soft_literal {
	Z3_ast literal;
	int64_t weight;
};

struct weights {
	struct soft_literal *at;
	size_t count, capacity;
	int64_t cost;			 /* of all */
	const struct problem_part *goal; /* that they are of, or NULL */
};

struct coder {
	const struct parsed *p;
	Z3_context c;
	Z3_ast *terms; /* of the parts: expanded, without applications */
	struct families families; /* applications, and constants for them */
	struct constraints constraints;
	struct coded *coded;
	size_t count, capacity;
	struct term_map codes; /* constants and what replaces them */
	struct termset limits; /* of the numbers of enumerations */
	/* Of the clauses: the bits, and after these what libz3 adds. */
	struct termset variables;
	bool is_weighted;
	struct weights soft;
};

static void
coder_release(struct coder *d)
{
	for (size_t i = 0; i < d->count; i++)
		free(d->coded[i].name);
	free(d->coded);
	free(d->soft.at);
	free(d->terms);
	families_drop(&d->families);
	term_map_release(&d->codes);
	termset_release(&d->limits);
	termset_release(&d->variables);
	constraints_release(&d->constraints);
}

/* --- constants ------------------------------------------------------------ */

static void
add_bits(struct coder *d, struct coded *k, unsigned width)
{
	k->first = d->variables.count;
	k->width = width;
	k->has_bits = true;
	for (; width > 0; width--)
		(void)termset_add(&d->variables, d->c,
			Z3_mk_fresh_const(d->c, "bit", Z3_mk_bool_sort(d->c)));
}

static Z3_ast
make_vector(const struct coder *d, const struct coded *k)
{
	Z3_sort bit = Z3_mk_bv_sort(d->c, 1);
	Z3_ast one = Z3_mk_unsigned_int64(d->c, 1, bit);
	Z3_ast zero = Z3_mk_unsigned_int64(d->c, 0, bit);
	Z3_ast vector = NULL;

	for (unsigned i = 0; i < k->width; i++) {
		Z3_ast next = Z3_mk_ite(
			d->c, d->variables.at[k->first + i], one, zero);

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
		terms[count++] = Z3_mk_ite(d->c, d->variables.at[k->first + i],
			Z3_mk_int64(d->c, INT64_C(1) << i, sort), zero);
	return Z3_mk_add(d->c, count, terms);
}

static unsigned
bits_of(uint64_t number)
{
	unsigned width = 0;

	while (number >> width != 0)
		width++;
	return width;
}

static Z3_ast
encode_int(struct coder *d, Z3_ast constant, struct coded *k)
{
	struct interval r = constraints_interval(&d->constraints, constant);

	if (d->constraints.contradict && !interval_is_finite(r))
		r = (struct interval){0, 0}; /* any will do */
	if (r.low == -INTERVAL_END || r.high == INTERVAL_END ||
		r.high - r.low >= INT64_C(1) << INT_BITS_MAX)
		return NULL;
	k->low = r.low;
	add_bits(d, k, bits_of((uint64_t)(r.high - r.low)));
	return make_sum(d, k);
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
	return Z3_mk_ite(d->c, d->variables.at[k->first + bit],
		make_choice(d, k, bit + 1, number | UINT64_C(1) << bit),
		make_choice(d, k, bit + 1, number));
}

/* Numbers beyond the last value stand for none. */
static Z3_ast
encode_enumeration(struct coder *d, Z3_sort sort, struct coded *k)
{
	Z3_ast limit = Z3_mk_true(d->c);

	if (!value_range_of_sort(d->c, sort, 0, &k->values))
		return NULL;
	add_bits(d, k, bits_of(k->values.size - 1));
	if (k->width > 0)
		limit = Z3_mk_bvule(d->c, make_vector(d, k),
			Z3_mk_unsigned_int64(d->c, k->values.size - 1,
				Z3_mk_bv_sort(d->c, k->width)));
	(void)termset_add(&d->limits, d->c, limit);
	return make_choice(d, k, 0, 0);
}

/* What takes the place of a constant. NULL: it has no bits, which matters only
 * if an assertion is about it. */
static Z3_ast
encode(struct coder *d, Z3_ast constant, struct coded *k)
{
	Z3_sort sort = Z3_get_sort(d->c, constant);

	k->kind = Z3_get_sort_kind(d->c, sort);
	switch ((int)k->kind) {
	case Z3_BOOL_SORT:
		add_bits(d, k, 1);
		return d->variables.at[k->first];
	case Z3_BV_SORT:
		add_bits(d, k, Z3_get_bv_sort_size(d->c, sort));
		return make_vector(d, k);
	case Z3_FLOATING_POINT_SORT:
		add_bits(d, k,
			Z3_fpa_get_ebits(d->c, sort) +
				Z3_fpa_get_sbits(d->c, sort));
		return Z3_mk_fpa_to_fp_bv(d->c, make_vector(d, k), sort);
	case Z3_INT_SORT:
		return encode_int(d, constant, k);
	case Z3_DATATYPE_SORT:
		return encode_enumeration(d, sort, k);
	default:
		return NULL;
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
printed(Z3_context c, Z3_ast term)
{
	return on_one_line(text_copy(interruptible_text(c, term)));
}

static char *
source_of(const struct coder *d, const struct problem_part *part)
{
	return on_one_line(
		text_copy_n(d->p->problem.script + part->source.offset,
			part->source.length));
}

/* Takes the name. Of an array the members are constants. */
static void
add_constant(struct coder *d, Z3_ast term, char *name)
{
	struct coded k = {.name = name};
	Z3_ast code;

	if (term_sort_kind(d->c, term) == Z3_ARRAY_SORT) {
		free(name);
		return;
	}
	code = encode(d, term, &k);
	*ARRAY_ADD(d->coded, d->count, d->capacity) = k;
	if (code != NULL)
		term_map_add(&d->codes, d->c, term, code);
}

/* A definition is what it stands for. */
static void
add_constants(struct coder *d)
{
	const struct problem *p = &d->p->problem;
	const struct termset *members = &d->families.constants;

	for (size_t i = 0; i < p->count; i++) {
		const struct problem_part *part = &p->parts[i];

		if (part->kind == PART_CONSTANT &&
			term_is_constant(d->c, parsed_term(d->p, part)))
			add_constant(
				d, parsed_term(d->p, part), source_of(d, part));
	}
	for (size_t i = 0; i < members->count; i++)
		add_constant(d, members->at[i],
			printed(d->c, families_application(&d->families, d->c,
					      members->at[i])));
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
	term_simplify_linear(d->c, terms, count, terms);
	constraints_init(&d->constraints, d->c, terms, count);
	free(terms);
}

/* Without quantifiers over known ranges, and functions of known arguments. */
static void
read_terms(struct coder *d, const struct expanded *expanded)
{
	const struct problem *p = &d->p->problem;

	d->terms = mem_new((p->count + 1) * sizeof(*d->terms));
	for (size_t i = 0; i < p->count; i++) {
		if (part_is_decided(p->parts[i].kind))
			d->terms[i] = families_replace_known(&d->families, d->c,
				expanded->terms != NULL
					? expanded->terms[p->parts[i].term]
					: parsed_term(d->p, &p->parts[i]));
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
		Z3_ast both = term_and(
			c, is_value(c, a, value), is_value(c, b, value));

		equal = Z3_mk_or(c, 2, (Z3_ast[]){equal, both});
	}
	return equal;
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

	if (first == NULL || term_sort_kind(c, first) != Z3_DATATYPE_SORT ||
		!value_range_of_sort(c, Z3_get_sort(c, first), 0, &r))
		return part;
	if (kind == Z3_OP_EQ)
		return are_equal(c, first, term_argument(c, part, 1), &r);
	/* ((_ is red) x) */
	if (kind == Z3_OP_DT_IS || kind == Z3_OP_DT_RECOGNISER)
		return is_value(c, first,
			Z3_mk_app(c,
				Z3_get_decl_func_decl_parameter(
					c, term_decl(c, part), 0),
				0, NULL));
	return part;
}

/* --- tactics -------------------------------------------------------------- */

/* For what is simplified, and for the tactics. */
static Z3_params
new_parameters(Z3_context c, bool has_tactics)
{
	Z3_params parameters = Z3_mk_params(c);

	Z3_params_inc_ref(c, parameters);
	Z3_params_set_bool(
		c, parameters, Z3_mk_string_symbol(c, "blast_distinct"), true);
	/* Else sums that equal a number are left to a solver. Of the other
	 * ways "totalizer" and "sorting" are wrong in 4.8.12, as
	 * tests/dimacs/random.pl shows. */
	if (has_tactics)
		Z3_params_set_symbol(c, parameters,
			Z3_mk_string_symbol(c, "pb.solver"),
			Z3_mk_string_symbol(c, "bv"));
	return parameters;
}

static Z3_tactic
new_tactic(Z3_context c, const char *name)
{
	Z3_tactic tactic = Z3_mk_tactic(c, name);

	Z3_tactic_inc_ref(c, tactic);
	return tactic;
}

/* The term with bits in the place of constants. */
static Z3_ast
in_bits(const struct coder *d, Z3_ast term)
{
	struct rewriting r = {
		.c = d->c, .rule = blast_enumeration, .context = d->c};

	term = Z3_substitute(d->c, term, (unsigned)d->codes.keys.count,
		d->codes.keys.at, d->codes.values);
	if (d->limits.count == 0)
		return term;
	term = rewriting_apply(&r, interruptible_simplify_with(d->c, term,
					   new_parameters(d->c, false)));
	rewriting_release(&r);
	return term;
}

static Z3_goal
new_goal(const struct coder *d)
{
	Z3_goal goal = Z3_mk_goal(d->c, false, false, false);

	Z3_goal_inc_ref(d->c, goal);
	return goal;
}

/* What a tactic adds it does not look at itself, so they take turns. NULL:
 * libz3 gives up. */
static Z3_goal
blast(const struct coder *d, Z3_goal goal)
{
	static const char *const names[] = {
		"fpa2bv", "card2bv", "simplify", "bit-blast", "simplify"};
	Z3_tactic tactic = new_tactic(d->c, "simplify");

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		tactic = Z3_tactic_and_then(
			d->c, tactic, new_tactic(d->c, names[i]));
		Z3_tactic_inc_ref(d->c, tactic);
	}
	tactic = Z3_tactic_using_params(
		d->c, tactic, new_parameters(d->c, true));
	Z3_tactic_inc_ref(d->c, tactic);
	context_clear();
	for (unsigned i = 0; i < ROUNDS_MAX && goal != NULL; i++) {
		goal = probes_apply_tactic(d->c, tactic, goal);
		if (goal != NULL &&
			probes_goal_is(d->c, goal, "is-propositional"))
			break;
	}
	return goal;
}

/* --- what has no clauses -------------------------------------------------- */

/* What is Boolean, and sums, are met on the way to what keeps them from
 * becoming clauses. */
static bool
is_harmless(Z3_context c, Z3_ast term)
{
	bool is_bool = term_sort_kind(c, term) == Z3_BOOL_SORT;

	switch ((int)term_kind(c, term)) {
	case Z3_OP_UNINTERPRETED:
		return is_bool && term_arity(c, term) == 0;
	case Z3_OP_MUL:
		return term_arity(c, term) == 2 &&
		       Z3_is_numeral_ast(c, term_argument(c, term, 0));
	case Z3_OP_ADD:
	case Z3_OP_SUB:
	case Z3_OP_UMINUS:
	case Z3_OP_TO_REAL:
	case Z3_OP_ITE:
		return true;
	default:
		return Z3_is_numeral_ast(c, term) ||
		       (is_bool && !term_is_quantifier(c, term));
	}
}

/* The deepest term that is to blame; NULL if it is known of none. */
static Z3_ast
find_unencoded(Z3_context c, Z3_goal goal)
{
	DROP(termset) struct termset seen = {0};
	Z3_ast unencoded = NULL;

	for (unsigned i = 0; i < Z3_goal_size(c, goal); i++)
		(void)termset_add(&seen, c, Z3_goal_formula(c, goal, i));
	for (size_t i = 0; i < seen.count; i++) {
		Z3_ast term = seen.at[i];

		if (!is_harmless(c, term))
			unencoded = term;
		termset_add_arguments(&seen, c, term);
	}
	return unencoded;
}

static char *
describe(const struct coder *d, Z3_ast unencoded)
{
	DROP(text) char *name = NULL;
	DROP(text) char *sort = NULL;
	Z3_ast application;

	if (unencoded == NULL)
		return text_copy("libz3 makes no clauses of it");
	if (Z3_get_ast_kind(d->c, unencoded) != Z3_APP_AST)
		return text_copy("a quantifier has no clauses");
	sort = text_copy(Z3_sort_to_string(d->c, Z3_get_sort(d->c, unencoded)));
	/* An application as it was written; else the operator. */
	application = families_application(&d->families, d->c, unencoded);
	name = application != NULL
		       ? printed(d->c, application)
		       : text_copy(Z3_get_symbol_string(
				 d->c, Z3_get_decl_name(d->c,
					       term_decl(d->c, unencoded))));
	if (term_kind(d->c, unencoded) != Z3_OP_UNINTERPRETED)
		return text_format("`%.200s` of sort %.200s has no clauses "
				   "where it is used",
			name, sort);
	if (term_arity(d->c, unencoded) > 0)
		return text_format(
			"%.200s has arguments that are not known", name);
	if (strcmp(sort, "Int") == 0)
		return text_format("%.200s of sort Int has no bounds", name);
	return text_format("%.200s of sort %.200s has no bits", name, sort);
}

static bool
refuse_part(const struct problem_part *part, const char *what,
	struct diagnostic *fault)
{
	return diagnostic_at(
		fault, DIAGNOSTIC_REFUSED, &part->source, "%s", what);
}

/* Tries the assertions one by one. */
static bool
refuse(const struct coder *d, struct diagnostic *fault)
{
	const struct problem *p = &d->p->problem;

	for (size_t i = 0; i < p->count; i++) {
		DROP(text) char *what = NULL;
		Z3_goal goal = new_goal(d);

		if (p->parts[i].kind != PART_ASSERTION &&
			p->parts[i].kind != PART_SOFT)
			continue;
		Z3_goal_assert(d->c, goal, in_bits(d, d->terms[i]));
		goal = blast(d, goal);
		if (goal == NULL)
			return refuse_part(
				&p->parts[i], context_error(), fault);
		if (probes_goal_is(d->c, goal, "is-propositional"))
			continue;
		what = describe(d, find_unencoded(d->c, goal));
		return refuse_part(&p->parts[i], what, fault);
	}
	return refuse_part(&p->parts[0], "libz3 makes no clauses of it", fault);
}

/* --- weights -------------------------------------------------------------- */

/* False when the sum of all is too large. */
static bool
add_soft(struct coder *d, Z3_ast literal, int64_t weight)
{
	struct weights *w = &d->soft;

	if (weight > COST_MAX - w->cost)
		return false;
	w->cost += weight;
	*ARRAY_ADD(w->at, w->count, w->capacity) =
		(struct soft_literal){literal, weight};
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
	Z3_ast atom = term_kind(d->c, term) == Z3_OP_NOT
			      ? term_argument(d->c, term, 0)
			      : term;
	Z3_ast bit;

	if (strspn(weight, "0123456789") < strlen(weight) ||
		strlen(weight) > 18)
		return refuse_part(part,
			"its weight is not a whole number of at most 18 "
			"digits, which wcnf demands",
			fault);
	if (!termset_has(&d->variables, d->c, atom)) {
		bit = Z3_mk_fresh_const(d->c, "soft", Z3_mk_bool_sort(d->c));
		add_constant(d, bit, source_of(d, part));
		bit = in_bits(d, bit);
		Z3_goal_assert(d->c, goal, Z3_mk_implies(d->c, bit, term));
		term = bit;
	}
	return strtoll(weight, NULL, 10) == 0 ||
	       add_soft(d, term, strtoll(weight, NULL, 10)) ||
	       refuse_part(part, "the weights up to it are too large for wcnf",
		       fault);
}

/* The term as bits of its own, each of which has the weight that it has in the
 * number. */
static bool
add_objective(struct coder *d, const struct problem_part *part, Z3_goal goal,
	struct diagnostic *fault)
{
	Z3_ast term = interruptible_simplify(
		d->c, d->terms[part - d->p->problem.parts]);
	Z3_ast whole =
		Z3_mk_fresh_const(d->c, "objective", Z3_get_sort(d->c, term));
	const struct coded *k;

	if (term_sort_kind(d->c, term) == Z3_INT_SORT)
		constraints_restrict(&d->constraints, whole,
			constraints_interval(&d->constraints, term));
	add_constant(d, whole, source_of(d, part));
	k = &d->coded[d->count - 1];
	if (!k->has_bits || (k->kind != Z3_INT_SORT && k->kind != Z3_BV_SORT))
		return refuse_part(part,
			"as an objective it has no bits; an Int needs bounds",
			fault);
	Z3_goal_assert(d->c, goal, in_bits(d, Z3_mk_eq(d->c, whole, term)));
	for (unsigned i = 0; i < k->width; i++) {
		Z3_ast bit = d->variables.at[k->first + i];

		if (i > INT_BITS_MAX ||
			!add_soft(d,
				part->maximizes ? bit : Z3_mk_not(d->c, bit),
				INT64_C(1) << i))
			return refuse_part(part,
				"as an objective it has too many bits", fault);
	}
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
	if (d->soft.goal != NULL && !are_one_sum(d, d->soft.goal, part))
		return refuse_part(part,
			"a second objective: wcnf has one sum of weights",
			fault);
	d->soft.goal = part;
	return part->kind == PART_SOFT ? add_soft_part(d, part, goal, fault)
				       : add_objective(d, part, goal, fault);
}

/* --- the text ------------------------------------------------------------- */

static void
write_constant(Z3_context c, const struct coded *k, struct buf *out)
{
	size_t first = k->first + 1;
	DROP(text) char *only = NULL;

	if (!k->has_bits)
		buf_add_format(out, "c %s is in no clause", k->name);
	else if (k->kind == Z3_BOOL_SORT)
		buf_add_format(out, "c %zu is %s", first, k->name);
	else if (k->width == 0) {
		only = k->kind == Z3_DATATYPE_SORT
			       ? printed(c, value_range_at(c, &k->values, 0))
			       : text_format("%" PRId64, k->low);
		buf_add_format(out, "c %s is %s", k->name, only);
	} else {
		buf_add_format(out, "c %zu to %zu are %s", first,
			k->first + k->width, k->name);
		if (k->low != 0)
			buf_add_format(out, " %c %" PRIu64,
				k->low < 0 ? '+' : '-',
				(uint64_t)llabs(k->low));
		buf_add_text(out, ", lowest bit first");
		for (uint64_t i = 0; i < k->values.size; i++) {
			DROP(text)
			char *value =
				printed(c, value_range_at(c, &k->values, i));

			buf_add_format(out, "%s%" PRIu64 " %s",
				i > 0 ? ", " : ": ", i, value);
		}
	}
	buf_add_char(out, '\n');
}

static void
write_literal(struct coder *d, Z3_ast literal, struct buf *out)
{
	bool is_negated = term_kind(d->c, literal) == Z3_OP_NOT;
	Z3_ast variable =
		is_negated ? term_argument(d->c, literal, 0) : literal;

	(void)termset_add(&d->variables, d->c, variable);
	buf_add_format(out, "%s%zu ", is_negated ? "-" : "",
		termset_find(&d->variables, d->c, variable) + 1);
}

static void
write_clause(struct coder *d, Z3_ast clause, struct buf *out)
{
	Z3_decl_kind kind = term_kind(d->c, clause);

	if (d->is_weighted)
		buf_add_format(out, "%" PRId64 " ", d->soft.cost + 1);
	if (kind == Z3_OP_OR)
		for (unsigned i = 0; i < term_arity(d->c, clause); i++)
			write_literal(d, term_argument(d->c, clause, i), out);
	else if (kind != Z3_OP_FALSE)
		write_literal(d, clause, out);
	buf_add_text(out, "0\n");
}

/* How the cost of a solution is that of the problem. */
static void
write_cost(const struct coder *d, struct buf *out)
{
	const struct coded *k = &d->coded[d->count - 1];

	if (d->soft.goal == NULL || d->soft.goal->kind != PART_OBJECTIVE)
		return;
	if (!d->soft.goal->maximizes)
		buf_add_format(out, "c the cost is %s - (%" PRId64 ")\n",
			k->name, k->low);
	else
		buf_add_format(out, "c the cost is %" PRId64 " - %s\n",
			k->low + d->soft.cost, k->name);
}

/* The goal is clauses. */
static void
write_all(struct coder *d, Z3_goal goal, struct buf *out)
{
	DROP(buf) struct buf clauses;
	unsigned count = Z3_goal_size(d->c, goal);

	buf_init(&clauses, out->ceiling);
	for (unsigned i = 0; i < count; i++)
		write_clause(d, Z3_goal_formula(d->c, goal, i), &clauses);
	for (size_t i = 0; i < d->soft.count; i++) {
		buf_add_format(&clauses, "%" PRId64 " ", d->soft.at[i].weight);
		write_literal(d, d->soft.at[i].literal, &clauses);
		buf_add_text(&clauses, "0\n");
	}
	for (size_t i = 0; i < d->count; i++)
		write_constant(d->c, &d->coded[i], out);
	write_cost(d, out);
	buf_add_format(out, "p %s %zu %zu", d->is_weighted ? "wcnf" : "cnf",
		d->variables.count, count + d->soft.count);
	if (d->is_weighted)
		buf_add_format(out, " %" PRId64, d->soft.cost + 1);
	buf_add_char(out, '\n');
	(void)buf_add(out, clauses.data, clauses.size);
	out->overflowed |= clauses.overflowed;
}

static bool
write_problem(struct coder *d, struct buf *out, struct diagnostic *fault)
{
	const struct problem *p = &d->p->problem;
	Z3_goal goal = new_goal(d);

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
	for (size_t i = 0; i < d->limits.count; i++)
		Z3_goal_assert(d->c, goal, d->limits.at[i]);
	goal = blast(d, goal);
	if (goal == NULL || !probes_goal_is(d->c, goal, "is-propositional"))
		return refuse(d, fault);
	goal = probes_apply_tactic(d->c, new_tactic(d->c, "tseitin-cnf"), goal);
	if (goal == NULL)
		return refuse(d, fault);
	if (d->constraints.contradict)
		Z3_goal_assert(d->c, goal, Z3_mk_false(d->c));
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
