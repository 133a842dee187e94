#include "unit/worker/read.h"

#include "worker/expand/weighted_sum.h"

/* The constants, the bounds of the first two, and the sum. */
#define SUM \
	"(declare-const x Int)(declare-const y Int)(declare-const b Bool)" \
	"(assert (<= (- 2) x))(assert (<= x 5))" \
	"(assert (<= 3 y))(assert (<= y 6))" \
	"(assert (= (+ (* (- 3) x) (* 2 y) (ite b 7 0) 4) 0))"

enum { BOUNDS = 4 };

struct summed {
	struct terms terms;
	struct constraints constraints;
	Z3_ast sum;
};

static void
read_summed(struct summed *s)
{
	Z3_context c;

	*s = (struct summed){.terms = read_terms(SUM)};
	c = s->terms.c;
	constraints_init(&s->constraints, c, s->terms.at, BOUNDS);
	s->sum = Z3_simplify(c, term_argument(c, s->terms.at[BOUNDS], 0));
}

/* The term where x, y and b have these values. */
static Z3_ast
under(Z3_context c, Z3_ast term, int x, int y, bool b)
{
	Z3_sort whole = Z3_mk_int_sort(c);
	Z3_symbol names[3] = {Z3_mk_string_symbol(c, "x"),
		Z3_mk_string_symbol(c, "y"), Z3_mk_string_symbol(c, "b")};
	Z3_ast from[3] = {Z3_mk_const(c, names[0], whole),
		Z3_mk_const(c, names[1], whole),
		Z3_mk_const(c, names[2], Z3_mk_bool_sort(c))};
	Z3_ast to[3] = {Z3_mk_int(c, x, whole), Z3_mk_int(c, y, whole),
		b ? Z3_mk_true(c) : Z3_mk_false(c)};

	return Z3_simplify(c, Z3_substitute(c, term, 3, from, to));
}

static int64_t
weigh(const struct weighted_sum *s, int x, int y, bool b)
{
	int64_t value = s->fixed;

	for (unsigned i = 0; i < s->count; i++) {
		Z3_ast literal = under(s->c, s->literals[i], x, y, b);

		assert_int_not_equal(
			Z3_get_bool_value(s->c, literal), Z3_L_UNDEF);
		if (Z3_get_bool_value(s->c, literal) == Z3_L_TRUE)
			value += s->weights[i];
	}
	return value;
}

TEST(a_run_of_literals_weighs_what_its_int_exceeds_its_least_value_by)
{
	struct summed t;
	Z3_context c;
	DROP(weighted_sum) struct weighted_sum s = {0};

	read_summed(&t);
	c = t.terms.c;
	assert_true(weighted_sum_read_runs(&s, c, &t.constraints, t.sum, 1));
	assert_null(s.variable);
	for (int i = 0; i < 8 * 4 * 2; i++) {
		int x = i / 8 - 2;
		int y = i / 2 % 4 + 3;
		int64_t value;

		assert_true(Z3_get_numeral_int64(
			c, under(c, t.sum, x, y, i % 2), &value));
		assert_int_equal(weigh(&s, x, y, i % 2), value);
	}
	constraints_release(&t.constraints);
}

TEST(without_runs_a_sum_has_one_int_at_most)
{
	struct summed t;
	DROP(weighted_sum) struct weighted_sum s = {0};

	read_summed(&t);
	assert_false(
		weighted_sum_read(&s, t.terms.c, &t.constraints, t.sum, 1));
	constraints_release(&t.constraints);
}
