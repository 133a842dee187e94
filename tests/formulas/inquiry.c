#include "formulas/inquiry.h"

#include <string.h>

#include "base/alloc.h"
#include "formulas/calls.h"
#include "formulas/further.h"
#include "formulas/judgement.h"
#include "formulas/oracle.h"
#include "problems/sift.h"
#include "json/json.h"

enum { SHOWN_BYTES = 1500 };

struct inquiry {
	struct calls calls;
	const struct question *question;
	struct tally *tally;
	struct sift sift;
	enum oracle said; /* of the text */
	/* "sat" or "unsat", as a text; NULL: undecided. */
	const char *status;
};

/* --- what the text says --------------------------------------------------- */

/* libz3 says otherwise: who has a solution that is one? */
static bool
settle(struct inquiry *q, const char *solution, struct err *e)
{
	DROP(text) char *theirs = NULL;

	q->tally->libz3_wrong++;
	if (calls_say(&q->calls, "sat"))
		return judge_solution(&q->sift, solution, e);
	theirs = judge_find_solution(q->question->text);
	if (theirs == NULL || !judge_solution(&q->sift, theirs, e))
		return true;
	return err_set(e, ERR_CONFLICT,
		"it is called unsat, and has the solution\n%s", theirs);
}

static bool
judge_status(struct inquiry *q, const char *solution, struct err *e)
{
	bool is_sat = calls_say(&q->calls, "sat");
	bool is_unsat = calls_say(&q->calls, "unsat");

	if (q->said == ORACLE_ERROR)
		return err_set(
			e, ERR_CONFLICT, "a status, and libz3 finds an error");
	if ((is_sat && q->said == ORACLE_UNSAT) ||
		(is_unsat && q->said == ORACLE_SAT))
		return settle(q, solution, e);
	return true;
}

static bool
judge_refusal(const struct inquiry *q, struct err *e)
{
	q->tally->refused++;
	return q->said == ORACLE_ERROR || q->said == ORACLE_UNKNOWN ||
	       err_set(e, ERR_CONFLICT, "refused, and libz3 reads it: %.*s",
		       SHOWN_BYTES, q->calls.refusal);
}

static bool
judge_sat(const struct inquiry *q, const char *solution, struct err *e)
{
	if (calls_are_cut_short(&q->calls))
		return true;
	return judge_solution(&q->sift, solution, e) &&
	       judge_values(&q->sift, solution,
		       json_get_object(q->calls.answer, "values"),
		       json_get_object(q->calls.answer, "sorts"), e);
}

static bool
ask_text(struct inquiry *q, struct err *e)
{
	struct json_object *arguments = calls_timed(json_new_object());
	const char *output;

	json_put_string(arguments, "smtlib", q->question->text);
	if (!calls_make(&q->calls, "solve_smtlib", arguments, e))
		return false;
	if (q->calls.refusal != NULL)
		return judge_refusal(q, e);
	output = json_get_string(q->calls.answer, "output");
	if (!judge_status(q, output, e))
		return false;
	q->status = calls_say(&q->calls, "sat")	    ? "sat"
		    : calls_say(&q->calls, "unsat") ? "unsat"
						    : NULL;
	q->tally->sat += calls_say(&q->calls, "sat");
	q->tally->unsat += calls_say(&q->calls, "unsat");
	q->tally->undecided += q->status == NULL;
	if (calls_say(&q->calls, "sat"))
		return judge_sat(q, output, e);
	return !calls_say(&q->calls, "unsat") ||
	       judge_core(&q->sift, q->calls.answer, "assertion", e);
}

/* --- what the model says -------------------------------------------------- */

static bool
build_model(struct inquiry *q, struct err *e)
{
	struct json_object *arguments = calls_model();
	struct json_object *edits = json_new_array();

	for (size_t i = 0; i < q->sift.forms.count; i++) {
		DROP(text) char *content = sift_command(&q->sift, i);
		struct json_object *edit = siege_json("{\"op\": \"add\"}");

		json_put_string(edit, "content", content);
		json_add(edits, edit);
	}
	json_put(arguments, "edits", edits);
	if (!calls_make(&q->calls, "open_session", calls_model(), e) ||
		!calls_make(&q->calls, "edit_model", arguments, e))
		return false;
	return q->calls.refusal == NULL ||
	       err_set(e, ERR_CONFLICT, "as a model it is refused: %.*s",
		       SHOWN_BYTES, q->calls.refusal);
}

static bool
judge_checked(const struct inquiry *q, struct err *e)
{
	const struct json_object *checked =
		json_get_object(q->calls.answer, "checked");

	if (calls_are_cut_short(&q->calls))
		return true;
	if (json_get_array(checked, "failed") == NULL)
		return err_set(e, ERR_CONFLICT, "no assertion was checked");
	if (json_count(json_get_array(checked, "failed")) > 0)
		return err_set(e, ERR_CONFLICT, "sat, and an assertion fails");
	return json_get_int(checked, "items", -1) == (int64_t)q->sift.asserts ||
	       err_set(e, ERR_CONFLICT, "not all assertions were checked");
}

static bool
ask_model(struct inquiry *q, struct err *e)
{
	struct json_object *arguments = calls_timed(calls_model());
	const char *solution;

	json_put(arguments, "relax", json_new_bool(true));
	if (!calls_make(&q->calls, "solve_model", arguments, e))
		return false;
	if (q->calls.refusal != NULL)
		return err_set(e, ERR_CONFLICT, "solve_model refuses: %.*s",
			SHOWN_BYTES, q->calls.refusal);
	if (q->status != NULL &&
		(calls_say(&q->calls, "sat") ||
			calls_say(&q->calls, "unsat")) &&
		!calls_say(&q->calls, q->status))
		return err_set(
			e, ERR_CONFLICT, "as a text it is %s", q->status);
	solution = json_get_string(q->calls.answer, "solution_smtlib");
	if (calls_say(&q->calls, "sat"))
		return judge_checked(q, e) && judge_sat(q, solution, e);
	return !calls_say(&q->calls, "unsat") ||
	       (judge_core(&q->sift, q->calls.answer, "index", e) &&
		       judge_relaxations(&q->sift, q->calls.answer, e));
}

/* --- what it implies ------------------------------------------------------ */

static bool
ask_proof(struct inquiry *q, struct err *e)
{
	struct json_object *arguments = calls_timed(calls_model());
	DROP(text)
	char *negation = text_format("%s(assert (not %s))\n", q->question->text,
		q->question->property);
	enum oracle said;

	json_put_string(arguments, "property", q->question->property);
	if (!calls_make(&q->calls, "prove", arguments, e))
		return false;
	said = oracle_ask(negation);
	if (q->calls.refusal != NULL)
		return said == ORACLE_ERROR || said == ORACLE_UNKNOWN ||
		       err_set(e, ERR_CONFLICT, "prove refuses: %.*s",
			       SHOWN_BYTES, q->calls.refusal);
	if (calls_say(&q->calls, "proved") && said == ORACLE_SAT) {
		DROP(text) char *theirs = judge_find_solution(negation);

		return theirs == NULL ||
		       err_set(e, ERR_CONFLICT, "proved, and refuted by\n%s",
			       theirs);
	}
	return !calls_say(&q->calls, "refuted") || said != ORACLE_UNSAT ||
	       judge_solution(&q->sift,
		       json_get_string(q->calls.answer, "solution_smtlib"), e);
}

static bool
ask_all(struct inquiry *q, struct err *e)
{
	bool ok = ask_text(q, e);

	if (!ok)
		return err_add(e, "\n(as a text)");
	if (q->calls.refusal != NULL)
		return true;
	if (!build_model(q, e))
		return false;
	ok = ask_model(q, e) || err_add(e, "\n(as a model)");
	ok = ok && further_ask(&q->calls, q->question, &q->sift, e);
	return ok && (ask_proof(q, e) || err_add(e, "\n(to be proved: %s)",
						 q->question->property));
}

bool
inquiry_run(struct siege *s, const struct question *question, struct tally *t,
	struct err *e)
{
	struct inquiry q = {
		.calls = {.siege = s}, .question = question, .tally = t};
	struct err ignored; /* the first one counts */
	bool ok;

	t->texts++;
	if (!sift_init(&q.sift, question->text, e))
		return false;
	q.said = oracle_ask(question->text);
	ok = ask_all(&q, e);
	(void)calls_make(
		&q.calls, "delete_session", calls_model(), ok ? e : &ignored);
	calls_release(&q.calls);
	sift_release(&q.sift);
	return ok;
}

static bool
judge_glance(struct inquiry *q, struct err *e)
{
	bool ok;

	if (q->calls.refusal != NULL) {
		q->tally->mangled++;
		return true;
	}
	if (!sift_init(&q->sift, q->question->text, e))
		return false;
	ok = judge_status(q, json_get_string(q->calls.answer, "output"), e);
	sift_release(&q->sift);
	return ok;
}

bool
inquiry_glance(
	struct siege *s, const char *text, struct tally *t, struct err *e)
{
	struct question question = {.text = text};
	struct inquiry q = {
		.calls = {.siege = s}, .question = &question, .tally = t};
	struct json_object *arguments = calls_timed(json_new_object());
	bool ok;

	json_put_string(arguments, "smtlib", text);
	q.said = oracle_ask(text);
	ok = calls_make(&q.calls, "solve_smtlib", arguments, e) &&
	     judge_glance(&q, e);
	calls_release(&q.calls);
	return ok || err_add(e, "\n(a text with a fault)\n%s", text);
}
