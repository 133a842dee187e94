#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "cli/cli_result.h"
#include "cli/file_io.h"
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
	if (!file_io_read(name, &text, &e)) {
		(void)fprintf(stderr, "satchel: %s\n", e.text);
		return EXIT_FAILURE;
	}
	arguments = json_new_object();
	json_put(arguments, "smtlib", json_new_string_n(text.data, text.size));
	return cli_result_show(cli, "solve_smtlib", arguments);
}
