#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "unit/worker/draw.h"
#include "unit/worker/solved.h"

/*
 * DIMACS read back, and tried: can all clauses hold under some values?
 */

enum { SATISFIED_LITERALS = 65536, SATISFIED_VARIABLES = 4096 };

struct satisfied {
	long literals[SATISFIED_LITERALS]; /* each clause ends in a 0 */
	size_t count;
	int values[SATISFIED_VARIABLES + 1]; /* 1, -1, or 0: not chosen */
};

static void
satisfied_read(struct satisfied *s, const char *text)
{
	memset(s, 0, sizeof(*s));
	for (char *end; *text != '\0'; text = end) {
		long literal = strtol(text, &end, 10);

		if (end == text)
			break;
		assert_true(s->count < SATISFIED_LITERALS);
		assert_true(labs(literal) <= SATISFIED_VARIABLES);
		s->literals[s->count++] = literal;
	}
	assert_true(s->count == 0 || s->literals[s->count - 1] == 0);
}

/* 1: all hold; -1: one does not; 0: not decided. *unit is a literal that has
 * to hold, or 0. */
static int
satisfied_look(const struct satisfied *s, long *unit)
{
	size_t open = 0;
	bool is_true = false;
	bool all = true;
	long last = 0;

	*unit = 0;
	for (size_t i = 0; i < s->count; i++) {
		long literal = s->literals[i];
		int value = s->values[labs(literal)];

		if (literal != 0) {
			is_true |= literal > 0 ? value > 0 : value < 0;
			open += value == 0;
			last = value == 0 ? literal : last;
			continue;
		}
		if (!is_true && open == 0)
			return -1;
		if (!is_true && open == 1)
			*unit = last;
		all &= is_true;
		is_true = false;
		open = 0;
	}
	return all ? 1 : 0;
}

static bool satisfied_can(struct satisfied *s);

static bool
satisfied_try(struct satisfied *s, long literal)
{
	s->values[labs(literal)] = literal > 0 ? 1 : -1;
	return satisfied_can(s);
}

/* The values are changed. */
static bool
satisfied_can(struct satisfied *s)
{
	int before[SATISFIED_VARIABLES + 1];
	long unit;
	long free = 1;
	int state = satisfied_look(s, &unit);

	if (state != 0)
		return state > 0;
	if (unit != 0)
		return satisfied_try(s, unit);
	while (s->values[free] != 0)
		free++;
	memcpy(before, s->values, sizeof(before));
	if (satisfied_try(s, free))
		return true;
	memcpy(s->values, before, sizeof(before));
	return satisfied_try(s, -free);
}

static struct answer *
written_as(enum ask_kind kind, const char *text)
{
	return solved_ask(&(struct ask){.kind = kind,
		.text = text,
		.size = strlen(text),
		.timeout_ms = 20000});
}

static struct answer *
clauses_of(const char *text)
{
	return written_as(ASK_DIMACS, text);
}

static void
assert_written(enum ask_kind kind, const char *text, const char *clauses)
{
	struct answer *a = written_as(kind, text);

	assert_string_equal(a->fault.what, "");
	assert_string_equal(a->output.text, clauses);
	answer_free(a);
}

static void
assert_clauses(const char *text, const char *clauses)
{
	assert_written(ASK_DIMACS, text, clauses);
}

static void
assert_refused_as(
	enum ask_kind kind, const char *text, unsigned line, const char *what)
{
	struct answer *a = written_as(kind, text);

	assert_null(a->output.text);
	assert_string_equal(a->fault.what, what);
	assert_int_equal(a->fault.line, line);
	answer_free(a);
}

static void
assert_refused(const char *text, unsigned line, const char *what)
{
	assert_refused_as(ASK_DIMACS, text, line, what);
}

TEST(says_which_variable_is_which_constant)
{
	assert_clauses("(declare-const rain Bool)(declare-const |w\net| Bool)"
		       "(assert (=> rain |w\net|))(assert rain)",
		"c 1 is rain\nc 2 is |w et|\np cnf 2 2\n2 -1 0\n1 0\n");
}

TEST(says_which_variables_are_the_bits_of_a_constant)
{
	assert_clauses("(declare-const n (_ BitVec 2))(declare-const x Int)"
		       "(declare-const y Int)(declare-const z Int)"
		       "(assert (= n #b01))(assert (<= 5 x 6))(assert (= y 9))",
		"c 1 to 2 are n, lowest bit first\n"
		"c 3 to 3 are x - 5, lowest bit first\n"
		"c y is 9\nc z is in no clause\np cnf 3 2\n1 0\n-2 0\n");
}

TEST(an_element_of_an_enumeration_is_a_number)
{
	assert_clauses("(declare-datatypes ((C 0)) (((red) (green) (blue))))"
		       "(declare-const p C)(assert ((_ is blue) p))",
		"c 1 to 2 are p, lowest bit first: 0 red, 1 green, 2 blue\n"
		"p cnf 2 2\n2 0\n-1 -2 0\n");
	assert_clauses("(declare-datatypes ((U 0)) (((one))))"
		       "(declare-const p U)(declare-const q U)"
		       "(assert (distinct p q))",
		"c p is one\nc q is one\np cnf 0 1\n0\n");
}

TEST(functions_of_known_arguments_and_quantifiers_over_ranges_are_written_out)
{
	assert_clauses("(declare-fun f (Int) Bool)(declare-fun g (Int) Int)"
		       "(assert (forall ((i Int)) (=> (<= 1 i 2) (f i))))"
		       "(assert (<= 3 (g 1) 4))"
		       "(assert (=> (f 3) (distinct (g 1) 4)))",
		"c 1 is (f 1)\nc 2 is (f 2)\n"
		"c 3 to 3 are (g 1) - 3, lowest bit first\nc 4 is (f 3)\n"
		"p cnf 4 3\n1 0\n2 0\n-3 -4 0\n");
}

TEST(an_int_that_can_have_one_value_only_has_no_bits)
{
	assert_clauses("(declare-const x Int)(declare-const p Bool)"
		       "(assert (<= 3 x 4))(assert (distinct x 4))(assert p)",
		"c x is 3\nc 1 is p\np cnf 1 1\n1 0\n");
}

TEST(arrays_are_their_members_at_known_indices)
{
	assert_clauses("(declare-const a (Array Int Bool))"
		       "(declare-const m (Array Int (Array Int Bool)))"
		       "(assert (and (select a 1) (not (select a (+ 1 1)))))"
		       "(assert (select (select (store m 2 a) 3) 4))",
		"c 1 is (select a 1)\nc 2 is (select a 2)\n"
		"c 3 is (select (select m 3) 4)\n"
		"p cnf 3 3\n1 0\n-2 0\n3 0\n");
}

/* --- weights -------------------------------------------------------------- */

TEST(soft_constraints_become_weights)
{
	assert_written(ASK_WCNF,
		"(declare-const p Bool)(declare-const q Bool)"
		"(assert (or p q))(assert-soft (not p) :weight 3)"
		"(assert-soft q)(assert-soft p :weight 0)",
		"c 1 is p\nc 2 is q\np wcnf 2 3 5\n5 1 2 0\n3 -1 0\n1 2 0\n");
}

TEST(a_soft_constraint_that_is_no_literal_has_a_variable)
{
	assert_written(ASK_WCNF,
		"(declare-const p Bool)(declare-const q Bool)"
		"(assert-soft (or p q) :weight 7)",
		"c 1 is p\nc 2 is q\nc 3 is (or p q)\np wcnf 3 2 8\n"
		"8 1 2 -3 0\n7 3 0\n");
}

TEST(an_objective_becomes_the_weights_of_its_bits)
{
	static const char low[] =
		"c 1 to 2 are x - 2, lowest bit first\n"
		"c 3 to 4 are x - 2, lowest bit first\nc the cost is x - (2)\n"
		"p wcnf 4 ";
	static const char high[] =
		"c 1 to 1 are n, lowest bit first\n"
		"c 2 to 2 are n, lowest bit first\nc the cost is 1 - n\n"
		"p wcnf 2 ";
	struct answer *a = written_as(ASK_WCNF,
		"(declare-const x Int)(assert (<= 2 x 5))(minimize x)");

	assert_memory_equal(a->output.text, low, strlen(low));
	assert_non_null(strstr(a->output.text, "\n1 -3 0\n2 -4 0\n"));
	answer_free(a);
	a = written_as(ASK_WCNF, "(declare-const n (_ BitVec 1))(maximize n)");
	assert_memory_equal(a->output.text, high, strlen(high));
	assert_non_null(strstr(a->output.text, "\n1 2 0\n"));
	answer_free(a);
}

TEST(what_has_no_weights_is_refused_and_named)
{
	static const char rest[] = "(declare-const p Bool)"
				   "(declare-const x Int)(assert (< 0 x 9))\n";
	static const struct {
		const char *text;
		const char *what;
	} cases[] = {
		{"(assert-soft p :weight 0.5)",
			"its weight is not a whole number of at most 18 "
			"digits, which wcnf demands"},
		{"(minimize x)\n(maximize x)",
			"a second objective: wcnf has one sum of weights"},
		{"(assert-soft p :id a)\n(assert-soft p :id b)",
			"a second objective: wcnf has one sum of weights"},
		{"(declare-const y Int)(minimize y)",
			"as an objective it has no bits; an Int needs bounds"},
		{"(declare-const v (_ BitVec 70))(minimize v)",
			"as an objective it has too many bits"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		DROP(text)
		char *text = text_format("%s%s", rest, cases[i].text);
		bool has_two = strchr(cases[i].text, '\n') != NULL;

		assert_refused_as(
			ASK_WCNF, text, has_two ? 3 : 2, cases[i].what);
	}
}

TEST(a_constant_that_no_clause_is_about_has_a_variable)
{
	assert_clauses("(declare-const p Bool)(assert (or p (not p)))",
		"c 1 is p\np cnf 1 0\n");
}

TEST(what_has_no_solution_has_none_as_clauses)
{
	assert_clauses("(declare-const p Bool)(assert p)(assert (not p))",
		"c 1 is p\np cnf 1 1\n0\n");
	assert_clauses("(declare-const x Int)(assert (< x 2))(assert (> x 3))",
		"c x is 0\np cnf 0 1\n0\n");
}

TEST(what_has_no_bits_is_refused_and_named)
{
	assert_refused("(declare-const x Int)\n(assert (> x 1))", 2,
		"x of sort Int has no bounds");
	assert_refused("(declare-const r Real)\n(assert (> r 1.0))", 2,
		"r of sort Real has no bits");
	assert_refused("(declare-fun f (Int) Int)\n\n(assert (> (f 1) 1))", 3,
		"(f 1) of sort Int has no bounds");
	assert_refused("(declare-const x Int)(assert (<= 0 x 9))\n"
		       "(assert (= 4 (* x x)))",
		2, "`*` of sort Int has no clauses where it is used");
	assert_refused("(assert (forall ((i Int)) (> i 1)))", 1,
		"a quantifier has no clauses");
}

TEST(an_argument_that_is_not_known_is_refused)
{
	assert_refused("(declare-fun f (Int) Bool)(declare-const x Int)\n"
		       "(assert (<= 0 x 3))(assert (f x))",
		2, "f has arguments that are not known");
}

TEST(an_objective_is_refused)
{
	static const char what[] = "an objective: clauses only say what has "
				   "to hold, and the format wcnf has weights";

	assert_refused("(declare-const x Int)\n(minimize x)", 2, what);
	assert_refused("(declare-const p Bool)\n(assert-soft p)", 2, what);
}

/* --- random problems, and all their values tried -------------------------- */

enum { ROUNDS = 150, DEPTH = 3, ROWS = 1 << 8 };

static const char declared[] = "(declare-const p Bool)(declare-const q Bool)"
			       "(declare-const n (_ BitVec 3))"
			       "(declare-const x Int)(assert (<= (- 2) x 5))";

static void draw_term(
	unsigned *dice, const char *const *shapes, unsigned depth, char **at);

static const char *const bools[] = {"p", "q", "(not B)", "(and B B)",
	"(or B B)", "(xor B B)", "(=> B B)", "(= B B)", "(ite B B B)",
	"(bvult N N)", "(= N N)", "(bvsle N N)", "(distinct N N N)", "(<= I I)",
	"(= I I)", "(> I I)", "(distinct I I I)", "((_ at-most 1) B B B)",
	"((_ at-least 2) B B B)", "((_ pbge 3 1 2 2) B B B)",
	"((_ pbeq 2 1 1 2) B B B)", NULL};
static const char *const vectors[] = {"n", "#b101", "(bvadd N N)",
	"(bvmul N N)", "(ite B N N)", "(bvneg N)", "(bvudiv N N)",
	"(bvshl N N)", NULL};
static const char *const numbers[] = {"x", "3", "(- 1)", "(+ I I)", "(* 2 I)",
	"(- I I)", "(ite B 1 0)", NULL};

static void
draw_one(unsigned *dice, char sort, unsigned depth, char **at)
{
	draw_term(dice,
		sort == 'B'   ? bools
		: sort == 'N' ? vectors
			      : numbers,
		depth, at);
}

static void
draw_term(unsigned *dice, const char *const *shapes, unsigned depth, char **at)
{
	unsigned count = 0;
	const char *shape;

	while (shapes[count] != NULL)
		count++;
	shape = shapes[draw(dice, depth == 0 ? 2 : count)];
	for (; *shape != '\0'; shape++) {
		if (depth > 0 &&
			(*shape == 'B' || *shape == 'N' || *shape == 'I'))
			draw_one(dice, *shape, depth - 1, at);
		else
			*(*at)++ = *shape;
	}
	**at = '\0';
}

/* What the text says of p, q, n and x + 2, which are the bits of a row. */
struct meaning {
	Z3_context c;
	Z3_ast all;
	Z3_ast constants[4];
};

static void
read_meaning(struct meaning *m, const char *text)
{
	Z3_context c = context_new();
	Z3_sort sorts[] = {Z3_mk_bool_sort(c), Z3_mk_bool_sort(c),
		Z3_mk_bv_sort(c, 3), Z3_mk_int_sort(c)};
	const char *const names[] = {"p", "q", "n", "x"};
	Z3_ast_vector all =
		Z3_parse_smtlib2_string(c, text, 0, NULL, NULL, 0, NULL, NULL);
	Z3_ast terms[8];
	unsigned count = Z3_ast_vector_size(c, all);

	for (unsigned i = 0; i < count; i++)
		terms[i] = Z3_ast_vector_get(c, all, i);
	*m = (struct meaning){.c = c, .all = Z3_mk_and(c, count, terms)};
	for (unsigned i = 0; i < 4; i++)
		m->constants[i] = Z3_mk_const(
			c, Z3_mk_string_symbol(c, names[i]), sorts[i]);
}

static bool
holds(const struct meaning *m, unsigned row)
{
	Z3_context c = m->c;
	const Z3_ast values[] = {
		row & 1 ? Z3_mk_true(c) : Z3_mk_false(c),
		row & 2 ? Z3_mk_true(c) : Z3_mk_false(c),
		Z3_mk_int(c, (int)(row >> 2 & 7), Z3_mk_bv_sort(c, 3)),
		Z3_mk_int(c, (int)(row >> 5) - 2, Z3_mk_int_sort(c)),
	};
	Z3_ast value = Z3_simplify(
		c, Z3_substitute(c, m->all, 4, m->constants, values));

	assert_true(Z3_get_bool_value(c, value) != Z3_L_UNDEF);
	return Z3_get_bool_value(c, value) == Z3_L_TRUE;
}

/* The variables of x, and what is added to them; x may be one number. */
struct place {
	int first, last, low;
};

static struct place
place_of_x(const char *output)
{
	struct place place = {.first = 1};
	const char *line = strstr(output, "x is ");
	const char *end = strstr(output, " are x");

	if (line != NULL) {
		assert_int_equal(sscanf(line, "x is %d", &place.low), 1);
		return place;
	}
	assert_non_null(end);
	for (line = end; line[-1] != '\n';)
		line--;
	assert_int_equal(sscanf(line, "c %d to %d are x %n", &place.first,
				 &place.last, &place.low),
		2);
	line += place.low;
	place.low = 0;
	if (*line != ',')
		place.low = (int)strtol(line + 2, NULL, 10) *
			    (*line == '-' ? 1 : -1);
	return place;
}

static bool
clauses_hold(const char *output, unsigned row)
{
	static struct satisfied s;
	struct place place = place_of_x(output);
	int x = (int)(row >> 5) - 2 - place.low;

	if (x < 0 || x >> (place.last - place.first + 1) != 0)
		return false;
	satisfied_read(&s, strchr(strstr(output, "p cnf"), '\n'));
	for (unsigned i = 0; i < 5; i++)
		s.values[i + 1] = row >> i & 1 ? 1 : -1;
	for (int i = place.first; i <= place.last; i++)
		s.values[i] = x >> (i - place.first) & 1 ? 1 : -1;
	return satisfied_can(&s);
}

TEST(clauses_hold_where_the_text_does)
{
	unsigned dice = 7;

	for (unsigned round = 0; round < ROUNDS; round++) {
		DROP(text) char *text = NULL;
		char term[20000];
		char *at = term;
		struct meaning m;
		struct answer *a;

		draw_term(&dice, bools + 2, DEPTH, &at);
		text = text_format("%s(assert %s)", declared, term);
		a = clauses_of(text);
		if (a->fault.kind != DIAGNOSTIC_NONE)
			fail_msg("%s\n%s", text, a->fault.what);
		read_meaning(&m, text);
		for (unsigned row = 0; row < ROWS; row++)
			if (holds(&m, row) != clauses_hold(a->output.text, row))
				fail_msg("%s, row %u\n%s", text, row,
					a->output.text);
		answer_free(a);
		Z3_del_context(m.c);
	}
}

TEST_GROUP(solved_begin, NULL)
