#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "base/coroutine.h"
#include "model/items/model.h"
#include "model/text/data_line.h"
#include "tools/transfer/model_export.h"
#include "json/json.h"

/*
 * A member a line and an item a line, so that two of them can be compared by
 * people and by version control.
 */

bool
export_json(const struct model_export *x, struct buf *out, struct err *e)
{
	const struct export_header *header = &x->header;
	const char *memo = json_get_string(x->metadata, "memo");
	const char *description = x->session.description;
	DROP(json)
	struct json_object *members = json_new_object_of("format",
		json_new_string("satchel"), "version", json_new_int(1),
		"session", json_new_string(x->session.name), "description",
		description[0] != '\0' ? json_new_string(description) : NULL,
		"revision", json_new_int((int64_t)x->model->revision),
		"made_by",
		json_new_object_of("satchel", json_new_string(header->version),
			"z3", json_new_string(header->z3_version), NULL),
		"status", json_new_string(header->status), "options",
		json_copy(json_get(x->metadata, "options")), "expectations",
		json_copy(json_get(x->metadata, "expectations")), "memo",
		memo[0] != '\0' ? json_new_string(memo) : NULL, NULL);
	struct json_member m = {0};

	buf_add_text(out, "{\n");
	while (json_next(members, &m)) {
		DROP(text) char *text = json_text(m.value);

		buf_add_format(out, "\"%s\": %s,\n", m.key, text);
	}
	buf_add_text(out, "\"items\": [");
	for (size_t i = 0; i < x->model->count && !out->overflowed; i++) {
		const struct item *item = model_at(x->model, i);
		DROP(text) char *data = data_line(item->content, item->size);
		DROP(json)
		struct json_object *object = OBJECT("name", STRING(item->name),
			"note", STRING(item->note), "content",
			json_new_string_n(item->content, item->size), "data",
			json_read(data));
		DROP(text) char *text = json_text(object);

		coroutine_pause();
		buf_add_format(out, "%s\n%s", i > 0 ? "," : "", text);
	}
	buf_add_text(out, "\n]\n}\n");
	(void)e;
	return true;
}
