#include "formulas/further.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "formulas/grammar.h"
#include "formulas/judgement.h"
#include "formulas/oracle.h"
#include "formulas/value.h"
#include "json/json.h"

enum { SOLUTIONS = 5 };

struct further {
	struct calls *calls;
	const struct question *question;
	const struct sift *text;
};

/* True where the oracle says what it must not. */
static bool
says(enum oracle what, const char *text, const char *more, struct err *e)
{
	DROP(text) char *asked = text_format("%s%s", text, more);
	enum oracle said = oracle_ask(asked);

	if (said != what)
		return false;
	(void)err_set(e, ERR_CONFLICT, "%s:\n%s", oracle_word(said), asked);
	return true;
}

/* --- the least value ------------------------------------------------------ */

static bool
judge_term(const struct further *f, const char *value, struct err *e)
{
	const char *solution =
		json_get_string(f->calls->answer, "solution_smtlib");
	DROP(text) char *joined = judge_definitions(f->text, solution, e);
	DROP(text)
	char *equation =
		text_format("(assert (= %s %s))\n", f->question->term, value);

	if (joined == NULL)
		return false;
	if (says(ORACLE_UNSAT, joined, equation, e) ||
		says(ORACLE_ERROR, joined, equation, e))
		return err_add(e, "\n(the value of the term)");
	return true;
}

static bool
judge_least(const struct further *f, const char *value, struct err *e)
{
	const char *less = f->question->of == 'V' ? "bvult" : "<";
	DROP(text)
	char *better = text_format(
		"(assert (%s %s %s))\n", less, f->question->term, value);

	return !says(ORACLE_SAT, f->question->text, better, e) ||
	       err_add(e, "\n(it is not the least value)");
}

/* What is asked for stands among the values, too. */
static bool
judge_objective(
	const struct further *f, const struct json_object *one, struct err *e)
{
	DROP(buf) struct buf value;
	struct json_object *got = NULL;

	buf_init(&value, LIMIT_MESSAGE);
	if (!json_find(one, "value", &got))
		return true;
	if (!value_add_term(grammar_sort(f->question->of), got, &value))
		return true;
	return judge_term(f, value.data, e) &&
	       (!json_get_bool(one, "optimal", false) ||
		       judge_least(f, value.data, e));
}

static bool
ask_least(const struct further *f, struct err *e)
{
	struct json_object *arguments = calls_timed(calls_model());
	struct json_object *terms = json_new_array();
	const struct json_object *objectives;

	json_add(terms, json_new_string(f->question->term));
	json_put(arguments, "minimize", terms);
	if (!calls_make(f->calls, "solve_model", arguments, e))
		return false;
	if (!calls_say(f->calls, "sat") || calls_are_cut_short(f->calls))
		return true;
	objectives = json_get_array(f->calls->answer, "objectives");
	if (objectives == NULL || json_count(objectives) != 1)
		return err_set(e, ERR_CONFLICT, "not one objective");
	return judge_objective(f, json_at(objectives, 0), e);
}

/* --- several solutions ---------------------------------------------------- */

/* (and (= x 3) ...), or its negation. */
static bool
add_solution(const struct further *f, const struct json_object *solution,
	bool denied, struct buf *out)
{
	const struct json_object *sorts =
		json_get_object(f->calls->answer, "sorts");

	(void)buf_add_text(out,
		denied ? "(assert (not (and true\n" : "(assert (and true\n");
	if (!value_add_equations(solution, sorts, out))
		return false;
	(void)buf_add_text(out, denied ? ")))\n" : "))\n");
	return true;
}

static bool
judge_one(const struct further *f, const struct json_object *solutions,
	size_t number, struct err *e)
{
	const struct json_object *one = json_at(solutions, number);
	DROP(buf) struct buf claim;

	buf_init(&claim, LIMIT_MESSAGE);
	for (size_t i = 0; i < number; i++) {
		if (json_equal(json_at(solutions, i), one))
			return err_set(e, ERR_CONFLICT,
				"solution %zu is there twice", number + 1);
	}
	if (!add_solution(f, one, false, &claim))
		return err_set(e, ERR_CONFLICT,
			"a value of a solution is not as its sort has it: %s",
			claim.data);
	return !says(ORACLE_UNSAT, f->question->text, claim.data, e) ||
	       err_add(e, "\n(solution %zu)", number + 1);
}

static bool
judge_complete(const struct further *f, const struct json_object *solutions,
	struct err *e)
{
	DROP(buf) struct buf others;

	buf_init(&others, LIMIT_MESSAGE);
	for (size_t i = 0; i < json_count(solutions); i++)
		(void)add_solution(f, json_at(solutions, i), true, &others);
	return !says(ORACLE_SAT, f->question->text, others.data, e) ||
	       err_add(e, "\n(there are other solutions)");
}

static bool
ask_several(const struct further *f, struct err *e)
{
	struct json_object *arguments = calls_timed(calls_model());
	const struct json_object *solutions;

	json_put_int(arguments, "solutions", SOLUTIONS);
	if (!calls_make(f->calls, "solve_model", arguments, e))
		return false;
	solutions = json_get_array(f->calls->answer, "solutions");
	if (!calls_say(f->calls, "sat") || solutions == NULL)
		return true;
	for (size_t i = 0; i < json_count(solutions); i++) {
		if (!judge_one(f, solutions, i, e))
			return false;
	}
	return !json_get_bool(f->calls->answer, "complete", false) ||
	       judge_complete(f, solutions, e);
}

bool
further_ask(struct calls *c, const struct question *q, const struct sift *text,
	struct err *e)
{
	const struct further f = {.calls = c, .question = q, .text = text};

	if (q->term != NULL && !ask_least(&f, e))
		return err_add(e, "\n(the least of %s)", q->term);
	return ask_several(&f, e);
}
