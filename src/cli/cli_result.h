#ifndef CLI_CLI_RESULT_H
#define CLI_CLI_RESULT_H

/*
 * One tool call from the command line, through the same path as a client's,
 * but with room for the whole of every text.
 */

#include <stdbool.h>
#include <stdio.h>

struct cli;
struct json_object;

struct cli_result {
	bool is_error;
	char *text;
	struct json_object *structured; /* NULL if is_error */
};

/* Calls the tool (arguments taken, or NULL) and waits for the answer. */
void cli_result_get(struct cli *cli, const char *tool,
	struct json_object *arguments, struct cli_result *result);
void cli_result_drop(struct cli_result *result); /* for DROP(cli_result) */

/* As it is, but escaped on a terminal: it may hold what a client sent. */
bool cli_result_say(FILE *to, const char *text);

/* Text or, with --json, structure on stdout; an error on stderr. Exit code. */
int cli_result_print(const struct cli *cli, const struct cli_result *result);

/* Both. */
int cli_result_show(
	struct cli *cli, const char *tool, struct json_object *arguments);

#endif
