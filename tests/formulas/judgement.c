#include "formulas/judgement.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "formulas/oracle.h"
#include "formulas/value.h"
#include "json/json.h"

/* --- solutions ------------------------------------------------------------ */

bool
judge_solution(const struct sift *text, const char *solution, struct err *e)
{
	DROP(text) char *joined = NULL;
	enum oracle said;

	if (solution == NULL)
		return err_set(e, ERR_CONFLICT, "sat without a solution");
	joined = sift_conjoin(text, solution, e);
	if (joined == NULL)
		return false;
	said = oracle_ask(joined);
	return (said != ORACLE_UNSAT && said != ORACLE_ERROR) ||
	       err_set(e, ERR_CONFLICT, "%s with the solution in its place\n%s",
		       oracle_word(said), joined);
}

/* What the solution is about and does not say itself: sorts, declarations. The
 * text's own definitions may be of what SMT-LIB leaves open. The caller's. */
static char *
declarations_of(const struct sift *text)
{
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_MESSAGE);
	for (size_t i = 0; i < text->forms.count; i++) {
		DROP(text) char *command = sift_command(text, i);

		if (strncmp(command, "(declare-", strlen("(declare-")) == 0)
			(void)buf_add_format(&out, "%s\n", command);
	}
	return buf_take(&out);
}

static char *
definitions_of(const struct sift *text, const char *solution, struct err *e)
{
	DROP(text) char *less = declarations_of(text);
	char *joined = NULL;
	struct sift sift;

	if (!sift_init(&sift, less, e))
		return NULL;
	joined = sift_conjoin(&sift, solution, e);
	sift_release(&sift);
	return joined;
}

char *
judge_definitions(const struct sift *text, const char *solution, struct err *e)
{
	bool *kept = mem_new(text->asserts + 1);
	DROP(text) char *less = sift_keep(text, kept);
	char *joined = NULL;
	struct sift sift;

	free(kept);
	if (!sift_init(&sift, less, e))
		return NULL;
	joined = sift_conjoin(&sift, solution, e);
	sift_release(&sift);
	return joined;
}

bool
judge_values(const struct sift *text, const char *solution,
	const struct json_object *values, const struct json_object *sorts,
	struct err *e)
{
	DROP(buf) struct buf equations;
	DROP(text) char *joined = definitions_of(text, solution, e);
	DROP(text) char *asked = NULL;
	enum oracle said;

	buf_init(&equations, LIMIT_MESSAGE);
	if (joined == NULL)
		return false;
	(void)buf_add_text(&equations, "(assert (not (and true\n");
	if (!value_add_equations(values, sorts, &equations))
		return err_set(e, ERR_CONFLICT,
			"a value is not as its sort has it:\n%s",
			equations.data);
	asked = text_format("%s%s)))\n", joined, equations.data);
	said = oracle_ask(asked);
	return (said != ORACLE_SAT && said != ORACLE_ERROR) ||
	       err_set(e, ERR_CONFLICT, "%s where the values are denied\n%s",
		       oracle_word(said), asked);
}

char *
judge_find_solution(const char *text)
{
	DROP(text)
	char *asked = text_format("%s\n(check-sat)\n(get-model)\n", text);
	DROP(buf) struct buf said;

	buf_init(&said, LIMIT_MESSAGE);
	if (!oracle_run(asked, &said) || strncmp(said.data, "sat\n", 4) != 0)
		return NULL;
	return text_copy(said.data + 4);
}

/* --- cores and relaxations ------------------------------------------------ */

/* Which assertions of the text the members name. */
struct choice {
	const struct sift *text;
	bool *kept;
};

static void
choice_init(struct choice *c, const struct sift *text, bool kept)
{
	c->text = text;
	c->kept = mem_new(text->asserts + 1);
	memset(c->kept, kept, text->asserts);
}

/* Of the command of that number, if it is an assertion. */
static void
choose_command(struct choice *c, int64_t command, bool kept)
{
	size_t number = 0;

	for (size_t i = 0; i < c->text->forms.count; i++) {
		if (!sift_is_assert(c->text, i))
			continue;
		if ((int64_t)i == command)
			c->kept[number] = kept;
		number++;
	}
}

static enum oracle
ask_choice(const struct choice *c)
{
	DROP(text) char *text = sift_keep(c->text, c->kept);

	return oracle_ask(text);
}

static bool
each_is_needed(struct choice *c, struct err *e)
{
	for (size_t i = 0; i < c->text->asserts; i++) {
		enum oracle said;

		if (!c->kept[i])
			continue;
		c->kept[i] = false;
		said = ask_choice(c);
		c->kept[i] = true;
		if (said == ORACLE_UNSAT)
			return err_set(e, ERR_CONFLICT,
				"the core is unsat without assertion %zu", i);
	}
	return true;
}

static void
choose_core(struct choice *c, const struct json_object *core, const char *key)
{
	bool by_item = strcmp(key, "index") == 0;

	for (size_t i = 0; i < json_count(core); i++) {
		int64_t number = json_get_int(json_at(core, i), key, -1);

		if (by_item)
			choose_command(c, number, true);
		else if (number >= 0 && number < (int64_t)c->text->asserts)
			c->kept[number] = true;
	}
}

bool
judge_core(const struct sift *text, const struct json_object *answer,
	const char *key, struct err *e)
{
	const struct json_object *core = json_get_array(answer, "core");
	struct choice c;
	bool ok;

	if (core == NULL)
		return err_set(e, ERR_CONFLICT, "unsat without a core");
	choice_init(&c, text, false);
	choose_core(&c, core, key);
	ok = ask_choice(&c) != ORACLE_SAT ||
	     err_set(e, ERR_CONFLICT, "the core alone is sat");
	if (ok && json_get_bool(answer, "core_minimal", false))
		ok = each_is_needed(&c, e);
	free(c.kept);
	return ok;
}

/* With a member of the set back again. */
static bool
none_is_spare(struct choice *c, const struct json_object *set, struct err *e)
{
	for (size_t i = 0; i < json_count(set); i++) {
		int64_t item = json_int(json_at(set, i));
		enum oracle said;

		choose_command(c, item, true);
		said = ask_choice(c);
		choose_command(c, item, false);
		if (said == ORACLE_SAT)
			return err_set(e, ERR_CONFLICT,
				"item %d need not be relaxed", (int)item);
	}
	return true;
}

static bool
judge_relaxation(
	const struct sift *text, const struct json_object *set, struct err *e)
{
	struct choice c;
	bool ok;

	choice_init(&c, text, true);
	for (size_t i = 0; i < json_count(set); i++)
		choose_command(&c, json_int(json_at(set, i)), false);
	ok = ask_choice(&c) != ORACLE_UNSAT ||
	     err_set(e, ERR_CONFLICT, "relaxed it is still unsat");
	ok = ok && none_is_spare(&c, set, e);
	free(c.kept);
	return ok;
}

bool
judge_relaxations(const struct sift *text, const struct json_object *answer,
	struct err *e)
{
	const struct json_object *sets = json_get_array(answer, "relaxations");

	/* There are none when time ran out. */
	for (size_t i = 0; sets != NULL && i < json_count(sets); i++) {
		DROP(text) char *shown = json_text(json_at(sets, i));

		if (!judge_relaxation(text, json_at(sets, i), e))
			return err_add(e, "\nrelaxation %s", shown);
	}
	return true;
}
