#include "smt/theory.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "smt/builtin.h"

/* Whole names first; then how names begin; the first row that fits. */
static const struct {
	enum theory theory;
	const char *names; /* a blank on both sides of each */
} wholes[] = {
	{THEORY_CORE,
		" ! = => and or not xor distinct ite if true false let forall "
		"exists lambda match par as _ Bool case root-obj "},
	{THEORY_ALIASES, " && iff implies if_then_else equals equiv "},
	{THEORY_ORDERS, " linear-order partial-order piecewise-linear-order "
			"transitive-closure tree-order List "},
	{THEORY_NUMBERS,
		" + - * / < <= > >= ~ div mod rem abs to_real to_int is_int "
		"Real divisible "},
	{THEORY_INT, " Int "},
	{THEORY_POWERS,
		" ^ sin cos tan asin acos atan sinh cosh tanh asinh acosh "
		"atanh pi euler "},
	{THEORY_MORE_BITS,
		" bv2int bv2nat int2bv ext_rotate_left ext_rotate_right "
		"bvumul_noovfl bvsmul_noovfl bvsmul_noudfl "},
	{THEORY_BITS, " BitVec concat extract repeat sign_extend zero_extend "
		      "rotate_left rotate_right "},
	{THEORY_ARRAYS, " Array select store "},
	{THEORY_SETS,
		" Set const map default as-array union intersection setminus "
		"subset complement "},
	{THEORY_DATATYPES, " is update-field "},
	{THEORY_STRINGS,
		" String Seq RegEx RegLan Char Unicode char int.to.str "},
	{THEORY_COUNTING, " at-most at-least pbeq pbge pble "},
	{THEORY_FLOATS,
		" fp to_fp to_fp_unsigned to_ieee_bv NaN +oo -oo +zero -zero "
		"RNE RNA RTP RTN RTZ RoundingMode FloatingPoint "},
};

static const struct {
	enum theory theory;
	const char *prefix;
} prefixes[] = {
	{THEORY_FLOATS, "fp."},
	{THEORY_FLOATS, "Float"},
	{THEORY_FLOATS, "round"},
	{THEORY_STRINGS, "str."},
	{THEORY_STRINGS, "re."},
	{THEORY_STRINGS, "seq."},
	{THEORY_STRINGS, "char."},
	{THEORY_BITS, "bv"},
};

static bool
lists(const char *names, struct slice name)
{
	for (const char *at = names; (at = strchr(at, ' ')) != NULL;) {
		at++;
		if (strncmp(at, name.start, name.length) == 0 &&
			at[name.length] == ' ')
			return true;
	}
	return false;
}

static bool
begins(struct slice name, const char *prefix)
{
	size_t length = strlen(prefix);

	return name.length > length && memcmp(name.start, prefix, length) == 0;
}

enum theory
theory_of(struct slice name)
{
	/* Most names are the model's own. List is libz3's by another way. */
	if (!builtin_has_slice(name) && !slice_is(name, "List"))
		return THEORY_CORE;
	for (size_t i = 0; i < sizeof(wholes) / sizeof(wholes[0]); i++)
		if (lists(wholes[i].names, name))
			return wholes[i].theory;
	/* The value in (_ bv5 8) is read under any logic. */
	if (begins(name, "bv") && isdigit((unsigned char)name.start[2]))
		return THEORY_CORE;
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
		if (begins(name, prefixes[i].prefix))
			return prefixes[i].theory;
	return THEORY_CORE;
}

const char *
theory_name(enum theory theory)
{
	switch (theory) {
	case THEORY_ALIASES:
	case THEORY_ORDERS:
	case THEORY_SETS:
	case THEORY_POWERS:
	case THEORY_MORE_BITS:
		return "names that are Z3's own";
	case THEORY_NUMBERS:
		return "integers and reals";
	case THEORY_INT:
		return "integers";
	case THEORY_BITS:
		return "bit-vectors";
	case THEORY_ARRAYS:
		return "arrays";
	case THEORY_DATATYPES:
		return "datatypes";
	case THEORY_STRINGS:
		return "strings and sequences";
	case THEORY_FLOATS:
		return "floating-point numbers";
	case THEORY_COUNTING:
		return "counting constraints";
	case THEORY_CORE:
	case THEORY_ALL:
		break;
	}
	return "";
}
