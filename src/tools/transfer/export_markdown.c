#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "model/items/model.h"
#include "tools/call/values.h"
#include "tools/solve/expectations.h"
#include "tools/transfer/model_export.h"
#include "json/json.h"

/*
 * Whatever a session, an item or a solution says stands there as it is, and
 * not as Markdown: a note cannot forge a heading, nor an item the end of its
 * block.
 */

enum { STATISTICS_DIGITS = 3 };

/* --- texts in Markdown ---------------------------------------------------- */

/* Plain words on one line. */
static void
add_words(const char *text, struct buf *out)
{
	DROP(text) char *line = line_breaks_flatten(text);
	const char *digits = line + strspn(line, "0123456789");

	if (strchr("#+-=:", line[0]) != NULL && line[0] != '\0')
		(void)buf_add_char(out, '\\');
	for (const char *c = line; *c != '\0'; c++) {
		bool is_list = c == digits && c > line && strchr(".)", *c);

		if (is_list || strchr("\\`*_[]<>|~&$", *c) != NULL)
			(void)buf_add_char(out, '\\');
		(void)buf_add_char(out, *c);
	}
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
		(void)buf_add_char(out, '`');
}

/* `x`, on one line. */
static void
add_code(const char *text, struct buf *out)
{
	DROP(text) char *line = line_breaks_flatten(text);
	size_t run = longest_run_of_backticks(line);

	add_backticks(run + 1, out);
	(void)buf_add_format(
		out, run > 0 ? " %s " : "%s", line[0] != '\0' ? line : " ");
	add_backticks(run + 1, out);
}

static void
add_block(const char *text, struct buf *out)
{
	size_t run = longest_run_of_backticks(text);

	run = run < 2 ? 3 : run + 1;
	add_backticks(run, out);
	(void)buf_add_format(out, "smt2\n%s\n", text);
	add_backticks(run, out);
	(void)buf_add_text(out, "\n");
}

/* --- the last result ------------------------------------------------------ */

static bool
add_value(const char *name, struct json_object *value, void *argument)
{
	struct buf *out = argument;
	DROP(text)
	char *text = json_kind(value) == JSON_STRING
			     ? text_copy(json_string(value))
			     : json_text(value);

	(void)buf_add_text(out, "- ");
	add_code(name, out);
	(void)buf_add_text(out, " = ");
	add_code(text, out);
	(void)buf_add_char(out, '\n');
	return true;
}

/* A line of code for each. */
static void
add_objectives(const struct json_object *answer, struct buf *out)
{
	const struct json_object *list = json_get_array(answer, "objectives");
	DROP(buf) struct buf lines;

	buf_init(&lines, out->ceiling);
	if (list == NULL || json_count(list) == 0)
		return;
	objectives_add_lines(list, "", &lines);
	(void)buf_add_char(out, '\n');
	for (const char *at = lines.data; *at != '\0';) {
		size_t size = strcspn(at, "\n");
		DROP(text) char *line = text_copy_n(at, size);

		(void)buf_add_text(out, "- ");
		add_code(line, out);
		(void)buf_add_char(out, '\n');
		at += size;
		at += *at == '\n';
	}
}

/* --- the course of an optimisation ---------------------------------------- */

enum { PLOT_ROWS = 12, PLOT_COLUMNS = 60, PLOT_POINTS = 256 };

struct plot_point {
	double at_ms;
	double number[2]; /* the best value and the bound; NAN: unknown */
};

struct plot {
	struct plot_point points[PLOT_POINTS];
	size_t count;
	double end_ms;
	double low, high; /* of all numbers */
	char cells[PLOT_ROWS][PLOT_COLUMNS + 1];
};

static double
read_number(struct plot *plot, const struct json_object *text)
{
	double number;

	if (json_kind(text) != JSON_STRING ||
		!values_read_decimal(json_string(text), &number))
		return NAN;
	if (!(plot->low <= number))
		plot->low = number;
	if (!(plot->high >= number))
		plot->high = number;
	return number;
}

/* False: there is nothing to see. */
static bool
read_course(struct plot *plot, const struct run *run)
{
	DROP(json) struct json_object *course = NULL;
	struct err ignored;

	*plot = (struct plot){.low = NAN, .high = NAN};
	if (run->course == NULL || !json_parse(run->course, strlen(run->course),
					   &course, &ignored))
		return false;
	for (size_t i = 0; json_kind(course) == JSON_ARRAY &&
			   i < json_count(course) && i < PLOT_POINTS;
		i++) {
		const struct json_object *point = json_at(course, i);
		struct plot_point *p = &plot->points[plot->count];

		if (json_kind(point) != JSON_ARRAY || json_count(point) != 3 ||
			json_kind(json_at(point, 0)) != JSON_INT)
			continue;
		p->at_ms = (double)json_int(json_at(point, 0));
		p->number[0] = read_number(plot, json_at(point, 1));
		p->number[1] = read_number(plot, json_at(point, 2));
		plot->count++;
	}
	plot->end_ms = (double)run->solve_us / 1000;
	if (plot->count > 0 &&
		plot->points[plot->count - 1].at_ms > plot->end_ms)
		plot->end_ms = plot->points[plot->count - 1].at_ms;
	return plot->count > 1 && plot->high > plot->low;
}

/* What was known at the time of the column. */
static const struct plot_point *
point_of(const struct plot *plot, size_t column)
{
	double at_ms = plot->end_ms * (double)(column + 1) / PLOT_COLUMNS;
	const struct plot_point *last = NULL;

	for (size_t i = 0; i < plot->count; i++) {
		if (plot->points[i].at_ms <= at_ms)
			last = &plot->points[i];
	}
	return last;
}

static void
draw(struct plot *plot)
{
	static const char marks[] = {'*', '-'};

	memset(plot->cells, ' ', sizeof(plot->cells));
	for (size_t i = 0; i < PLOT_COLUMNS; i++) {
		const struct plot_point *p = point_of(plot, i);

		for (size_t k = 2; p != NULL && k-- > 0;) {
			double row = (plot->high - p->number[k]) /
				     (plot->high - plot->low) * (PLOT_ROWS - 1);

			if (!isnan(row))
				plot->cells[(size_t)(row + 0.5)][i] = marks[k];
		}
	}
}

/* As text, which needs nothing to be seen. */
static void
add_plot(const struct run *run, struct buf *out)
{
	struct plot plot;

	if (!read_course(&plot, run))
		return;
	draw(&plot);
	(void)buf_add_text(out,
		"\nThe best value (`*`) and the bound (`-`) over the "
		"time:\n\n```text\n");
	for (size_t i = 0; i < PLOT_ROWS; i++) {
		double number = i == 0 ? plot.high : plot.low;
		char *row = plot.cells[i];
		size_t size = PLOT_COLUMNS;

		while (size > 0 && row[size - 1] == ' ')
			size--;
		if (i == 0 || i + 1 == PLOT_ROWS)
			(void)buf_add_format(
				out, "%12.6g |%.*s\n", number, (int)size, row);
		else
			(void)buf_add_format(
				out, "%12s |%.*s\n", "", (int)size, row);
	}
	(void)buf_add_format(out, "%12s  0 s%*.1f s\n```\n", "",
		PLOT_COLUMNS - 5, plot.end_ms / 1000);
}

static void
add_values(const struct json_object *answer, struct buf *out)
{
	const struct json_object *values = json_get_object(answer, "values");

	if (values == NULL || json_count(values) == 0)
		return;
	(void)buf_add_char(out, '\n');
	(void)json_each(values, add_value, out);
}

static void
add_core(const struct json_object *answer, struct buf *out)
{
	const struct json_object *core = json_get_array(answer, "core");

	for (size_t i = 0; core != NULL && i < json_count(core); i++) {
		const struct json_object *one = json_at(core, i);
		const char *name = json_get_string(one, "name");
		const char *note = json_get_string(one, "note");

		(void)buf_add_format(out, "%s- item %" PRId64,
			i == 0 ? "\n" : "", json_get_int(one, "index", 0));
		if (name != NULL) {
			(void)buf_add_char(out, ' ');
			add_code(name, out);
		}
		if (note != NULL) {
			(void)buf_add_text(out, ": ");
			add_words(note, out);
		}
		(void)buf_add_char(out, '\n');
	}
}

static void
add_answer(const struct run *run, struct buf *out)
{
	DROP(json) struct json_object *answer = NULL;
	const char *message;
	struct err ignored;

	if (run->answer == NULL || !json_parse(run->answer, strlen(run->answer),
					   &answer, &ignored))
		return;
	message = json_get_string(answer, "message");
	if (message != NULL) {
		(void)buf_add_char(out, '\n');
		add_words(message, out);
		(void)buf_add_char(out, '\n');
	}
	add_objectives(answer, out);
	add_plot(run, out);
	add_values(answer, out);
	add_core(answer, out);
}

static void
add_result(const struct model_export *x, struct buf *out)
{
	const struct run *run = x->last;
	char at[CLOCK_TEXT_SIZE];

	(void)buf_add_text(out, "\n## Last result\n\n");
	if (run == NULL) {
		(void)buf_add_text(out, "The model was not solved yet.\n");
		return;
	}
	clock_text(run->at_ms, at);
	(void)buf_add_format(out, "**%s** at revision %" PRIu64 ", %s",
		run->status, run->revision, at);
	if (run->z3_version != NULL)
		(void)buf_add_format(out, ", Z3 %s", run->z3_version);
	(void)buf_add_format(out, ", %.*f s.\n", STATISTICS_DIGITS,
		(double)run->solve_us / 1e6);
	if (run->revision != x->model->revision)
		(void)buf_add_format(out,
			"\nThat is another revision than the one shown here: "
			"%" PRIu64 ".\n",
			x->model->revision);
	add_answer(run, out);
}

/* --- the rest ------------------------------------------------------------- */

static void
add_head(const struct model_export *x, struct buf *out)
{
	size_t count = x->model->count;

	(void)buf_add_text(out, "# ");
	add_words(x->session.name, out);
	(void)buf_add_text(out, "\n\n");
	if (x->session.description[0] != '\0') {
		add_words(x->session.description, out);
		(void)buf_add_text(out, "\n\n");
	}
	(void)buf_add_format(out,
		"Revision %" PRIu64 ", %zu item%s; written by Satchel %s.\n",
		x->model->revision, count, count == 1 ? "" : "s",
		x->header.version);
}

static void
add_settings(const struct model_export *x, struct buf *out)
{
	struct json_member m = {0};

	if (session_options_count(&x->settings) == 0)
		return;
	(void)buf_add_text(out, "\n## Configuration\n\n");
	while (json_next(x->settings.values, &m)) {
		const char *value = session_options_find(&x->settings, m.key);
		DROP(text)
		char *both = text_format("%s = %s", m.key, value);

		(void)buf_add_text(out, "- ");
		add_code(both, out);
		(void)buf_add_char(out, '\n');
	}
}

static void
add_expectations(const struct model_export *x, struct buf *out)
{
	size_t count =
		x->expectations != NULL ? json_count(x->expectations) : 0;

	if (count > 0)
		(void)buf_add_text(out, "\n## Expectations\n\n");
	for (size_t i = 0; i < count; i++) {
		const struct json_object *one = json_at(x->expectations, i);
		DROP(buf) struct buf said;

		buf_init(&said, out->ceiling);
		expectation_describe(one, &said);
		(void)buf_add_text(out, "- ");
		add_words(json_get_string(one, "name"), out);
		(void)buf_add_text(out, ": ");
		add_code(said.data, out);
		(void)buf_add_char(out, '\n');
	}
}

static void
add_item(const struct item *item, size_t index, struct buf *out)
{
	(void)buf_add_format(out, "\n### Item %zu", index);
	if (item->name != NULL) {
		(void)buf_add_text(out, ": ");
		add_words(item->name, out);
	}
	(void)buf_add_text(out, "\n\n");
	if (item->note != NULL) {
		add_words(item->note, out);
		(void)buf_add_text(out, "\n\n");
	}
	add_block(item->content, out);
}

void
export_markdown(const struct model_export *x, struct buf *out)
{
	add_head(x, out);
	add_result(x, out);
	add_settings(x, out);
	add_expectations(x, out);
	(void)buf_add_text(out, "\n## Items\n");
	for (size_t i = 0; i < x->model->count && !out->overflowed; i++)
		add_item(model_at(x->model, i), i, out);
}
