#include "worker/solution/solution.h"
#include "worker/base/interruptible.h"
#include "worker/print/printer.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "smt/names/symbols.h"
#include "worker/base/answer_stream.h"
#include "worker/base/checked_solver.h"
#include "worker/base/context.h"
#include "worker/base/recursion.h"
#include "worker/base/termset.h"
#include "worker/base/watchdog.h"
#include "worker/print/model_definitions.h"
#include "worker/print/print_term.h"
#include "worker/print/value.h"
#include "worker/solution/evaluator.h"
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

/*
 * Gives the model the recursive functions of the problem that it lacks. What
 * libz3 4.8.12 finds by its strategies has them only if the incremental core
 * was needed; without them Z3_model_eval leaves their applications as they are,
 * and says that it succeeded. So a model that lacks them after an interrupt is
 * undecided and never false.
 */
static void
complete_recursive(const struct task *t, Z3_model model)
{
	DROP(term_map) struct term_map bodies = {0};

	if (!has_recursive(t) || !recursion_read(&bodies, t->c))
		return;
	for (size_t i = 0; i < bodies.keys.count; i++) {
		Z3_func_decl decl = Z3_to_func_decl(t->c, bodies.keys.at[i]);

		if (!Z3_model_has_interp(t->c, model, decl))
			(void)Z3_add_func_interp(
				t->c, model, decl, bodies.values[i]);
	}
}

/* --- the model ------------------------------------------------------------ */

void
solution_set_model(struct task *t, Z3_model model)
{
	Z3_model_inc_ref(t->c, model);
	complete_recursive(t, model);
	t->model = model;
	printer_learn(t->printer, t);
}

/* Frees the sort and the JSON. Returns whether all of the value is known. */
static bool
put(const struct task *t, const char *name, char *sort,
	struct json_object *json)
{
	struct answer_value value = {
		.name = text_copy(name), .json = json_text(json)};
	bool is_known = !json_has_null(json);

	value.sort = sort;
	answer_put_value(&t->out->frames, &value);
	json_free(json);
	free(value.name);
	free(value.sort);
	free(value.json);
	return is_known;
}

bool
solution_put_value(
	const struct task *t, const char *name, Z3_ast term, Z3_ast value)
{
	return put(t, name,
		text_copy(printer_sort(t->printer, Z3_get_sort(t->c, term))),
		value_of_term(t->printer, t->model, term, value));
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
	decl = term_decl(t->c, constant);
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

/* --- functions ------------------------------------------------------------ */

bool
functions_put(const struct task *t, Z3_func_decl decl, const char *name)
{
	return put(t, name, printer_signature(t->printer, decl),
		value_function(t->printer, t->model, decl));
}

/* A table is open beyond its indices: nobody's value (language/data.h).
 * Another's NAME!outside stands beside no table NAME. */
static bool
function_is_outside(const struct task *t, const struct problem_part *part)
{
	DROP(text) char *name = task_name(t, part);
	struct slice table = {name, strlen(name) - strlen(SYMBOL_OUTSIDE)};
	const struct problem_part *other = NULL;

	while (symbol_is_outside(name) &&
		(other = task_part(t, PART_COMMAND, other)) != NULL) {
		if (other->form->command == COMMAND_DEFINE_FUN &&
			slice_equals(command_name(other->form, t->script->text),
				table))
			return true;
	}
	return false;
}

const struct problem_part *
functions_next(const struct task *t, const struct problem_part *after)
{
	do
		after = task_part(t, PART_FUNCTION, after);
	while (after != NULL && function_is_outside(t, after));
	return after;
}

static void
complete_function(const struct task *t, Z3_func_decl decl)
{
	Z3_ast value;

	if (Z3_model_has_interp(t->c, t->model, decl))
		return;
	value = solution_any(t, Z3_get_range(t->c, decl));
	if (value != NULL)
		(void)Z3_add_func_interp(t->c, t->model, decl, value);
}

/* Where there is but one constructor, its selectors have no other. */
static void
complete_selectors(const struct task *t, Z3_sort sort)
{
	unsigned count = Z3_get_datatype_sort_num_constructors(t->c, sort);

	for (unsigned i = 0; i < count && count > 1; i++) {
		Z3_func_decl constructor =
			Z3_get_datatype_sort_constructor(t->c, sort, i);

		for (unsigned k = 0; k < Z3_get_domain_size(t->c, constructor);
			k++)
			complete_function(
				t, Z3_get_datatype_sort_constructor_accessor(
					   t->c, sort, i, k));
	}
}

void
functions_complete(const struct task *t)
{
	const struct problem_part *part = NULL;

	while ((part = task_part(t, PART_FUNCTION, part)) != NULL)
		complete_function(t, task_function(t, part));
	while ((part = task_part(t, PART_DATATYPE, part)) != NULL)
		complete_selectors(t, Z3_get_quantifier_bound_sort(
					      t->c, task_term(t, part), 0));
}

/* Its name, or one that tells it from others of that name. */
static char *
name_of(const struct task *t, const struct problem_part *part)
{
	DROP(text) char *plain = task_name(t, part);
	DROP(text)
	char *sort = printer_signature(t->printer, task_function(t, part));

	return printer_name(t->printer, plain, sort, false);
}

void
functions_show(const struct task *t, struct json_object *values)
{
	const struct problem_part *part = NULL;

	while ((part = functions_next(t, part)) != NULL) {
		DROP(text) char *name = name_of(t, part);

		json_put(values, name,
			value_function(
				t->printer, t->model, task_function(t, part)));
	}
}

/* --- values --------------------------------------------------------------- */

/* Under its name, or one that tells it from others of that name. */
static bool
put_constant(
	const struct task *t, const struct problem_part *part, Z3_ast value)
{
	Z3_ast term = task_term(t, part);
	const char *sort = printer_sort(t->printer, Z3_get_sort(t->c, term));
	DROP(text) char *plain = task_name(t, part);
	DROP(text) char *name = printer_name(t->printer, plain, sort, true);

	return solution_put_value(t, name, term, value);
}

static bool
is_declaration(const struct problem_part *part)
{
	return part->form->command == COMMAND_DECLARE_CONST ||
	       part->form->command == COMMAND_DECLARE_FUN;
}

/* Returns false if the text of the solution would say more than is known. */
static bool
report_constant(struct task *t, const struct problem_part *part)
{
	Z3_ast term = task_term(t, part);
	Z3_ast value = evaluator_value(t, term);

	if (value != NULL && is_declaration(part))
		complete(t, term, value);
	else if (value != NULL)
		define(t, part, value);
	return put_constant(t, part, value) ||
	       (value == NULL && !is_declaration(part));
}

/* As the property calls it; nobody is to take it for a constant of the model.
 */
static char *
witness_name(const struct task *t, const struct witness *w)
{
	const char *variable = Z3_get_symbol_string(t->c, w->name);
	const struct problem *p = &t->parsed->problem;
	bool is_used = false;

	for (size_t i = 0; i < p->count && !is_used; i++) {
		DROP(text) char *name = NULL;

		if (p->parts[i].kind != PART_CONSTANT &&
			p->parts[i].kind != PART_FUNCTION)
			continue;
		name = task_name(t, &p->parts[i]);
		is_used = strcmp(name, variable) == 0;
	}
	return text_format(
		"%s%s", variable, is_used ? " (of the property)" : "");
}

static bool
report_witness(struct task *t, const struct witness *w)
{
	DROP(text) char *name = witness_name(t, w);
	Z3_ast value = evaluator_value(t, w->constant);

	if (value != NULL)
		complete(t, w->constant, value);
	return solution_put_value(t, name, w->constant, value);
}

/* Reports all in the order of the text. Returns as report_constant does. */
static bool
report_values(struct task *t)
{
	const struct problem *p = &t->parsed->problem;
	bool is_whole = true;

	for (size_t i = 0; i < p->count; i++) {
		if (p->parts[i].kind == PART_CONSTANT)
			is_whole &= report_constant(t, &p->parts[i]);
		else if (p->parts[i].kind == PART_FUNCTION &&
			 !function_is_outside(t, &p->parts[i])) {
			DROP(text) char *name = name_of(t, &p->parts[i]);

			is_whole &= functions_put(
				t, task_function(t, &p->parts[i]), name);
		}
	}
	for (size_t i = 0; i < t->parsed->witnesses.count; i++)
		is_whole &= report_witness(t, &t->parsed->witnesses.at[i]);
	return is_whole;
}

/* --- the check ----------------------------------------------------------- */

static bool
is_checked(const struct problem_part *part)
{
	return part->kind == PART_ASSERTION || part->kind == PART_ASSUMPTION;
}

/*
 * libz3 4.8.12 forgets what a selector is for another constructor, whatever the
 * assertions say of it.
 */
static bool
is_selector(Z3_context c, Z3_ast part)
{
	return term_kind(c, part) == Z3_OP_DT_ACCESSOR;
}

/* Most texts have none. */
static bool
has_quantifiers(const struct task *t)
{
	return strstr(t->script->text, "forall") != NULL ||
	       strstr(t->script->text, "exists") != NULL;
}

/*
 * Those without quantifiers in one term, of which libz3 evaluates what is
 * common once: of thousands of assertions on one array each has to go through
 * all of it. `others`, if not NULL, gets those that have quantifiers.
 */
static Z3_lbool
ground_assertions_hold(struct task *t, const struct problem_part **others,
	size_t *other_count, uint32_t *count)
{
	const struct problem *p = &t->parsed->problem;
	Z3_ast *terms = mem_grow(NULL, p->count + 1, sizeof(*terms));
	bool may_quantify = has_quantifiers(t);
	unsigned ground = 0;
	Z3_lbool holds;
	Z3_ast value;

	*other_count = 0;
	*count = 0;
	for (size_t i = 0; i < p->count; i++) {
		Z3_ast term;

		if (!is_checked(&p->parts[i]))
			continue;
		++*count;
		term = task_original(t, &p->parts[i]);
		if (!may_quantify || !term_any(t->c, term, term_is_quantifier))
			terms[ground++] = term;
		else if (others != NULL)
			others[(*other_count)++] = &p->parts[i];
	}
	value = solution_value(t, Z3_mk_and(t->c, ground, terms));
	holds = value != NULL ? Z3_get_bool_value(t->c, value) : Z3_L_UNDEF;
	free(terms);
	return holds;
}

struct check {
	int64_t until_us;
	uint32_t count;
	/* Of them, in the time that there was; what failed is false, or
	 * undecided. */
	struct answer_evaluation found;
};

static unsigned false_count;

unsigned
solution_count_false(void)
{
	return false_count;
}

static bool
check_one(struct task *t, const struct problem_part *part, struct check *check)
{
	Z3_ast term = task_original(t, part);
	Z3_lbool holds = evaluator_holds(t, term, check->until_us);
	bool is_false;

	if (clock_now_us() >= check->until_us || watchdog_is_over())
		return false;
	check->found.checked++;
	if (holds == Z3_L_TRUE)
		return true;
	is_false = holds == Z3_L_FALSE && !term_any(t->c, term, is_selector);
	task_describe(t, part, &check->found.failed)->is_false = is_false;
	false_count += is_false;
	return true;
}

/* As long as the answer took, and a little longer. */
static void
begin_check(struct task *t, struct check *check)
{
	int64_t now_us = clock_now_us();

	check->until_us = now_us + CHECK_FACTOR * (now_us - t->started_us) +
			  (has_recursive(t) ? CHECK_RECURSIVE_US : CHECK_US);
	watchdog_budget(check->until_us);
}

static void
check_all(struct task *t, struct check *check)
{
	const struct problem *p = &t->parsed->problem;
	const struct problem_part **others =
		mem_grow(NULL, p->count + 1, sizeof(*others));
	size_t count;

	assert(others != NULL); /* what gcc's analyzer asks for */
	*check = (struct check){0};
	begin_check(t, check);
	if (ground_assertions_hold(t, others, &count, &check->count) ==
		Z3_L_TRUE) {
		check->found.checked = check->count - (uint32_t)count;
	} else {
		begin_check(t, check);
		count = 0;
		for (size_t i = 0; i < p->count; i++) {
			if (is_checked(&p->parts[i]))
				others[count++] = &p->parts[i];
		}
	}
	for (size_t i = 0; i < count && check_one(t, others[i], check); i++)
		;
	watchdog_budget(0);
	free(others);
}

bool
solution_is_wrong(struct task *t)
{
	size_t other_count;
	uint32_t count;

	if (ground_assertions_hold(t, NULL, &other_count, &count) != Z3_L_FALSE)
		return false;
	false_count++;
	return true;
}

static bool
quantifies_floats(Z3_context c, Z3_ast part)
{
	unsigned count = term_is_quantifier(c, part)
				 ? Z3_get_quantifier_num_bound(c, part)
				 : 0;

	for (unsigned i = 0; i < count; i++) {
		if (Z3_get_sort_kind(c, Z3_get_quantifier_bound_sort(c, part,
						i)) == Z3_FLOATING_POINT_SORT)
			return true;
	}
	return false;
}

bool
solution_is_doubtful(struct task *t)
{
	const struct problem *p = &t->parsed->problem;
	bool is_doubtful = false;

	if (!has_quantifiers(t))
		return false;
	for (size_t i = 0; i < p->count && !is_doubtful; i++) {
		Z3_ast term;

		if (!is_checked(&p->parts[i]))
			continue;
		term = task_original(t, &p->parts[i]);
		is_doubtful = term_any(t->c, term, quantifies_floats) &&
			      term_any(t->c, term, term_applies_partial) &&
			      evaluator_holds(t, term,
				      clock_now_us() + CHECK_US) != Z3_L_TRUE;
	}
	watchdog_budget(0);
	return is_doubtful;
}

/* How many assertions the text has, and how many groups of the ask those are of
 * that were evaluated: the first ones. */
static void
count_asserted(const struct task *t, struct answer_evaluation *evaluation)
{
	const struct ask *ask = t->ask;
	const struct problem_part *part = NULL;
	size_t next = 0; /* the first group that begins later */
	size_t last = 0;

	while ((part = task_part(t, PART_ASSERTION, part)) != NULL) {
		if (evaluation->asserted++ >= evaluation->checked)
			continue;
		while (next < ask->groups.count &&
			ask->groups.at[next] <= part->form->list.line)
			next++;
		evaluation->items += next != last;
		last = next;
	}
}

/*
 * libz3 4.8.12 has answered sat with values that do not satisfy the text, so
 * no solution leaves without this.
 */
void
solution_check(struct task *t)
{
	struct check check;

	check_all(t, &check);
	count_asserted(t, &check.found);
	answer_put_evaluation(&t->out->frames, &check.found);
	assertions_release(&check.found.failed);
}

Z3_lbool
solution_holds(struct task *t)
{
	struct check check;
	Z3_lbool holds;

	check_all(t, &check);
	holds = check.found.checked == check.count &&
				check.found.failed.count == 0
			? Z3_L_TRUE
			: Z3_L_UNDEF;
	for (size_t i = 0; i < check.found.failed.count; i++) {
		if (check.found.failed.list[i].is_false)
			holds = Z3_L_FALSE;
	}
	assertions_release(&check.found.failed);
	return holds;
}

/* --- what nothing determines --------------------------------------------- */

static bool
may_rest_on_open(const struct task *t)
{
	static const char *const divisions[] = {
		"(div ", "(mod ", "(rem ", "(/ "};
	const struct problem_part *part = NULL;

	for (size_t i = 0; i < sizeof(divisions) / sizeof(divisions[0]); i++) {
		if (strstr(t->script->text, divisions[i]) != NULL)
			return true;
	}
	while ((part = task_part(t, PART_FUNCTION, part)) != NULL) {
		if (function_is_outside(t, part))
			return true;
	}
	return false;
}

/* (dist 0 4), where libz3 has (dist!outside 0 4) */
static char *
open_text(const struct task *t, Z3_ast open)
{
	char *text = print_term(t->printer, open);
	char *suffix = strstr(text, SYMBOL_OUTSIDE);

	if (suffix != NULL)
		memmove(suffix, suffix + strlen(SYMBOL_OUTSIDE),
			strlen(suffix + strlen(SYMBOL_OUTSIDE)) + 1);
	return text;
}

/* The application at the values of its arguments, if nothing determines it: a
 * table outside of its indices, a division by zero; else NULL. */
static Z3_ast
open_application(const struct task *t, Z3_ast part)
{
	unsigned count = term_arity(t->c, part);
	bool divides = term_divides(t->c, part);
	unsigned known = 0;
	Z3_ast open = NULL;
	Z3_ast *values;

	if (count == 0 ||
		(!divides && !symbol_is_outside(context_name(
				     t->c, Z3_get_decl_name(t->c,
						   term_decl(t->c, part))))))
		return NULL;
	values = term_arguments(t->c, part);
	while (known < count &&
		(values[known] = solution_value(t, values[known])) != NULL)
		known++;
	if (known == count)
		open = Z3_mk_app(t->c, term_decl(t->c, part), count, values);
	free(values);
	return open != NULL && divides && !term_applies_partial(t->c, open)
		       ? NULL
		       : open;
}

/* Whether the term may have another value where the part has one. */
static bool
depends_on(const struct task *t, Z3_ast term, Z3_ast part)
{
	Z3_ast other = Z3_mk_fresh_const(
		t->c, "satchel!open", Z3_get_sort(t->c, part));
	DROP(termset) struct termset parts = {0};
	Z3_ast value;

	term = Z3_substitute(t->c, term, 1, &part, &other);
	value = interruptible_value(t->c, t->model, term, false);
	if (value == NULL)
		return false;
	termset_add_parts(&parts, t->c, value, true);
	return termset_has(&parts, t->c, other);
}

/* What the value of the term rests on, or NULL. */
static Z3_ast
find_open(const struct task *t, Z3_ast term, int64_t until_us)
{
	DROP(termset) struct termset parts = {0};
	Z3_ast open = NULL;

	termset_add_parts(&parts, t->c, term, false);
	for (size_t i = 0;
		i < parts.count && open == NULL && clock_now_us() < until_us;
		i++) {
		open = open_application(t, parts.at[i]);
		if (open != NULL && !depends_on(t, term, parts.at[i]))
			open = NULL;
	}
	return open;
}

void
solution_put_open(struct task *t)
{
	enum { SEARCH_US = 100000 };
	const struct problem *p = &t->parsed->problem;
	int64_t until_us = clock_now_us() + SEARCH_US;
	Z3_ast open = NULL;

	if (t->model == NULL || !may_rest_on_open(t))
		return;
	watchdog_budget(until_us);
	for (size_t i = 0; i < p->count && open == NULL; i++) {
		if (part_is_decided(p->parts[i].kind))
			open = find_open(
				t, task_term(t, &p->parts[i]), until_us);
	}
	watchdog_budget(0);
	if (open != NULL) {
		DROP(text) char *text = open_text(t, open);

		if (text[0] != '\0')
			answer_put_rests_on(&t->out->frames, text);
	}
}

/* What is known is not to be lost with what may never end. A better solution
 * replaces the one before as a whole, or not at all. */
static void
send(const struct task *t)
{
	if (t->found.objectives != NULL)
		return;
	if (has_recursive(t))
		answer_stream_send(t->out);
	else
		answer_stream_send_late(t->out);
}

bool
solution_report(struct task *t)
{
	DROP(text) char *text = NULL;
	bool is_whole;

	answer_stream_phase_late(t->out, PHASE_MODEL);
	/* A first frame: what follows replaces an earlier solution. */
	answer_put_model(&t->out->frames, "");
	functions_complete(t);
	is_whole = report_values(t);
	send(t);
	solution_check(t);
	send(t);
	if (is_whole)
		text = model_definitions_text(t, true);
	if (text != NULL)
		answer_put_model(&t->out->frames, text);
	send(t);
	return is_whole;
}
