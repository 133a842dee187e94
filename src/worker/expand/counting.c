#include "worker/expand/counting.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/value_range.h"

enum {
	/* Of a graph: half a megabyte. */
	TERMS_MAX = 2048,
	/* Of terms that all differ. */
	CLIQUE_MAX = 256,
	/* Of a problem; finding one takes some microseconds. */
	CLIQUES_MAX = 2000,
	BITS_MAX = 8,
	WORD = 64,
};

/* --- the graph ------------------------------------------------------------ */

static bool
has_bit(const uint64_t *bits, size_t i)
{
	return (bits[i / WORD] >> i % WORD & 1) != 0;
}

static void
set_bit(uint64_t *bits, size_t i)
{
	bits[i / WORD] |= UINT64_C(1) << i % WORD;
}

static uint64_t *
row(const struct disequalities *d, size_t i)
{
	return d->rows + i * d->words;
}

/* Collects the terms, or sets their bits. */
static void
add_pair(struct disequalities *d, Z3_context c, Z3_ast a, Z3_ast b)
{
	size_t i;
	size_t j;

	if (d->rows == NULL && d->terms.count < TERMS_MAX - 1) {
		(void)termset_add(&d->terms, c, a);
		(void)termset_add(&d->terms, c, b);
	}
	i = termset_find(&d->terms, c, a);
	j = termset_find(&d->terms, c, b);
	if (d->rows == NULL || i == TERMSET_NONE || j == TERMSET_NONE)
		return;
	set_bit(row(d, i), j);
	set_bit(row(d, j), i);
}

static void
add_pairs(struct disequalities *d, Z3_context c, Z3_ast assertion)
{
	bool is_distinct = term_kind(c, assertion) == Z3_OP_DISTINCT;

	if (term_kind(c, assertion) == Z3_OP_NOT) {
		assertion = term_argument(c, assertion, 0);
		is_distinct = term_kind(c, assertion) == Z3_OP_EQ &&
			      term_arity(c, assertion) == 2;
	}
	for (unsigned i = 0; is_distinct && i < term_arity(c, assertion); i++) {
		for (unsigned j = 0; j < i && j < CLIQUE_MAX; j++)
			add_pair(d, c, term_argument(c, assertion, j),
				term_argument(c, assertion, i));
	}
}

void
disequalities_read(struct disequalities *d, Z3_context c,
	const Z3_ast *assertions, size_t count)
{
	for (size_t i = 0; i < count; i++)
		add_pairs(d, c, assertions[i]);
	d->words = (d->terms.count + WORD - 1) / WORD;
	d->rows = mem_new((d->terms.count * d->words + 1) * sizeof(*d->rows));
	for (size_t i = 0; i < count; i++)
		add_pairs(d, c, assertions[i]);
}

void
disequalities_release(struct disequalities *d)
{
	termset_release(&d->terms);
	free(d->rows);
	*d = (struct disequalities){0};
}

bool
disequalities_have(
	const struct disequalities *d, Z3_context c, Z3_ast a, Z3_ast b)
{
	size_t i = termset_find(&d->terms, c, a);
	size_t j = termset_find(&d->terms, c, b);

	return i != TERMSET_NONE && j != TERMSET_NONE && has_bit(row(d, i), j);
}

/* --- counting ------------------------------------------------------------- */

struct counting {
	const struct disequalities *d;
	Z3_context c;
	struct interval *intervals; /* by term: numbers of values */
	uint64_t *counted;	    /* pairs of the cliques so far */
	size_t clique[CLIQUE_MAX];
	size_t count; /* of the clique */
	struct termset *derived;
};

static bool
is_open(const struct counting *k, size_t i)
{
	return k->intervals[i].low <= k->intervals[i].high;
}

/* Takes in, one after another, the vertices that differ from all so far. */
static void
grow_clique(struct counting *k, size_t first, size_t second)
{
	uint64_t *common = mem_new(k->d->words * sizeof(*common));

	k->clique[0] = first;
	k->clique[1] = second;
	k->count = 2;
	for (size_t w = 0; w < k->d->words; w++)
		common[w] = row(k->d, first)[w] & row(k->d, second)[w];
	for (size_t i = 0; i < k->d->terms.count && k->count < CLIQUE_MAX;
		i++) {
		if (!has_bit(common, i) || !is_open(k, i))
			continue;
		k->clique[k->count++] = i;
		for (size_t w = 0; w < k->d->words; w++)
			common[w] &= row(k->d, i)[w];
	}
	free(common);
}

/* Some term has the value. */
static Z3_ast
is_used(const struct counting *k, int64_t value)
{
	Z3_context c = k->c;
	Z3_ast *equations = mem_grow(NULL, k->count, sizeof(*equations));
	unsigned used = 0;
	Z3_ast either;

	for (size_t i = 0; i < k->count; i++) {
		size_t at = k->clique[i];
		Z3_ast term = k->d->terms.at[at];
		struct value_range range = {.sort = Z3_get_sort(c, term)};

		if (k->intervals[at].low > value ||
			k->intervals[at].high < value)
			continue;
		equations[used++] = Z3_mk_eq(
			c, term, value_range_at(c, &range, (uint64_t)value));
	}
	either = Z3_mk_or(c, used, equations);
	free(equations);
	return either;
}

/* From the least value of a term to the greatest of a term. */
static void
count_clique(struct counting *k)
{
	struct interval all = k->intervals[k->clique[0]];
	int64_t size;

	for (size_t i = 0; i < k->count; i++) {
		all = interval_join(all, k->intervals[k->clique[i]]);
		for (size_t j = 0; j < k->count; j++)
			set_bit(k->counted + k->clique[i] * k->d->words,
				k->clique[j]);
	}
	size = all.high - all.low + 1;
	if ((int64_t)k->count > size)
		(void)termset_add(k->derived, k->c, Z3_mk_false(k->c));
	for (int64_t v = all.low; (int64_t)k->count == size && v <= all.high;
		v++)
		(void)termset_add(k->derived, k->c, is_used(k, v));
}

static void
count_all(struct counting *k)
{
	size_t cliques = 0;

	for (size_t i = 0; i < k->d->terms.count; i++) {
		for (size_t j = 0; j < i && cliques < CLIQUES_MAX; j++) {
			if (!has_bit(row(k->d, i), j) || !is_open(k, i) ||
				!is_open(k, j) ||
				has_bit(k->counted + i * k->d->words, j))
				continue;
			grow_clique(k, j, i);
			count_clique(k);
			cliques++;
		}
	}
}

void
counting_derive(const struct disequalities *d, Z3_context c,
	struct constraints *constraints, struct termset *derived)
{
	size_t count = d->terms.count;
	struct counting k = {.d = d, .c = c, .derived = derived};

	k.intervals = mem_grow(NULL, count + 1, sizeof(*k.intervals));
	k.counted = mem_new((count * d->words + 1) * sizeof(*k.counted));
	for (size_t i = 0; i < count; i++) {
		struct value_range r;

		k.intervals[i] = (struct interval){1, 0};
		if (constraints_range(
			    constraints, d->terms.at[i], BITS_MAX, &r))
			k.intervals[i] = (struct interval){
				r.low, r.low + (int64_t)r.size - 1};
	}
	count_all(&k);
	free(k.intervals);
	free(k.counted);
}
