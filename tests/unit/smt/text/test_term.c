#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "smt/text/commands.h"

static void
assert_term(const char *text, const char *expected)
{
	struct diagnostic fault;
	size_t start;
	size_t length;
	DROP(text) char *found = NULL;

	if (!term_check(text, strlen(text), &start, &length, &fault))
		fail_msg("%s: refused: %s", text, fault.what);
	found = text_copy_n(text + start, length);
	assert_string_equal(found, expected);
}

static void
assert_fault(const char *text, enum diagnostic_kind kind, unsigned line,
	unsigned column, const char *piece)
{
	struct diagnostic fault;
	size_t start;
	size_t length;

	if (term_check(text, strlen(text), &start, &length, &fault))
		fail_msg("%s: accepted", text);
	if (fault.kind != kind || fault.line != line || fault.column != column)
		fail_msg("%s: kind %d at line %u, column %u: %s", text,
			(int)fault.kind, fault.line, fault.column, fault.what);
	if (strstr(fault.what, piece) == NULL)
		fail_msg("%s: no \"%s\" in: %s", text, piece, fault.what);
}

TEST(atoms_and_lists_are_terms)
{
	assert_term("x", "x");
	assert_term("|a b|", "|a b|");
	assert_term("17", "17");
	assert_term("#x0f", "#x0f");
	assert_term("\"a ) b\"", "\"a ) b\"");
	assert_term("(> x 0)", "(> x 0)");
	assert_term("((_ extract 3 0) v)", "((_ extract 3 0) v)");
	assert_term("(and\n  p ; a )\n  q)", "(and\n  p ; a )\n  q)");
}

TEST(blanks_and_comments_around_it_do_not_count)
{
	assert_term(" \n ; so\n (f x) ; )\n", "(f x)");
}

TEST(nothing_is_no_term)
{
	assert_fault("", DIAGNOSTIC_EMPTY, 1, 1, "");
	assert_fault(" ; (x)", DIAGNOSTIC_EMPTY, 1, 7, "");
}

TEST(a_term_cannot_reach_out_of_its_place)
{
	assert_fault("x) (assert false", DIAGNOSTIC_UNOPENED, 1, 2, "");
	assert_fault(")", DIAGNOSTIC_UNOPENED, 1, 1, "");
	assert_fault("(f x))", DIAGNOSTIC_UNOPENED, 1, 6, "");
	assert_fault("(f x", DIAGNOSTIC_UNCLOSED, 1, 1, "1 \")\" is missing");
	assert_fault(
		"(f (g x", DIAGNOSTIC_UNCLOSED, 1, 1, "2 \")\" are missing");
	assert_fault("(f \"x)", DIAGNOSTIC_STRING, 1, 4, "");
	assert_fault("(f |x)", DIAGNOSTIC_QUOTED, 1, 4, "");
}

TEST(two_terms_are_one_too_many)
{
	assert_fault("x y", DIAGNOSTIC_REFUSED, 1, 3, "second");
	assert_fault("(f x)\n(g x)", DIAGNOSTIC_REFUSED, 2, 1, "second");
	assert_fault("x > 5", DIAGNOSTIC_REFUSED, 1, 3, "second");
}

TEST(a_command_or_a_keyword_is_no_term)
{
	assert_fault("(assert (> x 0))", DIAGNOSTIC_REFUSED, 1, 2,
		"leave assert and its parentheses out");
	assert_fault(
		"(|assert| p)", DIAGNOSTIC_REFUSED, 1, 2, "a term is expected");
	assert_fault("(and p\n(check-sat))", DIAGNOSTIC_REFUSED, 2, 2,
		"a term is expected");
	assert_fault(":named", DIAGNOSTIC_REFUSED, 1, 1, "keyword");
	/* Names of commands that a model may well use for something else. */
	assert_term("(push stack x)", "(push stack x)");
}

TEST(limits_hold_inside_of_a_term)
{
	DROP(text) char *deep = mem_grow(NULL, 2 * LIMIT_NESTING + 2, 1);

	assert_fault("((_ sign_extend 4294967295) v)", DIAGNOSTIC_LIMIT, 1, 17,
		"4294967295");
	memset(deep, '(', LIMIT_NESTING - 1);
	deep[LIMIT_NESTING - 1] = '\0';
	assert_fault(deep, DIAGNOSTIC_LIMIT, 1, LIMIT_NESTING - 1, "nested");
}

TEST(bad_bytes_are_refused)
{
	assert_fault("\xff", DIAGNOSTIC_ENCODING, 1, 1, "0xff");
}
