/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdlib.h>

#include "base/alloc.h"
#include "store/changes.h"

/* The next number of "1 2 3", or false at its end. */
static bool
next(const char **text, int64_t *row)
{
	char *end;

	*row = strtol(*text, &end, 10);
	if (end == *text)
		return false;
	*text = end;
	return true;
}

/* Items with these rows; 0 is a new one. */
static struct model *
model_of(const char *rows)
{
	struct model *m = model_new();
	int64_t row;

	while (next(&rows, &row)) {
		struct item *item = item_new("x", NULL, NULL);

		item->row = row;
		model_insert(m, m->count, item);
	}
	return m;
}

/* kept: a letter per item of the candidate, "k" or "n". */
static void
expect(const char *before, const char *after, const char *kept,
	const char *dead)
{
	DROP(model) struct model *base = model_of(before);
	DROP(model) struct model *candidate = model_of(after);
	DROP(changes) struct changes c;
	size_t count = 0;
	int64_t row;

	changes_find(&c, base, candidate);
	for (size_t i = 0; i < candidate->count; i++)
		assert_int_equal(c.is_kept[i] ? 'k' : 'n', kept[i]);
	while (next(&dead, &row))
		assert_int_equal(c.dead[count++], row);
	assert_int_equal(c.dead_count, count);
}

static void
keeps_all_of_an_unchanged_model(void **state)
{
	(void)state;
	expect("1 2 3", "1 2 3", "kkk", "");
	expect("", "", "", "");
}

static void
an_inserted_item_is_the_only_new_one(void **state)
{
	(void)state;
	expect("1 2", "0 1 2", "nkk", "");
	expect("1 2", "1 0 2", "knk", "");
	expect("1 2", "1 2 0", "kkn", "");
	expect("", "0 0", "nn", "");
}

static void
a_removed_item_dies_alone(void **state)
{
	(void)state;
	expect("1 2 3", "2 3", "kk", "1");
	expect("1 2 3", "1 3", "kk", "2");
	expect("1 2 3", "1 2", "kk", "3");
	expect("1 2 3", "", "", "1 2 3");
}

static void
a_replaced_item_dies_and_is_new(void **state)
{
	(void)state;
	expect("1 2 3", "1 0 3", "knk", "2");
}

static void
rows_need_not_rise_with_their_places(void **state)
{
	(void)state;
	expect("9 4 7 2", "9 7 0 2", "kknk", "4");
}

static void
what_came_before_a_kept_item_cannot_come_behind_it(void **state)
{
	(void)state;
	expect("1 2 3", "2 3 1", "kkn", "1");
}

static void
rows_of_another_revision_are_new(void **state)
{
	(void)state;
	expect("5 6", "1 5 2", "nkn", "6");
}

static void
expect_place(const int64_t *low, const int64_t *high, size_t count,
	int64_t first, int64_t step)
{
	int64_t got_first;
	int64_t got_step;

	assert_true(changes_place(low, high, count, &got_first, &got_step));
	assert_int_equal(got_first, first);
	assert_int_equal(got_step, step);
}

static void
gives_wide_gaps_where_there_is_room(void **state)
{
	const int64_t low = 100;
	const int64_t high = -100;

	(void)state;
	expect_place(NULL, NULL, 3, 0, CHANGES_GAP);
	expect_place(&low, NULL, 3, 100 + CHANGES_GAP, CHANGES_GAP);
	expect_place(NULL, &high, 3, -100 - 3 * CHANGES_GAP, CHANGES_GAP);
}

static void
divides_the_room_between_two_neighbours(void **state)
{
	const int64_t low = 10;
	const int64_t high = 20;

	(void)state;
	expect_place(&low, &high, 1, 15, 5);
	expect_place(&low, &high, 4, 12, 2);
	expect_place(&low, &high, 9, 11, 1);
}

static void
says_when_there_is_no_room(void **state)
{
	const int64_t low = 10;
	const int64_t high = 20;
	const int64_t last = INT64_MAX - 1;
	const int64_t front = INT64_MIN + 1;
	int64_t first;
	int64_t step;

	(void)state;
	assert_false(changes_place(&low, &high, 10, &first, &step));
	assert_false(changes_place(&last, NULL, 1, &first, &step));
	assert_false(changes_place(NULL, &front, 1, &first, &step));
}

static void
the_whole_range_of_keys_is_no_overflow(void **state)
{
	const int64_t low = INT64_MIN;
	const int64_t high = INT64_MAX;

	(void)state;
	expect_place(&low, &high, 1, INT64_MIN + CHANGES_GAP, CHANGES_GAP);
	expect_place(&low, NULL, 1, INT64_MIN + CHANGES_GAP, CHANGES_GAP);
	expect_place(NULL, &high, 1, INT64_MAX - CHANGES_GAP, CHANGES_GAP);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_all_of_an_unchanged_model),
		cmocka_unit_test(an_inserted_item_is_the_only_new_one),
		cmocka_unit_test(a_removed_item_dies_alone),
		cmocka_unit_test(a_replaced_item_dies_and_is_new),
		cmocka_unit_test(rows_need_not_rise_with_their_places),
		cmocka_unit_test(
			what_came_before_a_kept_item_cannot_come_behind_it),
		cmocka_unit_test(rows_of_another_revision_are_new),
		cmocka_unit_test(gives_wide_gaps_where_there_is_room),
		cmocka_unit_test(divides_the_room_between_two_neighbours),
		cmocka_unit_test(says_when_there_is_no_room),
		cmocka_unit_test(the_whole_range_of_keys_is_no_overflow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
