#include "worker/decide/engine.h"

#include "worker/base/checked_solver.h"

static const struct {
	engine_fits *fits;
	engine_solver *solver;
} engines[] = {
#define ENGINE(id, word, fits, solver) {fits, solver},
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
engines_that_fit(const struct task *t, uint32_t set)
{
	uint32_t fitting = 0;

	for (enum engine i = 0; i < ENGINE_COUNT; i++) {
		if ((set & ENGINE_BIT(i)) != 0 && engines[i].fits(t))
			fitting |= ENGINE_BIT(i);
	}
	return fitting;
}

Z3_lbool
engine_decide(enum engine engine, const struct task *t, const Z3_ast *terms,
	size_t count, Z3_solver *solver)
{
	*solver = engines[engine].solver(t, terms, count);
	return *solver != NULL ? checked_solver_check(t->c, *solver)
			       : Z3_L_UNDEF;
}
