#include "unit/unit.h"

#include "unit/model/items.h"

#include "base/limits.h"

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
	assert_int_equal(im.fault_count, 1);
	assert_int_equal(im.first.line, 2);
	assert_int_equal(im.first.column, 15);
	assert_memory_equal(text + im.first.offset, "push", 4);
}

TEST(behind_a_command_that_does_not_end_it_goes_on)
{
	expect_import("(assert (> x 0)\n(assert true)\n(push 1)\n",
		"2 (assert true)\n! 1 (\n! 3 push\n");
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
	assert_in_range(im.fault_count, 1, 10);
}

TEST(neither_does_a_text_of_other_words)
{
	DROP(import) struct import im;
	DROP(buf) struct buf text;

	buf_init(&text, 16 * MIB);
	for (int i = 0; i < 2000000; i++)
		(void)buf_add_text(&text, "x > 0\n");
	import_read(&im, text.data, text.size);
	assert_int_equal(im.fault_count, IMPORT_FAULTS_MAX);
}

TEST(nor_does_a_text_on_one_line)
{
	DROP(import) struct import im;
	DROP(buf) struct buf text;

	buf_init(&text, 16 * MIB);
	for (int i = 0; i < 10000; i++)
		(void)buf_add_format(&text, "(assert %1000s)(push)", "x");
	import_read(&im, text.data, text.size);
	assert_int_equal(im.count, 10000);
	assert_int_equal(im.fault_count, 10000);
	assert_int_equal(im.first.column, 1011);
}

TEST(nothing_is_found_in_an_empty_text)
{
	expect_import("", "");
	expect_import(" \n\t\n; only this", "");
}
