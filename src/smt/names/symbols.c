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
	/* From here on it declares a name of a kind. */
	ACTION_DECLARE,
	ACTION_DECLARE_FUNCTION = ACTION_DECLARE + SYMBOL_FUNCTION,
	ACTION_DEFINE = ACTION_DECLARE + SYMBOL_DEFINED,
	ACTION_DEFINE_REC = ACTION_DECLARE + SYMBOL_RECURSIVE,
	ACTION_DECLARE_SORT = ACTION_DECLARE + SYMBOL_SORT,
	ACTION_DECLARE_CONSTRUCTOR = ACTION_DECLARE + SYMBOL_CONSTRUCTOR,
	ACTION_DECLARE_SELECTOR = ACTION_DECLARE + SYMBOL_SELECTOR,
	ACTION_DECLARE_LABEL = ACTION_DECLARE + SYMBOL_LABEL,
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

/* --- what is bound, declared and used at a place ------------------------- */

enum { SUBJECT_NONE = -1 };

/* An open list. */
struct open_list {
	enum shape shape;
	size_t position;   /* of the element at hand */
	size_t bound;	   /* how many names were bound before it */
	enum role value;   /* of what stands after a keyword */
	struct token word; /* of the grammar that it begins with */
	bool counts;	   /* its elements are the subject's arguments */
	long subject;	   /* number of the declaration it belongs to, or -1 */
};

/* A name that a binder holds, in one of the name spaces. */
struct binding {
	size_t name;
	enum space space;
	size_t outer; /* number + 1 of the one that it hides, or 0 */
	struct bound_variable variable;
};

struct symbol_scan {
	const char *text;
	struct symbols *out;
	size_t command; /* number of the one that is walked */
	struct symbol_table names;
	/* What is bound here, outermost first; the scope of a variable of let
	 * begins at the end of the bindings. */
	struct binding *bound;
	size_t bound_count, bound_capacity;
	struct open_list *frames;
	size_t depth, capacity;
	struct lexer heads; /* of define-funs-rec: of the bodies to come */
	bool is_old;	    /* declare-datatypes as before SMT-LIB 2.6 */
};

static struct name *
name_of(struct symbol_scan *s, const struct token *t)
{
	size_t number = symbol_table_find(&s->names, token_name(s->text, t));

	return &s->names.at[number]; /* which may have moved */
}

static struct symbol
make_symbol(const struct symbol_scan *s, const struct token *t, char *name)
{
	return (struct symbol){
		.name = name,
		.command = s->command,
		.offset = t->offset,
		.line = t->line,
	};
}

/* A use, unless it is declared by the text so far. */
static void
add_use(struct symbol_scan *s, const struct token *t, enum space space,
	bool is_pattern)
{
	struct name *name = name_of(s, t);
	struct symbols *out = s->out;
	struct symbol *use;

	if (name->used[space] != 0)
		out->used[name->used[space] - 1].is_pattern &= is_pattern;
	if (name->declared[space] || name->used[space] != 0)
		return;
	use = ARRAY_ADD(out->used, out->used_count, out->used_capacity);
	name->used[space] = out->used_count;
	*use = make_symbol(
		s, t, text_copy_n(name->text.start, name->text.length));
	use->is_sort = space == SPACE_SORT;
	use->is_builtin = builtin_has_slice(name->text);
	use->is_pattern = is_pattern;
}

/* From here on it hides what else has its name. */
static void
begin_scope(struct symbol_scan *s, size_t number)
{
	struct binding *b = &s->bound[number];
	size_t *innermost = &s->names.at[b->name].bound[b->space];

	b->outer = *innermost;
	*innermost = number + 1;
}

/* The name becomes bound; begin_scope has to follow. */
static void
bind(struct symbol_scan *s, const struct token *t, enum space space)
{
	const struct open_list *binder =
		s->depth > 2 ? &s->frames[s->depth - 3] : NULL;
	struct binding b = {
		.name = (size_t)(name_of(s, t) - s->names.at),
		.space = space,
		.variable.name = *t,
	};

	if (binder != NULL && (binder->shape == SHAPE_QUANTIFIER ||
				      binder->shape == SHAPE_LET))
		b.variable.binder = binder->word;
	*ARRAY_ADD(s->bound, s->bound_count, s->bound_capacity) = b;
}

/* Unbinds the innermost until `count` are left. */
static void
unbind(struct symbol_scan *s, size_t count)
{
	while (s->bound_count > count) {
		const struct binding *b = &s->bound[--s->bound_count];

		s->names.at[b->name].bound[b->space] = b->outer;
		if (b->variable.binder.length > 0)
			*ARRAY_ADD(s->out->variables, s->out->variable_count,
				s->out->variable_capacity) = b->variable;
	}
}

/* From here on a use of it is one of the text's own. */
static void
make_visible(struct symbol_scan *s, const struct symbol *symbol)
{
	size_t number = symbol_table_find(&s->names, slice_of(symbol->name));

	s->names.at[number]
		.declared[symbol->is_sort ? SPACE_SORT : SPACE_FUNCTION] = true;
}

/* Adds a declaration: its number in out->declared. The body of a definition
 * does not see it. */
static long
declare(struct symbol_scan *s, const struct token *t, enum symbol_kind kind)
{
	struct symbols *out = s->out;
	struct slice name = token_name(s->text, t);
	struct symbol *symbol = ARRAY_ADD(
		out->declared, out->declared_count, out->declared_capacity);

	*symbol = make_symbol(s, t,
		text_format("%s%.*s", kind == SYMBOL_TESTER ? "is-" : "",
			(int)name.length, name.start));
	symbol->kind = kind;
	symbol->is_sort = kind == SYMBOL_SORT;
	symbol->arity = kind == SYMBOL_SELECTOR || kind == SYMBOL_TESTER;
	if (kind != SYMBOL_DEFINED)
		make_visible(s, symbol);
	return (long)out->declared_count - 1;
}

/* --- the walk ------------------------------------------------------------ */

static bool
is_word(const struct symbol_scan *s, struct open_list *f, enum role role,
	const struct token *t)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (words[i].role == role &&
			token_is(s->text, t, words[i].word)) {
			f->shape = words[i].shape;
			f->word = *t;
			return true;
		}
	}
	return false;
}

/* A symbol in that role; f is the list that it stands in. */
static void
apply_action(struct symbol_scan *s, struct open_list *f, enum role role,
	const struct token *t)
{
	enum action action = roles[role].action;
	bool is_of_sorts =
		action == ACTION_USE_SORT || action == ACTION_BIND_SORT;
	enum space space = is_of_sorts ? SPACE_SORT : SPACE_FUNCTION;
	/* A constructor, which looks through binders, or a variable; it is
	 * taken for both. */
	bool is_pattern = action == ACTION_USE_AND_BIND;
	size_t variable;

	if (is_word(s, f, role, t) || action == ACTION_SKIP ||
		(is_pattern && token_is(s->text, t, "_")))
		return;
	/* A pattern without further parentheses, :pattern (f x), is one term;
	 * an enumeration may be written as (red green). */
	if (role == ROLE_TRIGGER_HEAD)
		f->shape = SHAPE_TERMS;
	if (role == ROLE_DATATYPE_HEAD)
		f->shape = SHAPE_CONSTRUCTORS;
	if (action >= ACTION_DECLARE) {
		long number = declare(
			s, t, (enum symbol_kind)(action - ACTION_DECLARE));

		s->out->declared[number].is_bare = role == ROLE_DATATYPE_HEAD;
		if (action != ACTION_DECLARE_LABEL)
			f->subject = number;
		if (action == ACTION_DECLARE_CONSTRUCTOR)
			(void)declare(s, t, SYMBOL_TESTER);
		return;
	}
	variable = name_of(s, t)->bound[space];
	if (action <= ACTION_USE_SORT && variable > 0)
		s->bound[variable - 1].variable.is_used = true;
	else if (is_pattern || action <= ACTION_USE_GLOBAL)
		add_use(s, t, space, is_pattern);
	if (action >= ACTION_USE_AND_BIND)
		bind(s, t, space);
	if (action >= ACTION_USE_AND_BIND && action != ACTION_BIND_LATER)
		begin_scope(s, s->bound_count - 1);
}

static const unsigned char command_shapes[] = {
#define COMMAND(id, name, item, script, effect, shape, why) \
	[COMMAND_##id] = SHAPE_##shape,
#include "smt/text/command_kind.def"
#undef COMMAND
};

/* The i-th body of define-funs-rec sees the parameters of the i-th head. */
static void
bind_parameters(struct symbol_scan *s, const struct open_list *f)
{
	struct token head;
	struct token t;
	struct token name;

	unbind(s, f->bound);
	if (!command_next(&s->heads, &head) ||
		!list_element(s->text, &head, 1, &t) || t.kind != TOKEN_OPEN)
		return;
	for (struct lexer l = lexer_enter(s->text, &t); command_next(&l, &t);)
		if (list_element(s->text, &t, 0, &name) &&
			token_is_symbol(&name)) {
			bind(s, &name, SPACE_FUNCTION);
			begin_scope(s, s->bound_count - 1);
		}
}

/* The role of the element at hand, which is stepped over. */
static enum role
next_role(struct symbol_scan *s, struct open_list *f)
{
	size_t listed = f->position < LISTED ? f->position : LISTED - 1;
	enum role role = (enum role)shapes[f->shape][listed];

	if (role == ROLE_REC_BODY)
		bind_parameters(s, f);
	if (role == ROLE_ATTRIBUTE) {
		role = f->value;
		f->value = ROLE_SKIP;
	}
	f->position++;
	return role;
}

static void
push(struct symbol_scan *s, struct open_list f)
{
	f.bound = s->bound_count;
	*ARRAY_ADD(s->frames, s->depth, s->capacity) = f;
}

static void
walk_open(struct symbol_scan *s)
{
	struct open_list *f = &s->frames[s->depth - 1];
	enum role role = next_role(s, f);
	struct open_list list = {
		.shape = roles[role].list, .subject = f->subject};

	if (role == ROLE_DATATYPE_HEAD)
		f->shape = SHAPE_CONSTRUCTORS;
	if (role == ROLE_DATATYPES && s->is_old)
		list.shape = SHAPE_OLD_DATATYPES;
	list.counts = role == ROLE_DOMAIN || role == ROLE_PARAMETERS ||
		      role == ROLE_SORT_PARAMETERS;
	if (!list.counts && role != ROLE_DATATYPE)
		list.subject = SUBJECT_NONE;
	push(s, list);
}

static void
walk_atom(struct symbol_scan *s, const struct token *t)
{
	struct open_list *f = &s->frames[s->depth - 1];
	enum role role;

	if (t->kind == TOKEN_KEYWORD && f->shape == SHAPE_ATTRIBUTED) {
		f->value = token_is(s->text, t, ":named")	 ? ROLE_LABEL
			   : token_is(s->text, t, ":pattern")	 ? ROLE_TRIGGER
			   : token_is(s->text, t, ":no-pattern") ? ROLE_TERM
								 : ROLE_SKIP;
		return;
	}
	role = next_role(s, f);
	if (token_is_symbol(t))
		apply_action(s, f, role, t);
	else if (role == ROLE_ARITY && t->kind == TOKEN_NUMERAL &&
		 f->subject != SUBJECT_NONE)
		s->out->declared[f->subject].arity = token_number(s->text, t);
}

static void
walk_close(struct symbol_scan *s)
{
	struct open_list f = s->frames[--s->depth];
	struct symbols *out = s->out;

	if (f.counts && f.subject != SUBJECT_NONE)
		out->declared[f.subject].arity = f.position;
	if (f.shape == SHAPE_CONSTRUCTOR && f.subject != SUBJECT_NONE)
		out->declared[f.subject].arity = f.position - 1;
	for (size_t i = f.bound;
		f.shape == SHAPE_BINDINGS && i < s->bound_count; i++)
		begin_scope(s, i);
	/* The bindings of these hold in the list around them. */
	if (f.shape != SHAPE_VARIABLE && f.shape != SHAPE_VARIABLES &&
		f.shape != SHAPE_BINDING && f.shape != SHAPE_BINDINGS &&
		f.shape != SHAPE_PATTERN && f.shape != SHAPE_SORT_PARAMETERS &&
		f.shape != SHAPE_SORT_NAMES)
		unbind(s, f.bound);
}

/*
 * (declare-datatypes (X) ((T C ...) (U C ...))): here the sorts have to be
 * declared before the walk, since T may use U.
 */
static void
declare_old_sorts(struct symbol_scan *s, const struct command *form)
{
	const char *text = s->text;
	struct token parameters;
	struct token t;
	struct token name;
	size_t arity = 0;

	s->is_old = form->command == COMMAND_DECLARE_DATATYPES &&
		    command_argument(form, text, 0, &parameters) &&
		    parameters.kind == TOKEN_OPEN &&
		    !(list_element(text, &parameters, 0, &t) &&
			    t.kind == TOKEN_OPEN);
	if (!s->is_old)
		return;
	for (struct lexer l = lexer_enter(text, &parameters);
		command_next(&l, &t);)
		arity++;
	if (!command_argument(form, text, 1, &t) || t.kind != TOKEN_OPEN)
		return;
	for (struct lexer l = lexer_enter(text, &t); command_next(&l, &t);) {
		long number;

		if (!list_element(text, &t, 0, &name) ||
			!token_is_symbol(&name))
			continue;
		number = declare(s, &name, SYMBOL_SORT);
		s->out->declared[number].arity = arity;
		s->out->declared[number].is_old = true;
	}
}

static void
walk_form(struct symbol_scan *s, const struct command *form)
{
	size_t declared = s->out->declared_count;
	struct lexer lexer = command_walk(form, s->text);
	struct token t;

	declare_old_sorts(s, form);
	s->heads = (struct lexer){0};
	if (form->command == COMMAND_DEFINE_FUNS_REC &&
		command_argument(form, s->text, 0, &t) && t.kind == TOKEN_OPEN)
		s->heads = lexer_enter(s->text, &t);
	push(s, (struct open_list){
			.shape = (enum shape)command_shapes[form->command],
			.subject = SUBJECT_NONE,
		});
	while (s->depth > 0 && lexer_token(&lexer, &t)) {
		if (t.kind == TOKEN_OPEN)
			walk_open(s);
		else if (t.kind == TOKEN_CLOSE)
			walk_close(s);
		else
			walk_atom(s, &t);
	}
	assert(s->depth == 0);
	for (; declared < s->out->declared_count; declared++)
		make_visible(s, &s->out->declared[declared]);
}

void
symbols_scan(const char *text, const struct command *forms, size_t count,
	struct symbols *out)
{
	struct symbol_scan s = {.text = text, .out = out};

	*out = (struct symbols){0};
	for (; s.command < count; s.command++)
		walk_form(&s, &forms[s.command]);
	symbol_table_release(&s.names);
	free(s.bound);
	free(s.frames);
}

void
symbols_release(struct symbols *s)
{
	for (size_t i = 0; i < s->declared_count; i++)
		free(s->declared[i].name);
	for (size_t i = 0; i < s->used_count; i++)
		free(s->used[i].name);
	free(s->declared);
	free(s->used);
	free(s->variables);
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

/* The slot that holds the name or could. */
static size_t *
find_slot(const struct symbol_table *n, struct slice text, uint64_t hash)
{
	size_t mask = n->slot_count - 1;
	size_t i = hash & mask;

	while (n->slots[i] != 0 &&
		(n->at[n->slots[i] - 1].hash != hash ||
			!slice_equals(n->at[n->slots[i] - 1].text, text)))
		i = (i + 1) & mask;
	return &n->slots[i];
}

size_t
symbol_table_find(struct symbol_table *n, struct slice text)
{
	uint64_t hash = hash_bytes(text.start, text.length);
	size_t *slot;

	if (n->count * 2 >= n->slot_count) {
		free(n->slots);
		n->slot_count = n->slot_count > 0 ? n->slot_count * 2 : 64;
		n->slots = mem_new(n->slot_count * sizeof(*n->slots));
		for (size_t i = 0; i < n->count; i++)
			*find_slot(n, n->at[i].text, n->at[i].hash) = i + 1;
	}
	slot = find_slot(n, text, hash);
	if (*slot == 0) {
		*ARRAY_ADD(n->at, n->count, n->capacity) =
			(struct name){.text = text, .hash = hash};
		*slot = n->count;
	}
	return *slot - 1;
}

bool
symbol_table_has(const struct symbol_table *n, struct slice text)
{
	return n->count > 0 &&
	       *find_slot(n, text, hash_bytes(text.start, text.length)) != 0;
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
