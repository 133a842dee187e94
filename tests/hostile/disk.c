/*
 * A database that cannot be had: each call is told what to do about it, what
 * was acknowledged is there when it can be had again, and what needs no
 * database works all the time. The server stays.
 */

#include "unit/unit.h"

#include <linux/capability.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "hostile/guest.h"
#include "hostile/siege.h"

enum {
	ROOM = 400 * KIB,
	ITEM_BYTES = 100 * 1000,
	ITEMS_MOST = 40,
	WAIT_MS = 2 * SIEGE_LATE_MS,
	END_MS = SIEGE_LATE_MS,
	VERSION_OFFSET = 60, /* of user_version in an SQLite file */
};

#define ADD "{\"session\":\"a\",\"content\":\"(assert true)\"}"

/* --- a client that asks --------------------------------------------------- */

static void
say_call(struct guest *g, const char *tool, const char *arguments)
{
	DROP(text)
	char *line = text_format("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":"
				 "\"tools/call\",\"params\":{\"name\":\"%s\","
				 "\"arguments\":%s}}",
		tool, arguments);

	guest_say(g, line);
}

static void
expect_solve(struct guest *g)
{
	say_call(g, "solve_smtlib", "{\"smtlib\":\"(assert true)\"}");
	guest_expect(g, "\"status\":\"sat\"");
}

static void
expect_refusal(struct guest *g, const char *tool, const char *arguments,
	const char *why)
{
	const char *line;

	say_call(g, tool, arguments);
	line = guest_hear(g, WAIT_MS);
	assert_non_null(line);
	if (strstr(line, why) == NULL ||
		strstr(line, "\"isError\":true") == NULL)
		fail_msg("no refusal with \"%s\": %.600s", why, line);
	/* Whatever it says, it says no path of the machine. */
	assert_null(strstr(line, g->place.directory));
}

static char *
large_item(void)
{
	char *padding = mem_new(ITEM_BYTES + 1);
	char *arguments;

	memset(padding, 'x', ITEM_BYTES);
	arguments = text_format("{\"session\":\"a\",\"content\":"
				"\"(assert true) ; %s\"}",
		padding);
	free(padding);
	return arguments;
}

static void
end(struct guest *g)
{
	guest_close_in(g);
	guest_expect_end(g, END_MS);
}

static void
make_session(struct guest *g)
{
	guest_greet(g);
	say_call(g, "open_session", "{\"session\":\"a\"}");
	guest_expect(g, "\"created\":true");
	say_call(g, "add_item", ADD);
	guest_expect(g, "\"revision\":1");
}

/* --- no room -------------------------------------------------------------- */

static void
limit_files(rlim_t most)
{
	struct rlimit limit;

	assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
	limit.rlim_cur = most;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static int
arrive_without_room(void **state)
{
	int code;

	limit_files(ROOM);
	code = guest_arrive(state);
	limit_files(RLIM_INFINITY);
	return code;
}

/* Adds the item until there is no room; returns how many were kept. */
static int
fill_up(struct guest *g, const char *item)
{
	int kept = 0;

	guest_greet(g);
	say_call(g, "open_session", "{\"session\":\"a\"}");
	guest_expect(g, "\"created\":true");
	for (; kept < ITEMS_MOST; kept++) {
		const char *line;

		say_call(g, "add_item", item);
		line = guest_hear(g, WAIT_MS);
		assert_non_null(line);
		if (strstr(line, "\"isError\":true") != NULL)
			break;
	}
	assert_in_range(kept, 1, ITEMS_MOST - 1);
	return kept;
}

TEST_WITH(no_room_is_a_refusal_and_loses_nothing, arrive_without_room,
	guest_leave)
{
	struct guest *g = *state;
	DROP(text) char *item = large_item();
	DROP(text) char *kept_text = NULL;
	int kept = fill_up(g, item);

	expect_refusal(g, "add_item", item, "nothing was changed");
	kept_text = text_format("\"revision\":%d,\"items\":%d", kept, kept);
	say_call(g, "get_model", "{\"session\":\"a\",\"view\":\"outline\"}");
	guest_expect(g, kept_text);
	expect_solve(g);
	end(g);
	guest_start(g); /* with room again */
	guest_greet(g);
	say_call(g, "add_item", item);
	text_drop(&kept_text);
	kept_text =
		text_format("\"revision\":%d,\"items\":%d", kept + 1, kept + 1);
	guest_expect(g, kept_text);
}

TEST_WITH(where_there_is_no_room_a_session_can_be_deleted, arrive_without_room,
	guest_leave)
{
	struct guest *g = *state;
	DROP(text) char *item = large_item();

	(void)fill_up(g, item);
	say_call(g, "delete_session", "{\"session\":\"a\"}");
	guest_expect(g, "\"deleted\":true");
}

/* --- not to be written ---------------------------------------------------- */

/* Root may write what nobody may, unless the programs that it starts cannot
 * have that power. Where it is not there to be dropped this fails, and needs
 * nothing. */
static void
drop_power(void)
{
	(void)prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0);
}

static void
allow(const struct guest *g, const char *name, mode_t mode)
{
	DROP(text) char *path = place_path(&g->place, name);

	assert_int_equal(chmod(path, mode), 0);
}

static void
expect_no_writing(struct guest *g)
{
	guest_greet(g);
	expect_refusal(g, "add_item", ADD, "writable");
	expect_refusal(g, "open_session", "{\"session\":\"b\"}", "writable");
	expect_refusal(g, "solve_model", "{\"session\":\"a\"}", "writable");
	expect_solve(g);
}

static void
expect_writing(struct guest *g)
{
	say_call(g, "add_item", ADD);
	guest_expect(g, "\"revision\":2,\"items\":2");
	end(g);
}

GUEST_TEST(a_file_that_may_only_be_read_is_told)
{
	make_session(g);
	end(g);
	drop_power();
	allow(g, "satchel.db", 0400);
	guest_start(g);
	expect_no_writing(g);
	allow(g, "satchel.db", 0600);
	expect_writing(g);
}

GUEST_TEST(a_folder_that_may_only_be_read_is_told)
{
	make_session(g);
	end(g);
	drop_power();
	allow(g, ".", 0500);
	guest_start(g);
	expect_no_writing(g);
	allow(g, ".", 0700);
	expect_writing(g);
}

GUEST_TEST(a_new_file_that_cannot_be_made_is_told)
{
	drop_power();
	allow(g, ".", 0500);
	end(g);
	guest_start(g);
	guest_greet(g);
	expect_refusal(g, "open_session", "{\"session\":\"a\"}", "writable");
	expect_refusal(g, "list_sessions", "{}", "writable");
	expect_solve(g);
	allow(g, ".", 0700);
	say_call(g, "open_session", "{\"session\":\"a\"}");
	guest_expect(g, "\"created\":true");
	end(g);
}

/* --- another process ------------------------------------------------------ */

GUEST_TEST(a_lock_of_another_process_is_waited_for_and_told)
{
	DROP(text) char *path = place_path(&g->place, "satchel.db");
	sqlite3 *other = NULL;

	make_session(g);
	assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
	assert_int_equal(
		sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL),
		SQLITE_OK);
	say_call(g, "get_model", "{\"session\":\"a\"}"); /* needs no lock */
	guest_expect(g, "\"revision\":1,\"items\":1");
	expect_refusal(g, "add_item", ADD, "in use by another process");
	assert_int_equal(
		sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
	(void)sqlite3_close(other);
	say_call(g, "add_item", ADD);
	guest_expect(g, "\"revision\":2");
	end(g);
}
