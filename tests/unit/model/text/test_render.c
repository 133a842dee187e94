#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "model/text/render.h"
#include "smt/rules/parsed_text.h"

static void
push(struct model *m, const char *content, const char *name, const char *note)
{
	model_insert(m, m->count, item_new(content, name, note));
}

/* Three items; the second has three lines. */
static struct model *
sample(void)
{
	struct model *m = model_new();

	push(m, "(declare-const x Int)", NULL, NULL);
	push(m, "(assert\n  (> x 0)\n)", "positive", "x is positive");
	push(m, "(assert (< x 9))", NULL, NULL);
	return m;
}

static void
expect_items(const struct model *m, size_t from, size_t count, const char *text)
{
	DROP(buf) struct buf out;

	buf_init(&out, 10000);
	(void)render_items(m, from, count, &out);
	assert_string_equal(out.data, text);
}

static void
expect_located(const struct render *r, unsigned line, size_t index,
	unsigned line_in_item)
{
	size_t got_index = 99;
	unsigned got_line = 99;

	if (!render_locate(r, line, &got_index, &got_line))
		fail_msg("line %u was not found", line);
	assert_int_equal(got_index, index);
	assert_int_equal(got_line, line_in_item);
}

TEST(starts_each_item_on_a_line_of_its_own)
{
	DROP(model) struct model *m = sample();
	DROP(render) struct render r;

	render_worker(m, &r);
	assert_string_equal(r.text.data, "(declare-const x Int)\n"
					 "(assert\n  (> x 0)\n)\n"
					 "(assert (< x 9))\n");
}

TEST(finds_the_item_of_a_line)
{
	DROP(model) struct model *m = sample();
	DROP(render) struct render r;
	size_t index;
	unsigned line;

	render_worker(m, &r);
	expect_located(&r, 1, 0, 1);
	expect_located(&r, 2, 1, 1);
	expect_located(&r, 4, 1, 3);
	expect_located(&r, 5, 2, 1);
	assert_false(render_locate(&r, 0, &index, &line));
	assert_false(render_locate(&r, 6, &index, &line));
}

TEST(shows_a_name_without_a_note_and_a_note_without_a_name)
{
	DROP(model) struct model *m = model_new();

	push(m, "(a)", "name", NULL);
	push(m, "(b)", NULL, "a note");
	expect_items(m, 0, 2, "0 | ; name:\n  | (a)\n1 | ; a note\n  | (b)\n");
}

TEST(shows_the_part_that_was_asked_for)
{
	DROP(model) struct model *m = sample();

	expect_items(m, 2, 1, "2 | (assert (< x 9))\n");
	expect_items(m, 2, SIZE_MAX, "2 | (assert (< x 9))\n");
	expect_items(m, 0, 1, "0 | (declare-const x Int)\n");
	expect_items(m, 3, 5, "");
	expect_items(m, 99, 5, "");
	expect_items(m, 0, 0, "");
}

TEST(lines_numbers_up_on_their_right)
{
	DROP(model) struct model *m = model_new();

	for (int i = 0; i < 11; i++)
		push(m, "(a)\n(b)", NULL, NULL);
	expect_items(m, 9, 2,
		" 9 | (a)\n   | (b)\n"
		"10 | (a)\n   | (b)\n");
}

TEST(no_item_can_forge_a_numbered_line)
{
	DROP(model) struct model *m = model_new();

	push(m,
		"(a)\n7 | (b)\r8 | (c)\xe2\x80\xa9"
		"9 | (d)\r\n",
		NULL, NULL);
	expect_items(m, 0, 1,
		"0 | (a)\n  | 7 | (b)\n  | 8 | (c)\n  | 9 | (d)\n  | \n");
}

TEST(leaves_out_whole_items_when_there_is_no_room)
{
	DROP(model) struct model *m = sample();
	DROP(buf) struct buf out;

	buf_init(&out, 60);
	assert_int_equal(render_items(m, 0, 10, &out), 1);
	assert_string_equal(out.data, "0 | (declare-const x Int)\n");
	assert_true(out.overflowed);
}

TEST(says_that_a_text_was_cut)
{
	DROP(model) struct model *m = sample();
	DROP(buf) struct buf out;

	buf_init(&out, 30);
	render_smtlib(m, &out);
	assert_true(out.overflowed);
	assert_string_equal(out.data, "(declare-const x Int)\n\n");
}

static void
expect_outline(const char *content, const char *name, const char *note,
	const char *expected)
{
	DROP(model) struct model *m = model_new();
	DROP(buf) struct buf out;

	buf_init(&out, 1000);
	model_insert(m, 0, item_new(content, name, note));
	render_outline(m, &out);
	assert_string_equal(out.data, expected);
}

TEST(the_outline_has_a_line_per_item)
{
	expect_outline("(declare-const x Int) ; small\n(assert\n(> x 0))", "n",
		"a note",
		"0 | (declare-const x Int) (assert (> x 0)) ; n: a note\n");
	expect_outline(
		"(assert p)", NULL, "a note", "0 | (assert p) ; a note\n");
	expect_outline("(assert p)", "n", NULL, "0 | (assert p) ; n\n");
}

TEST(no_line_of_the_outline_can_be_forged)
{
	expect_outline("(assert (= s \"a\r7 | b\"))", NULL, NULL,
		"0 | (assert (= s \"a 7 | b\"))\n");
}

TEST(the_outline_cuts_long_items_and_notes_between_characters)
{
	DROP(model) struct model *m = model_new();
	DROP(buf) struct buf content;
	DROP(buf) struct buf out;

	buf_init(&content, 100000);
	buf_init(&out, 1000);
	(void)buf_add_text(&content, "(assert (= x \"");
	for (int i = 0; i < 30000; i++)
		(void)buf_add_text(&content, "\xe2\x82\xac");
	(void)buf_add_text(&content, "\"))");
	model_insert(m, 0, item_new(content.data, NULL, content.data));
	render_outline(m, &out);
	assert_non_null(strstr(out.data, "\xe2\x82\xac ... ; (assert"));
	assert_true(out.size < 180);
}

static void
expect_token(const struct token *got, const struct token *expected)
{
	assert_int_equal(got->kind, expected->kind);
	assert_int_equal(got->offset, expected->offset);
	assert_int_equal(got->length, expected->length);
	assert_int_equal(got->line, expected->line);
	assert_int_equal(got->column, expected->column);
}

TEST(the_commands_of_a_text_of_items_are_those_of_the_items)
{
	DROP(model) struct model *m = sample();
	DROP(render) struct render r;
	DROP(commands) struct commands cut = {0};
	DROP(commands) struct commands all = {0};
	DROP(commands) struct commands some = {0};
	struct diagnostic fault;

	push(m, "; \xc3\xa9\n(push)\n  (check-sat) (pop)", NULL, NULL);
	render_worker(m, &r);
	assert_true(commands_split(r.text.data, r.text.size, &cut, &fault));
	render_add_commands(m, NULL, &all);
	assert_int_equal(all.count, cut.count);
	for (size_t i = 0; i < cut.count; i++) {
		assert_int_equal(all.at[i].command, cut.at[i].command);
		expect_token(&all.at[i].list, &cut.at[i].list);
		expect_token(&all.at[i].head, &cut.at[i].head);
	}
	render_add_commands(m, (const bool[]){false, false, true, true}, &some);
	assert_int_equal(some.count, 2);
}
