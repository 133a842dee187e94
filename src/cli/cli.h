#ifndef CLI_CLI_H
#define CLI_CLI_H

/*
 * The program behind the command line. Exit codes: EXIT_SUCCESS; EXIT_FAILURE,
 * a tool said no (its message is on stderr); EXIT_USAGE.
 */

#include <stdbool.h>
#include <stdio.h>

#include "base/buf.h"
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

/* --- what subcommands share ----------------------------------------------- */

/*
 * Appends the file, or standard input for "-", to the text; at most its
 * ceiling. The error names the file.
 */
bool cli_read_file(const char *name, struct buf *text, struct err *e);

/* Makes or replaces the file. */
bool cli_write_file(
	const char *name, const char *text, size_t size, struct err *e);

struct cli_result {
	bool is_error;
	char *text;
	struct json_object *structured; /* of an error: its fields */
};

/* Calls the tool (arguments taken, or NULL) through the same path as a client,
 * but with room for the whole of every text, and waits for the answer. */
void cli_call(struct cli *cli, const char *tool, struct json_object *arguments,
	struct cli_result *result);
void cli_result_drop(struct cli_result *result); /* for DROP(cli_result) */

/* As it is, but escaped on a terminal: it may hold what a client sent. */
bool cli_say(FILE *to, const char *text);

/* Says the text on stderr and returns the code. */
int cli_refuse(const char *text, int code);

/* Text or, with --json, structure on stdout; an error on stderr, and with
 * --json its fields on stdout. Exit code. */
int cli_print(const struct cli *cli, const struct cli_result *result);

/* Calls and prints. */
int cli_show(struct cli *cli, const char *tool, struct json_object *arguments);

/* --- the program ---------------------------------------------------------- */

/* The program with its command line, which ends in NULL; its exit code. */
int cli_main(char **argv);

#endif
