#include "worker/read/problem_loader.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "worker/base/answer_stream.h"
#include "worker/base/context.h"
#include "worker/base/watchdog.h"
#include "worker/read/datatypes.h"

enum {
	/* What they leave behind in a context grows, and slows nothing down so
	 * far: names and terms. */
	SHARERS_MAX = 256,
};

static const enum command_kind recursions[] = {
	COMMAND_DEFINE_FUN_REC, COMMAND_DEFINE_FUNS_REC, COMMAND_KIND_COUNT};

static bool
datatypes_fit(const struct script *script)
{
	struct datatypes known = {0};
	enum datatypes_news news =
		datatypes_read(&known, script->text, script->forms);

	datatypes_release(&known);
	return news == DATATYPES_FIT;
}

void
problem_loader_init(struct problem_loader *r, struct answer_stream *out,
	const struct ask *ask, struct script *script, Z3_context c, bool shares)
{
	const struct commands *forms = script->forms;
	bool has_recursion = commands_have(forms, recursions);

	*r = (struct problem_loader){.ask = ask,
		.out = out,
		.script = script,
		.c = c,
		.strikes = watchdog_strikes()};
	r->active = mem_new((forms->count + 1) * sizeof(*r->active));
	r->terms = mem_new((forms->count + 1) * sizeof(*r->terms));
	/*
	 * Making a context and letting go of it costs more than a small check.
	 * Names and sorts are the same whoever declares them; but libz3 4.8.12
	 * may take an earlier datatype (worker/read/datatypes.h) or recursive
	 * function for a later one.
	 */
	r->shares = shares || (!has_recursion && datatypes_fit(script));
	r->stacks = r->shares && script->checks > 1 && !has_recursion;
}

void
problem_loader_release(struct problem_loader *r)
{
	assertion_stack_release(&r->stack);
	free(r->active);
	free(r->terms);
	*r = (struct problem_loader){0};
}

/*
 * A text may have hundreds of checks, and a context is 17 MB. What was made in
 * it and holds references is lost, which is little beside it. The last one goes
 * with the process: letting go of it would keep the answer waiting.
 */
static Z3_context
take_context(struct problem_loader *r)
{
	Z3_context c = r->c;

	if (r->used != NULL)
		Z3_del_context(r->used);
	r->used = NULL;
	r->c = NULL;
	if (c == NULL)
		c = context_new();
	watchdog_watch(c);
	return c;
}

/* Another one is made for what comes next. */
static void
forget_context(struct problem_loader *r, Z3_context c)
{
	assertion_stack_forget(&r->stack);
	r->active_count = 0;
	r->used = c;
	r->sharers = 0;
	r->strikes = watchdog_strikes();
}

static void
put_further(const struct problem_loader *r, const struct diagnostics *further)
{
	for (size_t i = 0; i < further->count; i++) {
		struct diagnostic one = further->at[i];

		script_place(r->script, &one);
		answer_put_further(&r->out->frames, &one);
	}
}

/*
 * Constants are asked for in the plain way first. Where two constants share a
 * name that is ambiguous, and then each is named with its sort; where even
 * that fails they are left out, and only the solver's own text has them.
 */
static bool
read_problem(struct problem_loader *r, struct script_problem *sp,
	struct parsed *parsed, struct diagnostic *fault)
{
	enum problem_constants constants = CONSTANTS_PLAIN;

	if (r->ask->kind == ASK_CHECK || !script_shows_solution(r->script, sp))
		constants = CONSTANTS_NONE;
	for (;; constants++) {
		bool in_constant;
		bool is_read = parser_further(take_context(r), r->script, sp,
			r->terms, constants, parsed, fault);

		answer_stream_standins(r->out, &parsed->standins);
		if (is_read)
			return true;
		in_constant = parsed->in_constant;
		if (!in_constant)
			put_further(r, &parsed->further);
		parsed_release(parsed);
		if (!in_constant || constants == CONSTANTS_NONE)
			return false;
		sp->known_count = 0; /* in another context */
	}
}

/* Of the commands in force, how many were so in the last problem. */
static size_t
count_known(const struct problem_loader *r, const struct script_problem *sp)
{
	const size_t *active = r->script->active;
	size_t known = 0;

	while (known < r->active_count && known < sp->active_count &&
		r->active[known] == active[known])
		known++;
	return known;
}

static void
remember(struct problem_loader *r, const struct script_problem *sp,
	const struct parsed *parsed)
{
	const struct problem *p = &parsed->problem;
	size_t known = sp->known_count;

	for (size_t i = 0; i < p->count; i++)
		if (p->parts[i].kind == PART_ASSERTION)
			r->terms[p->parts[i].form - r->script->forms->at] =
				parsed_term(parsed, &p->parts[i]);
	for (size_t i = known; i < sp->active_count; i++)
		r->active[i] = r->script->active[i];
	r->active_count = sp->active_count;
}

bool
problem_loader_next(struct problem_loader *r, const struct script_problem *sp,
	struct parsed *out, struct diagnostic *fault)
{
	struct script_problem problem = *sp;

	problem.known_count = count_known(r, sp);
	if (!read_problem(r, &problem, out, fault))
		return false;
	remember(r, &problem, out);
	return true;
}

/* One that was interrupted is not used again. */
void
problem_loader_leave(struct problem_loader *r, struct parsed *parsed)
{
	watchdog_watch(NULL);
	r->sharers++;
	if (r->shares && r->sharers < SHARERS_MAX &&
		watchdog_strikes() == r->strikes)
		r->c = parsed->c;
	else
		forget_context(r, parsed->c);
	parsed_release(parsed);
}

struct assertion_stack *
problem_loader_stack(struct problem_loader *r)
{
	return r->stacks ? &r->stack : NULL;
}
