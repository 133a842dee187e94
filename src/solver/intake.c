#include "solver/intake.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "smt/asked.h"
#include "solver/context.h"
#include "solver/report.h"
#include "solver/watchdog.h"

enum {
	/* What they leave behind in a context grows, and slows nothing down so
	 * far: names and terms; if all have been read at once, only terms that
	 * steps of the executor have made. */
	SHARERS_MAX = 256,
	WHOLE_SHARERS_MAX = 4096,
};

static const enum command datatypes[] = {
	COMMAND_DECLARE_DATATYPE, COMMAND_DECLARE_DATATYPES, COMMAND_COUNT};
static const enum command recursions[] = {
	COMMAND_DEFINE_FUN_REC, COMMAND_DEFINE_FUNS_REC, COMMAND_COUNT};

void
intake_init(struct intake *r, const struct ask *ask, struct script *script,
	Z3_context c, bool shares)
{
	const struct forms *forms = script->forms;
	bool has_recursion = forms_have(forms, recursions);

	*r = (struct intake){.ask = ask,
		.script = script,
		.c = c,
		.strikes = watchdog_strikes()};
	r->is_whole = ask->kind == ASK_SOLVE &&
		      whole_build(&r->whole, script->text, forms);
	/*
	 * Making a context and letting go of it costs more than a small check.
	 * Names and sorts are the same whoever declares them; but libz3 4.8.12
	 * may take an earlier datatype (solver/datatypes.h) or recursive
	 * function for a later one.
	 */
	r->shares = shares || r->is_whole ||
		    (!forms_have(forms, datatypes) && !has_recursion);
	r->stacks = r->shares && script->checks > 1 && !has_recursion;
}

void
intake_release(struct intake *r)
{
	stack_release(&r->stack);
	view_release(&r->view);
	whole_release(&r->whole);
	free(r->terms);
	*r = (struct intake){0};
}

/*
 * A text may have hundreds of checks, and a context is 17 MB. What was made in
 * it and holds references is lost, which is little beside it. The last one goes
 * with the process: letting go of it would keep the answer waiting.
 */
static Z3_context
take_context(struct intake *r)
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
forget_context(struct intake *r, Z3_context c)
{
	stack_forget(&r->stack);
	free(r->terms);
	r->terms = NULL;
	r->used = c;
	r->sharers = 0;
	r->strikes = watchdog_strikes();
}

static void
put_further(const struct faults *further)
{
	for (size_t i = 0; i < further->count; i++)
		answer_put_further(report_frames(), &further->at[i]);
}

/*
 * Constants are asked for in the plain way first. Where two constants share a
 * name that is ambiguous, and then each is named with its sort; where even
 * that fails they are left out, and only the solver's own text has them.
 */
static bool
read_alone(struct intake *r, const struct script_problem *sp,
	struct parsed *parsed, struct fault *fault)
{
	enum problem_constants constants = CONSTANTS_PLAIN;

	if (r->ask->kind == ASK_CHECK || !asked_for_solution(r->script, sp))
		constants = CONSTANTS_NONE;
	for (;; constants++) {
		bool in_constant;

		if (parse_problem(take_context(r), r->script, sp, constants,
			    parsed, fault))
			return true;
		in_constant = parsed->in_constant;
		if (!in_constant)
			put_further(&parsed->further);
		parsed_release(parsed);
		if (!in_constant || constants == CONSTANTS_NONE)
			return false;
	}
}

/* False: it has to be read in the other way. */
static bool
read_whole(struct intake *r, const struct script_problem *sp,
	struct parsed *parsed)
{
	Z3_context c;

	if (!r->is_whole)
		return false;
	c = take_context(r);
	if (r->terms == NULL)
		r->terms = parse_whole(c, r->script, &r->whole);
	if (r->terms == NULL) {
		forget_context(r, c);
		r->is_whole = false;
		return false;
	}
	*parsed = (struct parsed){.c = c,
		.problem = *view_next(&r->view, &r->whole, r->script, sp),
		.terms = r->terms};
	return true;
}

bool
intake_next(struct intake *r, const struct script_problem *sp,
	struct parsed *out, struct fault *fault)
{
	return read_whole(r, sp, out) || read_alone(r, sp, out, fault);
}

/* One that was interrupted is not used again. */
void
intake_leave(struct intake *r, struct parsed *parsed)
{
	unsigned most = r->is_whole ? WHOLE_SHARERS_MAX : SHARERS_MAX;

	watchdog_watch(NULL);
	r->sharers++;
	if (r->shares && r->sharers < most && watchdog_strikes() == r->strikes)
		r->c = parsed->c;
	else
		forget_context(r, parsed->c);
	if (!r->is_whole) /* else it is all borrowed */
		parsed_release(parsed);
}

struct stack *
intake_stack(struct intake *r)
{
	return r->stacks ? &r->stack : NULL;
}
