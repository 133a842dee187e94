/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

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

static void
one_operator_comes_first(void **state)
{
	(void)state;
	expect("x > 0", "(> x 0)");
	expect(" (f x) == y ", "(= (f x) y)");
	expect("p && q", "(and p q)");
}

static void
operators_bind_as_elsewhere(void **state)
{
	(void)state;
	expect("x + y * 2 > 3", "(> (+ x (* y 2)) 3)");
	expect("x - y - z", "(- (- x y) z)");
	expect("p and q or r", "(or (and p q) r)");
	expect("p -> q -> r", "(=> p (=> q r))");
	expect("x > 0 && y != 1 || z", "(or (and (> x 0) (distinct y 1)) z)");
}

static void
what_is_in_parentheses_is_rewritten_too(void **state)
{
	(void)state;
	expect("(x + y) * 2 <= (f z)", "(<= (* (+ x y) 2) (f z))");
	expect("((x + 1) * 2) % 3 = 0", "(= (mod (* (+ x 1) 2) 3) 0)");
}

static void
other_terms_are_left_alone(void **state)
{
	(void)state;
	expect("x", NULL);
	expect("(> x 0)", NULL);
	expect("x y z", NULL);
	expect("x > ", NULL);
	expect("> x 0", NULL);
	expect("f ( x ) > 0", NULL);
	expect("", NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_operator_comes_first),
		cmocka_unit_test(operators_bind_as_elsewhere),
		cmocka_unit_test(what_is_in_parentheses_is_rewritten_too),
		cmocka_unit_test(other_terms_are_left_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
