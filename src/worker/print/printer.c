#include "worker/print/printer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/text/commands.h"
#include "smt/text/lexer.h"
#include "worker/base/context.h"
#include "worker/base/task.h"
#include "worker/print/string_literal.h"

static const char mark[] = ELEMENT_MARK;

/* --- texts --------------------------------------------------------------- */

const char *
text_map_find(const struct text_map *m, Z3_context c, Z3_ast key)
{
	size_t at = termset_find(&m->keys, c, key);

	return at == TERMSET_NONE ? NULL : m->texts[at];
}

const char *
text_map_put(struct text_map *m, Z3_context c, Z3_ast key, char *text)
{
	size_t at = m->keys.count;

	(void)termset_add(&m->keys, c, key);
	m->texts = mem_room(m->texts, at, &m->capacity, sizeof(*m->texts));
	return m->texts[at] = text;
}

static void
text_map_release(struct text_map *m)
{
	for (size_t i = 0; i < m->keys.count; i++)
		free(m->texts[i]);
	free(m->texts);
	termset_release(&m->keys);
	*m = (struct text_map){0};
}

static char *
as_symbol(const char *name)
{
	DROP(buf) struct buf out;

	buf_init(&out, SIZE_MAX / 2);
	text_add_symbol(&out, name);
	return buf_detach(&out);
}

/* --- sorts --------------------------------------------------------------- */

/* libz3 tells the parameters of a declared sort to nobody, but writes them
 * where it prints a benchmark: (declare-fun satchel!sort () SORT). */
static char *
print_sort(Z3_context c, Z3_sort sort)
{
	static const char head[] = "(declare-fun satchel!sort () ";
	Z3_ast constant =
		Z3_mk_const(c, Z3_mk_string_symbol(c, "satchel!sort"), sort);
	const char *found =
		strstr(Z3_benchmark_to_smtlib_string(c, "", "", "", "", 0, NULL,
			       Z3_mk_eq(c, constant, constant)),
			head);
	DROP(text) char *text = NULL;
	struct lexer walk;
	struct token name;

	if (found != NULL) {
		found += strlen(head);
		walk = lexer_of(found, strlen(found));
		if (command_next(&walk, &name))
			text = text_copy_n(found + name.offset, name.length);
	}
	if (text == NULL)
		text = text_copy(Z3_sort_to_string(c, sort));
	return string_literal_reread(text);
}

/* Whether it is one of SMT-LIB's own whose values are literals. */
static bool
is_built_in(Z3_context c, Z3_sort sort)
{
	switch ((int)Z3_get_sort_kind(c, sort)) {
	case Z3_BOOL_SORT:
	case Z3_INT_SORT:
	case Z3_REAL_SORT:
	case Z3_BV_SORT:
	case Z3_FLOATING_POINT_SORT:
	case Z3_ROUNDING_MODE_SORT:
		return true;
	default:
		return Z3_is_string_sort(c, sort);
	}
}

const char *
printer_sort(struct printer *p, Z3_sort sort)
{
	Z3_ast key = Z3_sort_to_ast(p->c, sort);
	const char *known = text_map_find(&p->sorts, p->c, key);

	if (known != NULL)
		return known;
	return text_map_put(&p->sorts, p->c, key,
		is_built_in(p->c, sort)
			? text_copy(Z3_sort_to_string(p->c, sort))
			: print_sort(p->c, sort));
}

char *
printer_signature(struct printer *p, Z3_func_decl decl)
{
	DROP(buf) struct buf out;

	buf_init(&out, SIZE_MAX / 2);
	buf_add_char(&out, '(');
	for (unsigned i = 0; i < Z3_get_domain_size(p->c, decl); i++)
		buf_add_format(&out, "%s%s", i > 0 ? " " : "",
			printer_sort(p, Z3_get_domain(p->c, decl, i)));
	buf_add_format(&out, ") %s", printer_sort(p, Z3_get_range(p->c, decl)));
	return buf_detach(&out);
}

/* --- names --------------------------------------------------------------- */

static void
read_overloads(const struct task *t, struct symbol_table *overloads)
{
	const struct problem_part *part = NULL;
	DROP(symbol_table) struct symbol_table all = {0};

	while ((part = task_part(t, PART_COMMAND, part)) != NULL) {
		struct slice name = command_name(part->form, t->script->text);
		enum command_kind kind = part->form->command;

		if (kind != COMMAND_DECLARE_CONST &&
			kind != COMMAND_DECLARE_FUN &&
			kind != COMMAND_DEFINE_CONST &&
			kind != COMMAND_DEFINE_FUN)
			continue;
		if (symbol_table_has(&all, name))
			(void)symbol_table_find(overloads, name);
		(void)symbol_table_find(&all, name);
	}
}

char *
printer_name(const struct printer *p, const char *name, const char *sort,
	bool is_constant)
{
	DROP(text) char *symbol = NULL;

	if (!symbol_table_has(&p->overloads, slice_of(name)))
		return text_copy(name);
	symbol = as_symbol(name);
	return text_format(is_constant ? "(as %s %s)" : "%s %s", symbol, sort);
}

/* What libz3 makes up itself has a number for a name. */
char *
printer_symbol(const struct printer *p, Z3_symbol name)
{
	if (Z3_get_symbol_kind(p->c, name) == Z3_INT_SYMBOL)
		return text_format("k!%d", Z3_get_symbol_int(p->c, name));
	return as_symbol(context_name(p->c, name));
}

/* --- functions ----------------------------------------------------------- */

Z3_ast
printer_parameter(Z3_context c, unsigned number, Z3_sort sort)
{
	DROP(text) char *name = text_format("x!%u", number);

	return Z3_mk_const(c, Z3_mk_string_symbol(c, name), sort);
}

Z3_ast
printer_else(Z3_context c, Z3_func_decl decl, Z3_func_interp table)
{
	unsigned count = Z3_get_domain_size(c, decl);
	Z3_ast *names = mem_grow(NULL, count + 1, sizeof(*names));
	Z3_ast body = Z3_func_interp_get_else(c, table);

	for (unsigned i = 0; i < count; i++)
		names[i] = printer_parameter(c, i, Z3_get_domain(c, decl, i));
	if (body != NULL)
		body = term_substitute_variables(c, body, count, names);
	free(names);
	return body;
}

/* --- elements ------------------------------------------------------------ */

bool
printer_is_element(Z3_context c, Z3_ast value)
{
	Z3_func_decl decl;

	if (Z3_get_ast_kind(c, value) != Z3_APP_AST ||
		term_sort_kind(c, value) != Z3_UNINTERPRETED_SORT)
		return false;
	decl = term_decl(c, value);
	/* Its number, and its sort; constants of the text have none. */
	return Z3_get_decl_num_parameters(c, decl) == 2 &&
	       Z3_get_decl_parameter_kind(c, decl, 0) == Z3_PARAMETER_INT &&
	       Z3_get_decl_parameter_kind(c, decl, 1) == Z3_PARAMETER_SORT;
}

/* |(Q 'a b')!val!0|, of the sort (Q |a b|): a quoted symbol has no bar. */
static char *
new_element_name(struct printer *p, Z3_ast element)
{
	Z3_func_decl decl = term_decl(p->c, element);
	const char *sort = printer_sort(p, Z3_get_sort(p->c, element));
	bool is_list = sort[0] == '(';
	DROP(buf) struct buf name;

	buf_init(&name, SIZE_MAX / 2);
	for (; *sort != '\0'; sort++) {
		if (*sort != '|')
			buf_add_char(&name, *sort);
		else if (is_list)
			buf_add_char(&name, '\'');
	}
	buf_add_format(
		&name, "%s%d", mark, Z3_get_decl_int_parameter(p->c, decl, 0));
	return as_symbol(name.data);
}

char *
printer_element(struct printer *p, Z3_ast element)
{
	const char *named = text_map_find(&p->named, p->c, element);

	(void)termset_add(&p->elements, p->c, element);
	return named != NULL ? as_symbol(named) : new_element_name(p, element);
}

void
printer_learn(struct printer *p, const struct task *t)
{
	const struct problem_part *part = NULL;

	text_map_release(&p->named);
	p->occurring_in = NULL;
	if (strstr(t->script->text, mark) == NULL)
		return;
	while ((part = task_part(t, PART_CONSTANT, part)) != NULL) {
		DROP(text) char *name = task_name(t, part);
		Z3_ast value = strstr(name, mark) != NULL
				       ? solution_value(t, task_term(t, part))
				       : NULL;

		/* Two names for one: the first is it. */
		if (value != NULL && printer_is_element(p->c, value) &&
			text_map_find(&p->named, p->c, value) == NULL)
			(void)text_map_put(&p->named, p->c, value, TAKE(name));
	}
}

/* --- life ---------------------------------------------------------------- */

void
printer_init(struct printer *p, const struct task *t)
{
	*p = (struct printer){.task = t, .c = t->c};
	read_overloads(t, &p->overloads);
}

void
printer_release(struct printer *p)
{
	text_map_release(&p->sorts);
	text_map_release(&p->heads);
	text_map_release(&p->named);
	termset_release(&p->elements);
	termset_release(&p->occurring);
	symbol_table_release(&p->overloads);
	*p = (struct printer){0};
}
