#ifndef MODEL_DEPS_AFFECTED_H
#define MODEL_DEPS_AFFECTED_H

/*
 * What an edit affects: the part of the model that is read again, and the items
 * that lack a name then. The index is that of the edited model
 * (index_overlay_apply), and is the same when these return.
 */

#include <stdbool.h>
#include <stddef.h>

#include "model/deps/index.h"
#include "model/items/diff.h"
#include "model/items/model.h"

/* --- what is read again --------------------------------------------------- */

/*
 * The part of an edited model that is read again to know whether libz3 accepts
 * it: the new items, those that an edit may have broken, and all that these
 * need. libz3 says of the slice what it would say of the whole model: the
 * same verdict, and the same faults in the same items. (tests/props holds it
 * to that.)
 *
 * That the base is accepted is taken for granted.
 *
 * A model of the items that have to be read, in their order; the caller's. It
 * is empty when there is nothing to read, and all of the candidate when the
 * edit touches what rules it all: a name of libz3's own, a datatype
 * with parameters.
 */
struct model *slice_find(
	struct index *ix, const struct diff *d, const struct model *candidate);

/* --- who lacks a name ----------------------------------------------------- */

/*
 * The users of a name that an edit takes away. What our scanner takes for a use
 * may not be one, so libz3 has the last word; what is said here saves as many
 * checks as there are such users.
 *
 * The items of the base that stay, and use a name that an item declared which
 * goes, and that nothing before them declares any more; then those that miss
 * what such an item declares, and so on. Fills `users`, which need not be
 * initialised: in the order of the model, with their numbers in the base.
 */
void undeclared_users_find(struct index *ix, const struct diff *d,
	const struct model *base, struct items *users);

/*
 * The names by which an edit breaks an item of the base: those that it uses and
 * a changed item declares or declared; if there are none, those that it
 * declares, and an added item, too, and *declares is true. The array is the
 * caller's, the names are the index's.
 */
const char **affected_names(struct index *ix, const struct diff *d,
	const struct item *item, bool *declares, size_t *count);

/*
 * Which of several refused items are refused for what they say themselves:
 * libz3 goes on after an error with what it made of the refused item, which
 * may be nothing or a part of it, and that may be why it refuses a later one.
 * Keeps the first of these items of the base, and those that have nothing to
 * do with what an earlier one of them declares, kept or not. The list is in
 * the order of the model.
 */
void independent_errors_filter(struct index *ix, struct items *found);

#endif
