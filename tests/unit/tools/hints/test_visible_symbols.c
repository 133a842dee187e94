/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "tools/hints/visible_symbols.h"

#include <string.h>

#include "base/alloc.h"
#include "model/deps/index_overlay.h"
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

static void
knows_what_is_declared_before_the_item(void **state)
{
	DROP(edited)
	struct edited e =
		MODEL("(declare-const x Int)", "(declare-const y Int)");
	DROP(visible_symbols) struct visible_symbols scope;

	(void)state;
	insert(&e, 1, "(assert (> x z))");
	find(&scope, &e, 1);
	assert_true(knows(&scope, "x"));
	assert_string_equal(scope.known.symbols[0].type, "Int");
	assert_false(knows(&scope, "y"));
	assert_null(scope.late);
}

static void
tells_what_only_a_later_item_declares(void **state)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)",
		"(declare-const y Int)", "(declare-const y Bool)");
	DROP(visible_symbols) struct visible_symbols scope;

	(void)state;
	insert(&e, 1, "(assert (> x y))");
	find(&scope, &e, 1);
	assert_string_equal(scope.late, "y");
	assert_int_equal(scope.late_place, model_at(e.base, 1)->place);
}

static void
finds_what_is_used_or_meant_at_any_distance(void **state)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const height Int)",
		"(declare-const used Int)", "(declare-const other Int)");
	DROP(visible_symbols) struct visible_symbols scope;

	(void)state;
	for (int i = 0; i < 300; i++)
		append(&e, "(assert true)");
	append(&e, "(assert (> hieght used))");
	find(&scope, &e, e.now->count - 1);
	assert_true(knows(&scope, "height"));
	assert_true(knows(&scope, "used"));
	assert_false(knows(&scope, "other"));
}

static void
leaves_the_index_as_it_was(void **state)
{
	DROP(edited) struct edited e = MODEL("(declare-const x Int)");
	DROP(visible_symbols) struct visible_symbols scope;
	size_t bytes = e.index->bytes;

	(void)state;
	append(&e, "(assert (> y x))");
	find(&scope, &e, 1);
	assert_int_equal(e.index->bytes, bytes);
	assert_int_equal(e.index->record_count, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_what_is_declared_before_the_item),
		cmocka_unit_test(tells_what_only_a_later_item_declares),
		cmocka_unit_test(finds_what_is_used_or_meant_at_any_distance),
		cmocka_unit_test(leaves_the_index_as_it_was),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
