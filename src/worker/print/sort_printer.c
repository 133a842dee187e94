#include "worker/print/sort_printer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/names/symbols.h"
#include "smt/text/command.h"
#include "smt/text/text.h"
#include "worker/base/task.h"
#include "worker/print/placeholders.h"
#include "worker/print/string_literal.h"
#include "worker/print/universe_names.h"

enum { SORTS_MAX = 64 };

/* Printing knows no task. */
static bool is_due;
/* Each costs the printing of a benchmark, and a list has its in each cell. */
static struct {
	Z3_sort sort;
	char *text;
} known[SORTS_MAX];

/* --- whether it is due --------------------------------------------------- */

static bool
is_sort(const struct command *form)
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
is_hard(const char *text, const struct command *form)
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

static void
forget_sorts(void)
{
	for (size_t i = 0; i < SORTS_MAX; i++)
		free(known[i].text);
	memset(known, 0, sizeof(known));
}

void
sort_printer_begin(const struct task *t)
{
	const char *text = t->script->text;
	const struct problem_part *part = NULL;

	elements_forget();
	forget_sorts();
	is_due = false;
	while (!is_due && (part = task_part(t, PART_COMMAND, part)) != NULL) {
		const struct command *form = part->form;

		is_due = (is_sort(form) && is_hard(text, form)) ||
			 (form->command == COMMAND_DECLARE_FUN &&
				 universe_names_mark(text + form->list.offset,
					 form->list.length) != NULL);
	}
}

bool
sort_printer_is_due(void)
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
	if (!command_next(&walk, &sort))
		return NULL;
	return text_copy_n(found + sort.offset, sort.length);
}

static char *
print_sort(Z3_context c, Z3_sort sort)
{
	Z3_ast constant =
		Z3_mk_const(c, Z3_mk_string_symbol(c, "satchel!sort"), sort);
	DROP(text)
	char *text = find_sort(Z3_benchmark_to_smtlib_string(
		c, "", "", "", "", 0, NULL, Z3_mk_eq(c, constant, constant)));

	if (text == NULL)
		text = text_copy(Z3_sort_to_string(c, sort));
	return string_literal_reread(text);
}

char *
sort_printer_sort(Z3_context c, Z3_sort sort)
{
	size_t at = Z3_get_ast_id(c, Z3_sort_to_ast(c, sort)) % SORTS_MAX;

	if (!is_due)
		return text_copy(Z3_sort_to_string(c, sort));
	if (known[at].sort != sort) {
		free(known[at].text);
		known[at].text = print_sort(c, sort);
		known[at].sort = sort;
	}
	return text_copy(known[at].text);
}

char *
sort_printer_term(Z3_context c, Z3_ast term)
{
	DROP(text) char *text = NULL;
	struct placeholders s;

	if (!is_due)
		return string_literal_reread(Z3_ast_to_string(c, term));
	placeholders_begin(&s, c);
	text = placeholders_text(
		&s, Z3_ast_to_string(c, placeholders_term(&s, term)));
	placeholders_end(&s);
	return string_literal_reread(text);
}
