#ifndef CLI_CLI_H
#define CLI_CLI_H

/*
 * The program behind the command line. Exit codes: EXIT_SUCCESS; EXIT_FAILURE,
 * a call was refused (its message is on stderr); EXIT_USAGE.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/log.h"
#include "base/wording.h"
#include "mcp/http/http.h"
#include "store/revisions/revisions.h"
#include "tools/call/tool.h"

/*
 * The command line as it is written. Options stand before or after the
 * subcommand; without one the program serves.
 */

struct cli;

typedef int cli_run(struct cli *cli);

struct subcommand {
	const char *name;
	const char *arguments; /* as the help shows them */
	size_t most;
	size_t least;
	const char *help;
	cli_run *run;
};

/* Of satchel fzn, as MiniZinc names them. */
struct fzn_options {
	bool all;
	bool intermediate;
	bool statistics;
	int64_t number; /* of solutions */
	int64_t time_ms;
};

struct option;

/* Reads the value (NULL for an option without one) into the member. */
typedef bool set_option(
	const struct option *o, const char *value, void *member, struct err *e);

struct option {
	const char *name;
	const char *letter; /* the short form, or NULL */
	const char *value;  /* what it is called in the help, or NULL */
	set_option *set;
	size_t member; /* its offset in struct cli_options */
	const char *help;
	int64_t least; /* of a number */
	int64_t most;
	bool (*check)(const char *text, struct err *e); /* of a text, or NULL */
	const char *of; /* "export and view"; NULL: it is of all commands */
	/* The value when none is given: the next word is none if it begins
	 * with "-" or is a command; or NULL. */
	const char *otherwise;
};

extern const struct subcommand subcommands[];
extern const size_t subcommand_count;
extern const struct option known_options[];
extern const size_t option_count;

/* The one of that name, or NULL. */
const struct subcommand *subcommand_find(const char *name);

bool option_is_of(const struct option *o, const struct subcommand *command);

/* NULL or 0 for options that are not given and have no default; texts are
 * borrowed from argv. */
struct cli_options {
	const char *db;
	struct server server; /* what of it is an option */
	int64_t workers;
	int64_t memory_mb;
	const char *launcher;
	bool portfolio;
	enum log_level log_level;
	bool log_json;
	struct {
		const char *format;
		const char *output;
	} export;
	struct http_options http;
	bool read_only;
	bool json;
	bool help;
	bool version;
	struct fzn_options fzn;
};

struct command_line {
	const struct subcommand *command;
	bool has_command; /* or it is serve because none was named */
	const char *arguments[3];
	size_t argument_count;
	char **rest; /* of argv, after the last argument that was read */
	struct cli_options options;
	unsigned given; /* a bit for each of the known options */
};

/*
 * Reads the words, which end in NULL. The error is one for people: what is
 * wrong, with did-you-mean.
 */
bool command_line_read(struct command_line *line, char **argv, struct err *e);

/* The text of satchel help, about a command or about all (NULL). */
void command_line_help(const struct subcommand *about, struct buf *out);

#define COMMAND(name, arguments, most, least, help) cli_run command_##name;
#include "cli/subcommands.def"
#undef COMMAND

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

/* --- what subcommands share ---------------------------------------------- */

/*
 * Appends the file, or standard input for "-", to the text; at most its
 * ceiling. The error names the file.
 */
bool cli_read_file(const char *name, struct buf *text, struct err *e);

/* Makes or replaces the file. */
bool cli_write_file(
	const char *name, const char *text, size_t size, struct err *e);

/*
 * Has a worker read the text, in whatever language it is
 * (tools/call/text_reading.h), and waits for it. NULL: it was not read, and *e
 * says why; a fault of the text is in the answer, which is the caller's.
 */
struct answer *cli_read_text(struct cli *cli, const struct buf *text,
	int64_t limit_ms, const char *what, struct err *e);

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

/* As it is, but escaped on a terminal: it may hold what a client sent. Whether
 * all of standard output was written, cli_main asks at the end. */
void cli_puts(FILE *to, const char *text);

/* From now on an error is on stdout, too, as JSON: {"error": {"code",
 * "message"}}. */
void cli_set_json(bool as_json);

/* Says the text on stderr and returns the code. */
int cli_refuse(enum err_code why, const char *text, int code);

/* The words of the command line: `satchel sessions` for list_sessions. */
wording cli_wording;

/* Text or, with --json, structure on stdout; an error on stderr, and with
 * --json its fields on stdout. Exit code. */
int cli_print(const struct cli *cli, const struct cli_result *result);

/* Calls and prints. */
int cli_show(struct cli *cli, const char *tool, struct json_object *arguments);

/* --- the program --------------------------------------------------------- */

/* The program with its command line, which ends in NULL; its exit code. */
int cli_main(char **argv);

#endif
