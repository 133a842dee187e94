#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

/*
 * Did-you-mean: the candidate that a misspelt word most likely meant.
 */

#include <stddef.h>
#include <string.h>

/* Of a search, which begins with {.word = word}, borrowed. */
struct nearest {
	const char *word;
	const char *best; /* NULL as long as nothing is near enough */
	size_t distance;
};

/*
 * Offers a candidate, borrowed likewise. Near enough: an edit distance
 * (insert, delete, change, swap of neighbours; letter case is free) of at most
 * a third of the longer word, at least 1, as long as something of the word is
 * left: "y" is not a typo of "x". The first of equals wins. Words of more than
 * 128 bytes are near nothing.
 */
void nearest_offer(struct nearest *n, const char *candidate);

/* The nearest of the names that stand `stride` bytes apart, or NULL. */
const char *nearest_find(const char *word, const char *const *first,
	size_t count, size_t stride);

/* The nearest of a table's names, which are in a member of each row. */
#define NEAREST_IN(word, table, member) \
	nearest_find((word), &(table)[0].member, \
		sizeof(table) / sizeof((table)[0]), sizeof((table)[0]))

/* The row of a table, of `count` rows or an array, whose member is the word, or
 * NULL. */
static inline const void *
name_find(const char *word, const void *table, size_t offset, size_t count,
	size_t stride)
{
	const char *row = table;
	const char *name;

	for (size_t i = 0; i < count; i++, row += stride) {
		memcpy(&name, row + offset, sizeof(name));
		if (strcmp(name, word) == 0)
			return row;
	}
	return NULL;
}
#define ROW_AMONG(word, table, count, member) \
	((const __typeof__((table)[0]) *)name_find((word), (table), \
		offsetof(__typeof__((table)[0]), member), (count), \
		sizeof((table)[0])))
#define ROW_IN(word, table, member) \
	ROW_AMONG((word), (table), sizeof(table) / sizeof((table)[0]), member)

#endif
