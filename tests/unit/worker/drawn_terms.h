#ifndef UNIT_WORKER_DRAWN_TERMS_H
#define UNIT_WORKER_DRAWN_TERMS_H

/*
 * Random terms over three Ints of few values and two Booleans, and what libz3
 * says of a term under an assignment.
 */

#include "base/buf.h"
#include "unit/worker/draw.h"
#include "unit/worker/read.h"

enum { INTS = 3, LOW = -2, HIGH = 4, VARIABLES = INTS + 2 };

#define DECLARATIONS \
	"(declare-const x Int)(declare-const y Int)(declare-const z Int)" \
	"(declare-const p Bool)(declare-const q Bool)"
/* The first assertions. */
#define DOMAINS \
	"(assert (and (<= (- 2) x) (<= x 4)))" \
	"(assert (and (<= (- 2) y) (<= y 4)))" \
	"(assert (and (<= (- 2) z) (<= z 4)))"

static void write_bool(struct buf *text, unsigned *dice, int depth);

static void // NOLINTNEXTLINE(misc-no-recursion)
write_int(struct buf *text, unsigned *dice, int depth)
{
	static const struct {
		const char *start;
		int count;
		bool has_condition;
	} heads[] = {{"(+ ", 2, false}, {"(+ ", 3, false}, {"(- ", 2, false},
		{"(* ", 2, false}, {"(* 3 ", 1, false}, {"(* (- 2) ", 1, false},
		{"(ite ", 2, true}, {"(- ", 1, false}, {"(+ 4 ", 1, false}};
	unsigned head = draw(dice, sizeof(heads) / sizeof(*heads));

	if (depth == 0) {
		if (draw(dice, 4) == 0)
			buf_add_format(text, " %u", draw(dice, 5));
		else
			buf_add_format(text, " %c", 'x' + draw(dice, INTS));
		return;
	}
	buf_add_text(text, heads[head].start);
	if (heads[head].has_condition)
		write_bool(text, dice, depth - 1);
	for (int i = 0; i < heads[head].count; i++)
		write_int(text, dice, depth - 1);
	buf_add_text(text, ")");
}

static void // NOLINTNEXTLINE(misc-no-recursion)
write_bool(struct buf *text, unsigned *dice, int depth)
{
	static const struct {
		const char *start;
		int count;
		bool are_numbers;
	} heads[] = {{"(and ", 2, false}, {"(and ", 3, false},
		{"(or ", 2, false}, {"(or ", 3, false}, {"(not ", 1, false},
		{"(=> ", 2, false}, {"(xor ", 2, false}, {"(= ", 2, false},
		{"(ite p ", 2, false}, {"(ite ", 3, false}, {"(<= ", 2, true},
		{"(< ", 2, true}, {"(>= ", 2, true}, {"(> ", 2, true},
		{"(= ", 2, true}, {"(= 3 ", 1, true},
		{"(distinct x y ", 1, true}, {"(distinct ", 2, true},
		{"(distinct ", 2, false}, {"((_ pbge 2 1 2) ", 2, false},
		{"((_ pble 2 3 2) ", 2, false}, {"((_ pbeq 3 1 2) ", 2, false},
		{"((_ pbeq 4 2 2) ", 2, false}, {"((_ at-most 1) ", 2, false},
		{"((_ at-least 2) ", 3, false}, {"((_ at-least 1) ", 1, false}};
	static const char *const leaves[] = {
		" p", " q", " p", " q", " true", " false"};
	unsigned head = draw(dice, sizeof(heads) / sizeof(*heads));

	if (depth == 0) {
		buf_add_text(text, leaves[draw(dice, 6)]);
		return;
	}
	buf_add_text(text, heads[head].start);
	for (int i = 0; i < heads[head].count; i++) {
		if (heads[head].are_numbers)
			write_int(text, dice, depth - 1);
		else
			write_bool(text, dice, depth - 1);
	}
	buf_add_text(text, ")");
}

/* An assignment has a number, whose digits are the values. */
static inline unsigned
assignment_count(void)
{
	return (HIGH - LOW + 1) * (HIGH - LOW + 1) * (HIGH - LOW + 1) * 4;
}

static inline int64_t
value_in(unsigned assignment, size_t variable)
{
	for (size_t i = 0; i < variable; i++)
		assignment /= i < INTS ? HIGH - LOW + 1 : 2;
	return variable < INTS ? (int64_t)(assignment % (HIGH - LOW + 1)) + LOW
			       : assignment % 2;
}

struct drawn_term {
	struct terms text; /* the domains, and the term */
	Z3_context c;
	Z3_ast term; /* Boolean */
	Z3_ast constants[VARIABLES];
};

static inline struct drawn_term
drawn_term(unsigned *dice)
{
	static const char *const constant_names[] = {"x", "y", "z", "p", "q"};
	struct drawn_term d;
	struct buf text;

	buf_init(&text, 1000000);
	buf_add_text(&text, DECLARATIONS DOMAINS "(assert (or p q true))"
						 "(assert ");
	write_bool(&text, dice, 1 + (int)draw(dice, 3));
	buf_add_text(&text, ")");
	d.text = read_terms(text.data);
	buf_release(&text);
	d.c = d.text.c;
	d.term = d.text.at[d.text.count - 1];
	for (size_t i = 0; i < VARIABLES; i++)
		d.constants[i] = Z3_mk_const(d.c,
			Z3_mk_string_symbol(d.c, constant_names[i]),
			i < INTS ? Z3_mk_int_sort(d.c) : Z3_mk_bool_sort(d.c));
	return d;
}

/* Returns what libz3 makes of a term over the constants under the assignment.
 */
static inline Z3_ast
value_under(const struct drawn_term *d, Z3_ast term, unsigned assignment)
{
	Z3_ast values[VARIABLES];

	for (size_t i = 0; i < VARIABLES; i++) {
		int value = (int)value_in(assignment, i);

		values[i] =
			i < INTS ? Z3_mk_int(d->c, value, Z3_mk_int_sort(d->c))
			: value != 0 ? Z3_mk_true(d->c)
				     : Z3_mk_false(d->c);
	}
	return Z3_simplify(d->c,
		Z3_substitute(d->c, term, VARIABLES, d->constants, values));
}

/* Returns what libz3 says of the term under the assignment. */
static inline bool
holds(const struct drawn_term *d, unsigned assignment)
{
	return Z3_get_bool_value(d->c, value_under(d, d->term, assignment)) ==
	       Z3_L_TRUE;
}

#endif
