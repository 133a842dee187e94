/* satchel solve: one text, in any language. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "wire/answer.h"
#include "json/json.h"

/* The exit codes of the SAT and MaxSAT competitions. */
enum { EXIT_SAT = 10, EXIT_UNSAT = 20, EXIT_OPTIMUM = 30 };

/* "v 1 -2 3 0", on lines of no more than so many bytes. */
static void
print_solution(const struct json_object *values)
{
	enum { LINE_MAX = 78 };
	struct json_member m = {0};
	DROP(buf) struct buf text;
	size_t line = 0;

	buf_init(&text, LIMIT_ANSWER);
	if (json_has_null(values))
		return; /* a literal that is missing means either value */
	while (json_next(values, &m)) {
		DROP(text)
		char *literal = text_format(
			" %s%s", json_boolean(m.value) ? "" : "-", m.key + 1);

		if (text.size == 0 ||
			text.size - line + strlen(literal) > LINE_MAX) {
			buf_add_text(&text, text.size > 0 ? "\nv" : "v");
			line = text.size;
		}
		buf_add_text(&text, literal);
	}
	buf_add_text(&text, text.size > 0 ? " 0" : "v 0");
	(void)puts(text.data);
}

static int
print_answer(const struct json_object *answer, bool is_weighted)
{
	const char *status = json_get_string(answer, "status");
	const struct json_object *values = json_get_object(answer, "values");
	const struct json_object *list = json_get_array(answer, "objectives");
	const struct json_object *first =
		list != NULL && json_count(list) > 0 ? json_at(list, 0) : NULL;
	const struct json_object *value = json_get(first, "value");
	DROP(text) char *cost = json_plain(value);
	bool optimal =
		is_weighted &&
		(first == NULL || json_get_bool(first, "optimal", false));

	if (strcmp(status, "unsat") == 0) {
		(void)puts("s UNSATISFIABLE");
		return EXIT_UNSAT;
	}
	if (strcmp(status, "sat") != 0) {
		(void)puts("s UNKNOWN");
		return EXIT_SUCCESS;
	}
	/* Without soft clauses there is no objective, and it is 0. */
	if (is_weighted)
		(void)printf("o %s\n", value != NULL ? cost : "0");
	(void)puts(optimal ? "s OPTIMUM FOUND" : "s SATISFIABLE");
	/* Time may have ended before they were known. */
	if (values != NULL)
		print_solution(values);
	return optimal ? EXIT_OPTIMUM : EXIT_SAT;
}

static int
show_competition(
	struct cli *cli, const struct buf *text, struct json_object *arguments)
{
	DROP(cli_result) struct cli_result result = {0};
	DROP(answer) struct answer *read = NULL;
	enum language language;
	struct err e;

	read = cli_read_text(cli, text, cli->server.timeout_ms, "the text", &e);
	if (read == NULL) {
		json_free(arguments);
		return cli_refuse(e.code, e.text, EXIT_FAILURE);
	}
	language = read->reading.source.language;
	/* What cannot be read, the tool refuses, with its place. */
	if (read->fault.kind == DIAGNOSTIC_NONE &&
		language != LANGUAGE_DIMACS && language != LANGUAGE_WCNF) {
		json_free(arguments);
		return cli_refuse(ERR_ARGUMENT,
			"--format dimacs is for CNF and WCNF, and "
			"this is another text; leave it out",
			EXIT_FAILURE);
	}
	cli_call(cli, "solve_smtlib", arguments, &result);
	if (result.is_error || cli->line.options.json)
		return cli_print(cli, &result);
	return print_answer(result.structured, language == LANGUAGE_WCNF);
}

/* Returns whether the text, which may stand in a Markdown fence, is JSON. */
static bool
is_program(const struct buf *text)
{
	static const char around[] = " \t\r\n\xef\xbb\xbf`~";
	const char *at = text->data + strspn(text->data, around);

	if (strncmp(at, "json", strlen("json")) == 0)
		at += strlen("json");
	return at[strspn(at, around)] == '{';
}

/* Has the text begin with the status as z3 prints it: alone in its line, and
 * that of the first check if the text has several. */
static void
begin_with_status(struct cli_result *result)
{
	static const char *const statuses[] = {"sat\n", "unsat\n", "unknown\n"};
	const char *first = result->text + strlen("; ");
	const char *rest = strchr(result->text, '\n');
	char *begun;

	if (result->is_error || rest == NULL)
		return;
	rest++;
	for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++)
		if (strncmp(rest, statuses[i], strlen(statuses[i])) == 0)
			first = rest;
	begun = text_copy(first);
	free(result->text);
	result->text = begun;
}

int
command_solve(struct cli *cli)
{
	const char *name =
		cli->line.argument_count > 0 ? cli->line.arguments[0] : "-";
	bool is_competition = cli->line.options.export.format != NULL;
	struct json_object *given;
	DROP(cli_result) struct cli_result result = {0};
	DROP(buf) struct buf text;
	struct err e;

	buf_init(&text, LIMIT_MESSAGE);
	if (!cli_read_file(name, &text, &e))
		return cli_refuse(e.code, e.text, EXIT_FAILURE);
	given = json_new_string_n(text.data, text.size);
	if (is_competition)
		return show_competition(cli, &text, OBJECT("smtlib", given));
	if (!is_program(&text)) {
		cli_call(cli, "solve_smtlib", OBJECT("smtlib", given), &result);
		begin_with_status(&result);
		return cli_print(cli, &result);
	}
	if (!cli->server.confirm.always)
		return cli_show(cli, "solve_json", OBJECT("program", given));
	json_free(given);
	return cli_refuse(ERR_ARGUMENT,
		"--confirm is for one question, and a program of the JSON DSL "
		"has several; leave it out",
		EXIT_FAILURE);
}
