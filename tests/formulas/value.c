#include "formulas/value.h"

#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/text/commands.h"
#include "smt/text/lexer.h"
#include "json/json.h"

/* How it went with one value. */
enum shape { SHAPE_TERM, SHAPE_OPEN, SHAPE_WRONG };

/* --- scalars -------------------------------------------------------------- */

static enum shape
add_bool(const struct json_object *value, struct buf *out)
{
	if (json_kind(value) != JSON_BOOL)
		return SHAPE_WRONG;
	(void)buf_add_text(out, json_bool(value) ? "true" : "false");
	return SHAPE_TERM;
}

/* "-7" and "-1/3", which has `suffix` behind each number. */
static void
add_rational(const char *text, const char *suffix, struct buf *out)
{
	bool is_negative = text[0] == '-';
	size_t length;

	text += is_negative;
	length = strcspn(text, "/");
	(void)buf_add_text(out, is_negative ? "(- " : "");
	if (text[length] == '/')
		(void)buf_add_format(out, "(/ %.*s%s %s%s)", (int)length, text,
			suffix, text + length + 1, suffix);
	else
		(void)buf_add_format(out, "%s%s", text, suffix);
	(void)buf_add_text(out, is_negative ? ")" : "");
}

static enum shape
add_int(const struct json_object *value, struct buf *out)
{
	DROP(text) char *text = NULL;

	if (json_kind(value) != JSON_INT && json_kind(value) != JSON_STRING)
		return SHAPE_WRONG;
	text = json_kind(value) == JSON_INT ? json_text(value)
					    : text_copy(json_string(value));
	if (text[strspn(text, "-0123456789")] != '\0')
		return SHAPE_OPEN;
	add_rational(text, "", out);
	return SHAPE_TERM;
}

static enum shape
add_real(const struct json_object *value, struct buf *out)
{
	const char *text = json_kind(value) == JSON_OBJECT
				   ? json_get_string(value, "exact")
				   : json_string(value);

	if (text == NULL)
		return SHAPE_WRONG;
	if (text[0] == '(')
		(void)buf_add_text(out, text);
	else if (text[strspn(text, "-/0123456789")] != '\0')
		return SHAPE_OPEN;
	else
		add_rational(text, ".0", out);
	return SHAPE_TERM;
}

/* The code point that begins there, of valid UTF-8. */
static uint32_t
decode(const unsigned char **at)
{
	uint32_t code = *(*at)++;
	unsigned more = code >= 0xf0 ? 3 : code >= 0xe0 ? 2 : code >= 0xc0;

	if (more > 0)
		code &= 0x3fu >> more;
	while (more-- > 0)
		code = code << 6 | (*(*at)++ & 0x3fu);
	return code;
}

static enum shape
add_string(const struct json_object *value, struct buf *out)
{
	const unsigned char *at;
	const unsigned char *end;

	if (json_kind(value) != JSON_STRING)
		return SHAPE_WRONG;
	at = (const unsigned char *)json_string(value);
	end = at + json_string_size(value);
	(void)buf_add_char(out, '"');
	while (at < end)
		(void)buf_add_format(out, "\\u{%x}", decode(&at));
	(void)buf_add_char(out, '"');
	return SHAPE_TERM;
}

/* `sort` is (_ FloatingPoint E S). */
static enum shape
add_float(const struct json_object *value, const char *sort, struct buf *out)
{
	const char *sizes = sort + strlen("(_ FloatingPoint");
	struct json_object *word = json_get(value, "value");
	const char *exact = json_get_string(value, "exact");

	if (word == NULL)
		return SHAPE_WRONG;
	if (json_kind(word) == JSON_STRING) {
		(void)buf_add_format(out, "(_ %s%s",
			strcmp(json_string(word), "-0") == 0
				? "-zero"
				: json_string(word),
			sizes);
		return SHAPE_TERM;
	}
	if (exact == NULL)
		return SHAPE_WRONG;
	(void)buf_add_format(out, "((_ to_fp%s RNE ", sizes);
	add_rational(exact, ".0", out);
	(void)buf_add_char(out, ')');
	return SHAPE_TERM;
}

/* --- tables --------------------------------------------------------------- */

static enum shape add_value(
	const char *sort, const struct json_object *value, struct buf *out);

/* The form of that number in a text; the caller's, "" if there are fewer. */
static char *
form_of(const char *text, bool is_list, unsigned number)
{
	struct lexer outside;
	struct lexer walk;
	struct token t;

	lexer_init(&outside, text, strlen(text));
	walk = outside;
	if (is_list && command_next(&outside, &t))
		lexer_enter(&walk, text, &t);
	do {
		if (!command_next(&walk, &t))
			return text_copy("");
	} while (number-- > 0);
	return text_copy_n(text + t.offset, t.length);
}

/* (store (store ((as const S) else) i v) j w), the first entry last. */
static enum shape
add_array(const struct json_object *value, const char *sort, struct buf *out)
{
	const struct json_object *entries = json_get_array(value, "entries");
	DROP(text) char *from = form_of(sort, true, 1);
	DROP(text) char *to = form_of(sort, true, 2);
	struct json_object *otherwise = NULL;
	enum shape shape;

	if (json_kind(value) == JSON_STRING)
		return SHAPE_OPEN;
	if (entries == NULL)
		return SHAPE_WRONG;
	/* A long formula is left out. */
	if (!json_find(value, "else", &otherwise))
		return SHAPE_OPEN;
	for (size_t i = 0; i < json_count(entries); i++)
		(void)buf_add_text(out, "(store ");
	(void)buf_add_format(out, "((as const %s) ", sort);
	shape = add_value(to, otherwise, out);
	(void)buf_add_char(out, ')');
	for (size_t i = json_count(entries); i-- > 0 && shape == SHAPE_TERM;) {
		const struct json_object *entry = json_at(entries, i);

		(void)buf_add_char(out, ' ');
		shape = add_value(
			from, json_at(json_get_array(entry, "args"), 0), out);
		(void)buf_add_char(out, ' ');
		if (shape == SHAPE_TERM)
			shape = add_value(to, json_get(entry, "value"), out);
		(void)buf_add_char(out, ')');
	}
	return shape;
}

static bool
begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static enum shape
add_value(const char *sort, const struct json_object *value, struct buf *out)
{
	if (strcmp(sort, "Bool") == 0 && json_kind(value) != JSON_STRING)
		return add_bool(value, out);
	if (strcmp(sort, "Int") == 0)
		return add_int(value, out);
	if (strcmp(sort, "Real") == 0)
		return add_real(value, out);
	if (strcmp(sort, "String") == 0)
		return add_string(value, out);
	if (begins(sort, "(_ FloatingPoint"))
		return add_float(value, sort, out);
	if (begins(sort, "(Array"))
		return add_array(value, sort, out);
	if (json_kind(value) != JSON_STRING)
		return SHAPE_WRONG;
	/* A term over the arguments of a table. */
	if (strstr(json_string(value), "x!") != NULL)
		return SHAPE_OPEN;
	(void)buf_add_text(out, json_string(value));
	return SHAPE_TERM;
}

bool
value_add_term(
	const char *sort, const struct json_object *value, struct buf *out)
{
	return add_value(sort, value, out) == SHAPE_TERM;
}

/* --- names ---------------------------------------------------------------- */

static enum shape
add_entry(const char *name, const char *sort, const struct json_object *entry,
	struct buf *out)
{
	const struct json_object *arguments = json_get_array(entry, "args");
	DROP(text) char *domain = form_of(sort, false, 0);
	DROP(text) char *range = form_of(sort, false, 1);
	enum shape shape = arguments != NULL ? SHAPE_TERM : SHAPE_WRONG;

	(void)buf_add_text(out, "(= (");
	text_add_symbol(out, name);
	for (unsigned i = 0; shape == SHAPE_TERM && i < json_count(arguments);
		i++) {
		DROP(text) char *one = form_of(domain, true, i);

		(void)buf_add_char(out, ' ');
		shape = add_value(one, json_at(arguments, i), out);
	}
	(void)buf_add_text(out, ") ");
	if (shape == SHAPE_TERM)
		shape = add_value(range, json_get(entry, "value"), out);
	(void)buf_add_text(out, ")\n");
	return shape;
}

/* Of a constant, or of an entry; what is open leaves no trace. */
static bool
add_equation(const char *name, const char *sort,
	const struct json_object *value, struct buf *out)
{
	DROP(text) char *range = form_of(sort, false, 1);
	size_t before = out->size;
	enum shape shape;

	if (range[0] != '\0') {
		shape = add_entry(name, sort, value, out);
	} else {
		(void)buf_add_text(out, "(= ");
		text_add_symbol(out, name);
		(void)buf_add_char(out, ' ');
		shape = add_value(sort, value, out);
		(void)buf_add_text(out, ")\n");
	}
	if (shape != SHAPE_TERM)
		buf_truncate(out, before);
	if (shape == SHAPE_WRONG)
		(void)buf_add_format(out, "%s", name);
	return shape != SHAPE_WRONG;
}

static bool
add_equations(const char *name, const struct json_object *value,
	const struct json_object *sorts, struct buf *out)
{
	const char *sort = json_get_string(sorts, name);
	const struct json_object *entries = json_get_array(value, "entries");
	bool ok = true;

	if (sort == NULL)
		return true;
	if (sort[0] != '(' || strstr(sort, ") ") == NULL || entries == NULL ||
		begins(sort, "(Array"))
		return add_equation(name, sort, value, out);
	for (size_t i = 0; ok && i < json_count(entries); i++)
		ok = add_equation(name, sort, json_at(entries, i), out);
	return ok;
}

bool
value_add_equations(const struct json_object *values,
	const struct json_object *sorts, struct buf *out)
{
	struct json_member m = {0};

	while (json_next(values, &m)) {
		if (!add_equations(m.key, m.value, sorts, out))
			return false;
	}
	return true;
}
