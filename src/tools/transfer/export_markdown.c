#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/coroutine.h"
#include "model/items/model.h"
#include "model/text/data_line.h"
#include "store/runs/runs.h"
#include "tools/call/values.h"
#include "tools/solve/expectations.h"
#include "tools/transfer/model_export.h"
#include "json/json.h"

/*
 * Whatever a session, an item or a solution says stands there as it is, and
 * not as Markdown: a note cannot forge a heading, nor an item the end of its
 * block.
 */

/* --- texts in Markdown --------------------------------------------------- */

/* Plain words on one line. */
static void
add_words(const char *text, struct buf *out)
{
	DROP(text) char *line = line_breaks_flatten(text);
	const char *digits = line + strspn(line, "0123456789");

	if (strchr("#+-=:", line[0]) != NULL && line[0] != '\0')
		buf_add_char(out, '\\');
	for (const char *c = line; *c != '\0'; c++) {
		bool is_list = c == digits && c > line && strchr(".)", *c);

		if (is_list || strchr("\\`*_[]<>|~&$", *c) != NULL)
			buf_add_char(out, '\\');
		buf_add_char(out, *c);
	}
}

static void
add_paragraph(const char *text, struct buf *out)
{
	add_words(text, out);
	buf_add_text(out, "\n\n");
}

static size_t
longest_run_of_backticks(const char *text)
{
	size_t longest = 0;

	while (*text != '\0') {
		size_t run = strspn(text, "`");

		longest = run > longest ? run : longest;
		text += run > 0 ? run : strcspn(text, "`");
	}
	return longest;
}

static void
add_backticks(size_t count, struct buf *out)
{
	while (count-- > 0)
		buf_add_char(out, '`');
}

/* `x`, on one line. */
static void
add_code(const char *text, struct buf *out)
{
	DROP(text) char *line = line_breaks_flatten(text);
	size_t run = longest_run_of_backticks(line);

	add_backticks(run + 1, out);
	buf_add_format(
		out, run > 0 ? " %s " : "%s", line[0] != '\0' ? line : " ");
	add_backticks(run + 1, out);
}

/* A line of a list. */
static void
add_code_line(const char *text, struct buf *out)
{
	buf_add_text(out, "- ");
	add_code(text, out);
	buf_add_char(out, '\n');
}

static void
add_block(const char *language, const char *text, struct buf *out)
{
	size_t run = longest_run_of_backticks(text);

	run = run < 2 ? 3 : run + 1;
	add_backticks(run, out);
	buf_add_format(out, "%s\n%s\n", language, text);
	add_backticks(run, out);
	buf_add_text(out, "\n");
}

/* --- the last result ----------------------------------------------------- */

/* A line of code for each. */
static void
add_objectives(const struct json_object *answer, struct buf *out)
{
	const struct json_object *list = json_get_array(answer, "objectives");
	DROP(buf) struct buf lines;
	char *rest;

	buf_init(&lines, out->ceiling);
	if (list == NULL || json_count(list) == 0)
		return;
	objectives_add_lines(list, "", &lines);
	buf_add_char(out, '\n');
	for (char *line = strtok_r(lines.data, "\n", &rest); line != NULL;
		line = strtok_r(NULL, "\n", &rest))
		add_code_line(line, out);
}

/* --- the course of an optimisation --------------------------------------- */

enum { PLOT_WIDTH = 50, NUMBERS = 2 };

/* [milliseconds, "value", "bound"]; a number that is not known is NAN. False
 * for anything else. */
static bool
read_point(const struct json_object *point, double numbers[NUMBERS])
{
	if (json_kind(point) != JSON_ARRAY ||
		json_count(point) != 1 + NUMBERS ||
		json_kind(json_at(point, 0)) != JSON_INT)
		return false;
	for (size_t i = 0; i < NUMBERS; i++) {
		const struct json_object *text = json_at(point, i + 1);

		if (json_kind(text) != JSON_STRING)
			return false;
		if (!values_read_decimal(json_string(text), &numbers[i]))
			numbers[i] = NAN;
	}
	return true;
}

static void
add_point(const struct json_object *point, const double numbers[NUMBERS],
	double low, double high, struct buf *out)
{
	static const char marks[NUMBERS] = {'*', '|'};
	char row[PLOT_WIDTH + 1];

	memset(row, ' ', PLOT_WIDTH);
	row[PLOT_WIDTH] = '\0';
	for (size_t i = NUMBERS; i-- > 0;) {
		double at = (numbers[i] - low) / (high - low);

		if (!isnan(at))
			row[(size_t)(at * (PLOT_WIDTH - 1) + 0.5)] = marks[i];
	}
	buf_add_format(out, "%8.1f s %s %s\n",
		(double)json_int(json_at(point, 0)) / 1000, row,
		json_string(json_at(point, 1)));
}

/* As text, which needs nothing to be seen: a line for each progress. */
static void
add_plot(const struct json_object *run, struct buf *out)
{
	const struct json_object *course = json_get_array(run, "course");
	size_t count = course != NULL ? json_count(course) : 0;
	double numbers[NUMBERS];
	double low = NAN;
	double high = NAN;

	for (size_t i = 0; i < NUMBERS * count; i++) {
		if (!read_point(json_at(course, i / NUMBERS), numbers))
			continue;
		if (numbers[i % NUMBERS] < low || isnan(low))
			low = numbers[i % NUMBERS];
		if (numbers[i % NUMBERS] > high || isnan(high))
			high = numbers[i % NUMBERS];
	}
	if (!(high > low) || count < 2)
		return;
	buf_add_text(out, "\nThe best value (`*`) and the bound (`|`) over the "
			  "time:\n\n```text\n");
	for (size_t i = 0; i < count; i++) {
		if (read_point(json_at(course, i), numbers))
			add_point(json_at(course, i), numbers, low, high, out);
	}
	buf_add_text(out, "```\n");
}

static void
add_values(const struct model *m, const struct json_object *answer,
	struct buf *out)
{
	const struct values values = {
		.values = json_get_object(answer, "values"),
		.sorts = json_get_object(answer, "sorts"),
	};
	DROP(buf) struct buf lines;

	buf_init(&lines, out->ceiling);
	if (values.values == NULL || json_count(values.values) == 0)
		return;
	values_add_lines(m, &values, &lines);
	buf_truncate(&lines, lines.size - 1);
	buf_add_char(out, '\n');
	add_block("text", lines.data, out);
}

static void
add_core(const struct json_object *answer, struct buf *out)
{
	const struct json_object *core = json_get_array(answer, "core");

	for (size_t i = 0; core != NULL && i < json_count(core); i++) {
		const struct json_object *one = json_at(core, i);
		const char *name = json_get_string(one, "name");
		const char *note = json_get_string(one, "note");

		buf_add_format(out, "%s- item %" PRId64, i == 0 ? "\n" : "",
			json_get_int(one, "index", 0));
		if (name != NULL) {
			buf_add_char(out, ' ');
			add_code(name, out);
		}
		if (note != NULL) {
			buf_add_text(out, ": ");
			add_words(note, out);
		}
		buf_add_char(out, '\n');
	}
}

static void
add_answer(
	const struct model *m, const struct json_object *run, struct buf *out)
{
	DROP(json)
	struct json_object *answer = json_read(json_get_string(run, "answer"));
	const char *message = json_get_string(answer, "message");

	if (answer == NULL)
		return;
	if (message != NULL) {
		buf_add_char(out, '\n');
		add_words(message, out);
		buf_add_char(out, '\n');
	}
	add_objectives(answer, out);
	add_plot(run, out);
	add_values(m, answer, out);
	add_core(answer, out);
}

static void
add_result(const struct model_export *x, struct buf *out)
{
	const struct json_object *run = x->last;
	const char *z3_version = json_get_string(run, "z3_version");
	uint64_t shown = x->model->revision;
	uint64_t solved = (uint64_t)json_get_int(run, "revision", 0);

	buf_add_text(out, "\n## Last result\n\n");
	if (run == NULL) {
		buf_add_text(out, "The model was not solved yet.\n");
		return;
	}
	buf_add_format(out, "**%s** at revision %" PRIu64 ", %s",
		json_get_string(run, "status"), solved,
		json_get_string(run, "at"));
	if (z3_version != NULL)
		buf_add_format(out, ", Z3 %s", z3_version);
	run_add_time(run, out);
	buf_add_text(out, ".\n");
	if (solved != shown)
		buf_add_format(out,
			"\nThat is another revision than the one shown here: "
			"%" PRIu64 ".\n",
			shown);
	/* Another revision may have other data. */
	add_answer(solved == shown ? x->model : NULL, run, out);
}

/* --- the rest ------------------------------------------------------------ */

static void
add_settings(const struct model_export *x, struct buf *out)
{
	const struct json_object *options = json_get(x->metadata, "options");
	struct json_member m = {0};

	if (json_count(options) == 0)
		return;
	buf_add_text(out, "\n## Configuration\n\n");
	while (json_next(options, &m)) {
		DROP(text)
		char *both =
			text_format("%s = %s", m.key, json_string(m.value));

		add_code_line(both, out);
	}
}

static void
add_expectations(const struct model_export *x, struct buf *out)
{
	const struct json_object *list = json_get(x->metadata, "expectations");
	size_t count = json_count(list);

	if (count > 0)
		buf_add_text(out, "\n## Expectations\n\n");
	for (size_t i = 0; i < count; i++) {
		const struct json_object *one = json_at(list, i);
		DROP(buf) struct buf said;

		buf_init(&said, out->ceiling);
		expectation_describe(one, &said);
		buf_add_text(out, "- ");
		add_words(json_get_string(one, "name"), out);
		buf_add_text(out, ": ");
		add_code(said.data, out);
		buf_add_char(out, '\n');
	}
}

static void
add_item(const struct item *item, size_t index, struct buf *out)
{
	DROP(text) char *data = NULL;

	buf_add_format(out, "\n### Item %zu", index);
	if (item->name != NULL) {
		buf_add_text(out, ": ");
		add_words(item->name, out);
	}
	buf_add_text(out, "\n\n");
	if (item->note != NULL) {
		add_paragraph(item->note, out);
	}
	data = data_line(item->content, strlen(item->content));
	add_block(data != NULL ? "json" : "smt2",
		data != NULL ? data : item->content, out);
}

bool
export_markdown(const struct model_export *x, struct buf *out, struct err *e)
{
	size_t count = x->model->count;

	buf_add_text(out, "# ");
	add_paragraph(x->session.name, out);
	if (x->session.description[0] != '\0')
		add_paragraph(x->session.description, out);
	buf_add_format(out,
		"Revision %" PRIu64 ", %zu item%s; written by Satchel %s.\n",
		x->model->revision, count, count == 1 ? "" : "s",
		x->header.version);
	add_result(x, out);
	add_settings(x, out);
	add_expectations(x, out);
	buf_add_text(out, "\n## Items\n");
	for (size_t i = 0; i < count && !out->overflowed; i++) {
		coroutine_pause();
		add_item(model_at(x->model, i), i, out);
	}
	(void)e;
	return true;
}
