#include "unit/unit.h"

#include "mcp/http/mirror.h"

#include <string.h>

#include "base/alloc.h"
#include "mcp/http/door.h"
#include "unit/mcp/fake_client.h"

/* Whether the headers, two by two up to NULL, mirror the message. */
static bool
mirrors(const char *message, const char *const *headers, struct err *e)
{
	DROP(json) struct json_object *value = parsed(message);
	struct http_head head = {0};

	for (; *headers != NULL; headers += 2)
		head.headers[head.count++] =
			(struct header){headers[0], headers[1]};
	return mirror_check(&head, value, e);
}

#define HEADERS(...) ((const char *const[]){__VA_ARGS__, NULL})

#define CALL(name) \
	"{'method':'tools/call','params':{" MODERN ",'name':" name "}}"

TEST(headers_repeat_method_and_name)
{
	struct err e;

	assert_true(mirrors(CALL("'a'"),
		HEADERS("mcp-protocol-version", "2026-07-28", "mcp-method",
			"tools/call", "mcp-name", "a \t"),
		&e));
	assert_false(mirrors(CALL("'a'"),
		HEADERS("mcp-protocol-version", "2026-07-28", "mcp-method",
			"tools/call", "mcp-name", "A"),
		&e));
	assert_string_equal(
		e.text, "the header Mcp-Name must be \"a\", as the body says");
	assert_false(mirrors(CALL("'a'"),
		HEADERS("mcp-protocol-version", "2026-07-28"), &e));
	assert_string_equal(e.text,
		"the header Mcp-Method is missing; it repeats \"tools/call\" "
		"of the body");
}

TEST(a_name_may_be_written_in_base_64)
{
	static const char *const values[] = {"=?base64?w6Q=?=",
		"=?base64?w6Q?=", "=?base64?w6Q==?=", "\xc3\xa4"};
	static const char *const others[] = {"=?base64?w6R=?=", "=?base64?",
		"=?base64?\?=", "=?base64?w6Q",
		"=?base64?w*Q=?=", "=?base64?AAAA?=", "?=", ""};
	struct err e;

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		assert_true(mirrors(CALL("'\\u00e4'"),
			HEADERS("MCP-Protocol-Version", "2026-07-28",
				"Mcp-Method", "tools/call", "Mcp-Name",
				values[i]),
			&e));
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		assert_false(mirrors(CALL("'\\u00e4'"),
			HEADERS("MCP-Protocol-Version", "2026-07-28",
				"Mcp-Method", "tools/call", "Mcp-Name",
				others[i]),
			&e));
}

TEST(only_what_has_a_name_repeats_one)
{
	struct err e;

	assert_true(mirrors("{'method':'tools/list','params':{" MODERN
			    ",'name':'x'}}",
		HEADERS("MCP-Protocol-Version", "2026-07-28", "Mcp-Method",
			"tools/list"),
		&e));
	assert_true(mirrors("{'method':1,'params':{" MODERN "}}",
		HEADERS("MCP-Protocol-Version", "2026-07-28"), &e));
}
