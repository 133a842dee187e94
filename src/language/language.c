#include "language/language.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "json/json.h"

/* Past a double's, so that nobody's number is refused. */
enum { EXPONENT_MAX = 400 };

/* --- translations -------------------------------------------------------- */

static void
translation_init(struct translation *t, const char *source)
{
	*t = (struct translation){.source = source};
	/* Twice what can be sent: a clause is longer in SMT-LIB. */
	buf_init(&t->text, 2 * LIMIT_MESSAGE);
}

void
translation_release(struct translation *t)
{
	for (size_t i = 0; i < t->count; i++) {
		free(t->items[i].name);
		free(t->items[i].note);
	}
	free(t->items);
	json_free(t->options);
	json_free(t->expectations);
	free(t->solution_format);
	free(t->memo);
	buf_release(&t->text);
	*t = (struct translation){0};
}

void
translation_add_item(struct translation *t, const char *name, const char *note,
	unsigned line)
{
	t->has_items = true;
	*ARRAY_ADD(t->items, t->count, t->capacity) = (struct translation_item){
		.offset = t->text.size,
		.name = text_copy(name),
		.note = text_copy(note),
		.line = line,
	};
}

void
language_add_integer(struct buf *out, int64_t number)
{
	(void)buf_add_format(out, number < 0 ? "(- %" PRIu64 ")" : "%" PRIu64,
		number < 0 ? -(uint64_t)number : (uint64_t)number);
}

/* 1.25e1 as 12.5, without a sign. */
static bool
add_decimal(struct buf *out, struct slice number)
{
	size_t size = strspn(number.start, "0123456789.");
	size_t mantissa = size < number.length ? size : number.length;
	const char *point = memchr(number.start, '.', mantissa);
	long digits = (long)mantissa - (point != NULL);
	long whole = point != NULL ? point - number.start : (long)mantissa;
	long exponent = mantissa < number.length
				? strtol(number.start + mantissa + 1, NULL, 10)
				: 0;
	long end = whole + exponent; /* digits before the point */

	if (exponent < -EXPONENT_MAX || exponent > EXPONENT_MAX)
		return false;
	for (long i = end < 1 ? end - 1 : 0; i < digits || i <= end; i++) {
		if (i == end)
			(void)buf_add_char(out, '.');
		(void)buf_add_char(out,
			i < 0 || i >= digits ? '0'
					     : number.start[i + (i >= whole)]);
	}
	return true;
}

bool
language_add_number(struct buf *out, struct slice number, bool is_real)
{
	bool is_negative = *number.start == '-';
	bool is_read = true;

	number.start += is_negative;
	number.length -= is_negative;
	(void)buf_add_text(out, is_negative ? "(- " : "");
	if (is_real)
		is_read = add_decimal(out, number);
	else
		(void)buf_add(out, number.start, number.length);
	(void)buf_add_text(out, is_negative ? ")" : "");
	return is_read;
}

bool
translation_check_size(const struct translation *t, const char *language,
	struct diagnostic *fault)
{
	return !t->text.overflowed ||
	       diagnostic_at(fault, DIAGNOSTIC_LIMIT, NULL,
		       "the text, read as %s, has more than %zu bytes as "
		       "SMT-LIB",
		       language, t->text.ceiling);
}

bool
language_refuse(struct diagnostic *fault, const char *text, struct slice at,
	const char *format, ...)
{
	struct token t = {.kind = TOKEN_END, .length = at.length};
	char what[DIAGNOSTIC_WHAT_MAX];
	va_list arguments;

	if (text != NULL) {
		t.offset = (size_t)(at.start - text);
		text_place(text, t.offset, &t.line, &t.column);
	}
	va_start(arguments, format);
	(void)vsnprintf(what, sizeof(what), format, arguments);
	va_end(arguments);
	return diagnostic_at(fault, DIAGNOSTIC_LANGUAGE, &t, "%s", what);
}

const char *
translation_text(const struct translation *t)
{
	return t->has_items ? t->text.data : t->source;
}

/* --- what is around a text ----------------------------------------------- */

/* Blanked bytes become spaces and newlines stay, so that places stay true (a
 * byte order mark becomes three spaces). */
static void
unwrap(char *text, size_t size)
{
	size_t at, fence, info;
	char mark;

	if (strncmp(text, "\xef\xbb\xbf", 3) == 0)
		text_blank(text, 3);
	at = strspn(text, " \t\r\n");
	mark = text[at];
	if (mark != '`' && strncmp(text + at, "~~~", 3) != 0)
		return;
	fence = strspn(text + at, (char[]){mark, '\0'});
	info = strcspn(text + at + fence, "\n(;"); /* smt2 of ```smt2 */
	if (fence >= 3 && text[at + fence + info] == '\n')
		text_blank(text + at + fence, info);
	text_blank(text + at, fence);
	while (size > at && text_is_blank(text[size - 1]))
		size--;
	for (; fence > 0 && size > at && text[size - 1] == mark; fence--)
		text[--size] = ' ';
}

/* The next line that begins with one, or NULL. */
static char *
find_fence(const char *text, char *from)
{
	while ((from = strstr(from, "```")) != NULL && from > text &&
		from[-1] != '\n')
		from++;
	return from;
}

/* Prose around one fenced block: the block is the text. */
static void
unwrap_prose(char *text, size_t size)
{
	char first = text[strspn(text, " \t\r\n")];
	char *open =
		strchr("(;{|\"", first) == NULL ? find_fence(text, text) : NULL;
	char *block = open != NULL ? open + strcspn(open, "\n") : NULL;
	char *close = block != NULL ? find_fence(text, block) : NULL;

	if (close == NULL || find_fence(text, close + 1) != NULL)
		return;
	text_blank(text, (size_t)(block - text));
	text_blank(close, size - (size_t)(close - text));
}

/* --- reading ------------------------------------------------------------- */

/* What begins as a command, needs no translation: places stay what they are. */
bool
smtlib_is(const char *text)
{
	return text[strspn(text, " \t\r\n")] == '(';
}

bool
smtlib_read(const char *text, size_t size, struct translation *out,
	struct diagnostic *fault)
{
	(void)fault; /* splitting it into commands finds them */
	(void)buf_add(&out->text, text, size);
	return true;
}

typedef bool language_recognise(const char *text);
typedef bool language_reader(const char *text, size_t size,
	struct translation *out, struct diagnostic *fault);

static const struct {
	const char *word;
	language_recognise *recognise;
	language_reader *read;
} languages[LANGUAGE_COUNT] = {
#define LANGUAGE(id, word, recognise, read) \
	[LANGUAGE_##id] = {word, recognise, read},
#include "wire/languages.def"
#undef LANGUAGE
};

char *
language_unwrap(const char *text, size_t size)
{
	char *bare = text_copy_n(text, size);

	unwrap_prose(bare, size);
	unwrap(bare, size);
	return bare;
}

bool
language_read(const char *text, size_t size, struct translation *out,
	struct diagnostic *fault)
{
	DROP(text) char *bare = NULL;
	enum language language = 0;

	translation_init(out, text);
	if (!text_check(text, size, fault))
		return false;
	bare = language_unwrap(text, size);
	while (language < LANGUAGE_COUNT &&
		!languages[language].recognise(bare))
		language++;
	if (language == LANGUAGE_COUNT)
		language = LANGUAGE_SMTLIB;
	out->language = language;
	if (!languages[language].read(bare, size, out, fault)) {
		translation_release(out);
		translation_init(out, text);
		return false;
	}
	for (size_t i = 0; i < out->count; i++)
		out->items[i].size =
			(i + 1 < out->count ? out->items[i + 1].offset
					    : out->text.size) -
			out->items[i].offset;
	return translation_check_size(out, languages[language].word, fault);
}
