#ifndef CLI_CLI_OPTIONS_H
#define CLI_CLI_OPTIONS_H

/*
 * The command line as it is written. Options stand before or after the
 * subcommand; without one the program serves.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/log.h"

struct buf;
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

/* NULL or 0 for options that are not given; texts are borrowed from argv. */
struct cli_options {
	const char *db;
	const char *session;
	int64_t workers;
	int64_t memory_mb;
	int64_t timeout_ms;
	unsigned groups_off; /* as in struct server */
	const char *export_dir;
	enum log_level log_level;
	const char *format; /* of export */
	const char *output; /* likewise */
	bool json;
	bool help;
	bool version;
};

struct command_line {
	const struct command *command;
	const char *arguments[2];
	size_t argument_count;
	struct cli_options options;
};

/*
 * Reads the words, which end in NULL. The error is one for people: what is
 * wrong, with did-you-mean.
 */
bool command_line_read(struct command_line *line, char **argv, struct err *e);

/* The text of --help. */
void command_line_help(struct buf *out);

#define COMMAND(name, arguments, most, least, help) cli_run command_##name;
#include "cli/subcommands.def"
#undef COMMAND

#endif
