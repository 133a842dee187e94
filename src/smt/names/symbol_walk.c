#include "smt/names/symbol_walk.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "smt/names/grammar_role.h"
#include "smt/text/lexer.h"

/*
 * A text is walked token by token with a stack of the lists that are open; no
 * recursion. Every list has a shape, which says what role its n-th element
 * plays; the role says what a symbol there does and what shape a list there
 * has. A list's shape may turn out at its first symbol: a term that begins
 * with "let" becomes a LET. The grammar is shape.def and role.def.
 */

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

/* The roles of what stands behind a keyword of (! ...). */
static enum grammar_role
role_behind(const struct symbol_walk *w, const struct token *keyword)
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
bind_parameters(struct symbol_walk *w, const struct frame *f)
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
keep_parameters(struct symbol_walk *w, const struct frame *f)
{
	const struct bounds *open = &w->scope->open;

	for (size_t i = f->open; i < open->count; i++) {
		w->parameters = mem_room(w->parameters, w->parameter_count,
			&w->parameter_capacity, sizeof(*w->parameters));
		w->parameters[w->parameter_count++] = open->at[i].name;
	}
	w->ends = mem_room(
		w->ends, w->end_count, &w->end_capacity, sizeof(*w->ends));
	w->ends[w->end_count++] = w->parameter_count;
}

/* The role of the element at hand, which is stepped over. */
static enum grammar_role
next_role(struct symbol_walk *w, struct frame *f)
{
	enum grammar_role role = grammar_role_at(f);

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
push(struct symbol_walk *w, struct frame f)
{
	w->frames =
		mem_room(w->frames, w->depth, &w->capacity, sizeof(*w->frames));
	f.open = w->scope->open.count;
	f.waiting = w->scope->waiting.count;
	w->frames[w->depth++] = f;
}

static void
walk_open(struct symbol_walk *w)
{
	struct frame *f = &w->frames[w->depth - 1];
	enum grammar_role role = next_role(w, f);
	struct frame list = {
		.shape = grammar_role_list(role), .subject = f->subject};

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
walk_atom(struct symbol_walk *w, const struct token *t)
{
	struct frame *f = &w->frames[w->depth - 1];
	enum grammar_role role;

	if (t->kind == TOKEN_KEYWORD && f->shape == SHAPE_ATTRIBUTED) {
		f->value = role_behind(w, t);
		return;
	}
	role = next_role(w, f);
	if (token_is_symbol(t))
		grammar_role_act(role, w, f, t);
	else if (role == ROLE_ARITY && t->kind == TOKEN_NUMERAL &&
		 f->subject != SUBJECT_NONE)
		w->scope->out->declared[f->subject].arity =
			token_number(w->scope->text, t);
}

/* What these bind is seen by the list around them. */
static bool
binds_for_others(enum shape shape)
{
	return shape == SHAPE_VARIABLE || shape == SHAPE_VARIABLES ||
	       shape == SHAPE_BINDINGS || shape == SHAPE_PATTERN ||
	       shape == SHAPE_SORT_PARAMETERS || shape == SHAPE_SORT_NAMES;
}

static void
walk_close(struct symbol_walk *w)
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
declare_old_sorts(struct symbol_walk *w, const struct command *form)
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
walk_form(struct symbol_walk *w, const struct command *form)
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

void
symbol_walk_commands(struct scope *scope, const struct commands *forms)
{
	struct symbol_walk w = {.scope = scope};

	for (size_t i = 0; i < forms->count; i++) {
		scope->command = i;
		walk_form(&w, &forms->at[i]);
	}
	free(w.frames);
	free(w.parameters);
	free(w.ends);
}
