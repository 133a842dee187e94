#ifndef CLI_CLI_H
#define CLI_CLI_H

/*
 * The command line. Options stand before or behind the subcommand; without one
 * the program serves. Exit codes: EXIT_SUCCESS; EXIT_FAILURE, a tool said no
 * (its message is on stderr); EXIT_USAGE.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/log.h"
#include "store/revisions/model_cache.h"
#include "tools/call/tool.h"

enum { EXIT_USAGE = 2 };

struct cli;

typedef int cli_run(struct cli *cli);

struct command {
	const char *name;
	const char *arguments; /* as the help shows them */
	size_t most;
	size_t least;
	const char *help;
	cli_run *run;
};

/* What the command line says, and what the subcommand works with. */
struct cli {
	const struct command *command;
	const char *arguments[2]; /* of the subcommand; borrowed from argv */
	size_t argument_count;
	bool wants_help;
	bool wants_version;

	/* Options; NULL or 0 where nothing is said. */
	const char *db;
	const char *session;
	int64_t workers;
	int64_t memory_mb;
	int64_t timeout_ms;
	unsigned groups_off; /* as in struct server */
	const char *export_dir;
	enum log_level log_level;
	const char *format;
	const char *output;
	const char *export_option; /* one that only export has, if given */
	bool json;

	/* Made by cli_open. */
	char *db_path;
	bool has_worker;
	struct loop *loop;
	struct model_cache cache;
	struct server server;
};

size_t cli_command_count(void);
const struct command *cli_command_at(size_t index);
const struct command *cli_command_find(const char *name);

/* The program with its command line, which ends in NULL; its exit code. */
int cli_main(char **argv);

#define COMMAND(name, arguments, most, least, help) cli_run command_##name;
#include "cli/cli.def"
#undef COMMAND

#endif
