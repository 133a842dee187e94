#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "language/data.h"
#include "model/items/model.h"
#include "tools/transfer/model_export.h"
#include "json/json.h"

/*
 * A member a line and an item a line, so that two of them can be compared by
 * people and by version control.
 */

static void
add_member(const char *key, struct json_object *value, struct buf *out)
{
	DROP(json) struct json_object *owned = value;
	DROP(text) char *text = json_text(owned);

	(void)buf_add_format(out, "\"%s\": %s,\n", key, text);
}

static struct json_object *
new_makers(const struct export_header *header)
{
	struct json_object *makers = json_new_object();

	json_put_string(makers, "satchel", header->version);
	json_put_string(makers, "z3", header->z3_version);
	return makers;
}

static void
add_item(const struct item *item, struct buf *out)
{
	DROP(json) struct json_object *object = json_new_object();
	DROP(text) char *data = data_of(item->content, item->size);
	DROP(text) char *text = NULL;
	struct json_object *table = NULL;
	struct err e;

	json_put_string(object, "name", item->name);
	json_put_string(object, "note", item->note);
	json_put(object, "content",
		json_new_string_n(item->content, item->size));
	if (data != NULL && json_parse(data, strlen(data), &table, &e))
		json_put(object, "data", table);
	text = json_text(object);
	(void)buf_add_text(out, text);
}

void
export_json(const struct model_export *x, struct buf *out)
{
	(void)buf_add_text(out, "{\n");
	add_member("format", json_new_string("satchel"), out);
	add_member("version", json_new_int(1), out);
	add_member("session", json_new_string(x->session.name), out);
	if (x->session.description[0] != '\0')
		add_member("description",
			json_new_string(x->session.description), out);
	add_member("revision", json_new_int((int64_t)x->model->revision), out);
	add_member("made_by", new_makers(&x->header), out);
	if (x->header.status != NULL)
		add_member("status", json_new_string(x->header.status), out);
	add_member("options",
		x->settings.values != NULL ? json_copy(x->settings.values)
					   : json_new_object(),
		out);
	add_member("expectations",
		x->expectations != NULL ? json_copy(x->expectations)
					: json_new_array(),
		out);
	if (x->memo != NULL && x->memo[0] != '\0')
		add_member("memo", json_new_string(x->memo), out);
	(void)buf_add_text(out, "\"items\": [");
	for (size_t i = 0; i < x->model->count && !out->overflowed; i++) {
		(void)buf_add_text(out, i > 0 ? ",\n" : "\n");
		add_item(model_at(x->model, i), out);
	}
	(void)buf_add_text(out, "\n]\n}\n");
}
