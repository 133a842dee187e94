#ifndef TESTS_FORMULAS_CALLS_H
#define TESTS_FORMULAS_CALLS_H

/* Calls of a server about one model, and the answer of the last one. */

#include <stdbool.h>

#include "base/err.h"
#include "problems/siege.h"

struct json_object;

struct calls {
	struct siege *siege;
	struct json_object *answer; /* structured */
	char *refusal;		    /* or what it was refused with */
};

/* False when there is no result at all. `arguments` are taken. */
bool calls_make(struct calls *c, const char *tool,
	struct json_object *arguments, struct err *e);
void calls_release(struct calls *c);

/* Arguments that name the model, and a time limit. */
struct json_object *calls_model(void);
struct json_object *calls_timed(struct json_object *arguments);

bool calls_say(const struct calls *c, const char *status);

/* The answer says why it lacks something. */
bool calls_are_cut_short(const struct calls *c);

#endif
