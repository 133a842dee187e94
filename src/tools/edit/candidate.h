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
#include <stdint.h>

#include "base/err.h"
#include "model/deps/index.h"
#include "model/items/diff.h"
#include "model/items/model.h"
#include "model/text/render.h"
#include "smt/text/lexer.h"
#include "store/sessions/sessions.h"

struct answer;
struct cached_model;
struct json_object;
struct model_cache;
struct store;

enum {
	/* Checks of one edit. The broken items found until then are named, and
	 * a cascade is refused: it would not be known to be whole. */
	CANDIDATE_ROUNDS = 40,
};

/* How much of the slice is read: see candidate_slice. */
struct candidate_trim {
	bool is_trimmed;
	int64_t at; /* the place of the last item whose fault counts */
	bool leaves_orphans;
	bool orphans_fit; /* libz3 has accepted the first of them */
	unsigned extensions;
};

struct candidate {
	struct model_cache *cache;
	struct store *store;
	struct session_info session;
	bool exists;		     /* the session */
	struct cached_model *cached; /* lends base and index */
	const struct model *base;
	struct index *index;
	struct model *model; /* without the items found to break */
	struct diff diff;    /* of base and model */
	struct items broken; /* of the base, in their order */
	unsigned rounds;     /* checks that found one */
	struct model *slice; /* the part that libz3 reads */
	struct render render;
	struct candidate_trim trim;
};

/* Puts the cached model back. */
void candidate_release(struct candidate *cand);

/* Compares the model with the base anew. */
void candidate_find_diff(struct candidate *cand);

/* The number of a new or changed item, or -1 if it is not there any more. */
ptrdiff_t candidate_number(
	const struct candidate *cand, const struct item *item);

/*
 * Renders what libz3 has to read; false when that is nothing.
 *
 * A text with thousands of errors keeps libz3 busy for seconds, and what it
 * says of the first decides about all. So of a slice with very many items of
 * the base only the beginning is read, and of those who lack a name only the
 * first. candidate_is_decided tells whether the answer to such a beginning
 * counts; if not, candidate_extend makes the next slice longer, up to all.
 */
bool candidate_slice(struct candidate *cand);
bool candidate_is_decided(
	const struct candidate *cand, const struct answer *answer);
void candidate_extend(struct candidate *cand);

/*
 * Adds the items of the base that the answer finds faults in, in their order;
 * none when the first fault is in another item, and none whose fault counts
 * for nothing.
 */
void candidate_find_broken(const struct candidate *cand,
	const struct answer *answer, struct items *found);

/*
 * Takes items of the base out of the model, in which libz3 found faults, and
 * all that lack a name then. Of those after the first only the ones whose fault
 * is their own count. False when too many rounds have passed.
 */
bool candidate_remove_broken(struct candidate *cand, struct items *found);

/* Warns of what new items hold that is rarely meant: what their texts show, and
 * what libz3 has remarked on them. */
void candidate_add_warnings(const struct candidate *cand,
	const struct answer *answer, struct json_object *notes);

/* --- what is said of it ----------------------------------------------- */

/* An item that the edit made or changed. */
struct edit_part {
	const struct item *item;
	char *name;    /* "the new item", "the command that begins in line 7" */
	size_t offset; /* in the whole that was sent; SIZE_MAX: not in it */
};

/* An edit in ready words. Texts are owned but for those marked. */
struct edit_phrases {
	bool is_dry_run;  /* given: `done` says "would" */
	bool is_addition; /* of one item and no more */
	char *record;	  /* for the history, a line per edit: "add_item 3" */
	char *done;	  /* for the reply: `Added item 3 "limit"` */
	char *result;	  /* what is being read: "the model without item 3" */
	/* What cannot be done since others would break: item `index` (-1 for a
	 * new one), or `subject`. */
	const char *action; /* borrowed: "deleted" */
	ptrdiff_t index;
	const char *name; /* borrowed; or NULL */
	char *subject;	  /* "These edits"; or NULL */
	/* How a message about an item's text calls it: by its part, else with
	 * these words after its number, if there are any. */
	struct edit_part *parts;
	size_t part_count;
	char *origin;		     /* "of revision 3"; or NULL */
	struct slice whole;	     /* borrowed: the text that parts are of */
	struct json_object *members; /* of the reply */
};

void edit_phrases_release(struct edit_phrases *p);

/* The part that is the item, the last one of several; or NULL. */
const struct edit_part *edit_phrases_part(
	const struct edit_phrases *p, const struct item *item);

#endif
