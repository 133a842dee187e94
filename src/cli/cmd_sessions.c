#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "cli/cli.h"
#include "json/json.h"

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

/* One page; *cursor, owned, is then that of the next, or NULL. */
static int
print_page(struct cli *cli, char **cursor)
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
	if (result.is_error || cli->line.options.json)
		return cli_print(cli, &result);
	list = json_get_array(result.structured, "sessions");
	for (size_t i = 0; i < json_count(list); i++)
		ok &= print_session(json_at(list, i));
	*cursor = text_copy(json_get_string(result.structured, "next_cursor"));
	return ok && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int
command_sessions(struct cli *cli)
{
	DROP(text) char *cursor = NULL;
	int code;

	do
		code = print_page(cli, &cursor);
	while (code == EXIT_SUCCESS && cursor != NULL);
	return code;
}
