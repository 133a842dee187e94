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
#include "tools/solve/verdict.h"
#include "json/json.h"

enum {
	/* Assertions of a core. Nobody reads that many; the first ones do. */
	CORE_MAX = 500,
	NAMED_MAX = 10,	 /* items of a conflict, in a sentence */
	SHOWN_MAX = 200, /* bytes of the first line of an assertion */
};

static const char no_room[] = "(not shown: too long)";

/* NULL if there is no room; then there is none for others. */
static struct json_object *
new_text(const char *text, size_t size, size_t *room)
{
	if (size > *room) {
		*room = 0;
		return NULL;
	}
	*room -= size;
	return json_new_string_n(text, size);
}

/* NULL: it has none. */
static struct json_object *
new_label(const struct answer_assertion *one)
{
	return json_new_string(one->label[0] != '\0' ? one->label : NULL);
}

/* --- of a script --------------------------------------------------------- */

static struct json_object *
list_assertions(const struct answer_assertions *core,
	const struct admitted_text *script, size_t *room)
{
	struct json_object *list = json_new_array();

	for (size_t i = 0; i < core->count && i < CORE_MAX; i++) {
		const struct answer_assertion *one = &core->list[i];
		struct json_object *text =
			new_text(script->text + one->offset, one->length, room);

		json_add(list,
			json_new_object_of("label", new_label(one), "assertion",
				json_new_int(one->index), "line",
				json_new_int(one->line), "text", text, NULL));
	}
	if (core->count > CORE_MAX)
		*room = 0;
	return list;
}

/* As (get-unsat-core) prints them: `(a b)`, the labels and assumptions. */
static void
add_labels(const struct answer_assertions *core,
	const struct json_object *assumptions, struct buf *text)
{
	size_t start = text->size;

	for (size_t i = 0; i < core->count; i++) {
		if (core->list[i].label[0] == '\0')
			continue;
		buf_add_char(text, text->size > start ? ' ' : '(');
		text_add_symbol(text, core->list[i].label);
	}
	for (size_t i = 0; i < json_count(assumptions); i++)
		buf_add_format(text, "%c%s", text->size > start ? ' ' : '(',
			json_string(json_at(assumptions, i)));
	buf_add_text(text, text->size > start ? ")\n" : "()\n");
}

/* A comment line for each assertion that has no label. */
static void
add_unnamed(const struct json_object *core, struct buf *text)
{
	for (size_t i = 0; i < json_count(core); i++) {
		const struct json_object *one = json_at(core, i);
		const char *source = json_get_string(one, "text");
		size_t size;

		if (json_get_string(one, "label") != NULL)
			continue;
		source = source != NULL ? source : no_room;
		size = strcspn(source, "\n");
		buf_add_format(text, "; line %" PRId64 ": %.*s\n",
			json_get_int(one, "line", 0), (int)size, source);
		/* The further lines of it are comments too. */
		if (source[size] != '\0')
			reply_add_lines(";   ", source + size + 1, text);
	}
}

static void
put_script(const struct admitted_text *script, const struct answer_core *core,
	struct reply *r, size_t *room)
{
	struct json_object *list =
		list_assertions(&core->assertions, script, room);
	DROP(json) struct json_object *assumed = json_new_array();

	for (size_t i = 0; i < core->assumptions.count && i < CORE_MAX; i++) {
		const struct answer_assertion *one = &core->assumptions.list[i];

		json_add(assumed, json_new_string_n(script->text + one->offset,
					  one->length));
	}
	add_labels(&core->assertions, assumed, &r->text);
	add_unnamed(list, &r->text);
	if (core->assertions.count > 0)
		buf_add_text(&r->text,
			core->minimal
				? "; minimal: without any one of these the "
				  "rest is not unsat\n"
				: "; not minimal: some of these may not be "
				  "needed (the search has more time where "
				  "the text has (get-unsat-core))\n");
	json_put(r->structured, "core", list);
	if (json_count(assumed) > 0)
		json_put(r->structured, "core_assumptions", TAKE(assumed));
}

/* --- of a model ---------------------------------------------------------- */

struct json_object *
core_items_list(const struct solve *s, const struct answer_assertions *core)
{
	struct json_object *list = json_new_array();
	size_t last = SIZE_MAX;

	for (size_t i = 0; i < core->count && json_count(list) < CORE_MAX;
		i++) {
		const struct answer_assertion *one = &core->list[i];
		const struct solve_term *term = solve_find_term(s, one->field);
		size_t index;
		unsigned line;

		if (term != NULL && term->as != FIELD_REFUTE)
			json_add(list,
				json_new_string_n(term->text, term->size));
		if (one->field != 0 ||
			!render_locate(
				&s->text.render, one->line, &index, &line) ||
			index == last)
			continue;
		json_add(list, json_new_int((int64_t)index));
		last = index;
	}
	return list;
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

/* The first line of what begins in that line of the item. */
static struct json_object *
new_first_line(const struct item *item, unsigned line, size_t *room)
{
	const char *at = item->content;

	while (line-- > 1)
		at += strcspn(at, "\n") + (at[strcspn(at, "\n")] != '\0');
	at += strspn(at, " \t");
	return new_text(at, utf8_cut(at, strcspn(at, "\n"), SHOWN_MAX), room);
}

static struct json_object *
new_item(const struct model *m, size_t index, size_t *room)
{
	const struct item *item = model_at(m, index);
	struct json_object *content = new_text(item->content, item->size, room);
	struct json_object *note = NULL;

	if (item->note != NULL)
		note = new_text(item->note, strlen(item->note), room);
	return json_new_object_of("index", json_new_int((int64_t)index), "name",
		json_new_string(item->name), "note", note, "content", content,
		"assertions", json_new_array(), NULL);
}

/* The assertions come in the order of the text, so an item's are together. */
static struct json_object *
list_items(const struct answer_assertions *core, const struct solve *s,
	size_t *room)
{
	struct json_object *list = json_new_array();
	struct json_object *entry = NULL;
	size_t current = SIZE_MAX;

	for (size_t i = 0; i < core->count && i < CORE_MAX; i++) {
		const struct answer_assertion *one = &core->list[i];
		size_t index;
		unsigned line;

		if (!render_locate(&s->text.render, one->line, &index, &line))
			continue;
		if (index != current) {
			entry = new_item(s->model, index, room);
			json_add(list, entry);
			current = index;
		}
		json_add(json_get_array(entry, "assertions"),
			json_new_object_of("line", json_new_int(line), "label",
				new_label(one), "text",
				new_first_line(
					model_at(s->model, index), line, room),
				NULL));
	}
	if (core->count > CORE_MAX)
		*room = 0;
	return list;
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
		buf_add_format(text, "  | %s\n", line != NULL ? line : no_room);
	}
}

/* item 3 "cap" (at most 12 of them) */
static void
add_name(
	const struct model *m, const struct json_object *item, struct buf *text)
{
	const char *note = json_get_string(item, "note");

	core_items_add_item(m, (size_t)json_get_int(item, "index", 0), text);
	if (note != NULL)
		buf_add_format(text, " (%s)", note);
}

/* Each with its assertions, or whole, in lines of their own. */
static void
add_items(const struct model *m, const struct json_object *core, bool is_whole,
	struct buf *text)
{
	for (size_t i = 0; i < json_count(core); i++) {
		const struct json_object *one = json_at(core, i);
		const char *content = json_get_string(one, "content");

		add_name(m, one, text);
		buf_add_text(text, ":\n");
		if (is_whole && content != NULL)
			reply_add_lines("  | ", content, text);
		else
			add_assertions(json_get_array(one, "assertions"), text);
	}
}

/* What a proof rests on is known by its names, on one line; false if not all
 * have names or notes. */
static bool
add_names(
	const struct model *m, const struct json_object *core, struct buf *text)
{
	size_t start = text->size;

	for (size_t i = 0; i < json_count(core); i++) {
		struct json_object *item = json_at(core, i);

		if (json_get(item, "name") == NULL &&
			json_get(item, "note") == NULL) {
			buf_truncate(text, start);
			return false;
		}
		buf_add_text(text, i > 0 ? ", " : "");
		add_name(m, item, text);
	}
	for (size_t i = 0; i < json_count(core); i++)
		json_delete(json_at(core, i), "assertions");
	return buf_add_text(text, json_count(core) > 0 ? "\n" : "");
}

/* --- relaxations --------------------------------------------------------- */

static void
add_relaxation(
	const struct json_object *list, const struct model *m, struct buf *text)
{
	buf_add_text(text, "Satisfiable without ");
	for (size_t i = 0; i < json_count(list); i++) {
		const struct json_object *one = json_at(list, i);

		buf_add_text(text, i > 0 ? " and " : "");
		if (json_kind(one) == JSON_STRING)
			buf_add_format(text, "assumption %s", json_string(one));
		else
			core_items_add_item(m, (size_t)json_int(one), text);
	}
	buf_add_text(text, ".\n");
}

/* The smaller set first; of one size, by where their members stand. */
static int
compare_sets(const void *a, const void *b)
{
	const struct answer_assertions *one = a;
	const struct answer_assertions *other = b;

	if (one->count != other->count)
		return one->count < other->count ? -1 : 1;
	for (size_t i = 0; i < one->count; i++) {
		if (one->list[i].offset != other->list[i].offset)
			return one->list[i].offset < other->list[i].offset ? -1
									   : 1;
	}
	return 0;
}

static void
put_relaxations(const struct solve *s, struct reply *r)
{
	const struct answer_check *check = answer_last(s->answer);
	const struct answer_relaxations *sets = &check->relaxations.sets;
	struct json_object *list = json_new_array();

	if (sets->count > 0)
		qsort(sets->at, sets->count, sizeof(sets->at[0]), compare_sets);
	for (size_t i = 0; i < sets->count && i < LIMIT_RELAXATIONS; i++) {
		struct json_object *one = core_items_list(s, &sets->at[i]);

		add_relaxation(one, s->model, &r->text);
		json_add(list, one);
	}
	if (sets->count == 0)
		warnings_add(r->warnings, "%s",
			check->relaxations.is_all
				? "no removal that is allowed makes it "
				  "satisfiable: the items of `keep` contradict "
				  "each other"
				: "no set to remove was found in time: raise "
				  "timeout_ms, or try `without` with items of "
				  "the core");
	else if (!check->relaxations.is_all)
		warnings_add(r->warnings,
			"%s: there may be more sets than %s %zu; none of them "
			"is smaller than the last",
			sets->count >= LIMIT_RELAXATIONS ? "the search stopped"
							 : "time ran out",
			json_count(list) == 1 ? "this" : "these",
			json_count(list));
	if (json_count(list) > 0)
		json_put(r->structured, "relaxations", TAKE(list));
	json_free(list);
}

static void
put_model(const struct solve *s, const struct answer_core *core,
	struct reply *r, size_t *room)
{
	bool is_whole = s->request.detail;
	struct json_object *list = list_items(&core->assertions, s, room);
	DROP(json)
	struct json_object *assumed = core_items_list(s, &core->assumptions);
	bool is_proof = solve_count(s, FIELD_REFUTE) > 0;

	if (is_whole || !is_proof || !add_names(s->model, list, &r->text))
		add_items(s->model, list, is_whole, &r->text);
	json_put(r->structured, "core", list);
	for (size_t i = 0; i < json_count(assumed); i++)
		buf_add_format(&r->text, "assumption %s\n",
			json_string(json_at(assumed, i)));
	if (json_count(assumed) > 0)
		json_put(r->structured, "core_assumptions", TAKE(assumed));
}

/* Puts the core. Of one that is not known nothing is put: an empty core would
 * say that nothing is needed. */
static void
put_core(const struct solve *s, const struct answer_core *core, struct reply *r)
{
	size_t room = r->room;

	if (!core->is_known) {
		buf_add_format(&r->text, "%sNo core was found.\n", r->prefix);
		return;
	}
	if (s->script != NULL)
		put_script(s->script, core, r, &room);
	else
		put_model(s, core, r, &room);
	if (room == 0)
		warnings_add(
			r->warnings, "the core is too large to be shown whole");
	json_put_bool(r->structured, "core_minimal", core->minimal);
}

void
core_items_put(const struct solve *s, struct reply *r)
{
	put_core(s, &answer_last(s->answer)->core, r);
	if (s->script == NULL && s->ask.relax)
		put_relaxations(s, r);
}
