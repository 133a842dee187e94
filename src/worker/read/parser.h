#ifndef WORKER_READ_PARSER_H
#define WORKER_READ_PARSER_H

/*
 * A problem of a script, read by libz3: its terms, or the first fault.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "smt/text/commands.h"
#include "smt/text/diagnostic.h"
#include "wire/ask.h"
#include "worker/base/checked_solver.h"
#include "worker/base/libz3.h"
#include "worker/read/problem.h"

struct answer_stream;

/*
 * Reads the problem in `c`, with or without the constants. False with the fault
 * in script coordinates; then only out->in_constant and out->further are of
 * use. To be released in both cases.
 */
bool parser_problem(Z3_context c, const struct script *s,
	const struct script_problem *sp, bool with_constants,
	struct parsed *out, struct diagnostic *fault);

void parsed_release(struct parsed *p);

/*
 * The problems of a script, read one after another, and the contexts that they
 * are read in. What a problem has in common with the one before it, from the
 * first command on, means the same in both: its assertions are not read again.
 * All else is, declarations too: they cost libz3 a microsecond or two.
 */

struct problem_loader {
	const struct ask *ask;
	struct answer_stream *out;
	struct script *script;
	Z3_context c;	     /* for the next problem; NULL: make one */
	Z3_context used;     /* of the last one; to be released, or NULL */
	bool shares;	     /* problems may have a context together */
	unsigned sharers;    /* that have had it so far */
	unsigned interrupts; /* before the first of them */
	/* Of those that share a context, and the solver, too. */
	struct assertion_stack stack;
	bool stacks;
	/* The commands in force in the last problem that was read in the
	 * context at hand, and the terms of the assertions by command. */
	size_t *active;
	size_t active_count;
	Z3_ast *terms;
};

/*
 * `script` is at its beginning and `c` for its first problem. `shares`: others
 * may use it, too, whatever they declare.
 */
void problem_loader_init(struct problem_loader *r, struct answer_stream *out,
	const struct ask *ask, struct script *script, Z3_context c,
	bool shares);
void problem_loader_release(struct problem_loader *r);

/*
 * The problem that the script is at. False with the first fault; others have
 * been put into the report. To be given back with problem_loader_return if it
 * is there.
 */
bool problem_loader_next(struct problem_loader *r,
	const struct script_problem *sp, struct parsed *out,
	struct diagnostic *fault);
void problem_loader_return(struct problem_loader *r, struct parsed *parsed);

/* Where the problem's solver is; NULL: it is to have one of its own. */
struct assertion_stack *problem_loader_stack(struct problem_loader *r);

/*
 * The datatypes that a context has read. libz3 4.8.12 keeps one, constructors
 * and all, as long as anything of it lives, and takes it for another one of
 * the same name. The same definition again is harmless.
 */

struct datatypes {
	struct datatype {
		char *name;
		char *definition; /* the command, byte by byte */
	} * list;
	size_t count, capacity;
};

enum datatypes_news {
	DATATYPES_FIT,	 /* none, or none that was another one before */
	DATATYPES_CLASH, /* another context has to read this text */
	/* It may be read, but no other text after it: it has sorts that are
	 * others in another text, or there are too many. */
	DATATYPES_LAST,
};

/* Each new name is looked for among all. */
enum { DATATYPES_MAX = 100 };

/* Looks at all commands of a text that commands_split made, and on
 * DATATYPES_FIT remembers its datatypes. */
enum datatypes_news datatypes_read(struct datatypes *known, const char *text,
	const struct commands *forms);

void datatypes_release(struct datatypes *known);
DROP_BY(datatypes, datatypes_release)

#endif
