#ifndef TESTS_UNIT_MCP_FAKE_H
#define TESTS_UNIT_MCP_FAKE_H

/*
 * A client of a server whose tools do what the test tells them.
 */

#include "mcp/session/catalog.h"
#include "mcp/session/request.h"
#include "unit/mcp/fake_client.h"
#include "unit/mcp/fake_tools.h"

/* For the fixture of a test in a table. */

static UNUSED int
fake_setup(void **state)
{
	fake_reset();
	*state = fake_new(&catalog_satchel);
	return 0;
}

static UNUSED int
fake_teardown(void **state)
{
	fake_free(*state);
	fake_forget();
	return 0;
}

/* A test with a fake f of its own. */
#define FAKE_TEST(sentence) \
	TEST_ON(sentence, fake_setup, fake_teardown, struct fake *f)

#endif
