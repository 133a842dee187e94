#include "unit/worker/built.h"
#include "unit/worker/draw.h"
#include "unit/worker/solved.h"

#include <limits.h>
#include <sys/wait.h>

#include "base/buf.h"
#include "worker/base/termset.h"
#include "worker/expand/quantifiers.h"

#define DECLARATIONS \
	"(declare-const x Int)(declare-const p Bool)" \
	"(declare-fun f (Int) Int)(declare-fun g (Int Int) Bool)" \
	"(define-fun n () Int 3)(define-fun in ((i Int)) Bool (<= 1 i n))" \
	"(declare-datatypes ((E 0)) (((red) (green))))" \
	"(declare-fun h (E) Bool)"

/* The last assertion of a text as it is decided; "" if nothing is expanded. */
static char *
expanded(const char *text)
{
	DROP(built) struct built b;
	const struct problem_part *part = NULL;
	const struct problem_part *last = NULL;
	struct answer_stream out;
	char *found;

	build(&b, text);
	answer_stream_open(&out, -1);
	quantifiers_expand(&b.parsed,
		&(struct quantifiers_given_up){.out = &out}, &b.task.expanded);
	buf_release(&out.frames);
	while ((part = task_part(&b.task, PART_ASSERTION, part)) != NULL)
		last = part;
	found = text_copy(
		b.task.expanded.terms != NULL
			? Z3_ast_to_string(b.task.c, task_term(&b.task, last))
			: "");
	expanded_drop(&b.task.expanded);
	return found;
}

#define BECOMES_WITH(definition, assertion, expected) \
	do { \
		DROP(text) \
		char *is_ = expanded( \
			DECLARATIONS definition "(assert " assertion ")"); \
		assert_string_equal(is_, expected); \
	} while (0)

#define BECOMES(assertion, expected) BECOMES_WITH("", assertion, expected)
#define STAYS(assertion) BECOMES(assertion, "")
#define STAYS_WITH(definition, assertion) \
	BECOMES_WITH(definition, assertion, "")

TEST(a_forall_takes_its_range_from_its_guard)
{
	BECOMES("(forall ((i Int)) (=> (<= 1 i 2) (g i i)))",
		"(and (g 1 1) (g 2 2))");
	BECOMES("(forall ((i Int)) (or (< i 1) (not (< i 3)) (g i i)))",
		"(and (g 1 1) (g 2 2))");
	BECOMES("(forall ((i Int)) (=> (in i) (g i n)))",
		"(and (g 1 3) (g 2 3) (g 3 3))");
	BECOMES("(forall ((i Int)) (=> (<= 1 i) (=> (> (- n 1) i) (g i i))))",
		"(g 1 1)");
}

TEST(an_exists_takes_its_range_from_its_conjuncts)
{
	BECOMES("(exists ((i Int)) (and (< 0 i) (g i i) (< (* 2 i) 5)))",
		"(or (g 1 1) (g 2 2))");
	BECOMES("(not (exists ((i Int)) (and (in i) (g i 0))))",
		"(not (or (g 1 0) (g 2 0) (g 3 0)))");
}

/* (=> (exists in a range) ...) of one polarity, and the wrong one. */
TEST(what_gives_no_range_stays)
{
	STAYS("(exists ((i Int)) (=> (<= 1 i 2) (g i i)))");
	STAYS("(forall ((i Int)) (and (<= 1 i 2) (g i i)))");
	STAYS("(forall ((i Int)) (=> (<= 1 i) (g i i)))");
	STAYS("(forall ((i Int)) (=> (<= 1 i x) (g i i)))");
	STAYS("(forall ((r Real)) (=> (<= 1.0 r 2.0) (> r 0.0)))");
}

TEST(one_variable_bounds_another)
{
	BECOMES("(forall ((i Int) (j Int))"
		" (=> (and (<= 1 i) (< i j) (<= j n)) (g i j)))",
		"(and (g 1 2) (g 1 3) (g 2 3))");
	BECOMES("(forall ((i Int)) (=> (in i) (exists ((j Int))"
		" (and (<= i j n) (distinct i 1) (g i j)))))",
		"false");
	BECOMES("(forall ((i Int)) (forall ((j Int))"
		" (=> (and (<= 1 i) (< i j 3)) (g i j))))",
		"(g 1 2)");
}

TEST(sorts_with_few_values_are_ranges)
{
	BECOMES("(forall ((b Bool) (e E)) (= b (h e)))",
		"(and (not (h red)) (not (h green)) (h red) (h green))");
	BECOMES("(exists ((v (_ BitVec 2))) (= (bv2int v) x))",
		"(or (= 0 x) (= 1 x) (= 2 x) (= 3 x))");
}

TEST(an_empty_range_decides)
{
	BECOMES("(or p (forall ((i Int)) (=> (< 3 i 4) (g i i))))",
		"(or p true)");
	BECOMES("(or p (exists ((i Int)) (and (<= 5 i 4) (g i i))))",
		"(or p false)");
}

TEST(instances_that_the_guard_rules_out_cost_nothing)
{
	BECOMES("(forall ((i Int) (j Int) (k Int) (l Int))"
		" (=> (and (<= 1 i 500) (= j (* 2 i)) (<= 1 j 4) (<= 1 k 9)"
		"          (= k l) (= l i)) (g i j)))",
		"(and (g 1 2) (g 2 4))");
}

TEST(what_is_nested_in_what_stays_stays)
{
	STAYS("(forall ((i Int)) (exists ((j Int))"
	      " (and (<= 1 j 2) (= (f i) j))))");
	STAYS("(forall ((j Int)) (=> (<= 1 j 2)"
	      " (exists ((i Int)) (= (f i) j))))");
}

#define SUM \
	"(define-fun-rec sum ((k Int)) Int" \
	" (ite (< k 1) 0 (+ (sum (- k 1)) (f k))))"

TEST(a_recursion_with_a_known_argument_is_unfolded)
{
	BECOMES_WITH(SUM, "(= (sum n) x)", "(= (+ (f 1) (f 2) (f 3)) x)");
	BECOMES_WITH("(define-fun-rec up ((k Int) (a Int)) Int"
		     " (ite (> k n) a (up (+ k 1) (+ a (f k)))))",
		"(= (up 2 x) 7)", "(= (+ x (f 2) (f 3)) 7)");
	BECOMES_WITH("(define-funs-rec ((even ((k Int)) Bool) (odd ((k Int))"
		     " Bool)) ((ite (= k 0) p (odd (- k 1)))"
		     " (ite (= k 0) false (even (- k 1)))))",
		"(and (even 4) (not (odd 2)))", "(and p (not false))");
	BECOMES_WITH(SUM, "(forall ((i Int)) (=> (<= 1 i 2) (= (sum i) x)))",
		"(and (= (f 1) x) (= (+ (f 1) (f 2)) x))");
}

TEST(a_recursion_without_an_end_keeps_its_definition)
{
	STAYS_WITH("(define-fun-rec on ((k Int)) Int (+ (f k) (on (+ k 1))))",
		"(= (on 1) x)");
	STAYS_WITH(SUM, "(= (sum x) 1)");
	STAYS_WITH("(define-fun-rec gcd ((a Int) (b Int)) Int"
		   " (ite (= b 0) a (gcd b (mod a b))))",
		"(= (gcd x 6) 2)");
}

SOLVED_TEST(a_recursion_of_too_many_steps_is_told_and_left,
	"(declare-const x Int)\n"
	"(define-fun-rec on ((k Int)) Int (ite (= k 0) x"
	" (+ 1 (on (- k 1)))))\n"
	"(assert (or (> x 0) (= (on 1600) 1)))")
{
	assert_int_equal(a->warnings.count, 1);
	assert_int_equal(a->warnings.at[0].kind, LINT_UNEXPANDED);
	assert_int_equal(a->warnings.at[0].line, 3);
}

TEST(a_power_with_a_constant_exponent_is_a_product)
{
	BECOMES("(= (^ x 2) 9.0)", "(= (to_real (* x x)) 9.0)");
	BECOMES("(forall ((r Real)) (> (^ r 3) (- 1.0)))",
		"(forall ((r Real)) (> (* r r r) (- 1.0)))");
	STAYS("(= (^ x 0) 1.0)");
	STAYS("(= (^ 2 x) 8.0)");
}

SOLVED_TEST(a_range_that_is_too_large_is_told_and_left,
	"(declare-fun f (Int) Int)(declare-const x Int)\n"
	"(assert (forall ((i Int)) (=> (<= 0 i 900000) (= (f i) 0))))"
	"\n(assert (= x (f 7)))")
{
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_int_equal(a->warnings.count, 1);
	assert_int_equal(a->warnings.at[0].kind, LINT_UNEXPANDED);
	assert_int_equal(a->warnings.at[0].line, 2);
}

/* Of few instances, each of which is large. */
static struct answer *
solved_large(void)
{
	DROP(buf) struct buf text;

	buf_init(&text, 1 << 20);
	buf_add_text(&text, "(declare-fun f (Int Int) Int)\n"
			    "(assert (forall ((i Int)) (=> (<= 1 i 30000)"
			    " (< 0 (+");
	for (int i = 0; i < 2000; i++)
		buf_add_format(&text, " (f i (+ i %d))", i * i);
	buf_add_text(&text, ")))))");
	return solved(text.data);
}

ANSWER_TEST(a_range_that_takes_too_much_memory_is_told_and_left, solved_large())
{
	assert_int_equal(a->warnings.count, 1);
	assert_int_equal(a->warnings.at[0].kind, LINT_UNEXPANDED);
	assert_int_equal(a->warnings.at[0].line, 2);
}

SOLVED_TEST(an_unsat_has_the_assertions_with_quantifiers_in_its_core,
	"(declare-fun f (Int) Int)\n"
	"(assert (forall ((i Int)) (=> (<= 1 i 3) (<= 0 (f i) 1))))\n"
	"(assert (> (f 9) 1))\n"
	"(assert (forall ((i Int) (j Int)) (=> (and (<= 1 i) (< i j)"
	" (<= j 3)) (distinct (f i) (f j)))))")
{
	assert_int_equal(answer_last(a)->status, STATUS_UNSAT);
	assert_int_equal(answer_last(a)->core.assertions.count, 2);
	assert_int_equal(answer_last(a)->core.assertions.list[0].line, 2);
	assert_int_equal(answer_last(a)->core.assertions.list[1].line, 4);
}

SOLVED_TEST(a_solution_is_checked_against_the_quantifiers,
	"(declare-fun q (Int) Int)(define-fun n () Int 8)"
	"(assert (forall ((i Int)) (=> (<= 1 i n) (<= 1 (q i) n))))"
	"(assert (forall ((i Int) (j Int)) (=> (and (<= 1 i) (< i j)"
	" (<= j n)) (and (distinct (q i) (q j))"
	" (distinct (- (q i) (q j)) (- i j))"
	" (distinct (- (q i) (q j)) (- j i))))))")
{
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_int_equal(answer_last(a)->evaluation.checked, 2);
	/* What takes too long on a busy machine is left open, never false. */
	for (size_t i = 0; i < answer_last(a)->evaluation.failed.count; i++)
		assert_false(
			answer_last(a)->evaluation.failed.list[i].is_false);
}

/* --- random formulas against enumeration ---------------------------------- */

/*
 * Over a and b in 0..2, f from 0..2 to 0..2, h from E to Bool, and a declared
 * sort P of the elements u and v, which may be one, with z and k from P to
 * Bool. Where f is an array, g is (store f 1 a), else the same as a function.
 * The bound n is 2 by an assertion. A formula is drawn twice from the same
 * dice: once as text, and once for each structure as its value.
 */
enum { VALUES = 3, DEPTH = 4, NAMES_MAX = 12, ELEMENTS_MAX = 3 };

struct structure {
	int a, b, f[VALUES];
	bool h[2];
	int n;
	int elements, u, v, z; /* of P: how many, and which */
	bool k[ELEMENTS_MAX];
};

struct drawn {
	unsigned dice;
	const struct structure *s; /* NULL: write */
	struct buf *text;
	bool has_array;
	int ints, enums, elements; /* variables so far */
	int int_values[NAMES_MAX], enum_values[NAMES_MAX],
		element_values[NAMES_MAX];
};

static void
put(struct drawn *d, const char *text)
{
	if (d->s == NULL)
		buf_add_text(d->text, text);
}

#define PUT(d, ...) \
	do { \
		if ((d)->s == NULL) \
			buf_add_format((d)->text, __VA_ARGS__); \
	} while (0)

static int draw_number(struct drawn *d, int depth);

/* (f t), or (g t): the same but for 1, where it is a. */
static int
draw_application(struct drawn *d, int depth)
{
	bool is_stored = draw(&d->dice, 3) == 0;
	int of;

	PUT(d, "(%s%s ", d->has_array ? "select " : "", is_stored ? "g" : "f");
	of = draw_number(d, depth - 1);
	put(d, ")");
	if (d->s == NULL)
		return 0;
	return is_stored && of == 1 ? d->s->a : d->s->f[of];
}

/* In 0..2. */
static int
draw_number(struct drawn *d, int depth)
{
	unsigned pick = draw(&d->dice, d->ints > 0 ? 5 : 3);
	int variable = d->ints > 0 ? (int)draw(&d->dice, (unsigned)d->ints) : 0;
	int number = (int)draw(&d->dice, VALUES);

	if (pick == 0) {
		PUT(d, "%d", number);
		return number;
	}
	if (pick == 1) {
		put(d, number > 0 ? "a" : "b");
		return d->s == NULL ? 0 : number > 0 ? d->s->a : d->s->b;
	}
	if (pick == 2 && depth > 0)
		return draw_application(d, depth);
	if (d->ints == 0) {
		put(d, "b");
		return d->s == NULL ? 0 : d->s->b;
	}
	PUT(d, "i%d", variable);
	return d->int_values[variable];
}

static bool draw_formula(struct drawn *d, int depth);

/* f from 0 up to a number, or to n. */
static bool
draw_recursion(struct drawn *d)
{
	int last = (int)draw(&d->dice, VALUES + 1);
	int sum = 0;
	int right;

	if (last == VALUES) {
		put(d, "(< (sum n) (+ 1 ");
		last = d->s != NULL ? d->s->n : 0;
	} else {
		PUT(d, "(< (sum %d) (+ 1 ", last);
	}
	right = draw_number(d, 1);
	put(d, "))");
	for (int i = 0; d->s != NULL && i <= last; i++)
		sum += d->s->f[i];
	return sum < 1 + right;
}

static bool
draw_weights(struct drawn *d)
{
	int sum = 0;
	int limit;

	put(d, "(<= (+");
	for (int i = 0; i < 3; i++) {
		int weight = (int)draw(&d->dice, 7) - 3;
		bool is_equal;
		int left;

		put(d, " (ite (= ");
		left = draw_number(d, 1);
		put(d, " ");
		is_equal = left == draw_number(d, 1);
		PUT(d, ") (- %d) %d)", -weight, i);
		sum += is_equal ? weight : i;
	}
	limit = (int)draw(&d->dice, 5);
	PUT(d, ") %d)", limit);
	return sum <= limit;
}

static bool
draw_distinct(struct drawn *d)
{
	int three[3];

	put(d, "(distinct");
	for (int i = 0; i < 3; i++) {
		put(d, " ");
		three[i] = draw_number(d, 2);
	}
	put(d, ")");
	return three[0] != three[1] && three[0] != three[2] &&
	       three[1] != three[2];
}

static bool
draw_comparison(struct drawn *d)
{
	unsigned pick = draw(&d->dice, 3);
	int left, right;

	put(d, pick == 0 ? "(= " : pick == 1 ? "(< " : "(distinct ");
	left = draw_number(d, 2);
	put(d, " ");
	right = draw_number(d, 2);
	put(d, ")");
	return pick == 0   ? left == right
	       : pick == 1 ? left < right
			   : left != right;
}

/* u, v, z or a variable. */
static int
draw_element(struct drawn *d)
{
	unsigned pick = draw(&d->dice, d->elements > 0 ? 5 : 3);
	int variable = d->elements > 0
			       ? (int)draw(&d->dice, (unsigned)d->elements)
			       : 0;

	if (pick >= 3) {
		PUT(d, "p%d", variable);
		return d->element_values[variable];
	}
	PUT(d, "%c", "uvz"[pick]);
	if (d->s == NULL)
		return 0;
	return pick == 0 ? d->s->u : pick == 1 ? d->s->v : d->s->z;
}

static bool
draw_of_elements(struct drawn *d)
{
	bool is_equation = draw(&d->dice, 2) == 0;
	int left, right;

	put(d, is_equation ? "(= " : "(k ");
	left = draw_element(d);
	put(d, is_equation ? " " : ")");
	if (!is_equation)
		return d->s != NULL && d->s->k[left];
	right = draw_element(d);
	put(d, ")");
	return left == right;
}

/* f is what is stored in it. */
static bool
draw_array_equation(struct drawn *d)
{
	put(d, d->has_array ? "(= f g)" : "(= (f 1) a)");
	return d->s != NULL && d->s->f[1] == d->s->a;
}

static bool
draw_atom(struct drawn *d)
{
	unsigned pick = draw(&d->dice, d->enums > 0 ? 9 : 7);

	if (pick == 6)
		return draw(&d->dice, 4) == 0 ? draw_array_equation(d)
					      : draw_of_elements(d);
	pick -= pick > 6;

	if (pick >= 6) {
		int variable = (int)draw(&d->dice, (unsigned)d->enums);

		PUT(d, "(h e%d)", variable);
		return d->s != NULL && d->s->h[d->enum_values[variable]];
	}
	if (pick == 3)
		return draw_recursion(d);
	if (pick == 4)
		return draw_weights(d);
	return pick == 5 ? draw_distinct(d) : draw_comparison(d);
}

/* A bound of a range: a number, n, or a variable around it. */
static int
draw_bound(struct drawn *d)
{
	int number = (int)draw(&d->dice, VALUES);

	if (number == 2 && draw(&d->dice, 2) == 0) {
		put(d, "n");
		return d->s != NULL ? d->s->n : 0;
	}
	if (d->ints > 0 && draw(&d->dice, 2) == 0) {
		number %= d->ints;
		PUT(d, "i%d", number);
		return d->int_values[number];
	}
	PUT(d, "%d", number);
	return number;
}

/* Every way through the range draws the same. */
static bool
draw_range(struct drawn *d, int depth)
{
	bool is_forall = draw(&d->dice, 2) == 0;
	bool is_strict = draw(&d->dice, 3) == 0;
	unsigned style = draw(&d->dice, 3);
	bool all = is_forall;
	int low, high, name = d->ints;
	unsigned dice;

	PUT(d, "(%s ((i%d Int)) (%s (and (<= ", is_forall ? "forall" : "exists",
		name, is_forall ? "=>" : "and");
	low = draw_bound(d);
	PUT(d, " i%d) ", name);
	if (style == 0)
		PUT(d, "(%s i%d ", is_strict ? "<" : "<=", name);
	else
		PUT(d, "(not (%s ", is_strict ? "<=" : "<");
	high = draw_bound(d);
	if (style == 0)
		put(d, ")) ");
	else
		PUT(d, " i%d))) ", name);
	d->ints++;
	dice = d->dice;
	if (d->s == NULL)
		(void)draw_formula(d, depth - 1);
	for (int i = low; d->s != NULL && i <= high - is_strict; i++) {
		bool one;

		d->dice = dice;
		d->int_values[name] = i;
		one = draw_formula(d, depth - 1);
		all = is_forall ? all && one : all || one;
	}
	d->ints--;
	/* What comes next is drawn alike after an empty range. */
	d->dice = dice * 7u + 1u;
	put(d, "))");
	return all;
}

/* Over E, or over P. */
static bool
draw_sort(struct drawn *d, int depth)
{
	bool is_forall = draw(&d->dice, 2) == 0;
	bool over_declared = draw(&d->dice, 2) == 0;
	bool all = is_forall;
	int *names = over_declared ? &d->elements : &d->enums;
	int *values = over_declared ? d->element_values : d->enum_values;
	int name = (*names)++;
	int count = over_declared && d->s != NULL ? d->s->elements : 2;
	unsigned dice = d->dice;

	PUT(d, "(%s ((%c%d %c)) ", is_forall ? "forall" : "exists",
		over_declared ? 'p' : 'e', name, over_declared ? 'P' : 'E');
	if (d->s == NULL)
		(void)draw_formula(d, depth - 1);
	for (int i = 0; d->s != NULL && i < count; i++) {
		bool one;

		d->dice = dice;
		values[name] = i;
		one = draw_formula(d, depth - 1);
		all = is_forall ? all && one : all || one;
	}
	(*names)--;
	d->dice = dice * 7u + 1u;
	put(d, ")");
	return all;
}

static bool
draw_formula(struct drawn *d, int depth)
{
	static const char *const words[] = {"and", "or", "=>", "="};
	unsigned pick = draw(&d->dice, 10);
	bool left, right;

	if (depth == 0 || pick == 0)
		return draw_atom(d);
	if (pick >= 6)
		return pick == 9 ? draw_sort(d, depth) : draw_range(d, depth);
	if (pick == 5) {
		put(d, "(not ");
		left = !draw_formula(d, depth - 1);
		put(d, ")");
		return left;
	}
	PUT(d, "(%s ", words[pick - 1]);
	left = draw_formula(d, depth - 1);
	put(d, " ");
	right = draw_formula(d, depth - 1);
	put(d, ")");
	switch (pick) {
	case 1:
		return left && right;
	case 2:
		return left || right;
	case 3:
		return !left || right;
	default:
		return left == right;
	}
}

/* Line 1 has what is declared and bounded. */
enum { FORMULAS = 3, LINE_N = 2, LINE_ELEMENTS, LINE_DISTINCT, LINE_FORMULAS };

static bool
has_array(unsigned dice)
{
	return dice % 2 > 0;
}

/* Else P is an enumeration of u and v. */
static bool
is_declared(unsigned dice)
{
	return dice / 2 % 2 > 0;
}

static bool
is_distinct(unsigned dice)
{
	return !is_declared(dice) || dice / 4 % 2 > 0;
}

/* Of those lines. */
static bool
holds(unsigned dice, const struct structure *s, unsigned lines)
{
	struct drawn d = {.dice = dice, .s = s, .has_array = has_array(dice)};
	bool all = true;

	for (int i = 0; i < FORMULAS; i++) {
		bool one = draw_formula(&d, DEPTH);

		all &= one || (lines >> (LINE_FORMULAS + i) & 1) == 0;
	}
	return all;
}

/* The lowest digit of a number of mixed base. */
static int
take_digit(unsigned *rest, int base)
{
	int digit = (int)(*rest % (unsigned)base);

	*rest /= (unsigned)base;
	return digit;
}

/* By the digits of a number; false: it has more. */
static bool
read_structure(
	unsigned code, unsigned dice, unsigned lines, struct structure *s)
{
	unsigned rest = code;
	bool is_open = is_declared(dice) && (lines >> LINE_ELEMENTS & 1) == 0;
	bool may_be_one =
		is_declared(dice) &&
		((lines >> LINE_DISTINCT & 1) == 0 || !is_distinct(dice));

	*s = (struct structure){.n = 2};
	s->a = take_digit(&rest, 3);
	s->b = take_digit(&rest, 3);
	for (int i = 0; i < VALUES; i++)
		s->f[i] = take_digit(&rest, 3);
	for (int i = 0; i < 2; i++)
		s->h[i] = take_digit(&rest, 2);
	s->v = may_be_one ? take_digit(&rest, 2) : 1;
	s->elements = 1 + s->v + (is_open ? take_digit(&rest, 2) : 0);
	s->z = take_digit(&rest, s->elements);
	for (int i = 0; i < s->elements; i++)
		s->k[i] = take_digit(&rest, 2);
	if ((lines >> LINE_N & 1) == 0)
		s->n = take_digit(&rest, 3);
	return rest == 0;
}

/* Numbers that stand for no structure may come before those that do. */
static bool
has_structure(unsigned dice, unsigned lines)
{
	enum { CODES = 3 * 3 * 27 * 4 * 2 * 2 * 3 * 8 * 3 };
	struct structure s;

	for (unsigned code = 0; code < CODES; code++) {
		if (read_structure(code, dice, lines, &s) &&
			holds(dice, &s, lines))
			return true;
	}
	return false;
}

static void
write_formulas(unsigned dice, struct buf *text)
{
	bool is_array = has_array(dice);
	struct drawn d = {.dice = dice, .text = text, .has_array = is_array};

	buf_init(text, 1 << 20);
	buf_add_format(text,
		"(declare-datatypes ((E 0)) (((red) (green))))"
		"(declare-fun h (E) Bool)(declare-const a Int)"
		"(declare-const b Int)(declare-const n Int)%s"
		"(declare-fun k (P) Bool)(declare-const z P)%s"
		"(assert (and (<= 0 a 2) (<= 0 b 2)))"
		"(assert (forall ((i Int)) (=> (<= 0 i 2) (<= 0 (%s i) 2))))"
		"(define-fun-rec sum ((k Int)) Int"
		" (ite (< k 0) 0 (+ (%s k) (sum (- k 1)))))"
		"\n(assert %s)\n%s\n%s",
		is_declared(dice) ? "(declare-sort P 0)(declare-const u P)"
				    "(declare-const v P)"
				  : "(declare-datatypes ((P 0)) (((u) (v))))",
		is_array ? "(declare-const f (Array Int Int))"
			   "(declare-const g (Array Int Int))"
			   "(assert (= g (store f 1 a)))"
			 : "(declare-fun f (Int) Int)(define-fun g ((i Int))"
			   " Int (ite (= i 1) a (f i)))",
		is_array ? "select f" : "f", is_array ? "select f" : "f",
		dice % 3 > 0 ? "(= n 2)" : "(and (<= n 2) (< 1 n))",
		is_declared(dice)
			? "(assert (forall ((x P)) (or (= x u) (= v x))))"
			: "",
		is_declared(dice) && is_distinct(dice)
			? "(assert (distinct u v))"
			: "");
	for (int i = 0; i < FORMULAS; i++) {
		buf_add_text(text, "\n(assert ");
		(void)draw_formula(&d, DEPTH);
		buf_add_text(text, ")");
	}
}

/* What the core leaves out may be otherwise. */
static void
check_core(const struct answer *a, const char *text, unsigned dice)
{
	const struct answer_core *core = &answer_last(a)->core;
	unsigned lines = 0;

	for (size_t i = 0; i < core->assertions.count; i++)
		lines |= 1u << core->assertions.list[i].line;
	if (has_structure(dice, lines))
		fail_msg("the core %x has a solution in\n%s", lines, text);
}

/* Of the engines; whether they decide it. */
static bool
has_answer(const char *text, uint32_t engines, unsigned dice, bool expected)
{
	struct ask ask = ask_for(text);
	struct answer *a;
	bool is_decided;

	ask.engines = engines;
	a = solved_ask(&ask);
	is_decided = answer_last(a)->status != STATUS_UNKNOWN;
	if (is_decided && answer_last(a)->status !=
				  (expected ? STATUS_SAT : STATUS_UNSAT))
		fail_msg("%d, not %d, by %u, of\n%s", answer_last(a)->status,
			expected, engines, text);
	if (is_decided && !expected)
		check_core(a, text, dice);
	for (size_t k = 0; k < answer_last(a)->evaluation.failed.count; k++) {
		if (answer_last(a)->evaluation.failed.list[k].is_false)
			fail_msg("%zu is false, by %u, of\n%s", k, engines,
				text);
	}
	answer_free(a);
	return is_decided;
}

struct tally {
	unsigned answers[2];
	unsigned finite; /* that the finite-domain engine decides */
	unsigned open;	 /* that nobody decides */
};

static void
try_formulas(struct tally *tally, unsigned first, unsigned count)
{
	for (unsigned i = first; i < first + count; i++) {
		DROP(buf) struct buf text;
		unsigned dice = i * 7919u;
		bool expected = has_structure(dice, UINT_MAX);

		write_formulas(dice, &text);
		if (!has_answer(text.data, ENGINES_ALL, dice, expected))
			tally->open++;
		tally->finite += has_answer(text.data,
			ENGINE_BIT(ENGINE_FINITE_DOMAIN), dice, expected);
		tally->answers[expected]++;
	}
}

/* In a process of their own: a context takes 10 MB, and is never freed. */
static void
try_batch(struct tally *tally, unsigned first, unsigned count)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		watchdog_start();
		try_formulas(tally, first, count);
		_exit(0);
	}
	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	if (status != 0)
		fail_msg("of the formulas from %u on, see above", first);
}

static unsigned
number_of(const char *variable, unsigned otherwise)
{
	const char *text = getenv(variable);

	return text != NULL ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

TEST(random_formulas_have_the_answer_that_enumeration_has)
{
	enum { DRAWN = 200, BATCH = 25 };
	struct tally *tally = mmap(NULL, sizeof(*tally), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	unsigned first = number_of("FORMULAS_FROM", 1);
	unsigned count = number_of("FORMULAS_DRAWN", DRAWN);

	assert_true(tally != MAP_FAILED);
	for (unsigned i = 0; i < count; i += BATCH)
		try_batch(tally, first + i, BATCH);
	assert_true(tally->answers[0] > count / 8);
	assert_true(tally->answers[1] > count / 8);
	assert_true(tally->finite > count / 5);
	assert_int_equal(tally->open, 0);
	(void)munmap(tally, sizeof(*tally));
}

TEST_GROUP(solved_begin, NULL)
