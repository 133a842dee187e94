#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "json/json.h"
#include "json/json_own.h"
#include "json/json_scan.h"

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
	struct json_scan scan;
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
	return json_scan_fail(&p->scan, p->scan.at,
		"too many values: they would take more than %d MiB of memory",
		LIMIT_JSON_MEMORY / MIB);
}

static bool
parse_string(struct parser *p, struct json_object **value)
{
	const char *text;
	size_t size;

	if (!json_scan_string(&p->scan, &text, &size) ||
		!pay(p, COST_SCALAR + size))
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

	if (!json_scan_number(&p->scan, &is_integer))
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
	return json_scan_fail(&p->scan, p->scan.at - 1,
		"nested deeper than %d levels", LIMIT_JSON_DEPTH);
}

/* Behind "[". */
static bool
parse_array(struct parser *p, struct json_object **value)
{
	DROP(json) struct json_object *array = json_new_array();

	if (!enter(p) || !pay(p, COST_ARRAY))
		return false;
	json_scan_space(&p->scan);
	if (!json_scan_take(&p->scan, ']')) {
		do {
			struct json_object *element = NULL;

			if (!parse_value(p, &element))
				return false;
			json_add(array, element);
		} while (json_scan_take(&p->scan, ','));
		if (!json_scan_take(&p->scan, ']'))
			return json_scan_expected(&p->scan, "a comma or ]");
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

	json_scan_space(&p->scan);
	at = p->scan.at;
	if (at == p->scan.end || *at != '"')
		return json_scan_expected(&p->scan, "a key in double quotes");
	if (!json_scan_string(&p->scan, &text, &size) ||
		!pay(p, COST_MEMBER + size))
		return false;
	if (memchr(text, '\0', size) != NULL)
		return json_scan_fail(&p->scan, at, "a key with a NUL in it");
	copy = text_copy_n(text, size);
	if (json_find(object, copy, NULL))
		return json_scan_fail(&p->scan, at,
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
	json_scan_space(&p->scan);
	if (!json_scan_take(&p->scan, ':'))
		return json_scan_expected(&p->scan, "a colon behind the key");
	if (!parse_value(p, &value))
		return false;
	json_own_member(object, key, value);
	return true;
}

/* Behind "{". */
static bool
parse_object(struct parser *p, struct json_object **value)
{
	DROP(json) struct json_object *object = json_new_object();

	if (!enter(p) || !pay(p, COST_OBJECT))
		return false;
	json_scan_space(&p->scan);
	if (!json_scan_take(&p->scan, '}')) {
		do {
			if (!parse_member(p, object))
				return false;
		} while (json_scan_take(&p->scan, ','));
		if (!json_scan_take(&p->scan, '}'))
			return json_scan_expected(&p->scan, "a comma or }");
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
	if (json_scan_word(&p->scan, "null"))
		*value = NULL;
	else if (json_scan_word(&p->scan, "true"))
		*value = json_new_bool(true);
	else if (json_scan_word(&p->scan, "false"))
		*value = json_new_bool(false);
	else
		return json_scan_expected(&p->scan, "a value");
	return true;
}

static bool
parse_bare(struct parser *p, struct json_object **value)
{
	char first = p->scan.at < p->scan.end ? *p->scan.at : '\0';

	if (json_scan_take(&p->scan, '{'))
		return parse_object(p, value);
	if (json_scan_take(&p->scan, '['))
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
	json_scan_space(&p->scan);
	if (!parse_bare(p, value))
		return false;
	json_scan_space(&p->scan);
	return true;
}

static bool
parse_text(struct parser *p, struct json_object **value)
{
	DROP(json) struct json_object *whole = NULL;

	if (!parse_value(p, &whole))
		return false;
	if (p->scan.at != p->scan.end)
		return json_scan_expected(&p->scan, "the end behind the value");
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

	json_scan_init(&p.scan, text, size, e);
	if (utf8_check(text, size, &bad_at))
		ok = parse_text(&p, value);
	else
		ok = json_scan_fail(&p.scan, text + bad_at,
			"the byte 0x%02x is not UTF-8",
			(unsigned)(unsigned char)text[bad_at]);
	json_scan_release(&p.scan);
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
