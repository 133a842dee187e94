#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "store/sessions/sessions.h"
#include "json/json.h"

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
		return cli_refuse(e.text, EXIT_FAILURE);
	is_json = text.data[strspn(text.data, " \t\r\n")] == '{';
	arguments = json_new_object();
	json_put(arguments, is_json ? "export" : "smtlib",
		json_new_string_n(text.data, text.size));
	cli->server.session = cli->line.arguments[0];
	return cli_show(cli, "import_model", arguments);
}
