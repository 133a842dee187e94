#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "tools/solution/parsed_text.h"

static const char script[] = "(declare-const x Int)"
			     "(declare-fun f (Int) Int)(assert (> (f x) 0))";

TEST(what_a_text_declares_is_found)
{
	struct parsed_text s = {0};
	const struct parsed_text_entry *f;

	assert_true(parsed_text_read(&s, script, strlen(script)));
	f = parsed_text_find(&s, "f");
	assert_non_null(f);
	assert_int_equal(f->command, 1);
	assert_int_equal(f->kind, SYMBOL_FUNCTION);
	assert_null(parsed_text_find(&s, "y"));
	parsed_text_release(&s);
}

TEST(what_a_command_uses_is_known)
{
	struct parsed_text s = {0};

	assert_true(parsed_text_read(&s, script, strlen(script)));
	assert_true(s.symbols[2].used_count >= 2);
	parsed_text_release(&s);
}

TEST(what_is_no_text_is_not_read)
{
	struct parsed_text s = {0};

	assert_false(parsed_text_read(&s, "(declare-const x", 16));
	parsed_text_release(&s);
}

static const char solution[] =
	"(declare-fun |U v!val!1| () |U v|)(declare-fun x () (Array Int Int))"
	"(declare-fun |(Q Int)!val!1| () (Q Int))"
	"(declare-fun |(Q Int)!val!0| () (Q Int))";

TEST(a_sort_is_an_enumeration_of_its_elements)
{
	struct parsed_text s = {0};
	DROP(buf) struct buf out;

	buf_init(&out, 1000);
	assert_true(parsed_text_read(&s, solution, strlen(solution)));
	assert_true(universe_sorts_write_sort(&s, slice_of("U v"), &out));
	assert_false(universe_sorts_write_sort(&s, slice_of("V"), &out));
	assert_string_equal(out.data,
		"(declare-datatypes ((|U v| 0)) (((|U v!val!1|))))\n");
	assert_true(s.is_done[0]);
	parsed_text_release(&s);
}

TEST(of_an_instance_it_is_asserted_what_its_elements_are)
{
	struct parsed_text s = {0};
	DROP(buf) struct buf out;

	buf_init(&out, 1000);
	assert_true(parsed_text_read(&s, solution, strlen(solution)));
	universe_sorts_write_instances(&s, &out);
	assert_string_equal(out.data,
		"(declare-fun |(Q Int)!val!1| () (Q Int))\n"
		"(declare-fun |(Q Int)!val!0| () (Q Int))\n"
		"(assert (distinct |(Q Int)!val!1| |(Q Int)!val!0|))\n"
		"(assert (forall ((satchel!e (Q Int))) (or false "
		"(= satchel!e |(Q Int)!val!1|) "
		"(= satchel!e |(Q Int)!val!0|))))\n");
	assert_false(s.is_done[1]);
	assert_true(s.is_done[3]);
	parsed_text_release(&s);
}

/* The definition of f by so many entries, as libz3 prints it. */
static char *
a_definition(int entries, const char *condition, const char *otherwise)
{
	DROP(buf) struct buf text;

	buf_init(&text, 100000);
	buf_add_text(
		&text, strstr(condition, "x!1") != NULL
			       ? "(define-fun f ((x!0 Int) (x!1 Bool)) Int\n"
			       : "(define-fun f ((x!0 Int)) Int\n");
	for (int i = 0; i < entries; i++)
		buf_add_format(&text, "  (ite %s %d\n", condition, i);
	buf_add_text(&text, otherwise);
	for (int i = 0; i <= entries; i++)
		buf_add_char(&text, ')');
	return buf_take(&text);
}

/* What is written for it; NULL: nothing. */
static char *
written(int entries, const char *condition, const char *otherwise)
{
	DROP(text) char *text = a_definition(entries, condition, otherwise);
	struct parsed_text source = {0};
	DROP(buf) struct buf out;
	bool is_written;

	buf_init(&out, 100000);
	assert_true(parsed_text_read(&source, text, strlen(text)));
	is_written = table_as_array_write(&source, 0, &out);
	parsed_text_release(&source);
	if (is_written)
		return buf_take(&out);
	assert_int_equal(out.size, 0);
	return NULL;
}

TEST(a_long_table_becomes_an_array)
{
	DROP(text) char *one = written(64, "(= x!0 (- 3))", "5");
	DROP(text)
	char *two = written(70, "(and (= x!0 3) (= x!1 true))", "(- 1)");

	assert_non_null(one);
	assert_non_null(strstr(one, "((as const (Array Int Int)) 5) (- 3) 0)"));
	assert_non_null(strstr(one,
		"(define-fun f ((x!0 Int)) Int (select satchel!table!0!0 "
		"x!0))\n"));
	assert_non_null(two);
	assert_non_null(
		strstr(two, "((as const (Array Int Bool Int)) (- 1)) 3 true"));
}

TEST(it_comes_in_pieces_that_do_not_nest_too_deeply)
{
	DROP(text) char *text = written(250, "(= x!0 3)", "5");

	assert_non_null(text);
	assert_non_null(strstr(text, "(store satchel!table!0!1 3 200)"));
	assert_non_null(strstr(text, "(select satchel!table!0!2 x!0)"));
}

TEST(what_is_no_long_table_is_left_alone)
{
	assert_null(written(63, "(= x!0 3)", "5"));
	assert_null(written(99, "(< x!0 3)", "5"));
	assert_null(written(99, "(= x!0 3)", "(+ x!0 1)"));
	assert_null(written(99, "(and (= x!0 3) (= x!0 4))", "5"));
}
