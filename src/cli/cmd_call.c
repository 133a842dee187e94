#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "tools/call/tool_groups.h"
#include "json/json.h"

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
		return cli_refuse(e.text, EXIT_USAGE);
	if (cli->line.argument_count > 1 &&
		!read_json(cli->line.arguments[1], &arguments, &e))
		return cli_refuse(e.text, EXIT_USAGE);
	return cli_show(cli, cli->line.arguments[0], arguments);
}
