#include "unit/model/edited.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/deps/index.h"
#include "smt/rules/command_policy.h"
#include "tools/hints/declared_symbols.h"

static void
add(struct declared_symbols *known, const char *text)
{
	declared_symbols_add(known, text, strlen(text));
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

#define TEXT \
	"(declare-const a Int)\n(push)\n(declare-const b Int)\n(pop)\n" \
	"(declare-const c Int)\n"

/* What is declared before that line. */
static void
look_at(unsigned line, struct declared_symbols *k)
{
	struct admitted_text allowed;
	struct diagnostic fault = {.kind = DIAGNOSTIC_SOLVER};

	for (const char *at = TEXT; line > 1; at++, fault.offset++)
		line -= *at == '\n';
	assert_true(command_policy_script(
		TEXT, strlen(TEXT), &allowed, &(struct diagnostic){0}));
	declared_symbols_of_script(k, &allowed, &fault);
	admitted_text_release(&allowed);
}

TEST(knows_what_a_script_declares_before_a_fault)
{
	DROP(declared_symbols) struct declared_symbols k = {0};

	look_at(4, &k);
	assert_true(declared_symbols_have(&k, "a"));
	assert_true(declared_symbols_have(&k, "b"));
	assert_false(declared_symbols_have(&k, "c"));
}

/* The names that may be spoken of where the item of that number fails. */
static void
look(struct visible_symbols *scope, const struct edited *e, size_t number)
{
	DROP(diff) struct diff d;

	diff_find(&d, e->base, e->now);
	index_overlay_enter(e->index, &d);
	visible_symbols_find(scope, e->index, e->now, model_at(e->now, number));
	index_overlay_leave(e->index, &d);
}

static bool
sees(const struct visible_symbols *scope, const char *name)
{
	return declared_symbols_have(&scope->known, name);
}

TEST(tells_what_only_a_later_item_declares)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)",
		"(declare-const y Int)", "(declare-const y Bool)");
	DROP(visible_symbols) struct visible_symbols scope;

	insert(&e, 1, "(assert (> x y))");
	look(&scope, &e, 1);
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
	look(&scope, &e, e.now->count - 1);
	assert_true(sees(&scope, "height"));
	assert_true(sees(&scope, "used"));
	assert_false(sees(&scope, "other"));
}
