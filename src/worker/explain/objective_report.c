#include "worker/explain/objective_report.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/text/text.h"
#include "worker/base/answer_stream.h"
#include "worker/print/value.h"
#include "json/json.h"

enum { TEXT_MAX = 1 << 20 };

/* --- frames -------------------------------------------------------------- */

static char *
value_text(const struct task *t, Z3_ast value)
{
	struct json_object *json;
	char *text;

	if (value == NULL)
		return text_copy("");
	json = value_json(t->printer, t->model, value);
	text = json_text(json);
	json_free(json);
	return text;
}

/* A numeral as "-5/2"; of bit-vectors, and of what is none, as SMT-LIB. */
static char *
bound_text(Z3_context c, Z3_ast bound)
{
	Z3_sort_kind kind;

	if (bound == NULL)
		return text_copy("");
	kind = Z3_get_sort_kind(c, Z3_get_sort(c, bound));
	if (kind == Z3_BV_SORT || !Z3_is_numeral_ast(c, bound))
		return text_copy(Z3_ast_to_string(c, bound));
	return text_copy(Z3_get_numeral_string(c, bound));
}

/* What no solution exceeds, as far as it is known. */
static char *
far_bound(Z3_context c, const struct objective *goal)
{
	switch (goal->state) {
	case OBJECTIVE_OPTIMAL:
	case OBJECTIVE_CLAIMED:
		return bound_text(c, objective_value(goal));
	case OBJECTIVE_UNBOUNDED:
		return text_copy(goal->maximize ? "oo" : "-oo");
	case OBJECTIVE_NOT_ATTAINED:
		return bound_text(c, goal->supremum);
	case OBJECTIVE_OPEN:
		break;
	}
	return bound_text(c, goal->bound);
}

static void
put_frame(const struct task *t, const struct objective *goal)
{
	Z3_ast best = objective_value(goal);
	DROP(text) char *value = value_text(t, best);
	DROP(text) char *near = bound_text(t->c, best);
	DROP(text) char *far = far_bound(t->c, goal);
	struct answer_objective objective = {
		.term = goal->text,
		.maximize = goal->maximize,
		.soft = goal->soft,
		.optimal = objective_is_best(goal),
		.unchecked = goal->state == OBJECTIVE_CLAIMED,
		.unbounded = goal->state == OBJECTIVE_UNBOUNDED,
		.not_attained = goal->state == OBJECTIVE_NOT_ATTAINED,
		.value = value,
		.lower = goal->maximize ? near : far,
		.upper = goal->maximize ? far : near,
	};

	answer_put_objective(answer_stream_frames(), &objective);
}

/* --- text ---------------------------------------------------------------- */

/* libz3 prints what is whole without a point, bit-vectors in decimal. */
static void
add_number(Z3_context c, Z3_ast number, struct buf *text)
{
	const char *digits;

	if (!Z3_is_numeral_ast(c, number)) {
		buf_add_text(text, Z3_ast_to_string(c, number));
		return;
	}
	digits = Z3_get_numeral_string(c, number);
	if (strchr(digits, '/') != NULL)
		buf_add_text(text, Z3_ast_to_string(c, number));
	else if (digits[0] == '-')
		buf_add_format(text, "(- %s)", digits + 1);
	else
		buf_add_text(text, digits);
}

static void
add_infinity(const struct objective *goal, struct buf *text)
{
	buf_add_text(text, goal->maximize ? "oo" : "(* (- 1) oo)");
}

static void
add_supremum(Z3_context c, const struct objective *goal, struct buf *text)
{
	buf_add_text(text, "(+ ");
	buf_add_text(text, Z3_ast_to_string(c, goal->supremum));
	buf_add_text(
		text, goal->maximize ? " (* (- 1.0) epsilon))" : " epsilon)");
}

/* Between what is at hand and what is known to be beyond reach. */
static void
add_interval(Z3_context c, const struct objective *goal, struct buf *text)
{
	Z3_ast low = goal->maximize ? objective_value(goal) : goal->bound;
	Z3_ast high = goal->maximize ? goal->bound : objective_value(goal);

	buf_add_text(text, "(interval ");
	if (low != NULL)
		add_number(c, low, text);
	else
		buf_add_text(text, "(* (- 1) oo)");
	buf_add_char(text, ' ');
	if (high != NULL)
		add_number(c, high, text);
	else
		buf_add_text(text, "oo");
	buf_add_char(text, ')');
}

static void
add_best(Z3_context c, const struct objective *goal, struct buf *text)
{
	switch (goal->state) {
	case OBJECTIVE_OPTIMAL:
	case OBJECTIVE_CLAIMED:
		add_number(c, objective_value(goal), text);
		break;
	case OBJECTIVE_UNBOUNDED:
		add_infinity(goal, text);
		break;
	case OBJECTIVE_NOT_ATTAINED:
		add_supremum(c, goal, text);
		break;
	case OBJECTIVE_OPEN:
		add_interval(c, goal, text);
		break;
	}
}

static char *
objectives_text(const struct task *t, const struct goals *goals)
{
	struct buf text;

	buf_init(&text, TEXT_MAX);
	buf_add_text(&text, "(objectives\n");
	for (size_t i = 0; i < goals->count; i++) {
		const struct objective *goal = &goals->at[i];

		buf_add_text(&text, " (");
		if (!goal->soft)
			buf_add_text(&text, goal->text);
		else if (goal->text[0] != '\0')
			text_add_symbol(&text, goal->text);
		buf_add_char(&text, ' ');
		add_best(t->c, goal, &text);
		buf_add_text(&text, ")\n");
	}
	buf_add_text(&text, ")\n");
	return buf_take(&text);
}

void
objective_report_report(struct task *t, const struct goals *goals)
{
	for (size_t i = 0; i < goals->count; i++)
		put_frame(t, &goals->at[i]);
	free(t->objectives);
	t->objectives = objectives_text(t, goals);
}
