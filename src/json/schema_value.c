#include "json/schema_value.h"

#include <assert.h>
#include <regex.h>

#include "base/utf8.h"
#include "json/json.h"

static bool
is_listed(const struct json_object *schema, const struct json_object *value)
{
	const struct json_object *words = json_get_array(schema, "enum");
	struct json_object *only;

	if (json_find(schema, "const", &only) && !json_equal(only, value))
		return false;
	if (words == NULL)
		return true;
	for (size_t i = 0; i < json_count(words); i++) {
		if (json_equal(json_at(words, i), value))
			return true;
	}
	return false;
}

static bool
is_in_range(const struct json_object *schema, const struct json_object *value)
{
	struct json_object *bound;

	if (json_kind(value) != JSON_INT && json_kind(value) != JSON_NUMBER)
		return true;
	if (json_find(schema, "minimum", &bound) &&
		json_number(value) < json_number(bound))
		return false;
	return !json_find(schema, "maximum", &bound) ||
	       json_number(value) <= json_number(bound);
}

static bool
has_count(const struct json_object *schema, const char *least, const char *most,
	size_t count)
{
	int64_t low = json_get_int(schema, least, 0);
	int64_t high = json_get_int(schema, most, INT64_MAX);

	return (int64_t)count >= low && (int64_t)count <= high;
}

static bool
matches(const char *pattern, const char *text)
{
	regex_t regex;
	int status = regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB);

	assert(status == 0); /* schema_lint compiles each one */
	status = regexec(&regex, text, 0, NULL, 0);
	regfree(&regex);
	return status == 0;
}

static bool
has_form(const struct json_object *schema, const struct json_object *value)
{
	const char *pattern = json_get_string(schema, "pattern");

	if (json_kind(value) == JSON_ARRAY)
		return has_count(
			schema, "minItems", "maxItems", json_count(value));
	if (json_kind(value) != JSON_STRING)
		return true;
	if (!has_count(schema, "minLength", "maxLength",
		    utf8_count(json_string(value), json_string_size(value))))
		return false;
	return pattern == NULL || matches(pattern, json_string(value));
}

bool
schema_value_is_allowed(
	const struct json_object *schema, const struct json_object *value)
{
	return is_listed(schema, value) && is_in_range(schema, value) &&
	       has_form(schema, value);
}
