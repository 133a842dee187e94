#ifndef SMT_TEXT_LEXER_H
#define SMT_TEXT_LEXER_H

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

#include "base/buf.h"
#include "base/slice.h"
#include "smt/text/diagnostic.h"

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
 * Also a whole list: command_next (smt/text/commands.h) gives a list as one
 * token of kind TOKEN_OPEN that is as long as the list.
 */
struct token {
	enum token_kind kind;
	unsigned line;	 /* from 1 */
	unsigned column; /* from 1, in characters */
	size_t offset;	 /* in bytes */
	size_t length;
};

/* The name of a token: a symbol without its bars, else the token itself. */
struct slice token_name(const char *text, const struct token *t);

/* Is it the symbol (quoted or not) or the keyword of that name? */
bool token_is(const char *text, const struct token *t, const char *name);

bool token_is_symbol(const struct token *t); /* quoted or not */

/* Is it one of the words, which stand with a blank between them? */
bool slice_is_one_of(struct slice s, const char *words);

/* The content of a TOKEN_STRING with "" made ", on the heap. */
char *token_string(const char *text, const struct token *t);

/* The value of a TOKEN_NUMERAL; SIZE_MAX when it is negative or larger. */
size_t token_number(const char *text, const struct token *t);

/* Fills kind and place (NULL: the beginning of the text), and `what` from a
 * format, of a fault that is not NULL. Always false. */
bool diagnostic_at(struct diagnostic *fault, enum diagnostic_kind kind,
	const struct token *t, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * A client's text at the door: bytes that are looked at once, here, so that
 * everything after it can rely on valid UTF-8 without a NUL.
 */

/* Valid UTF-8 (no overlong forms, no surrogates) without NUL, or a fault
 * ENCODING at the first byte that is not. */
bool text_check(const char *text, size_t size, struct diagnostic *fault);

/* Line and column (from 1, column in characters) of a byte of the text. */
void text_place(
	const char *text, size_t offset, unsigned *line, unsigned *column);

/*
 * The beginning of a line, from 1; {0}: of the first. libz3 tells the errors of
 * a text one after another, tens of thousands of them at times: so each search
 * begins where the last one ended.
 */
struct text_mark {
	size_t at;
	unsigned line;
};

/* To the last line up to that one which begins in the text. */
void text_mark_move(
	struct text_mark *m, const char *text, size_t size, unsigned line);

/* The byte at a line and column as text_place counts them; what does not
 * exist is the end of its line or of the text. */
size_t text_offset(
	const char *text, size_t size, unsigned line, unsigned column);

/* White space as the lexer has it. */
static inline bool
text_is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Puts blanks in the place of all but the ends of lines. */
void text_blank(char *text, size_t size);

/* Appends a name as a symbol: |a b| where a b is not a simple one. */
void text_add_symbol(struct buf *out, const char *name);

struct lexer {
	const char *text;
	size_t size;
	size_t at;	   /* the next byte */
	size_t line_start; /* where the line of `at` begins */
	size_t wide;	   /* bytes of the line that begin no character */
	unsigned line;
	struct diagnostic *fault; /* says why there is no token; or NULL */
};

struct lexer lexer_of(const char *text, size_t size);

/* At a term of the text, which ends for it where that does. */
struct lexer lexer_at(const char *text, const struct token *term);

/* At the first token inside of a list (kind TOKEN_OPEN). */
struct lexer lexer_enter(const char *text, const struct token *list);

/*
 * The next token; TOKEN_END, again and again, at the end. False when there is
 * none: the fault is TOKEN, STRING or QUOTED, and the lexer stands where the
 * bad token began.
 */
bool lexer_next(struct lexer *l, struct token *t);

/*
 * The next token, for a loop that ends where there is none:
 *
 *	for (struct lexer l = lexer_of(text, size); lexer_token(&l, &t);)
 */
bool lexer_token(struct lexer *l, struct token *t);

/*
 * Characters outside of ASCII in string literals as SMT-LIB escapes:
 * "é" becomes "\u{e9}". libz3 4.8.12 reads the bytes of UTF-8 as characters
 * of their own, sign-extended, and has answered unsat for (= s "é").
 */

/* Appends a piece of SMT-LIB that commands_split has accepted, escaped. */
void unicode_escape_add(struct buf *out, const char *text, size_t size);

/* The byte of the piece that stands at byte `at` of the escaped copy. */
size_t unicode_escape_decode(const char *text, size_t size, size_t at);

#endif
