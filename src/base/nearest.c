#include "base/nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/*
 * The restricted Damerau-Levenshtein distance (an insert, a delete, a change
 * or a swap of neighbours costs 1), over three rows of the usual table. It
 * counts bytes: the words that are looked up are names, nearly always ASCII.
 */

enum { WORD_MAX = 128 };

static bool
is_same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
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
	size_t rows[3][WORD_MAX + 1];
	size_t smallest_above = 0;

	for (size_t j = 0; j <= b_size; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= a_size; i++) {
		const size_t *before = rows[(i + 1) % 3]; /* of i - 2 */
		const size_t *above = rows[(i - 1) % 3];
		size_t *row = rows[i % 3];
		size_t smallest = row[0] = i;

		for (size_t j = 1; j <= b_size; j++) {
			size_t d = least(above[j], row[j - 1]) + 1;

			d = least(
				d, above[j - 1] + !is_same(a[i - 1], b[j - 1]));
			if (i > 1 && j > 1 && is_same(a[i - 1], b[j - 2]) &&
				is_same(a[i - 2], b[j - 1]))
				d = least(d, before[j - 2] + 1);
			row[j] = d;
			smallest = least(smallest, d);
		}
		/* Every path onward passes through one of these two rows. */
		if (smallest > most && smallest_above >= most)
			return most + 1;
		smallest_above = smallest;
	}
	return rows[a_size % 3][b_size];
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
	if (found > allowed || found >= longer ||
		(n->best != NULL && found >= n->distance))
		return;
	n->best = candidate;
	n->distance = found;
}

const char *
nearest_find(
	const char *word, const char *const *first, size_t count, size_t stride)
{
	const char *row = (const char *)first;
	struct nearest n = {.word = word};

	for (size_t i = 0; i < count; i++, row += stride) {
		const char *name;

		memcpy(&name, row, sizeof(name));
		nearest_offer(&n, name);
	}
	return n.best;
}
