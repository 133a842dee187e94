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
on_text(struct portfolio *portfolio, struct answer *answer, void *argument)
{
	struct pending_text *w = argument;

	(void)portfolio;
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

bool
cli_wording(struct buf *out, struct slice name)
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
	};
	DROP(text) char *key = text_copy_n(name.start, name.length);
	const struct own_name *own = ROW_IN(key, names, name);

	if (own != NULL)
		return buf_add_text(out, own->command);
	return tool_find(key) != NULL &&
	       buf_add_format(out, "satchel call %s", key);
}

int
cli_print(const struct cli *cli, const struct cli_result *result)
{
	if (result->is_error)
		print_error(result->text);
	if (cli->line.options.json) {
		DROP(text) char *json = json_text(result->structured);

		print_text(json);
	} else if (!result->is_error) {
		print_text(result->text);
	}
	return result->is_error ? EXIT_FAILURE : EXIT_SUCCESS;
}

int
cli_show(struct cli *cli, const char *tool, struct json_object *arguments)
{
	DROP(cli_result) struct cli_result result = {0};

	cli_call(cli, tool, arguments, &result);
	return cli_print(cli, &result);
}
