/*
 * Each constant is replaced by bits before libz3's tactics see it: they would
 * choose bits themselves, and not say which.
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

enum {
	INT_BITS_MAX = 60, /* beyond it bounds do not reach */
	ROUNDS_MAX = 8,
};

static const char bit_prefix[] = "satchel!bit!";

/* A constant of the problem as bits of which the first has the number. */
struct coded {
	char *name; /* on one line */
	Z3_sort_kind kind;
	size_t first;
	unsigned width;
	int64_t low; /* of an Int: what is added to the bits */
	bool has_bits;
};

struct coder {
	const struct parsed *p;
	Z3_context c;
	struct bound_propagation bounds;
	struct coded *coded;
	size_t count, capacity;
	size_t bits;
	Z3_ast *from, *to; /* constants and what replaces them */
	size_t replaced, from_capacity, to_capacity;
};

static void
coder_release(struct coder *d)
{
	for (size_t i = 0; i < d->count; i++)
		free(d->coded[i].name);
	free(d->coded);
	free(d->from);
	free(d->to);
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
	default:
		return make_sum(d, k);
	}
}

/* A quoted symbol may hold line breaks; a comment may not. */
static char *
name_of(const struct coder *d, const struct problem_part *part)
{
	char *name = text_copy_n(d->p->problem.script + part->source.offset,
		part->source.length);

	for (char *at = name; *at != '\0'; at++)
		if ((unsigned char)*at < ' ')
			*at = ' ';
	return name;
}

static void
add_constant(struct coder *d, const struct problem_part *part)
{
	Z3_ast term = parsed_term(d->p, part);
	struct coded k = {.first = d->bits};

	/* A definition is what it stands for. */
	if (Z3_get_ast_kind(d->c, term) != Z3_APP_AST ||
		Z3_get_decl_kind(
			d->c, Z3_get_app_decl(d->c, Z3_to_app(d->c, term))) !=
			Z3_OP_UNINTERPRETED)
		return;
	k.has_bits = measure(d, term, &k);
	k.name = name_of(d, part);
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

static void
add_constants(struct coder *d)
{
	const struct problem *p = &d->p->problem;

	for (size_t i = 0; i < p->count; i++)
		if (p->parts[i].kind == PART_CONSTANT)
			add_constant(d, &p->parts[i]);
}

static void
read_bounds(struct coder *d)
{
	const struct problem *p = &d->p->problem;
	Z3_ast *terms = mem_grow(NULL, p->count + 1, sizeof(*terms));
	size_t count = 0;

	for (size_t i = 0; i < p->count; i++)
		if (p->parts[i].kind == PART_ASSERTION)
			terms[count++] = parsed_term(d->p, &p->parts[i]);
	bound_propagation_simplify(d->c, terms, count, terms);
	bound_propagation_read(&d->bounds, d->c, terms, count);
	free(terms);
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

static void
add_part(const struct coder *d, Z3_goal goal, const struct problem_part *part)
{
	Z3_goal_assert(d->c, goal,
		Z3_substitute(d->c, parsed_term(d->p, part),
			(unsigned)d->replaced, d->from, d->to));
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
		if (Z3_get_sort_kind(
			    c, Z3_get_sort(c, Z3_app_to_ast(c, app))) ==
			Z3_BOOL_SORT)
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
		       Z3_get_sort_kind(
			       c, Z3_get_sort(c, Z3_app_to_ast(c, app))) ==
			       Z3_BOOL_SORT;
	default:
		return false;
	}
}

static void
push_arguments(Z3_context c, Z3_ast term, struct termset *seen)
{
	Z3_app app = Z3_to_app(c, term);

	for (unsigned i = 0; i < Z3_get_app_num_args(c, app); i++)
		(void)termset_add(seen, c, Z3_get_app_arg(c, app, i));
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

		is_left |= Z3_get_sort_kind(d->c, Z3_get_sort(d->c, term)) !=
				   Z3_BOOL_SORT ||
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
	name = text_copy(Z3_get_symbol_string(d->c, Z3_get_decl_name(d->c, f)));
	if (Z3_get_decl_kind(d->c, f) != Z3_OP_UNINTERPRETED)
		return text_format("`%.200s` of sort %.200s has no clauses "
				   "where it is used",
			name, sort);
	if (Z3_get_app_num_args(d->c, app) > 0)
		return text_format("the function %.200s has arguments", name);
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

		if (p->parts[i].kind != PART_ASSERTION)
			continue;
		add_part(d, goal, &p->parts[i]);
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

static bool
has_objective(const struct coder *d, struct diagnostic *fault)
{
	const struct problem *p = &d->p->problem;

	for (size_t i = 0; i < p->count; i++)
		if (p->parts[i].kind == PART_OBJECTIVE ||
			p->parts[i].kind == PART_SOFT)
			return !diagnostic_at(fault, DIAGNOSTIC_REFUSED,
				&p->parts[i].source,
				"an objective: clauses only say what has to "
				"hold");
	return false;
}

/* --- the text ------------------------------------------------------------- */

static void
write_constant(const struct coded *k, struct buf *out)
{
	size_t first = k->first + 1;

	if (!k->has_bits)
		buf_add_format(out, "c %s is in no clause\n", k->name);
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
write_clauses(const char *libz3, const long *numbers, struct buf *out)
{
	const char *at = strchrnul(libz3, '\n');

	while (*at != '\0' && at[1] != '\0' && at[1] != 'c') {
		char *end;
		long literal = strtol(at + 1, &end, 10);

		buf_add_format(out, "%ld%c",
			literal < 0 ? -numbers[-literal] : numbers[literal],
			*end == ' ' ? ' ' : '\n');
		at = end;
	}
}

static void
write_all(const struct coder *d, Z3_goal goal, struct buf *out)
{
	bool is_false =
		d->bounds.contradict || Z3_goal_inconsistent(d->c, goal);
	const char *libz3 =
		is_false ? "p cnf 0 1\n0\n"
			 : Z3_goal_to_dimacs_string(d->c, goal, true);
	long variables;
	long *numbers = number_variables(d, libz3, &variables);

	for (size_t i = 0; i < d->count; i++)
		write_constant(&d->coded[i], out);
	/* "p cnf VARIABLES CLAUSES" */
	buf_add_format(out, "p cnf %ld %ld\n", variables,
		strtol(strchr(libz3 + strlen("p cnf "), ' '), NULL, 10));
	write_clauses(libz3, numbers, out);
	free(numbers);
}

static bool
write_problem(struct coder *d, struct buf *out, struct diagnostic *fault)
{
	const struct problem *p = &d->p->problem;
	Z3_goal goal = new_goal(d);
	Z3_ast culprit;

	if (has_objective(d, fault))
		return false;
	read_bounds(d);
	add_constants(d);
	for (size_t i = 0; i < p->count; i++)
		if (p->parts[i].kind == PART_ASSERTION)
			add_part(d, goal, &p->parts[i]);
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
cnf_write(const struct parsed *p, struct buf *out, struct diagnostic *fault)
{
	struct coder d = {.p = p, .c = p->c};
	bool written = write_problem(&d, out, fault);

	coder_release(&d);
	return written;
}
