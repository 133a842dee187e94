#include "unit/unit.h"

#include "tools/hints/visible_symbols.h"

#include <string.h>

#include "base/alloc.h"
#include "model/deps/index.h"
#include "unit/model/edited.h"

/* The names that may be spoken of where the item of that number fails. */
static void
find(struct visible_symbols *scope, const struct edited *e, size_t number)
{
	DROP(diff) struct diff d;

	diff_find(&d, e->base, e->now);
	index_overlay_enter(e->index, &d);
	visible_symbols_find(scope, e->index, e->now, model_at(e->now, number));
	index_overlay_leave(e->index, &d);
}

static bool
knows(const struct visible_symbols *scope, const char *name)
{
	size_t owner;

	return declared_symbols_find(&scope->known, name, &owner);
}

TEST(knows_what_is_declared_before_the_item)
{
	DROP(edited)
	struct edited e =
		MODEL("(declare-const x Int)", "(declare-const y Int)");
	DROP(visible_symbols) struct visible_symbols scope;

	insert(&e, 1, "(assert (> x z))");
	find(&scope, &e, 1);
	assert_true(knows(&scope, "x"));
	assert_string_equal(scope.known.symbols[0].type, "Int");
	assert_false(knows(&scope, "y"));
	assert_null(scope.late);
}

TEST(tells_what_only_a_later_item_declares)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)",
		"(declare-const y Int)", "(declare-const y Bool)");
	DROP(visible_symbols) struct visible_symbols scope;

	insert(&e, 1, "(assert (> x y))");
	find(&scope, &e, 1);
	assert_string_equal(scope.late, "y");
	assert_int_equal(scope.late_place, model_at(e.base, 1)->place);
}

TEST(finds_what_is_used_or_meant_at_any_distance)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const height Int)",
		"(declare-const used Int)", "(declare-const other Int)");
	DROP(visible_symbols) struct visible_symbols scope;

	for (int i = 0; i < 300; i++)
		append(&e, "(assert true)");
	append(&e, "(assert (> hieght used))");
	find(&scope, &e, e.now->count - 1);
	assert_true(knows(&scope, "height"));
	assert_true(knows(&scope, "used"));
	assert_false(knows(&scope, "other"));
}

TEST(leaves_the_index_as_it_was)
{
	DROP(edited) struct edited e = MODEL("(declare-const x Int)");
	DROP(visible_symbols) struct visible_symbols scope;
	size_t bytes = e.index->bytes;

	append(&e, "(assert (> y x))");
	find(&scope, &e, 1);
	assert_int_equal(e.index->bytes, bytes);
	assert_int_equal(e.index->record_count, 1);
}
