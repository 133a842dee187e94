#include "tools/edit/edit_model.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "smt/rules/command_policy.h"
#include "tools/call/arguments.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "tools/call/text_reading.h"
#include "tools/edit/edit_transaction.h"
#include "json/json.h"

enum { LISTED_MAX = 20 /* of several edits, in the sentence of the reply */ };

struct planned_edit {
	struct edit edit;      /* texts are borrowed from the arguments */
	struct edit_done done; /* of the last time that it was made */
	char *content;	       /* as it is to be kept; NULL: it has none */
	char *summary;	       /* what its data define; or NULL */
	int64_t number;	       /* of its item in the end; -1: that is deleted */
};

/* The plan. */
struct edit_list {
	bool is_list;
	bool is_warned;
	struct planned_edit *at;
	size_t count;
	const struct renumbered *renumbered;
	struct json_object *warnings; /* of the operation */
	/* The contents, where a worker has to read them. */
	struct reading_request reading;
};

static void
release(void *plan)
{
	struct edit_list *edits = plan;

	for (size_t i = 0; i < edits->count; i++) {
		free(edits->at[i].content);
		free(edits->at[i].summary);
	}
	reading_request_release(&edits->reading);
	free(edits->at);
	free(edits);
}

/* --- names ------------------------------------------------------------ */

static const struct {
	const char *verbs[2]; /* of one edit, that is made or tried */
	const char *listed;   /* of one of several */
	const char *refused;  /* what others stand in the way of */
} words[] = {
	[EDIT_ADD] = {{"Added", "Would add"}, "added", "inserted"},
	[EDIT_REPLACE] = {{"Replaced", "Would replace"}, "replaced",
		"replaced"},
	[EDIT_DELETE] = {{"Deleted", "Would delete"}, "deleted", "deleted"},
	[EDIT_MOVE] = {{"Moved", "Would move"}, "moved", "moved"},
	[EDIT_CLEAR] = {{"Removed", "Would remove"}, "removed", "deleted"},
};

/* "the new item", "the new content of item 3", of edit number `at`. */
static char *
name_of(const struct edit_list *edits, size_t at)
{
	const struct edit *edit = &edits->at[at].edit;
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	if (edit->op == EDIT_ADD)
		buf_add_text(&out, "the new item");
	else if (edit->op == EDIT_MOVE)
		buf_add_text(&out, "the moved item");
	else if (edit->has_index)
		buf_add_format(&out, "the new content of item %lld",
			(long long)edit->index);
	else
		buf_add_format(&out, "the new content of item \"%.*s\"",
			LIMIT_NAME, edit->target != NULL ? edit->target : "");
	if (edits->is_list)
		buf_add_format(&out, " of edits[%zu]", at);
	return buf_detach(&out);
}

/* By the last edit that made it. */
static char *
name_item(const void *plan, const struct item *item, size_t number,
	struct advice_place *place)
{
	const struct edit_list *edits = plan;

	(void)number;
	(void)place;
	for (size_t i = edits->count; i-- > 0;) {
		if (edits->at[i].done.item == item)
			return name_of(edits, i);
	}
	return NULL;
}

/* A line per edit, for the history. */
static char *
record(const struct edit_list *edits)
{
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	for (size_t i = 0; i < edits->count; i++) {
		if (i > 0)
			buf_add_char(&out, '\n');
		edit_describe(&edits->at[i].done, &out);
	}
	return buf_detach(&out);
}

/* --- the reply -------------------------------------------------------- */

/* The number that the item of an edit has in the end, where it may be another
 * version; -1 if it is deleted. */
static int64_t
final_number(const struct candidate *cand, const struct items *added,
	const struct item *item)
{
	const struct numbered *found;
	size_t number;

	if (item == NULL)
		return -1;
	found = items_find_lineage(added, item->lineage);
	if (found != NULL)
		return (int64_t)found->number;
	/* A move to where the item stood before changes nothing. */
	number = model_rank(cand->model, item->place);
	return number < cand->model->count &&
			       model_at(cand->model, number) == item
		       ? (int64_t)number
		       : -1;
}

static void
find_numbers(struct edit_list *edits, const struct candidate *cand)
{
	DROP(items) struct items added = {0};

	items_copy_by_lineage(&added, &cand->diff.added);
	for (size_t i = 0; i < edits->count; i++)
		edits->at[i].number =
			final_number(cand, &added, edits->at[i].done.item);
}

/* The number to be shown: of what is deleted, that which it had. */
static size_t
number_of(const struct planned_edit *edit)
{
	return edit->number >= 0 ? (size_t)edit->number : edit->done.to;
}

/* What a table of data is called is seldom what a client expects. */
static void
describe_data(const char *summary, struct buf *out)
{
	enum { SHOWN_MAX = 300 };

	if (summary != NULL)
		buf_add_format(out, ": %.*s%s",
			(int)utf8_cut(summary, strlen(summary), SHOWN_MAX),
			summary, strlen(summary) > SHOWN_MAX ? "..." : "");
}

/* `item 3 "limit"`, `item 3 "limit" to 5` */
static void
describe_one(const struct planned_edit *edit, struct buf *out)
{
	const struct edit_done *done = &edit->done;

	if (done->op == EDIT_CLEAR) {
		reply_add_count(done->count, "item", out);
		return;
	}
	buf_add_format(out, "item %zu",
		done->op == EDIT_MOVE ? done->index : number_of(edit));
	if (done->name[0] != '\0')
		buf_add_format(out, " \"%s\"", done->name);
	if (done->op == EDIT_MOVE)
		buf_add_format(out, " to %zu", number_of(edit));
	if (done->old[0] != '\0')
		buf_add_format(out, " (was: %s)", done->old);
	describe_data(edit->summary, out);
}

/* How many from there on add one nameless item after the other. */
static size_t
count_plain(const struct edit_list *edits, size_t from)
{
	size_t first = number_of(&edits->at[from]);
	size_t i = from;

	while (i < edits->count && edits->at[i].done.op == EDIT_ADD &&
		edits->at[i].done.name[0] == '\0' &&
		edits->at[i].content[0] != ';' &&
		number_of(&edits->at[i]) == first + (i - from))
		i++;
	return i - from;
}

static void
describe_list(const struct edit_list *edits, struct buf *out)
{
	size_t listed_count = 0;
	size_t plain;

	reply_add_count(edits->count, "edit", out);
	for (size_t i = 0; i < edits->count; i += plain) {
		const struct planned_edit *edit = &edits->at[i];

		if (listed_count++ == LISTED_MAX) {
			buf_add_format(out, " and %zu more", edits->count - i);
			return;
		}
		plain = count_plain(edits, i);
		buf_add_format(out, "%s %s ", i == 0 ? ":" : ",",
			words[edit->done.op].listed);
		if (plain > 2) {
			buf_add_format(out, "items %zu to %zu", number_of(edit),
				number_of(edit) + plain - 1);
			continue;
		}
		plain = 1;
		describe_one(edit, out);
	}
}

static char *
describe(const struct edit_list *edits)
{
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	if (edits->is_list)
		describe_list(edits, &out);
	else
		describe_one(&edits->at[0], &out);
	return buf_detach(&out);
}

/* Where the items of the edits are now. */
static struct json_object *
list_members(const struct edit_list *edits)
{
	int64_t first = edits->at[0].number;
	struct json_object *numbers;

	if (!edits->is_list)
		return first < 0 ? json_new_object()
				 : json_new_object_of(
					   "index", json_new_int(first), NULL);
	numbers = json_new_array();
	for (size_t i = 0; i < edits->count; i++)
		json_add(numbers, json_new_int(edits->at[i].number));
	return json_new_object_of("numbers", numbers, NULL);
}

/* --- making ----------------------------------------------------------- */

static bool
apply(struct edit_list *edits, struct model *m, struct err *e)
{
	for (size_t i = 0; i < edits->count; i++) {
		struct planned_edit *edit = &edits->at[i];
		struct err cause;

		coroutine_pause();
		if (model_apply(m, &edit->edit, &edit->done, &cause))
			continue;
		*e = cause;
		return edits->is_list &&
		       err_set(e, cause.code,
			       "edits[%zu]: %s\nEach index counts in the model "
			       "as the edits before it leave it. Nothing was "
			       "changed.",
			       i, cause.text);
	}
	return true;
}

/* A client may count as before the last edit. */
static void
warn_of_numbers(struct edit_list *edits, const struct candidate *cand)
{
	const struct renumbered *r = edits->renumbered;

	if (r->session == 0 || r->session != cand->session.id ||
		r->revision != cand->base->revision)
		return;
	for (size_t i = 0; i < edits->count && !edits->is_warned; i++) {
		const struct edit *edit = &edits->at[i].edit;

		if (edit->op == EDIT_ADD || !edit->has_index ||
			(size_t)edit->index < r->from)
			continue;
		edits->is_warned = true;
		warnings_add(edits->warnings,
			"item %lld is the one of that number now: with the "
			"edit before, %s; if another one was meant, "
			"restore_model undoes this",
			(long long)edit->index, r->ranges);
	}
}

static bool
make(struct candidate *cand, void *plan, struct edit_phrases *p, struct err *e)
{
	struct edit_list *edits = plan;
	const struct edit_done *done = &edits->at[0].done;

	if (!apply(edits, cand->model, e))
		return false;
	candidate_find_diff(cand);
	warn_of_numbers(edits, cand);
	find_numbers(edits, cand);
	*p = (struct edit_phrases){
		.record = record(edits),
		.done = describe(edits),
		.members = list_members(edits),
		.name = name_item,
		.plan = edits,
	};
	if (edits->is_list) {
		p->verbs[0] = "Made";
		p->verbs[1] = "Would make";
		p->result = text_copy("the model with these edits");
		p->refused = (struct advice_break){
			.what = "These edits", .action = "made", .index = -1};
		return true;
	}
	p->verbs[0] = words[done->op].verbs[0];
	p->verbs[1] = words[done->op].verbs[1];
	p->is_addition = done->op == EDIT_ADD;
	p->result =
		done->op == EDIT_DELETE
			? text_format("the model without item %zu", done->index)
			: name_of(edits, 0);
	p->refused = (struct advice_break){.action = words[done->op].refused,
		.index = done->op == EDIT_ADD ? -1 : (ptrdiff_t)done->index,
		.name = done->name[0] != '\0' ? done->name : NULL};
	return true;
}

/* --- the arguments ------------------------------------------------------- */

static bool
refuse_content(const struct planned_edit *planned, struct err *e)
{
	if (planned->edit.op == EDIT_REPLACE && planned->edit.has_index)
		e->item = planned->edit.index;
	return false;
}

/* The caller's. */
static char *
prefix_of(const struct edit_list *edits, size_t at)
{
	return edits->is_list ? text_format("edits[%zu], ", at) : text_copy("");
}

static void
keep_content(struct planned_edit *planned, char *content)
{
	planned->content = content;
	planned->edit.content = content;
}

/* As it is to be kept, with what there is to say of it. */
static bool
read_content(struct edit_list *edits, size_t at, struct err *e)
{
	struct planned_edit *planned = &edits->at[at];
	const char *content = planned->edit.content;
	DROP(admitted_text) struct admitted_text allowed = {0};
	DROP(text) char *prefix = NULL;
	DROP(text) char *what = NULL;
	struct diagnostic fault;

	if (content == NULL)
		return true;
	what = name_of(edits, at);
	if (!command_policy_item(content, strlen(content), &allowed, &fault)) {
		(void)candidate_refuse_text(content, what, &fault, e);
		return refuse_content(planned, e);
	}
	prefix = prefix_of(edits, at);
	warnings_add_list(edits->warnings, prefix, allowed.warnings,
		allowed.warning_count);
	keep_content(planned, admitted_text_content(&allowed));
	return true;
}

/* --- contents that a worker reads ---------------------------------------- */

static bool
are_here(const struct edit_list *edits)
{
	size_t size = 0;
	bool are = true;

	for (size_t i = 0; i < edits->count && are; i++) {
		const char *content = edits->at[i].edit.content;

		if (content == NULL)
			continue;
		size += strlen(content);
		are = size <= LIMIT_READ_HERE &&
		      reading_is_here(content, strlen(content));
	}
	return are;
}

static void
request_contents(struct edit_list *edits)
{
	reading_request_init(&edits->reading, ASK_READ_ITEMS);
	for (size_t i = 0; i < edits->count; i++) {
		const char *content = edits->at[i].edit.content;

		if (content != NULL)
			reading_request_add(
				&edits->reading, content, strlen(content));
	}
}

static bool
refuse_reading(const struct edit_list *edits, size_t at,
	const struct answer *answer, struct err *e)
{
	const struct planned_edit *planned = &edits->at[at];
	DROP(text) char *what = name_of(edits, at);
	struct advice_place place = {
		.text = planned->edit.content,
		.size = strlen(planned->edit.content),
		.what = what,
		.index = -1,
	};

	(void)reading_refuse(answer, &place, e);
	return refuse_content(planned, e);
}

static void
add_remarks(const struct edit_list *edits, const struct answer *answer)
{
	size_t texts = edits->reading.fields.count;
	char **prefixes = mem_new(texts * sizeof(*prefixes));
	size_t field = 0;

	for (size_t i = 0; i < edits->count; i++)
		if (edits->at[i].edit.content != NULL)
			prefixes[field++] = prefix_of(edits, i);
	reading_add_remarks(answer, prefixes, edits->warnings);
	while (field > 0)
		free(prefixes[--field]);
	free(prefixes);
}

static bool
take(void *plan, struct answer *answer, struct err *e)
{
	struct edit_list *edits = plan;
	bool is_read = answer->fault.kind == DIAGNOSTIC_NONE;
	size_t field = 0;

	if (is_read)
		add_remarks(edits, answer);
	for (size_t i = 0; i < edits->count; i++) {
		struct planned_edit *planned = &edits->at[i];
		const struct reading_item *item;

		if (planned->edit.content == NULL)
			continue;
		if (!is_read && ++field == answer->fault.field)
			return refuse_reading(edits, i, answer, e);
		if (!is_read)
			continue;
		item = &answer->reading.items.at[field++];
		keep_content(planned, text_copy(item->content));
		if (item->summary[0] != '\0')
			planned->summary = text_copy(item->summary);
	}
	return is_read;
}

/* `data`, named values as JSON, becomes `content`. */
static bool
read_data(struct json_object *arguments, bool is_needed, struct err *e)
{
	const struct json_object *data = json_get(arguments, "data");
	bool has_content = json_get_string(arguments, "content") != NULL;
	DROP(text) char *text = NULL;

	if (has_content && data != NULL)
		return err_advise(e, ERR_ARGUMENT,
			"content and data exclude each other; send content, "
			"SMT-LIB commands; or data, named values as JSON");
	if (!has_content && data == NULL && is_needed)
		return err_advise(e, ERR_ARGUMENT,
			"A new item needs content or data; send content, "
			"SMT-LIB commands such as (declare-const x Int); or "
			"data, named values as JSON");
	if (data == NULL)
		return true;
	text = json_text_in_slices(data);
	json_put_string(arguments, "content", text);
	json_delete(arguments, "data"); /* so that they can be read again */
	return true;
}

/* The edit of that number from the arguments of its tool, or from an element of
 * edit_model's list. */
static bool
read_edit(struct edit_list *edits, size_t at, enum edit_op op,
	struct json_object *arguments, struct err *e)
{
	struct edit *edit = &edits->at[at].edit;

	if ((op == EDIT_ADD || op == EDIT_REPLACE) &&
		!read_data(arguments, op == EDIT_ADD, e))
		return false;
	*edit = (struct edit){
		.op = op,
		.to = json_get_int(arguments, "to", 0),
		.has_to = json_get(arguments, "to") != NULL,
		.content = json_get_string(arguments, "content"),
		.note = json_get_string(arguments, "note"),
		.name = json_get_string(
			arguments, op == EDIT_ADD ? "name" : "new_name"),
	};
	arguments_read_item(json_get(arguments, "index"), edit);
	return true;
}

/* The members of its object. */
static const struct op {
	enum edit_op op;
	const char *members[8]; /* the first one is `op` */
	const char *name;
} ops[] = {
	{EDIT_ADD, {"op", "content", "data", "index", "name", "note"}, "add"},
	{EDIT_REPLACE,
		{"op", "index", "name", "content", "data", "new_name", "note"},
		"replace"},
	{EDIT_DELETE, {"op", "index", "name"}, "delete"},
	{EDIT_MOVE, {"op", "index", "name", "to"}, "move"},
};

static bool
check_members(const struct json_object *object, const struct op *op, size_t at,
	struct err *e)
{
	const char *const *member = op->members;
	struct json_member m = {0};

	while (*member != NULL && json_next(object, &m)) {
		member = op->members;
		while (*member != NULL && strcmp(*member, m.key) != 0)
			member++;
	}
	if (*member != NULL)
		return true;
	(void)err_set(e, ERR_ARGUMENT,
		"edits[%zu]: op \"%s\" takes no %s. It takes:", at, op->name,
		m.key);
	for (size_t i = 1; op->members[i] != NULL; i++)
		(void)err_add(e, "%s %s", i > 1 ? "," : "", op->members[i]);
	return err_add(e, ". Nothing was changed.");
}

/* The name of an item may stand for its number. */
static bool
read_element(struct edit_list *edits, size_t at, struct json_object *object,
	struct err *e)
{
	const char *name = json_get_string(object, "op");
	const struct op *op = ops;

	while (strcmp(op->name, name) != 0) /* the schema lets no other pass */
		op++;
	if (!check_members(object, op, at, e))
		return false;
	if (op->op != EDIT_ADD && json_get(object, "index") == NULL)
		json_put(object, "index", json_copy(json_get(object, "name")));
	return read_edit(edits, at, op->op, object, e);
}

/* --- the call ------------------------------------------------------------ */

/* The edits of the list, or else the one that the arguments are. */
static void
start(struct call *c, const struct json_object *list, enum edit_op op)
{
	struct edit_list *edits = mem_new(sizeof(*edits));
	bool is_read = true;
	bool are_read_here;
	struct err e;

	edits->is_list = list != NULL;
	edits->count = list != NULL ? json_count(list) : 1;
	edits->at = mem_new(edits->count * sizeof(*edits->at));
	edits->renumbered = &c->server->sessions.renumbered;
	edits->warnings = json_new_array();
	for (size_t i = 0; i < edits->count && is_read; i++)
		is_read = list != NULL
				  ? read_element(edits, i, json_at(list, i), &e)
				  : read_edit(edits, i, op, c->arguments, &e);
	are_read_here = is_read && are_here(edits);
	for (size_t i = 0; i < edits->count && is_read && are_read_here; i++)
		is_read = read_content(edits, i, &e);
	if (is_read && !are_read_here)
		request_contents(edits);
	if (!is_read) {
		json_free(edits->warnings);
		release(edits);
		call_fail(c, &e);
		return;
	}
	edit_transaction_start(c,
		&(struct edit_operation){
			.plan = edits,
			.release = release,
			.reading = are_read_here ? NULL : &edits->reading,
			.take = take,
			.make = make,
			.warnings = edits->warnings,
			.cascade =
				json_get_bool(c->arguments, "cascade", false),
			.lists_deleted = list == NULL && op == EDIT_DELETE,
		});
}

void
edit_model_start(struct call *c, enum edit_op op)
{
	start(c, NULL, op);
}

void
tool_edit_model(struct call *c)
{
	start(c, json_get_array(c->arguments, "edits"), EDIT_ADD);
}
