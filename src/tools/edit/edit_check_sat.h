#ifndef TOOLS_EDIT_EDIT_CHECK_SAT_H
#define TOOLS_EDIT_EDIT_CHECK_SAT_H

/*
 * The argument check_sat of an edit: whether the model that it gives has a
 * solution, as far as that is found in a second. It is asked when the edit is
 * kept already, so that nothing that happens to the solve can touch it.
 */

#include <stdbool.h>

#include "tools/call/call.h"
#include "tools/solve/solve_request.h"

struct candidate;
struct json_object;

struct edit_check_sat {
	bool is_dry_run; /* given */
	struct solve_request q;
	const char *status; /* as of solve_model; NULL: it was not asked */
	char *sentence;
	struct json_object *core; /* numbers of items, or NULL */
};

void edit_check_sat_release(struct edit_check_sat *v);

/* Has the candidate solved; `on_answer` hands the answer back. */
bool edit_check_sat_ask(struct call *c, struct edit_check_sat *v,
	const struct candidate *cand, call_on_answer *on_answer, struct err *e);
void edit_check_sat_answer(struct call *c, struct edit_check_sat *v,
	const struct candidate *cand, struct answer *answer);

/* Nothing was found out, and the edit stands all the same. */
void edit_check_sat_give_up(struct edit_check_sat *v, const char *why);

#endif
