#include <assert.h>
#include <errno.h>
#include <json-c/json.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/coroutine.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "json/json.h"

/*
 * A parser of our own over json-c's values, because its parser accepts NaN,
 * bad UTF-8 and repeated keys, rounds large integers, and cannot be told not
 * to. Strings with \u escapes are decoded by json-c.
 */

/* What a value costs of LIMIT_JSON_MEMORY. */
enum {
	COST_SCALAR = 64,
	COST_MEMBER = 128,
	COST_ARRAY = 128,
	COST_OBJECT = 1024,
};

enum {
	STEPS = 64,		/* values between two pauses */
	LONG_STRING = 64 * KIB, /* worth a pause */
};

struct parser {
	const char *start;
	const char *at;
	const char *end;
	unsigned depth;
	size_t cost, most_cost;
	size_t values, most_values;
	bool gives_way; /* to the loop */
	struct err *e;
};

static bool parse_value(struct parser *p, struct json_object **value);

/* --- errors --------------------------------------------------------------- */

/* Refuses the text at `at`, with its position. Always false. */
static bool __attribute__((format(printf, 3, 4)))
refuse(struct parser *p, const char *at, const char *format, ...)
{
	const char *line = p->start;
	unsigned lines = 1;
	char reason[512];
	va_list arguments;

	if (p->e == NULL)
		return false;
	for (const char *c = p->start; c < at; c++) {
		if (*c == '\n') {
			lines++;
			line = c + 1;
		}
	}
	va_start(arguments, format);
	(void)vsnprintf(reason, sizeof(reason), format, arguments);
	va_end(arguments);
	return err_set(p->e, ERR_ARGUMENT,
		"not JSON at line %u, column %zu (byte %zu): %s", lines,
		utf8_count(line, (size_t)(at - line)) + 1,
		(size_t)(at - p->start), reason);
}

static bool
starts_with(const struct parser *p, const char *word)
{
	size_t size = strlen(word);

	return (size_t)(p->end - p->at) >= size &&
	       memcmp(p->at, word, size) == 0;
}

/* What people and programs write in the place of a JSON value. */
static const struct mistake {
	const char *begins;
	const char *advice;
} mistakes[] = {
	{"'", "; strings stand in double quotes"},
	{"//", "; JSON has no comments"},
	{"/*", "; JSON has no comments"},
	{"#", "; JSON has no comments"},
	{"True", "; JSON writes true"},
	{"False", "; JSON writes false"},
	{"None", "; JSON writes null"},
	{"undefined", "; JSON writes null"},
	{"NaN", "; JSON has no NaN"},
	{"Infinity", "; JSON has no infinity"},
	{"+", "; JSON numbers have no plus sign"},
	{".", "; JSON numbers begin with a digit"},
	{"```", "; leave out the Markdown fence"},
};

/* Refuses what stands here: "expected WANTED, found ..." Always false. */
static bool
refuse_token(struct parser *p, const char *wanted)
{
	size_t left = (size_t)(p->end - p->at);
	const char *advice = "";
	size_t size = 1;

	if (left == 0)
		return refuse(p, p->at, "expected %s, found the end", wanted);
	if ((unsigned char)*p->at < ' ')
		return refuse(p, p->at,
			"expected %s, found the control character 0x%02x",
			wanted, (unsigned)*p->at);
	while (size < left && ((unsigned char)p->at[size] & 0xc0) == 0x80)
		size++;
	for (size_t i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++) {
		if (starts_with(p, mistakes[i].begins))
			advice = mistakes[i].advice;
	}
	return refuse(p, p->at, "expected %s, found %.*s%s", wanted, (int)size,
		p->at, advice);
}

static bool
add_cost(struct parser *p, size_t cost)
{
	p->cost += cost;
	if (p->values > p->most_values)
		return refuse(p, p->at,
			"too many values: %zu are the limit; a table or a "
			"problem of that size is sent as one text, such as CSV "
			"or DIMACS, and an export as a string",
			p->most_values);
	return p->cost <= p->most_cost ||
	       refuse(p, p->at,
		       "too many values: they would take more than %zu MiB of "
		       "memory; a table or a problem of that size is sent as "
		       "one text, such as CSV or DIMACS, and an export as a "
		       "string",
		       p->most_cost / MIB);
}

static void
give_way(const struct parser *p)
{
	if (p->gives_way)
		coroutine_pause();
}

/* --- tokens --------------------------------------------------------------- */

static void
skip_space(struct parser *p)
{
	while (p->at < p->end && (*p->at == ' ' || *p->at == '\n' ||
					 *p->at == '\r' || *p->at == '\t'))
		p->at++;
}

static bool
accept(struct parser *p, char c)
{
	bool is_here = p->at < p->end && *p->at == c;

	p->at += is_here;
	return is_here;
}

static bool
is_digit(const struct parser *p)
{
	return p->at < p->end && *p->at >= '0' && *p->at <= '9';
}

static bool
skip_digits(struct parser *p)
{
	const char *start = p->at;

	while (is_digit(p))
		p->at++;
	return p->at > start || refuse_token(p, "a digit");
}

/* Returns whether none of the 8 bytes is a quote, a backslash or a control
 * character. ("Determine if a word has a byte less than n", Bit Twiddling
 * Hacks.) It may be wrong about bytes from 128 on, and then says false. */
static bool
are_plain(const char *bytes)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t word, quotes, backslashes;

	memcpy(&word, bytes, sizeof(word));
	quotes = word ^ ones * '"';
	backslashes = word ^ ones * '\\';
	return (((word - ones * ' ') | (quotes - ones) | (backslashes - ones) |
			word) &
		       ones * 0x80) == 0;
}

/* At a quote. */
static bool
skip_string(struct parser *p, bool *has_escapes)
{
	const char *quote = p->at++;

	*has_escapes = false;
	for (; p->at < p->end && *p->at != '"'; p->at++) {
		while (p->end - p->at > (ptrdiff_t)sizeof(uint64_t) &&
			are_plain(p->at))
			p->at += sizeof(uint64_t);
		if (*p->at == '"')
			break;
		if ((unsigned char)*p->at < ' ')
			return refuse(p, p->at,
				"the control character 0x%02x in a string; "
				"write it as \\u%04x",
				(unsigned)*p->at, (unsigned)*p->at);
		if (*p->at == '\\') {
			*has_escapes = true;
			p->at++;
		}
	}
	if (p->at >= p->end)
		return refuse(p, quote, "a string without its end");
	p->at++;
	return true;
}

/* A string of a text that is known to be UTF-8. */
static struct json_object *
new_string(const char *text, size_t size)
{
	struct json_object *value;

	assert(size < INT_MAX);
	value = json_object_new_string_len(text, (int)size);
	if (value == NULL)
		_exit(EXIT_NO_MEMORY);
	return value;
}

/* Decodes the escapes of one character in the bytes up to `end`. Returns NULL
 * if there are others. */
static struct json_object *
decode_short_escapes(const struct parser *p, const char *at, const char *end)
{
	static const char letters[] = "\"\\/bfnrt";
	static const char meanings[] = "\"\\/\b\f\n\r\t";
	DROP(text) char *decoded = mem_grow(NULL, (size_t)(end - at) + 1, 1);
	char *to = decoded;
	const char *escape;

	while ((escape = memchr(at, '\\', (size_t)(end - at))) != NULL) {
		const char *letter =
			memchr(letters, escape[1], sizeof(letters) - 1);

		if (letter == NULL)
			return NULL;
		to = mempcpy(to, at, (size_t)(escape - at));
		*to++ = meanings[letter - letters];
		at = escape + 2;
	}
	to = mempcpy(to, at, (size_t)(end - at));
	if (to - decoded > LONG_STRING)
		give_way(p);
	return new_string(decoded, (size_t)(to - decoded));
}

/* A string that begins at the quote and ends at p->at, by json-c; not in its
 * strict mode, which in 0.18 takes bytes over 127 for control characters. */
static bool
decode(struct parser *p, const char *quote, struct json_object **value)
{
	struct json_tokener *t = json_tokener_new_ex(1);
	size_t end;

	if (t == NULL)
		_exit(EXIT_NO_MEMORY);
	*value = json_tokener_parse_ex(t, quote, (int)(p->at - quote));
	end = json_tokener_get_parse_end(t);
	json_tokener_free(t);
	return *value != NULL ||
	       refuse(p, quote + end,
		       "a backslash is followed by one of \" \\ / b f n r t, "
		       "or u with four hexadecimal digits");
}

static bool
parse_string(struct parser *p, struct json_object **value)
{
	const char *quote = p->at;
	bool has_escapes;

	if (!skip_string(p, &has_escapes) ||
		!add_cost(p, COST_SCALAR + (size_t)(p->at - quote) - 2))
		return false;
	if (p->at - quote > LONG_STRING)
		give_way(p);
	*value = has_escapes
			 ? decode_short_escapes(p, quote + 1, p->at - 1)
			 : new_string(quote + 1, (size_t)(p->at - quote) - 2);
	return *value != NULL || decode(p, quote, value);
}

/* At a digit or a minus. */
static bool
skip_number(struct parser *p, bool *is_integer)
{
	*is_integer = true;
	(void)accept(p, '-');
	if (!accept(p, '0') && !skip_digits(p))
		return false;
	if (accept(p, '.')) {
		*is_integer = false;
		if (!skip_digits(p))
			return false;
	}
	if (accept(p, 'e') || accept(p, 'E')) {
		*is_integer = false;
		if (!accept(p, '-'))
			(void)accept(p, '+');
		return skip_digits(p);
	}
	return true;
}

static bool
parse_number(struct parser *p, struct json_object **value)
{
	const char *start = p->at;
	DROP(text) char *text = NULL;
	bool is_integer;
	long long whole;

	if (!skip_number(p, &is_integer))
		return false;
	text = text_copy_n(start, (size_t)(p->at - start));
	if (!add_cost(p, COST_SCALAR + strlen(text)))
		return false;
	errno = 0;
	whole = is_integer ? strtoll(text, NULL, 10) : 0;
	/* An int64_t has no negative zero. */
	if (is_integer && errno == 0 && strcmp(text, "-0") != 0)
		*value = json_new_int(whole);
	else
		*value = json_new_number(text);
	return true;
}

/* --- values --------------------------------------------------------------- */

/* The key of a member, which is new to the object. */
static bool
parse_key(struct parser *p, const struct json_object *object,
	struct json_object **key)
{
	const char *at;
	const char *text;

	skip_space(p);
	at = p->at;
	if (at == p->end || *at != '"')
		return refuse_token(p, "a key in double quotes");
	if (!parse_string(p, key) || !add_cost(p, COST_MEMBER - COST_SCALAR))
		return false;
	text = json_string(*key);
	if (strlen(text) != json_string_size(*key))
		return refuse(p, at, "a key with a NUL in it");
	if (json_find(object, text, NULL))
		return refuse(p, at,
			"the key \"%.*s\" occurs twice in one object",
			(int)utf8_cut(text, strlen(text), 60), text);
	return true;
}

static bool
parse_member(struct parser *p, struct json_object *object)
{
	DROP(json) struct json_object *key = NULL;
	struct json_object *value = NULL;

	if (!parse_key(p, object, &key))
		return false;
	skip_space(p);
	if (!accept(p, ':'))
		return refuse_token(p, "a colon after the key");
	if (!parse_value(p, &value))
		return false;
	json_put(object, json_string(key), value);
	return true;
}

/* At "[" or "{". */
static bool
parse_container(struct parser *p, struct json_object **value)
{
	bool is_object = *p->at++ == '{';
	char close = is_object ? '}' : ']';
	DROP(json)
	struct json_object *all =
		is_object ? json_new_object() : json_new_array();

	if (++p->depth > LIMIT_JSON_DEPTH)
		return refuse(p, p->at - 1, "nested deeper than %d levels",
			LIMIT_JSON_DEPTH);
	if (!add_cost(p, is_object ? COST_OBJECT : COST_ARRAY))
		return false;
	skip_space(p);
	if (!accept(p, close)) {
		do {
			struct json_object *element = NULL;

			if (is_object ? !parse_member(p, all)
				      : !parse_value(p, &element))
				return false;
			if (!is_object)
				json_add(all, element);
		} while (accept(p, ','));
		if (!accept(p, close))
			return refuse_token(
				p, is_object ? "a comma or }" : "a comma or ]");
	}
	p->depth--;
	*value = TAKE(all);
	return true;
}

enum { WORD_NULL, WORD_FALSE, WORD_TRUE, WORDS };

static bool
skip_word(struct parser *p, unsigned *word)
{
	static const char *const words[] = {"null", "false", "true"};

	*word = WORD_NULL;
	while (*word < WORDS && !starts_with(p, words[*word]))
		++*word;
	if (*word == WORDS)
		return refuse_token(p, "a value");
	p->at += strlen(words[*word]);
	return true;
}

static bool
parse_word(struct parser *p, struct json_object **value)
{
	unsigned word;

	if (!add_cost(p, COST_SCALAR) || !skip_word(p, &word))
		return false;
	*value = word != WORD_NULL ? json_new_bool(word == WORD_TRUE) : NULL;
	return true;
}

/* A value with the space around it. */
static bool
parse_value(struct parser *p, struct json_object **value)
{
	bool is_read;
	char c;

	skip_space(p);
	c = p->at < p->end ? *p->at : '\0';
	if (++p->values % STEPS == 0)
		give_way(p);
	if (c == '{' || c == '[')
		is_read = parse_container(p, value);
	else if (c == '"')
		is_read = parse_string(p, value);
	else if (c == '-' || is_digit(p))
		is_read = parse_number(p, value);
	else
		is_read = parse_word(p, value);
	skip_space(p);
	return is_read;
}

static bool
parse(struct parser p, const char *text, size_t size,
	struct json_object **value)
{
	DROP(json) struct json_object *whole = NULL;
	size_t bad_at;

	p.start = p.at = text;
	p.end = text + size;
	give_way(&p);
	if (!utf8_check(text, size, &bad_at))
		return refuse(&p, text + bad_at, "the byte 0x%02x is not UTF-8",
			(unsigned)(unsigned char)text[bad_at]);
	give_way(&p);
	if (!parse_value(&p, &whole))
		return false;
	if (p.at != p.end)
		return refuse_token(&p, "the end after the value");
	*value = TAKE(whole);
	return true;
}

bool
json_parse(const char *text, size_t size, struct json_object **value,
	struct err *e)
{
	const struct parser p = {.most_cost = LIMIT_JSON_MEMORY,
		.most_values = SIZE_MAX,
		.e = e};

	return parse(p, text, size, value);
}

bool
json_parse_message(const char *text, size_t size, struct json_object **value,
	struct err *e)
{
	const struct parser p = {.most_cost = LIMIT_MESSAGE_MEMORY,
		.most_values = LIMIT_MESSAGE_VALUES,
		.gives_way = true,
		.e = e};

	return parse(p, text, size, value);
}

/* --- shapes --------------------------------------------------------------- */

/* The hashes of the keys of the objects that are open. */
struct keys {
	uint64_t *at;
	size_t count, capacity;
};

struct checker {
	struct parser p;
	struct keys keys;
	unsigned depth_max;
};

static bool check_value(struct checker *c, const struct json_shape *shape);

static int
compare_hashes(const void *a, const void *b)
{
	uint64_t one = *(const uint64_t *)a;
	uint64_t other = *(const uint64_t *)b;

	return (one > other) - (one < other);
}

/* Takes the keys from `first` on away; false if two of them are equal. */
static bool
close_keys(struct keys *keys, size_t first)
{
	size_t count = keys->count - first;
	bool are_different = true;

	/* Without any key there is no list, and no place in it. */
	if (count > 1)
		qsort(keys->at + first, count, sizeof(*keys->at),
			compare_hashes);
	for (size_t i = first + 1; i < keys->count; i++)
		are_different &= keys->at[i] != keys->at[i - 1];
	keys->count = first;
	return are_different;
}

/* Returns the shape of a member, or NULL. Sets the bit of its name in *seen; a
 * name that has no shape of its own is remembered. */
static const struct json_shape *
member_shape(struct checker *c, const struct json_shape *shape,
	const char *name, size_t size, unsigned *seen)
{
	const struct json_shape_member *m = shape->members;

	for (unsigned bit = 1; m != NULL && m->name != NULL; m++, bit <<= 1) {
		if (strlen(m->name) != size || memcmp(m->name, name, size) != 0)
			continue;
		if ((*seen & bit) != 0)
			return NULL;
		*seen |= bit;
		return m->shape;
	}
	*ARRAY_ADD(c->keys.at, c->keys.count, c->keys.capacity) =
		hash_bytes(name, size);
	return shape->others;
}

static bool
check_member(struct checker *c, const struct json_shape *shape, unsigned *seen)
{
	struct parser *p = &c->p;
	DROP(json) struct json_object *decoded = NULL;
	const struct json_shape *member;
	const char *name;
	size_t size;
	bool has_escapes;

	skip_space(p);
	name = p->at;
	if (name == p->end || *name != '"' || !skip_string(p, &has_escapes) ||
		(has_escapes && !decode(p, name, &decoded)))
		return false;
	size = has_escapes ? json_string_size(decoded)
			   : (size_t)(p->at - name) - 2;
	name = has_escapes ? json_string(decoded) : name + 1;
	if (memchr(name, '\0', size) != NULL)
		return false;
	member = member_shape(c, shape, name, size, seen);
	skip_space(p);
	return member != NULL && accept(p, ':') && check_value(c, member);
}

static unsigned
required_members(const struct json_shape *shape)
{
	const struct json_shape_member *m = shape->members;
	unsigned required = 0;

	for (unsigned bit = 1; m != NULL && m->name != NULL; m++, bit <<= 1)
		required |= m->is_required ? bit : 0;
	return required;
}

/* At "[" or "{". */
static bool
check_container(struct checker *c, const struct json_shape *shape)
{
	struct parser *p = &c->p;
	bool is_object = *p->at++ == '{';
	char close = is_object ? '}' : ']';
	size_t keys = c->keys.count;
	size_t count = 0;
	unsigned seen = 0;

	if (++p->depth > c->depth_max)
		return false;
	skip_space(p);
	if (!accept(p, close)) {
		do {
			if (is_object ? !check_member(c, shape, &seen)
				      : shape->elements == NULL ||
						!check_value(
							c, shape->elements))
				return false;
			count++;
		} while (accept(p, ','));
		if (!accept(p, close))
			return false;
	}
	p->depth--;
	return count >= shape->count_min &&
	       (shape->count_max == 0 || count <= shape->count_max) &&
	       close_keys(&c->keys, keys) &&
	       (seen & required_members(shape)) == required_members(shape);
}

static bool
check_string(struct parser *p)
{
	const char *quote = p->at;
	struct json_object *decoded = NULL;
	bool has_escapes;

	if (!skip_string(p, &has_escapes) ||
		(has_escapes && !decode(p, quote, &decoded)))
		return false;
	json_free(decoded);
	return true;
}

/* A value with the space around it. */
static bool
check_value(struct checker *c, const struct json_shape *shape)
{
	struct parser *p = &c->p;
	enum json_kind kind;
	bool is_valid;
	unsigned word;
	bool ignored;
	char first;

	skip_space(p);
	first = p->at < p->end ? *p->at : '\0';
	kind = first == '{'		      ? JSON_OBJECT
	       : first == '['		      ? JSON_ARRAY
	       : first == '"'		      ? JSON_STRING
	       : first == '-' || is_digit(p)  ? JSON_NUMBER
	       : first == 't' || first == 'f' ? JSON_BOOL
					      : JSON_NULL;
	if ((shape->kinds & JSON_KIND(kind)) == 0)
		return false;
	if (kind == JSON_OBJECT || kind == JSON_ARRAY)
		is_valid = check_container(c, shape);
	else if (kind == JSON_STRING)
		is_valid = check_string(p);
	else if (kind == JSON_NUMBER)
		is_valid = skip_number(p, &ignored);
	else
		is_valid = skip_word(p, &word);
	skip_space(p);
	return is_valid;
}

bool
json_fits(const char *text, size_t size, const struct json_shape *shape)
{
	struct checker c = {
		.p = {.start = text, .at = text, .end = text + size},
		.depth_max = shape->depth_max};
	bool fits = utf8_check(text, size, NULL) && check_value(&c, shape) &&
		    c.p.at == c.p.end;

	free(c.keys.at);
	return fits;
}

struct json_object *
json_read(const char *text)
{
	struct json_object *value = NULL;

	return text != NULL && json_parse(text, strlen(text), &value, NULL)
		       ? value
		       : NULL;
}

void
json_put_json(struct json_object *object, const char *key, const char *text)
{
	struct json_object *value = json_read(text);

	if (value != NULL)
		json_put(object, key, value);
}

/* No deeper than what was parsed. */
size_t
json_weight(const struct json_object *value)
{
	struct json_member m = {0};
	size_t weight = COST_SCALAR;

	if (json_kind(value) == JSON_STRING)
		return COST_SCALAR + json_string_size(value);
	if (json_kind(value) == JSON_OBJECT) {
		weight = COST_OBJECT;
		while (json_next(value, &m))
			weight += COST_MEMBER + strlen(m.key) +
				  json_weight(m.value);
	}
	if (json_kind(value) == JSON_ARRAY) {
		weight = COST_ARRAY;
		for (size_t i = 0; i < json_count(value); i++)
			weight += json_weight(json_at(value, i));
	}
	return weight;
}
