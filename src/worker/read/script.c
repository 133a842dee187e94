#include "worker/read/script.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/names/symbols.h"
#include "smt/rules/command_policy.h"

/* What a command does to the walk. */
enum effect {
	EFFECT_DECLARE, /* in force from here on; may stand between queries */
	EFFECT_ASSERT,	/* in force; makes earlier answers stale */
	EFFECT_QUERY,	/* prints */
	EFFECT_ANSWER,	/* prints, and needs the answer of a check */
	EFFECT_REPORT,	/* prints what there is; after no check, nothing */
	EFFECT_CHECK,
	EFFECT_PUSH,
	EFFECT_POP,
	EFFECT_RESET,
};

static enum effect
effect_of(enum command_kind command)
{
	static const unsigned char effects[] = {
#define COMMAND(id, name, item, script, effect, shape, why) \
	[COMMAND_##id] = EFFECT_##effect,
#include "smt/text/command_kind.def"
#undef COMMAND
	};

	return (enum effect)effects[command];
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

/* --- fields of the request ------------------------------------------------ */

/* Reads the definitions, which stand in parentheses. */
static bool
read_solution(
	struct script *s, const struct ask_field *f, struct diagnostic *fault)
{
	commands_release(&s->stored);
	if (f->size < 2 || !commands_split(s->text + f->offset + 1, f->size - 2,
				   &s->stored, fault))
		return false;
	for (size_t i = 0; i < s->stored.count; i++) {
		s->stored.at[i].list.offset += f->offset + 1;
		s->stored.at[i].head.offset += f->offset + 1;
	}
	return true;
}

bool
script_set_request(
	struct script *s, const struct ask *ask, struct diagnostic *fault)
{
	size_t sets = 0;

	s->ask = ask;
	for (size_t i = 0; i < ask->field_count; i++) {
		const struct ask_field *f = &ask->fields[i];

		sets += f->kind == FIELD_SET;
		if (ask_field_is_solution(f->kind) &&
			!read_solution(s, f, fault))
			return false;
	}
	if (ask->field_count > 0)
		s->checks += sets > 0 ? sets : 1;
	return true;
}

/* What a token places has its line and column in the field already. */
void
script_place(const struct script *s, struct diagnostic *fault)
{
	const char *start;
	const char *next;
	const char *at = s->text + fault->offset;

	fault->field = ask_field_at(s->ask, fault->offset);
	if (fault->field == 0 || fault->kind != DIAGNOSTIC_SOLVER)
		return;
	start = s->text + s->ask->fields[fault->field - 1].offset;
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
	free(s->marks.at);
	commands_release(&s->stored);
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
	*ARRAY_ADD(s->active, s->active_count, s->active_capacity) = number;
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

/* Leaves a scope that began when so many commands were in force. */
static void
close_scope(struct script *s, size_t active_count)
{
	size_t kept = active_count;

	for (size_t i = active_count; s->is_global && i < s->active_count;
		i++) {
		size_t number = s->active[i];

		if (effect_of(s->forms->at[number].command) == EFFECT_DECLARE)
			s->active[kept++] = number;
	}
	s->active_count = kept;
}

static bool
pop(struct script *s, const struct command *form, struct diagnostic *fault)
{
	size_t count = levels(s, form);

	if (count > s->marks.count)
		return diagnostic_at(fault, DIAGNOSTIC_SCOPE, &form->list,
			"(pop %zu) removes more levels than are open here, "
			"which are %zu",
			count, s->marks.count);
	if (count > 0) {
		s->marks.count -= count;
		close_scope(s, s->marks.at[s->marks.count]);
	}
	return true;
}

/* --- reset-assertions ---------------------------------------------------- */

static void
reset(struct script *s)
{
	DROP(symbol_table) struct symbol_table redeclared = {0};
	size_t count = s->active_count;
	size_t mark = 0;

	/* What commands after this one declare. */
	for (size_t i = s->at + 1; i < s->forms->count && !s->is_global; i++) {
		const struct command *form = &s->forms->at[i];

		if (effect_of(form->command) == EFFECT_DECLARE &&
			command_name(form, s->text).length > 0)
			(void)symbol_table_find(
				&redeclared, command_name(form, s->text));
	}
	s->active_count = 0;
	for (size_t i = 0; i <= count; i++) {
		const struct command *form;

		for (; mark < s->marks.count && s->marks.at[mark] == i; mark++)
			s->marks.at[mark] = s->active_count;
		if (i == count)
			break;
		form = &s->forms->at[s->active[i]];
		if (effect_of(form->command) == EFFECT_DECLARE &&
			!symbol_table_has(
				&redeclared, command_name(form, s->text)))
			s->active[s->active_count++] = s->active[i];
	}
}

/* --- problems ------------------------------------------------------------ */

/*
 * Takes the queries after a check, and declarations among them, into the
 * problem; they stay in force for what comes later. Declarations after the last
 * query are of the next problem.
 */
static void
follow(struct script *s, struct script_problem *problem)
{
	problem->active_count = s->active_count;
	problem->follow_first = s->at;
	problem->follow_end = s->at;
	s->is_unread = false;
	for (; s->at < s->forms->count; s->at++) {
		enum effect effect = effect_of(s->forms->at[s->at].command);

		if (effect == EFFECT_DECLARE) {
			activate(s, s->at);
		} else if (effect == EFFECT_QUERY || effect == EFFECT_ANSWER ||
			   effect == EFFECT_REPORT) {
			problem->follow_end = s->at + 1;
			s->is_unread = false;
		} else {
			return;
		}
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
	bool is_last = ++s->checked >= s->checks;

	*problem = (struct script_problem){
		.has_check = true,
		.is_last = is_last,
		.is_shown = is_last || ask_find(s->ask, FIELD_SET) != NULL,
		.check = check,
	};
	follow(s, problem);
	return SCRIPT_PROBLEM;
}

/* Returns the first assumption of the next set, or NULL if there are none. */
static const struct ask_field *
next_set(struct script *s)
{
	while (s->ask != NULL && s->set_at < s->ask->field_count) {
		const struct ask_field *f = &s->ask->fields[s->set_at++];

		if (f->kind == FIELD_SET)
			return f;
	}
	return NULL;
}

/* Makes the problem of a check that is not one of the text. */
static enum script_step
requested(struct script *s, struct script_problem *problem)
{
	(void)checked(s, NULL, problem);
	problem->request = s->ask;
	problem->set = next_set(s);
	return SCRIPT_PROBLEM;
}

/* Queries before a check; or nothing, where what no check has in force is still
 * to be read. */
static enum script_step
unchecked(struct script *s, struct script_problem *problem,
	struct diagnostic *fault)
{
	*problem = (struct script_problem){0};
	follow(s, problem);
	return answers_exist(s, problem, fault) ? SCRIPT_PROBLEM : SCRIPT_FAULT;
}

enum script_step
script_next(struct script *s, struct script_problem *problem,
	struct diagnostic *fault)
{
	for (; s->at < s->forms->count; s->at++) {
		const struct command *form = &s->forms->at[s->at];

		switch (effect_of(form->command)) {
		case EFFECT_DECLARE:
		case EFFECT_ASSERT:
			activate(s, s->at);
			break;
		case EFFECT_REPORT: /* else the added check tells it */
			if (s->checks > 0)
				return unchecked(s, problem, fault);
			break;
		case EFFECT_QUERY:
		case EFFECT_ANSWER:
			return unchecked(s, problem, fault);
		case EFFECT_CHECK:
			s->at++;
			return checked(s, form, problem);
		case EFFECT_PUSH:
			for (size_t i = levels(s, form); i > 0; i--)
				*ARRAY_ADD(s->marks.at, s->marks.count,
					s->marks.capacity) = s->active_count;
			break;
		case EFFECT_POP:
			if (s->is_unread)
				return unchecked(s, problem, fault);
			if (!pop(s, form, fault))
				return SCRIPT_FAULT;
			break;
		case EFFECT_RESET:
			if (s->is_unread)
				return unchecked(s, problem, fault);
			reset(s);
			break;
		}
	}
	if (s->checked < s->checks || s->checked == 0)
		return requested(s, problem);
	return s->is_unread ? unchecked(s, problem, fault) : SCRIPT_END;
}

/* --- what it asks for ----------------------------------------------------- */

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
	return sp->has_check && (sp->is_shown || has_goal(s, sp) ||
					script_asks(s, sp, COMMAND_GET_MODEL));
}
