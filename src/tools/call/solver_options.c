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
#define OPTION(id, name, kind, low, high, otherwise, becomes, meaning) \
	OPTION_##id,
#include "tools/call/options.def"
#undef OPTION
	OPTION_COUNT,
};

enum kind {
	KIND_NUMBER,
	KIND_BOOL,
	KIND_STRATEGY,
	KIND_PRIORITY,
	KIND_ARITHMETIC
};

/* Options of Z3. */
#define BECOMES_NONE(name) \
	{ \
		NULL \
	}
#define BECOMES_ITSELF(name) \
	{ \
		name \
	}
#define BECOMES_MEMORY(name) \
	{ \
		"memory_max_size" \
	}
#define BECOMES_SEEDS(name) \
	{ \
		"smt.random_seed", "sat.random_seed" \
	}

static const struct solver_option {
	const char *name;
	enum kind kind;
	int64_t low;
	int64_t high;
	const char *otherwise;
	const char *becomes[2];
	const char *meaning;
} rows[] = {
#define OPTION(id, name, kind, low, high, otherwise, becomes, meaning) \
	[OPTION_##id] = {name, KIND_##kind, low, high, otherwise, \
		BECOMES_##becomes(name), meaning},
#include "tools/call/options.def"
#undef OPTION
};

/* The words that a value may be, by kind. */
static const char *const words[][4] = {
	[KIND_BOOL] = {"true", "false"},
	[KIND_STRATEGY] = {"auto", "simple", "logic"},
	[KIND_PRIORITY] = {"lex", "box", "pareto"},
	[KIND_ARITHMETIC] = {"2", "6"},
};

static const struct solver_option *
find_row(const char *name)
{
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	}
	return NULL;
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
	const char *const *word = words[row->kind];

	if (row->kind == KIND_NUMBER)
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
	const char *const *word = words[row->kind];
	size_t digits = strspn(text, "0123456789");
	long long number;

	if (row->kind != KIND_NUMBER) {
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

/* What is set, or the default; the caller's. */
static char *
value_of(const struct server *server, const struct json_object *settings,
	enum option option)
{
	const char *set = find_set(server, settings, &rows[option]);

	return set != NULL ? text_copy(set)
			   : default_text(server, &rows[option]);
}

void
solver_options_read(const struct server *server,
	const struct json_object *settings, const struct json_object *arguments,
	struct solver_options *setup)
{
	DROP(text)
	char *timeout = value_of(server, settings, OPTION_TIMEOUT_MS);
	DROP(text) char *memory = value_of(server, settings, OPTION_MEMORY_MB);
	DROP(text)
	char *strategy = value_of(server, settings, OPTION_STRATEGY);
	DROP(text)
	char *minimize = value_of(server, settings, OPTION_MINIMIZE_CORE);

	*setup = (struct solver_options){
		.timeout_ms = json_get_int(
			arguments, "timeout_ms", strtoll(timeout, NULL, 10)),
		.memory_mb = (int)strtol(memory, NULL, 10),
		.engines = engines_of_word(strategy),
		.minimize_core = json_get_bool(arguments, "minimize_core",
			strcmp(minimize, "true") == 0),
	};
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
	struct nearest near;

	nearest_init(&near, name);
	for (size_t i = 0; i < OPTION_COUNT; i++)
		nearest_offer(&near, rows[i].name);
	(void)err_set(e, ERR_ARGUMENT, "There is no option \"%.64s\"", name);
	if (near.best != NULL)
		(void)err_add(e, "; did you mean %s?", near.best);
	(void)err_add(e, "%s\nThe options are:", near.best != NULL ? "" : ".");
	for (size_t i = 0; i < OPTION_COUNT; i++)
		(void)err_add(e, "%s %s", i > 0 ? "," : "", rows[i].name);
	return err_add(e, ".\nOther options of Z3 cannot be set.");
}

bool
solver_options_set(const struct server *server, struct json_object *settings,
	const char *name, const struct json_object *value, struct err *e)
{
	const struct solver_option *row = find_row(name);
	DROP(text) char *text = NULL;
	DROP(text) char *range = NULL;

	if (row == NULL)
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
		name, row->kind == KIND_NUMBER ? "a whole number, " : "", range,
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

/* Of an option that was changed, what is new; else what there is to know. */
static void
describe(const struct server *server, const struct solver_option *row,
	const char *value, bool is_changed, struct buf *text)
{
	DROP(text) char *otherwise = default_text(server, row);
	DROP(text) char *range = range_text(server, row);

	(void)buf_add_format(text, "%s = %s", row->name, value);
	if (strcmp(value, otherwise) != 0)
		(void)buf_add_format(text, ", default %s", otherwise);
	if (!is_changed)
		(void)buf_add_format(text, " (%s): %s", range, row->meaning);
	(void)buf_add_char(text, '\n');
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
		const char *value = set != NULL ? set : otherwise;

		if (only != NULL && !json_find(only, row->name, NULL))
			continue;
		json_add(list,
			json_new_object_of("name", json_new_string(row->name),
				"value", value_json(value), "default",
				value_json(otherwise), "is_set",
				json_new_bool(set != NULL), NULL));
		describe(server, row, value, only != NULL, text);
	}
	return list;
}
