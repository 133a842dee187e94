#include <inttypes.h>
#include <json-c/json.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "json/json.h"

/*
 * A writer of our own over json-c's values. json-c's writer keeps the text in
 * the value, which doubles its memory, and cannot give way to the loop in the
 * middle of a text of megabytes.
 */

enum {
	STEPS = 64,	  /* values between two pauses */
	PIECE = 64 * KIB, /* bytes of a string between two pauses */
	SHORT_MAX = 32,	  /* bytes of an escape or of an integer */
};

struct writer {
	struct buf out;
	bool gives_way;
	unsigned steps; /* since the last pause */
};

static void
count_step(struct writer *w)
{
	if (w->gives_way && ++w->steps >= STEPS) {
		coroutine_pause();
		w->steps = 0;
	}
}

/* Returns the length of the text before the first character that is escaped, at
 * most `size`. */
static size_t
plain_size(const char *text, size_t size)
{
	size_t i = 0;

	while (i < size && (unsigned char)text[i] >= ' ' && text[i] != '"' &&
		text[i] != '\\')
		i++;
	return i;
}

static void
write_escape(struct writer *w, char c)
{
	static const char meanings[] = "\"\\\b\f\n\r\t";
	static const char letters[] = "\"\\bfnrt";
	const char *at = memchr(meanings, c, sizeof(meanings) - 1);

	if (at == NULL)
		(void)buf_add_format(&w->out, "\\u%04x", (unsigned)c);
	else
		(void)buf_add(&w->out,
			(const char[]){'\\', letters[at - meanings]}, 2);
}

static void
write_string(struct writer *w, const char *text, size_t size)
{
	size_t at = 0;

	(void)buf_add_char(&w->out, '"');
	while (at < size) {
		size_t end = size - at > PIECE ? at + PIECE : size;
		size_t plain = plain_size(text + at, end - at);

		(void)buf_add(&w->out, text + at, plain);
		at += plain;
		if (at < end)
			write_escape(w, text[at++]);
		if (plain == PIECE)
			w->steps = STEPS;
		count_step(w);
	}
	(void)buf_add_char(&w->out, '"');
}

/* A number that is no integer keeps its text in json-c's value. */
static void
write_number(struct writer *w, const struct json_object *value)
{
	const char *text = json_object_to_json_string_ext(
		(struct json_object *)(uintptr_t)value, JSON_C_TO_STRING_PLAIN);

	if (text == NULL)
		_exit(EXIT_NO_MEMORY);
	(void)buf_add_text(&w->out, text);
}

static void
write_scalar(struct writer *w, const struct json_object *value)
{
	enum json_kind kind = json_kind(value);
	char digits[SHORT_MAX];

	if (kind == JSON_STRING) {
		write_string(w, json_string(value), json_string_size(value));
	} else if (kind == JSON_INT) {
		int size = snprintf(
			digits, sizeof(digits), "%" PRId64, json_int(value));

		(void)buf_add(&w->out, digits, (size_t)size);
	} else if (kind == JSON_NUMBER) {
		write_number(w, value);
	} else {
		(void)buf_add_text(&w->out, kind == JSON_NULL	  ? "null"
					    : json_boolean(value) ? "true"
								  : "false");
	}
}

/* Recurses as deep as the value is nested. */
static void
write_value(struct writer *w, const struct json_object *value)
{
	enum json_kind kind = json_kind(value);

	count_step(w);
	if (kind == JSON_OBJECT) {
		struct json_member m = {0};
		const char *separator = "";

		(void)buf_add_char(&w->out, '{');
		while (json_next(value, &m)) {
			(void)buf_add_text(&w->out, separator);
			separator = ",";
			write_string(w, m.key, strlen(m.key));
			(void)buf_add_char(&w->out, ':');
			write_value(w, m.value);
		}
		(void)buf_add_char(&w->out, '}');
	} else if (kind == JSON_ARRAY) {
		(void)buf_add_char(&w->out, '[');
		for (size_t i = 0; i < json_count(value); i++) {
			(void)buf_add_text(&w->out, i > 0 ? "," : "");
			write_value(w, json_at(value, i));
		}
		(void)buf_add_char(&w->out, ']');
	} else {
		write_scalar(w, value);
	}
}

static char *
write_text(const struct json_object *value, bool gives_way)
{
	struct writer w = {.gives_way = gives_way};
	char *text;

	buf_init(&w.out, SIZE_MAX / 2);
	write_value(&w, value);
	text = buf_detach(&w.out);
	buf_release(&w.out);
	return text;
}

char *
json_text(const struct json_object *value)
{
	return write_text(value, false);
}

char *
json_text_in_slices(const struct json_object *value)
{
	return write_text(value, true);
}

char *
json_plain(const struct json_object *value)
{
	return json_kind(value) == JSON_STRING ? text_copy(json_string(value))
					       : json_text_in_slices(value);
}
