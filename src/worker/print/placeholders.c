#include "worker/print/placeholders.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/text/lexer.h"
#include "smt/text/text.h"
#include "worker/base/context.h"
#include "worker/print/sort_printer.h"
#include "worker/print/universe_names.h"

static const char prefix[] = "satchel!as!";

enum { SEEN_FIRST = 64 };

/* --- what was seen ------------------------------------------------------- */

static struct seen *
place_of(const struct placeholders *s, Z3_ast from)
{
	size_t at = Z3_get_ast_id(s->c, from) % s->seen_capacity;

	while (s->seen[at].from != NULL && s->seen[at].from != from)
		at = (at + 1) % s->seen_capacity;
	return &s->seen[at];
}

static void
grow(struct placeholders *s)
{
	struct seen *old = s->seen;
	size_t capacity = s->seen_capacity;

	s->seen_capacity = capacity == 0 ? SEEN_FIRST : capacity * 2;
	s->seen = mem_new(s->seen_capacity * sizeof(*s->seen));
	for (size_t i = 0; i < capacity; i++) {
		if (old[i].from != NULL)
			*place_of(s, old[i].from) = old[i];
	}
	free(old);
}

static void
remember(struct placeholders *s, Z3_ast from, Z3_ast to)
{
	if (2 * s->seen_count >= s->seen_capacity)
		grow(s);
	*place_of(s, from) = (struct seen){from, to};
	s->seen_count++;
}

/* --- stand-ins ----------------------------------------------------------- */

/* Both are taken. */
static Z3_symbol
stand_in(struct placeholders *s, char *text, char *sort)
{
	DROP(text) char *name = text_format("%s%zu", prefix, s->count);
	struct stand *one;

	s->at = mem_room(s->at, s->count, &s->capacity, sizeof(*s->at));
	one = &s->at[s->count++];
	one->text = text;
	one->sort = sort;
	return Z3_mk_string_symbol(s->c, name);
}

/* (as NAME SORT) */
static char *
qualified(Z3_context c, const char *name, Z3_sort sort)
{
	DROP(text) char *text = sort_printer_sort(c, sort);

	return text_format("(as %s %s)", name, text);
}

static char *
name_of(Z3_context c, Z3_func_decl decl)
{
	struct buf out;

	buf_init(&out, SIZE_MAX / 2);
	text_add_symbol(&out, context_name(c, Z3_get_decl_name(c, decl)));
	return buf_take(&out);
}

/* Whether the arguments do not say of which instance of a datatype it is. */
static bool
is_ambiguous(Z3_context c, Z3_func_decl constructor)
{
	DROP(text)
	char *sort = sort_printer_sort(c, Z3_get_range(c, constructor));
	unsigned count = Z3_get_domain_size(c, constructor);
	struct lexer walk;
	struct token t;
	struct diagnostic ignored;

	if (sort[0] != '(')
		return false;
	for (unsigned i = 0; i < count; i++) {
		if (Z3_get_domain(c, constructor, i) ==
			Z3_get_range(c, constructor))
			return false;
	}
	/* Each word of the sort but its name has to stand in one of theirs. */
	lexer_init(&walk, sort, strlen(sort));
	(void)lexer_next(&walk, &t, &ignored);
	(void)lexer_next(&walk, &t, &ignored);
	while (lexer_next(&walk, &t, &ignored) && t.kind != TOKEN_END) {
		DROP(text) char *word = text_copy_n(sort + t.offset, t.length);
		bool is_said = t.kind == TOKEN_OPEN || t.kind == TOKEN_CLOSE;

		for (unsigned i = 0; i < count && !is_said; i++) {
			DROP(text)
			char *one = sort_printer_sort(
				c, Z3_get_domain(c, constructor, i));

			is_said = strstr(one, word) != NULL;
		}
		if (!is_said)
			return true;
	}
	return false;
}

/* What is to be printed for the head of an application; NULL: it is fine. */
static char *
head_of(Z3_context c, Z3_ast term, Z3_func_decl decl)
{
	Z3_sort sort = Z3_get_range(c, decl);
	DROP(text) char *name = NULL;

	switch ((int)Z3_get_decl_kind(c, decl)) {
	case Z3_OP_CONST_ARRAY:
		return qualified(c, "const", sort);
	case Z3_OP_SEQ_EMPTY:
		return Z3_is_string_sort(c, sort)
			       ? NULL
			       : qualified(c, "seq.empty", sort);
	case Z3_OP_DT_CONSTRUCTOR:
		name = name_of(c, decl);
		return is_ambiguous(c, decl) ? qualified(c, name, sort) : NULL;
	default:
		return universe_names_is(c, term) ? universe_names_name(c, term)
						  : NULL;
	}
}

static Z3_ast
apply(struct placeholders *s, char *head, Z3_func_decl decl, unsigned count,
	const Z3_ast *arguments)
{
	Z3_context c = s->c;
	Z3_sort *sorts = mem_grow(NULL, count + 1, sizeof(*sorts));
	Z3_ast made;

	for (unsigned i = 0; i < count; i++)
		sorts[i] = Z3_get_sort(c, arguments[i]);
	made = Z3_mk_app(c,
		Z3_mk_func_decl(c, stand_in(s, head, NULL), count, sorts,
			Z3_get_range(c, decl)),
		count, arguments);
	free(sorts);
	return made;
}

static Z3_ast
application(struct placeholders *s, Z3_ast term)
{
	Z3_context c = s->c;
	Z3_app app = Z3_to_app(c, term);
	Z3_func_decl decl = Z3_get_app_decl(c, app);
	unsigned count = Z3_get_app_num_args(c, app);
	Z3_ast *arguments = mem_grow(NULL, count + 1, sizeof(*arguments));
	char *head = head_of(c, term, decl);
	bool is_same = true;

	for (unsigned i = 0; i < count; i++) {
		Z3_ast one = Z3_get_app_arg(c, app, i);

		arguments[i] = placeholders_term(s, one);
		is_same = is_same && arguments[i] == one;
	}
	if (head != NULL)
		term = apply(s, head, decl, count, arguments);
	else if (!is_same)
		term = Z3_update_term(c, term, count, arguments);
	free(arguments);
	return term;
}

/* The name of a variable whose sort libz3 would not print in full. */
static Z3_symbol
variable(struct placeholders *s, Z3_ast quantifier, unsigned i)
{
	Z3_context c = s->c;
	Z3_symbol name = Z3_get_quantifier_bound_name(c, quantifier, i);
	Z3_sort sort = Z3_get_quantifier_bound_sort(c, quantifier, i);
	char *exact = sort_printer_sort(c, sort);
	struct buf symbol;

	if (Z3_get_symbol_kind(c, name) != Z3_STRING_SYMBOL ||
		strcmp(exact, Z3_sort_to_string(c, sort)) == 0) {
		free(exact);
		return name;
	}
	buf_init(&symbol, SIZE_MAX / 2);
	text_add_symbol(&symbol, context_name(c, name));
	return stand_in(s, buf_take(&symbol), exact);
}

static Z3_ast
quantifier(struct placeholders *s, Z3_ast term)
{
	Z3_context c = s->c;
	unsigned count = Z3_get_quantifier_num_bound(c, term);
	Z3_sort *sorts = mem_grow(NULL, count, sizeof(*sorts));
	Z3_symbol *names = mem_grow(NULL, count, sizeof(*names));
	Z3_ast body = placeholders_term(s, Z3_get_quantifier_body(c, term));

	for (unsigned i = 0; i < count; i++) {
		sorts[i] = Z3_get_quantifier_bound_sort(c, term, i);
		names[i] = variable(s, term, i);
	}
	term = Z3_is_lambda(c, term)
		       ? Z3_mk_lambda(c, count, sorts, names, body)
		       : Z3_mk_quantifier(c, Z3_is_quantifier_forall(c, term),
				 1, 0, NULL, count, sorts, names, body);
	free(sorts);
	free(names);
	return term;
}

void
placeholders_begin(struct placeholders *s, Z3_context c)
{
	*s = (struct placeholders){.c = c};
	grow(s);
}

Z3_ast
placeholders_term(struct placeholders *s, Z3_ast term)
{
	Z3_ast to = place_of(s, term)->to;

	if (to != NULL)
		return to;
	switch ((int)Z3_get_ast_kind(s->c, term)) {
	case Z3_APP_AST:
		to = application(s, term);
		break;
	case Z3_QUANTIFIER_AST:
		to = quantifier(s, term);
		break;
	default:
		to = term;
	}
	remember(s, term, to);
	return to;
}

/* --- the text ------------------------------------------------------------ */

static const struct stand *
find(const struct placeholders *s, const char *text, const struct token *t)
{
	size_t number;

	if (t->kind != TOKEN_SYMBOL || t->length <= strlen(prefix) ||
		memcmp(text + t->offset, prefix, strlen(prefix)) != 0)
		return NULL;
	number = strtoul(text + t->offset + strlen(prefix), NULL, 10);
	return number < s->count ? &s->at[number] : NULL;
}

/* Behind the sort of a variable that is bound here: (satchel!as!0 Q). */
static void
skip_sort(struct lexer *walk, size_t *copied)
{
	struct lexer ahead = *walk;
	struct token t;
	struct diagnostic ignored;
	int depth = 0;

	while (depth >= 0 && lexer_next(&ahead, &t, &ignored) &&
		t.kind != TOKEN_END) {
		depth += (t.kind == TOKEN_OPEN) - (t.kind == TOKEN_CLOSE);
		if (depth < 0)
			*copied = t.offset;
		else
			*walk = ahead;
	}
}

char *
placeholders_text(const struct placeholders *s, const char *text)
{
	struct lexer walk;
	struct token t;
	struct diagnostic ignored;
	enum token_kind before = TOKEN_END;
	size_t copied = 0;
	struct buf out;

	buf_init(&out, SIZE_MAX / 2);
	lexer_init(&walk, text, strlen(text));
	while (lexer_next(&walk, &t, &ignored) && t.kind != TOKEN_END) {
		const struct stand *one = find(s, text, &t);

		if (one != NULL) {
			buf_add(&out, text + copied, t.offset - copied);
			copied = t.offset + t.length;
			buf_add_text(&out, one->text);
		}
		if (one != NULL && one->sort != NULL && before == TOKEN_OPEN) {
			buf_add_format(&out, " %s", one->sort);
			skip_sort(&walk, &copied);
		}
		before = t.kind;
	}
	buf_add_text(&out, text + copied);
	return buf_take(&out);
}

void
placeholders_end(struct placeholders *s)
{
	for (size_t i = 0; i < s->count; i++) {
		free(s->at[i].text);
		free(s->at[i].sort);
	}
	free(s->at);
	free(s->seen);
}
