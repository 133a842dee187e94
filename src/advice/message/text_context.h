#ifndef ADVICE_MESSAGE_TEXT_CONTEXT_H
#define ADVICE_MESSAGE_TEXT_CONTEXT_H

/*
 * What stands around a place of a text: the token there and the forms that are
 * open. Reads any bytes and never fails, because the texts it looks at are
 * those that smt/ or libz3 gave up on; a missing ")" stands at the end.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "smt/text/lexer.h"

struct span {
	size_t offset;
	size_t size;
};

struct text_context {
	const char *text; /* borrowed */
	size_t size;
	struct span token;    /* at the place; of size 0 at the end */
	enum token_kind kind; /* of the token */
	size_t *opens;	      /* the "(" before it that are open */
	size_t *ends;	      /* after the ")" of each; or the end */
	size_t depth, capacity;
};

/* The context of `offset`; a token that begins earlier and reaches it counts.
 */
void text_context_init(
	struct text_context *s, const char *text, size_t size, size_t offset);
void text_context_release(struct text_context *s);
DROP_BY(text_context, text_context_release)

/*
 * The next token at or after `from`, blanks and comments skipped, cut as
 * smt/text/lexer.h cuts it. What that refuses is a piece too: a symbol, or a
 * string or quoted symbol that goes to the end.
 */
enum token_kind piece_next(
	const char *text, size_t size, size_t from, struct span *token);
/* A name without bars, a number or a keyword. */
bool piece_is_atom(enum token_kind kind);

/*
 * An enclosing form, 0 the innermost. False if there is none so far out. A
 * token that is the ")" of a form is inside of it.
 */
bool text_context_form(
	const struct text_context *s, size_t outward, struct span *form);

/* A child of an enclosing form, 0 its head. False if there is none. */
bool text_context_child(const struct text_context *s, size_t outward,
	size_t number, struct span *child);

/* The child of the innermost form that ends before the token. False if none. */
bool text_context_before(const struct text_context *s, struct span *child);

/* The line of the token, without the blanks around it. */
struct span text_context_line(const struct text_context *s);

/* The form, token or ")" that begins at `offset`, to its end. */
struct span form_at(const struct text_context *s, size_t offset);

/* Child of a form "(head a b)", 0 the head. False if it has fewer. It costs
 * what stands before it; form_after goes over all of them. */
bool form_child(const struct text_context *s, struct span form, size_t number,
	struct span *child);
/* The child after this one, or the first if its size is 0. False, and it is
 * as it was, after the last. */
bool form_after(
	const struct text_context *s, struct span form, struct span *child);
size_t form_count(const struct text_context *s, struct span form);

/*
 * The name that a form applies: the head, or "extract" of a form like
 * ((_ extract 7 0) x) or (_ extract 7 0).
 */
bool form_head(
	const struct text_context *s, struct span form, struct span *head);

bool span_is(const struct text_context *s, struct span span, const char *word);
bool span_begins(
	const struct text_context *s, struct span span, const char *word);
struct slice span_slice(const struct text_context *s, struct span span);
char span_first(const struct text_context *s, struct span span); /* or NUL */

/* Whether the text of the span is digits, with at most one point. */
bool span_is_number(const struct text_context *s, struct span span);

/* Number-th sort of a list of sorts as libz3 writes it, "Int (Array Int Int)";
 * false if there are fewer. */
bool sort_list_at(struct slice list, size_t number, struct slice *sort);
size_t sort_list_count(struct slice list);

#endif
