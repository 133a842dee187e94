#include "model/text/standard.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/coroutine.h"
#include "smt/rules/parsed_text.h"
#include "smt/text/lexer.h"

/* --- words ---------------------------------------------------------------- */

static const struct {
	const char *word, *standard;
} words[] = {
	{"implies", "=>"},
	{"iff", "="},
	{"equals", "="},
	{"equiv", "="},
	{"if", "ite"},
	{"if_then_else", "ite"},
	{"&&", "and"},
	{"bv2int", "bv2nat"},
	{"str.in.re", "str.in_re"},
	{"str.to.re", "str.to_re"},
	{"str.to.int", "str.to_int"},
	{"int.to.str", "str.from_int"},
	{"re.nostr", "re.none"},
	{"re.complement", "re.comp"},
};

static const char tester[] = "is-";

/* Returns the standard's word for a name, or NULL. */
static const char *
word_of(struct slice name)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (slice_is(name, words[i].word))
			return words[i].standard;
	return NULL;
}

static bool
is_tester(struct slice name)
{
	size_t length = strlen(tester);

	return name.length > length && memcmp(name.start, tester, length) == 0;
}

/* Returns whether the name is libz3's, as long as nobody declares it. */
static bool
is_word(struct slice name)
{
	return word_of(name) != NULL || is_tester(name) ||
	       slice_is_one_of(name, "RegEx re.loop");
}

static bool
is_used(const struct symbols *s, struct slice name)
{
	for (size_t i = 0; i < s->used_count; i++)
		if (slice_is(name, s->used[i].name))
			return true;
	return false;
}

/* Returns whether the name is declared, as a tester of a constructor, or as
 * anything else. */
static bool
is_declared(const struct symbols *s, struct slice name, bool as_tester)
{
	for (size_t i = 0; i < s->declared_count; i++)
		if ((s->declared[i].kind == SYMBOL_TESTER) == as_tester &&
			slice_is(name, s->declared[i].name))
			return true;
	return false;
}

bool
standard_is_own(struct parsed_text *parsed)
{
	const char *text = parsed->text;
	struct lexer l = lexer_of(text, parsed->size);
	struct token t;
	bool is_own = false;

	while (!is_own && lexer_token(&l, &t)) {
		struct slice name = token_name(text, &t);
		const struct symbols *s;

		coroutine_pause();
		if (!token_is_symbol(&t) || !is_word(name))
			continue;
		s = parsed_text_symbols(parsed);
		is_own = !is_used(s, name) && !is_declared(s, name, true);
		is_own |= is_declared(s, name, false);
		for (size_t i = 0; i < s->variable_count; i++)
			is_own |= slice_equals(
				name, token_name(text, &s->variables[i].name));
	}
	return is_own;
}

bool
standard_is_without_logic(const char *text, size_t size, bool is_own)
{
	static const char names[] =
		"|| List linear-order partial-order tree-order "
		"piecewise-linear-order transitive-closure";
	static const char replaced[] =
		"implies iff if if_then_else && equals equiv";
	struct lexer l = lexer_of(text, size);
	struct token t;

	while (lexer_token(&l, &t)) {
		struct slice name = token_name(text, &t);

		if (token_is_symbol(&t) &&
			(slice_is_one_of(name, names) ||
				(is_own && slice_is_one_of(name, replaced))))
			return true;
	}
	return false;
}

/* --- lists ---------------------------------------------------------------- */

enum list_kind {
	LIST_PLAIN,
	LIST_INDEXED, /* (_ name index) */
	LIST_COUNT,   /* ((_ at-most 1) p q) */
	LIST_LOOP,    /* (re.loop r 1 3) */
	LIST_DECLARE_SORT,
	LIST_DECLARE_DATATYPE,
	LIST_DECLARE_DATATYPES,
	LIST_DATATYPES,	   /* lists of constructors */
	LIST_CONSTRUCTORS, /* (nil (cons (head Int))) */
	LIST_PAR,	   /* (par (X) CONSTRUCTORS) */
};

struct open_list {
	enum list_kind kind;
	unsigned children;    /* that have begun */
	struct token bound;   /* of a count */
	struct lexer weights; /* of a count: the further ones */
	bool is_weighted;
	struct token weight; /* of the child */
};

struct writer {
	struct buf *out;
	const char *text;
	struct lexer l;
	size_t copied; /* bytes of the text that are written or left out */
	bool is_own;
	bool is_value; /* of a keyword: the next atom stays */
	struct {
		struct open_list *at;
		size_t count, capacity;
	} open;
};

/* Returns the innermost list, or one that stands for the whole text. */
static struct open_list *
innermost(struct writer *w)
{
	return &w->open.at[w->open.count - 1];
}

static void
copy_to(struct writer *w, size_t offset)
{
	buf_add(w->out, w->text + w->copied, offset - w->copied);
	w->copied = offset;
}

/* Leaves the bytes out, but for ends of lines. */
static void
skip_to(struct writer *w, size_t offset)
{
	for (; w->copied < offset; w->copied++)
		if (w->text[w->copied] == '\n')
			buf_add_char(w->out, '\n');
}

static void
add_numeral(struct writer *w, const struct token *t)
{
	const char *start = w->text + t->offset;
	bool is_negative = *start == '-';

	buf_add_format(w->out, "%s%.*s%s%s", is_negative ? "(- " : "",
		(int)(t->length - is_negative), start + is_negative,
		start[t->length - 1] == '.' ? "0" : "", is_negative ? ")" : "");
}

/* --- the parts of a list -------------------------------------------------- */

static void
begin_child(struct writer *w, const struct token *t)
{
	struct open_list *list = innermost(w);

	list->children++;
	if (list->kind != LIST_COUNT)
		return;
	if (list->is_weighted)
		(void)lexer_token(&list->weights, &list->weight);
	copy_to(w, t->offset);
	buf_add_text(w->out, "(ite ");
}

static void
end_child(struct writer *w, size_t end)
{
	struct open_list *list = innermost(w);

	if (list->kind != LIST_COUNT)
		return;
	copy_to(w, end);
	buf_add_char(w->out, ' ');
	if (list->is_weighted)
		add_numeral(w, &list->weight);
	else
		buf_add_char(w->out, '1');
	buf_add_text(w->out, " 0)");
}

static bool
is_number(const struct token *t)
{
	return t->kind == TOKEN_NUMERAL || t->kind == TOKEN_DECIMAL;
}

/* Writes an atom if it is to be another one. */
static void
write_atom(struct writer *w, const struct token *t)
{
	struct open_list *list = innermost(w);
	const char *start = w->text + t->offset;
	struct slice name = token_name(w->text, t);
	bool is_name = token_is_symbol(t) && !w->is_own;
	DROP(buf) struct buf symbol;

	buf_init(&symbol, t->length + 20);
	if (list->kind == LIST_CONSTRUCTORS && token_is(w->text, t, "par")) {
		list->kind = LIST_PAR;
	} else if (list->kind == LIST_CONSTRUCTORS) {
		copy_to(w, t->offset);
		buf_add_format(w->out, "(%.*s)", (int)t->length, start);
		w->copied = t->offset + t->length;
	} else if (list->kind == LIST_LOOP && is_number(t)) {
		copy_to(w, t->offset);
		w->copied = t->offset + t->length;
	} else if (is_number(t) &&
		   (*start == '-' || start[t->length - 1] == '.')) {
		copy_to(w, t->offset);
		add_numeral(w, t);
		w->copied = t->offset + t->length;
	} else if (is_name && word_of(name) != NULL) {
		copy_to(w, t->offset);
		buf_add_text(w->out, word_of(name));
		w->copied = t->offset + t->length;
	} else if (is_name && is_tester(name)) {
		DROP(text)
		char *of = text_copy_n(name.start + strlen(tester),
			name.length - strlen(tester));

		text_add_symbol(&symbol, of);
		copy_to(w, t->offset);
		buf_add_format(w->out, "(_ is %s)", symbol.data);
		w->copied = t->offset + t->length;
	}
}

/* --- the heads of lists --------------------------------------------------- */

/* Returns the comparison of a count's name, or NULL. */
static const char *
comparison_of(struct slice name)
{
	return slice_is_one_of(name, "at-most pble")	? "<="
	       : slice_is_one_of(name, "at-least pbge") ? ">="
	       : slice_is(name, "pbeq")			? "="
							: NULL;
}

/* Reads ((_ at-most 1), and writes what is to stand there. */
static bool
begin_count(struct writer *w, const struct token *open, struct open_list *list)
{
	struct lexer ahead = w->l;
	struct token inner, underscore, name, t;
	const char *comparison;

	if (!lexer_token(&ahead, &inner) || inner.kind != TOKEN_OPEN ||
		!lexer_token(&ahead, &underscore) ||
		!token_is(w->text, &underscore, "_") ||
		!lexer_token(&ahead, &name) || !token_is_symbol(&name))
		return false;
	comparison = comparison_of(token_name(w->text, &name));
	if (comparison == NULL || !lexer_token(&ahead, &list->bound))
		return false;
	list->weights = ahead;
	list->is_weighted = w->text[name.offset] == 'p';
	while (lexer_token(&ahead, &t) && t.kind != TOKEN_CLOSE)
		;
	list->kind = LIST_COUNT;
	copy_to(w, open->offset);
	buf_add_format(w->out, "(%s (+ 0", comparison);
	skip_to(w, t.offset + t.length);
	w->l = ahead;
	return true;
}

/* Reads (re.loop r 1 3) up to r, and writes what is to stand there. */
static bool
begin_loop(struct writer *w, const struct token *open, struct open_list *list)
{
	struct token whole = *open;
	struct token head, low, high, further;

	whole.length = w->l.size - open->offset;
	if (!list_element(w->text, &whole, 0, &head) ||
		!list_element(w->text, &whole, 2, &low) ||
		!list_element(w->text, &whole, 3, &high) ||
		list_element(w->text, &whole, 4, &further) ||
		low.kind != TOKEN_NUMERAL || high.kind != TOKEN_NUMERAL)
		return false;
	list->kind = LIST_LOOP;
	list->children = 1;
	copy_to(w, open->offset);
	buf_add_format(w->out, "((_ re.loop %.*s %.*s)", (int)low.length,
		w->text + low.offset, (int)high.length, w->text + high.offset);
	skip_to(w, head.offset + head.length);
	(void)lexer_token(&w->l, &head);
	return true;
}

/* Writes RegLan in the place of (RegEx String). */
static bool
write_sort(struct writer *w, const struct token *open)
{
	struct lexer ahead = w->l;
	struct token head, string, close;

	if (!lexer_token(&ahead, &head) || !token_is(w->text, &head, "RegEx") ||
		!lexer_token(&ahead, &string) ||
		!token_is(w->text, &string, "String") ||
		!lexer_token(&ahead, &close) || close.kind != TOKEN_CLOSE)
		return false;
	copy_to(w, open->offset);
	buf_add_text(w->out, "RegLan");
	skip_to(w, close.offset + close.length);
	w->l = ahead;
	return true;
}

/* Writes blanks in the place of a command. */
static void
blank_command(struct writer *w, const struct token *open)
{
	size_t depth = 1;
	struct token t = *open;

	copy_to(w, open->offset);
	while (depth > 0 && lexer_token(&w->l, &t)) {
		if (t.kind == TOKEN_OPEN)
			depth++;
		else if (t.kind == TOKEN_CLOSE)
			depth--;
	}
	for (; w->copied < t.offset + t.length; w->copied++)
		buf_add_char(w->out, w->text[w->copied] == '\n' ? '\n' : ' ');
}

/* Returns what the list is by its place in the one around it, and its head. */
static enum list_kind
kind_of(const struct writer *w, const struct open_list *around,
	const struct token *head)
{
	static const struct {
		const char *name;
		enum list_kind kind;
	} commands[] = {
		{"declare-sort", LIST_DECLARE_SORT},
		{"declare-datatype", LIST_DECLARE_DATATYPE},
		{"declare-datatypes", LIST_DECLARE_DATATYPES},
	};

	if (around->kind == LIST_DATATYPES ||
		((around->kind == LIST_PAR ||
			 around->kind == LIST_DECLARE_DATATYPE) &&
			around->children == 3))
		return LIST_CONSTRUCTORS;
	if (around->kind == LIST_DECLARE_DATATYPES && around->children == 3)
		return LIST_DATATYPES;
	for (size_t i = 0; w->open.count == 1 && i < 3; i++)
		if (token_is(w->text, head, commands[i].name))
			return commands[i].kind;
	return token_is(w->text, head, "_") ? LIST_INDEXED : LIST_PLAIN;
}

static void
open_list(struct writer *w, const struct token *open)
{
	struct open_list list = {0};
	struct lexer ahead = w->l;
	struct token head;

	if (!lexer_token(&ahead, &head))
		return;
	if (w->open.count == 1 && token_is(w->text, &head, "set-logic")) {
		blank_command(w, open);
		return;
	}
	if (!w->is_own && write_sort(w, open)) {
		end_child(w, w->copied);
		return;
	}
	list.kind = kind_of(w, innermost(w), &head);
	if (list.kind == LIST_PLAIN && !begin_count(w, open, &list) &&
		!w->is_own && token_is(w->text, &head, "re.loop"))
		(void)begin_loop(w, open, &list);
	*ARRAY_ADD(w->open.at, w->open.count, w->open.capacity) = list;
}

static void
close_list(struct writer *w, const struct token *close)
{
	const struct open_list list = *innermost(w);

	if (w->open.count == 1)
		return;
	if (list.kind == LIST_DECLARE_SORT && list.children == 2) {
		copy_to(w, close->offset);
		buf_add_text(w->out, " 0");
	}
	if (list.kind == LIST_COUNT) {
		copy_to(w, close->offset);
		buf_add_text(w->out, ") ");
		add_numeral(w, &list.bound);
	}
	w->open.count--;
	end_child(w, close->offset + close->length);
}

void
standard_add(struct buf *out, const char *text, size_t size, bool is_own)
{
	struct writer w = {.out = out,
		.text = text,
		.l = lexer_of(text, size),
		.is_own = is_own};
	struct token t;

	*ARRAY_ADD(w.open.at, w.open.count, w.open.capacity) =
		(struct open_list){0};
	while (lexer_token(&w.l, &t)) {
		bool is_value = w.is_value;

		coroutine_pause();
		w.is_value = t.kind == TOKEN_KEYWORD;
		if (t.kind == TOKEN_CLOSE) {
			close_list(&w, &t);
			continue;
		}
		begin_child(&w, &t);
		if (t.kind == TOKEN_OPEN) {
			open_list(&w, &t);
			continue;
		}
		if (!is_value && innermost(&w)->kind != LIST_INDEXED)
			write_atom(&w, &t);
		end_child(&w, t.offset + t.length);
	}
	copy_to(&w, size);
	free(w.open.at);
}
