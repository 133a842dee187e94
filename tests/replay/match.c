#include "replay/match.h"

#include <regex.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "json/json.h"

enum { PATH_MAX_BYTES = 1024, SHOWN_BYTES = 600 };

struct matching {
	struct json_object *names;
	struct err *e;
	char path[PATH_MAX_BYTES];
};

typedef bool match_special(struct matching *m,
	const struct json_object *operand, const struct json_object *value);

static bool match_value(struct matching *m, const struct json_object *pattern,
	const struct json_object *value);

/* The operand of an object with the one member `name`. */
static bool
is_special(const struct json_object *pattern, const char *name,
	struct json_object **operand)
{
	return json_kind(pattern) == JSON_OBJECT && json_count(pattern) == 1 &&
	       json_find(pattern, name, operand);
}

static bool
differ(struct matching *m, const char *what, const struct json_object *pattern,
	const struct json_object *value)
{
	DROP(text) char *wanted = json_text(pattern);
	DROP(text) char *got = json_text(value);

	return err_set(m->e, ERR_CONFLICT, "at %s: %s %.*s\n     got %.*s",
		m->path[0] != '\0' ? m->path : "the top", what, SHOWN_BYTES,
		wanted, SHOWN_BYTES, got);
}

static bool
match_piece(struct matching *m, const struct json_object *operand,
	const struct json_object *value)
{
	if (json_kind(value) == JSON_STRING &&
		strstr(json_string(value), json_string(operand)) != NULL)
		return true;
	return differ(m, "expected a string with", operand, value);
}

static bool
match_not(struct matching *m, const struct json_object *operand,
	const struct json_object *value)
{
	if (json_kind(value) == JSON_STRING &&
		strstr(json_string(value), json_string(operand)) == NULL)
		return true;
	return differ(m, "expected a string without", operand, value);
}

static bool
match_regex(struct matching *m, const struct json_object *operand,
	const struct json_object *value)
{
	regex_t regex;
	bool found;

	if (regcomp(&regex, json_string(operand),
		    REG_EXTENDED | REG_NEWLINE | REG_NOSUB) != 0)
		return differ(m, "not a regex:", operand, value);
	found = json_kind(value) == JSON_STRING &&
		regexec(&regex, json_string(value), 0, NULL, 0) == 0;
	regfree(&regex);
	return found || differ(m, "expected a match of", operand, value);
}

static bool
match_any(struct matching *m, const struct json_object *operand,
	const struct json_object *value)
{
	(void)m, (void)operand, (void)value;
	return true;
}

static bool
match_absent(struct matching *m, const struct json_object *operand,
	const struct json_object *value)
{
	(void)operand;
	return differ(m, "expected nothing", NULL, value);
}

static bool
match_bind(struct matching *m, const struct json_object *operand,
	const struct json_object *value)
{
	struct json_object *bound;
	const char *name = json_string(operand);

	if (json_find(m->names, name, &bound))
		return match_value(m, bound, value);
	json_put(m->names, name, json_copy(value));
	return true;
}

static const struct special {
	const char *name;
	match_special *match;
	bool is_text;
} specials[] = {
	{"~piece", match_piece, true},
	{"~not", match_not, true},
	{"~regex", match_regex, true},
	{"~any", match_any, false},
	{"~absent", match_absent, false},
	{"~bind", match_bind, false},
};

static const struct special *
find_special(const struct json_object *pattern, struct json_object **operand)
{
	for (size_t i = 0; i < sizeof(specials) / sizeof(specials[0]); i++) {
		if (is_special(pattern, specials[i].name, operand))
			return &specials[i];
	}
	return NULL;
}

/* One step further down; returns the size to cut the path to on the way up. */
static size_t
enter_member(struct matching *m, const char *key)
{
	size_t size = strlen(m->path);

	/* A path that is too long is cut: it is for the reader only. */
	(void)snprintf(m->path + size, sizeof(m->path) - size, "%s%s",
		size > 0 ? "." : "", key);
	return size;
}

static size_t
enter_element(struct matching *m, size_t at)
{
	size_t size = strlen(m->path);

	(void)snprintf(m->path + size, sizeof(m->path) - size, "[%zu]", at);
	return size;
}

static bool
match_member(struct matching *m, const char *key, struct json_object *pattern,
	const struct json_object *object)
{
	struct json_object *value;
	struct json_object *operand;
	size_t path = enter_member(m, key);
	bool is_there = json_find(object, key, &value);
	bool same;

	if (is_special(pattern, "~absent", &operand) && !is_there)
		same = true;
	else if (!is_there)
		same = differ(m, "not there; expected", pattern, object);
	else
		same = match_value(m, pattern, value);
	if (same)
		m->path[path] = '\0';
	return same;
}

static bool
match_object(struct matching *m, const struct json_object *pattern,
	const struct json_object *value)
{
	struct json_member member = {0};

	if (json_kind(value) != JSON_OBJECT)
		return differ(m, "expected", pattern, value);
	while (json_next(pattern, &member)) {
		if (!match_member(m, member.key, member.value, value))
			return false;
	}
	return true;
}

static bool
match_element(struct matching *m, const struct json_object *pattern,
	const struct json_object *array, size_t at)
{
	size_t path = enter_element(m, at);
	bool same = match_value(m, pattern, json_at(array, at));

	if (same)
		m->path[path] = '\0';
	return same;
}

static bool
match_somewhere(struct matching *m, const struct json_object *pattern,
	const struct json_object *array)
{
	size_t path = strlen(m->path);

	for (size_t i = 0; i < json_count(array); i++) {
		if (match_element(m, pattern, array, i))
			return true;
		m->path[path] = '\0';
	}
	return differ(m, "no element is", pattern, array);
}

static bool
is_rest(const struct json_object *array, size_t at)
{
	struct json_object *operand;

	return at < json_count(array) &&
	       is_special(json_at(array, at), "~rest", &operand);
}

static bool
match_array(struct matching *m, const struct json_object *pattern,
	const struct json_object *value)
{
	size_t count = json_count(pattern);
	bool is_open = count > 0 && is_rest(pattern, count - 1);
	bool is_anywhere = count > 1 && is_rest(pattern, 0);
	size_t wanted = count - is_open;

	if (json_kind(value) != JSON_ARRAY)
		return differ(m, "expected", pattern, value);
	for (size_t i = 1; is_anywhere && i < wanted; i++) {
		if (!match_somewhere(m, json_at(pattern, i), value))
			return false;
	}
	if (is_anywhere)
		return true;
	for (size_t i = 0; i < wanted && i < json_count(value); i++) {
		if (!match_element(m, json_at(pattern, i), value, i))
			return false;
	}
	if (json_count(value) < wanted ||
		(!is_open && json_count(value) > wanted))
		return differ(
			m, "another count of elements than in", pattern, value);
	return true;
}

static bool
is_number(const struct json_object *value)
{
	return json_kind(value) == JSON_INT || json_kind(value) == JSON_NUMBER;
}

static bool
match_value(struct matching *m, const struct json_object *pattern,
	const struct json_object *value)
{
	struct json_object *operand;
	const struct special *special = find_special(pattern, &operand);

	if (special != NULL)
		return special->match(m, operand, value);
	if (json_kind(pattern) == JSON_OBJECT)
		return match_object(m, pattern, value);
	if (json_kind(pattern) == JSON_ARRAY)
		return match_array(m, pattern, value);
	if (json_equal(pattern, value))
		return true;
	if (is_number(pattern) && is_number(value) &&
		!(json_number(pattern) < json_number(value)) &&
		!(json_number(pattern) > json_number(value)))
		return true;
	return differ(m, "expected", pattern, value);
}

bool
match_is_text(const struct json_object *pattern)
{
	struct json_object *operand;
	const struct special *special = find_special(pattern, &operand);

	return special != NULL && special->is_text;
}

bool
match(const struct json_object *pattern, const struct json_object *value,
	struct json_object *names, struct err *e)
{
	struct matching m = {.names = names, .e = e};

	return match_value(&m, pattern, value);
}
