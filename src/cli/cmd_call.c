#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "cli/cli_result.h"
#include "cli/file_io.h"
#include "tools/call/tool_groups.h"
#include "json/json.h"

static int
refuse(const char *message)
{
	(void)fprintf(stderr, "satchel: %s\n", message);
	return EXIT_USAGE;
}

/* The argument, or what standard input says for "-". */
static bool
read_json(const char *given, struct json_object **value, struct err *e)
{
	DROP(buf) struct buf text;

	buf_init(&text, LIMIT_MESSAGE);
	if (strcmp(given, "-") != 0)
		return json_parse(given, strlen(given), value, e);
	return file_io_read("-", &text, e) &&
	       json_parse(text.data, text.size, value, e);
}

int
command_call(struct cli *cli)
{
	struct json_object *arguments = NULL;
	struct err e;

	if (tool_groups_find(&cli->server, cli->arguments[0], &e) == NULL)
		return refuse(e.text);
	if (cli->argument_count > 1 &&
		!read_json(cli->arguments[1], &arguments, &e))
		return refuse(e.text);
	return cli_result_show(cli, cli->arguments[0], arguments);
}
