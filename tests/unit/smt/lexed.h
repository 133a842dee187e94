#ifndef TESTS_UNIT_SMT_LEXED_H
#define TESTS_UNIT_SMT_LEXED_H

#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "smt/text/lexer.h"

/* The token of that number, from 0. */
static inline struct token
token_of(const char *text, size_t number)
{
	struct lexer l;
	struct token t;

	l = lexer_of(text, strlen(text));
	for (size_t i = 0; i <= number; i++)
		assert_true(lexer_next(&l, &t));
	return t;
}

#endif
