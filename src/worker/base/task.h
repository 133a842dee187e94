#ifndef WORKER_BASE_TASK_H
#define WORKER_BASE_TASK_H

/*
 * One check of one problem on its way: what was parsed, what libz3 answered.
 * The steps (solve, optimize, core, model, query) each add what they find and
 * report it at once.
 */

#include <stdbool.h>
#include <stdint.h>

#include "wire/answer.h"
#include "wire/ask.h"
#include "worker/base/checked_solver.h"
#include "worker/base/libz3.h"
#include "worker/base/parsed.h"

/*
 * What the checks before the last of a script take.
 *
 * A solution is evaluated although nobody asks for it, as libz3 has been wrong
 * before. That takes as long as the assertions in force are many, where libz3
 * itself only looks at what is new: in a script with thousands of checks nearly
 * all of the time. So there is an end to it, which the answer tells. What the
 * script asks for, and its last check, are not concerned; and where one check
 * has all that those before it have, its solution is one of theirs.
 * Zeroed to begin with.
 */
struct check_budget {
	int64_t spent_us; /* on what nobody asked for, less the checks */
	bool is_reported; /* that there is an end to it */
};

struct answer_stream;
struct printer;

/* What the check has come to. */
struct found {
	/* The one that has decided it, and how long that took. */
	enum engine engine;
	int64_t engine_us;
	enum status status;	 /* NONE for a problem without a check */
	char *reason;		 /* of unknown, else NULL; owned */
	char *objectives;	 /* what get-objectives prints; owned */
	struct answer_core core; /* as it was last reported */
	/* Every goal has the value that no solution exceeds (not of a box). */
	bool optimum_is_proved;
	char *statistics; /* JSON, or NULL; owned */
	char *counters;	  /* the same as get-info prints it; owned */
};

struct task {
	Z3_context c;
	const struct ask *ask;
	struct answer_stream *out;
	const struct script *script;
	const struct script_problem *sp;
	const struct parsed *parsed;
	struct expanded expanded; /* owned */
	bool has_float_instances; /* expand/float_instances.h was asked */
	int64_t started_us;
	struct found found;
	Z3_model model;		 /* of sat, or NULL */
	struct printer *printer; /* what printing knows of it */
	struct {
		/* That all its terms are of, so that the strategy for it may be
		 * taken; or NULL. */
		const char *logic;
		unsigned seed; /* of its solvers; 0: as the text has it */
	} settings;
	int64_t proving_us; /* spent on what cannot be evaluated */
	/* With the problems before it. */
	struct {
		struct assertion_stack *stack; /* NULL: there are none */
		struct check_budget *effort;
	} shared;
};

/* Frees what is owned. */
void found_release(struct found *f);

/* Whether a query of that kind stands after the check. */
bool task_asks(const struct task *t, enum command_kind command);

/* The next part of a kind after `after` (NULL: the first); NULL at the end. */
const struct problem_part *task_part(const struct task *t, enum part_kind kind,
	const struct problem_part *after);

/* Its term, as it is decided. */
Z3_ast task_term(const struct task *t, const struct problem_part *part);

/* The same where not all others are asserted: what holds of it alone. */
Z3_ast task_term_alone(const struct task *t, const struct problem_part *part);

/* The same as it was read: what a solution has to satisfy. */
Z3_ast task_original(const struct task *t, const struct problem_part *part);

/* What a declared function is for libz3: f in the part's term
 * (forall ((a S)) (= (f a) (f a))). */
Z3_func_decl task_function(
	const struct task *t, const struct problem_part *part);

/* The terms of all assertions, and of all assumptions after them, with room for
 * one more; the caller's to free. */
Z3_ast *task_asserted(const struct task *t, size_t *count);

/* The bytes of a part as the script has them; the caller's. */
char *task_source(const struct task *t, const struct problem_part *part);

/* The same as a name: of a symbol without its bars. */
char *task_name(const struct task *t, const struct problem_part *part);

/* Adds an assertion or assumption to those of a core or an evaluation. */
struct answer_assertion *task_describe(const struct task *t,
	const struct problem_part *part, struct answer_assertions *list);

/*
 * A solver with every assertion, and every assumption as an assertion too, in
 * it. `simple`: the incremental core; otherwise libz3's strategy for the
 * logic.
 */
Z3_solver task_solver(const struct task *t, bool simple);

/* One with these terms in it. */
Z3_solver task_solver_of(
	const struct task *t, bool simple, const Z3_ast *terms, size_t count);

/*
 * Evaluation under t->model. The value of a term, all constants completed; NULL
 * if libz3 cannot say.
 */
Z3_ast solution_value(const struct task *t, Z3_ast term);

/* The value that completion gives what nothing depends on; or NULL. */
Z3_ast solution_any(const struct task *t, Z3_sort sort);

/* An entry of a function's table: its place, (f 1 2), and the value there. */
Z3_ast solution_entry(Z3_context c, Z3_func_decl function, Z3_func_interp table,
	unsigned number, Z3_ast *value);

#endif
