#include "unit/unit.h"

#include "model/items/order_key.h"

/* Given last, but far from here. */
static const int64_t elsewhere = INT64_C(7) << 50;

static void
expect_between(int64_t low, int64_t high, int64_t recent, int64_t expected)
{
	int64_t place;

	assert_true(order_key_between(&low, &high, recent, &place));
	assert_true(low < place && place < high);
	assert_int_equal(place, expected);
}

static void
expect_behind(int64_t low, int64_t expected)
{
	int64_t place;

	assert_true(order_key_between(&low, NULL, elsewhere, &place));
	assert_int_equal(place, expected);
	/* No run: nothing stands behind to make it short. */
	assert_true(order_key_between(&low, NULL, low, &place));
	assert_int_equal(place, expected);
}

static void
expect_before(int64_t high, int64_t expected)
{
	int64_t place;

	assert_true(order_key_between(NULL, &high, elsewhere, &place));
	assert_int_equal(place, expected);
	assert_true(order_key_between(NULL, &high, high, &place));
	assert_int_equal(place, expected);
}

TEST(the_first_item_stands_in_the_middle)
{
	int64_t place = 1;

	assert_true(order_key_between(NULL, NULL, elsewhere, &place));
	assert_int_equal(place, 0);
}

TEST(at_an_end_a_place_is_a_gap_away)
{
	expect_behind(0, PLACE_GAP);
	expect_behind(-5, PLACE_GAP - 5);
	expect_before(0, -PLACE_GAP);
	expect_before(5, 5 - PLACE_GAP);
}

TEST(near_the_last_number_it_takes_half_of_what_is_left)
{
	expect_behind(INT64_MAX - 101, INT64_MAX - 51);
	expect_behind(INT64_MAX - 2, INT64_MAX - 1);
	expect_before(INT64_MIN + 100, INT64_MIN + 50);
	expect_before(INT64_MIN + 2, INT64_MIN + 1);
}

TEST(between_two_a_place_is_in_their_middle)
{
	expect_between(0, 1000, elsewhere, 500);
	expect_between(-1000, -500, elsewhere, -750);
	expect_between(0, 2, elsewhere, 1);
	expect_between(0, 3, elsewhere, 1);
}

TEST(the_distance_may_be_the_whole_range)
{
	expect_between(INT64_MIN, INT64_MAX, 0, -1);
}

TEST(next_to_the_place_given_last_it_stands_close)
{
	expect_between(0, 6400, 0, 100);
	expect_between(0, 6400, 6400, 6300);
	expect_between(0, 64, 0, 1);
	expect_between(0, 64, 64, 63);
}

TEST(where_room_is_short_a_run_takes_half_as_well)
{
	expect_between(0, 63, 0, 31);
	expect_between(0, 63, 63, 32);
	expect_between(0, 2, 0, 1);
	expect_between(0, 2, 2, 1);
}

TEST(says_when_there_is_no_room)
{
	const int64_t zero = 0;
	const int64_t one = 1;
	const int64_t most = INT64_MAX;
	const int64_t nearly_most = INT64_MAX - 1;
	const int64_t least = INT64_MIN;
	const int64_t nearly_least = INT64_MIN + 1;
	int64_t place;

	assert_false(order_key_between(&zero, &one, elsewhere, &place));
	assert_false(order_key_between(&zero, &one, zero, &place));
	assert_false(order_key_between(&zero, &one, one, &place));
	assert_false(order_key_between(&most, NULL, most, &place));
	assert_false(order_key_between(&nearly_most, NULL, elsewhere, &place));
	assert_false(order_key_between(NULL, &least, least, &place));
	assert_false(order_key_between(NULL, &nearly_least, elsewhere, &place));
}

TEST(a_long_run_of_inserts_finds_room_in_one_gap)
{
	const int64_t high = PLACE_GAP;
	int64_t low = 0;

	for (int i = 0; i < 1000; i++) {
		int64_t place;

		assert_true(order_key_between(&low, &high, low, &place));
		assert_true(low < place && place < high);
		low = place;
	}
}

TEST(a_long_run_of_inserts_finds_room_backwards_too)
{
	const int64_t low = 0;
	int64_t high = PLACE_GAP;

	for (int i = 0; i < 1000; i++) {
		int64_t place;

		assert_true(order_key_between(&low, &high, high, &place));
		assert_true(low < place && place < high);
		high = place;
	}
}

TEST(two_to_the_18_items_find_room_on_each_side)
{
	int64_t low = 0;
	int64_t high = 0;

	for (int i = 0; i < 1 << 18; i++) {
		int64_t place;

		assert_true(order_key_between(&low, NULL, low, &place));
		assert_int_equal(place - low, PLACE_GAP);
		low = place;
		assert_true(order_key_between(NULL, &high, high, &place));
		assert_int_equal(high - place, PLACE_GAP);
		high = place;
	}
}
