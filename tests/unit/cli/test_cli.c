#include "unit/cli/printed.h"

#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

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

TEST(a_command_is_found_by_its_name)
{
	assert_string_equal(cli_command_find("doctor")->name, "doctor");
	assert_null(cli_command_find("doc"));
	assert_null(cli_command_find(""));
}

TEST(no_command_takes_more_words_than_there_is_room_for)
{
	struct cli cli;
	size_t room = sizeof(cli.arguments) / sizeof(cli.arguments[0]);

	for (size_t i = 0; i < cli_command_count(); i++) {
		assert_true(cli_command_at(i)->most <= room);
		assert_true(
			cli_command_at(i)->least <= cli_command_at(i)->most);
	}
}
