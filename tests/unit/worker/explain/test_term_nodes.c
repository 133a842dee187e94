#include <stdlib.h>

#include "base/buf.h"
#include "unit/unit.h"
#include "unit/worker/draw.h"
#include "unit/worker/read.h"
#include "worker/base/termset.h"
#include "worker/explain/term_nodes.h"

enum { INTS = 3, LOW = -2, HIGH = 4, TEXTS = 400, VARIABLES = INTS + 2 };

static const char declarations[] =
	"(declare-const x Int)(declare-const y Int)(declare-const z Int)"
	"(declare-const p Bool)(declare-const q Bool)"
	"(assert (and (<= (- 2) x) (<= x 4)))"
	"(assert (and (<= (- 2) y) (<= y 4)))"
	"(assert (and (<= (- 2) z) (<= z 4)))"
	"(assert (or p q true))";

static void write_bool(struct buf *text, unsigned *dice, int depth);

static void // NOLINTNEXTLINE(misc-no-recursion)
write_int(struct buf *text, unsigned *dice, int depth)
{
	static const char *const heads[] = {
		"(+ ", "(- ", "(* ", "(* 3 ", "(ite ", "(- "};
	unsigned head = draw(dice, 6);

	if (depth == 0) {
		if (draw(dice, 4) == 0)
			buf_add_format(text, " %u", draw(dice, 5));
		else
			buf_add_format(text, " %c", 'x' + draw(dice, INTS));
		return;
	}
	buf_add_text(text, heads[head]);
	if (head == 4)
		write_bool(text, dice, depth - 1);
	write_int(text, dice, depth - 1);
	if (head != 3 && head != 5)
		write_int(text, dice, depth - 1);
	buf_add_text(text, ")");
}

static void // NOLINTNEXTLINE(misc-no-recursion)
write_bool(struct buf *text, unsigned *dice, int depth)
{
	static const char *const heads[] = {"(and ", "(or ", "(not ", "(=> ",
		"(xor ", "(= ", "(ite p ", "(<= ", "(< ",
		"(>= ", "(= ", "(distinct x y ", "((_ pbge 2 1 2) ",
		"((_ pbeq 3 1 2) ", "((_ at-most 1) "};
	unsigned head = draw(dice, 15);
	bool is_number = head > 6 && head < 12;

	if (depth == 0) {
		buf_add_text(text, draw(dice, 2) == 0 ? " p" : " q");
		return;
	}
	buf_add_text(text, heads[head]);
	for (int i = 0; i < (head == 2 || head == 11 ? 1 : 2); i++) {
		if (is_number)
			write_int(text, dice, depth - 1);
		else
			write_bool(text, dice, depth - 1);
	}
	buf_add_text(text, ")");
}

/* An assignment by its number: the digits are the values. */
static unsigned
assignment_count(void)
{
	return (HIGH - LOW + 1) * (HIGH - LOW + 1) * (HIGH - LOW + 1) * 4;
}

static int64_t
value_in(unsigned assignment, size_t variable)
{
	for (size_t i = 0; i < variable; i++)
		assignment /= i < INTS ? HIGH - LOW + 1 : 2;
	return variable < INTS ? (int64_t)(assignment % (HIGH - LOW + 1)) + LOW
			       : assignment % 2;
}

struct subject {
	Z3_context c;
	Z3_ast term;
	Z3_ast constants[VARIABLES];
	struct bound_propagation bounds;
	struct term_nodes terms;
	struct network *network;
	uint32_t root;
	uint32_t variables[VARIABLES];
};

/* What libz3 says of the term under the assignment. */
static bool
holds(const struct subject *s, unsigned assignment)
{
	Z3_ast values[VARIABLES];

	for (size_t i = 0; i < VARIABLES; i++) {
		int value = (int)value_in(assignment, i);

		values[i] =
			i < INTS ? Z3_mk_int(s->c, value, Z3_mk_int_sort(s->c))
			: value != 0 ? Z3_mk_true(s->c)
				     : Z3_mk_false(s->c);
	}
	return Z3_get_bool_value(s->c,
		       Z3_simplify(s->c, Z3_substitute(s->c, s->term, VARIABLES,
						 s->constants, values))) ==
	       Z3_L_TRUE;
}

static void
subject_init(struct subject *s, const struct terms *t)
{
	static const char *const names[] = {"x", "y", "z", "p", "q"};
	Z3_ast bounds[INTS];

	s->c = t->c;
	s->term = t->at[t->count - 1];
	for (size_t i = 0; i < VARIABLES; i++)
		s->constants[i] =
			Z3_mk_const(s->c, Z3_mk_string_symbol(s->c, names[i]),
				i < INTS ? Z3_mk_int_sort(s->c)
					 : Z3_mk_bool_sort(s->c));
	bound_propagation_simplify(s->c, t->at, INTS, bounds);
	bound_propagation_read(&s->bounds, s->c, bounds, INTS);
	s->network = network_new();
	s->terms = (struct term_nodes){s->c, &s->bounds, s->network};
	for (size_t i = 0; i < VARIABLES; i++) {
		s->variables[i] = term_nodes_add(&s->terms, s->constants[i]);
		assert_int_not_equal(s->variables[i], NODE_NONE);
	}
	s->root = term_nodes_add(&s->terms, s->term);
	assert_int_not_equal(s->root, NODE_NONE);
	network_close(s->network);
	assert_true(network_propagate(s->network));
}

static void
subject_release(struct subject *s)
{
	term_nodes_release(&s->terms);
	bound_propagation_release(&s->bounds);
	Z3_del_context(s->c);
}

static struct subject
drawn(unsigned *dice)
{
	struct subject s;
	struct buf text;
	struct terms t;

	buf_init(&text, 100000);
	buf_add_text(&text, declarations);
	buf_add_text(&text, "(assert ");
	write_bool(&text, dice, 1 + (int)draw(dice, 3));
	buf_add_text(&text, ")");
	t = read_terms(text.data);
	subject_init(&s, &t);
	buf_release(&text);
	return s;
}

static bool
fix_all(const struct subject *s, unsigned assignment)
{
	for (size_t i = 0; i < VARIABLES; i++) {
		int64_t value = value_in(assignment, i);

		if (!network_restrict(s->network, s->variables[i],
			    (struct interval){value, value}))
			return false;
	}
	return network_propagate(s->network);
}

/* Every assignment gives the term its value, and undoing takes it back. */
TEST(fixed_variables_fix_each_term_at_the_value_that_libz3_gives_it)
{
	unsigned dice = 1;

	for (int n = 0; n < TEXTS; n++) {
		struct subject s = drawn(&dice);
		size_t mark = s.network->changes.count;
		struct interval before = s.network->nodes[s.root].interval;

		for (unsigned i = draw(&dice, 17); i < assignment_count();
			i += 17) {
			struct interval r;

			assert_true(fix_all(&s, i));
			r = s.network->nodes[s.root].interval;
			assert_int_equal(r.low, r.high);
			assert_int_equal(r.low, holds(&s, i));
			network_undo(s.network, mark);
		}
		assert_int_equal(
			s.network->nodes[s.root].interval.low, before.low);
		subject_release(&s);
	}
}

/* The term has to be true, and one constant loses or gets a value. */
TEST(no_value_of_a_solution_is_taken_away)
{
	unsigned dice = 2;

	for (int n = 0; n < TEXTS; n++) {
		struct subject s = drawn(&dice);
		size_t variable = draw(&dice, VARIABLES);
		int64_t value =
			variable < INTS ? draw(&dice, 7) + LOW : draw(&dice, 2);
		bool is_removed = draw(&dice, 2) == 0;
		bool is_possible =
			network_restrict(
				s.network, s.root, (struct interval){1, 1}) &&
			(is_removed ? network_remove(s.network,
					      s.variables[variable], value)
				    : network_restrict(s.network,
					      s.variables[variable],
					      (struct interval){
						      value, value})) &&
			network_propagate(s.network);

		for (unsigned i = 0; i < assignment_count(); i++) {
			if ((value_in(i, variable) == value) == is_removed ||
				(is_possible && i % 7 != 0) || !holds(&s, i))
				continue;
			assert_true(is_possible);
			for (size_t k = 0; k < VARIABLES; k++)
				assert_true(network_has(s.network,
					s.variables[k], value_in(i, k)));
		}
		subject_release(&s);
	}
}

/* Each comparison moves the other's end by one. */
TEST(a_chain_over_huge_intervals_is_given_up)
{
	struct terms t = read_terms("(declare-const x Int)"
				    "(declare-const y Int)"
				    "(assert (<= 0 x 1000000000))"
				    "(assert (<= 0 y 1000000000))"
				    "(assert (< x y))(assert (< y x))");
	Z3_ast simple[2];
	struct bound_propagation bounds;
	struct term_nodes nodes;

	bound_propagation_simplify(t.c, t.at, 2, simple);
	bound_propagation_read(&bounds, t.c, simple, 2);
	nodes = (struct term_nodes){t.c, &bounds, network_new()};
	for (size_t i = 2; i < 4; i++) {
		uint32_t node = term_nodes_add(&nodes, t.at[i]);

		assert_int_not_equal(node, NODE_NONE);
		assert_true(network_restrict(
			nodes.network, node, (struct interval){1, 1}));
	}
	network_close(nodes.network);
	assert_true(network_propagate(nodes.network));
	assert_true(nodes.network->is_stuck);
	term_nodes_release(&nodes);
	bound_propagation_release(&bounds);
	Z3_del_context(t.c);
}

/* Without its constants' bounds nothing is known, and of Reals never. */
TEST(what_has_no_bounds_is_no_node)
{
	struct terms t = read_terms("(declare-const x Int)"
				    "(declare-const r Real)"
				    "(assert (< x 5))(assert (< 0.0 r 1.0))");
	struct bound_propagation bounds;
	struct term_nodes nodes;

	bound_propagation_read(&bounds, t.c, t.at, 1);
	nodes = (struct term_nodes){t.c, &bounds, network_new()};
	assert_int_equal(term_nodes_add(&nodes, t.at[0]), NODE_NONE);
	assert_int_equal(term_nodes_add(&nodes, t.at[1]), NODE_NONE);
	term_nodes_release(&nodes);
	bound_propagation_release(&bounds);
	Z3_del_context(t.c);
}

/* Of x + y >= 2 and x = 0. */
TEST(what_contradicts_is_blamed_and_the_latest_most)
{
	struct network *n = network_new();
	uint32_t v[3];
	uint32_t sums[2];
	size_t before;
	double old;

	for (int i = 0; i < 3; i++)
		v[i] = network_add_variable(n, (struct interval){0, 1});
	for (int i = 0; i < 2; i++) {
		uint32_t sum =
			network_operation(n, OPERATION_SUM, 0, v + i, NULL, 2);

		sums[i] = network_operation(
			n, OPERATION_AT_LEAST, 2, &sum, NULL, 1);
	}
	network_close(n);
	assert_true(network_propagate(n));
	old = network_blame(n, v[0]);
	before = n->changes.count;
	for (int i = 0; i < 2; i++) {
		assert_true(
			network_restrict(n, sums[i], (struct interval){1, 1}));
		assert_false(
			network_restrict(n, v[i], (struct interval){0, 0}) &&
			network_propagate(n));
		network_undo(n, before);
	}
	assert_true(network_blame(n, v[0]) > old);
	assert_true(network_blame(n, v[2]) > network_blame(n, v[0]));
	assert_true(network_blame(n, v[1]) > network_blame(n, v[2]));
	assert_true(network_blame(n, sums[0]) >=
		    network_blame(n, v[0]) + network_blame(n, v[1]));
	network_free(n);
}

/* A search that could not remove a value from its middle tried it for ever. */
TEST(a_wide_variable_has_single_values_once_it_is_narrow)
{
	struct network *n = network_new();
	uint32_t x = network_add_variable(n, (struct interval){0, 5000});
	size_t before = n->changes.count;

	network_close(n);
	assert_true(network_restrict(n, x, (struct interval){10, 20}));
	assert_true(network_remove(n, x, 15));
	assert_false(network_has(n, x, 15));
	assert_true(network_has(n, x, 16));
	assert_int_equal(network_size(n, x), 10);
	network_undo(n, before);
	assert_true(network_has(n, x, 15));
	assert_int_equal(network_size(n, x), 5001);
	network_free(n);
}
