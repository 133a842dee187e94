#include "cli/cli_result.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/loop.h"
#include "base/sanitize.h"
#include "cli/cli.h"
#include "tools/call/tool.h"
#include "json/json.h"

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
	if (result->structured != NULL)
		w->result->structured = json_copy(result->structured);
	w->is_done = true;
	loop_stop(w->loop);
}

void
cli_result_get(struct cli *cli, const char *tool, struct json_object *arguments,
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
cli_result_say(FILE *to, const char *text)
{
	DROP(text)
	char *clean = isatty(fileno(to)) ? sanitize_text(text) : NULL;

	return fputs(clean != NULL ? clean : text, to) >= 0;
}

/* With a newline at its end. */
static int
print_text(const char *text)
{
	size_t size = strlen(text);
	bool ends = size == 0 || text[size - 1] == '\n';

	if (!cli_result_say(stdout, text) || (!ends && putchar('\n') < 0) ||
		fflush(stdout) != 0) {
		(void)fprintf(stderr, "satchel: cannot write the answer\n");
		return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}

int
cli_result_print(const struct cli *cli, const struct cli_result *result)
{
	if (result->is_error) {
		DROP(text)
		char *said = text_format("satchel: %s\n", result->text);

		(void)cli_result_say(stderr, said); /* nobody else to be told */
		return EXIT_FAILURE;
	}
	if (cli->line.options.json) {
		DROP(text) char *json = json_text(result->structured);

		return print_text(json);
	}
	return print_text(result->text);
}

int
cli_result_show(
	struct cli *cli, const char *tool, struct json_object *arguments)
{
	DROP(cli_result) struct cli_result result = {0};

	cli_result_get(cli, tool, arguments, &result);
	return cli_result_print(cli, &result);
}
