#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "language/language.h"
#include "model/items/edit.h"
#include "model/items/model.h"
#include "language/import.h"
#include "smt/names/symbols.h"
#include "smt/text/lexer.h"
#include "tools/call/arguments.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "tools/call/solver_options.h"
#include "tools/edit/edit_transaction.h"
#include "tools/hints/faults.h"
#include "tools/solve/expectations.h"
#include "json/json.h"

/* Items that come from elsewhere, all at once: they replace what is there, or
 * are appended. */
struct import_plan {
	/* The items; the rest of it is there for SMT-LIB only. Items of a
	 * language without lines have line 0. */
	struct import found;
	bool appends;
	/* What replaces the session's: options, expectations, memo. */
	struct json_object *metadata;
	struct buf moved;   /* items put before their use */
	struct item **made; /* of the last time that it was made */
};

/* --- items of a translation ----------------------------------------------- */

static bool
read_items(struct import_plan *i, const struct translation *t,
	struct json_object *warnings, struct err *e)
{
	for (size_t at = 0; at < t->count; at++) {
		const struct translation_item *item = &t->items[at];
		const struct import_item labels = {.name = item->name,
			.note = item->note,
			.line = item->line};
		size_t shown = i->found.warning_count;
		const char *content = t->text.data + item->offset;
		struct diagnostic fault;

		if (!import_add(
			    &i->found, content, item->size, &labels, &fault)) {
			DROP(text)
			char *whole = text_copy_n(content, item->size);
			DROP(text)
			char *what =
				text_format("the content of items[%zu]", at);

			return candidate_refuse_text(whole, what, &fault, e);
		}
		for (; shown < i->found.warning_count; shown++)
			warnings_add(warnings, "items[%zu]: %s", at,
				i->found.warnings[shown].text);
	}
	return true;
}

/* --- options -------------------------------------------------------------- */

/* What this server cannot have, it leaves out: the items are what counts. */
static void
read_options(const struct call *c, struct import_plan *i,
	const struct json_object *options, struct json_object *warnings)
{
	struct json_object *kept;
	struct json_member m = {0};
	struct err e;

	if (options == NULL || i->appends)
		return;
	kept = json_new_object();
	json_put(i->metadata, "options", kept);
	while (json_next(options, &m)) {
		if (!solver_options_set(c->server, kept, m.key, m.value, &e))
			warnings_add(
				warnings, "an option was left out: %s", e.text);
	}
}

/* --- expectations --------------------------------------------------------- */

/* The expectation of that number in a text; the caller's. */
static struct json_object *
read_expectation(const struct json_object *list, size_t at,
	struct json_object *names, struct err *e)
{
	DROP(json) struct json_object *one = json_copy(json_at(list, at));
	DROP(json) struct json_object *made = NULL;

	if (arguments_check(tool_find("expect"), &one, e))
		made = expectation_new(one, e);
	if (made == NULL)
		return NULL;
	if (expectation_name(made) == NULL)
		expectation_set_name(made, at + 1);
	if (json_find(names, expectation_name(made), NULL)) {
		(void)err_set(e, ERR_ARGUMENT, "its name is another's");
		return NULL;
	}
	json_put_bool(names, expectation_name(made), true);
	return TAKE(made);
}

static void
read_expectations(struct import_plan *i, const struct json_object *list,
	struct json_object *warnings)
{
	DROP(json) struct json_object *names = json_new_object();
	struct json_object *kept;
	size_t count;

	if (list == NULL || (i->appends && json_count(list) == 0))
		return;
	if (i->appends) {
		warnings_add(warnings,
			"the expectations of the text were left out, as a "
			"model that is appended brings none");
		return;
	}
	count = json_count(list);
	kept = json_new_array();
	json_put(i->metadata, "expectations", kept);
	for (size_t at = 0; at < count && at < EXPECTATIONS_MAX; at++) {
		struct err e;
		struct json_object *one = read_expectation(list, at, names, &e);

		if (one != NULL)
			json_add(kept, one);
		else
			warnings_add(warnings,
				"expectation %zu of the text was left out: %s",
				at, e.text);
	}
	if (count > EXPECTATIONS_MAX)
		warnings_add(warnings,
			"the text has %zu expectations, and a session has at "
			"most %d: those after the first %d were left out",
			count, EXPECTATIONS_MAX, EXPECTATIONS_MAX);
}

/*
 * A text with what no item may hold is refused with all of it, so that one
 * look at the message is enough: commands that are refused by what they are
 * and why, with their lines; what cannot be read at all, each with its line.
 */

/* --- refusals ------------------------------------------------------------- */

/* What is wrong with it, in a few words: ", push: a session has no scopes". */
static char *
describe_fault(const char *text, const struct diagnostic *fault)
{
	int shown = fault->length < 40 ? (int)fault->length : 40;
	static const char *const words[] = {
		[DIAGNOSTIC_TOKEN] = "cannot be read",
		[DIAGNOSTIC_UNCLOSED] = "a \")\" is missing",
		[DIAGNOSTIC_UNOPENED] = "a \")\" without its \"(\"",
		[DIAGNOSTIC_STRING] = "a string \"...\" that does not end",
		[DIAGNOSTIC_QUOTED] = "a symbol |...| that does not end",
		[DIAGNOSTIC_NOT_COMMAND] = "this is not a command",
		[DIAGNOSTIC_UNKNOWN_COMMAND] = "there is no such command",
		[DIAGNOSTIC_OPTION] = "this option cannot be",
		[DIAGNOSTIC_LIMIT] = "beyond a limit",
		[DIAGNOSTIC_USAGE] = "written wrongly",
		[DIAGNOSTIC_SOLVER] = NULL,
	};
	bool is_unknown = fault->kind == DIAGNOSTIC_UNKNOWN_COMMAND;
	const char *word =
		fault->kind < DIAGNOSTIC_SOLVER ? words[fault->kind] : NULL;
	bool has_both = word != NULL && fault->what[0] != '\0';

	return text_format(", %.*s%s%s%s%s%s", shown, text + fault->offset,
		shown > 0 ? ": " : "", word != NULL ? word : "",
		!has_both    ? ""
		: is_unknown ? "; did you mean "
			     : ": ",
		fault->what, has_both && is_unknown ? "?" : "");
}

static bool
refuse_faults(const struct import *found, struct err *e)
{
	DROP(json) struct json_object *groups = json_new_object();
	const struct diagnostic *faults = found->faults.at;
	size_t count = found->faults.count;
	struct err first;

	if (count == 1)
		return candidate_refuse_text(
			found->text, "the text", faults, e);
	(void)candidate_refuse_text(found->text, "the text", faults, &first);
	(void)err_set(e, ERR_TEXT,
		"%zu%s places of the text cannot be items, so nothing was "
		"imported:",
		count, count == DIAGNOSTICS_MAX ? " or more" : "");
	e->line = first.line;
	e->column = first.column;
	for (size_t i = 0; i < count; i++) {
		DROP(text)
		char *what = describe_fault(found->text, &faults[i]);
		DROP(text) char *line = text_format("line %u", faults[i].line);

		faults_group(groups, what, line);
	}
	faults_append(groups, 0, e);
	(void)err_add(e, "\nWhat to do:\n1. Take these out and import the "
			 "rest.\n2. Or send the text as it is to solve_smtlib, "
			 "which runs whole scripts.");
	/* Why it cannot be read is shown best by the first part of it. */
	if (faults->kind == DIAGNOSTIC_REFUSED)
		return false;
	return err_add(e, "\nThe first of them: %s", first.text);
}

static bool
read_smtlib(struct import_plan *i, const struct translation *t,
	struct json_object *warnings, struct err *e)
{
	const char *text = t->text.data;

	import_read(&i->found, text, t->text.size);
	read_expectations(i, i->found.expectations, warnings);
	warnings_add_list(
		warnings, "", i->found.warnings, i->found.warning_count);
	if (i->found.lost_comments > 0)
		warnings_add(warnings,
			i->found.lost_comments == 1
				? "%zu comment line that stands above no "
				  "command was left out"
				: "%zu comment lines that stand above no "
				  "command were left out",
			i->found.lost_comments);
	if (i->found.faults.count > 0)
		return refuse_faults(&i->found, e);
	return i->found.count > 0 || i->found.is_export ||
	       err_advise(e, ERR_TEXT,
		       "There is no command in the text that can be an item; "
		       "send declarations, definitions, assertions or "
		       "objectives; clear_model empties a session");
}

static bool
read_text(const struct call *c, struct import_plan *i, const char *text,
	size_t size, struct json_object *warnings, struct err *e)
{
	const struct advice_place place = {
		.text = text, .size = size, .what = "the text", .index = -1};
	const struct json_object *export =
		json_get_object(c->arguments, "export");
	DROP(translation) struct translation t = {0};
	struct diagnostic fault;

	if (export != NULL && json_get_string(export, "format") == NULL &&
		!json_dsl_is(text))
		return err_advise(e, ERR_ARGUMENT,
			"The object is not an export of export_model: it lacks "
			"\"format\": \"satchel\"; send the text of "
			"export_model with format json or smt2, whole and "
			"unchanged; a table goes into data of add_item");
	if (!language_read(text, size, &t, &fault))
		return advice_fault(&fault, &place, e);
	if (!t.has_items)
		return read_smtlib(i, &t, warnings, e);
	if (!read_items(i, &t, warnings, e))
		return false;
	read_options(c, i, t.options, warnings);
	read_expectations(i, t.expectations, warnings);
	if (!i->appends)
		json_put_string(i->metadata, "memo", t.memo);
	return true;
}

static void
release(void *plan)
{
	struct import_plan *i = plan;

	import_release(&i->found);
	json_free(i->metadata);
	buf_release(&i->moved);
	free(i->made);
	free(i);
}

/* --- making --------------------------------------------------------------- */

static bool
make_item(struct import_plan *i, struct model *m, struct symbol_table *taken,
	size_t at, struct err *e)
{
	/* For names are looked up in the table: many are imported. */
	static const struct model nothing = {0};
	const struct import_item *from = &i->found.items[at];
	bool has_name = from->name != NULL && *from->name != '\0';
	size_t count = taken->count;
	DROP(text) char *note = NULL;

	if (!item_check_content(m, from->content, NULL, e) ||
		(has_name && !item_name_check(&nothing, from->name, -1, e)))
		return false;
	if (has_name)
		(void)symbol_table_find(taken, slice_of(from->name));
	if (has_name && taken->count == count)
		return err_advise(e, ERR_CONFLICT,
			"the name \"%s\" is another item's already; give one "
			"of the two another name; or import with mode replace",
			from->name);
	if (from->note != NULL && !item_name_check_note(from->note, &note, e))
		return false;
	i->made[at] = item_new(from->content, from->name, note);
	model_insert(m, m->count, i->made[at]);
	return true;
}

static bool
make_items(struct import_plan *i, struct model *m, struct err *e)
{
	struct symbol_table taken = {0}; /* names */
	DROP(text) char *place = NULL;
	unsigned line;
	struct err cause;
	size_t at = 0;

	for (size_t k = 0; k < m->count; k++)
		if (model_at(m, k)->name != NULL)
			(void)symbol_table_find(
				&taken, slice_of(model_at(m, k)->name));
	while (at < i->found.count && make_item(i, m, &taken, at, &cause))
		at++;
	symbol_table_release(&taken);
	if (at == i->found.count)
		return true;
	line = i->found.items[at].line;
	place = line > 0 ? text_format("line %u", line)
			 : text_format("items[%zu]", at);
	return err_set(e, cause.code, "%s: %s%sNothing was imported.", place,
		cause.text, cause.steps > 0 ? "\n" : ". ");
}

/* --- phrases -------------------------------------------------------------- */

static char *
name_item(const void *plan, const struct item *item, size_t number,
	struct advice_place *place)
{
	const struct import_plan *i = plan;
	size_t at = 0;
	size_t offset;

	(void)number;
	while (at < i->found.count && i->made[at] != item)
		at++;
	if (at == i->found.count)
		return NULL;
	offset = i->found.items[at].offset;
	/* Of a content some of which was left out the text says nothing. */
	if (i->found.text != NULL && i->found.size - offset >= item->size &&
		memcmp(i->found.text + offset, item->content, item->size) ==
			0) {
		place->whole = i->found.text;
		place->whole_size = i->found.size;
		place->whole_offset = offset;
	}
	return i->found.items[at].line > 0
		       ? text_format("the command that begins in line %u",
				 i->found.items[at].line)
		       : text_format("the content of items[%zu]", at);
}

static char *
describe(const struct import_plan *i, size_t replaced)
{
	const struct json_object *options = json_get(i->metadata, "options");
	const struct json_object *expected =
		json_get(i->metadata, "expectations");
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	reply_add_count(i->found.count, "item", &out);
	if (i->appends)
		buf_add_text(&out, " at the end");
	else if (replaced > 0)
		buf_add_format(&out, " in place of the earlier %zu", replaced);
	if (options != NULL && json_count(options) > 0) {
		buf_add_text(&out, " and ");
		reply_add_count(json_count(options), "option", &out);
	}
	if (expected != NULL && json_count(expected) > 0) {
		buf_add_text(&out, ", with ");
		reply_add_count(json_count(expected), "expectation", &out);
	}
	if (i->moved.size > 0)
		buf_add_format(
			&out, "; put before their use: %s", i->moved.data);
	return buf_detach(&out);
}

static bool
make(struct candidate *cand, void *plan, struct edit_phrases *p, struct err *e)
{
	struct import_plan *i = plan;

	while (!i->appends && cand->model->count > 0)
		model_remove(cand->model, cand->model->count - 1);
	i->made = mem_grow(i->made, i->found.count + 1, sizeof(*i->made));
	if (!make_items(i, cand->model, e))
		return false;
	candidate_find_diff(cand);
	*p = (struct edit_phrases){
		.verbs = {"Imported", "Would import"},
		.record = text_format("import_model %zu item%s%s",
			i->found.count, i->found.count == 1 ? "" : "s",
			i->appends ? " at the end" : ""),
		.done = describe(i, cand->base->count),
		.result = text_copy("the imported model"),
		.refused = {.what = "This import",
			.action = "made",
			.index = -1},
		.members = json_new_object_of("imported",
			json_new_int((int64_t)i->found.count), NULL),
		.name = name_item,
		.plan = i,
	};
	return true;
}

/* --- reading -------------------------------------------------------------- */

enum { LARGE = 256 * KIB }; /* of a text; it takes some milliseconds */

static bool
read_all(struct call *c, struct import_plan *i, struct json_object *warnings,
	struct err *e)
{
	const struct json_object *smtlib = json_get(c->arguments, "smtlib");
	const struct json_object *export = json_get(c->arguments, "export");
	const struct json_object *sent = smtlib != NULL ? smtlib : export;
	const char *mode = json_get_string(c->arguments, "mode");
	DROP(text) char *text = NULL;

	i->appends = mode != NULL && strcmp(mode, "append") == 0;
	if ((smtlib != NULL) == (export != NULL))
		return err_advise(e, ERR_ARGUMENT,
			"%s; send smtlib, an SMT-LIB text; or export, "
			"what export_model gave",
			smtlib != NULL ? "two texts were sent"
				       : "no text was sent");
	if (json_kind(sent) == JSON_STRING)
		return read_text(c, i, json_string(sent),
			json_string_size(sent), warnings, e);
	text = json_text(sent);
	return read_text(c, i, text, strlen(text), warnings, e);
}

void
tool_import_model(struct call *c)
{
	struct import_plan *i = mem_new(sizeof(*i));
	struct json_object *warnings = json_new_array();
	const struct json_object *smtlib = json_get(c->arguments, "smtlib");
	struct err e;

	if (smtlib != NULL && json_string_size(smtlib) > LARGE)
		call_report_progress(c, "cutting the text into commands");
	i->metadata = json_new_object();
	buf_init(&i->moved, LIMIT_REPLY);
	if (read_all(c, i, warnings, &e) &&
		import_sort(&i->found, &i->moved, &e)) {
		edit_transaction_start(c, &(struct edit_operation){
						  .plan = i,
						  .release = release,
						  .make = make,
						  .warnings = warnings,
						  .metadata = i->metadata,
					  });
		return;
	}
	json_free(warnings);
	release(i);
	call_fail(c, &e);
}
