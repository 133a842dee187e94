#include "tools/call/values.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "wire/answer.h"
#include "json/json.h"

/* What a number of JavaScript holds exactly. */
#define SAFE_INTEGER ((1LL << 53) - 1)

void
values_release(struct values *v)
{
	json_free(v->values);
	json_free(v->sorts);
	*v = (struct values){0};
}

void
values_drop(struct values *v)
{
	values_release(v);
}

static size_t
room_of(const struct answer_value *value)
{
	return strlen(value->json) + 2 * strlen(value->name) +
	       strlen(value->sort);
}

/* What the last `asked` need, but not more than there is. */
static size_t
reserve(const struct answer_check *check, size_t asked, size_t room)
{
	size_t first =
		check->values.count > asked ? check->values.count - asked : 0;
	size_t needs = 0;

	for (size_t i = first; i < check->values.count; i++)
		needs += room_of(&check->values.at[i]);
	return needs < room ? needs : room;
}

/* False when it is no JSON. */
static bool
read_value(const struct answer_value *value, size_t *room, struct values *v)
{
	struct json_object *json = NULL;
	size_t needs = room_of(value);
	bool is_universe = value->json[0] == '\0';
	struct err ignored;

	if (needs > *room) {
		v->left_out++;
		return true;
	}
	if (!is_universe &&
		!json_parse(value->json, strlen(value->json), &json, &ignored))
		return false;
	*room -= needs;
	if (!is_universe)
		json_put(v->values, value->name, json);
	/* A constant may be called like a sort. */
	if (!is_universe || !json_find(v->sorts, value->name, NULL))
		json_put_string(v->sorts, value->name, value->sort);
	return true;
}

bool
values_read(const struct answer_check *check, size_t room, size_t asked,
	struct values *v)
{
	size_t reserved = reserve(check, asked, room);

	*v = (struct values){
		.values = json_new_object(), .sorts = json_new_object()};
	room -= reserved;
	for (size_t i = 0; i < check->values.count; i++) {
		if (i + asked >= check->values.count) {
			room += reserved;
			reserved = 0;
		}
		if (!read_value(&check->values.at[i], &room, v)) {
			values_release(v);
			return false;
		}
	}
	return true;
}

static bool
add_line(const char *name, struct json_object *value, void *argument)
{
	DROP(text) char *json = json_text(value);

	return buf_add_format(argument, "%s = %s\n", name,
		value == NULL ? "not determined" : json);
}

struct universe_lines {
	const struct values *values;
	struct buf *text;
};

static bool
add_universe(const char *name, struct json_object *sort, void *argument)
{
	const struct universe_lines *lines = argument;

	if (json_find(lines->values->values, name, NULL))
		return true;
	return buf_add_format(
		lines->text, "sort %s = %s\n", name, json_string(sort));
}

void
values_add_lines(const struct values *v, struct buf *text)
{
	struct universe_lines lines = {v, text};

	(void)json_each(v->values, add_line, text);
	(void)json_each(v->sorts, add_universe, &lines);
}

/* The arguments are named as libz3 names them. */
static bool
is_no_formula(const char *name, struct json_object *value, void *argument)
{
	const char **found = argument;
	const char *otherwise = json_kind(value) == JSON_OBJECT
					? json_get_string(value, "else")
					: NULL;

	if (otherwise == NULL || strstr(otherwise, "x!0") == NULL)
		return true;
	*found = name;
	return false;
}

const char *
values_formula(const struct values *v)
{
	const char *found = NULL;

	(void)json_each(v->values, is_no_formula, &found);
	return found;
}

/* "5" of "5.0", "7" of "7"; the length, 0 if it is no such number. */
static size_t
whole_part(const char *number)
{
	size_t digits = strspn(number, "0123456789");

	if (digits == 0)
		return 0;
	if (number[digits] == '\0' || strcmp(number + digits, ".0") == 0)
		return digits;
	return 0;
}

/* "1/3" of "(/ 1 3)" or "(/ 1.0 3.0)" behind the sign; NULL if it is none. */
static char *
read_fraction(const char *smtlib, const char *sign)
{
	DROP(text) char *above = NULL;
	DROP(text) char *below = NULL;
	const char *first = smtlib + strlen("(/ ");
	const char *second;

	if (strncmp(smtlib, "(/ ", strlen("(/ ")) != 0)
		return NULL;
	second = strchr(first, ' ');
	if (second == NULL)
		return NULL;
	above = text_copy_n(first, (size_t)(second - first));
	second++;
	below = text_copy_n(second, strcspn(second, ")"));
	if (whole_part(above) == 0 || whole_part(below) == 0)
		return NULL;
	return text_format("%s%.*s/%.*s", sign, (int)whole_part(above), above,
		(int)whole_part(below), below);
}

static struct json_object *
read_number(const char *number, const char *sign)
{
	DROP(text) char *text = NULL;
	size_t digits = whole_part(number);

	if (digits == 0) {
		text = read_fraction(number, sign);
		return text != NULL ? json_new_string(text) : NULL;
	}
	text = text_format("%s%.*s", sign, (int)digits, number);
	if (number[digits] == '\0') {
		long long value;

		errno = 0;
		value = strtoll(text, NULL, 10);
		if (errno == 0 && value <= SAFE_INTEGER &&
			value >= -SAFE_INTEGER)
			return json_new_int(value);
	}
	return json_new_string(text);
}

struct json_object *
values_number(const char *smtlib)
{
	struct json_object *number = NULL;
	size_t size = strlen(smtlib);

	if (size > 4 && strncmp(smtlib, "(- ", 3) == 0 &&
		smtlib[size - 1] == ')') {
		DROP(text) char *inner = text_copy_n(smtlib + 3, size - 4);

		number = read_number(inner, "-");
	} else if (smtlib[0] == '-') {
		number = read_number(smtlib + 1, "-");
	} else {
		number = read_number(smtlib, "");
	}
	return number != NULL ? number : json_new_string(smtlib);
}
