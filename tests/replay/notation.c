#include "replay/notation.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "json/json.h"

/* Talks that pass a limit on purpose must fit. */
enum { CEILING = 4 * LIMIT_MESSAGE };

struct reader {
	const char *at;
	struct buf *out;
	enum notation notation;
	const struct json_object *names;
	struct err *e;
};

static bool
complain(struct reader *r, const char *what)
{
	return err_set(r->e, ERR_TEXT, "%s at: %.40s", what, r->at);
}

static void
skip_space(struct reader *r)
{
	while (isspace((unsigned char)*r->at))
		r->at++;
}

/* A raw line break inside of a string; r->at is on it. */
static void
copy_break(struct reader *r, struct buf *piece, bool first)
{
	if (!first)
		buf_add_text(piece, "\\n");
	r->at++;
	if (*r->at == '\t')
		r->at++;
}

/* The inside of a string literal, with JSON's escapes; r->at is on its ". */
static bool
copy_literal(struct reader *r, struct buf *piece)
{
	const char *begin = ++r->at;

	while (*r->at != '"') {
		if (*r->at == '\0')
			return complain(r, "a string that does not end");
		if (*r->at == '\n') {
			copy_break(r, piece, r->at == begin);
			continue;
		}
		if (*r->at == '\t') {
			buf_add_text(piece, "\\t");
			r->at++;
			continue;
		}
		if (*r->at == '\\' && r->at[1] != '\0')
			buf_add_char(piece, *r->at++);
		buf_add_char(piece, *r->at++);
	}
	r->at++;
	return true;
}

/* One literal and how often it stands there. */
static bool
copy_repeated(struct reader *r)
{
	DROP(buf) struct buf piece;
	unsigned long times = 1;
	char *end;

	buf_init(&piece, CEILING);
	if (!copy_literal(r, &piece))
		return false;
	skip_space(r);
	if (*r->at == '*') {
		times = strtoul(r->at + 1, &end, 10);
		r->at = end;
		skip_space(r);
	}
	for (unsigned long i = 0; i < times; i++) {
		if (!buf_add(r->out, piece.data, piece.size))
			return complain(r, "far too long");
	}
	return true;
}

static bool
copy_string(struct reader *r)
{
	buf_add_char(r->out, '"');
	do {
		if (!copy_repeated(r))
			return false;
	} while (*r->at == '"');
	return buf_add_char(r->out, '"');
}

static bool
copy_regex(struct reader *r)
{
	buf_add_text(r->out, "{\"~regex\":\"");
	for (r->at++; *r->at != '/'; r->at++) {
		if (*r->at == '\0')
			return complain(r, "a regex that does not end");
		if (*r->at == '\\' && r->at[1] == '/')
			r->at++;
		if (*r->at == '\\' || *r->at == '"')
			buf_add_char(r->out, '\\');
		buf_add_char(r->out, *r->at);
	}
	r->at++;
	return buf_add_text(r->out, "\"}");
}

static bool
copy_text_pattern(struct reader *r, const char *name)
{
	r->at += strcspn(r->at, "~") + 1;
	if (r->notation != NOTATION_PATTERN)
		return complain(r, "~ belongs into patterns only");
	if (*r->at == '/' && strcmp(name, "~piece") == 0)
		return copy_regex(r);
	if (*r->at != '"')
		return complain(r, "~ without a string behind it");
	buf_add_format(r->out, "{\"%s\":", name);
	return copy_string(r) && buf_add_char(r->out, '}');
}

static bool
copy_name(struct reader *r)
{
	size_t size = strspn(++r->at, "abcdefghijklmnopqrstuvwxyz_0123456789");
	DROP(text) char *name = text_copy_n(r->at, size);
	DROP(text) char *value = NULL;
	struct json_object *bound;

	r->at += size;
	if (json_find(r->names, name, &bound)) {
		value = json_text(bound);
		return buf_add_text(r->out, value);
	}
	if (r->notation != NOTATION_PATTERN)
		return err_set(r->e, ERR_TEXT,
			"$%s is bound by no pattern before", name);
	return buf_add_format(r->out, "{\"~bind\":\"%s\"}", name);
}

/* A bare word, or anything else that JSON has outside of strings. */
static bool
copy_other(struct reader *r)
{
	size_t size = strspn(r->at, "abcdefghijklmnopqrstuvwxyz.");
	DROP(text) char *word = text_copy_n(r->at, size);
	bool is_pattern = r->notation == NOTATION_PATTERN;

	if (size == 0)
		return buf_add_char(r->out, *r->at++);
	r->at += size;
	if (is_pattern && strcmp(word, "...") == 0)
		return buf_add_text(r->out, "{\"~rest\":true}");
	if (is_pattern && strcmp(word, "any") == 0)
		return buf_add_text(r->out, "{\"~any\":true}");
	if (is_pattern && strcmp(word, "absent") == 0)
		return buf_add_text(r->out, "{\"~absent\":true}");
	return buf_add_text(r->out, word);
}

static bool
copy_next(struct reader *r)
{
	if (*r->at == '"')
		return copy_string(r);
	if (*r->at == '$')
		return copy_name(r);
	if (*r->at == '~')
		return copy_text_pattern(r, "~piece");
	if (r->at[0] == '!' && r->at[1] == '~')
		return copy_text_pattern(r, "~not");
	return copy_other(r);
}

bool
notation_parse(const char *text, enum notation notation,
	const struct json_object *names, struct json_object **value,
	struct err *e)
{
	DROP(buf) struct buf out;
	struct reader r = {text, &out, notation, names, e};

	buf_init(&out, CEILING);
	while (*r.at != '\0') {
		if (!copy_next(&r))
			return false;
	}
	return json_parse(out.data, out.size, value, e);
}
