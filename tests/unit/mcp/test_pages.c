/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "mcp/pages.h"

#include "fake.h"

static void
serves_the_one_page_without_a_cursor(void **state)
{
	struct fake *f = *state;
	struct json_object *reply;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/list'}");
	reply = heard(f);
	assert_null(json_get(json_get_object(reply, "result"), "nextCursor"));
	json_free(reply);
}

static void
takes_an_empty_or_null_cursor_for_the_first_page(void **state)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':"
	       "{'cursor':null}}");
	json_free(heard(f));
	say(f, "{'jsonrpc':'2.0','id':2,'method':'prompts/list','params':"
	       "{'cursor':''}}");
	json_free(heard(f));
}

static void
refuses_a_cursor_that_it_never_gave(void **state)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':"
	       "{'cursor':'zzz'}}");
	assert_refused(f, -32602, "cursor");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/list','params':"
	       "{'cursor':1}}");
	assert_refused(f, -32602, "cursor");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_FAKE(serves_the_one_page_without_a_cursor),
		WITH_FAKE(takes_an_empty_or_null_cursor_for_the_first_page),
		WITH_FAKE(refuses_a_cursor_that_it_never_gave),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
