/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "worker/read/datatypes.h"

static struct datatypes known;

static int
forget(void **state)
{
	(void)state;
	datatypes_release(&known);
	return 0;
}

static enum datatypes_news
read_text(const char *text)
{
	DROP(commands) struct commands forms = {0};
	struct diagnostic fault;

	assert_true(commands_split(text, strlen(text), &forms, &fault));
	return datatypes_read(&known, text, &forms);
}

static void
a_text_without_datatypes_fits(void **state)
{
	(void)state;
	assert_int_equal(read_text("(declare-sort S 0)(declare-const s S)"),
		DATATYPES_FIT);
	assert_int_equal(known.count, 0);
}

static void
the_same_definition_fits_again(void **state)
{
	const char *tree = "(declare-datatype T ((leaf) (node (l T) (v Int))))"
			   "(declare-datatypes ((A 0) (B 0))"
			   " (((a (f (Array Int T)))) ((b (g A)) (end))))";

	(void)state;
	assert_int_equal(read_text(tree), DATATYPES_FIT);
	assert_int_equal(read_text(tree), DATATYPES_FIT);
	assert_int_equal(known.count, 3);
}

static void
another_definition_of_a_name_clashes(void **state)
{
	static const char *const others[] = {
		"(declare-datatype A ((a) (b)))",
		"(declare-datatypes ((A 0)) (((a))))",
		"(declare-datatypes ((C 0) (A 0)) (((c)) ((a))))",
		"(declare-datatype E ((e)))(declare-datatype |A| ((a)))",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		datatypes_release(&known);
		assert_int_equal(
			read_text("(declare-datatype A ((a)))"), DATATYPES_FIT);
		assert_int_equal(read_text(others[i]), DATATYPES_CLASH);
	}
}

/* The same bytes, but S and Int may be others in the next text. */
static void
what_a_definition_alone_does_not_say_lets_no_text_follow(void **state)
{
	static const char *const texts[] = {
		"(declare-sort S 0)(declare-datatype A ((a (f S))))",
		"(define-sort S () Int)(declare-datatype A ((a (f S))))",
		"(declare-sort Int 0)(declare-datatype A ((a (f Int))))",
		"(declare-datatype A (par (X) ((a (f X)))))",
		"(declare-datatypes ((A 1)) ((par (X) ((a (f X))))))",
		"(declare-datatype A ((a (f Nowhere))))",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (read_text(texts[i]) != DATATYPES_LAST)
			fail_msg("%s", texts[i]);
	}
}

static void
so_do_too_many_of_them(void **state)
{
	enum datatypes_news news = DATATYPES_FIT;

	(void)state;
	for (int i = 0; i <= DATATYPES_MAX; i++) {
		char text[64];

		assert_int_equal(news, DATATYPES_FIT);
		(void)snprintf(text, sizeof(text),
			"(declare-datatype A%d ((a%d)))", i, i);
		news = read_text(text);
	}
	assert_int_equal(news, DATATYPES_LAST);
}

#define TEST(name) cmocka_unit_test_teardown(name, forget)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_text_without_datatypes_fits),
		TEST(the_same_definition_fits_again),
		TEST(another_definition_of_a_name_clashes),
		TEST(what_a_definition_alone_does_not_say_lets_no_text_follow),
		TEST(so_do_too_many_of_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
