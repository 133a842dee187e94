/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "mcp/link.h"

#include "fake_client.h"

static struct json_object *
link_of(const char *tool, const char *structured)
{
	struct json_object *value = parsed(structured);
	struct json_object *link = link_new(tool, value);

	json_free(value);
	return link;
}

static void
assert_link(const char *tool, const char *structured, const char *uri)
{
	struct json_object *link = link_of(tool, structured);

	assert_string_equal(json_get_string(link, "type"), "resource_link");
	assert_string_equal(json_get_string(link, "uri"), uri);
	assert_non_null(json_get_string(link, "name"));
	assert_non_null(json_get_string(link, "mimeType"));
	json_free(link);
}

static void
leads_to_the_whole_of_what_was_cut(void **state)
{
	(void)state;
	assert_link("export_model",
		"{'session':'a','format':'smt2','truncated':true}",
		"satchel://session/a/model.smt2");
	assert_link("get_model",
		"{'session':'a','view':'items','truncated':true}",
		"satchel://session/a/items");
}

static void
leads_nowhere_when_nothing_was_cut(void **state)
{
	(void)state;
	assert_null(link_of("export_model", "{'session':'a','format':'smt2'}"));
	assert_null(link_of("export_model",
		"{'session':'a','format':'smt2','truncated':false}"));
}

static void
leads_nowhere_when_no_resource_has_it(void **state)
{
	(void)state;
	assert_null(link_of("export_model",
		"{'session':'a','format':'dimacs','truncated':true}"));
	assert_null(
		link_of("solve_smtlib", "{'session':'a','truncated':true}"));
	assert_null(link_of("get_model", "{'view':'items','truncated':true}"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(leads_to_the_whole_of_what_was_cut),
		cmocka_unit_test(leads_nowhere_when_nothing_was_cut),
		cmocka_unit_test(leads_nowhere_when_no_resource_has_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
