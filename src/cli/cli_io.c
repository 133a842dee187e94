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
#include "base/utf8.h"
#include "cli/cli.h"
#include "tools/call/error_fields.h"
#include "tools/call/tool.h"
#include "json/json.h"

/* --- files ---------------------------------------------------------------- */

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
	FILE *file = fopen(name, "we");
	bool written;

	if (file == NULL)
		return err_set(e, ERR_SYSTEM, "cannot open %s: %s", name,
			strerrordesc_np(errno));
	written = fwrite(text, 1, size, file) == size;
	written &= fclose(file) == 0;
	if (!written)
		return err_set(e, ERR_SYSTEM, "cannot write %s: %s", name,
			strerrordesc_np(errno));
	return true;
}

/* --- calls ---------------------------------------------------------------- */

struct waiting {
	struct loop *loop;
	struct cli_result *result;
	bool is_done;
};

static void
on_done(struct call *c, const struct call_result *result, void *argument)
{
	struct waiting *w = argument;

	(void)c; /* it ends with this */
	*w->result = (struct cli_result){
		.is_error = result->is_error,
		.text = text_copy(result->text),
	};
	w->result->structured =
		result->error == NULL
			? json_copy(result->structured)
			: json_new_object_of("error",
				  error_fields_new(result->error), NULL);
	w->is_done = true;
	loop_stop(w->loop);
}

void
cli_call(struct cli *cli, const char *tool, struct json_object *arguments,
	struct cli_result *result)
{
	struct waiting w = {.loop = cli->loop, .result = result};
	const struct call_sink sink = {.done = on_done, .argument = &w};
	const struct tool *found = tool_find(tool);

	assert(found != NULL);
	cli->server.reply_text = LIMIT_ANSWER;
	(void)call_start(&cli->server, found, arguments, &sink);
	/* Returns at once for a call that is answered already. */
	loop_run(cli->loop);
	assert(w.is_done);
}

void
cli_result_drop(struct cli_result *result)
{
	free(result->text);
	json_free(result->structured);
	*result = (struct cli_result){0};
}

bool
cli_say(FILE *to, const char *text)
{
	DROP(text)
	char *clean = isatty(fileno(to)) ? sanitize_text(text) : NULL;

	return fputs(clean != NULL ? clean : text, to) >= 0;
}

int
cli_refuse(const char *text, int code)
{
	DROP(text) char *line = text_format("satchel: %s\n", text);

	(void)cli_say(stderr, line); /* there is nobody else to tell */
	return code;
}

/* With a newline at its end. */
static int
print_text(const char *text)
{
	size_t size = strlen(text);
	bool ends = size == 0 || text[size - 1] == '\n';

	if (!cli_say(stdout, text) || (!ends && putchar('\n') < 0) ||
		fflush(stdout) != 0)
		return cli_refuse("cannot write the answer", EXIT_FAILURE);
	return EXIT_SUCCESS;
}

/* With commands in the place of tools; the caller's. */
static char *
name_commands(const char *text)
{
	static const char *const names[][2] = {
		{"list_sessions", "satchel sessions"},
		{"open_session", "satchel import"},
		{"get_model", "satchel show"},
		{"export_model", "satchel export"},
		{"import_model", "satchel import"},
		{"solve_smtlib", "satchel solve"},
		{"solve_model", "satchel call solve_model"},
	};
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_ANSWER);
	while (*text != '\0') {
		size_t size = 1;
		const char *name = text;

		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
			if (strncmp(text, names[i][0], strlen(names[i][0])) ==
				0) {
				size = strlen(names[i][0]);
				name = names[i][1];
			}
		(void)buf_add(&out, name, name == text ? 1 : strlen(name));
		text += size;
	}
	return buf_take(&out);
}

int
cli_print(const struct cli *cli, const struct cli_result *result)
{
	DROP(text) char *json = NULL;
	DROP(text) char *refusal = NULL;
	int code = EXIT_SUCCESS;

	if (result->is_error) {
		refusal = strcmp(cli->line.command->name, "call") == 0
				  ? text_copy(result->text)
				  : name_commands(result->text);
		code = cli_refuse(refusal, EXIT_FAILURE);
	}
	if (!cli->line.options.json)
		return code != EXIT_SUCCESS ? code : print_text(result->text);
	json = json_text(result->structured);
	return print_text(json) == EXIT_SUCCESS ? code : EXIT_FAILURE;
}

int
cli_show(struct cli *cli, const char *tool, struct json_object *arguments)
{
	DROP(cli_result) struct cli_result result = {0};

	cli_call(cli, tool, arguments, &result);
	return cli_print(cli, &result);
}
