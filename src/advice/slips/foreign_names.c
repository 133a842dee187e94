#include "advice/slips/foreign_names.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof(*(table)))

/* clang-format off */
static const struct foreign_name wrong_terms[] = {
	{"== ===", "equality is one `=`, and stands in front",
		{"Write (= a b) where `==` stands."}},
	{"!= <> /= =/= ~= neq ne", "there is no operator for \"not equal\"",
		{"Write (distinct a b), or (not (= a b))."}},
	{"<=> <-> <==> equiv eq", "equivalence is `=` between Bool terms",
		{"Write (= p q)."}},
	{"-> --> ==>", "implication is written `=>`",
		{"Write (=> p q)."}},
	{"=<", "\"at most\" is written `<=`", {"Write (<= a b)."}},
	{"&& & AND And", "conjunction is written `and`",
		{"Write (and p q)."}},
	{"|| | OR Or", "disjunction is written `or`; `||` is read as a quoted "
		"symbol with an empty name",
		{"Write (or p q)."}},
	{"NOT Not ! neg", "negation is written `not`; `!` attaches a label",
		{"Write (not p)."}},
	{"Implies IMPLIES imply then->", "implication is written `=>`",
		{"Write (=> p q)."}},
	{"nand Nand NAND", "there is no `nand`", {"Write (not (and p q))."}},
	{"nor Nor NOR", "there is no `nor`", {"Write (not (or p q))."}},
	{"<<", "a shift to the left is `bvshl`, of bit-vectors",
		{"Write (bvshl a b); of Ints (* x 2)."}},
	{">> >>>", "a shift to the right is one of bit-vectors",
		{"Write (bvlshr a b), or (bvashr a b) to keep the sign; of "
		"Ints (div x 2)."}},
	{"XOR Xor", "exclusive or is written `xor`", {"Write (xor p q)."}},
	{"TRUE True", "the constant is written `true`, in lower case",
		{"Write true."}},
	{"FALSE False", "the constant is written `false`, in lower case",
		{"Write false."}},
	{"If IF if-then-else ifthenelse if_then_else cond IfThenElse case "
		"switch",
		"a choice between two terms is written `ite`",
		{"Write (ite condition then-term else-term)."}},
	{"then else elif", "there is no if/then/else; a choice is written "
		"`ite`, with no words between its three terms",
		{"Write (ite condition then-term else-term); for \"if p then "
		"q\" alone, (=> p q)."}},
	{"Distinct all-different alldifferent all_different AllDifferent "
		"all-distinct alldistinct all_distinct AllDistinct unique",
		"that all values differ is written `distinct`",
		{"Write (distinct a b c), with each term listed."}},
	{"ForAll FORALL Forall for-all for_all all each every",
		"the universal quantifier is written `forall`",
		{"Write (forall ((i Int)) BODY).",
		"For a few known values write (and ...) with one term each; "
		"that is also much easier to solve."}},
	{"Exists EXISTS any some there-exists",
		"the existential quantifier is written `exists`",
		{"Write (exists ((i Int)) BODY).",
		"For a few known values write (or ...) with one term each."}},
	{"lambda", "a lambda is an array, and an array is read with `select`",
		{"Write (select (lambda ((y Int)) BODY) x).",
		"Or give it a name: (define-fun f ((y Int)) Bool BODY), then "
		"(f x)."}},
	{"forall exists let match",
		"it needs a form of its own: an opening parenthesis in front, "
		"and its variables in a list of lists",
		{"Write (forall ((i Int)) BODY), (exists ((i Int)) BODY) or "
		"(let ((z TERM)) BODY)."}},
	{"** pow power POW expt", "a power has no operator of that name",
		{"Write (* x x) for a square, or (^ x 3) with a constant "
		"exponent.",
		"With a variable exponent list the cases: "
		"(ite (= n 0) 1 (ite (= n 1) x (* x x)))."}},
	{"% modulo MOD Mod remainder Rem REM", "the remainder is written `mod`",
		{"Write (mod x 2)."}},
	{"// quotient idiv DIV", "integer division is written `div`",
		{"Write (div x 2)."}},
	{"sqrt Sqrt root", "there is no square root",
		{"Declare the root and define it by its square: (declare-const "
		"root Real) and (assert (and (>= root 0.0) (= (* root root) "
		"x))).",
		"To compare a root with a constant, square both sides."}},
	{"log ln log2 exp", "there are no logarithms or exponentials",
		{"List the values that occur: (ite (= n 0) 1 (ite (= n 1) 2 "
		"4)).",
		"Or bound it by linear constraints around the range that "
		"matters."}},
	{"abs Abs ABS fabs", "the absolute value is `abs` of one number",
		{"Write (abs x), or (ite (< x 0) (- x) x)."}},
	{"min Min MIN minimum", "there is no minimum of terms",
		{"Write (ite (< a b) a b) for the smaller of two.",
		"To minimize something in the whole model, write the command "
		"(minimize TERM)."}},
	{"max Max MAX maximum", "there is no maximum of terms",
		{"Write (ite (> a b) a b) for the larger of two.",
		"To maximize something in the whole model, write the command "
		"(maximize TERM)."}},
	{"sum Sum SUM add plus Plus", "a sum is written `+`, with each term "
		"listed", {"Write (+ a b c)."}},
	{"product Product prod times mul mult", "a product is written `*`",
		{"Write (* a b)."}},
	{"minus sub subtract", "a difference is written `-`",
		{"Write (- a b)."}},
	{"divide Div", "a quotient is `/` of Reals or `div` of Ints",
		{"Write (/ r 2.0) or (div x 2)."}},
	{"lt LT less less-than", "\"less\" is written `<`",
		{"Write (< a b)."}},
	{"le LE leq lte", "\"at most\" is written `<=`", {"Write (<= a b)."}},
	{"gt GT greater greater-than", "\"greater\" is written `>`",
		{"Write (> a b)."}},
	{"ge GE geq gte", "\"at least\" is written `>=`",
		{"Write (>= a b)."}},
	{"between in_range in-range inrange within",
		"a range is written as a chain of comparisons",
		{"Write (<= 0 x 10) or (and (<= 0 x) (<= x 10))."}},
	{"member in element elem isin is-member is_member",
		"there is no test of membership in a list",
		{"For listed values write (or (= x 1) (= x 2) (= x 3)).",
		"For a set kept as (Array Int Bool) write (select set x)."}},
	{"count Count Sum_if", "there is nothing that counts Bools",
		{"Write (+ (ite p 1 0) (ite q 1 0)) and compare it.",
		"Or bound the number directly: ((_ at-most 2) p q r), "
		"((_ at-least 1) p q r)."}},
	{"AtMost atmost at_most atMost", "the bound is an index of the "
		"operator", {"Write ((_ at-most 2) p q r)."}},
	{"AtLeast atleast at_least atLeast", "the bound is an index of the "
		"operator", {"Write ((_ at-least 2) p q r)."}},
	{"exactly Exactly exactly-one ExactlyOne", "there is no \"exactly\"",
		{"Write (and ((_ at-most 1) p q r) ((_ at-least 1) p q r))."}},
	{"PbLe PbGe PbEq", "weights and bound are indices of the operator",
		{"Write ((_ pble BOUND WEIGHT ...) p q ...)."}},
	{"divisible divides multiple", "divisibility is a remainder of 0",
		{"Write (= (mod x 3) 0)."}},
	{"even odd is_even is_odd is-even is-odd iseven isodd",
		"parity is a remainder",
		{"Write (= (mod x 2) 0) for even, (= (mod x 2) 1) for odd."}},
	{"floor Floor trunc", "rounding down is `to_int`",
		{"Write (to_int r)."}},
	{"ceil ceiling Ceil", "there is no rounding up",
		{"Write (- (to_int (- r)))."}},
	{"round Round", "there is no rounding to the nearest",
		{"Write (to_int (+ r 0.5))."}},
	{"to-real ToReal toReal int_to_real int2real real float Real",
		"the conversion is named `to_real`", {"Write (to_real x)."}},
	{"to-int ToInt toInt int real2int integer Int",
		"the conversion is named `to_int`, and rounds down",
		{"Write (to_int r)."}},
	{"bool Bool", "there is no conversion to Bool",
		{"Write a comparison: (not (= x 0))."}},
	{"null None NULL nullptr undefined nil nothing",
		"there is no null value",
		{"Keep a Bool beside the value: (declare-const x_is_set Bool).",
		"Or declare a datatype: (declare-datatype Maybe ((none) "
		"(some (value Int))))."}},
	{"inf infinity oo Infinity INF", "numbers have no infinity",
		{"Leave the bound out, or write a large number.",
		"In floating point write (_ +oo 8 24)."}},
	{"as-const const-array constarray K ConstArray",
		"an array with one value everywhere is qualified with its sort",
		{"Write ((as const (Array Int Int)) 0)."}},
	{"emptyset empty-set empty EmptySet", "a set is an array of Bools",
		{"Write ((as const (Array Int Bool)) false)."}},
	{"get read lookup at nth Select", "reading an array is `select`",
		{"Write (select a i); of a sequence (seq.nth q i)."}},
	{"update update_field with", "one field of a datatype is changed by "
		"`update-field`",
		{"Write ((_ update-field FIELD) p VALUE); p stays as it is.",
		"For an array write (store a i value)."}},
	{"set put write Store", "writing to an array is `store`",
		{"Write (store a i value); it is a new array, a stays as it "
		"is."}},
	{"len length strlen size Length", "a length is asked by sort",
		{"Write (str.len s) of a String, (seq.len q) of a sequence.",
		"Arrays have no length: declare one, (declare-const n Int)."}},
	{"card cardinality", "the size of a set cannot be asked",
		{"Keep one Bool per element and add them up: (+ (ite p 1 0) "
		"(ite q 1 0))."}},
	{"substr substring str.sub str.substring", "a part of a String is "
		"`str.substr`", {"Write (str.substr s START LENGTH)."}},
	{"contains str.includes includes", "containment of Strings is "
		"`str.contains`",
		{"Write (str.contains s \"part\"); for a set kept as an array "
		"(select set x)."}},
	{"startswith starts-with startsWith str.startswith prefix",
		"it is `str.prefixof`, with the prefix first",
		{"Write (str.prefixof \"ab\" s)."}},
	{"endswith ends-with endsWith str.endswith suffix",
		"it is `str.suffixof`, with the suffix first",
		{"Write (str.suffixof \"yz\" s)."}},
	{"++ append strcat str.concat", "joining Strings is `str.++`",
		{"Write (str.++ s t); of sequences (seq.++ q r)."}},
	{"replace", "it is `str.replace`", {"Write (str.replace s \"a\" "
		"\"b\")."}},
	{"indexof find index str.find", "it is `str.indexof`",
		{"Write (str.indexof s \"a\" 0)."}},
	{"bvgt", "a comparison of bit-vectors says signed or unsigned",
		{"Write (bvugt a b) for unsigned, (bvsgt a b) for signed."}},
	{"bvlt", "a comparison of bit-vectors says signed or unsigned",
		{"Write (bvult a b) for unsigned, (bvslt a b) for signed."}},
	{"bvge", "a comparison of bit-vectors says signed or unsigned",
		{"Write (bvuge a b) for unsigned, (bvsge a b) for signed."}},
	{"bvle", "a comparison of bit-vectors says signed or unsigned",
		{"Write (bvule a b) for unsigned, (bvsle a b) for signed."}},
	{"bvdiv", "a division of bit-vectors says signed or unsigned",
		{"Write (bvudiv a b) for unsigned, (bvsdiv a b) for signed."}},
	{"bvrem bvmod", "a remainder of bit-vectors says signed or unsigned",
		{"Write (bvurem a b) for unsigned, (bvsrem a b) or (bvsmod a "
		"b) for signed."}},
	{"bvshr bvsrl bvrsh", "a shift to the right says what it fills with",
		{"Write (bvlshr a b) for zeros, (bvashr a b) for the sign."}},
	{"bvsum bvplus", "a sum of bit-vectors is `bvadd`",
		{"Write (bvadd a b)."}},
	{"bvminus", "a difference of bit-vectors is `bvsub`",
		{"Write (bvsub a b)."}},
	{"bvmult bvtimes", "a product of bit-vectors is `bvmul`",
		{"Write (bvmul a b)."}},
	{"bvsll bvlsl bvlshl", "a shift to the left is `bvshl`",
		{"Write (bvshl a b)."}},
	{"bvequal bveq", "bit-vectors are compared with `=`",
		{"Write (= a b)."}},
	{"nat2bv int_to_bv Int2BV int2bitvec", "the width is an index",
		{"Write ((_ int2bv 8) x)."}},
	{"bv BitVecVal BV", "a bit-vector literal has value and width in its "
		"name", {"Write (_ bv5 8), #x05 or #b00000101."}},
	{"range Range arange", "there are no ranges or loops",
		{"Write each case, or quantify: (forall ((i Int)) (=> (and (<= "
		"0 i) (< i 10)) BODY))."}},
	{"print return pass", "there are no statements in a term",
		{"Send commands: (declare-const ...), (assert ...)."}},
};

static const struct foreign_name wrong_sorts[] = {
	{"int integer Integer INT number Number num long Long ZZ Z",
		"whole numbers have the sort Int", {"Write Int."}},
	{"boolean Boolean BOOL BOOLEAN bool Boolean? logical",
		"truth values have the sort Bool", {"Write Bool."}},
	{"real REAL float Float double Double decimal Decimal rational "
		"Rational number? RR",
		"exact numbers with a fraction have the sort Real",
		{"Write Real.",
		"For machine floating point write Float32 or Float64."}},
	{"string STRING str Str text Text char Char",
		"texts have the sort String, single characters too",
		{"Write String."}},
	{"nat Nat Natural natural uint unsigned UInt PosInt",
		"there are no natural numbers as a sort",
		{"Write Int and add (assert (>= NAME 0))."}},
	{"Int8 int8 uint8 UInt8 byte Byte char8",
		"machine integers are bit-vectors",
		{"Write (_ BitVec 8) with bvadd, bvult, ...",
		"Or Int with bounds: (assert (<= 0 NAME 255))."}},
	{"Int16 int16 uint16 short Int32 int32 uint32 i32 u32 Int64 int64 "
		"uint64 i64 u64 word", "machine integers are bit-vectors",
		{"Write (_ BitVec 32), with bvadd, bvult, ...",
		"Or Int, which has no overflow."}},
	{"bitvec Bitvec BITVEC bitvector BitVector Bitvector BV Bv bv bits",
		"the sort of bit-vectors has its width as an index",
		{"Write (_ BitVec 8)."}},
	{"BitVec", "the width is an index: `_` must stand in front",
		{"Write (_ BitVec 8)."}},
	{"BitVec1 BitVec4 BitVec8 BitVec16 BitVec32 BitVec64 BV8 BV16 BV32 "
		"BV64", "the width is an index, not a part of the name",
		{"Write (_ BitVec 8), with the width that you need."}},
	{"FloatingPoint", "its two sizes are indices",
		{"Write Float32, Float64 or (_ FloatingPoint 8 24)."}},
	{"array list vector Vector map Map dict Dict",
		"the sort of maps is (Array INDEX-SORT ELEMENT-SORT)",
		{"Write (Array Int Int).",
		"For a sequence with a length write (Seq Int)."}},
	{"set", "a set is (Array ELEMENT-SORT Bool)",
		{"Write (Array Int Bool) and (select set x) for membership."}},
	{"tuple Tuple pair Pair record Record struct",
		"a sort with fields is declared as a datatype",
		{"Add first: (declare-datatype Pair ((mk-pair (first Int) "
		"(second Int))))."}},
	{"enum Enum", "an enumeration is declared as a datatype",
		{"Add first: (declare-datatype Color ((red) (green) (blue))), "
		"then write Color."}},
	{"->", "this libz3 has no sorts of functions",
		{"Declare the function with its arguments: (declare-fun NAME "
		"(Int) Int).",
		"For a function that is a value write (Array Int Int): "
		"(select f x) applies it, (lambda ((x Int)) BODY) is one."}},
	{"void Void unit Unit None none", "there is no empty sort",
		{"Leave it out, or write Bool for a condition."}},
};

static const struct foreign_name wrong_commands[] = {
	{"define def let let* set setq", "there is no command of that name",
		{"For a name with a value write (define-const NAME SORT TERM).",
		"For an unknown write (declare-const NAME SORT); for a "
		"function (define-fun NAME ((ARGUMENT SORT)) SORT BODY)."}},
	{"declare declare-var var const constant declare-variable variable "
		"declare-int int Int bool Bool declare_const "
		"declare-constant",
		"an unknown is declared with declare-const",
		{"Write (declare-const NAME SORT)."}},
	{"declare-function declare_fun function fun func declare-func",
		"a function without a body is declared with declare-fun",
		{"Write (declare-fun NAME (ARGUMENT-SORT ...) RESULT-SORT)."}},
	{"defun define-function define-func define_fun define-macro defn",
		"a function with a body is defined with define-fun",
		{"Write (define-fun NAME ((ARGUMENT SORT) ...) SORT BODY)."}},
	{"assert-not assert_not assertnot assert-false refute",
		"there is no command that asserts the opposite",
		{"Write (assert (not TERM))."}},
	{"assume constraint constrain require ensure add rule fact axiom "
		"such-that s.t. subject-to",
		"a constraint is an assertion", {"Write (assert TERM)."}},
	{"minimise Minimize MINIMIZE min", "the command is named minimize",
		{"Write (minimize TERM)."}},
	{"maximise Maximize MAXIMIZE max", "the command is named maximize",
		{"Write (maximize TERM)."}},
	{"declare-enum define-enum enum declare-enumeration data datatype "
		"define-datatype declare-type",
		"sorts with listed values are datatypes",
		{"Write (declare-datatype Color ((red) (green) (blue)))."}},
	{"define-type type deftype typedef", "an alias of a sort is defined "
		"with define-sort", {"Write (define-sort NAME () SORT)."}},
	{"soft assert_soft soft-assert", "a soft constraint is assert-soft",
		{"Write (assert-soft TERM :weight 1)."}},
};

static const struct uses {
	const struct foreign_name *wrong;
	size_t count;
} uses[] = {
	[FOREIGN_NAME_TERM] = {wrong_terms, COUNT(wrong_terms)},
	[FOREIGN_NAME_SORT] = {wrong_sorts, COUNT(wrong_sorts)},
	[FOREIGN_NAME_COMMAND] = {wrong_commands, COUNT(wrong_commands)},
};
/* clang-format on */

/* Whether the name is one of the words of a list. */
static bool
lists(const char *words, const char *name)
{
	size_t size = strlen(name);

	while (*words != '\0') {
		size_t word = strcspn(words, " ");

		if (word == size && memcmp(words, name, size) == 0)
			return true;
		words += word;
		words += strspn(words, " ");
	}
	return false;
}

const struct foreign_name *
foreign_name_find(enum foreign_name_use use, const char *name)
{
	const struct uses *u = &uses[use];
	size_t i;

	for (i = 0; i < u->count; i++)
		if (lists(u->wrong[i].wrong, name))
			return &u->wrong[i];
	return NULL;
}
