#include "advice/z3/sort_errors.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof(*(table)))

enum sort_class {
	CLASS_OTHER,
	CLASS_BOOL,
	CLASS_INT,
	CLASS_REAL,
	CLASS_BITS,
	CLASS_STRING,
	CLASS_FLOAT,
	CLASS_ARRAY,
	CLASS_REGEX,
	CLASS_SEQ,
	CLASS_ANY, /* in the table below */
};

static enum sort_class
class_of(struct sort_text sort)
{
	static const struct {
		const char *begin;
		enum sort_class class;
	} classes[] = {
		{"Bool", CLASS_BOOL},
		{"Int", CLASS_INT},
		{"Real", CLASS_REAL},
		{"(_ BitVec", CLASS_BITS},
		{"String", CLASS_STRING},
		{"(_ FloatingPoint", CLASS_FLOAT},
		{"(Array", CLASS_ARRAY},
		{"(RegEx", CLASS_REGEX},
		{"RegLan", CLASS_REGEX},
		{"(Seq", CLASS_SEQ},
	};
	size_t i;

	for (i = 0; i < COUNT(classes); i++) {
		size_t size = strlen(classes[i].begin);

		if (sort.size >= size &&
			memcmp(sort.text, classes[i].begin, size) == 0 &&
			(sort.size == size || sort.text[size] == ' '))
			return classes[i].class;
	}
	return CLASS_OTHER;
}

/* Width of "(_ BitVec 8)". */
static unsigned long
width_of(struct sort_text sort)
{
	return strtoul(sort.text + strlen("(_ BitVec"), NULL, 10);
}

static void
fit_number(
	struct message *c, const struct text_context *s, struct sort_text due)
{
	char step[QUOTE_MAX];

	if (span_is_number(s, c->at))
		(void)snprintf(step, sizeof(step), "Write (_ bv{token} %lu).",
			width_of(due));
	else
		(void)snprintf(step, sizeof(step),
			"Convert it: ((_ int2bv %lu) {token}).", width_of(due));
	message_step(c, step);
}

static void
fit_literal(struct message *c, unsigned long width)
{
	char step[128];

	if (width % 4 == 0)
		(void)snprintf(step, sizeof(step),
			"Write it with %lu bits: %lu digits behind #x, or %lu "
			"behind #b.",
			width, width / 4, width);
	else
		(void)snprintf(step, sizeof(step),
			"Write it with %lu bits: %lu digits behind #b.", width,
			width);
	message_step(c, step);
	(void)snprintf(step, sizeof(step), "Or write (_ bvVALUE %lu).", width);
	message_step(c, step);
}

/* Bit-vectors of two widths: by how much to stretch or what to cut out. */
static void
fit_width(struct message *c, const struct text_context *s, struct sort_text due,
	struct sort_text given)
{
	unsigned long wanted = width_of(due);
	unsigned long had = width_of(given);
	char step[256];

	if (span_first(s, c->at) == '#') {
		fit_literal(c, wanted);
		return;
	}
	(void)snprintf(step, sizeof(step),
		"Stretch %s: ((_ zero_extend %lu) %s) if it is unsigned, "
		"((_ sign_extend %lu) %s) if signed.",
		had < wanted ? "it" : "the other side",
		had < wanted ? wanted - had : had - wanted,
		had < wanted ? "{token}" : "OTHER",
		had < wanted ? wanted - had : had - wanted,
		had < wanted ? "{token}" : "OTHER");
	message_step(c, step);
	(void)snprintf(step, sizeof(step),
		"Or keep its low bits only: ((_ extract %lu 0) {token}).",
		wanted - 1);
	if (had > wanted)
		message_step(c, step);
	message_step(c, "Or declare both with the same width.");
}

/* clang-format off */
static const struct conversion {
	enum sort_class due, given;
	const char *cause;
	const char *steps[3];
} conversions[] = {
	{CLASS_BOOL, CLASS_INT, "a number is no truth value",
		{"Compare it: (> {token} 0), (= {token} 1) or "
		"(not (= {token} 0)).",
		"If it means true or false, declare it as Bool."}},
	{CLASS_BOOL, CLASS_REAL, "a number is no truth value",
		{"Compare it: (> {token} 0.0) or (= {token} 1.0).",
		"If it means true or false, declare it as Bool."}},
	{CLASS_BOOL, CLASS_BITS, "a bit-vector is no truth value, and `and`, "
		"`or`, `not` work on Bools",
		{"Compare it: (= {token} OTHER) or (distinct {token} OTHER).",
		"For bitwise operations write bvand, bvor, bvxor, bvnot."}},
	{CLASS_INT, CLASS_BOOL, "a truth value is no number",
		{"Turn it into 0 or 1: (ite {token} 1 0).",
		"To say that it holds, use it alone: (assert {token}); "
		"comparisons are joined with `and`, not with <."}},
	{CLASS_REAL, CLASS_BOOL, "a truth value is no number",
		{"Turn it into 0 or 1: (ite {token} 1.0 0.0)."}},
	{CLASS_INT, CLASS_REAL, "an Int is due, and this is a Real",
		{"Round down: (to_int {token}).",
		"Or declare the other side as Real."}},
	{CLASS_REAL, CLASS_INT, "a Real is due, and this is an Int",
		{"Convert it: (to_real {token}); a literal gets a point, 2.0.",
		"Or declare both with the same sort."}},
	{CLASS_INT, CLASS_BITS, "a number is due, and this is a bit-vector",
		{"Use an operator of bit-vectors: bvadd, bvsub, bvmul, "
		"bvudiv, bvurem; bvult, bvule, bvugt, bvuge (unsigned) or "
		"bvslt, bvsle, bvsgt, bvsge (signed).",
		"Or convert it: (bv2int {token}); an Int is written in "
		"decimal digits."}},
	{CLASS_INT, CLASS_STRING, "a number is due, and this is a String",
		{"A number stands without quotes; to read one out of a String "
		"write (str.to_int {token}).",
		"To join Strings write (str.++ s t); to compare them "
		"(str.< s t) or (= s t)."}},
	{CLASS_INT, CLASS_FLOAT, "a number is due, and this is a "
		"floating-point term",
		{"Use (fp.add RNE a b), (fp.sub RNE a b), (fp.mul RNE a b), "
		"(fp.div RNE a b), (fp.lt a b), (fp.leq a b), (fp.eq a b).",
		"If exact numbers will do, declare it as Real: much easier to "
		"solve."}},
	{CLASS_REAL, CLASS_FLOAT, "this is floating point, not a Real",
		{"Convert it: (fp.to_real {token}).",
		"If exact numbers will do, declare it as Real."}},
	{CLASS_INT, CLASS_ARRAY, "this is a whole array, or the name of a "
		"function without its arguments",
		{"Read one element: (select {token} INDEX).",
		"If it is a function, apply it: ({token} ARGUMENT)."}},
	{CLASS_STRING, CLASS_INT, "a number is no String",
		{"Write a literal in quotes: \"{token}\".",
		"Convert a number: (str.from_int {token})."}},
	{CLASS_FLOAT, CLASS_REAL, "a Real is no floating-point number",
		{"Convert it: ((_ to_fp 8 24) RNE {token}); 8 24 is Float32, "
		"11 53 is Float64."}},
	{CLASS_FLOAT, CLASS_INT, "an Int is no floating-point number",
		{"Write ((_ to_fp 8 24) RNE 1.0) with a decimal; 8 24 is "
		"Float32, 11 53 is Float64."}},
	{CLASS_REGEX, CLASS_STRING, "a String is no regular expression",
		{"Write (str.to_re {token}).",
		"Patterns are built: (re.+ (re.range \"0\" \"9\")), (re.union "
		"r s), (re.++ r s)."}},
	{CLASS_BITS, CLASS_BOOL, "a truth value is no bit-vector",
		{"Write (ite {token} #b1 #b0), with literals of the width "
		"that is due."}},
	{CLASS_ARRAY, CLASS_ARRAY, "the two arrays differ in the sort of "
		"their indices or elements",
		{"Declare both as the same (Array INDEX-SORT ELEMENT-SORT)."}},
	{CLASS_ANY, CLASS_ARRAY, "this is a whole array, or the name of a "
		"function without its arguments",
		{"Read one element: (select {token} INDEX).",
		"If it is a function, apply it: ({token} ARGUMENT)."}},
	{CLASS_ARRAY, CLASS_ANY, "an array is due, and this is one value",
		{"To change one element write (store ARRAY INDEX {token}).",
		"To compare one element write (= (select ARRAY INDEX) "
		"{token}).",
		"For an array that holds it everywhere: ((as const "
		"(Array Int Int)) {token})."}},
	{CLASS_SEQ, CLASS_SEQ, "the two sequences differ in the sort of their "
		"elements", {"Declare both as the same (Seq ELEMENT-SORT)."}},
	{CLASS_SEQ, CLASS_ANY, "a sequence is due, and this is one element",
		{"One element of a sequence is (seq.nth q INDEX); seq.at gives "
		"a sequence of length 1.",
		"The sequence of this alone is (seq.unit {token})."}},
	{CLASS_ANY, CLASS_SEQ, "this is a whole sequence",
		{"Read one element: (seq.nth {token} INDEX).",
		"Its length is (seq.len {token})."}},
	{CLASS_ANY, CLASS_ANY, "there is no conversion between these two "
		"sorts",
		{"Use a term of the sort {1} here.",
		"Or declare both sides with the same sort."}},
};
/* clang-format on */

static bool
matches(enum sort_class row, enum sort_class class)
{
	return row == CLASS_ANY || row == class;
}

void
sort_errors_advise(struct message *c, const struct text_context *s,
	struct sort_text due, struct sort_text given)
{
	enum sort_class wanted = class_of(due);
	enum sort_class had = class_of(given);
	const struct conversion *row = conversions;
	size_t i;

	message_part(c, 1, due.text, due.size);
	message_part(c, 2, given.text, given.size);
	if (wanted == CLASS_BITS && had == CLASS_BITS) {
		message_cause(c, "the two widths differ: {1} and {2}");
		fit_width(c, s, due, given);
		return;
	}
	if (wanted == CLASS_BOOL && span_is_number(s, c->at)) {
		message_cause(c, "a number is no truth value");
		message_step(c, "Write true for 1 and false for 0, or the Bool "
				"term alone: p, (not p).");
		return;
	}
	if (wanted == CLASS_BITS && had == CLASS_INT) {
		message_cause(c, "an Int is no bit-vector, a literal neither");
		fit_number(c, s, due);
		message_step(c, "Or declare both as Int, if no bit operation "
				"is needed.");
		return;
	}
	while (!matches(row->due, wanted) || !matches(row->given, had))
		row++;
	message_cause(c, row->cause);
	for (i = 0; i < COUNT(row->steps); i++)
		message_step(c, row->steps[i]);
}

bool
sort_error_at(struct sort_text list, size_t number, struct sort_text *sort)
{
	struct span token = {0};
	struct text_context s = {.text = list.text, .size = list.size};
	size_t from = 0;

	for (;;) {
		enum piece_kind kind =
			piece_next(list.text, list.size, from, &token);

		if (kind == PIECE_END || kind == PIECE_CLOSE)
			return false;
		token = form_at(&s, token.offset);
		if (number-- == 0)
			break;
		from = token.offset + token.size;
	}
	*sort = (struct sort_text){list.text + token.offset, token.size};
	return true;
}

size_t
sort_error_count(struct sort_text list)
{
	struct sort_text ignored;
	size_t count = 0;

	while (sort_error_at(list, count, &ignored))
		count++;
	return count;
}

bool
sort_error_is(struct sort_text a, struct sort_text b)
{
	return a.size == b.size && memcmp(a.text, b.text, a.size) == 0;
}
