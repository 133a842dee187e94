#ifndef TESTS_UNIT_TOOLS_PROTOCOL_PLAYED_SEARCH_H
#define TESTS_UNIT_TOOLS_PROTOCOL_PLAYED_SEARCH_H

/*
 * Searches by the worker's own function, for a played pool.
 */

#include "unit/tools/played_pool.h"
#include "worker/executor/graph_search.h"

/* Answers the jobs that are searches as a worker would; says how many. */
static inline size_t
play_searches(void)
{
	size_t played = 0;

	for (; stage_job_count > 0 && stage_jobs[0]->kind == ASK_SEARCH;
		played++) {
		struct answer *a = answer_new();

		a->output.text = graph_search(
			stage_jobs[0]->text, strlen(stage_jobs[0]->text));
		a->output.size = strlen(a->output.text);
		a->done = true;
		answer(a);
	}
	return played;
}

#endif
