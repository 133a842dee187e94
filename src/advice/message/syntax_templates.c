#include "advice/message/syntax_templates.h"

#include <stddef.h>
#include <string.h>

/* clang-format off */
static const struct syntax_template shapes[] = {
	/* Commands. */
	{"assert", "(assert TERM) with one Bool term",
		"(assert (and (> x 0) (< y 10)))"},
	{"assert-soft", "(assert-soft TERM :weight NUMBER :id NAME)",
		"(assert-soft (> x 5) :weight 2)"},
	{"minimize", "(minimize TERM)", "(minimize (+ x y))"},
	{"maximize", "(maximize TERM)", "(maximize (+ x y))"},
	{"declare-const", "(declare-const NAME SORT)",
		"(declare-const x Int)"},
	{"declare-fun", "(declare-fun NAME (ARGUMENT-SORT ...) RESULT-SORT)",
		"(declare-fun f (Int Int) Bool), or (declare-const x Int) "
		"for no arguments"},
	{"define-fun", "(define-fun NAME ((ARGUMENT SORT) ...) SORT BODY)",
		"(define-fun double ((n Int)) Int (* 2 n))"},
	{"define-const", "(define-const NAME SORT TERM)",
		"(define-const limit Int 10)"},
	{"define-fun-rec",
		"(define-fun-rec NAME ((ARGUMENT SORT) ...) SORT BODY)",
		"(define-fun-rec fac ((n Int)) Int "
		"(ite (<= n 0) 1 (* n (fac (- n 1)))))"},
	{"define-funs-rec",
		"(define-funs-rec ((NAME ((ARGUMENT SORT) ...) SORT) ...) "
		"(BODY ...))",
		"(define-funs-rec ((f ((n Int)) Int)) ((+ n 1)))"},
	{"declare-sort", "(declare-sort NAME 0)", "(declare-sort Person 0)"},
	{"define-sort", "(define-sort NAME (PARAMETER ...) SORT)",
		"(define-sort Grid () (Array Int Int))"},
	{"declare-datatype",
		"(declare-datatype NAME ((CONSTRUCTOR (FIELD SORT) ...) ...))",
		"(declare-datatype Color ((red) (green) (blue)))"},
	{"declare-datatypes",
		"(declare-datatypes ((NAME 0) ...) "
		"(((CONSTRUCTOR (FIELD SORT) ...) ...) ...))",
		"(declare-datatypes ((Color 0)) (((red) (green))))"},
	{"set-logic", "(set-logic NAME)", "(set-logic QF_LIA)"},
	{"set-option", "(set-option :NAME VALUE)",
		"(set-option :random-seed 1)"},
	{"set-info", "(set-info :NAME VALUE)", "(set-info :source |mine|)"},
	{"get-value", "(get-value (TERM ...))", "(get-value (x (+ x y)))"},
	{"check-sat-assuming", "(check-sat-assuming (LITERAL ...))",
		"(check-sat-assuming (p (not q)))"},
	{"push", "(push NUMBER)", "(push 1)"},
	{"pop", "(pop NUMBER)", "(pop 1)"},
	{"echo", "(echo \"TEXT\")", "(echo \"done\")"},

	/* Binders. */
	{"let", "(let ((NAME TERM) ...) BODY)",
		"(let ((z (+ x 1))) (> z 0))"},
	{"forall", "(forall ((NAME SORT) ...) BODY)",
		"(forall ((i Int)) (=> (> i 0) (> (f i) 0)))"},
	{"exists", "(exists ((NAME SORT) ...) BODY)",
		"(exists ((i Int)) (= (* 2 i) x))"},
	{"lambda", "(lambda ((NAME SORT)) BODY)",
		"(lambda ((i Int)) (+ i 1))"},
	{"match", "(match TERM ((PATTERN TERM) ...))",
		"(match l ((nil 0) ((cons h t) h)))"},
	{"!", "(! TERM :named LABEL)", "(assert (! (> x 0) :named positive))"},
	{"as", "(as NAME SORT)", "(as nil (List Int))"},
	{"const", "((as const ARRAY-SORT) VALUE)",
		"((as const (Array Int Int)) 0)"},

	/* Core. */
	{"ite", "(ite CONDITION THEN ELSE)", "(ite (> x 0) x (- x))"},
	{"not", "(not TERM)", "(not (= x y))"},
	{"=>", "(=> CONDITION CONCLUSION)", "(=> (> x 0) (> y 0))"},
	{"implies", "(=> CONDITION CONCLUSION)", "(=> (> x 0) (> y 0))"},
	{"if", "(ite CONDITION THEN ELSE)", "(ite (> x 0) x (- x))"},
	{"=", "(= TERM TERM)", "(= (+ x 1) y)"},
	{"distinct", "(distinct TERM TERM ...)", "(distinct x y z)"},
	{"xor", "(xor TERM TERM)", "(xor p q)"},

	/* Arithmetic. */
	{"mod", "(mod INT INT)", "(= (mod x 2) 0)"},
	{"div", "(div INT INT)", "(div x 2)"},
	{"rem", "(rem INT INT)", "(rem x 2)"},
	{"abs", "(abs TERM)", "(abs (- x y))"},
	{"to_real", "(to_real INT)", "(to_real x)"},
	{"to_int", "(to_int REAL)", "(to_int r)"},
	{"is_int", "(is_int REAL)", "(is_int r)"},

	/* Arrays. */
	{"select", "(select ARRAY INDEX)", "(= (select a 0) 1)"},
	{"store", "(store ARRAY INDEX VALUE)", "(= b (store a 0 1))"},
	{"Array", "(Array INDEX-SORT ELEMENT-SORT)", "(Array Int Bool)"},

	/* Bit-vectors. */
	{"BitVec", "(_ BitVec WIDTH)", "(_ BitVec 8)"},
	{"extract", "((_ extract HIGH LOW) BITS)",
		"((_ extract 3 0) b) gives the low 4 bits"},
	{"zero_extend", "((_ zero_extend BITS-TO-ADD) BITS)",
		"((_ zero_extend 8) b)"},
	{"sign_extend", "((_ sign_extend BITS-TO-ADD) BITS)",
		"((_ sign_extend 8) b)"},
	{"int2bv", "((_ int2bv WIDTH) INT)", "((_ int2bv 8) x)"},
	{"repeat", "((_ repeat TIMES) BITS)", "((_ repeat 2) b)"},
	{"rotate_left", "((_ rotate_left COUNT) BITS)",
		"((_ rotate_left 2) b)"},
	{"rotate_right", "((_ rotate_right COUNT) BITS)",
		"((_ rotate_right 2) b)"},
	{"bvnot", "(bvnot BITS)", "(bvnot b)"},
	{"bvneg", "(bvneg BITS)", "(bvneg b)"},
	{"bv2int", "(bv2int BITS)", "(> (bv2int b) 5)"},
	{"bv2nat", "(bv2nat BITS)", "(> (bv2nat b) 5)"},

	/* Counting. */
	{"at-most", "((_ at-most COUNT) BOOL ...)", "((_ at-most 2) p q r)"},
	{"at-least", "((_ at-least COUNT) BOOL ...)",
		"((_ at-least 1) p q r)"},
	{"pble", "((_ pble BOUND WEIGHT ...) BOOL ...)",
		"((_ pble 5 2 3 4) p q r)"},
	{"pbge", "((_ pbge BOUND WEIGHT ...) BOOL ...)",
		"((_ pbge 5 2 3 4) p q r)"},
	{"pbeq", "((_ pbeq BOUND WEIGHT ...) BOOL ...)",
		"((_ pbeq 5 2 3 4) p q r)"},

	/* Strings and sequences. */
	{"str.len", "(str.len STRING)", "(str.len s)"},
	{"str.at", "(str.at STRING INDEX)", "(str.at s 0)"},
	{"str.substr", "(str.substr STRING START LENGTH)",
		"(str.substr s 0 2)"},
	{"str.indexof", "(str.indexof STRING PART START)",
		"(str.indexof s \"a\" 0)"},
	{"str.replace", "(str.replace STRING OLD NEW)",
		"(str.replace s \"a\" \"b\")"},
	{"str.contains", "(str.contains STRING PART)",
		"(str.contains s \"ab\")"},
	{"str.prefixof", "(str.prefixof PREFIX STRING)",
		"(str.prefixof \"ab\" s)"},
	{"str.suffixof", "(str.suffixof SUFFIX STRING)",
		"(str.suffixof \"yz\" s)"},
	{"str.++", "(str.++ STRING STRING ...)", "(str.++ s \"!\")"},
	{"str.<", "(str.< STRING STRING)", "(str.< s \"m\")"},
	{"str.to_int", "(str.to_int STRING)", "(str.to_int s)"},
	{"str.from_int", "(str.from_int INT)", "(str.from_int x)"},
	{"str.in_re", "(str.in_re STRING REGEX)",
		"(str.in_re s (re.+ (re.range \"0\" \"9\")))"},
	{"str.to_re", "(str.to_re STRING)", "(str.to_re \"ab\")"},
	{"re.range", "(re.range \"A\" \"Z\")", "(re.range \"a\" \"z\")"},
	{"re.loop", "((_ re.loop LOW HIGH) REGEX)",
		"((_ re.loop 1 3) (str.to_re \"a\"))"},
	{"Seq", "(Seq ELEMENT-SORT)", "(Seq Int)"},
	{"seq.unit", "(seq.unit ELEMENT)", "(seq.unit 1)"},
	{"seq.nth", "(seq.nth SEQUENCE INDEX)", "(seq.nth q 0)"},

	/* Floating point. */
	{"FloatingPoint", "(_ FloatingPoint EXPONENT-BITS SIGNIFICAND-BITS)",
		"(_ FloatingPoint 8 24), which is Float32"},
	{"fp.add", "(fp.add ROUNDING-MODE FLOAT FLOAT)", "(fp.add RNE a b)"},
	{"fp.sub", "(fp.sub ROUNDING-MODE FLOAT FLOAT)", "(fp.sub RNE a b)"},
	{"fp.mul", "(fp.mul ROUNDING-MODE FLOAT FLOAT)", "(fp.mul RNE a b)"},
	{"fp.div", "(fp.div ROUNDING-MODE FLOAT FLOAT)", "(fp.div RNE a b)"},
	{"fp.sqrt", "(fp.sqrt ROUNDING-MODE FLOAT)", "(fp.sqrt RNE a)"},
	{"to_fp", "((_ to_fp EXPONENT-BITS SIGNIFICAND-BITS) RNE VALUE)",
		"((_ to_fp 8 24) RNE 1.5)"},
};
/* clang-format on */

const struct syntax_template *
syntax_template_find(const char *head)
{
	size_t i;

	for (i = 0; i < sizeof(shapes) / sizeof(*shapes); i++)
		if (strcmp(shapes[i].head, head) == 0)
			return &shapes[i];
	return NULL;
}
