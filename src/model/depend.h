#ifndef MODEL_DEPEND_H
#define MODEL_DEPEND_H

/*
 * Which items use what another one declares, by the scanner of smt/symbols.
 * It proposes and Z3 decides: a name that is declared twice (an overload) may
 * stand here as a use of the wrong one, so a listed item is a suspect; but an
 * item that is not listed uses nothing of the kind.
 */

#include <stdbool.h>
#include <stddef.h>

#include "model/model.h"

struct depend_user {
	size_t index;
	char **symbols; /* which it uses of those asked for; owned */
	size_t symbol_count;
	/* It uses what the item itself declares; else only what another user
	 * declares. */
	bool direct;
};

struct depend {
	struct depend_user *users; /* in the order of the model */
	size_t count;
	size_t capacity;
};

void depend_release(struct depend *d);
void depend_drop(struct depend *d); /* for DROP(depend) */

/*
 * The later items that use a symbol which item `index` declares, and with
 * `deep` those that use what such users declare, and so on: what a cascading
 * delete takes along. Fills `d`, which need not be initialised.
 */
void depend_users(
	const struct model *m, size_t index, bool deep, struct depend *d);

/* The earlier items that declare a symbol which item `index` uses; with
 * `deep` also what those need. */
void depend_needs(
	const struct model *m, size_t index, bool deep, struct depend *d);

#endif
