#include "smt/clauses.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "smt/clauses_term.h"
#include "smt/connective.h"
#include "smt/forms.h"
#include "smt/lexer.h"

void
clauses_init(struct clauses *c, size_t ceiling_bytes)
{
	*c = (struct clauses){0};
	gates_init(&c->gates, ceiling_bytes);
}

void
clauses_drop(struct clauses *c)
{
	for (size_t i = 0; i < c->macro_count; i++)
		free(c->macros[i].parameters);
	free(c->macros);
	free(c->constants);
	literals_release(&c->literals);
	gates_release(&c->gates);
	*c = (struct clauses){0};
}

/* A command on its way into clauses. */
struct adding {
	struct clauses *clauses;
	const char *text;
	const struct form *form;
	struct fault *fault;
};

static bool
refuse(const struct adding *a, const struct token *t, const char *why)
{
	return fault_at(a->fault, FAULT_REFUSED, t, "%s", why);
}

static bool
read_argument(const struct adding *a, size_t number, struct token *t)
{
	return form_argument(a->form, a->text, number, t) ||
	       refuse(a, &a->form->head, "it lacks an argument");
}

static bool
check_bool(const struct adding *a, const struct token *sort)
{
	return token_is(a->text, sort, "Bool") ||
	       refuse(a, sort, "only Bool is propositional");
}

/* The name of a declaration, which is a symbol: libz3 has read it. */
static bool
read_name(const struct adding *a, struct token *name)
{
	if (!read_argument(a, 0, name) || !token_is_symbol(name))
		return refuse(a, &a->form->head, "it declares no name");
	return connective_find(a->text, name) == NULL ||
	       refuse(a, name, "an operator has this name already");
}

static void
define(const struct adding *a, const struct token *name, int32_t literal)
{
	struct literals *l = &a->clauses->literals;

	literals_set(l, literals_name(l, a->text, name),
		(struct meaning){MEANS_LITERAL, literal, 0});
}

static bool
has_elements(const struct adding *a, const struct token *list)
{
	struct lexer inside;
	struct token t;

	if (list->kind != TOKEN_OPEN)
		return false;
	lexer_enter(&inside, a->text, list);
	return form_next(&inside, &t);
}

static bool
declare(const struct adding *a, size_t sort_at)
{
	struct clauses *c = a->clauses;
	struct token name;
	struct token t;

	if (!read_name(a, &name))
		return false;
	if (sort_at > 1 && form_argument(a->form, a->text, 1, &t) &&
		has_elements(a, &t))
		return refuse(a, &t,
			"a function that is not defined is no Bool constant");
	if (!read_argument(a, sort_at, &t) || !check_bool(a, &t))
		return false;
	define(a, &name, gates_variable(&c->gates));
	c->constants = mem_room(c->constants, c->constant_count,
		&c->constant_capacity, sizeof(*c->constants));
	c->constants[c->constant_count++] = (struct clauses_constant){
		.name = token_name(a->text, &name),
		.variable = c->gates.variables,
	};
	return true;
}

static bool
define_constant(const struct adding *a, size_t sort_at)
{
	struct token name;
	struct token t;
	int32_t literal;

	if (!read_name(a, &name) || !read_argument(a, sort_at, &t) ||
		!check_bool(a, &t) || !read_argument(a, sort_at + 1, &t) ||
		!clauses_term(
			a->clauses, a->text, &t, false, &literal, a->fault))
		return false;
	define(a, &name, literal);
	return true;
}

/* ((a Bool) (b Bool)) */
static bool
read_parameters(const struct adding *a, const struct token *list,
	struct clauses_macro *macro)
{
	struct lexer walk;
	struct token pair;
	size_t capacity = 0;

	lexer_enter(&walk, a->text, list);
	while (form_next(&walk, &pair)) {
		struct lexer inside;
		struct token name;
		struct token sort;

		lexer_enter(&inside, a->text, &pair);
		if (!form_next(&inside, &name) || !form_next(&inside, &sort))
			return refuse(a, &pair, "it is no parameter");
		if (!check_bool(a, &sort))
			return false;
		macro->parameters =
			mem_room(macro->parameters, macro->parameter_count,
				&capacity, sizeof(*macro->parameters));
		macro->parameters[macro->parameter_count++] =
			literals_name(&a->clauses->literals, a->text, &name);
	}
	return true;
}

/* Read once where it stands, so that a fault is found in the right text. */
static bool
check_body(const struct adding *a, const struct clauses_macro *macro)
{
	struct literals *l = &a->clauses->literals;
	size_t bindings = l->binding_count;
	int32_t literal;
	bool done;

	for (size_t i = 0; i < macro->parameter_count; i++)
		literals_bind(l, macro->parameters[i], GATES_TRUE);
	done = clauses_term(
		a->clauses, a->text, &macro->body, false, &literal, a->fault);
	literals_unbind(l, bindings);
	return done;
}

static bool
read_function(const struct adding *a, struct clauses_macro *macro)
{
	struct token t;

	return read_argument(a, 1, &t) && read_parameters(a, &t, macro) &&
	       read_argument(a, 2, &t) && check_bool(a, &t) &&
	       read_argument(a, 3, &macro->body) && check_body(a, macro);
}

static bool
define_function(const struct adding *a)
{
	struct clauses *c = a->clauses;
	struct clauses_macro macro = {.text = a->text};
	struct token name;
	struct token t;

	if (!read_name(a, &name))
		return false;
	if (form_argument(a->form, a->text, 1, &t) && !has_elements(a, &t))
		return define_constant(a, 2);
	if (!read_function(a, &macro)) {
		free(macro.parameters);
		return false;
	}
	c->macros = mem_room(c->macros, c->macro_count, &c->macro_capacity,
		sizeof(*c->macros));
	c->macros[c->macro_count] = macro;
	literals_set(&c->literals, literals_name(&c->literals, a->text, &name),
		(struct meaning){MEANS_MACRO, 0, c->macro_count++});
	return true;
}

static bool
assert_term(const struct adding *a)
{
	struct token t;
	int32_t literal;

	return read_argument(a, 0, &t) &&
	       clauses_term(a->clauses, a->text, &t, true, &literal, a->fault);
}

static bool
add_command(const struct adding *a)
{
	const struct form *form = a->form;

	if (form->command == COMMAND_DECLARE_CONST)
		return declare(a, 1);
	if (form->command == COMMAND_DECLARE_FUN)
		return declare(a, 2);
	if (form->command == COMMAND_DEFINE_CONST)
		return define_constant(a, 1);
	if (form->command == COMMAND_DEFINE_FUN)
		return define_function(a);
	if (form->command == COMMAND_ASSERT)
		return assert_term(a);
	if (form->command == COMMAND_SET_LOGIC ||
		form->command == COMMAND_SET_INFO ||
		form->command == COMMAND_SET_OPTION)
		return true;
	return refuse(a, &form->head,
		"only Bool constants, definitions over Bool and assertions "
		"are propositional");
}

bool
clauses_add(
	struct clauses *c, const char *text, size_t size, struct fault *fault)
{
	DROP(forms) struct forms forms = {0};
	struct adding a = {.clauses = c, .text = text, .fault = fault};

	if (!forms_cut(text, size, &forms, fault))
		return false;
	for (size_t i = 0; i < forms.count; i++) {
		a.form = &forms.at[i];
		if (!add_command(&a))
			return false;
	}
	return true;
}
