/* Bytes on the way from a client to a message: cut into lines, mended, read,
 * and answered. The first byte says in what pieces they come. */

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

enum { LINE_MAX_BYTES = 4096 };

static void
look_at_id(const struct json_object *id)
{
	DROP(json) struct json_object *reply = NULL;
	DROP(text) char *text = NULL;

	if (id == NULL)
		return;
	REQUIRE(rpc_is_id(id));
	reply = rpc_result(id, json_new_object());
	text = json_text(reply);
	REQUIRE(strchr(text, '\n') == NULL);
	REQUIRE(json_equal(json_get(reply, "id"), id));
}

static void
read_line(const char *line, size_t size)
{
	DROP(json) struct json_object *value = NULL;
	DROP(json) struct json_object *id = NULL;
	DROP(text) char *mended = utf8_repair(line, size, &size);
	struct rpc_message m = {0};
	struct err e;

	REQUIRE(utf8_check(mended, size, NULL));
	id = rpc_find_id(mended, size);
	look_at_id(id);
	if (!json_parse(mended, size, &value, &e))
		return;
	if (!rpc_read(value, &m, &e)) {
		REQUIRE(e.text[0] != '\0');
		look_at_id(m.id);
		return;
	}
	look_at_id(m.id);
	REQUIRE((m.method == NULL) == (m.kind == RPC_RESPONSE));
	REQUIRE(m.id != NULL || m.kind != RPC_REQUEST);
	REQUIRE(m.id == NULL || m.kind != RPC_NOTIFICATION);
	/* Whoever looks for the id of a message that is whole finds no other.
	 */
	REQUIRE(m.id == NULL || id == NULL || json_equal(id, m.id));
}

static void
read_lines(struct lines *lines)
{
	enum line_kind kind;
	const char *text;
	size_t size;

	while ((kind = lines_next(lines, &text, &size)) != LINE_NONE) {
		REQUIRE(size <= LINE_MAX_BYTES && text[size] == '\0');
		if (kind == LINE_WHOLE) {
			read_line(text, size);
		} else {
			DROP(json)
			struct json_object *id = rpc_find_id(text, size);

			look_at_id(id);
		}
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t piece = size > 0 ? 1 + data[0] % 64u : 1;
	struct lines lines;

	lines_init(&lines, LINE_MAX_BYTES);
	for (size_t at = 1; at < size; at += piece) {
		lines_add(&lines, (const char *)data + at,
			piece < size - at ? piece : size - at);
		read_lines(&lines);
	}
	lines_end(&lines);
	read_lines(&lines);
	lines_release(&lines);
	return 0;
}
