/*
 * mistakes [--write] FILE...
 *
 * The mistakes that are made in SMT-LIB, each with all that the server says to
 * it, word for word, so that a person can read whether it helps. A file is a
 * row of cases:
 *
 *	=== an operator between its arguments
 *	--- given
 *	(declare-const x Int)
 *	--- item
 *	(assert (x > 0))
 *	--- says
 *	The new item, line 1, column 12: ...
 *
 * `given` are items of the session that are fine; then one try: `item` is
 * added, `script` goes to solve_smtlib, `term` is a value that solve_model is
 * to evaluate, `property` is to be proved, `call` is a tool and its arguments.
 * What the first step of a message to an item gives whole, "Write (assert
 * (> x 0)).", has to be accepted: a command as an item, a term in the place of
 * the form under the caret or of one around it. No message has a single step.
 * Lines before the first === are a comment. --write puts what the server says
 * now into the file.
 */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "hostile/siege.h"
#include "replay/notation.h"
#include "replay/report.h"
#include "replay/talk.h"
#include "json/json.h"

enum { GIVEN_MAX = 8, FILE_BYTES = 1 * MIB, LATE_MS = 2 * SIEGE_LATE_MS };

/* One case; texts are pieces of the file. */
struct trial {
	struct step step; /* for the report: line and title */
	const char *given[GIVEN_MAX];
	size_t given_count;
	const char *how;
	const char *text;
	const char *says;
};

/* --- the file ----------------------------------------------------------- */

static bool
read_file(const char *path, struct buf *out)
{
	char piece[64 * KIB];
	size_t size;
	FILE *in = fopen(path, "re");

	if (in == NULL)
		return false;
	while ((size = fread(piece, 1, sizeof(piece), in)) > 0)
		(void)buf_add(out, piece, size);
	(void)fclose(in); /* it was only read */
	return !out->overflowed;
}

/* Cuts the line off and returns it; *at is behind it. */
static char *
cut_line(char **at)
{
	char *line = *at;
	char *end = strchr(line, '\n');

	if (end != NULL)
		*end = '\0';
	*at = end != NULL ? end + 1 : line + strlen(line);
	return line;
}

/* Up to the next line that begins with --- or ===. */
static char *
cut_text(char **at)
{
	char *text = *at;
	char *end = text;

	while (*end != '\0' && strncmp(end, "---", 3) != 0 &&
		strncmp(end, "===", 3) != 0) {
		char *newline = strchr(end, '\n');

		end = newline != NULL ? newline + 1 : end + strlen(end);
	}
	*at = end;
	return text;
}

static unsigned
line_of(const char *file, const char *at)
{
	unsigned line = 1;

	for (; file < at; file++)
		line += *file == '\n';
	return line;
}

/* A copy of it, without its last newlines. */
static char *
take_text(char **at)
{
	char *text = cut_text(at);
	size_t size = (size_t)(*at - text);

	while (size > 0 && text[size - 1] == '\n')
		size--;
	return text_copy_n(text, size);
}

static void
trial_release(struct trial *t)
{
	for (size_t i = 0; i < t->given_count; i++)
		free((char *)(uintptr_t)t->given[i]);
	free((char *)(uintptr_t)t->text);
	free((char *)(uintptr_t)t->says);
	free(t->step.text);
	*t = (struct trial){0};
}

/* The case that begins at *at, with its === line; false at the end. */
static bool
read_trial(const char *original, const char *file, char **at, struct trial *t)
{
	static char no_word[] = "";

	*t = (struct trial){.step.kind = STEP_NARRATION};
	while (**at != '\0' && strncmp(*at, "=== ", 4) != 0)
		(void)cut_line(at);
	if (**at == '\0')
		return false;
	t->step.line = line_of(original, original + (*at - file));
	t->step.text = text_copy(cut_line(at) + strlen("=== "));
	t->step.word = no_word;
	while (strncmp(*at, "--- ", 4) == 0) {
		const char *word = cut_line(at) + strlen("--- ");
		char *text = take_text(at);

		if (strcmp(word, "given") == 0 && t->given_count < GIVEN_MAX) {
			t->given[t->given_count++] = text;
		} else if (strcmp(word, "says") == 0) {
			t->says = text;
		} else {
			free((char *)(uintptr_t)t->text);
			t->how = word;
			t->text = text;
		}
	}
	return true;
}

/* --- the server --------------------------------------------------------- */

static const struct json_object *
add(struct siege *s, const char *content, struct err *e)
{
	struct json_object *arguments = siege_json("{\"session\": \"m\"}");

	json_put_string(arguments, "content", content);
	return siege_call(s, "add_item", arguments, LATE_MS, e);
}

static bool
is_refused(const struct json_object *reply)
{
	const struct json_object *result = json_get_object(reply, "result");

	return result == NULL || json_get_bool(result, "isError", false);
}

/* A session of its own, with the items that are given. */
static bool
prepare(struct siege *s, const struct trial *t, struct err *e)
{
	static const char session[] = "{\"session\": \"m\"}";
	DROP(text) char *said = NULL;

	if (siege_call(s, "delete_session", siege_json(session), LATE_MS, e) ==
			NULL ||
		siege_call(s, "open_session", siege_json(session), LATE_MS,
			e) == NULL)
		return false;
	for (size_t i = 0; i < t->given_count; i++) {
		const struct json_object *reply = add(s, t->given[i], e);

		if (reply == NULL)
			return false;
		if (!is_refused(reply))
			continue;
		said = json_text(reply);
		return err_set(
			e, ERR_TEXT, "what is given is refused: %s", said);
	}
	return true;
}

static const struct json_object *
call(struct siege *s, const char *text, struct err *e)
{
	DROP(json) struct json_object *names = json_new_object();
	size_t word = strcspn(text, " \n");
	DROP(text) char *tool = text_copy_n(text, word);
	struct json_object *arguments;

	if (!notation_parse(text + word, NOTATION_VALUE, names, &arguments, e))
		return NULL;
	return siege_call(s, tool, arguments, LATE_MS, e);
}

static const struct json_object *
try(struct siege *s, const struct trial *t, struct err *e)
{
	struct json_object *arguments;
	struct json_object *values;

	if (strcmp(t->how, "item") == 0)
		return add(s, t->text, e);
	if (strcmp(t->how, "call") == 0)
		return call(s, t->text, e);
	if (strcmp(t->how, "script") == 0) {
		arguments = json_new_object();
		json_put_string(arguments, "smtlib", t->text);
		return siege_call(s, "solve_smtlib", arguments, LATE_MS, e);
	}
	arguments = siege_json("{\"session\": \"m\"}");
	if (strcmp(t->how, "property") == 0) {
		json_put_string(arguments, "property", t->text);
		return siege_call(s, "prove", arguments, LATE_MS, e);
	}
	values = json_new_array();
	json_add(values, json_new_string(t->text));
	json_put(arguments, "values", values);
	return siege_call(s, "solve_model", arguments, LATE_MS, e);
}

/* The text of the answer, the caller's; NULL with the reason. */
static char *
hear(struct siege *s, const struct trial *t, struct err *e)
{
	const struct json_object *reply;
	const struct json_object *result;

	if (t->how == NULL) {
		(void)err_set(e, ERR_TEXT, "nothing is tried");
		return NULL;
	}
	if (!prepare(s, t, e) || (reply = try(s, t, e)) == NULL)
		return NULL;
	result = json_get_object(reply, "result");
	if (result == NULL) {
		(void)err_set(e, ERR_TEXT, "it is no tool's answer");
		return NULL;
	}
	return text_copy(json_get_string(
		json_at(json_get_array(result, "content"), 0), "text"));
}

/* --- the trials --------------------------------------------------------- */

static size_t
size_without_newlines(const char *text)
{
	size_t size = strlen(text);

	while (size > 0 && text[size - 1] == '\n')
		size--;
	return size;
}

/* A word in capitals stands for something: (declare-const NAME Int). */
static bool
has_placeholder(const char *text, size_t size)
{
	for (size_t i = 0; i + 1 < size; i++)
		if (isupper((unsigned char)text[i]) &&
			isupper((unsigned char)text[i + 1]))
			return true;
	return strcspn(text, "`,") < size ||
	       memmem(text, size, "...", 3) != NULL;
}

static bool
is_letter_alone(const char *text, const char *at)
{
	return isalpha((unsigned char)*at) && !isalnum((unsigned char)at[1]) &&
	       strchr("_-.", at[1]) == NULL &&
	       (at == text || (!isalnum((unsigned char)at[-1]) &&
				      strchr("_-.#", at[-1]) == NULL));
}

/* A letter alone is a name, of the item or of the one who wrote the step. */
static bool
has_other_names(const char *term, const char *item)
{
	for (const char *at = term; *at != '\0'; at++) {
		const char *in = item;

		if (!is_letter_alone(term, at) || at[1] == '\0')
			continue;
		while (*in != '\0' &&
			(*in != *at || !is_letter_alone(item, in)))
			in++;
		if (*in == '\0')
			return true;
	}
	return false;
}

/* The text that the first step gives whole, or NULL. */
static char *
corrected(const char *heard)
{
	static const char begins[] = "\n1. Write (";
	const char *at = strstr(heard, begins);
	size_t size;

	if (at == NULL)
		return NULL;
	at += strlen(begins) - 1;
	size = strcspn(at, "\n");
	if (size < 2 || at[size - 1] != '.' || at[size - 2] != ')' ||
		has_placeholder(at, size))
		return NULL;
	return text_copy_n(at, size - 1);
}

/* Where the message has its caret; false if that is not on the first line. */
static bool
find_caret(const char *heard, const struct trial *t, size_t *at)
{
	unsigned column;
	const char *place = strstr(heard, "line 1, column ");

	if (place == NULL || sscanf(place, "line 1, column %u", &column) != 1 ||
		column > strlen(t->text))
		return false;
	*at = column - 1;
	return true;
}

/* The form around a place, or the next one around that. */
static bool
find_form(const char *text, size_t *from, size_t *end)
{
	size_t depth = 0;

	do {
		if (*from == 0)
			return false;
		--*from;
		depth += text[*from] == ')';
		if (text[*from] == '(' && depth-- == 0)
			break;
	} while (true);
	for (*end = *from, depth = 0; text[*end] != '\0'; ++*end) {
		depth += text[*end] == '(';
		if (text[*end] == ')' && --depth == 0)
			break;
	}
	++*end;
	return depth == 0;
}

static bool
is_accepted(struct siege *s, const char *text)
{
	struct err e;
	const struct json_object *reply = add(s, text, &e);

	return reply != NULL && !is_refused(reply);
}

/* In the place of the form that has the caret, or of one around it. */
static bool
fits_somewhere(
	struct siege *s, const struct trial *t, size_t at, const char *term)
{
	size_t end = at + strcspn(t->text + at, " )(\n");
	size_t from = at;

	if (t->text[end] == '(') { /* f(x) */
		size_t inner = end + 1;

		if (!find_form(t->text, &inner, &end))
			return false;
	}
	for (int level = 0; level < 4; level++) {
		DROP(text)
		char *whole = text_format(
			"%.*s%s%s", (int)from, t->text, term, t->text + end);

		if (is_accepted(s, whole))
			return true;
		if (level == 0 && t->text[at] == '(')
			from = at + 1;
		if (!find_form(t->text, &from, &end))
			return false;
	}
	return false;
}

/* Why what the message tells to write is not accepted; or NULL. */
static char *
try_corrected(struct siege *s, const struct trial *t, const char *heard)
{
	DROP(text) char *text = corrected(heard);
	size_t at;
	bool is_command;

	if (text == NULL || strcmp(t->how, "item") != 0)
		return NULL;
	is_command = strncmp(text, "(assert ", 8) == 0 ||
		     strncmp(text, "(declare-", 9) == 0 ||
		     strncmp(text, "(define-", 8) == 0 ||
		     strncmp(text, "(minimize ", 10) == 0 ||
		     strncmp(text, "(maximize ", 10) == 0;
	/* What is not given cannot be there. */
	if (is_command && text[1] != 'd' && t->given_count == 0)
		return NULL;
	if (is_command ? is_accepted(s, text)
		       : !find_caret(heard, t, &at) ||
				 has_other_names(text, t->text) ||
				 fits_somewhere(s, t, at, text))
		return NULL;
	return text_format("what it tells to write is refused: %s", text);
}

static void
compare(struct siege *s, struct report *r, const struct trial *t, char *heard)
{
	DROP(text) char *why = NULL;

	heard[size_without_newlines(heard)] = '\0';
	if (strstr(t->step.text, "[refused by 4.8 only]") != NULL &&
		siege_is_lenient(s))
		why = strstr(heard, "Nothing was changed.") == NULL
			      ? NULL
			      : text_format("it is refused: %s", heard);
	else if (t->says == NULL || strcmp(heard, t->says) != 0)
		why = text_format("it says:\n%s\nand not:\n%s", heard,
			t->says != NULL ? t->says : "");
	else if (strstr(heard, "\nWhat to do:\n1. ") != NULL &&
		 strstr(heard, "\n2. ") == NULL)
		why = text_copy("it has one step only");
	else
		why = try_corrected(s, t, heard);
	report_test(r, &t->step, why);
}

static void
write_trial(FILE *out, const struct trial *t, const char *heard)
{
	(void)fprintf(out, "\n=== %s\n", t->step.text);
	for (size_t i = 0; i < t->given_count; i++)
		(void)fprintf(out, "--- given\n%s\n", t->given[i]);
	(void)fprintf(out, "--- %s\n%s\n--- says\n%.*s\n", t->how, t->text,
		(int)size_without_newlines(heard), heard);
}

/* The comment before the first case. */
static void
write_head(FILE *out, const char *text)
{
	const char *end = strstr(text, "\n===");

	while (end != NULL && end > text && end[-1] == '\n')
		end--;
	if (end != NULL && strncmp(text, "===", 3) != 0)
		(void)fprintf(out, "%.*s\n", (int)(end - text), text);
}

static void
try_file(struct siege *s, struct report *r, const char *path, bool writes)
{
	DROP(buf) struct buf text;
	DROP(text) char *copy = NULL;
	char *at;
	struct trial t;
	struct err e;
	FILE *out = NULL;

	buf_init(&text, FILE_BYTES);
	if (!read_file(path, &text)) {
		report_whole(r, path, "it cannot be read");
		return;
	}
	at = copy = text_copy_n(text.data, text.size);
	if (writes && (out = fopen(path, "we")) != NULL)
		write_head(out, text.data);
	while (read_trial(text.data, copy, &at, &t)) {
		DROP(text) char *heard = hear(s, &t, &e);

		if (heard == NULL)
			report_test(r, &t.step, e.text);
		else if (out != NULL)
			write_trial(out, &t, heard);
		else
			compare(s, r, &t, heard);
		trial_release(&t);
	}
	if (out != NULL && fclose(out) != 0)
		report_whole(r, path, "it cannot be written");
}

int
main(int argc, char **argv)
{
	DROP(text) char *build = siege_build();
	bool writes = argc > 1 && strcmp(argv[1], "--write") == 0;
	struct report report;
	struct siege siege;
	struct err e;

	report_init(&report, "mistakes", false);
	if (!siege_begin(&siege, build, "", &e))
		report_whole(&report, "the server starts", e.text);
	else
		for (int i = 1 + writes; i < argc; i++) {
			report.file = argv[i];
			try_file(&siege, &report, argv[i], writes);
		}
	siege_release(&siege);
	return report_end(&report);
}
