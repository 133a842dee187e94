#include "unit/unit.h"

#include "worker/base/context.h"
#include "worker/print/sort_cache.h"

TEST(a_sort_is_printed_once)
{
	Z3_context c = context_new();
	Z3_sort sort =
		Z3_mk_array_sort(c, Z3_mk_int_sort(c), Z3_mk_bool_sort(c));
	struct sort_cache s = {0};
	const char *text = sort_cache_text(&s, c, sort);

	assert_string_equal(text, "(Array Int Bool)");
	assert_ptr_equal(sort_cache_text(&s, c, sort), text);
	sort_cache_release(&s);
}

/* More of them than are kept. */
TEST(sorts_that_share_a_place_are_not_mistaken)
{
	Z3_context c = context_new();
	struct sort_cache s = {0};
	Z3_sort narrow = Z3_mk_bv_sort(c, 1);

	for (unsigned i = 2; i < 4 * SORT_CACHE_KEPT; i++) {
		Z3_sort wide = Z3_mk_bv_sort(c, i);

		assert_string_equal(sort_cache_text(&s, c, wide),
			Z3_sort_to_string(c, wide));
		assert_string_equal(
			sort_cache_text(&s, c, narrow), "(_ BitVec 1)");
	}
	sort_cache_release(&s);
}
