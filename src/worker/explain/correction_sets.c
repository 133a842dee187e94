#include "worker/explain/correction_sets.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "worker/base/answer_stream.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/explain/assertion_groups.h"

/* Every group may be given up at the same price. */
static Z3_optimize
make_optimizer(const struct task *t, const struct assertion_groups *groups)
{
	Z3_optimize optimizer = Z3_mk_optimize(t->c);
	Z3_symbol id = Z3_mk_string_symbol(t->c, "satchel!relax");

	Z3_optimize_inc_ref(t->c, optimizer);
	for (size_t i = 0; i < groups->count; i++) {
		const struct assertion_group *g = &groups->at[i];
		Z3_ast term = assertion_group_term(t, groups, g);

		if (g->number == (size_t)ASSERTION_GROUP_NONE) {
			checked_solver_optimize_assert(t->c, optimizer, term);
			continue;
		}
		checked_solver_optimize_assert(
			t->c, optimizer, Z3_mk_implies(t->c, g->literal, term));
		(void)Z3_optimize_assert_soft(
			t->c, optimizer, g->literal, "1", id);
	}
	return optimizer;
}

static bool
is_given_up(
	const struct task *t, Z3_model model, const struct assertion_group *g)
{
	Z3_ast value = NULL;

	return g->number != (size_t)ASSERTION_GROUP_NONE &&
	       Z3_model_eval(t->c, model, g->literal, true, &value) &&
	       Z3_get_bool_value(t->c, value) != Z3_L_TRUE;
}

/*
 * Reports the groups that the optimizer gave up, and forbids to give up all of
 * them again. False when it gave up none.
 */
static bool
report_one(const struct task *t, const struct assertion_groups *groups,
	Z3_optimize optimizer)
{
	Z3_model model = Z3_optimize_get_model(t->c, optimizer);
	Z3_ast *kept = mem_grow(NULL, groups->count, sizeof(*kept));
	DROP(buf) struct buf text;
	unsigned count = 0;

	Z3_model_inc_ref(t->c, model);
	buf_init(&text, SIZE_MAX / 2);
	for (size_t i = 0; i < groups->count; i++) {
		const struct assertion_group *g = &groups->at[i];

		if (!is_given_up(t, model, g))
			continue;
		buf_add_format(&text, "%s%zu", count > 0 ? " " : "", g->number);
		kept[count++] = g->literal;
	}
	if (count > 0) {
		answer_put_relaxation(answer_stream_frames(), text.data);
		answer_stream_send();
		checked_solver_optimize_assert(
			t->c, optimizer, Z3_mk_or(t->c, count, kept));
	}
	free(kept);
	Z3_model_dec_ref(t->c, model);
	return count > 0;
}

void
correction_sets_report(const struct task *t)
{
	struct assertion_groups groups;
	Z3_optimize optimizer;

	tool_groups_read(t, &groups);
	optimizer = make_optimizer(t, &groups);
	for (int i = 0; i < LIMIT_RELAXATIONS && !watchdog_is_over(); i++) {
		if (checked_solver_optimize(t->c, optimizer) != Z3_L_TRUE ||
			!report_one(t, &groups, optimizer))
			break;
	}
	assertion_groups_release(&groups);
}
