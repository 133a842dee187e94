#include "unit/worker/drawn_terms.h"
#include "worker/constraints/simplification.h"
#include "worker/constraints/term_reader.h"

enum { TEXTS = 600, SAMPLES = 24 };

static const char *const names[] = {
#define RULE(id, operation, function) #id,
#include "worker/constraints/rules.def"
#undef RULE
};

static int64_t evaluate(const struct expressions *e, const Z3_ast *constants,
	unsigned assignment, uint32_t node);

static int64_t // NOLINTNEXTLINE(misc-no-recursion)
evaluate_operation(const struct expression *x, const int64_t *values,
	const int64_t *factors)
{
	int64_t sum = x->number;
	bool differ = true;

	switch (x->operation) {
	case OPERATION_SUM:
		for (uint32_t i = 0; i < x->count; i++)
			sum += factors[i] * values[i];
		return sum;
	case OPERATION_PRODUCT:
		return values[0] * values[1];
	case OPERATION_AT_LEAST:
		return values[0] >= x->number;
	case OPERATION_EQUAL:
		return values[0] == values[1];
	case OPERATION_AND:
	case OPERATION_OR:
		for (uint32_t i = 0; i < x->count; i++)
			sum += values[i];
		return x->operation == OPERATION_OR ? sum > 0 : sum == x->count;
	case OPERATION_ITE:
		return values[0] ? values[1] : values[2];
	case OPERATION_ALL_DIFFERENT:
		for (uint32_t i = 0; i < x->count; i++)
			for (uint32_t k = 0; k < i; k++)
				differ &= values[i] != values[k];
		return differ;
	case OPERATION_NUMBER:
		return x->number;
	case OPERATION_VARIABLE:
	case OPERATION_OPAQUE:
		break;
	}
	fail_msg("a part of the term was not read");
	return 0;
}

static int64_t // NOLINTNEXTLINE(misc-no-recursion)
evaluate(const struct expressions *e, const Z3_ast *constants,
	unsigned assignment, uint32_t node)
{
	const struct expression *x = &e->at[node];
	int64_t values[100];

	assert_in_range(x->count, 0, 100);
	for (size_t i = 0; i < VARIABLES; i++)
		if (x->operation == OPERATION_VARIABLE &&
			x->term == constants[i])
			return value_in(assignment, i);
	for (uint32_t i = 0; i < x->count; i++)
		values[i] = evaluate(e, constants, assignment,
			expression_arguments(e, x)[i]);
	return evaluate_operation(x, values, expression_factors(e, x));
}

/* Reads the term without some rules. Returns the rules that were applied. */
static uint64_t
check_without(const struct drawn_term *d, uint64_t rules_off,
	const unsigned *assignments, const bool *truths, const char *what)
{
	DROP(expressions)
	struct expressions e = {.c = d->c, .rules_off = rules_off};
	uint32_t x = expression_read(&e, d->term);

	assert_int_not_equal(x, EXPRESSION_NONE);
	assert_true(rules_off != 0 || e.at[x].is_boolean);
	for (int i = 0; i < SAMPLES; i++)
		if (evaluate(&e, d->constants, assignments[i], x) != truths[i])
			fail_msg("%s: %s is wrong", what,
				Z3_ast_to_string(d->c, d->term));
	return e.rules_used;
}

TEST(each_rule_keeps_the_value_of_random_terms_alone_and_with_the_others)
{
	unsigned dice = 1;
	uint64_t used = 0;
	uint64_t numbers = UINT64_C(1) << RULE_ADD_NUMBERS;

	for (int n = 0; n < TEXTS; n++) {
		struct drawn_term d = drawn_term(&dice);
		unsigned assignments[SAMPLES];
		bool truths[SAMPLES];

		for (int i = 0; i < SAMPLES; i++) {
			assignments[i] = draw(&dice, assignment_count());
			truths[i] = holds(&d, assignments[i]);
		}
		(void)check_without(
			&d, UINT64_MAX, assignments, truths, "none");
		(void)check_without(&d, 0, assignments, truths, "all");
		for (int i = 0; i < RULE_COUNT; i++) {
			uint64_t rule = UINT64_C(1) << i;

			used |= check_without(
				&d, ~rule, assignments, truths, names[i]);
			/* Some rules need a number that this one makes. */
			used |= check_without(&d, ~(rule | numbers),
				assignments, truths, names[i]);
			(void)check_without(
				&d, rule, assignments, truths, names[i]);
		}
		Z3_del_context(d.c);
	}
	for (int i = 0; i < RULE_COUNT; i++)
		if ((used >> i & 1) == 0)
			fail_msg("%s was never applied alone", names[i]);
}

/* Whether both are read as one expression. */
static bool
are_one(const char *declarations, const char *a, const char *b)
{
	DROP(text)
	char *text =
		text_format("%s(assert %s)(assert %s)", declarations, a, b);
	struct terms t = read_terms(text);
	DROP(expressions) struct expressions e = {.c = t.c};
	bool is_one =
		expression_read(&e, t.at[0]) == expression_read(&e, t.at[1]);

	Z3_del_context(t.c);
	return is_one;
}

TEST(what_is_written_in_several_ways_is_one_expression)
{
	static const char *const pairs[][2] = {
		{"(< x 3)", "(not (>= x 3))"},
		{"(<= (+ x 2) y)", "(>= (- y x 2) 0)"},
		{"(> (* 2 x) 5)", "(>= x 3)"},
		{"(= (- x y) 0)", "(= y x)"},
		{"(distinct x y)", "(not (= x y))"},
		{"(and p (and q (> x 1)))", "(and (< 1 x) q p p)"},
		{"(=> p q)", "(or (not p) q)"},
		{"(= (ite p 1 0) 1)", "p"},
		{"(>= (+ (ite p 3 0) (ite q 2 0)) 4)", "((_ pbge 4 3 2) p q)"},
		{"(>= (+ x x y) 1)", "(>= (+ y (* 2 x)) 1)"},
		{"(= (* 3 x) 7)", "false"},
		{"(= x (div (- 7) 2))", "(= x (- 4))"},
		{"(= x (mod (- 7) 2))", "(= x 1)"},
		{"(= (+ (* 2 x) 1) 7)", "(= x 3)"},
		{"(xor p q)", "(= (not p) q)"},
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++)
		if (!are_one(DECLARATIONS, pairs[i][0], pairs[i][1]))
			fail_msg("%s, %s", pairs[i][0], pairs[i][1]);
}

/* Halves make (> (* 2 r) 5) another thing than (>= r 3). */
TEST(reals_are_not_taken_for_whole_numbers)
{
	static const char declaration[] =
		"(declare-const r Real)(declare-const s Real)";

	assert_false(are_one(declaration, "(> (* 2.0 r) 5.0)", "(>= r 3.0)"));
	assert_false(are_one(declaration, "(= (* 2.0 r) 5.0)", "false"));
	assert_false(are_one(declaration, "(> r 2.0)", "(>= r 3.0)"));
	assert_true(are_one(declaration, "(> r s)", "(not (<= r s))"));
}

TEST(a_number_that_is_too_large_makes_its_term_opaque)
{
	struct terms t =
		read_terms("(declare-const x Int)"
			   "(assert (= (+ (* 2305843009213693951 x) x) 0))"
			   "(assert (<= x 99999999999999999999))"
			   "(assert (<= (+ 2305843009213693951 x) (- 9)))");
	DROP(expressions) struct expressions e = {.c = t.c};

	for (size_t i = 0; i < t.count; i++) {
		uint32_t x = expression_read(&e, t.at[i]);

		assert_int_not_equal(x, EXPRESSION_NONE);
		assert_true(e.at[x].is_boolean);
	}
	Z3_del_context(t.c);
}
