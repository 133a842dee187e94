#define READING_LANGUAGE LANGUAGE_DIMACS
#include "unit/language/reading.h"

TEST(comments_and_lines_stay_where_they_are)
{
	expect("c a\nc\np cnf 1 1\nc b\r\n\n1 0\nc end",
		"; a\n;\n(declare-const x1 Bool)\n; b\n\n(assert x1)\n; end");
}

TEST(a_line_with_a_percent_sign_is_the_end)
{
	expect("p cnf 1 1\n1 0\n%\n0\n",
		"(declare-const x1 Bool)\n(assert x1)\n");
}

TEST(a_problem_without_variables_and_clauses_holds)
{
	expect("p cnf 0 0\n", "(assert true)\n");
	expect("p cnf 0 1\n0\n", "(assert true)\n(assert false)\n");
}

TEST(a_fence_may_stand_around_it)
{
	expect("```dimacs\np cnf 1 1\n1 0\n```\n",
		"\n(declare-const x1 Bool)\n(assert x1)\n\n");
}

TEST(declarations_and_clauses_are_two_items)
{
	DROP(translation) struct translation t;

	read_text("c x\np cnf 1 2\n1 0\n-1 0\n", &t);
	assert_int_equal(t.count, 2);
	assert_memory_equal(t.text.data + t.items[0].offset, "(declare", 8);
	assert_int_equal(t.items[0].line, 2);
	assert_memory_equal(t.text.data + t.items[1].offset, "(assert x1)", 11);
	assert_int_equal(t.items[1].line, 3);
	assert_string_equal(t.items[1].note, "clauses from 1 on");
	assert_int_equal(t.items[1].offset + t.items[1].size, t.text.size);
}

TEST(items_of_many_clauses_stay_below_the_limit)
{
	DROP(translation) struct translation t;
	DROP(buf) struct buf text;

	buf_init(&text, 4 * MIB);
	(void)buf_add_text(&text, "p cnf 60000 60000\n");
	for (int i = 1; i <= 60000; i++)
		(void)buf_add_format(&text, "%d -%d 0\n", i, 60001 - i);
	read_text(text.data, &t);
	assert_in_range(t.count, 4, 12);
	for (size_t i = 0; i < t.count; i++)
		assert_in_range(t.items[i].size, 1, LIMIT_ITEM);
}

TEST(a_fault_in_smtlib_is_one_of_its_text)
{
	DROP(translation) struct translation t;

	read_text("p cnf 1 1\n1 0\n", &t);
	assert_ptr_equal(translation_text(&t), t.text.data);
}

static void
expect_soft(const char *text, const char *smtlib)
{
	DROP(translation) struct translation t;
	struct diagnostic fault;

	if (!language_read(text, strlen(text), &t, &fault))
		fail_msg("%s: %u:%u: %s", text, fault.line, fault.column,
			fault.what);
	assert_int_equal(t.language, LANGUAGE_WCNF);
	assert_string_equal(t.text.data, smtlib);
}

TEST(a_weight_below_the_top_makes_a_clause_soft)
{
	expect_soft("p wcnf 2 5 10\n10 1 -2 0\n9 2 0\n010 1 0\n0 1 0\n"
		    "011 0\n",
		"(declare-const x1 Bool) (declare-const x2 Bool)\n"
		"(assert (or x1 (not x2)))\n(assert-soft x2 :weight 9)\n"
		"(assert x1)\n(assert true)\n(assert false)\n");
	expect_soft("p wcnf 1 1\n99 -1 0\n",
		"(declare-const x1 Bool)\n(assert-soft (not x1) :weight 99)\n");
}

TEST(an_h_makes_a_clause_hard_where_there_is_no_header)
{
	expect_soft("c x\nh 2 0\n18446744073709551615 -1 2 0\n5 0\n",
		"; x\n(declare-const x1 Bool) (declare-const x2 Bool)"
		"(assert x2)\n"
		"(assert-soft (or (not x1) x2) :weight 18446744073709551615)\n"
		"(assert-soft false :weight 5)\n");
	expect_soft("3 1 0\nh 0",
		"(declare-const x1 Bool)(assert-soft x1 :weight 3)\n"
		"(assert false)");
}

TEST(what_only_looks_like_weights_is_smtlib)
{
	static const char *const texts[] = {"3 1", "hello 0", "h", "0", "h0",
		"(check-sat) 0", "1 x 0", "1 -2 0\n2 0\n"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		DROP(translation) struct translation t;
		struct diagnostic fault;

		assert_true(
			language_read(texts[i], strlen(texts[i]), &t, &fault));
		assert_int_equal(t.language, LANGUAGE_SMTLIB);
	}
}

TEST(what_is_wrong_with_weights_has_its_place)
{
	expect_fault("p wcnf 1 1 h\n", 1, 12, "this TOP is not a number below");
	expect_fault("p wcnf 1\n", 2, 1, "p wcnf VARIABLES CLAUSES");
	expect_fault("p wcnf 1 1 2\nh 1 0\n", 2, 1, "begins with its weight");
	expect_fault("p wcnf 1 1 2\n-1 1 0\n", 2, 1, "its weight");
	expect_fault("p wcnf 1 1 2\n1 2 0\n", 2, 3, "write p wcnf 2 1");
	expect_fault("p wcnf 1 2 2\n1 1 0\n", 1, 10, "has 1; write p wcnf");
	expect_fault("h 1 0\n1.5 1 0\n", 2, 1, "begins with h or its weight");
	expect_fault("h 1 0\n111111111111111111111 1 0\n", 2, 1, "below 2^64");
	expect_fault("h 1 0\nh 1000001 0\n", 2, 3, "up to 1000000");
	expect_fault("h 1 0\n3", 2, 1, "does not end");
	expect_fault("h 1 0\nh 1", 2, 3, "does not end");
}

TEST(what_is_wrong_has_its_place)
{
	expect_fault("p sat 1 1 2\n", 1, 3, "only p cnf and p wcnf");
	expect_fault("p cnf x 1\n", 1, 7, "p cnf VARIABLES CLAUSES");
	expect_fault("p cnf 1\n", 2, 1, "p cnf VARIABLES CLAUSES");
	expect_fault("p cnf 99999999999999999999 1\n1 0\n", 1, 7, "header");
	expect_fault("p cnf 1 1\n1 +2 0\n", 2, 3, "a literal");
	expect_fault("p cnf 1 1\n1 a 0\n", 2, 3, "a literal");
	expect_fault("p cnf 1 1\n1 -2 0\n", 2, 3, "up to 1");
	expect_fault("p cnf 1 1\n1000001 0\n", 2, 1, "up to 1000000; number");
	expect_fault("p cnf 1 1\n-9223372036854775808 0\n", 2, 1,
		"up to 1000000; number");
	expect_fault("p cnf 2 1\n1 2\n", 2, 1, "does not end");
	expect_fault(
		"p cnf 2 2\n1 2 0\n", 1, 9, "2 clauses, and the text has 1");
	expect_fault("p cnf 2 1\n1 2 0\n1 0\n", 1, 9,
		"1 clause, and the text has 2");
}

TEST(soft_clauses_without_a_header_and_without_hard_ones_are_wcnf)
{
	DROP(translation) struct translation t;
	const char *text = "c cheap\n3 1 -2 0\n\n2 2 0\n";
	struct diagnostic fault;

	assert_true(language_read(text, strlen(text), &t, &fault));
	assert_int_equal(t.language, LANGUAGE_WCNF);
	assert_non_null(strstr(t.text.data, "(assert-soft x2 :weight 2)"));
}

TEST(a_line_that_begins_with_a_negative_number_is_no_weight)
{
	DROP(translation) struct translation t;
	const char *text = "1 -2 0\n-1 2 0\n";
	struct diagnostic fault;

	assert_true(language_read(text, strlen(text), &t, &fault));
	assert_int_equal(t.language, LANGUAGE_SMTLIB);
}
