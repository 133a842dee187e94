#include "unit/unit.h"

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

TEST_WITH(a_text_without_datatypes_fits, NULL, forget)
{
	assert_int_equal(read_text("(declare-sort S 0)(declare-const s S)"),
		DATATYPES_FIT);
	assert_int_equal(known.count, 0);
}

TEST_WITH(the_same_definition_fits_again, NULL, forget)
{
	const char *tree = "(declare-datatype T ((leaf) (node (l T) (v Int))))"
			   "(declare-datatypes ((A 0) (B 0))"
			   " (((a (f (Array Int T)))) ((b (g A)) (end))))";

	assert_int_equal(read_text(tree), DATATYPES_FIT);
	assert_int_equal(read_text(tree), DATATYPES_FIT);
	assert_int_equal(known.count, 3);
}

TEST_WITH(another_definition_of_a_name_clashes, NULL, forget)
{
	static const char *const others[] = {
		"(declare-datatype A ((a) (b)))",
		"(declare-datatypes ((A 0)) (((a))))",
		"(declare-datatypes ((C 0) (A 0)) (((c)) ((a))))",
		"(declare-datatype E ((e)))(declare-datatype |A| ((a)))",
	};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		datatypes_release(&known);
		assert_int_equal(
			read_text("(declare-datatype A ((a)))"), DATATYPES_FIT);
		assert_int_equal(read_text(others[i]), DATATYPES_CLASH);
	}
}

/* The same bytes, but S and Int may be others in the next text. */
TEST_WITH(
	what_a_definition_alone_does_not_say_lets_no_text_follow, NULL, forget)
{
	static const char *const texts[] = {
		"(declare-sort S 0)(declare-datatype A ((a (f S))))",
		"(define-sort S () Int)(declare-datatype A ((a (f S))))",
		"(declare-sort Int 0)(declare-datatype A ((a (f Int))))",
		"(declare-datatype A (par (X) ((a (f X)))))",
		"(declare-datatypes ((A 1)) ((par (X) ((a (f X))))))",
		"(declare-datatype A ((a (f Nowhere))))",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (read_text(texts[i]) != DATATYPES_LAST)
			fail_msg("%s", texts[i]);
	}
}

TEST_WITH(so_do_too_many_of_them, NULL, forget)
{
	enum datatypes_news news = DATATYPES_FIT;

	for (int i = 0; i <= DATATYPES_MAX; i++) {
		char text[64];

		assert_int_equal(news, DATATYPES_FIT);
		(void)snprintf(text, sizeof(text),
			"(declare-datatype A%d ((a%d)))", i, i);
		news = read_text(text);
	}
	assert_int_equal(news, DATATYPES_LAST);
}
