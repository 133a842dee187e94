/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "mcp/session/catalog.h"

/* A method that is served finds what it needs. */
static void
offers_something_for_every_method(void **state)
{
	const struct catalog *c = &catalog_satchel;

	(void)state;
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
static void
promises_changes_of_resources_alone(void **state)
{
	(void)state;
	assert_int_equal(catalog_satchel.changing, CATALOG_RESOURCES);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(offers_something_for_every_method),
		cmocka_unit_test(promises_changes_of_resources_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
