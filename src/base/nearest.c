#include "base/nearest.h"

#include <ctype.h>
#include <string.h>

/*
 * The restricted Damerau-Levenshtein distance (an insert, a delete, a change
 * or a swap of neighbours costs 1), over three rows of the usual table. It
 * counts bytes: the words that are looked up are names, nearly always ASCII.
 */

enum { WORD_MAX = 128 };

void
nearest_init(struct nearest *n, const char *word)
{
	*n = (struct nearest){.word = word};
}

static int
lower(char c)
{
	return tolower((unsigned char)c);
}

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* The rows of i - 2, of i - 1, and the one that is being made. */
struct rows {
	size_t *before;
	size_t *above;
	size_t *row;
};

/* Returns the minimum of the row. */
static size_t
fill_row(const struct rows *r, const char *a, size_t i, const char *b,
	size_t b_size)
{
	int ca = lower(a[i - 1]);
	size_t smallest = i;

	r->row[0] = i;
	for (size_t j = 1; j <= b_size; j++) {
		int cb = lower(b[j - 1]);
		size_t d = least(r->above[j], r->row[j - 1]) + 1;

		d = least(d, r->above[j - 1] + (ca != cb));
		if (i > 1 && j > 1 && ca == lower(b[j - 2]) &&
			lower(a[i - 2]) == cb)
			d = least(d, r->before[j - 2] + 1);
		r->row[j] = d;
		smallest = least(smallest, d);
	}
	return smallest;
}

/*
 * Both sizes are at most WORD_MAX. A distance over `most` is only reported as
 * larger: a model may have 100,000 names to look at, and most of them are
 * far away after a few letters.
 */
static size_t
distance(
	const char *a, size_t a_size, const char *b, size_t b_size, size_t most)
{
	size_t cells[3][WORD_MAX + 1];
	struct rows r = {cells[0], cells[1], cells[2]};
	size_t smallest_above = 0;

	for (size_t j = 0; j <= b_size; j++)
		r.row[j] = j;
	for (size_t i = 1; i <= a_size; i++) {
		size_t smallest;

		r = (struct rows){r.above, r.row, r.before};
		smallest = fill_row(&r, a, i, b, b_size);
		/* Every path onward passes through one of these two rows. */
		if (smallest > most && smallest_above >= most)
			return most + 1;
		smallest_above = smallest;
	}
	return r.row[b_size];
}

void
nearest_offer(struct nearest *n, const char *candidate)
{
	size_t a = strlen(n->word);
	size_t b = strlen(candidate);
	size_t longer = a > b ? a : b;
	size_t shorter = a > b ? b : a;
	size_t allowed = longer / 3 > 1 ? longer / 3 : 1;
	size_t found;

	if (longer > WORD_MAX || longer - shorter > allowed)
		return;
	found = distance(n->word, a, candidate, b, allowed);
	if (found > allowed || found >= longer)
		return;
	if (n->best != NULL && found >= n->distance)
		return;
	n->best = candidate;
	n->distance = found;
}

const char *
nearest_find(
	const char *word, const char *const *first, size_t count, size_t stride)
{
	const char *row = (const char *)first;
	struct nearest n;

	nearest_init(&n, word);
	for (size_t i = 0; i < count; i++, row += stride) {
		const char *name;

		memcpy(&name, row, sizeof(name));
		nearest_offer(&n, name);
	}
	return n.best;
}
