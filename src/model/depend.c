/*
 * One walk over the model, since a use stands behind what it uses: forwards
 * for the users, with the set of symbols that would be gone; backwards for the
 * needs, with the set of symbols that are wanted. `deep` lets the set grow on
 * the way.
 */
#include "model/depend.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/symbols.h"

/* A set of names, owned. glibc's search tree. */
struct names {
	void *root;
};

static int
compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void
names_drop(struct names *names)
{
	tdestroy(names->root, free);
}

static void
names_add(struct names *names, const char *name)
{
	char *copy;

	if (tfind(name, &names->root, compare) != NULL)
		return;
	copy = text_copy(name);
	if (tsearch(copy, &names->root, compare) == NULL)
		abort(); /* out of memory, which base/alloc.h does not outlive
			  */
}

static bool
names_have(struct names *names, const char *name)
{
	return tfind(name, &names->root, compare) != NULL;
}

static void
names_add_all(struct names *names, const struct symbol *symbols, size_t count)
{
	for (size_t i = 0; i < count; i++)
		names_add(names, symbols[i].name);
}

static bool
scan(const struct model *m, size_t index, struct symbols *symbols)
{
	return symbols_scan(
		model_at(m, index)->content, model_at(m, index)->size, symbols);
}

/* Adds it once: a constructor and its tester may go by one name. */
static void
user_add(struct depend_user *user, const char *name)
{
	for (size_t i = 0; i < user->symbol_count; i++) {
		if (strcmp(user->symbols[i], name) == 0)
			return;
	}
	user->symbols =
		mem_grow(user->symbols, user->symbol_count + 1, sizeof(char *));
	user->symbols[user->symbol_count++] = text_copy(name);
}

/* The user, or need, as a new last of `d`, if it has any of the names. */
static bool
add_if_named(struct depend *d, size_t index, const struct symbol *symbols,
	size_t count, struct names *names)
{
	struct depend_user user = {.index = index};

	for (size_t i = 0; i < count; i++) {
		if (names_have(names, symbols[i].name))
			user_add(&user, symbols[i].name);
	}
	if (user.symbol_count == 0)
		return false;
	d->users = mem_room(d->users, d->count, &d->capacity, sizeof(user));
	d->users[d->count++] = user;
	return true;
}

static bool
any_is_in(const struct depend_user *user, struct names *names)
{
	for (size_t i = 0; i < user->symbol_count; i++) {
		if (names_have(names, user->symbols[i]))
			return true;
	}
	return false;
}

void
depend_users(const struct model *m, size_t index, bool deep, struct depend *d)
{
	DROP(names) struct names own = {0};
	DROP(names) struct names gone = {0};
	DROP(symbols) struct symbols item = {0};

	*d = (struct depend){0};
	if (!scan(m, index, &item))
		return;
	names_add_all(&own, item.declared, item.declared_count);
	names_add_all(&gone, item.declared, item.declared_count);
	for (size_t i = index + 1; i < m->count && gone.root != NULL; i++) {
		DROP(symbols) struct symbols later = {0};

		if (!scan(m, i, &later) || !add_if_named(d, i, later.used,
						   later.used_count, &gone))
			continue;
		d->users[d->count - 1].direct =
			any_is_in(&d->users[d->count - 1], &own);
		if (deep)
			names_add_all(
				&gone, later.declared, later.declared_count);
	}
}

static void
reverse(struct depend *d)
{
	for (size_t i = 0; i < d->count / 2; i++) {
		struct depend_user user = d->users[i];

		d->users[i] = d->users[d->count - 1 - i];
		d->users[d->count - 1 - i] = user;
	}
}

void
depend_needs(const struct model *m, size_t index, bool deep, struct depend *d)
{
	DROP(names) struct names own = {0};
	DROP(names) struct names wanted = {0};
	DROP(symbols) struct symbols item = {0};

	*d = (struct depend){0};
	if (!scan(m, index, &item))
		return;
	names_add_all(&own, item.used, item.used_count);
	names_add_all(&wanted, item.used, item.used_count);
	for (size_t i = index; i-- > 0 && wanted.root != NULL;) {
		DROP(symbols) struct symbols earlier = {0};

		if (!scan(m, i, &earlier) ||
			!add_if_named(d, i, earlier.declared,
				earlier.declared_count, &wanted))
			continue;
		d->users[d->count - 1].direct =
			any_is_in(&d->users[d->count - 1], &own);
		if (deep)
			names_add_all(
				&wanted, earlier.used, earlier.used_count);
	}
	reverse(d);
}

void
depend_release(struct depend *d)
{
	for (size_t i = 0; i < d->count; i++) {
		for (size_t k = 0; k < d->users[i].symbol_count; k++)
			free(d->users[i].symbols[k]);
		free(d->users[i].symbols);
	}
	free(d->users);
	*d = (struct depend){0};
}

void
depend_drop(struct depend *d)
{
	depend_release(d);
}
