#include "solver/exact.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/form.h"
#include "smt/symbols.h"
#include "smt/text.h"
#include "solver/element.h"
#include "solver/literal.h"
#include "solver/standing.h"
#include "solver/task.h"

static bool is_due; /* printing knows no task */

/* --- whether it is due --------------------------------------------------- */

static bool
is_sort(const struct form *form)
{
	return form->command == COMMAND_DECLARE_SORT ||
	       form->command == COMMAND_DECLARE_DATATYPE ||
	       form->command == COMMAND_DECLARE_DATATYPES;
}

static bool
needs_bars(const char *name)
{
	DROP(buf) struct buf symbol;

	buf_init(&symbol, SIZE_MAX / 2);
	text_add_symbol(&symbol, name);
	return symbol.data[0] == '|';
}

/* A sort with parameters, or of a name that libz3 writes without bars. */
static bool
is_hard(const char *text, const struct form *form)
{
	DROP(symbols) struct symbols symbols = {0};

	if (!symbols_scan(
		    text + form->list.offset, form->list.length, &symbols))
		return true;
	for (size_t i = 0; i < symbols.declared_count; i++) {
		const struct symbol *one = &symbols.declared[i];

		if (one->kind == SYMBOL_SORT &&
			(one->arity > 0 || needs_bars(one->name)))
			return true;
	}
	return false;
}

void
exact_begin(const struct task *t)
{
	const char *text = t->script->text;
	const struct problem_part *part = NULL;

	elements_forget();
	is_due = false;
	while (!is_due && (part = task_part(t, PART_COMMAND, part)) != NULL) {
		const struct form *form = part->form;

		is_due = (is_sort(form) && is_hard(text, form)) ||
			 (form->command == COMMAND_DECLARE_FUN &&
				 element_mark(text + form->list.offset,
					 form->list.length) != NULL);
	}
}

bool
exact_is_due(void)
{
	return is_due;
}

/* --- text ---------------------------------------------------------------- */

/* The sort of (declare-fun satchel!sort () SORT) in a benchmark. */
static char *
find_sort(const char *benchmark)
{
	static const char head[] = "(declare-fun satchel!sort () ";
	const char *found = strstr(benchmark, head);
	struct lexer walk;
	struct token sort;

	if (found == NULL)
		return NULL;
	found += strlen(head);
	lexer_init(&walk, found, strlen(found));
	if (!form_next(&walk, &sort))
		return NULL;
	return text_copy_n(found + sort.offset, sort.length);
}

char *
exact_sort(Z3_context c, Z3_sort sort)
{
	Z3_ast constant;
	char *text = NULL;

	if (is_due) {
		constant = Z3_mk_const(
			c, Z3_mk_string_symbol(c, "satchel!sort"), sort);
		text = find_sort(Z3_benchmark_to_smtlib_string(c, "", "", "",
			"", 0, NULL, Z3_mk_eq(c, constant, constant)));
	}
	return text != NULL ? text : text_copy(Z3_sort_to_string(c, sort));
}

char *
exact_term(Z3_context c, Z3_ast term)
{
	DROP(text) char *text = NULL;
	struct standing s;

	if (!is_due)
		return literal_reread(Z3_ast_to_string(c, term));
	standing_begin(&s, c);
	text = standing_text(&s, Z3_ast_to_string(c, standing_term(&s, term)));
	standing_end(&s);
	return literal_reread(text);
}
