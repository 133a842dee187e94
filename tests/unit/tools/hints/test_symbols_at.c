#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "smt/rules/command_policy.h"
#include "tools/hints/symbols_at.h"

#define TEXT \
	"(declare-const a Int)\n(push)\n(declare-const b Int)\n(pop)\n" \
	"(declare-const c Int)\n"

static void
find(struct symbols_at *f, struct admitted_text *allowed, unsigned line)
{
	struct diagnostic fault;

	assert_true(command_policy_script(TEXT, strlen(TEXT), allowed, &fault));
	symbols_at_find(f, allowed, line);
}

static void
drop(struct symbols_at *f, struct admitted_text *allowed)
{
	symbols_at_drop(f);
	admitted_text_release(allowed);
}

static bool
knows(const struct symbols_at *f, const char *name)
{
	size_t owner;

	return declared_symbols_find(&f->known, name, &owner);
}

TEST(knows_what_is_declared_up_to_a_line)
{
	struct symbols_at f;
	struct admitted_text allowed;

	find(&f, &allowed, 3);
	assert_true(knows(&f, "a"));
	assert_true(knows(&f, "b"));
	assert_false(knows(&f, "c"));
	drop(&f, &allowed);
}

TEST(forgets_what_pop_takes_away)
{
	struct symbols_at f;
	struct admitted_text allowed;

	find(&f, &allowed, 5);
	assert_true(knows(&f, "a"));
	assert_false(knows(&f, "b"));
	assert_true(knows(&f, "c"));
	drop(&f, &allowed);
}

TEST(explains_a_name_that_pop_took)
{
	struct symbols_at f;
	struct admitted_text allowed;
	struct diagnostic fault = {
		.kind = DIAGNOSTIC_SOLVER, .what = "unknown constant b"};
	struct err e;

	find(&f, &allowed, 5);
	(void)err_set(&e, ERR_TEXT, "No.");
	symbols_at_explain(&f, &fault, &e);
	assert_string_equal(e.text,
		"No.\nLine 3 declares b behind a (push), and (pop) takes "
		"declarations away too: declare it before the (push).");
	drop(&f, &allowed);
}

TEST(says_nothing_of_a_name_that_never_was)
{
	struct symbols_at f;
	struct admitted_text allowed;
	struct diagnostic fault = {
		.kind = DIAGNOSTIC_SOLVER, .what = "unknown constant q (Int) "};
	struct err e;

	find(&f, &allowed, 5);
	(void)err_set(&e, ERR_TEXT, "No.");
	symbols_at_explain(&f, &fault, &e);
	assert_string_equal(e.text, "No.");
	drop(&f, &allowed);
}
