#include "base/limits.h"
#include "cli/cli.h"
#include "json/json.h"

int
command_show(struct cli *cli)
{
	struct json_object *arguments = json_new_object();

	json_put_string(arguments, "session", cli->line.arguments[0]);
	json_put_int(arguments, "count", LIMIT_ITEMS);
	return cli_show(cli, "get_model", arguments);
}
