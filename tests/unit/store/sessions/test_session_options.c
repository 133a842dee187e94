#include "unit/unit.h"

#include "unit/store/scratch.h"

#include "store/sessions/session_options.h"

TEST(values_are_found_by_name)
{
	DROP(session_options) struct session_options set = {0};

	session_options_set(&set, "b", "2");
	session_options_set(&set, "c", "3");
	session_options_set(&set, "a", "1");
	assert_int_equal(session_options_count(&set), 3);
	assert_string_equal(session_options_find(&set, "a"), "1");
	assert_string_equal(session_options_find(&set, "b"), "2");
	assert_string_equal(session_options_find(&set, "c"), "3");
	assert_null(session_options_find(&set, "bb"));
	assert_null(session_options_find(&set, ""));
	assert_null(session_options_find(&set, "d"));
}

TEST(a_new_value_replaces_the_old_and_null_takes_it_away)
{
	DROP(session_options) struct session_options set = {0};

	session_options_set(&set, "a", "1");
	session_options_set(&set, "b", "2");
	session_options_set(&set, "a", "3");
	assert_int_equal(session_options_count(&set), 2);
	assert_string_equal(session_options_find(&set, "a"), "3");
	session_options_set(&set, "a", NULL);
	session_options_set(&set, "nobody", NULL);
	assert_int_equal(session_options_count(&set), 1);
	assert_null(session_options_find(&set, "a"));
	assert_string_equal(session_options_find(&set, "b"), "2");
}

SESSION_TEST(a_session_begins_without_any)
{
	DROP(session_options) struct session_options set = {0};

	assert_done(
		x, session_options_load(x->store, session, &set, &x->error));
	assert_int_equal(session_options_count(&set), 0);
}

SESSION_TEST(what_is_kept_comes_back_and_nothing_else)
{
	int64_t other = scratch_session(x, "b");
	DROP(session_options) struct session_options set = {0};
	DROP(session_options) struct session_options back = {0};
	DROP(session_options) struct session_options strange = {0};

	session_options_set(&set, "a", "1");
	session_options_set(&set, "b", "2");
	assert_done(
		x, session_options_save(x->store, session, &set, &x->error));
	session_options_set(&set, "a", NULL);
	session_options_set(&set, "c", "3");
	assert_done(
		x, session_options_save(x->store, session, &set, &x->error));
	scratch_reopen(x);
	assert_done(
		x, session_options_load(x->store, session, &back, &x->error));
	assert_int_equal(session_options_count(&back), 2);
	assert_string_equal(session_options_find(&back, "b"), "2");
	assert_string_equal(session_options_find(&back, "c"), "3");
	assert_done(
		x, session_options_load(x->store, other, &strange, &x->error));
	assert_int_equal(session_options_count(&strange), 0);
}

SESSION_TEST(a_deleted_session_keeps_none)
{
	DROP(session_options) struct session_options set = {0};
	bool scrubbed;

	session_options_set(&set, "a", "secret-word");
	assert_done(
		x, session_options_save(x->store, session, &set, &x->error));
	assert_done(
		x, sessions_delete(x->store, session, &scrubbed, &x->error));
	assert_refused(x,
		session_options_save(x->store, session, &set, &x->error),
		ERR_NOT_FOUND, "deleted");
	assert_true(scrubbed);
	assert_false(scratch_file_has(x, "s.db", "secret-word"));
}

SCRATCH_TEST(options_that_are_not_texts_by_name_are_damage)
{
	static const char *const damaged[] = {"", "[]", "{\"a\": 1}", "{"};
	int64_t session = scratch_session(x, "a");
	DROP(session_options) struct session_options set = {0};

	for (size_t i = 0; i < sizeof(damaged) / sizeof(damaged[0]); i++) {
		DROP(text)
		char *sql = text_format(
			"UPDATE session SET options = '%s'", damaged[i]);

		scratch_sql(x, sql);
		assert_refused(x,
			session_options_load(
				x->store, session, &set, &x->error),
			ERR_STORE, "damaged");
	}
}
