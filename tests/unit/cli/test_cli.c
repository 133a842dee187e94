#include "unit/cli/printed.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "tools/call/tool.h"

/* --- what a subcommand works with ----------------------------------------- */

static int
clear_environment(void **state)
{
	(void)state;
	(void)unsetenv("SATCHEL_DB");
	(void)unsetenv("XDG_DATA_HOME");
	(void)setenv("HOME", "/nowhere/home", 1);
	return 0;
}

static void
expect_path(const char *option, const char *path)
{
	struct cli cli = {
		.line.options = {.db = option, .memory_mb = DEFAULT_MEMORY_MB}};
	struct err e;

	assert_true(cli_open(&cli, &e));
	assert_string_equal(cli.db_path, path);
	assert_string_equal(cli.server.db_path, path);
	cli_close(&cli);
}

TEST_WITH(the_database_is_in_the_home_by_default, clear_environment, NULL)
{
	expect_path(NULL, "/nowhere/home/.local/share/satchel/satchel.db");
}

TEST_WITH(the_data_folder_of_xdg_comes_before_the_home, clear_environment, NULL)
{
	(void)setenv("XDG_DATA_HOME", "/nowhere/data", 1);
	expect_path(NULL, "/nowhere/data/satchel/satchel.db");
}

TEST_WITH(a_relative_or_empty_data_folder_is_ignored, clear_environment, NULL)
{
	(void)setenv("XDG_DATA_HOME", "data", 1);
	expect_path(NULL, "/nowhere/home/.local/share/satchel/satchel.db");
	(void)setenv("XDG_DATA_HOME", "", 1);
	expect_path(NULL, "/nowhere/home/.local/share/satchel/satchel.db");
}

TEST_WITH(option_comes_before_variable_before_folders, clear_environment, NULL)
{
	(void)setenv("SATCHEL_DB", "/nowhere/env.db", 1);
	expect_path(NULL, "/nowhere/env.db");
	expect_path("/nowhere/option.db", "/nowhere/option.db");
}

TEST_WITH(without_a_home_the_person_is_asked, clear_environment, NULL)
{
	struct cli cli = {0};
	struct err e;

	(void)unsetenv("HOME");
	assert_false(cli_open(&cli, &e));
	assert_non_null(strstr(e.text, "--db FILE"));
}

enum { WORDS_MAX = 12 };

/* Reads the words, separated by one blank each, after the program's name. */
static bool
read_line(const char *text, struct command_line *line, struct err *e)
{
	static char words[256];
	char *argv[WORDS_MAX] = {words};
	int argc = 1;

	(void)snprintf(words, sizeof(words), "satchel %s", text);
	for (char *at = words; (at = strchr(at, ' ')) != NULL;) {
		*at++ = '\0';
		if (*at != '\0')
			argv[argc++] = at;
	}
	return command_line_read(line, argv, e);
}

TEST_WITH(what_is_said_reaches_the_server, clear_environment, NULL)
{
	struct cli cli = {0};
	struct err e;

	assert_true(read_line("--session s --timeout-ms 5 --memory-mb 100 -p 3",
		&cli.line, &e));
	assert_true(cli_open(&cli, &e));
	assert_int_equal(cli.server.timeout_ms, 5);
	assert_int_equal(cli.server.memory_mb, 100);
	assert_string_equal(cli.server.session, "s");
	cli_close(&cli);
}

TEST_WITH(what_is_not_said_has_its_default, clear_environment, NULL)
{
	struct cli cli = {0};
	struct err e;

	assert_true(read_line("serve", &cli.line, &e));
	assert_true(cli_open(&cli, &e));
	assert_int_equal(cli.server.timeout_ms, DEFAULT_TIMEOUT_MS);
	assert_int_equal(cli.server.memory_mb, DEFAULT_MEMORY_MB);
	assert_null(cli.server.session);
	cli_close(&cli);
}

static void
expect_refusal(const char *text, const char *piece)
{
	struct command_line line;
	struct err e;

	if (read_line(text, &line, &e))
		fail_msg("\"%s\" was accepted", text);
	if (strstr(e.text, piece) == NULL)
		fail_msg("\"%s\": no \"%s\" in: %s", text, piece, e.text);
}

TEST(a_value_may_be_joined_by_an_equals_sign)
{
	struct command_line line;
	struct err e;

	assert_true(read_line("--db=a=b.db --log-level=debug", &line, &e));
	assert_string_equal(line.options.db, "a=b.db");
	assert_int_equal(line.options.log_level, LOG_DEBUG);
}

TEST(a_short_option_takes_the_next_word)
{
	struct command_line line;
	struct err e;

	assert_true(read_line("export s -o out.smt2", &line, &e));
	assert_string_equal(line.options.export.output, "out.smt2");
}

TEST(the_address_of_http_may_be_left_out)
{
	static const struct {
		const char *words;
		const char *address;
	} rows[] = {
		{"serve --http", "127.0.0.1:8733"},
		{"--http serve", "127.0.0.1:8733"},
		{"serve --http --no-token", "127.0.0.1:8733"},
		{"serve --http 80 --no-token", "80"},
		{"--http unix:/x serve", "unix:/x"},
		{"--http=[::1]:80", "[::1]:80"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct command_line line;
		struct err e;

		if (!read_line(rows[i].words, &line, &e))
			fail_msg("%s: %s", rows[i].words, e.text);
		assert_string_equal(line.options.http.address, rows[i].address);
	}
}

TEST(what_is_of_http_is_refused_without_it)
{
	expect_refusal("--no-token", "--no-token needs --http");
	expect_refusal("--http-host x", "--http-host needs --http");
	expect_refusal("show s --http", "--http is an option of");
	expect_refusal("--identity-header X", "--identity-header needs --http");
	expect_refusal("--http example.com:80", "in numbers");
	expect_refusal("--http --session s", "every call names its session");
}

TEST(a_lone_dash_is_a_word)
{
	struct command_line line;
	struct err e;

	assert_true(read_line("solve -", &line, &e));
	assert_string_equal(line.arguments[0], "-");
}

TEST(after_two_dashes_all_are_words)
{
	struct command_line line;
	struct err e;

	assert_true(read_line("solve -- --json", &line, &e));
	assert_string_equal(line.arguments[0], "--json");
	assert_false(line.options.json);
}

TEST(a_misspelt_word_is_refused_with_what_was_meant)
{
	expect_refusal("--sesion a", "did you mean --session?");
	expect_refusal("slove", "did you mean solve?");
	expect_refusal("--xyzzy", "no option \"--xyzzy\"");
	expect_refusal("xyzzy", "no command \"xyzzy\"");
}

TEST(a_number_out_of_range_is_refused_with_the_range)
{
	expect_refusal("--workers 0", "from 1 to 1000");
	expect_refusal("--workers 65", "at most 64 on this machine");
	expect_refusal("--workers 1001 --launch x", "from 1 to 1000");
	expect_refusal("--launch=", "from 1 to 59 words");
	expect_refusal("--launch x --portfolio=y", "takes no value");
	expect_refusal("--memory-mb 63", "from 64");
	expect_refusal("--timeout-ms 600001", "to 600000");
	expect_refusal("--timeout-ms 5s", "5s");
	expect_refusal("--timeout-ms 99999999999999999999", "600000");
	expect_refusal("--workers=", "--workers must be");
	expect_refusal("--log-level loud", "error, warn, info, debug");
	expect_refusal("--db=", "--db needs");
}

TEST(tools_are_chosen_by_groups)
{
	struct command_line line;
	struct err e;

	assert_true(read_line("--tools core", &line, &e));
	assert_int_equal(
		line.options.server.groups, 1U << TOOL_LITE | 1U << TOOL_CORE);
	assert_true(read_line("--tools all", &line, &e));
	assert_int_equal(
		line.options.server.groups, (1U << TOOL_GROUP_COUNT) - 1);
	expect_refusal("--tools memos", "no group \"memos\"");
}

TEST(what_needs_no_session_is_chosen_alone)
{
	struct command_line line;
	struct err e;

	assert_true(read_line("--tools json,memo", &line, &e));
	assert_int_equal(
		line.options.server.groups, 1U << TOOL_JSON | 1U << TOOL_MEMO);
	expect_refusal("--tools json,manage", "--tools core,json,manage");
}

TEST(a_missing_or_spare_value_is_refused)
{
	expect_refusal("--db", "--db FILE");
	expect_refusal("--json=yes", "takes no value");
}

TEST(too_few_or_many_words_show_how_it_is_written)
{
	expect_refusal("show", "satchel show SESSION");
	expect_refusal("show a b", "satchel show SESSION");
	expect_refusal("call", "satchel call TOOL [JSON|-]");
	expect_refusal("sessions a", "unexpected argument \"a\"");
	expect_refusal("serve a", "satchel serve");
}

TEST(a_session_that_cannot_be_is_refused)
{
	expect_refusal("--session .a", "cannot be a session name");
}

TEST(options_of_the_export_are_refused_elsewhere)
{
	struct command_line line;
	struct err e;

	expect_refusal(
		"show s -o x", "--output is an option of satchel export");
	expect_refusal("--format smt2", "--format");
	assert_true(read_line("--format smt2 -o x export s", &line, &e));
}

TEST(help_needs_no_words)
{
	struct command_line line;
	struct err e;

	assert_true(read_line("show --help", &line, &e));
	assert_true(line.options.help);
	assert_true(read_line("--version", &line, &e));
	assert_true(line.options.version);
}

TEST(the_help_lists_every_command_and_fits_a_terminal)
{
	DROP(buf) struct buf help;
	size_t width = 0;

	buf_init(&help, 100000);
	command_line_help(NULL, &help);
#define COMMAND(name, arguments, most, least, help_text) \
	assert_non_null(strstr(help.data, "\n  " #name " "));
#include "cli/subcommands.def"
#undef COMMAND
	for (const char *at = help.data; *at != '\0'; at++) {
		width = *at == '\n' ? 0 : width + 1;
		if (width > 80)
			fail_msg("%.80s", at - 80);
	}
}
