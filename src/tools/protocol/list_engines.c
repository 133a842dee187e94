#include "base/alloc.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "tools/protocol/registry.h"
#include "json/json.h"

static void
add_engine(const struct json_object *page, struct buf *text)
{
	const struct json_object *parameters = json_get(page, "parameters");
	DROP(text) char *example = json_text(json_get(page, "example"));

	buf_add_format(text, "%s: %s\n  input, for example: %s\n",
		json_get_string(page, "id"),
		json_get_string(page, "description"), example);
	for (size_t i = 0; i < json_count(parameters); i++) {
		const struct json_object *one = json_at(parameters, i);

		buf_add_format(text, "  %s%s: %s\n",
			json_get_string(one, "name"),
			json_get_bool(one, "required", false) ? " (required)"
							      : "",
			json_get_string(one, "description"));
	}
}

void
tool_list_engines(struct call *c)
{
	static const char *const members[] = {"description", "tags", "aliases",
		"operations", "input", "example"};
	const struct json_object *pages = engine_pages();
	const char *tag = json_get_string(c->arguments, "tag");
	struct json_object *list = json_new_array();
	struct json_member m = {0};
	struct reply r;

	reply_init(&r, c);
	for (size_t i = 0; i < json_count(pages); i++) {
		const struct json_object *page = json_at(pages, i);
		struct json_object *one;

		if (tag != NULL && !has_word(json_get(page, "tags"), tag))
			continue;
		one = json_new_object_of(
			"name", json_copy(json_get(page, "id")), NULL);
		for (size_t j = 0; j < sizeof(members) / sizeof(members[0]);
			j++)
			json_put(one, members[j],
				json_copy(json_get(page, members[j])));
		json_add(list, one);
		add_engine(page, &r.text);
	}
	if (json_count(list) == 0)
		buf_add_format(&r.text,
			"No engine has the tag \"%s\"; without tag all are "
			"listed, with their tags.\n",
			tag);
	while (tag == NULL && json_next(engine_unavailable(), &m))
		buf_add_format(&r.text, "not here: %s. %s\n", m.key,
			json_string(m.value));
	json_put(r.structured, "engines", list);
	json_put(r.structured, "unavailable", json_copy(engine_unavailable()));
	reply_send(&r, c);
}
