#include "corpora/comparison.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "replay/process.h"
#include "json/json.h"

enum {
	Z3_S = 10,
	SOLVE_MS = 20000,
	LATE_MS = 5000,
	ITEMS_MAX = 2000, /* of one file: the rest is a matter of patience */
};

static void
add_answer(struct answers *a, const char *status)
{
	if (a->count < CHECKS_MAX)
		a->of[a->count++] = strcmp(status, "sat") == 0	   ? 's'
				    : strcmp(status, "unsat") == 0 ? 'u'
								   : '?';
}

/* --- the z3 command ------------------------------------------------------- */

static bool
is_answer(const char *line)
{
	return strcmp(line, "sat") == 0 || strcmp(line, "unsat") == 0 ||
	       strcmp(line, "unknown") == 0;
}

/* False if z3 found fault with the text. */
static bool
read_z3(struct comparison *c, char *output)
{
	char *line;

	c->z3.count = 0;
	while ((line = strsep(&output, "\n")) != NULL) {
		if (strncmp(line, "(error", strlen("(error")) == 0 ||
			strcmp(line, "unsupported") == 0)
			return false;
		if (is_answer(line))
			add_answer(&c->z3, line);
	}
	return true;
}

enum outcome
comparison_run_z3(struct comparison *c)
{
	DROP(text) char *path = place_path(&c->siege->place, "text.smt2");
	DROP(text) char *command = text_format("z3 -T:%d text.smt2", Z3_S);
	FILE *file = fopen(path, "we");
	DROP(text) char *output = NULL;
	struct err e;
	int code;

	if (file == NULL || fputs(c->text, file) < 0 || fclose(file) != 0 ||
		!process_run(&c->siege->place, command,
			clock_now_ms() + (Z3_S + 1) * 1000, &code, &e))
		return HARD;
	output = place_read(&c->siege->place, "stdout", LIMIT_MESSAGE);
	if (!read_z3(c, output))
		return COMPLAINED;
	if (code != 0)
		return HARD;
	return c->z3.count == 0 ? ASKS_NOTHING : LEFT;
}

/* --- the server ----------------------------------------------------------- */

/* The result of a call, the client's; NULL when there was no answer at all. */
static const struct json_object *
ask(struct comparison *c, const char *tool, struct json_object *arguments)
{
	struct err e = {0};
	const struct json_object *reply =
		siege_call(c->siege, tool, arguments, SOLVE_MS + LATE_MS, &e);

	if (reply == NULL)
		(void)snprintf(c->shown, sizeof(c->shown), "%.*s",
			SHOWN_BYTES - 1, e.text);
	return json_get_object(reply, "result");
}

/* Keeps what a refusal says. */
static enum outcome
refused(struct comparison *c, const struct json_object *result)
{
	const struct json_object *blocks = json_get_array(result, "content");
	const char *text = json_count(blocks) > 0
				   ? json_get_string(json_at(blocks, 0), "text")
				   : "";

	(void)snprintf(c->shown, sizeof(c->shown), "%.*s",
		(int)strcspn(text, "\n"), text);
	return strstr(c->shown, "is not allowed here") != NULL ? FORBIDDEN
							       : REFUSED;
}

/* What one of them did not reach in its time is undecided there. */
static char
answer_at(const struct answers *a, size_t i)
{
	return i < a->count ? a->of[i] : '?';
}

static enum outcome
compare(struct comparison *c, const struct answers *here)
{
	enum outcome outcome = AGREES;

	for (size_t i = 0; i < here->count || i < c->z3.count; i++) {
		char ours = answer_at(here, i);
		char theirs = answer_at(&c->z3, i);

		if (ours == theirs)
			continue;
		(void)snprintf(c->shown, sizeof(c->shown),
			"check %zu: z3 %c, here %c", i + 1, theirs, ours);
		if (ours != '?' && theirs != '?')
			return CONTRADICTS;
		if (ours == '?')
			outcome = KNOWS_LESS;
		else if (outcome == AGREES)
			outcome = KNOWS_MORE;
	}
	return outcome;
}

enum outcome
comparison_solve_whole(struct comparison *c)
{
	struct json_object *arguments = json_new_object();
	const struct json_object *result;
	const struct json_object *checks;
	struct answers here = {.count = 0};

	json_put_string(arguments, "smtlib", c->text);
	json_put_int(arguments, "timeout_ms", SOLVE_MS);
	result = ask(c, "solve_smtlib", arguments);
	if (result == NULL)
		return KNOWS_LESS;
	if (json_get_bool(result, "isError", false))
		return refused(c, result);
	checks = json_get_array(
		json_get_object(result, "structuredContent"), "checks");
	for (size_t i = 0; i < json_count(checks); i++)
		add_answer(
			&here, json_get_string(json_at(checks, i), "status"));
	return compare(c, &here);
}

/* --- item by item --------------------------------------------------------- */

/* Where the one check stands behind which nothing is asserted; 0 if the text
 * is of another shape. */
static size_t
check_of(const struct commands *forms)
{
	size_t check = 0;

	for (size_t i = 0; i < forms->count; i++) {
		const struct command *form = &forms->at[i];
		enum verdict v = command_kind_info(form->command)->in_item;

		if (form->command == COMMAND_CHECK_SAT && check == 0)
			check = i;
		else if (form->command == COMMAND_CHECK_SAT ||
			 (check == 0 && v != VERDICT_KEEP &&
				 v != VERDICT_INFO && v != VERDICT_OPTION) ||
			 (check > 0 && v == VERDICT_KEEP))
			return 0;
	}
	return check;
}

static struct json_object *
session_arguments(void)
{
	return siege_json("{\"session\": \"corpora\"}");
}

/* An option or a remark that is left out is no item. */
static bool
may_be_nothing(enum command_kind command)
{
	return command == COMMAND_SET_OPTION || command == COMMAND_SET_INFO;
}

static enum outcome
add_item(struct comparison *c, const struct command *form)
{
	DROP(text)
	char *content =
		text_copy_n(c->text + form->list.offset, form->list.length);
	struct json_object *arguments = session_arguments();
	const struct json_object *result;

	json_put_string(arguments, "content", content);
	result = ask(c, "add_item", arguments);
	if (result == NULL)
		return KNOWS_LESS;
	if (!json_get_bool(result, "isError", false) ||
		may_be_nothing(form->command))
		return AGREES;
	return refused(c, result);
}

enum outcome
comparison_solve_items(struct comparison *c, const struct commands *forms)
{
	size_t check = check_of(forms);
	struct json_object *arguments;
	const struct json_object *result;
	struct answers here = {.count = 0};
	struct token assumption;

	if (check == 0 || check > ITEMS_MAX || c->z3.count != 1 ||
		command_argument(&forms->at[check], c->text, 0, &assumption))
		return LEFT;
	(void)ask(c, "open_session", session_arguments());
	(void)ask(c, "clear_model", session_arguments());
	for (size_t i = 0; i < check; i++) {
		enum outcome added = add_item(c, &forms->at[i]);

		if (added != AGREES)
			return added;
	}
	arguments = session_arguments();
	json_put_int(arguments, "timeout_ms", SOLVE_MS);
	result = ask(c, "solve_model", arguments);
	if (result == NULL)
		return KNOWS_LESS;
	if (json_get_bool(result, "isError", false))
		return refused(c, result);
	add_answer(&here,
		json_get_string(json_get_object(result, "structuredContent"),
			"status"));
	return compare(c, &here);
}
