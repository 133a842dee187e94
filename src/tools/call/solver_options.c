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

enum becomes { BECOMES_NONE, BECOMES_ITSELF, BECOMES_SEEDS, BECOMES_MEMORY };

static const struct row {
	const char *name;
	enum kind kind;
	int64_t low;
	int64_t high;
	const char *otherwise;
	enum becomes becomes;
	const char *meaning;
} rows[] = {
#define OPTION(id, name, kind, low, high, otherwise, becomes, meaning) \
	[OPTION_##id] = {name, KIND_##kind, low, high, otherwise, \
		BECOMES_##becomes, meaning},
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

static const struct row *
find_row(const char *name)
{
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	}
	return NULL;
}

static int64_t
highest(const struct server *server, const struct row *row)
{
	if (row == &rows[OPTION_MEMORY_MB] && server->memory_mb < row->high)
		return server->memory_mb;
	return row->high;
}

/* "1 to 600000", "true or false", "lex, box or pareto" */
static char *
range_text(const struct server *server, const struct row *row)
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
is_number(const struct server *server, const struct row *row, const char *text)
{
	size_t digits = strspn(text, "0123456789");
	long long number;

	if (digits == 0 || digits > 18 || text[digits] != '\0')
		return false;
	number = strtoll(text, NULL, 10);
	return number >= row->low && number <= highest(server, row);
}

static bool
fits(const struct server *server, const struct row *row, const char *text)
{
	if (row->kind == KIND_NUMBER)
		return is_number(server, row, text);
	for (const char *const *word = words[row->kind]; *word != NULL;
		word++) {
		if (strcmp(*word, text) == 0)
			return true;
	}
	return false;
}

/* What is set, or NULL. */
static const char *
find_set(const struct server *server, const struct session_options *settings,
	const struct row *row)
{
	const char *value = session_options_find(settings, row->name);

	return value != NULL && fits(server, row, value) ? value : NULL;
}

static char *
default_text(const struct server *server, const struct row *row)
{
	if (row == &rows[OPTION_TIMEOUT_MS])
		return text_format("%" PRId64, server->timeout_ms);
	if (row == &rows[OPTION_MEMORY_MB])
		return text_format("%d", server->memory_mb);
	return text_copy(row->otherwise);
}

static int64_t
number_of(const struct server *server, const struct session_options *settings,
	enum option option)
{
	const char *set = find_set(server, settings, &rows[option]);
	DROP(text) char *otherwise = default_text(server, &rows[option]);

	return strtoll(set != NULL ? set : otherwise, NULL, 10);
}

void
solver_options_read(const struct server *server,
	const struct session_options *settings,
	const struct json_object *arguments, struct solver_options *setup)
{
	const char *strategy =
		find_set(server, settings, &rows[OPTION_STRATEGY]);
	const char *minimize =
		find_set(server, settings, &rows[OPTION_MINIMIZE_CORE]);

	*setup = (struct solver_options){
		.timeout_ms = json_get_int(arguments, "timeout_ms",
			number_of(server, settings, OPTION_TIMEOUT_MS)),
		.memory_mb = (int)number_of(server, settings, OPTION_MEMORY_MB),
		.engines = strategy != NULL ? engines_of_word(strategy)
					    : ENGINES_ALL,
		.minimize_core = json_get_bool(arguments, "minimize_core",
			minimize == NULL || strcmp(minimize, "true") == 0),
	};
}

struct adding {
	struct ask_fields *fields;
	struct buf *text;
};

static void
add_option(const struct adding *a, const char *name, const char *value)
{
	DROP(text) char *option = text_format(":%s %s", name, value);

	ask_fields_add(
		a->fields, FIELD_OPTION, option, strlen(option), a->text);
}

/* What is in the file was checked when it was set; a file that somebody else
 * has written is not believed. */
static void
add_row(const struct adding *a, const struct row *row, const char *value)
{
	static const struct server any = {
		.timeout_ms = DEFAULT_TIMEOUT_MS, .memory_mb = LIMIT_MEMORY_MB};

	if (value == NULL || !fits(&any, row, value))
		return;
	switch (row->becomes) {
	case BECOMES_NONE:
		break;
	case BECOMES_ITSELF:
		add_option(a, row->name, value);
		break;
	case BECOMES_MEMORY:
		add_option(a, "memory_max_size", value);
		break;
	case BECOMES_SEEDS:
		add_option(a, "smt.random_seed", value);
		add_option(a, "sat.random_seed", value);
		break;
	}
}

/* In the order of the table: the special seeds after the one for all. */
void
solver_options_add(const struct session_options *settings,
	struct ask_fields *fields, struct buf *text)
{
	const struct adding a = {fields, text};

	for (size_t i = 0; i < OPTION_COUNT; i++)
		add_row(&a, &rows[i],
			session_options_find(settings, rows[i].name));
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
solver_options_set(const struct server *server,
	struct session_options *settings, const char *name,
	const struct json_object *value, struct err *e)
{
	const struct row *row = find_row(name);
	DROP(text) char *text = NULL;
	DROP(text) char *range = NULL;

	if (row == NULL)
		return refuse_name(name, e);
	if (value == NULL) {
		session_options_set(settings, name, NULL);
		return true;
	}
	text = json_kind(value) == JSON_STRING ? text_copy(json_string(value))
					       : json_text(value);
	if (fits(server, row, text)) {
		session_options_set(settings, name, text);
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

static struct json_object *
value_json(const struct row *row, const char *text)
{
	switch (row->kind) {
	case KIND_NUMBER:
	case KIND_ARITHMETIC:
		return json_new_int(strtoll(text, NULL, 10));
	case KIND_BOOL:
		return json_new_bool(strcmp(text, "true") == 0);
	case KIND_STRATEGY:
	case KIND_PRIORITY:
		break;
	}
	return json_new_string(text);
}

/* Of an option that was changed, what is new; else what there is to know. */
static void
describe(const struct server *server, const struct row *row, const char *value,
	bool is_changed, struct buf *text)
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
	const struct session_options *settings, const struct json_object *only,
	struct buf *text)
{
	struct json_object *list = json_new_array();

	for (size_t i = 0; i < OPTION_COUNT; i++) {
		const struct row *row = &rows[i];
		const char *set = find_set(server, settings, row);
		DROP(text) char *otherwise = default_text(server, row);
		const char *value = set != NULL ? set : otherwise;
		struct json_object *one;

		if (only != NULL && !json_find(only, row->name, NULL))
			continue;
		one = json_new_object();
		json_put_string(one, "name", row->name);
		json_put(one, "value", value_json(row, value));
		json_put(one, "default", value_json(row, otherwise));
		json_put_bool(one, "is_set", set != NULL);
		json_add(list, one);
		describe(server, row, value, only != NULL, text);
	}
	return list;
}
