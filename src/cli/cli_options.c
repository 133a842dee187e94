#include "cli/cli_options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "cli/cli.h"
#include "store/sessions/session_name.h"
#include "tools/call/tool_groups.h"

/* Takes the value, NULL for an option without one. */
typedef bool set_option(struct cli *cli, const char *value, struct err *e);

static bool
read_number(const char *name, const char *value, int64_t least, int64_t most,
	int64_t *number, struct err *e)
{
	char *end;
	long long read;

	errno = 0;
	read = strtoll(value, &end, 10);
	if (errno != 0 || end == value || *end != '\0' || read < least ||
		read > most)
		return err_set(e, ERR_ARGUMENT,
			"%s must be a number from %" PRId64 " to %" PRId64
			", and is \"%.40s\"",
			name, least, most, value);
	*number = read;
	return true;
}

static bool
set_db(struct cli *cli, const char *value, struct err *e)
{
	if (*value == '\0')
		return err_set(e, ERR_ARGUMENT, "--db needs a file name");
	cli->db = value;
	return true;
}

static bool
set_session(struct cli *cli, const char *value, struct err *e)
{
	cli->session = value;
	return session_name_check(value, e);
}

static bool
set_workers(struct cli *cli, const char *value, struct err *e)
{
	return read_number(
		"--workers", value, 1, LIMIT_WORKERS, &cli->workers, e);
}

static bool
set_memory(struct cli *cli, const char *value, struct err *e)
{
	return read_number("--memory-mb", value, MIN_MEMORY_MB, LIMIT_MEMORY_MB,
		&cli->memory_mb, e);
}

static bool
set_timeout(struct cli *cli, const char *value, struct err *e)
{
	return read_number("--timeout-ms", value, 1, LIMIT_TIMEOUT_MS,
		&cli->timeout_ms, e);
}

static bool
set_tools(struct cli *cli, const char *value, struct err *e)
{
	return tool_groups_read(value, &cli->groups_off, e);
}

static bool
set_export_dir(struct cli *cli, const char *value, struct err *e)
{
	if (*value == '\0')
		return err_set(e, ERR_ARGUMENT, "--export-dir needs a folder");
	cli->export_dir = value;
	return true;
}

static bool
set_log_level(struct cli *cli, const char *value, struct err *e)
{
	if (log_level_find(value, &cli->log_level))
		return true;
	return err_set(e, ERR_ARGUMENT,
		"--log-level is one of error, warn, info, debug, and not "
		"\"%.40s\"",
		value);
}

static bool
set_format(struct cli *cli, const char *value, struct err *e)
{
	(void)e; /* the tool knows its formats */
	cli->export_option = "--format";
	cli->format = value;
	return true;
}

static bool
set_output(struct cli *cli, const char *value, struct err *e)
{
	(void)e;
	cli->export_option = "--output";
	cli->output = value;
	return true;
}

static bool
set_json(struct cli *cli, const char *value, struct err *e)
{
	(void)value, (void)e;
	cli->json = true;
	return true;
}

static bool
set_help(struct cli *cli, const char *value, struct err *e)
{
	(void)value, (void)e;
	cli->wants_help = true;
	return true;
}

static bool
set_version(struct cli *cli, const char *value, struct err *e)
{
	(void)value, (void)e;
	cli->wants_version = true;
	return true;
}

static const struct option {
	const char *name;
	const char *letter; /* the short form, or NULL */
	const char *value;  /* what it is called in the help, or NULL */
	set_option *set;
	const char *help;
} options[] = {
	{"--db", NULL, "FILE", set_db,
		"the database (default: SATCHEL_DB, or in ~/.local/share)"},
	{"--session", NULL, "NAME", set_session,
		"the session of calls that name none"},
	{"--workers", NULL, "N", set_workers,
		"solves at once (default: one per core)"},
	{"--memory-mb", NULL, "N", set_memory,
		"memory of one solve (default: 2048)"},
	{"--timeout-ms", NULL, "N", set_timeout,
		"time of one solve (default: 30000; a call may say more)"},
	{"--tools", NULL, "LIST", set_tools,
		"groups of tools: core,manage (the default) or core"},
	{"--export-dir", NULL, "DIR", set_export_dir,
		"the folder that export_model may write files into"},
	{"--log-level", NULL, "L", set_log_level,
		"error, warn, info or debug (default: info)"},
	{"--format", NULL, "F", set_format,
		"of export: smt2, json, markdown or dimacs"},
	{"--output", "-o", "FILE", set_output, "of export: write there"},
	{"--json", NULL, NULL, set_json,
		"print the structured result instead of text"},
	{"--help", "-h", NULL, set_help, "this text"},
	{"--version", NULL, NULL, set_version, "the version"},
};

enum { OPTION_COUNT = sizeof(options) / sizeof(options[0]) };

/* `size` bytes of `word` are the option's name. */
static const struct option *
find_option(const char *word, size_t size)
{
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		const struct option *o = &options[i];

		if (strlen(o->name) == size &&
			strncmp(o->name, word, size) == 0)
			return o;
		if (o->letter != NULL && strcmp(o->letter, word) == 0)
			return o;
	}
	return NULL;
}

static bool
refuse_option(const char *word, struct err *e)
{
	struct nearest near;

	nearest_init(&near, word);
	for (size_t i = 0; i < OPTION_COUNT; i++)
		nearest_offer(&near, options[i].name);
	(void)err_set(e, ERR_ARGUMENT, "there is no option \"%.80s\"", word);
	if (near.best != NULL)
		(void)err_add(e, "; did you mean %s?", near.best);
	return false;
}

/* *next is the word behind it, and becomes NULL when it is taken. */
static bool
read_option(struct cli *cli, const char *word, const char **next, struct err *e)
{
	const char *equals = strchr(word, '=');
	size_t size = equals != NULL ? (size_t)(equals - word) : strlen(word);
	const struct option *o = find_option(word, size);
	const char *value = equals != NULL ? equals + 1 : NULL;

	if (o == NULL)
		return refuse_option(word, e);
	if (o->value == NULL) {
		if (value != NULL)
			return err_set(
				e, ERR_ARGUMENT, "%s takes no value", o->name);
		return o->set(cli, NULL, e);
	}
	if (value == NULL) {
		value = *next;
		*next = NULL;
	}
	if (value == NULL)
		return err_set(e, ERR_ARGUMENT, "%s needs a value: %s %s",
			o->name, o->name, o->value);
	return o->set(cli, value, e);
}

static bool
refuse_command(const char *word, struct err *e)
{
	struct nearest near;

	nearest_init(&near, word);
	for (size_t i = 0; i < cli_command_count(); i++)
		nearest_offer(&near, cli_command_at(i)->name);
	(void)err_set(e, ERR_ARGUMENT, "there is no command \"%.80s\"", word);
	if (near.best != NULL)
		(void)err_add(e, "; did you mean %s?", near.best);
	return false;
}

static bool
read_word(struct cli *cli, const char *word, struct err *e)
{
	if (cli->command == NULL) {
		cli->command = cli_command_find(word);
		return cli->command != NULL || refuse_command(word, e);
	}
	if (cli->argument_count == cli->command->most)
		return err_set(e, ERR_ARGUMENT,
			"\"%.80s\" is one word too many: satchel %s%s%s", word,
			cli->command->name,
			cli->command->arguments[0] != '\0' ? " " : "",
			cli->command->arguments);
	cli->arguments[cli->argument_count++] = word;
	return true;
}

static bool
check_words(const struct cli *cli, struct err *e)
{
	if (cli->wants_help || cli->wants_version)
		return true;
	if (cli->export_option != NULL && cli->command->run != command_export)
		return err_set(e, ERR_ARGUMENT,
			"%s is an option of satchel export, not of %s",
			cli->export_option, cli->command->name);
	if (cli->argument_count >= cli->command->least)
		return true;
	return err_set(e, ERR_ARGUMENT, "something is missing: satchel %s %s",
		cli->command->name, cli->command->arguments);
}

bool
cli_options_read(struct cli *cli, char **argv, struct err *e)
{
	bool only_words = false;

	cli->log_level = LOG_INFO;
	for (char **at = argv + 1; *at != NULL; at++) {
		const char *next = at[1];

		if (only_words || **at != '-' || strcmp(*at, "-") == 0) {
			if (!read_word(cli, *at, e))
				return false;
		} else if (strcmp(*at, "--") == 0) {
			only_words = true;
		} else {
			if (!read_option(cli, *at, &next, e))
				return false;
			at += next != at[1];
		}
	}
	if (cli->command == NULL)
		cli->command = cli_command_find("serve");
	return check_words(cli, e);
}

void
cli_options_help(struct buf *out)
{
	(void)buf_add_text(out,
		"Satchel carries a model through a conversation: an MCP "
		"server that builds,\nchecks and solves SMT-LIB models with "
		"Z3.\n\nUsage: satchel [OPTION...] [COMMAND "
		"[ARGUMENT...]]\n\nCommands:\n");
	for (size_t i = 0; i < cli_command_count(); i++) {
		const struct command *c = cli_command_at(i);

		(void)buf_add_format(out, "  %-8s %-14s %s\n", c->name,
			c->arguments, c->help);
	}
	(void)buf_add_text(out, "\nOptions:\n");
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		const struct option *o = &options[i];

		(void)buf_add_format(out, "  %-2s%s %-12s %-4s %s\n",
			o->letter != NULL ? o->letter : "",
			o->letter != NULL ? "," : " ", o->name,
			o->value != NULL ? o->value : "", o->help);
	}
	(void)buf_add_text(out,
		"\nExit codes: 0 done, 1 the tool said no, 2 wrong usage.\n");
}
