#include <stdlib.h>

#include "base/alloc.h"
#include "cli/cli.h"
#include "json/json.h"

int
command_export(struct cli *cli)
{
	DROP(cli_result) struct cli_result result = {0};
	struct json_object *arguments = json_new_object();
	const struct json_object *text;
	struct err e;

	json_put_string(arguments, "session", cli->line.arguments[0]);
	json_put_string(arguments, "format", cli->line.options.format);
	cli_call(cli, "export_model", arguments, &result);
	if (result.is_error || cli->line.options.output == NULL)
		return cli_print(cli, &result);
	text = json_get(result.structured, "text");
	if (cli_write_file(cli->line.options.output, json_string(text),
		    json_string_size(text), &e))
		return EXIT_SUCCESS;
	return cli_refuse(e.text, EXIT_FAILURE);
}
