/* The subcommands that call one tool. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "store/sessions/sessions.h"
#include "tools/call/tool.h"
#include "json/json.h"

enum { REVISIONS_MAX = 1000 /* that get_history shows */ };

int
command_call(struct cli *cli)
{
	const char *given =
		cli->line.argument_count > 1 ? cli->line.arguments[1] : "null";
	struct json_object *arguments = NULL;
	DROP(buf) struct buf text;
	struct err e;

	buf_init(&text, LIMIT_MESSAGE);
	if (tool_groups_find(&cli->server, cli->line.arguments[0], &e) == NULL)
		return cli_refuse(e.code, e.text, EXIT_USAGE);
	if (strcmp(given, "-") != 0)
		buf_add_text(&text, given); /* words are shorter */
	else if (!cli_read_file("-", &text, &e))
		return cli_refuse(e.code, e.text, EXIT_USAGE);
	if (!json_parse(text.data, text.size, &arguments, &e))
		return cli_refuse(e.code, e.text, EXIT_USAGE);
	return cli_show(cli, cli->line.arguments[0], arguments);
}

/* Of a call about the session that is named first; with one more member. */
static struct json_object *
session_arguments(
	const struct cli *cli, const char *key, struct json_object *value)
{
	return OBJECT("session", STRING(cli->line.arguments[0]), key, value);
}

int
command_show(struct cli *cli)
{
	return cli_show(cli, "get_model",
		session_arguments(cli, "count", json_new_int(LIMIT_ITEMS)));
}

/* A script can rely on it: only a proof exits with 0. */
int
command_prove(struct cli *cli)
{
	DROP(cli_result) struct cli_result result = {0};
	const char *status;
	int code;

	cli_call(cli, "prove",
		session_arguments(
			cli, "property", STRING(cli->line.arguments[1])),
		&result);
	code = cli_print(cli, &result);
	status = json_get_string(result.structured, "status");
	return status != NULL && strcmp(status, "proved") == 0 ? code
							       : EXIT_FAILURE;
}

/* A broken expectation, and none at all, are failures for a script. */
int
command_check(struct cli *cli)
{
	DROP(cli_result) struct cli_result result = {0};
	const struct json_object *list;
	int code;

	cli_call(cli, "expect", session_arguments(cli, NULL, NULL), &result);
	list = json_get_array(result.structured, "expectations");
	if (!result.is_error && (list == NULL || json_count(list) == 0))
		return cli_refuse(ERR_NOT_FOUND,
			"nothing is expected of this model; satchel help check "
			"shows how an expectation is added",
			EXIT_FAILURE);
	code = cli_print(cli, &result);
	for (size_t i = 0; list != NULL && i < json_count(list); i++)
		if (strcmp(json_get_string(json_at(list, i), "result"),
			    "holds") != 0)
			code = EXIT_FAILURE;
	return code;
}

/* Up to the last. */
static bool
read_revision(const char *text, int64_t last, int64_t *revision, struct err *e)
{
	char *end;

	*revision = strtoll(text, &end, 10);
	if (*text < '0' || *text > '9' || *end != '\0')
		return err_set(e, ERR_ARGUMENT,
			"\"%.40s\" is not a revision: satchel diff SESSION "
			"NUMBER, as satchel diff SESSION 0 lists them",
			text);
	return *revision <= last ||
	       err_set(e, ERR_NOT_FOUND,
		       "there is no revision %.40s; the last is %" PRId64, text,
		       last);
}

/* Shows the history. Its second line may say how a tool shows what was
 * earlier, and then says how this command does. */
static int
show_history(struct cli *cli, struct json_object *arguments)
{
	DROP(cli_result) struct cli_result result = {0};
	char *head;

	cli_call(cli, "get_history", arguments, &result);
	head = strchr(result.text, '\n');
	if (json_get(result.structured, "previous") != NULL) {
		int64_t previous =
			json_get_int(result.structured, "previous", 1);
		char *text = text_format("%.*s\nEarlier: satchel diff %s "
					 "%" PRId64 "%s",
			(int)(head - result.text), result.text,
			cli->line.arguments[0], previous - 1,
			strchr(head + 1, '\n'));

		free(result.text);
		result.text = text;
	}
	return cli_print(cli, &result);
}

int
command_diff(struct cli *cli)
{
	const char *since =
		cli->line.argument_count > 1 ? cli->line.arguments[1] : NULL;
	DROP(cli_result) struct cli_result result = {0};
	struct json_object *arguments;
	int64_t last;
	int64_t revision = 0;
	struct err e;

	cli_call(cli, "get_history",
		session_arguments(cli, "count", json_new_int(1)), &result);
	if (result.is_error)
		return cli_print(cli, &result);
	last = json_get_int(result.structured, "revision", 0);
	if (since != NULL && !read_revision(since, last, &revision, &e))
		return cli_refuse(e.code, e.text,
			e.code == ERR_ARGUMENT ? EXIT_USAGE : EXIT_FAILURE);
	if (since != NULL && revision == last) {
		free(result.text);
		result.text = text_format("Nothing has changed since revision "
					  "%" PRId64 ", the last.",
			revision);
		json_put(result.structured, "revisions", json_new_array());
		return cli_print(cli, &result);
	}
	arguments = session_arguments(cli, "diff", json_new_bool(true));
	json_put_int(arguments, "count", since != NULL ? REVISIONS_MAX : 1);
	if (since != NULL)
		json_put_int(arguments, "from_revision", revision + 1);
	return show_history(cli, arguments);
}

static int
write_export(struct cli *cli, const char *format)
{
	DROP(cli_result) struct cli_result result = {0};
	const char *output = cli->line.options.export.output;
	const struct json_object *text;
	struct err e;

	cli_call(cli, "export_model",
		session_arguments(cli, "format", STRING(format)), &result);
	if (result.is_error || output == NULL)
		return cli_print(cli, &result);
	text = json_get(result.structured, "text");
	if (!cli_write_file(
		    output, json_string(text), json_string_size(text), &e))
		return cli_refuse(e.code, e.text, EXIT_FAILURE);
	if (!cli->line.options.json || strcmp(output, "-") == 0)
		return EXIT_SUCCESS;
	json_delete(result.structured, "text");
	json_put_string(result.structured, "file", output);
	return cli_print(cli, &result);
}

int
command_export(struct cli *cli)
{
	return write_export(cli, cli->line.options.export.format);
}

int
command_view(struct cli *cli)
{
	if (cli->line.options.export.output == NULL &&
		!cli->line.options.json && isatty(STDOUT_FILENO) != 0)
		return cli_refuse(ERR_ARGUMENT,
			"a page is no text for a terminal: say --output FILE, "
			"such as -o page.html, and open that in a browser",
			EXIT_USAGE);
	return write_export(cli, "html");
}

enum { LIMIT_FILE = 4 * LIMIT_MODEL }; /* as an export has at most */

/* The session is made when the import is kept, not before. */
int
command_import(struct cli *cli)
{
	DROP(buf) struct buf text;
	bool is_json;
	struct err e;

	buf_init(&text, LIMIT_FILE);
	if (!session_name_check(cli->line.arguments[0], &e) ||
		!cli_read_file(cli->line.arguments[1], &text, &e))
		return cli_refuse(e.code, e.text, EXIT_FAILURE);
	is_json = text.data[strspn(text.data, " \t\r\n")] == '{';
	cli->server.session = cli->line.arguments[0];
	return cli_show(cli, "import_model",
		OBJECT(is_json ? "export" : "smtlib",
			json_new_string_n(text.data, text.size)));
}

static void
print_session(const struct json_object *session)
{
	const char *status = json_get_string(session, "last_status");
	const char *description = json_get_string(session, "description");

	DROP(text)
	char *line = text_format("%-32s %5" PRId64 " items  revision %-5" PRId64
				 " %-8s %s  %s\n",
		json_get_string(session, "name"),
		json_get_int(session, "items", 0),
		json_get_int(session, "revision", 0),
		status != NULL ? status : "-",
		json_get_string(session, "changed"),
		description != NULL ? description : "");

	cli_puts(stdout, line);
}

/* Prints a page, or adds it to the array; *cursor, owned, is then that of the
 * next, or NULL. */
static int
print_page(struct cli *cli, struct json_object *all, char **cursor)
{
	DROP(cli_result) struct cli_result result = {0};
	const struct json_object *list;

	cli_call(cli, "list_sessions",
		OBJECT("limit", json_new_int(100), "cursor", STRING(*cursor)),
		&result);
	text_drop(cursor);
	if (result.is_error)
		return cli_print(cli, &result);
	list = json_get_array(result.structured, "sessions");
	for (size_t i = 0; i < json_count(list); i++) {
		if (cli->line.options.json)
			json_add(all, json_share(json_at(list, i)));
		else
			print_session(json_at(list, i));
	}
	*cursor = text_copy(json_get_string(result.structured, "next_cursor"));
	return EXIT_SUCCESS;
}

int
command_sessions(struct cli *cli)
{
	struct json_object *list = json_new_array();
	DROP(cli_result)
	struct cli_result all = {.structured = OBJECT("sessions", list)};
	DROP(text) char *cursor = NULL;
	int code;

	do
		code = print_page(cli, list, &cursor);
	while (code == EXIT_SUCCESS && cursor != NULL && !ferror(stdout));
	return code == EXIT_SUCCESS && cli->line.options.json
		       ? cli_print(cli, &all)
		       : code;
}
