/*
 * satchel help [COMMAND], and from the same tables what make needs of them:
 * satchel help man, the sections COMMANDS and OPTIONS of the manual page, and
 * satchel help bash, zsh or fish, the completion of that shell.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/cli.h"

static const struct {
	const char *command, *line, *help;
} examples[] = {
#define EXAMPLE(command, line, help) {#command, line, help},
#include "cli/examples.def"
#undef EXAMPLE
};

enum { EXAMPLE_COUNT = sizeof(examples) / sizeof(examples[0]) };

enum { WIDTH = 18, AGENT_WIDTH = 21 /* of a column of options */ };

static void
add_option(struct buf *out, int width, const char *letter, const char *name,
	const char *value, const char *help)
{
	DROP(text)
	char *whole = text_format("%s%s%s", name, value != NULL ? " " : "",
		value != NULL ? value : "");

	buf_add_format(out, "  %-2s%s %-*s %s\n", letter != NULL ? letter : "",
		letter != NULL ? "," : " ", width, whole, help);
}

static void
add_agent_options(struct buf *out)
{
	buf_add_text(out, "\nOptions:\n");
#define WORD(member, name, value, otherwise, help) \
	add_option(out, AGENT_WIDTH, NULL, "--" name, value, help);
#define NUMBER(member, name, otherwise, help) \
	add_option(out, AGENT_WIDTH, NULL, "--" name, "N", help);
#include "agent/agent_options.def"
#undef WORD
#undef NUMBER
	add_option(out, AGENT_WIDTH, "-j", "--json", NULL,
		"print one JSON object");
}

/* Returns what the option does (the caller's); among those of all commands
 * with the command that alone has it. */
static char *
describe_option(const struct option *o)
{
	bool is_named = o->of != NULL && subcommand_find(o->of) != NULL;

	return text_format(
		"%s%s%s", is_named ? o->of : "", is_named ? ": " : "", o->help);
}

/* Adds the options of the command, or of all commands. */
static void
add_options(const struct subcommand *about, struct buf *out)
{
	const struct option *o;

	buf_add_text(out, "\nOptions:\n");
	for (o = known_options; o < known_options + option_count; o++) {
		DROP(text) char *help = describe_option(o);

		if (about == NULL || option_is_of(o, about))
			add_option(out, WIDTH, o->letter, o->name, o->value,
				about == NULL ? help : o->help);
	}
}

static void
add_exit_codes(const struct subcommand *about, struct buf *out)
{
	static const struct {
		cli_run *run;
		const char *codes;
	} rows[] = {
		{command_solve, "0 answered, 1 refused, 2 wrong usage; with "
				"--format dimacs 10\nsatisfiable, 20 "
				"unsatisfiable, 30 optimum found"},
		{command_prove, "0 proved, 1 refuted, unknown or refused, 2 "
				"wrong usage"},
		{command_check, "0 all expectations hold, 1 one does not, or "
				"there is none, 2 wrong\nusage"},
		{command_agent, "0 answered, 1 no answer, or the review says "
				"incorrect, or no model was\nsolved, 2 wrong "
				"usage"},
	};
	const char *codes = "0 done, 1 refused or answered in the negative, 2 "
			    "wrong usage";

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (about != NULL && about->run == rows[i].run)
			codes = rows[i].codes;
	buf_add_format(out, "\nExit codes: %s.\n", codes);
}

void
command_line_help(const struct subcommand *about, struct buf *out)
{
	const struct subcommand *c;

	if (about != NULL) {
		buf_add_format(out,
			"Usage: satchel %s [OPTION...]%s%s\n\n%s\n\n",
			about->name, about->arguments[0] != '\0' ? " " : "",
			about->arguments, about->help);
		for (size_t i = 0; i < EXAMPLE_COUNT; i++)
			if (strcmp(examples[i].command, about->name) == 0)
				buf_add_format(out, "  %s\n      %s\n",
					examples[i].line, examples[i].help);
		if (about->run == command_agent)
			add_agent_options(out);
		else
			add_options(about, out);
		add_exit_codes(about, out);
		return;
	}
	buf_add_text(out,
		"Satchel carries a model through a conversation: an MCP "
		"server that builds,\nchecks and solves SMT-LIB models with "
		"Z3.\n\nUsage: satchel [OPTION...] [COMMAND "
		"[ARGUMENT...]]\n\nCommands (satchel help COMMAND says "
		"more):\n");
	for (c = subcommands; c < subcommands + subcommand_count; c++) {
		DROP(text)
		char *usage = text_format("%s %s", c->name, c->arguments);

		buf_add_format(out, "  %-23s %s\n", usage, c->help);
	}
	add_options(NULL, out);
	add_exit_codes(NULL, out);
}

/* --- for other programs --------------------------------------------------- */

/* The text, with `before` in front of each byte that is special. */
static void
add_escaped(struct buf *out, const char *text, const char *special,
	const char *before)
{
	for (; *text != '\0'; text++) {
		if (strchr(special, *text) != NULL)
			buf_add_text(out, before);
		buf_add_char(out, *text);
	}
}

static void
add_roff(struct buf *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			buf_add_text(out, "\\(aq");
		else
			buf_add_format(
				out, "%s%c", *text == '-' ? "\\" : "", *text);
	}
}

static void
add_man(struct buf *out)
{
	const struct subcommand *c;
	const struct option *o;

	buf_add_text(out, ".SH COMMANDS\n");
	for (c = subcommands; c < subcommands + subcommand_count; c++) {
		buf_add_format(out, ".TP\n.B %s%s%s\n", c->name,
			c->arguments[0] != '\0' ? " " : "", c->arguments);
		add_roff(out, c->help);
		buf_add_text(out, ".\n");
		for (size_t j = 0; j < EXAMPLE_COUNT; j++) {
			if (strcmp(examples[j].command, c->name) != 0)
				continue;
			buf_add_text(out, ".IP\n.EX\n");
			add_roff(out, examples[j].line);
			buf_add_text(out, "\n.EE\n");
		}
	}
	buf_add_text(out, ".SH OPTIONS\n");
	for (o = known_options; o < known_options + option_count; o++) {
		DROP(text) char *help = describe_option(o);

		buf_add_text(out, ".TP\n.B ");
		add_roff(out, o->letter != NULL ? o->letter : "");
		buf_add_text(out, o->letter != NULL ? ", " : "");
		add_roff(out, o->name);
		buf_add_format(out, "%s%s\n", o->value != NULL ? " " : "",
			o->value != NULL ? o->value : "");
		add_roff(out, help);
		buf_add_text(out, ".\n");
	}
}

/* What fits an option: without a value, with one, or with a path. */
static const char *
taken(const struct option *o, const char *none, const char *some,
	const char *path)
{
	if (o->value == NULL)
		return none;
	return strcmp(o->value, "FILE") == 0 || strcmp(o->value, "DIR") == 0
		       ? path
		       : some;
}

/* Where no command can stand, bash offers files (-o default). */
static void
add_bash(struct buf *out)
{
	const struct subcommand *c;
	const struct option *o;

	buf_add_text(out,
		"_satchel() {\n  local words=\n  case $2 in\n  -*) words='");
	for (o = known_options; o < known_options + option_count; o++)
		buf_add_format(out, "%s ", o->name);
	buf_add_text(out,
		"' ;;\n  *) [ \"$COMP_CWORD\" != 1 ] && [ \"$3\" != help ] || "
		"words='");
	for (c = subcommands; c < subcommands + subcommand_count; c++)
		buf_add_format(out, "%s ", c->name);
	buf_add_text(out,
		"' ;;\n  esac\n  COMPREPLY=($(compgen -W \"$words\" -- "
		"\"$2\"))\n}\ncomplete -o default -F _satchel satchel\n");
}

static void
add_zsh(struct buf *out)
{
	const struct subcommand *c;
	const struct option *o;

	buf_add_text(out, "#compdef satchel\n_arguments");
	for (o = known_options; o < known_options + option_count; o++) {
		buf_add_format(out, " \\\n  '%s[", o->name);
		add_escaped(out, o->help, "[]:\\", "\\");
		buf_add_format(out, "]%s%s%s'", o->value != NULL ? ":" : "",
			o->value != NULL ? o->value : "",
			taken(o, "", ": ", ":_files"));
	}
	buf_add_text(out, " \\\n  '1:command:((");
	for (c = subcommands; c < subcommands + subcommand_count; c++) {
		buf_add_format(out, "%s\\:\"", c->name);
		add_escaped(out, c->help, ":\"", "\\");
		buf_add_text(out, "\" ");
	}
	buf_add_text(out, "))' \\\n  '*:file:_files'\n");
}

static void
add_fish(struct buf *out)
{
	const struct subcommand *c;
	const struct option *o;

	for (c = subcommands; c < subcommands + subcommand_count; c++)
		buf_add_format(out,
			"complete -c satchel -n __fish_use_subcommand -f -a "
			"%s -d '%s'\n",
			c->name, c->help);
	for (o = known_options; o < known_options + option_count; o++)
		buf_add_format(out,
			"complete -c satchel %s%s -l %s%s -d '%s'\n",
			o->letter != NULL ? "-s " : "",
			o->letter != NULL ? o->letter + strlen("-") : "",
			o->name + strlen("--"), taken(o, "", " -x", " -r"),
			o->help);
}

static const struct {
	const char *name;
	void (*add)(struct buf *out);
} forms[] = {
	{"man", add_man},
	{"bash", add_bash},
	{"zsh", add_zsh},
	{"fish", add_fish},
};

int
command_help(struct cli *cli)
{
	const char *topic =
		cli->line.argument_count > 0 ? cli->line.arguments[0] : NULL;
	const struct subcommand *c =
		topic != NULL ? subcommand_find(topic) : NULL;
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (topic != NULL && strcmp(forms[i].name, topic) == 0)
			forms[i].add(&out);
	if (out.size == 0 && c == NULL && topic != NULL)
		return cli_refuse(ERR_ARGUMENT,
			"there is no such command; satchel --help lists them",
			EXIT_USAGE);
	if (out.size == 0)
		command_line_help(c, &out);
	(void)fputs(out.data, stdout);
	return EXIT_SUCCESS;
}
