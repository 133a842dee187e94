#include "language/csv.h"

#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "base/limits.h"
#include "json/json.h"

/* What separates the cells of the first line: where there are semicolons,
 * commas may be decimal ones. */
static char
find_separator(const char *text)
{
	size_t line = strcspn(text, "\r\n");

	if (memchr(text, '\t', line) != NULL)
		return '\t';
	return memchr(text, ';', line) != NULL ? ';' : ',';
}

/* 0,5 as 0.5, where the comma separates nothing. */
static void
replace_comma(struct buf *cell)
{
	const char *digits = cell->data + (cell->data[0] == '-');
	size_t whole = strspn(digits, "0123456789");
	const char *after = digits + whole + 1;

	if (whole > 0 && digits[whole] == ',' &&
		isdigit((unsigned char)*after) &&
		after[strspn(after, "0123456789")] == '\0')
		cell->data[digits + whole - cell->data] = '.';
}

/* The next cell; the cursor is at its separator then. */
static struct json_object *
read_cell(const char **at, char separator)
{
	bool is_quoted = **at == '"';
	struct json_object *value = NULL;
	DROP(buf) struct buf cell;
	struct err e;

	buf_init(&cell, LIMIT_ITEM);
	for (*at += is_quoted; **at != '\0'; (*at)++) {
		if (is_quoted && **at == '"' && *++*at != '"')
			is_quoted = false;
		if (!is_quoted && (**at == separator || **at == '\r' ||
					  **at == '\n' || **at == '\0'))
			break;
		if (cell.size > 0 || **at != ' ')
			(void)buf_add_char(&cell, **at);
	}
	while (cell.size > 0 && cell.data[cell.size - 1] == ' ')
		buf_truncate(&cell, cell.size - 1);
	if (cell.size > 0 && separator != ',')
		replace_comma(&cell);
	if (cell.size == 0 || (json_parse(cell.data, cell.size, &value, &e) &&
				      json_kind(value) != JSON_ARRAY &&
				      json_kind(value) != JSON_OBJECT))
		return value;
	json_free(value);
	return json_new_string(cell.data);
}

static struct json_object *
read_line(const char **at, char separator)
{
	struct json_object *line = json_new_array();

	json_add(line, read_cell(at, separator));
	while (**at == separator) {
		++*at;
		json_add(line, read_cell(at, separator));
	}
	*at += strspn(*at, "\r\n");
	return line;
}

static bool
is_header(const struct json_object *line)
{
	for (size_t i = 0; i < json_count(line); i++)
		if (json_kind(json_at(line, i)) != JSON_STRING)
			return false;
	return true;
}

static struct json_object *
name_cells(const struct json_object *header, const struct json_object *line)
{
	struct json_object *record = json_new_object();

	for (size_t i = 0; i < json_count(header) && i < json_count(line); i++)
		json_put(record, json_string(json_at(header, i)),
			json_share(json_at(line, i)));
	return record;
}

bool
csv_read(const char *text, struct json_object *rows, size_t *first,
	size_t *cells)
{
	DROP(json) struct json_object *header = NULL;
	char separator;

	*first = 0;
	text += strspn(text, "\r\n");
	separator = find_separator(text);
	while (*text != '\0') {
		DROP(json)
		struct json_object *line = read_line(&text, separator);

		*cells = json_count(line);
		if (*first != 0 && *cells != *first)
			return false;
		if (*first == 0 && is_header(line))
			header = json_share(line);
		else if (header != NULL)
			json_add(rows, name_cells(header, line));
		else
			json_add(rows, json_share(*cells == 1 ? json_at(line, 0)
							      : line));
		*first = *cells;
	}
	return true;
}
