#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"

static void
assert_near(const char *word, const char *candidate, size_t distance)
{
	struct nearest n = {.word = word};

	nearest_offer(&n, candidate);
	if (n.best == NULL)
		fail_msg("%s is not near %s", word, candidate);
	if (n.distance != distance)
		fail_msg("%s is %zu from %s, not %zu", word, n.distance,
			candidate, distance);
}

static void
assert_far(const char *word, const char *candidate)
{
	struct nearest n = {.word = word};

	nearest_offer(&n, candidate);
	if (n.best != NULL)
		fail_msg("%s is near %s", word, candidate);
}

TEST(counts_one_for_each_kind_of_typo)
{
	assert_near("contnt", "content", 1);   /* a letter missing */
	assert_near("conntent", "content", 1); /* one too many */
	assert_near("contemt", "content", 1);  /* another one */
	assert_near("conetnt", "content", 1);  /* two swapped */
}

TEST(a_third_of_the_longer_word_may_differ_and_one_letter_of_a_short_one)
{
	assert_near("CONTENT", "content", 0); /* letter case is free */
	assert_near("timeoutMs", "timeout_ms", 1);
	assert_near("abcxyz", "abcdyy", 2);
	assert_far("abcxyz", "abcdef");
	assert_near("timeout", "timeout_ms", 3);
	assert_far("timeou", "timeout_ms");
	assert_near("x", "x1", 1);
	assert_near("ab", "ba", 1);
	assert_near("abc", "abd", 1);
	assert_far("abc", "ade");
	assert_far("abc", "cba"); /* only neighbours are swapped */
	assert_near("gr\xc3\xb6n", "gr\xc3\xb6ne", 1);
	/* Something must be left of the word. */
	assert_far("x", "y");
	assert_far("", "y");
	assert_far("x", "");
}

TEST(the_nearest_wins_whatever_the_order)
{
	struct nearest n = {.word = "declare-fan"};

	nearest_offer(&n, "declare-var");
	nearest_offer(&n, "declare-fun");
	nearest_offer(&n, "define-fun");
	assert_string_equal(n.best, "declare-fun");
	n = (struct nearest){.word = "item"}; /* the first of equals */
	nearest_offer(&n, "itemA");
	nearest_offer(&n, "itemB");
	assert_string_equal(n.best, "itemA");
}

TEST(words_of_128_bytes_are_compared_and_no_longer_ones)
{
	DROP(text) char *longest = mem_new(129);
	DROP(text) char *longer = mem_new(130);

	memset(longest, 'a', 128);
	memset(longer, 'a', 129);
	assert_near(longest, longest, 0);
	assert_far(longer, longer);
	assert_far(longest, longer);
}

TEST(the_nearest_row_of_a_table_is_found)
{
	static const struct {
		/* cppcheck-suppress unusedStructMember ; names come after */
		int number;
		const char *name;
	} table[] = {{1, "alpha"}, {2, "beta"}, {3, "gamma"}};

	assert_string_equal(NEAREST_IN("gama", table, name), "gamma");
	assert_null(NEAREST_IN("omega-3", table, name));
}
