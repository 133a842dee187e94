#include <string.h>

#include "base/alloc.h"
#include "model/text/imported.h"
#include "tools/call/call.h"
#include "tools/call/solver_options.h"
#include "tools/call/warnings.h"
#include "tools/edit/edit_refuse.h"
#include "tools/transfer/model_import.h"
#include "json/json.h"

static bool
refuse(struct err *e, const char *what)
{
	return err_set(e, ERR_ARGUMENT,
		"export is none that export_model made: %s. Send the text of "
		"export_model with format json or smt2, whole and unchanged; "
		"SMT-LIB from elsewhere goes into smtlib.",
		what);
}

static char *
copy_member(const struct json_object *item, const char *key)
{
	const char *text = json_get_string(item, key);

	return text != NULL && *text != '\0' ? text_copy(text) : NULL;
}

static bool
read_item(struct model_import *i, const struct json_object *from, size_t at,
	struct err *e)
{
	const struct json_object *content = json_get(from, "content");
	DROP(text) char *what = text_format("the content of items[%zu]", at);
	struct import_item item = {0};
	struct diagnostic fault;

	if (json_kind(from) != JSON_OBJECT ||
		json_kind(content) != JSON_STRING) {
		DROP(text)
		char *why = text_format("items[%zu] has no content", at);

		return refuse(e, why);
	}
	if (!imported_content(&i->found, json_string(content),
		    json_string_size(content), 1, &item.content, &fault))
		return edit_refuse_text(json_string(content), what, &fault, e);
	item.name = copy_member(from, "name");
	item.note = copy_member(from, "note");
	(void)imported_item(&i->found, &item);
	return true;
}

/* --- configuration -------------------------------------------------------- */

struct setting_all {
	const struct server *server;
	struct session_options *settings;
	struct json_object *warnings;
};

/* What this server cannot have, it leaves out: the items are what counts. */
static bool
set_one(const char *name, struct json_object *value, void *argument)
{
	const struct setting_all *all = argument;
	struct err e;

	if (!solver_options_set(all->server, all->settings, name, value, &e))
		warnings_add(
			all->warnings, "an option was left out: %s", e.text);
	return true;
}

static void
read_options(struct call *c, struct model_import *i,
	const struct json_object *options, struct json_object *warnings)
{
	struct setting_all all = {c->server, &i->settings, warnings};

	if (options == NULL || i->appends)
		return;
	i->has_settings = true;
	(void)json_each(options, set_one, &all);
}

bool
model_import_read_export(struct call *c, struct model_import *i,
	const struct json_object *export, struct json_object *warnings,
	struct err *e)
{
	const char *format = json_get_string(export, "format");
	const struct json_object *items = json_get_array(export, "items");

	if (format == NULL || strcmp(format, "satchel") != 0)
		return refuse(e, "it has not \"format\": \"satchel\"");
	if (json_get_int(export, "version", 0) != 1)
		return refuse(e, "its version is not 1");
	if (items == NULL)
		return refuse(e, "it has no items");
	for (size_t at = 0; at < json_count(items); at++) {
		size_t told = i->found.warning_count;

		if (!read_item(i, json_at(items, at), at, e))
			return false;
		for (; told < i->found.warning_count; told++)
			warnings_add(warnings, "items[%zu]: %s", at,
				i->found.warnings[told].text);
	}
	read_options(c, i, json_get_object(export, "options"), warnings);
	return true;
}
