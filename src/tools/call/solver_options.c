#include "tools/call/solver_options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "tools/call/tool.h"
#include "json/json.h"

enum option {
#define OPTION(id, ...) OPTION_##id,
#include "tools/call/options.def"
#undef OPTION
	OPTION_COUNT,
};

static const struct solver_option {
	const char *name;
	int64_t low;
	int64_t high;
	const char *otherwise;
	enum comparison comparison;
	const char *meaning;
	const char *becomes[2]; /* options of Z3 */
	const char *words[4];	/* NULL after the last */
} rows[] = {
#define OPTION(id, name, low, high, otherwise, comparison, meaning, first, \
	second, ...) \
	{name, low, high, otherwise, comparison, meaning, {first, second}, \
		{__VA_ARGS__}},
#include "tools/call/options.def"
#undef OPTION
};

static bool
is_number(const struct solver_option *row)
{
	return row->words[0] == NULL;
}

static int64_t
highest(const struct server *server, const struct solver_option *row)
{
	if (row == &rows[OPTION_MEMORY_MB] && server->memory_mb < row->high)
		return server->memory_mb;
	return row->high;
}

/* "1 to 600000", "true or false", "lex, box or pareto" */
static char *
range_text(const struct server *server, const struct solver_option *row)
{
	const char *const *word = row->words;

	if (is_number(row))
		return text_format("%" PRId64 " to %" PRId64, row->low,
			highest(server, row));
	if (word[2] == NULL)
		return text_format("%s or %s", word[0], word[1]);
	return text_format("%s, %s or %s", word[0], word[1], word[2]);
}

/* --- values -------------------------------------------------------------- */

static bool
fits(const struct server *server, const struct solver_option *row,
	const char *text)
{
	const char *const *word = row->words;
	size_t digits = strspn(text, "0123456789");
	long long number;

	if (!is_number(row)) {
		while (*word != NULL && strcmp(*word, text) != 0)
			word++;
		return *word != NULL;
	}
	if (digits == 0 || digits > 18 || text[digits] != '\0')
		return false;
	number = strtoll(text, NULL, 10);
	return number >= row->low && number <= highest(server, row);
}

/* What is set, or NULL. */
static const char *
find_set(const struct server *server, const struct json_object *settings,
	const struct solver_option *row)
{
	const char *value = json_get_string(settings, row->name);

	return value != NULL && fits(server, row, value) ? value : NULL;
}

static char *
default_text(const struct server *server, const struct solver_option *row)
{
	if (row == &rows[OPTION_TIMEOUT_MS])
		return text_format("%" PRId64, server->timeout_ms);
	if (row == &rows[OPTION_MEMORY_MB])
		return text_format("%d", server->memory_mb);
	return text_copy(row->otherwise);
}

void
solver_options_read(const struct server *server,
	const struct json_object *settings, const struct json_object *arguments,
	struct solver_options *setup)
{
	const char *set[OPTION_COUNT];

	for (size_t i = 0; i < OPTION_COUNT; i++)
		set[i] = find_set(server, settings, &rows[i]);
	*setup = (struct solver_options){
		.timeout_ms = server->timeout_ms,
		.memory_mb = server->memory_mb,
		.engines = ENGINES_ALL,
		.minimize_core = set[OPTION_MINIMIZE_CORE] == NULL ||
				 strcmp(set[OPTION_MINIMIZE_CORE], "true") == 0,
	};
	if (set[OPTION_TIMEOUT_MS] != NULL)
		setup->timeout_ms = strtoll(set[OPTION_TIMEOUT_MS], NULL, 10);
	if (set[OPTION_MEMORY_MB] != NULL)
		setup->memory_mb = (int)strtol(set[OPTION_MEMORY_MB], NULL, 10);
	if (set[OPTION_STRATEGY] != NULL)
		setup->engines = engines_of_word(set[OPTION_STRATEGY]);
	setup->timeout_ms =
		json_get_int(arguments, "timeout_ms", setup->timeout_ms);
	setup->minimize_core =
		json_get_bool(arguments, "minimize_core", setup->minimize_core);
}

bool
solver_options_agree(const struct json_object *a, const struct json_object *b)
{
	bool agree = true;

	for (size_t i = 0; i < OPTION_COUNT; i++) {
		const char *first = json_get_string(a, rows[i].name);
		const char *second = json_get_string(b, rows[i].name);

		if (rows[i].comparison == MUST_EQUAL)
			agree = agree &&
				(first == NULL || second == NULL
						? first == second
						: strcmp(first, second) == 0);
	}
	return agree;
}

/* In the order of the table: the special seeds after the one for all. What is
 * in the file was checked when it was set; a file that somebody else has
 * written is not believed. */
void
solver_options_add(const struct json_object *settings,
	struct ask_fields *fields, struct buf *text)
{
	static const struct server any = {
		.timeout_ms = DEFAULT_TIMEOUT_MS, .memory_mb = LIMIT_MEMORY_MB};

	for (size_t i = 0; i < OPTION_COUNT; i++) {
		const char *value = find_set(&any, settings, &rows[i]);

		for (size_t k = 0; k < 2; k++) {
			const char *name = rows[i].becomes[k];
			DROP(text) char *option = NULL;

			if (value == NULL || name == NULL)
				continue;
			option = text_format(":%s %s", name, value);
			ask_fields_add(fields, FIELD_OPTION, option,
				strlen(option), text);
		}
	}
}

/* --- setting ------------------------------------------------------------- */

static bool
refuse_name(const char *name, struct err *e)
{
	const char *near = NEAREST_IN(name, rows, name);

	err_set(e, ERR_ARGUMENT, "There is no option \"%.64s\"", name);
	if (near != NULL)
		err_add(e, "; did you mean %s?", near);
	err_add(e, "%s\nThe options are:", near != NULL ? "" : ".");
	for (size_t i = 0; i < OPTION_COUNT; i++)
		err_add(e, "%s %s", i > 0 ? "," : "", rows[i].name);
	return err_add(e, ".\nOther options of Z3 cannot be set.");
}

bool
solver_options_set(const struct server *server, struct json_object *settings,
	const char *name, const struct json_object *value, struct err *e)
{
	const struct solver_option *row = rows;
	DROP(text) char *text = NULL;
	DROP(text) char *range = NULL;

	while (row < &rows[OPTION_COUNT] && strcmp(row->name, name) != 0)
		row++;
	if (row == &rows[OPTION_COUNT])
		return refuse_name(name, e);
	if (value == NULL) {
		json_delete(settings, name);
		return true;
	}
	text = json_plain(value);
	if (fits(server, row, text)) {
		json_put_string(settings, name, text);
		return true;
	}
	range = range_text(server, row);
	return err_set(e, ERR_ARGUMENT,
		"options.%s must be %s%s (%s); you sent %.60s. null takes the "
		"option back to its default.",
		name, is_number(row) ? "a whole number, " : "", range,
		row->meaning, text);
}

/* --- showing ------------------------------------------------------------- */

/* A number, true or false, else a text. */
static struct json_object *
value_json(const char *text)
{
	struct json_object *value = json_read(text);

	return value != NULL ? value : json_new_string(text);
}

struct json_object *
solver_options_list(const struct server *server,
	const struct json_object *settings, const struct json_object *only,
	struct buf *text)
{
	struct json_object *list = json_new_array();

	for (size_t i = 0; i < OPTION_COUNT; i++) {
		const struct solver_option *row = &rows[i];
		const char *set = find_set(server, settings, row);
		DROP(text) char *otherwise = default_text(server, row);
		DROP(text) char *range = range_text(server, row);
		const char *value = set != NULL ? set : otherwise;

		if (only != NULL && !json_find(only, row->name, NULL))
			continue;
		json_add(list,
			json_new_object_of("name", json_new_string(row->name),
				"value", value_json(value), "default",
				value_json(otherwise), "is_set",
				json_new_bool(set != NULL), NULL));
		/* Of an option that was changed, what is new; else what there
		 * is to know. */
		buf_add_format(text, "%s = %s", row->name, value);
		if (strcmp(value, otherwise) != 0)
			buf_add_format(text, ", default %s", otherwise);
		if (only == NULL)
			buf_add_format(text, " (%s): %s", range, row->meaning);
		buf_add_char(text, '\n');
	}
	return list;
}
