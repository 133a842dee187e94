#include "unit/unit.h"

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

TEST(keeps_newlines_inside_of_what_it_drops)
{
	DROP(admitted_text)
	struct admitted_text a = allowed(
		"(set-option\r\n :timeout ; \xc3\xa9\n 1) (assert\n true)");

	assert_string_equal(
		a.text, "           \r\n              \n    (assert\n true)");
	assert_string_equal(a.warnings[0].text,
		"(set-option   :timeout ; \xc3\xa9  1) was left out: the time "
		"limit is the parameter timeout_ms.");
	assert_int_equal(a.forms.at[0].list.line, 3);
	assert_int_equal(a.forms.at[0].list.column, 5);
}

TEST(gives_the_content_without_what_became_blank)
{
	DROP(admitted_text)
	struct admitted_text a = allowed(
		"\xef\xbb\xbf```\n  \n  (assert x) (check-sat)\n(get-model)\n"
		"  ; why  \n (assert \"a  \n\n b\")\r\n```\n");
	unsigned skipped;
	DROP(text) char *content = admitted_text_content(&a, &skipped);

	assert_int_equal(skipped, 2);
	assert_string_equal(
		content, "  (assert x)\n\n  ; why\n (assert \"a  \n\n b\")");
}

TEST(gives_the_content_with_comments_around_it)
{
	DROP(admitted_text)
	struct admitted_text a = allowed("; a\n\n(assert x) ; b\n; c");
	unsigned skipped;
	DROP(text) char *content = admitted_text_content(&a, &skipped);

	assert_int_equal(skipped, 0);
	assert_string_equal(content, "; a\n\n(assert x) ; b\n; c");
}
