#include "unit/unit.h"

#include <string.h>

#include "smt/names/grammar_role.h"

static enum grammar_role
role_in(enum shape shape, size_t position)
{
	return grammar_role_at(
		&(struct frame){.shape = shape, .position = position});
}

TEST(gives_each_element_of_a_list_its_role)
{
	assert_int_equal(role_in(SHAPE_DEFINE_FUN, 0), ROLE_DEFINE);
	assert_int_equal(role_in(SHAPE_DEFINE_FUN, 1), ROLE_PARAMETERS);
	assert_int_equal(role_in(SHAPE_DEFINE_FUN, 2), ROLE_SORT);
	assert_int_equal(role_in(SHAPE_DEFINE_FUN, 3), ROLE_TERM);
	assert_int_equal(role_in(SHAPE_DEFINE_FUN, 4), ROLE_SKIP);
}

TEST(gives_all_elements_behind_the_fourth_one_role)
{
	assert_int_equal(role_in(SHAPE_TERM, 4), ROLE_TERM);
	assert_int_equal(role_in(SHAPE_TERM, 1000000), ROLE_TERM);
}

TEST(gives_a_list_its_shape_by_its_role)
{
	assert_int_equal(grammar_role_list(ROLE_TERM), SHAPE_TERM);
	assert_int_equal(grammar_role_list(ROLE_HEAD), SHAPE_QUALIFIED);
	assert_int_equal(grammar_role_list(ROLE_SKIP), SHAPE_SKIP);
}

TEST(finds_nothing_below_what_it_skips)
{
	for (size_t i = 0; i < 6; i++)
		assert_int_equal(role_in(SHAPE_SKIP, i), ROLE_SKIP);
}

/* The shape of a term's list when it begins with the word. */
static enum shape
shape_behind(const char *word)
{
	struct symbols symbols = {0};
	struct scope scope;
	struct symbol_walk w = {.scope = &scope};
	struct frame f = {.shape = SHAPE_TERM};
	struct token t = {.kind = TOKEN_SYMBOL, .length = strlen(word)};

	scope_init(&scope, word, &symbols);
	grammar_role_act(ROLE_HEAD, &w, &f, &t);
	assert_int_equal(symbols.used_count, f.shape == SHAPE_TERM ? 1 : 0);
	scope_release(&scope);
	symbols_release(&symbols);
	return f.shape;
}

TEST(changes_a_term_by_its_first_word)
{
	assert_int_equal(shape_behind("let"), SHAPE_LET);
	assert_int_equal(shape_behind("forall"), SHAPE_QUANTIFIER);
	assert_int_equal(shape_behind("exists"), SHAPE_QUANTIFIER);
	assert_int_equal(shape_behind("lambda"), SHAPE_QUANTIFIER);
	assert_int_equal(shape_behind("match"), SHAPE_MATCH);
	assert_int_equal(shape_behind("!"), SHAPE_ATTRIBUTED);
	assert_int_equal(shape_behind("as"), SHAPE_AS);
	assert_int_equal(shape_behind("_"), SHAPE_INDEXED);
	assert_int_equal(shape_behind("root-obj"), SHAPE_SKIP);
	assert_int_equal(shape_behind("f"), SHAPE_TERM);
	assert_int_equal(shape_behind("case"), SHAPE_TERM);
}
