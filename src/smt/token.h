#ifndef SMT_TOKEN_H
#define SMT_TOKEN_H

/*
 * SMT-LIB 2.6 text as tokens with their places.
 *
 * Cuts as libz3 cuts, leniencies included (-1 and 1. are numbers, |x| may run
 * over lines), because a text that two lexers cut in two ways is a way around
 * every check. Where libz3 is surprising, the text is refused instead of
 * guessed at: block comments, a backslash inside of |...|, a number with a
 * name stuck to it (2x, 1e9, #b12).
 *
 * No recursion, no memory: a lexer is a few words on the caller's stack. The
 * text is borrowed. It must have passed text_check.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/fault.h"

enum token_kind {
	TOKEN_END,
	TOKEN_OPEN,
	TOKEN_CLOSE,
	TOKEN_SYMBOL,
	TOKEN_QUOTED,  /* |...|, the bars included */
	TOKEN_KEYWORD, /* the colon included */
	TOKEN_STRING,  /* the quotes included */
	TOKEN_NUMERAL, /* also -1 */
	TOKEN_DECIMAL,
	TOKEN_HEX,
	TOKEN_BINARY,
};

/*
 * Also a whole list: form_next (smt/form.h) gives a list as one token of kind
 * TOKEN_OPEN that is as long as the list.
 */
struct token {
	enum token_kind kind;
	unsigned line;	 /* from 1 */
	unsigned column; /* from 1, in characters */
	size_t offset;	 /* in bytes */
	size_t length;
};

struct lexer {
	const char *text;
	size_t size;
	size_t at;	   /* the next byte */
	size_t line_start; /* where the line of `at` begins */
	size_t wide;	   /* bytes of the line that are no character's first */
	unsigned line;
};

void lexer_init(struct lexer *l, const char *text, size_t size);

/*
 * The next token; TOKEN_END, again and again, at the end. False when there is
 * none: the fault is TOKEN, STRING or QUOTED, and the lexer stands where the
 * bad token began.
 */
bool lexer_next(struct lexer *l, struct token *t, struct fault *fault);

/* Puts the lexer at the first token inside of a list (kind TOKEN_OPEN). */
void lexer_enter(struct lexer *l, const char *text, const struct token *list);

/* A piece of the text; not terminated. */
struct slice {
	const char *start;
	size_t length;
};

/* What a token is called: a symbol without its bars, else the token itself. */
struct slice token_name(const char *text, const struct token *t);

/* Is it the symbol (quoted or not) or the keyword of that name? */
bool token_is(const char *text, const struct token *t, const char *name);

bool token_is_symbol(const struct token *t); /* quoted or not */

struct slice slice_of(const char *word);
bool slice_is(struct slice s, const char *word);

/* The content of a TOKEN_STRING with "" made ", on the heap. */
char *token_string(const char *text, const struct token *t);

/* The value of a TOKEN_NUMERAL; SIZE_MAX when it is negative or larger. */
size_t token_number(const char *text, const struct token *t);

/* Fills kind and place, and `what` from a format. Always false. */
bool fault_at(struct fault *fault, enum fault_kind kind, const struct token *t,
	const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
