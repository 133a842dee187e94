#include "worker/decide/engine.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/checked_solver.h"
#include "worker/expand/families.h"
#include "json/json.h"

enum {
	FRACTION_DIGITS = 3, /* of counters */
	/* What is easy for the incremental core it decides within this time. */
	QUICK_US = 300000,
	/* The same where one that decides at once waits. */
	QUICKER_US = 40000,
	/* Its second turn at once, where there are quantifiers: the strategy
	 * is the same core after simplifiers, and gets lost as often. */
	QUANTIFIED_US = 10000000,
	ROUND_US = 300000,
	/* A turn beside the one of the round before. */
	GROWTH = 4,
	/* More than any job has (600 s), and no overflow. */
	ROUND_MAX_US = 1000000000,
};

static const struct {
	engine_fits *fits;
	engine_solver *solver;
} table[] = {
#define ENGINE(id, word, fits, solver, traits) {fits, solver},
#include "wire/engines.def"
#undef ENGINE
};

bool
engine_fits_all(const struct task *t)
{
	(void)t;
	return true;
}

uint32_t
engines_that_fit(const struct task *t, uint32_t engines)
{
	uint32_t fitting = 0;

	for (enum engine i = 0; i < ENGINE_COUNT; i++) {
		if ((engines & ENGINE_BIT(i)) != 0 && table[i].fits(t))
			fitting |= ENGINE_BIT(i);
	}
	return fitting;
}

Z3_solver
engine_new_solver(enum engine engine, const struct task *t, const Z3_ast *terms,
	size_t count)
{
	return table[engine].solver(t, terms, count);
}

Z3_ast
engine_term(enum engine engine, const struct task *t, Z3_ast term)
{
	Z3_ast replaced = NULL;

	if (engine == ENGINE_FINITE_DOMAIN)
		replaced = families_replace_further(t->families, t->c, term);
	return replaced != NULL ? replaced : term;
}

Z3_lbool
engine_decide(enum engine engine, const struct task *t, const Z3_ast *terms,
	size_t count, Z3_solver *solver)
{
	*solver = table[engine].solver(t, terms, count);
	return *solver != NULL ? checked_solver_check(t->c, *solver)
			       : Z3_L_UNDEF;
}

/* --- libz3's own ways ----------------------------------------------------- */

/* Its incremental core: the fastest for what is easy, for much of what has
 * quantifiers, and for problems that share assertions. */
Z3_solver
incremental_solver(const struct task *t, const Z3_ast *terms, size_t count)
{
	if (t->shared.stack != NULL && t->settings.seed == 0)
		return assertion_stack_solver(
			t->shared.stack, t->c, terms, count);
	return task_solver_of(t, true, terms, count);
}

/* Its strategy for the logic, which is what the z3 command uses. */
Z3_solver
strategy_solver(const struct task *t, const Z3_ast *terms, size_t count)
{
	return task_solver_of(t, false, terms, count);
}

/* --- turns --------------------------------------------------------------- */

static bool
is_single(uint32_t set)
{
	return (set & (set - 1)) == 0;
}

static bool
has(const struct engine_schedule *s, enum engine engine)
{
	return (s->left & ENGINE_BIT(engine)) != 0;
}

struct engine_schedule
engine_schedule_begin(uint32_t engines)
{
	struct engine_schedule s = {.left = engines, .round_us = ROUND_US};

	while (!has(&s, s.engine))
		s.engine++;
	if (!is_single(engines))
		s.spent_us =
			(engines & engines_with(ENGINE_DECIDES_AT_ONCE)) != 0
				? QUICKER_US
				: QUICK_US;
	return s;
}

bool
engine_schedule_next(struct engine_schedule *s, bool is_cut)
{
	bool is_first = s->spent_us == QUICK_US || s->spent_us == QUICKER_US;

	if (is_cut && is_first && s->has_quantifiers &&
		engine_has(s->engine, ENGINE_QUANTIFIES)) {
		s->spent_us = QUANTIFIED_US;
		return true;
	}
	if (!is_cut)
		s->left &= ~ENGINE_BIT(s->engine);
	if (s->left == 0)
		return false;
	do {
		s->engine = (s->engine + 1) % ENGINE_COUNT;
		if (s->engine == 0 && s->round_us < ROUND_MAX_US)
			s->round_us *= GROWTH;
	} while (!has(s, s->engine));
	s->spent_us = is_single(s->left) ? 0 : s->round_us;
	if (engine_has(s->engine, ENGINE_DECIDES_AT_ONCE))
		s->spent_us *= GROWTH;
	return true;
}

void
engine_read_counters(struct task *t, Z3_solver solver)
{
	Z3_stats stats = Z3_solver_get_statistics(t->c, solver);
	struct json_object *counters = json_new_object();

	Z3_stats_inc_ref(t->c, stats);
	for (unsigned i = 0; i < Z3_stats_size(t->c, stats); i++) {
		const char *key = Z3_stats_get_key(t->c, stats, i);

		if (Z3_stats_is_uint(t->c, stats, i))
			json_put_int(counters, key,
				Z3_stats_get_uint_value(t->c, stats, i));
		else
			json_put(counters, key,
				json_new_decimal(Z3_stats_get_double_value(
							 t->c, stats, i),
					FRACTION_DIGITS));
	}
	free(t->found.counters);
	t->found.counters = text_copy(Z3_stats_to_string(t->c, stats));
	Z3_stats_dec_ref(t->c, stats);
	free(t->found.statistics);
	t->found.statistics = json_text(counters);
	json_free(counters);
}
