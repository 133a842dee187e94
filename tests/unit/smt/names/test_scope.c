#include "unit/unit.h"

#include <string.h>

#include "smt/names/scope.h"

static const char text[] = "x |x| y cons";

static const struct token x = {.kind = TOKEN_SYMBOL, .offset = 0, .length = 1};
static const struct token quoted_x = {
	.kind = TOKEN_QUOTED, .offset = 2, .length = 3};
static const struct token y = {.kind = TOKEN_SYMBOL, .offset = 6, .length = 1};
static const struct token cons = {
	.kind = TOKEN_SYMBOL, .offset = 8, .length = 4};

struct fixture {
	struct scope scope;
	struct symbols symbols;
};

static int
set_up(void **state)
{
	static struct fixture f;

	f = (struct fixture){0};
	scope_init(&f.scope, text, &f.symbols);
	*state = &f;
	return 0;
}

static int
tear_down(void **state)
{
	struct fixture *f = *state;

	scope_release(&f->scope);
	symbols_release(&f->symbols);
	return 0;
}

TEST_WITH(reports_a_use_once_per_name_space, set_up, tear_down)
{
	struct fixture *f = *state;

	scope_use(&f->scope, &x, SPACE_FUNCTION);
	scope_use(&f->scope, &quoted_x, SPACE_FUNCTION);
	scope_use(&f->scope, &x, SPACE_SORT);
	assert_int_equal(f->symbols.used_count, 2);
	assert_false(f->symbols.used[0].is_sort);
	assert_true(f->symbols.used[1].is_sort);
}

TEST_WITH(does_not_report_what_is_bound, set_up, tear_down)
{
	struct fixture *f = *state;

	scope_bind(&f->scope, &x, SPACE_FUNCTION);
	scope_use(&f->scope, &quoted_x, SPACE_FUNCTION);
	assert_int_equal(f->symbols.used_count, 0);
	scope_use(&f->scope, &x, SPACE_SORT);
	assert_int_equal(f->symbols.used_count, 1);
}

TEST_WITH(reports_it_when_all_binders_are_left, set_up, tear_down)
{
	struct fixture *f = *state;

	scope_bind(&f->scope, &x, SPACE_FUNCTION);
	scope_bind(&f->scope, &x, SPACE_FUNCTION);
	scope_leave(&f->scope, 1);
	scope_use(&f->scope, &x, SPACE_FUNCTION);
	assert_int_equal(f->symbols.used_count, 0);
	scope_leave(&f->scope, 0);
	scope_use(&f->scope, &x, SPACE_FUNCTION);
	assert_int_equal(f->symbols.used_count, 1);
}

TEST_WITH(looks_through_binders_when_told_to, set_up, tear_down)
{
	struct fixture *f = *state;

	scope_bind(&f->scope, &x, SPACE_FUNCTION);
	scope_use_global(&f->scope, &x);
	assert_int_equal(f->symbols.used_count, 1);
}

TEST_WITH(lets_a_name_wait_to_be_bound, set_up, tear_down)
{
	struct fixture *f = *state;

	scope_wait(&f->scope, &x);
	scope_wait(&f->scope, &y);
	scope_bind_waiting(&f->scope, 1);
	assert_int_equal(f->scope.open.count, 1);
	scope_use(&f->scope, &y, SPACE_FUNCTION);
	assert_int_equal(f->symbols.used_count, 0);
	scope_use(&f->scope, &x, SPACE_FUNCTION);
	assert_int_equal(f->symbols.used_count, 1);
}

TEST_WITH(takes_a_declaration_for_its_own_when_published, set_up, tear_down)
{
	struct fixture *f = *state;
	long number;

	(void)scope_declare(&f->scope, &y, SYMBOL_DEFINED);
	scope_use(&f->scope, &y, SPACE_FUNCTION);
	assert_int_equal(f->symbols.used_count, 1);
	number = scope_declare(&f->scope, &x, SYMBOL_DEFINED);
	scope_publish(&f->scope, number);
	scope_use(&f->scope, &x, SPACE_FUNCTION);
	assert_int_equal(f->symbols.used_count, 1);
	scope_use(&f->scope, &x, SPACE_SORT);
	assert_int_equal(f->symbols.used_count, 2);
}

TEST_WITH(makes_the_tester_of_a_constructor, set_up, tear_down)
{
	struct fixture *f = *state;

	scope_declare_tester(&f->scope, &cons);
	assert_int_equal(f->symbols.declared_count, 1);
	assert_string_equal(f->symbols.declared[0].name, "is-cons");
	assert_int_equal(f->symbols.declared[0].kind, SYMBOL_TESTER);
	assert_int_equal(f->symbols.declared[0].offset, 8);
}
