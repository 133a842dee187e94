/*
 * The script is walked problem by problem, as the executor will do it, and each
 * command is written when it comes into force.
 */
#include "smt/whole.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "smt/asked.h"
#include "smt/escape.h"
#include "smt/givens.h"
#include "smt/option.h"
#include "smt/parts.h"
#include "smt/standing.h"
#include "smt/weight.h"

/*
 * What a later problem takes to read is not to cost the answers of an earlier
 * one: that much is read in less than half a second.
 */
enum { WHOLE_BYTES_MAX = 4 * MIB, WHOLE_WEIGHT_MAX = 1 << 20 };

struct walk {
	struct whole *w;
	struct script script;
	struct standing standing;
	struct weight weight;
	size_t weighs;	 /* what is behind the first problem */
	size_t problems; /* before this one */
	size_t *before;	 /* what was in force in the last problem */
	size_t before_count;
	bool *stands;	/* of each command: it is in force */
	bool *entered;	/* it has been written */
	bool *is_shown; /* the values of its constants are of use */
};

/* --- commands ------------------------------------------------------------ */

/* Libz3 has them in all of a context, or of the process. */
static bool
is_everywhere(enum command c)
{
	return c == COMMAND_SET_LOGIC || c == COMMAND_SET_OPTION ||
	       c == COMMAND_DEFINE_FUN_REC || c == COMMAND_DEFINE_FUNS_REC;
}

/* Whether the command is read in time and in peace, for all that is known. */
static bool
is_light(struct walk *w, const struct form *form)
{
	size_t weight = weight_pass(&w->weight, form);

	if (w->problems == 0)
		return true;
	w->weighs += weight;
	return w->weighs <= WHOLE_WEIGHT_MAX &&
	       !weight_is_doubtful(w->script.text, form);
}

static void
add_unlabelled(
	struct problem *p, const struct form *form, const struct token *term)
{
	struct problem_part *part =
		parts_add(p, PART_ASSERTION, form, &form->list);

	part->term = (long)p->terms++;
	buf_add_text(&p->text, "(assert\n");
	part->at = p->text.size;
	escape_put(&p->text, p->script + term->offset, term->length);
	buf_add_text(&p->text, "\n)\n");
}

static struct whole_form *
form_of(struct walk *w, size_t number)
{
	return &w->w->at[number];
}

static bool
write_active(struct walk *w, size_t number)
{
	const struct form *form = &w->script.forms->at[number];
	struct token part = form->list;
	bool takes_off;

	if (!is_light(w, form) ||
		!standing_enter(&w->standing, number, &takes_off, &part) ||
		standing_misleads(&w->standing, &part))
		return false;
	if (takes_off)
		add_unlabelled(&w->w->problem, form, &part);
	else
		parts_add_active(&w->w->problem, form);
	return true;
}

/* A command comes into force. */
static bool
enter(struct walk *w, size_t number)
{
	const struct form *form = &w->script.forms->at[number];
	struct whole *out = w->w;

	w->stands[number] = true;
	if (w->entered[number])
		return true;
	w->entered[number] = true;
	if (w->problems > 0 && is_everywhere(form->command))
		return false;
	out->active = mem_room(out->active, out->active_count,
		&out->active_capacity, sizeof(*out->active));
	out->active[out->active_count++] = number;
	form_of(w, number)->parts.from = out->problem.count;
	if (!write_active(w, number))
		return false;
	form_of(w, number)->parts.to = out->problem.count;
	return true;
}

/* A command is no longer in force. */
static bool
leave(struct walk *w, size_t number)
{
	/* Then nothing that it declares goes with it. */
	if (!w->script.is_global)
		standing_leave(&w->standing, number);
	return !is_everywhere(w->script.forms->at[number].command);
}

/* --- problems ------------------------------------------------------------ */

/* What has left since the last problem, and what is new. */
static bool
change(struct walk *w, const struct script_problem *sp)
{
	const size_t *active = w->script.active;
	size_t common = 0;

	while (common < w->before_count && common < sp->active_count &&
		w->before[common] == active[common])
		common++;
	for (size_t i = common; i < w->before_count; i++)
		w->stands[w->before[i]] = false;
	for (size_t i = common; i < sp->active_count; i++)
		w->stands[active[i]] = true;
	for (size_t i = common; i < w->before_count; i++) {
		if (!w->stands[w->before[i]] && !leave(w, w->before[i]))
			return false;
	}
	for (size_t i = common; i < sp->active_count; i++) {
		if (!enter(w, active[i]))
			return false;
		w->before[i] = active[i];
	}
	w->before_count = sp->active_count;
	return true;
}

static bool
add_check(struct walk *w, const struct form *check)
{
	struct problem *p = &w->w->problem;
	struct span *parts;

	if (check == NULL)
		return true;
	parts = &form_of(w, (size_t)(check - w->script.forms->at))->parts;
	if (!is_light(w, check) ||
		standing_misleads(&w->standing, &check->list))
		return false;
	parts->from = p->count;
	parts_add_assumptions(p, check);
	parts->to = p->count;
	return true;
}

static bool
add_follower(struct walk *w, const struct script_problem *sp, size_t number)
{
	const struct form *form = &w->script.forms->at[number];
	struct problem *p = &w->w->problem;
	struct span *parts = &form_of(w, number)->parts;

	if (!is_light(w, form) ||
		standing_misleads(&w->standing, &form->list) ||
		is_everywhere(form->command) ||
		(form->command == COMMAND_GET_ASSIGNMENT &&
			w->standing.again > 0))
		return false;
	parts->from = p->count;
	parts_add_follower(p, &w->script, sp, form);
	parts->to = p->count;
	return true;
}

/* script_next has put what is declared behind the check into force. */
static bool
is_active(const struct walk *w, const struct script_problem *sp, size_t number)
{
	for (size_t i = sp->active_count; i < w->script.active_count; i++) {
		if (w->script.active[i] == number)
			return true;
	}
	return false;
}

static bool
add_problem(struct walk *w, const struct script_problem *sp)
{
	bool is_shown = asked_for_solution(&w->script, sp);

	if (!change(w, sp) || !add_check(w, sp->check))
		return false;
	for (size_t i = 0; is_shown && i < sp->active_count; i++)
		w->is_shown[w->script.active[i]] = true;
	for (size_t i = sp->follow_first; i < sp->follow_end; i++) {
		if (!is_active(w, sp, i)) {
			if (!add_follower(w, sp, i))
				return false;
			continue;
		}
		if (!enter(w, i))
			return false;
		w->before[w->before_count++] = i;
	}
	w->problems++;
	return true;
}

static bool
add_problems(struct walk *w)
{
	struct script_problem sp;
	struct fault ignored;

	for (;;) {
		switch (script_next(&w->script, &sp, &ignored)) {
		case SCRIPT_FAULT:
			return false;
		case SCRIPT_END:
			return true;
		case SCRIPT_PROBLEM:
			if (!add_problem(w, &sp))
				return false;
		}
	}
}

static void
add_givens(struct walk *w)
{
	const struct forms *forms = w->script.forms;
	struct problem *p = &w->w->problem;

	for (size_t i = 0; i < forms->count; i++) {
		struct span *constant = &form_of(w, i)->constant;

		constant->from = p->count;
		if (w->is_shown[i])
			givens_add_constant(p, &forms->at[i], CONSTANTS_PLAIN);
		constant->to = p->count;
	}
	for (size_t i = 0; i < forms->count; i++) {
		struct span *functions = &form_of(w, i)->functions;

		functions->from = p->count;
		if (w->is_shown[i])
			givens_add_functions(p, &forms->at[i], CONSTANTS_PLAIN);
		functions->to = p->count;
	}
}

static void
walk_release(struct walk *w)
{
	script_release(&w->script);
	standing_release(&w->standing);
	weight_release(&w->weight);
	free(w->before);
	free(w->stands);
	free(w->entered);
	free(w->is_shown);
}

static bool
has_several(const char *text, const struct forms *forms)
{
	struct script script;
	struct script_problem sp;
	struct fault ignored;
	bool has;

	script_init(&script, text, forms);
	has = script_next(&script, &sp, &ignored) == SCRIPT_PROBLEM;
	has = has && script_next(&script, &sp, &ignored) == SCRIPT_PROBLEM;
	script_release(&script);
	return has;
}

/* Whether :global-declarations is set where a scope may have been left. */
static bool
changes_its_rules(const char *text, const struct forms *forms)
{
	bool has_scopes = false;
	bool ignored;

	for (size_t i = 0; i < forms->count; i++) {
		if (has_scopes &&
			option_is_global(&forms->at[i], text, &ignored))
			return true;
		has_scopes |= forms->at[i].command == COMMAND_PUSH ||
			      forms->at[i].command == COMMAND_RESET_ASSERTIONS;
	}
	return false;
}

bool
whole_build(struct whole *out, const char *text, const struct forms *forms)
{
	struct walk w = {.w = out, .weight.text = text};
	bool fits;

	*out = (struct whole){.problem.script = text};
	if (strlen(text) > WHOLE_BYTES_MAX || !has_several(text, forms) ||
		changes_its_rules(text, forms))
		return false;
	buf_init(&out->problem.text, SIZE_MAX / 2);
	out->at = mem_new((forms->count + 1) * sizeof(*out->at));
	w.before = mem_grow(NULL, forms->count + 1, sizeof(*w.before));
	w.stands = mem_new(forms->count + 1);
	w.entered = mem_new(forms->count + 1);
	w.is_shown = mem_new(forms->count + 1);
	script_init(&w.script, text, forms);
	fits = standing_init(&w.standing, text, forms) && add_problems(&w);
	if (fits) {
		add_givens(&w);
		parts_number(&out->problem, forms);
	} else {
		whole_release(out);
	}
	walk_release(&w);
	return fits;
}

void
whole_release(struct whole *w)
{
	problem_release(&w->problem);
	free(w->at);
	free(w->active);
	*w = (struct whole){0};
}

void
whole_drop(struct whole *w)
{
	whole_release(w);
}
