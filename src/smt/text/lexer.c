/* How a token that begins with a byte goes on: the letters of the picture. */
#include "smt/text/lexer.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"

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

void
lexer_init(struct lexer *l, const char *text, size_t size)
{
	*l = (struct lexer){.text = text, .size = size, .line = 1};
}

void
lexer_at(struct lexer *l, const char *text, const struct token *term)
{
	*l = (struct lexer){
		.text = text,
		.size = term->offset + term->length,
		.at = term->offset,
		.line_start = term->offset - (term->column - 1),
		.line = term->line,
	};
}

void
lexer_enter(struct lexer *l, const char *text, const struct token *list)
{
	lexer_at(l, text, list);
	l->at++;
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

/*
 * The token at [t->offset, l->at) is refused together with the rest of its
 * word; the lexer goes back.
 */
static bool
refuse_word(struct lexer *l, struct token *t, struct diagnostic *fault,
	const char *reason)
{
	size_t shown;

	skip_symbol(l);
	t->length = l->at - t->offset;
	l->at = t->offset;
	shown = utf8_cut(l->text + t->offset, t->length, 60);
	return diagnostic_at(fault, DIAGNOSTIC_TOKEN, t, "%.*s%s: %s",
		(int)shown, l->text + t->offset, shown < t->length ? "..." : "",
		reason);
}

static bool
read_none(struct lexer *l, struct token *t, struct diagnostic *fault)
{
	do
		l->at++;
	while (l->at < l->size && (l->text[l->at] & 0xc0) == 0x80);
	t->length = l->at - t->offset;
	l->at = t->offset;
	return diagnostic_at(fault, DIAGNOSTIC_TOKEN, t,
		"this character may stand only in comments, in \"...\" and "
		"in |...|");
}

static bool
read_paren(struct lexer *l, struct token *t, struct diagnostic *fault)
{
	(void)fault;
	t->kind = l->text[l->at++] == '(' ? TOKEN_OPEN : TOKEN_CLOSE;
	return true;
}

static bool
read_symbol(struct lexer *l, struct token *t, struct diagnostic *fault)
{
	(void)fault;
	t->kind = TOKEN_SYMBOL;
	skip_symbol(l);
	return true;
}

static bool
read_keyword(struct lexer *l, struct token *t, struct diagnostic *fault)
{
	(void)fault;
	t->kind = TOKEN_KEYWORD;
	l->at++;
	skip_symbol(l);
	return true;
}

static bool
read_number(struct lexer *l, struct token *t, struct diagnostic *fault)
{
	t->kind = TOKEN_NUMERAL;
	if (is_at(l, 0, '-'))
		l->at++;
	while (shape_of(l, 0) == SHAPE_DIGIT)
		l->at++;
	if (is_at(l, 0, '.')) {
		t->kind = TOKEN_DECIMAL;
		l->at++;
		while (shape_of(l, 0) == SHAPE_DIGIT)
			l->at++;
	}
	if (shape_of(l, 0) < SHAPE_SYMBOL)
		return true;
	return refuse_word(l, t, fault,
		"a name cannot begin with a digit, and nothing may stick to "
		"a number");
}

static bool
read_minus(struct lexer *l, struct token *t, struct diagnostic *fault)
{
	if (shape_of(l, 1) == SHAPE_DIGIT)
		return read_number(l, t, fault);
	return read_symbol(l, t, fault);
}

static bool
read_hash(struct lexer *l, struct token *t, struct diagnostic *fault)
{
	static const char hex[] = "0123456789abcdefABCDEF";
	const char *digits = "";

	if (is_at(l, 1, 'x')) {
		t->kind = TOKEN_HEX;
		digits = hex;
	} else if (is_at(l, 1, 'b')) {
		t->kind = TOKEN_BINARY;
		digits = "01";
	}
	if (is_at(l, 1, '|')) {
		l->at += 2;
		return refuse_word(l, t, fault,
			"block comments are not SMT-LIB; begin each line of "
			"a comment with ;");
	}
	l->at += *digits != '\0' ? 2 : 1;
	while (l->at < l->size && l->text[l->at] != '\0' &&
		strchr(digits, l->text[l->at]) != NULL)
		l->at++;
	if (*digits != '\0' && l->at > t->offset + 2 &&
		shape_of(l, 0) < SHAPE_SYMBOL)
		return true;
	return refuse_word(l, t, fault,
		"# begins a bit-vector, with hexadecimal digits (#x0f) or "
		"binary ones (#b101)");
}

static bool
read_string(struct lexer *l, struct token *t, struct diagnostic *fault)
{
	struct lexer before = *l;

	t->kind = TOKEN_STRING;
	l->at++;
	while (l->at < l->size) {
		if (is_at(l, 0, '"') && !is_at(l, 1, '"')) {
			l->at++;
			return true;
		}
		if (is_at(l, 0, '"'))
			l->at++;
		step(l);
	}
	*l = before;
	t->length = 1;
	return diagnostic_at(fault, DIAGNOSTIC_STRING, t, "%s", "");
}

/*
 * libz3 takes \| inside of |...| for an escaped bar, the standard knows no
 * escape, so a backslash could end the symbol in two places.
 */
static bool
read_quoted(struct lexer *l, struct token *t, struct diagnostic *fault)
{
	struct lexer before = *l;

	t->kind = TOKEN_QUOTED;
	l->at++;
	while (l->at < l->size) {
		if (is_at(l, 0, '|')) {
			l->at++;
			return true;
		}
		if (is_at(l, 0, '\\')) {
			*l = before;
			t->length = 1;
			return diagnostic_at(fault, DIAGNOSTIC_TOKEN, t,
				"a backslash is not allowed inside of |...|");
		}
		step(l);
	}
	*l = before;
	t->length = 1;
	return diagnostic_at(fault, DIAGNOSTIC_QUOTED, t, "%s", "");
}

typedef bool token_reader(
	struct lexer *l, struct token *t, struct diagnostic *fault);

static token_reader *const readers[] = {
	[SHAPE_NONE] = read_none,
	[SHAPE_PAREN] = read_paren,
	[SHAPE_KEYWORD] = read_keyword,
	[SHAPE_STRING] = read_string,
	[SHAPE_BAR] = read_quoted,
	[SHAPE_HASH] = read_hash,
	[SHAPE_SYMBOL] = read_symbol,
	[SHAPE_MINUS] = read_minus,
	[SHAPE_DIGIT] = read_number,
};

bool
lexer_next(struct lexer *l, struct token *t, struct diagnostic *fault)
{
	skip_space(l);
	t->offset = l->at;
	t->line = l->line;
	t->column = (unsigned)(l->at - l->line_start - l->wide) + 1;
	t->length = 0;
	t->kind = TOKEN_END;
	if (l->at >= l->size)
		return true;
	if (!readers[shape_of(l, 0)](l, t, fault))
		return false;
	t->length = l->at - t->offset;
	return true;
}

/* --- unicode escape ------------------------------------------------------ */

static bool
is_ascii(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if ((unsigned char)text[i] >= 0x80)
			return false;
	return true;
}

/* The character that begins at `text`, and how many bytes it has. */
static unsigned
code_point(const char *text, size_t *length)
{
	unsigned char first = (unsigned char)text[0];
	unsigned point;

	if (first < 0x80) {
		*length = 1;
		return first;
	}
	*length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
	point = first & (0x7fu >> *length);
	for (size_t i = 1; i < *length; i++)
		point = point << 6 | ((unsigned char)text[i] & 0x3fu);
	return point;
}

/* Copies until `stop` bytes are there; returns how many of the piece that
 * were. */
static size_t
copy_string(struct buf *out, const char *text, size_t size, size_t stop)
{
	size_t at = 0;

	while (at < size && out->size < stop) {
		size_t length;
		unsigned point = code_point(text + at, &length);

		if (point < 0x80)
			buf_add_char(out, text[at]);
		else
			buf_add_format(out, "\\u{%x}", point);
		at += length;
	}
	return at;
}

static size_t
copy_plain(struct buf *out, const char *text, size_t size, size_t stop)
{
	size_t room = stop > out->size ? stop - out->size : 0;

	if (size > room)
		size = room;
	buf_add(out, text, size);
	return size;
}

/* Copies until `stop` bytes are there, likewise. */
static size_t
copy(struct buf *out, const char *text, size_t size, size_t stop)
{
	struct lexer walk;
	struct diagnostic fault;
	struct token t;
	size_t at = 0;

	lexer_init(&walk, text, size);
	while (lexer_next(&walk, &t, &fault) && t.kind != TOKEN_END) {
		if (t.kind != TOKEN_STRING ||
			is_ascii(text + t.offset, t.length))
			continue;
		at += copy_plain(out, text + at, t.offset - at, stop);
		if (at < t.offset)
			return at;
		at += copy_string(out, text + at, t.length, stop);
		if (at < t.offset + t.length)
			return at;
	}
	return at + copy_plain(out, text + at, size - at, stop);
}

void
unicode_escape_add(struct buf *out, const char *text, size_t size)
{
	if (is_ascii(text, size))
		buf_add(out, text, size);
	else
		(void)copy(out, text, size, SIZE_MAX);
}

size_t
unicode_escape_decode(const char *text, size_t size, size_t at)
{
	struct buf ignored;
	size_t back;

	if (is_ascii(text, size))
		return at < size ? at : size;
	buf_init(&ignored, SIZE_MAX / 2);
	back = copy(&ignored, text, size, at);
	buf_release(&ignored);
	return back;
}

/* --- tokens ----------------------------------------------------------------
 */

struct slice
token_name(const char *text, const struct token *t)
{
	if (t->kind == TOKEN_QUOTED)
		return (struct slice){text + t->offset + 1, t->length - 2};
	return (struct slice){text + t->offset, t->length};
}

bool
slice_equals(struct slice a, struct slice b)
{
	return a.length == b.length &&
	       (a.length == 0 || memcmp(a.start, b.start, a.length) == 0);
}

bool
slice_is(struct slice s, const char *word)
{
	return slice_equals(s, slice_of(word));
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
	va_list arguments;

	fault->kind = kind;
	fault->offset = t->offset;
	fault->length = t->length;
	fault->line = t->line;
	fault->column = t->column;
	va_start(arguments, format);
	/* Longer than DIAGNOSTIC_WHAT_MAX is cut; callers show words cut short.
	 */
	(void)vsnprintf(fault->what, sizeof(fault->what), format, arguments);
	va_end(arguments);
	return false;
}

/* --- text ---------------------------------------------------------------- */

bool
text_check(const char *text, size_t size, struct diagnostic *fault)
{
	struct token t = {.kind = TOKEN_END, .length = 1};
	const char *nul = memchr(text, '\0', size);
	size_t bad = size;

	if (nul != NULL)
		size = (size_t)(nul - text);
	if (!utf8_check(text, size, &bad)) {
		t.offset = bad;
		text_place(text, bad, &t.line, &t.column);
		return diagnostic_at(fault, DIAGNOSTIC_ENCODING, &t,
			"the byte 0x%02x is not UTF-8",
			(unsigned)(unsigned char)text[bad]);
	}
	if (nul == NULL)
		return true;
	t.offset = size;
	text_place(text, size, &t.line, &t.column);
	return diagnostic_at(fault, DIAGNOSTIC_ENCODING, &t, "a NUL character");
}

void
text_place(const char *text, size_t offset, unsigned *line, unsigned *column)
{
	*line = 1;
	*column = 1;
	for (size_t i = 0; i < offset; i++) {
		if (text[i] == '\n') {
			++*line;
			*column = 1;
		} else if ((text[i] & 0xc0) != 0x80) {
			++*column;
		}
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
