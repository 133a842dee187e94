/* The logics that libz3 4.8.12 knows (its src/solver/smt_logics.cpp). */
#include "smt/names/logic.h"

#include <stddef.h>

enum {
	INT = PART_INTEGERS,
	REAL = PART_REALS,
	BOTH = INT | REAL,
	FUN = PART_FUNCTIONS,
	QUANT = PART_QUANTIFIERS,
	PROD = PART_PRODUCTS,
	BITS = PART_BITS,
	ARRAY = PART_ARRAYS,
	DATA = PART_DATATYPES,
	TEXT = PART_STRINGS | INT,
	FLOAT = PART_FLOATS,
};

/* A logic that is there with quantifiers, too. */
#define EITHER(name, parts, is_narrower) \
	{"QF_" name, parts, is_narrower}, \
	{ \
		name, QUANT | (parts), is_narrower \
	}

static const struct logic logics[] = {
	EITHER("UF", FUN, false),
	EITHER("BV", BITS, false),
	EITHER("LIA", INT, false),
	EITHER("LRA", REAL, false),
	{"QF_LIRA", BOTH, false},
	EITHER("NIA", INT | PROD, false),
	EITHER("NRA", REAL | PROD, false),
	{"QF_NIRA", BOTH | PROD, false},
	{"QF_IDL", INT, true},
	{"QF_RDL", REAL, true},
	EITHER("UFLIA", FUN | INT, false),
	EITHER("UFLRA", FUN | REAL, false),
	EITHER("UFNIA", FUN | INT | PROD, false),
	EITHER("UFNRA", FUN | REAL | PROD, false),
	EITHER("UFNIRA", FUN | BOTH | PROD, false),
	EITHER("UFIDL", FUN | INT, true),
	{"QF_UFRDL", FUN | REAL, true},
	EITHER("UFBV", FUN | BITS, false),
	{"QF_AX", ARRAY, false},
	EITHER("ABV", ARRAY | BITS, false),
	EITHER("AUFBV", ARRAY | FUN | BITS, false),
	EITHER("ALIA", ARRAY | INT, false),
	{"QF_ANIA", ARRAY | INT | PROD, false},
	EITHER("AUFLIA", ARRAY | FUN | INT, false),
	EITHER("AUFLIRA", ARRAY | FUN | BOTH, false),
	EITHER("AUFNIA", ARRAY | FUN | INT | PROD, false),
	EITHER("AUFNIRA", ARRAY | FUN | BOTH | PROD, false),
	{"QF_DT", DATA, false},
	{"QF_UFDT", FUN | DATA, false},
	{"QF_S", TEXT | FUN, false},
	{"QF_SLIA", TEXT | FUN, false},
	{"QF_BVRE", TEXT | BITS, false},
	EITHER("FP", FLOAT | BITS | REAL, false),
	{"QF_FPLRA", FLOAT | BITS | REAL, false},
	{"QF_BVFP", FLOAT | BITS | REAL, false},
	{"QF_FPBV", FLOAT | BITS | REAL, false},
	{"QF_FD", BITS | INT | DATA | PROD, true},
	{"SMTFD", BITS | FUN | ARRAY, true},
	{"HORN", PART_ALL, false},
	{"ALL", PART_ALL, false},
};

const struct logic *
logic_find(struct slice name)
{
	for (size_t i = 0; i < sizeof(logics) / sizeof(logics[0]); i++)
		if (slice_is(name, logics[i].name))
			return &logics[i];
	return NULL;
}

const char *
part_name(unsigned number)
{
	static const char *const names[] = {
		"integers",
		"reals",
		"uninterpreted functions",
		"quantifiers",
		"nonlinear arithmetic",
		"bit-vectors",
		"arrays",
		"datatypes",
		"strings and sequences",
		"floating-point numbers",
	};

	return names[number];
}
