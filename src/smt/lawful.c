#include "smt/lawful.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "smt/lexer.h"
#include "smt/symbols.h"

enum { SHOWN = 40 };

/* What libz3 may read before it has to know the logic. */
static bool
is_preamble(enum command command)
{
	return command == COMMAND_SET_OPTION || command == COMMAND_SET_INFO ||
	       command == COMMAND_GET_OPTION || command == COMMAND_GET_INFO ||
	       command == COMMAND_ECHO || command == COMMAND_SET_LOGIC;
}

static bool
refuse_place(const char *text, const struct form *form,
	const struct form *before, bool is_second, struct fault *fault)
{
	size_t shown = utf8_cut(
		text + before->list.offset, before->list.length, SHOWN);
	const char *cut = shown < before->list.length ? "..." : "";

	if (is_second)
		return fault_at(fault, FAULT_LOGIC_PLACE, &form->list,
			"the logic is set already, by %.*s%s: a model has one "
			"logic",
			(int)shown, text + before->list.offset, cut);
	return fault_at(fault, FAULT_LOGIC_PLACE, &form->list,
		"set-logic has to stand before all that is declared or "
		"asserted, but %.*s%s comes before it",
		(int)shown, text + before->list.offset, cut);
}

bool
lawful_logic(const char *text, const struct forms *forms,
	const struct logic **logic, struct fault *fault)
{
	const struct form *started = NULL;
	const struct form *set = NULL;
	struct token name;

	*logic = NULL;
	for (size_t i = 0; i < forms->count; i++) {
		const struct form *form = &forms->at[i];

		if (started == NULL && !is_preamble(form->command))
			started = form;
		if (form->command != COMMAND_SET_LOGIC)
			continue;
		if (set != NULL || started != NULL)
			return refuse_place(text, form,
				set != NULL ? set : started, set != NULL,
				fault);
		set = form;
	}
	if (set != NULL && form_argument(set, text, 0, &name) &&
		token_is_symbol(&name))
		*logic = logic_find(token_name(text, &name));
	return true;
}

void
lawful_release(struct lawful *l)
{
	for (size_t i = 0; i < l->own_count; i++)
		free(l->own[i]);
	free(l->own);
}

static bool
refuse(const struct logic *logic, unsigned theory, unsigned part,
	const struct token *at, struct fault *fault)
{
	const char *wider = logic_wider(logic, theory, part);

	return fault_at(fault, FAULT_LOGIC, at, "%s %s %s", logic->name,
		wider != NULL ? wider : "-",
		theory != 0 ? theory_name((enum theory)theory)
			    : part_name((enum logic_part)part));
}

/* The place of a symbol of one command, in the text. */
static struct token
place_of(const struct form *form, const struct symbol *symbol, size_t length)
{
	struct token t = {
		.kind = TOKEN_SYMBOL,
		.line = form->list.line + symbol->line - 1,
		.column = symbol->column,
		.offset = form->list.offset + symbol->offset,
		.length = length,
	};

	if (symbol->line == 1)
		t.column += form->list.column - 1;
	return t;
}

/* Whether a token shows that a term takes that part. */
static bool
shows(const char *text, const struct token *t, unsigned part)
{
	static const struct {
		unsigned part;
		const char *names;
	} heads[] = {
		{PART_QUANTIFIERS, " forall exists lambda "},
		{PART_PRODUCTS, " * / div mod rem "},
		{PART_SUMS, " < <= > >= = "},
	};
	char word[12] = "";

	if (part == PART_INTEGERS && t->kind == TOKEN_NUMERAL)
		return true;
	if (part == PART_REALS && t->kind == TOKEN_DECIMAL)
		return true;
	if (part == PART_BITS &&
		(t->kind == TOKEN_HEX || t->kind == TOKEN_BINARY))
		return true;
	if (t->kind != TOKEN_SYMBOL || t->length > sizeof(word) - 3)
		return false;
	(void)snprintf(
		word, sizeof(word), " %.*s ", (int)t->length, text + t->offset);
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		if (part == heads[i].part &&
			strstr(heads[i].names, word) != NULL)
			return true;
	return false;
}

bool
lawful_refuse(const struct lawful *l, unsigned part, const struct form *form,
	struct fault *fault)
{
	struct token at = form->head;
	struct lexer walk;
	struct token t;

	/* Of the whole command, lists and all. */
	form_walk(form, l->text, &walk);
	while (lexer_next(&walk, &t, fault) && t.kind != TOKEN_END &&
		t.offset < form->list.offset + form->list.length) {
		if (!shows(l->text, &t, part))
			continue;
		at = t;
		break;
	}
	return refuse(l->logic, 0, part, &at, fault);
}

/* (_ BitVec 8): a sort with indices is no use of a name to the scanner. */
static bool
indexed_sorts_pass(
	const struct lawful *l, const struct form *form, struct fault *fault)
{
	struct lexer walk;
	struct token t;
	bool is_next = false;

	form_walk(form, l->text, &walk);
	while (lexer_next(&walk, &t, fault) && t.kind != TOKEN_END &&
		t.offset < form->list.offset + form->list.length) {
		enum theory theory = THEORY_CORE;

		if (is_next && (token_is(l->text, &t, "BitVec") ||
				       token_is(l->text, &t, "FloatingPoint")))
			theory = theory_of(token_name(l->text, &t));
		if ((theory & ~l->logic->theories) != 0)
			return refuse(l->logic, theory, 0, &t, fault);
		is_next = token_is(l->text, &t, "_");
	}
	return true;
}

/* What the use of a name takes. */
static bool
use_passes(const struct lawful *l, const struct form *form,
	const struct symbol *use, struct fault *fault)
{
	struct slice name = slice_of(use->name);
	enum theory theory = theory_of(name);
	struct token at = place_of(form, use, name.length);
	bool is_number = theory == THEORY_NUMBERS || theory == THEORY_INT;
	unsigned part = 0;

	if (is_number)
		part = slice_is(name, "Real") ? PART_REALS : PART_INTEGERS;
	if ((theory & ~l->logic->theories) != 0)
		return refuse(l->logic, theory, part, &at, fault);
	if (!l->logic->is_checked || !use->is_sort ||
		(part & ~l->logic->parts) == 0)
		return true;
	return refuse(l->logic, 0, part, &at, fault);
}

/* What a declaration takes. */
static unsigned
part_of(const struct form *form, const struct symbols *s)
{
	switch ((int)form->command) {
	case COMMAND_DECLARE_DATATYPE:
	case COMMAND_DECLARE_DATATYPES:
		return PART_DATATYPES;
	case COMMAND_DEFINE_FUN_REC:
	case COMMAND_DEFINE_FUNS_REC:
		return PART_RECURSION;
	case COMMAND_DECLARE_FUN:
		return s->declared_count > 0 && s->declared[0].arity > 0
			       ? PART_FUNCTIONS
			       : 0;
	default:
		return 0;
	}
}

static bool
is_own(const struct lawful *l, const char *name)
{
	for (size_t i = 0; i < l->own_count; i++)
		if (strcmp(l->own[i], name) == 0)
			return true;
	return false;
}

static void
add_own(struct lawful *l, const struct symbol *declared)
{
	if (theory_of(slice_of(declared->name)) == THEORY_CORE)
		return;
	l->own = mem_room(
		l->own, l->own_count, &l->own_capacity, sizeof(l->own[0]));
	l->own[l->own_count++] = text_copy(declared->name);
}

bool
lawful_pass(struct lawful *l, const struct form *form, struct fault *fault)
{
	DROP(symbols) struct symbols s = {0};
	unsigned part;

	if (!symbols_scan(l->text + form->list.offset, form->list.length, &s))
		return true;
	part = part_of(form, &s);
	for (size_t i = 0; i < s.declared_count; i++)
		add_own(l, &s.declared[i]);
	for (size_t i = 0; i < s.used_count; i++)
		if (!is_own(l, s.used[i].name) &&
			!use_passes(l, form, &s.used[i], fault))
			return false;
	if (!indexed_sorts_pass(l, form, fault))
		return false;
	return !l->logic->is_checked || (part & ~l->logic->parts) == 0 ||
	       lawful_refuse(l, part, form, fault);
}
