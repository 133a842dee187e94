#include "smt/names/grammar_role.h"

enum { LISTED = 5 };

static const unsigned char shapes[][LISTED] = {
#define SHAPE(name, first, second, third, fourth, rest) \
	[SHAPE_##name] = {ROLE_##first, ROLE_##second, ROLE_##third, \
		ROLE_##fourth, ROLE_##rest},
#include "smt/names/grammar_list.def"
#undef SHAPE
};

typedef void atom_action(
	struct symbol_walk *w, struct frame *f, const struct token *t);

static void
skip(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	(void)w;
	(void)f;
	(void)t;
}

static void
use_function(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	(void)f;
	scope_use(w->scope, t, SPACE_FUNCTION);
}

static void
use_sort(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	(void)f;
	scope_use(w->scope, t, SPACE_SORT);
}

static void
use_global(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	(void)f;
	scope_use_global(w->scope, t);
}

static void
bind_variable(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	(void)f;
	scope_bind(w->scope, t, SPACE_FUNCTION);
}

static void
bind_sort(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	(void)f;
	scope_bind(w->scope, t, SPACE_SORT);
}

static void
bind_later(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	(void)f;
	scope_wait(w->scope, t);
}

static void
use_and_bind(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	if (token_is(w->scope->text, t, "_"))
		return;
	scope_use_pattern(w->scope, t);
	bind_variable(w, f, t);
}

static void
declare_function(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	f->subject = scope_declare(w->scope, t, SYMBOL_FUNCTION);
}

static void
declare_sort(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	f->subject = scope_declare(w->scope, t, SYMBOL_SORT);
	scope_publish(w->scope, f->subject);
}

/* Its own body does not see it. */
static void
define_function(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	f->subject = scope_declare(w->scope, t, SYMBOL_DEFINED);
}

static void
define_rec(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	f->subject = scope_declare(w->scope, t, SYMBOL_RECURSIVE);
	scope_publish(w->scope, f->subject);
}

static void
declare_constructor(
	struct symbol_walk *w, struct frame *f, const struct token *t)
{
	f->subject = scope_declare(w->scope, t, SYMBOL_CONSTRUCTOR);
	scope_publish(w->scope, f->subject);
	scope_declare_tester(w->scope, t);
}

static void
declare_selector(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	f->subject = scope_declare(w->scope, t, SYMBOL_SELECTOR);
	w->scope->out->declared[f->subject].arity = 1;
	scope_publish(w->scope, f->subject);
}

static void
declare_label(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	(void)f;
	scope_publish(w->scope, scope_declare(w->scope, t, SYMBOL_LABEL));
}

static bool
becomes(const struct symbol_walk *w, struct frame *f, const struct token *t,
	const char *word, enum shape shape)
{
	if (!token_is(w->scope->text, t, word))
		return false;
	f->shape = shape;
	return true;
}

static void
term_head(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	if (!becomes(w, f, t, "let", SHAPE_LET) &&
		!becomes(w, f, t, "forall", SHAPE_QUANTIFIER) &&
		!becomes(w, f, t, "exists", SHAPE_QUANTIFIER) &&
		!becomes(w, f, t, "lambda", SHAPE_QUANTIFIER) &&
		!becomes(w, f, t, "!", SHAPE_ATTRIBUTED) &&
		!becomes(w, f, t, "match", SHAPE_MATCH) &&
		!becomes(w, f, t, "as", SHAPE_AS) &&
		!becomes(w, f, t, "_", SHAPE_INDEXED) &&
		!becomes(w, f, t, "root-obj", SHAPE_SKIP))
		use_function(w, f, t);
}

static void
qualifier(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	if (!becomes(w, f, t, "as", SHAPE_AS))
		(void)becomes(w, f, t, "_", SHAPE_INDEXED);
}

/* (_ BitVec 8): its name is libz3's, its indices are no sorts. */
static void
sort_head(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	if (!becomes(w, f, t, "_", SHAPE_SKIP))
		use_sort(w, f, t);
}

static void
case_head(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	(void)becomes(w, f, t, "case", SHAPE_OLD_CASE);
}

static void
datatype_head(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	if (becomes(w, f, t, "par", SHAPE_PAR))
		return;
	f->shape = SHAPE_CONSTRUCTORS;
	declare_constructor(w, f, t);
}

/* A pattern without further parentheses, :pattern (f x), is one term. */
static void
trigger_head(struct symbol_walk *w, struct frame *f, const struct token *t)
{
	use_function(w, f, t);
	f->shape = SHAPE_TERMS;
}

static const struct {
	atom_action *action;
	enum shape list;
} roles[] = {
#define ROLE(name, action, list) [ROLE_##name] = {action, SHAPE_##list},
#include "smt/names/grammar_role.def"
#undef ROLE
};

enum grammar_role
grammar_role_at(const struct frame *f)
{
	size_t listed = f->position < LISTED ? f->position : LISTED - 1;

	return (enum grammar_role)shapes[f->shape][listed];
}

enum shape
grammar_role_list(enum grammar_role role)
{
	return roles[role].list;
}

void
grammar_role_act(enum grammar_role role, struct symbol_walk *w, struct frame *f,
	const struct token *t)
{
	roles[role].action(w, f, t);
}
