/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "smt/rules/admitted_text.h"

#include <string.h>

#include "base/alloc.h"
#include "smt/rules/command_policy.h"

static struct admitted_text
allowed(const char *text)
{
	struct admitted_text a = {0};
	struct diagnostic fault;

	if (!command_policy_item(text, strlen(text), &a, &fault))
		fail_msg("%s: %u:%u: %s", text, fault.line, fault.column,
			fault.what);
	return a;
}

static void
keeps_newlines_inside_of_what_it_drops(void **state)
{
	DROP(admitted_text)
	struct admitted_text a = allowed(
		"(set-option\r\n :timeout ; \xc3\xa9\n 1) (assert\n true)");

	(void)state;
	assert_string_equal(
		a.text, "           \r\n              \n    (assert\n true)");
	assert_string_equal(a.warnings[0].text,
		"(set-option   :timeout ; \xc3\xa9  1) was left out: the time "
		"limit is the parameter timeout_ms.");
	assert_int_equal(a.forms.at[0].list.line, 3);
	assert_int_equal(a.forms.at[0].list.column, 5);
}

static void
gives_the_content_without_what_became_blank(void **state)
{
	DROP(admitted_text)
	struct admitted_text a = allowed(
		"\xef\xbb\xbf```\n  \n  (assert x) (check-sat)\n(get-model)\n"
		"  ; why  \n (assert \"a  \n\n b\")\r\n```\n");
	unsigned skipped;
	DROP(text) char *content = admitted_text_content(&a, &skipped);

	(void)state;
	assert_int_equal(skipped, 2);
	assert_string_equal(
		content, "  (assert x)\n\n  ; why\n (assert \"a  \n\n b\")");
}

static void
gives_the_content_with_comments_around_it(void **state)
{
	DROP(admitted_text)
	struct admitted_text a = allowed("; a\n\n(assert x) ; b\n; c");
	unsigned skipped;
	DROP(text) char *content = admitted_text_content(&a, &skipped);

	(void)state;
	assert_int_equal(skipped, 0);
	assert_string_equal(content, "; a\n\n(assert x) ; b\n; c");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_newlines_inside_of_what_it_drops),
		cmocka_unit_test(gives_the_content_without_what_became_blank),
		cmocka_unit_test(gives_the_content_with_comments_around_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
