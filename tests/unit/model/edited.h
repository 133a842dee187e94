#ifndef TESTS_UNIT_MODEL_EDITED_H
#define TESTS_UNIT_MODEL_EDITED_H

/*
 * Models that are edited, and what of them has to be read again.
 */

#include "unit/unit.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "model/deps/affected.h"

/* A model, its index, and a draft of it. */
struct edited {
	struct model *base;
	struct index *index;
	struct model *now;
};

static inline void
edited_drop(struct edited *e)
{
	model_free(e->now);
	model_free(e->base);
	index_free(e->index);
}

static inline struct edited
edited_of(const char *const *contents)
{
	struct edited e = {.base = model_new(), .index = index_new()};

	for (; *contents != NULL; contents++) {
		struct item *item = item_new(*contents, NULL, NULL);

		model_insert(e.base, e.base->count, item);
		(void)index_add(e.index, item);
	}
	e.now = model_draft(e.base);
	return e;
}

static inline void
insert(struct edited *e, size_t index, const char *content)
{
	model_insert(e->now, index, item_new(content, NULL, NULL));
}

static inline void
append(struct edited *e, const char *content)
{
	insert(e, e->now->count, content);
}

static inline void
replace(struct edited *e, size_t index, const char *content)
{
	model_replace(e->now, index, item_new(content, NULL, NULL));
}

/* The numbers that the items of the slice have in the edited model. */
static inline void
expect(const struct edited *e, const char *numbers)
{
	DROP(diff) struct diff d;
	DROP(model) struct model *slice = NULL;
	DROP(buf) struct buf found;

	buf_init(&found, 1000);
	diff_find(&d, e->base, e->now);
	index_overlay_apply(e->index, &d);
	slice = slice_find(e->index, &d, e->now);
	index_overlay_undo(e->index, &d);
	for (size_t i = 0; i < slice->count; i++)
		(void)buf_add_format(&found, "%s%zu", i > 0 ? " " : "",
			model_rank(e->now, model_at(slice, i)->place));
	assert_string_equal(found.data, numbers);
}

/* Of these texts. */
#define MODEL(...) edited_of((const char *const[]){__VA_ARGS__, NULL})

#endif
