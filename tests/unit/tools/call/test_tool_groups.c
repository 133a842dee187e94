/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "tools/call/tool_groups.h"

#include <string.h>

#include "tools/call/tool.h"

static void
a_server_has_every_tool_unless_told_otherwise(void **state)
{
	struct server server = {0};
	struct err e;

	(void)state;
	for (size_t i = 0; i < tool_count(); i++)
		assert_ptr_equal(
			tool_groups_find(&server, tool_at(i)->name, &e), tool_at(i));
}

static void
a_list_switches_off_what_it_does_not_name(void **state)
{
	struct server server = {0};
	struct err e;

	(void)state;
	assert_true(tool_groups_read("core", &server.groups_off, &e));
	assert_true(tool_groups_have(&server, tool_find("add_item")));
	assert_false(tool_groups_have(&server, tool_find("configure")));
	assert_true(tool_groups_read("manage,core", &server.groups_off, &e));
	assert_int_equal(server.groups_off, 0);
	assert_true(tool_groups_read("all", &server.groups_off, &e));
	assert_int_equal(server.groups_off, 0);
}

static void
expect_refusal(const char *list, const char *why)
{
	unsigned off = 77;
	struct err e;

	assert_false(tool_groups_read(list, &off, &e));
	assert_int_equal(e.code, ERR_ARGUMENT);
	if (strstr(e.text, why) == NULL)
		fail_msg("%s: %s", list, e.text);
	assert_int_equal(off, 77);
}

static void
a_list_of_what_is_no_group_is_refused(void **state)
{
	(void)state;
	expect_refusal("core,json", "no group \"json\"");
	expect_refusal("core,", "no group \"\"");
	expect_refusal("", "core,manage, or all");
	expect_refusal("cor", "no group \"cor\"");
	expect_refusal("core manage", "no group \"core manage\"");
}

static void
nothing_works_without_the_core(void **state)
{
	(void)state;
	expect_refusal("manage", "--tools core,manage");
}

static void
expect_unknown(const struct server *server, const char *name, const char *why)
{
	struct err e;

	assert_null(tool_groups_find(server, name, &e));
	assert_int_equal(e.code, ERR_NOT_FOUND);
	if (strstr(e.text, why) == NULL)
		fail_msg("%s: %s", name, e.text);
}

static void
an_unknown_tool_is_refused_with_those_that_there_are(void **state)
{
	const struct server all = {0};
	struct server core = {0};
	struct err e;

	(void)state;
	assert_true(tool_groups_read("core", &core.groups_off, &e));
	expect_unknown(&all, "ad_item", "did you mean \"add_item\"?");
	expect_unknown(&all, "configur", "did you mean \"configure\"?");
	expect_unknown(&core, "configur", "there are: solve_smtlib");
	expect_unknown(&all, "fly", "delete_session configure");
	expect_unknown(&core, "configure", "switched off");
	assert_false(tool_groups_find(&core, "fly", &e) != NULL ||
		     strstr(e.text, "configure") != NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_server_has_every_tool_unless_told_otherwise),
		cmocka_unit_test(a_list_switches_off_what_it_does_not_name),
		cmocka_unit_test(a_list_of_what_is_no_group_is_refused),
		cmocka_unit_test(nothing_works_without_the_core),
		cmocka_unit_test(
			an_unknown_tool_is_refused_with_those_that_there_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
