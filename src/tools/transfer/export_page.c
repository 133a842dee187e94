#include <string.h>

#include "base/asset.h"
#include "tools/transfer/model_export.h"

/*
 * The page shows texts of clients. It gets them as JSON in a script element
 * that is data, where only `<` could end it, and makes text nodes of them.
 */

ASSET(view_page_html);

void
export_page(const char *data, struct buf *out)
{
	static const char mark[] = "@data@";
	const char *place = strstr(asset_view_page_html, mark);

	(void)buf_add(out, asset_view_page_html,
		(size_t)(place - asset_view_page_html));
	while (*data != '\0') {
		size_t plain = strcspn(data, "<");

		(void)buf_add(out, data, plain);
		data += plain;
		if (*data == '<') {
			(void)buf_add_text(out, "\\u003c");
			data++;
		}
	}
	(void)buf_add_text(out, place + strlen(mark));
}
