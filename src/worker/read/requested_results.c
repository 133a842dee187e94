#include "worker/read/requested_results.h"

bool
requested_results_for(const struct script *s, const struct script_problem *sp,
	enum command_kind command)
{
	for (size_t i = sp->follow_first; i < sp->follow_end; i++) {
		if (s->forms->at[i].command == command)
			return true;
	}
	return false;
}

static bool
has_goal(const struct script *s, const struct script_problem *sp)
{
	for (size_t i = 0; s->has_goals && i < sp->active_count; i++) {
		switch ((int)s->forms->at[s->active[i]].command) {
		case COMMAND_MINIMIZE:
		case COMMAND_MAXIMIZE:
		case COMMAND_ASSERT_SOFT:
			return true;
		default:
			break;
		}
	}
	return false;
}

bool
requested_results_for_solution(
	const struct script *s, const struct script_problem *sp)
{
	return sp->has_check &&
	       (sp->is_last || has_goal(s, sp) ||
		       requested_results_for(s, sp, COMMAND_GET_MODEL));
}
