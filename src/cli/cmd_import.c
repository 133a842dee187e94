#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "cli/cli_result.h"
#include "cli/file_io.h"
#include "store/sessions/sessions.h"
#include "json/json.h"

enum { LIMIT_FILE = 4 * LIMIT_MODEL }; /* as an export has at most */

static int
refuse(const struct err *e)
{
	(void)fprintf(stderr, "satchel: %s\n", e->text);
	return EXIT_FAILURE;
}

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
		!file_io_read(cli->line.arguments[1], &text, &e))
		return refuse(&e);
	is_json = text.data[strspn(text.data, " \t\r\n")] == '{';
	arguments = json_new_object();
	json_put(arguments, is_json ? "export" : "smtlib",
		json_new_string_n(text.data, text.size));
	cli->server.session = cli->line.arguments[0];
	return cli_result_show(cli, "import_model", arguments);
}
