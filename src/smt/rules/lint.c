/*
 * One walk over the tokens with a stack of the lists that are open. A binder's
 * variables are pushed on a second stack; each name knows its innermost, so
 * that the walk costs what the text is long.
 */
#include "smt/rules/lint.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/names/logic.h"
#include "smt/names/symbols.h"
#include "smt/text/lexer.h"
#include "smt/text/token.h"

enum { REMARKS_MAX = 1000 }; /* of one text; more say nothing new */

struct list {
	struct token open;
	struct token head; /* kind END: it begins with a list, or is empty */
	size_t children;
	bool is_binder;
	bool is_variables;    /* ((x Int) (y Int)) */
	bool is_let;	      /* those see each other not */
	bool is_constructors; /* (red green) */
	bool has_lists;
	size_t variables; /* how many there were before it */
};

struct variable {
	size_t name;
	size_t outer; /* number + 1 of the one that it hides, or 0 */
	struct token at;
	bool is_active;
	bool is_used;
};

struct scan {
	const char *text;
	struct lint *out;
	struct slice defined; /* by define-fun-rec; or empty */
	struct token previous;
	bool is_old; /* declare-datatypes with a list of parameters */
	struct symbol_table
		names; /* bound[SPACE_FUNCTION]: the innermost + 1 */
	struct list *lists;
	size_t depth, depth_capacity;
	struct variable *variables;
	size_t variable_count, variable_capacity;
};

static char *
copy_name(const struct scan *s, const struct token *t)
{
	struct slice name = token_name(s->text, t);

	return text_copy_n(name.start, name.length);
}

static void
add(struct scan *s, enum remark_kind kind, const struct token *at,
	const struct token *name, const struct token *head)
{
	struct lint *out = s->out;

	if (out->count == REMARKS_MAX)
		return;
	out->at = mem_room(
		out->at, out->count, &out->capacity, sizeof(out->at[0]));
	out->at[out->count++] = (struct remark){
		.kind = kind,
		.line = at->line,
		.name = copy_name(s, name),
		.head = head != NULL ? copy_name(s, head) : NULL,
	};
}

/* --- variables ----------------------------------------------------------- */

static size_t *
innermost(struct scan *s, size_t name)
{
	return &s->names.at[name].bound[SPACE_FUNCTION];
}

static void
activate(struct scan *s, size_t from)
{
	for (size_t i = from; i < s->variable_count; i++) {
		struct variable *v = &s->variables[i];

		if (v->is_active)
			continue;
		v->is_active = true;
		v->outer = *innermost(s, v->name);
		*innermost(s, v->name) = i + 1;
	}
}

static void
bind(struct scan *s, const struct token *t)
{
	s->variables = mem_room(s->variables, s->variable_count,
		&s->variable_capacity, sizeof(s->variables[0]));
	s->variables[s->variable_count++] = (struct variable){
		.name = symbol_table_find(&s->names, token_name(s->text, t)),
		.at = *t,
	};
}

static void
use(struct scan *s, const struct token *t)
{
	size_t name = symbol_table_find(&s->names, token_name(s->text, t));

	if (*innermost(s, name) > 0)
		s->variables[*innermost(s, name) - 1].is_used = true;
}

/* A binder ends, and with it its variables. */
static void
unbind(struct scan *s, const struct list *binder)
{
	while (s->variable_count > binder->variables) {
		const struct variable *v = &s->variables[--s->variable_count];

		if (!v->is_active)
			continue;
		*innermost(s, v->name) = v->outer;
		add(s, v->is_used ? REMARK_BOUND : REMARK_UNUSED, &v->at,
			&v->at, &binder->head);
	}
}

/* --- lists --------------------------------------------------------------- */

static bool
is_one_of(const struct scan *s, const struct token *t, const char *const *words)
{
	for (; t->kind == TOKEN_SYMBOL && *words != NULL; words++)
		if (token_is(s->text, t, *words))
			return true;
	return false;
}

static struct list *
top(struct scan *s)
{
	return s->depth > 0 ? &s->lists[s->depth - 1] : NULL;
}

/* (declare-datatype T (red green)), or one list of declare-datatypes. */
static bool
holds_constructors(const struct scan *s)
{
	const struct list *command = s->lists;

	if (s->depth == 1)
		return command->children == 2 &&
		       token_is(s->text, &command->head, "declare-datatype");
	return s->depth == 2 && command->children == 3 &&
	       token_is(s->text, &command->head, "declare-datatypes");
}

static void
open_list(struct scan *s, const struct token *t)
{
	struct list *parent = top(s);
	struct list list = {
		.open = *t,
		.head.kind = TOKEN_END,
		.variables = s->variable_count,
	};

	if (parent != NULL) {
		list.is_variables = parent->is_binder && parent->children == 1;
		list.is_let = parent->is_let;
		list.is_constructors = holds_constructors(s);
		parent->has_lists = true;
		parent->children++;
	}
	s->lists = mem_room(
		s->lists, s->depth, &s->depth_capacity, sizeof(s->lists[0]));
	s->lists[s->depth++] = list;
}

static void
read_head(struct scan *s, struct list *list, const struct token *t)
{
	static const char *const binders[] = {
		"forall", "exists", "lambda", "let", NULL};

	list->head = *t;
	list->is_binder = is_one_of(s, t, binders);
	list->is_let = token_is(s->text, t, "let");
	if (list->is_constructors && token_is_symbol(t) &&
		!token_is(s->text, t, "par"))
		add(s,
			s->is_old ? REMARK_OLD_DATATYPE
				  : REMARK_BARE_CONSTRUCTOR,
			t, t, NULL);
	if (s->depth > 1 && token_is(s->text, t, "=>") &&
		list[-1].children == 3 &&
		token_is(s->text, &list[-1].head, "exists"))
		add(s, REMARK_EXISTS, t, t, NULL);
}

/* What stands after the head of a list. */
static void
read_argument(struct scan *s, const struct list *list, const struct token *t)
{
	static const char *const attributes[] = {":named", ":pattern",
		":no-pattern", ":weight", ":qid", ":skolemid", NULL};
	const char *const *known = attributes;

	while (*known != NULL && !token_is(s->text, t, *known))
		known++;
	if (t->kind == TOKEN_KEYWORD && *known == NULL &&
		token_is(s->text, &list->head, "!"))
		add(s, REMARK_ATTRIBUTE, t, t, NULL);
	if (s->depth > 1 && token_is(s->text, t, "&&"))
		add(s, REMARK_ARGUMENT, t, t, NULL);
	if (token_is(s->text, &s->previous, ":weight") &&
		token_is(s->text, &list->head, "assert-soft") &&
		s->text[t->offset] == '-')
		add(s, REMARK_WEIGHT, t, t, NULL);
	if (list->children == 1 && token_is(s->text, &list->head, "_") &&
		token_is(s->text, t, "bv"))
		add(s, REMARK_BITS, t, t, NULL);
}

/* (assert p) ; (assert q) */
static void
read_comment(struct scan *s, const struct token *close)
{
	static const char *const begins[] = {
		"assert", "declare-", "define-", "minimize", "maximize"};
	const char *at = s->text + close->offset + 1;
	struct token command = *close;

	at += strspn(at, " \t");
	if (*at != ';')
		return;
	at += strspn(at, "; \t");
	for (size_t i = 0; *at == '(' && i < sizeof(begins) / sizeof(*begins);
		i++) {
		if (strncmp(at + 1, begins[i], strlen(begins[i])) != 0)
			continue;
		command.offset = (size_t)(at + 1 - s->text);
		command.length = strcspn(at + 1, " \t\r\n()");
		command.kind = TOKEN_SYMBOL;
		add(s, REMARK_COMMENT, close, &command, NULL);
		return;
	}
}

static void
read_logic(struct scan *s, const struct token *t)
{
	const struct list *command = s->lists;

	if (s->depth == 1 && command->children == 1 && token_is_symbol(t) &&
		token_is(s->text, &command->head, "set-logic") &&
		logic_find(token_name(s->text, t)) == NULL)
		add(s, REMARK_UNKNOWN_LOGIC, t, t, NULL);
}

/* A call in one case of a term may not be reached. */
static bool
is_guarded(const struct scan *s)
{
	static const char *const guards[] = {"ite", "and", "or", "=>", "match",
		"forall", "exists", "lambda", NULL};

	for (size_t i = 1; i < s->depth; i++) {
		if (is_one_of(s, &s->lists[i].head, guards))
			return true;
	}
	return false;
}

static void
read_recursion(struct scan *s, const struct list *list, const struct token *t)
{
	const struct list *command = s->lists;
	struct slice name = token_name(s->text, t);

	if (!token_is(s->text, &command->head, "define-fun-rec"))
		return;
	if (s->depth == 1 && command->children == 1)
		s->defined = name;
	if (s->depth == 1 || command->children < 5 || list->children > 0 ||
		name.length != s->defined.length ||
		memcmp(name.start, s->defined.start, name.length) != 0 ||
		is_guarded(s))
		return;
	add(s, REMARK_ENDLESS, t, t, NULL);
	s->defined.length = 0; /* once is enough */
}

static void
read_atom(struct scan *s, const struct token *t)
{
	struct list *list = top(s);
	bool is_name = s->depth > 1 && list->children == 0 &&
		       s->lists[s->depth - 2].is_variables;

	if (list == NULL)
		return;
	if (list->children == 0)
		read_head(s, list, t);
	else
		read_argument(s, list, t);
	read_logic(s, t);
	if (token_is_symbol(t))
		read_recursion(s, list, t);
	list->children++;
	if (!token_is_symbol(t))
		return;
	if (!is_name) {
		use(s, t);
		return;
	}
	list->is_binder = false;
	bind(s, t);
	if (!s->lists[s->depth - 2].is_let)
		activate(s, s->variable_count - 1);
}

static void
close_list(struct scan *s, const struct token *t)
{
	static const char *const comparisons[] = {
		"=", "<", "<=", ">", ">=", "distinct", NULL};
	struct list list;

	if (s->depth == 0)
		return;
	list = s->lists[--s->depth];
	if (s->depth == 0)
		read_comment(s, t);
	if (s->depth == 1 && s->lists->children == 2)
		s->is_old = !list.has_lists;
	if (list.is_variables)
		activate(s, list.variables);
	else if (list.is_binder)
		unbind(s, &list);
	if (list.children != 2)
		return;
	if (is_one_of(s, &list.head, comparisons))
		add(s, REMARK_ONE_ARGUMENT, &list.open, &list.head, NULL);
	else if (token_is(s->text, &list.head, "!"))
		add(s, REMARK_EMPTY_ANNOTATION, &list.open, &list.head, NULL);
}

void
lint_scan(const char *text, size_t size, struct lint *out)
{
	struct scan s = {.text = text, .out = out};
	struct lexer lexer;
	struct token t;
	struct diagnostic fault;

	*out = (struct lint){0};
	lexer_init(&lexer, text, size);
	while (lexer_next(&lexer, &t, &fault) && t.kind != TOKEN_END) {
		if (t.kind == TOKEN_OPEN)
			open_list(&s, &t);
		else if (t.kind == TOKEN_CLOSE)
			close_list(&s, &t);
		else
			read_atom(&s, &t);
		s.previous = t;
	}
	symbol_table_release(&s.names);
	free(s.lists);
	free(s.variables);
}

void
lint_drop(struct lint *r)
{
	for (size_t i = 0; i < r->count; i++) {
		free(r->at[i].name);
		free(r->at[i].head);
	}
	free(r->at);
	*r = (struct lint){0};
}

/* Of those that name nothing. */
static const char *const same_text[] = {
	[REMARK_EMPTY_ANNOTATION] =
		("`!` only annotates a term; for a negation "
		 "write (not TERM)"),
	[REMARK_BITS] = ("(_ bv N) is not a sort of bit-vectors: write "
			 "(_ BitVec N)"),
	[REMARK_EXISTS] = ("`exists` over an implication holds as soon "
			   "as its condition fails for some value: write "
			   "(and CONDITION CONCLUSION)"),
	[REMARK_BOUND] = "",
};

char *
remark_text(const struct remark *r)
{
	switch (r->kind) {
	case REMARK_ONE_ARGUMENT:
		return text_format("`%s` has one argument and compares "
				   "nothing: write both, (%s a b)",
			r->name, r->name);
	case REMARK_UNUSED:
		return text_format("`%s` is bound by `%s` and never used: "
				   "check its name, or leave it out",
			r->name, r->head);
	case REMARK_BARE_CONSTRUCTOR:
		return text_format("the constructor `%s` stands without "
				   "parentheses, which other solvers refuse: "
				   "write ((%s) ...)",
			r->name, r->name);
	case REMARK_UNKNOWN_LOGIC:
		return text_format(
			"Z3 does not know the logic %s and passes over it: "
			"(set-logic ALL) fits every model",
			r->name);
	case REMARK_ENDLESS:
		return text_format(
			"`%s` calls itself whatever its arguments "
			"are, so it has no values and Z3 unfolds it "
			"until the time is up: put the call into "
			"one case of an `ite` that ends in the other",
			r->name);
	case REMARK_OLD_DATATYPE:
		return text_format(
			"the datatype `%s` is written as before SMT-LIB 2.6, "
			"which other solvers refuse: write (declare-datatype "
			"%s ((A) (B))), a list for each constructor",
			r->name, r->name);
	case REMARK_ATTRIBUTE:
		return text_format("Z3 knows no attribute `%s` and passes over "
				   "it: a label is :named, a trigger :pattern",
			r->name);
	case REMARK_ARGUMENT:
		return text_format("`%s` stands among the arguments, where Z3 "
				   "reads it as true: write (and p q)",
			r->name);
	case REMARK_WEIGHT:
		return text_format("the weight %s is below 0, so it is better "
				   "if the term is false: write (not TERM) "
				   "with the weight %s",
			r->name, r->name + 1);
	case REMARK_COMMENT:
		return text_format("`;` begins a comment, so the `%s` after it "
				   "is not read: put it on a line of its own",
			r->name);
	case REMARK_EMPTY_ANNOTATION:
	case REMARK_BITS:
	case REMARK_EXISTS:
	case REMARK_BOUND:
		break;
	}
	return text_copy(same_text[r->kind]);
}
