#ifndef WORKER_EXECUTOR_GRAPH_SEARCH_H
#define WORKER_EXECUTOR_GRAPH_SEARCH_H

/*
 * The searches of the Solver Protocol (bfs, dfs, ucs, greedy, astar): the job
 * of an ASK_SEARCH. It needs no libz3, and is jailed all the same.
 */

#include <stddef.h>

/*
 * The request is {key, input, config?} in JSON, where `key` is that of the
 * engine's page, and the rest fits its schema. Members of the response
 * envelope, in JSON: {result, proof_trace?}, or {error} if the graph is not
 * one; the caller's.
 */
char *graph_search(const char *request, size_t size);

#endif
