/* The subcommands that copy the database. */
#include <stdlib.h>

#include "base/alloc.h"
#include "cli/cli.h"
#include "store/db/db.h"
#include "json/json.h"

static int
copy(struct cli *cli,
	bool (*run)(struct store *s, const char *path, struct err *e),
	const char *said)
{
	const char *path = cli->line.arguments[0];
	DROP(cli_result) struct cli_result result = {0};
	struct err e;

	if (!run(cli->server.store, path, &e))
		return cli_refuse(e.code, e.text, EXIT_FAILURE);
	result.text = text_format("%s %s.\n", said, path);
	result.structured = OBJECT("file", STRING(path));
	return cli_print(cli, &result);
}

int
command_backup(struct cli *cli)
{
	return copy(cli, store_backup, "The database is copied to");
}

int
command_restore(struct cli *cli)
{
	return copy(cli, store_restore, "The database is made of");
}
