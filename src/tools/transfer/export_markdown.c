#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "language/data.h"
#include "model/items/model.h"
#include "tools/call/data_tables.h"
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
add_block(const char *language, const char *text, struct buf *out)
{
	size_t run = longest_run_of_backticks(text);

	run = run < 2 ? 3 : run + 1;
	add_backticks(run, out);
	(void)buf_add_format(out, "%s\n%s\n", language, text);
	add_backticks(run, out);
	(void)buf_add_text(out, "\n");
}

/* --- the last result ------------------------------------------------------ */

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

enum { PLOT_WIDTH = 50, POINT_MEMBERS = 3 };

/* NAN for what is not known. */
static double
read_number(const struct json_object *point, size_t member)
{
	double number;

	return values_read_decimal(json_string(json_at(point, member)), &number)
		       ? number
		       : NAN;
}

static bool
is_point(const struct json_object *point)
{
	return json_kind(point) == JSON_ARRAY &&
	       json_count(point) == POINT_MEMBERS &&
	       json_kind(json_at(point, 0)) == JSON_INT &&
	       json_kind(json_at(point, 1)) == JSON_STRING &&
	       json_kind(json_at(point, 2)) == JSON_STRING;
}

static void
add_point(const struct json_object *point, double low, double high,
	struct buf *out)
{
	static const char marks[POINT_MEMBERS] = {0, '*', '|'};
	char row[PLOT_WIDTH + 1];

	memset(row, ' ', PLOT_WIDTH);
	row[PLOT_WIDTH] = '\0';
	for (size_t i = POINT_MEMBERS; --i > 0;) {
		double at = (read_number(point, i) - low) / (high - low);

		if (!isnan(at))
			row[(size_t)(at * (PLOT_WIDTH - 1) + 0.5)] = marks[i];
	}
	(void)buf_add_format(out, "%8.1f s %s %s\n",
		(double)json_int(json_at(point, 0)) / 1000, row,
		json_string(json_at(point, 1)));
}

/* As text, which needs nothing to be seen: a line for each progress. */
static void
add_plot(const struct run *run, struct buf *out)
{
	DROP(json) struct json_object *course = json_read(run->course);
	double low = NAN;
	double high = NAN;

	for (size_t i = 0;
		json_kind(course) == JSON_ARRAY && i < json_count(course);
		i++) {
		const struct json_object *point = json_at(course, i);

		for (size_t k = 1; is_point(point) && k < POINT_MEMBERS; k++) {
			double number = read_number(point, k);

			if (number < low || isnan(low))
				low = number;
			if (number > high || isnan(high))
				high = number;
		}
	}
	if (!(high > low) || json_count(course) < 2)
		return;
	(void)buf_add_text(out,
		"\nThe best value (`*`) and the bound (`|`) over the "
		"time:\n\n```text\n");
	for (size_t i = 0; i < json_count(course); i++) {
		if (is_point(json_at(course, i)))
			add_point(json_at(course, i), low, high, out);
	}
	(void)buf_add_text(out, "```\n");
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
	data_tables_add_lines(m, &values, &lines);
	buf_truncate(&lines, lines.size - 1);
	(void)buf_add_char(out, '\n');
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
add_answer(const struct model *m, const struct run *run, struct buf *out)
{
	DROP(json) struct json_object *answer = json_read(run->answer);
	const char *message = json_get_string(answer, "message");

	if (answer == NULL)
		return;
	if (message != NULL) {
		(void)buf_add_char(out, '\n');
		add_words(message, out);
		(void)buf_add_char(out, '\n');
	}
	add_objectives(answer, out);
	add_plot(run, out);
	add_values(m, answer, out);
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
	/* Another revision may have other data. */
	add_answer(run->revision == x->model->revision ? x->model : NULL, run,
		out);
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
	DROP(text) char *data = NULL;

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
	data = data_of(item->content, strlen(item->content));
	add_block(data != NULL ? "json" : "smt2",
		data != NULL ? data : item->content, out);
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
