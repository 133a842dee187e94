#include "replay/report.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "replay/talk.h"
#include "json/json.h"

enum { NAME_BYTES = 60, WIDTH = 78, INDENT = 4, SHORT_BYTES = 60 };

#define BOLD "\033[1m"
#define BLUE "\033[34m"
#define RED "\033[31m"
#define PLAIN "\033[0m"

void
report_init(struct report *r, const char *file, bool is_show)
{
	*r = (struct report){.file = file, .is_show = is_show};
	r->is_colourful = is_show && isatty(STDOUT_FILENO);
}

static void
colour(const struct report *r, const char *code)
{
	if (r->is_colourful)
		fputs(code, stdout);
}

/* Every line of the text behind `prefix`. */
static void
print_lines(FILE *out, const char *prefix, const char *text)
{
	while (*text != '\0') {
		size_t size = strcspn(text, "\n");

		fprintf(out, "%s%.*s\n", prefix, (int)size, text);
		text += size + (text[size] == '\n');
	}
}

/* The beginning of the step's first line. */
static void
print_name(const struct step *s)
{
	static const char *const signs[] = {
		[STEP_NARRATION] = "#",
		[STEP_CALL] = ">",
		[STEP_SEND] = "&",
		[STEP_REQUEST] = "?",
		[STEP_SHELL] = "$",
		[STEP_RAW] = "!",
		[STEP_DO] = "%",
		[STEP_ANSWERED] = "<",
		[STEP_REFUSED] = "<!",
		[STEP_ARRIVED] = "*",
		[STEP_ARRIVED_REFUSED] = "*!",
		[STEP_NOTIFIED] = "@",
	};
	size_t size = strcspn(s->text, "\n");

	printf("%s %s%s%.*s", signs[s->kind], s->word,
		*s->word != '\0' ? " " : "",
		(int)(size < NAME_BYTES ? size : NAME_BYTES), s->text);
}

static void
print_why(struct report *r, unsigned line, const char *why)
{
	if (why == NULL)
		return;
	r->failures++;
	fflush(stdout);
	if (r->is_show && line > 0)
		fprintf(stderr, "%s:%u:\n", r->file, line);
	else if (r->is_show)
		fprintf(stderr, "%s:\n", r->file);
	print_lines(r->is_show ? stderr : stdout, "#   ", why);
}

void
report_test(struct report *r, const struct step *s, const char *why)
{
	r->tests++;
	if (!r->is_show) {
		printf("%s %u - %s:%u ", why == NULL ? "ok" : "not ok",
			r->tests, r->file, s->line);
		print_name(s);
		putchar('\n');
	}
	print_why(r, s->line, why);
}

void
report_whole(struct report *r, const char *what, const char *why)
{
	r->tests++;
	if (!r->is_show)
		printf("%s %u - %s %s\n", why == NULL ? "ok" : "not ok",
			r->tests, r->file, what);
	print_why(r, 0, why);
}

int
report_end(struct report *r)
{
	if (!r->is_show)
		printf("1..%u\n", r->tests);
	return r->failures == 0 && fflush(stdout) == 0 ? 0 : 1;
}

/* Filled to the width, a blank line between paragraphs. */
static void
print_paragraph(const char *text)
{
	size_t column = 0;

	while (*text != '\0') {
		size_t size = strcspn(text, " \n\t");

		if (size > 0 && column > 0 && column + 1 + size > WIDTH) {
			putchar('\n');
			column = 0;
		}
		if (size > 0) {
			printf("%s%.*s", column > 0 ? " " : "", (int)size,
				text);
			column += size + (column > 0);
		}
		text += size;
		if (strncmp(text, "\n\n", 2) == 0 && column > 0) {
			fputs("\n\n", stdout);
			column = 0;
		}
		text += *text != '\0';
	}
	if (column > 0)
		putchar('\n');
}

void
report_narration(struct report *r, const char *text)
{
	if (!r->is_show)
		return;
	if (!r->is_spaced)
		putchar('\n');
	colour(r, BOLD);
	print_paragraph(text);
	colour(r, PLAIN);
	putchar('\n');
	r->is_spaced = true;
}

static bool
is_short(const struct json_object *value)
{
	if (json_kind(value) != JSON_STRING)
		return true;
	return strchr(json_string(value), '\n') == NULL &&
	       json_string_size(value) <= SHORT_BYTES;
}

/* name: value, the text of a string as it is. */
static void
print_argument(const char *key, const struct json_object *value,
	const struct json_object *names)
{
	DROP(text) char *text = NULL;
	struct json_member m = {0};

	if (json_kind(value) == JSON_STRING)
		text = text_copy(json_string(value));
	else
		text = json_text(value);
	if (is_short(value)) {
		printf("%*s%s: %s\n", INDENT, "", key, text);
		return;
	}
	while (json_next(names, &m)) {
		if (json_equal(m.value, value)) { /* its name says it */
			printf("%*s%s: $%s\n", INDENT, "", key, m.key);
			return;
		}
	}
	printf("%*s%s:\n", INDENT, "", key);
	print_lines(stdout, "        ", text);
}

void
report_call(struct report *r, const char *tool,
	const struct json_object *arguments, const struct json_object *names)
{
	struct json_member m = {0};

	if (!r->is_show)
		return;
	r->is_spaced = false;
	colour(r, BLUE);
	printf("> %s\n", tool);
	while (json_kind(arguments) == JSON_OBJECT && json_next(arguments, &m))
		print_argument(m.key, m.value, names);
	colour(r, PLAIN);
}

void
report_command(struct report *r, char sign, const char *text)
{
	if (!r->is_show)
		return;
	r->is_spaced = false;
	colour(r, BLUE);
	printf("%c %s\n", sign, text);
	colour(r, PLAIN);
}

void
report_answer(struct report *r, bool is_refused, const char *text)
{
	if (!r->is_show)
		return;
	colour(r, is_refused ? RED : "");
	print_lines(stdout, is_refused ? "  ! " : "  | ", text);
	colour(r, PLAIN);
	putchar('\n');
	r->is_spaced = true;
}
