#include "smt/text/commands.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "smt/text/lexer.h"

/* A command, or a term, while it is read. */
struct splitter {
	const char *text;
	struct lexer lexer;
	struct command form;
	bool is_term; /* form.list is one, and there is no command */
	struct token previous;
	/* The first "(" in it that looks like the next command's, and how many
	 * lists were open before it; depth 0: none. */
	unsigned next_line;
	size_t next_depth;
	/* For the limits, below. */
	size_t depth;	    /* lists that are open, the command's included */
	size_t run;	    /* atoms in a row since the last parenthesis */
	bool opened;	    /* that parenthesis was a "(" */
	struct slice head;  /* the first atom of the run */
	struct slice name;  /* the second */
	size_t root_depth;  /* of the innermost (root-obj ...), or 0 */
	bool is_parameters; /* the run is the list after `par` */
};

#define refuse(c, kind, t, ...) \
	diagnostic_at((c)->lexer.fault, kind, t, __VA_ARGS__)

/* --- limits -------------------------------------------------------------- */

/*
 * The limits of one command, watched while it is read: beyond them libz3 takes
 * forever, runs out of memory or dies, all of it while it parses. What a
 * numeral means follows from the atoms between it and the last parenthesis:
 * (_ BitVec 8) is a width, (^ x 3) inside of root-obj a degree. So no stack is
 * kept.
 */

/* Indexed names whose index is, or makes, a number of bits. */
static const char wide[] =
	"BitVec extract zero_extend sign_extend repeat rotate_left "
	"rotate_right int2bv int_to_bv nat2bv FloatingPoint to_fp "
	"to_fp_signed to_fp_unsigned to_fp_bv fp.to_ubv fp.to_sbv +oo -oo "
	"+zero -zero NaN";

static bool
check_number(const struct splitter *c, const struct token *t,
	const char *subject, size_t limit)
{
	int shown = t->length > 24 ? 24 : (int)t->length;

	return c->text[t->offset] == '-' || token_number(c->text, t) <= limit ||
	       refuse(c, DIAGNOSTIC_LIMIT, t, "%s %.*s%s; the limit is %zu",
		       subject, shown, c->text + t->offset,
		       t->length > 24 ? "..." : "", limit);
}

/* bv5 of (_ bv5 32): the digits; any other name: 0. */
static size_t
value_digits(struct slice name)
{
	if (name.length < 3 || name.start[0] != 'b' || name.start[1] != 'v' ||
		!isdigit((unsigned char)name.start[2]))
		return 0;
	return name.length - 2;
}

/* c->run is the number of atoms before this one. */
static bool
check_numeral(const struct splitter *c, const struct token *t)
{
	bool is_in_root = c->root_depth > 0;

	if (c->opened && c->run >= 2 && slice_is(c->head, "_") &&
		(slice_is_one_of(c->name, wide) || value_digits(c->name) > 0))
		return check_number(c, t, "the bit width", LIMIT_BIT_WIDTH);
	if ((c->opened && c->run >= 2 && slice_is(c->head, "_")) ||
		(is_in_root && c->depth == c->root_depth))
		return check_number(c, t, "the index", LIMIT_INDEX);
	if (is_in_root && c->opened && slice_is(c->head, "^"))
		return check_number(
			c, t, "the degree of root-obj", LIMIT_ROOT_DEGREE);
	if (c->form.command == COMMAND_PUSH && c->depth == 1)
		return check_number(c, t, "push by", LIMIT_PUSH);
	return c->form.command != COMMAND_DECLARE_DATATYPES || c->depth != 3 ||
	       check_number(c, t, "the datatype arity", LIMIT_ARITY);
}

/*
 * A character beyond U+2FFFF, the last of SMT-LIB's, which begins with the
 * bytes f0 b0 in UTF-8: as an escape libz3 would read its digits. Of strings
 * that are not terms it does not matter.
 */
static bool
check_string(const struct splitter *c, const struct token *t)
{
	const unsigned char *at = (const unsigned char *)c->text + t->offset;

	if (c->form.command == COMMAND_ECHO ||
		c->form.command == COMMAND_SET_INFO)
		return true;
	for (size_t i = 0; i + 1 < t->length; i++) {
		if (at[i] > 0xf0 || (at[i] == 0xf0 && at[i + 1] >= 0xb0))
			return refuse(c, DIAGNOSTIC_TOKEN, t,
				"it has a character beyond U+2FFFF, where the "
				"characters of SMT-LIB's strings end");
	}
	return true;
}

static bool
check_atom(const struct splitter *c, const struct token *t)
{
	size_t prefix = t->kind == TOKEN_NUMERAL   ? 0
			: t->kind == TOKEN_DECIMAL ? strlen(".")
						   : strlen("#x");

	if (t->length - prefix > LIMIT_DIGITS && t->length > prefix &&
		(t->kind >= TOKEN_NUMERAL ||
			value_digits(token_name(c->text, t)) > 0))
		return refuse(c, DIAGNOSTIC_LIMIT, t,
			"a number of %zu digits; the limit is %d",
			t->length - prefix, LIMIT_DIGITS);
	/* libz3 prints the symbol || as nothing at all. */
	if (t->kind == TOKEN_QUOTED && t->length == strlen("||"))
		return refuse(c, DIAGNOSTIC_TOKEN, t, "a name cannot be empty");
	if (t->kind == TOKEN_NUMERAL)
		return check_numeral(c, t);
	return t->kind != TOKEN_STRING || check_string(c, t);
}

static bool
check_atom_limits(struct splitter *c, const struct token *t)
{
	if (!check_atom(c, t))
		return false;
	if (c->run == 0)
		c->head = token_name(c->text, t);
	else if (c->run == 1)
		c->name = token_name(c->text, t);
	c->run++;
	if (c->run == 1 && c->opened && slice_is(c->head, "root-obj"))
		c->root_depth = c->depth;
	return !c->is_parameters || c->run <= LIMIT_ARITY ||
	       refuse(c, DIAGNOSTIC_LIMIT, t, "more than %d type parameters",
		       LIMIT_ARITY);
}

/* Looks at the next token; false with DIAGNOSTIC_LIMIT at the first that is
 * beyond a limit, with DIAGNOSTIC_TOKEN at an empty name or a string with a
 * character that it cannot have. */
static bool
check_limits(struct splitter *c, const struct token *t)
{
	if (t->kind != TOKEN_OPEN && t->kind != TOKEN_CLOSE)
		return check_atom_limits(c, t);
	if (t->kind == TOKEN_OPEN && c->depth >= LIMIT_NESTING)
		return refuse(c, DIAGNOSTIC_LIMIT, t,
			"nested more than %d levels deep", LIMIT_NESTING);
	c->is_parameters = t->kind == TOKEN_OPEN && c->opened && c->run == 1 &&
			   slice_is(c->head, "par");
	c->opened = t->kind == TOKEN_OPEN;
	c->run = 0;
	if (c->opened)
		c->depth++;
	else if (c->depth-- == c->root_depth)
		c->root_depth = 0;
	return true;
}

/* --- commands ------------------------------------------------------------ */

/* From a token to the end of its line: what stands there instead of "(". */
static bool
not_a_command(const struct splitter *c, const struct token *t)
{
	const char *start = c->text + t->offset;
	size_t left = c->lexer.size - t->offset;
	const char *end = memchr(start, '\n', left);
	struct token rest = *t;

	rest.length = end != NULL ? (size_t)(end - start) : left;
	while (rest.length > 1 && (start[rest.length - 1] == '\r' ||
					  start[rest.length - 1] == ' '))
		rest.length--;
	return refuse(c, DIAGNOSTIC_NOT_COMMAND, &rest, "%s", "");
}

/* Lists around a term where it is used: (check-sat-assuming (TERM)). */
static size_t
depth_around(const struct splitter *c)
{
	return c->is_term ? 2 : 0;
}

static bool
unclosed(const struct splitter *c)
{
	struct token open = c->form.list;
	size_t depth =
		c->next_depth > 0 ? c->next_depth : c->depth - depth_around(c);
	const char *verb = depth == 1 ? "is" : "are";

	open.length = 1;
	if (c->next_depth > 0)
		return refuse(c, DIAGNOSTIC_UNCLOSED, &open,
			"%zu \")\" %s missing before line %u, where the next "
			"command begins",
			depth, verb, c->next_line);
	return refuse(c, DIAGNOSTIC_UNCLOSED, &open,
		"%zu \")\" %s missing at the end", depth, verb);
}

/*
 * A string that lacks its end swallows the text up to the beginning of the
 * next one, so the fault is that of the first that goes over a line.
 */
static bool
place_at_first(const struct splitter *c)
{
	struct diagnostic *fault = c->lexer.fault;
	enum token_kind kind = fault->kind == DIAGNOSTIC_STRING	  ? TOKEN_STRING
			       : fault->kind == DIAGNOSTIC_QUOTED ? TOKEN_QUOTED
								  : TOKEN_END;
	struct lexer walk = lexer_enter(c->text, &c->form.list);
	struct token t;

	walk.size = c->lexer.at;
	while (lexer_token(&walk, &t))
		if (t.kind == kind && t.line < walk.line) {
			fault->offset = t.offset;
			fault->line = t.line;
			fault->column = t.column;
			return false;
		}
	return false;
}

/*
 * False when `t` shows that the command should have ended before it. Of a term:
 * when it is a command, a common slip, or a line of it begins with one, where
 * the reader of a script takes the command before for unfinished.
 */
static bool
check_next_command(struct splitter *c, const struct token *t)
{
	bool is_first = c->previous.offset == c->form.list.offset;
	bool is_head = c->previous.kind == TOKEN_OPEN && token_is_symbol(t) &&
		       (c->previous.column == 1 || (c->is_term && is_first));
	enum command_kind command =
		is_head ? command_kind_find(token_name(c->text, t))
			: COMMAND_KIND_COUNT;

	if (command == COMMAND_KIND_COUNT)
		return true;
	if (c->is_term)
		return command > COMMAND_GET_OBJECTIVES ||
		       refuse(c, DIAGNOSTIC_REFUSED, t,
			       "a term is expected here, not a command; leave "
			       "%.*s and its parentheses out",
			       (int)t->length, c->text + t->offset);
	if (c->next_depth == 0) {
		c->next_line = c->previous.line;
		c->next_depth = c->depth - 1;
	}
	/* Nobody calls a function so, but for these two. */
	return command > COMMAND_GET_OBJECTIVES ||
	       command == COMMAND_MINIMIZE || command == COMMAND_MAXIMIZE ||
	       unclosed(c);
}

static bool
read_head(struct splitter *c)
{
	struct token *head = &c->form.head;
	const char *nearest;

	*c = (struct splitter){.text = c->text,
		.lexer = c->lexer,
		.form.list = c->form.list,
		.depth = 1};
	if (!lexer_next(&c->lexer, head))
		return false;
	if (head->kind == TOKEN_END)
		return unclosed(c);
	if (!token_is_symbol(head))
		return not_a_command(c, &c->form.list);
	c->form.command = command_kind_find(token_name(c->text, head));
	c->previous = *head;
	if (c->form.command < COMMAND_KIND_COUNT)
		return true;
	nearest = command_kind_nearest(token_name(c->text, head));
	return refuse(c, DIAGNOSTIC_UNKNOWN_COMMAND, head, "%s",
		nearest != NULL ? nearest : "");
}

/* To the end of the list. */
static bool
read_list(struct splitter *c)
{
	struct token t;

	while (c->depth > depth_around(c)) {
		if (!lexer_next(&c->lexer, &t))
			return place_at_first(c);
		if (t.kind == TOKEN_END)
			return unclosed(c);
		if (!check_next_command(c, &t) || !check_limits(c, &t))
			return false;
		c->previous = t;
	}
	c->form.list.length = c->previous.offset + 1 - c->form.list.offset;
	return true;
}

/* Each (name arity) against its (par (A B) ...): libz3 4.8.12 dies of a
 * mismatch while it parses. */
static bool
check_datatypes(const struct splitter *c)
{
	const char *text = c->text;
	struct lexer sorts, bodies;
	struct token sort, body, arity, par, t;

	if (!command_argument(&c->form, text, 0, &sort) ||
		!command_argument(&c->form, text, 1, &body) ||
		sort.kind != TOKEN_OPEN || body.kind != TOKEN_OPEN)
		return true;
	sorts = lexer_enter(text, &sort);
	bodies = lexer_enter(text, &body);
	while (command_next(&sorts, &sort) && command_next(&bodies, &body)) {
		size_t announced;
		size_t listed = 0;

		if (!list_element(text, &sort, 1, &arity) ||
			arity.kind != TOKEN_NUMERAL ||
			!list_element(text, &body, 0, &par) ||
			!token_is(text, &par, "par") ||
			!list_element(text, &body, 1, &par) ||
			par.kind != TOKEN_OPEN)
			continue;
		announced = token_number(text, &arity);
		for (struct lexer l = lexer_enter(text, &par);
			command_next(&l, &t);)
			listed++;
		if (listed != announced)
			return refuse(c, DIAGNOSTIC_REFUSED, &par,
				"the sort is announced with %zu parameter%s, "
				"its par lists %zu; make the two equal",
				announced, announced == 1 ? "" : "s", listed);
	}
	return true;
}

/* The next command, or the end (form.list.kind). */
static bool
split_command(struct splitter *c)
{
	struct token *list = &c->form.list;

	if (!lexer_next(&c->lexer, list)) {
		bool is_comment = list->length >= strlen("#|") &&
				  c->text[list->offset] == '#' &&
				  c->text[list->offset + 1] == '|';

		return !is_comment && not_a_command(c, list);
	}
	if (list->kind == TOKEN_END)
		return true;
	if (list->kind == TOKEN_CLOSE)
		return refuse(c, DIAGNOSTIC_UNOPENED, list, "%s", "");
	if (list->kind != TOKEN_OPEN)
		return not_a_command(c, list);
	return read_head(c) && read_list(c) &&
	       (c->form.command != COMMAND_DECLARE_DATATYPES ||
		       check_datatypes(c));
}

bool
commands_split(const char *text, size_t size, struct commands *forms,
	struct diagnostic *fault)
{
	DROP(commands) struct commands found = {0};
	struct splitter c = {.text = text, .lexer = lexer_of(text, size)};

	c.lexer.fault = fault;
	for (;;) {
		if (!split_command(&c))
			return false;
		if (c.form.list.kind == TOKEN_END)
			break;
		if (found.count == LIMIT_COMMANDS)
			return refuse(&c, DIAGNOSTIC_LIMIT, &c.form.head,
				"a text of more than %d commands",
				LIMIT_COMMANDS);
		*ARRAY_ADD(found.at, found.count, found.capacity) = c.form;
	}
	forms->count = found.count;
	forms->capacity = found.capacity;
	forms->at = TAKE(found.at);
	return true;
}

void
commands_release(struct commands *forms)
{
	free(forms->at);
	*forms = (struct commands){0};
}

bool
commands_have_any(
	const struct commands *forms, const enum command_kind *commands)
{
	for (; *commands != COMMAND_KIND_COUNT; commands++) {
		for (size_t i = 0; i < forms->count; i++) {
			if (forms->at[i].command == *commands)
				return true;
		}
	}
	return false;
}

/* --- one term ------------------------------------------------------------ */

bool
term_check(const char *text, size_t size, size_t *start, size_t *length,
	struct diagnostic *fault)
{
	struct splitter c = {.text = text,
		.lexer = lexer_of(text, size),
		.form.command = COMMAND_ASSERT,
		.is_term = true};
	struct token *term = &c.form.list;
	struct token t;

	if (!text_check(text, size, fault))
		return false;
	c.lexer.fault = fault;
	c.depth = depth_around(&c);
	if (!lexer_next(&c.lexer, term))
		return false;
	if (term->kind == TOKEN_END)
		return refuse(&c, DIAGNOSTIC_EMPTY, term, "%s", "");
	if (term->kind == TOKEN_CLOSE)
		return refuse(&c, DIAGNOSTIC_UNOPENED, term, "%s", "");
	if (term->kind == TOKEN_KEYWORD)
		return refuse(&c, DIAGNOSTIC_REFUSED, term,
			"a term is expected here, and a keyword is not one");
	c.previous = *term;
	if (!check_limits(&c, term) ||
		(term->kind == TOKEN_OPEN && !read_list(&c)) ||
		!lexer_next(&c.lexer, &t))
		return false;
	if (t.kind == TOKEN_CLOSE)
		return refuse(&c, DIAGNOSTIC_UNOPENED, &t, "%s", "");
	if (t.kind != TOKEN_END)
		return refuse(&c, DIAGNOSTIC_REFUSED, &t,
			"one term is expected here, and a second one begins "
			"with this");
	*start = term->offset;
	*length = term->length;
	return true;
}

/* --- one command --------------------------------------------------------- */

/* The commonest come first. */
static const struct command_kind_info table[] = {
#define COMMAND(id, name, item, script, effect, shape, why) \
	[COMMAND_##id] = {name, sizeof(name) - 1, VERDICT_##item, \
		VERDICT_##script, why},
#include "smt/text/command_kind.def"
#undef COMMAND
};

const struct command_kind_info *
command_kind_info(enum command_kind command)
{
	return &table[command];
}

enum command_kind
command_kind_find(struct slice name)
{
	static const char dbg[] = "dbg-"; /* libz3 has two dozen of these */
	int kind = 0;

	if (name.length > strlen(dbg) &&
		strncmp(name.start, dbg, strlen(dbg)) == 0)
		return COMMAND_DBG;
	while (kind < COMMAND_KIND_COUNT &&
		(name.length != table[kind].length ||
			memcmp(name.start, table[kind].name, name.length) != 0))
		kind++;
	return (enum command_kind)kind;
}

/* Refused commands are not advised. */
const char *
command_kind_nearest(struct slice name)
{
	DROP(text) char *word = text_copy_n(name.start, name.length);
	struct nearest n = {.word = word};

	for (int i = 0; i < COMMAND_KIND_COUNT; i++)
		if (table[i].in_script != VERDICT_REFUSE)
			nearest_offer(&n, table[i].name);
	return n.best;
}

/* --- command ------------------------------------------------------------- */

struct lexer
command_walk(const struct command *form, const char *text)
{
	struct lexer walk = lexer_at(text, &form->head);

	walk.at += form->head.length;
	walk.size = form->list.offset + form->list.length;
	return walk;
}

bool
command_next(struct lexer *walk, struct token *t)
{
	struct token inner;
	size_t depth = 0;

	if (!lexer_token(walk, t))
		return false;
	if (t->kind == TOKEN_CLOSE) {
		walk->at = t->offset;
		return false;
	}
	for (inner = *t;; depth -= inner.kind == TOKEN_CLOSE) {
		depth += inner.kind == TOKEN_OPEN;
		if (depth == 0)
			break;
		if (!lexer_token(walk, &inner))
			return false;
	}
	t->length = inner.offset + inner.length - t->offset;
	return true;
}

static bool
next_at(struct lexer walk, size_t number, struct token *t)
{
	while (command_next(&walk, t))
		if (number-- == 0)
			return true;
	return false;
}

bool
list_element(const char *text, const struct token *list, size_t number,
	struct token *t)
{
	return list->kind == TOKEN_OPEN &&
	       next_at(lexer_enter(text, list), number, t);
}

bool
command_argument(const struct command *form, const char *text, size_t number,
	struct token *t)
{
	return next_at(command_walk(form, text), number, t);
}

struct slice
command_name(const struct command *form, const char *text)
{
	struct token t;

	return command_argument(form, text, 0, &t) && token_is_symbol(&t)
		       ? token_name(text, &t)
		       : (struct slice){"", 0};
}

bool
command_signature(const struct command *form, const char *text,
	struct command_signature *f)
{
	enum command_kind c = form->command;
	bool is_function = c == COMMAND_DECLARE_FUN ||
			   c == COMMAND_DEFINE_FUN ||
			   c == COMMAND_DEFINE_FUN_REC;
	bool is_defined =
		c >= COMMAND_DEFINE_CONST && c <= COMMAND_DEFINE_FUN_REC;
	struct lexer walk = command_walk(form, text);
	struct token t;

	*f = (struct command_signature){0};
	if ((!is_function && !is_defined && c != COMMAND_DECLARE_CONST) ||
		!command_next(&walk, &f->name) ||
		(is_function && !command_next(&walk, &f->parameters)) ||
		!command_next(&walk, &f->sort) ||
		(is_defined && !command_next(&walk, &f->body)))
		return false;
	if (!is_function || f->parameters.kind != TOKEN_OPEN)
		return !is_function;
	for (walk = lexer_enter(text, &f->parameters); command_next(&walk, &t);)
		f->arity++;
	return true;
}

bool
command_label(
	const struct command *form, const char *script, struct token *label)
{
	struct lexer walk;
	struct token body;
	struct token t;

	if (!command_argument(form, script, 0, &body) ||
		!list_element(script, &body, 0, &t) ||
		!token_is(script, &t, "!"))
		return false;
	walk = lexer_enter(script, &body);
	while (command_next(&walk, &t))
		if (t.kind == TOKEN_KEYWORD && token_is(script, &t, ":named"))
			return command_next(&walk, label) &&
			       token_is_symbol(label);
	return false;
}
