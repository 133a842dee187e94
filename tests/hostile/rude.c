/*
 * What a client may put on the wire: every line is answered or passed over as
 * the protocol has it, and the line after it is served as if nothing was.
 */

#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "hostile/guest.h"

#define ID_1 "\"id\":1,"
#define PING_1 "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\""

/* --- raw lines ------------------------------------------------------------ */

#define EXPECT_EACH(state, raws) \
	guest_expect_each(*(state), raws, sizeof(raws) / sizeof((raws)[0]))

TEST_WITH(what_is_no_json_is_answered_with_a_parse_error, guest_arrive,
	guest_leave)
{
	static const struct guest_raw raws[] = {
		{"{\"jsonrpc\":\"2.0\",,}", "-32700"},
		{"garbage", "-32700"},
		{"{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"pi", "-32700"},
		{"{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"pi\\", "-32700"},
		{PING_1 "}{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}",
			"-32700"},
		{PING_1 ",\"params\":{\"x\":NaN}}", "-32700"},
		{PING_1 ",\"params\":{\"x\":Infinity}}", "-32700"},
		{PING_1 ",\"params\":{'x':1}}", "-32700"},
		{PING_1 ",\"params\":{\"x\":01}}", "-32700"},
		{PING_1 ",\"params\":{\"x\":\"\\u12\"}}", "-32700"},
		{PING_1 ",\"params\":{\"x\":\"\t\"}}", "-32700"},
		{PING_1 ",\"params\":{},\"params\":{}}", "-32700"},
		{PING_1 "} // and why", "-32700"},
		{"Content-Length: 40", "-32700"},
		{"\xef\xbb\xbf" PING_1 "}", "-32700"},
		{"\"", "-32700"},
		{"-", "-32700"},
	};

	EXPECT_EACH(state, raws);
}

/* --- bytes ---------------------------------------------------------------- */

/* One bad byte in a message costs that byte, not the message. */
GUEST_TEST(broken_utf8_is_mended)
{
	static const char *const bad[] = {"\xff", "\xc3\x28", "\xc0\x80",
		"\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80",
		"\x80", "\xe2\x82"};

	guest_greet(g);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		DROP(text)
		char *line = text_format(
			PING_1 ",\"params\":{\"x\":\"%s\"}}", bad[i]);

		guest_say(g, line);
		guest_expect(g, ID_1);
	}
	guest_expect_silence(g);
}

GUEST_TEST(a_lone_surrogate_does_not_come_back)
{
	guest_greet(g);
	guest_say(g, "{\"jsonrpc\":\"2.0\",\"id\":\"\\ud800\","
		     "\"method\":\"ping\"}");
	guest_expect(g, "\"id\":\"\xef\xbf\xbd\",\"result\":{}");
}

GUEST_TEST(a_nul_does_not_end_the_line)
{
	static const char line[] = PING_1 ",\"params\":{\"x\":\"\0\"}}\n";

	guest_greet(g);
	guest_send(g, line, sizeof(line) - 1);
	guest_expect(g, "-32700");
	guest_expect_silence(g);
}

GUEST_TEST(noise_is_survived)
{
	unsigned seed = 1;
	char *noise = mem_new(MIB);
	const char *line;

	for (size_t i = 0; i < MIB; i++) {
		seed = seed * 1103515245 + 12345;
		noise[i] = (char)(seed >> 16);
	}
	guest_greet(g);
	guest_send(g, noise, MIB);
	free(noise);
	guest_say(g, "");
	guest_say(g, "{\"jsonrpc\":\"2.0\",\"id\":\"after\","
		     "\"method\":\"ping\"}");
	while ((line = guest_hear(g, 20000)) != NULL &&
		strstr(line, "\"after\"") == NULL)
		assert_non_null(strstr(line, "\"error\""));
	assert_non_null(line);
}

/* --- pieces --------------------------------------------------------------- */

GUEST_TEST(a_line_may_come_byte_by_byte)
{
	static const char line[] = PING_1 ",\"params\":{\"x\":\"\xc3\xa4\"}}\n";

	guest_greet(g);
	for (size_t i = 0; i < sizeof(line) - 1; i++)
		guest_send(g, line + i, 1);
	guest_expect(g, ID_1);
}

GUEST_TEST(many_lines_may_come_at_once)
{
	enum { MANY = 1000 };
	DROP(buf) struct buf lines;

	buf_init(&lines, MIB);
	for (int i = 0; i < MANY; i++)
		(void)buf_add_format(&lines,
			"{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\"}\n",
			i);
	guest_greet(g);
	guest_send(g, lines.data, lines.size);
	for (int i = 0; i < MANY; i++) {
		DROP(text) char *id = text_format("\"id\":%d,", i);

		guest_expect(g, id);
	}
	guest_expect_silence(g);
}

/* --- size ----------------------------------------------------------------- */

/* `unit` is repeated between the head and the tail until the line has exactly
 * or nearly `size` bytes. */
static void
say_long(struct guest *g, const char *head, const char *unit, const char *tail,
	size_t size)
{
	DROP(buf) struct buf line;

	buf_init(&line, 2 * LIMIT_MESSAGE);
	(void)buf_add_text(&line, head);
	while (line.size + strlen(unit) + strlen(tail) <= size)
		(void)buf_add_text(&line, unit);
	(void)buf_add_text(&line, tail);
	guest_say(g, line.data);
}

GUEST_TEST(a_line_of_16_mib_is_read_and_a_longer_one_refused)
{
	guest_greet(g);
	say_long(g, PING_1 ",\"params\":{\"x\":\"", "a", "\"}}", LIMIT_MESSAGE);
	guest_expect(g, "\"id\":1,\"result\"");
	say_long(g, PING_1 ",\"params\":{\"x\":\"", "a", "\"}}",
		LIMIT_MESSAGE + 1);
	guest_expect(g, "16777216");
	say_long(g, "", "a", "", LIMIT_MESSAGE + LIMIT_MESSAGE / 2);
	guest_expect(g, "16777216");
	guest_expect_silence(g);
}

GUEST_TEST(depth_is_refused_at_64)
{
	guest_greet(g);
	say_long(g, PING_1 ",\"params\":{\"x\":", "[", "", LIMIT_MESSAGE);
	guest_expect(g, "64");
	say_long(g, PING_1 ",\"params\":{\"x\":", "{\"a\":", "", LIMIT_MESSAGE);
	guest_expect(g, "64");
	say_long(g, "", "[", "", 1000);
	guest_expect(g, "64");
	guest_expect_silence(g);
}

/* Each byte would become a hundred. */
GUEST_TEST(sixteen_mib_of_tiny_values_are_bounded)
{
	int64_t before_kib;

	guest_greet(g);
	guest_expect_silence(g);
	before_kib = guest_rss_kib(g);
	say_long(g, PING_1 ",\"params\":{\"x\":[{}", ",{}", "]}}",
		LIMIT_MESSAGE);
	guest_expect(g, "\"error\"");
	say_long(g, PING_1 ",\"params\":{\"x\":[{}", ",{}", "]}}", 4 * MIB);
	assert_non_null(guest_hear(g, 20000));
	guest_expect_silence(g);
	assert_true(guest_sees_small(g, before_kib + 2 * KIB));
}

GUEST_TEST(a_line_without_an_end_holds_nobody_up)
{
	char *piece = mem_new(MIB);
	int64_t before_kib;

	memset(piece, ' ', MIB);
	guest_greet(g);
	before_kib = guest_rss_kib(g);
	for (int i = 0; i < 64; i++)
		guest_send(g, piece, MIB);
	free(piece);
	assert_in_range(guest_rss_kib(g), 0,
		before_kib + LIMIT_MESSAGE / KIB * 2 + 2 * KIB);
	guest_say(g, "");
	guest_expect(g, "16777216");
	guest_expect_silence(g);
}
