/* One walk over the tokens, with a stack of the lists that are open. */
#include "smt/rules/lint.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/template.h"
#include "smt/names/logic.h"
#include "smt/names/symbols.h"
#include "smt/text/commands.h"
#include "smt/text/lexer.h"

enum {
	WARNINGS_MAX = 1000, /* of one text; more say nothing new */
	ARBITRARY_MAX = 5,   /* names in one sentence */
	PREDICATES_MAX = 10, /* likewise warnings */
};

struct list {
	struct token open;
	struct token head; /* kind END: it begins with a list, or is empty */
	size_t children;
};

struct linter {
	const char *text;
	struct lint *out;
	struct slice defined; /* by define-fun-rec; or empty */
	struct token previous;
	bool has_scopes;
	struct list *lists;
	size_t depth, depth_capacity;
};

static void
add(struct linter *s, enum lint_kind kind, const struct token *at,
	const struct token *name, const struct token *head)
{
	struct lint *out = s->out;
	struct slice text = token_name(s->text, name);
	struct slice binder =
		head != NULL ? token_name(s->text, head) : (struct slice){0};

	if (out->count == WARNINGS_MAX)
		return;
	*ARRAY_ADD(out->at, out->count, out->capacity) = (struct lint_warning){
		.kind = kind,
		.line = at->line,
		.name = text_copy_n(text.start, text.length),
		.head = head != NULL ? text_copy_n(binder.start, binder.length)
				     : NULL,
	};
}

/* --- lists --------------------------------------------------------------- */

static bool
is_one_of(const struct linter *s, const struct token *t, const char *words)
{
	return t->kind == TOKEN_SYMBOL &&
	       slice_is_one_of(token_name(s->text, t), words);
}

static void
read_head(struct linter *s, struct list *list, const struct token *t)
{
	list->head = *t;
	s->has_scopes |=
		s->depth == 1 && is_one_of(s, t, "pop reset-assertions");
	if (s->depth > 1 && token_is(s->text, t, "=>") &&
		list[-1].children == 3 &&
		token_is(s->text, &list[-1].head, "exists"))
		add(s, LINT_EXISTS, t, t, NULL);
}

/* What stands after the head of a list. */
static void
read_argument(struct linter *s, const struct list *list, const struct token *t)
{
	struct token amount = *t; /* of a weight of -5: 5 */

	if (t->kind == TOKEN_KEYWORD && token_is(s->text, &list->head, "!") &&
		!slice_is_one_of(token_name(s->text, t),
			":named :pattern :no-pattern :weight :qid :skolemid"))
		add(s, LINT_ATTRIBUTE, t, t, NULL);
	if (s->depth > 1 && token_is(s->text, t, "&&"))
		add(s, LINT_ARGUMENT, t, t, NULL);
	if (token_is(s->text, &s->previous, ":weight") &&
		token_is(s->text, &list->head, "assert-soft") &&
		s->text[t->offset] == '-') {
		amount.offset++;
		amount.length--;
		add(s, LINT_WEIGHT, t, t, &amount);
	}
	if (list->children == 1 && token_is(s->text, &list->head, "_") &&
		token_is(s->text, t, "bv"))
		add(s, LINT_BITS, t, t, NULL);
	if (s->depth == 1 && list->children == 1 && token_is_symbol(t) &&
		token_is(s->text, &list->head, "set-logic") &&
		logic_find(token_name(s->text, t)) == NULL)
		add(s, LINT_UNKNOWN_LOGIC, t, t, NULL);
}

/* (assert p) ; (assert q) */
static void
read_comment(struct linter *s, const struct token *close)
{
	const char *at = s->text + close->offset + 1;
	struct token command = {.kind = TOKEN_SYMBOL};
	struct slice word;

	at += strspn(at, " \t");
	if (*at != ';')
		return;
	at += strspn(at, "; \t");
	if (*at != '(')
		return;
	word = (struct slice){at + 1, strcspn(at + 1, " \t\r\n()")};
	command.offset = (size_t)(word.start - s->text);
	command.length = word.length;
	if (command_kind_find(word) <= COMMAND_MAXIMIZE)
		add(s, LINT_COMMENT, close, &command, NULL);
}

static void
read_recursion(struct linter *s, const struct list *list, const struct token *t)
{
	const struct list *command = s->lists;
	struct slice name = token_name(s->text, t);
	bool is_guarded = false;

	if (!token_is(s->text, &command->head, "define-fun-rec"))
		return;
	if (s->depth == 1 && command->children == 1)
		s->defined = name;
	if (s->depth == 1 || command->children < 5 || list->children > 0 ||
		!slice_equals(name, s->defined))
		return;
	/* A call in one case of a term may not be reached. */
	for (size_t i = 1; i < s->depth; i++)
		is_guarded |= is_one_of(s, &s->lists[i].head,
			"ite and or => match forall exists lambda");
	if (is_guarded)
		return;
	add(s, LINT_ENDLESS, t, t, NULL);
	s->defined.length = 0; /* once is enough */
}

static void
read_atom(struct linter *s, const struct token *t)
{
	struct list *list = &s->lists[s->depth - 1];

	if (list->children == 0)
		read_head(s, list, t);
	else
		read_argument(s, list, t);
	if (token_is_symbol(t))
		read_recursion(s, list, t);
}

static void
read_token(struct linter *s, const struct token *t)
{
	struct list *list = s->depth > 0 ? &s->lists[s->depth - 1] : NULL;

	if (t->kind != TOKEN_CLOSE && list != NULL) {
		if (t->kind != TOKEN_OPEN)
			read_atom(s, t);
		list->children++;
	}
	if (t->kind == TOKEN_OPEN)
		*ARRAY_ADD(s->lists, s->depth, s->depth_capacity) =
			(struct list){.open = *t, .head.kind = TOKEN_END};
	if (t->kind != TOKEN_CLOSE || list == NULL)
		return;
	if (--s->depth == 0)
		read_comment(s, t);
	if (list->children != 2)
		return;
	if (is_one_of(s, &list->head, "= < <= > >= distinct"))
		add(s, LINT_ONE_ARGUMENT, &list->open, &list->head, NULL);
	else if (token_is(s->text, &list->head, "!"))
		add(s, LINT_EMPTY_ANNOTATION, &list->open, &list->head, NULL);
}

/* --- names --------------------------------------------------------------- */

static void
add_declaration(
	struct lint *out, enum lint_kind kind, const struct symbol *symbol)
{
	if (out->count < WARNINGS_MAX)
		*ARRAY_ADD(out->at, out->count, out->capacity) =
			(struct lint_warning){.kind = kind,
				.line = symbol->line,
				.name = text_copy(symbol->name)};
}

/* What libz3 accepts of one name: overloading, and a constant beside the
 * constructor of that name. A script with scopes may declare it anew. */
static void
read_declarations(struct linter *s, const struct symbols *symbols)
{
	struct symbol_table names = {0};
	size_t old = SIZE_MAX; /* the last command with datatypes so written */

	for (size_t i = 0; i < symbols->declared_count; i++) {
		const struct symbol *symbol = &symbols->declared[i];
		size_t number =
			symbol_table_find(&names, slice_of(symbol->name));
		bool *declared = &names.at[number].declared[symbol->is_sort];

		if (symbol->is_bare)
			add_declaration(s->out, LINT_BARE_CONSTRUCTOR, symbol);
		/* One of a command shows how all are written. */
		if (symbol->is_old && symbol->command != old)
			add_declaration(s->out, LINT_OLD_DATATYPE, symbol);
		if (*declared && !s->has_scopes)
			add_declaration(s->out, LINT_TWICE, symbol);
		*declared |= symbol->kind != SYMBOL_TESTER;
		old = symbol->is_old ? symbol->command : old;
	}
	symbol_table_release(&names);
}

void
lint_scan(const char *text, size_t size, const struct symbols *symbols,
	struct lint *out)
{
	struct linter s = {.text = text, .out = out};
	struct token t;

	*out = (struct lint){0};
	for (struct lexer l = lexer_of(text, size); lexer_token(&l, &t);) {
		read_token(&s, &t);
		s.previous = t;
	}
	for (size_t i = 0; i < symbols->variable_count; i++) {
		const struct bound_variable *v = &symbols->variables[i];

		add(&s, v->is_used ? LINT_BOUND : LINT_UNUSED, &v->name,
			&v->name, &v->binder);
	}
	read_declarations(&s, symbols);
	free(s.lists);
}

/* --- a text that is solved ----------------------------------------------- */

/* A constant or function that is declared and not defined. */
struct declared {
	struct token name;
	bool is_predicate;
	size_t uses;
	unsigned line; /* of the only use, in an assertion and not under a
			  quantifier; or 0 */
};

struct declarations {
	struct symbol_table names; /* used[SPACE_FUNCTION]: its number + 1 */
	struct declared *at;
	size_t count, capacity;
};

static void
read_declaration(
	struct declarations *u, const char *text, const struct command *form)
{
	struct command_signature f;
	struct declared one = {0};
	size_t name;

	if ((form->command != COMMAND_DECLARE_FUN &&
		    form->command != COMMAND_DECLARE_CONST) ||
		!command_signature(form, text, &f))
		return;
	one.name = f.name;
	one.is_predicate = f.arity > 0 && token_is(text, &f.sort, "Bool");
	name = symbol_table_find(&u->names, token_name(text, &one.name));
	if (u->names.at[name].used[SPACE_FUNCTION] > 0)
		return; /* in another scope, or overloaded */
	*ARRAY_ADD(u->at, u->count, u->capacity) = one;
	u->names.at[name].used[SPACE_FUNCTION] = u->count;
}

/* The symbols from where the lexer is. The line of a declared name is that of
 * its only use if nothing but the place of the predicate speaks against it. */
static void
count_uses(struct declarations *u, const char *text, struct lexer lexer,
	bool is_assertion)
{
	struct token t;
	size_t depth = 0;
	size_t quantified = 0; /* the depth of the outermost, or 0 */

	while (lexer_token(&lexer, &t)) {
		struct slice name = token_name(text, &t);
		size_t number;

		if (t.kind == TOKEN_OPEN)
			depth++;
		else if (t.kind == TOKEN_CLOSE && depth-- == 0)
			return;
		if (depth < quantified)
			quantified = 0;
		if (!token_is_symbol(&t))
			continue;
		if (quantified == 0 &&
			slice_is_one_of(name, "forall exists lambda"))
			quantified = depth;
		number = symbol_table_find(&u->names, name);
		number = u->names.at[number].used[SPACE_FUNCTION];
		if (number > 0) {
			struct declared *d = &u->at[number - 1];
			bool is_plain = is_assertion && quantified == 0;

			d->line = d->uses++ == 0 && is_plain ? t.line : 0;
		}
	}
}

static void
add_usage(const struct declarations *u, const char *text, struct lint *out)
{
	struct linter s = {.text = text, .out = out};
	DROP(buf) struct buf unused; /* "`x`, `y` and 3 more" */
	size_t count = 0;

	buf_init(&unused, LIMIT_MESSAGE);
	for (size_t i = 0; i < u->count; i++) {
		const struct declared *d = &u->at[i];
		struct slice name = token_name(text, &d->name);
		struct token at = {.line = d->line};

		if (d->uses == 0 && count++ < ARBITRARY_MAX)
			(void)buf_add_format(&unused, "%s`%.*s`",
				count > 1 ? ", " : "", (int)name.length,
				name.start);
		if (d->is_predicate && d->uses == 1 && d->line > 0 &&
			out->count < PREDICATES_MAX)
			add(&s, LINT_FREE, &at, &d->name, NULL);
	}
	if (count > ARBITRARY_MAX)
		(void)buf_add_format(
			&unused, " and %zu more", count - ARBITRARY_MAX);
	if (count > 0 && !unused.overflowed)
		*ARRAY_ADD(out->at, out->count, out->capacity) =
			(struct lint_warning){.kind = LINT_ARBITRARY,
				.name = buf_detach(&unused)};
}

void
lint_scan_solved(const char *text, const struct commands *forms,
	struct slice terms, struct lint *out)
{
	struct declarations u = {0};

	*out = (struct lint){0};
	for (size_t i = 0; i < forms->count; i++)
		read_declaration(&u, text, &forms->at[i]);
	for (size_t i = 0; i < forms->count; i++) {
		enum command_kind c = forms->at[i].command;

		if ((c >= COMMAND_DEFINE_CONST && c <= COMMAND_CHECK_SAT) ||
			c == COMMAND_CHECK_SAT_ASSUMING)
			count_uses(&u, text, command_walk(&forms->at[i], text),
				c == COMMAND_ASSERT);
	}
	count_uses(&u, terms.start, lexer_of(terms.start, terms.length), false);
	add_usage(&u, text, out);
	symbol_table_release(&u.names);
	free(u.at);
}

/* --- what is said -----------------------------------------------------------
 */

void
lint_warning_release(struct lint_warning *w)
{
	free(w->name);
	free(w->head);
}

void
lint_drop(struct lint *r)
{
	for (size_t i = 0; i < r->count; i++)
		lint_warning_release(&r->at[i]);
	free(r->at);
	*r = (struct lint){0};
}

bool
lint_is_of_solution(const struct lint_warning *r)
{
	return r->kind == LINT_ARBITRARY || r->kind == LINT_FREE;
}

static bool
add_part(struct buf *out, struct slice name, struct slice body, void *context)
{
	const struct lint_warning *const *r = context;

	(void)body; /* there are no loops */
	return buf_add_text(
		out, slice_is(name, "name") ? (*r)->name : (*r)->head);
}

char *
lint_text(const struct lint_warning *r)
{
	static const char *const texts[] = {
#define LINT(id, text) [LINT_##id] = (text),
#include "smt/rules/lint.def"
#undef LINT
	};
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_MESSAGE);
	(void)template_fill(&out, slice_of(texts[r->kind]), add_part, &r);
	return buf_detach(&out);
}
