/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "mcp/features/resource.h"

#include <string.h>

#include "base/alloc.h"
#include "tools/call/tool.h"
#include "json/json.h"

static void
finds_the_resource_of_an_address(void **state)
{
	struct template_values values;
	const struct resource *found =
		resource_find("satchel://session/a/model.smt2", &values);

	(void)state;
	assert_string_equal(found->name, "model.smt2");
	assert_string_equal(template_value(&values, "session"), "a");
	assert_null(resource_find("satchel://session/a", &values));
	assert_null(resource_find("satchel://session/a/", &values));
	assert_null(resource_find("http://session/a/items", &values));
	assert_null(resource_find("", &values));
}

static void
finds_a_resource_by_its_template(void **state)
{
	(void)state;
	assert_string_equal(
		resource_of("satchel://guide/{topic}")->name, "guide");
	assert_null(resource_of("satchel://guide/smtlib"));
}

static void
offers_only_what_its_tools_can_show(void **state)
{
	(void)state;
	for (size_t i = 0; i < resource_count(); i++) {
		const struct resource *r = resource_at(i);

		if (r->tool != NULL && tool_find(r->tool) == NULL)
			fail_msg("%s needs %s", r->uri, r->tool);
	}
	assert_non_null(resource_of("satchel://session/{session}/items"));
}

static void
describes_every_resource(void **state)
{
	(void)state;
	for (size_t i = 0; i < resource_count(); i++) {
		const struct resource *r = resource_at(i);

		if (r->name[0] == '\0' || r->title[0] == '\0' ||
			r->mime[0] == '\0' || r->description[0] == '\0')
			fail_msg("%s lacks something", r->uri);
	}
}

/* No address is of two of them. */
static void
has_no_two_templates_alike(void **state)
{
	(void)state;
	for (size_t i = 0; i < resource_count(); i++) {
		char *uri = template_fill(resource_at(i)->uri, "x");
		struct template_values values;

		if (resource_find(uri, &values) != resource_at(i))
			fail_msg("%s is of another one", uri);
		text_drop(&uri);
	}
}

static void
knows_which_there_are_once_for_each_session(void **state)
{
	(void)state;
	assert_true(resource_is_per_session(
		resource_of("satchel://session/{session}/items")));
	assert_false(resource_is_per_session(
		resource_of("satchel://session/{session}/item/{item}")));
	assert_false(
		resource_is_per_session(resource_of("satchel://sessions")));
}

static void
calls_its_tool_with_the_session(void **state)
{
	struct json_object *arguments = resource_arguments(
		resource_of("satchel://session/{session}/model.smt2"), "a");

	(void)state;
	assert_string_equal(json_get_string(arguments, "session"), "a");
	assert_string_equal(json_get_string(arguments, "format"), "smt2");
	json_free(arguments);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_the_resource_of_an_address),
		cmocka_unit_test(finds_a_resource_by_its_template),
		cmocka_unit_test(offers_only_what_its_tools_can_show),
		cmocka_unit_test(describes_every_resource),
		cmocka_unit_test(has_no_two_templates_alike),
		cmocka_unit_test(knows_which_there_are_once_for_each_session),
		cmocka_unit_test(calls_its_tool_with_the_session),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
