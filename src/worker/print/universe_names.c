#include "worker/print/universe_names.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/text/text.h"
#include "worker/base/task.h"
#include "worker/print/sort_printer.h"
#include "worker/solution/solution.h"

static const char mark[] = ELEMENT_MARK;

/* Printing knows no task. */
static struct {
	struct named {
		Z3_ast element;
		char *name; /* a symbol's, without bars */
	} * at;
	size_t count, capacity;
	unsigned beyond; /* a number that no such name has, nor a larger one */
} known;

const char *
universe_names_mark(const char *name, size_t length)
{
	return memmem(name, length, mark, strlen(mark));
}

bool
universe_names_is(Z3_context c, Z3_ast value)
{
	Z3_func_decl decl;

	if (Z3_get_ast_kind(c, value) != Z3_APP_AST ||
		Z3_get_sort_kind(c, Z3_get_sort(c, value)) !=
			Z3_UNINTERPRETED_SORT)
		return false;
	decl = Z3_get_app_decl(c, Z3_to_app(c, value));
	/* Its number, and its sort; constants of the text have none. */
	return Z3_get_decl_num_parameters(c, decl) == 2 &&
	       Z3_get_decl_parameter_kind(c, decl, 0) == Z3_PARAMETER_INT &&
	       Z3_get_decl_parameter_kind(c, decl, 1) == Z3_PARAMETER_SORT;
}

/* A name for what is in the sort, up to the number. */
static void
add_stem(const char *sort, struct buf *out)
{
	bool is_list = sort[0] == '(';

	for (; *sort != '\0'; sort++) {
		if (*sort != '|')
			buf_add_char(out, *sort);
		else if (is_list)
			buf_add_char(out, '\'');
		if (*sort == '\'' && is_list)
			buf_add_char(out, '\'');
	}
	buf_add_text(out, mark);
}

static char *
stem_of(Z3_context c, Z3_ast element)
{
	DROP(text) char *sort = sort_printer_sort(c, Z3_get_sort(c, element));
	struct buf stem;

	buf_init(&stem, SIZE_MAX / 2);
	add_stem(sort, &stem);
	return buf_take(&stem);
}

/* As libz3 counts them. */
static unsigned
number_of(Z3_context c, Z3_ast element)
{
	Z3_func_decl decl = Z3_get_app_decl(c, Z3_to_app(c, element));

	return (unsigned)Z3_get_decl_int_parameter(c, decl, 0);
}

char *
universe_names_name(Z3_context c, Z3_ast element)
{
	DROP(text) char *stem = stem_of(c, element);
	DROP(text) char *made = NULL;
	struct buf out;

	buf_init(&out, SIZE_MAX / 2);
	for (size_t i = 0; i < known.count; i++) {
		if (known.at[i].element != element)
			continue;
		text_add_symbol(&out, known.at[i].name);
		return buf_take(&out);
	}
	made = text_format("%s%u", stem, number_of(c, element) + known.beyond);
	text_add_symbol(&out, made);
	return buf_take(&out);
}

void
elements_forget(void)
{
	for (size_t i = 0; i < known.count; i++)
		free(known.at[i].name);
	free(known.at);
	memset(&known, 0, sizeof(known));
}

/* True if `name` is of that stem, with its number. */
static bool
read_number(const char *name, const char *stem, unsigned *number)
{
	const char *digits = name + strlen(stem);
	char *end;
	unsigned long value;

	if (strncmp(name, stem, strlen(stem)) != 0 || *digits < '0' ||
		*digits > '9')
		return false;
	value = strtoul(digits, &end, 10);
	*number = (unsigned)value;
	return *end == '\0' && value < UINT32_MAX / 2;
}

static void
learn(const struct task *t, Z3_ast constant, const char *name)
{
	Z3_ast value = solution_value(t, constant);
	DROP(text) char *stem = NULL;
	unsigned number;

	if (value == NULL || !universe_names_is(t->c, value))
		return;
	stem = stem_of(t->c, value);
	if (!read_number(name, stem, &number))
		return;
	if (number >= known.beyond)
		known.beyond = number + 1;
	for (size_t i = 0; i < known.count; i++) {
		if (known.at[i].element == value)
			return; /* two names for one: the first is it */
	}
	known.at = mem_room(
		known.at, known.count, &known.capacity, sizeof(*known.at));
	known.at[known.count++] = (struct named){value, text_copy(name)};
}

void
elements_learn(const struct task *t)
{
	const struct problem_part *part = NULL;

	elements_forget();
	while ((part = task_part(t, PART_CONSTANT, part)) != NULL) {
		DROP(text) char *name = task_name(t, part);

		if (universe_names_mark(name, strlen(name)) != NULL)
			learn(t, task_term(t, part), name);
	}
}
