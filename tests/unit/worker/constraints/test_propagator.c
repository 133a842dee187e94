#include "unit/worker/drawn_terms.h"
#include "worker/constraints/propagator.h"
#include "worker/constraints/term_reader.h"

enum { TEXTS = 400 };

/* A random term and the propagator of its parts. */
struct subject {
	struct drawn_term drawn;
	struct expressions e;
	struct propagator p;
	uint32_t root;
	uint32_t variables[VARIABLES];
};

static uint32_t
added(struct subject *s, Z3_ast term)
{
	uint32_t x = expression_read(&s->e, term);

	assert_int_not_equal(x, EXPRESSION_NONE);
	propagator_add(&s->p, x);
	return x;
}

static void
subject_init(struct subject *s, unsigned *dice)
{
	*s = (struct subject){.drawn = drawn_term(dice)};
	s->e.c = s->drawn.c;
	s->p.e = &s->e;
	for (size_t i = 0; i < VARIABLES; i++)
		s->variables[i] = added(s, s->drawn.constants[i]);
	for (size_t i = 0; i < INTS; i++)
		assert_true(propagator_restrict(
			&s->p, s->variables[i], (struct interval){LOW, HIGH}));
	s->root = added(s, s->drawn.term);
	propagator_close(&s->p);
	assert_true(propagator_propagate(&s->p));
	/* Both kinds of sums are tried. */
	if (draw(dice, 2) == 0)
		assert_true(propagator_is_exact(&s->p));
}

static void
subject_release(struct subject *s)
{
	propagator_release(&s->p);
	expressions_release(&s->e);
	Z3_del_context(s->drawn.c);
}

static bool
fix_all(struct subject *s, unsigned assignment)
{
	for (size_t i = 0; i < VARIABLES; i++) {
		int64_t value = value_in(assignment, i);

		if (!propagator_restrict(&s->p, s->variables[i],
			    (struct interval){value, value}))
			return false;
	}
	return propagator_propagate(&s->p);
}

/* Every assignment gives the term its value, and undoing takes it back. */
TEST(fixed_variables_fix_each_term_at_the_value_that_libz3_gives_it)
{
	unsigned dice = 1;

	for (int n = 0; n < TEXTS; n++) {
		struct subject s;
		size_t mark;
		struct interval before;

		subject_init(&s, &dice);
		mark = s.p.changes.count;
		before = s.p.at[s.root].interval;
		for (unsigned i = draw(&dice, 17); i < assignment_count();
			i += 17) {
			struct interval r;

			assert_true(fix_all(&s, i));
			r = s.p.at[s.root].interval;
			assert_int_equal(r.low, r.high);
			assert_int_equal(r.low, holds(&s.drawn, i));
			propagator_undo(&s.p, mark);
		}
		assert_int_equal(s.p.at[s.root].interval.low, before.low);
		subject_release(&s);
	}
}

/* The term has to be true, and one constant loses or gets a value. */
TEST(no_value_of_a_solution_is_taken_away)
{
	unsigned dice = 2;

	for (int n = 0; n < TEXTS; n++) {
		struct subject s;
		size_t variable = draw(&dice, VARIABLES);
		int64_t value =
			variable < INTS ? draw(&dice, 7) + LOW : draw(&dice, 2);
		bool is_removed = draw(&dice, 2) == 0;
		bool is_possible;

		subject_init(&s, &dice);
		is_possible =
			propagator_restrict(
				&s.p, s.root, (struct interval){1, 1}) &&
			(is_removed ? propagator_remove(&s.p,
					      s.variables[variable], value)
				    : propagator_restrict(&s.p,
					      s.variables[variable],
					      (struct interval){
						      value, value})) &&
			propagator_propagate(&s.p);
		for (unsigned i = 0; i < assignment_count(); i++) {
			if ((value_in(i, variable) == value) == is_removed ||
				(is_possible && i % 7 != 0) ||
				!holds(&s.drawn, i))
				continue;
			assert_true(is_possible);
			for (size_t k = 0; k < VARIABLES; k++)
				assert_true(propagator_has(
					&s.p, s.variables[k], value_in(i, k)));
		}
		subject_release(&s);
	}
}

/* Each comparison moves the other's end by one. */
TEST(a_chain_over_huge_intervals_is_given_up)
{
	struct terms t = read_terms("(declare-const x Int)"
				    "(declare-const y Int)"
				    "(declare-const z Int)"
				    "(assert (<= 0 x 1000000000))"
				    "(assert (<= 0 y 1000000000))"
				    "(assert (and (< x y) (< y z) (< z x)))");
	struct subject s = {.e = {.c = t.c}};

	s.p.e = &s.e;
	for (size_t i = 0; i < t.count; i++)
		assert_true(propagator_restrict(
			&s.p, added(&s, t.at[i]), (struct interval){1, 1}));
	propagator_close(&s.p);
	assert_true(propagator_propagate(&s.p));
	assert_true(s.p.no_fixpoint);
	propagator_release(&s.p);
	expressions_release(&s.e);
	Z3_del_context(t.c);
}

/* Without bounds sums may overflow, and of Reals nothing is known. */
TEST(only_small_whole_numbers_are_exact)
{
	static const char *const texts[] = {
		"(declare-const x Int)(assert (and (< x 5) (< 0 x)))",
		"(declare-const x Int)(assert (< x 5))",
		"(declare-const x Int)(declare-const y Int)"
		"(assert (<= 0 x 100000000000000000))"
		"(assert (<= 0 y (* 1000 x)))",
		"(declare-const r Real)(assert (< 0.0 r 1.0))"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct terms t = read_terms(texts[i]);
		struct subject s = {.e = {.c = t.c}};

		s.p.e = &s.e;
		for (size_t k = 0; k < t.count; k++)
			assert_true(propagator_restrict(&s.p,
				added(&s, t.at[k]), (struct interval){1, 1}));
		propagator_close(&s.p);
		assert_true(propagator_propagate(&s.p));
		assert_int_equal(propagator_is_exact(&s.p), i == 0);
		propagator_release(&s.p);
		expressions_release(&s.e);
		Z3_del_context(t.c);
	}
}

/* The variables x, y and z, and the expression of the text's last assertion. */
static void
read_subject(struct subject *s, const char *text)
{
	static const char *const names[] = {"x", "y", "z"};
	struct terms t = read_terms(text);

	*s = (struct subject){.e = {.c = t.c}, .drawn = {.c = t.c}};
	s->p.e = &s->e;
	for (size_t i = 0; i < 3; i++)
		s->variables[i] = added(
			s, Z3_mk_const(t.c, Z3_mk_string_symbol(t.c, names[i]),
				   Z3_mk_int_sort(t.c)));
	for (size_t i = 0; i < t.count; i++) {
		s->root = added(s, t.at[i]);
		assert_true(propagator_restrict(
			&s->p, s->root, (struct interval){1, 1}));
	}
	propagator_close(&s->p);
	assert_true(propagator_propagate(&s->p));
}

#define SMALL \
	"(declare-const x Int)(declare-const y Int)(declare-const z Int)" \
	"(assert (<= 0 x 9))(assert (<= 0 y 9))(assert (<= 0 z 9))"

TEST(variables_in_contradictions_get_activity_and_the_latest_most)
{
	struct subject s;
	double old[3];
	size_t before;

	read_subject(&s, SMALL "(assert (and (>= (+ x y) 9) (>= (+ y z) 9)))");
	before = s.p.changes.count;
	for (int i = 0; i < 3; i++)
		old[i] = propagator_activity(&s.p, s.variables[i]);
	for (int i = 0; i < 2; i++) {
		assert_true(propagator_restrict(
			&s.p, s.variables[1], (struct interval){3, 3}));
		assert_false(propagator_restrict(&s.p, s.variables[2 * i],
				     (struct interval){0, 5}) &&
			     propagator_propagate(&s.p));
		propagator_undo(&s.p, before);
	}
	for (int i = 0; i < 3; i++)
		old[i] = propagator_activity(&s.p, s.variables[i]) - old[i];
	assert_true(old[0] > 0);
	assert_true(old[2] > old[0]);
	assert_true(old[1] > old[2]);
	subject_release(&s);
}

/* A search that could not remove a value from its middle tried it for ever. */
TEST(a_wide_variable_has_single_values_once_it_is_narrow)
{
	struct subject s;
	size_t before;
	uint32_t x;

	read_subject(&s, "(declare-const x Int)(declare-const y Int)"
			 "(declare-const z Int)(assert (<= 0 x 5000))");
	x = s.variables[0];
	before = s.p.changes.count;
	assert_true(propagator_restrict(&s.p, x, (struct interval){10, 20}));
	assert_true(propagator_remove(&s.p, x, 15));
	assert_false(propagator_has(&s.p, x, 15));
	assert_true(propagator_has(&s.p, x, 16));
	assert_int_equal(propagator_size(&s.p, x), 10);
	propagator_undo(&s.p, before);
	assert_true(propagator_has(&s.p, x, 15));
	assert_int_equal(propagator_size(&s.p, x), 5001);
	subject_release(&s);
}

/* As of queens on a diagonal: 3 and 5 are taken, though inside of 0..9. */
TEST(a_known_value_excludes_one_of_each_that_differs_by_a_distance)
{
	struct subject s;

	read_subject(&s, SMALL "(assert (and (not (= (- x y) 2))"
			       " (not (= (- y x) 0)) (distinct x y (+ z 1))))");
	assert_true(propagator_restrict(
		&s.p, s.variables[0], (struct interval){5, 5}));
	assert_true(propagator_propagate(&s.p));
	for (int64_t v = 0; v <= 9; v++) {
		assert_int_equal(propagator_has(&s.p, s.variables[1], v),
			v != 3 && v != 5);
		assert_int_equal(
			propagator_has(&s.p, s.variables[2], v), v != 4);
	}
	subject_release(&s);
}
