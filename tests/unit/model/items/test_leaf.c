#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "model/items/leaf.h"

static struct item *
named(char name)
{
	char text[] = {name, '\0'};

	return item_new("(assert p)", text, NULL);
}

/* Items called by the letters, in that order. */
static struct leaf *
chunk_of(const char *names)
{
	struct leaf *c = leaf_new();

	for (; *names != '\0'; names++)
		leaf_insert(c, c->count, named(*names));
	return c;
}

/* Both the items and what stands beside them. */
static void
expect(const struct leaf *c, const char *names)
{
	assert_int_equal(c->count, strlen(names));
	for (size_t i = 0; i < c->count; i++) {
		assert_int_equal(c->items[i]->name[0], names[i]);
		assert_int_equal(c->tags[i], leaf_tag(c->items[i]->name));
	}
}

TEST(is_empty_and_of_one_owner_when_new)
{
	struct leaf *c = leaf_new();

	assert_int_equal(c->references, 1);
	expect(c, "");
	leaf_free(c);
}

TEST(inserts_at_the_ends_and_between)
{
	struct leaf *c = chunk_of("bd");

	leaf_insert(c, 0, named('a'));
	leaf_insert(c, 2, named('c'));
	leaf_insert(c, 4, named('e'));
	expect(c, "abcde");
	leaf_free(c);
}

TEST(inserting_takes_the_reference)
{
	struct leaf *c = leaf_new();
	DROP(item) struct item *item = named('a');

	leaf_insert(c, 0, item_hold(item));
	assert_ptr_equal(c->items[0], item);
	assert_int_equal(item->references, 2);
	leaf_free(c);
	assert_int_equal(item->references, 1);
}

TEST(takes_items_out_with_their_references)
{
	struct leaf *c = chunk_of("abcd");
	DROP(item) struct item *middle = leaf_take(c, 1);
	DROP(item) struct item *last = leaf_take(c, 2);
	DROP(item) struct item *first = leaf_take(c, 0);

	expect(c, "c");
	assert_string_equal(first->name, "a");
	assert_string_equal(middle->name, "b");
	assert_string_equal(last->name, "d");
	assert_int_equal(middle->references, 1);
	leaf_free(c);
}

TEST(holds_as_many_items_as_it_says)
{
	struct leaf *c = chunk_of("z");
	DROP(item) struct item *last = NULL;

	while (c->count < LEAF_MAX)
		leaf_insert(c, 0, named('a'));
	assert_string_equal(c->items[LEAF_MAX - 2]->name, "a");
	last = leaf_take(c, LEAF_MAX - 1);
	assert_string_equal(last->name, "z");
	assert_int_equal(c->count, LEAF_MAX - 1);
	leaf_insert(c, 0, named('b'));
	assert_string_equal(c->items[0]->name, "b");
	assert_string_equal(c->items[LEAF_MAX - 1]->name, "a");
	leaf_free(c);
}

static void
expect_split(size_t at, const char *left, const char *right)
{
	struct leaf *c = chunk_of("abcd");
	struct leaf *rest = leaf_split(c, at);

	expect(c, left);
	expect(rest, right);
	assert_int_equal(rest->references, 1);
	for (size_t i = 0; i < rest->count; i++)
		assert_int_equal(rest->items[i]->references, 1);
	leaf_free(c);
	expect(rest, right);
	leaf_free(rest);
}

TEST(splits_in_two_wherever_it_is_asked_to)
{
	expect_split(1, "a", "bcd");
	expect_split(2, "ab", "cd");
	expect_split(0, "", "abcd");
	expect_split(4, "abcd", "");
}

TEST(lives_until_its_last_owner_lets_go)
{
	struct leaf *c = chunk_of("ab");
	DROP(item) struct item *item = item_hold(c->items[1]);

	assert_ptr_equal(leaf_hold(c), c);
	assert_int_equal(c->references, 2);
	leaf_free(c);
	expect(c, "ab");
	assert_int_equal(item->references, 2);
	leaf_free(c);
	assert_int_equal(item->references, 1);
}

TEST(its_only_owner_owns_it_already)
{
	struct leaf *c = chunk_of("ab");

	assert_ptr_equal(leaf_own(c), c);
	assert_int_equal(c->references, 1);
	assert_int_equal(c->items[0]->references, 1);
	leaf_free(c);
}

TEST(who_shares_it_gets_a_copy_that_shares_the_items)
{
	struct leaf *c = chunk_of("ab");
	struct leaf *copy = leaf_own(leaf_hold(c));

	assert_ptr_not_equal(copy, c);
	assert_int_equal(c->references, 1);
	assert_int_equal(copy->references, 1);
	assert_ptr_equal(copy->items[1], c->items[1]);
	assert_int_equal(c->items[1]->references, 2);
	leaf_insert(copy, 1, named('x'));
	expect(copy, "axb");
	expect(c, "ab");
	leaf_free(c);
	expect(copy, "axb");
	assert_int_equal(copy->items[0]->references, 1);
	leaf_free(copy);
}

/* The values that the authors of FNV give. */
TEST(a_tag_is_a_hash_of_the_name)
{
	assert_int_equal(leaf_tag("a"), 0xe40c292c);
	assert_int_equal(leaf_tag("foobar"), 0xbf9cf968);
}

TEST(only_what_has_no_name_has_the_tag_0)
{
	struct leaf *c = leaf_new();

	assert_int_equal(leaf_tag(NULL), 0);
	assert_int_not_equal(leaf_tag(""), 0);
	/* Its hash is 0. */
	assert_int_not_equal(leaf_tag("\xcc\x24\x31\xc4"), 0);
	leaf_insert(c, 0, item_new("(assert p)", NULL, NULL));
	assert_int_equal(c->tags[0], 0);
	leaf_free(c);
}
