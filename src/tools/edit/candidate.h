#ifndef TOOLS_EDIT_CANDIDATE_H
#define TOOLS_EDIT_CANDIDATE_H

/*
 * The model that an edit would give: made of a copy of the base, and kept only
 * if libz3 accepts it.
 *
 * Items may break without being edited. libz3 finds the first, and others that
 * have nothing to do with it; our index adds those that use a name which is
 * then declared nowhere. The candidate is checked again without all these,
 * until libz3 has nothing to say.
 */

#include <stdbool.h>
#include <stddef.h>

#include "advice/advice.h"
#include "model/deps/index.h"
#include "model/items/diff.h"
#include "model/items/model.h"
#include "model/text/render.h"
#include "store/sessions/sessions.h"

struct answer;
struct cached_model;
struct diagnostic;
struct json_object;
struct model_cache;
struct store;

enum {
	/* Checks of one edit. The broken items found until then are named, and
	 * a cascade is refused: it would not be known to be whole. */
	CANDIDATE_ROUNDS = 40,
};

struct candidate {
	struct model_cache *cache;
	struct store *store;
	struct session_info session;
	bool exists;		     /* the session */
	struct cached_model *cached; /* lends base and index */
	const struct model *base;
	struct index *index;
	struct model *model; /* a draft, without the items found to break */
	struct diff diff;    /* of base and model */
	struct items broken; /* of the base, in their order */
	unsigned rounds;     /* checks that found one */
	struct model *slice; /* the part that libz3 reads */
	struct render render;
};

/* Puts the cached model back, as it was unless the edit was kept. */
void candidate_release(struct candidate *cand);

/* The edit is kept: its model is the cached one. */
void candidate_commit(struct candidate *cand);

/* Compares the model, which is made, with the base; the index is the model's
 * from then on. */
void candidate_find_diff(struct candidate *cand);

/* Renders what libz3 has to read; false when that is nothing. */
bool candidate_slice(struct candidate *cand);

/* The item that a line of the slice belongs to, and which of its own lines it
 * is; NULL when it is none of an item. */
struct item *candidate_locate(
	const struct candidate *cand, unsigned line, unsigned *line_in_item);

/*
 * Takes faulty items of the base, in their order, out of the model, and all
 * that lack a name then. Of those after the first only the ones whose fault is
 * their own count. False when there are none, or too many rounds have passed.
 */
bool candidate_remove_faulty(struct candidate *cand, struct items *faulty);

/* The same of those in which the answer finds faults; of none when the first
 * fault is in another item. */
bool candidate_remove_broken(
	struct candidate *cand, const struct answer *answer);

/* Warns of what new items hold that is rarely meant: what their texts show, and
 * what libz3 warns of in them. */
void candidate_add_warnings(const struct candidate *cand,
	const struct answer *answer, struct json_object *warnings);

/* --- what is said of it ----------------------------------------------- */

/* An edit in ready words. Texts are owned but for those marked. */
struct edit_phrases {
	const char *verbs[2]; /* borrowed: "Added"; of a dry run "Would add" */
	bool is_addition;     /* of one item and no more */
	char *record;	      /* for the history, a line per edit */
	char *done;	      /* after the verb: `item 3 "limit"` */
	char *result;	      /* what is read: "the model without item 3" */
	/* What cannot be done since others would break; without the users, and
	 * borrowed. */
	struct advice_break refused;
	struct json_object *members; /* of the reply */
	/*
	 * What a new item is called, the caller's: "the new item", "the command
	 * that begins in line 7"; NULL: as item `number` of the model that the
	 * edit would give. Where the item is a piece of a larger text, the
	 * members whole, whole_size and whole_offset of `place` say so.
	 */
	char *(*name)(const void *plan, const struct item *item, size_t number,
		struct advice_place *place);
	const void *plan; /* borrowed */
};

void edit_phrases_release(struct edit_phrases *p);

/* --- why it is refused ------------------------------------------------- */

/* All return false with the message in *e, which says that nothing was changed.
 */

/* A text that is to become an item, by our own scanner; `what` is how it is
 * called. */
bool candidate_refuse_text(const char *content, const char *what,
	const struct diagnostic *fault, struct err *e);

/* The candidate, for what libz3 or the end of its worker says: faults of new
 * items, all that are found; or items that break, of which there may be
 * more. */
bool candidate_refuse_answer(const struct candidate *cand,
	const struct edit_phrases *p, const struct answer *answer,
	int memory_mb, struct err *e);

/* Items that are not edited break: they are named. */
bool candidate_refuse_broken(const struct candidate *cand,
	const struct edit_phrases *p, struct err *e);

#endif
