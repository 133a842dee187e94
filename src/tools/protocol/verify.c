#include <string.h>

#include "base/alloc.h"
#include "tools/call/call.h"
#include "tools/protocol/run.h"
#include "json/json.h"

enum { MISMATCHES_MAX = 100 };

/* The numbers 1 and 1.0 are the same here. */
static bool
is_same(const struct json_object *a, const struct json_object *b)
{
	bool are_numbers =
		(json_kind(a) == JSON_INT && json_kind(b) == JSON_NUMBER) ||
		(json_kind(a) == JSON_NUMBER && json_kind(b) == JSON_INT);

	return json_equal(a, b) ||
	       (are_numbers && json_number(a) <= json_number(b) &&
		       json_number(a) >= json_number(b));
}

/* What is not there is NULL, and so is null. */
static void
compare(const char *path, const struct json_object *expected,
	const struct json_object *actual, struct json_object *list)
{
	enum json_kind kind = json_kind(expected);
	bool are_alike = kind == json_kind(actual);
	struct json_member m = {0};

	if (json_count(list) == MISMATCHES_MAX)
		return;
	while (are_alike && kind == JSON_OBJECT && json_next(expected, &m)) {
		DROP(text) char *inner = text_format("%s.%s", path, m.key);

		compare(inner + (*path == '\0'), m.value,
			json_get(actual, m.key), list);
	}
	m = (struct json_member){0};
	/* Of the result itself only what is expected is looked at. */
	while (are_alike && kind == JSON_OBJECT && *path != '\0' &&
		json_next(actual, &m)) {
		DROP(text) char *inner = text_format("%s.%s", path, m.key);

		if (!json_find(expected, m.key, NULL))
			compare(inner, NULL, m.value, list);
	}
	for (size_t i = 0; are_alike && kind == JSON_ARRAY &&
			   (i < json_count(expected) || i < json_count(actual));
		i++) {
		DROP(text) char *inner = text_format("%s[%zu]", path, i);

		compare(inner,
			i < json_count(expected) ? json_at(expected, i) : NULL,
			i < json_count(actual) ? json_at(actual, i) : NULL,
			list);
	}
	if ((!are_alike || (kind != JSON_OBJECT && kind != JSON_ARRAY)) &&
		!is_same(expected, actual)) {
		DROP(text) char *a = json_text(expected);
		DROP(text) char *b = json_text(actual);
		DROP(text)
		char *text = text_format(
			"%.200s: expected %.200s, got %.200s", path, a, b);

		json_add(list, json_new_string(text));
	}
}

static void
reply(struct call *c, struct json_object *response)
{
	DROP(json) struct json_object *owned = response;
	const struct json_object *result = json_get_object(owned, "result");
	const struct json_object *expected = json_get(c->arguments, "expected");
	struct json_object *verdict = json_new_object();
	struct json_object *mismatches = json_new_array();
	DROP(text) char *text = NULL;

	if (result == NULL)
		json_put_string(verdict, "reason",
			"The engine gave no result; `actual` is its response.");
	else
		compare("", expected, result, mismatches);
	json_put_bool(verdict, "verified",
		result != NULL && json_count(mismatches) == 0);
	json_put(verdict, "mismatches", mismatches);
	json_put(verdict, "actual", json_copy(result != NULL ? result : owned));
	text = json_text(verdict);
	call_reply(c, text, verdict);
}

void
tool_verify(struct call *c)
{
	run_start(c, reply);
}
