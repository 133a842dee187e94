#include "unit/cli/printed.h"

#include "cli/cli.h"

#include "advice/advice.h"
#include "base/limits.h"
#include "unit/store/scratch.h"
#include "json/json.h"

static void
open_cli(struct scratch *x, struct cli *cli)
{
	*cli = (struct cli){.line.options = {.db = x->path,
				    .memory_mb = DEFAULT_MEMORY_MB,
				    .server.timeout_ms = DEFAULT_TIMEOUT_MS}};
	assert_true(cli_open(cli, &x->error));
}

SCRATCH_TEST(a_tool_answers_with_text_and_structure)
{
	DROP(cli_result) struct cli_result result = {0};
	struct cli cli;

	open_cli(x, &cli);
	cli_call(&cli, "list_sessions", NULL, &result);
	assert_false(result.is_error);
	assert_int_equal(json_get_int(result.structured, "total", 9), 0);
	assert_non_null(strstr(result.text, "0 sessions"));
	cli_close(&cli);
}

SCRATCH_TEST(a_refusal_has_its_text_and_fields)
{
	DROP(cli_result) struct cli_result result = {0};
	struct cli cli;

	open_cli(x, &cli);
	cli_call(&cli, "get_history", NULL, &result);
	assert_true(result.is_error);
	assert_non_null(json_get_string(
		json_get(result.structured, "error"), "message"));
	assert_non_null(strstr(result.text, "open_session"));
	cli_close(&cli);
}

/* Prints the result and gives the exit code; what was printed on `stream`. */
static int
print(struct cli *cli, const struct cli_result *result, FILE *stream,
	char *printed, size_t size)
{
	struct printing printing;
	int code;

	printing_begin(&printing, stream);
	code = cli_print(cli, result);
	printing_end(&printing, printed, size);
	return code;
}

TEST(a_refusal_names_commands_in_the_place_of_tools)
{
	struct err e;

	wording_use(cli_wording);
	(void)err_set(&e, ERR_ARGUMENT,
		"see {list_sessions}, {edit_model} or %s", "{timeout_ms}");
	(void)err_step(&e, "Raise {timeout_ms}.");
	wording_use(wording_of_chat);
	assert_string_equal(e.text,
		"see satchel sessions, satchel call edit_model or "
		"{timeout_ms}.\nWhat to do:\n1. Raise --timeout-ms.");
}

TEST(a_step_may_begin_with_a_command)
{
	struct err e;

	wording_use(cli_wording);
	(void)err_advise(&e, ERR_ARGUMENT, "no; {clear_model} empties it");
	wording_use(wording_of_chat);
	assert_string_equal(e.text,
		"no.\nWhat to do:\n1. satchel call clear_model empties it.");
}

TEST(what_to_do_is_said_in_the_words_of_the_command_line)
{
	const struct advice_job job = {.what = "the (timeout_ms 1)"};
	char *text;

	wording_use(cli_wording);
	text = advice_unknown("timeout", &job);
	wording_use(wording_of_chat);
	assert_non_null(strstr(text, "unknown on the (timeout_ms 1):"));
	assert_non_null(strstr(text, "Raise --timeout-ms."));
	free(text);
}

TEST(an_error_is_json_too_where_that_is_asked_for)
{
	struct printing printing;
	char printed[200];
	int code;

	cli_set_json(true);
	printing_begin(&printing, stdout);
	code = cli_refuse(ERR_ARGUMENT, "no", EXIT_USAGE);
	printing_end(&printing, printed, sizeof(printed));
	cli_set_json(false);
	assert_int_equal(code, EXIT_USAGE);
	assert_string_equal(printed,
		"{\"error\":{\"code\":\"argument\",\"message\":\"no\"}}\n");
}

SCRATCH_TEST(a_text_is_printed_with_one_newline_at_its_end)
{
	struct cli cli = {.line.command = subcommand_find("show")};
	char text[] = "done";
	char line[] = "done\n";
	char printed[100];
	struct cli_result result = {.text = text};

	assert_int_equal(
		print(&cli, &result, stdout, printed, sizeof(printed)), 0);
	assert_string_equal(printed, "done\n");
	result.text = line;
	assert_int_equal(
		print(&cli, &result, stdout, printed, sizeof(printed)), 0);
	assert_string_equal(printed, "done\n");
}

/* An export is the same in a file as it is in the database. */
SCRATCH_TEST(a_file_gets_what_a_terminal_would_obey)
{
	struct cli cli = {.line.command = subcommand_find("show")};
	char text[] = "; \x1b[31m\n";
	char printed[100];
	struct cli_result result = {.text = text};

	assert_int_equal(
		print(&cli, &result, stdout, printed, sizeof(printed)), 0);
	assert_string_equal(printed, "; \x1b[31m\n");
}

SCRATCH_TEST(the_structure_is_printed_on_request)
{
	struct cli cli = {.line.command = subcommand_find("show"),
		.line.options.json = true};
	char text[] = "done";
	char printed[100];
	DROP(json) struct json_object *structured = json_new_object();
	const struct cli_result result = {
		.text = text, .structured = structured};

	json_put_int(structured, "n", 1);
	assert_int_equal(
		print(&cli, &result, stdout, printed, sizeof(printed)), 0);
	assert_string_equal(printed, "{\"n\":1}\n");
}

/* --- files ---------------------------------------------------------------- */

SCRATCH_TEST(a_file_that_is_not_there_is_named)
{
	DROP(buf) struct buf text;

	buf_init(&text, 100);
	assert_false(cli_read_file(x->path, &text, &x->error));
	assert_non_null(strstr(x->error.text, x->path));
	assert_non_null(strstr(x->error.text, "No such file"));
}

SCRATCH_TEST(a_file_over_the_limit_is_refused)
{
	DROP(buf) struct buf text;

	buf_init(&text, 3);
	assert_true(cli_write_file(x->path, "abcd", 4, &x->error));
	assert_false(cli_read_file(x->path, &text, &x->error));
	assert_non_null(strstr(x->error.text, "larger than 3 bytes"));
}

SCRATCH_TEST(a_folder_is_no_file)
{
	DROP(buf) struct buf text;

	buf_init(&text, 100);
	assert_false(cli_read_file(x->folder, &text, &x->error));
	assert_non_null(strstr(x->error.text, "cannot"));
	assert_false(cli_write_file(x->folder, "a", 1, &x->error));
	assert_non_null(strstr(x->error.text, "cannot open"));
}

SCRATCH_TEST(what_cannot_be_written_is_an_error)
{
	assert_false(cli_write_file("/dev/full", "a", 1, &x->error));
	assert_non_null(strstr(x->error.text, "cannot write"));
}
