#include "props/edits.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "json/json.h"

/* A model is kept about this large: small enough to read a thousand times a
 * second, large enough that names meet. */
enum { ITEMS_WANTED = 22, ITEMS_EARLY = 8 };

static enum edit_op
choose(struct dice *d, size_t items)
{
	unsigned die = dice_below(d, 100);

	if (items == 0 || die < (items < ITEMS_WANTED ? 78U : 25U))
		return EDIT_ADD;
	return die < 86 ? EDIT_REPLACE : die < 92 ? EDIT_DELETE : EDIT_MOVE;
}

static void
init_change(struct change *c, struct dice *d, enum theme theme, size_t items)
{
	DROP(buf) struct buf content;

	buf_init(&content, LIMIT_ITEM);
	*c = (struct change){
		.op = choose(d, items),
		.index = dice_below(d, 1000),
		.to = dice_below(d, 1000),
	};
	/* Mostly at the end, as a client works; the rest often at what stands
	 * early and is used by much. */
	if (c->op == EDIT_ADD && dice_says(d, 60))
		c->index = (unsigned)items;
	else if (dice_says(d, 35))
		c->index = dice_below(d, ITEMS_EARLY);
	if (c->op != EDIT_ADD && c->op != EDIT_REPLACE)
		return;
	texts_add_item(d, theme, items < ITEMS_EARLY, &content);
	c->content = buf_detach(&content);
}

void
step_init(struct step *s, struct dice *d, enum theme theme, size_t items)
{
	s->count = 0;
	do
		init_change(&s->changes[s->count++], d, theme, items);
	while (s->count < BATCH_MAX && dice_says(d, 15));
	s->restores = dice_says(d, 5);
}

void
step_release(struct step *s)
{
	for (size_t i = 0; i < s->count; i++)
		free(s->changes[i].content);
	s->count = 0;
}

/* False when there is nothing that it could be about. */
static bool
fit(const struct change *c, size_t items, struct edit *edit)
{
	*edit = (struct edit){
		.op = c->op, .has_index = true, .content = c->content};
	if (c->op == EDIT_ADD) {
		edit->index = c->index % (items + 1);
		return true;
	}
	if (items == 0)
		return false;
	edit->index = c->index % items;
	edit->has_to = c->op == EDIT_MOVE;
	edit->to = edit->has_to ? c->to % items : 0;
	return true;
}

struct model *
step_apply(const struct step *s, const struct model *base)
{
	struct model *m = model_draft(base);

	for (size_t i = 0; i < s->count; i++) {
		struct edit edit;
		struct edit_done done;
		struct err e;
		bool applied;

		if (!fit(&s->changes[i], m->count, &edit))
			continue;
		applied = model_apply(m, &edit, &done, &e);
		assert(applied);
		(void)applied;
	}
	return m;
}

static struct json_object *
describe(const struct edit *edit)
{
	static const char *const ops[] = {[EDIT_ADD] = "add",
		[EDIT_REPLACE] = "replace",
		[EDIT_DELETE] = "delete",
		[EDIT_MOVE] = "move",
		[EDIT_CLEAR] = "clear"};
	struct json_object *object = json_new_object();

	json_put_string(object, "op", ops[edit->op]);
	json_put_int(object, "index", edit->index);
	if (edit->has_to)
		json_put_int(object, "to", edit->to);
	if (edit->content != NULL)
		json_put_string(object, "content", edit->content);
	return object;
}

void
step_write(const struct step *s, size_t items, struct buf *out)
{
	DROP(json) struct json_object *call = json_new_object();
	struct json_object *edits = json_new_array();
	DROP(text) char *text = NULL;

	for (size_t i = 0; i < s->count; i++) {
		struct edit edit;

		if (!fit(&s->changes[i], items, &edit))
			continue;
		json_add(edits, describe(&edit));
		items += edit.op == EDIT_ADD;
		items -= edit.op == EDIT_DELETE;
	}
	json_put_string(call, "session", "s");
	json_put(call, "edits", edits);
	text = json_text(call);
	buf_add_format(out, "> edit_model %s\n", text);
}
