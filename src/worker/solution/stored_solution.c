#include "worker/solution/stored_solution.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/checked_solver.h"
#include "worker/base/context.h"
#include "worker/base/interruptible.h"
#include "worker/base/termset.h"
#include "worker/base/watchdog.h"
#include "worker/solution/solution.h"

/* Of the time that is left, for the question whether a value is open. */
enum { SHARE = 4 };

bool
stored_solution_is_given(const struct task *t)
{
	return ask_find(t->script->ask, FIELD_SOLUTION) != NULL;
}

/* --- elements of declared sorts ------------------------------------------ */

/* Only a solver makes elements; those of one sort differ from each other. NULL
 * if it does not decide that. */
static Z3_model
model_of_elements(const struct task *t, const struct termset *elements)
{
	Z3_solver solver = Z3_mk_simple_solver(t->c);
	Z3_model model = NULL;
	DROP(termset) struct termset sorts = {0};
	Z3_ast *alike = mem_grow(NULL, elements->count + 1, sizeof(*alike));

	Z3_solver_inc_ref(t->c, solver);
	for (size_t i = 0; i < elements->count; i++) {
		Z3_sort sort = Z3_get_sort(t->c, elements->at[i]);
		unsigned count = 0;

		if (!termset_add(&sorts, t->c, Z3_sort_to_ast(t->c, sort)))
			continue;
		for (size_t k = i; k < elements->count; k++) {
			if (Z3_get_sort(t->c, elements->at[k]) == sort)
				alike[count++] = elements->at[k];
		}
		if (count > 1)
			checked_solver_assert(t->c, solver,
				Z3_mk_distinct(t->c, count, alike));
	}
	free(alike);
	if (checked_solver_check(t->c, solver) == Z3_L_TRUE) {
		model = checked_solver_model(t->c, solver);
		if (model != NULL)
			Z3_model_inc_ref(t->c, model);
	}
	Z3_solver_dec_ref(t->c, solver);
	return model;
}

/* --- values -------------------------------------------------------------- */

static Z3_ast
value_of(const struct task *t, Z3_model model, Z3_ast term)
{
	Z3_ast value = interruptible_value(t->c, model, term, true);

	return value != NULL ? value : term;
}

static void
add_constant(const struct task *t, Z3_model model, Z3_ast constant, Z3_ast term)
{
	Z3_func_decl decl = term_decl(t->c, constant);

	Z3_add_const_interp(t->c, model, decl, value_of(t, model, term));
}

/* --- functions ----------------------------------------------------------- */

static bool
is_variable(Z3_context c, Z3_ast part)
{
	return Z3_get_ast_kind(c, part) == Z3_VAR_AST;
}

/* (= x!0 3): the 3 */
static Z3_ast
compared(Z3_context c, Z3_ast equation, unsigned number)
{
	Z3_ast value;

	if (term_kind(c, equation) != Z3_OP_EQ)
		return NULL;
	value = term_argument(c, equation, 1);
	if (!is_variable(c, term_argument(c, equation, 0)) ||
		Z3_get_index_value(c, term_argument(c, equation, 0)) !=
			number ||
		term_any(c, value, is_variable))
		return NULL;
	return value;
}

/* The condition of (ite (and (= x!0 3) (= x!1 4)) VALUE OTHERS) as arguments
 * of an entry; NULL: it is of another form. */
static Z3_ast_vector
read_condition(const struct task *t, Z3_model model, Z3_ast ite, unsigned count)
{
	Z3_context c = t->c;
	Z3_ast condition = term_argument(c, ite, 0);
	Z3_ast_vector arguments = Z3_mk_ast_vector(c);

	Z3_ast_vector_inc_ref(c, arguments);
	for (unsigned i = 0; i < count; i++) {
		Z3_ast one = condition;
		Z3_ast value = NULL;

		if (count > 1 && term_kind(c, condition) == Z3_OP_AND &&
			term_arity(c, condition) == count)
			one = term_argument(c, condition, i);
		value = compared(c, one, i);
		if (value == NULL) {
			Z3_ast_vector_dec_ref(c, arguments);
			return NULL;
		}
		Z3_ast_vector_push(c, arguments, value_of(t, model, value));
	}
	return arguments;
}

/*
 * (forall ((x!0 S)) (= (f x!0) BODY)) as a table: a long chain of ite, as it
 * was printed, libz3 would go through for each application. The variable of
 * argument i has the number i in a table, and counts from the last one in a
 * quantifier.
 */
static void
add_function(const struct task *t, Z3_model model, Z3_ast quantifier)
{
	Z3_context c = t->c;
	Z3_ast equation = Z3_get_quantifier_body(c, quantifier);
	Z3_ast body = term_argument(c, equation, 1);
	Z3_func_decl decl = term_decl(c, term_argument(c, equation, 0));
	unsigned count = Z3_get_domain_size(c, decl);
	Z3_ast *variables = mem_grow(NULL, count, sizeof(*variables));
	Z3_ast_vector arguments;
	Z3_func_interp table;

	for (unsigned i = 0; i < count; i++)
		variables[count - 1 - i] =
			Z3_mk_bound(c, i, Z3_get_domain(c, decl, i));
	body = term_substitute_variables(c, body, count, variables);
	free(variables);
	table = Z3_add_func_interp(c, model, decl, body);
	Z3_func_interp_inc_ref(c, table);
	while (term_kind(c, body) == Z3_OP_ITE &&
		(arguments = read_condition(t, model, body, count)) != NULL) {
		Z3_func_interp_add_entry(c, table, arguments,
			value_of(t, model, term_argument(c, body, 1)));
		Z3_ast_vector_dec_ref(c, arguments);
		body = term_argument(c, body, 2);
	}
	Z3_func_interp_set_else(c, table, body);
	Z3_func_interp_dec_ref(c, table);
}

/* --- the whole ----------------------------------------------------------- */

/* Functions first: an array may be one. */
static void
add_values(const struct task *t, Z3_model model, bool are_functions)
{
	const struct problem_part *part = NULL;

	while ((part = task_part(t, PART_STORED, part)) != NULL) {
		Z3_ast term = task_original(t, part);
		bool is_function = term_is_quantifier(t->c, term);

		if (is_function && are_functions)
			add_function(t, model, term);
		else if (!is_function && !are_functions)
			add_constant(t, model, term_argument(t->c, term, 0),
				term_argument(t->c, term, 1));
	}
}

/* Whether all that is asserted is true under it. */
static bool
holds(const struct task *t)
{
	size_t count;
	Z3_ast *terms = task_asserted(t, &count);
	bool all = true;

	for (size_t i = 0; i < count && all; i++) {
		Z3_ast value = solution_value(t, terms[i]);

		all = value != NULL &&
		      Z3_get_bool_value(t->c, value) == Z3_L_TRUE;
	}
	free(terms);
	return all;
}

bool
stored_solution_start(struct task *t)
{
	if (ask_find(t->script->ask, FIELD_START) == NULL)
		return false;
	if (stored_solution_load(t) && holds(t))
		return true;
	t->model = NULL;
	return false;
}

bool
stored_solution_load(struct task *t)
{
	unsigned interrupts = watchdog_interrupts();
	DROP(termset) struct termset elements = {0};
	const struct problem_part *part = NULL;
	Z3_model model;

	while ((part = task_part(t, PART_CONSTANT, part)) != NULL) {
		if (part->field != NULL)
			(void)termset_add(
				&elements, t->c, task_original(t, part));
	}
	model = model_of_elements(t, &elements);
	if (model == NULL)
		return false;
	for (size_t i = 0; i < elements.count; i++)
		add_constant(t, model, elements.at[i], elements.at[i]);
	add_values(t, model, true);
	add_values(t, model, false);
	/* An argument of a table that was not evaluated matches nothing. */
	if (watchdog_interrupts() != interrupts)
		return false;
	solution_set_model(t, model);
	return true;
}

/* --- what it leaves open ------------------------------------------------- */

/* Whether the function of that number is one whose body applies what SMT-LIB
 * leaves open for some arguments. */
static bool
is_partial(const struct task *t, unsigned number)
{
	Z3_func_interp table = Z3_model_get_func_interp(
		t->c, t->model, Z3_model_get_func_decl(t->c, t->model, number));
	Z3_ast body;
	bool is_found;

	if (table == NULL)
		return false;
	Z3_func_interp_inc_ref(t->c, table);
	body = Z3_func_interp_get_else(t->c, table);
	is_found = body != NULL && term_any(t->c, body, term_applies_partial);
	Z3_func_interp_dec_ref(t->c, table);
	return is_found;
}

static bool
may_be_open(const struct task *t, Z3_ast term)
{
	unsigned count = Z3_model_get_num_funcs(t->c, t->model);
	bool is_found = term_any(t->c, term, term_applies_partial);

	if (!term_any(t->c, term, term_applies_recursive))
		return is_found;
	for (unsigned i = 0; !is_found && i < count; i++)
		is_found = is_partial(t, i);
	return is_found;
}

/* All that the text of the solution says. */
static void
assert_values(const struct task *t, Z3_solver solver)
{
	const struct problem_part *part = NULL;

	while ((part = task_part(t, PART_STORED, part)) != NULL)
		checked_solver_assert(t->c, solver, task_original(t, part));
	while ((part = task_part(t, PART_CONSTANT, part)) != NULL) {
		Z3_ast element = task_original(t, part);

		if (part->field != NULL)
			checked_solver_assert(t->c, solver,
				Z3_mk_eq(t->c, element,
					value_of(t, t->model, element)));
	}
}

bool
stored_solution_leaves_open(struct task *t, Z3_ast term, Z3_ast value)
{
	Z3_solver solver;
	Z3_lbool other;

	if (!may_be_open(t, interruptible_simplify(t->c, term)))
		return false;
	solver = Z3_mk_simple_solver(t->c);
	Z3_solver_inc_ref(t->c, solver);
	assert_values(t, solver);
	checked_solver_assert(
		t->c, solver, Z3_mk_not(t->c, Z3_mk_eq(t->c, term, value)));
	watchdog_budget(clock_now_us() + watchdog_left_us() / SHARE);
	other = checked_solver_check(t->c, solver);
	watchdog_budget(0);
	Z3_solver_dec_ref(t->c, solver);
	return other != Z3_L_FALSE;
}
