#include <string.h>

#include "base/asset.h"
#include "base/coroutine.h"
#include "tools/transfer/model_export.h"

/*
 * A file of its own, for mcp/ shows the page without an export. It shows texts
 * of clients: it gets them as JSON in a script element that is data, where only
 * `<` could end it, and makes text nodes of them.
 */

ASSET(view_page_html);

void
export_page(const char *data, struct buf *out)
{
	static const char mark[] = "@data@";
	const char *place = strstr(asset_view_page_html, mark);

	buf_add(out, asset_view_page_html,
		(size_t)(place - asset_view_page_html));
	while (*data != '\0') {
		size_t plain = strcspn(data, "<");

		coroutine_pause();
		buf_add(out, data, plain);
		data += plain;
		if (*data == '<') {
			buf_add_text(out, "\\u003c");
			data++;
		}
	}
	buf_add_text(out, place + strlen(mark));
}
