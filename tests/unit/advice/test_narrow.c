#include "told.h"

#include "advice/narrow.h"

static struct err
advised(enum fault_kind kind, const char *text, unsigned column,
	const char *what, bool is_script)
{
	struct advice_place where = told_place(text);
	struct fault fault = {.kind = kind, .line = 1, .column = column};
	struct err e = {0};

	where.is_script = is_script;
	(void)snprintf(fault.what, sizeof(fault.what), "%s", what);
	assert_false(advice_fault(&fault, &where, &e));
	return e;
}

static void
assert_says(struct err e, const char *piece)
{
	if (strstr(e.text, piece) == NULL)
		fail_msg("no \"%s\" in: %s", piece, e.text);
}

static void
reads_the_logic_a_wider_one_and_what_it_lacks(void **state)
{
	struct narrow n = narrow_read("QF_BV QF_UFBV functions and sorts");

	(void)state;
	assert_int_equal(n.logic.length, 5);
	assert_memory_equal(n.logic.start, "QF_BV", 5);
	assert_int_equal(n.wider.length, 7);
	assert_memory_equal(n.wider.start, "QF_UFBV", 7);
	assert_string_equal(n.lacked, "functions and sorts");
}

/* It comes from a worker. */
static void
reads_nothing_beyond_the_end(void **state)
{
	struct narrow n = narrow_read("QF_BV");

	(void)state;
	assert_int_equal(n.logic.length, 5);
	assert_int_equal(n.wider.length, 0);
	assert_string_equal(n.lacked, "");
}

static void
names_a_logic_that_has_it(void **state)
{
	(void)state;
	assert_says(advised(FAULT_LOGIC, "(assert (= x 1))", 12,
			    "QF_BV ALL integers", false),
		"Replace the item with (set-logic QF_BV) by (set-logic ALL)");
	assert_says(advised(FAULT_LOGIC, "(assert (= x 1))", 12,
			    "QF_BV ALL integers", true),
		"Change (set-logic QF_BV) to (set-logic ALL)");
}

static void
names_what_stands_for_a_name_that_is_gone(void **state)
{
	(void)state;
	assert_says(advised(FAULT_LOGIC, "(assert (implies p p))", 10,
			    "QF_UF - names of Z3's own", false),
		"Write => instead of implies");
}

static void
says_where_a_logic_may_stand(void **state)
{
	const char *text = "(set-logic ALL)";

	(void)state;
	assert_says(advised(FAULT_LOGIC_PLACE, text, 2,
			    "set-logic has to stand first", false),
		"add_item with index 0");
	assert_says(advised(FAULT_LOGIC_PLACE, text, 2,
			    "the logic is set already", false),
		"replace_item on the item");
	assert_says(advised(FAULT_LOGIC_PLACE, text, 2,
			    "the logic is set already", true),
		"Keep one set-logic, as the first command");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_the_logic_a_wider_one_and_what_it_lacks),
		cmocka_unit_test(reads_nothing_beyond_the_end),
		cmocka_unit_test(names_a_logic_that_has_it),
		cmocka_unit_test(names_what_stands_for_a_name_that_is_gone),
		cmocka_unit_test(says_where_a_logic_may_stand),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
