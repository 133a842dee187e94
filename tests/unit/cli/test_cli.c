#include "unit/cli/printed.h"

#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"

/* Runs with one word and keeps what it prints on `stream`. */
static int
run(char *word, FILE *stream, char *printed, size_t size)
{
	char program[] = "satchel";
	char *argv[] = {program, word, NULL};
	struct printing printing;
	int code;

	printing_begin(&printing, stream);
	code = cli_main(argv);
	printing_end(&printing, printed, size);
	return code;
}

TEST(the_version_is_printed)
{
	char word[] = "--version";
	char printed[100];

	assert_int_equal(
		run(word, stdout, printed, sizeof(printed)), EXIT_SUCCESS);
	assert_string_equal(printed, "satchel " SATCHEL_VERSION "\n");
}

TEST(the_help_goes_to_standard_output)
{
	char word[] = "--help";
	char printed[4000];

	assert_int_equal(
		run(word, stdout, printed, sizeof(printed)), EXIT_SUCCESS);
	assert_non_null(strstr(printed, "Usage: satchel"));
}

TEST(wrong_usage_is_told_on_stderr)
{
	char word[] = "slove";
	char printed[1000];

	assert_int_equal(
		run(word, stderr, printed, sizeof(printed)), EXIT_USAGE);
	assert_non_null(strstr(printed, "did you mean solve?"));
	assert_non_null(strstr(printed, "satchel --help"));
}

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
	struct cli cli = {.line.options.db = option};
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

TEST_WITH(what_is_not_said_has_its_default, clear_environment, NULL)
{
	struct cli cli = {0};
	struct err e;

	assert_true(cli_open(&cli, &e));
	assert_int_equal(cli.server.timeout_ms, DEFAULT_TIMEOUT_MS);
	assert_int_equal(cli.server.memory_mb, DEFAULT_MEMORY_MB);
	assert_null(cli.server.session);
	cli_close(&cli);
}

TEST_WITH(what_is_said_reaches_the_server, clear_environment, NULL)
{
	struct cli cli = {.line.options = {.session = "s",
				  .timeout_ms = 5,
				  .memory_mb = 100,
				  .workers = 3}};
	struct err e;

	assert_true(cli_open(&cli, &e));
	assert_int_equal(cli.server.timeout_ms, 5);
	assert_int_equal(cli.server.memory_mb, 100);
	assert_string_equal(cli.server.session, "s");
	cli_close(&cli);
}

TEST_WITH(opening_makes_no_file, clear_environment, NULL)
{
	struct cli cli = {.line.options.db = "/nowhere/x.db"};
	struct err e;

	assert_true(cli_open(&cli, &e));
	assert_int_not_equal(access("/nowhere", F_OK), 0);
	cli_close(&cli);
}
