#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/hints/declared_symbols.h"

static void
add(struct declared_symbols *known, const char *text)
{
	DROP(parsed_text) struct parsed_text parsed;
	struct diagnostic ignored;

	(void)parsed_text_init(&parsed, text, strlen(text), &ignored);
	declared_symbols_add(known, &parsed, 0, SIZE_MAX);
}

static bool
declared_symbols_have(const struct declared_symbols *k, const char *name)
{
	size_t i = 0;

	while (i < k->count && strcmp(k->symbols[i].name, name) != 0)
		i++;
	return i < k->count;
}

static void
expect_type(const char *text, const char *name, const char *type)
{
	DROP(declared_symbols) struct declared_symbols known = {0};

	add(&known, text);
	if (!declared_symbols_have(&known, name))
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
	expect_type("(declare-sort S 0)", "S", "sort");
	expect_type("(declare-datatype L ((nil) (cons (head Int) (tail L))))",
		"cons", NULL);
	expect_type("(assert (! true :named fact))", "fact", NULL);
}

TEST(a_text_that_is_none_adds_nothing)
{
	DROP(declared_symbols) struct declared_symbols known = {0};

	add(&known, "(declare-const x Int");
	assert_int_equal(known.count, 0);
}
