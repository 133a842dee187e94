#include "unit/unit.h"

#include "tools/call/tool_groups.h"

#include <string.h>

#include "tools/call/tool.h"

TEST(a_server_has_every_tool_unless_told_otherwise)
{
	struct server server = {0};
	struct err e;

	for (size_t i = 0; i < tool_count(); i++)
		assert_ptr_equal(
			tool_groups_find(&server, tool_at(i)->name, &e),
			tool_at(i));
}

TEST(a_list_switches_off_what_it_does_not_name)
{
	struct server server = {0};
	struct err e;

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

TEST(a_list_of_what_is_no_group_is_refused)
{
	expect_refusal("core,json", "no group \"json\"");
	expect_refusal("core,", "no group \"\"");
	expect_refusal("", "core,manage, or all");
	expect_refusal("cor", "no group \"cor\"");
	expect_refusal("core manage", "no group \"core manage\"");
}

TEST(nothing_works_without_the_core)
{
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

TEST(an_unknown_tool_is_refused_with_those_that_there_are)
{
	const struct server all = {0};
	struct server core = {0};
	struct err e;

	assert_true(tool_groups_read("core", &core.groups_off, &e));
	expect_unknown(&all, "ad_item", "did you mean \"add_item\"?");
	expect_unknown(&all, "configur", "did you mean \"configure\"?");
	expect_unknown(&core, "configur", "there are: solve_smtlib");
	expect_unknown(&all, "fly", "delete_session configure");
	expect_unknown(&core, "configure", "switched off");
	assert_false(tool_groups_find(&core, "fly", &e) != NULL ||
		     strstr(e.text, "configure") != NULL);
}
