/*
 * What is declared after its use, in front of it. An item stays where it is
 * unless one before it uses what it declares; then it goes directly before
 * that one, after those that it needs itself.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "language/import.h"
#include "language/language.h"
#include "smt/names/symbols.h"

enum {
	NAMED_MAX = 10, /* items in one sentence */
	NAMES_MAX = DIAGNOSTIC_WHAT_MAX / 2,
};

enum progress { PROGRESS_NONE, PROGRESS_OPEN, PROGRESS_DONE };

/* An item whose needs are looked at. */
struct visit {
	size_t item;
	size_t use; /* number of the next one */
};

struct order {
	struct import *im;
	struct symbol_table names;
	size_t *declarers; /* by number of the name: item + 1, or 0 */
	size_t declarer_count, declarer_capacity;
	enum progress *progress;
	struct visit *stack;
	size_t depth;
	struct import_item *sorted;
	size_t sorted_count;
	size_t moved;
};

/* The first declaration of a name is the one that is meant. */
static void
add_declared(struct order *o, size_t item)
{
	const struct symbols *s = o->im->items[item].symbols;

	for (size_t i = 0; i < s->declared_count; i++) {
		size_t number = symbol_table_find(
			&o->names, slice_of(s->declared[i].name));

		while (o->declarer_count <= number)
			*ARRAY_ADD(o->declarers, o->declarer_count,
				o->declarer_capacity) = 0;
		if (o->declarers[number] == 0)
			o->declarers[number] = item + 1;
	}
}

/* The item that declares what is used, if that is another one; else
 * SIZE_MAX. */
static size_t
find_declarer(struct order *o, size_t item, const struct symbol *used)
{
	size_t number;

	if (used->is_builtin || used->is_pattern)
		return SIZE_MAX;
	number = symbol_table_find(&o->names, slice_of(used->name));
	if (number >= o->declarer_count || o->declarers[number] == 0 ||
		o->declarers[number] == item + 1)
		return SIZE_MAX;
	return o->declarers[number] - 1;
}

static void
init(struct order *o, struct import *im)
{
	*o = (struct order){
		.im = im,
		.progress = mem_new(im->count * sizeof(*o->progress)),
		.stack = mem_new(im->count * sizeof(*o->stack)),
		.sorted = mem_new(im->count * sizeof(*o->sorted)),
	};
	for (size_t i = 0; i < im->count; i++)
		add_declared(o, i);
}

static void
push(struct order *o, size_t item)
{
	o->progress[item] = PROGRESS_OPEN;
	o->stack[o->depth++] = (struct visit){.item = item};
}

/* "`S` (line 3)", by what it declares. */
static void
name_item(const struct order *o, size_t item, struct buf *out)
{
	const struct symbols *s = o->im->items[item].symbols;

	if (s->declared_count > 0)
		buf_add_format(out, "`%.64s` (", s->declared[0].name);
	if (o->im->items[item].line > 0)
		buf_add_format(out, "line %u", o->im->items[item].line);
	else
		buf_add_format(out, "items[%zu]", item);
	buf_add_text(out, s->declared_count > 0 ? ")" : "");
}

/* Puts the item, and before it what it needs. False with the items of a circle
 * on the stack, from *from on. */
static bool
place(struct order *o, size_t root, struct buf *moved, size_t *from)
{
	push(o, root);
	while (o->depth > 0) {
		struct visit *top = &o->stack[o->depth - 1];
		const struct symbols *s = o->im->items[top->item].symbols;
		size_t need = SIZE_MAX;

		while (top->use < s->used_count && need == SIZE_MAX)
			need = find_declarer(
				o, top->item, &s->used[top->use++]);
		if (need == SIZE_MAX) {
			o->progress[top->item] = PROGRESS_DONE;
			o->sorted[o->sorted_count++] = o->im->items[top->item];
			if (top->item != root && o->moved++ < NAMED_MAX) {
				buf_add_text(
					moved, moved->size > 0 ? ", " : "");
				name_item(o, top->item, moved);
			}
			o->depth--;
		} else if (o->progress[need] == PROGRESS_OPEN) {
			*from = 0;
			while (o->stack[*from].item != need)
				++*from;
			return false;
		} else if (o->progress[need] == PROGRESS_NONE) {
			push(o, need);
		}
	}
	return true;
}

static bool
refuse_cycle(const struct order *o, size_t from, struct diagnostic *fault)
{
	DROP(buf) struct buf names;

	buf_init(&names, NAMES_MAX);
	for (size_t i = from; i < o->depth && i - from < NAMED_MAX; i++) {
		if (i > from)
			buf_add_text(
				&names, i + 1 == o->depth ? " and " : ", ");
		name_item(o, o->stack[i].item, &names);
	}
	return language_refuse(fault, NULL, (struct slice){0},
		"%s use each other, so none of them can be declared first; "
		"datatypes that use each other: declare them together, "
		"(declare-datatypes ((A 0) (B 0)) (CONSTRUCTORS-OF-A "
		"CONSTRUCTORS-OF-B)); functions that call each other: define "
		"them together, (define-funs-rec (SIGNATURES) (BODIES)); "
		"otherwise: (declare-fun ...) one of them first, and assert "
		"what it is equal to after the others",
		names.data);
}

bool
import_sort(struct import *im, struct buf *moved, struct diagnostic *fault)
{
	struct order o;
	bool is_sorted = true;
	size_t from = 0;

	init(&o, im);
	for (size_t i = 0; i < im->count && is_sorted; i++)
		is_sorted = o.progress[i] == PROGRESS_DONE ||
			    place(&o, i, moved, &from);
	if (is_sorted) {
		free(im->items);
		im->items = TAKE(o.sorted);
		im->capacity = im->count;
	} else {
		(void)refuse_cycle(&o, from, fault);
	}
	if (o.moved > NAMED_MAX)
		buf_add_format(moved, " and %zu more", o.moved - NAMED_MAX);
	symbol_table_release(&o.names);
	free(o.declarers);
	free(o.progress);
	free(o.stack);
	free(o.sorted);
	return is_sorted;
}
