#include "formulas/mangle.h"

#include <string.h>

#include "smt/text/lexer.h"

static size_t
count_tokens(const char *text)
{
	struct lexer walk;
	struct token t;
	struct diagnostic ignored;
	size_t count = 0;

	lexer_init(&walk, text, strlen(text));
	while (lexer_next(&walk, &t, &ignored) && t.kind != TOKEN_END)
		count++;
	return count;
}

static struct token
token_at(const char *text, size_t number)
{
	struct lexer walk;
	struct token t = {0};
	struct diagnostic ignored;

	lexer_init(&walk, text, strlen(text));
	do
		(void)lexer_next(&walk, &t, &ignored);
	while (number-- > 0);
	return t;
}

void
mangle(const char *text, struct dice *dice, struct buf *out)
{
	unsigned count = (unsigned)count_tokens(text);
	struct token one = token_at(text, dice_below(dice, count));
	struct token other = token_at(text, dice_below(dice, count));
	unsigned how = dice_below(dice, 3);

	(void)buf_add(out, text, one.offset);
	if (how == 1)
		other = one;
	if (how > 0)
		(void)buf_add_format(
			out, " %.*s ", (int)other.length, text + other.offset);
	if (how == 1)
		(void)buf_add_format(
			out, " %.*s ", (int)other.length, text + other.offset);
	(void)buf_add_text(out, text + one.offset + one.length);
}
