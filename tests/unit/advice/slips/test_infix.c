#include "unit/unit.h"

#include "advice/slips/infix.h"

#include <string.h>

#include "base/alloc.h"

static void
expect(const char *infix, const char *smtlib)
{
	DROP(text) char *text = infix_rewrite(infix, strlen(infix));

	if (smtlib == NULL)
		assert_null(text);
	else
		assert_string_equal(text, smtlib);
}

TEST(one_operator_comes_first)
{
	expect("x > 0", "(> x 0)");
	expect(" (f x) == y ", "(= (f x) y)");
	expect("p && q", "(and p q)");
}

TEST(operators_bind_as_elsewhere)
{
	expect("x + y * 2 > 3", "(> (+ x (* y 2)) 3)");
	expect("x - y - z", "(- (- x y) z)");
	expect("p and q or r", "(or (and p q) r)");
	expect("p -> q -> r", "(=> p (=> q r))");
	expect("x > 0 && y != 1 || z", "(or (and (> x 0) (distinct y 1)) z)");
}

TEST(what_is_in_parentheses_is_rewritten_too)
{
	expect("(x + y) * 2 <= (f z)", "(<= (* (+ x y) 2) (f z))");
	expect("((x + 1) * 2) % 3 = 0", "(= (mod (* (+ x 1) 2) 3) 0)");
}

TEST(other_terms_are_left_alone)
{
	expect("x", NULL);
	expect("(> x 0)", NULL);
	expect("x y z", NULL);
	expect("x > ", NULL);
	expect("> x 0", NULL);
	expect("f ( x ) > 0", NULL);
	expect("", NULL);
}
