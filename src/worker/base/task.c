#include "worker/base/task.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/context.h"
#include "worker/base/interruptible.h"

void
found_release(struct found *f)
{
	free(f->reason);
	free(f->objectives);
	core_release(&f->core);
	free(f->statistics);
	free(f->counters);
}

const struct problem_part *
task_part(const struct task *t, enum part_kind kind,
	const struct problem_part *after)
{
	const struct problem *p = &t->parsed->problem;
	const struct problem_part *end = p->parts + p->count;
	const struct problem_part *part = after == NULL ? p->parts : after + 1;

	for (; part < end; part++) {
		if (part->kind == kind)
			return part;
	}
	return NULL;
}

bool
script_asks(const struct script *s, const struct script_problem *sp,
	enum command_kind command)
{
	for (size_t i = sp->follow_first; i < sp->follow_end; i++) {
		if (s->forms->at[i].command == command)
			return true;
	}
	return false;
}

bool
task_asks(const struct task *t, enum command_kind command)
{
	return script_asks(t->script, t->sp, command);
}

Z3_ast
parsed_term(const struct parsed *p, const struct problem_part *part)
{
	return p->terms[part->term];
}

Z3_ast
task_term(const struct task *t, const struct problem_part *part)
{
	return t->expanded.terms != NULL ? t->expanded.terms[part->term]
					 : parsed_term(t->parsed, part);
}

Z3_ast
task_term_alone(const struct task *t, const struct problem_part *part)
{
	return t->expanded.alone != NULL ? t->expanded.alone[part->term]
					 : parsed_term(t->parsed, part);
}

void
expanded_rely(struct expanded *e, const struct problem_part *part,
	const struct problem_part *premise)
{
	for (size_t i = 0; i < e->reliance_count; i++) {
		if (e->reliances[i].part == part &&
			e->reliances[i].premise == premise)
			return;
	}
	*ARRAY_ADD(e->reliances, e->reliance_count, e->reliance_capacity) =
		(struct reliance){part, premise};
}

void
expanded_drop(struct expanded *e)
{
	free(e->reliances);
	free(e->terms);
	free(e->alone);
	*e = (struct expanded){0};
}

Z3_ast
task_original(const struct task *t, const struct problem_part *part)
{
	return parsed_term(t->parsed, part);
}

char *
task_source(const struct task *t, const struct problem_part *part)
{
	return text_copy_n(
		t->script->text + part->source.offset, part->source.length);
}

struct answer_assertion *
task_describe(const struct task *t, const struct problem_part *part,
	struct answer_assertions *list)
{
	struct answer_assertion *one;
	struct token label;
	struct slice name = {"", 0};

	if (part->form != NULL &&
		command_label(part->form, t->script->text, &label))
		name = token_name(t->script->text, &label);
	one = ARRAY_ADD(list->list, list->count, list->capacity);
	*one = (struct answer_assertion){
		.index = (uint32_t)part->number,
		.line = part->source.line,
		.field = part->field != NULL
				 ? (uint32_t)(part->field -
					      t->script->ask->fields) +
					   1
				 : 0,
		.offset = (uint32_t)part->source.offset,
		.length = (uint32_t)part->source.length,
		.label = text_copy_n(name.start, name.length),
	};
	return one;
}

char *
task_name(const struct task *t, const struct problem_part *part)
{
	struct slice name = token_name(t->script->text, &part->source);

	return text_copy_n(name.start, name.length);
}

Z3_func_decl
task_function(const struct task *t, const struct problem_part *part)
{
	Z3_ast equation = Z3_get_quantifier_body(t->c, task_term(t, part));
	Z3_ast application = term_argument(t->c, equation, 0);

	return term_decl(t->c, application);
}

static Z3_solver
combined_solver(const struct task *t)
{
	Z3_solver solver = NULL;

	context_clear();
	if (t->settings.logic != NULL)
		solver = Z3_mk_solver_for_logic(
			t->c, Z3_mk_string_symbol(t->c, t->settings.logic));
	if (solver == NULL || context_failed())
		solver = Z3_mk_solver(t->c);
	return solver;
}

Z3_ast *
task_asserted(const struct task *t, size_t *count)
{
	static const enum part_kind kinds[] = {PART_ASSERTION, PART_ASSUMPTION};
	Z3_ast *terms =
		mem_grow(NULL, t->parsed->problem.count + 1, sizeof(*terms));

	*count = 0;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		const struct problem_part *part = NULL;

		while ((part = task_part(t, kinds[i], part)) != NULL)
			terms[(*count)++] = task_term(t, part);
	}
	return terms;
}

static void
set_seed(const struct task *t, Z3_solver solver)
{
	Z3_params params = Z3_mk_params(t->c);

	Z3_params_inc_ref(t->c, params);
	Z3_params_set_uint(t->c, params,
		Z3_mk_string_symbol(t->c, "random_seed"), t->settings.seed);
	Z3_solver_set_params(t->c, solver, params);
	Z3_params_dec_ref(t->c, params);
}

Z3_solver
task_solver_of(
	const struct task *t, bool simple, const Z3_ast *terms, size_t count)
{
	Z3_solver solver =
		simple ? Z3_mk_simple_solver(t->c) : combined_solver(t);

	Z3_solver_inc_ref(t->c, solver);
	if (t->settings.seed > 0)
		set_seed(t, solver);
	checked_solver_assert_all(t->c, solver, terms, count);
	return solver;
}

Z3_solver
task_solver(const struct task *t, bool simple)
{
	size_t count;
	Z3_ast *terms = task_asserted(t, &count);
	Z3_solver solver = task_solver_of(t, simple, terms, count);

	free(terms);
	return solver;
}

/* Returns the value that the model lists for a constant, if it is a Bool or a
 * number; NULL otherwise. No interrupt keeps it from being known. */
static Z3_ast
listed_value(const struct task *t, Z3_ast constant)
{
	Z3_ast value = NULL;

	if (term_is_constant(t->c, constant))
		value = Z3_model_get_const_interp(
			t->c, t->model, term_decl(t->c, constant));
	return value != NULL && (Z3_is_numeral_ast(t->c, value) ||
					Z3_get_bool_value(t->c, value) !=
						Z3_L_UNDEF)
		       ? value
		       : NULL;
}

Z3_ast
solution_value(const struct task *t, Z3_ast term)
{
	Z3_ast value = listed_value(t, term);

	return value != NULL ? value
			     : interruptible_value(t->c, t->model, term, true);
}

Z3_ast
solution_any(const struct task *t, Z3_sort sort)
{
	return solution_value(t, Z3_mk_fresh_const(t->c, "satchel!any", sort));
}

Z3_ast
solution_entry(Z3_context c, Z3_func_decl function, Z3_func_interp table,
	unsigned number, Z3_ast *value)
{
	Z3_func_entry entry = Z3_func_interp_get_entry(c, table, number);
	unsigned count = Z3_get_domain_size(c, function);
	Z3_ast *arguments = mem_grow(NULL, count + 1, sizeof(*arguments));
	Z3_ast place;

	Z3_func_entry_inc_ref(c, entry);
	for (unsigned i = 0; i < count; i++)
		arguments[i] = Z3_func_entry_get_arg(c, entry, i);
	place = Z3_mk_app(c, function, count, arguments);
	*value = Z3_func_entry_get_value(c, entry);
	Z3_func_entry_dec_ref(c, entry);
	free(arguments);
	return place;
}
