#include "unit/worker/solved.h"

#include "worker/decide/statistics.h"
#include "json/json.h"

TEST(counters_are_one_json_object)
{
	struct answer *a = solved("(declare-const x Int)(assert (> x 3))");
	const char *text = answer_last(a)->statistics;
	struct json_object *counters = NULL;
	struct err e;

	assert_non_null(text);
	assert_true(json_parse(text, strlen(text), &counters, &e));
	assert_int_equal(json_kind(counters), JSON_OBJECT);
	assert_true(json_count(counters) > 0);
	json_free(counters);
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
