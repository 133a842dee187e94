#include "unit/unit.h"

#include "tools/call/solver_options.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "tools/call/arguments.h"
#include "tools/call/tool.h"
#include "json/json.h"

static const struct server server = {.timeout_ms = 1234, .memory_mb = 512};

static struct json_object *
parsed(const char *json)
{
	struct json_object *value;
	struct err e;

	if (!json_parse(json, strlen(json), &value, &e))
		fail_msg("%s: %s", json, e.text);
	return value;
}

static void
set(struct json_object *settings, const char *name, const char *json)
{
	DROP(json) struct json_object *value = parsed(json);
	struct err e;

	if (!solver_options_set(&server, settings, name, value, &e))
		fail_msg("%s: %s", name, e.text);
}

static void
assert_not_set(const char *name, const char *json, const char *piece)
{
	DROP(json) struct json_object *value = parsed(json);
	DROP(json) struct json_object *settings = json_new_object();
	struct err e;

	if (solver_options_set(&server, settings, name, value, &e))
		fail_msg("%s = %s was accepted", name, json);
	if (strstr(e.text, piece) == NULL)
		fail_msg(
			"%s = %s: no \"%s\" in: %s", name, json, piece, e.text);
	assert_int_equal(json_count(settings), 0);
}

static void
assert_written(const struct json_object *settings, const char *expected)
{
	DROP(buf) struct buf text;
	struct ask_fields fields = {0};

	buf_init(&text, 10000);
	solver_options_add(settings, &fields, &text);
	for (size_t i = 0; i < fields.count; i++)
		assert_int_equal(fields.at[i].kind, FIELD_OPTION);
	assert_string_equal(text.data, expected);
	free(fields.at);
}

TEST(without_settings_the_server_s_limits_hold)
{
	struct solver_options setup;

	solver_options_read(&server, NULL, NULL, &setup);
	assert_int_equal(setup.timeout_ms, 1234);
	assert_int_equal(setup.memory_mb, 512);
	assert_int_equal(setup.engines, ENGINES_ALL);
	assert_true(setup.minimize_core);
	assert_written(NULL, "");
}

TEST(settings_come_before_them)
{
	DROP(json) struct json_object *settings = json_new_object();
	struct solver_options setup;

	set(settings, "timeout_ms", "60000");
	set(settings, "memory_mb", "100");
	set(settings, "strategy", "\"logic\"");
	set(settings, "minimize_core", "false");
	solver_options_read(&server, settings, NULL, &setup);
	assert_int_equal(setup.timeout_ms, 60000);
	assert_int_equal(setup.memory_mb, 100);
	assert_int_equal(setup.engines, ENGINE_BIT(ENGINE_STRATEGY));
	assert_false(setup.minimize_core);
}

TEST(z3_is_told_in_its_own_words)
{
	DROP(json) struct json_object *settings = json_new_object();

	set(settings, "timeout_ms", "60000");
	set(settings, "memory_mb", "100");
	set(settings, "random_seed", "7");
	set(settings, "smt.random_seed", "8");
	set(settings, "smt.mbqi", "false");
	set(settings, "smt.arith.solver", "2");
	set(settings, "opt.priority", "\"box\"");
	/* What is said later counts: the special seed. */
	assert_written(settings, "\n:memory_max_size 100"
				 "\n:smt.random_seed 7"
				 "\n:sat.random_seed 7"
				 "\n:smt.random_seed 8"
				 "\n:smt.mbqi false"
				 "\n:smt.arith.solver 2"
				 "\n:opt.priority box");
}

TEST(null_takes_an_option_back)
{
	DROP(json) struct json_object *settings = json_new_object();
	struct err e;

	set(settings, "random_seed", "7");
	assert_true(
		solver_options_set(&server, settings, "random_seed", NULL, &e));
	assert_int_equal(json_count(settings), 0);
}

TEST(values_out_of_range_are_refused_with_the_range)
{
	assert_not_set("timeout_ms", "0", "1 to 600000");
	assert_not_set("timeout_ms", "600001", "you sent 600001");
	assert_not_set("timeout_ms", "-5", "1 to 600000");
	assert_not_set("timeout_ms", "1.5", "whole number");
	assert_not_set("memory_mb", "513", "64 to 512");
	assert_not_set("random_seed", "4294967296", "0 to 4294967295");
	assert_not_set("random_seed", "99999999999999999999", "4294967295");
	assert_not_set("smt.relevancy", "3", "0 to 2");
	assert_not_set("smt.arith.solver", "0", "2 or 6");
	assert_not_set("smt.mbqi", "\"maybe\"", "true or false");
	assert_not_set("strategy", "\"fast\"", "auto, simple or logic");
	assert_not_set("opt.priority", "\"lex)\"", "lex, box or pareto");
}

TEST(an_unknown_name_is_refused_with_the_nearest)
{
	assert_not_set("timout_ms", "5", "did you mean timeout_ms?");
	assert_not_set("smt.threads", "5", "cannot be set");
	assert_not_set("verbose", "5", "random_seed, strategy");
}

/* A database may have been written by somebody else. */
TEST(a_value_that_cannot_be_counts_as_not_set)
{
	DROP(json) struct json_object *settings = json_new_object();
	struct solver_options setup;

	json_put_string(settings, "timeout_ms", "1)(exit");
	json_put_string(settings, "memory_mb", "100000");
	json_put_string(settings, "smt.mbqi", "true)(assert false");
	json_put_string(settings, "strange", "1");
	solver_options_read(&server, settings, NULL, &setup);
	assert_int_equal(setup.timeout_ms, 1234);
	assert_int_equal(setup.memory_mb, 512);
	assert_written(settings, "\n:memory_max_size 100000");
}

TEST(every_option_is_listed_with_all_that_is_known)
{
	DROP(json) struct json_object *settings = json_new_object();
	DROP(json) struct json_object *list = NULL;
	DROP(text) char *first = NULL;
	DROP(buf) struct buf text;

	buf_init(&text, 10000);
	set(settings, "timeout_ms", "5000");
	list = solver_options_list(&server, settings, NULL, &text);
	assert_int_equal(json_count(list), 12);
	first = json_text(json_at(list, 0));
	assert_string_equal(first, "{\"name\":\"timeout_ms\",\"value\":5000,"
				   "\"default\":1234,\"is_set\":true}");
	assert_false(json_get_bool(json_at(list, 1), "is_set", true));
	assert_non_null(strstr(text.data,
		"timeout_ms = 5000, default 1234 (1 to 600000): time limit"));
}

/* What is advertised is what is enforced. */
TEST(the_schema_of_configure_names_every_option)
{
	const struct json_object *schema =
		arguments_schema(tool_find("configure"));
	const char *known = json_get_string(
		json_get(json_get(schema, "properties"), "options"),
		"description");
	DROP(json) struct json_object *list = NULL;
	DROP(buf) struct buf text;

	buf_init(&text, 10000);
	list = solver_options_list(&server, NULL, NULL, &text);
	for (size_t i = 0; i < json_count(list); i++) {
		const char *name = json_get_string(json_at(list, i), "name");
		DROP(text) char *listed = text_format(" %s,", name);
		DROP(text) char *with_words = text_format(" %s (", name);

		if (strstr(known, listed) == NULL &&
			strstr(known, with_words) == NULL)
			fail_msg("%s", name);
	}
}
