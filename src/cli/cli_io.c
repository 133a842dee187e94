#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/loop.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "pool/portfolio.h"
#include "tools/call/text_reading.h"
#include "tools/call/tool.h"
#include "json/json.h"

/* --- files --------------------------------------------------------------- */

static bool
read_all(FILE *file, const char *name, struct buf *text, struct err *e)
{
	char piece[64 * KIB];
	size_t size;

	while ((size = fread(piece, 1, sizeof(piece), file)) > 0) {
		if (!buf_add(text, piece, size))
			return err_set(e, ERR_LIMIT,
				"%s is larger than %zu bytes", name,
				text->ceiling);
	}
	if (ferror(file))
		return err_set(e, ERR_SYSTEM, "cannot read %s: %s", name,
			strerrordesc_np(errno));
	return true;
}

bool
cli_read_file(const char *name, struct buf *text, struct err *e)
{
	FILE *file;
	bool done;

	if (strcmp(name, "-") == 0)
		return read_all(stdin, "standard input", text, e);
	file = fopen(name, "re");
	if (file == NULL)
		return err_set(e, ERR_SYSTEM, "cannot open %s: %s", name,
			strerrordesc_np(errno));
	done = read_all(file, name, text, e);
	(void)fclose(file); /* it was only read */
	return done;
}

bool
cli_write_file(const char *name, const char *text, size_t size, struct err *e)
{
	bool is_standard = strcmp(name, "-") == 0;
	FILE *file = is_standard ? stdout : fopen(name, "we");
	bool written;

	if (file == NULL)
		return err_set(e, ERR_SYSTEM, "cannot open %s: %s", name,
			strerrordesc_np(errno));
	written = fwrite(text, 1, size, file) == size;
	if (is_standard)
		return true; /* cli_main looks */
	written &= fclose(file) == 0;
	return written || err_set(e, ERR_SYSTEM, "cannot write %s: %s", name,
				  strerrordesc_np(errno));
}

/* --- calls --------------------------------------------------------------- */

struct pending_call {
	struct loop *loop;
	struct cli_result *result;
	bool is_done;
	bool is_live; /* a line stands on the terminal */
};

enum { LIVE_WIDTH = 79 };

/* A line on a terminal that is written over. */
static void
on_progress(
	struct call *c, double progress, const char *message, void *argument)
{
	struct pending_call *w = argument;
	DROP(text) char *clean = sanitize_text(message);

	(void)c, (void)progress;
	w->is_live = true;
	(void)fprintf(stderr, "\r\033[K%.*s", LIVE_WIDTH, clean);
}

static void
on_done(struct call *c, const struct call_result *result, void *argument)
{
	struct pending_call *w = argument;

	(void)c; /* it ends with this */
	*w->result = (struct cli_result){
		.is_error = result->is_error,
		.text = text_copy(result->text),
	};
	w->result->structured =
		result->error == NULL
			? json_copy(result->structured)
			: OBJECT("error", json_new_error(result->error));
	w->is_done = true;
	loop_stop(w->loop);
}

void
cli_call(struct cli *cli, const char *tool, struct json_object *arguments,
	struct cli_result *result)
{
	struct pending_call w = {.loop = cli->loop, .result = result};
	const struct call_sink sink = {.done = on_done,
		.progress = isatty(STDERR_FILENO) ? on_progress : NULL,
		.argument = &w};
	const struct tool *found = tool_find(tool);

	assert(found != NULL);
	cli->server.reply_text = LIMIT_ANSWER;
	(void)call_start(&cli->server, found, arguments, &sink);
	/* Returns at once for a call that is answered already. */
	loop_run(cli->loop);
	assert(w.is_done);
	if (w.is_live)
		(void)fputs("\r\033[K", stderr);
}

/* --- a text ------------------------------------------------------------- */

struct pending_text {
	struct loop *loop;
	struct answer *answer;
};

static void
on_text(struct race *race, struct answer *answer, void *argument)
{
	struct pending_text *w = argument;

	(void)race;
	w->answer = answer;
	loop_stop(w->loop);
}

struct answer *
cli_read_text(struct cli *cli, const struct buf *text, int64_t limit_ms,
	const char *what, struct err *e)
{
	struct pending_text w = {.loop = cli->loop};
	DROP(reading_request) struct reading_request r;
	const struct advice_job job = {.what = what,
		.limit_ms = limit_ms,
		.memory_mb = cli->server.memory_mb};
	struct ask ask;

	reading_request_init(&r, ASK_READ_SCRIPT);
	reading_request_add(&r, text->data, text->size);
	if (!reading_request_ask(&r, &ask, e))
		return NULL;
	ask.timeout_ms = (uint32_t)limit_ms;
	if (portfolio_ask(cli->server.pool, &ask, QUEUE_SOLVE, on_text, &w,
		    e) == NULL)
		return NULL;
	loop_run(cli->loop);
	if (!reading_has_ended(w.answer, &job, e))
		answer_free(TAKE(w.answer));
	return w.answer;
}

void
cli_result_drop(struct cli_result *result)
{
	free(result->text);
	json_free(result->structured);
	*result = (struct cli_result){0};
}

void
cli_puts(FILE *to, const char *text)
{
	DROP(text)
	char *clean = isatty(fileno(to)) ? sanitize_text(text) : NULL;

	(void)fputs(clean != NULL ? clean : text, to);
}

/* On a terminal, as https://no-color.org asks. */
static bool
has_colour(FILE *to)
{
	const char *no = getenv("NO_COLOR");

	return isatty(fileno(to)) && (no == NULL || *no == '\0');
}

static void
print_error(const char *text)
{
	DROP(text) char *line = text_format("%s\n", text);
	bool is_red = has_colour(stderr);

	(void)fputs(is_red ? "\033[31msatchel:\033[0m " : "satchel: ", stderr);
	cli_puts(stderr, line);
}

static bool errors_as_json;

void
cli_set_json(bool as_json)
{
	errors_as_json = as_json;
}

int
cli_refuse(enum err_code why, const char *text, int code)
{
	DROP(json)
	struct json_object *all =
		OBJECT("error", OBJECT("code", STRING(err_code_name(why)),
					"message", STRING(text)));
	DROP(text) char *json = json_text(all);

	print_error(text);
	if (errors_as_json)
		(void)puts(json);
	return code;
}

/* The status that the text begins with, in its colour. */
static const char *
print_status(const char *text)
{
	static const struct {
		const char *begins, *colour;
	} statuses[] = {
		{"sat\n", "\033[32m"},
		{"unsat\n", "\033[31m"},
		{"unknown\n", "\033[33m"},
	};

	for (size_t i = 0; has_colour(stdout) &&
			   i < sizeof(statuses) / sizeof(statuses[0]);
		i++) {
		size_t size = strlen(statuses[i].begins);

		if (strncmp(text, statuses[i].begins, size) != 0)
			continue;
		(void)printf("%s%.*s\033[0m\n", statuses[i].colour,
			(int)size - 1, text);
		return text + size;
	}
	return text;
}

/* With a newline at its end. */
static void
print_text(const char *text)
{
	size_t size = strlen(text);
	bool ends = size == 0 || text[size - 1] == '\n';

	cli_puts(stdout, print_status(text));
	if (!ends)
		(void)putchar('\n');
}

/* Of a name at the beginning of the text, in the words of the command line;
 * *size is that of the name. NULL: it is none. */
static char *
name_command(const char *text, size_t *size)
{
	static const struct own_name {
		/* cppcheck-suppress unusedStructMember ; ROW_IN has its offset
		 */
		const char *name;
		const char *command;
	} names[] = {
		{"list_sessions", "satchel sessions"},
		{"open_session", "satchel import"},
		{"get_model", "satchel show"},
		{"get_history", "satchel diff"},
		{"export_model", "satchel export"},
		{"import_model", "satchel import"},
		{"solve_smtlib", "satchel solve"},
		{"timeout_ms", "--timeout-ms"},
		{"memory_mb", "--memory-mb"},
	};
	DROP(text) char *name = NULL;
	const struct own_name *own;

	*size = strspn(text, "abcdefghijklmnopqrstuvwxyz_");
	name = text_copy_n(text, *size);
	own = ROW_IN(name, names, name);
	if (own != NULL)
		return text_copy(own->command);
	return strchr(name, '_') != NULL && tool_find(name) != NULL
		       ? text_format("satchel call %s", name)
		       : NULL;
}

/* "; 1. Raise timeout_ms" */
static bool
is_step(const char *line)
{
	line += strspn(line, "; ");
	return line[0] >= '1' && line[0] <= '9' && line[1] == '.' &&
	       line[2] == ' ';
}

/* With commands and options in the place of tools and arguments, in all of the
 * text or in what it says to do; the caller's. */
static char *
name_commands(const char *text, bool is_all)
{
	DROP(buf) struct buf out;
	bool is_named = is_all || is_step(text);

	buf_init(&out, 2 * LIMIT_ANSWER);
	while (*text != '\0') {
		size_t size;
		DROP(text) char *name = name_command(text, &size);

		if (is_named && name != NULL)
			buf_add_text(&out, name);
		else
			buf_add(&out, text, size);
		text += size;
		size = strcspn(text, "abcdefghijklmnopqrstuvwxyz_\n");
		size += text[size] == '\n';
		buf_add(&out, text, size);
		text += size;
		if (size > 0 && text[-1] == '\n')
			is_named = is_all || is_step(text);
	}
	return buf_detach(&out);
}

/* As it is, or in the words of the command line: what a tool says, and not what
 * a model holds. */
static char *
word_for_terminal(const struct cli *cli, const char *text, bool is_error)
{
	enum own_words words = cli->line.command->words;

	if (words == OWN_NOTHING || (words == OWN_ERRORS && !is_error))
		return text_copy(text);
	return name_commands(text, is_error || words == OWN_ALL);
}

int
cli_print(const struct cli *cli, const struct cli_result *result)
{
	DROP(text)
	char *text = word_for_terminal(cli, result->text, result->is_error);
	bool is_json = cli->line.options.json;

	if (result->is_error)
		print_error(text);
	if (is_json) {
		DROP(text) char *json = json_text(result->structured);

		text_drop(&text);
		text = word_for_terminal(cli, json, result->is_error);
	}
	if (is_json || !result->is_error)
		print_text(text);
	return result->is_error ? EXIT_FAILURE : EXIT_SUCCESS;
}

int
cli_show(struct cli *cli, const char *tool, struct json_object *arguments)
{
	DROP(cli_result) struct cli_result result = {0};

	cli_call(cli, tool, arguments, &result);
	return cli_print(cli, &result);
}
