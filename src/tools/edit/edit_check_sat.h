#ifndef TOOLS_EDIT_EDIT_CHECK_SAT_H
#define TOOLS_EDIT_EDIT_CHECK_SAT_H

/*
 * The argument check_sat of an edit: whether the model that it gives has a
 * solution, as far as that is found in a second. It is asked when the edit is
 * kept already, so that nothing that happens to the solve can touch it.
 */

#include "tools/call/call.h"

struct edit_transaction;
struct json_object;

struct edit_check_sat {
	const char *status; /* as of solve_model; NULL: it was not asked */
	char *sentence;
	struct json_object *core; /* numbers of items, or NULL */
};

void edit_check_sat_release(struct edit_check_sat *v);

/* Solves the candidate of the call's edit, fills its verdict, and goes on. */
void edit_check_sat_find(struct call *c, tool_run *next);

/* Frees what that takes meanwhile; it may be nothing. */
void edit_check_sat_stop(struct edit_transaction *ed);

#endif
