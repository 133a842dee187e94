#include "worker/solution/solution.h"
#include "worker/print/printer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/answer_stream.h"
#include "worker/base/checked_solver.h"
#include "worker/base/context.h"
#include "worker/base/solution_value.h"
#include "worker/base/termset.h"
#include "worker/base/watchdog.h"
#include "worker/expand/families.h"
#include "worker/print/model_definitions.h"
#include "worker/print/value.h"
#include "worker/solution/functions.h"
#include "worker/solution/residual_check.h"
#include "json/json.h"

enum {
	/*
	 * How long the evaluation of assertions may take, and as often as long
	 * as the answer took: libz3 4.8.12 goes through an array of thousands
	 * of entries for each select.
	 */
	CHECK_US = 1000000,
	/* The same with recursive functions, which may be unfolded for ever. */
	CHECK_RECURSIVE_US = 100000,
	CHECK_FACTOR = 1,
};

/* --- recursive functions ------------------------------------------------- */

static void
copy_entry(Z3_context c, Z3_func_interp to, Z3_func_interp from, unsigned i)
{
	Z3_func_entry entry = solution_entry(c, from, i);
	Z3_ast_vector arguments = Z3_mk_ast_vector(c);

	Z3_ast_vector_inc_ref(c, arguments);
	for (unsigned k = 0; k < Z3_func_entry_get_num_args(c, entry); k++)
		Z3_ast_vector_push(
			c, arguments, Z3_func_entry_get_arg(c, entry, k));
	Z3_func_interp_add_entry(
		c, to, arguments, Z3_func_entry_get_value(c, entry));
	Z3_ast_vector_dec_ref(c, arguments);
	Z3_func_entry_dec_ref(c, entry);
}

/* Gives a model the table that another one has for `source`, if it has none for
 * `decl` so far. */
static void
copy_table(Z3_context c, Z3_model from, Z3_func_decl source, Z3_model to,
	Z3_func_decl decl)
{
	Z3_func_interp table;
	Z3_func_interp copy;

	if (Z3_model_has_interp(c, to, decl))
		return;
	table = Z3_model_get_func_interp(c, from, source);
	if (table == NULL)
		return;
	Z3_func_interp_inc_ref(c, table);
	copy = Z3_add_func_interp(
		c, to, decl, Z3_func_interp_get_else(c, table));
	Z3_func_interp_inc_ref(c, copy);
	for (unsigned i = 0; i < Z3_func_interp_get_num_entries(c, table); i++)
		copy_entry(c, copy, table, i);
	Z3_func_interp_dec_ref(c, copy);
	Z3_func_interp_dec_ref(c, table);
}

/* Whether the problem defines a recursive function: to evaluate a term may take
 * forever then. */
static bool
has_recursive(const struct task *t)
{
	const struct problem_part *part = NULL;

	while ((part = task_part(t, PART_COMMAND, part)) != NULL) {
		if (part->form->command == COMMAND_DEFINE_FUN_REC ||
			part->form->command == COMMAND_DEFINE_FUNS_REC)
			return true;
	}
	return false;
}

/* The solution of nothing at all has all functions that the text defines. To be
 * released with Z3_model_dec_ref; NULL if there is no time. */
static Z3_model
solution_of_nothing(const struct task *t)
{
	Z3_solver solver = Z3_mk_simple_solver(t->c);
	Z3_model nothing = NULL;

	Z3_solver_inc_ref(t->c, solver);
	if (checked_solver_check(t->c, solver) == Z3_L_TRUE) {
		nothing = Z3_solver_get_model(t->c, solver);
		Z3_model_inc_ref(t->c, nothing);
	}
	Z3_solver_dec_ref(t->c, solver);
	return nothing;
}

/*
 * Gives t->model the recursive functions of the problem that it lacks. What
 * libz3 4.8.12 finds by its strategies has them only if the incremental core
 * was needed; without them Z3_model_eval leaves their applications as they are,
 * and says that it succeeded.
 */
static void
complete_recursive(struct task *t)
{
	Z3_model nothing = NULL;

	if (has_recursive(t))
		nothing = solution_of_nothing(t);
	if (nothing == NULL)
		return;
	/* The cases of constants are entries, the rest of the body the else. */
	for (unsigned i = 0; i < Z3_model_get_num_funcs(t->c, nothing); i++) {
		Z3_func_decl decl = Z3_model_get_func_decl(t->c, nothing, i);

		copy_table(t->c, nothing, decl, t->model, decl);
	}
	Z3_model_dec_ref(t->c, nothing);
}

/* --- the model ------------------------------------------------------------ */

void
solution_adopt(struct task *t, Z3_model model)
{
	Z3_model_inc_ref(t->c, model);
	t->model = families_model(t->families, t->c, model);
	t->completed = NULL;
	complete_recursive(t);
	printer_learn(t->printer, t);
}

void
solution_take(struct task *t, Z3_solver solver)
{
	solution_adopt(t, Z3_solver_get_model(t->c, solver));
}

void
solution_take_best(struct task *t, Z3_optimize optimizer)
{
	solution_adopt(t, Z3_optimize_get_model(t->c, optimizer));
}

void
solution_put_value(const struct task *t, const char *name, Z3_ast value)
{
	struct json_object *json = value_json(t->printer, t->model, value);
	struct answer_value put = {
		.name = text_copy(name),
		.sort = text_copy(
			printer_sort(t->printer, Z3_get_sort(t->c, value))),
		.json = json_text(json),
	};

	answer_put_value(answer_stream_frames(), &put);
	json_free(json);
	free(put.name);
	free(put.sort);
	free(put.json);
}

/*
 * A constant that libz3 did not need has no value in its model; the value that
 * completion gives it becomes its value, so that the model is whole.
 */
static void
complete(const struct task *t, Z3_ast constant, Z3_ast value)
{
	Z3_func_decl decl;

	if (Z3_get_ast_kind(t->c, constant) != Z3_APP_AST)
		return;
	decl = Z3_get_app_decl(t->c, Z3_to_app(t->c, constant));
	if (Z3_get_decl_kind(t->c, decl) == Z3_OP_UNINTERPRETED &&
		Z3_get_domain_size(t->c, decl) == 0 &&
		!Z3_model_has_interp(t->c, t->model, decl))
		Z3_add_const_interp(t->c, t->model, decl, value);
}

/*
 * What is defined libz3 has, if at all, as what it is defined as, simplified:
 * names that it may print later, and functions of its own making that it does
 * not read back. So its value gets there under a declaration of its own.
 */
static void
define(const struct task *t, const struct problem_part *part, Z3_ast value)
{
	DROP(text) char *name = task_name(t, part);
	Z3_func_decl decl =
		Z3_mk_func_decl(t->c, Z3_mk_string_symbol(t->c, name), 0, NULL,
			Z3_get_sort(t->c, value));

	Z3_add_const_interp(t->c, t->model, decl, value);
}

static bool
is_declared(const struct problem_part *part)
{
	return part->form->command == COMMAND_DECLARE_CONST ||
	       part->form->command == COMMAND_DECLARE_FUN;
}

/* Under its name, or one that tells it from others of that name. */
static void
put_constant(
	const struct task *t, const struct problem_part *part, Z3_ast value)
{
	const char *sort = printer_sort(t->printer, Z3_get_sort(t->c, value));
	DROP(text) char *plain = task_name(t, part);
	DROP(text) char *name = printer_name(t->printer, plain, sort, true);

	solution_put_value(t, name, value);
}

static void
put_constants(struct task *t)
{
	const struct problem_part *part = NULL;

	while ((part = task_part(t, PART_CONSTANT, part)) != NULL) {
		Z3_ast term = task_term(t, part);
		Z3_ast value = residual_check_term(t, term);

		if (value == NULL)
			continue;
		if (is_declared(part))
			complete(t, term, value);
		else
			define(t, part, value);
		if (t->ask->want_values)
			put_constant(t, part, value);
	}
}

/* --- selectors that libz3 forgets ----------------------------------------- */

/* What evaluation leaves of the assertions; NULL: nothing. */
static Z3_ast
open_rest(const struct task *t)
{
	size_t count;
	Z3_ast *terms = task_asserted(t, &count);
	Z3_ast rest = Z3_mk_and(t->c, (unsigned)count, terms);

	free(terms);
	context_clear();
	if (!Z3_model_eval(t->c, t->model, rest, false, &rest) ||
		context_failed() || Z3_get_bool_value(t->c, rest) != Z3_L_UNDEF)
		return NULL;
	return rest;
}

/* A function that libz3 does not forget, in the place of a selector. */
static Z3_func_decl
stand_in(Z3_context c, Z3_func_decl selector)
{
	Z3_sort domain = Z3_get_domain(c, selector, 0);
	DROP(text)
	char *name = text_format(
		"satchel!%s", context_name(c, Z3_get_decl_name(c, selector)));

	return Z3_mk_func_decl(c, Z3_mk_string_symbol(c, name), 1, &domain,
		Z3_get_range(c, selector));
}

/* The selectors applied in the term, outside of quantifiers; each application
 * equals that of the stand-in. */
static void
assert_stand_ins(
	Z3_context c, Z3_solver solver, Z3_ast term, struct termset *selectors)
{
	DROP(termset) struct termset terms = {0};

	termset_add_parts(&terms, c, term, false);
	for (size_t i = 0; i < terms.count; i++) {
		Z3_app app = (Z3_app)terms.at[i];
		Z3_func_decl decl;
		Z3_ast argument;

		if (Z3_get_ast_kind(c, terms.at[i]) != Z3_APP_AST)
			continue;
		decl = Z3_get_app_decl(c, app);
		if (Z3_get_decl_kind(c, decl) != Z3_OP_DT_ACCESSOR)
			continue;
		argument = Z3_get_app_arg(c, app, 0);
		termset_add(selectors, c, Z3_func_decl_to_ast(c, decl));
		checked_solver_assert(c, solver,
			Z3_mk_eq(c, terms.at[i],
				Z3_mk_app(c, stand_in(c, decl), 1, &argument)));
	}
}

/*
 * libz3 4.8.12 forgets a selector if no constructor's application stands for
 * its arguments, and completion takes any value for it, whatever the assertions
 * say. So t->model gets those that evaluation leaves in the assertions, as they
 * are in a solution of what is left.
 */
static void
complete_selectors(struct task *t)
{
	static const enum command_kind datatypes[] = {COMMAND_DECLARE_DATATYPE,
		COMMAND_DECLARE_DATATYPES, COMMAND_KIND_COUNT};
	DROP(termset) struct termset selectors = {0};
	Z3_context c = t->c;
	Z3_ast rest;
	Z3_solver solver;

	if (t->is_searching || t->completed == t->model ||
		!commands_have(t->script->forms, datatypes))
		return;
	t->completed = t->model;
	rest = open_rest(t);
	if (rest == NULL)
		return;
	solver = Z3_mk_simple_solver(c);
	Z3_solver_inc_ref(c, solver);
	checked_solver_assert(c, solver, rest);
	assert_stand_ins(c, solver, rest, &selectors);
	if (selectors.count > 0 &&
		checked_solver_check(c, solver) == Z3_L_TRUE) {
		Z3_model found = Z3_solver_get_model(c, solver);

		Z3_model_inc_ref(c, found);
		for (size_t i = 0; i < selectors.count; i++) {
			Z3_func_decl decl = Z3_to_func_decl(c, selectors.at[i]);

			copy_table(c, found, stand_in(c, decl), t->model, decl);
		}
		Z3_model_dec_ref(c, found);
	}
	Z3_solver_dec_ref(c, solver);
}

/* --- floating point that libz3 reads wrongly ------------------------------ */

/*
 * Some operations of floating point leave one case open, as fp.max does for
 * two zeros, and a solution of libz3 4.8.12 says of such a function what it
 * is there. Under a quantifier its evaluation takes that for the whole
 * function: fp.max is -0 everywhere, and what is false for every other number
 * is true. MBQI believes it, and so sat was answered where nothing satisfies.
 * True if t->model says what such a function is.
 */
static bool
is_misread(const struct task *t)
{
	unsigned count = Z3_model_get_num_funcs(t->c, t->model);

	for (unsigned i = 0; i < count; i++) {
		Z3_func_decl f = Z3_model_get_func_decl(t->c, t->model, i);

		switch ((int)Z3_get_decl_kind(t->c, f)) {
		case Z3_OP_FPA_MIN:
		case Z3_OP_FPA_MAX:
		case Z3_OP_FPA_TO_UBV:
		case Z3_OP_FPA_TO_SBV:
		case Z3_OP_FPA_TO_REAL:
		case Z3_OP_FPA_TO_IEEE_BV:
			return true;
		default:
			break;
		}
	}
	return false;
}

static bool
is_quantifier(Z3_context c, Z3_ast part)
{
	return Z3_get_ast_kind(c, part) == Z3_QUANTIFIER_AST;
}

/* The term with the values of its constants, and every function left as it is.
 * NULL for a term without a quantifier, which is evaluated rightly. */
static Z3_ast
misread_term(const struct task *t, Z3_ast term)
{
	unsigned count = Z3_model_get_num_consts(t->c, t->model);
	unsigned known = 0;
	Z3_ast *constants;
	Z3_ast *values;

	if (!term_any(t->c, term, is_quantifier))
		return NULL;
	constants = mem_grow(NULL, count, sizeof(*constants));
	values = mem_grow(NULL, count, sizeof(*values));
	for (unsigned i = 0; i < count; i++) {
		Z3_func_decl f = Z3_model_get_const_decl(t->c, t->model, i);

		values[known] = Z3_model_get_const_interp(t->c, t->model, f);
		constants[known] = Z3_mk_app(t->c, f, 0, NULL);
		known += values[known] != NULL;
	}
	term = Z3_substitute(t->c, term, known, constants, values);
	free(constants);
	free(values);
	return Z3_simplify(t->c, term);
}

/* --- the check ----------------------------------------------------------- */

static bool
is_checked(const struct problem_part *part)
{
	return part->kind == PART_ASSERTION || part->kind == PART_ASSUMPTION;
}

/*
 * All of them in one term, of which libz3 evaluates what is common once: of
 * thousands of assertions on one array each has to go through all of it.
 */
static Z3_lbool
all_hold(struct task *t, uint32_t *count)
{
	const struct problem *p = &t->parsed->problem;
	Z3_ast *terms = mem_grow(NULL, p->count + 1, sizeof(*terms));
	Z3_ast value;

	complete_selectors(t);
	*count = 0;
	for (size_t i = 0; i < p->count; i++) {
		if (is_checked(&p->parts[i]))
			terms[(*count)++] = task_original(t, &p->parts[i]);
	}
	value = solution_value(t, Z3_mk_and(t->c, *count, terms));
	free(terms);
	return value != NULL ? Z3_get_bool_value(t->c, value) : Z3_L_UNDEF;
}

bool
solution_is_wrong(struct task *t)
{
	uint32_t ignored;

	return all_hold(t, &ignored) == Z3_L_FALSE && !is_misread(t);
}

static Z3_ast
checked_value(const struct task *t, Z3_ast term, bool has_misread)
{
	Z3_ast unread = has_misread ? misread_term(t, term) : NULL;

	return unread != NULL ? unread : solution_value(t, term);
}

/* Those that are not found true, false or undecided, until the time is up. */
static uint32_t
find_failed(struct task *t, int64_t until_us, struct answer_assertions *failed)
{
	const struct problem *p = &t->parsed->problem;
	bool has_misread = is_misread(t);
	uint32_t checked = 0;

	for (size_t i = 0; i < p->count; i++) {
		const struct problem_part *part = &p->parts[i];
		struct answer_assertion one;
		Z3_lbool holds = Z3_L_UNDEF;
		Z3_ast value;

		if (!is_checked(part))
			continue;
		value = checked_value(t, task_original(t, part), has_misread);
		if (clock_now_us() >= until_us || watchdog_is_over())
			break;
		checked++;
		if (value != NULL)
			holds = residual_check_value(t, value, until_us);
		if (holds == Z3_L_TRUE)
			continue;
		task_describe(t, part, &one);
		one.is_false = holds == Z3_L_FALSE;
		assertions_add(failed, &one);
		free(one.label);
	}
	return checked;
}

/* How many of how many were looked at. */
static uint32_t
check_all(struct task *t, uint32_t *count, struct answer_assertions *failed)
{
	int64_t budget_us = CHECK_FACTOR * (clock_now_us() - t->started_us) +
			    (has_recursive(t) ? CHECK_RECURSIVE_US : CHECK_US);
	uint32_t checked;
	bool holds;

	/* An interrupt would end the search that this is called from. */
	if (t->is_searching)
		budget_us = INT64_MAX / 2;
	else
		watchdog_budget(clock_now_us() + budget_us);
	holds = all_hold(t, count) == Z3_L_TRUE && !is_misread(t);
	checked = *count;
	if (!holds) {
		if (!t->is_searching)
			watchdog_budget(clock_now_us() + budget_us);
		checked = find_failed(t, clock_now_us() + budget_us, failed);
	}
	if (!t->is_searching)
		watchdog_budget(0);
	return checked;
}

/*
 * libz3 4.8.12 has answered sat with values that do not satisfy the text, so
 * no solution leaves without this.
 */
void
solution_check(struct task *t)
{
	struct answer_assertions failed = {0};
	uint32_t count;
	uint32_t checked = check_all(t, &count, &failed);

	t->is_refuted = false;
	for (size_t i = 0; i < failed.count; i++)
		t->is_refuted |= failed.list[i].is_false;
	answer_put_evaluation(answer_stream_frames(),
		&(struct answer_evaluation){checked, failed});
	assertions_release(&failed);
}

Z3_lbool
solution_holds(struct task *t)
{
	struct answer_assertions failed = {0};
	uint32_t count;
	uint32_t checked = check_all(t, &count, &failed);
	Z3_lbool holds =
		checked == count && failed.count == 0 ? Z3_L_TRUE : Z3_L_UNDEF;

	for (size_t i = 0; i < failed.count; i++) {
		if (failed.list[i].is_false)
			holds = Z3_L_FALSE;
	}
	assertions_release(&failed);
	return holds;
}

/* What is known is not to be lost with what may never end. */
static void
send(const struct task *t)
{
	if (has_recursive(t))
		answer_stream_send();
	else
		answer_stream_send_late();
}

void
solution_report(struct task *t)
{
	answer_stream_phase_late(PHASE_MODEL);
	/* A first frame: what follows replaces an earlier solution. */
	answer_put_model(answer_stream_frames(), "");
	if (!t->is_searching) {
		watchdog_budget(clock_now_us() + CHECK_US);
		complete_selectors(t);
		watchdog_budget(0);
	}
	/* What a selector gives for another constructor is a value then. */
	functions_complete(t);
	put_constants(t);
	if (t->ask->want_values)
		functions_report(t);
	send(t);
	solution_check(t);
	send(t);
	model_definitions_report(t);
	send(t);
}
