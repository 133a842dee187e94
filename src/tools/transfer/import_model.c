#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/items/edit.h"
#include "model/items/model.h"
#include "smt/names/symbols.h"
#include "smt/text/lexer.h"
#include "tools/call/arguments.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "tools/call/solver_options.h"
#include "tools/call/text_reading.h"
#include "tools/edit/edit_transaction.h"
#include "tools/hints/faults.h"
#include "tools/solve/expectations.h"
#include "json/json.h"

/*
 * Items that come from elsewhere, all at once: they replace what is there, or
 * are appended. A worker reads the text.
 */
struct import_plan {
	struct call *call; /* whose state is over after the plan */
	char *text;	   /* as it was sent */
	struct reading_request reading;
	/* The items, which are the answer's from there on. */
	struct reading found;
	bool appends;
	/* What replaces the session's: options, expectations, memo. */
	struct json_object *metadata;
	struct json_object *warnings; /* of the operation */
	struct item **made;	      /* of the last time that it was made */
};

/* --- options ------------------------------------------------------------- */

/* What this server cannot have, it leaves out: the items are what counts. */
static void
read_options(struct import_plan *i)
{
	DROP(json)
	struct json_object *options = json_read(i->found.source.options);
	struct json_object *kept;
	struct json_member m = {0};
	struct err e;

	if (options == NULL || i->appends)
		return;
	kept = json_new_object();
	json_put(i->metadata, "options", kept);
	while (json_next(options, &m)) {
		if (!solver_options_set(
			    i->call->server, kept, m.key, m.value, &e))
			warnings_add(i->warnings, "an option was left out: %s",
				e.text);
	}
}

/* --- expectations -------------------------------------------------------- */

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
read_expectations(struct import_plan *i)
{
	DROP(json) struct json_object *names = json_new_object();
	DROP(json)
	struct json_object *list = json_read(i->found.source.expectations);
	struct json_object *warnings = i->warnings;
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
	for (size_t at = 0; at < count; at++) {
		struct err e;
		struct json_object *one = read_expectation(list, at, names, &e);

		if (one != NULL)
			json_add(kept, one);
		else
			warnings_add(warnings,
				"expectation %zu of the text was left out: %s",
				at, e.text);
	}
}

/*
 * A text with what no item may hold is refused with all of it, so that one
 * look at the message is enough: commands that are refused by what they are
 * and why, with their lines; what cannot be read at all, each with its line.
 */

/* --- refusals ------------------------------------------------------------ */

/* What is wrong with it, in a few words: ", push: a session has no scopes". */
static char *
describe_fault(const struct import_plan *i, const struct diagnostic *fault)
{
	size_t size = strlen(i->text);
	size_t offset = fault->offset < size ? fault->offset : size;
	const char *text = i->text + offset;
	size_t length =
		fault->length < size - offset ? fault->length : size - offset;
	int shown = (int)utf8_cut(text, length, 40);
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

	return text_format(", %.*s%s%s%s%s%s", shown, text,
		shown > 0 ? ": " : "", word != NULL ? word : "",
		!has_both    ? ""
		: is_unknown ? "; did you mean "
			     : ": ",
		fault->what, has_both && is_unknown ? "?" : "");
}

static bool
refuse_faults(
	const struct import_plan *i, const struct answer *answer, struct err *e)
{
	DROP(json) struct json_object *groups = json_new_object();
	size_t count = 1 + answer->further.count;
	struct advice_place place = {
		.text = i->text,
		.size = strlen(i->text),
		.what = "the text",
		.index = -1,
	};
	struct err first;

	(void)reading_refuse(answer, &place, &first);
	if (count == 1) {
		*e = first;
		return false;
	}
	(void)err_set(e, ERR_TEXT,
		"%zu%s places of the text cannot be items, so nothing was "
		"imported:",
		count, count == DIAGNOSTICS_MAX ? " or more" : "");
	e->line = first.line;
	e->column = first.column;
	for (size_t at = 0; at < count; at++) {
		const struct diagnostic *fault =
			at == 0 ? &answer->fault : &answer->further.at[at - 1];
		DROP(text) char *what = describe_fault(i, fault);
		DROP(text) char *line = text_format("line %u", fault->line);

		faults_group(groups, what, line);
	}
	faults_append(groups, 0, e);
	(void)err_add(e, "\n" ERR_STEPS);
	(void)err_add(e,
		"1. Take these out and import the rest.\n2. Or send the text "
		"as it is to {solve_smtlib}, which runs whole scripts.");
	/* Why it cannot be read is shown best by the first part of it. */
	if (answer->fault.kind == DIAGNOSTIC_REFUSED)
		return false;
	return err_add(e, "\nThe first of them: %s", first.text);
}

/* --- what was read ------------------------------------------------------- */

static void
warn_of_comments(const struct import_plan *i)
{
	size_t count = i->found.source.lost_comments;

	if (count > 0)
		warnings_add(i->warnings,
			count == 1 ? "%zu comment line that stands above no "
				     "command was left out"
				   : "%zu comment lines that stand above no "
				     "command were left out",
			count);
}

static bool
take(void *plan, struct answer *answer, struct err *e)
{
	struct import_plan *i = plan;
	const struct reading_source *source = &i->found.source;

	reading_add_remarks(answer, NULL, i->warnings);
	if (answer->fault.kind != DIAGNOSTIC_NONE)
		return refuse_faults(i, answer, e);
	i->found = reading_take(answer);
	read_options(i);
	read_expectations(i);
	warn_of_comments(i);
	if (source->has_items && !i->appends && source->memo[0] != '\0')
		json_put_string(i->metadata, "memo", source->memo);
	return i->found.items.count > 0 || source->has_items ||
	       source->is_export ||
	       err_advise(e, ERR_TEXT,
		       "There is no command in the text that can be an item; "
		       "send declarations, definitions, assertions or "
		       "objectives; {clear_model} empties a session");
}

static void
release(void *plan)
{
	struct import_plan *i = plan;

	reading_release(&i->found);
	reading_request_release(&i->reading);
	json_free(i->metadata);
	free(i->text);
	free(i->made);
	free(i);
}

/* --- making -------------------------------------------------------------- */

static bool
make_item(struct import_plan *i, struct model *m, struct symbol_table *taken,
	size_t at, struct err *e)
{
	/* For names are looked up in the table: many are imported. */
	static const struct model nothing = {0};
	const struct reading_item *from = &i->found.items.at[at];
	bool has_name = *from->name != '\0';
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
	if (*from->note != '\0' && !item_name_check_note(from->note, &note, e))
		return false;
	i->made[at] =
		item_new(from->content, has_name ? from->name : NULL, note);
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
	while (at < i->found.items.count &&
		make_item(i, m, &taken, at, &cause)) {
		coroutine_pause();
		at++;
	}
	symbol_table_release(&taken);
	if (at == i->found.items.count)
		return true;
	line = i->found.items.at[at].line;
	place = line > 0 ? text_format("line %u", line)
			 : text_format("items[%zu]", at);
	return err_set(e, cause.code, "%s: %s%sNothing was imported.", place,
		cause.text, cause.steps > 0 ? "\n" : ". ");
}

/* --- phrases ------------------------------------------------------------- */

static char *
name_item(const void *plan, const struct item *item, size_t number,
	struct advice_place *place)
{
	const struct import_plan *i = plan;
	size_t text_size = strlen(i->text);
	size_t at = 0;
	size_t offset;

	(void)number;
	while (at < i->found.items.count && i->made[at] != item)
		at++;
	if (at == i->found.items.count)
		return NULL;
	offset = i->found.items.at[at].offset;
	/* Of a content some of which was left out the text says nothing. */
	if (!i->found.source.has_items && offset <= text_size &&
		text_size - offset >= item->size &&
		memcmp(i->text + offset, item->content, item->size) == 0) {
		place->whole = i->text;
		place->whole_size = text_size;
		place->whole_offset = offset;
	}
	return i->found.items.at[at].line > 0
		       ? text_format("the command that begins in line %u",
				 i->found.items.at[at].line)
		       : text_format("the content of items[%zu]", at);
}

static char *
describe(const struct import_plan *i, size_t replaced)
{
	const struct json_object *options = json_get(i->metadata, "options");
	const struct json_object *expected =
		json_get(i->metadata, "expectations");
	const char *moved = i->found.source.moved;
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	reply_add_count(i->found.items.count, "item", &out);
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
	if (moved[0] != '\0')
		buf_add_format(&out, "; put before their use: %s", moved);
	return buf_detach(&out);
}

static bool
make(struct candidate *cand, void *plan, struct edit_phrases *p, struct err *e)
{
	struct import_plan *i = plan;

	while (!i->appends && cand->model->count > 0)
		model_remove(cand->model, cand->model->count - 1);
	i->made = mem_grow(i->made, i->found.items.count + 1, sizeof(*i->made));
	if (!make_items(i, cand->model, e))
		return false;
	candidate_find_diff(cand);
	*p = (struct edit_phrases){
		.verbs = {"Imported", "Would import"},
		.record = text_format("import_model %zu item%s%s",
			i->found.items.count,
			i->found.items.count == 1 ? "" : "s",
			i->appends ? " at the end" : ""),
		.done = describe(i, cand->base->count),
		.result = text_copy("the imported model"),
		.refused = {.what = "This import",
			.action = "made",
			.index = -1},
		.members = json_new_object_of("imported",
			json_new_int((int64_t)i->found.items.count), NULL),
		.name = name_item,
		.plan = i,
	};
	return true;
}

/* --- the call ------------------------------------------------------------ */

/* Returns whether an object is a program of the JSON DSL. */
static bool
is_program(const struct json_object *object)
{
	static const char *const members[] = {
		"sorts", "knowledge_base", "verifications", "optimization"};
	bool is = false;

	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
		is |= json_get(object, members[i]) != NULL;
	return is;
}

/* Finds the text. */
static bool
find_text(const struct call *c, struct import_plan *i, struct err *e)
{
	const struct json_object *smtlib = json_get(c->arguments, "smtlib");
	const struct json_object *export = json_get(c->arguments, "export");
	const struct json_object *sent = smtlib != NULL ? smtlib : export;
	size_t size;

	if ((smtlib != NULL) == (export != NULL))
		return err_advise(e, ERR_ARGUMENT,
			"%s; send smtlib, an SMT-LIB text; or export, "
			"what {export_model} gave",
			smtlib != NULL ? "two texts were sent"
				       : "no text was sent");
	if (json_kind(sent) == JSON_OBJECT &&
		json_get_string(sent, "format") == NULL && !is_program(sent))
		return err_advise(e, ERR_ARGUMENT,
			"The object is not an export of {export_model}: it "
			"lacks "
			"\"format\": \"satchel\"; send the text of "
			"{export_model} with format json or smt2, whole and "
			"unchanged; a table goes into data of {add_item}");
	i->text = json_plain(sent);
	size = json_kind(sent) == JSON_STRING ? json_string_size(sent)
					      : strlen(i->text);
	reading_request_init(&i->reading, ASK_READ_MODEL);
	reading_request_add(&i->reading, i->text, size);
	return true;
}

void
tool_import_model(struct call *c)
{
	struct import_plan *i = mem_new(sizeof(*i));
	const char *mode = json_get_string(c->arguments, "mode");
	struct err e;

	i->call = c;
	i->appends = mode != NULL && strcmp(mode, "append") == 0;
	if (!find_text(c, i, &e)) {
		release(i);
		call_fail(c, &e);
		return;
	}
	i->metadata = json_new_object();
	i->warnings = json_new_array();
	edit_transaction_start(c, &(struct edit_operation){
					  .plan = i,
					  .release = release,
					  .reading = &i->reading,
					  .take = take,
					  .make = make,
					  .warnings = i->warnings,
					  .metadata = i->metadata,
				  });
}
