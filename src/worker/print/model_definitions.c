#include "worker/print/model_definitions.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/text/lexer.h"
#include "worker/base/answer_stream.h"
#include "worker/base/context.h"
#include "worker/base/interruptible.h"
#include "worker/base/termset.h"
#include "worker/base/value_range.h"
#include "worker/print/print_term.h"

/* Of a function each entry's arguments and value, and the else over x!0 and so
 * on; of a constant only its value. */
struct definition {
	Z3_func_decl decl;
	Z3_ast *terms;
	size_t count, capacity;
	bool is_written;
};

struct definitions {
	const struct task *t;
	bool is_reported; /* not only asked for as a text */
	bool is_interrupted;
	Z3_context c;
	struct printer *p;
	struct definition *at;
	size_t capacity;
	struct termset decls;	   /* of `at`; their number is its */
	struct symbol_table names; /* all that its commands are about */
};

/* --- what is not shown --------------------------------------------------- */

/*
 * What the text defines has parameters in libz3, which what it declares has
 * not: labels, recursive functions, which libz3 does not read as it writes
 * them, and definitions that may be in force no longer (solution.c adds the
 * values of those that are). What operators are where SMT-LIB leaves them open,
 * division by zero and fp.max of two zeros, reads back as something else.
 * What some step has made for itself is
 * nobody's.
 */
static bool
is_hidden(const struct definitions *d, Z3_func_decl decl)
{
	static const char prefix[] = "satchel!";
	const char *name = context_name(d->c, Z3_get_decl_name(d->c, decl));

	return strncmp(name, prefix, strlen(prefix)) == 0 ||
	       Z3_get_decl_kind(d->c, decl) != Z3_OP_UNINTERPRETED ||
	       Z3_get_decl_num_parameters(d->c, decl) > 0;
}

/* k!0, f!12: a name that libz3 makes, and the problem has not. */
static bool
is_helper(const struct definitions *d, Z3_func_decl decl)
{
	Z3_symbol symbol = Z3_get_decl_name(d->c, decl);
	const char *name;
	const char *number;

	if (Z3_get_symbol_kind(d->c, symbol) == Z3_INT_SYMBOL)
		return true;
	name = context_name(d->c, symbol);
	number = strrchr(name, '!');
	return number != NULL && number[1] != '\0' &&
	       number[1 + strspn(number + 1, "0123456789")] == '\0' &&
	       !symbol_table_has(&d->names, slice_of(name));
}

/* --- terms --------------------------------------------------------------- */

static bool
is_as_array(Z3_context c, Z3_ast part)
{
	return Z3_is_as_array(c, part);
}

/* (lambda ((x!0 Int)) (f x!0)) */
static Z3_ast
lambda_of(Z3_context c, Z3_func_decl decl)
{
	unsigned count = Z3_get_domain_size(c, decl);
	Z3_ast *parameters = mem_grow(NULL, count, sizeof(*parameters));
	Z3_app *bound = (Z3_app *)parameters;
	Z3_ast lambda;

	for (unsigned i = 0; i < count; i++)
		parameters[i] =
			printer_parameter(c, i, Z3_get_domain(c, decl, i));
	lambda = Z3_mk_lambda_const(
		c, count, bound, Z3_mk_app(c, decl, count, parameters));
	free(parameters);
	return lambda;
}

/* What (_ as-array f), which libz3 does not read of a function that is
 * defined, stands for. */
static Z3_ast
array_of(const struct definitions *d, Z3_ast as_array)
{
	Z3_func_decl decl = Z3_get_as_array_func_decl(d->c, as_array);
	Z3_ast value;

	if (!Z3_model_has_interp(d->c, d->t->model, decl))
		return as_array;
	value = solution_value(d->t, as_array);
	return value == NULL || term_any(d->c, value, is_as_array)
		       ? lambda_of(d->c, decl)
		       : value;
}

static Z3_ast
with_arrays(const struct definitions *d, Z3_ast term)
{
	DROP(termset) struct termset parts = {0};
	Z3_ast *arrays;
	size_t count = 0;

	if (!term_any(d->c, term, is_as_array))
		return term;
	termset_add_parts(&parts, d->c, term, true);
	arrays = mem_grow(NULL, parts.count, sizeof(*arrays));
	for (size_t i = 0; i < parts.count; i++) {
		if (!Z3_is_as_array(d->c, parts.at[i]))
			continue;
		parts.at[count] = parts.at[i];
		arrays[count++] = array_of(d, parts.at[i]);
	}
	term = Z3_substitute(d->c, term, (unsigned)count, parts.at, arrays);
	free(arrays);
	return term;
}

/* --- reading ------------------------------------------------------------- */

static void
add_term(const struct definitions *d, struct definition *one, Z3_ast term)
{
	*ARRAY_ADD(one->terms, one->count, one->capacity) =
		with_arrays(d, term);
}

static struct definition *
add_definition(struct definitions *d, Z3_func_decl decl)
{
	size_t number = d->decls.count;

	(void)termset_add(&d->decls, d->c, Z3_func_decl_to_ast(d->c, decl));
	d->at = mem_room(d->at, number, &d->capacity, sizeof(*d->at));
	d->at[number] = (struct definition){.decl = decl};
	return &d->at[number];
}

static bool
is_read(const struct definitions *d, Z3_func_decl decl)
{
	return termset_has(&d->decls, d->c, Z3_func_decl_to_ast(d->c, decl));
}

static void
read_constant(struct definitions *d, Z3_func_decl decl)
{
	Z3_ast value = Z3_model_get_const_interp(d->c, d->t->model, decl);

	if (value != NULL && !is_hidden(d, decl) && !is_read(d, decl))
		add_term(d, add_definition(d, decl), value);
}

/* Strings, which libz3 may have as sequences of characters, as literals. */
static Z3_ast
as_literal(Z3_context c, Z3_ast value)
{
	Z3_sort_kind kind = term_sort_kind(c, value);

	return kind == Z3_SEQ_SORT || kind == Z3_DATATYPE_SORT
		       ? interruptible_simplify(c, value)
		       : value;
}

static void
read_table(const struct definitions *d, struct definition *one,
	Z3_func_interp table)
{
	Z3_context c = d->c;

	for (unsigned i = 0; i < Z3_func_interp_get_num_entries(c, table);
		i++) {
		Z3_ast value;
		Z3_ast place = solution_entry(c, one->decl, table, i, &value);

		for (unsigned k = 0; k < term_arity(c, place); k++)
			add_term(d, one,
				as_literal(c, term_argument(c, place, k)));
		add_term(d, one, as_literal(c, value));
	}
}

static void
read_function(struct definitions *d, Z3_func_decl decl)
{
	Z3_func_interp table =
		Z3_model_get_func_interp(d->c, d->t->model, decl);
	Z3_ast otherwise;

	if (table == NULL || is_hidden(d, decl) || is_read(d, decl))
		return;
	Z3_func_interp_inc_ref(d->c, table);
	otherwise = printer_else(d->c, decl, table);
	if (otherwise == NULL)
		otherwise = solution_any(d->t, Z3_get_range(d->c, decl));
	if (otherwise != NULL) {
		struct definition *one = add_definition(d, decl);

		read_table(d, one, table);
		add_term(d, one, otherwise);
	}
	Z3_func_interp_dec_ref(d->c, table);
}

/* In the order of the text; all else comes as libz3 has it. */
static void
read_declared(struct definitions *d)
{
	const struct problem *p = &d->t->parsed->problem;

	for (size_t i = 0; i < p->count; i++) {
		const struct problem_part *part = &p->parts[i];
		Z3_ast term;

		if (part->kind == PART_FUNCTION)
			read_function(d, task_function(d->t, part));
		if (part->kind != PART_CONSTANT)
			continue;
		term = task_term(d->t, part);
		if (Z3_get_ast_kind(d->c, term) == Z3_APP_AST &&
			term_arity(d->c, term) == 0)
			read_constant(d, term_decl(d->c, term));
	}
}

static void
definitions_read(struct definitions *d)
{
	Z3_context c = d->c;
	Z3_model m = d->t->model;
	const struct problem_part *part = NULL;

	while ((part = task_part(d->t, PART_COMMAND, part)) != NULL)
		(void)symbol_table_find(&d->names,
			command_name(part->form, d->t->script->text));
	read_declared(d);
	for (unsigned i = 0; i < Z3_model_get_num_consts(c, m); i++)
		read_constant(d, Z3_model_get_const_decl(c, m, i));
	for (unsigned i = 0; i < Z3_model_get_num_funcs(c, m); i++)
		read_function(d, Z3_model_get_func_decl(c, m, i));
	termset_release(&d->p->elements);
}

/* --- universes ----------------------------------------------------------- */

/* All of the solution, beside those that it has printed: completion may choose
 * elements of sorts that libz3 has not reasoned about. */
static void
read_universes(struct definitions *d)
{
	Z3_context c = d->c;
	Z3_model m = d->t->model;

	for (unsigned i = 0; i < Z3_model_get_num_sorts(c, m); i++)
		(void)value_range_add(
			c, m, Z3_model_get_sort(c, m, i), &d->p->elements);
}

/* {S!val!0, S!val!1}, of the sort of the element of that number; `declared`
 * gets a declaration of each that the text does not declare. */
static char *
list_elements(struct definitions *d, size_t first, struct buf *declared)
{
	struct termset *elements = &d->p->elements;
	Z3_sort sort = Z3_get_sort(d->c, elements->at[first]);
	DROP(buf) struct buf list;

	buf_init(&list, SIZE_MAX / 2);
	for (size_t i = first; i < elements->count; i++) {
		DROP(text) char *name = NULL;

		if (Z3_get_sort(d->c, elements->at[i]) != sort)
			continue;
		name = printer_element(d->p, elements->at[i]);
		buf_add_format(&list, "%s%s", i > first ? ", " : "{", name);
		if (text_map_find(&d->p->named, d->c, elements->at[i]) == NULL)
			buf_add_format(declared, "(declare-fun %s () %s)\n",
				name, printer_sort(d->p, sort));
	}
	buf_add_char(&list, '}');
	return buf_detach(&list);
}

/* The elements of each sort: a comment and their declarations, and as values
 * that are reported. */
static void
add_universes(struct definitions *d, struct buf *out)
{
	DROP(termset) struct termset sorts = {0};

	read_universes(d);
	for (size_t i = 0; i < d->p->elements.count; i++) {
		Z3_sort sort = Z3_get_sort(d->c, d->p->elements.at[i]);
		DROP(text) char *name = NULL;
		DROP(text) char *list = NULL;
		DROP(buf) struct buf declared;
		char none[] = "";

		buf_init(&declared, SIZE_MAX / 2);
		if (!termset_add(&sorts, d->c, Z3_sort_to_ast(d->c, sort)))
			continue;
		name = text_copy(printer_sort(d->p, sort));
		list = list_elements(d, i, &declared);
		buf_add_format(out, ";; universe for %s: %s\n%s", name, list,
			declared.data);
		if (d->is_reported)
			answer_put_value(&d->t->out->frames,
				&(struct answer_value){.name = name,
					.sort = list,
					.json = none});
	}
}

/* --- writing ------------------------------------------------------------- */

static void
add_part(struct definitions *d, Z3_ast term, struct buf *out)
{
	d->is_interrupted |= !print_term_add(d->p, term, out);
}

/* (ite (and (= x!0 1) (= x!1 2)) 3 */
static void
add_entry(struct definitions *d, const Z3_ast *entry, unsigned count,
	struct buf *out)
{
	buf_add_text(out, count > 1 ? "(ite (and " : "(ite ");
	for (unsigned i = 0; i < count; i++) {
		buf_add_format(out, "%s(= x!%u ", i > 0 ? " " : "", i);
		add_part(d, entry[i], out);
		buf_add_char(out, ')');
	}
	buf_add_text(out, count > 1 ? ") " : " ");
	add_part(d, entry[count], out);
}

static void
add_body(struct definitions *d, const struct definition *one, struct buf *out)
{
	unsigned count = Z3_get_domain_size(d->c, one->decl);
	size_t entries = (one->count - 1) / (count + 1);

	for (size_t i = 0; i < entries; i++) {
		add_entry(d, one->terms + i * (count + 1), count, out);
		buf_add_text(out, "\n  ");
	}
	add_part(d, one->terms[one->count - 1], out);
	for (; entries > 0; entries--)
		buf_add_char(out, ')');
}

static void write(
	struct definitions *d, struct definition *one, struct buf *out);

/* What uses each other libz3 would not read in any order. */
static void // NOLINTNEXTLINE(misc-no-recursion)
write_needs(
	struct definitions *d, const struct definition *one, struct buf *out)
{
	DROP(termset) struct termset parts = {0};

	for (size_t i = 0; i < one->count; i++)
		termset_add_parts(&parts, d->c, one->terms[i], true);
	for (size_t i = 0; i < parts.count; i++) {
		size_t number = TERMSET_NONE;

		if (Z3_get_ast_kind(d->c, parts.at[i]) == Z3_APP_AST)
			number = termset_find(&d->decls, d->c,
				Z3_func_decl_to_ast(
					d->c, term_decl(d->c, parts.at[i])));
		if (number != TERMSET_NONE && !d->at[number].is_written)
			write(d, &d->at[number], out);
	}
}

/*
 * libz3 reads no second definition of a name without parameters, even of
 * another sort, but it reads a second declaration.
 */
static void // NOLINTNEXTLINE(misc-no-recursion)
write(struct definitions *d, struct definition *one, struct buf *out)
{
	struct printer *p = d->p;
	Z3_symbol symbol = Z3_get_decl_name(p->c, one->decl);
	DROP(text) char *name = printer_symbol(p, symbol);
	const char *sort = printer_sort(p, Z3_get_range(p->c, one->decl));

	one->is_written = true;
	write_needs(d, one, out);
	if (Z3_get_domain_size(p->c, one->decl) == 0 &&
		symbol_table_has(
			&p->overloads, slice_of(context_name(p->c, symbol)))) {
		buf_add_format(out,
			"(declare-fun %s () %s)\n(assert (= (as %s %s) ", name,
			sort, name, sort);
		add_body(d, one, out);
		buf_add_text(out, "))\n");
		return;
	}
	buf_add_format(out, "(define-fun %s (", name);
	for (unsigned i = 0; i < Z3_get_domain_size(p->c, one->decl); i++)
		buf_add_format(out, "%s(x!%u %s)", i > 0 ? " " : "", i,
			printer_sort(p, Z3_get_domain(p->c, one->decl, i)));
	buf_add_format(out, ") %s\n  ", sort);
	add_body(d, one, out);
	buf_add_text(out, ")\n");
}

static char *
write_all(struct definitions *d)
{
	DROP(buf) struct buf definitions;
	DROP(buf) struct buf out;

	buf_init(&definitions, SIZE_MAX / 2);
	buf_init(&out, SIZE_MAX / 2);
	for (size_t i = 0; i < d->decls.count; i++) {
		struct definition *one = &d->at[i];

		/* What libz3 has made up is written where it is used. */
		if (!one->is_written && !is_helper(d, one->decl))
			write(d, one, &definitions);
	}
	buf_add_text(&out, "(\n");
	add_universes(d, &out);
	buf_add(&out, definitions.data, definitions.size);
	buf_add_text(&out, ")");
	return buf_detach(&out);
}

char *
model_definitions_text(const struct task *t, bool is_reported)
{
	struct definitions d = {
		.t = t, .is_reported = is_reported, .c = t->c, .p = t->printer};
	char *text;

	context_clear();
	definitions_read(&d);
	text = write_all(&d);
	for (size_t i = 0; i < d.decls.count; i++)
		free(d.at[i].terms);
	free(d.at);
	termset_release(&d.decls);
	symbol_table_release(&d.names);
	if (!context_failed() && !d.is_interrupted)
		return text;
	free(text);
	return NULL;
}
