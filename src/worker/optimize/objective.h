#ifndef WORKER_OPTIMIZE_OBJECTIVE_H
#define WORKER_OPTIMIZE_OBJECTIVE_H

/*
 * The objectives of a problem: each minimize and maximize, and for each id of
 * assert-soft the penalty, which is to be small; in the order of the text.
 */

#include <stdbool.h>
#include <stddef.h>

#include "worker/base/task.h"

struct objective {
	bool maximize;
	bool soft;
	enum objective_state state; /* as far as it is known */
	Z3_ast term;	/* of soft: the sum of the weights that are violated */
	char *text;	/* the term as the text has it; of soft: the id */
	Z3_ast value;	/* under the solution at hand, or NULL */
	Z3_model model; /* under which it is that value; not referenced */
	Z3_ast best;	/* of box: its own best value, or NULL */
	/* The best value, once it is proved and the objectives after it are
	 * sought with it; NULL until then. */
	Z3_ast reached;
	Z3_ast supremum;  /* of NOT_ATTAINED; or, of minimize, the infimum */
	Z3_ast bound;	  /* that none exceeds, or NULL */
	Z3_ast claimed;	  /* what the optimizer says none exceeds, or NULL */
	bool is_infinite; /* the optimizer says that there is none */
	bool is_remote;	  /* and some values are beyond all use */
};

/* The value of a keyword of assert-soft, a symbol without its bars; `otherwise`
 * if it is not given. The caller's. */
char *assert_soft_argument(const char *script, const struct command *form,
	const char *name, const char *otherwise);

/* How several go together. Of pareto none counts more than another: several
 * solutions are best, those that no other one exceeds in one objective without
 * falling behind in another; the best in the order of lex is one of them. */
enum priority { PRIORITY_LEX, PRIORITY_BOX, PRIORITY_PARETO };

struct objectives {
	struct objective *at;
	size_t count, capacity;
	enum priority priority;
};

void objectives_read(const struct task *t, struct objectives *objectives);
void objectives_release(struct objectives *objectives);

/*
 * Sets the values to those under t->model. A value that cannot be evaluated in
 * time is the one that was reached, if any. If a value is another one than was
 * reached, the objective is OBJECTIVE_CHANGED; not in a box, whose objectives
 * have a solution each.
 */
void objectives_value(struct task *t, struct objectives *objectives);

/* Sets the value that the solution at hand gives one objective. NULL: libz3
 * could not say in its time; a value that is known of it stays. */
void objective_set_value(
	const struct task *t, struct objective *o, Z3_ast value);

/* Remembers the values of the objectives that are proved to be best, before the
 * next one is sought with these fixed. */
void objectives_reach(struct objectives *objectives);

/* Nothing is better, by proof or by claim. */
bool objective_is_best(const struct objective *o);

/* "the term is better than the value", or as good as. */
Z3_ast objective_better(const struct task *t, const struct objective *o,
	Z3_ast value, bool strict);

/* Whether a number would be better than another one; UNDEF: not numbers. */
Z3_lbool objective_exceeds(const struct task *t, const struct objective *o,
	Z3_ast number, Z3_ast other);

/* The value is the bound: it needs no proof. */
bool objective_is_at_bound(const struct task *t, const struct objective *o);

/* What is known of them as frames for the server, and as libz3 prints it for
 * get-objectives: t->found.objectives. */
void objectives_report(struct task *t, const struct objectives *objectives);

#endif
