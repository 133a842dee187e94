#include "cli/cli_options.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "store/sessions/sessions.h"
#include "tools/call/tool_groups.h"

static const struct command commands[] = {
#define COMMAND(name, arguments, most, least, help) \
	{#name, arguments, most, least, help, command_##name},
#include "cli/subcommands.def"
#undef COMMAND
};

enum { COMMAND_COUNT = sizeof(commands) / sizeof(commands[0]) };

static const struct command *
find_command(const char *name)
{
	for (size_t i = 0; i < COMMAND_COUNT; i++) {
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	}
	return NULL;
}

/* --- options -------------------------------------------------------------- */

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
};

static bool
set_number(
	const struct option *o, const char *value, void *member, struct err *e)
{
	char *end;
	long long read;

	errno = 0;
	read = strtoll(value, &end, 10);
	if (errno != 0 || end == value || *end != '\0' || read < o->least ||
		read > o->most)
		return err_set(e, ERR_ARGUMENT,
			"%s must be a number from %" PRId64 " to %" PRId64
			", and is \"%.40s\"",
			o->name, o->least, o->most, value);
	*(int64_t *)member = read;
	return true;
}

static bool
set_text(const struct option *o, const char *value, void *member, struct err *e)
{
	*(const char **)member = value;
	return *value != '\0' || err_set(e, ERR_ARGUMENT,
					 "%s needs a value: "
					 "%s %s",
					 o->name, o->name, o->value);
}

static bool
set_session(
	const struct option *o, const char *value, void *member, struct err *e)
{
	(void)o;
	*(const char **)member = value;
	return session_name_check(value, e);
}

static bool
set_tools(
	const struct option *o, const char *value, void *member, struct err *e)
{
	(void)o;
	return tool_groups_read(value, member, e);
}

static bool
set_log_level(
	const struct option *o, const char *value, void *member, struct err *e)
{
	return log_level_find(value, member) ||
	       err_set(e, ERR_ARGUMENT,
		       "%s is one of error, warn, info, debug, and not "
		       "\"%.40s\"",
		       o->name, value);
}

static bool
set_flag(const struct option *o, const char *value, void *member, struct err *e)
{
	(void)o, (void)value, (void)e;
	*(bool *)member = true;
	return true;
}

#define MEMBER(name) offsetof(struct cli_options, name)

static const struct option options[] = {
	{"--db", NULL, "FILE", set_text, MEMBER(db),
		"the database (default: SATCHEL_DB, or in ~/.local/share)"},
	{"--session", NULL, "NAME", set_session, MEMBER(session),
		"the session of calls that name none"},
	{"--workers", NULL, "N", set_number, MEMBER(workers),
		"solves at once (default: one per core)", 1, LIMIT_WORKERS},
	{"--memory-mb", NULL, "N", set_number, MEMBER(memory_mb),
		"memory of one solve (default: 2048)", MIN_MEMORY_MB,
		LIMIT_MEMORY_MB},
	{"--timeout-ms", NULL, "N", set_number, MEMBER(timeout_ms),
		"time of one solve (default: 30000; a call may say more)", 1,
		LIMIT_TIMEOUT_MS},
	{"--tools", NULL, "LIST", set_tools, MEMBER(groups_off),
		"groups of tools: core,manage (the default), core, lite"},
	{"--export-dir", NULL, "DIR", set_text, MEMBER(export_dir),
		"the folder that export_model may write files into"},
	{"--log-level", NULL, "L", set_log_level, MEMBER(log_level),
		"error, warn, info or debug (default: info)"},
	{"--format", NULL, "F", set_text, MEMBER(format),
		"of export: smt2, json, markdown or dimacs"},
	{"--output", "-o", "FILE", set_text, MEMBER(output),
		"of export: write there"},
	{"--json", NULL, NULL, set_flag, MEMBER(json),
		"print the structured result instead of text"},
	{"--help", "-h", NULL, set_flag, MEMBER(help), "this text"},
	{"--version", NULL, NULL, set_flag, MEMBER(version), "the version"},
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
refuse_word(
	const char *kind, const char *word, const char *nearest, struct err *e)
{
	(void)err_set(e, ERR_ARGUMENT, "there is no %s \"%.80s\"", kind, word);
	return nearest != NULL && err_add(e, "; did you mean %s?", nearest);
}

/* *next is the word after it, and becomes NULL when it is taken. */
static bool
read_option(struct cli_options *all, const char *word, const char **next,
	struct err *e)
{
	const char *equals = strchr(word, '=');
	size_t size = equals != NULL ? (size_t)(equals - word) : strlen(word);
	const struct option *o = find_option(word, size);
	const char *value = equals != NULL ? equals + 1 : NULL;
	void *member;

	if (o == NULL)
		return refuse_word(
			"option", word, NEAREST_IN(word, options, name), e);
	member = (char *)all + o->member;
	if (o->value == NULL) {
		if (value != NULL)
			return err_set(
				e, ERR_ARGUMENT, "%s takes no value", o->name);
		return o->set(o, NULL, member, e);
	}
	if (value == NULL) {
		value = *next;
		*next = NULL;
	}
	if (value == NULL)
		return err_set(e, ERR_ARGUMENT, "%s needs a value: %s %s",
			o->name, o->name, o->value);
	return o->set(o, value, member, e);
}

/* --- words ---------------------------------------------------------------- */

static bool
read_word(struct command_line *line, const char *word, struct err *e)
{
	if (line->command == NULL) {
		line->command = find_command(word);
		return line->command != NULL ||
		       refuse_word("command", word,
			       NEAREST_IN(word, commands, name), e);
	}
	if (line->argument_count == line->command->most)
		return err_set(e, ERR_ARGUMENT,
			"\"%.80s\" is one word too many: satchel %s%s%s", word,
			line->command->name,
			line->command->arguments[0] != '\0' ? " " : "",
			line->command->arguments);
	assert(line->argument_count <
		sizeof(line->arguments) / sizeof(line->arguments[0]));
	line->arguments[line->argument_count++] = word;
	return true;
}

static bool
check_words(const struct command_line *line, struct err *e)
{
	const struct cli_options *o = &line->options;
	const struct command *command = line->command;

	if (o->help || o->version)
		return true;
	if ((o->format != NULL || o->output != NULL) &&
		command->run != command_export)
		return err_set(e, ERR_ARGUMENT,
			"%s is an option of satchel export, not of %s",
			o->format != NULL ? "--format" : "--output",
			command->name);
	return line->argument_count >= command->least ||
	       err_set(e, ERR_ARGUMENT, "something is missing: satchel %s %s",
		       command->name, command->arguments);
}

bool
command_line_read(struct command_line *line, char **argv, struct err *e)
{
	bool only_words = false;

	*line = (struct command_line){.options.log_level = LOG_INFO};
	for (char **at = argv + 1; *at != NULL; at++) {
		const char *next = at[1];

		if (only_words || **at != '-' || strcmp(*at, "-") == 0) {
			if (!read_word(line, *at, e))
				return false;
		} else if (strcmp(*at, "--") == 0) {
			only_words = true;
		} else {
			if (!read_option(&line->options, *at, &next, e))
				return false;
			at += next != at[1];
		}
	}
	if (line->command == NULL)
		line->command = find_command("serve");
	return check_words(line, e);
}

void
command_line_help(struct buf *out)
{
	(void)buf_add_text(out,
		"Satchel carries a model through a conversation: an MCP "
		"server that builds,\nchecks and solves SMT-LIB models with "
		"Z3.\n\nUsage: satchel [OPTION...] [COMMAND "
		"[ARGUMENT...]]\n\nCommands:\n");
	for (size_t i = 0; i < COMMAND_COUNT; i++) {
		const struct command *c = &commands[i];

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
