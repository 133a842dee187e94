#include "tools/solve/solve_request.h"

#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "model/items/edit.h"
#include "model/items/model.h"
#include "smt/names/symbols.h"
#include "smt/text/commands.h"
#include "store/revisions/revisions.h"
#include "tools/call/arguments.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "tools/hints/declared_symbols.h"
#include "json/json.h"

/* --- refusals ------------------------------------------------------------ */

char *
solve_term_name(const struct solve_term *term)
{
	if (term->index < 0)
		return text_copy(term->argument);
	if (term->inner == 0)
		return text_format("%s[%td]", term->argument, term->index);
	return text_format(
		"%s[%td][%zu]", term->argument, term->index, term->inner - 1);
}

char *
solve_term_key(const struct solve_term *term)
{
	size_t bar = term->size > 1 && term->text[0] == '|';

	return text_copy_n(term->text + bar, term->size - 2 * bar);
}

/* The item that declares the name which libz3 does not know, if it is left out;
 * else -1. The name is the caller's. */
static ptrdiff_t
find_left_out(
	const struct solve *s, const struct diagnostic *fault, char **name)
{
	struct slice unknown;

	if (s->left_out.count == 0 ||
		advice_z3(fault->what, &unknown) != ADVICE_Z3_UNKNOWN_NAME)
		return -1;
	*name = text_copy_n(unknown.start, unknown.length);
	for (size_t i = 0; i < s->model->count; i++) {
		const struct item *item = model_at(s->model, i);

		if (s->left_out.is[i] &&
			symbols_declared(parsed_text_symbols(item_parsed(item)),
				*name) != NULL)
			return (ptrdiff_t)i;
	}
	return -1;
}

/* What is wrong with a term as such, and not with something in it. */
static bool
refuse_whole(const struct solve_term *term, const char *name,
	const struct diagnostic *fault, struct err *e)
{
	enum { SHOWN_MAX = 200 };
	DROP(text) char *infix = NULL;
	DROP(text)
	char *sent = text_copy_n(
		term->text, term->size < SHOWN_MAX ? term->size : SHOWN_MAX);

	if (fault->kind == DIAGNOSTIC_REFUSED)
		infix = advice_infix(term->text, term->size);
	if (fault->kind == DIAGNOSTIC_EMPTY)
		(void)err_advise(e, ERR_TEXT,
			"%s is empty; send one term, such as (> x 5); or leave "
			"it out",
			name);
	else if (infix != NULL)
		(void)err_advise(e, ERR_TEXT,
			"%s: the operator stands between its arguments; write "
			"%s for %s; likewise everywhere: (OPERATOR "
			"ARGUMENT ...)",
			name, infix, sent);
	else if (fault->kind == DIAGNOSTIC_REFUSED)
		(void)err_advise(e, ERR_TEXT,
			"%s, line %u, column %u: %s. You sent: %s; send "
			"exactly one SMT-LIB term in prefix form, such as (> x "
			"5) or (= a b); join several with `and`",
			name, fault->line, fault->column, fault->what, sent);
	else if (fault->kind == DIAGNOSTIC_SOLVER &&
		 advice_z3(fault->what, &(struct slice){0}) ==
			 ADVICE_Z3_NOT_BOOL)
		(void)err_advise(e, ERR_TEXT,
			"%s is not a Bool: only what is true or false can be "
			"assumed or proved. You sent: %s; compare it with "
			"something, as in (= TERM 0) or (> TERM 0); or, to see "
			"its value, give it in terms",
			name, sent);
	else
		return false;
	return true;
}

static bool
refuse_term(const struct solve *s, const struct solve_term *term,
	const struct diagnostic *fault, struct err *e)
{
	DROP(text) char *name = solve_term_name(term);
	DROP(text) char *what = text_format("the term %s", name);
	DROP(text) char *unknown = NULL;
	DROP(declared_symbols) struct declared_symbols known = {0};
	struct advice_place place = {
		.text = term->text,
		.size = term->size,
		.what = what,
		.index = -1,
		.is_term = true,
	};
	ptrdiff_t owner;

	if (refuse_whole(term, name, fault, e))
		return false;
	owner = find_left_out(s, fault, &unknown);
	if (owner >= 0)
		return err_advise(e, ERR_TEXT,
			"%s uses %s, which item %td declares, and `without` "
			"leaves that item out; take the item out of `without`; "
			"or write the term without the name",
			name, unknown, owner);
	for (size_t i = 0; i < s->model->count; i++) {
		const struct item *item = model_at(s->model, i);

		if (!s->left_out.is[i])
			declared_symbols_add(
				&known, item_parsed(item), 0, SIZE_MAX);
	}
	place.symbols = known.symbols;
	place.symbol_count = known.count;
	return advice_fault(fault, &place, e);
}

const struct solve_term *
solve_find_term(const struct solve *s, uint32_t field)
{
	for (size_t i = 0; field > 0 && i < s->terms.count; i++) {
		if (s->terms.at[i].field == field)
			return &s->terms.at[i];
	}
	return NULL;
}

/* An item was accepted once, maybe by another libz3. */
static bool
refuse_item(const struct solve *s, size_t index, unsigned line,
	const struct diagnostic *fault, struct err *e)
{
	const struct item *item = model_at(s->model, index);
	struct diagnostic inside = *fault;
	struct advice_place place = {
		.text = item->content,
		.size = item->size,
		.index = (ptrdiff_t)index,
		.name = item->name,
	};
	DROP(text) char *unknown = NULL;
	ptrdiff_t owner = find_left_out(s, fault, &unknown);

	if (owner >= 0)
		return err_advise(e, ERR_TEXT,
			"Item %td cannot be left out alone: item %zu uses %s, "
			"which it declares; put the items that depend on it "
			"into `without` as well; or leave out the items with "
			"the assertions only",
			owner, index, unknown);
	inside.line = line;
	return advice_fault(&inside, &place, e);
}

bool
solve_refuse(
	const struct solve *s, const struct diagnostic *fault, struct err *e)
{
	const struct solve_term *term;
	struct advice_place place = {
		.text = s->text.render.text.data,
		.size = s->text.render.text.size,
		.what = "the model",
		.index = -1,
	};
	unsigned line;
	size_t index;

	term = solve_find_term(s, fault->field);
	if (term != NULL)
		return refuse_term(s, term, fault, e);
	if (fault->field == 0 &&
		render_locate(&s->text.render, fault->line, &index, &line))
		return refuse_item(s, index, line, fault, e);
	return advice_fault(fault, &place, e);
}

/* --- reading ------------------------------------------------------------- */

enum { NAMED_MAX = 20 /* items in one sentence */ };

static void
state_free(void *state)
{
	solve_release(state);
	free(state);
}

struct solve *
solve_new(struct call *c)
{
	c->state = mem_new(sizeof(struct solve));
	c->state_free = state_free;
	return c->state;
}

void
solve_verdict_drop(struct solve_verdict *v)
{
	free(v->message);
	free(v->second.solver);
	*v = (struct solve_verdict){0};
}

void
solve_release(struct solve *s)
{
	model_free(s->model);
	json_free(s->options);
	free(s->left_out.is);
	free(s->terms.at);
	free(s->known.solution);
	free(s->known.start);
	free(s->known.bound);
	json_free(s->known.run);
	render_release(&s->text.render);
	free(s->text.fields.at);
	answer_free(s->answer);
	solve_verdict_drop(&s->verdict);
	values_drop(&s->values);
	*s = (struct solve){0};
}

size_t
solve_count(const struct solve *s, enum ask_field_kind as)
{
	size_t count = 0;

	for (size_t i = 0; i < s->terms.count; i++)
		count += s->terms.at[i].as == as;
	return count;
}

/* --- fields --------------------------------------------------------------- */

/* Each type is read and compared by a function of its name. */
static const struct json_object *
read_json(const struct json_object *arguments, const char *name,
	const struct json_object *otherwise)
{
	const struct json_object *value = json_get(arguments, name);

	return value != NULL ? value : otherwise;
}

static const char *
read_word(const struct json_object *arguments, const char *name,
	const char *otherwise)
{
	const char *value = json_get_string(arguments, name);

	return value != NULL ? value : otherwise;
}

static bool
equal_json(const struct json_object *a, const struct json_object *b)
{
	return a == NULL || b == NULL ? a == b : json_equal(a, b);
}

static bool
equal_word(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static int64_t
read_count(const struct json_object *arguments, const char *name,
	int64_t otherwise)
{
	return json_get_int(arguments, name, otherwise);
}

static bool
read_flag(const struct json_object *arguments, const char *name, bool otherwise)
{
	return json_get_bool(arguments, name, otherwise);
}

static bool
equal_count(int64_t a, int64_t b)
{
	return a == b;
}

static bool
equal_flag(bool a, bool b)
{
	return a == b;
}

void
request_fields_read(struct request_fields *f, const struct server *server,
	const struct json_object *arguments)
{
	*f = (struct request_fields){
#define REQUEST_FIELD(type, name, otherwise, comparison) \
	.name = read_##type(arguments, #name, otherwise),
#include "wire/request_fields.def"
	};
}

bool
request_fields_agree(
	const struct request_fields *a, const struct request_fields *b)
{
	bool agree = true;

#define REQUEST_FIELD(type, name, otherwise, comparison) \
	agree = agree && ((comparison) != MUST_EQUAL || \
				 equal_##type(a->name, b->name));
#include "wire/request_fields.def"
	return agree;
}

/* --- terms --------------------------------------------------------------- */

bool
solve_add_term(struct solve *s, const struct solve_term *term, struct err *e)
{
	struct solve_term bare = *term;
	struct diagnostic fault;
	size_t start = 0;

	coroutine_pause();
	if (term->size > LIMIT_ITEM)
		return err_advise(e, ERR_LIMIT,
			"A term may have at most %d bytes, and one has %zu; "
			"define its parts as items, with define-fun, and send "
			"a term that uses their names",
			LIMIT_ITEM, term->size);
	if (term->text == NULL)
		bare.text = "";
	else if (!term_check(
			 term->text, term->size, &start, &bare.size, &fault))
		return refuse_term(s, term, &fault, e);
	bare.text += start;
	*ARRAY_ADD(s->terms.at, s->terms.count, s->terms.capacity) = bare;
	return true;
}

static bool
read_term(struct solve *s, const struct json_object *value,
	struct solve_term term, struct err *e)
{
	term.text = json_string(value);
	term.size = json_string_size(value);
	return solve_add_term(s, &term, e);
}

/* A set may be empty. */
static bool
read_set(struct solve *s, const struct json_object *terms,
	struct solve_term term, struct err *e)
{
	bool is_read = json_count(terms) > 0 || solve_add_term(s, &term, e);

	for (size_t i = 0; is_read && i < json_count(terms); i++) {
		term.inner = i + 1;
		is_read = read_term(s, json_at(terms, i), term, e);
		term.as = FIELD_SET_MORE;
	}
	return is_read;
}

/* A term, or a list of terms or of sets. */
static bool
read_terms(struct solve *s, const struct json_object *value,
	struct solve_term term, struct err *e)
{
	bool is_read = true;

	term.index = -1;
	if (json_kind(value) != JSON_ARRAY)
		return read_term(s, value, term, e);
	for (size_t i = 0; is_read && i < json_count(value); i++) {
		const struct json_object *one = json_at(value, i);

		term.index = (ptrdiff_t)i;
		is_read = term.as == FIELD_SET ? read_set(s, one, term, e)
					       : read_term(s, one, term, e);
	}
	return is_read;
}

/* `forced: true` is about those of `terms`, or else all constants. */
static bool
force_all(struct solve *s, struct solve_term term, struct err *e)
{
	bool has_terms = solve_count(s, FIELD_VALUE) > 0;

	for (size_t i = 0; i < s->terms.count; i++) {
		if (s->terms.at[i].as == FIELD_VALUE)
			s->terms.at[i].as = FIELD_FORCED;
	}
	return has_terms || solve_add_term(s, &term, e);
}

static bool
read_all_terms(struct solve *s, struct err *e)
{
	const struct {
		const struct json_object *value;
		struct solve_term term;
	} lists[] = {
#define REQUEST_FIELD(...)
#define REQUEST_TERMS(name, kind, comparison) \
	{s->request.name, {.argument = #name, .as = (kind)}},
#include "wire/request_fields.def"
	};
	bool is_read = true;

	for (size_t i = 0; is_read && i < sizeof(lists) / sizeof(lists[0]);
		i++) {
		const struct json_object *value = lists[i].value;

		if (json_kind(value) != JSON_BOOL && value != NULL)
			is_read = read_terms(s, value, lists[i].term, e);
		else if (value != NULL && json_boolean(value))
			is_read = force_all(s, lists[i].term, e);
	}
	return is_read;
}

bool
solve_use_model(struct solve *s, struct model *m)
{
	model_free(s->model);
	free(s->left_out.is);
	s->model = m;
	s->left_out.is = m != NULL ? mem_new(m->count + 1) : NULL;
	s->left_out.count = 0;
	return m != NULL;
}

/* The item that an entry of the argument names. */
static bool
find_item(const struct solve *s, const char *argument,
	const struct json_object *list, size_t at, size_t *index, struct err *e)
{
	struct edit target = {0};
	struct err why;

	arguments_read_item(json_at(list, at), &target);
	return edit_target(s->model, &target, index, &why) ||
	       err_set(e, why.code, "%s[%zu]: %s", argument, at, why.text);
}

static bool
read_without(struct solve *s, struct err *e)
{
	const struct json_object *list = s->request.without;

	for (size_t i = 0;
		json_kind(list) == JSON_ARRAY && i < json_count(list); i++) {
		size_t index;

		if (!find_item(s, "without", list, i, &index, e))
			return false;
		s->left_out.count += !s->left_out.is[index];
		s->left_out.is[index] = true;
	}
	return true;
}

bool
solve_begin(const struct call *c, struct solve *s,
	const struct session_info *session, struct model *m, struct err *e)
{
	DROP(json) struct json_object *metadata = NULL;

	s->session = *session;
	if (!solve_use_model(s, m))
		return false;
	if (session->id != 0) {
		metadata =
			session_metadata_load(c->server->store, session->id, e);
		if (metadata == NULL)
			return false;
		s->options = json_share(json_get(metadata, "options"));
	}
	request_fields_read(&s->request, c->server, c->arguments);
	solver_options_read(c->server, s->options, c->arguments, &s->setup);
	return true;
}

bool
solve_read(struct call *c, struct solve *s, struct err *e)
{
	struct server *server = c->server;
	struct session_info session;

	return session_argument_find(c, &session, e) &&
	       solve_begin(c, s, &session,
		       model_cache_read(server->cache, server->store,
			       session.id, session.revision, e),
		       e) &&
	       solve_read_terms(s, e);
}

bool
solve_read_terms(struct solve *s, struct err *e)
{
	return read_without(s, e) && read_all_terms(s, e);
}

bool
solve_is_what_if(const struct solve *s)
{
	return s->left_out.count > 0 || solve_count(s, FIELD_ASSUME) > 0;
}

static void
add_left_out(const struct solve *s, struct buf *out)
{
	size_t named = 0;

	buf_add_format(
		out, "without item%s ", s->left_out.count == 1 ? "" : "s");
	for (size_t i = 0; i < s->model->count && named <= NAMED_MAX; i++) {
		if (!s->left_out.is[i])
			continue;
		buf_add_text(out, named > 0 ? ", " : "");
		if (named++ < NAMED_MAX)
			buf_add_format(out, "%zu", i);
		else
			buf_add_text(out, "...");
	}
}

void
solve_describe(const struct solve *s, struct buf *out)
{
	size_t assumed = solve_count(s, FIELD_ASSUME);

	if (assumed > 0) {
		buf_add_text(out, "under ");
		reply_add_count(assumed, "assumption", out);
	}
	if (assumed > 0 && s->left_out.count > 0)
		buf_add_text(out, " and ");
	if (s->left_out.count > 0)
		add_left_out(s, out);
}

/* --- the text ------------------------------------------------------------ */

/* Room for the terms of the call, which came in one message, for what stands
 * around them, and for what earlier runs know. */
enum { ROOM = 3 * LIMIT_MESSAGE };

static void
blank(char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (text[i] != '\n')
			text[i] = ' ';
	}
}

static void
blank_items(struct solve *s)
{
	size_t at = 0;

	for (size_t i = 0; s->left_out.count > 0 && i < s->model->count; i++) {
		size_t size = model_at(s->model, i)->size;

		if (s->left_out.is[i])
			blank(s->text.render.text.data + at, size);
		at += size + 1;
	}
}

/* Words in a comment do no harm. */
bool
solve_has_objective(const struct solve *s)
{
	bool has = solve_count(s, FIELD_MINIMIZE) > 0 ||
		   solve_count(s, FIELD_MAXIMIZE) > 0;

	for (size_t i = 0; i < s->model->count && !has; i++) {
		const char *text = model_at(s->model, i)->content;

		has = strstr(text, "minimize") != NULL ||
		      strstr(text, "maximize") != NULL ||
		      strstr(text, "assert-soft") != NULL;
	}
	return has;
}

static bool
is_objective(enum command_kind kind)
{
	return kind == COMMAND_MINIMIZE || kind == COMMAND_MAXIMIZE ||
	       kind == COMMAND_ASSERT_SOFT;
}

/* The order that the command sets, or NULL. */
static const char *
order_set_by(const struct command *form, const char *text)
{
	static const char *const names[] = {"lex", "box", "pareto"};
	struct token name;
	struct token value;

	if (form->command != COMMAND_SET_OPTION ||
		!command_argument(form, text, 0, &name) ||
		!command_argument(form, text, 1, &value) ||
		!token_is(text, &name, ":opt.priority"))
		return NULL;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (token_is(text, &value, names[i]))
			return names[i];
	}
	return NULL;
}

/* They say what is best, not what is possible, and may be left out. */
static void
read_objectives_of_items(struct solve *s)
{
	struct buf *text = &s->text.render.text;
	DROP(commands) struct commands forms = {0};

	render_add_commands(s->model, s->left_out.is, &forms);
	for (size_t i = 0; i < forms.count; i++) {
		const struct command *form = &forms.at[i];
		const char *order = order_set_by(form, text->data);

		if (order != NULL)
			s->text.order = order;
		if (s->text.without_objectives && is_objective(form->command))
			blank(text->data + form->list.offset,
				form->list.length);
	}
}

/* Their order is that of an item, the session's configuration or the call: the
 * last one counts. */
static void
read_objectives(struct solve *s)
{
	const char *set = json_get_string(s->options, "opt.priority");

	s->text.order = "lex";
	/* Only who asks for the best looks at the commands. */
	if (s->text.without_objectives || solve_has_objective(s))
		read_objectives_of_items(s);
	if (set != NULL)
		s->text.order = set;
	if (s->request.priority != NULL)
		s->text.order = s->request.priority;
}

static void
add_field(struct solve *s, enum ask_field_kind as, const char *text)
{
	if (text != NULL)
		ask_fields_add(&s->text.fields, as, text, strlen(text),
			&s->text.render.text);
}

/* The settings, and what is known of solutions. */
static void
add_settings(struct solve *s)
{
	DROP(text) char *order = NULL;

	solver_options_add(s->options, &s->text.fields, &s->text.render.text);
	if (s->request.priority != NULL)
		order = text_format(":opt.priority %s", s->request.priority);
	add_field(s, FIELD_OPTION, order);
	add_field(s, FIELD_SOLUTION, s->known.solution);
	add_field(s, FIELD_START, s->known.start);
	add_field(s, FIELD_BOUND, s->known.bound);
}

/* In the order of the kinds, but a set in one piece. */
static void
add_terms(struct solve *s)
{
	for (size_t i = 0; i < s->terms.count; i++)
		s->terms.at[i].field = 0;
	for (enum ask_field_kind as = FIELD_MINIMIZE; as <= FIELD_FORCED;
		as++) {
		for (size_t i = 0; i < s->terms.count; i++) {
			struct solve_term *term = &s->terms.at[i];
			bool is_of_set = term->as == FIELD_SET_MORE ||
					 term->as == FIELD_SET_REFUTE;

			if ((is_of_set ? FIELD_SET : term->as) != as)
				continue;
			ask_fields_add(&s->text.fields, term->as, term->text,
				term->size, &s->text.render.text);
			term->field = (uint32_t)s->text.fields.count;
		}
	}
}

/* Numbers of groups are those of items. */
static bool
add_kept(struct solve *s, struct err *e)
{
	const struct json_object *keep = s->request.keep;

	for (size_t i = 0;
		json_kind(keep) == JSON_ARRAY && i < json_count(keep); i++) {
		DROP(text) char *number = NULL;
		size_t index;

		if (!find_item(s, "keep", keep, i, &index, e))
			return false;
		number = text_format("%zu", index);
		add_field(s, FIELD_KEEP, number);
	}
	return true;
}

/* With the kinds of the fields, which the text does not say. */
static void
make_hash(struct solve *s)
{
	struct buf *text = &s->text.render.text;
	size_t size = text->size;

	for (size_t i = 0; i < s->text.fields.count; i++)
		buf_add_char(text, (char)('a' + s->text.fields.at[i].kind));
	hash_text(text->data, text->size, s->text.hash);
	buf_truncate(text, size);
}

bool
solve_write(struct solve *s, struct err *e)
{
	struct buf *text = &s->text.render.text;
	size_t sets = solve_count(s, FIELD_SET);

	render_release(&s->text.render);
	s->text.fields.count = 0;
	render_worker(s->model, &s->text.render);
	text->ceiling += ROOM;
	blank_items(s);
	read_objectives(s);
	add_settings(s);
	add_terms(s);
	if (!add_kept(s, e))
		return false;
	/* Of what is asked: not of what it goes on from. */
	if (s->known.start == NULL && s->known.bound == NULL)
		make_hash(s);
#define REQUEST_FIELD(...)
#define REQUEST_SENT(type, name, ...) s->ask.name = s->request.name;
#include "wire/request_fields.def"
	s->ask.text = text->data;
	s->ask.size = text->size;
	s->ask.fields = s->text.fields.at;
	s->ask.field_count = s->text.fields.count;
	s->ask.groups.at = s->text.render.first_lines;
	s->ask.groups.count = s->text.render.count;
	s->ask.checks = sets > 0 ? sets : 1;
	if (s->ask.solutions == 0)
		s->ask.solutions = 1;
	return true;
}

void
solve_blank_property(struct solve *s)
{
	struct ask_fields *fields = &s->text.fields;
	size_t kept = 0;

	for (size_t i = 0; i < fields->count; i++) {
		const struct ask_field field = fields->at[i];

		if (field.kind == FIELD_REFUTE)
			blank(s->text.render.text.data + field.offset,
				field.size);
		else
			fields->at[kept++] = field;
	}
	fields->count = s->ask.field_count = kept;
}

/* Appends the term as a command of `head`. */
static void
add_term_command(const struct solve_term *term, enum command_kind kind,
	const char *head, struct buf *out, struct commands *forms)
{
	size_t start = out->size;

	buf_add_format(out, "(%s %.*s)%s", head, (int)term->size, term->text,
		term->as == FIELD_REFUTE ? ")" : "");
	*ARRAY_ADD(forms->at, forms->count, forms->capacity) = (struct command){
		.command = kind,
		.list = {.kind = TOKEN_OPEN,
			.column = 1,
			.offset = start,
			.length = out->size - start},
		.head = {.kind = TOKEN_SYMBOL,
			.column = 1,
			.offset = start + 1,
			.length = strcspn(head, " ")},
	};
	buf_add_char(out, '\n');
}

void
solve_add_script(const struct solve *s, struct buf *out, struct commands *forms)
{
	static const struct {
		const char *head;
		enum command_kind kind;
	} heads[] = {
		[FIELD_MINIMIZE] = {"minimize", COMMAND_MINIMIZE},
		[FIELD_MAXIMIZE] = {"maximize", COMMAND_MAXIMIZE},
		[FIELD_ASSUME] = {"assert", COMMAND_ASSERT},
		[FIELD_REFUTE] = {"assert (not", COMMAND_ASSERT},
	};
	size_t kept = 0;

	buf_add(out, s->ask.text, ask_script_size(&s->ask));
	render_add_commands(s->model, s->left_out.is, forms);
	for (size_t i = 0; i < forms->count; i++) {
		const struct command form = forms->at[i];

		if (!s->text.without_objectives || !is_objective(form.command))
			forms->at[kept++] = form;
	}
	forms->count = kept;
	for (size_t i = 0; i < s->terms.count; i++) {
		const struct solve_term *term = &s->terms.at[i];

		if (term->as >= FIELD_MINIMIZE && term->as <= FIELD_REFUTE)
			add_term_command(term, heads[term->as].kind,
				heads[term->as].head, out, forms);
	}
}

void
solve_warn(const struct solve *s, struct json_object *warnings)
{
	for (size_t i = 0; i < s->terms.count; i++) {
		const struct solve_term *term = &s->terms.at[i];
		DROP(text) char *name = NULL;
		DROP(text) char *text = NULL;
		DROP(parsed_text) struct parsed_text parsed = {0};
		struct diagnostic ignored; /* it has been read before */

		coroutine_pause();
		/* In a longer one nobody has written a slip by hand. */
		if (term->size == 0 || term->size > LIMIT_READ_HERE)
			continue;
		name = solve_term_name(term);
		text = text_format(
			"(assert %.*s)", (int)term->size, term->text);
		(void)parsed_text_init(&parsed, text, strlen(text), &ignored);
		warnings_add_lint(warnings, name, &parsed);
	}
}
