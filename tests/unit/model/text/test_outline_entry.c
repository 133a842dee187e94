#include "unit/unit.h"

#include "model/text/outline_entry.h"

#include <string.h>

#include "base/alloc.h"
#include "smt/text/commands.h"

/* Whether the one command has an entry; `line` holds it. */
static bool
write_entry(
	const char *text, struct buf *line, enum outline_entry_section *section)
{
	DROP(commands) struct commands forms = {0};
	struct diagnostic fault;

	assert_true(commands_split(text, strlen(text), &forms, &fault));
	return outline_entry_write(text, &forms.at[0], line, section);
}

static void
expect_entry(
	const char *text, enum outline_entry_section wanted, const char *entry)
{
	DROP(buf) struct buf line;
	enum outline_entry_section section;

	buf_init(&line, 1000);
	assert_true(write_entry(text, &line, &section));
	assert_int_equal(section, wanted);
	assert_string_equal(line.data, entry);
}

TEST(a_constant_has_its_sort)
{
	expect_entry(
		"(declare-const x Int)", OUTLINE_ENTRY_FUNCTIONS, "x: Int");
	expect_entry("(define-const y Int 3)", OUTLINE_ENTRY_FUNCTIONS,
		"y: Int, defined");
}

TEST(a_function_has_its_signature)
{
	expect_entry("(declare-fun f (Int Bool) Int)", OUTLINE_ENTRY_FUNCTIONS,
		"f: (Int Bool) Int");
	expect_entry(
		"(declare-fun c () Int)", OUTLINE_ENTRY_FUNCTIONS, "c: Int");
	expect_entry("(define-fun g ((a Int) (b Real)) Real b)",
		OUTLINE_ENTRY_FUNCTIONS, "g: (Int Real) Real, defined");
	expect_entry("(define-funs-rec ((f ((a Int)) Bool) (g () Int))"
		     " (true 1))",
		OUTLINE_ENTRY_FUNCTIONS, "f: (Int) Bool, g: Int, defined");
}

TEST(a_sort_tells_what_it_is_made_of)
{
	expect_entry("(declare-sort S 0)", OUTLINE_ENTRY_SORTS, "S");
	expect_entry(
		"(declare-sort S 2)", OUTLINE_ENTRY_SORTS, "S, parameters: 2");
	expect_entry("(define-sort P (T) (Array Int T))", OUTLINE_ENTRY_SORTS,
		"P (T) = (Array Int T)");
	expect_entry("(declare-datatype C ((red) (green)))",
		OUTLINE_ENTRY_SORTS, "C: ((red) (green))");
}

TEST(any_other_command_is_shown_without_its_comments)
{
	expect_entry("(assert ; why\n  (> x\n 0))", OUTLINE_ENTRY_ASSERTIONS,
		"(assert (> x 0))");
	expect_entry("(minimize x)", OUTLINE_ENTRY_OBJECTIVES, "(minimize x)");
	expect_entry(
		"(set-logic ALL)", OUTLINE_ENTRY_SETTINGS, "(set-logic ALL)");
}

TEST(what_no_item_holds_is_in_no_section)
{
	DROP(buf) struct buf line;
	enum outline_entry_section section;

	buf_init(&line, 1000);
	assert_false(write_entry("(check-sat)", &line, &section));
	assert_int_equal(line.size, 0);
}

TEST(stops_at_the_ceiling_of_the_line)
{
	DROP(buf) struct buf line;
	enum outline_entry_section section;

	buf_init(&line, 20);
	assert_true(write_entry(
		"(assert (and p q r s t u v w x y z))", &line, &section));
	assert_true(line.overflowed);
	assert_in_range(line.size, 1, 20);
}
