#include "smt/text/lexical_limits.h"

#include <ctype.h>
#include <string.h>

#include "base/limits.h"
#include "smt/text/unicode_escape.h"

/*
 * What a numeral means follows from the atoms between it and the last
 * parenthesis: (_ BitVec 8) is a width, (^ x 3) inside of root-obj a degree.
 * Nothing deeper needs to be known, so no stack is kept.
 */

/* Indexed names whose index is, or makes, a number of bits. */
static const char *const wide[] = {
	"BitVec",
	"extract",
	"zero_extend",
	"sign_extend",
	"repeat",
	"rotate_left",
	"rotate_right",
	"int2bv",
	"int_to_bv",
	"nat2bv",
	"FloatingPoint",
	"to_fp",
	"to_fp_signed",
	"to_fp_unsigned",
	"to_fp_bv",
	"fp.to_ubv",
	"fp.to_sbv",
	"+oo",
	"-oo",
	"+zero",
	"-zero",
	"NaN",
};

void
lexical_limits_init(
	struct lexical_limits *c, const char *text, enum command_kind command)
{
	*c = (struct lexical_limits){
		.text = text, .command = command, .depth = 1};
}

/* `subject` above its limit; `subject` reads well before a number. */
static bool
above(const struct lexical_limits *c, const struct token *t,
	const char *subject, size_t limit, struct diagnostic *fault)
{
	int shown = t->length > 24 ? 24 : (int)t->length;

	return diagnostic_at(fault, DIAGNOSTIC_LIMIT, t,
		"%s %.*s%s; the limit is %zu", subject, shown,
		c->text + t->offset, t->length > 24 ? "..." : "", limit);
}

static bool
check_number(const struct lexical_limits *c, const struct token *t,
	const char *subject, size_t limit, struct diagnostic *fault)
{
	if (c->text[t->offset] == '-' || token_number(c->text, t) <= limit)
		return true;
	return above(c, t, subject, limit, fault);
}

/* bv5 of (_ bv5 32): the digits; any other name: 0. */
static size_t
value_digits(struct slice name)
{
	if (name.length < 3 || name.start[0] != 'b' || name.start[1] != 'v' ||
		!isdigit((unsigned char)name.start[2]))
		return 0;
	return name.length - 2;
}

static bool
is_wide(struct slice name)
{
	for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); i++)
		if (slice_is(name, wide[i]))
			return true;
	return value_digits(name) > 0;
}

static bool
check_index(const struct lexical_limits *c, const struct token *t,
	struct diagnostic *fault)
{
	if (is_wide(c->name))
		return check_number(
			c, t, "the bit width", LIMIT_BIT_WIDTH, fault);
	return check_number(c, t, "the index", LIMIT_INDEX, fault);
}

/* c->run is the number of atoms before this one. */
static bool
check_numeral(const struct lexical_limits *c, const struct token *t,
	struct diagnostic *fault)
{
	if (c->opened && c->run >= 2 && slice_is(c->head, "_"))
		return check_index(c, t, fault);
	if (c->root_depth > 0 && c->depth == c->root_depth)
		return check_number(c, t, "the index", LIMIT_INDEX, fault);
	if (c->root_depth > 0 && c->opened && slice_is(c->head, "^"))
		return check_number(c, t, "the degree of root-obj",
			LIMIT_ROOT_DEGREE, fault);
	if (c->command == COMMAND_PUSH && c->depth == 1)
		return check_number(c, t, "push by", LIMIT_PUSH, fault);
	if (c->command == COMMAND_DECLARE_DATATYPES && c->depth == 3)
		return check_number(
			c, t, "the datatype arity", LIMIT_ARITY, fault);
	return true;
}

static bool
check_digits(const struct token *t, size_t digits, struct diagnostic *fault)
{
	if (digits <= LIMIT_DIGITS)
		return true;
	return diagnostic_at(fault, DIAGNOSTIC_LIMIT, t,
		"a number of %zu digits; the limit is %d", digits,
		LIMIT_DIGITS);
}

/* SMT-LIB has no control characters in names; this one is ours (escape.h). */
static bool
check_name(const struct lexical_limits *c, const struct token *t,
	struct diagnostic *fault)
{
	struct slice name = token_name(c->text, t);

	if (memchr(name.start, EMPTY_NAME[0], name.length) == NULL)
		return true;
	return diagnostic_at(fault, DIAGNOSTIC_TOKEN, t,
		"a name cannot have the control character U+007F");
}

/*
 * A character beyond U+2FFFF, the last of SMT-LIB's, which begins with the
 * bytes f0 b0 in UTF-8: as an escape libz3 would read its digits. Of strings
 * that are no terms it does not matter.
 */
static bool
check_string(const struct lexical_limits *c, const struct token *t,
	struct diagnostic *fault)
{
	const unsigned char *at = (const unsigned char *)c->text + t->offset;

	if (c->command == COMMAND_ECHO || c->command == COMMAND_SET_INFO)
		return true;
	for (size_t i = 0; i + 1 < t->length; i++) {
		if (at[i] > 0xf0 || (at[i] == 0xf0 && at[i + 1] >= 0xb0))
			return diagnostic_at(fault, DIAGNOSTIC_TOKEN, t,
				"it has a character beyond U+2FFFF, where the "
				"characters of SMT-LIB's strings end");
	}
	return true;
}

static bool
check_atom(const struct lexical_limits *c, const struct token *t,
	struct diagnostic *fault)
{
	switch (t->kind) {
	case TOKEN_NUMERAL:
		return check_digits(t, t->length, fault) &&
		       check_numeral(c, t, fault);
	case TOKEN_DECIMAL:
		return check_digits(t, t->length - 1, fault);
	case TOKEN_HEX:
	case TOKEN_BINARY:
		return check_digits(t, t->length - 2, fault);
	case TOKEN_SYMBOL:
	case TOKEN_QUOTED:
		return check_name(c, t, fault) &&
		       check_digits(
			       t, value_digits(token_name(c->text, t)), fault);
	case TOKEN_END:
	case TOKEN_OPEN:
	case TOKEN_CLOSE:
	case TOKEN_KEYWORD:
		break;
	case TOKEN_STRING:
		return check_string(c, t, fault);
	}
	return true;
}

static bool
pass_atom(struct lexical_limits *c, const struct token *t,
	struct diagnostic *fault)
{
	if (!check_atom(c, t, fault))
		return false;
	if (c->run == 0)
		c->head = token_name(c->text, t);
	else if (c->run == 1)
		c->name = token_name(c->text, t);
	c->run++;
	if (c->run == 1 && c->opened && slice_is(c->head, "root-obj"))
		c->root_depth = c->depth;
	if (c->is_parameters && c->run > LIMIT_ARITY)
		return diagnostic_at(fault, DIAGNOSTIC_LIMIT, t,
			"more than %d type parameters", LIMIT_ARITY);
	return true;
}

static bool
pass_open(struct lexical_limits *c, const struct token *t,
	struct diagnostic *fault)
{
	if (c->depth >= LIMIT_NESTING)
		return diagnostic_at(fault, DIAGNOSTIC_LIMIT, t,
			"nested more than %d levels deep", LIMIT_NESTING);
	c->is_parameters = c->opened && c->run == 1 && slice_is(c->head, "par");
	c->depth++;
	c->run = 0;
	c->opened = true;
	return true;
}

bool
lexical_limits_pass(struct lexical_limits *c, const struct token *t,
	struct diagnostic *fault)
{
	if (t->kind == TOKEN_OPEN)
		return pass_open(c, t, fault);
	if (t->kind != TOKEN_CLOSE)
		return pass_atom(c, t, fault);
	if (c->depth == c->root_depth)
		c->root_depth = 0;
	c->depth--;
	c->run = 0;
	c->opened = false;
	c->is_parameters = false;
	return true;
}
