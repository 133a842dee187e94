/*
 * A text is walked token by token with a stack of the lists that are open; no
 * recursion. Every list has a shape, which says what role its n-th element
 * plays; the role says what a symbol there does and what shape a list there
 * has. A list's shape may turn out at its first symbol: a term that begins
 * with "let" becomes a LET. The grammar is grammar_list.def and
 * grammar_role.def.
 */
#include "smt/names/symbols.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "smt/names/builtin.h"
#include "smt/text/commands.h"
#include "smt/text/lexer.h"

/* --- what is bound, declared and used at a place ------------------------- */

/* A name that a binder holds, in one of the name spaces. */
struct bound {
	size_t name;
	enum space space;
};

struct bounds {
	struct bound *at;
	size_t count;
	size_t capacity;
};

struct scope {
	const char *text;
	size_t command; /* number of the one that is walked */
	struct symbol_table names;
	struct bounds open;    /* what is bound here, outermost first */
	struct bounds waiting; /* of let: bound when its bindings end */
	struct symbols *out;
};

enum { SUBJECT_NONE = -1 };

static size_t
name_of(struct scope *s, const struct token *t)
{
	return symbol_table_find(&s->names, token_name(s->text, t));
}

static enum space
space_of(enum symbol_kind kind)
{
	return kind == SYMBOL_SORT ? SPACE_SORT : SPACE_FUNCTION;
}

static struct symbol
make_symbol(const struct scope *s, const struct token *t, char *name)
{
	return (struct symbol){
		.name = name,
		.command = s->command,
		.offset = t->offset,
		.line = t->line,
		.column = t->column,
	};
}

static void
add_use(struct scope *s, const struct token *t, enum space space,
	bool is_pattern)
{
	size_t number = name_of(s, t); /* moves the names */
	struct name *name = &s->names.at[number];
	struct symbols *out = s->out;
	struct symbol *use;

	if (name->used[space] != 0)
		out->used[name->used[space] - 1].is_pattern &= is_pattern;
	if (name->declared[space] || name->used[space] != 0)
		return;
	out->used = mem_room(out->used, out->used_count, &out->used_capacity,
		sizeof(*out->used));
	use = &out->used[out->used_count++];
	name->used[space] = out->used_count;
	*use = make_symbol(
		s, t, text_copy_n(name->text.start, name->text.length));
	use->is_sort = space == SPACE_SORT;
	use->is_builtin = builtin_has_slice(name->text);
	use->is_pattern = is_pattern;
}

/* A use, unless it is bound here or declared by the text so far. */
static void
scope_use(struct scope *s, const struct token *t, enum space space)
{
	size_t number = name_of(s, t);

	if (s->names.at[number].bound[space] == 0)
		add_use(s, t, space, false);
}

static void
bounds_add(struct bounds *b, size_t name, enum space space)
{
	*ARRAY_ADD(b->at, b->count, b->capacity) = (struct bound){name, space};
}

static void
scope_bind(struct scope *s, const struct token *t, enum space space)
{
	size_t number = name_of(s, t);

	bounds_add(&s->open, number, space);
	s->names.at[number].bound[space]++;
}

/* A constructor, which looks through binders, or a variable; it is taken for
 * both. */
static void
scope_use_pattern(struct scope *s, const struct token *t)
{
	if (token_is(s->text, t, "_"))
		return;
	add_use(s, t, SPACE_FUNCTION, true);
	scope_bind(s, t, SPACE_FUNCTION);
}

static void
scope_bind_name(struct scope *s, size_t name)
{
	bounds_add(&s->open, name, SPACE_FUNCTION);
	s->names.at[name].bound[SPACE_FUNCTION]++;
}

/* Unbinds the innermost until `count` are left. */
static void
scope_leave(struct scope *s, size_t count)
{
	while (s->open.count > count) {
		struct bound last = s->open.at[--s->open.count];

		s->names.at[last.name].bound[last.space]--;
	}
}

/* Binds when scope_bind_waiting is called with the count before it. */
static void
scope_wait(struct scope *s, const struct token *t)
{
	bounds_add(&s->waiting, name_of(s, t), SPACE_FUNCTION);
}

static void
scope_bind_waiting(struct scope *s, size_t count)
{
	for (size_t i = count; i < s->waiting.count; i++)
		scope_bind_name(s, s->waiting.at[i].name);
	s->waiting.count = count;
}

static long
add_declared(struct scope *s, struct symbol symbol)
{
	struct symbols *out = s->out;

	out->declared = mem_room(out->declared, out->declared_count,
		&out->declared_capacity, sizeof(*out->declared));
	out->declared[out->declared_count] = symbol;
	return (long)out->declared_count++;
}

/* Adds a declaration: its number in out->declared. A later use is the text's
 * own from scope_publish on. */
static long
scope_declare(struct scope *s, const struct token *t, enum symbol_kind kind)
{
	struct slice name = token_name(s->text, t);
	struct symbol symbol =
		make_symbol(s, t, text_copy_n(name.start, name.length));

	symbol.kind = kind;
	symbol.is_sort = kind == SYMBOL_SORT;
	return add_declared(s, symbol);
}

/* From here on a use of it is one of the text's own. */
static void
scope_publish(struct scope *s, long declared)
{
	const struct symbol *symbol = &s->out->declared[declared];
	size_t number = symbol_table_find(&s->names, slice_of(symbol->name));

	s->names.at[number].declared[space_of(symbol->kind)] = true;
}

/* The same for is-C. */
static void
scope_declare_tester(struct scope *s, const struct token *constructor)
{
	struct slice name = token_name(s->text, constructor);
	struct symbol symbol = make_symbol(s, constructor,
		text_format("is-%.*s", (int)name.length, name.start));

	symbol.kind = SYMBOL_TESTER;
	symbol.arity = 1;
	scope_publish(s, add_declared(s, symbol));
}

/* --- the grammar --------------------------------------------------------- */

enum shape {
#define SHAPE(name, first, second, third, fourth, rest) SHAPE_##name,
#include "smt/names/grammar_list.def"
#undef SHAPE
};

enum role {
#define ROLE(name, action, list) ROLE_##name,
#include "smt/names/grammar_role.def"
#undef ROLE
};

/* An open list. */
struct frame {
	enum shape shape;
	size_t position; /* of the element at hand */
	size_t open;	 /* how many names were bound before it */
	size_t waiting;	 /* how many waited to be bound */
	enum role value; /* of what stands after a keyword */
	bool counts;	 /* its elements are the subject's arguments */
	long subject;	 /* number of the declaration it belongs to, or -1 */
};

struct walk {
	struct scope *scope;
	struct frame *frames;
	size_t depth;
	size_t capacity;
	/* The parameters of each head of define-funs-rec, for its body. */
	size_t *parameters; /* names */
	size_t parameter_count;
	size_t parameter_capacity;
	size_t *ends; /* of each head's parameters */
	size_t end_count;
	size_t end_capacity;
	bool is_old; /* declare-datatypes as before SMT-LIB 2.6 */
};

enum { LISTED = 5 };

static const unsigned char shapes[][LISTED] = {
#define SHAPE(name, first, second, third, fourth, rest) \
	[SHAPE_##name] = {ROLE_##first, ROLE_##second, ROLE_##third, \
		ROLE_##fourth, ROLE_##rest},
#include "smt/names/grammar_list.def"
#undef SHAPE
};

enum action {
	ACTION_SKIP,
	ACTION_USE_FUNCTION,
	ACTION_USE_SORT,
	ACTION_USE_GLOBAL,
	ACTION_USE_AND_BIND,
	ACTION_BIND_VARIABLE,
	ACTION_BIND_SORT,
	ACTION_BIND_LATER,
	ACTION_DECLARE_FUNCTION,
	ACTION_DEFINE, /* its own body does not see it */
	ACTION_DEFINE_REC,
	ACTION_DECLARE_SORT,
	ACTION_DECLARE_CONSTRUCTOR,
	ACTION_DECLARE_SELECTOR,
	ACTION_DECLARE_LABEL,
};

static const struct {
	enum action action;
	enum shape list;
} roles[] = {
#define ROLE(name, action, list) \
	[ROLE_##name] = {ACTION_##action, SHAPE_##list},
#include "smt/names/grammar_role.def"
#undef ROLE
};

/* Words of the grammar: a list that begins with one is another one. */
static const struct {
	enum role role;
	enum shape shape;
	const char *word;
} words[] = {
	{ROLE_HEAD, SHAPE_LET, "let"},
	{ROLE_HEAD, SHAPE_QUANTIFIER, "forall"},
	{ROLE_HEAD, SHAPE_QUANTIFIER, "exists"},
	{ROLE_HEAD, SHAPE_QUANTIFIER, "lambda"},
	{ROLE_HEAD, SHAPE_ATTRIBUTED, "!"},
	{ROLE_HEAD, SHAPE_MATCH, "match"},
	{ROLE_HEAD, SHAPE_AS, "as"},
	{ROLE_HEAD, SHAPE_INDEXED, "_"},
	{ROLE_HEAD, SHAPE_SKIP, "root-obj"},
	{ROLE_QUALIFIER, SHAPE_AS, "as"},
	{ROLE_QUALIFIER, SHAPE_INDEXED, "_"},
	/* (_ BitVec 8): its name is libz3's, its indices are not sorts. */
	{ROLE_SORT_HEAD, SHAPE_SKIP, "_"},
	{ROLE_CASE_HEAD, SHAPE_OLD_CASE, "case"},
	{ROLE_DATATYPE_HEAD, SHAPE_PAR, "par"},
};

static bool
is_word(const struct walk *w, struct frame *f, enum role role,
	const struct token *t)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (words[i].role == role &&
			token_is(w->scope->text, t, words[i].word)) {
			f->shape = words[i].shape;
			return true;
		}
	}
	return false;
}

static void
declare(struct walk *w, struct frame *f, enum action action,
	const struct token *t)
{
	static const enum symbol_kind kinds[] = {
		[ACTION_DECLARE_FUNCTION] = SYMBOL_FUNCTION,
		[ACTION_DEFINE] = SYMBOL_DEFINED,
		[ACTION_DEFINE_REC] = SYMBOL_RECURSIVE,
		[ACTION_DECLARE_SORT] = SYMBOL_SORT,
		[ACTION_DECLARE_CONSTRUCTOR] = SYMBOL_CONSTRUCTOR,
		[ACTION_DECLARE_SELECTOR] = SYMBOL_SELECTOR,
		[ACTION_DECLARE_LABEL] = SYMBOL_LABEL,
	};
	long number = scope_declare(w->scope, t, kinds[action]);

	if (action != ACTION_DECLARE_LABEL)
		f->subject = number;
	if (action == ACTION_DECLARE_SELECTOR)
		w->scope->out->declared[number].arity = 1;
	if (action > ACTION_DEFINE)
		scope_publish(w->scope, number);
	if (action == ACTION_DECLARE_CONSTRUCTOR)
		scope_declare_tester(w->scope, t);
}

/* A symbol in that role; f is the list that it stands in. */
static void
act(struct walk *w, struct frame *f, enum role role, const struct token *t)
{
	enum action action = roles[role].action;

	if (is_word(w, f, role, t))
		return;
	/* A pattern without further parentheses, :pattern (f x), is one term;
	 * an enumeration may be written as (red green). */
	if (role == ROLE_TRIGGER_HEAD)
		f->shape = SHAPE_TERMS;
	if (role == ROLE_DATATYPE_HEAD)
		f->shape = SHAPE_CONSTRUCTORS;
	if (action >= ACTION_DECLARE_FUNCTION)
		declare(w, f, action, t);
	else if (action == ACTION_USE_FUNCTION)
		scope_use(w->scope, t, SPACE_FUNCTION);
	else if (action == ACTION_USE_SORT)
		scope_use(w->scope, t, SPACE_SORT);
	else if (action == ACTION_USE_GLOBAL)
		add_use(w->scope, t, SPACE_FUNCTION, false);
	else if (action == ACTION_BIND_VARIABLE)
		scope_bind(w->scope, t, SPACE_FUNCTION);
	else if (action == ACTION_BIND_SORT)
		scope_bind(w->scope, t, SPACE_SORT);
	else if (action == ACTION_BIND_LATER)
		scope_wait(w->scope, t);
	else if (action == ACTION_USE_AND_BIND)
		scope_use_pattern(w->scope, t);
}

/* The role of the element at f->position by the list's shape. */
static enum role
role_at(const struct frame *f)
{
	size_t listed = f->position < LISTED ? f->position : LISTED - 1;

	return (enum role)shapes[f->shape][listed];
}

/* --- the walk ------------------------------------------------------------ */

static const unsigned char command_shapes[COMMAND_KIND_COUNT] = {
	[COMMAND_DECLARE_SORT] = SHAPE_DECLARE_SORT,
	[COMMAND_DEFINE_SORT] = SHAPE_DEFINE_SORT,
	[COMMAND_DECLARE_DATATYPE] = SHAPE_DECLARE_DATATYPE,
	[COMMAND_DECLARE_DATATYPES] = SHAPE_DECLARE_DATATYPES,
	[COMMAND_DECLARE_CONST] = SHAPE_DECLARE_CONST,
	[COMMAND_DECLARE_FUN] = SHAPE_DECLARE_FUN,
	[COMMAND_DEFINE_CONST] = SHAPE_DEFINE_CONST,
	[COMMAND_DEFINE_FUN] = SHAPE_DEFINE_FUN,
	[COMMAND_DEFINE_FUN_REC] = SHAPE_DEFINE_FUN_REC,
	[COMMAND_DEFINE_FUNS_REC] = SHAPE_DEFINE_FUNS_REC,
	[COMMAND_ASSERT] = SHAPE_ONE_TERM,
	[COMMAND_ASSERT_SOFT] = SHAPE_ONE_TERM,
	[COMMAND_MINIMIZE] = SHAPE_ONE_TERM,
	[COMMAND_MAXIMIZE] = SHAPE_ONE_TERM,
	[COMMAND_EVAL] = SHAPE_ONE_TERM,
	[COMMAND_SIMPLIFY] = SHAPE_ONE_TERM,
	[COMMAND_GET_VALUE] = SHAPE_ONE_LIST,
	[COMMAND_CHECK_SAT_ASSUMING] = SHAPE_ONE_LIST,
	[COMMAND_CHECK_SAT] = SHAPE_TERMS,
};

/* The roles of what stands after a keyword of (! ...). */
static enum role
role_after(const struct walk *w, const struct token *keyword)
{
	const char *text = w->scope->text;

	if (token_is(text, keyword, ":named"))
		return ROLE_LABEL;
	if (token_is(text, keyword, ":pattern"))
		return ROLE_TRIGGER;
	if (token_is(text, keyword, ":no-pattern"))
		return ROLE_TERM;
	return ROLE_SKIP;
}

/* The i-th body of define-funs-rec sees the parameters of the i-th head. */
static void
bind_parameters(struct walk *w, const struct frame *f)
{
	size_t from = 0;

	scope_leave(w->scope, f->open);
	if (f->position >= w->end_count)
		return;
	if (f->position > 0)
		from = w->ends[f->position - 1];
	for (size_t i = from; i < w->ends[f->position]; i++)
		scope_bind_name(w->scope, w->parameters[i]);
}

static void
keep_parameters(struct walk *w, const struct frame *f)
{
	const struct bounds *open = &w->scope->open;

	for (size_t i = f->open; i < open->count; i++) {
		*ARRAY_ADD(w->parameters, w->parameter_count,
			w->parameter_capacity) = open->at[i].name;
	}
	*ARRAY_ADD(w->ends, w->end_count, w->end_capacity) = w->parameter_count;
}

/* The role of the element at hand, which is stepped over. */
static enum role
next_role(struct walk *w, struct frame *f)
{
	enum role role = role_at(f);

	if (role == ROLE_REC_BODY)
		bind_parameters(w, f);
	if (role == ROLE_ATTRIBUTE) {
		role = f->value;
		f->value = ROLE_SKIP;
	}
	f->position++;
	return role;
}

static void
push(struct walk *w, struct frame f)
{
	w->frames =
		mem_room(w->frames, w->depth, &w->capacity, sizeof(*w->frames));
	f.open = w->scope->open.count;
	f.waiting = w->scope->waiting.count;
	w->frames[w->depth++] = f;
}

static void
walk_open(struct walk *w)
{
	struct frame *f = &w->frames[w->depth - 1];
	enum role role = next_role(w, f);
	struct frame list = {.shape = roles[role].list, .subject = f->subject};

	if (role == ROLE_DATATYPE_HEAD)
		f->shape = SHAPE_CONSTRUCTORS;
	if (role == ROLE_DATATYPES && w->is_old)
		list.shape = SHAPE_OLD_DATATYPES;
	list.counts = role == ROLE_DOMAIN || role == ROLE_PARAMETERS ||
		      role == ROLE_SORT_PARAMETERS;
	if (!list.counts && role != ROLE_DATATYPE)
		list.subject = SUBJECT_NONE;
	push(w, list);
}

static void
walk_atom(struct walk *w, const struct token *t)
{
	struct frame *f = &w->frames[w->depth - 1];
	enum role role;

	if (t->kind == TOKEN_KEYWORD && f->shape == SHAPE_ATTRIBUTED) {
		f->value = role_after(w, t);
		return;
	}
	role = next_role(w, f);
	if (token_is_symbol(t))
		act(w, f, role, t);
	else if (role == ROLE_ARITY && t->kind == TOKEN_NUMERAL &&
		 f->subject != SUBJECT_NONE)
		w->scope->out->declared[f->subject].arity =
			token_number(w->scope->text, t);
}

/* Shapes whose bindings hold in the list around them. */
static bool
binds_for_others(enum shape shape)
{
	return shape == SHAPE_VARIABLE || shape == SHAPE_VARIABLES ||
	       shape == SHAPE_BINDINGS || shape == SHAPE_PATTERN ||
	       shape == SHAPE_SORT_PARAMETERS || shape == SHAPE_SORT_NAMES;
}

static void
walk_close(struct walk *w)
{
	struct frame f = w->frames[--w->depth];
	struct symbols *out = w->scope->out;

	if (f.counts && f.subject != SUBJECT_NONE)
		out->declared[f.subject].arity = f.position;
	if (f.shape == SHAPE_CONSTRUCTOR && f.subject != SUBJECT_NONE)
		out->declared[f.subject].arity = f.position - 1;
	if (f.shape == SHAPE_BINDINGS)
		scope_bind_waiting(w->scope, f.waiting);
	if (f.shape == SHAPE_REC_HEAD)
		keep_parameters(w, &f);
	if (!binds_for_others(f.shape))
		scope_leave(w->scope, f.open);
}

static bool
has_lists(const char *text, const struct token *list)
{
	struct lexer walk;
	struct token t;

	lexer_enter(&walk, text, list);
	return command_next(&walk, &t) && t.kind == TOKEN_OPEN;
}

/*
 * (declare-datatypes (X) ((T C ...) (U C ...))): here the sorts have to be
 * declared before the walk, since T may use U.
 */
static void
declare_old_sorts(struct walk *w, const struct command *form)
{
	const char *text = w->scope->text;
	struct token parameters;
	struct token t;
	struct lexer sorts;
	struct lexer sort;
	size_t arity = 0;

	w->is_old = form->command == COMMAND_DECLARE_DATATYPES &&
		    command_argument(form, text, 0, &parameters) &&
		    parameters.kind == TOKEN_OPEN &&
		    !has_lists(text, &parameters);
	if (!w->is_old || !command_argument(form, text, 1, &t) ||
		t.kind != TOKEN_OPEN)
		return;
	lexer_enter(&sorts, text, &t);
	lexer_enter(&sort, text, &parameters);
	while (command_next(&sort, &t))
		arity++;
	while (command_next(&sorts, &t)) {
		long number;

		if (t.kind != TOKEN_OPEN)
			continue;
		lexer_enter(&sort, text, &t);
		if (!command_next(&sort, &t) || !token_is_symbol(&t))
			continue;
		number = scope_declare(w->scope, &t, SYMBOL_SORT);
		w->scope->out->declared[number].arity = arity;
		scope_publish(w->scope, number);
	}
}

static void
walk_form(struct walk *w, const struct command *form)
{
	size_t declared = w->scope->out->declared_count;
	struct lexer lexer;
	struct token t;
	struct diagnostic fault;

	w->parameter_count = 0;
	w->end_count = 0;
	declare_old_sorts(w, form);
	push(w, (struct frame){
			.shape = (enum shape)command_shapes[form->command],
			.subject = SUBJECT_NONE,
		});
	command_walk(form, w->scope->text, &lexer);
	/* commands_split has seen that each of these is a token. */
	while (w->depth > 0 && lexer_next(&lexer, &t, &fault)) {
		if (t.kind == TOKEN_OPEN)
			walk_open(w);
		else if (t.kind == TOKEN_CLOSE)
			walk_close(w);
		else
			walk_atom(w, &t);
	}
	assert(w->depth == 0);
	for (size_t i = declared; i < w->scope->out->declared_count; i++)
		scope_publish(w->scope, (long)i);
}

/* The forms are those of scope->text. */
static void
walk_commands(struct scope *scope, const struct commands *forms)
{
	struct walk w = {.scope = scope};

	for (size_t i = 0; i < forms->count; i++) {
		scope->command = i;
		walk_form(&w, &forms->at[i]);
	}
	free(w.frames);
	free(w.parameters);
	free(w.ends);
}

bool
symbols_scan(const char *text, size_t size, struct symbols *out)
{
	DROP(commands) struct commands forms = {0};
	struct scope scope = {.text = text, .out = out};
	struct diagnostic fault;

	*out = (struct symbols){0};
	if (!commands_split(text, size, &forms, &fault))
		return false;
	walk_commands(&scope, &forms);
	symbol_table_release(&scope.names);
	free(scope.open.at);
	free(scope.waiting.at);
	return true;
}

static void
release_all(struct symbol *symbols, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(symbols[i].name);
	free(symbols);
}

void
symbols_release(struct symbols *s)
{
	release_all(s->declared, s->declared_count);
	release_all(s->used, s->used_count);
	*s = (struct symbols){0};
}

const struct symbol *
symbols_declared(const struct symbols *s, const char *name)
{
	for (size_t i = 0; i < s->declared_count; i++) {
		if (strcmp(s->declared[i].name, name) == 0)
			return &s->declared[i];
	}
	return NULL;
}

/* --- symbol table -------------------------------------------------------- */

static bool
is_name(const struct name *name, struct slice text, uint64_t hash)
{
	return name->hash == hash && name->text.length == text.length &&
	       memcmp(name->text.start, text.start, text.length) == 0;
}

/* The slot that holds the name or could. */
static size_t *
find_slot(const struct symbol_table *n, struct slice text, uint64_t hash)
{
	size_t mask = n->slot_count - 1;
	size_t i = hash & mask;

	while (n->slots[i] != 0 &&
		!is_name(&n->at[n->slots[i] - 1], text, hash))
		i = (i + 1) & mask;
	return &n->slots[i];
}

static void
grow(struct symbol_table *n)
{
	free(n->slots);
	n->slot_count = n->slot_count > 0 ? n->slot_count * 2 : 64;
	n->slots = mem_grow(NULL, n->slot_count, sizeof(*n->slots));
	memset(n->slots, 0, n->slot_count * sizeof(*n->slots));
	for (size_t i = 0; i < n->count; i++)
		*find_slot(n, n->at[i].text, n->at[i].hash) = i + 1;
}

size_t
symbol_table_find(struct symbol_table *n, struct slice text)
{
	uint64_t hash = hash_bytes(text.start, text.length);
	size_t *slot;

	if (n->count * 2 >= n->slot_count)
		grow(n);
	slot = find_slot(n, text, hash);
	if (*slot == 0) {
		n->at = mem_room(n->at, n->count, &n->capacity, sizeof(*n->at));
		n->at[n->count] = (struct name){.text = text, .hash = hash};
		*slot = ++n->count;
	}
	return *slot - 1;
}

void
symbol_table_release(struct symbol_table *n)
{
	free(n->at);
	free(n->slots);
	*n = (struct symbol_table){0};
}

bool
symbol_is_outside(const char *name)
{
	size_t size = strlen(name);
	size_t suffix = strlen(SYMBOL_OUTSIDE);

	return size > suffix &&
	       strcmp(name + size - suffix, SYMBOL_OUTSIDE) == 0;
}
