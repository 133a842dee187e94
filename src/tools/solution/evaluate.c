/*
 * The order in the text: the sorts that the model declares, with the elements
 * that the solution gives them; what it says of selectors; the solution's
 * definitions, each after those that it uses; what the model declares and the
 * solution does not define; what the model defines. Nothing that stands earlier
 * can use what stands later.
 */
#include "tools/solution/evaluate.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "model/items/model.h"
#include "model/text/render.h"
#include "smt/text/command.h"
#include "smt/text/lexer.h"
#include "tools/solution/parsed_text.h"
#include "wire/answer.h"

struct writing {
	struct parsed_text model;
	struct parsed_text solution;
	struct buf *out;
};

/* --- writing ------------------------------------------------------------- */

/* The command, if it is of these kinds and not yet done. */
static void
write_if(struct parsed_text *s, size_t number, const enum command_kind *kinds,
	struct buf *out)
{
	while (*kinds != COMMAND_KIND_COUNT &&
		*kinds != s->forms.at[number].command)
		kinds++;
	if (!s->is_done[number] && *kinds != COMMAND_KIND_COUNT)
		parsed_text_write(s, number, out);
}

static void
write_all(
	struct parsed_text *s, const enum command_kind *kinds, struct buf *out)
{
	for (size_t i = 0; i < s->forms.count; i++)
		write_if(s, i, kinds, out);
}

static void
write_sorts(struct writing *w)
{
	static const enum command_kind kinds[] = {COMMAND_DECLARE_SORT,
		COMMAND_DEFINE_SORT, COMMAND_DECLARE_DATATYPE,
		COMMAND_DECLARE_DATATYPES, COMMAND_KIND_COUNT};
	struct parsed_text *m = &w->model;

	for (size_t i = 0; i < m->forms.count; i++) {
		struct token name;

		if (m->forms.at[i].command == COMMAND_DECLARE_SORT &&
			command_argument(&m->forms.at[i], m->text, 0, &name) &&
			universe_sorts_write_sort(&w->solution,
				token_name(m->text, &name), w->out))
			m->is_done[i] = true;
		write_if(m, i, kinds, w->out);
	}
}

/* --- the solution's definitions ------------------------------------------ */

/* A label or a definition of the model's has its value already; a name that
 * the model does not know is a helper of libz3's. */
static void
drop_what_is_known(struct writing *w)
{
	struct parsed_text *s = &w->solution;

	for (size_t i = 0; i < s->forms.count; i++) {
		const struct symbols *symbols = &s->symbols[i];
		const struct parsed_text_entry *known = NULL;

		if (symbols->declared_count > 0)
			known = parsed_text_find(
				&w->model, symbols->declared[0].name);
		if (symbols->declared_count == 0 ||
			(known != NULL && known->kind != SYMBOL_FUNCTION))
			s->is_done[i] = true;
	}
}

static bool
has_parameters(const struct parsed_text *s, size_t number)
{
	const struct command *form = &s->forms.at[number];
	struct token parameters;
	struct token first;
	struct lexer walk;

	if (form->command != COMMAND_DEFINE_FUN ||
		!command_argument(form, s->text, 1, &parameters) ||
		parameters.kind != TOKEN_OPEN)
		return false;
	lexer_enter(&walk, s->text, &parameters);
	return command_next(&walk, &first);
}

/*
 * A function as a recursive one, which none of them is: libz3 expands all
 * others while it reads, and functions of functions of long tables grow beyond
 * all measure; nor can (_ as-array f) name a function that is expanded.
 */
static void
write_value(struct parsed_text *s, size_t number, struct buf *out)
{
	const struct command *form = &s->forms.at[number];
	size_t end = form->list.offset + form->list.length;

	if (!has_parameters(s, number)) {
		parsed_text_write(s, number, out);
		return;
	}
	s->is_done[number] = true;
	if (table_as_array_write(s, number, out))
		return;
	buf_add_text(out, "(define-fun-rec");
	buf_add(out, s->text + form->arguments, end - form->arguments);
	buf_add_char(out, '\n');
}

/* A definition that waits for those it uses, from the one at `next` on. */
struct waiting {
	size_t number, next;
};

/* The next one that it uses and that neither is written nor waits. */
static bool
find_used(const struct parsed_text *s, const bool *waits, struct waiting *w,
	size_t *used)
{
	const struct symbols *symbols = &s->symbols[w->number];

	while (w->next < symbols->used_count) {
		const struct parsed_text_entry *one =
			parsed_text_find(s, symbols->used[w->next++].name);

		if (one == NULL || s->is_done[one->command] ||
			waits[one->command])
			continue;
		*used = one->command;
		return true;
	}
	return false;
}

/* Each after those it uses; what waits for each other is for libz3 to judge.
 * No recursion: a solution may be one long chain. */
static void
write_values(struct writing *w)
{
	struct parsed_text *s = &w->solution;
	bool *waits = mem_new(s->forms.count + 1);
	struct waiting *stack = mem_grow(NULL, s->forms.count, sizeof(*stack));
	size_t depth = 0;

	drop_what_is_known(w);
	for (size_t i = 0; i < s->forms.count; i++) {
		size_t number = i;
		bool is_new = !s->is_done[i];

		while (is_new || depth > 0) {
			if (is_new) {
				waits[number] = true;
				stack[depth++] = (struct waiting){number, 0};
			}
			is_new =
				find_used(s, waits, &stack[depth - 1], &number);
			if (!is_new)
				write_value(s, stack[--depth].number, w->out);
		}
	}
	free(waits);
	free(stack);
}

static void
drop_what_has_a_value(struct writing *w)
{
	struct parsed_text *m = &w->model;

	for (size_t i = 0; i < m->entry_count; i++) {
		const struct parsed_text_entry *one = &m->entries[i];

		if (one->kind == SYMBOL_FUNCTION &&
			parsed_text_find(&w->solution, one->name) != NULL)
			m->is_done[one->command] = true;
	}
}

/* A label of the model's, (assert (! TERM :named LABEL)), is its term. */
static void
write_labels(const struct parsed_text *m, struct buf *out)
{
	for (size_t i = 0; i < m->forms.count; i++) {
		const struct command *form = &m->forms.at[i];
		struct token label;
		struct token body;
		struct token term;
		struct lexer walk;

		if (form->command != COMMAND_ASSERT ||
			!command_label(form, m->text, &label) ||
			!command_argument(form, m->text, 0, &body))
			continue;
		lexer_enter(&walk, m->text, &body);
		(void)command_next(&walk, &term); /* the ! */
		if (!command_next(&walk, &term))
			continue;
		buf_add_format(out, "(define-fun %.*s () Bool ",
			(int)label.length, m->text + label.offset);
		buf_add(out, m->text + term.offset, term.length);
		buf_add_text(out, ")\n");
	}
}

/* Those of the solution: of overloaded constants. */
static void
write_assertions(const struct parsed_text *s, struct buf *out)
{
	for (size_t i = 0; i < s->forms.count; i++) {
		const struct token *list = &s->forms.at[i].list;

		if (s->forms.at[i].command != COMMAND_ASSERT)
			continue;
		buf_add(out, s->text + list->offset, list->length);
		buf_add_char(out, '\n');
	}
}

/*
 * libz3 4.8.12 knows the constructors of a sort with parameters only after a
 * mention of the sort, and the first value may need those of a later one.
 */
static void
mention_sorts(const struct parsed_text *model, const struct parsed_text *s,
	struct buf *out)
{
	if (strstr(model->text, "(par ") == NULL)
		return;
	for (size_t i = 0; i < s->forms.count; i++) {
		const struct command *form = &s->forms.at[i];
		struct token sort;

		if (form->command != COMMAND_DEFINE_FUN ||
			!command_argument(form, s->text, 2, &sort) ||
			sort.kind != TOKEN_OPEN)
			continue;
		buf_add_format(out,
			"(define-fun satchel!mention!%zu ((x %.*s)) Bool "
			"true)\n",
			i, (int)sort.length, s->text + sort.offset);
	}
}

/* --- the whole ----------------------------------------------------------- */

static void
write_text(struct writing *w)
{
	static const enum command_kind declares[] = {
		COMMAND_DECLARE_CONST, COMMAND_DECLARE_FUN, COMMAND_KIND_COUNT};
	static const enum command_kind defines[] = {COMMAND_DEFINE_CONST,
		COMMAND_DEFINE_FUN, COMMAND_DEFINE_FUN_REC,
		COMMAND_DEFINE_FUNS_REC, COMMAND_KIND_COUNT};

	write_sorts(w);
	universe_sorts_write_instances(&w->solution, w->out);
	mention_sorts(&w->model, &w->solution, w->out);
	write_all(&w->solution, declares, w->out);
	write_values(w);
	drop_what_has_a_value(w);
	write_all(&w->model, declares, w->out);
	write_all(&w->model, defines, w->out);
	write_labels(&w->model, w->out);
	write_assertions(&w->solution, w->out);
}

bool
evaluate_write(const struct model *m, const char *solution, struct buf *out)
{
	DROP(buf) struct buf text;
	struct writing w = {.out = out};
	size_t size = strlen(solution);
	bool is_read;

	buf_init(&text, LIMIT_MODEL + LIMIT_ITEMS);
	if (size < 2 || solution[0] != '(' || solution[size - 1] != ')')
		return false;
	render_smtlib(m, &text);
	is_read = parsed_text_read(&w.model, text.data, text.size) &&
		  parsed_text_read(&w.solution, solution + 1, size - 2);
	if (is_read)
		write_text(&w);
	parsed_text_release(&w.model);
	parsed_text_release(&w.solution);
	return is_read;
}
