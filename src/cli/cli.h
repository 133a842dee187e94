#ifndef CLI_CLI_H
#define CLI_CLI_H

/*
 * The program behind the command line. Exit codes: EXIT_SUCCESS; EXIT_FAILURE,
 * a tool said no (its message is on stderr); EXIT_USAGE.
 */

#include <stdbool.h>

#include "base/err.h"
#include "cli/cli_options.h"
#include "store/revisions/model_cache.h"
#include "tools/call/tool.h"

enum { EXIT_USAGE = 2 };

/* What a subcommand works with. */
struct cli {
	struct command_line line;
	/* Made by cli_open. */
	char *db_path;
	bool has_worker;
	struct loop *loop;
	struct model_cache cache;
	struct server server;
};

/*
 * Makes loop, store, pool and server from the options. Opens no file and starts
 * no process: that is done when something needs it.
 */
bool cli_open(struct cli *cli, struct err *e);

/* Ends the workers, closes the database. */
void cli_close(struct cli *cli);

/* The program with its command line, which ends in NULL; its exit code. */
int cli_main(char **argv);

#endif
