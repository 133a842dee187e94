#include "tools/solve/core_items.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/items/model.h"
#include "model/text/render.h"
#include "smt/rules/command_policy.h"
#include "smt/text/lexer.h"
#include "tools/call/reply.h"
#include "tools/solve/solver_call.h"
#include "json/json.h"

enum {
	/* Entries of a core. Nobody reads that many; the first ones do. */
	CORE_MAX = 500,
	/* Of one core, in lines of items. */
	ASSERTIONS_MAX = 10000,
	NAMED_MAX = 10,	 /* items of a conflict, in a sentence */
	SHOWN_MAX = 200, /* bytes of the first line of an assertion */
};

void
core_items_all(const struct commands *forms, struct answer_assertions *all)
{
	uint32_t index = 0;

	*all = (struct answer_assertions){0};
	for (size_t i = 0; i < forms->count; i++) {
		const struct command *form = &forms->at[i];
		char no_label[] = "";
		struct answer_assertion one = {
			.index = index,
			.line = form->list.line,
			.offset = (uint32_t)form->list.offset,
			.length = (uint32_t)form->list.length,
			.label = no_label,
		};

		if (form->command != COMMAND_ASSERT)
			continue;
		index++;
		assertions_add(all, &one);
	}
}

/* The places are what a worker says. */
static bool
is_within(const struct answer_assertion *one, size_t size)
{
	return one->offset <= size && one->length <= size - one->offset;
}

/* A copy, or NULL if there is no room; then there is none for others. */
static char *
copy_text(const char *text, size_t size, size_t *room)
{
	if (size > *room) {
		*room = 0;
		return NULL;
	}
	*room -= size;
	return text_copy_n(text, size);
}

/* NULL: it has none, or there is no room. */
static char *
copy_label(const struct answer_assertion *one, size_t *room)
{
	return one->label[0] == '\0'
		       ? NULL
		       : copy_text(one->label, strlen(one->label), room);
}

struct json_object *
core_items_of_script(const struct answer_assertions *core, const char *text,
	size_t size, size_t *room)
{
	struct json_object *list = json_new_array();

	for (size_t i = 0; i < core->count; i++) {
		const struct answer_assertion *one = &core->list[i];
		DROP(text) char *source = NULL;
		DROP(text) char *label = NULL;
		struct json_object *entry;

		if (i == CORE_MAX) {
			*room = 0;
			break;
		}
		label = copy_label(one, room);
		if (is_within(one, size))
			source = copy_text(
				text + one->offset, one->length, room);
		entry = json_new_object();
		json_put_string(entry, "label", label);
		json_put_int(entry, "assertion", one->index);
		json_put_int(entry, "line", one->line);
		json_put_string(entry, "text", source);
		json_add(list, entry);
	}
	return list;
}

void
core_items_add_labels(const struct answer_assertions *core,
	const struct json_object *assumptions, struct buf *text)
{
	bool is_first = true;

	buf_add_char(text, '(');
	for (size_t i = 0; i < core->count; i++) {
		if (core->list[i].label[0] == '\0')
			continue;
		if (!is_first)
			buf_add_char(text, ' ');
		is_first = false;
		text_add_symbol(text, core->list[i].label);
	}
	for (size_t i = 0; i < json_count(assumptions); i++) {
		buf_add_format(text, "%s%s", is_first ? "" : " ",
			json_string(json_at(assumptions, i)));
		is_first = false;
	}
	buf_add_text(text, ")\n");
}

struct json_object *
core_items_assumptions(const struct answer_assertions *assumptions,
	const char *text, size_t size, uint32_t hidden)
{
	struct json_object *list = json_new_array();

	for (size_t i = 0; i < assumptions->count && i < CORE_MAX; i++) {
		const struct answer_assertion *one = &assumptions->list[i];

		if ((hidden == 0 || one->field != hidden) &&
			is_within(one, size))
			json_add(list, json_new_string_n(text + one->offset,
					       one->length));
	}
	return list;
}

void
core_items_add_unnamed(const struct json_object *core, struct buf *text)
{
	for (size_t i = 0; i < json_count(core); i++) {
		const struct json_object *one = json_at(core, i);
		const char *source = json_get_string(one, "text");
		const char *rest;

		if (json_get_string(one, "label") != NULL)
			continue;
		if (source == NULL)
			source = "(not shown: too long)";
		buf_add_format(text, "; line %" PRId64 ": ",
			json_get_int(one, "line", 0));
		buf_add(text, source, strcspn(source, "\n"));
		buf_add_char(text, '\n');
		/* The further lines of it are comments too. */
		rest = strchr(source, '\n');
		if (rest != NULL)
			reply_add_lines(";   ", rest + 1, text);
	}
}

/* The first line of what begins in that line of the item, as far as it has
 * room. */
static char *
take_line(const struct item *item, unsigned line, size_t *room)
{
	const char *at = item->content;
	size_t size;

	while (line-- > 1)
		at += strcspn(at, "\n") + (at[strcspn(at, "\n")] != '\0');
	at += strspn(at, " \t");
	size = strcspn(at, "\n");
	return copy_text(at, utf8_cut(at, size, SHOWN_MAX), room);
}

static struct json_object *
new_item(const struct model *m, size_t index, size_t *room)
{
	const struct item *item = model_at(m, index);
	DROP(text) char *content = copy_text(item->content, item->size, room);
	DROP(text) char *note = NULL;
	struct json_object *entry = json_new_object();

	if (item->note != NULL)
		note = copy_text(item->note, strlen(item->note), room);
	json_put_int(entry, "index", (int64_t)index);
	json_put_string(entry, "name", item->name);
	json_put_string(entry, "note", note);
	json_put_string(entry, "content", content);
	json_put(entry, "assertions", json_new_array());
	return entry;
}

/* The assertions come in the order of the text, so an item's are together. */
struct json_object *
core_items_of_model(const struct answer_assertions *core, const struct model *m,
	const struct render *r, size_t *room)
{
	struct json_object *list = json_new_array();
	struct json_object *entry = NULL;
	size_t current = 0;

	for (size_t i = 0; i < core->count; i++) {
		const struct answer_assertion *one = &core->list[i];
		DROP(text) char *label = NULL;
		DROP(text) char *text = NULL;
		struct json_object *assertion;
		size_t index;
		unsigned line;

		if (i == ASSERTIONS_MAX) {
			*room = 0;
			break;
		}
		if (!render_locate(r, one->line, &index, &line))
			continue;
		if (entry == NULL || index != current) {
			if (json_count(list) == CORE_MAX) {
				*room = 0;
				break;
			}
			entry = new_item(m, index, room);
			current = index;
			json_add(list, entry);
		}
		label = copy_label(one, room);
		assertion = json_new_object();
		json_put_int(assertion, "line", line);
		json_put_string(assertion, "label", label);
		text = take_line(model_at(m, index), line, room);
		json_put_string(assertion, "text", text);
		json_add(json_get_array(entry, "assertions"), assertion);
	}
	return list;
}

/* item 3 "cap" (at most 12 of them) */
static void
add_name(const struct json_object *item, struct buf *text)
{
	const char *name = json_get_string(item, "name");
	const char *note = json_get_string(item, "note");

	buf_add_format(text, "item %" PRId64, json_get_int(item, "index", 0));
	if (name != NULL)
		buf_add_format(text, " \"%s\"", name);
	if (note != NULL)
		buf_add_format(text, " (%s)", note);
}

static bool
are_named(const struct json_object *core)
{
	for (size_t i = 0; i < json_count(core); i++) {
		if (json_get(json_at(core, i), "name") == NULL &&
			json_get(json_at(core, i), "note") == NULL)
			return false;
	}
	return true;
}

void
core_items_add_names(struct json_object *core, struct buf *text)
{
	if (!are_named(core)) {
		core_items_add_items(core, false, text);
		return;
	}
	for (size_t i = 0; i < json_count(core); i++) {
		struct json_object *item = json_at(core, i);

		buf_add_text(text, i > 0 ? ", " : "");
		add_name(item, text);
		json_delete(item, "assertions");
	}
	buf_add_text(text, json_count(core) > 0 ? "\n" : "");
}

struct json_object *
core_items_numbers(const struct answer_assertions *core, const struct render *r)
{
	struct json_object *numbers = json_new_array();
	size_t last = SIZE_MAX;

	for (size_t i = 0; i < core->count; i++) {
		size_t index;
		unsigned line;

		if (!render_locate(r, core->list[i].line, &index, &line) ||
			index == last || json_count(numbers) == CORE_MAX)
			continue;
		json_add(numbers, json_new_int((int64_t)index));
		last = index;
	}
	return numbers;
}

void
core_items_add_item(const struct model *m, size_t index, struct buf *out)
{
	buf_add_format(out, "item %zu", index);
	if (model_at(m, index)->name != NULL)
		buf_add_format(out, " \"%s\"", model_at(m, index)->name);
}

void
core_items_add_conflict(const struct model *m,
	const struct json_object *numbers, bool with_assumptions,
	struct buf *out)
{
	size_t count = json_count(numbers);
	size_t parts = count + with_assumptions;

	for (size_t i = 0; i < count && i < NAMED_MAX; i++) {
		const char *before = i + 1 == parts ? " and " : ", ";

		buf_add_text(out, i == 0 ? "" : before);
		core_items_add_item(
			m, (size_t)json_int(json_at(numbers, i)), out);
	}
	if (count > NAMED_MAX)
		buf_add_format(out, " and %zu more", count - NAMED_MAX);
	if (with_assumptions)
		buf_add_format(
			out, "%swhat is assumed", parts > 1 ? " and " : "");
	buf_add_text(out,
		parts == 1 ? " contradicts itself" : " contradict each other");
}

static void
add_assertions(const struct json_object *assertions, struct buf *text)
{
	int64_t last = 0;

	for (size_t i = 0; i < json_count(assertions); i++) {
		const struct json_object *one = json_at(assertions, i);
		const char *line = json_get_string(one, "text");

		if (json_get_int(one, "line", 0) == last)
			continue; /* several on a line */
		last = json_get_int(one, "line", 0);

		buf_add_format(text, "  | %s\n",
			line != NULL ? line : "(not shown: too long)");
	}
}

void
core_items_add_items(
	const struct json_object *core, bool is_whole, struct buf *text)
{
	for (size_t i = 0; i < json_count(core); i++) {
		const struct json_object *one = json_at(core, i);
		const char *content = json_get_string(one, "content");

		add_name(one, text);
		buf_add_text(text, ":\n");
		if (is_whole && content != NULL)
			reply_add_lines("  | ", content, text);
		else
			add_assertions(json_get_array(one, "assertions"), text);
	}
}

/* --- relaxations --------------------------------------------------------- */

/* The number of an item, or an assumption as text; NULL: neither. */
static struct json_object *
read_given_up(const struct solve_request *q, unsigned long number)
{
	const struct solve_request_term *term = NULL;

	if (number < q->model->count)
		return json_new_int((int64_t)number);
	if (number - q->model->count <= q->text.fields.count)
		term = solve_request_find_term(
			q, (uint32_t)(number - q->model->count));
	return term != NULL ? json_new_string_n(term->text, term->size) : NULL;
}

/* "3 7" as [3, 7]; NULL if it is anything else. */
static struct json_object *
read_relaxation(const char *text, const struct solve_request *q)
{
	struct json_object *list = json_new_array();
	const char *at = text;

	while (*at != '\0') {
		char *end;
		unsigned long number = strtoul(at, &end, 10);
		struct json_object *one =
			end == at ? NULL : read_given_up(q, number);

		if (one == NULL) {
			json_free(list);
			return NULL;
		}
		json_add(list, one);
		at = end + strspn(end, " ");
	}
	return list;
}

static void
add_relaxation(const struct json_object *list, const struct solve_request *q,
	struct buf *text)
{
	buf_add_text(text, "Satisfiable without ");
	for (size_t i = 0; i < json_count(list); i++) {
		const struct json_object *one = json_at(list, i);

		buf_add_text(text, i > 0 ? " and " : "");
		if (json_kind(one) == JSON_STRING)
			buf_add_format(text, "assumption %s", json_string(one));
		else
			core_items_add_item(
				q->model, (size_t)json_int(one), text);
	}
	buf_add_text(text, ".\n");
}

/* Assumptions after items. */
static int
compare_indexes(struct json_object *a, struct json_object *b)
{
	if (json_kind(a) != json_kind(b))
		return json_kind(a) == JSON_STRING ? 1 : -1;
	if (json_kind(a) == JSON_STRING)
		return strcmp(json_string(a), json_string(b));
	return (json_int(a) > json_int(b)) - (json_int(a) < json_int(b));
}

/* The smaller set first; of one size, by the items from the first on. */
static int
compare_relaxations(struct json_object *a, struct json_object *b)
{
	size_t count = json_count(a);
	int order = (count > json_count(b)) - (count < json_count(b));

	for (size_t i = 0; order == 0 && i < count; i++)
		order = compare_indexes(json_at(a, i), json_at(b, i));
	return order;
}

static void
note_no_relaxation(const struct solving *s, struct json_object *warnings)
{
	if (!s->q.relax)
		return;
	if (answer_last(s->answer)->relaxations.is_all)
		warnings_add(warnings,
			"no removal that is allowed makes it satisfiable: the "
			"items of `keep` contradict each other");
	else
		warnings_add(warnings,
			"no set to remove was found in time: raise timeout_ms, "
			"or try `without` with items of the core");
}

static void
put_relaxations(const struct solving *s, struct reply *r)
{
	const struct answer_check *check = answer_last(s->answer);
	const struct answer_texts *texts = &check->relaxations.sets;
	struct json_object *relaxations;

	if (texts->count == 0) {
		note_no_relaxation(s, r->warnings);
		return;
	}
	relaxations = json_new_array();
	for (size_t i = 0; i < texts->count && i < LIMIT_RELAXATIONS; i++) {
		struct json_object *one = read_relaxation(texts->at[i], &s->q);

		if (one == NULL)
			continue;
		json_sort(one, compare_indexes);
		json_add(relaxations, one);
	}
	json_sort(relaxations, compare_relaxations);
	for (size_t i = 0; i < json_count(relaxations); i++)
		add_relaxation(json_at(relaxations, i), &s->q, &r->text);
	if (!check->relaxations.is_all)
		warnings_add(r->warnings,
			"%s: there may be more sets than %s %zu; none of them "
			"is smaller than the last",
			texts->count >= LIMIT_RELAXATIONS ? "the search stopped"
							  : "time ran out",
			json_count(relaxations) == 1 ? "this" : "these",
			json_count(relaxations));
	json_put(r->structured, "relaxations", relaxations);
}

/* --- the core ------------------------------------------------------------ */

/* The assumptions of a core, as the text that was asked has them. */
static struct json_object *
list_assumptions(const struct solving *s, uint32_t hidden)
{
	const struct buf *text = &s->q.text.render.text;
	const struct answer_assertions *list =
		&answer_last(s->answer)->core.assumptions;

	return s->script != NULL ? core_items_assumptions(list, s->script->text,
					   s->script->size, 0)
				 : core_items_assumptions(list, text->data,
					   text->size, hidden);
}

/* The assertions of a script: its labels as Z3 prints them, and the others in
 * comments. */
static struct json_object *
list_script_core(const struct solving *s, const struct answer_assertions *core,
	bool is_minimal, struct reply *r, size_t *room)
{
	struct json_object *list = core_items_of_script(
		core, s->script->text, s->script->size, room);
	DROP(json) struct json_object *assumptions = list_assumptions(s, 0);

	core_items_add_labels(core, assumptions, &r->text);
	core_items_add_unnamed(list, &r->text);
	if (core->count > 0)
		buf_add_text(&r->text,
			is_minimal ? "; minimal: without any one of these the "
				     "rest is not unsat\n"
				   : "; not minimal: some of these may not be "
				     "needed (the search has more time where "
				     "the text has (get-unsat-core))\n");
	return list;
}

static void
put_assumptions(const struct solving *s, uint32_t hidden, struct reply *r)
{
	DROP(json) struct json_object *list = list_assumptions(s, hidden);

	for (size_t i = 0; s->script == NULL && i < json_count(list); i++)
		buf_add_format(&r->text, "assumption %s\n",
			json_string(json_at(list, i)));
	if (json_count(list) > 0)
		json_put(r->structured, "core_assumptions", TAKE(list));
}

/* Where no core is known it is all. */
static void
list_all(const struct solving *s, struct answer_assertions *all)
{
	const struct ask ask = solve_request_ask(&s->q);
	DROP(commands) struct commands forms = {0};
	struct diagnostic fault;

	if (s->script != NULL)
		core_items_all(&s->script->forms, all);
	else if (commands_split(
			 ask.text, ask_script_size(&ask), &forms, &fault))
		core_items_all(&forms, all);
}

void
core_items_put(const struct solving *s, uint32_t hidden, bool is_whole,
	struct reply *r)
{
	const struct answer_check *check = answer_last(s->answer);
	bool is_minimal = check->core.is_known && check->core.minimal;
	const struct answer_assertions *core = &check->core.assertions;
	struct answer_assertions all = {0};
	struct json_object *list;
	size_t room = r->room;

	if (!check->core.is_known) {
		list_all(s, &all);
		core = &all;
	}
	if (s->script != NULL) {
		list = list_script_core(s, core, is_minimal, r, &room);
	} else {
		list = core_items_of_model(
			core, s->q.model, &s->q.text.render, &room);
		if (hidden != 0 && !is_whole)
			core_items_add_names(list, &r->text);
		else
			core_items_add_items(list, is_whole, &r->text);
	}
	json_put(r->structured, "core", list);
	if (room == 0)
		warnings_add(
			r->warnings, "the core is too large to be shown whole");
	json_put_bool(r->structured, "core_minimal", is_minimal);
	put_assumptions(s, hidden, r);
	if (s->script == NULL)
		put_relaxations(s, r);
	assertions_release(&all);
}
