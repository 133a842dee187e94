#include "tools/breakage.h"

#include <stdlib.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "model/model.h"
#include "tools/known.h"

void
breakage_release(struct breakage *b)
{
	depend_release(&b->suspects);
	free(b->broken);
	*b = (struct breakage){0};
}

/* Number of the item in the model, or -1: models share their items. */
static ptrdiff_t
find_item(const struct model *m, const struct item *item)
{
	for (size_t i = 0; i < m->count; i++) {
		if (model_at(m, i) == item)
			return (ptrdiff_t)i;
	}
	return -1;
}

/* What may break: users of what the item declared, or of what it declares. */
static void
find_suspects(struct breakage *b, const struct model *base,
	const struct model *candidate, const struct edit_done *edit)
{
	if (edit->op != EDIT_ADD) {
		depend_users(base, edit->index, true, &b->suspects);
		return;
	}
	depend_users(candidate, edit->index, true, &b->suspects);
	for (size_t i = 0; i < b->suspects.count; i++)
		b->suspects.users[i].index--;
}

static void
mark(struct breakage *b, struct model *candidate, size_t in_base, size_t at)
{
	b->broken[in_base] = true;
	b->count++;
	model_remove(candidate, at);
}

static void
add_item(struct known *k, const struct item *item)
{
	known_add(k, item->content, item->size, 0);
}

/* What the candidate declares for sure: all but what suspects declare. */
static void
add_certain(const struct breakage *b, const struct model *base,
	const struct model *candidate, struct known *known)
{
	for (size_t i = 0; i < candidate->count; i++) {
		bool is_suspect = false;

		for (size_t k = 0; k < b->suspects.count; k++) {
			const struct depend_user *user = &b->suspects.users[k];

			is_suspect |= model_at(base, user->index) ==
				      model_at(candidate, i);
		}
		if (!is_suspect)
			add_item(known, model_at(candidate, i));
	}
}

static bool
lacks_name(const struct depend_user *user, const struct known *k)
{
	size_t owner;

	for (size_t i = 0; i < user->symbol_count; i++) {
		if (!known_find(k, user->symbols[i], &owner))
			return true;
	}
	return false;
}

/*
 * In the order of the model: a suspect that lacks nothing declares its own
 * names for those behind it. Whether it breaks for another reason (an
 * overload, a sort) only libz3 can tell.
 */
static void
add_lacking(
	struct breakage *b, const struct model *base, struct model *candidate)
{
	DROP(known) struct known known = {0};

	add_certain(b, base, candidate, &known);
	for (size_t i = 0; i < b->suspects.count; i++) {
		const struct depend_user *user = &b->suspects.users[i];
		struct item *item = model_at(base, user->index);
		ptrdiff_t at = find_item(candidate, item);

		if (at < 0)
			continue;
		if (lacks_name(user, &known))
			mark(b, candidate, user->index, (size_t)at);
		else
			add_item(&known, item);
	}
}

bool
breakage_add(struct breakage *b, const struct model *base,
	struct model *candidate, const struct edit_done *edit, size_t located)
{
	ptrdiff_t in_base = find_item(base, model_at(candidate, located));

	if (in_base < 0 || b->rounds == BREAKAGE_ROUNDS)
		return false;
	if (b->broken == NULL) {
		b->broken = mem_new((base->count + 1) * sizeof(b->broken[0]));
		find_suspects(b, base, candidate, edit);
	}
	b->rounds++;
	mark(b, candidate, (size_t)in_base, located);
	add_lacking(b, base, candidate);
	return true;
}

static const struct depend_user *
find_suspect(const struct breakage *b, size_t index)
{
	for (size_t i = 0; i < b->suspects.count; i++) {
		if (b->suspects.users[i].index == index)
			return &b->suspects.users[i];
	}
	return NULL;
}

static const char *const actions[] = {
	[EDIT_ADD] = "inserted",
	[EDIT_REPLACE] = "replaced",
	[EDIT_DELETE] = "deleted",
	[EDIT_MOVE] = "moved",
	[EDIT_CLEAR] = "deleted",
};

bool
breakage_refuse(const struct breakage *b, const struct model *base,
	const struct edit_done *edit, struct err *e)
{
	struct advice_user *users = mem_new(b->count * sizeof(*users) + 1);
	struct advice_break refusal = {
		.action = actions[edit->op],
		.index = edit->op == EDIT_ADD ? -1 : (ptrdiff_t)edit->index,
		.name = edit->name[0] != '\0' ? edit->name : NULL,
		.users = users,
	};

	for (size_t i = 0; i < base->count; i++) {
		const struct depend_user *suspect = find_suspect(b, i);
		struct advice_user *user = &users[refusal.user_count];

		if (!b->broken[i])
			continue;
		*user = (struct advice_user){
			.index = i, .name = model_at(base, i)->name};
		if (suspect != NULL) {
			user->symbols = (const char *const *)suspect->symbols;
			user->symbol_count = suspect->symbol_count;
		}
		refusal.user_count++;
	}
	(void)advice_dependents(&refusal, e);
	free(users);
	return false;
}
