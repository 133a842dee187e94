#include "advice/message/text_context.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "smt/text/lexer.h"

enum token_kind
piece_next(const char *text, size_t size, size_t from, struct span *token)
{
	struct lexer lexer = lexer_of(text, size);
	struct token t;
	bool is_token;

	lexer.at = from;
	is_token = lexer_next(&lexer, &t);
	*token = (struct span){t.offset, t.length};
	if (is_token)
		return t.kind;
	if (t.kind != TOKEN_STRING && t.kind != TOKEN_QUOTED)
		return TOKEN_SYMBOL;
	token->size = size - t.offset; /* the rest is swallowed */
	return t.kind;
}

bool
piece_is_atom(enum token_kind kind)
{
	return kind >= TOKEN_SYMBOL && kind != TOKEN_QUOTED &&
	       kind != TOKEN_STRING;
}

/* In one walk, so that a form far out costs no more than one nearby. */
static void
find_ends(struct text_context *s)
{
	struct span token = {s->token.offset, 0};
	size_t open = s->depth;
	size_t inside = 0;

	s->ends = mem_grow(NULL, s->depth, sizeof(*s->ends));
	while (open > 0) {
		enum token_kind kind = piece_next(
			s->text, s->size, token.offset + token.size, &token);

		if (kind == TOKEN_OPEN)
			inside++;
		else if (kind == TOKEN_CLOSE && inside > 0)
			inside--;
		else if (kind == TOKEN_CLOSE || kind == TOKEN_END)
			s->ends[--open] = token.offset + token.size;
	}
}

void
text_context_init(
	struct text_context *s, const char *text, size_t size, size_t offset)
{
	size_t from = 0;

	*s = (struct text_context){.text = text, .size = size};
	for (;;) {
		s->kind = piece_next(text, size, from, &s->token);
		from = s->token.offset + s->token.size;
		if (s->kind == TOKEN_END || from > offset)
			break;
		if (s->kind == TOKEN_OPEN)
			*ARRAY_ADD(s->opens, s->depth, s->capacity) =
				s->token.offset;
		else if (s->kind == TOKEN_CLOSE && s->depth > 0)
			s->depth--;
	}
	find_ends(s);
}

void
text_context_release(struct text_context *s)
{
	free(s->opens);
	free(s->ends);
	*s = (struct text_context){0};
}

/* The end of an open form that begins there; 0 of anything else. */
static size_t
known_end(const struct text_context *s, size_t begin)
{
	size_t low = 0;
	size_t high = s->depth;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->opens[middle] < begin)
			low = middle + 1;
		else
			high = middle;
	}
	return low < s->depth && s->opens[low] == begin ? s->ends[low] : 0;
}

struct span
form_at(const struct text_context *s, size_t offset)
{
	struct span token;
	enum token_kind kind = piece_next(s->text, s->size, offset, &token);
	size_t begin = token.offset;
	size_t end = kind == TOKEN_OPEN ? known_end(s, begin) : 0;
	size_t depth = 0;

	if (end > 0)
		return (struct span){begin, end - begin};
	while (kind == TOKEN_OPEN || depth > 0) {
		if (kind == TOKEN_END)
			break;
		depth += kind == TOKEN_OPEN;
		depth -= kind == TOKEN_CLOSE;
		if (depth == 0)
			break;
		kind = piece_next(
			s->text, s->size, token.offset + token.size, &token);
	}
	return (struct span){begin, token.offset + token.size - begin};
}

bool
text_context_form(
	const struct text_context *s, size_t outward, struct span *form)
{
	if (outward >= s->depth)
		return false;
	*form = form_at(s, s->opens[s->depth - 1 - outward]);
	return true;
}

bool
form_after(const struct text_context *s, struct span form, struct span *child)
{
	size_t from =
		child->size > 0 ? child->offset + child->size : form.offset + 1;
	struct span token;
	enum token_kind kind;

	if (span_first(s, form) != '(')
		return false;
	kind = piece_next(s->text, s->size, from, &token);
	if (kind == TOKEN_END || kind == TOKEN_CLOSE)
		return false;
	*child = form_at(s, token.offset);
	return true;
}

bool
form_child(const struct text_context *s, struct span form, size_t number,
	struct span *child)
{
	*child = (struct span){0};
	while (form_after(s, form, child)) {
		if (number-- == 0)
			return true;
	}
	return false;
}

bool
text_context_child(const struct text_context *s, size_t outward, size_t number,
	struct span *child)
{
	struct span form;

	return text_context_form(s, outward, &form) &&
	       form_child(s, form, number, child);
}

size_t
form_count(const struct text_context *s, struct span form)
{
	struct span child = {0, 0};
	size_t count = 0;

	while (form_after(s, form, &child))
		count++;
	return count;
}

bool
text_context_before(const struct text_context *s, struct span *child)
{
	struct span next = {0, 0};
	struct span form;
	bool found = false;

	if (!text_context_form(s, 0, &form))
		return false;
	while (form_after(s, form, &next) &&
		next.offset + next.size <= s->token.offset) {
		*child = next;
		found = true;
	}
	return found;
}

bool
form_head(const struct text_context *s, struct span form, struct span *head)
{
	struct span inner;

	if (!form_child(s, form, 0, head))
		return false;
	if (span_is(s, *head, "_") || span_is(s, *head, "as"))
		return form_child(s, form, 1, head);
	if (span_first(s, *head) != '(')
		return true;
	inner = *head;
	return form_child(s, inner, 0, head) &&
	       (span_is(s, *head, "_") || span_is(s, *head, "as")) &&
	       form_child(s, inner, 1, head);
}

bool
span_is(const struct text_context *s, struct span span, const char *word)
{
	return span.size == strlen(word) && span_begins(s, span, word);
}

bool
span_begins(const struct text_context *s, struct span span, const char *word)
{
	size_t size = strlen(word);

	return span.size >= size &&
	       memcmp(s->text + span.offset, word, size) == 0;
}

struct slice
span_slice(const struct text_context *s, struct span span)
{
	return (struct slice){s->text + span.offset, span.size};
}

char
span_first(const struct text_context *s, struct span span)
{
	return span.size > 0 ? s->text[span.offset] : '\0';
}

bool
span_is_number(const struct text_context *s, struct span span)
{
	const char *text = s->text + span.offset;
	size_t points = 0;
	size_t i;

	for (i = 0; i < span.size; i++) {
		points += text[i] == '.';
		if (text[i] != '.' && !isdigit((unsigned char)text[i]))
			return false;
	}
	return span.size > points && points <= 1;
}

struct span
text_context_line(const struct text_context *s)
{
	size_t begin = s->token.offset;
	size_t end = begin;

	while (begin > 0 && s->text[begin - 1] != '\n')
		begin--;
	while (end < s->size && s->text[end] != '\n')
		end++;
	while (begin < end && isspace((unsigned char)s->text[begin]))
		begin++;
	while (end > begin && isspace((unsigned char)s->text[end - 1]))
		end--;
	return (struct span){begin, end - begin};
}

bool
sort_list_at(struct slice list, size_t number, struct slice *sort)
{
	struct span token = {0};
	struct text_context s = {.text = list.start, .size = list.length};
	size_t from = 0;

	for (;;) {
		enum token_kind kind =
			piece_next(list.start, list.length, from, &token);

		if (kind == TOKEN_END || kind == TOKEN_CLOSE)
			return false;
		token = form_at(&s, token.offset);
		if (number-- == 0)
			break;
		from = token.offset + token.size;
	}
	*sort = (struct slice){list.start + token.offset, token.size};
	return true;
}

size_t
sort_list_count(struct slice list)
{
	struct slice ignored;
	size_t count = 0;

	while (sort_list_at(list, count, &ignored))
		count++;
	return count;
}
