#include "advice/slips/mistakes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"

static char
byte_at(const struct text_context *s, size_t at)
{
	return at < s->size ? s->text[at] : '\0';
}

/*
 * Writes digits with the point moved by the exponent: 1.5e3 as 1500.0. False
 * for what is too long to be worth it.
 */
static bool
expand(const char *text, size_t size, struct buf *out)
{
	char digits[24];
	size_t count = 0, used;
	long first = 0, exponent, i;
	bool is_behind = false;

	for (used = 0; used < size && text[used] != 'e' && text[used] != 'E';
		used++) {
		is_behind |= text[used] == '.';
		first += !is_behind;
		if (text[used] != '.' && count < sizeof(digits))
			digits[count++] = text[used];
	}
	if (count == 0 || count == sizeof(digits) || used == size)
		return false;
	exponent = strtol(
		quote_text(text + used + 1, size - used - 1).text, NULL, 10);
	if (exponent < -12 || exponent > 12)
		return false;
	first += exponent;
	for (i = first < 1 ? first - 1 : 0; i < first || i < (long)count; i++) {
		if (i == first)
			(void)buf_add_char(out, '.');
		(void)buf_add_char(
			out, i >= 0 && i < (long)count ? digits[i] : '0');
	}
	if ((long)count <= first)
		(void)buf_add_text(out, ".0");
	return true;
}

/* 1e5, 1.5e-3 */
static bool
sees_exponent(struct message *c, const struct text_context *s)
{
	const char *text = s->text + s->token.offset;
	size_t digits = 0;
	DROP(buf) struct buf plain = {0};

	while (digits < s->token.size &&
		(isdigit((unsigned char)text[digits]) || text[digits] == '.'))
		digits++;
	if (digits == 0 || digits + 1 >= s->token.size ||
		(text[digits] != 'e' && text[digits] != 'E') ||
		!(isdigit((unsigned char)text[digits + 1]) ||
			strchr("+-", text[digits + 1]) != NULL))
		return false;
	buf_init(&plain, QUOTE_MAX);
	if (!expand(text, s->token.size, &plain)) {
		buf_clear(&plain);
		(void)buf_add_text(&plain, "all of its digits");
	}
	message_part(c, 1, plain.data, plain.size);
	return true;
}

/* 0xff, 0b101 */
static bool
sees_c_literal(struct message *c, const struct text_context *s)
{
	if (!span_begins(s, s->token, "0x") && !span_begins(s, s->token, "0b"))
		return false;
	message_part(c, 1, s->text + s->token.offset + 1, s->token.size - 1);
	return true;
}

/* 1_000 and 1,000 */
static bool
sees_grouping(struct message *c, const struct text_context *s)
{
	const char *text = s->text + s->token.offset;
	char plain[QUOTE_MAX] = "";
	size_t size = 0;
	size_t marks = 0;
	size_t i;

	for (i = 0; i < s->token.size && size < sizeof(plain); i++) {
		if (isdigit((unsigned char)text[i]))
			plain[size++] = text[i];
		else if (i == 0 || (text[i] != ',' && text[i] != '_'))
			return false;
		else
			marks++;
	}
	message_part(c, 1, plain, size);
	return marks > 0 && isdigit((unsigned char)text[s->token.size - 1]);
}

/* 1/2, 2x, 2*x: a number and something stuck to it */
static bool
sees_stuck(struct message *c, const struct text_context *s)
{
	const char *text = s->text + s->token.offset;
	size_t digits = 0;
	size_t operator;

	if (s->kind != PIECE_ATOM)
		return false;
	while (digits < s->token.size &&
		(isdigit((unsigned char)text[digits]) || text[digits] == '.'))
		digits++;
	if (digits == 0 || digits == s->token.size)
		return false;
	operator= strchr("*/+-", text[digits]) != NULL;
	message_part(c, 1, text, digits);
	message_part(c, 2, text + digits + operator,
		s->token.size - digits - operator);
	message_part(c, 3, operator? text + digits : "*", 1);
	return true;
}

/* :weight 1/3 */
static bool
sees_fraction_of_weight(struct message *c, const struct text_context *s)
{
	const char *text = s->text + s->token.offset;
	const char *slash = memchr(text, '/', s->token.size);
	struct span before;

	if (s->kind != PIECE_ATOM || slash == NULL ||
		!text_context_before(s, &before) ||
		!span_is(s, before, ":weight"))
		return false;
	message_part(c, 1, text, (size_t)(slash - text));
	message_part(
		c, 2, slash + 1, s->token.size - (size_t)(slash + 1 - text));
	return true;
}

/* 5% */
static bool
sees_percent(struct message *c, const struct text_context *s)
{
	const char *text = s->text + s->token.offset;
	size_t digits = 0;

	while (digits < s->token.size && isdigit((unsigned char)text[digits]))
		digits++;
	message_part(c, 1, text, digits);
	return digits > 0 && digits + 1 == s->token.size && text[digits] == '%';
}

/* 1st, after declare-const and such: meant as a name */
static bool
sees_digit_name(struct message *c, const struct text_context *s)
{
	struct span form, head;

	(void)c;
	return text_context_form(s, 0, &form) && form_head(s, form, &head) &&
	       (span_begins(s, head, "declare-") ||
		       span_begins(s, head, "define-")) &&
	       s->kind == PIECE_ATOM &&
	       isdigit((unsigned char)span_first(s, s->token)) &&
	       !span_is_number(s, s->token);
}

/* #x0g, #12: what no comment row has seen */
static bool
sees_hash(struct message *c, const struct text_context *s)
{
	(void)c;
	return span_first(s, s->token) == '#';
}

/* .5 */
static bool
sees_point(struct message *c, const struct text_context *s)
{
	(void)c;
	return span_first(s, s->token) == '.' &&
	       isdigit((unsigned char)byte_at(s, s->token.offset + 1));
}

/* clang-format off */
const struct mistake number_mistakes[] = {
	{sees_grouping, "`{token}` is no number",
		"digits are not grouped", {"Write {1}."}},
	{sees_exponent, "`{token}` is no number",
		"there is no notation with an exponent; a number is written "
		"out in digits", 
		{"Write {1}.", "For an Int write it without the point."}},
	{sees_c_literal, "`{token}` is no number",
		"bit-vector literals begin with #, and Ints are decimal",
		{"For a bit-vector write #{1}.",
		"For an Int write the decimal number."}},
	{sees_digit_name, "the name `{token}` begins with a digit",
		"names begin with a letter or one of ~!@$%^&*_-+=<>.?/",
		{"Choose another name: n{token}.",
		"Or quote it everywhere: |{token}|."}},
	{sees_percent, "`{token}` is no number",
		"there is no sign for percent", {"Write (/ {1}.0 100.0)."}},
	{sees_fraction_of_weight, "`{token}` is no weight",
		"a weight is a number in digits, such as 2 or 0.25",
		{"Write :weight {1}, and the other weights of the group {2} "
		"times as large: only their ratios count.",
		"Or round it to a decimal."}},
	{sees_stuck, "`{token}` is no number and no name",
		"nothing may stick to a number: it would be cut in two",
		{"Write ({3} {1} {2}).",
		"A name must not begin with a digit: rename it, or quote it, "
		"|{token}|."}},
	{sees_hash, "`{token}` is no bit-vector literal",
		"# begins a bit-vector: #x and hexadecimal digits (4 bits "
		"each), or #b and digits 0 and 1",
		{"Write #x0f, #b00001111 or (_ bv15 8).",
		"If it is a comment, begin it with ;."}},
	{sees_point, "`{token}` is no number",
		"a decimal has digits on both sides of the point",
		{"Write 0{token}."}},
	{NULL, NULL, NULL, {NULL}},
};
/* clang-format on */
