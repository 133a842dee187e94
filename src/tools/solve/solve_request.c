#include "tools/solve/solve_request.h"

#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/deps/index.h"
#include "model/items/edit.h"
#include "model/items/model.h"
#include "smt/rules/lint.h"
#include "smt/text/commands.h"
#include "store/revisions/revisions.h"
#include "store/runs/runs.h"
#include "tools/call/arguments.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "tools/call/values.h"
#include "tools/hints/declared_symbols.h"
#include "json/json.h"

/* --- refusals ------------------------------------------------------------ */

/* "assume[2]", "property", "what_if[2][0]" */
static char *
name_of(const struct solve_request_term *term)
{
	if (term->index < 0)
		return text_copy(term->argument);
	if (term->inner == 0)
		return text_format("%s[%td]", term->argument, term->index);
	return text_format(
		"%s[%td][%zu]", term->argument, term->index, term->inner - 1);
}

static void
know_model(const struct solve_request *q, struct declared_symbols *known)
{
	for (size_t i = 0; i < q->model->count; i++) {
		const struct item *item = model_at(q->model, i);

		if (!q->left_out.is[i])
			declared_symbols_add(known, item->content, item->size);
	}
}

/* The item that declares the name, if it is left out; else -1. */
static ptrdiff_t
find_left_out(
	const struct solve_request *q, const struct index *ix, const char *name)
{
	const struct item *item = index_declarer(ix, name);
	size_t owner;

	if (item == NULL)
		return -1;
	owner = model_rank(q->model, item->place);
	return q->left_out.is[owner] ? (ptrdiff_t)owner : -1;
}

/* The term uses what only an item declares that is not there. */
static bool
refuse_absent(const struct solve_request *q, const char *name,
	const struct diagnostic *fault, struct err *e)
{
	static const char said[] = "unknown constant ";
	DROP(index) struct index *ix = NULL;
	DROP(text) char *used = NULL;
	ptrdiff_t owner;

	if (q->left_out.count == 0 || fault->kind != DIAGNOSTIC_SOLVER ||
		strncmp(fault->what, said, strlen(said)) != 0)
		return false;
	used = text_copy_n(fault->what + strlen(said),
		strcspn(fault->what + strlen(said), " \n"));
	ix = index_overlay_of(q->model);
	owner = find_left_out(q, ix, used);
	if (owner < 0)
		return false;
	(void)err_advise(e, ERR_TEXT,
		"%s uses %s, which item %td declares, and `without` leaves "
		"that item out; take the item out of `without`; or write the "
		"term without the name",
		name, used, owner);
	return true;
}

/* What is wrong with a term as such, and not with something in it. */
static bool
refuse_whole(const struct solve_request_term *term, const char *name,
	const struct diagnostic *fault, struct err *e)
{
	DROP(text) char *infix = NULL;

	if (fault->kind == DIAGNOSTIC_EMPTY) {
		(void)err_advise(e, ERR_TEXT,
			"%s is empty; send one term, such as (> x 5); or leave "
			"it out",
			name);
		return true;
	}
	if (fault->kind == DIAGNOSTIC_REFUSED &&
		(infix = advice_infix(term->text, term->size)) != NULL) {
		(void)err_advise(e, ERR_TEXT,
			"%s: the operator stands between its arguments; write "
			"%s for %.200s; likewise everywhere: (OPERATOR "
			"ARGUMENT ...)",
			name, infix, term->text);
		return true;
	}
	if (fault->kind == DIAGNOSTIC_REFUSED) {
		(void)err_advise(e, ERR_TEXT,
			"%s, line %u, column %u: %s. You sent: %.200s; send "
			"exactly one SMT-LIB term in prefix form, such as (> x "
			"5) or (= a b); join several with `and`",
			name, fault->line, fault->column, fault->what,
			term->text);
		return true;
	}
	if (fault->kind == DIAGNOSTIC_SOLVER &&
		strstr(fault->what, "term is not Boolean") != NULL) {
		(void)err_advise(e, ERR_TEXT,
			"%s is not a Bool: only what is true or false can be "
			"assumed or proved. You sent: %.200s; compare it with "
			"something, as in (= TERM 0) or (> TERM 0); or, to see "
			"its value, give it in terms",
			name, term->text);
		return true;
	}
	return false;
}

static bool
refuse_term(const struct solve_request *q,
	const struct solve_request_term *term, const struct diagnostic *fault,
	struct err *e)
{
	DROP(text) char *name = name_of(term);
	DROP(text) char *what = text_format("the term %s", name);
	DROP(declared_symbols) struct declared_symbols known = {0};
	struct advice_place place = {
		.text = term->text,
		.size = term->size,
		.what = what,
		.index = -1,
		.is_term = true,
	};

	if (refuse_whole(term, name, fault, e) ||
		refuse_absent(q, name, fault, e))
		return false;
	know_model(q, &known);
	place.symbols = known.symbols;
	place.symbol_count = known.count;
	return advice_fault(fault, &place, e);
}

const struct solve_request_term *
solve_request_find_term(const struct solve_request *q, uint32_t field)
{
	for (size_t i = 0; field > 0 && i < q->terms.count; i++) {
		if (q->terms.at[i].field == field)
			return &q->terms.at[i];
	}
	return NULL;
}

/* The item uses what only an item declares that is not there. */
static bool
refuse_without(
	const struct solve_request *q, const struct item *user, struct err *e)
{
	DROP(index) struct index *ix = NULL;
	const struct index_record *record;

	if (q->left_out.count == 0)
		return false;
	ix = index_overlay_of(q->model);
	record = index_record(ix, user);
	for (size_t i = 0; i < record->count; i++) {
		const char *name = record->mentions[i].word->name;
		ptrdiff_t owner = find_left_out(q, ix, name);

		if (owner < 0)
			continue;
		(void)err_advise(e, ERR_TEXT,
			"Item %td cannot be left out alone: item %zu uses %s, "
			"which it declares; put the items that depend on it "
			"into `without` as well; or leave out the items with "
			"the assertions only",
			owner, model_rank(q->model, user->place), name);
		return true;
	}
	return false;
}

/* An item was accepted once, maybe by another libz3. */
static bool
refuse_item(const struct solve_request *q, size_t index, unsigned line,
	const struct diagnostic *fault, struct err *e)
{
	const struct item *item = model_at(q->model, index);
	struct diagnostic inside = *fault;
	struct advice_place place = {
		.text = item->content,
		.size = item->size,
		.index = (ptrdiff_t)index,
		.name = item->name,
	};

	inside.line = line;
	return !refuse_without(q, item, e) && advice_fault(&inside, &place, e);
}

bool
solve_request_refuse(const struct solve_request *q,
	const struct diagnostic *fault, struct err *e)
{
	const struct solve_request_term *term;
	struct advice_place place = {
		.text = q->text.render.text.data,
		.size = q->text.render.text.size,
		.what = "the model",
		.index = -1,
	};
	unsigned line;
	size_t index;

	term = solve_request_find_term(q, fault->field);
	if (term != NULL)
		return refuse_term(q, term, fault, e);
	if (fault->field == 0 &&
		render_locate(&q->text.render, fault->line, &index, &line))
		return refuse_item(q, index, line, fault, e);
	return advice_fault(fault, &place, e);
}

/* --- reading ------------------------------------------------------------- */

enum { NAMED_MAX = 20 }; /* items in one sentence */

/* Most texts are never cut into these. */
static void
forget_commands(struct solve_request *q)
{
	if (q->text.forms.at != NULL)
		commands_release(&q->text.forms);
}

void
solve_request_release(struct solve_request *q)
{
	model_free(q->model);
	session_options_release(&q->settings);
	free(q->left_out.is);
	free(q->terms.at);
	free(q->known.start);
	free(q->known.bound);
	run_free(q->known.run);
	render_release(&q->text.render);
	free(q->text.fields.at);
	forget_commands(q);
	*q = (struct solve_request){0};
}

size_t
solve_request_count(const struct solve_request *q, enum ask_field_kind as)
{
	size_t count = 0;

	for (size_t i = 0; i < q->terms.count; i++)
		count += q->terms.at[i].as == as;
	return count;
}

/* --- terms --------------------------------------------------------------- */

bool
solve_request_add_term(struct solve_request *q,
	const struct solve_request_term *term, struct err *e)
{
	struct solve_request_term *added;
	struct diagnostic fault;
	size_t start;
	size_t length;

	if (term->text != NULL &&
		!term_check(term->text, term->size, &start, &length, &fault))
		return refuse_term(q, term, &fault, e);
	added = ARRAY_ADD(q->terms.at, q->terms.count, q->terms.capacity);
	*added = *term;
	added->text = term->text != NULL ? term->text : "";
	return true;
}

static bool
read_term(struct solve_request *q, const struct json_object *value,
	struct solve_request_term *term, struct err *e)
{
	term->text = json_string(value);
	term->size = json_string_size(value);
	return solve_request_add_term(q, term, e);
}

/* A set may be empty. */
static bool
read_set(struct solve_request *q, const struct json_object *terms,
	struct solve_request_term term, struct err *e)
{
	if (json_count(terms) == 0)
		return solve_request_add_term(q, &term, e);
	for (size_t i = 0; i < json_count(terms); i++) {
		term.as = i == 0 ? FIELD_SET : FIELD_SET_MORE;
		term.inner = i + 1;
		if (!read_term(q, json_at(terms, i), &term, e))
			return false;
	}
	return true;
}

/* A term, or a list of terms or of sets. */
static bool
read_terms(struct solve_request *q, const struct json_object *value,
	struct solve_request_term term, struct err *e)
{
	term.index = -1;
	if (json_kind(value) != JSON_ARRAY)
		return read_term(q, value, &term, e);
	for (size_t i = 0; i < json_count(value); i++) {
		const struct json_object *one = json_at(value, i);

		term.index = (ptrdiff_t)i;
		if (term.as == FIELD_SET ? !read_set(q, one, term, e)
					 : !read_term(q, one, &term, e))
			return false;
	}
	return true;
}

/* Terms of its own, or `true`: those of `terms`, or else all constants. */
static bool
read_forced(
	struct solve_request *q, const struct json_object *value, struct err *e)
{
	const struct solve_request_term term = {
		.as = FIELD_FORCED, .argument = "forced"};
	size_t before = solve_request_count(q, FIELD_VALUE);

	if (json_kind(value) != JSON_BOOL)
		return read_terms(q, value, term, e);
	for (size_t i = 0; json_bool(value) && i < q->terms.count; i++) {
		if (q->terms.at[i].as == FIELD_VALUE)
			q->terms.at[i].as = FIELD_FORCED;
	}
	return !json_bool(value) || before > 0 ||
	       solve_request_add_term(q, &term, e);
}

static bool
read_all_terms(struct solve_request *q, const struct json_object *arguments,
	struct err *e)
{
	static const struct {
		const char *argument;
		enum ask_field_kind as;
	} lists[] = {
		{"minimize", FIELD_MINIMIZE},
		{"maximize", FIELD_MAXIMIZE},
		{"property", FIELD_REFUTE},
		{"assume", FIELD_ASSUME},
		{"distinct_on", FIELD_DISTINCT},
		{"terms", FIELD_VALUE},
		{"what_if", FIELD_SET},
	};

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		const struct json_object *value =
			json_get(arguments, lists[i].argument);
		const struct solve_request_term term = {
			.as = lists[i].as, .argument = lists[i].argument};

		if (value != NULL && !read_terms(q, value, term, e))
			return false;
	}
	return json_get(arguments, "forced") == NULL ||
	       read_forced(q, json_get(arguments, "forced"), e);
}

/* --- without ------------------------------------------------------------- */

bool
solve_request_use(struct solve_request *q, struct model *m)
{
	model_free(q->model);
	free(q->left_out.is);
	q->model = m;
	q->left_out.is = m != NULL ? mem_new(m->count + 1) : NULL;
	q->left_out.count = 0;
	return m != NULL;
}

/* The item that an entry of the argument names. */
static bool
find_item(const struct solve_request *q, const char *argument,
	const struct json_object *list, size_t at, size_t *index, struct err *e)
{
	struct edit target = {0};
	struct err why;

	arguments_read_item(json_at(list, at), &target);
	return edit_target(q->model, &target, index, &why) ||
	       err_set(e, why.code, "%s[%zu]: %s", argument, at, why.text);
}

static bool
read_without(struct solve_request *q, const struct json_object *arguments,
	struct err *e)
{
	const struct json_object *list = json_get_array(arguments, "without");

	for (size_t i = 0; list != NULL && i < json_count(list); i++) {
		size_t index;

		if (!find_item(q, "without", list, i, &index, e))
			return false;
		q->left_out.count += !q->left_out.is[index];
		q->left_out.is[index] = true;
	}
	return true;
}

/* Numbers of groups are those of items. */
static bool
add_kept(struct solve_request *q, struct err *e)
{
	for (size_t i = 0; q->keep != NULL && i < json_count(q->keep); i++) {
		DROP(text) char *number = NULL;
		size_t index;

		if (!find_item(q, "keep", q->keep, i, &index, e))
			return false;
		number = text_format("%zu", index);
		ask_fields_add(&q->text.fields, FIELD_KEEP, number,
			strlen(number), &q->text.render.text);
	}
	return true;
}

/* --- the whole ----------------------------------------------------------- */

bool
solve_request_begin(const struct call *c, struct solve_request *q,
	const struct session_info *session, struct model *m, struct err *e)
{
	q->session = *session;
	if (!solve_request_use(q, m) ||
		(session->id != 0 && !session_options_load(c->server->store,
					     session->id, &q->settings, e)))
		return false;
	solver_options_read(c->server, &q->settings, &q->setup);
	return true;
}

bool
solve_request_read(struct call *c, struct solve_request *q, struct err *e)
{
	struct server *server = c->server;
	struct session_info session;

	return session_argument_find(c, &session, e) &&
	       solve_request_begin(c, q, &session,
		       model_cache_read(server->cache, server->store,
			       session.id, session.revision, e),
		       e) &&
	       solve_request_read_terms(q, c->arguments, e);
}

bool
solve_request_read_terms(struct solve_request *q,
	const struct json_object *arguments, struct err *e)
{
	q->priority = json_get_string(arguments, "priority");
	q->keep = json_get_array(arguments, "keep");
	return read_without(q, arguments, e) && read_all_terms(q, arguments, e);
}

bool
solve_request_is_what_if(const struct solve_request *q)
{
	return q->left_out.count > 0 ||
	       solve_request_count(q, FIELD_ASSUME) > 0;
}

static void
describe_left_out(const struct solve_request *q, struct buf *out)
{
	size_t named = 0;

	buf_add_format(
		out, "without item%s ", q->left_out.count == 1 ? "" : "s");
	for (size_t i = 0; i < q->model->count; i++) {
		if (!q->left_out.is[i])
			continue;
		if (named == NAMED_MAX) {
			buf_add_text(out, ", ...");
			return;
		}
		buf_add_format(out, "%s%zu", named++ > 0 ? ", " : "", i);
	}
}

void
solve_request_describe(const struct solve_request *q, struct buf *out)
{
	size_t assumed = solve_request_count(q, FIELD_ASSUME);

	if (assumed > 0)
		buf_add_format(out, "under %zu assumption%s", assumed,
			assumed == 1 ? "" : "s");
	if (assumed > 0 && q->left_out.count > 0)
		buf_add_text(out, " and ");
	if (q->left_out.count > 0)
		describe_left_out(q, out);
}

enum { SET_NAME_MAX = 200 }; /* bytes of its terms */

void
solve_request_name_set(const struct solve_request *q,
	const struct solve_request_term *first, struct buf *out)
{
	const struct solve_request_term *end = q->terms.at + q->terms.count;
	const struct solve_request_term *term = first;
	size_t start = out->size;

	if (first->size == 0)
		buf_add_text(out, "no assumption");
	do {
		buf_add_format(out, "%s%.*s", term > first ? " " : "",
			(int)term->size, term->text);
		term++;
	} while (term < end && term->as == FIELD_SET_MORE);
	if (out->size - start <= SET_NAME_MAX)
		return;
	buf_truncate(out, start + utf8_cut(out->data + start, out->size - start,
					  SET_NAME_MAX));
	buf_add_text(out, "...");
}

/* --- the text ------------------------------------------------------------ */

/* Room for the terms of the call, which came in one message, and what stands
 * around them. */
enum { ROOM = 2 * LIMIT_MESSAGE };

static void
blank(char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (text[i] != '\n')
			text[i] = ' ';
	}
}

static void
blank_items(struct solve_request *q)
{
	size_t at = 0;

	for (size_t i = 0; q->left_out.count > 0 && i < q->model->count; i++) {
		size_t size = model_at(q->model, i)->size;

		if (q->left_out.is[i])
			blank(q->text.render.text.data + at, size);
		at += size + 1;
	}
}

static bool
is_objective(enum command_kind command)
{
	return command == COMMAND_MINIMIZE || command == COMMAND_MAXIMIZE ||
	       command == COMMAND_ASSERT_SOFT;
}

/* Words in a comment do no harm. */
bool
solve_request_has_objective(const struct solve_request *q)
{
	bool has = solve_request_count(q, FIELD_MINIMIZE) > 0 ||
		   solve_request_count(q, FIELD_MAXIMIZE) > 0;

	for (size_t i = 0; i < q->model->count && !has; i++) {
		const char *text = model_at(q->model, i)->content;

		has = strstr(text, "minimize") != NULL ||
		      strstr(text, "maximize") != NULL ||
		      strstr(text, "assert-soft") != NULL;
	}
	return has;
}

/* They say what is best, not what is possible. */
static void
blank_objectives(struct solve_request *q)
{
	struct commands *forms = &q->text.forms;
	size_t kept = 0;

	for (size_t i = 0; i < forms->count; i++) {
		const struct token *list = &forms->at[i].list;

		if (is_objective(forms->at[i].command))
			blank(q->text.render.text.data + list->offset,
				list->length);
		else
			forms->at[kept++] = forms->at[i];
	}
	forms->count = kept;
}

/* Of an item, the session's configuration or the call: the last one counts. */
static const char *
order_of(const struct solve_request *q)
{
	const struct commands *forms = &q->text.forms;
	static const char *const names[] = {"lex", "box", "pareto"};
	const char *text = q->text.render.text.data;
	const char *set = session_options_find(&q->settings, "opt.priority");
	const char *order = names[0];

	for (size_t i = 0; i < forms->count; i++) {
		const struct command *form = &forms->at[i];
		struct token name;
		struct token value;

		if (form->command != COMMAND_SET_OPTION ||
			!command_argument(form, text, 0, &name) ||
			!command_argument(form, text, 1, &value) ||
			!token_is(text, &name, ":opt.priority"))
			continue;
		for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++) {
			if (token_is(text, &value, names[k]))
				order = names[k];
		}
	}
	if (q->priority != NULL)
		return q->priority;
	return set != NULL ? set : order;
}

static void
add_options(struct solve_request *q)
{
	struct buf *text = &q->text.render.text;
	DROP(text) char *order = NULL;

	solver_options_add(&q->settings, &q->text.fields, text);
	if (q->priority == NULL)
		return;
	order = text_format(":opt.priority %s", q->priority);
	ask_fields_add(
		&q->text.fields, FIELD_OPTION, order, strlen(order), text);
}

/* In the order of the kinds, but a set in one piece. */
static void
add_terms(struct solve_request *q)
{
	for (size_t i = 0; i < q->terms.count; i++)
		q->terms.at[i].field = 0;
	for (enum ask_field_kind as = FIELD_MINIMIZE; as <= FIELD_FORCED;
		as++) {
		for (size_t i = 0; i < q->terms.count; i++) {
			struct solve_request_term *term = &q->terms.at[i];
			bool is_of_set = term->as == FIELD_SET_MORE ||
					 term->as == FIELD_SET_REFUTE;

			if ((is_of_set ? FIELD_SET : term->as) != as ||
				(q->without_property && as == FIELD_REFUTE))
				continue;
			ask_fields_add(&q->text.fields, term->as, term->text,
				term->size, &q->text.render.text);
			term->field = (uint32_t)q->text.fields.count;
		}
	}
}

/* What is known of solutions. */
static void
add_known(struct solve_request *q)
{
	const struct {
		enum ask_field_kind as;
		const char *text;
	} known[] = {
		{FIELD_SOLUTION, q->solution},
		{FIELD_START, q->known.start},
		{FIELD_BOUND, q->known.bound},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		size_t size = known[i].text != NULL ? strlen(known[i].text) : 0;

		q->text.render.text.ceiling += size;
		if (known[i].text != NULL)
			ask_fields_add(&q->text.fields, known[i].as,
				known[i].text, size, &q->text.render.text);
	}
}

/* With the kinds of the fields, which the text does not say. */
static void
make_hash(struct solve_request *q)
{
	struct buf *text = &q->text.render.text;
	size_t size = text->size;

	for (size_t i = 0; i < q->text.fields.count; i++)
		buf_add_char(text, (char)('a' + q->text.fields.at[i].kind));
	hash_text(text->data, text->size, q->text.hash);
	buf_truncate(text, size);
}

/* Only who asks for the best looks at the commands. */
static bool
split(struct solve_request *q, struct err *e)
{
	const struct buf *text = &q->text.render.text;
	struct diagnostic fault;

	if (!q->is_compared && !q->without_objectives &&
		!solve_request_has_objective(q))
		return true;
	return commands_split(text->data, text->size, &q->text.forms, &fault) ||
	       solve_request_refuse(q, &fault, e);
}

bool
solve_request_write(struct solve_request *q, struct err *e)
{
	struct buf *text = &q->text.render.text;

	render_release(&q->text.render);
	forget_commands(q);
	q->text.fields.count = 0;
	render_worker(q->model, &q->text.render);
	text->ceiling += ROOM;
	blank_items(q);
	if (!split(q, e))
		return false;
	if (q->without_objectives)
		blank_objectives(q);
	q->text.order = order_of(q);
	add_options(q);
	add_known(q);
	add_terms(q);
	if (!add_kept(q, e))
		return false;
	/* Of what is asked: not of what it goes on from. */
	if (!q->without_property && q->known.start == NULL &&
		q->known.bound == NULL)
		make_hash(q);
	return true;
}

struct ask
solve_request_ask(const struct solve_request *q)
{
	return (struct ask){
		.text = q->text.render.text.data,
		.size = q->text.render.text.size,
		.fields = q->text.fields.at,
		.field_count = q->text.fields.count,
		.groups.at = q->text.render.first_lines,
		.groups.count = q->text.render.count,
	};
}

/* --- warnings ------------------------------------------------------------ */

enum { REMARKS_MAX = 20 };

static void
warn(const struct solve_request_term *term, struct json_object *notes)
{
	DROP(text)
	char *text =
		text_format("(assert %.*s\n)", (int)term->size, term->text);
	DROP(text) char *name = name_of(term);
	DROP(lint) struct lint remarks = {0};

	lint_scan(text, strlen(text), &remarks);
	for (size_t i = 0; i < remarks.count; i++) {
		DROP(text) char *said = NULL;

		if (remarks.at[i].kind == REMARK_BOUND ||
			json_count(notes) >= REMARKS_MAX)
			continue;
		said = remark_text(&remarks.at[i]);
		warnings_add(notes, "%s: %s", name, said);
	}
}

void
solve_request_warn(const struct solve_request *q, struct json_object *notes)
{
	for (size_t i = 0; i < q->terms.count; i++) {
		if (q->terms.at[i].size > 0)
			warn(&q->terms.at[i], notes);
	}
}

/* "item 3, line 1: "; nothing for what is no item's. */
static void
warn_of_item(const struct solve_request *q, unsigned line, const char *text,
	struct json_object *notes)
{
	size_t index;

	if (json_count(notes) >= REMARKS_MAX)
		return;
	if (line > 0 && render_locate(&q->text.render, line, &index, &line))
		warnings_add(
			notes, "item %zu, line %u: %s.", index, line, text);
	else
		warnings_add(notes, "%s.", text);
}

void
solve_request_warn_of_answer(const struct solve_request *q,
	const struct answer *answer, struct json_object *notes)
{
	for (size_t i = 0; i < answer->remarks.count; i++) {
		const struct answer_remark_at *remark = &answer->remarks.at[i];
		DROP(text) char *text = warnings_remark(remark->remark);

		warn_of_item(q, remark->line, text, notes);
	}
}

void
solve_request_warn_of_solution(const struct solve_request *q,
	const struct answer *answer, struct json_object *notes)
{
	for (size_t i = 0; i < answer->open_names.count; i++) {
		const struct answer_open_name *open = &answer->open_names.at[i];
		DROP(text) char *text = warnings_open_name(open);

		warn_of_item(q, open->line, text, notes);
	}
}
