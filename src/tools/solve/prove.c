#include "tools/call/call.h"

#include "base/clock.h"
#include "base/limits.h"
#include "tools/solve/solve_reply.h"
#include "json/json.h"

/*
 * The model entails a property if it has no solution in which the property is
 * false. A model that has no solution at all entails anything, so of a proof a
 * second check is made: the model by itself.
 */

/* The part of the time limit that the question may take whether the model has
 * a solution. */
enum { VACUITY_SHARE = 5 };

static const char *
reason_of(const struct solve *s)
{
	const struct answer_check *check = answer_last(s->answer);

	if (!check->core.is_known || check->core.assertions.count > 0)
		return "follows from the items of the core";
	if (solve_count(s, FIELD_ASSUME) > 0)
		return "follows without any item's assertion";
	return "holds for all values: no item's assertion is needed";
}

static char *
describe(const struct solve *s, enum status alone)
{
	enum status status = s->verdict.status;
	bool assumes = solve_count(s, FIELD_ASSUME) > 0;
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	if (status == STATUS_SAT)
		buf_add_text(&out,
			"The property does not follow: the values are a "
			"counterexample, which satisfies the model and not the "
			"property.");
	else if (status == STATUS_UNSAT && alone == STATUS_UNSAT)
		buf_add_format(&out,
			"The property follows, but so does its contrary: the "
			"model%s has no solution at all, so this says nothing. "
			"solve_model%s shows which items contradict each "
			"other.",
			assumes ? " under these assumptions" : "",
			assumes ? " with the same `assume`" : "");
	else if (status == STATUS_UNSAT)
		buf_add_format(&out, "The property %s.", reason_of(s));
	if (status == STATUS_UNSAT && alone == STATUS_UNKNOWN)
		buf_add_text(&out,
			" Whether the model has a solution at all could not be "
			"decided in a fifth of the time; if it has none, "
			"anything follows. solve_model may take longer.");
	if (s->verdict.message != NULL)
		buf_add_format(&out, "%s%s", out.size > 0 ? " " : "",
			s->verdict.message);
	if (solve_is_what_if(s)) {
		buf_add_text(&out, " This holds ");
		solve_describe(s, &out);
		buf_add_char(&out, '.');
	}
	return buf_detach(&out);
}

/* `alone` is the status of the model without the property. */
static void
reply(struct call *c, struct solve *s, enum status alone)
{
	static const char *const statuses[] = {
		[STATUS_NONE] = "unknown",
		[STATUS_SAT] = "refuted",
		[STATUS_UNSAT] = "proved",
		[STATUS_UNKNOWN] = "unknown",
	};
	enum status status = s->verdict.status;
	DROP(text) char *message = describe(s, alone);
	struct solve_reply w;

	solve_reply_init(&w, c, s);
	solve_reply_put_head(&w, statuses[status], message);
	json_put(w.r.structured, "proved",
		status != STATUS_UNKNOWN ? json_new_bool(status == STATUS_UNSAT)
					 : NULL);
	if (status == STATUS_UNSAT && alone != STATUS_UNKNOWN)
		json_put_bool(w.r.structured, "vacuous", alone == STATUS_UNSAT);
	solve_warn(s, w.r.warnings);
	solve_reply_end(&w, c, false);
}

static void
on_model(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	struct solve *s = c->solve;

	c->work.limit_ms = s->setup.timeout_ms;
	reply(c, s, solve_status_of(solve_check_at(owned, 0)));
}

/* The core says that the model alone, or with what is assumed, is unsat. */
static bool
core_is_without_property(const struct solve *s)
{
	const struct answer_core *core = &answer_last(s->answer)->core;

	for (size_t i = 0; i < core->assumptions.count; i++) {
		const struct solve_term *term =
			solve_find_term(s, core->assumptions.list[i].field);

		if (term != NULL && term->as == FIELD_REFUTE)
			return false;
	}
	return core->is_known;
}

/* The proof stands and must not wait for long. */
static bool
ask_model(struct call *c, struct solve *s)
{
	int64_t limit_ms = s->setup.timeout_ms;
	int64_t until_ms =
		clock_now_ms() - c->started_ms + limit_ms / VACUITY_SHARE;
	struct err ignored;
	bool is_asked;

	solve_blank_property(s);
	s->setup.timeout_ms = until_ms < limit_ms ? until_ms : limit_ms;
	is_asked = solve_ask_worker(c, s, on_model, &ignored);
	s->setup.timeout_ms = limit_ms;
	return is_asked;
}

static void
on_verdict(struct call *c, struct solve *s)
{
	bool is_late = clock_now_ms() - c->started_ms >= s->setup.timeout_ms;

	if (s->verdict.status != STATUS_UNSAT)
		reply(c, s, STATUS_SAT);
	else if (core_is_without_property(s))
		reply(c, s, STATUS_UNSAT);
	else if (is_late || !ask_model(c, s))
		reply(c, s, STATUS_UNKNOWN);
}

void
tool_prove(struct call *c)
{
	struct solve *s = solve_new(c);
	struct err e;

	s->text.without_objectives = true;
	s->steps = (struct solve_steps){
		.what = "the property",
		.may_confirm = true,
		.reply = on_verdict,
	};
	if (!solve_read(c, s, &e) || !solve_ask(c, s, &e))
		call_fail(c, &e);
}
