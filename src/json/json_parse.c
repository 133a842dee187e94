#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "json/json.h"
#include "json/json_own.h"

/* --- words, numbers and strings, as RFC 8259 has them --------------------- */

struct scan {
	const char *start;
	const char *at;
	const char *end;
	struct buf decoded; /* the last string, if it had escapes */
	struct err *e;
};

static void
scan_init(struct scan *s, const char *text, size_t size, struct err *e)
{
	*s = (struct scan){
		.start = text, .at = text, .end = text + size, .e = e};
	buf_init(&s->decoded, size); /* no escape is shorter than its meaning */
}

static void
scan_release(struct scan *s)
{
	buf_release(&s->decoded);
}

/* Refuses the text at `at`, with its position. Always false. */
static bool __attribute__((format(printf, 3, 4)))
scan_fail(struct scan *s, const char *at, const char *format, ...)
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
find_advice(const struct scan *s)
{
	size_t left = (size_t)(s->end - s->at);

	for (size_t i = 0; i < sizeof(habits) / sizeof(habits[0]); i++) {
		size_t size = strlen(habits[i].begins);

		if (size <= left && memcmp(s->at, habits[i].begins, size) == 0)
			return habits[i].advice;
	}
	return "";
}

/* Refuses what stands here: "expected WANTED, found ..." Always false. */
static bool
scan_expected(struct scan *s, const char *wanted)
{
	size_t left = (size_t)(s->end - s->at);
	size_t size = 1;

	if (left == 0)
		return scan_fail(
			s, s->at, "expected %s, found the end", wanted);
	if ((unsigned char)*s->at < ' ')
		return scan_fail(s, s->at,
			"expected %s, found the control character 0x%02x",
			wanted, (unsigned)*s->at);
	while (size < left && ((unsigned char)s->at[size] & 0xc0) == 0x80)
		size++;
	return scan_fail(s, s->at, "expected %s, found %.*s%s", wanted,
		(int)size, s->at, find_advice(s));
}

static void
scan_space(struct scan *s)
{
	while (s->at < s->end && (*s->at == ' ' || *s->at == '\n' ||
					 *s->at == '\r' || *s->at == '\t'))
		s->at++;
}

/* Passes over the character if it stands here. */
static bool
scan_take(struct scan *s, char c)
{
	if (s->at == s->end || *s->at != c)
		return false;
	s->at++;
	return true;
}

static bool
is_digit(const struct scan *s)
{
	return s->at < s->end && *s->at >= '0' && *s->at <= '9';
}

/* Passes over the word if it stands here. */
static bool
scan_word(struct scan *s, const char *word)
{
	size_t size = strlen(word);

	if ((size_t)(s->end - s->at) < size || memcmp(s->at, word, size) != 0)
		return false;
	s->at += size;
	return true;
}

static bool
pass_digits(struct scan *s)
{
	if (!is_digit(s))
		return scan_expected(s, "a digit");
	while (is_digit(s))
		s->at++;
	return true;
}

/* At a digit or a minus; passes over it. Its text lies before s->at then. */
static bool
scan_number(struct scan *s, bool *is_integer)
{
	*is_integer = true;
	(void)scan_take(s, '-');
	if (scan_take(s, '0')) {
		if (is_digit(s))
			return scan_fail(
				s, s->at - 1, "a number begins with 0");
	} else if (!pass_digits(s)) {
		return false;
	}
	if (scan_take(s, '.')) {
		*is_integer = false;
		if (!pass_digits(s))
			return false;
	}
	if (scan_take(s, 'e') || scan_take(s, 'E')) {
		*is_integer = false;
		if (!scan_take(s, '-'))
			(void)scan_take(s, '+');
		return pass_digits(s);
	}
	return true;
}

/* After "\u": the value of four hexadecimal digits. */
static bool
pass_hex(struct scan *s, uint32_t *code)
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
			return scan_expected(
				s, "four hexadecimal digits after \\u");
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
pass_low_surrogate(struct scan *s, uint32_t *code)
{
	const char *before = s->at;
	uint32_t low;

	if (scan_word(s, "\\u")) {
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
	(void)buf_add(b, bytes, size); /* fits: see scan_init */
}

static bool
pass_unicode(struct scan *s)
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

/* After a backslash. */
static bool
pass_escape(struct scan *s)
{
	static const char letters[] = "\"\\/bfnrt";
	static const char meanings[] = "\"\\/\b\f\n\r\t";
	const char *found;

	if (scan_take(s, 'u'))
		return pass_unicode(s);
	found = s->at < s->end && *s->at != '\0' ? strchr(letters, *s->at)
						 : NULL;
	if (found == NULL)
		return scan_expected(
			s, "one of \" \\ / b f n r t u after a backslash");
	s->at++;
	/* It fits: see scan_init. */
	(void)buf_add_char(&s->decoded, meanings[found - letters]);
	return true;
}

/* Passes over characters that stand for themselves. */
static void
pass_plain(struct scan *s)
{
	while (s->at < s->end && *s->at != '"' && *s->at != '\\' &&
		(unsigned char)*s->at >= ' ')
		s->at++;
}

/* At a quote. The text is borrowed until the next string. */
static bool
scan_string(struct scan *s, const char **text, size_t *size)
{
	const char *quote = s->at++;
	const char *piece = s->at;

	pass_plain(s);
	if (scan_take(s, '"')) {
		*text = piece;
		*size = (size_t)(s->at - 1 - piece);
		return true;
	}
	buf_clear(&s->decoded);
	while (s->at < s->end && *s->at == '\\') {
		/* It fits: see scan_init. */
		(void)buf_add(&s->decoded, piece, (size_t)(s->at - piece));
		s->at++;
		if (!pass_escape(s))
			return false;
		piece = s->at;
		pass_plain(s);
	}
	if (s->at == s->end)
		return scan_fail(s, quote, "a string without its end");
	if (!scan_take(s, '"'))
		return scan_fail(s, s->at,
			"the control character 0x%02x in a string; "
			"write it as \\u%04x",
			(unsigned)*s->at, (unsigned)*s->at);
	(void)buf_add(&s->decoded, piece, (size_t)(s->at - 1 - piece));
	*text = s->decoded.data;
	*size = s->decoded.size;
	return true;
}

/* --- values --------------------------------------------------------------- */

/*
 * A parser of our own over json-c's values: its parser takes NaN, single
 * quotes, raw control characters, bad UTF-8 and doubled keys, and cannot be
 * told not to.
 */

/* What a value costs of LIMIT_JSON_MEMORY. */
enum {
	COST_SCALAR = 64,
	COST_MEMBER = 128,
	COST_ARRAY = 128,
	COST_OBJECT = 1024,
};

struct parser {
	struct scan scan;
	unsigned depth;
	size_t cost;
};

static bool parse_value(struct parser *p, struct json_object **value);

static bool
pay(struct parser *p, size_t cost)
{
	p->cost += cost;
	if (p->cost <= LIMIT_JSON_MEMORY)
		return true;
	return scan_fail(&p->scan, p->scan.at,
		"too many values: they would take more than %d MiB of memory",
		LIMIT_JSON_MEMORY / MIB);
}

static bool
parse_string(struct parser *p, struct json_object **value)
{
	const char *text;
	size_t size;

	if (!scan_string(&p->scan, &text, &size) || !pay(p, COST_SCALAR + size))
		return false;
	*value = json_own_string(text, size);
	return true;
}

static bool
parse_number(struct parser *p, struct json_object **value)
{
	const char *start = p->scan.at;
	DROP(text) char *text = NULL;
	long long whole;
	bool is_integer;

	if (!scan_number(&p->scan, &is_integer))
		return false;
	text = text_copy_n(start, (size_t)(p->scan.at - start));
	if (!pay(p, COST_SCALAR + strlen(text)))
		return false;
	errno = 0;
	whole = is_integer ? strtoll(text, NULL, 10) : 0;
	/* An int64_t has no negative zero. */
	if (is_integer && errno == 0 && strcmp(text, "-0") != 0)
		*value = json_new_int(whole);
	else
		*value = json_own_number(text);
	return true;
}

static bool
enter(struct parser *p)
{
	if (++p->depth <= LIMIT_JSON_DEPTH)
		return true;
	return scan_fail(&p->scan, p->scan.at - 1,
		"nested deeper than %d levels", LIMIT_JSON_DEPTH);
}

/* After "[". */
static bool
parse_array(struct parser *p, struct json_object **value)
{
	DROP(json) struct json_object *array = json_new_array();

	if (!enter(p) || !pay(p, COST_ARRAY))
		return false;
	scan_space(&p->scan);
	if (!scan_take(&p->scan, ']')) {
		do {
			struct json_object *element = NULL;

			if (!parse_value(p, &element))
				return false;
			json_add(array, element);
		} while (scan_take(&p->scan, ','));
		if (!scan_take(&p->scan, ']'))
			return scan_expected(&p->scan, "a comma or ]");
	}
	p->depth--;
	*value = TAKE(array);
	return true;
}

/* The key of a member, owned by the caller, that is new to the object. */
static bool
parse_key(struct parser *p, const struct json_object *object, char **key)
{
	DROP(text) char *copy = NULL;
	const char *at;
	const char *text;
	size_t size;

	scan_space(&p->scan);
	at = p->scan.at;
	if (at == p->scan.end || *at != '"')
		return scan_expected(&p->scan, "a key in double quotes");
	if (!scan_string(&p->scan, &text, &size) || !pay(p, COST_MEMBER + size))
		return false;
	if (memchr(text, '\0', size) != NULL)
		return scan_fail(&p->scan, at, "a key with a NUL in it");
	copy = text_copy_n(text, size);
	if (json_find(object, copy, NULL))
		return scan_fail(&p->scan, at,
			"the key \"%.*s\" stands twice in one object",
			(int)utf8_cut(copy, size, 60), copy);
	*key = TAKE(copy);
	return true;
}

static bool
parse_member(struct parser *p, struct json_object *object)
{
	DROP(text) char *key = NULL;
	struct json_object *value = NULL;

	if (!parse_key(p, object, &key))
		return false;
	scan_space(&p->scan);
	if (!scan_take(&p->scan, ':'))
		return scan_expected(&p->scan, "a colon after the key");
	if (!parse_value(p, &value))
		return false;
	json_own_member(object, key, value);
	return true;
}

/* After "{". */
static bool
parse_object(struct parser *p, struct json_object **value)
{
	DROP(json) struct json_object *object = json_new_object();

	if (!enter(p) || !pay(p, COST_OBJECT))
		return false;
	scan_space(&p->scan);
	if (!scan_take(&p->scan, '}')) {
		do {
			if (!parse_member(p, object))
				return false;
		} while (scan_take(&p->scan, ','));
		if (!scan_take(&p->scan, '}'))
			return scan_expected(&p->scan, "a comma or }");
	}
	p->depth--;
	*value = TAKE(object);
	return true;
}

static bool
parse_word(struct parser *p, struct json_object **value)
{
	if (!pay(p, COST_SCALAR))
		return false;
	if (scan_word(&p->scan, "null"))
		*value = NULL;
	else if (scan_word(&p->scan, "true"))
		*value = json_new_bool(true);
	else if (scan_word(&p->scan, "false"))
		*value = json_new_bool(false);
	else
		return scan_expected(&p->scan, "a value");
	return true;
}

static bool
parse_bare(struct parser *p, struct json_object **value)
{
	char first = p->scan.at < p->scan.end ? *p->scan.at : '\0';

	if (scan_take(&p->scan, '{'))
		return parse_object(p, value);
	if (scan_take(&p->scan, '['))
		return parse_array(p, value);
	if (first == '"')
		return parse_string(p, value);
	if (first == '-' || (first >= '0' && first <= '9'))
		return parse_number(p, value);
	return parse_word(p, value);
}

/* A value with the space around it. */
static bool
parse_value(struct parser *p, struct json_object **value)
{
	scan_space(&p->scan);
	if (!parse_bare(p, value))
		return false;
	scan_space(&p->scan);
	return true;
}

static bool
parse_text(struct parser *p, struct json_object **value)
{
	DROP(json) struct json_object *whole = NULL;

	if (!parse_value(p, &whole))
		return false;
	if (p->scan.at != p->scan.end)
		return scan_expected(&p->scan, "the end after the value");
	*value = TAKE(whole);
	return true;
}

bool
json_parse(const char *text, size_t size, struct json_object **value,
	struct err *e)
{
	struct parser p = {0};
	size_t bad_at;
	bool ok;

	scan_init(&p.scan, text, size, e);
	if (utf8_check(text, size, &bad_at))
		ok = parse_text(&p, value);
	else
		ok = scan_fail(&p.scan, text + bad_at,
			"the byte 0x%02x is not UTF-8",
			(unsigned)(unsigned char)text[bad_at]);
	scan_release(&p.scan);
	return ok;
}

static bool
add_member(const char *key, struct json_object *value, void *argument)
{
	size_t *weight = argument;

	*weight += COST_MEMBER + strlen(key) + json_weight(value);
	return true;
}

/* No deeper than what was parsed. */
size_t
json_weight(const struct json_object *value)
{
	size_t weight = COST_SCALAR;

	if (json_kind(value) == JSON_STRING)
		return COST_SCALAR + json_string_size(value);
	if (json_kind(value) == JSON_OBJECT) {
		weight = COST_OBJECT;
		(void)json_each(value, add_member, &weight);
	}
	if (json_kind(value) == JSON_ARRAY) {
		weight = COST_ARRAY;
		for (size_t i = 0; i < json_count(value); i++)
			weight += json_weight(json_at(value, i));
	}
	return weight;
}
