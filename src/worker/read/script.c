#include "worker/read/script.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/names/symbol_table.h"
#include "smt/names/symbols.h"
#include "smt/rules/option.h"
#include "smt/text/lexer.h"

/* What a command does to the walk. */
enum effect {
	EFFECT_DECLARE, /* in force from here on; may stand between queries */
	EFFECT_ASSERT,	/* in force; makes earlier answers stale */
	EFFECT_QUERY,	/* prints */
	EFFECT_ANSWER,	/* prints, and needs the answer of a check */
	EFFECT_REPORT,	/* prints what there is; behind no check, nothing */
	EFFECT_CHECK,
	EFFECT_PUSH,
	EFFECT_POP,
	EFFECT_RESET,
};

static enum effect
effect_of(enum command_kind command)
{
	static const struct {
		enum command_kind command;
		enum effect effect;
	} effects[] = {
		{COMMAND_ASSERT, EFFECT_ASSERT},
		{COMMAND_ASSERT_SOFT, EFFECT_ASSERT},
		{COMMAND_MINIMIZE, EFFECT_ASSERT},
		{COMMAND_MAXIMIZE, EFFECT_ASSERT},
		{COMMAND_ECHO, EFFECT_QUERY},
		{COMMAND_SIMPLIFY, EFFECT_QUERY},
		{COMMAND_GET_INFO, EFFECT_QUERY},
		{COMMAND_GET_OPTION, EFFECT_QUERY},
		{COMMAND_GET_VALUE, EFFECT_ANSWER},
		{COMMAND_EVAL, EFFECT_ANSWER},
		{COMMAND_GET_ASSIGNMENT, EFFECT_ANSWER},
		{COMMAND_GET_OBJECTIVES, EFFECT_ANSWER},
		{COMMAND_GET_UNSAT_ASSUMPTIONS, EFFECT_ANSWER},
		{COMMAND_GET_MODEL, EFFECT_REPORT},
		{COMMAND_GET_UNSAT_CORE, EFFECT_REPORT},
		{COMMAND_CHECK_SAT, EFFECT_CHECK},
		{COMMAND_CHECK_SAT_ASSUMING, EFFECT_CHECK},
		{COMMAND_PUSH, EFFECT_PUSH},
		{COMMAND_POP, EFFECT_POP},
		{COMMAND_RESET_ASSERTIONS, EFFECT_RESET},
	};

	for (size_t i = 0; i < sizeof(effects) / sizeof(effects[0]); i++) {
		if (effects[i].command == command)
			return effects[i].effect;
	}
	return EFFECT_DECLARE;
}

void
script_init(struct script *s, const char *text, const struct commands *forms)
{
	*s = (struct script){.text = text, .forms = forms};
	for (size_t i = 0; i < forms->count; i++) {
		enum command_kind c = forms->at[i].command;

		if (effect_of(c) == EFFECT_CHECK)
			s->checks++;
		s->has_goals |= c == COMMAND_MINIMIZE ||
				c == COMMAND_MAXIMIZE ||
				c == COMMAND_ASSERT_SOFT;
	}
}

/* --- fields of the ask --------------------------------------------------- */

bool
script_is_field(const struct command *form)
{
	return form->head.length == 0;
}

/* Its arguments are these bytes of the text. */
static void
add_form(struct commands *forms, enum command_kind command, size_t offset,
	size_t size)
{
	forms->at = mem_room(
		forms->at, forms->count, &forms->capacity, sizeof(*forms->at));
	forms->at[forms->count++] = (struct command){
		.command = command,
		.list = {.kind = TOKEN_OPEN,
			.offset = offset,
			.length = size,
			.column = 1},
		.head = {.offset = offset, .line = 1, .column = 1},
		.arguments = offset,
	};
}

/* From the first assumption to the last. */
static void
add_check(struct commands *forms, const struct ask *ask)
{
	const struct ask_field *first = NULL;
	const struct ask_field *last = NULL;

	for (size_t i = 0; i < ask->field_count; i++) {
		const struct ask_field *f = &ask->fields[i];

		if (f->kind != FIELD_ASSUME && f->kind != FIELD_REFUTE)
			continue;
		first = first == NULL ? f : first;
		last = f;
	}
	if (first == NULL)
		add_form(forms, COMMAND_CHECK_SAT, 0, 0);
	else
		add_form(forms, COMMAND_CHECK_SAT_ASSUMING, first->offset,
			last->offset + last->size - first->offset);
}

/* "(" definitions ")" */
static bool
add_solution(struct commands *forms, const struct ask *ask,
	const struct ask_field *f, struct diagnostic *fault)
{
	const char *text = ask->text + f->offset;
	DROP(commands) struct commands inner = {0};

	if (f->size < 2 ||
		!commands_split(text + 1, f->size - 2, &inner, fault))
		return false;
	for (size_t i = 0; i < inner.count; i++) {
		struct command form = inner.at[i];

		form.list.offset += f->offset + 1;
		form.head.offset += f->offset + 1;
		form.arguments += f->offset + 1;
		forms->at = mem_room(forms->at, forms->count, &forms->capacity,
			sizeof(*forms->at));
		forms->at[forms->count++] = form;
	}
	return true;
}

bool
script_add_fields(
	struct commands *forms, const struct ask *ask, struct diagnostic *fault)
{
	static const enum command_kind commands[] = {
		[FIELD_OPTION] = COMMAND_SET_OPTION,
		[FIELD_MINIMIZE] = COMMAND_MINIMIZE,
		[FIELD_MAXIMIZE] = COMMAND_MAXIMIZE,
		[FIELD_DISTINCT] = COMMAND_GET_VALUE,
		[FIELD_VALUE] = COMMAND_EVAL,
	};
	bool is_checked = ask->field_count == 0;

	for (size_t i = 0; i < ask->field_count; i++) {
		const struct ask_field *f = &ask->fields[i];
		bool is_assumed =
			f->kind == FIELD_ASSUME || f->kind == FIELD_REFUTE;

		if (!is_checked && f->kind >= FIELD_ASSUME) {
			add_check(forms, ask);
			is_checked = true;
		}
		if (f->kind == FIELD_SOLUTION) {
			if (!add_solution(forms, ask, f, fault))
				return false;
		} else if (!is_assumed) {
			add_form(forms, commands[f->kind], f->offset, f->size);
		}
	}
	if (!is_checked)
		add_check(forms, ask);
	return true;
}

bool
script_is_stored(const struct script *s, const struct command *form)
{
	uint32_t field =
		ask_field_at(s->fields, s->field_count, form->list.offset);

	return field > 0 && s->fields[field - 1].kind == FIELD_SOLUTION;
}

/* What a token places has its line and column in the field already. */
void
script_place(const struct script *s, struct diagnostic *fault)
{
	const char *start;
	const char *next;
	const char *at = s->text + fault->offset;

	fault->field = ask_field_at(s->fields, s->field_count, fault->offset);
	if (fault->field == 0 || fault->kind != DIAGNOSTIC_SOLVER)
		return;
	start = s->text + s->fields[fault->field - 1].offset;
	fault->line = 1;
	while ((next = memchr(start, '\n', (size_t)(at - start))) != NULL) {
		start = next + 1;
		fault->line++;
	}
	fault->column = (unsigned)(at - start) + 1;
}

void
script_release(struct script *s)
{
	free(s->active);
	free(s->marks);
	free(s->labelled);
	*s = (struct script){0};
}

/* Whether libz3 may find fault with it. */
static bool
may_be_wrong(const struct script *s, size_t number)
{
	enum command_kind c = s->forms->at[number].command;

	return c != COMMAND_SET_LOGIC && c != COMMAND_SET_OPTION &&
	       c != COMMAND_SET_INFO;
}

static void
activate(struct script *s, size_t number)
{
	if (option_is_global(&s->forms->at[number], s->text, &s->is_global))
		return;
	s->is_unread |= may_be_wrong(s, number);
	s->active = mem_room(s->active, s->active_count, &s->active_capacity,
		sizeof(*s->active));
	s->active[s->active_count++] = number;
}

/* The count of push or pop; 1 when it is left out. */
static size_t
levels(const struct script *s, const struct command *form)
{
	struct token count;

	if (!command_argument(form, s->text, 0, &count))
		return 1;
	return token_number(s->text, &count);
}

static void
push(struct script *s, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		s->marks = mem_room(s->marks, s->mark_count, &s->mark_capacity,
			sizeof(*s->marks));
		s->marks[s->mark_count++] = s->active_count;
	}
}

static bool
has_label(const struct script *s, size_t number)
{
	static const char named[] = ":named";
	const struct command *form = &s->forms->at[number];

	return form->command == COMMAND_ASSERT &&
	       memmem(s->text + form->list.offset, form->list.length, named,
		       strlen(named)) != NULL;
}

/* Of an assertion that goes while definitions stay. */
static void
keep_labels(struct script *s, size_t number)
{
	size_t at = s->labelled_count;

	if (!has_label(s, number))
		return;
	s->labelled = mem_room(s->labelled, s->labelled_count,
		&s->labelled_capacity, sizeof(*s->labelled));
	for (; at > 0 && s->labelled[at - 1] > number; at--)
		s->labelled[at] = s->labelled[at - 1];
	s->labelled[at] = number;
	s->labelled_count++;
}

/* Leaves a scope that began when so many commands were in force. */
static void
leave(struct script *s, size_t active_count)
{
	size_t kept = active_count;

	for (size_t i = active_count; s->is_global && i < s->active_count;
		i++) {
		size_t number = s->active[i];

		if (effect_of(s->forms->at[number].command) == EFFECT_DECLARE)
			s->active[kept++] = number;
		else
			keep_labels(s, number);
	}
	s->active_count = kept;
}

static bool
pop(struct script *s, const struct command *form, struct diagnostic *fault)
{
	size_t count = levels(s, form);

	if (count > s->mark_count)
		return diagnostic_at(fault, DIAGNOSTIC_SCOPE, &form->list,
			"pop takes away %zu level(s), but only %zu pushed "
			"level(s) are open here",
			count, s->mark_count);
	if (count > 0) {
		s->mark_count -= count;
		leave(s, s->marks[s->mark_count]);
	}
	return true;
}

/* --- reset-assertions ---------------------------------------------------- */

/* What is declared in front of the reset, and goes because the first mention
 * behind it declares the name again. */
struct again {
	struct symbols symbols;
	struct symbol_table names;
	size_t count; /* of those that are declared anywhere */
	enum { AGAIN_NEVER, AGAIN_BEFORE, AGAIN_GONE } * states;
	bool has_gone;
};

/* The names that the command declares; if `is_before`, only those that nothing
 * has mentioned so far. */
static void
let_go(struct again *a, size_t number, size_t *at, bool is_before)
{
	const struct symbol *all = a->symbols.declared;
	size_t count = a->symbols.declared_count;

	while (*at < count && all[*at].command < number)
		(*at)++;
	for (; *at < count && all[*at].command == number; (*at)++) {
		size_t name =
			symbol_table_find(&a->names, slice_of(all[*at].name));

		if (is_before && a->states[name] != AGAIN_BEFORE)
			continue;
		a->states[name] = AGAIN_GONE;
		a->has_gone = true;
	}
}

/* Whether the command mentions a name that is in that state; those are then in
 * the state `to`. */
static bool
mentions(struct again *a, const struct script *s, size_t number, int state,
	int to)
{
	struct lexer walk;
	struct diagnostic ignored;
	struct token t;
	bool does = false;

	lexer_at(&walk, s->text, &s->forms->at[number].list);
	while (lexer_next(&walk, &t, &ignored) && t.kind != TOKEN_END) {
		size_t name;

		if (!token_is_symbol(&t))
			continue;
		name = symbol_table_find(&a->names, token_name(s->text, &t));
		if (name >= a->count || (int)a->states[name] != state)
			continue;
		a->states[name] = to;
		does = true;
	}
	return does;
}

static void
again_read(struct again *a, const struct script *s)
{
	const struct command *last = &s->forms->at[s->forms->count - 1];
	size_t at = 0;

	*a = (struct again){0};
	(void)symbols_scan(
		s->text, last->list.offset + last->list.length, &a->symbols);
	a->states =
		mem_new((a->symbols.declared_count + 1) * sizeof(*a->states));
	for (size_t i = 0; i < a->symbols.declared_count; i++) {
		const struct symbol *one = &a->symbols.declared[i];
		size_t name = symbol_table_find(&a->names, slice_of(one->name));

		if (one->command < s->at)
			a->states[name] = AGAIN_BEFORE;
	}
	a->count = a->names.count;
	for (size_t i = s->at + 1; !s->is_global && i < s->forms->count; i++) {
		if (s->forms->at[i].command == COMMAND_RESET_ASSERTIONS)
			break;
		let_go(a, i, &at, true);
		(void)mentions(a, s, i, AGAIN_BEFORE, AGAIN_NEVER);
	}
}

static void
again_release(struct again *a)
{
	symbols_release(&a->symbols);
	symbol_table_release(&a->names);
	free(a->states);
}

static void
reset(struct script *s)
{
	size_t base = s->mark_count > 0 ? s->marks[0] : s->active_count;
	size_t count = s->active_count;
	size_t mark = 0;
	size_t at = 0;
	struct again again;

	again_read(&again, s);
	s->active_count = 0;
	for (size_t i = 0; i < count; i++) {
		size_t number = s->active[i];

		for (; mark < s->mark_count && s->marks[mark] == i; mark++)
			s->marks[mark] = s->active_count;
		if (again.has_gone &&
			mentions(&again, s, number, AGAIN_GONE, AGAIN_GONE))
			let_go(&again, number, &at, false);
		else if (effect_of(s->forms->at[number].command) ==
			 EFFECT_DECLARE)
			s->active[s->active_count++] = number;
		else if (s->is_global || i < base)
			keep_labels(s, number);
		else
			let_go(&again, number, &at, false);
	}
	for (; mark < s->mark_count; mark++)
		s->marks[mark] = s->active_count;
	again_release(&again);
}

/* --- problems ------------------------------------------------------------ */

/*
 * Takes the queries behind a check, and declarations among them, into the
 * problem; they stay in force for what comes later.
 */
static void
follow(struct script *s, struct script_problem *problem)
{
	problem->active_count = s->active_count;
	problem->follow_first = s->at;
	for (; s->at < s->forms->count; s->at++) {
		enum effect effect = effect_of(s->forms->at[s->at].command);

		if (effect == EFFECT_DECLARE)
			activate(s, s->at);
		else if (effect != EFFECT_QUERY && effect != EFFECT_ANSWER &&
			 effect != EFFECT_REPORT)
			break;
	}
	problem->follow_end = s->at;
}

/* Declarations at the end of a follow are no concern of the problem. */
static void
trim(struct script *s, struct script_problem *problem)
{
	s->is_unread = false;
	while (problem->follow_end > problem->follow_first &&
		effect_of(s->forms->at[problem->follow_end - 1].command) ==
			EFFECT_DECLARE) {
		problem->follow_end--;
		s->is_unread |= may_be_wrong(s, problem->follow_end);
	}
}

static bool
answers_exist(const struct script *s, const struct script_problem *problem,
	struct diagnostic *fault)
{
	for (size_t i = problem->follow_first; i < problem->follow_end; i++) {
		const struct command *form = &s->forms->at[i];

		if (effect_of(form->command) == EFFECT_ANSWER)
			return diagnostic_at(fault, DIAGNOSTIC_SCOPE,
				&form->list,
				"%s needs the answer of a (check-sat), and "
				"there is none here: the assertions in force "
				"have not been checked",
				command_kind_info(form->command)->name);
	}
	return true;
}

static enum script_step
checked(struct script *s, const struct command *check,
	struct script_problem *problem)
{
	s->checked++;
	if (check != NULL && check->command != COMMAND_CHECK_SAT)
		s->repeats = 0; /* under assumptions it is another one */
	*problem = (struct script_problem){
		.has_check = true,
		.repeats = s->repeats++,
		.is_last = s->checked >= s->checks,
		.check = check,
	};
	follow(s, problem);
	trim(s, problem);
	return SCRIPT_PROBLEM;
}

static enum script_step
unchecked(struct script *s, struct script_problem *problem,
	struct diagnostic *fault)
{
	*problem = (struct script_problem){0};
	follow(s, problem);
	trim(s, problem);
	return answers_exist(s, problem, fault) ? SCRIPT_PROBLEM : SCRIPT_FAULT;
}

/* What no check has in force is still to be read. */
static enum script_step
unread(struct script *s, struct script_problem *problem)
{
	s->is_unread = false;
	*problem = (struct script_problem){
		.active_count = s->active_count,
		.follow_first = s->at,
		.follow_end = s->at,
	};
	return SCRIPT_PROBLEM;
}

/* Of a text without a check the added one tells what a report asks for. */
static bool
asks(const struct script *s, enum effect effect)
{
	return effect == EFFECT_QUERY || effect == EFFECT_ANSWER ||
	       (effect == EFFECT_REPORT && s->checks > 0);
}

/* Changes what is in force. */
static bool
obey(struct script *s, const struct command *form, enum effect effect,
	struct diagnostic *fault)
{
	if (effect != EFFECT_DECLARE && effect != EFFECT_REPORT)
		s->repeats = 0;
	if (effect == EFFECT_POP)
		return pop(s, form, fault);
	if (effect == EFFECT_DECLARE || effect == EFFECT_ASSERT)
		activate(s, s->at);
	else if (effect == EFFECT_PUSH)
		push(s, levels(s, form));
	else if (effect == EFFECT_RESET)
		reset(s);
	return true;
}

enum script_step
script_next(struct script *s, struct script_problem *problem,
	struct diagnostic *fault)
{
	while (s->at < s->forms->count) {
		const struct command *form = &s->forms->at[s->at];
		enum effect effect = effect_of(form->command);

		if (asks(s, effect))
			return unchecked(s, problem, fault);
		if (s->is_unread &&
			(effect == EFFECT_POP || effect == EFFECT_RESET))
			return unread(s, problem);
		if (effect != EFFECT_CHECK && !obey(s, form, effect, fault))
			return SCRIPT_FAULT;
		s->at++;
		if (effect == EFFECT_CHECK)
			return checked(s, form, problem);
	}
	if (s->checks > 0 || s->ended)
		return s->is_unread ? unread(s, problem) : SCRIPT_END;
	s->ended = true;
	return checked(s, NULL, problem);
}

/* --- what it asks for ----------------------------------------------------- */

bool
script_asks(const struct script *s, const struct script_problem *sp,
	enum command_kind command)
{
	for (size_t i = sp->follow_first; i < sp->follow_end; i++) {
		if (s->forms->at[i].command == command)
			return true;
	}
	return false;
}

static bool
has_goal(const struct script *s, const struct script_problem *sp)
{
	for (size_t i = 0; s->has_goals && i < sp->active_count; i++) {
		switch ((int)s->forms->at[s->active[i]].command) {
		case COMMAND_MINIMIZE:
		case COMMAND_MAXIMIZE:
		case COMMAND_ASSERT_SOFT:
			return true;
		default:
			break;
		}
	}
	return false;
}

bool
script_shows_solution(const struct script *s, const struct script_problem *sp)
{
	return sp->has_check && (sp->is_last || has_goal(s, sp) ||
					script_asks(s, sp, COMMAND_GET_MODEL));
}
