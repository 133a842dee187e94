#include <string.h>

#include "converse/drafts.h"
#include "converse/play.h"
#include "json/json.h"

enum { EDITS_MOST = 6 };

void
draft_move(struct draft *d)
{
	const struct piece *p;
	size_t count = d->base->count;
	int index = draft_choose(d);
	size_t to = dice_below(d->dice, (unsigned)count + 1);

	if (to == count && !dice_says(d->dice, 20))
		to = 0;
	json_put_int(d->arguments, "to", (int64_t)to);
	if (index < 0 || to >= count) {
		d->is_refused = true;
		return;
	}
	p = d->base->at[index];
	list_remove(&d->next, (size_t)index);
	list_insert(&d->next, to, p);
	d->at = index;
	d->to = (int)to;
}

/* Which edit has brought each item, or was about it; 0: none of them. */
struct marks {
	int at[ITEMS_MAX + 1];
};

static void
marks_remove(struct marks *m, int index)
{
	memmove(&m->at[index], &m->at[index + 1],
		(size_t)(ITEMS_MAX - index) * sizeof(m->at[0]));
}

static int
marks_insert(struct marks *m, int index, int mark)
{
	memmove(&m->at[index + 1], &m->at[index],
		(size_t)(ITEMS_MAX - index) * sizeof(m->at[0]));
	return m->at[index] = mark;
}

/* An item keeps its mark; returns that of the item of the edit. */
static int
follow(struct marks *m, const struct draft *one, const char *op, int *last)
{
	int mark;

	if (strcmp(op, "add") == 0)
		return marks_insert(m, one->at, ++*last);
	mark = m->at[one->at];
	if (strcmp(op, "delete") == 0) {
		marks_remove(m, one->at);
	} else if (strcmp(op, "move") == 0) {
		marks_remove(m, one->at);
		(void)marks_insert(m, one->to, mark);
	}
	return mark;
}

static int
place_of(const struct marks *m, size_t count, int mark)
{
	for (int i = 0; i < (int)count; i++) {
		if (m->at[i] == mark)
			return i;
	}
	return -1;
}

/* One edit more on the list so far. */
static const char *
add_edit(struct draft *d, struct list *base, struct draft *one,
	struct json_object *edits)
{
	static const struct {
		const char *op;
		draft_edit *draft;
	} ops[] = {{"add", draft_add}, {"replace", draft_replace},
		{"delete", draft_delete}, {"move", draft_move}};
	size_t i = dice_below(d->dice, 4);

	*base = d->next;
	if (base->count == ITEMS_MAX && i == 0)
		i = 2;
	*one = *d;
	one->base = base;
	one->is_refused = false;
	one->arguments = json_new_object();
	one->pattern = json_new_object();
	json_put_string(one->arguments, "op", ops[i].op);
	ops[i].draft(one);
	/* Each edit of a list breaks what it breaks. */
	json_delete(one->arguments, "cascade");
	if (i == 2 && one->at >= 0 && !one->is_refused) {
		one->next = *base;
		list_remove(&one->next, (size_t)one->at);
	}
	json_add(edits, one->arguments);
	json_free(one->pattern);
	d->is_refused |= one->is_refused;
	d->next = one->next;
	return ops[i].op;
}

static bool
has_broken(const struct list *l)
{
	for (size_t i = 0; i < l->count; i++) {
		if (l->at[i]->is_broken)
			return true;
	}
	return false;
}

void
draft_list(struct draft *d)
{
	struct json_object *edits = json_new_array();
	struct json_object *numbers = json_new_array();
	size_t count = 1 + dice_below(d->dice, EDITS_MOST);
	int about[EDITS_MOST] = {0};
	struct marks marks = {{0}};
	int last = 0;

	for (size_t i = 0; i < d->base->count; i++)
		marks.at[i] = ++last;
	for (size_t i = 0; i < count; i++) {
		struct draft one;
		struct list base;
		const char *op = add_edit(d, &base, &one, edits);

		if (!one.is_refused)
			about[i] = follow(&marks, &one, op, &last);
		/* A later edit must not take it away again: whether the text
		 * alone is refused is not for this model to know. */
		if (has_broken(&d->next))
			count = i + 1;
	}
	for (size_t i = 0; i < count; i++)
		json_add(numbers, json_new_int(place_of(
					  &marks, d->next.count, about[i])));
	json_put(d->arguments, "edits", edits);
	json_put(d->pattern, "numbers", numbers);
}

void
draft_restore(struct draft *d)
{
	size_t last = d->session != NULL ? d->session->last : 0;
	size_t revision = dice_below(d->dice, (unsigned)last + 2);

	if (revision > last && !dice_says(d->dice, 20))
		revision = last;
	json_put_int(d->arguments, "revision", (int64_t)revision);
	d->is_refused |= revision > last;
	if (revision <= last && d->session != NULL)
		d->next = d->session->revisions[revision];
}
