#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "model/text/outline.h"

static void
expect(const struct model *m, const char *text)
{
	DROP(buf) struct buf out;

	buf_init(&out, 100000);
	outline_render(m, &out);
	assert_string_equal(out.data, text);
}

static void
expect_one(const char *content, const char *text)
{
	DROP(model) struct model *m = model_new();

	model_insert(m, 0, item_new(content, NULL, NULL));
	expect(m, text);
}

TEST(an_empty_model_has_an_empty_outline)
{
	DROP(model) struct model *m = model_new();

	expect(m, "");
}

TEST(shows_how_functions_are_declared)
{
	expect_one("(declare-const x Int)", "Functions:\n0 | x: Int\n");
	expect_one("(declare-fun x () Int)", "Functions:\n0 | x: Int\n");
	expect_one("(declare-fun f (Int (_ BitVec 8)) Bool)",
		"Functions:\n0 | f: (Int (_ BitVec 8)) Bool\n");
	expect_one("(declare-const |a b| (Array Int Int))",
		"Functions:\n0 | |a b|: (Array Int Int)\n");
}

TEST(shows_how_definitions_are_used_and_not_their_bodies)
{
	expect_one("(define-fun f ((a Int) (b Bool)) Int (ite b a 1))",
		"Functions:\n0 | f: (Int Bool) Int, defined\n");
	expect_one(
		"(define-fun x () Int 1)", "Functions:\n0 | x: Int, defined\n");
	expect_one(
		"(define-const x Int 1)", "Functions:\n0 | x: Int, defined\n");
	expect_one("(define-fun-rec f ((a Int)) Int (f a))",
		"Functions:\n0 | f: (Int) Int, defined\n");
	expect_one(
		"(define-funs-rec ((f ((a Int)) Int) (g () Bool)) ((f a) g))",
		"Functions:\n0 | f: (Int) Int, g: Bool, defined\n");
}

TEST(shows_sorts)
{
	expect_one("(declare-sort S 0)", "Sorts:\n0 | S\n");
	expect_one("(declare-sort S 2)", "Sorts:\n0 | S, parameters: 2\n");
	expect_one("(define-sort Word () (_ BitVec 8))",
		"Sorts:\n0 | Word = (_ BitVec 8)\n");
	expect_one("(define-sort Map (A B) (Array A B))",
		"Sorts:\n0 | Map (A B) = (Array A B)\n");
	expect_one("(declare-datatype Color ((red) (green)))",
		"Sorts:\n0 | Color: ((red) (green))\n");
	expect_one("(declare-datatypes ((Color 0)) (((red) (green))))",
		"Sorts:\n0 | ((Color 0)): (((red) (green)))\n");
	expect_one("(declare-datatypes () ((Color red green)))",
		"Sorts:\n0 | ((Color red green))\n");
	expect_one("(declare-datatypes (T) ((Cell (put (in T)))))",
		"Sorts:\n0 | ((Cell (put (in T)))), parameters: (T)\n");
}

TEST(puts_each_command_of_an_item_into_its_section)
{
	expect_one("(assert (> x 0))\n(set-logic ALL)\n(minimize x)\n"
		   "(declare-sort S 0)\n(declare-const x Int)\n",
		"Settings:\n0 | (set-logic ALL)\n"
		"Sorts:\n0 | S\n"
		"Functions:\n0 | x: Int\n"
		"Assertions:\n0 | (assert (> x 0))\n"
		"Objectives:\n0 | (minimize x)\n");
}

TEST(shows_name_and_note_behind_the_entry)
{
	DROP(model) struct model *m = model_new();

	model_insert(m, 0, item_new("(declare-const x Int)", "n", "a note"));
	model_insert(m, 1, item_new("(declare-const y Int)", "m", NULL));
	model_insert(m, 2, item_new("(declare-const z Int)", NULL, "b note"));
	expect(m, "Functions:\n0 | x: Int ; n: a note\n1 | y: Int ; m\n"
		  "2 | z: Int ; b note\n");
}

TEST(leaves_comments_and_line_breaks_of_an_item_out)
{
	expect_one("(assert ; 7 | forged\n  (> x\n\t0) )",
		"Assertions:\n0 | (assert (> x 0))\n");
	expect_one(
		"(declare-const |a\n7 | Int)", "Functions:\n0 | |a 7 |: Int\n");
	expect_one("(assert (= s \"a\r7 | b\"))",
		"Assertions:\n0 | (assert (= s \"a 7 | b\"))\n");
}

TEST(cuts_long_entries)
{
	DROP(model) struct model *m = model_new();
	DROP(buf) struct buf content;
	DROP(buf) struct buf out;

	buf_init(&content, 100000);
	buf_init(&out, 100000);
	(void)buf_add_text(&content, "(assert (= \"");
	for (int i = 0; i < 30000; i++)
		(void)buf_add_text(&content, "\xc3\xa4");
	(void)buf_add_text(&content, "\" x))");
	model_insert(m, 0, item_new(content.data, NULL, NULL));
	outline_render(m, &out);
	assert_string_equal(out.data, "Assertions:\n0 | (assert (= ...\n");
}

TEST(cuts_long_entries_on_a_character)
{
	DROP(model) struct model *m = model_new();
	DROP(buf) struct buf content;
	DROP(buf) struct buf out;

	buf_init(&content, 1000);
	buf_init(&out, 1000);
	(void)buf_add_text(&content, "(assert (= \"");
	for (int i = 0; i < 60; i++)
		(void)buf_add_text(&content, "\xe2\x82\xac");
	(void)buf_add_text(&content, "\" x))");
	model_insert(m, 0, item_new(content.data, NULL, NULL));
	outline_render(m, &out);
	assert_non_null(strstr(out.data, "\xe2\x82\xac ...\n"));
	assert_true(out.size < 130);
}
