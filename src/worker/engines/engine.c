#include "worker/engines/engine.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/solution/solution.h"
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

static const struct engine_kind *const kinds[] = {
#define ENGINE(id, word, kind, traits) &(kind),
#include "wire/engines.def"
#undef ENGINE
};

uint32_t
engines_that_fit(const struct task *t, uint32_t engines)
{
	uint32_t fitting = 0;

	for (enum engine i = 0; i < ENGINE_COUNT; i++) {
		if ((engines & ENGINE_BIT(i)) != 0 && kinds[i]->fits(t))
			fitting |= ENGINE_BIT(i);
	}
	return fitting;
}

size_t
engine_count_declarations(
	const struct task *t, bool (*is_fit)(Z3_context c, Z3_sort sort))
{
	const struct problem *p = &t->parsed->problem;
	size_t count = 0;

	for (size_t i = 0; i < p->count; i++) {
		const struct problem_part *part = &p->parts[i];
		Z3_sort sort; /* of a constant, or of a function's values */

		if (part->kind == PART_FUNCTION)
			sort = Z3_get_range(t->c, task_function(t, part));
		else if (part->kind == PART_CONSTANT)
			sort = Z3_get_sort(t->c, task_term(t, part));
		else
			continue;
		if (!is_fit(t->c, sort))
			return 0;
		count++;
	}
	return count;
}

/* --- libz3's own ways ----------------------------------------------------- */

static bool
fits_all(const struct task *t)
{
	(void)t;
	return true;
}

/* Its incremental core: the fastest for what is easy, for much of what has
 * quantifiers, and for problems that share assertions. */
static Z3_solver
incremental_solver(const struct task *t, struct families *f,
	const Z3_ast *terms, size_t count)
{
	struct assertion_stack *stack = t->shared.stack;
	Z3_solver solver;

	(void)f;
	if (stack == NULL || t->settings.seed != 0)
		return task_solver_of(t, true, terms, count);
	solver = assertion_stack_solver(stack, t->c, terms, count);
	if (solver == stack->solver)
		Z3_solver_inc_ref(t->c, solver);
	return solver;
}

/* Its strategy for the logic, which is what the z3 command uses. */
static Z3_solver
strategy_solver(const struct task *t, struct families *f, const Z3_ast *terms,
	size_t count)
{
	(void)f;
	return task_solver_of(t, false, terms, count);
}

const struct engine_kind engine_incremental = {
	.fits = fits_all, .solver = incremental_solver};
const struct engine_kind engine_strategy = {
	.fits = fits_all, .solver = strategy_solver};

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

/* --- asked more than once ------------------------------------------------- */

static void
add(struct decider *d, Z3_ast term)
{
	*ARRAY_ADD(d->asserted.at, d->asserted.count, d->asserted.capacity) =
		term;
}

bool
decider_init(struct decider *d, enum engine engine, const struct task *t,
	const Z3_ast *terms, size_t count)
{
	*d = (struct decider){.t = t, .engine = engine};
	if (kinds[engine]->solver != NULL) {
		d->solver =
			kinds[engine]->solver(t, &d->families, terms, count);
		if (d->solver == NULL) {
			families_drop(&d->families);
			return false;
		}
	}
	for (size_t i = 0; i < count; i++)
		add(d, terms[i]);
	return true;
}

static void
set_model(struct decider *d, Z3_model model)
{
	if (d->model != NULL)
		Z3_model_dec_ref(d->t->c, d->model);
	d->model = model;
}

/* Returns whether the checks of a script share the solver. */
static bool
is_shared(const struct decider *d)
{
	const struct assertion_stack *shared = d->t->shared.stack;

	return shared != NULL && d->solver != NULL &&
	       d->solver == shared->solver;
}

void
decider_release(struct decider *d)
{
	free(d->asserted.at);
	free(d->scopes.at);
	if (d->t != NULL)
		set_model(d, NULL);
	if (d->solver != NULL)
		Z3_solver_dec_ref(d->t->c, d->solver);
	families_drop(&d->families);
	*d = (struct decider){0};
}

/* Replaces the solver that the checks of a script share by one of its own. What
 * is added must not stay in the shared one: later checks would have it, too. */
static void
leave_shared_solver(struct decider *d)
{
	if (!is_shared(d))
		return;
	Z3_solver_dec_ref(d->t->c, d->solver);
	d->solver =
		task_solver_of(d->t, true, d->asserted.at, d->asserted.count);
}

Z3_ast
decider_restate(struct decider *d, Z3_ast term)
{
	return kinds[d->engine]->restate != NULL
		       ? kinds[d->engine]->restate(d->t, &d->families, term)
		       : term;
}

static void
assert_as(struct decider *d, Z3_ast term, Z3_ast restated)
{
	leave_shared_solver(d);
	add(d, term);
	if (d->solver != NULL)
		checked_solver_assert(d->t->c, d->solver, restated);
}

void
decider_assert(struct decider *d, Z3_ast term)
{
	assert_as(d, term, decider_restate(d, term));
}

void
decider_assert_restated(struct decider *d, Z3_ast term)
{
	assert_as(d, term, term);
}

bool
decider_push(struct decider *d)
{
	leave_shared_solver(d);
	if (d->solver != NULL && !checked_solver_push(d->t->c, d->solver))
		return false;
	*ARRAY_ADD(d->scopes.at, d->scopes.count, d->scopes.capacity) =
		d->asserted.count;
	return true;
}

void
decider_pop(struct decider *d)
{
	if (d->solver != NULL)
		checked_solver_pop(d->t->c, d->solver, 1);
	d->asserted.count = d->scopes.at[--d->scopes.count];
}

/* Returns the model with what the engine has in the place of functions, or NULL
 * if that was not known in time; then there is no reference to it either. */
static Z3_model
completed(const struct decider *d, Z3_model model)
{
	if (model == NULL || families_complete(&d->families, d->t->c, model))
		return model;
	Z3_model_dec_ref(d->t->c, model);
	return NULL;
}

Z3_model
decider_model(const struct decider *d)
{
	Z3_model model = d->model;

	if (model == NULL && d->solver != NULL)
		model = checked_solver_model(d->t->c, d->solver);
	if (model != NULL)
		Z3_model_inc_ref(d->t->c, model);
	return d->model != NULL ? model : completed(d, model);
}

Z3_lbool
decider_check(struct decider *d, unsigned count, const Z3_ast *literals)
{
	size_t before = d->asserted.count;
	Z3_model model = NULL;
	Z3_lbool answer;

	set_model(d, NULL);
	if (d->solver != NULL)
		return checked_solver_check_assuming(
			d->t->c, d->solver, count, literals);
	for (unsigned i = 0; i < count; i++)
		add(d, literals[i]);
	answer = kinds[d->engine]->decide(
		d->t, &d->families, d->asserted.at, d->asserted.count, &model);
	d->asserted.count = before;
	d->model = completed(d, model);
	return answer == Z3_L_TRUE && d->model == NULL ? Z3_L_UNDEF : answer;
}

/* By another engine, which is made for this. */
static Z3_lbool
check_once(struct decider *d, enum engine engine, unsigned count,
	const Z3_ast *literals)
{
	DROP(decider) struct decider other = {0};
	Z3_lbool answer = Z3_L_UNDEF;
	bool is_fit;

	for (unsigned i = 0; i < count; i++)
		add(d, literals[i]);
	is_fit = decider_init(
		&other, engine, d->t, d->asserted.at, d->asserted.count);
	d->asserted.count -= count;
	if (is_fit)
		answer = decider_check(&other, 0, NULL);
	if (answer == Z3_L_TRUE && other.solver != NULL)
		other.model = decider_model(&other);
	if (answer == Z3_L_TRUE && other.model == NULL)
		answer = Z3_L_UNDEF;
	set_model(d, TAKE(other.model));
	return answer;
}

/* Has another engine in the place of the one that cannot read the problem. It
 * stays if an interrupt comes in between. */
static void
change_engine(struct decider *d, enum engine engine)
{
	struct decider other;
	size_t level = 0;

	if (!decider_init(&other, engine, d->t, d->asserted.at,
		    d->scopes.count > 0 ? d->scopes.at[0] : d->asserted.count))
		return;
	while (level < d->scopes.count && decider_push(&other)) {
		size_t end = ++level < d->scopes.count ? d->scopes.at[level]
						       : d->asserted.count;

		while (other.asserted.count < end)
			decider_assert(
				&other, d->asserted.at[other.asserted.count]);
	}
	if (level == d->scopes.count) {
		decider_release(d);
		*d = other;
	} else {
		decider_release(&other);
	}
}

/* The first that fits every problem and may be asked again with more. */
static enum engine
lasting_engine(void)
{
	return (enum engine)__builtin_ctz(
		engines_with(ENGINE_GENERAL) & engines_with(ENGINE_PUSHES));
}

Z3_lbool
decider_check_in_turns(struct decider *d, uint32_t engines, unsigned count,
	const Z3_ast *literals)
{
	struct engine_schedule s =
		engine_schedule_begin(engines | ENGINE_BIT(d->engine));
	Z3_lbool answer;
	bool was_cut;

	s.engine = d->engine;
	do {
		unsigned interrupts = watchdog_interrupts();

		watchdog_spend(
			s.spent_us == 0 ? 0 : clock_spent_us() + s.spent_us);
		answer = s.engine == d->engine
				 ? decider_check(d, count, literals)
				 : check_once(d, s.engine, count, literals);
		was_cut = watchdog_interrupts() != interrupts;
		watchdog_spend(0);
		if (answer == Z3_L_UNDEF && !was_cut && s.engine == d->engine &&
			!engine_has(d->engine, ENGINE_GENERAL)) {
			change_engine(d, lasting_engine());
			s.left |= ENGINE_BIT(d->engine);
		}
	} while (answer == Z3_L_UNDEF && !watchdog_is_over() &&
		 engine_schedule_next(&s, was_cut));
	return answer;
}

bool
decider_read_solution(const struct decider *d, struct task *t)
{
	Z3_model model = decider_model(d);

	if (model == NULL)
		return false;
	solution_set_model(t, model);
	Z3_model_dec_ref(t->c, model);
	return true;
}

/* --- counters ------------------------------------------------------------- */

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
