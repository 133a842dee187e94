#include "unit/unit.h"

#include "unit/mcp/real.h"

static struct json_object *
link_of(struct real *real, const char *tool, const char *structured)
{
	struct json_object *value = parsed(structured);
	struct json_object *link =
		resource_link(&real->fake->server, tool, value);

	json_free(value);
	return link;
}

static void
assert_link(struct real *real, const char *tool, const char *structured,
	const char *uri)
{
	struct json_object *link = link_of(real, tool, structured);

	assert_string_equal(json_get_string(link, "type"), "resource_link");
	assert_string_equal(json_get_string(link, "uri"), uri);
	assert_non_null(json_get_string(link, "name"));
	assert_non_null(json_get_string(link, "mimeType"));
	json_free(link);
}

REAL_TEST(leads_to_the_whole_of_what_was_cut)
{
	real_session(real, "a");
	assert_link(real, "export_model",
		"{'session':'a','revision':1,'format':'smt2','truncated':true}",
		"satchel://session/a/model.smt2");
	assert_link(real, "export_model",
		"{'session':'a','revision':1,'format':'markdown',"
		"'truncated':true}",
		"satchel://session/a/model.md");
	assert_link(real, "get_model",
		"{'session':'a','revision':1,'view':'items','truncated':true}",
		"satchel://session/a/items");
}

REAL_TEST(a_solution_is_whole_where_the_last_one_is)
{
	real_session(real, "a");
	assert_link(real, "solve_model",
		"{'session':'a','revision':1,'truncated':true}",
		"satchel://session/a/solution");
	assert_link(real, "get_solution",
		"{'session':'a','revision':0,'truncated':true}",
		"satchel://session/a/solution");
	assert_link(real, "job",
		"{'job':1,'result':{'session':'a','revision':1,"
		"'truncated':true}}",
		"satchel://session/a/solution");
	assert_null(link_of(real, "job", "{'job':1,'session':'a'}"));
}

REAL_TEST(leads_nowhere_from_an_earlier_revision)
{
	real_session(real, "a");
	assert_null(link_of(real, "export_model",
		"{'session':'a','revision':0,'format':'smt2',"
		"'truncated':true}"));
	assert_null(link_of(real, "get_model",
		"{'session':'gone','revision':1,'view':'items',"
		"'truncated':true}"));
}

REAL_TEST(leads_nowhere_when_nothing_was_cut)
{
	real_session(real, "a");
	assert_null(link_of(real, "export_model",
		"{'session':'a','revision':1,'format':'smt2'}"));
	assert_null(link_of(real, "export_model",
		"{'session':'a','revision':1,'format':'smt2',"
		"'truncated':false}"));
}

REAL_TEST(leads_nowhere_when_no_resource_has_it)
{
	real_session(real, "a");
	assert_null(link_of(real, "export_model",
		"{'session':'a','revision':1,'format':'dimacs',"
		"'truncated':true}"));
	assert_null(link_of(
		real, "solve_smtlib", "{'session':'a','truncated':true}"));
	assert_null(link_of(
		real, "get_model", "{'view':'items','truncated':true}"));
}
