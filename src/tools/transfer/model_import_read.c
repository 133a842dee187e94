#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "language/language.h"
#include "smt/text/text.h"
#include "tools/call/call.h"
#include "tools/call/solver_options.h"
#include "tools/call/warnings.h"
#include "tools/edit/edit_refuse.h"
#include "tools/transfer/model_import.h"
#include "json/json.h"

/*
 * A text with what no item may hold is refused with all of it, so that one
 * look at the message is enough: commands that are refused by what they are
 * and why, with their lines; what cannot be read at all, each with its line.
 */

enum {
	WARNINGS_MAX = 20, /* more say nothing new */
	/* Of messages that differ; each has lines of its own. */
	KINDS_MAX = 25,
};

/* --- warnings ------------------------------------------------------------ */

static void
add_warnings(const struct import *found, struct json_object *warnings)
{
	for (size_t i = 0; i < found->warning_count; i++) {
		const struct warning *warning = &found->warnings[i];

		if (i == WARNINGS_MAX) {
			warnings_add(warnings, "and %zu more of this kind",
				found->warning_count - i);
			break;
		}
		warnings_add(
			warnings, "line %u: %s", warning->line, warning->text);
	}
	if (found->lost_comments == 1)
		warnings_add(warnings,
			"a comment line that stands above no command was left "
			"out");
	else if (found->lost_comments > 1)
		warnings_add(warnings,
			"%zu comment lines that stand above no command were "
			"left out",
			found->lost_comments);
}

/* --- refusals ------------------------------------------------------------ */

static bool
is_same(const struct import_fault *a, const struct import_fault *b)
{
	return a->kind == b->kind && strcmp(a->command, b->command) == 0 &&
	       strcmp(a->what, b->what) == 0;
}

/* "3, 7 to 9": the lines of those that are the same as the first. */
static void
add_lines(const struct import *found, size_t first, struct buf *out)
{
	unsigned from = 0;
	unsigned to = 0;

	for (size_t i = first; i <= found->fault_count; i++) {
		bool is_end = i == found->fault_count;

		if (!is_end &&
			!is_same(&found->faults[first], &found->faults[i]))
			continue;
		if (!is_end && from > 0 && found->faults[i].line <= to + 1) {
			to = found->faults[i].line;
			continue;
		}
		if (from > 0)
			buf_add_format(out, to > from ? "%u to %u%s" : "%u",
				from, to, is_end ? "" : ", ");
		if (from > 0 && to == from && !is_end)
			buf_add_text(out, ", ");
		if (!is_end)
			from = to = found->faults[i].line;
	}
}

/* What is wrong with it, in a few words. */
static void
add_reason(const struct import_fault *fault, struct buf *out)
{
	static const char *const words[] = {
		[DIAGNOSTIC_TOKEN] = "cannot be read",
		[DIAGNOSTIC_UNCLOSED] = "a \")\" is missing",
		[DIAGNOSTIC_UNOPENED] = "a \")\" without its \"(\"",
		[DIAGNOSTIC_STRING] = "a string \"...\" that does not end",
		[DIAGNOSTIC_QUOTED] = "a symbol |...| that does not end",
		[DIAGNOSTIC_NOT_COMMAND] = "this is no command",
		[DIAGNOSTIC_UNKNOWN_COMMAND] = "there is no such command",
		[DIAGNOSTIC_OPTION] = "this option cannot be",
		[DIAGNOSTIC_LIMIT] = "beyond a limit",
		[DIAGNOSTIC_USAGE] = "written wrongly",
		[DIAGNOSTIC_SOLVER] = NULL,
	};
	const char *word =
		fault->kind < DIAGNOSTIC_SOLVER ? words[fault->kind] : NULL;

	if (word != NULL)
		buf_add_text(out, word);
	if (fault->kind == DIAGNOSTIC_UNKNOWN_COMMAND) {
		if (fault->what[0] != '\0')
			buf_add_format(out, "; did you mean %s?", fault->what);
		return;
	}
	if (fault->what[0] != '\0')
		buf_add_format(
			out, "%s%s", word != NULL ? ": " : "", fault->what);
}

static bool
is_first_of_its_kind(const struct import *found, size_t at)
{
	for (size_t i = 0; i < at; i++) {
		if (is_same(&found->faults[i], &found->faults[at]))
			return false;
	}
	return true;
}

static void
add_kinds(const struct import *found, struct err *e)
{
	size_t told = 0;

	for (size_t i = 0; i < found->fault_count; i++) {
		DROP(buf) struct buf line;

		buf_init(&line, LIMIT_REPLY);
		if (!is_first_of_its_kind(found, i))
			continue;
		if (told++ == KINDS_MAX) {
			(void)err_add(e, "\n- and others behind line %u",
				found->faults[i].line);
			return;
		}
		buf_add_text(&line, "line ");
		add_lines(found, i, &line);
		if (found->faults[i].command[0] != '\0')
			buf_add_format(&line, ", %s", found->faults[i].command);
		buf_add_text(&line, ": ");
		add_reason(&found->faults[i], &line);
		(void)err_add(e, "\n- %.1500s", line.data);
	}
}

static bool
refuse(const struct import *found, struct err *e)
{
	const struct advice_place place = {
		.text = found->text,
		.size = found->size,
		.what = "the text",
		.index = -1,
	};
	size_t count = found->fault_count;
	struct err first;

	(void)advice_fault(&found->first, &place, &first);
	if (count == 1)
		return err_set(e, first.code, "%s", first.text);
	(void)err_set(e, ERR_TEXT,
		"%zu%s places of the text cannot be items, so nothing was "
		"imported:",
		count, count == IMPORT_FAULTS_MAX ? " or more" : "");
	add_kinds(found, e);
	(void)err_add(e,
		"\nWhat to do: take these out and import the rest; or send the "
		"text as it is to solve_smtlib, which runs whole scripts.");
	/* What cannot be read is told why best by the first of it. */
	if (found->first.kind == DIAGNOSTIC_REFUSED)
		return false;
	return err_add(e, "\nThe first of them: %s", first.text);
}

/* --- the items of a translation ------------------------------------------ */

static bool
refuse_item(const struct translation *t, size_t at, struct diagnostic *fault,
	struct err *e)
{
	const struct translation_item *item = &t->items[at];
	DROP(text) char *content = NULL;
	DROP(text) char *what = NULL;

	if (item->line > 0) {
		unsigned line;
		unsigned column;

		text_place(t->text.data, item->offset, &line, &column);
		fault->column += fault->line == 1 ? column - 1 : 0;
		fault->line += line - 1;
		return edit_refuse_text(
			translation_locate(t, fault), "the text", fault, e);
	}
	content = text_copy_n(t->text.data + item->offset, item->size);
	what = text_format("the content of items[%zu]", at);
	return edit_refuse_text(content, what, fault, e);
}

static bool
read_items(struct model_import *i, const struct translation *t,
	struct json_object *warnings, struct err *e)
{
	for (size_t at = 0; at < t->count; at++) {
		const struct translation_item *item = &t->items[at];
		const struct import_item labels = {.name = item->name,
			.note = item->note,
			.line = item->line};
		size_t told = i->found.warning_count;
		struct diagnostic fault;

		if (!import_add(&i->found, t->text.data + item->offset,
			    item->size, &labels, &fault))
			return refuse_item(t, at, &fault, e);
		for (; told < i->found.warning_count; told++)
			warnings_add(warnings, "items[%zu]: %s", at,
				i->found.warnings[told].text);
	}
	return true;
}

/* --- options
 * ------------------------------------------------------------------ */

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
read_options(const struct call *c, struct model_import *i,
	const struct json_object *options, struct json_object *warnings)
{
	struct setting_all all = {
		.settings = &i->settings, .warnings = warnings};

	if (options == NULL || i->appends)
		return;
	all.server = c->server;
	i->has_settings = true;
	(void)json_each(options, set_one, &all);
}

/* --- the text
 * ----------------------------------------------------------------- */

static bool
read_smtlib(struct model_import *i, const struct translation *t,
	struct json_object *warnings, struct err *e)
{
	const char *text = t->text.data;

	if (text[strspn(text, " \t\r\n")] == '{')
		return err_set(e, ERR_ARGUMENT,
			"The text is JSON, but not an export of export_model: "
			"it lacks \"format\": \"satchel\". Send the text of "
			"export_model with format json or smt2, whole and "
			"unchanged, or SMT-LIB commands without an object "
			"around them.");
	import_read(&i->found, text, t->text.size);
	add_warnings(&i->found, warnings);
	if (i->found.fault_count > 0)
		return refuse(&i->found, e);
	return i->found.count > 0 || i->found.is_export ||
	       err_set(e, ERR_TEXT,
		       "There is no command in the text that can be an item: "
		       "send declarations, definitions, assertions or "
		       "objectives. clear_model empties a session.");
}

bool
model_import_read(const struct call *c, struct model_import *i,
	const char *text, size_t size, struct json_object *warnings,
	struct err *e)
{
	const struct advice_place place = {
		.text = text, .size = size, .what = "the text", .index = -1};
	DROP(translation) struct translation t;
	struct diagnostic fault;

	if (!language_read(text, size, &t, &fault))
		return advice_fault(&fault, &place, e);
	if (!t.has_items)
		return read_smtlib(i, &t, warnings, e);
	if (!read_items(i, &t, warnings, e))
		return false;
	read_options(c, i, t.options, warnings);
	return true;
}
