#include "unit/unit.h"

#include "mcp/features/resource.h"

#include <string.h>

#include "base/alloc.h"
#include "tools/call/tool.h"
#include "json/json.h"

TEST(finds_the_resource_of_an_address)
{
	struct template_values values;
	const struct resource *found =
		resource_find("satchel://session/a/model.smt2", &values);

	assert_string_equal(found->name, "model.smt2");
	assert_string_equal(template_value(&values, "session"), "a");
	assert_null(resource_find("satchel://session/a", &values));
	assert_null(resource_find("satchel://session/a/", &values));
	assert_null(resource_find("http://session/a/items", &values));
	assert_null(resource_find("", &values));
}

TEST(finds_a_resource_by_its_template)
{
	assert_string_equal(
		resource_of("satchel://guide/{topic}")->name, "guide");
	assert_null(resource_of("satchel://guide/smtlib"));
}

TEST(offers_only_what_its_tools_can_show)
{
	for (size_t i = 0; i < resource_count(); i++) {
		const struct resource *r = resource_at(i);

		if (r->tool != NULL && tool_find(r->tool) == NULL)
			fail_msg("%s needs %s", r->uri, r->tool);
	}
	assert_non_null(resource_of("satchel://session/{session}/items"));
}

TEST(describes_every_resource)
{
	for (size_t i = 0; i < resource_count(); i++) {
		const struct resource *r = resource_at(i);

		if (r->name[0] == '\0' || r->title[0] == '\0' ||
			r->mime[0] == '\0' || r->description[0] == '\0')
			fail_msg("%s lacks something", r->uri);
	}
}

/* No address is of two of them. */
TEST(has_no_two_templates_alike)
{
	for (size_t i = 0; i < resource_count(); i++) {
		char *uri = template_fill(resource_at(i)->uri, "x");
		struct template_values values;

		if (resource_find(uri, &values) != resource_at(i))
			fail_msg("%s is of another one", uri);
		text_drop(&uri);
	}
}

TEST(knows_which_there_are_once_for_each_session)
{
	assert_true(resource_is_per_session(
		resource_of("satchel://session/{session}/items")));
	assert_false(resource_is_per_session(
		resource_of("satchel://session/{session}/item/{item}")));
	assert_false(
		resource_is_per_session(resource_of("satchel://sessions")));
}

TEST(calls_its_tool_with_the_session)
{
	struct json_object *arguments = resource_arguments(
		resource_of("satchel://session/{session}/model.smt2"), "a");

	assert_string_equal(json_get_string(arguments, "session"), "a");
	assert_string_equal(json_get_string(arguments, "format"), "smt2");
	json_free(arguments);
}
