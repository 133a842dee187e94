#include "smt/names/builtin.h"

#include <stdlib.h>
#include <string.h>

/*
 * As libz3 4.8.12 answers to them, without those that only its own
 * simplifier writes (bvsdiv0, seq.nth_i). In the order of strcmp.
 */
/* clang-format off */
const char *const builtin_names[] = {
	"!", "&&", "*", "+", "+oo", "+zero", "-", "-oo", "-zero", "/", "<",
	"<=", "=", "=>", ">", ">=", "Array", "BitVec", "Bool", "Char",
	"Float128", "Float16", "Float32", "Float64", "FloatingPoint", "Int",
	"NaN", "RNA", "RNE", "RTN", "RTP", "RTZ", "Real", "RegEx", "RegLan",
	"RoundingMode", "Seq", "Set", "String", "Unicode", "^", "_", "abs",
	"acos", "acosh", "and", "as", "as-array", "asin", "asinh", "at-least",
	"at-most", "atan", "atanh", "bv2int", "bv2nat", "bvadd", "bvand",
	"bvashr", "bvcomp", "bvlshr", "bvmul", "bvnand", "bvneg", "bvnor",
	"bvnot", "bvor", "bvredand", "bvredor", "bvsdiv", "bvsge", "bvsgt",
	"bvshl", "bvsle", "bvslt", "bvsmod", "bvsmul_noovfl", "bvsmul_noudfl",
	"bvsrem", "bvsub", "bvudiv", "bvuge", "bvugt", "bvule", "bvult",
	"bvumul_noovfl", "bvurem", "bvxnor", "bvxor", "case", "char", "char.<=",
	"char.is_digit", "char.to_int", "complement", "concat", "const", "cos",
	"cosh", "default", "distinct", "div", "divisible", "equals", "equiv",
	"euler", "exists", "ext_rotate_left", "ext_rotate_right", "extract",
	"false", "forall", "fp", "fp.abs", "fp.add", "fp.div", "fp.eq",
	"fp.fma", "fp.geq", "fp.gt", "fp.isInfinite", "fp.isNaN",
	"fp.isNegative", "fp.isNormal", "fp.isPositive", "fp.isSubnormal",
	"fp.isZero", "fp.leq", "fp.lt", "fp.max", "fp.min", "fp.mul", "fp.neg",
	"fp.rem", "fp.roundToIntegral", "fp.sqrt", "fp.sub", "fp.to_ieee_bv",
	"fp.to_real", "fp.to_sbv", "fp.to_ubv", "if", "if_then_else", "iff",
	"implies", "int.to.str", "int2bv", "intersection", "is", "is_int",
	"ite", "lambda", "let", "linear-order", "map", "match", "mod", "not",
	"or", "par", "partial-order", "pbeq", "pbge", "pble", "pi",
	"piecewise-linear-order", "re.*", "re.+", "re.++", "re.^", "re.all",
	"re.allchar", "re.comp", "re.complement", "re.derivative", "re.diff",
	"re.empty", "re.inter", "re.loop", "re.none", "re.nostr", "re.of.pred",
	"re.opt", "re.range", "re.reverse", "re.union", "rem", "repeat",
	"root-obj", "rotate_left", "rotate_right", "roundNearestTiesToAway",
	"roundNearestTiesToEven", "roundTowardNegative", "roundTowardPositive",
	"roundTowardZero", "select", "seq.++", "seq.at", "seq.contains",
	"seq.empty", "seq.extract", "seq.in.re", "seq.indexof",
	"seq.last_indexof", "seq.len", "seq.nth", "seq.prefixof", "seq.replace",
	"seq.suffixof", "seq.to.re", "seq.unit", "setminus", "sign_extend",
	"sin", "sinh", "store", "str.++", "str.<", "str.<=", "str.at",
	"str.contains", "str.from-int", "str.from_code", "str.from_int",
	"str.from_ubv", "str.in-re", "str.in.re", "str.in_re", "str.indexof",
	"str.is_digit", "str.len", "str.prefixof", "str.replace",
	"str.replace_all", "str.replace_re", "str.replace_re_all", "str.substr",
	"str.suffixof", "str.to-int", "str.to-re", "str.to.int", "str.to.re",
	"str.to_code", "str.to_int", "str.to_re", "subset", "tan", "tanh",
	"to_fp", "to_fp_unsigned", "to_ieee_bv", "to_int", "to_real",
	"transitive-closure", "tree-order", "true", "union", "update-field",
	"xor", "zero_extend", "~", NULL,
};
/* clang-format on */

/* The value in (_ bv5 32), for which any number of digits may stand. */
static bool
is_bit_vector(struct slice name)
{
	size_t at = 2;

	while (at < name.length && name.start[at] >= '0' &&
		name.start[at] <= '9')
		at++;
	return name.length > 2 && at == name.length &&
	       memcmp(name.start, "bv", 2) == 0;
}

static int
order(const void *name, const void *builtin)
{
	const struct slice *a = name;
	const char *b = *(const char *const *)builtin;
	int difference = strncmp(a->start, b, a->length);

	return difference != 0 ? difference : -(b[a->length] != '\0');
}

bool
builtin_has_slice(struct slice name)
{
	const size_t count = sizeof(builtin_names) / sizeof(*builtin_names) - 1;

	return bsearch(&name, builtin_names, count, sizeof(*builtin_names),
		       order) != NULL ||
	       is_bit_vector(name);
}

bool
builtin_has(const char *name)
{
	return builtin_has_slice(slice_of(name));
}
