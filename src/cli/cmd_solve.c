#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "json/json.h"

int
command_solve(struct cli *cli)
{
	const char *name =
		cli->line.argument_count > 0 ? cli->line.arguments[0] : "-";
	struct json_object *arguments;
	DROP(buf) struct buf text;
	struct err e;

	buf_init(&text, LIMIT_MESSAGE);
	if (!cli_read_file(name, &text, &e))
		return cli_refuse(e.text, EXIT_FAILURE);
	arguments = json_new_object();
	json_put(arguments, "smtlib", json_new_string_n(text.data, text.size));
	return cli_show(cli, "solve_smtlib", arguments);
}
