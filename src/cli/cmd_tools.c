/* The subcommands that call one tool. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "store/sessions/sessions.h"
#include "tools/call/tool.h"
#include "json/json.h"

enum { REVISIONS_MAX = 1000 /* that get_history shows */ };

/* The argument, or what standard input says for "-". */
static bool
read_json(const char *given, struct json_object **value, struct err *e)
{
	DROP(buf) struct buf text;

	buf_init(&text, LIMIT_MESSAGE);
	if (strcmp(given, "-") != 0)
		return json_parse(given, strlen(given), value, e);
	return cli_read_file("-", &text, e) &&
	       json_parse(text.data, text.size, value, e);
}

int
command_call(struct cli *cli)
{
	struct json_object *arguments = NULL;
	struct err e;

	if (tool_groups_find(&cli->server, cli->line.arguments[0], &e) == NULL)
		return cli_refuse(e.code, e.text, EXIT_USAGE);
	if (cli->line.argument_count > 1 &&
		!read_json(cli->line.arguments[1], &arguments, &e))
		return cli_refuse(e.code, e.text, EXIT_USAGE);
	return cli_show(cli, cli->line.arguments[0], arguments);
}

int
command_show(struct cli *cli)
{
	struct json_object *arguments = json_new_object();

	json_put_string(arguments, "session", cli->line.arguments[0]);
	json_put_int(arguments, "count", LIMIT_ITEMS);
	return cli_show(cli, "get_model", arguments);
}

int
command_prove(struct cli *cli)
{
	struct json_object *arguments = json_new_object();

	json_put_string(arguments, "session", cli->line.arguments[0]);
	json_put_string(arguments, "property", cli->line.arguments[1]);
	return cli_show(cli, "prove", arguments);
}

/* A broken expectation is a refusal for whoever asks from a script. */
int
command_check(struct cli *cli)
{
	DROP(cli_result) struct cli_result result = {0};
	struct json_object *arguments = json_new_object();
	const struct json_object *list;
	int code;

	json_put_string(arguments, "session", cli->line.arguments[0]);
	cli_call(cli, "expect", arguments, &result);
	code = cli_print(cli, &result);
	list = json_get_array(result.structured, "expectations");
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

int
command_diff(struct cli *cli)
{
	DROP(cli_result) struct cli_result last = {0};
	struct json_object *arguments = json_new_object();
	int64_t revision = 0;
	struct err e;

	json_put_string(arguments, "session", cli->line.arguments[0]);
	json_put_int(arguments, "count", 1);
	cli_call(cli, "get_history", arguments, &last);
	if (last.is_error)
		return cli_print(cli, &last);
	if (cli->line.argument_count > 1 &&
		!read_revision(cli->line.arguments[1],
			json_get_int(last.structured, "revision", 0), &revision,
			&e))
		return cli_refuse(e.code, e.text,
			e.code == ERR_ARGUMENT ? EXIT_USAGE : EXIT_FAILURE);
	if (cli->line.argument_count > 1 &&
		revision == json_get_int(last.structured, "revision", 0)) {
		free(last.text);
		last.text = text_format("Nothing has changed since revision "
					"%" PRId64 ", the last.",
			revision);
		json_put(last.structured, "revisions", json_new_array());
		return cli_print(cli, &last);
	}
	arguments = json_new_object();
	json_put_string(arguments, "session", cli->line.arguments[0]);
	json_put_bool(arguments, "diff", true);
	if (cli->line.argument_count > 1)
		json_put_int(arguments, "from_revision", revision + 1);
	json_put_int(arguments, "count",
		cli->line.argument_count > 1 ? REVISIONS_MAX : 1);
	return cli_show(cli, "get_history", arguments);
}

static int
write_export(struct cli *cli, const char *format)
{
	DROP(cli_result) struct cli_result result = {0};
	struct json_object *arguments = json_new_object();
	const char *output = cli->line.options.export.output;
	const struct json_object *text;
	struct err e;

	json_put_string(arguments, "session", cli->line.arguments[0]);
	json_put_string(arguments, "format", format);
	cli_call(cli, "export_model", arguments, &result);
	if (result.is_error || output == NULL)
		return cli_print(cli, &result);
	text = json_get(result.structured, "text");
	if (!cli_write_file(
		    output, json_string(text), json_string_size(text), &e))
		return ferror(stdout)
			       ? EXIT_FAILURE
			       : cli_refuse(e.code, e.text, EXIT_FAILURE);
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
	return write_export(cli, "html");
}

enum { LIMIT_FILE = 4 * LIMIT_MODEL }; /* as an export has at most */

/* The session is made when the import is kept, not before. */
int
command_import(struct cli *cli)
{
	struct json_object *arguments;
	DROP(buf) struct buf text;
	bool is_json;
	struct err e;

	buf_init(&text, LIMIT_FILE);
	if (!session_name_check(cli->line.arguments[0], &e) ||
		!cli_read_file(cli->line.arguments[1], &text, &e))
		return cli_refuse(e.code, e.text, EXIT_FAILURE);
	is_json = text.data[strspn(text.data, " \t\r\n")] == '{';
	arguments = json_new_object();
	json_put(arguments, is_json ? "export" : "smtlib",
		json_new_string_n(text.data, text.size));
	cli->server.session = cli->line.arguments[0];
	return cli_show(cli, "import_model", arguments);
}

static bool
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

	return cli_say(stdout, line);
}

/* Prints a page, or adds it to the array; *cursor, owned, is then that of the
 * next, or NULL. */
static int
print_page(struct cli *cli, struct json_object *all, char **cursor)
{
	DROP(cli_result) struct cli_result result = {0};
	struct json_object *arguments = json_new_object();
	const struct json_object *list;
	bool ok = true;

	json_put_int(arguments, "limit", 100);
	json_put_string(arguments, "cursor", *cursor);
	free(*cursor);
	*cursor = NULL;
	cli_call(cli, "list_sessions", arguments, &result);
	if (result.is_error)
		return cli_print(cli, &result);
	list = json_get_array(result.structured, "sessions");
	for (size_t i = 0; i < json_count(list); i++) {
		if (cli->line.options.json)
			json_add(all, json_copy(json_at(list, i)));
		else
			ok &= print_session(json_at(list, i));
	}
	*cursor = text_copy(json_get_string(result.structured, "next_cursor"));
	return ok && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int
command_sessions(struct cli *cli)
{
	struct json_object *all = json_new_array();
	DROP(json)
	struct json_object *whole = json_new_object_of("sessions", all, NULL);
	DROP(text) char *cursor = NULL;
	DROP(text) char *json = NULL;
	int code;

	do
		code = print_page(cli, all, &cursor);
	while (code == EXIT_SUCCESS && cursor != NULL);
	if (code != EXIT_SUCCESS || !cli->line.options.json)
		return code;
	json = json_text(whole);
	return puts(json) < 0 || fflush(stdout) != 0 ? EXIT_FAILURE : code;
}
