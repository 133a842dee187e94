#ifndef JSON_JSON_H
#define JSON_JSON_H

/*
 * JSON values. The only folder that includes json-c; everyone else holds
 * `struct json_object *` and uses these functions.
 *
 * Parsing is strict RFC 8259 (json-c alone accepts NaN, single quotes, raw
 * control characters, bad UTF-8): see json_parse. Writing is one line of valid
 * UTF-8 with no raw control character, whatever the strings hold.
 *
 * Ownership: json_parse and json_new_* return values that the caller owns
 * (json_free, DROP(json)); json_put and json_add take them over; getters
 * return borrowed values and strings.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct json_object;

enum json_kind {
	JSON_NULL,
	JSON_BOOL,
	JSON_INT,    /* fits an int64_t exactly */
	JSON_NUMBER, /* any other number */
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT,
};

/*
 * The value of a whole text, which need not end in a NUL. Refused, with line,
 * column, byte and reason: invalid UTF-8, anything that RFC 8259 does not
 * allow, nesting over LIMIT_JSON_DEPTH, a key that stands twice in one object
 * or holds a NUL, text after the value, and values of more than about 256 MiB
 * of memory (JSON as small as `{},{},` grows hundredfold).
 *
 * A lone surrogate escape becomes U+FFFD; a NUL in a string is kept. A number
 * that is not a JSON_INT keeps its text, so that json_text writes what was
 * read. On success *value may be NULL: JSON null.
 */
bool json_parse(const char *text, size_t size, struct json_object **value,
	struct err *e);

/*
 * Like json_parse, for a message of a client: in a coroutine it gives way to
 * the loop, and it refuses also more than LIMIT_MESSAGE_VALUES values or
 * LIMIT_MESSAGE_MEMORY bytes of memory, so that no later walk over the values
 * keeps other clients waiting.
 */
bool json_parse_message(const char *text, size_t size,
	struct json_object **value, struct err *e);

/*
 * A shape says which values a JSON text from another process may have. An
 * array has `count_min` to `count_max` `elements`; an object those `members`
 * and, if `others` is not NULL, any others of that shape.
 */
struct json_shape {
	unsigned kinds; /* JSON_KIND of those that it may be */
	const struct json_shape *elements;
	const struct json_shape_member {
		const char *name; /* NULL: the end of the list */
		const struct json_shape *shape;
		bool is_required;
	} * members;
	const struct json_shape *others;
	size_t count_min; /* of members too */
	size_t count_max; /* 0: any number */
	/* Containers in containers of a whole text of this shape, at most
	 * LIMIT_JSON_DEPTH. */
	unsigned depth_max;
};
/* The two kinds of numbers are one here: JSON_NUMBER. */
#define JSON_KIND(kind) (1U << (kind))

/* Returns whether json_parse accepts the text, except for the memory that it
 * takes, and the value has the shape. Takes no memory but for keys. */
bool json_fits(const char *text, size_t size, const struct json_shape *shape);

/* Like json_parse, for a text of our own making. Returns a value that the
 * caller owns; NULL for what is not JSON, for null, and for NULL. */
struct json_object *json_read(const char *text);

/* One line, compact; owned by the caller. NULL is "null". */
char *json_text(const struct json_object *value);
/* Like json_text, but in a coroutine it gives way to the loop, during which
 * nobody may change the value. Used for what may have megabytes. */
char *json_text_in_slices(const struct json_object *value);

/* Like json_text_in_slices, but returns a string as it is, without quotes. */
char *json_plain(const struct json_object *value);

void json_free(struct json_object *value);
void json_drop(struct json_object **value); /* for DROP(json) */
struct json_object *json_copy(const struct json_object *value); /* deep */
/* The same value, to be freed once more: a change of one is one of both. */
struct json_object *json_share(const struct json_object *value);
/* Its memory in bytes, roughly, as json_parse counts it. */
size_t json_weight(const struct json_object *value);

/* The order of members is free; the numbers 1 and 1.0 are not equal. */
bool json_equal(const struct json_object *a, const struct json_object *b);

/* Returns whether it is null, or a part of it is. */
bool json_has_null(const struct json_object *value);

enum json_kind json_kind(const struct json_object *value);
/* As a JSON Schema names it: "string", "integer", "boolean", ... */
const char *json_kind_name(enum json_kind kind);

/* Readers; the value must be of the kind. */
bool json_boolean(const struct json_object *value);
int64_t json_int(const struct json_object *value);
/* JSON_INT too; one past a double's range is infinite. */
double json_number(const struct json_object *value);
const char *json_string(const struct json_object *value);
size_t json_string_size(const struct json_object *value);
size_t json_count(const struct json_object *value); /* array or object */
struct json_object *json_at(const struct json_object *array, size_t index);

/*
 * Member of an object. json_find tells an absent member (false) from a null
 * one, and its `value` may be NULL; the others return NULL, or the default,
 * when the member is absent, null or of another kind. `object` may be NULL.
 */
bool json_find(const struct json_object *object, const char *key,
	struct json_object **value);
struct json_object *json_get(const struct json_object *object, const char *key);
const char *json_get_string(const struct json_object *object, const char *key);
struct json_object *json_get_object(
	const struct json_object *object, const char *key);
struct json_object *json_get_array(
	const struct json_object *object, const char *key);
int64_t json_get_int(
	const struct json_object *object, const char *key, int64_t otherwise);
bool json_get_bool(
	const struct json_object *object, const char *key, bool otherwise);

/*
 * The members of an object (or NULL), in order:
 *
 *	struct json_member m = {0};
 *
 *	while (json_next(object, &m))
 *		... m.key, m.value
 *
 * The member at hand may be replaced; nothing else may change meanwhile.
 */
struct json_member {
	const char *key;
	struct json_object *value;
	void *next;
};
bool json_next(const struct json_object *object, struct json_member *m);
/* Like json_next, but from the last member to the first. */
bool json_previous(const struct json_object *object, struct json_member *m);

struct json_object *json_new_object(void);
struct json_object *json_new_array(void);
/*
 * An object of keys and values up to a key of NULL, an array of values up to
 * NULL. The values are taken; one of NULL adds no member.
 */
struct json_object *json_new_object_of(const char *key, ...)
	__attribute__((sentinel));
struct json_object *json_new_array_of(struct json_object *value, ...)
	__attribute__((sentinel));
/* `text` must be valid UTF-8; bad bytes become U+FFFD. NULL gives NULL. */
struct json_object *json_new_string(const char *text);
struct json_object *json_new_string_n(const char *text, size_t size);
/* Most values are made of these two. */
#define OBJECT(...) json_new_object_of(__VA_ARGS__, NULL)
#define STRING(text) json_new_string(text)
struct json_object *json_new_int(int64_t value);
/* `text` is a JSON number; it is kept and written as it is. */
struct json_object *json_new_number(const char *text);
struct json_object *json_new_bool(bool value);
/* Rounded to at most `digits` after the point, without trailing zeros: 0.1 is
 * "0.1". NULL (null) for one that is not finite,
 * which JSON cannot say. */
struct json_object *json_new_decimal(double value, int digits);
/* With the fewest digits that read as the same double. */
struct json_object *json_new_double(double value);

/* A refusal for a program, which would otherwise read it out of the text:
 * members code (err_code_name), message (the first line), steps (texts), and
 * item, line and column as far as they are known. */
struct json_object *json_new_error(const struct err *e);

/* Both take the value; json_put replaces a member of the same name. Keys are
 * treated like the text of a string. */
void json_put(
	struct json_object *object, const char *key, struct json_object *value);
void json_add(struct json_object *array, struct json_object *value);
/* In the place of an element. */
void json_set(
	struct json_object *array, size_t index, struct json_object *value);
/* Puts nothing when the text is NULL. */
void json_put_string(
	struct json_object *object, const char *key, const char *text);
void json_put_int(struct json_object *object, const char *key, int64_t value);
void json_put_bool(struct json_object *object, const char *key, bool value);
/* What json_read makes of the text; puts nothing when that is NULL. */
void json_put_json(
	struct json_object *object, const char *key, const char *text);
void json_delete(struct json_object *object, const char *key);

#endif
