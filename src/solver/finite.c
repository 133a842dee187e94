#include "solver/finite.h"

#include "solver/bits.h"
#include "solver/trust.h"
#include "solver/watchdog.h"

bool
finite_is_likely(const struct task *t)
{
	const struct problem_part *part = NULL;
	size_t count = 0;

	while ((part = task_part(t, PART_CONSTANT, part)) != NULL) {
		Z3_sort sort = Z3_get_sort(t->c, task_term(t, part));

		switch ((int)Z3_get_sort_kind(t->c, sort)) {
		case Z3_BOOL_SORT:
		case Z3_INT_SORT:
		case Z3_BV_SORT:
			count++;
			break;
		default:
			return false;
		}
	}
	return count > 0;
}

static Z3_model
model_of(const struct bits *b, Z3_solver solver)
{
	Z3_model found = Z3_solver_get_model(b->c, solver);
	Z3_model model;

	Z3_model_inc_ref(b->c, found);
	model = bits_model(b, found);
	Z3_model_dec_ref(b->c, found);
	return model;
}

static void
decide(struct finite *x, const struct bits *b)
{
	Z3_context c = b->c;

	x->solver = bits_solver(b);
	for (size_t i = 0; i < b->count; i++)
		trust_assert(c, x->solver, b->terms[i]);
	x->answer = trust_check(c, x->solver);
	if (x->answer == Z3_L_TRUE)
		x->model = model_of(b, x->solver);
	if (x->answer == Z3_L_TRUE && x->model == NULL)
		x->answer = Z3_L_UNDEF;
}

void
finite_decide(struct finite *x, Z3_context c, const Z3_ast *terms, size_t count)
{
	struct bits b;
	unsigned strikes = trust_settle(c);

	*x = (struct finite){.answer = Z3_L_UNDEF};
	if (!bits_read(&b, c, terms, count))
		return;
	/* What was interrupted while it was written may not be the same. */
	if (watchdog_strikes() == strikes)
		decide(x, &b);
	bits_release(&b);
}
