/* JSON from a client, and as the arguments of each tool: what is read is
 * written as it was, and what a schema lets through fits it. */

#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "tools/call/arguments.h"
#include "tools/call/tool.h"
#include "json/json.h"
#include "json/schema.h"

static void
try_schema(const struct tool *tool, struct json_object *value)
{
	const struct json_object *schema = arguments_schema(tool);
	struct json_object *mended = json_copy(value);
	struct json_object *again;
	struct err e;

	if (!schema_check(schema, &mended, &e)) {
		REQUIRE(e.code != ERR_NONE && e.text[0] != '\0');
		REQUIRE(utf8_check(e.text, strlen(e.text), NULL));
		json_free(mended);
		return;
	}
	again = json_copy(mended);
	REQUIRE(schema_check(schema, &again, &e));
	REQUIRE(json_equal(mended, again));
	json_free(again);
	json_free(mended);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	DROP(json) struct json_object *value = NULL;
	DROP(json) struct json_object *again = NULL;
	DROP(text) char *text = NULL;
	DROP(text) char *text_again = NULL;
	struct err e;
	size_t tool;

	if (size == 0)
		return 0;
	tool = data[0] % tool_list_count;
	if (!json_parse((const char *)data + 1, size - 1, &value, &e)) {
		REQUIRE(e.text[0] != '\0');
		return 0;
	}
	text = json_text(value);
	REQUIRE(strchr(text, '\n') == NULL);
	REQUIRE(utf8_check(text, strlen(text), NULL));
	REQUIRE(json_parse(text, strlen(text), &again, &e));
	REQUIRE(json_equal(value, again));
	text_again = json_text(again);
	REQUIRE(strcmp(text, text_again) == 0);
	try_schema(&tool_list[tool], value);
	return 0;
}
