#include "worker/expand/families.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "worker/base/interruptible.h"
#include "worker/base/value_range.h"
#include "worker/expand/terms.h"
#include "worker/expand/weighted_sum.h"

enum {
	/* Of an argument, and of all choices of a problem. */
	VALUES_MAX = 1024,
	BITS_MAX = 8,
	CHOICES_MAX = 50000,
	ARGUMENTS_MAX = 8,
	TABLE_INDICES_MAX = 3,
	TABLE_CONDITIONS_MIN = 8,
};

/* (forall ((i Int)) (<= 1 (f i) 9)) */
struct axiom {
	Z3_ast application; /* (f i), of variables that stand nowhere else */
	Z3_ast body;
};

struct replacement {
	struct families *f;
	Z3_context c;
	bool has_choices; /* else what has to be one stays */
	bool is_open;	  /* something has stayed */
	bool has_tables;
	bool has_counted; /* something follows by counting */
	bool has_failed;
	size_t choices;
	struct axiom *axioms;
	size_t axiom_count, axiom_capacity;
	/* Int terms whose bounds were used to rewrite a term. */
	struct termset bounded;
};

static bool
is_application(Z3_context c, Z3_ast term)
{
	return term_arity(c, term) > 0 &&
	       term_kind(c, term) == Z3_OP_UNINTERPRETED;
}

/* The first argument of (f x y), or of (select a x y). */
static unsigned
first_argument(Z3_context c, Z3_ast application)
{
	return term_kind(c, application) == Z3_OP_SELECT ? 1 : 0;
}

/* --- members -------------------------------------------------------------- */

static Z3_ast
member(struct replacement *r, Z3_ast application)
{
	struct families *f = r->f;

	if (termset_add(&f->applications, r->c, application))
		(void)termset_add(&f->constants, r->c,
			Z3_mk_fresh_const(r->c, "satchel!family",
				Z3_get_sort(r->c, application)));
	return f->constants
		.at[termset_find(&f->applications, r->c, application)];
}

/*
 * Returns the interval of an Int term, and remembers the term: its bounds may
 * follow from the very assertion that is rewritten by them. So the bounds join
 * what is replaced (add_bounds), and the two together say what the assertions
 * said, whichever assertion a bound came from.
 */
static struct interval
use_bounds(struct replacement *r, Z3_ast term)
{
	(void)termset_add(&r->bounded, r->c, term);
	return constraints_interval(&r->f->constraints, term);
}

/* One that has a single value is that value. */
static Z3_ast
member_or_value(struct replacement *r, Z3_ast application)
{
	Z3_ast constant = member(r, application);
	struct interval i;

	if (term_sort_kind(r->c, constant) != Z3_INT_SORT)
		return constant;
	i = constraints_interval(&r->f->constraints, constant);
	if (i.low != i.high)
		return constant;
	i = use_bounds(r, constant);
	return Z3_mk_int64(r->c, i.low, Z3_get_sort(r->c, constant));
}

/* Adds the bounds that were used, in the form that term_simplify_linear
 * gives a comparison, so that one that stands there already is not repeated. */
static void
add_bounds(struct replacement *r, struct termset *to)
{
	if (r->f->constraints.contradict)
		(void)termset_add(to, r->c, Z3_mk_false(r->c));
	for (size_t i = 0; i < r->bounded.count; i++)
		constraints_add_bounds(
			&r->f->constraints, r->bounded.at[i], to);
}

/* --- cases ---------------------------------------------------------------- */

/*
 * A term of which some parts have few values, as a choice among these.
 *
 * An application is a choice among members. A chain of ite over two indices,
 * (ite (and (= i 1) (= j 2)) 65 ...), says of each row and column what stands
 * there; as rows of columns it is far shorter to search. What the chain says of
 * pairs that do not occur, as of the diagonal, is left out: it may be open.
 */
struct cases {
	struct replacement *r;
	bool is_of_members;
	unsigned count;
	Z3_ast indices[ARGUMENTS_MAX];
	struct value_range ranges[ARGUMENTS_MAX];
	Z3_ast values[ARGUMENTS_MAX]; /* of those so far */
};

/* False: it may be anything. */
static bool
add_index(struct cases *k, Z3_ast index)
{
	struct replacement *r = k->r;
	struct value_range *range = &k->ranges[k->count];

	if (k->count == ARGUMENTS_MAX)
		return false;
	k->indices[k->count] = index;
	if (term_sort_kind(r->c, index) == Z3_INT_SORT)
		(void)use_bounds(r, index);
	if (!constraints_range(&r->f->constraints, index, BITS_MAX, range) ||
		range->size == 0 || range->size > VALUES_MAX)
		return false;
	k->count++;
	return true;
}

/* The value is that of an index before it that is known to differ. */
static bool
is_excluded(const struct cases *k, unsigned i)
{
	const struct disequalities *d = &k->r->f->disequalities;

	for (unsigned j = 0; j < i; j++) {
		if (k->values[j] == k->values[i] &&
			disequalities_have(
				d, k->r->c, k->indices[i], k->indices[j]))
			return true;
	}
	return disequalities_have(d, k->r->c, k->indices[i], k->values[i]);
}

/* Of the term with the values of the indices before it; the last value of one
 * needs no condition. NULL: no values are left for the indices. */
static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
split(struct cases *k, Z3_ast term, unsigned i)
{
	Z3_context c = k->r->c;
	Z3_ast all = NULL;

	if (i == k->count && !k->is_of_members)
		return term;
	if (i == k->count) {
		k->r->has_failed |= ++k->r->choices > CHOICES_MAX;
		return member_or_value(k->r, term);
	}
	for (uint64_t n = k->ranges[i].size; n-- > 0 && !k->r->has_failed;) {
		Z3_ast one;

		k->values[i] = value_range_at(c, &k->ranges[i], n);
		if (is_excluded(k, i))
			continue;
		one = Z3_substitute(c, term, 1, &k->indices[i], &k->values[i]);
		one = k->is_of_members ? term_simplify_arguments(c, one)
				       : interruptible_simplify(c, one);
		one = split(k, one, i + 1);
		if (one == NULL)
			continue;
		all = all == NULL || all == one
			      ? one
			      : Z3_mk_ite(c,
					Z3_mk_eq(
						c, k->indices[i], k->values[i]),
					one, all);
	}
	return all;
}

static Z3_ast
replace_application(struct replacement *r, Z3_ast application)
{
	Z3_context c = r->c;
	struct cases k = {.r = r, .is_of_members = true};
	Z3_ast chosen;

	application = term_simplify_arguments(c, application);
	for (unsigned i = first_argument(c, application);
		i < term_arity(c, application); i++) {
		Z3_ast argument = term_argument(c, application, i);

		if (term_is_value(c, argument))
			continue;
		r->is_open = true;
		if (!r->has_choices)
			return application;
		if (!add_index(&k, argument)) {
			r->has_failed = true;
			return application;
		}
	}
	chosen = r->has_choices ? split(&k, application, 0) : NULL;
	/* In what has no solution it may be anything. */
	return chosen != NULL ? chosen : member(r, application);
}

/* Whether it is worth it: a chain over several indices, or one that ends in an
 * application, which it may never come to. */
static bool
read_table(struct cases *k, Z3_ast term)
{
	Z3_context c = k->r->c;
	DROP(termset) struct termset parts = {0};
	unsigned conditions = 0;
	bool is_open = false;
	uint64_t size = 1;

	termset_add_parts(&parts, c, term, false);
	for (size_t i = 0; i < parts.count; i++) {
		conditions += term_kind(c, parts.at[i]) == Z3_OP_ITE;
		is_open |= is_application(c, parts.at[i]);
		if (term_is_quantifier(c, parts.at[i]))
			return false;
		if (!term_is_constant(c, parts.at[i]))
			continue;
		if (k->count == TABLE_INDICES_MAX || !add_index(k, parts.at[i]))
			return false;
		size *= k->ranges[k->count - 1].size;
	}
	return k->count > 0 && size <= VALUES_MAX &&
	       (is_open ||
		       (k->count > 1 && conditions >= TABLE_CONDITIONS_MIN));
}

/* The outermost ite terms that are no formulas. */
static void
find_tables(Z3_context c, const struct termset *terms, struct termset *tables)
{
	DROP(termset) struct termset parts = {0};

	for (size_t i = 0; i < terms->count; i++)
		(void)termset_add(&parts, c, terms->at[i]);
	for (size_t i = 0; i < parts.count; i++) {
		Z3_ast part = parts.at[i];

		if (term_kind(c, part) == Z3_OP_ITE &&
			term_sort_kind(c, part) != Z3_BOOL_SORT) {
			(void)termset_add(tables, c, part);
			continue;
		}
		termset_add_arguments(&parts, c, part);
	}
}

static void
replace_tables(struct replacement *r, struct termset *terms)
{
	DROP(termset) struct termset tables = {0};
	DROP(termset) struct termset old = *terms;
	Z3_ast *rows;
	unsigned count = 0;

	*terms = (struct termset){0};
	find_tables(r->c, &old, &tables);
	rows = mem_grow(NULL, tables.count + 1, sizeof(*rows));
	for (size_t i = 0; i < tables.count; i++) {
		struct cases k = {.r = r};
		/* What is decided already, as (= 1 2), is no condition. */
		Z3_ast table = interruptible_simplify(r->c, tables.at[i]);
		Z3_ast split_term =
			read_table(&k, table) ? split(&k, table, 0) : NULL;

		if (split_term == NULL)
			continue;
		tables.at[count] = tables.at[i];
		rows[count++] = split_term;
	}
	for (size_t i = 0; i < old.count; i++)
		(void)termset_add(terms, r->c,
			Z3_substitute(r->c, old.at[i], count, tables.at, rows));
	r->has_tables |= count > 0;
	free(rows);
}

/* --- arrays --------------------------------------------------------------- */

static bool
is_store(Z3_context c, Z3_ast part)
{
	return term_kind(c, part) == Z3_OP_STORE;
}

/* What is selected from (store a i v) is a choice by libz3's simplifier. */
static Z3_ast
without_stores(Z3_context c, Z3_ast term)
{
	Z3_params blasting;

	if (!term_any(c, term, is_store))
		return term;
	blasting = Z3_mk_params(c);
	Z3_params_inc_ref(c, blasting);
	Z3_params_set_bool(c, blasting,
		Z3_mk_string_symbol(c, "blast_select_store"), true);
	term = interruptible_simplify_with(c, term, blasting);
	Z3_params_dec_ref(c, blasting);
	return term;
}

/* --- parts ---------------------------------------------------------------- */

/* Of an array that is a constant of the text, a member, or a choice of such. */
static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
replace_selection(struct replacement *r, Z3_ast select)
{
	Z3_context c = r->c;
	Z3_ast array = term_argument(c, select, 0);
	Z3_decl_kind kind = term_kind(c, array);
	Z3_ast chosen[2];

	if (term_arity(c, select) == 2 && kind == Z3_OP_UNINTERPRETED)
		return replace_application(r, select);
	if (term_arity(c, select) == 2 && kind == Z3_OP_ITE) {
		for (unsigned i = 0; i < 2; i++)
			chosen[i] = replace_selection(r,
				Z3_mk_select(c, term_argument(c, array, i + 1),
					term_argument(c, select, 1)));
		return Z3_mk_ite(
			c, term_argument(c, array, 0), chosen[0], chosen[1]);
	}
	r->has_failed |= r->has_choices;
	r->is_open = true;
	return select;
}

static Z3_ast
replace_part(void *context, Z3_ast part)
{
	struct replacement *r = context;
	Z3_decl_kind kind = term_kind(r->c, part);

	/* What an equation says of all members of arrays, it says of none. */
	r->has_failed |=
		term_is_quantifier(r->c, part) ||
		term_applies_recursive(r->c, part) ||
		((kind == Z3_OP_EQ || kind == Z3_OP_DISTINCT) &&
			term_sort_kind(r->c, term_argument(r->c, part, 0)) ==
				Z3_ARRAY_SORT);
	if (r->has_failed)
		return part;
	if (kind == Z3_OP_SELECT)
		return replace_selection(r, part);
	return is_application(r->c, part) ? replace_application(r, part) : part;
}

static void
replace_all(struct replacement *r, const Z3_ast *from, size_t count,
	struct termset *to)
{
	struct rewriting w = {.c = r->c, .rule = replace_part, .context = r};

	for (size_t i = 0; i < count && !r->has_failed; i++)
		(void)termset_add(to, r->c, rewriting_apply(&w, from[i]));
	r->has_failed |= w.is_too_deep;
	rewriting_release(&w);
}

/* --- what a forall says of each value ------------------------------------- */

/* An uninterpreted application to all the variables, each once. */
static bool
applies_to_variables(Z3_context c, Z3_ast term, unsigned count)
{
	bool is_seen[ARGUMENTS_MAX] = {false};

	if (!is_application(c, term) || term_arity(c, term) != count ||
		count > ARGUMENTS_MAX)
		return false;
	for (unsigned i = 0; i < count; i++) {
		Z3_ast argument = term_argument(c, term, i);
		unsigned index;

		if (Z3_get_ast_kind(c, argument) != Z3_VAR_AST)
			return false;
		index = Z3_get_index_value(c, argument);
		if (index >= count || is_seen[index])
			return false;
		is_seen[index] = true;
	}
	return true;
}

/* Whether the body has variables only in one such application. */
static bool
read_axiom(Z3_context c, Z3_ast forall, struct axiom *out)
{
	unsigned count = Z3_get_quantifier_num_bound(c, forall);
	DROP(termset) struct termset parts = {0};
	bool is_axiom = true;

	*out = (struct axiom){NULL, Z3_get_quantifier_body(c, forall)};
	termset_add_parts(&parts, c, out->body, false);
	for (size_t i = 0; i < parts.count && is_axiom; i++) {
		Z3_ast part = parts.at[i];

		is_axiom = !term_is_quantifier(c, part);
		if (applies_to_variables(c, part, count)) {
			is_axiom = out->application == NULL;
			out->application = part;
			continue;
		}
		for (unsigned k = 0; k < term_arity(c, part); k++)
			is_axiom &=
				Z3_get_ast_kind(c, term_argument(c, part, k)) !=
				Z3_VAR_AST;
	}
	return is_axiom && out->application != NULL;
}

/* Adds the conjuncts of assertions; those that are axioms apart. */
static void
add_conjuncts(struct replacement *r, const Z3_ast *terms, size_t count,
	struct termset *to)
{
	DROP(termset) struct termset all = {0};
	struct axiom axiom;

	for (size_t i = 0; i < count; i++)
		termset_add_conjuncts(
			&all, r->c, without_stores(r->c, terms[i]), true);
	for (size_t i = 0; i < all.count; i++) {
		if (term_is_quantifier(r->c, all.at[i]) &&
			Z3_is_quantifier_forall(r->c, all.at[i]) &&
			read_axiom(r->c, all.at[i], &axiom))
			*ARRAY_ADD(r->axioms, r->axiom_count,
				r->axiom_capacity) = axiom;
		else
			(void)termset_add(to, r->c, all.at[i]);
	}
}

/* Of the members from the first one on. */
static void
add_instances(struct replacement *r, size_t first, struct termset *to)
{
	const struct families *f = r->f;

	for (size_t i = 0; i < r->axiom_count; i++) {
		struct axiom *a = &r->axioms[i];

		for (size_t m = first; m < f->applications.count; m++) {
			if (term_decl(r->c, a->application) !=
				term_decl(r->c, f->applications.at[m]))
				continue;
			(void)termset_add(to, r->c,
				Z3_substitute(r->c, a->body, 1, &a->application,
					&f->constants.at[m]));
		}
	}
}

/* Returns a value of a sort as an argument; NULL if none is known. */
static Z3_ast
any_value(Z3_context c, Z3_sort sort)
{
	struct value_range range;

	if (Z3_get_sort_kind(c, sort) == Z3_INT_SORT)
		return Z3_mk_int64(c, 0, sort);
	return value_range_of_sort(c, sort, BITS_MAX, &range) && range.size > 0
		       ? value_range_at(c, &range, 0)
		       : NULL;
}

/*
 * Gives the function of each axiom a member, if no term applies it: otherwise
 * nothing would say what a solution has to give it. What holds of this member
 * holds of all values, since the axiom has its variables nowhere else.
 */
static void
add_axiom_members(struct replacement *r)
{
	Z3_context c = r->c;

	for (size_t i = 0; i < r->axiom_count && !r->has_failed; i++) {
		Z3_ast application = r->axioms[i].application;
		Z3_ast arguments[ARGUMENTS_MAX];
		unsigned count = term_arity(c, application);
		bool has_member = false;

		for (size_t m = 0; m < r->f->applications.count; m++)
			has_member |= term_decl(c, application) ==
				      term_decl(c, r->f->applications.at[m]);
		for (unsigned k = 0; k < count && !has_member; k++) {
			arguments[k] = any_value(
				c, Z3_get_sort(c,
					   term_argument(c, application, k)));
			r->has_failed |= arguments[k] == NULL;
		}
		if (!has_member && !r->has_failed)
			(void)member(r, Z3_mk_app(c, term_decl(c, application),
						count, arguments));
	}
}

/* --- assertions ----------------------------------------------------------- */

/* Simplifies the terms, reads what they say of their constants, and adds what
 * follows by counting. */
static void
read_all(struct replacement *r, struct termset *terms)
{
	struct families *f = r->f;
	Z3_context c = r->c;
	DROP(termset) struct termset given = *terms;
	size_t count;
	Z3_ast *simple = mem_grow(NULL, given.count + 1, sizeof(*simple));

	*terms = (struct termset){0};
	term_simplify_linear(c, given.at, given.count, simple);
	for (size_t i = 0; i < given.count; i++)
		(void)termset_add(terms, c, simple[i]);
	free(simple);
	constraints_release(&f->constraints);
	constraints_init(&f->constraints, c, terms->at, terms->count);
	disequalities_release(&f->disequalities);
	disequalities_read(&f->disequalities, c, given.at, given.count);
	count = terms->count;
	counting_derive(&f->disequalities, c, &f->constraints, terms);
	r->has_counted |= terms->count > count;
}

/* The members first: what is known of them says what there is to choose. */
static bool
replace(struct replacement *r, struct termset *conjuncts,
	struct termset *replaced)
{
	DROP(termset) struct termset members = {0};
	size_t first;

	replace_all(r, conjuncts->at, conjuncts->count, &members);
	add_axiom_members(r);
	add_instances(r, 0, &members);
	if (r->has_failed)
		return false;
	for (size_t i = 0; i < members.count; i++)
		(void)termset_add(replaced, r->c, members.at[i]);
	read_all(r, replaced);
	replace_tables(r, &members);
	if (!r->is_open && !r->has_tables)
		return true;
	r->has_choices = true;
	first = r->f->applications.count;
	termset_release(replaced);
	replace_all(r, members.at, members.count, replaced);
	add_instances(r, first, replaced);
	add_bounds(r, replaced);
	read_all(r, replaced);
	return !r->has_failed;
}

/*
 * Nothing but simplified. The finite-domain solver then gets the assertions
 * without the sums on the left and conjuncts apart: a brick with whole
 * diagonals (tests/bench/texts) takes it 0.8 s of processor time so and 2.8 s
 * otherwise; with other limits it is the other way round.
 */
static bool
is_as_written(const struct replacement *r, const struct termset *simplified,
	const struct termset *replaced)
{
	return !r->has_counted && !r->has_tables && r->axiom_count == 0 &&
	       !r->f->constraints.contradict && r->f->applications.count == 0 &&
	       r->f->sums.keys.count == 0 && replaced->count > 0 &&
	       simplified->count == replaced->count &&
	       memcmp(simplified->at, replaced->at,
		       replaced->count * sizeof(*replaced->at)) == 0;
}

bool
families_replace(struct families *f, Z3_context c, const Z3_ast *terms,
	size_t count, struct termset *replaced)
{
	struct replacement r = {.f = f, .c = c};
	DROP(termset) struct termset conjuncts = {0};
	DROP(termset) struct termset simplified = {0};
	bool is_replaced;

	add_conjuncts(&r, terms, count, &conjuncts);
	is_replaced = replace(&r, &conjuncts, replaced);
	free(r.axioms);
	termset_release(&r.bounded);
	term_map_release(&f->sums);
	if (!is_replaced)
		return false;
	for (size_t i = 0; i < replaced->count; i++)
		(void)termset_add(&simplified, c, replaced->at[i]);
	/* The bounds may follow from what is replaced, so they are not read
	 * again. */
	pseudo_booleans_replace(&f->sums, c, &f->constraints, replaced);
	for (size_t i = 0; i < f->sums.keys.count; i++)
		constraints_forget(&f->constraints, f->sums.keys.at[i]);
	if (is_as_written(&r, &simplified, replaced)) {
		termset_release(replaced);
		for (size_t i = 0; i < count; i++)
			(void)termset_add(replaced, c,
				interruptible_simplify(c, terms[i]));
	}
	return true;
}

Z3_ast
families_replace_further(struct families *f, Z3_context c, Z3_ast term)
{
	struct replacement r = {.f = f, .c = c};
	DROP(termset) struct termset members = {0};
	DROP(termset) struct termset replaced = {0};

	term = without_stores(c, term);
	term_simplify_linear(c, &term, 1, &term);
	replace_all(&r, &term, 1, &members);
	if (r.has_failed)
		return NULL;
	replace_tables(&r, &members);
	r.has_choices = true;
	replace_all(&r, members.at, members.count, &replaced);
	/* The bounds are those of what was replaced last, which says them. */
	termset_release(&r.bounded);
	if (r.has_failed)
		return NULL;
	assert(replaced.count == 1);
	return pseudo_booleans_replace_further(
		&f->sums, c, &f->constraints, replaced.at[0]);
}

Z3_ast
families_replace_known(struct families *f, Z3_context c, Z3_ast term)
{
	struct replacement r = {.f = f, .c = c};
	DROP(termset) struct termset members = {0};
	Z3_ast given = without_stores(c, term);

	replace_all(&r, &given, 1, &members);
	termset_release(&r.bounded);
	assert(r.has_failed || members.count == 1);
	return r.has_failed ? term : members.at[0];
}

Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
families_application(const struct families *f, Z3_context c, Z3_ast constant)
{
	size_t at = termset_find(&f->constants, c, constant);
	Z3_ast application;
	Z3_ast array;
	Z3_ast *arguments;

	if (at == TERMSET_NONE)
		return NULL;
	application = f->applications.at[at];
	array = families_application(f, c, term_argument(c, application, 0));
	if (array == NULL)
		return application;
	arguments = term_arguments(c, application);
	arguments[0] = array;
	application = Z3_update_term(
		c, application, term_arity(c, application), arguments);
	free(arguments);
	return application;
}

/* --- functions from their values ------------------------------------------ */

/* What a function is elsewhere, its first value says. */
static void
add_entry(Z3_context c, Z3_model to, Z3_ast application, Z3_ast value)
{
	Z3_func_decl decl = term_decl(c, application);
	Z3_ast_vector arguments = Z3_mk_ast_vector(c);
	Z3_func_interp function;

	Z3_ast_vector_inc_ref(c, arguments);
	for (unsigned i = 0; i < term_arity(c, application); i++)
		Z3_ast_vector_push(
			c, arguments, term_argument(c, application, i));
	function = Z3_model_has_interp(c, to, decl)
			   ? Z3_model_get_func_interp(c, to, decl)
			   : Z3_add_func_interp(c, to, decl, value);
	Z3_func_interp_inc_ref(c, function);
	Z3_func_interp_add_entry(c, function, arguments, value);
	Z3_func_interp_dec_ref(c, function);
	Z3_ast_vector_dec_ref(c, arguments);
}

/* The array of a selection: a constant of the text, or a member itself. `begun`
 * has the arrays that have a value of this solution. */
static void
add_to_array(const struct families *f, Z3_context c, Z3_model m, size_t i,
	Z3_ast *values, struct termset *begun)
{
	Z3_ast select = f->applications.at[i];
	Z3_ast array = term_argument(c, select, 0);
	size_t of = termset_find(&f->constants, c, array);
	Z3_ast old;

	if (termset_add(begun, c, array))
		old = Z3_mk_const_array(c,
			Z3_get_array_sort_domain(c, Z3_get_sort(c, array)),
			values[i]);
	else
		old = of != TERMSET_NONE ? values[of]
					 : Z3_model_get_const_interp(
						   c, m, term_decl(c, array));
	old = Z3_mk_store(c, old, term_argument(c, select, 1), values[i]);
	if (of != TERMSET_NONE)
		values[of] = old;
	else
		Z3_add_const_interp(c, m, term_decl(c, array), old);
}

/* Members of a member come after it. Returns false if a value is missing. */
static bool
add_members(const struct families *f, Z3_context c, Z3_model m)
{
	size_t count = f->applications.count;
	Z3_ast *values = mem_new((count + 1) * sizeof(*values));
	DROP(termset) struct termset begun = {0};
	bool is_whole = true;

	for (size_t i = count; i-- > 0 && is_whole;) {
		if (values[i] == NULL)
			values[i] = interruptible_value(
				c, m, f->constants.at[i], true);
		is_whole = values[i] != NULL;
		if (is_whole && first_argument(c, f->applications.at[i]) > 0)
			add_to_array(f, c, m, i, values, &begun);
	}
	for (size_t i = 0; i < count && is_whole; i++) {
		if (first_argument(c, f->applications.at[i]) == 0)
			add_entry(c, m, f->applications.at[i], values[i]);
	}
	free(values);
	return is_whole;
}

/* Gives a model the constants that it has not, by the sums that have taken
 * their place. None has a constant that was added after its own. Returns false
 * if a value is missing. */
static bool
add_sums(const struct families *f, Z3_context c, Z3_model m)
{
	for (size_t i = f->sums.keys.count; i-- > 0;) {
		Z3_func_decl decl = term_decl(c, f->sums.keys.at[i]);
		Z3_ast value;

		if (Z3_model_has_interp(c, m, decl))
			continue;
		value = interruptible_value(c, m, f->sums.values[i], true);
		if (value == NULL)
			return false;
		Z3_add_const_interp(c, m, decl, value);
	}
	return true;
}

bool
families_complete(const struct families *f, Z3_context c, Z3_model m)
{
	bool has_members = false;

	if (!add_sums(f, c, m))
		return false;
	/* Other engines know functions, and nothing of the constants. */
	for (size_t i = 0; i < f->constants.count && !has_members; i++)
		has_members = Z3_model_has_interp(
			c, m, term_decl(c, f->constants.at[i]));
	return !has_members || add_members(f, c, m);
}

void
families_drop(struct families *f)
{
	termset_release(&f->applications);
	termset_release(&f->constants);
	constraints_release(&f->constraints);
	disequalities_release(&f->disequalities);
	term_map_release(&f->sums);
	*f = (struct families){0};
}
