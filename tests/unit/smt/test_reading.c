/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "smt/reading.h"

static const struct token open = {.kind = TOKEN_OPEN, .line = 1, .column = 1};

static void
knows_the_values_of_each_list(void **state)
{
	struct clauses clauses = {0};
	struct reading r = {.clauses = &clauses};

	(void)state;
	reading_push(&r, 5);
	(void)reading_open(&r, READING_OPERATOR, &open);
	reading_push(&r, 6);
	reading_push(&r, -7);
	assert_int_equal(reading_values(&r, reading_top(&r))[0], 6);
	assert_int_equal(reading_values(&r, reading_top(&r))[1], -7);
	assert_int_equal(r.value_count - reading_top(&r)->values, 2);
	reading_release(&r);
}

static void
has_no_values_before_the_first(void **state)
{
	struct clauses clauses = {0};
	struct reading r = {.clauses = &clauses};

	(void)state;
	(void)reading_open(&r, READING_BINDINGS, &open);
	assert_null(reading_values(&r, reading_top(&r)));
	reading_release(&r);
}

static void
remembers_what_was_there_when_a_list_opened(void **state)
{
	struct clauses clauses = {.literals = {.binding_count = 3}};
	struct reading r = {.clauses = &clauses};

	(void)state;
	reading_push(&r, 5);
	reading_push_name(&r, 4);
	(void)reading_open(&r, READING_BINDING, &open);
	assert_int_equal(reading_top(&r)->kind, READING_BINDING);
	assert_int_equal(reading_top(&r)->values, 1);
	assert_int_equal(reading_top(&r)->names, 1);
	assert_int_equal(reading_top(&r)->bindings, 3);
	reading_release(&r);
}

static void
opens_ten_thousand_lists(void **state)
{
	struct clauses clauses = {0};
	struct reading r = {.clauses = &clauses};

	(void)state;
	for (int32_t i = 1; i <= 10000; i++) {
		reading_push(&r, i);
		(void)reading_open(&r, READING_OPERATOR, &open);
	}
	assert_int_equal(r.list_count, 10000);
	assert_int_equal(reading_values(&r, &r.lists[0])[0], 2);
	reading_release(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_the_values_of_each_list),
		cmocka_unit_test(has_no_values_before_the_first),
		cmocka_unit_test(remembers_what_was_there_when_a_list_opened),
		cmocka_unit_test(opens_ten_thousand_lists),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
