#include "pool/children.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "pool/child.h"

void
children_add(struct children *all, struct child *c)
{
	all->list = mem_room(
		all->list, all->count, &all->capacity, sizeof(all->list[0]));
	all->list[all->count++] = c;
}

/* The others keep their order, which is one of age. */
static void
take_out(struct children *all, const struct child *c)
{
	size_t i = 0;

	while (all->list[i] != c)
		i++;
	all->count--;
	for (; i < all->count; i++)
		all->list[i] = all->list[i + 1];
}

void
children_bury(struct children *all, struct child *c)
{
	take_out(all, c);
	child_free(c);
}

static bool
is_idle(const struct child *c)
{
	return child_is_idle(c) && child_owner(c) == 0;
}

static bool
stays(const struct child *c)
{
	return child_is_idle(c) && child_owner(c) != 0;
}

static size_t
count(const struct children *all, bool (*fits)(const struct child *c))
{
	size_t fitting = 0;

	for (size_t i = 0; i < all->count; i++)
		fitting += fits(all->list[i]);
	return fitting;
}

size_t
children_idle(const struct children *all)
{
	return count(all, is_idle);
}

size_t
children_staying(const struct children *all)
{
	return count(all, stays);
}

size_t
children_busy(const struct children *all)
{
	return count(all, child_is_busy);
}

/* It is the last one then. */
void
children_keep(struct children *all, struct child *c)
{
	take_out(all, c);
	children_add(all, c);
	if (children_staying(all) > STAYING_MAX)
		(void)children_give_up(all);
}

bool
children_give_up(struct children *all)
{
	for (size_t i = 0; i < all->count; i++) {
		if (stays(all->list[i])) {
			child_kill(all->list[i]);
			return true;
		}
	}
	return false;
}

static struct child *
find(const struct children *all, uint64_t owner)
{
	for (size_t i = 0; i < all->count; i++) {
		if (child_is_idle(all->list[i]) &&
			child_owner(all->list[i]) == owner)
			return all->list[i];
	}
	return NULL;
}

struct child *
children_find(const struct children *all, uint64_t owner)
{
	struct child *c = find(all, owner);

	return c != NULL ? c : find(all, 0);
}

void
children_kill(struct children *all)
{
	for (size_t i = 0; i < all->count; i++)
		child_kill(all->list[i]);
}

void
children_release(struct children *all, int64_t until_ms)
{
	for (size_t i = 0; i < all->count; i++) {
		child_wait(all->list[i], until_ms);
		child_free(all->list[i]);
	}
	free(all->list);
	*all = (struct children){0};
}
