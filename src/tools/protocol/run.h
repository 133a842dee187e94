#ifndef TOOLS_PROTOCOL_RUN_H
#define TOOLS_PROTOCOL_RUN_H

/*
 * One request of the Solver Protocol, from the arguments of a call to the
 * response envelope: {id, status, engine, result?, error?, proof_trace?,
 * metadata?}. Whatever becomes of it is an envelope with the request's id.
 *
 * An adapter returns false with what is wrong with the input, or it has put
 * the result, or begun a call of solve_smtlib or solve_json: so limits,
 * cancellation and progress are those of these tools.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

struct call;
struct json_object;
struct protocol_engine;
struct protocol_run;

/* Owns the response. */
typedef void run_done(struct call *c, struct json_object *response);

/* Makes the result of what the tool has answered. */
typedef void run_read(const struct protocol_run *r,
	const struct json_object *solved, struct json_object *result);

/* The text that the adapter has written. */
struct run_program {
	struct buf text;
	char path[256]; /* of run_begin; "": the text is the client's */
	bool is_broken; /* by the part at `path` */
};

struct protocol_run {
	const struct protocol_engine *engine; /* NULL: none was found */
	const struct json_object *input; /* as the engine's schema has it */
	const struct json_object *config;
	struct run_program program;
	struct json_object *result, *trace, *metadata;
	/* Of run.c. */
	struct call *c;
	run_done *done;
	struct json_object *checked; /* {input, config, operation} */
	int64_t started_us;
	struct call *inner;
	run_read *read;
	struct json_object *response;
	bool is_starting;
};

/* Answers `done` once, unless the call is cancelled. The run is the state of
 * the call. */
void run_start(struct call *c, run_done *done);

/*
 * What is written to the program from here on comes from that path of the
 * input, as "constraints[1]". A comment of the program says so; it begins with
 * that letter.
 */
void run_begin(struct protocol_run *r, char comment, const char *path, ...)
	__attribute__((format(printf, 3, 4)));

/* Appends to the program, as printf. */
#define run_add(r, ...) ((void)buf_add_format(&(r)->program.text, __VA_ARGS__))

/*
 * Appends a name; a blank and a sort or term of the input. One
 * that could reach out of its command is refused by run_program.
 */
void run_add_name(struct protocol_run *r, const char *name);
void run_add_term(struct protocol_run *r, const char *term);

/* Solves the program. */
bool run_program(struct protocol_run *r, run_read *read, struct err *e);

/* Solves by a tool, which need not be switched on; arguments are taken. */
void run_tool(struct protocol_run *r, const char *tool,
	struct json_object *arguments, run_read *read);

/* Members of what was solved, up to NULL, those that there are. */
void run_copy(const struct json_object *solved, struct json_object *result,
	const char *const *members);

/* `satisfiable`, `core` with paths of the input, `reason` of an unknown. */
void run_put_status(const struct protocol_run *r,
	const struct json_object *solved, struct json_object *result);

#endif
