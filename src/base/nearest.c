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

/* Both sizes are at most WORD_MAX. */
static size_t
distance(const char *a, size_t a_size, const char *b, size_t b_size)
{
	size_t rows[3][WORD_MAX + 1];
	size_t *before = rows[0]; /* the row of i - 2 */
	size_t *above = rows[1];  /* the row of i - 1 */
	size_t *row = rows[2];

	for (size_t j = 0; j <= b_size; j++)
		row[j] = j;
	for (size_t i = 1; i <= a_size; i++) {
		size_t *oldest = before;

		before = above;
		above = row;
		row = oldest;
		row[0] = i;
		for (size_t j = 1; j <= b_size; j++) {
			int ca = lower(a[i - 1]);
			int cb = lower(b[j - 1]);

			row[j] = least(above[j], row[j - 1]) + 1;
			row[j] = least(row[j], above[j - 1] + (ca != cb));
			if (i > 1 && j > 1 && ca == lower(b[j - 2]) &&
				lower(a[i - 2]) == cb)
				row[j] = least(row[j], before[j - 2] + 1);
		}
	}
	return row[b_size];
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
	found = distance(n->word, a, candidate, b);
	if (found > allowed || found >= longer)
		return;
	if (n->best != NULL && found >= n->distance)
		return;
	n->best = candidate;
	n->distance = found;
}
