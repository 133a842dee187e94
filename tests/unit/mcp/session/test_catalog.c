#include "unit/unit.h"

#include "mcp/session/catalog.h"

/* A method that is served finds what it needs. */
TEST(offers_something_for_every_method)
{
	const struct catalog *c = &catalog_satchel;

	assert_non_null(c->list_tools);
	assert_non_null(c->list_prompts);
	assert_non_null(c->list_resources);
	assert_non_null(c->list_templates);
	assert_non_null(c->call);
	assert_non_null(c->get);
	assert_non_null(c->read);
	assert_non_null(c->complete);
	assert_non_null(c->stamp);
	assert_non_null(c->version);
}

/* Tools and prompts are those of the program. */
TEST(promises_changes_of_resources_alone)
{
	assert_int_equal(catalog_satchel.changing, CATALOG_RESOURCES);
}
