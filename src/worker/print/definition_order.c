#include "worker/print/definition_order.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/names/symbols.h"
#include "smt/text/commands.h"
#include "smt/text/name_set.h"
#include "smt/text/text.h"
#include "worker/base/context.h"
#include "worker/print/func_interp.h"
#include "worker/print/sort_printer.h"
#include "worker/solution/solution.h"

/* --- arrays that name a function ----------------------------------------- */

static const char as_array[] = "(_ as-array ";

/* As libz3 prints it: what it makes up itself has a number for a name. */
static char *
name_of(Z3_context c, Z3_func_decl decl)
{
	Z3_symbol name = Z3_get_decl_name(c, decl);

	return Z3_get_symbol_kind(c, name) == Z3_INT_SYMBOL
		       ? text_format("k!%d", Z3_get_symbol_int(c, name))
		       : text_copy(context_name(c, name));
}

/* NULL: the solution has none of that name. */
static Z3_func_decl
find_function(const struct task *t, struct slice wanted)
{
	unsigned count = Z3_model_get_num_funcs(t->c, t->model);

	for (unsigned i = 0; i < count; i++) {
		Z3_func_decl decl = Z3_model_get_func_decl(t->c, t->model, i);
		DROP(text) char *name = name_of(t->c, decl);

		if (slice_is(wanted, name))
			return decl;
	}
	return NULL;
}

/* (lambda ((x!0 Int)) (f x!0)) */
static void
add_lambda(const struct task *t, Z3_func_decl decl, struct buf *out)
{
	unsigned count = Z3_get_domain_size(t->c, decl);
	DROP(text) char *name = name_of(t->c, decl);

	buf_add_text(out, "(lambda (");
	for (unsigned i = 0; i < count; i++) {
		DROP(text)
		char *sort =
			sort_printer_sort(t->c, Z3_get_domain(t->c, decl, i));

		buf_add_format(out, "(x!%u %s)", i, sort);
	}
	buf_add_text(out, ") (");
	text_add_symbol(out, name);
	for (unsigned i = 0; i < count; i++)
		buf_add_format(out, " x!%u", i);
	buf_add_text(out, "))");
}

static void
add_array(const struct task *t, Z3_func_decl decl, struct buf *out)
{
	Z3_ast value = solution_value(t, Z3_mk_as_array(t->c, decl));
	size_t before = out->size;

	if (value != NULL)
		func_interp_add_term(t->c, value, out);
	if (value != NULL && strstr(out->data + before, as_array) == NULL)
		return;
	buf_truncate(out, before);
	add_lambda(t, decl, out);
}

/* A copy in which arrays are written out; the caller's. */
static char *
spell_arrays(const struct task *t, const char *text)
{
	const char *found;
	DROP(buf) struct buf out;

	buf_init(&out, SIZE_MAX / 2);
	while ((found = strstr(text, as_array)) != NULL) {
		struct lexer walk;
		struct token name;
		struct diagnostic ignored;
		Z3_func_decl decl = NULL;
		const char *behind = found + strlen(as_array);

		lexer_init(&walk, behind, strlen(behind));
		if (lexer_next(&walk, &name, &ignored) &&
			token_is_symbol(&name) && behind[name.length] == ')')
			decl = find_function(t, token_name(behind, &name));
		if (decl == NULL) {
			buf_add(&out, text, (size_t)(behind - text));
			text = behind;
			continue;
		}
		buf_add(&out, text, (size_t)(found - text));
		add_array(t, decl, &out);
		text = behind + name.length + 1;
	}
	buf_add_text(&out, text);
	return buf_take(&out);
}

/* --- the order ----------------------------------------------------------- */

struct definition {
	size_t from, to; /* with the comments before it */
	struct symbols symbols;
	bool is_written;
};

struct arrangement {
	const char *text;
	struct commands forms;
	struct definition *at;
	struct symbol_place {
		const char *name;
		size_t number;
	} * places; /* of what is defined, by name */
	size_t place_count;
};

static int
compare_places(const void *a, const void *b)
{
	return strcmp(((const struct symbol_place *)a)->name,
		((const struct symbol_place *)b)->name);
}

static bool
read_all(struct arrangement *a)
{
	size_t from = 0;

	a->at = mem_new((a->forms.count + 1) * sizeof(*a->at));
	a->places = mem_new((a->forms.count + 1) * sizeof(*a->places));
	for (size_t i = 0; i < a->forms.count; i++) {
		const struct token *list = &a->forms.at[i].list;
		struct definition *one = &a->at[i];

		one->from = from;
		one->to = from = list->offset + list->length;
		if (!symbols_scan(a->text + list->offset, list->length,
			    &one->symbols))
			return false;
		if (one->symbols.declared_count > 0)
			a->places[a->place_count++] = (struct symbol_place){
				one->symbols.declared[0].name, i};
	}
	qsort(a->places, a->place_count, sizeof(*a->places), compare_places);
	return true;
}

static bool
has_to_wait(const struct arrangement *a, size_t number)
{
	const struct symbols *symbols = &a->at[number].symbols;

	for (size_t i = 0; i < symbols->used_count; i++) {
		const struct symbol_place wanted = {symbols->used[i].name, 0};
		const struct symbol_place *place = bsearch(&wanted, a->places,
			a->place_count, sizeof(wanted), compare_places);

		if (place != NULL && place->number != number &&
			!a->at[place->number].is_written)
			return true;
	}
	return false;
}

/* True if one was written. */
static bool
write_once(struct arrangement *a, bool waits, struct buf *out)
{
	bool has_written = false;

	for (size_t i = 0; i < a->forms.count; i++) {
		struct definition *one = &a->at[i];

		if (one->is_written || (waits && has_to_wait(a, i)))
			continue;
		buf_add(out, a->text + one->from, one->to - one->from);
		one->is_written = true;
		has_written = true;
	}
	return has_written;
}

/* --- helpers ------------------------------------------------------------- */

/* k!0, f!12: a name that libz3 makes, and the problem has not. */
static bool
is_helper(const struct task *t, const char *name)
{
	const char *number = strrchr(name, '!');
	const struct problem_part *part = NULL;
	struct token token;

	if (number == NULL || number[1] == '\0' ||
		number[1 + strspn(number + 1, "0123456789")] != '\0')
		return false;
	while ((part = task_part(t, PART_COMMAND, part)) != NULL) {
		if (command_argument(part->form, t->script->text, 0, &token) &&
			token_is(t->script->text, &token, name))
			return false;
	}
	return true;
}

/* What the definitions but those that were dropped use. */
static void
read_used(const struct arrangement *a, struct name_set *used)
{
	*used = (struct name_set){0};
	for (size_t i = 0; i < a->forms.count; i++) {
		const struct symbols *symbols = &a->at[i].symbols;

		for (size_t k = 0;
			k < symbols->used_count && !a->at[i].is_written; k++)
			name_set_add(used, slice_of(symbols->used[k].name));
	}
	name_set_sort(used);
}

static bool
drop_once(const struct task *t, struct arrangement *a)
{
	DROP(name_set) struct name_set used;
	bool has_dropped = false;

	read_used(a, &used);
	for (size_t i = 0; i < a->forms.count; i++) {
		const struct symbols *symbols = &a->at[i].symbols;

		if (a->at[i].is_written || symbols->declared_count != 1 ||
			a->forms.at[i].command != COMMAND_DEFINE_FUN ||
			name_set_have(
				&used, slice_of(symbols->declared[0].name)) ||
			!is_helper(t, symbols->declared[0].name))
			continue;
		a->at[i].is_written = true;
		has_dropped = true;
	}
	return has_dropped;
}

static void
release(struct arrangement *a)
{
	for (size_t i = 0; a->at != NULL && i < a->forms.count; i++)
		symbols_release(&a->at[i].symbols);
	free(a->at);
	free(a->places);
	commands_release(&a->forms);
}

void
definition_order_definitions(
	const struct task *t, const char *text, struct buf *out)
{
	DROP(text) char *spelled = spell_arrays(t, text);
	struct arrangement a = {.text = spelled};
	struct diagnostic ignored;
	size_t end = 0;

	if (!commands_split(spelled, strlen(spelled), &a.forms, &ignored) ||
		!read_all(&a)) {
		buf_add_text(out, spelled);
		release(&a);
		return;
	}
	while (drop_once(t, &a))
		;
	while (write_once(&a, true, out))
		;
	/* What uses each other libz3 would not read in any order. */
	(void)write_once(&a, false, out);
	if (a.forms.count > 0)
		end = a.at[a.forms.count - 1].to;
	buf_add_text(out, spelled + end);
	release(&a);
}
