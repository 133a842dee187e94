#include "tools/call.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "model/model.h"
#include "tools/background.h"
#include "tools/question.h"
#include "tools/question_fault.h"
#include "tools/record.h"
#include "tools/resolve.h"
#include "tools/ruling.h"
#include "tools/solved.h"
#include "tools/solving.h"
#include "tools/values.h"
#include "json/json.h"

static void
question_free(void *state)
{
	question_release(state);
	free(state);
}

static void
reply(struct call *c, const struct answer *answer, const struct ruling *ruling,
	struct values *values)
{
	const struct question *q = c->state;
	DROP(buf) struct buf text;
	struct json_object *structured;

	buf_init(&text, LIMIT_REPLY);
	structured = solved_compose(
		q, answer, ruling, values, call_reply_text(c), &text);
	record_run(c, q, answer, ruling, true, structured);
	call_reply(c, text.data, structured);
}

static void
on_answer(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	DROP(ruling) struct ruling ruling = {0};
	DROP(values) struct values values = {0};
	const struct question *q = c->state;
	size_t asked = question_count(q, ASKED_VALUE) +
		       question_count(q, ASKED_DISTINCT);
	struct err e;

	if (owned->fault.kind != FAULT_NONE) {
		(void)question_refuse(q, &owned->fault, &e);
		call_fail(c, &e);
	} else if (!solving_read(c, owned, asked, &values, &e)) {
		call_fail(c, &e);
	} else {
		ruling_of(c, owned, 1, "the model", &ruling);
		solved_distrust(q, owned, &ruling);
		reply(c, owned, &ruling, &values);
	}
}

/* What the schema cannot say. */
static bool
check_arguments(const struct call *c, const struct question *q, struct err *e)
{
	int64_t solutions = json_get_int(c->arguments, "solutions", 1);

	if (question_count(q, ASKED_DISTINCT) > 0 && solutions == 1)
		return err_set(e, ERR_ARGUMENT,
			"distinct_on says what several solutions are to "
			"differ on, but solutions is 1. Pass solutions as "
			"well, 2 to 1000, or use values to evaluate terms.");
	return true;
}

static bool
ask(struct call *c, bool in_background, struct err *e)
{
	struct question *q = c->state;
	struct ask asked = {0};

	if (!question_read(c, q, e) || !check_arguments(c, q, e) ||
		!question_write(q, e))
		return false;
	asked.text = q->render.text.data;
	asked.size = q->render.text.size;
	/* A conflict is one of items: their assertions go together. */
	asked.groups = q->render.first_lines;
	asked.group_count = q->render.count;
	asked.solutions = (uint32_t)json_get_int(c->arguments, "solutions", 1);
	asked.relax = q->relax = json_get_bool(c->arguments, "relax", false);
	c->is_spare =
		in_background && background_is_busy(c->server, q->session.id);
	return solving_ask(c, &asked, &q->setup, on_answer, e);
}

static void
begin(struct call *c)
{
	bool in_background = json_get_bool(c->arguments, "background", false);
	struct err e;

	if (!ask(c, in_background, &e) ||
		(in_background && !background_begin(c, c->state, &e)))
		call_fail(c, &e);
}

void
tool_solve_model(struct call *c)
{
	c->state = mem_new(sizeof(struct question));
	c->state_free = question_free;
	call_in_turn(c, resolve_name(c), false, begin);
}
