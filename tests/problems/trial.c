#include "problems/trial.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "problems/call.h"
#include "problems/sift.h"
#include "json/json.h"

/* A command of the text is the item of the same number. */
#define SESSION "{\"session\": \"problem\"}"

struct trial {
	struct siege *siege;
	const struct problem *problem;
	struct sift sift;
	struct json_object *arguments; /* of the model's solve */
	struct json_object *answer;
	bool *kept; /* of the assertions: those that a core names */
};

static bool
says(const struct trial *t, const char *answer)
{
	return strcmp(t->problem->answer, answer) == 0;
}

/* Keeps the answer, since the client forgets it. */
static bool
ask(struct trial *t, const char *tool, struct json_object *arguments,
	struct err *e)
{
	if (strncmp(tool, "solve", strlen("solve")) == 0 ||
		strcmp(tool, "prove") == 0)
		json_put_bool(arguments, "detail", true);
	json_free(t->answer);
	t->answer = json_copy(call(t->siege, tool, arguments, e));
	return t->answer != NULL;
}

/* --- cores ---------------------------------------------------------------- */

/* Is the problem unsat with the kept assertions only? */
typedef bool trial_unsat(struct trial *t, bool *is_unsat, struct err *e);

static bool
read_unsat(struct trial *t, bool *is_unsat)
{
	const char *status = json_get_string(t->answer, "status");

	*is_unsat = status != NULL && strcmp(status, "unsat") == 0;
	return true;
}

static trial_unsat text_is_unsat;
static bool
text_is_unsat(struct trial *t, bool *is_unsat, struct err *e)
{
	DROP(text) char *text = sift_keep(&t->sift, t->kept);

	return ask(t, "solve_smtlib", call_text(text), e) &&
	       read_unsat(t, is_unsat);
}

static trial_unsat items_are_unsat;
static bool
items_are_unsat(struct trial *t, bool *is_unsat, struct err *e)
{
	struct json_object *arguments = json_copy(t->arguments);
	struct json_object *without = json_new_array();
	size_t number = 0;

	for (size_t i = 0; i < t->sift.forms.count; i++) {
		if (sift_is_assert(&t->sift, i) && !t->kept[number++])
			json_add(without, json_new_int((int64_t)i));
	}
	json_put(arguments, "without", without);
	return ask(t, "solve_model", arguments, e) && read_unsat(t, is_unsat);
}

/* The core of the answer, alone, and without each of its members. */
static bool
core_holds(struct trial *t, trial_unsat *unsat, struct err *e)
{
	bool is_minimal = json_get_bool(t->answer, "core_minimal", false);
	bool is_unsat;

	if (!unsat(t, &is_unsat, e))
		return false;
	if (!is_unsat)
		return err_set(e, ERR_CONFLICT, "the core alone is not unsat");
	for (size_t i = 0; is_minimal && i < t->sift.asserts; i++) {
		if (!t->kept[i])
			continue;
		t->kept[i] = false;
		if (!unsat(t, &is_unsat, e))
			return false;
		t->kept[i] = true;
		if (is_unsat)
			return err_set(e, ERR_CONFLICT,
				"the core is unsat without assertion %zu", i);
	}
	return true;
}

/* Which assertions the core names: by number, or by item. */
static bool
read_core(struct trial *t, const char *key, struct err *e)
{
	const struct json_object *core = json_get_array(t->answer, "core");
	size_t number = 0;

	if (core == NULL)
		return err_set(e, ERR_CONFLICT, "there is no core");
	memset(t->kept, 0, t->sift.asserts);
	for (size_t i = 0; i < t->sift.forms.count; i++) {
		size_t place = strcmp(key, "index") == 0 ? i : number;

		if (!sift_is_assert(&t->sift, i))
			continue;
		for (size_t k = 0; k < json_count(core); k++) {
			if (json_get_int(json_at(core, k), key, -1) ==
				(int64_t)place)
				t->kept[number] = true;
		}
		number++;
	}
	return true;
}

/* --- solutions ------------------------------------------------------------ */

static bool
solution_holds(struct trial *t, const char *solution, struct err *e)
{
	DROP(text) char *text = sift_conjoin(&t->sift, solution, e);

	if (text == NULL)
		return false;
	return (ask(t, "solve_smtlib", call_text(text), e) &&
		       call_has_status(t->answer, "sat", e)) ||
	       err_add(e, "\nwith the solution in its place:\n%s", text);
}

/* Every assertion was looked at, and none is false. */
static bool
check_holds(const struct trial *t, struct err *e)
{
	const struct json_object *checked =
		json_get_object(t->answer, "checked");
	int64_t items = json_get_int(checked, "items", -1);

	if (json_count(json_get_array(checked, "failed")) > 0)
		return err_set(e, ERR_CONFLICT, "an assertion is false");
	if (items != (int64_t)t->sift.asserts && t->problem->arguments == NULL)
		return err_set(e, ERR_CONFLICT,
			"%d items were checked instead of %zu", (int)items,
			t->sift.asserts);
	return true;
}

/* The solution is one of less than the whole. */
static bool
leaves_out(const struct trial *t)
{
	return json_get_array(t->arguments, "without") != NULL;
}

/* --- the ways ------------------------------------------------------------- */

static bool
answers(const struct trial *t, struct err *e)
{
	return call_has_status(t->answer, t->problem->answer, e) &&
	       call_matches(t->answer, t->problem, e);
}

static bool
try_text(struct trial *t, struct err *e)
{
	if (!ask(t, "solve_smtlib", call_text(t->problem->text), e) ||
		!answers(t, e))
		return false;
	if (!t->sift.is_plain)
		return true;
	if (says(t, "sat"))
		return solution_holds(
			t, json_get_string(t->answer, "output"), e);
	return !says(t, "unsat") || (read_core(t, "assertion", e) &&
					    core_holds(t, text_is_unsat, e));
}

static bool
build_model(struct trial *t, struct err *e)
{
	if (!ask(t, "open_session", siege_json(SESSION), e))
		return false;
	for (size_t i = 0; i < t->sift.forms.count; i++) {
		DROP(text) char *content = sift_command(&t->sift, i);
		struct json_object *arguments = siege_json(SESSION);

		json_put_string(arguments, "content", content);
		if (!sift_is_item(&t->sift, i))
			json_free(arguments);
		else if (!ask(t, "add_item", arguments, e))
			return err_add(e, "\nas item %zu: %s", i, content);
	}
	return true;
}

/* What is proved is that its negation is unsat. */
static void
negate_property(struct trial *t)
{
	struct json_object *assume = json_new_array();
	DROP(text)
	char *negation = text_format(
		"(not %s)", json_get_string(t->arguments, "property"));

	json_add(assume, json_new_string(negation));
	json_put(t->arguments, "assume", assume);
	json_delete(t->arguments, "property");
}

static bool
try_items(struct trial *t, struct err *e)
{
	bool is_proof = says(t, "proved") || says(t, "refuted");

	if (!ask(t, is_proof ? "prove" : "solve_model", json_copy(t->arguments),
		    e) ||
		!answers(t, e))
		return false;
	if (says(t, "sat") || says(t, "refuted"))
		return check_holds(t, e) &&
		       (leaves_out(t) || solution_holds(t,
						 json_get_string(t->answer,
							 "solution_smtlib"),
						 e));
	if (says(t, "unknown"))
		return true;
	if (is_proof)
		negate_property(t);
	return read_core(t, "index", e) && core_holds(t, items_are_unsat, e);
}

static bool
try_model(struct trial *t, struct err *e)
{
	bool ok = build_model(t, e) && try_items(t, e);
	struct err ignored; /* the first one counts */

	return ask(t, "delete_session", siege_json(SESSION),
		       ok ? e : &ignored) &&
	       ok;
}

/* --- refusals ------------------------------------------------------------- */

static bool
try_fault(struct siege *s, const struct problem *p, struct err *e)
{
	DROP(json) struct json_object *said = NULL;
	DROP(text) char *place = text_copy(problem_fault(p));
	DROP(text) char *words = NULL;
	char *colon = strchr(place, ':');
	const char *text;

	if (strstr(p->title, "[refused by 4.8 only]") != NULL &&
		siege_is_lenient(s))
		return call(s, "solve_smtlib", call_text(p->text), e) != NULL;
	text = call_refused(s, "solve_smtlib", call_text(p->text), e);
	if (text == NULL)
		return false;
	if (colon != NULL)
		*colon = '\0';
	words = text_format(
		"line %s, column %s:", place, colon != NULL ? colon + 1 : "");
	if (strstr(text, words) == NULL)
		return err_set(
			e, ERR_CONFLICT, "no \"%s\" is in: %s", words, text);
	said = json_new_string(text);
	return call_matches(said, p, e);
}

bool
trial_run(struct siege *s, const struct problem *p, struct err *e)
{
	struct trial t = {.siege = s, .problem = p};
	bool ok;

	if (problem_fault(p) != NULL)
		return try_fault(s, p, e);
	if (!sift_init(&t.sift, p->text, e))
		return false;
	t.arguments = siege_json(p->arguments != NULL ? p->arguments : "{}");
	json_put_string(t.arguments, "session", "problem");
	t.kept = mem_grow(NULL, t.sift.asserts + 1, sizeof(*t.kept));
	/* A text has no place for arguments. */
	ok = p->arguments != NULL || try_text(&t, e) ||
	     err_add(e, "\n(as a text)");
	if (ok && t.sift.is_plain)
		ok = try_model(&t, e) || err_add(e, "\n(as a model)");
	json_free(t.arguments);
	json_free(t.answer);
	free(t.kept);
	sift_release(&t.sift);
	return ok;
}
