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
#include "smt/text/diagnostic.h"
#include "smt/text/token.h"

struct lexer {
	const char *text;
	size_t size;
	size_t at;	   /* the next byte */
	size_t line_start; /* where the line of `at` begins */
	size_t wide;	   /* bytes of the line that begin no character */
	unsigned line;
};

void lexer_init(struct lexer *l, const char *text, size_t size);

/*
 * The next token; TOKEN_END, again and again, at the end. False when there is
 * none: the fault is TOKEN, STRING or QUOTED, and the lexer stands where the
 * bad token began.
 */
bool lexer_next(struct lexer *l, struct token *t, struct diagnostic *fault);

/* Puts the lexer at a term of the text, which ends for it where that does. */
void lexer_at(struct lexer *l, const char *text, const struct token *term);

/* Puts the lexer at the first token inside of a list (kind TOKEN_OPEN). */
void lexer_enter(struct lexer *l, const char *text, const struct token *list);

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
