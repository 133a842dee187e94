#include "unit/unit.h"

#include "unit/model/items.h"

#include "model/items/model.h"
#include "model/text/export.h"

static void
push(struct model *m, const char *content, const char *name, const char *note)
{
	model_insert(m, m->count, item_new(content, name, note));
}

static char *
export_of(const struct model *m)
{
	const struct export_header header = {.session = "s",
		.revision = 3,
		.version = "0.1.0",
		.status = "sat"};
	DROP(buf) struct buf out;

	buf_init(&out, 1000000);
	export_smtlib(m, &header, &out);
	return buf_take(&out);
}

static void
expect_same(const char *had, const char *has)
{
	if (had == NULL)
		assert_null(has);
	else
		assert_string_equal(had, has);
}

static void
expect_same_items(const struct model *m, const struct import *im)
{
	assert_int_equal(im->count, m->count);
	assert_int_equal(im->fault_count, 0);
	assert_int_equal(im->warning_count, 0);
	for (size_t i = 0; i < m->count; i++) {
		assert_string_equal(
			im->items[i].content, model_at(m, i)->content);
		expect_same(model_at(m, i)->name, im->items[i].name);
		expect_same(model_at(m, i)->note, im->items[i].note);
	}
}

TEST(an_export_comes_back_as_it_was)
{
	DROP(model) struct model *m = model_new();
	DROP(text) char *text = NULL;
	DROP(import) struct import im;

	push(m, "(set-logic\n QF_LIA) ; first\n(set-info :x 1)", "l", NULL);
	push(m, "(declare-const x Int)", "x", "a note");
	push(m, "  (declare-const y Int) ; inside\n(assert (> y 0))", NULL,
		NULL);
	push(m, "(assert (< x y))", NULL, "; item 9: 1 line");
	push(m, "; above\n(assert true)", "top", NULL);
	text = export_of(m);
	import_read(&im, text, strlen(text));
	assert_true(im.is_export);
	expect_same_items(m, &im);
}

TEST(what_looks_like_a_mark_inside_of_an_item_is_none)
{
	DROP(model) struct model *m = model_new();
	DROP(text) char *text = NULL;
	DROP(import) struct import im;

	push(m,
		"(declare-const x Int)\n\n; item 1: 1 line\n; name: evil\n"
		"(assert true)\n; end of items\n(assert (> x 0))",
		NULL, NULL);
	push(m, "(assert false)", NULL, NULL);
	text = export_of(m);
	import_read(&im, text, strlen(text));
	expect_same_items(m, &im);
}

TEST(escaped_strings_are_what_they_were)
{
	DROP(model) struct model *m = model_new();
	DROP(text) char *text = NULL;
	DROP(import) struct import im;

	push(m, "(declare-const s String)", NULL, NULL);
	push(m, "(assert\n\n (= s \"\xc3\xa9\\u{e9}\"))", "e", NULL);
	push(m, "(assert\r\n (= s \"\xc3\xa9\r\n\"))", NULL, NULL);
	text = export_of(m);
	import_read(&im, text, strlen(text));
	expect_same_items(m, &im);
}

TEST(changed_strings_are_as_they_are_now)
{
	expect_import("; Satchel export, format 1\n\n"
		      "; item 0: 1 line, escaped\n"
		      "; = (assert (= \"\xc3\xa9\" \"\"))\n"
		      "(assert (= \"\\u{e8}\" \"\"))\n\n"
		      "; end of items\n",
		"5 (assert (= \"\\u{e8}\" \"\"))\n");
}

TEST(an_item_that_was_changed_is_split_and_the_others_stay)
{
	expect_import("; Satchel export, format 1\n"
		      "; session: s\n"
		      "(set-info :status sat)\n"
		      "(set-logic ALL)\n\n"
		      "; item 0: 2 lines\n"
		      "; name: both\n"
		      "(declare-const x Int)\n"
		      "(declare-const y Int)\n\n"
		      "; item 1: 1 line\n"
		      "; name: first\n"
		      "; note: a note\n"
		      "(assert (> x 0))\n"
		      "; new\n"
		      "(assert (> y 0))\n\n"
		      "; end of items\n"
		      "(check-sat)\n"
		      "(assert (> x y))\n"
		      "(get-model)\n",
		"8 (declare-const x Int)\n(declare-const y Int) [both]\n"
		"14 (assert (> x 0)) [first] {a note}\n"
		"16 (assert (> y 0)) {new}\n"
		"20 (assert (> x y))\n");
}

TEST(lines_may_end_in_two_characters)
{
	expect_import("; Satchel export, format 1\r\n\r\n"
		      "; item 0: 1 line\r\n"
		      "; name: n\r\n"
		      "(assert true)\r\n\r\n"
		      "; end of items\r\n(check-sat)\r\n",
		"5 (assert true) [n]\n");
}

TEST(an_export_may_be_cut_off)
{
	expect_import("; Satchel export, format 1\n"
		      "; item 0: 3 lines\n"
		      "(assert true)\n",
		"3 (assert true)\n");
}

TEST(a_fence_is_unwrapped)
{
	expect_import("```smt2\n; note\n(assert true)\n```\n",
		"3 (assert true) {note}\n");
}

/* Each mark promises half of the text, and none of them keeps it: in time that
 * grows with the square of the size this would take minutes. */
TEST(promises_that_are_not_kept_are_not_believed_for_ever)
{
	enum { MARKS = 200000 };
	DROP(import) struct import im = {0};
	DROP(buf) struct buf text;

	buf_init(&text, 10000000);
	buf_add_text(&text, "; " EXPORT_FIRST_LINE "\n");
	for (int i = 0; i < MARKS; i++)
		buf_add_format(&text, "; item 0: %d lines\n; x\n", MARKS);
	buf_add_text(&text, "; item 1: 1 line\n(assert p)\n");
	import_read(&im, text.data, text.size);
	assert_int_equal(im.fault_count, 0);
	assert_int_equal(im.count, 1);
	assert_string_equal(im.items[0].content, "(assert p)");
}

/* As many as are told, behind millions of characters on the same line. */
TEST(faults_of_one_long_line_cost_what_they_are_long)
{
	DROP(import) struct import im = {0};
	DROP(buf) struct buf text;

	buf_init(&text, 10000000);
	for (int i = 0; i < 2000000; i++)
		buf_add_char(&text, ' ');
	for (int i = 0; i < IMPORT_FAULTS_MAX; i++)
		buf_add_text(&text, "(a)");
	import_read(&im, text.data, text.size);
	assert_int_equal(im.fault_count, IMPORT_FAULTS_MAX);
	assert_int_equal(im.first.column, 2000002);
}
