#include "unit/unit.h"

#include "model/items/item.h"
#include "smt/rules/parsed_text.h"

TEST(versions_that_keep_the_text_share_what_was_read)
{
	DROP(item)
	struct item *old = item_new("(declare-const x Int)", "a", NULL);
	DROP(item) struct item *copy = item_copy(old);
	DROP(item) struct item *named = item_new_version(old, NULL, "b", NULL);
	const struct symbols *symbols = parsed_text_symbols(item_parsed(old));

	assert_int_equal(symbols->declared_count, 1);
	assert_ptr_equal(item_parsed(copy), item_parsed(old));
	assert_ptr_equal(item_parsed(named), item_parsed(old));
	assert_string_equal(named->name, "b");
	assert_int_equal(named->lineage, old->lineage);
}

TEST(what_was_read_outlives_the_version_that_it_was_read_for)
{
	struct item *old = item_new("(declare-const x Int)", NULL, NULL);
	DROP(item) struct item *copy = item_copy(old);

	(void)parsed_text_symbols(item_parsed(old));
	item_free(old);
	assert_string_equal(copy->content, "(declare-const x Int)");
	assert_non_null(
		symbols_declared(parsed_text_symbols(item_parsed(copy)), "x"));
}

TEST(a_version_of_another_text_is_read_anew)
{
	DROP(item)
	struct item *old = item_new("(declare-const x Int)", NULL, NULL);
	DROP(item)
	struct item *other =
		item_new_version(old, "(declare-const y Int)", NULL, NULL);

	assert_non_null(
		symbols_declared(parsed_text_symbols(item_parsed(other)), "y"));
	assert_null(
		symbols_declared(parsed_text_symbols(item_parsed(other)), "x"));
	assert_non_null(
		symbols_declared(parsed_text_symbols(item_parsed(old)), "x"));
}
