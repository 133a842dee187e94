/*
 * Each kind of request is a function below. A text goes through language_read,
 * which makes SMT-LIB of it, and through the rules of command_policy.h, so that
 * the server gets what it can keep or send on as it is.
 */
#include "language/read_text.h"

#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "language/data.h"
#include "language/import.h"
#include "language/json_dsl.h"
#include "language/language.h"
#include "model/text/data_line.h"
#include "smt/rules/command_policy.h"
#include "smt/rules/lint.h"
#include "wire/answer.h"
#include "wire/ask.h"
#include "json/json.h"

struct reading_job {
	struct buf *frames;
	uint32_t field; /* the number of the text that is read, from 1 */
	const char *text;
	size_t size;
	struct translation t; /* of that text */
};

/* --- frames -------------------------------------------------------------- */

/* Frames lend their texts. */
static char *
lend(const char *text)
{
	return (char *)(uintptr_t)text;
}

static void
put_remark(struct reading_job *j, unsigned line, const char *text)
{
	answer_put_remark(j->frames,
		&(struct reading_remark){
			.field = j->field, .line = line, .text = lend(text)});
}

static void
put_warnings(
	struct reading_job *j, const struct warning *warnings, size_t count)
{
	for (size_t i = 0; i < count; i++)
		put_remark(j, warnings[i].line, warnings[i].text);
}

/* The text in pieces, each of whole characters. */
static void
put_output(struct reading_job *j, const char *text, size_t size)
{
	enum { PIECE = MIB };

	while (size > 0) {
		size_t length = utf8_cut(text, size, PIECE);
		DROP(text) char *piece = text_copy_n(text, length);

		answer_put_output(j->frames, piece);
		text += length;
		size -= length;
	}
}

/* A fault of the text that was sent. */
static void
put_fault(struct reading_job *j, struct diagnostic *fault)
{
	fault->field = j->field;
	answer_put_fault(j->frames, fault);
}

/* A fault of another text than was sent; `what` says how it is called. */
static void
put_fault_in(struct reading_job *j, const char *text, const char *what,
	struct diagnostic *fault)
{
	answer_put_subject(
		j->frames, &(struct reading_subject){
				   .what = lend(what), .text = lend(text)});
	put_fault(j, fault);
}

/* A fault of what the text became. */
static void
put_fault_of_translation(struct reading_job *j, struct diagnostic *fault)
{
	if (j->t.has_items)
		put_fault_in(j, j->t.text.data, "", fault);
	else
		put_fault(j, fault);
}

static void
put_source(struct reading_job *j, struct reading_source source)
{
	source.language = j->t.language;
	source.has_items = j->t.has_items;
	source.has_objective = j->t.has_objective;
	source.solution_format = j->t.solution_format;
	answer_put_source(j->frames, &source);
}

/* --- items of data ------------------------------------------------------- */

/*
 * Returns what the data of a content define, or NULL if it has none. A content
 * that only looks as if it was made of data loses the mark. The content begins
 * in that line of the text, or 0.
 */
static char *
summarise(struct reading_job *j, unsigned line, char *content)
{
	char *summary;

	if (strncmp(content, DATA_MARK, strlen(DATA_MARK)) != 0)
		return NULL;
	summary = data_summary(content, strlen(content));
	if (summary == NULL) {
		content[1] = ';';
		put_remark(j, line,
			"the definitions are not those of the data in this "
			"comment, so it is kept as a plain comment; to change "
			"data, send all of them as data");
	}
	return summary;
}

/* --- items --------------------------------------------------------------- */

/* Returns whether the text is read. */
static bool
read_item(struct reading_job *j)
{
	DROP(admitted_text) struct admitted_text allowed = {0};
	DROP(text) char *content = NULL;
	DROP(text) char *summary = NULL;
	struct diagnostic fault;

	if (!language_read(j->text, j->size, &j->t, &fault)) {
		put_fault(j, &fault);
		return false;
	}
	if (!command_policy_item(
		    j->t.text.data, j->t.text.size, &allowed, &fault)) {
		put_fault_of_translation(j, &fault);
		return false;
	}
	put_warnings(j, allowed.warnings, allowed.warning_count);
	content = admitted_text_content(&allowed);
	summary = summarise(j, 1, content);
	answer_put_item(j->frames, &(struct reading_item){.field = j->field,
					   .content = content,
					   .summary = summary});
	return true;
}

/* --- a model ------------------------------------------------------------- */

static void
put_item_remark(struct reading_job *j, size_t number, const char *text)
{
	DROP(text) char *remark = text_format("items[%zu]: %s", number, text);

	put_remark(j, 0, remark);
}

/* Items of a language that has items. */
static bool
add_items(struct reading_job *j, struct import *found)
{
	/* The one beyond the limit tells the server that there are too many. */
	for (size_t i = 0; i < j->t.count && i <= LIMIT_ITEMS; i++) {
		const struct translation_item *item = &j->t.items[i];
		const struct import_item labels = {.name = item->name,
			.note = item->note,
			.line = item->line};
		size_t known = found->warning_count;
		const char *content = j->t.text.data + item->offset;
		struct diagnostic fault;

		if (!import_add(found, content, item->size, &labels, &fault)) {
			DROP(text)
			char *whole = text_copy_n(content, item->size);
			DROP(text)
			char *what =
				text_format("the content of items[%zu]", i);

			put_fault_in(j, whole, what, &fault);
			return false;
		}
		for (; known < found->warning_count; known++)
			put_item_remark(j, i, found->warnings[known].text);
	}
	return true;
}

static bool
add_commands(struct reading_job *j, struct import *found)
{
	struct diagnostics *faults = &found->faults;

	import_read(found, j->t.text.data, j->t.text.size);
	put_warnings(j, found->warnings, found->warning_count);
	for (size_t i = 0; i < faults->count; i++) {
		faults->at[i].field = j->field;
		if (i == 0)
			answer_put_fault(j->frames, &faults->at[0]);
		else
			answer_put_further(j->frames, &faults->at[i]);
	}
	return faults->count == 0;
}

static void
put_items(struct reading_job *j, const struct import *found)
{
	for (size_t i = 0; i < found->count; i++) {
		const struct import_item *item = &found->items[i];
		DROP(text)
		char *summary = summarise(j, item->line, item->content);

		answer_put_item(j->frames, &(struct reading_item){
						   .field = j->field,
						   .line = item->line,
						   .offset = item->offset,
						   .content = item->content,
						   .name = item->name,
						   .note = item->note,
						   .summary = summary,
					   });
	}
}

/* Returns the text of the first entries of a list, which may be NULL. The
 * server would have no use for more, and no time to look at them. */
static char *
cut_expectations(struct reading_job *j, const struct json_object *list)
{
	DROP(json) struct json_object *first = json_new_array();
	size_t count = list != NULL ? json_count(list) : 0;
	DROP(text) char *remark = NULL;

	if (list == NULL)
		return NULL;
	for (size_t i = 0; i < count && i < LIMIT_EXPECTATIONS; i++)
		json_add(first, json_share(json_at(list, i)));
	if (count > LIMIT_EXPECTATIONS) {
		remark = text_format(
			"the text has %zu expectations, and a session has at "
			"most %d: those after the first %d were left out",
			count, LIMIT_EXPECTATIONS, LIMIT_EXPECTATIONS);
		put_remark(j, 0, remark);
	}
	return json_text(first);
}

/* Like cut_expectations, for the members of an object. */
static char *
cut_options(struct reading_job *j, const struct json_object *options)
{
	DROP(json) struct json_object *first = json_new_object();
	struct json_member m = {0};

	if (options == NULL)
		return NULL;
	while (json_count(first) < LIMIT_OPTIONS && json_next(options, &m))
		json_put(first, m.key, json_share(m.value));
	if (json_count(options) > LIMIT_OPTIONS)
		put_remark(j, 0,
			"the text has more options than a session can have: "
			"those after the first 100 were left out");
	return json_text(first);
}

static void
put_model(struct reading_job *j, struct import *found)
{
	DROP(text)
	char *options = cut_options(j, j->t.options);
	DROP(text)
	char *expectations = cut_expectations(
		j, j->t.has_items ? j->t.expectations : found->expectations);
	DROP(buf) struct buf moved;
	struct diagnostic fault;

	buf_init(&moved, LIMIT_REPLY);
	if (!import_sort(found, &moved, &fault)) {
		put_fault(j, &fault);
		return;
	}
	put_items(j, found);
	put_source(j, (struct reading_source){
			      .is_export = found->is_export,
			      .lost_comments = found->lost_comments,
			      .moved = moved.data,
			      .options = options,
			      .expectations = expectations,
			      .memo = j->t.memo,
		      });
}

static void
read_model(struct reading_job *j)
{
	DROP(import) struct import found = {0};
	struct diagnostic fault;

	if (!language_read(j->text, j->size, &j->t, &fault))
		put_fault(j, &fault);
	else if (j->t.has_items ? add_items(j, &found)
				: add_commands(j, &found))
		put_model(j, &found);
}

/* --- a script ------------------------------------------------------------ */

static void
put_lint(struct reading_job *j, struct admitted_text *script)
{
	const struct lint *lint = parsed_text_lint(&script->parsed);

	for (size_t i = 0; i < lint->count; i++)
		if (lint->at[i].kind != LINT_BOUND)
			answer_put_warning(j->frames, &lint->at[i]);
}

static uint32_t
count_checks(const struct commands *forms)
{
	uint32_t checks = 0;

	for (size_t i = 0; i < forms->count; i++)
		checks += forms->at[i].command == COMMAND_CHECK_SAT ||
			  forms->at[i].command == COMMAND_CHECK_SAT_ASSUMING;
	return checks;
}

static void
read_script(struct reading_job *j)
{
	DROP(admitted_text) struct admitted_text script = {0};
	struct diagnostic fault;

	if (!language_read(j->text, j->size, &j->t, &fault)) {
		put_fault(j, &fault);
		return;
	}
	/* FlatZinc without constraints is a problem all the same. */
	if (!command_policy_script(
		    j->t.text.data, j->t.text.size, &script, &fault) &&
		(j->t.language != LANGUAGE_FLATZINC ||
			fault.kind != DIAGNOSTIC_EMPTY)) {
		put_fault_of_translation(j, &fault);
		return;
	}
	if (script.text != NULL) {
		put_output(j, script.text, script.size);
		put_warnings(j, script.warnings, script.warning_count);
		put_lint(j, &script);
	}
	put_source(j, (struct reading_source){
			      .checks = count_checks(&script.parsed.commands)});
}

/* --- a program of the JSON DSL ------------------------------------------- */

/* The definitions of the verifications, in their order: each is a line. */
static void
put_questions(struct reading_job *j, const struct dsl_questions *q)
{
	static const char start[] = "(define-fun verify_";
	size_t number = 0;

	for (size_t i = 0; i < j->t.count && j->t.items[i].offset < q->known;
		i++) {
		size_t at = j->t.items[i].offset;
		const char *item = j->t.text.data + at;

		if (strncmp(item, start, strlen(start)) == 0)
			answer_put_question(j->frames,
				&(struct reading_question){
					.name = lend(json_string(json_at(
						q->verifications, number++))),
					.offset = at,
					.size = strcspn(item, "\n"),
				});
	}
}

static void
read_program(struct reading_job *j)
{
	DROP(dsl_questions) struct dsl_questions q = {0};
	DROP(admitted_text) struct admitted_text script = {0};
	DROP(text) char *bare = language_unwrap(j->text, j->size);
	struct diagnostic fault;

	j->t.source = j->text;
	buf_init(&j->t.text, 2 * LIMIT_MESSAGE);
	if (!json_dsl_translate(bare, strlen(bare), &j->t, &q, &fault)) {
		put_fault(j, &fault);
		return;
	}
	j->t.language = LANGUAGE_JSON_DSL;
	/* A program that says nothing has an answer, too. */
	if (!command_policy_script(
		    j->t.text.data, j->t.text.size, &script, &fault) &&
		fault.kind != DIAGNOSTIC_EMPTY) {
		put_fault_in(
			j, j->t.text.data, "the program as SMT-LIB", &fault);
		return;
	}
	put_output(j, script.text, script.size);
	answer_put_program(
		j->frames, &(struct reading_program){.known = q.known,
				   .verifies = q.verifies,
				   .optimizes = q.optimizes});
	put_questions(j, &q);
	for (size_t i = 0; i < json_count(q.warnings); i++)
		put_remark(j, 0, json_string(json_at(q.warnings, i)));
	put_source(j, (struct reading_source){0});
}

/* --- the request --------------------------------------------------------- */

static bool
read_field(struct reading_job *j, enum ask_kind kind)
{
	bool goes_on = false;

	if (kind == ASK_READ_ITEMS)
		goes_on = read_item(j);
	else if (kind == ASK_READ_MODEL)
		read_model(j);
	else if (kind == ASK_READ_SCRIPT)
		read_script(j);
	else
		read_program(j);
	translation_release(&j->t);
	return goes_on;
}

void
reading_answer(const struct ask *ask, struct buf *frames)
{
	struct reading_job j = {.frames = frames};
	bool goes_on = true;

	for (uint32_t i = 0; i < ask->field_count && goes_on; i++) {
		DROP(text)
		char *text = text_copy_n(
			ask->text + ask->fields[i].offset, ask->fields[i].size);

		j.field = i + 1;
		j.text = text;
		j.size = ask->fields[i].size;
		goes_on = read_field(&j, ask->kind);
	}
}
