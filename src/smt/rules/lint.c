/*
 * One walk over the tokens with a stack of the lists that are open. A binder's
 * variables are pushed on a second stack; each name knows its innermost, so
 * that the walk costs what the text is long.
 */
#include "smt/rules/lint.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "smt/names/logic.h"
#include "smt/names/symbols.h"
#include "smt/text/commands.h"
#include "smt/text/lexer.h"

enum {
	REMARKS_MAX = 1000,  /* of one text; more say nothing new */
	ARBITRARY_MAX = 5,   /* names in one sentence */
	PREDICATES_MAX = 10, /* likewise remarks */
};

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

	/* One datatype of a command shows how all are written. */
	if (kind == REMARK_OLD_DATATYPE && out->count > 0 &&
		out->at[out->count - 1].kind == kind)
		return;
	if (out->count == REMARKS_MAX)
		return;
	*ARRAY_ADD(out->at, out->count, out->capacity) = (struct remark){
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
	*ARRAY_ADD(s->variables, s->variable_count,
		s->variable_capacity) = (struct variable){
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
is_one_of(const struct scan *s, const struct token *t, const char *words)
{
	return t->kind == TOKEN_SYMBOL &&
	       slice_is_one_of(token_name(s->text, t), words);
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
	*ARRAY_ADD(s->lists, s->depth, s->depth_capacity) = list;
}

static void
read_head(struct scan *s, struct list *list, const struct token *t)
{
	list->head = *t;
	list->is_binder = is_one_of(s, t, "forall exists lambda let");
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

/* Of -5 the head is 5. */
static void
add_weight(struct scan *s, const struct token *weight)
{
	struct token amount = *weight;

	amount.offset++;
	amount.length--;
	add(s, REMARK_WEIGHT, weight, weight, &amount);
}

/* What stands after the head of a list. */
static void
read_argument(struct scan *s, const struct list *list, const struct token *t)
{
	if (t->kind == TOKEN_KEYWORD && token_is(s->text, &list->head, "!") &&
		!slice_is_one_of(token_name(s->text, t),
			":named :pattern :no-pattern :weight :qid :skolemid"))
		add(s, REMARK_ATTRIBUTE, t, t, NULL);
	if (s->depth > 1 && token_is(s->text, t, "&&"))
		add(s, REMARK_ARGUMENT, t, t, NULL);
	if (token_is(s->text, &s->previous, ":weight") &&
		token_is(s->text, &list->head, "assert-soft") &&
		s->text[t->offset] == '-')
		add_weight(s, t);
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
	for (size_t i = 1; i < s->depth; i++) {
		if (is_one_of(s, &s->lists[i].head,
			    "ite and or => match forall exists lambda"))
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

/* --- declarations -------------------------------------------------------- */

static void
add_twice(struct lint *out, const struct symbol *symbol)
{
	*ARRAY_ADD(out->at, out->count, out->capacity) = (struct remark){
		.kind = REMARK_TWICE,
		.line = symbol->line,
		.name = text_copy(symbol->name),
	};
}

/* What libz3 accepts of one name: overloading, and a constant beside the
 * constructor of that name. A script with scopes may declare it anew. */
static void
scan_declarations(const char *text, size_t size, struct lint *out)
{
	static const enum command_kind scopes[] = {
		COMMAND_POP, COMMAND_RESET_ASSERTIONS, COMMAND_KIND_COUNT};
	struct symbol_table names = {0};
	DROP(commands) struct commands forms = {0};
	DROP(symbols) struct symbols symbols = {0};
	struct diagnostic fault;

	if (!commands_split(text, size, &forms, &fault) ||
		commands_have(&forms, scopes) ||
		!symbols_scan(text, size, &symbols))
		return;
	for (size_t i = 0; i < symbols.declared_count; i++) {
		const struct symbol *symbol = &symbols.declared[i];
		size_t number =
			symbol_table_find(&names, slice_of(symbol->name));
		bool *declared = &names.at[number].declared[symbol->is_sort];

		if (*declared && out->count < REMARKS_MAX)
			add_twice(out, symbol);
		*declared |= symbol->kind != SYMBOL_TESTER;
	}
	symbol_table_release(&names);
}

/* --- a text that is solved ----------------------------------------------- */

/* A constant or function that is declared and not defined. */
struct declared {
	struct token name;
	bool is_predicate;
	size_t uses;
	unsigned line; /* of the only use, in an assertion and not under a
			  quantifier; or 0 */
};

struct usage {
	struct lint *out;
	struct symbol_table names; /* used[SPACE_FUNCTION]: its number + 1 */
	struct declared *at;
	size_t count, capacity;
};

static void
read_declaration(struct usage *u, const char *text, const struct command *form)
{
	bool is_function = form->command == COMMAND_DECLARE_FUN;
	struct declared one = {0};
	struct token sorts;
	struct token range;
	size_t name;

	if ((!is_function && form->command != COMMAND_DECLARE_CONST) ||
		!command_argument(form, text, 0, &one.name))
		return;
	one.is_predicate =
		is_function && command_argument(form, text, 1, &sorts) &&
		command_argument(form, text, 2, &range) &&
		sorts.length > strlen("()") && token_is(text, &range, "Bool");
	name = symbol_table_find(&u->names, token_name(text, &one.name));
	if (u->names.at[name].used[SPACE_FUNCTION] > 0)
		return; /* in another scope, or overloaded */
	*ARRAY_ADD(u->at, u->count, u->capacity) = one;
	u->names.at[name].used[SPACE_FUNCTION] = u->count;
}

/* `line` of the declared name is the token's if nothing but the place of the
 * predicate speaks against it. */
static void
count_use(
	struct usage *u, const char *text, const struct token *t, bool is_plain)
{
	size_t name = symbol_table_find(&u->names, token_name(text, t));
	size_t number = u->names.at[name].used[SPACE_FUNCTION];
	struct declared *d;

	if (number == 0)
		return;
	d = &u->at[number - 1];
	d->line = d->uses == 0 && is_plain ? t->line : 0;
	d->uses++;
}

/* The symbols from where the lexer is. */
static void
count_uses(struct usage *u, const char *text, struct lexer *lexer,
	bool is_assertion)
{
	struct diagnostic fault;
	struct token t;
	size_t depth = 0;
	size_t quantified = 0; /* the depth of the outermost, or 0 */

	while (lexer_next(lexer, &t, &fault) && t.kind != TOKEN_END) {
		if (t.kind == TOKEN_OPEN)
			depth++;
		else if (t.kind == TOKEN_CLOSE && depth-- == 0)
			return;
		if (depth < quantified)
			quantified = 0;
		if (!token_is_symbol(&t))
			continue;
		if (quantified == 0 && (token_is(text, &t, "forall") ||
					       token_is(text, &t, "exists") ||
					       token_is(text, &t, "lambda")))
			quantified = depth;
		count_use(u, text, &t, is_assertion && quantified == 0);
	}
}

static void
count_uses_of(struct usage *u, const char *text, const struct command *form)
{
	static const bool uses[COMMAND_KIND_COUNT] = {
		[COMMAND_DEFINE_CONST] = true,
		[COMMAND_DEFINE_FUN] = true,
		[COMMAND_DEFINE_FUN_REC] = true,
		[COMMAND_DEFINE_FUNS_REC] = true,
		[COMMAND_ASSERT] = true,
		[COMMAND_ASSERT_SOFT] = true,
		[COMMAND_MINIMIZE] = true,
		[COMMAND_MAXIMIZE] = true,
		[COMMAND_CHECK_SAT] = true, /* libz3 takes assumptions here */
		[COMMAND_CHECK_SAT_ASSUMING] = true,
	};
	struct lexer lexer;

	if (!uses[form->command])
		return;
	command_walk(form, text, &lexer);
	count_uses(u, text, &lexer, form->command == COMMAND_ASSERT);
}

/* "x, y and 3 others"; NULL if all are used. */
static char *
name_unused(const struct usage *u, const char *text)
{
	DROP(buf) struct buf names;
	size_t count = 0;

	buf_init(&names, LIMIT_MESSAGE);
	for (size_t i = 0; i < u->count; i++) {
		struct slice name = token_name(text, &u->at[i].name);

		if (u->at[i].uses == 0 && count++ < ARBITRARY_MAX)
			(void)buf_add_format(&names, "%s`%.*s`",
				count > 1 ? ", " : "", (int)name.length,
				name.start);
	}
	if (count > ARBITRARY_MAX)
		(void)buf_add_format(
			&names, " and %zu more", count - ARBITRARY_MAX);
	return count > 0 && !names.overflowed ? buf_take(&names) : NULL;
}

static void
add_usage(struct usage *u, const char *text)
{
	struct scan s = {.text = text, .out = u->out};
	struct token at = {.line = 0};
	char *unused = name_unused(u, text);

	for (size_t i = 0; i < u->count && u->out->count < PREDICATES_MAX;
		i++) {
		const struct declared *d = &u->at[i];

		at.line = d->line;
		if (d->is_predicate && d->uses == 1 && d->line > 0)
			add(&s, REMARK_FREE, &at, &d->name, NULL);
	}
	if (unused == NULL)
		return;
	at.line = 0;
	add(&s, REMARK_ARBITRARY, &at, &u->at[0].name, NULL);
	free(u->out->at[u->out->count - 1].name);
	u->out->at[u->out->count - 1].name = unused;
}

void
lint_scan_solved(const char *text, const struct commands *forms,
	const char *terms, struct lint *out)
{
	struct usage u = {.out = out};
	struct lexer lexer;

	*out = (struct lint){0};
	for (size_t i = 0; i < forms->count; i++)
		read_declaration(&u, text, &forms->at[i]);
	for (size_t i = 0; i < forms->count; i++)
		count_uses_of(&u, text, &forms->at[i]);
	lexer_init(&lexer, terms, strlen(terms));
	count_uses(&u, terms, &lexer, false);
	add_usage(&u, text);
	symbol_table_release(&u.names);
	free(u.at);
}

/* --- the walk ------------------------------------------------------------ */

static void
close_list(struct scan *s, const struct token *t)
{
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
	if (is_one_of(s, &list.head, "= < <= > >= distinct"))
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
	scan_declarations(text, size, out);
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

/* What is said of each; `@` is the name, `#` the head. */
static const char *const texts[] = {
	[REMARK_ONE_ARGUMENT] = ("`@` has one argument and compares nothing: "
				 "write both, (@ a b)"),
	[REMARK_EMPTY_ANNOTATION] = ("`!` only annotates a term; for a "
				     "negation write (not TERM)"),
	[REMARK_UNUSED] = ("`@` is bound by `#` and never used: check its "
			   "name, or leave it out"),
	[REMARK_BARE_CONSTRUCTOR] = ("the constructor `@` stands without "
				     "parentheses, which other solvers "
				     "refuse: write ((@) ...)"),
	[REMARK_UNKNOWN_LOGIC] = ("Z3 does not know the logic @ and ignores "
				  "it: (set-logic ALL) fits every model"),
	[REMARK_ENDLESS] = ("`@` calls itself whatever its arguments are, so "
			    "it has no values and Z3 unfolds it until the "
			    "time is up: put the call into one case of an "
			    "`ite` that ends in the other"),
	[REMARK_OLD_DATATYPE] = ("the datatype `@` is written as before "
				 "SMT-LIB 2.6, which other solvers refuse: "
				 "write (declare-datatype @ ((A) (B))), a "
				 "list for each constructor"),
	[REMARK_ATTRIBUTE] = ("Z3 knows no attribute `@` and ignores it: a "
			      "label is :named, a trigger :pattern"),
	[REMARK_ARGUMENT] = ("`@` stands among the arguments, where Z3 reads "
			     "it as true: write (and p q)"),
	[REMARK_WEIGHT] = ("the weight @ is below 0, so it is better if the "
			   "term is false: write (not TERM) with the weight "
			   "#"),
	[REMARK_BITS] = ("(_ bv N) is not a sort of bit-vectors: write "
			 "(_ BitVec N)"),
	[REMARK_EXISTS] = ("`exists` over an implication holds as soon as its "
			   "condition fails for some value: write (and "
			   "CONDITION CONCLUSION)"),
	[REMARK_COMMENT] = ("`;` begins a comment, so the `@` after it is not "
			    "read: put it on a line of its own"),
	[REMARK_TWICE] = ("`@` is declared twice here: Z3 tells the two apart "
			  "by their sorts, or finds a use ambiguous; choose "
			  "another name"),
	[REMARK_ARBITRARY] = ("no assertion uses @, so any value fits: remove "
			      "what is not needed, or assert what is missing"),
	[REMARK_FREE] = ("`@` is used only here and nothing says what it "
			 "means, so Z3 chooses whether it holds: define it "
			 "with define-fun, or write out what it stands for"),
	[REMARK_BOUND] = "",
};

char *
remark_text(const struct remark *r)
{
	const char *text = texts[r->kind];
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_MESSAGE);
	while (*text != '\0') {
		size_t plain = strcspn(text, "@#");

		(void)buf_add(&out, text, plain);
		text += plain;
		if (*text != '\0')
			(void)buf_add_text(
				&out, *text++ == '@' ? r->name : r->head);
	}
	return buf_take(&out);
}
