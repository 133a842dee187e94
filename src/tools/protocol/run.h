#ifndef TOOLS_PROTOCOL_RUN_H
#define TOOLS_PROTOCOL_RUN_H

/*
 * One request of the Solver Protocol, from the arguments of a call to the
 * response envelope: {id, status, engine, result?, error?, proof_trace?,
 * metadata?}. Whatever becomes of it is an envelope with the request's id.
 *
 * What an engine does is a call of solve_smtlib or solve_json, or a search by a
 * worker: so limits, cancellation and progress are those of every solve.
 */

struct call;
struct json_object;

/* Owns the response. */
typedef void run_done(struct call *c, struct json_object *response);

/* Answers `done` once, unless the call is cancelled. The run is the state of
 * the call. */
void run_start(struct call *c, run_done *done);

#endif
