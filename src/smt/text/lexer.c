/* How a token that begins with a byte goes on: the letters of the picture. */
#include "smt/text/lexer.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "base/wording.h"

enum shape {
	SHAPE_NONE = '.', /* no token */
	SHAPE_SPACE = 's',
	SHAPE_LINE = 'n',
	SHAPE_COMMENT = 'c',
	SHAPE_PAREN = 'p',
	SHAPE_KEYWORD = 'k',
	SHAPE_STRING = 'q',
	SHAPE_BAR = 'b',
	SHAPE_HASH = 'h',
	/* From here on: the bytes that a symbol may hold. */
	SHAPE_SYMBOL = 'x',
	SHAPE_MINUS = 'y',
	SHAPE_DIGIT = 'z',
};

/* The comma is libz3's, not the standard's. */
static const char picture[] =
	/* NUL */ ".........sn..s.."
		  /*     */ "................"
		  /*     */ "sxqhxxx.ppxxxyxx"
		  /* 0   */ "zzzzzzzzzzkcxxxx"
		  /* @   */ "xxxxxxxxxxxxxxxx"
		  /* P   */ "xxxxxxxxxxx...xx"
		  /* `   */ ".xxxxxxxxxxxxxxx"
		  /* p   */ "xxxxxxxxxxx.b.x.";

/* The class of the next byte but `ahead`; SHAPE_NONE at the end. */
static enum shape
shape_of(const struct lexer *l, size_t ahead)
{
	unsigned char c;

	if (l->at + ahead >= l->size)
		return SHAPE_NONE;
	c = (unsigned char)l->text[l->at + ahead];
	return c < 128 ? (enum shape)picture[c] : SHAPE_NONE;
}

static bool
is_at(const struct lexer *l, size_t ahead, char c)
{
	return l->at + ahead < l->size && l->text[l->at + ahead] == c;
}

struct lexer
lexer_of(const char *text, size_t size)
{
	return (struct lexer){.text = text, .size = size, .line = 1};
}

struct lexer
lexer_at(const char *text, const struct token *term)
{
	return (struct lexer){
		.text = text,
		.size = term->offset + term->length,
		.at = term->offset,
		.line_start = term->offset - (term->column - 1),
		.line = term->line,
	};
}

struct lexer
lexer_enter(const char *text, const struct token *list)
{
	struct lexer l = lexer_at(text, list);

	l.at++;
	return l;
}

/* Steps over a byte of a token or comment that may hold any character. */
static void
step(struct lexer *l)
{
	unsigned char c = (unsigned char)l->text[l->at++];

	if (c == '\n') {
		l->line++;
		l->line_start = l->at;
		l->wide = 0;
	} else if ((c & 0xc0) == 0x80) {
		l->wide++;
	}
}

static void
skip_space(struct lexer *l)
{
	for (;;) {
		enum shape c = shape_of(l, 0);

		if (c == SHAPE_SPACE) {
			l->at++;
		} else if (c == SHAPE_LINE) {
			step(l);
		} else if (c == SHAPE_COMMENT) {
			const char *end =
				memchr(l->text + l->at, '\n', l->size - l->at);

			l->at = end ? (size_t)(end - l->text) : l->size;
		} else {
			return;
		}
	}
}

static void
skip_symbol(struct lexer *l)
{
	while (shape_of(l, 0) >= SHAPE_SYMBOL)
		l->at++;
}

static void
skip_digits(struct lexer *l)
{
	while (shape_of(l, 0) == SHAPE_DIGIT)
		l->at++;
}

/*
 * The token at [t->offset, l->at) is refused together with the rest of its
 * word; the lexer goes back.
 */
static bool
refuse_word(struct lexer *l, struct token *t, const char *reason)
{
	size_t shown;

	skip_symbol(l);
	t->length = l->at - t->offset;
	l->at = t->offset;
	shown = utf8_cut(l->text + t->offset, t->length, 60);
	return diagnostic_at(l->fault, DIAGNOSTIC_TOKEN, t, "%.*s%s: %s",
		(int)shown, l->text + t->offset, shown < t->length ? "..." : "",
		reason);
}

static bool
read_number(struct lexer *l, struct token *t)
{
	t->kind = TOKEN_NUMERAL;
	l->at += is_at(l, 0, '-');
	skip_digits(l);
	if (is_at(l, 0, '.')) {
		t->kind = TOKEN_DECIMAL;
		l->at++;
		skip_digits(l);
	}
	return shape_of(l, 0) < SHAPE_SYMBOL ||
	       refuse_word(l, t,
		       "a name cannot begin with a digit, and nothing may "
		       "stick to a number");
}

static bool
read_hash(struct lexer *l, struct token *t)
{
	static const char hex[] = "0123456789abcdefABCDEF";
	bool is_binary = is_at(l, 1, 'b');
	size_t prefix = 1 + (is_binary || is_at(l, 1, 'x') || is_at(l, 1, '|'));
	size_t digits;

	t->kind = is_binary ? TOKEN_BINARY : TOKEN_HEX;
	if (is_at(l, 1, '|')) {
		l->at += prefix;
		return refuse_word(l, t,
			"block comments are not SMT-LIB; begin each line of "
			"a comment with ;");
	}
	l->at += prefix;
	digits = l->at;
	while (prefix == 2 && l->at < l->size && l->text[l->at] != '\0' &&
		strchr(is_binary ? "01" : hex, l->text[l->at]) != NULL)
		l->at++;
	return (l->at > digits && shape_of(l, 0) < SHAPE_SYMBOL) ||
	       refuse_word(l, t,
		       "# begins a bit-vector, with hexadecimal digits (#x0f) "
		       "or binary ones (#b101)");
}

/*
 * "..." or |...|. In the latter libz3 takes \| for an escaped bar, the standard
 * knows no escape, so a backslash could end the symbol in two places.
 */
static bool
read_quoted(struct lexer *l, struct token *t)
{
	const struct lexer before = *l;
	const char mark = l->text[l->at++];
	bool is_string = mark == '"';
	bool has_backslash;

	t->kind = is_string ? TOKEN_STRING : TOKEN_QUOTED;
	while (l->at < l->size && (is_string || !is_at(l, 0, '\\'))) {
		if (is_at(l, 0, mark)) {
			l->at++;
			if (!is_string || !is_at(l, 0, mark))
				return true;
		}
		step(l);
	}
	has_backslash = l->at < l->size;
	*l = before;
	t->length = 1;
	if (has_backslash)
		return diagnostic_at(l->fault, DIAGNOSTIC_TOKEN, t,
			"a backslash is not allowed inside of |...|");
	return diagnostic_at(l->fault,
		is_string ? DIAGNOSTIC_STRING : DIAGNOSTIC_QUOTED, t, "%s", "");
}

static bool
read_token(struct lexer *l, struct token *t)
{
	enum shape shape = shape_of(l, 0);

	if (shape == SHAPE_MINUS && shape_of(l, 1) == SHAPE_DIGIT)
		shape = SHAPE_DIGIT;
	switch (shape) {
	case SHAPE_PAREN:
		t->kind = is_at(l, 0, '(') ? TOKEN_OPEN : TOKEN_CLOSE;
		l->at++;
		return true;
	case SHAPE_KEYWORD:
	case SHAPE_SYMBOL:
	case SHAPE_MINUS:
		t->kind = shape == SHAPE_KEYWORD ? TOKEN_KEYWORD : TOKEN_SYMBOL;
		l->at++;
		skip_symbol(l);
		return true;
	case SHAPE_DIGIT:
		return read_number(l, t);
	case SHAPE_HASH:
		return read_hash(l, t);
	case SHAPE_STRING:
	case SHAPE_BAR:
		return read_quoted(l, t);
	case SHAPE_NONE:
	case SHAPE_SPACE:
	case SHAPE_LINE:
	case SHAPE_COMMENT:
		break;
	}
	do
		t->length++;
	while (l->at + t->length < l->size &&
		(l->text[l->at + t->length] & 0xc0) == 0x80);
	return diagnostic_at(l->fault, DIAGNOSTIC_TOKEN, t,
		"this character may stand only in comments, in \"...\" and "
		"in |...|");
}

bool
lexer_next(struct lexer *l, struct token *t)
{
	skip_space(l);
	*t = (struct token){
		.kind = TOKEN_END,
		.line = l->line,
		.column = (unsigned)(l->at - l->line_start - l->wide) + 1,
		.offset = l->at,
	};
	if (l->at >= l->size)
		return true;
	if (!read_token(l, t))
		return false;
	t->length = l->at - t->offset;
	return true;
}

bool
lexer_token(struct lexer *l, struct token *t)
{
	return lexer_next(l, t) && t->kind != TOKEN_END;
}

/* --- unicode escape ------------------------------------------------------ */

/* Copies until `stop` bytes are there; returns how many of the piece that
 * were. */
static size_t
escape(struct buf *out, const char *text, size_t size, size_t stop)
{
	char end = '\0'; /* of the string, symbol or comment at hand */
	size_t at = 0;

	while (at < size && out->size < stop) {
		unsigned char first = (unsigned char)text[at];
		size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
		unsigned point = first & (0x7fu >> length);
		char c = text[at];

		if (end != '"' || first < 0x80) {
			(void)buf_add_char(out, c);
			length = 1;
		}
		for (size_t i = 1; i < length; i++)
			point = point << 6 |
				((unsigned char)text[at + i] & 0x3fu);
		if (length > 1)
			(void)buf_add_format(out, "\\u{%x}", point);
		if (end == c)
			end = '\0';
		else if (end == '\0' && (c == '"' || c == '|' || c == ';'))
			end = (char)(c == ';' ? '\n' : c);
		at += length;
	}
	return at;
}

void
unicode_escape_add(struct buf *out, const char *text, size_t size)
{
	if (utf8_count(text, size) == size)
		buf_add(out, text, size);
	else
		(void)escape(out, text, size, SIZE_MAX);
}

size_t
unicode_escape_decode(const char *text, size_t size, size_t at)
{
	DROP(buf) struct buf ignored;

	buf_init(&ignored, SIZE_MAX / 2);
	return utf8_count(text, size) == size && at < size
		       ? at
		       : escape(&ignored, text, size, at);
}

/* --- tokens -------------------------------------------------------------- */

struct slice
token_name(const char *text, const struct token *t)
{
	if (t->kind == TOKEN_QUOTED)
		return (struct slice){text + t->offset + 1, t->length - 2};
	return (struct slice){text + t->offset, t->length};
}

bool
slice_is_one_of(struct slice s, const char *words)
{
	while (*words != '\0') {
		size_t size = strcspn(words, " ");

		if (slice_equals(s, (struct slice){words, size}))
			return true;
		words += size;
		words += *words == ' ';
	}
	return false;
}

bool
token_is_symbol(const struct token *t)
{
	return t->kind == TOKEN_SYMBOL || t->kind == TOKEN_QUOTED;
}

bool
token_is(const char *text, const struct token *t, const char *name)
{
	return (token_is_symbol(t) || t->kind == TOKEN_KEYWORD) &&
	       slice_is(token_name(text, t), name);
}

char *
token_string(const char *text, const struct token *t)
{
	char *string = text_copy_n(text + t->offset + 1, t->length - 2);
	char *to = string;

	assert(t->kind == TOKEN_STRING);
	for (const char *from = string; *from != '\0'; from++) {
		*to++ = *from;
		if (*from == '"')
			from++;
	}
	*to = '\0';
	return string;
}

size_t
token_number(const char *text, const struct token *t)
{
	size_t value = 0;

	assert(t->kind == TOKEN_NUMERAL);
	for (size_t i = 0; i < t->length; i++) {
		unsigned digit = (unsigned char)text[t->offset + i] - '0';

		if (digit > 9 || value > (SIZE_MAX - digit) / 10)
			return SIZE_MAX;
		value = value * 10 + digit;
	}
	return value;
}

bool
diagnostic_at(struct diagnostic *fault, enum diagnostic_kind kind,
	const struct token *t, const char *format, ...)
{
	const struct token start = {.line = 1, .column = 1};
	DROP(text) char *worded = NULL;
	va_list arguments;

	if (fault == NULL)
		return false;
	t = t != NULL ? t : &start;
	fault->kind = kind;
	fault->field = 0;
	fault->offset = t->offset;
	fault->length = t->length;
	fault->line = t->line;
	fault->column = t->column;
	worded = wording_text(format);
	va_start(arguments, format);
	/* Longer than DIAGNOSTIC_WHAT_MAX is cut; callers show words cut short.
	 */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* it was checked */
	(void)vsnprintf(fault->what, sizeof(fault->what), worded, arguments);
#pragma GCC diagnostic pop
	va_end(arguments);
	return false;
}

/* --- text ---------------------------------------------------------------- */

bool
text_check(const char *text, size_t size, struct diagnostic *fault)
{
	const char *nul = memchr(text, '\0', size);
	struct token t = {.kind = TOKEN_END, .length = 1};
	bool is_utf8;

	t.offset = nul != NULL ? (size_t)(nul - text) : size;
	is_utf8 = utf8_check(text, t.offset, &t.offset);
	if (is_utf8 && nul == NULL)
		return true;
	text_place(text, t.offset, &t.line, &t.column);
	if (is_utf8)
		return diagnostic_at(
			fault, DIAGNOSTIC_ENCODING, &t, "a NUL character");
	return diagnostic_at(fault, DIAGNOSTIC_ENCODING, &t,
		"the byte 0x%02x is not UTF-8",
		(unsigned)(unsigned char)text[t.offset]);
}

void
text_place(const char *text, size_t offset, unsigned *line, unsigned *column)
{
	const char *end = text + offset;
	const char *next;

	*line = 1;
	while ((next = memchr(text, '\n', (size_t)(end - text))) != NULL) {
		++*line;
		text = next + 1;
	}
	*column = 1 + (unsigned)utf8_count(text, (size_t)(end - text));
}

void
text_mark_move(
	struct text_mark *m, const char *text, size_t size, unsigned line)
{
	const char *next;

	if (m->line == 0 || m->line > line || m->at > size)
		*m = (struct text_mark){0, 1};
	while (m->line < line &&
		(next = memchr(text + m->at, '\n', size - m->at)) != NULL) {
		m->at = (size_t)(next - text) + 1;
		m->line++;
	}
}

size_t
text_offset(const char *text, size_t size, unsigned line, unsigned column)
{
	size_t at = 0;

	for (; line > 1 && at < size; at++)
		line -= text[at] == '\n';
	while (at < size && text[at] != '\n' && column > 1) {
		at++;
		while (at < size && (text[at] & 0xc0) == 0x80)
			at++;
		column--;
	}
	return at;
}

void
text_blank(char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (text[i] != '\n' && text[i] != '\r')
			text[i] = ' ';
}

void
text_add_symbol(struct buf *out, const char *name)
{
	static const char simple[] = "abcdefghijklmnopqrstuvwxyz"
				     "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "0123456789~!@$%^&*_-+=<>.?/";
	bool is_simple = name[0] != '\0' &&
			 name[strspn(name, simple)] == '\0' &&
			 strchr("0123456789", name[0]) == NULL;

	buf_add_format(out, is_simple ? "%s" : "|%s|", name);
}
