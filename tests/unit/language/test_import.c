#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "language/import.h"
#include "model/items/model.h"
#include "model/text/export.h"

/* What an import has found, in a line. */

/* `2 (declare-const x Int) [name] {note}` for each item, the line before it;
 * then `! 7 push` for each fault. */
static void
expect_found(const struct import *im, const char *expected)
{
	DROP(buf) struct buf out;

	buf_init(&out, 1000000);
	for (size_t i = 0; i < im->count; i++) {
		const struct import_item *item = &im->items[i];

		(void)buf_add_format(&out, "%u %s", item->line, item->content);
		if (item->name != NULL)
			(void)buf_add_format(&out, " [%s]", item->name);
		if (item->note != NULL)
			(void)buf_add_format(&out, " {%s}", item->note);
		(void)buf_add_text(&out, "\n");
	}
	for (size_t i = 0; i < im->faults.count; i++) {
		const struct diagnostic *fault = &im->faults.at[i];

		(void)buf_add_format(&out, "! %u %.*s\n", fault->line,
			(int)fault->length, im->text + fault->offset);
	}
	assert_string_equal(out.data, expected);
}

/* Of a text, the same. */
static void
expect_import(const char *text, const char *expected)
{
	DROP(import) struct import im;

	import_read(&im, text, strlen(text));
	expect_found(&im, expected);
}

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
	return buf_detach(&out);
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
	assert_int_equal(im->faults.count, 0);
	assert_int_equal(im->warning_count, 0);
	for (size_t i = 0; i < m->count; i++) {
		assert_string_equal(
			im->items[i].content, model_at(m, i)->content);
		expect_same(model_at(m, i)->name, im->items[i].name);
		expect_same(model_at(m, i)->note, im->items[i].note);
	}
}

/* The export of the model has the same items. */
static void
expect_same_again(const struct model *m)
{
	DROP(text) char *text = export_of(m);
	DROP(import) struct import im;

	import_read(&im, text, strlen(text));
	assert_true(im.is_export);
	expect_same_items(m, &im);
}

TEST(an_export_comes_back_as_it_was)
{
	DROP(model) struct model *m = model_new();

	push(m, "(set-logic\n QF_LIA) ; first\n(set-info :x 1)", "l", NULL);
	push(m, "(declare-const x Int)", "x", "a note");
	push(m, "  (declare-const y Int) ; inside\n(assert (> y 0))", NULL,
		NULL);
	push(m, "(assert (< x y))", NULL, "; item 9: 1 line");
	push(m, "; above\n(assert true)", "top", NULL);
	expect_same_again(m);
}

TEST(what_looks_like_a_mark_inside_of_an_item_is_none)
{
	DROP(model) struct model *m = model_new();

	push(m,
		"(declare-const x Int)\n\n; item 1: 1 line\n; name: evil\n"
		"(assert true)\n; end of items\n(assert (> x 0))",
		NULL, NULL);
	push(m, "(assert false)", NULL, NULL);
	expect_same_again(m);
}

TEST(escaped_strings_are_what_they_were)
{
	DROP(model) struct model *m = model_new();

	push(m, "(declare-const s String)", NULL, NULL);
	push(m, "(assert\n\n (= s \"\xc3\xa9\\u{e9}\"))", "e", NULL);
	push(m, "(assert\r\n (= s \"\xc3\xa9\r\n\"))", NULL, NULL);
	expect_same_again(m);
}

TEST(an_item_may_begin_with_a_line_like_a_label)
{
	DROP(model) struct model *m = model_new();

	push(m, "; note: x is small\n(declare-const x Int)", NULL, NULL);
	push(m, "; name: y\n(declare-const y Int)", NULL, "a note");
	push(m, "; note: z\n; note: z\n(declare-const z Int)", "z", NULL);
	expect_same_again(m);
}

TEST(an_item_may_begin_with_a_line_like_an_original_one)
{
	DROP(model) struct model *m = model_new();

	push(m, "; = (a\n(set-logic ALL)(declare-const x Int)", NULL, NULL);
	expect_same_again(m);
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
	assert_int_equal(im.faults.count, 0);
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
	for (int i = 0; i < DIAGNOSTICS_MAX; i++)
		buf_add_text(&text, "(a)");
	import_read(&im, text.data, text.size);
	assert_int_equal(im.faults.count, DIAGNOSTICS_MAX);
	assert_int_equal(im.faults.at[0].column, 2000002);
}

TEST(each_command_is_an_item)
{
	expect_import("(declare-const x Int)\n(assert\n  (> x 0))(assert true)",
		"1 (declare-const x Int)\n"
		"2 (assert\n  (> x 0))\n"
		"3 (assert true)\n");
}

TEST(comments_directly_above_are_the_note)
{
	expect_import("; far away\n\n;; the first\n;--------\n ; of two\n"
		      "(declare-const x Int)\n",
		"6 (declare-const x Int) {the first of two}\n");
}

TEST(a_comment_behind_a_command_is_its_note_too)
{
	expect_import("(declare-const x Int) ; apples\n"
		      "; above\n"
		      "(assert\n true) ; behind\n"
		      "(assert false)\n",
		"1 (declare-const x Int) {apples}\n"
		"3 (assert\n true) {above behind}\n"
		"5 (assert false)\n");
}

TEST(comments_inside_stay_where_they_are)
{
	expect_import("(assert ; why\n true)", "1 (assert ; why\n true)\n");
}

TEST(comments_above_nothing_are_counted)
{
	DROP(import) struct import im;
	static const char text[] = "; one\n; two\n\n(assert true)\n; three\n";

	import_read(&im, text, sizeof(text) - 1);
	assert_int_equal(im.lost_comments, 3);
	assert_null(im.items[0].note);
}

TEST(checks_are_left_out_with_a_warning)
{
	DROP(import) struct import im;
	static const char text[] =
		"(assert true)\n(check-sat)\n(get-model)\n(exit)\n";

	import_read(&im, text, sizeof(text) - 1);
	expect_found(&im, "1 (assert true)\n");
	assert_int_equal(im.warning_count, 3);
	assert_int_equal(im.warnings[0].line, 2);
	assert_non_null(strstr(im.warnings[2].text, "(exit) was left out"));
}

TEST(an_exit_in_the_middle_is_refused)
{
	expect_import("(assert true)\n(exit)\n; more\n(assert false)",
		"1 (assert true)\n4 (assert false) {more}\n! 2 exit\n");
}

TEST(all_that_is_refused_is_found)
{
	expect_import("(push 1)\n(assert true)\n(pop 1)\n"
		      "(asert x)\nx > 0\n(set-option :timeout x)\n(pop 1)\n",
		"2 (assert true)\n"
		"! 1 push\n! 3 pop\n! 4 asert\n! 5 x > 0\n! 7 pop\n");
}

TEST(a_fault_has_its_place_in_the_text)
{
	DROP(import) struct import im;
	static const char text[] =
		"(assert true)\n(assert \"\xc3\xa9\") (push)";

	import_read(&im, text, sizeof(text) - 1);
	assert_int_equal(im.faults.count, 1);
	assert_int_equal(im.faults.at[0].line, 2);
	assert_int_equal(im.faults.at[0].column, 15);
	assert_memory_equal(text + im.faults.at[0].offset, "push", 4);
}

TEST(after_a_command_that_does_not_end_it_goes_on)
{
	expect_import("(assert (> x 0)\n(assert true)\n(push 1)\n",
		"2 (assert true)\n! 1 (\n! 3 push\n");
	expect_import("(assert (> x 0)\n(assert true))\n",
		"2 (assert true)\n! 1 (\n! 2 )\n");
	expect_import("(assert (= s \"a))\n(assert true)\n",
		"2 (assert true)\n! 1 \"\n");
	expect_import("(assert true))\n(assert false)\n",
		"1 (assert true)\n2 (assert false)\n! 1 )\n");
}

TEST(a_text_of_open_parentheses_takes_no_time)
{
	DROP(import) struct import im;
	DROP(buf) struct buf text;

	buf_init(&text, 8 * MIB);
	for (int i = 0; i < 2000000; i++)
		(void)buf_add_text(&text, "(\n");
	import_read(&im, text.data, text.size);
	assert_in_range(im.faults.count, 1, 10);
}

TEST(neither_does_a_text_of_other_words)
{
	DROP(import) struct import im;
	DROP(buf) struct buf text;

	buf_init(&text, 16 * MIB);
	for (int i = 0; i < 2000000; i++)
		(void)buf_add_text(&text, "x > 0\n");
	import_read(&im, text.data, text.size);
	assert_int_equal(im.faults.count, DIAGNOSTICS_MAX);
}

TEST(nor_does_a_text_on_one_line)
{
	DROP(import) struct import im;
	DROP(buf) struct buf text;

	buf_init(&text, 16 * MIB);
	for (int i = 0; i < DIAGNOSTICS_MAX; i++)
		(void)buf_add_format(&text, "(assert %5000s)(push)", "x");
	import_read(&im, text.data, text.size);
	assert_int_equal(im.count, DIAGNOSTICS_MAX);
	assert_int_equal(im.faults.count, DIAGNOSTICS_MAX);
	assert_int_equal(im.faults.at[0].column, 5011);
}

TEST(nothing_is_found_in_an_empty_text)
{
	expect_import("", "");
	expect_import(" \n\t\n; only this", "");
}

TEST(a_content_is_added_with_its_labels)
{
	DROP(import) struct import im = {0};
	char name[] = "n";
	char note[] = "o";
	const struct import_item labels = {
		.name = name, .note = note, .line = 7};
	struct diagnostic fault;

	assert_true(import_add(
		&im, "(assert p)\n(check-sat)", 22, &labels, &fault));
	expect_found(&im, "7 (assert p) [n] {o}\n");
	assert_int_equal(im.warnings[0].line, 8);
	assert_false(import_add(&im, "(push)", 6, &labels, &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_REFUSED);
	assert_int_equal(im.count, 1);
}
