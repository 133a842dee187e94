#ifndef TESTS_CONVERSE_QUERY_H
#define TESTS_CONVERSE_QUERY_H

/*
 * A question about a model, and whether an answer is right: which is found by
 * trying every value of every constant.
 */

#include "converse/play.h"

struct json_object;

enum { ASSUMED_MAX = 2 };

struct query {
	struct play *play;
	struct dice *dice;
	struct session *session;
	const struct list *whole;
	struct list list;	/* without what is left out */
	int numbers[ITEMS_MAX]; /* in the whole, of the items of the list */
	struct formula assumed[ASSUMED_MAX];
	struct claims claims;
	struct json_object *arguments;
	bool is_refused;
};

/* The argument session, chosen at random. False: it does not exist. */
bool query_begin(struct query *q, struct play *p);
/* The arguments assume and without. */
void query_assume(struct query *q);
void query_leave_out(struct query *q);
/* One more term for an argument; false when it uses what is not there. */
bool query_term(struct query *q, struct formula *f, struct json_object *into);

/* As SMT-LIB; the caller's. */
char *query_written(const struct formula *f);

/* The values are those of a solution; false: not, or the play is over. */
bool query_check_values(struct query *q, const struct json_object *values,
	const struct claims *claims, unsigned *read);
/* The term's value among the others. */
void query_check_term(struct query *q, const struct formula *f,
	const struct json_object *values, unsigned read);
/* The items contradict each other; if the core is minimal, without any one of
 * them they do not. `denied` is one more claim, or NULL. */
void query_check_core(struct query *q, const struct json_object *reply,
	const struct formula *denied);
/* Without these items there is a solution, with any one of them not. */
void query_check_relaxation(struct query *q, const struct json_object *dropped);

#endif
