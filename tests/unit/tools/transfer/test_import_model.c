#include "unit/tools/stage.h"

#include <time.h>

/* An export without items that has so many expectations, called PREFIX1,
 * PREFIX2, ..., or without names. */
static char *
export_of(const char *prefix, int count)
{
	DROP(buf) struct buf text;

	buf_init(&text, LIMIT_MESSAGE);
	buf_add_text(&text, "{\"session\": \"a\", \"export\": {\"format\":"
			    " \"satchel\", \"version\": 1, \"items\": [],"
			    " \"expectations\": [");
	for (int i = 1; i <= count; i++) {
		buf_add_text(&text, i > 1 ? "," : "");
		buf_add_text(&text, "{\"status\": \"sat\"");
		if (prefix != NULL)
			buf_add_format(
				&text, ", \"name\": \"%s%d\"", prefix, i);
		buf_add_text(&text, "}");
	}
	buf_add_text(&text, "]}}");
	return buf_detach(&text);
}

/* Imports them into session a. */
static void
import(struct stage *x, const char *prefix, int count)
{
	DROP(text) char *json = export_of(prefix, count);

	(void)call_tool(x, "import_model", json);
	if (stage_job_count > 0)
		answer_accept();
	assert_answered(x);
}

STAGE_TEST(an_import_keeps_no_more_expectations_than_a_session_may_have)
{
	open_session(x, "a");
	import(x, "e", LIMIT_EXPECTATIONS + 500);
	PIECES(x, "1500 expectations", "at most 1000");
	open_session(x, "a");
	PIECES(x, "1000 expectations");
}

/* Returns the least processor time of calls of expect with a name, up to the
 * solver, where the session expects PREFIX1, PREFIX2, ... */
static clock_t
time_of_expect(struct stage *x, const char *prefix)
{
	clock_t least = 0;

	import(x, prefix, LIMIT_EXPECTATIONS - 1);
	for (int i = 0; i < 5; i++) {
		clock_t start = clock();
		clock_t took;

		call_in(x, "expect", "'name': 'given', 'status': 'sat'");
		took = clock() - start;
		least = i == 0 || took < least ? took : least;
		answer_accept();
	}
	return least;
}

/* Expectations without a name are called e1, e2, ...: the first name that is
 * free was looked for among all names whether there was a name or not. */
STAGE_TEST(expecting_with_a_name_looks_for_no_other_name)
{
	open_session(x, "a");
	assert_true(time_of_expect(x, "e") < 2 * time_of_expect(x, "a"));
}
