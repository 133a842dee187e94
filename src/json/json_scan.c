#include "json/json_scan.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

void
json_scan_init(
	struct json_scan *s, const char *text, size_t size, struct err *e)
{
	*s = (struct json_scan){
		.start = text, .at = text, .end = text + size, .e = e};
	buf_init(&s->decoded, size); /* no escape is shorter than its meaning */
}

void
json_scan_release(struct json_scan *s)
{
	buf_release(&s->decoded);
}

bool
json_scan_fail(struct json_scan *s, const char *at, const char *format, ...)
{
	const char *line = s->start;
	unsigned lines = 1;
	char reason[512];
	va_list arguments;

	for (const char *c = s->start; c < at; c++) {
		if (*c == '\n') {
			lines++;
			line = c + 1;
		}
	}
	va_start(arguments, format);
	(void)vsnprintf(reason, sizeof(reason), format, arguments);
	va_end(arguments);
	return err_set(s->e, ERR_ARGUMENT,
		"not JSON at line %u, column %zu (byte %zu): %s", lines,
		utf8_count(line, (size_t)(at - line)) + 1,
		(size_t)(at - s->start), reason);
}

/* What people and programs write in the place of a JSON value. */
static const struct habit {
	const char *begins;
	const char *advice;
} habits[] = {
	{"'", "; strings stand in double quotes"},
	{"//", "; JSON has no comments"},
	{"/*", "; JSON has no comments"},
	{"#", "; JSON has no comments"},
	{"True", "; JSON writes true"},
	{"False", "; JSON writes false"},
	{"None", "; JSON writes null"},
	{"undefined", "; JSON writes null"},
	{"NaN", "; JSON has no NaN"},
	{"Infinity", "; JSON has no infinity"},
	{"+", "; JSON numbers have no plus sign"},
	{".", "; JSON numbers begin with a digit"},
	{"```", "; leave out the Markdown fence"},
};

static const char *
find_advice(const struct json_scan *s)
{
	size_t left = (size_t)(s->end - s->at);

	for (size_t i = 0; i < sizeof(habits) / sizeof(habits[0]); i++) {
		size_t size = strlen(habits[i].begins);

		if (size <= left && memcmp(s->at, habits[i].begins, size) == 0)
			return habits[i].advice;
	}
	return "";
}

bool
json_scan_expected(struct json_scan *s, const char *wanted)
{
	size_t left = (size_t)(s->end - s->at);
	size_t size = 1;

	if (left == 0)
		return json_scan_fail(
			s, s->at, "expected %s, found the end", wanted);
	if ((unsigned char)*s->at < ' ')
		return json_scan_fail(s, s->at,
			"expected %s, found the control character 0x%02x",
			wanted, (unsigned)*s->at);
	while (size < left && ((unsigned char)s->at[size] & 0xc0) == 0x80)
		size++;
	return json_scan_fail(s, s->at, "expected %s, found %.*s%s", wanted,
		(int)size, s->at, find_advice(s));
}

void
json_scan_space(struct json_scan *s)
{
	while (s->at < s->end && (*s->at == ' ' || *s->at == '\n' ||
					 *s->at == '\r' || *s->at == '\t'))
		s->at++;
}

bool
json_scan_take(struct json_scan *s, char c)
{
	if (s->at == s->end || *s->at != c)
		return false;
	s->at++;
	return true;
}

static bool
is_digit(const struct json_scan *s)
{
	return s->at < s->end && *s->at >= '0' && *s->at <= '9';
}

bool
json_scan_word(struct json_scan *s, const char *word)
{
	size_t size = strlen(word);

	if ((size_t)(s->end - s->at) < size || memcmp(s->at, word, size) != 0)
		return false;
	s->at += size;
	return true;
}

static bool
pass_digits(struct json_scan *s)
{
	if (!is_digit(s))
		return json_scan_expected(s, "a digit");
	while (is_digit(s))
		s->at++;
	return true;
}

bool
json_scan_number(struct json_scan *s, bool *is_integer)
{
	*is_integer = true;
	(void)json_scan_take(s, '-');
	if (json_scan_take(s, '0')) {
		if (is_digit(s))
			return json_scan_fail(
				s, s->at - 1, "a number begins with 0");
	} else if (!pass_digits(s)) {
		return false;
	}
	if (json_scan_take(s, '.')) {
		*is_integer = false;
		if (!pass_digits(s))
			return false;
	}
	if (json_scan_take(s, 'e') || json_scan_take(s, 'E')) {
		*is_integer = false;
		if (!json_scan_take(s, '-'))
			(void)json_scan_take(s, '+');
		return pass_digits(s);
	}
	return true;
}

/* Behind "\u": the value of four hexadecimal digits. */
static bool
pass_hex(struct json_scan *s, uint32_t *code)
{
	*code = 0;
	for (int i = 0; i < 4; i++, s->at++) {
		char c = s->at < s->end ? *s->at : '\0';
		int digit;

		if (c >= '0' && c <= '9')
			digit = c - '0';
		else if (c >= 'a' && c <= 'f')
			digit = c - 'a' + 10;
		else if (c >= 'A' && c <= 'F')
			digit = c - 'A' + 10;
		else
			return json_scan_expected(
				s, "four hexadecimal digits behind \\u");
		*code = *code << 4 | (uint32_t)digit;
	}
	return true;
}

enum {
	HIGH_SURROGATE = 0xd800,
	LOW_SURROGATE = 0xdc00,
	SURROGATES_END = 0xe000,
	REPLACEMENT = 0xfffd,
};

/* The second half of a pair if it follows, or else U+FFFD for the first. */
static bool
pass_low_surrogate(struct json_scan *s, uint32_t *code)
{
	const char *before = s->at;
	uint32_t low;

	if (json_scan_word(s, "\\u")) {
		if (!pass_hex(s, &low))
			return false;
		if (low >= LOW_SURROGATE && low < SURROGATES_END) {
			*code = 0x10000 + ((*code - HIGH_SURROGATE) << 10) +
				(low - LOW_SURROGATE);
			return true;
		}
		s->at = before;
	}
	*code = REPLACEMENT;
	return true;
}

static void
add_code(struct buf *b, uint32_t code)
{
	char bytes[4];
	size_t size = 0;

	if (code < 0x80) {
		bytes[size++] = (char)code;
	} else if (code < 0x800) {
		bytes[size++] = (char)(0xc0 | code >> 6);
	} else if (code < 0x10000) {
		bytes[size++] = (char)(0xe0 | code >> 12);
		bytes[size++] = (char)(0x80 | (code >> 6 & 0x3f));
	} else {
		bytes[size++] = (char)(0xf0 | code >> 18);
		bytes[size++] = (char)(0x80 | (code >> 12 & 0x3f));
		bytes[size++] = (char)(0x80 | (code >> 6 & 0x3f));
	}
	if (code >= 0x80)
		bytes[size++] = (char)(0x80 | (code & 0x3f));
	(void)buf_add(b, bytes, size); /* fits: see json_scan_init */
}

static bool
pass_unicode(struct json_scan *s)
{
	uint32_t code;

	if (!pass_hex(s, &code))
		return false;
	if (code >= HIGH_SURROGATE && code < LOW_SURROGATE) {
		if (!pass_low_surrogate(s, &code))
			return false;
	} else if (code >= LOW_SURROGATE && code < SURROGATES_END) {
		code = REPLACEMENT;
	}
	add_code(&s->decoded, code);
	return true;
}

/* Behind a backslash. */
static bool
pass_escape(struct json_scan *s)
{
	static const char letters[] = "\"\\/bfnrt";
	static const char meanings[] = "\"\\/\b\f\n\r\t";
	const char *found;

	if (json_scan_take(s, 'u'))
		return pass_unicode(s);
	found = s->at < s->end && *s->at != '\0' ? strchr(letters, *s->at)
						 : NULL;
	if (found == NULL)
		return json_scan_expected(
			s, "one of \" \\ / b f n r t u behind a backslash");
	s->at++;
	/* It fits: see json_scan_init. */
	(void)buf_add_char(&s->decoded, meanings[found - letters]);
	return true;
}

/* Passes over characters that stand for themselves. */
static void
pass_plain(struct json_scan *s)
{
	while (s->at < s->end && *s->at != '"' && *s->at != '\\' &&
		(unsigned char)*s->at >= ' ')
		s->at++;
}

bool
json_scan_string(struct json_scan *s, const char **text, size_t *size)
{
	const char *quote = s->at++;
	const char *piece = s->at;

	pass_plain(s);
	if (json_scan_take(s, '"')) {
		*text = piece;
		*size = (size_t)(s->at - 1 - piece);
		return true;
	}
	buf_clear(&s->decoded);
	while (s->at < s->end && *s->at == '\\') {
		/* It fits: see json_scan_init. */
		(void)buf_add(&s->decoded, piece, (size_t)(s->at - piece));
		s->at++;
		if (!pass_escape(s))
			return false;
		piece = s->at;
		pass_plain(s);
	}
	if (s->at == s->end)
		return json_scan_fail(s, quote, "a string without its end");
	if (!json_scan_take(s, '"'))
		return json_scan_fail(s, s->at,
			"the control character 0x%02x in a string; "
			"write it as \\u%04x",
			(unsigned)*s->at, (unsigned)*s->at);
	(void)buf_add(&s->decoded, piece, (size_t)(s->at - 1 - piece));
	*text = s->decoded.data;
	*size = s->decoded.size;
	return true;
}
