#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "model/items/model.h"
#include "tools/transfer/model_export.h"
#include "json/json.h"

static void
setup(struct model_export *x)
{
	*x = (struct model_export){.model = model_new()};
	x->header = (struct export_header){.version = "0.1.0", .status = "sat"};
	(void)snprintf(x->session.name, sizeof(x->session.name), "a");
	x->model->revision = 4;
	model_insert(x->model, 0,
		item_new("(declare-const s String)", "s", "a \"note\""));
	model_insert(x->model, 1,
		item_new("(assert\n (= s \"\xc3\xa9\\u{e9}\"))", NULL, NULL));
	x->metadata = OBJECT("options", OBJECT("random_seed", STRING("7")),
		"expectations", json_new_array(), "memo", STRING(""));
}

static char *
text_of(const struct model_export *x)
{
	DROP(buf) struct buf out;
	struct err e;

	buf_init(&out, 100000);
	assert_true(export_json(x, &out, &e));
	return buf_detach(&out);
}

TEST(holds_everything_a_line_each)
{
	DROP(model_export) struct model_export x;
	DROP(text) char *text = NULL;

	setup(&x);
	text = text_of(&x);
	assert_string_equal(text, "{\n"
				  "\"format\": \"satchel\",\n"
				  "\"version\": 1,\n"
				  "\"session\": \"a\",\n"
				  "\"revision\": 4,\n"
				  "\"made_by\": {\"satchel\":\"0.1.0\"},\n"
				  "\"status\": \"sat\",\n"
				  "\"options\": {\"random_seed\":\"7\"},\n"
				  "\"expectations\": [],\n"
				  "\"items\": [\n"
				  "{\"name\":\"s\",\"note\":\"a \\\"note\\\"\","
				  "\"content\":\"(declare-const s String)\"},\n"
				  "{\"content\":\"(assert\\n (= s "
				  "\\\"\xc3\xa9\\\\u{e9}\\\"))\"}\n"
				  "]\n"
				  "}\n");
}
