#include "unit/unit.h"

#include "tools/hints/declared_symbols.h"

#include <string.h>

#include "base/alloc.h"

static void
add(struct declared_symbols *known, const char *text, size_t owner)
{
	declared_symbols_add(known, text, strlen(text), owner);
}

static void
expect_type(const char *text, const char *name, const char *type)
{
	DROP(declared_symbols) struct declared_symbols known = {0};
	size_t owner;

	add(&known, text, 0);
	if (!declared_symbols_find(&known, name, &owner))
		fail_msg("%s: %s is not known", text, name);
	for (size_t i = 0; i < known.count; i++) {
		const char *found = known.symbols[i].type;

		if (strcmp(known.symbols[i].name, name) != 0)
			continue;
		if (type == NULL ? found != NULL
				 : found == NULL || strcmp(found, type) != 0)
			fail_msg("%s: the type is %s", text,
				found != NULL ? found : "not known");
	}
}

TEST(knows_what_was_declared_with_its_type)
{
	expect_type("(declare-const x Int)", "x", "Int");
	expect_type(
		"(declare-const a (Array Int Bool))", "a", "(Array Int Bool)");
	expect_type("(declare-fun f (Int Real) Bool)", "f", "(Int Real) Bool");
	expect_type("(declare-fun c () Int)", "c", "Int");
	expect_type("(define-fun g ((x Int) (y Bool)) Real 1.0)", "g",
		"(Int Bool) Real");
	expect_type("(define-fun k () Int 3)", "k", "Int");
	expect_type("(define-const k Int 3)", "k", "Int");
	expect_type("(define-fun-rec h ((n Int)) Int (h n))", "h", "(Int) Int");
}

TEST(knows_names_whose_type_is_not_said_in_one_place)
{
	expect_type("(declare-sort S 0)", "S", NULL);
	expect_type("(declare-datatype L ((nil) (cons (head Int) (tail L))))",
		"cons", NULL);
	expect_type("(assert (! true :named fact))", "fact", NULL);
}

TEST(a_quoted_name_is_known_without_its_bars)
{
	expect_type("(declare-const |a b| Int)", "a b", "Int");
}

TEST(the_first_owner_of_a_name_is_told)
{
	DROP(declared_symbols) struct declared_symbols known = {0};
	size_t owner = 9;

	add(&known, "(declare-const x Int)", 3);
	add(&known, "(declare-const y Int)(declare-const x Bool)", 5);
	assert_true(declared_symbols_find(&known, "x", &owner));
	assert_int_equal(owner, 3);
	assert_true(declared_symbols_find(&known, "y", &owner));
	assert_int_equal(owner, 5);
	assert_false(declared_symbols_find(&known, "z", &owner));
}

TEST(a_text_that_is_none_adds_nothing)
{
	DROP(declared_symbols) struct declared_symbols known = {0};

	add(&known, "(declare-const x Int", 0);
	assert_int_equal(known.count, 0);
}
