#include "fake/lies.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/answer.h"

enum { MANY = 100000, FIELDS_MAX = 32, LONG = MIB };

/* --- the fields of the frames --------------------------------------------- */

enum field_kind { KIND_U8, KIND_U32, KIND_U64, KIND_TEXT, KIND_LIST };

struct field {
	const char *name; /* NULL: the end of the frame */
	enum field_kind kind;
	unsigned last; /* of an enum */
};

#define BOOL(member) {#member, KIND_U8, 1},
#define ENUM(member, last) {#member, KIND_U8, last},
#define ENUM_BUT_0(member, last) ENUM(member, last)
#define U32(member) {#member, KIND_U32, 0},
#define COUNT(member, most) U32(member)
#define LINE(member) U32(member)
#define FIELD(member) U32(member)
#define LINE_NEAR(member) U32(member)
#define PLACE(offset, length) U32(offset) U32(length)
#define PLACE_NEAR(offset, length) U32(offset) U32(length)
#define DURATION(member) {#member, KIND_U64, 0},
#define TEXT(member) {#member, KIND_TEXT, 0},
#define WORDS(member) TEXT(member)
#define JSON(member, shape) TEXT(member)
#define ASSERTIONS(member, where) {#member, KIND_LIST, 0},

#define FIELDS(name, ...) \
	static const struct field fields_##name[] = { \
		__VA_ARGS__{NULL, KIND_U8, 0}};
#define ANSWER(letter, name, type, when, fields, effect) FIELDS(name, fields)
#define ANSWER_VALUE(letter, name, type, when, field, effect) \
	FIELDS(name, field)
#define ANSWER_TEXT(letter, name, when, field, effect) FIELDS(name, field)
#include "wire/answer.def"

/* Those of an element of a list. The rows above are no longer needed. */
#define BOOL(member) {#member, KIND_U8, 1},
#define U32(member) {#member, KIND_U32, 0},
#define LINE(member) U32(member)
#define FIELD(member) U32(member)
#define PLACE(offset, length) U32(offset) U32(length)
#define TEXT(member) {#member, KIND_TEXT, 0},
static const struct field element_fields[] = {
	ASSERTION_FIELDS{NULL, KIND_U8, 0}};
#undef BOOL
#undef U32
#undef LINE
#undef FIELD
#undef PLACE
#undef TEXT

static const struct {
	uint8_t letter;
	const char *name;
	const struct field *fields;
} frames[] = {
#define ANSWER(letter, name, type, when, fields, effect) \
	{letter, #name, fields_##name},
#define ANSWER_VALUE ANSWER
#define ANSWER_TEXT(letter, name, when, field, effect) \
	{letter, #name, fields_##name},
#include "wire/answer.def"
};

enum { FRAMES = sizeof(frames) / sizeof(frames[0]) };

static size_t
find_frame(uint8_t letter)
{
	size_t i = 0;

	while (i < FRAMES && frames[i].letter != letter)
		i++;
	return i;
}

const char *
lies_frame(uint8_t letter)
{
	size_t i = find_frame(letter);

	return i < FRAMES ? frames[i].name : NULL;
}

/* --- lies about a number ---------------------------------------------------
 */

static const uint64_t numbers[] = {0, 1, 2, 3, 100, UINT64_MAX, UINT64_MAX - 1,
	UINT64_C(1) << 63, (UINT64_C(1) << 63) - 1, UINT64_C(1) << 53,
	UINT64_C(1) << 32, UINT32_MAX, UINT32_MAX - 1, UINT32_C(1) << 31,
	(UINT32_C(1) << 31) - 1, MANY, 254, 255, 128};

enum {
	NUMBERS = sizeof(numbers) / sizeof(numbers[0]),
	/* One more, one less, the other bit, just past an enum, nothing at all,
	 * twice. */
	NUMBER_LIES = NUMBERS + 6,
};

static void
put_number(struct buf *out, uint64_t number, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		put_u8(out, (uint8_t)(number >> (8 * i)));
}

static uint64_t
read_number(const char *at, size_t bytes)
{
	struct reader r;

	reader_init(&r, at, bytes);
	return bytes == 1 ? get_u8(&r) : bytes == 4 ? get_u32(&r) : get_u64(&r);
}

static void
lie_about_number(const struct field *field, const char *at, size_t bytes,
	uint32_t number, struct buf *out)
{
	uint64_t old = read_number(at, bytes);
	const uint64_t near[] = {old + 1, old - 1, old ^ 1, field->last + 1};

	if (number < NUMBERS)
		put_number(out, numbers[number], bytes);
	else if (number < NUMBERS + 4)
		put_number(out, near[number - NUMBERS], bytes);
	else if (number == NUMBER_LIES - 1)
		put_number(out, old, bytes), put_number(out, old, bytes);
}

/* --- lies about a text -----------------------------------------------------
 */

#define BYTES(text) \
	{ \
		text, sizeof(text) - 1 \
	}

static const struct {
	const char *bytes;
	size_t size;
} texts[] = {
	BYTES(""),
	BYTES("null"),
	BYTES("true"),
	BYTES("0"),
	BYTES("-1"),
	BYTES("-0"),
	BYTES("9223372036854775808"),
	BYTES("18446744073709551616"),
	BYTES("1e308"),
	BYTES("-1e99999"),
	BYTES("NaN"),
	BYTES("oo"),
	BYTES("-oo"),
	BYTES("\"\""),
	BYTES("\"|\""),
	BYTES("\"NaN\""),
	BYTES("\"\\u0000\\ud800\""),
	BYTES("\"1/0\""),
	BYTES("[]"),
	BYTES("[null]"),
	BYTES("[{}]"),
	BYTES("{}"),
	BYTES("{\"\":1}"),
	BYTES("{\"a\":1,\"a\":2}"),
	BYTES("{\"entries\":[]}"),
	BYTES("{\"else\":1}"),
	BYTES("{\"entries\":[{\"args\":[null],\"value\":null}],\"else\":null}"),
	BYTES("{\"entries\":[{\"args\":[1,2,{\"value\":1}],\"value\":1}]}"),
	BYTES("{\"value\":{\"value\":{\"exact\":\"\"}},\"exact\":\"\\u0001\"}"),
	BYTES("{\"exact\":\"-\",\"approx\":\"1e308\"}"),
	BYTES("{\"approx\":\"NaN\"}"),
	BYTES("{\"format\":\"satchel\"}"),
	BYTES("|"),
	BYTES("\""),
	BYTES("("),
	BYTES(")"),
	BYTES("()"),
	BYTES(";"),
	BYTES("\n\n\n"),
	BYTES("\1\2\3\4\x1b[31m\x7f"),
	BYTES("\1x\2y@\3@\4"),
	BYTES("\1x\4\3y@9\4\2\4"),
	BYTES("\xff\xfe\xc0\x80\xed\xa0\x80\xf4\x90\x80\x80"),
	BYTES("a\0b"),
	BYTES("\xef\xbf\xbf\xe2\x80\xa8\xf3\xa0\x80\x81"),
	BYTES("%s%n%d"),
	BYTES("</script><b>"),
	BYTES("x!open"),
	BYTES("sat"),
	BYTES("S!val!18446744073709551615"),
	BYTES("{U!val!0, U!val!99999999999999999999}"),
	BYTES("((as const (Array Int Int)) 0)"),
	BYTES("(_ bv1 4294967295)"),
	BYTES("(define-fun x () Int 3)"),
	BYTES("((define-fun x () Int (- 1)) (define-fun"),
	BYTES("(define-fun |x| ((a Int)) Int (ite (= a 1) 2"),
	BYTES("(check-sat) (exit)"),
	BYTES("\n;;satchel-data {\"n\":1}\n(define-fun n () Int 1)"),
};

enum { TEXTS = sizeof(texts) / sizeof(texts[0]) };

/* `count` times the text, between a beginning and an end. */
static void
put_repeated(struct buf *text, const char *start, const char *piece,
	size_t count, const char *end)
{
	buf_add_text(text, start);
	for (size_t i = 0; i < count; i++)
		buf_add_text(text, piece);
	buf_add_text(text, end);
}

/* The text, with `other` in the place of each numeral, or of what stands
 * between quotes. */
static void
put_with(struct buf *text, const char *at, size_t size, bool is_numeral,
	const char *other)
{
	static const char digits[] = "0123456789";
	const char *end = at + size;

	while (at < end) {
		bool is_there = is_numeral ? memchr(digits, *at, 10) != NULL
					   : *at == '"';

		buf_add(text, at, is_there && is_numeral ? 0 : 1);
		at++;
		if (!is_there)
			continue;
		buf_add_text(text, other);
		while (at < end && (is_numeral ? memchr(digits, *at, 10) != NULL
					       : *at != '"'))
			at++;
		if (at < end && !is_numeral)
			buf_add(text, at++, 1);
	}
}

/* `size` bytes of `at` with one changed, by the number. */
static void
put_changed(struct buf *text, const char *at, size_t size, uint32_t number)
{
	size_t place = size > 0 ? number * UINT32_C(2654435761) % size : 0;

	buf_add(text, at, place);
	put_u8(text, (uint8_t)(number * 37));
	if (size > 0)
		buf_add(text, at + place + 1, size - place - 1);
}

static void
put_entries(struct buf *text)
{
	buf_add_text(text, "{\"entries\":[");
	for (int i = 0; i < MANY; i++)
		buf_add_format(text, "%s{\"args\":[%d],\"value\":%d}",
			i > 0 ? "," : "", i, i);
	buf_add_text(text, "],\"else\":0}");
}

static void
put_keys(struct buf *text)
{
	buf_add_text(text, "{\"n\":0");
	for (int i = 0; i < MANY; i++)
		buf_add_format(text, ",\"n%d\":%d", i, i);
	buf_add_text(text, "}");
}

enum made {
	MADE_LONG,
	MADE_DIGITS,
	MADE_LIST,
	MADE_NESTED_LIST,
	MADE_NESTED_OBJECT,
	MADE_DEEP_OBJECT,
	MADE_NESTED_TERM,
	MADE_TERMS,
	MADE_ENTRIES,
	MADE_KEYS,
	MADE_LINES,
	MADE_TWICE,
	MADE_CUT,
	MADE_NUMERALS,
	MADE_STRINGS = MADE_NUMERALS + 5,
	MADE_CHANGED = MADE_STRINGS + 5,
	MADE = MADE_CHANGED + 8,
};

/* Texts that are too long for a table, or made of the old one. */
static void
make_text(const char *at, size_t size, uint32_t number, struct buf *text)
{
	static const char *const numerals[] = {
		"-1", "18446744073709551616", "1e308", "NaN", ""};
	static const char *const strings[] = {
		"", "|", "\\u0000", "(", "U!val!99999999999999999999"};

	if (number >= MADE_CHANGED)
		put_changed(text, at, size, number);
	else if (number >= MADE_STRINGS)
		put_with(text, at, size, false, strings[number - MADE_STRINGS]);
	else if (number >= MADE_NUMERALS)
		put_with(
			text, at, size, true, numerals[number - MADE_NUMERALS]);
	else if (number == MADE_LONG)
		put_repeated(text, "", "xy z", LONG / 4, "");
	else if (number == MADE_DIGITS)
		put_repeated(text, "1", "0", MANY, "");
	else if (number == MADE_LIST)
		put_repeated(text, "[0", ",1", MANY, "]");
	else if (number == MADE_NESTED_LIST)
		put_repeated(text, "", "[", MANY, "");
	else if (number == MADE_NESTED_OBJECT)
		put_repeated(text, "", "{\"value\":", MANY, "0");
	else if (number == MADE_DEEP_OBJECT)
		put_repeated(text, "", "{\"value\":", LIMIT_JSON_DEPTH, "0"),
			put_repeated(text, "", "}", LIMIT_JSON_DEPTH, "");
	else if (number == MADE_NESTED_TERM)
		put_repeated(text, "", "(f ", MANY, ""),
			put_repeated(text, "x", ")", MANY, "");
	else if (number == MADE_TERMS)
		put_repeated(text, "", "(define-fun x () Int 1) ", MANY, "");
	else if (number == MADE_ENTRIES)
		put_entries(text);
	else if (number == MADE_KEYS)
		put_keys(text);
	else if (number == MADE_LINES)
		put_repeated(text, "", "\n", MANY, "");
	else if (number == MADE_TWICE)
		buf_add(text, at, size), buf_add(text, at, size);
	else
		buf_add(text, at, size / 2);
}

/* Nothing at all, twice, and lengths that are not those of the text. */
enum { TEXT_SHAPES = 5, TEXT_LIES = TEXTS + MADE + TEXT_SHAPES };

static void
lie_about_text(const char *at, size_t size, uint32_t number, struct buf *out)
{
	const char *old = at + 4;
	size_t length = size - 4;
	DROP(buf) struct buf text;

	buf_init(&text, 4 * LIMIT_ANSWER);
	if (number < TEXTS) {
		put_text_n(out, texts[number].bytes, texts[number].size);
	} else if (number < TEXTS + MADE) {
		make_text(old, length, number - TEXTS, &text);
		put_text_n(out, text.data, text.size);
	} else if (number > TEXTS + MADE) {
		static const uint32_t wrong[] = {0, 1, UINT32_MAX};
		uint32_t shape = number - TEXTS - MADE;

		if (shape == 1)
			buf_add(out, at, size);
		put_u32(out, shape == 1	  ? (uint32_t)length
			     : shape == 3 ? (uint32_t)length + 1
					  : wrong[shape % 3]);
		buf_add(out, old, length);
	}
}

/* --- fields in a payload ---------------------------------------------------
 */

struct span {
	const char *at;
	size_t size;
};

static size_t read_fields(
	const struct field *fields, struct reader *r, struct span *spans);

static void
read_field(const struct field *field, struct reader *r)
{
	struct span spans[FIELDS_MAX];
	uint32_t count;
	size_t size;

	switch (field->kind) {
	case KIND_U8:
		(void)get_u8(r);
		break;
	case KIND_U32:
		(void)get_u32(r);
		break;
	case KIND_U64:
		(void)get_u64(r);
		break;
	case KIND_TEXT:
		(void)get_text_n(r, &size);
		break;
	case KIND_LIST:
		count = get_u32(r);
		for (uint32_t i = 0; i < count && !r->failed; i++)
			(void)read_fields(element_fields, r, spans);
		break;
	}
}

/* Returns how many fields there are. */
static size_t
read_fields(const struct field *fields, struct reader *r, struct span *spans)
{
	size_t i = 0;

	for (; fields[i].name != NULL; i++) {
		spans[i].at = r->at;
		read_field(&fields[i], r);
		spans[i].size = (size_t)(r->at - spans[i].at);
	}
	return i;
}

/* --- lies about a list -----------------------------------------------------
 */

/* The elements of a list: of an empty one, one whose bytes are 0. */
struct elements {
	uint32_t count; /* as the list has it */
	const char *at;
	size_t size, first; /* of all, and of the first */
};

static struct elements
elements_of(const char *at, size_t size)
{
	static const char nothing[256];
	struct elements e = {(uint32_t)read_number(at, 4), at + 4, size - 4, 0};
	struct span spans[FIELDS_MAX];
	struct reader r;

	if (e.count == 0) {
		e.at = nothing;
		e.size = sizeof(nothing);
	}
	reader_init(&r, e.at, e.size);
	(void)read_fields(element_fields, &r, spans);
	e.first = (size_t)(r.at - e.at);
	if (e.count == 0)
		e.size = e.first;
	return e;
}

enum { LIST_LIES = 10 };

static void
lie_about_list(const char *at, size_t size, uint32_t number, struct buf *out)
{
	struct elements e = elements_of(at, size);
	uint32_t copies = number == 1 ? 2 : number == 2 ? MANY : 0;

	if (number == 0 || copies > 0) {
		put_u32(out, copies);
		for (uint32_t i = 0; i < copies; i++)
			buf_add(out, e.at, e.first);
	} else if (number == 3) { /* the first one last */
		put_u32(out, e.count);
		buf_add(out, e.at + e.first, e.size - e.first);
		buf_add(out, e.at, e.count > 0 ? e.first : 0);
	} else if (number == 4) { /* all twice */
		put_u32(out, 2 * e.count);
		buf_add(out, at + 4, size - 4);
		buf_add(out, at + 4, size - 4);
	} else if (number < LIST_LIES - 1) {
		static const uint32_t wrong[] = {
			UINT32_MAX, INT32_MAX, 0, 1, 100};

		put_u32(out, wrong[number - 5] + (number == 8 ? e.count : 0));
		buf_add(out, at + 4, size - 4);
	} /* else nothing at all */
}

static void lie_about(const struct field *field, const struct span *span,
	uint32_t number, struct buf *out);

/* In one element, or one that was not there. */
static void
lie_about_element(const struct field *field, const char *at, size_t size,
	uint32_t number, struct buf *out)
{
	struct elements e = elements_of(at, size);
	struct reader r;
	struct span spans[FIELDS_MAX];
	const struct span *span = &spans[field - element_fields];
	uint32_t which = e.count > 1 ? number % e.count : 0;

	put_u32(out, e.count > 0 ? e.count : 1);
	reader_init(&r, e.at, e.size);
	for (uint32_t i = 0; i <= which; i++)
		(void)read_fields(element_fields, &r, spans);
	buf_add(out, e.at, (size_t)(span->at - e.at));
	lie_about(field, span, number, out);
	buf_add(out, span->at + span->size,
		(size_t)(e.at + e.size - span->at) - span->size);
}

static uint32_t
count_lies(const struct field *field)
{
	switch (field->kind) {
	case KIND_U8:
	case KIND_U32:
	case KIND_U64:
		return NUMBER_LIES;
	case KIND_TEXT:
		return TEXT_LIES;
	case KIND_LIST:
		return LIST_LIES;
	}
	return 1;
}

static void
lie_about(const struct field *field, const struct span *span, uint32_t number,
	struct buf *out)
{
	number %= count_lies(field);
	if (field->kind == KIND_TEXT)
		lie_about_text(span->at, span->size, number, out);
	else if (field->kind == KIND_LIST)
		lie_about_list(span->at, span->size, number, out);
	else
		lie_about_number(field, span->at, span->size, number, out);
}

/* --- lies about a whole frame ----------------------------------------------
 */

enum frame_lie {
	FRAME_MISSING,
	FRAME_TWICE,
	FRAME_A_THOUSAND_TIMES,
	FRAME_SHORTER,
	FRAME_HALF,
	FRAME_LONGER,
	FRAME_EMPTY,
	FRAME_WITHOUT_END,
	FRAME_AFTER_NEXT,
	FRAME_AT_THE_END,
	FRAME_AFTER_DONE,
	FRAME_AFTER_OTHER_CHECK,
	FRAME_CUT,
	FRAME_HUGE,
	FRAME_OF_NO_TYPE,
	FRAME_OF_OTHER_TYPE,
	FRAME_LIES = FRAME_OF_OTHER_TYPE + FRAMES,
};

static void
put_frame(struct buf *out, uint8_t letter, const char *payload, size_t size,
	bool is_longer)
{
	size_t start = frame_open(out, letter);

	buf_add(out, payload, size);
	buf_add(out, "", is_longer ? 1 : 0);
	(void)frame_close(out, start);
}

/* The size of the payload that a lie has. */
static size_t
lied_size(enum frame_lie lie, size_t size)
{
	if (lie == FRAME_EMPTY)
		return 0;
	if (lie == FRAME_HALF)
		return size / 2;
	return lie == FRAME_SHORTER && size > 0 ? size - 1 : size;
}

static enum delivery
lie_about_frame(const struct frame *f, uint32_t number, struct buf *out)
{
	enum frame_lie lie = number % FRAME_LIES;
	int times = lie == FRAME_MISSING	    ? 0
		    : lie == FRAME_TWICE	    ? 2
		    : lie == FRAME_A_THOUSAND_TIMES ? 1000
						    : 1;
	uint8_t letter = lie >= FRAME_OF_OTHER_TYPE
				 ? frames[lie - FRAME_OF_OTHER_TYPE].letter
			 : lie == FRAME_OF_NO_TYPE ? '\0'
						   : f->type;
	size_t start = out->size;

	if (lie == FRAME_AFTER_DONE)
		answer_put_done(out, false);
	if (lie == FRAME_AFTER_OTHER_CHECK)
		answer_put_check(
			out, &(struct answer_check){.status = STATUS_UNKNOWN});
	for (int i = 0; i < times; i++)
		put_frame(out, letter, f->payload, lied_size(lie, f->size),
			lie == FRAME_LONGER);
	if (lie == FRAME_HUGE || lie == FRAME_WITHOUT_END)
		memset(out->data + start, lie == FRAME_HUGE ? 0x7f : 0xff, 4);
	if (lie == FRAME_CUT)
		buf_truncate(out, out->size - (out->size - start) / 2);
	return lie == FRAME_AFTER_NEXT	 ? DELIVER_AFTER_NEXT
	       : lie == FRAME_AT_THE_END ? DELIVER_AT_THE_END
	       : lie == FRAME_CUT	 ? DELIVER_CUT
					 : DELIVER;
}

/* --- targets ---------------------------------------------------------------
 */

struct target {
	char name[sizeof(((struct lie *)NULL)->target)];
	const struct field *field; /* NULL: the whole frame */
	const struct field
		*element; /* of the elements of that field, or NULL */
};

/* Adds a target, if there is room for one; NULL counts only. */
static size_t
add_target(struct target *targets, size_t count, const char *frame,
	const struct field *field, const struct field *element)
{
	if (targets != NULL) {
		struct target *t = &targets[count];

		t->field = field;
		t->element = element;
		(void)snprintf(t->name, sizeof(t->name), "%s %s%s%s", frame,
			field != NULL ? field->name : "frame",
			element != NULL ? "." : "",
			element != NULL ? element->name : "");
	}
	return count + 1;
}

enum { TARGETS_MAX = 64 };

static size_t
list_targets(size_t frame, struct target *targets)
{
	const char *name = frames[frame].name;
	size_t count = add_target(targets, 0, name, NULL, NULL);

	for (const struct field *f = frames[frame].fields; f->name != NULL;
		f++) {
		count = add_target(targets, count, name, f, NULL);
		for (const struct field *e = element_fields;
			f->kind == KIND_LIST && e->name != NULL; e++)
			count = add_target(targets, count, name, f, e);
	}
	return count;
}

size_t
lies_targets(uint8_t letter)
{
	size_t frame = find_frame(letter);

	return frame < FRAMES ? list_targets(frame, NULL) : 0;
}

void
lies_choose(uint8_t letter, size_t target, struct lie *lie)
{
	struct target targets[TARGETS_MAX];

	(void)list_targets(find_frame(letter), targets);
	memcpy(lie->target, targets[target].name, sizeof(lie->target));
}

void
lies_list(void)
{
	struct target targets[TARGETS_MAX];

	for (size_t i = 0; i < FRAMES; i++) {
		size_t count = list_targets(i, targets);

		for (size_t t = 0; t < count; t++) {
			const struct field *field = targets[t].element != NULL
							    ? targets[t].element
							    : targets[t].field;

			(void)printf("%s %u\n", targets[t].name,
				field != NULL ? count_lies(field)
					      : (unsigned)FRAME_LIES);
		}
	}
}

static void
lie_in_field(const struct target *target, const struct field *fields,
	const struct frame *f, uint32_t number, struct buf *out)
{
	struct span spans[FIELDS_MAX];
	struct reader r;
	const struct span *span = &spans[target->field - fields];
	size_t start = frame_open(out, f->type);

	reader_init(&r, f->payload, f->size);
	(void)read_fields(fields, &r, spans);
	buf_add(out, f->payload, (size_t)(span->at - f->payload));
	if (target->element != NULL)
		lie_about_element(
			target->element, span->at, span->size, number, out);
	else
		lie_about(target->field, span, number, out);
	buf_add(out, span->at + span->size,
		(size_t)(f->payload + f->size - span->at) - span->size);
	(void)frame_close(out, start);
}

enum delivery
lies_tell(const struct lie *lie, const struct frame *f, struct buf *out)
{
	struct target targets[TARGETS_MAX];
	size_t frame = find_frame(f->type);
	size_t count = frame < FRAMES ? list_targets(frame, targets) : 0;
	size_t i = 0;

	while (i < count && strcmp(targets[i].name, lie->target) != 0)
		i++;
	if (i == count)
		put_frame(out, f->type, f->payload, f->size, false);
	else if (targets[i].field == NULL)
		return lie_about_frame(f, lie->number, out);
	else
		lie_in_field(
			&targets[i], frames[frame].fields, f, lie->number, out);
	return DELIVER;
}
