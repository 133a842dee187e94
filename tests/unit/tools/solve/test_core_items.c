#include "unit/unit.h"

#include "tools/solve/core_items.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/items/model.h"
#include "model/text/render.h"
#include "smt/text/commands.h"
#include "json/json.h"

static const char script[] = "(declare-const x Int)\n"
			     "(assert (! (> x 5) :named low))\n"
			     "(assert\n  (< x 3))\n";

static void
find_all(const char *text, struct answer_assertions *all)
{
	DROP(commands) struct commands forms = {0};
	struct diagnostic fault;

	assert_true(commands_split(text, strlen(text), &forms, &fault));
	core_items_all(&forms, all);
}

static struct json_object *
core_of(const char *text, size_t *room)
{
	struct answer_assertions all;
	struct json_object *core;

	find_all(text, &all);
	core = core_items_of_script(&all, text, strlen(text), room);
	assertions_release(&all);
	return core;
}

TEST(an_assertion_is_told_by_number_line_and_text)
{
	size_t room = 1000;
	DROP(json) struct json_object *core = core_of(script, &room);
	DROP(text) char *second = json_text(json_at(core, 1));

	assert_string_equal(second, "{\"assertion\":1,\"line\":3,"
				    "\"text\":\"(assert\\n  (< x 3))\"}");
	assert_true(room > 0);
}

TEST(the_lines_of_an_unnamed_assertion_are_comments)
{
	size_t room = 1000;
	DROP(json) struct json_object *core = core_of(script, &room);
	DROP(buf) struct buf text;

	buf_init(&text, 1000);
	core_items_add_unnamed(core, &text);
	assert_string_equal(text.data,
		"; line 2: (assert (! (> x 5) :named low))\n"
		"; line 3: (assert\n;     (< x 3))\n");
}

TEST(a_text_without_room_is_left_out_and_said)
{
	size_t room = 35;
	DROP(json) struct json_object *core = core_of(script, &room);
	DROP(buf) struct buf text;

	buf_init(&text, 1000);
	assert_int_equal(room, 0);
	assert_int_equal(json_count(core), 2);
	assert_null(json_get_string(json_at(core, 1), "text"));
	core_items_add_unnamed(core, &text);
	assert_non_null(strstr(text.data, "; line 3: (not shown"));
}

TEST(a_place_outside_of_the_text_has_no_text)
{
	char label[] = "";
	struct answer_assertion one = {
		.offset = 5, .length = 3, .label = label};
	const struct answer_assertions core = {.list = &one, .count = 1};
	size_t room = 100;
	DROP(json)
	struct json_object *list =
		core_items_of_script(&core, "abcdef", 6, &room);

	assert_null(json_get_string(json_at(list, 0), "text"));
}

TEST(labels_are_written_as_symbols)
{
	char plain[] = "a";
	char spaced[] = "a b";
	char digit[] = "1st";
	char none[] = "";
	struct answer_assertion list[] = {
		{.label = plain},
		{.label = none},
		{.label = spaced},
		{.label = digit},
	};
	const struct answer_assertions core = {.list = list, .count = 4};
	DROP(json) struct json_object *assumed = json_new_array();
	DROP(buf) struct buf text;

	buf_init(&text, 1000);
	json_add(assumed, json_new_string("(not p)"));
	core_items_add_labels(&core, assumed, &text);
	assert_string_equal(text.data, "(a |a b| |1st| (not p))\n");
}

static struct model *
a_model(void)
{
	struct model *m = model_new();

	model_insert(m, 0, item_new("(declare-const x Int)", NULL, NULL));
	model_insert(m, 1,
		item_new(
			"(assert (> x 5))\n(assert (> x 6))", "low", "a note"));
	model_insert(m, 2, item_new("(assert (< x 3))", NULL, NULL));
	return m;
}

TEST(the_core_of_a_model_is_by_item)
{
	DROP(model) struct model *m = a_model();
	DROP(render) struct render r;
	DROP(json) struct json_object *core = NULL;
	DROP(text) char *first = NULL;
	DROP(buf) struct buf text;
	struct answer_assertions all;
	size_t room = 1000;

	buf_init(&text, 1000);
	render_worker(m, &r);
	find_all(r.text.data, &all);
	core = core_items_of_model(&all, m, &r, &room);
	assertions_release(&all);
	assert_int_equal(json_count(core), 2);
	first = json_text(json_at(core, 0));
	assert_string_equal(first,
		"{\"index\":1,\"name\":\"low\",\"note\":\"a note\","
		"\"content\":\"(assert (> x 5))\\n(assert (> x 6))\","
		"\"assertions\":[{\"line\":1,\"text\":\"(assert (> x 5))\"},"
		"{\"line\":2,\"text\":\"(assert (> x 6))\"}]}");
	core_items_add_items(core, false, &text);
	assert_string_equal(text.data,
		"item 1 \"low\" (a note):\n  | (assert (> x 5))\n"
		"  | (assert (> x 6))\nitem 2:\n  | (assert (< x 3))\n");
}

TEST(a_line_that_is_of_no_item_is_not_believed)
{
	DROP(model) struct model *m = a_model();
	DROP(render) struct render r;
	char label[] = "";
	struct answer_assertion one = {.line = 99, .label = label};
	const struct answer_assertions core = {.list = &one, .count = 1};
	DROP(json) struct json_object *list = NULL;
	size_t room = 1000;

	render_worker(m, &r);
	list = core_items_of_model(&core, m, &r, &room);
	assert_int_equal(json_count(list), 0);
}

static struct json_object *
assumptions(struct answer_assertion *list, size_t count, uint32_t hidden)
{
	const struct answer_assertions all = {.list = list, .count = count};

	return core_items_assumptions(&all, "p (not q) r", 11, hidden);
}

TEST(assumptions_of_a_core_are_listed)
{
	struct answer_assertion list[] = {
		{.field = 1, .offset = 0, .length = 1},
		{.field = 2, .offset = 2, .length = 7},
		{.field = 3, .offset = 10, .length = 1}};
	DROP(json) struct json_object *all = assumptions(list, 3, 0);
	DROP(json) struct json_object *some = assumptions(list, 3, 2);
	DROP(text) char *text = json_text(some);

	assert_int_equal(json_count(all), 3);
	assert_string_equal(text, "[\"p\",\"r\"]");
}

TEST(a_place_outside_of_the_text_is_not_believed)
{
	struct answer_assertion list[] = {{.offset = 10, .length = 2},
		{.offset = 12, .length = 0},
		{.offset = 1, .length = UINT32_MAX}};
	DROP(json) struct json_object *none = assumptions(list, 3, 0);

	assert_int_equal(json_count(none), 0);
}

TEST(of_very_many_assumptions_the_first_are_listed)
{
	enum { MANY = 100000 };
	struct answer_assertion *list = mem_new(MANY * sizeof(*list));
	DROP(json) struct json_object *first = assumptions(list, MANY, 0);

	assert_true(json_count(first) > 0 && json_count(first) < 1000);
	free(list);
}
