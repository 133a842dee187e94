#include "unit/unit.h"

#include "store/sessions/session_name.h"

#include <string.h>

static void
expect_name(const char *name, bool is_good, struct err *e)
{
	if (session_name_check(name, e) != is_good)
		fail_msg("\"%s\" was %s", name,
			is_good ? "refused" : "accepted");
}

TEST(accepts_the_names_of_the_rule)
{
	struct err e;

	expect_name("a", true, &e);
	expect_name("Parity-check_2.1", true, &e);
	expect_name("9", true, &e);
	expect_name("_a", true, &e);
	expect_name(
		"1234567890123456789012345678901234567890123456789012345678901"
		"234",
		true, &e);
}

TEST(refuses_other_names_and_says_the_rule)
{
	struct err e;

	expect_name("", false, &e);
	expect_name(".hidden", false, &e);
	expect_name("-option", false, &e);
	expect_name("a b", false, &e);
	expect_name("a/b", false, &e);
	expect_name("\xc3\xa4", false, &e);
	assert_non_null(strstr(e.text, "1 to 64 of the letters"));
	expect_name(
		"1234567890123456789012345678901234567890123456789012345678901"
		"2345",
		false, &e);
	assert_non_null(strstr(e.text, "65 characters"));
}

TEST(a_new_name_follows_the_rule_and_tells_the_day)
{
	char name[LIMIT_NAME + 1];
	char other[LIMIT_NAME + 1];
	struct err e;

	session_name_make(name);
	session_name_make(other);
	assert_true(session_name_check(name, &e));
	assert_int_equal(strlen(name), strlen("model-2026-11-20-k7qm"));
	assert_memory_equal(name, "model-2", strlen("model-2"));
	assert_string_not_equal(name, other);
}
