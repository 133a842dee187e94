#include "model/items/leaf.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

struct leaf *
leaf_new(void)
{
	struct leaf *c = mem_new(sizeof(*c));

	c->references = 1;
	return c;
}

struct leaf *
leaf_hold(struct leaf *c)
{
	c->references++;
	return c;
}

void
leaf_free(struct leaf *c)
{
	if (--c->references > 0)
		return;
	for (size_t i = 0; i < c->count; i++)
		item_free(c->items[i]);
	free(c);
}

struct leaf *
leaf_own(struct leaf *c)
{
	struct leaf *copy;

	if (c->references == 1)
		return c;
	copy = mem_new(sizeof(*copy));
	*copy = *c;
	copy->references = 1;
	for (size_t i = 0; i < copy->count; i++)
		(void)item_hold(copy->items[i]);
	leaf_free(c);
	return copy;
}

/* FNV-1a. */
uint32_t
leaf_tag(const char *name)
{
	uint32_t hash = 2166136261;

	if (name == NULL)
		return 0;
	for (; *name != '\0'; name++)
		hash = (hash ^ (unsigned char)*name) * 16777619;
	return hash != 0 ? hash : 1;
}

static void
shift(struct leaf *c, size_t from, size_t to)
{
	memmove(&c->items[to], &c->items[from],
		(c->count - from) * sizeof(c->items[0]));
	memmove(&c->tags[to], &c->tags[from],
		(c->count - from) * sizeof(c->tags[0]));
}

void
leaf_insert(struct leaf *c, size_t at, struct item *item)
{
	assert(c->references == 1 && c->count < LEAF_MAX && at <= c->count);
	shift(c, at, at + 1);
	c->items[at] = item;
	c->tags[at] = leaf_tag(item->name);
	c->count++;
}

struct item *
leaf_take(struct leaf *c, size_t at)
{
	struct item *item = c->items[at];

	assert(c->references == 1 && at < c->count);
	shift(c, at + 1, at);
	c->count--;
	return item;
}

struct leaf *
leaf_split(struct leaf *c, size_t at)
{
	struct leaf *rest = leaf_new();

	assert(c->references == 1 && at <= c->count);
	rest->count = c->count - (unsigned)at;
	memcpy(rest->items, &c->items[at],
		rest->count * sizeof(rest->items[0]));
	memcpy(rest->tags, &c->tags[at], rest->count * sizeof(rest->tags[0]));
	c->count = (unsigned)at;
	return rest;
}
