#include "tools/breakage.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "model/model.h"
#include "tools/known.h"

#define NEW SIZE_MAX /* the origin of what was added or replaced */

void
breakage_release(struct breakage *b)
{
	depend_release(&b->suspects);
	free(b->broken);
	free(b->origins);
	*b = (struct breakage){0};
}

static size_t
origin_of(const struct edit_done *edit, size_t index)
{
	size_t is_behind = index > edit->index;

	if (edit->op == EDIT_DELETE)
		return index + (index >= edit->index);
	if (index == edit->index)
		return NEW;
	return edit->op == EDIT_ADD ? index - is_behind : index;
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
begin(struct breakage *b, const struct model *base,
	const struct model *candidate, const struct edit_done *edit)
{
	b->broken = mem_new((base->count + 1) * sizeof(b->broken[0]));
	b->origins = mem_grow(NULL, candidate->count, sizeof(b->origins[0]));
	for (size_t i = 0; i < candidate->count; i++)
		b->origins[i] = origin_of(edit, i);
	find_suspects(b, base, candidate, edit);
}

/* Takes the item at `at` out of the candidate. */
static void
mark(struct breakage *b, struct model *candidate, size_t at)
{
	assert(b->origins[at] != NEW);
	b->broken[b->origins[at]] = true;
	b->count++;
	model_remove(candidate, at);
	memmove(&b->origins[at], &b->origins[at + 1],
		(candidate->count - at) * sizeof(b->origins[0]));
}

static void
add_item(struct known *k, const struct item *item)
{
	known_add(k, item->content, item->size, 0);
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

static bool
lacks_name(const struct depend_user *user, const struct known *known)
{
	size_t owner;

	for (size_t i = 0; i < user->symbol_count; i++) {
		if (!known_find(known, user->symbols[i], &owner))
			return true;
	}
	return false;
}

/*
 * First what is declared for sure, by items that are no suspects. Then in the
 * order of the model: a suspect that lacks nothing declares its own names for
 * those behind it. Whether it breaks for another reason (an overload, a sort)
 * only libz3 can tell.
 */
static void
mark_lacking(struct breakage *b, struct model *candidate)
{
	DROP(known) struct known known = {0};

	for (size_t i = 0; i < candidate->count; i++) {
		if (find_suspect(b, b->origins[i]) == NULL)
			add_item(&known, model_at(candidate, i));
	}
	for (size_t i = 0; i < candidate->count;) {
		const struct depend_user *user = find_suspect(b, b->origins[i]);

		if (user != NULL && lacks_name(user, &known)) {
			mark(b, candidate, i);
			continue;
		}
		if (user != NULL)
			add_item(&known, model_at(candidate, i));
		i++;
	}
}

bool
breakage_is_edited(
	const struct breakage *b, const struct edit_done *edit, size_t index)
{
	return (b->origins != NULL ? b->origins[index]
				   : origin_of(edit, index)) == NEW;
}

bool
breakage_add(struct breakage *b, const struct model *base,
	struct model *candidate, const struct edit_done *edit, size_t located)
{
	if (b->rounds == BREAKAGE_ROUNDS)
		return false;
	if (b->broken == NULL)
		begin(b, base, candidate, edit);
	b->rounds++;
	mark(b, candidate, located);
	mark_lacking(b, candidate);
	return true;
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
