#ifndef TESTS_UNIT_MCP_REAL_H
#define TESTS_UNIT_MCP_REAL_H

/*
 * A client of the real tools, over a database of the test's own; there is no
 * worker, so what a session holds is put there directly.
 */

#include "base/log.h"
#include "mcp/features/resources.h"
#include "pool/pool.h"
#include "unit/mcp/fake_client.h"
#include "unit/store/scratch.h"

/* The one of fake_client.h is meant here. */
#undef assert_refused

struct real {
	struct fake *fake;
	struct scratch *scratch;
	struct pool *pool;
};

static UNUSED int
real_setup(void **state)
{
	const struct pool_options options = {.workers = 1, .memory_mb = 64};
	struct real *real = mem_new(sizeof(*real));
	void *scratch;

	log_set_level(LOG_ERROR);
	if (scratch_setup(&scratch) != 0)
		return -1;
	real->scratch = scratch;
	real->fake = fake_new(&catalog_satchel);
	real->pool = pool_new(real->fake->server.loop, &options);
	real->fake->server.store = real->scratch->store;
	real->fake->server.cache = &real->scratch->cache;
	real->fake->server.pool = real->pool;
	*state = real;
	return 0;
}

static UNUSED int
real_teardown(void **state)
{
	struct real *real = *state;
	void *scratch = real->scratch;

	client_free(real->fake->client);
	real->fake->client = NULL;
	pool_free(real->pool);
	fake_free(real->fake);
	free(real);
	return scratch_teardown(&scratch);
}

/* A test with a real of its own. */
#define REAL_TEST(sentence) \
	TEST_ON(sentence, real_setup, real_teardown, struct real *real)

/* A session with one item, (declare-const x Int), named decl_x. */
static UNUSED void
real_session(struct real *real, const char *name)
{
	int64_t id = scratch_session(real->scratch, name);
	const struct edit edit = {.op = EDIT_ADD,
		.content = "(declare-const x Int)",
		.name = "decl_x"};

	scratch_edit(real->scratch, id, &edit, 1);
}

/* What is read there; the caller's. */
static UNUSED char *
real_read(struct real *real, const char *uri)
{
	DROP(text)
	char *line = text_format(
		"{'jsonrpc':'2.0','id':1,'method':'resources/read','params':"
		"{'uri':'%s'}}",
		uri);
	DROP(json) struct json_object *result = result_of(real->fake, line);

	return text_copy(json_get_string(
		json_at(json_get_array(result, "contents"), 0), "text"));
}

/* There is nothing to read. */
static UNUSED void
real_refuses(struct real *real, const char *uri)
{
	DROP(text)
	char *line = text_format(
		"{'jsonrpc':'2.0','id':1,'method':'resources/read','params':"
		"{'uri':'%s'}}",
		uri);

	assert_refusal(real->fake, line, -32002, "");
}

#endif
