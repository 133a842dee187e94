/*
 * The logics as libz3 4.8.12 knows them: which names each of them has (its
 * src/solver/smt_logics.cpp decides), and what its command checks in terms.
 */
#include "smt/logic.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/nearest.h"

enum {
	R = THEORY_NUMBERS,
	N = THEORY_NUMBERS | THEORY_INT,
	B = THEORY_BITS,
	A = THEORY_ARRAYS,
	D = THEORY_DATATYPES,
	S = THEORY_STRINGS | N,
	F = THEORY_FLOATS | N,
	MANY = N | B | A | THEORY_MORE_BITS | THEORY_SETS | THEORY_COUNTING,

	INTS = PART_INTEGERS | PART_SUMS,
	REALS = PART_REALS | PART_SUMS,
	BOTH = INTS | REALS,
	FUNS = PART_FUNCTIONS,
	QUANT = PART_QUANTIFIERS,
	PROD = PART_PRODUCTS,
	BITS = PART_BITS,
	ARRAYS = PART_ARRAYS | PART_ANY_ARRAYS,
	DATA = PART_DATATYPES,
	TEXT = FUNS | BITS | BOTH | ARRAYS | QUANT,
};

static const struct logic logics[] = {
	{"QF_UF", 0, FUNS, true},
	{"QF_BV", B, BITS, true},
	{"QF_LIA", N, INTS, true},
	{"QF_LRA", N, REALS, true},
	{"QF_LIRA", N, BOTH, false},
	{"QF_NIA", N, INTS | PROD, true},
	{"QF_NRA", R, REALS | PROD, true},
	{"QF_NIRA", N, BOTH | PROD, false},
	{"QF_IDL", N, PART_INTEGERS, true},
	{"QF_RDL", N, PART_REALS, true},
	{"QF_UFLIA", N, FUNS | INTS, true},
	{"QF_UFLRA", N, FUNS | REALS, true},
	{"QF_UFNIA", N, FUNS | INTS | PROD, false},
	{"QF_UFNRA", N, FUNS | REALS | PROD, true},
	{"QF_UFNIRA", N, FUNS | BOTH | PROD, false},
	{"QF_UFIDL", N, FUNS | PART_INTEGERS, true},
	{"QF_UFRDL", N, FUNS | PART_REALS, false},
	{"QF_UFBV", B, FUNS | BITS, true},
	{"QF_AX", A, ARRAYS, true},
	{"QF_ABV", B | A, PART_ARRAYS | BITS, true},
	{"QF_AUFBV", B | A, FUNS | PART_ARRAYS | BITS, true},
	{"QF_ALIA", N | A, INTS | ARRAYS, false},
	{"QF_ANIA", N | A, INTS | ARRAYS | PROD, false},
	{"QF_AUFLIA", N | A, FUNS | INTS | ARRAYS, true},
	{"QF_AUFLIRA", N | A, FUNS | BOTH | ARRAYS, false},
	{"QF_AUFNIA", N | A, FUNS | INTS | ARRAYS | PROD, false},
	{"QF_AUFNIRA", N | A, FUNS | BOTH | ARRAYS | PROD, false},
	{"QF_DT", D, DATA, true},
	{"QF_UFDT", D, FUNS | DATA, true},
	{"QF_S", S, TEXT, true},
	{"QF_SLIA", S, TEXT, true},
	{"QF_BVRE", S | B, BITS | INTS, false},
	{"QF_FP", F, REALS, false},
	{"QF_FPLRA", F, REALS, false},
	{"QF_BVFP", F | B, BITS | REALS, false},
	{"QF_FPBV", F | B, BITS | REALS, false},
	{"QF_FD", N | B | D | THEORY_MORE_BITS | THEORY_COUNTING,
		BITS | FUNS | INTS | DATA | PROD, true},
	{"SMTFD", B | A, BITS | FUNS | ARRAYS, true},
	{"UF", 0, FUNS | QUANT, false},
	{"LIA", N, INTS | QUANT, false},
	{"LRA", N, REALS | QUANT, true},
	{"NIA", N, INTS | PROD | QUANT, false},
	{"NRA", R, REALS | PROD | QUANT, false},
	{"BV", B, BITS | QUANT, false},
	{"FP", F | B, BITS | REALS | QUANT, false},
	{"ABV", B | A, BITS | ARRAYS | QUANT, false},
	{"AUFBV", B | A, FUNS | BITS | ARRAYS | QUANT, false},
	{"UFBV", B, FUNS | BITS | QUANT, true},
	{"UFLIA", N, FUNS | INTS | QUANT, false},
	{"UFLRA", N, FUNS | REALS | QUANT, true},
	{"UFNIA", N, FUNS | INTS | QUANT | PROD, true},
	{"UFNRA", N, FUNS | REALS | QUANT | PROD, false},
	{"UFNIRA", N, FUNS | BOTH | QUANT | PROD, false},
	{"UFIDL", N, FUNS | PART_INTEGERS | QUANT, false},
	{"ALIA", N | A, INTS | ARRAYS | QUANT, false},
	{"AUFLIA", N | A, FUNS | INTS | ARRAYS | QUANT, true},
	{"AUFLIRA", N | A, FUNS | BOTH | ARRAYS | QUANT, true},
	{"AUFNIA", N | A, FUNS | INTS | ARRAYS | QUANT | PROD, false},
	{"AUFNIRA", N | A, FUNS | BOTH | ARRAYS | QUANT | PROD, true},
	{"HORN", MANY, PART_ALL, false},
	{"ALL", MANY | D | S | F | THEORY_POWERS, PART_ALL, false},
};

enum { COUNT = sizeof(logics) / sizeof(logics[0]) };

const struct logic *
logic_find(struct slice name)
{
	for (size_t i = 0; i < COUNT; i++)
		if (slice_is(name, logics[i].name))
			return &logics[i];
	return NULL;
}

/* Takes the first of the words that it begins with; false if it is none. */
static bool
take(struct slice *name, const char *const *words)
{
	for (; *words != NULL; words++) {
		size_t length = strlen(*words);

		if (name->length < length ||
			memcmp(name->start, *words, length) != 0)
			continue;
		name->start += length;
		name->length -= length;
		return true;
	}
	return false;
}

/* QF_ and so on, then the parts in SMT-LIB's order. */
static bool
is_composed(struct slice name)
{
	static const char *const parts[][12] = {
		{"HO_"},
		{"QF_"},
		{"AX", "A"},
		{"UF"},
		{"BV"},
		{"FF"},
		{"FP"},
		{"CDT", "DT"},
		{"S"},
		{"IDL", "RDL", "LIRA", "LIA", "LRA", "NIRAT", "NIRA", "NIAT",
			"NIA", "NRAT", "NRA"},
		{"FS"},
	};
	bool has_part = false;

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		has_part |= take(&name, parts[i]) && i > 1;
	return has_part && name.length == 0;
}

/* All that a solver has, or Booleans alone, as other solvers write it. */
static bool
is_extreme(struct slice name)
{
	static const char *const orders[] = {"HO_", NULL};
	static const char *const bounds[] = {"QF_", NULL};

	(void)take(&name, orders);
	(void)take(&name, bounds);
	return slice_is(name, "ALL") || slice_is(name, "ALL_SUPPORTED") ||
	       slice_is(name, "SAT");
}

bool
logic_is_name(struct slice name)
{
	return logic_find(name) != NULL || is_composed(name) ||
	       is_extreme(name);
}

const char *
logic_nearest(struct slice name)
{
	char word[32] = "";
	struct nearest nearest;

	if (name.length >= sizeof(word))
		return NULL;
	memcpy(word, name.start, name.length);
	nearest_init(&nearest, word);
	for (size_t i = 0; i < COUNT; i++)
		nearest_offer(&nearest, logics[i].name);
	return nearest.best;
}

/* The theories that a part is about. */
static unsigned
theories_of(unsigned parts)
{
	unsigned theories = 0;

	if ((parts & (REALS | PROD)) != 0)
		theories |= R;
	if ((parts & PART_INTEGERS) != 0)
		theories |= N;
	if ((parts & BITS) != 0)
		theories |= B;
	if ((parts & ARRAYS) != 0)
		theories |= A;
	if ((parts & DATA) != 0)
		theories |= D;
	return theories;
}

/* These and no others; that of Int no one minds. */
static bool
is_of(const struct logic *logic, unsigned theories)
{
	return (logic->theories & theories) == theories &&
	       (logic->theories & ~(theories | THEORY_INT)) == 0;
}

const char *
logic_wider(const struct logic *logic, unsigned theories, unsigned parts)
{
	const struct logic *all = &logics[COUNT - 1];
	const struct logic *best = NULL;
	int least = INT32_MAX;

	parts |= logic->parts;
	theories |= (logic->theories & ~THEORY_INT) | theories_of(parts);
	for (const struct logic *l = logics; l < all; l++) {
		int size = __builtin_popcount(l->parts);

		if (!is_of(l, theories) || (parts & ~l->parts) != 0 ||
			size >= least || !is_composed(slice_of(l->name)))
			continue;
		best = l;
		least = size;
	}
	if (best == NULL && (theories & ~all->theories) == 0)
		best = all;
	return best != NULL ? best->name : NULL;
}

const char *
part_name(enum logic_part part)
{
	static const char *const names[] = {
		"integers",
		"reals",
		"uninterpreted functions",
		"quantifiers",
		"nonlinear arithmetic",
		"arithmetic beyond x - y < 5",
		"bit-vectors",
		"arrays",
		"arrays of anything but bit-vectors",
		"datatypes",
		"recursive functions",
	};

	return names[__builtin_ctz((unsigned)part)];
}
