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

static const struct logic logics[] = {
	{"QF_UF", FUN, false},
	{"QF_BV", BITS, false},
	{"QF_LIA", INT, false},
	{"QF_LRA", REAL, false},
	{"QF_LIRA", BOTH, false},
	{"QF_NIA", INT | PROD, false},
	{"QF_NRA", REAL | PROD, false},
	{"QF_NIRA", BOTH | PROD, false},
	{"QF_IDL", INT, true},
	{"QF_RDL", REAL, true},
	{"QF_UFLIA", FUN | INT, false},
	{"QF_UFLRA", FUN | REAL, false},
	{"QF_UFNIA", FUN | INT | PROD, false},
	{"QF_UFNRA", FUN | REAL | PROD, false},
	{"QF_UFNIRA", FUN | BOTH | PROD, false},
	{"QF_UFIDL", FUN | INT, true},
	{"QF_UFRDL", FUN | REAL, true},
	{"QF_UFBV", FUN | BITS, false},
	{"QF_AX", ARRAY, false},
	{"QF_ABV", ARRAY | BITS, false},
	{"QF_AUFBV", ARRAY | FUN | BITS, false},
	{"QF_ALIA", ARRAY | INT, false},
	{"QF_ANIA", ARRAY | INT | PROD, false},
	{"QF_AUFLIA", ARRAY | FUN | INT, false},
	{"QF_AUFLIRA", ARRAY | FUN | BOTH, false},
	{"QF_AUFNIA", ARRAY | FUN | INT | PROD, false},
	{"QF_AUFNIRA", ARRAY | FUN | BOTH | PROD, false},
	{"QF_DT", DATA, false},
	{"QF_UFDT", FUN | DATA, false},
	{"QF_S", TEXT | FUN, false},
	{"QF_SLIA", TEXT | FUN, false},
	{"QF_BVRE", TEXT | BITS, false},
	{"QF_FP", FLOAT | BITS | REAL, false},
	{"QF_FPLRA", FLOAT | BITS | REAL, false},
	{"QF_BVFP", FLOAT | BITS | REAL, false},
	{"QF_FPBV", FLOAT | BITS | REAL, false},
	{"QF_FD", BITS | INT | DATA | PROD, true},
	{"SMTFD", BITS | FUN | ARRAY, true},
	{"UF", QUANT | FUN, false},
	{"LIA", QUANT | INT, false},
	{"LRA", QUANT | REAL, false},
	{"NIA", QUANT | INT | PROD, false},
	{"NRA", QUANT | REAL | PROD, false},
	{"BV", QUANT | BITS, false},
	{"FP", QUANT | FLOAT | BITS | REAL, false},
	{"ABV", QUANT | ARRAY | BITS, false},
	{"AUFBV", QUANT | ARRAY | FUN | BITS, false},
	{"UFBV", QUANT | FUN | BITS, false},
	{"UFLIA", QUANT | FUN | INT, false},
	{"UFLRA", QUANT | FUN | REAL, false},
	{"UFNIA", QUANT | FUN | INT | PROD, false},
	{"UFNRA", QUANT | FUN | REAL | PROD, false},
	{"UFNIRA", QUANT | FUN | BOTH | PROD, false},
	{"UFIDL", QUANT | FUN | INT, true},
	{"ALIA", QUANT | ARRAY | INT, false},
	{"AUFLIA", QUANT | ARRAY | FUN | INT, false},
	{"AUFLIRA", QUANT | ARRAY | FUN | BOTH, false},
	{"AUFNIA", QUANT | ARRAY | FUN | INT | PROD, false},
	{"AUFNIRA", QUANT | ARRAY | FUN | BOTH | PROD, false},
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
	static const char *const names[PART_COUNT] = {
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
