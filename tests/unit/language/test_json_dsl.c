#include "unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "language/dsl_names.h"
#include "language/json_dsl.h"
#include "language/language.h"
#include "json/json.h"

/* Ints i j, Reals r, Bools p q, bit-vectors u v of 8, arrays a of Int to Real,
 * functions f(Int) and g(Real, Bool). */
static void
declare_all(struct dsl *d)
{
	static const char *const variables[][2] = {{"i", "Int"}, {"j", "Int"},
		{"r", "Real"}, {"p", "Bool"}, {"q", "BoolSort"},
		{"u", "BitVecSort(8)"}, {"v", "BitVecSort( 8 )"},
		{"a", "ArraySort(Int, RealSort())"}};
	struct dsl_name *f;

	dsl_init(d);
	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++)
		assert_non_null(dsl_declare(d, DSL_VARIABLE, variables[i][0],
			dsl_sort(d, variables[i][1])));
	f = dsl_declare(d, DSL_FUNCTION, "f", dsl_int);
	*ARRAY_ADD(f->domain, f->arity, f->capacity) = dsl_int;
	f = dsl_declare(d, DSL_FUNCTION, "g", dsl_bool);
	*ARRAY_ADD(f->domain, f->arity, f->capacity) = dsl_real;
	*ARRAY_ADD(f->domain, f->arity, f->capacity) = dsl_bool;
	assert_false(d->has_failed);
}

/* A text that is refused is shown as "column: why". */
static char *
translate(const char *expression, const struct dsl_sort *wanted)
{
	DROP(dsl) struct dsl d;
	DROP(buf) struct buf out;

	buf_init(&out, MIB);
	declare_all(&d);
	dsl_expression(&d, expression, wanted, &out);
	if (!d.has_failed)
		return buf_detach(&out);
	assert_int_equal(out.size, 0);
	assert_in_range(d.fault_offset, 0, strlen(expression));
	return text_format("%zu: %s", d.fault_offset + 1, d.fault);
}

/* Pairs of an expression and what becomes of it, or the beginning of that. */
static void
expect_all(const char *const (*pairs)[2], size_t count,
	const struct dsl_sort *wanted)
{
	for (size_t i = 0; i < count; i++) {
		DROP(text) char *made = translate(pairs[i][0], wanted);

		if (strncmp(made, pairs[i][1], strlen(pairs[i][1])) != 0)
			fail_msg("%s\n  is %s\n not %s", pairs[i][0], made,
				pairs[i][1]);
	}
}

#define EXPECT_ALL(pairs, wanted) \
	expect_all(pairs, sizeof(pairs) / sizeof((pairs)[0]), wanted)

TEST(operators_bind_as_in_python)
{
	static const char *const pairs[][2] = {
		{"i + j * 2 == 7", "(= (+ i (* j 2)) 7)"},
		{"i - j - 1 == 0", "(= (- (- i j) 1) 0)"},
		{"-i**2 == j", "(= (- (* i i)) j)"},
		{"2**-1 == i", "4: `-1` is not an exponent"},
		{"i**2**1 == j", "(= (* i i) j)"},
		{"not p and q or p", "(or (and (not p) q) p)"},
		{"p or q or p", "(or p q p)"},
		{"not not p", "(not (not p))"},
		{"not i == j", "(not (= i j))"},
		{"p == q", "(= p q)"},
		{"p & q | p ^ q", "(or (and p q) (xor p q))"},
		{"u & v == v", "(= (bvand u v) v)"},
		{"u << 1 + v == u", "(= (bvshl u (bvadd (_ bv1 8) v)) u)"},
		{"i if p else j", "1: `i if p else j` is of sort Int where"},
		{"(p if q else p if p else q)", "(ite q p (ite p p q))"},
		{"f(i)+f(j)>0", "(> (+ (f i) (f j)) 0)"},
		{"g(a[i], p)", "(g (select a i) p)"},
		{"a[f(i)] == r", "(= (select a (f i)) r)"},
	};

	EXPECT_ALL(pairs, dsl_bool);
}

TEST(comparisons_chain)
{
	static const char *const pairs[][2] = {
		{"0 < i < 10", "(and (< 0 i) (< i 10))"},
		{"i == j == 1 != f(i)",
			"(and (= i j) (= j 1) (distinct 1 (f i)))"},
		{"0 <= r <= i", "(and (<= 0.0 r) (<= r (to_real i)))"},
		{"u < v", "(bvslt u v)"},
		{"p < q", "(< (ite p 1 0) (ite q 1 0))"},
	};

	EXPECT_ALL(pairs, dsl_bool);
}

TEST(numbers_are_exact)
{
	static const char *const pairs[][2] = {
		{"r == 1/2", "(= r (/ 1.0 2.0))"},
		{"r == (1 + 1)/4", "(= r (/ (to_real (+ 1 1)) 4.0))"},
		{"i == 7/j", "(= i (div 7 j))"},
		{"r == i/2", "(= r (to_real (div i 2)))"},
		{"r == i/2.0", "(= r (/ (to_real i) 2.0))"},
		{"r == 0.10", "(= r 0.10)"},
		{"r == -0.5", "(= r (- 0.5))"},
		{"i == --5", "(= i 5)"},
		{"i == 007", "(= i 7)"},
		{"r == 00.5", "(= r 0.5)"},
		{"i == 0", "(= i 0)"},
		{"i == 0xff", "(= i 255)"},
		{"u == 300", "(= u (_ bv44 8))"},
		{"u == -1", "(= u (bvneg (_ bv1 8)))"},
		{"u == BitVecVal(5, 8)", "(= u (_ bv5 8))"},
		{"i == 1e3", "6: a number, such as"},
		{"r == .5", "6: a value is expected"},
		{"r == 5.", "6: a number, such as"},
		{"i == 0x", "6: a number, such as"},
		{"i == 12ab", "6: a number, such as"},
		{"i == 1e3", "6: a number, such as 12, 0.5, 0xff or 1/3, of at "
			     "most 10000 digits is expected, and not `1e3`;"},
		{"i == 1.2.3", "6: a number, such as 12, 0.5, 0xff or 1/3, of "
			       "at most 10000 digits is expected, and not "
			       "`1.2.3`;"},
		{"i == (1 2)", "9: a ) is expected, and not `2`;"},
		{"p if q", "7: else is expected, and the expression ends;"},
		{"u == 12345678901234567890",
			"6: `12345678901234567890` is of"},
	};

	EXPECT_ALL(pairs, dsl_bool);
}

TEST(functions_of_the_language_take_lists)
{
	static const char *const pairs[][2] = {
		{"And()", "true"},
		{"Or([])", "false"},
		{"And(p)", "p"},
		{"And([p, q], p)", "(and p q p)"},
		{"Sum([]) == 0", "(= 0 0)"},
		{"Sum([i, r]) == 1", "(= (+ (to_real i) r) 1.0)"},
		{"Sum([p, q]) == 1", "(= (+ (ite p 1 0) (ite q 1 0)) 1)"},
		{"Product([i, j, 2]) == 1", "(= (* i j 2) 1)"},
		{"Distinct([i])", "true"},
		{"Distinct(i, j, 3)", "(distinct i j 3)"},
		{"If(p, i, r) == 1", "(= (ite p (to_real i) r) 1.0)"},
		{"Implies(p, q)", "(=> p q)"},
		{"UGT(u, 5)", "(bvugt u (_ bv5 8))"},
		{"LShR(u, 1) == URem(u, v)",
			"(= (bvlshr u (_ bv1 8)) (bvurem u v))"},
		{"Implies(p)", "1: `Implies(p)` takes 2 arguments and has 1"},
		{"Not([p])", "5: a value is expected, and not `[`"},
		{"f([i])", "3: a value is expected, and not `[`"},
		{"UGT(i, j)", "1: `UGT(i, j)` is of sort Int, to which UGT"},
	};

	EXPECT_ALL(pairs, dsl_bool);
}

TEST(quantifiers_bind_declared_variables)
{
	static const char *const pairs[][2] = {
		{"ForAll([i], i > 0)", "(forall ( (i Int)) (> i 0))"},
		{"Exists(i, i > j)", "(exists ( (i Int)) (> i j))"},
		{"ForAll([i, r], Exists([j], j > i + r))",
			"(forall ( (i Int) (r Real)) (exists ( (j Int))"},
		{"ForAll([k], k > 0)", "9: `k` is not declared"},
		{"ForAll([], p)", "9: a variable of the quantifier"},
		{"ForAll([f], p)", "9: `f` cannot be bound"},
		{"ForAll([i], i)", "13: `i` is of sort Int where Bool"},
		{"ForAll([i] i > 0)", "12: a , is expected"},
	};

	EXPECT_ALL(pairs, dsl_bool);
}

TEST(what_is_not_of_the_language_is_told_apart)
{
	static const char *const pairs[][2] = {
		{"", "1: a value is expected, and the expression ends"},
		{"p and", "6: a value is expected, and the expression ends"},
		{"p && q", "3: the end of the expression is expected, and not "
			   "`&&`; write And"},
		{"i = 1", "3: the end of the expression is expected, and not "
			  "`=`; equality"},
		{"!p", "1: a value is expected, and not `!`; write Not(a)"},
		{"i.x == 1", "2: the end of the expression is expected, and "
			     "not `.`; there are no attributes"},
		{"i in [1]", "3: the end of the expression is expected, and "
			     "not `in`; write Or"},
		{"lambda: p", "1: a value is expected"},
		{"'a' == i", "1: a value is expected, and not `'`; there are "
			     "no strings"},
		{"i > 0 & j > 0", "5: `0 & j` is of sort Int, to which & does "
				  "not apply; & and | bind"},
		{"sum([i]) > 0", "1: `sum` is not a part of expressions; write "
				 "Sum"},
		{"Implys(p, q)", "1: `Implys` is not declared; did you mean "
				 "Implies"},
		{"f == 1", "1: `f` takes 1 argument and has 0"},
		{"i(1) == 1", "1: `i` is not a function"},
		{"f[1] == 1", "1: `f` takes 1 argument and has 0"},
		{"i[1] == 1", "1: `i` is not an array"},
		{"(p", "3: a ) is expected, and the expression ends; write"},
		{"or", "1: `or` is not declared; did you mean Or"},
		{"p)", "2: the end"},
		{"i", "1: `i` is of sort Int where Bool is expected"},
		{"And(p, i)", "8: `i` is of sort Int"},
		{"a[ i ]", "1: `a[ i ]` is of sort Real where Bool"},
		{"i == u", "1: `i` is of sort Int where (_ BitVec 8) is "
			   "expected; write BitVecVal"},
		{"f(r) == 1", "3: `r` is of sort Real where Int"},
		{"p \xf0\x9f\x98\x80 q", "3: the end of the expression"},
	};

	EXPECT_ALL(pairs, dsl_bool);
}

TEST(an_objective_is_a_number)
{
	static const char *const pairs[][2] = {{"i", "i"}, {"2*r", "(* 2.0 r)"},
		{"u", "u"}, {"p + q", "(+ (ite p 1 0) (ite q 1 0))"},
		{"p", "1: `p` is not a number"},
		/* The fault of the part is the one that is told. */
		{"1 + nothing", "5: `nothing` is not declared"},
		{"a", "1: `a` is not a number"}};

	EXPECT_ALL(pairs, NULL);
}

/* --- hostile texts ------------------------------------------------------- */

static char *
repeat(const char *head, const char *piece, size_t count, const char *tail)
{
	DROP(buf) struct buf text;

	buf_init(&text, 64 * MIB);
	(void)buf_add_text(&text, head);
	while (count-- > 0)
		(void)buf_add_text(&text, piece);
	(void)buf_add_text(&text, tail);
	return buf_detach(&text);
}

TEST(deep_and_long_expressions_are_refused_or_read)
{
	static const struct {
		const char *head, *piece, *tail, *made;
		size_t count;
	} texts[] = {
		{"", "(", "p", "", 300000},
		{"", "not ", "p", "", 300000},
		{"i == ", "-", "1", "", 300000},
		{"", "ForAll([i], ", "p", "", 300000},
		{"i == ", "1 if p else ", "2", "", 300000},
		{"i == i", "**2", "", "", 300000},
		{"a", "[i]", " == 1", "", 300000},
		{"i == i", " + 1 - j", "", "", 300000},
		{"And(", "p, ", "p)", "(and p p", 300000},
		{"p", " or p", "", "(or p p", 300000},
		{"i", " < i", "", "(and (< i i)", 30000},
		{"ForAll([", "i,", "i], p)", "", 300000},
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		DROP(text)
		char *text = repeat(texts[i].head, texts[i].piece,
			texts[i].count, texts[i].tail);
		DROP(text) char *made = translate(text, dsl_bool);

		if (strncmp(made, texts[i].made, strlen(texts[i].made)) != 0)
			fail_msg("%s: %.100s", texts[i].piece, made);
	}
}

TEST(a_power_of_a_power_ends_at_the_ceiling)
{
	DROP(dsl) struct dsl d;
	DROP(buf) struct buf out;

	buf_init(&out, MIB);
	declare_all(&d);
	dsl_expression(&d, "((((((i**64)**64)**64)**64)**64)**64)**64 == 1",
		dsl_bool, &out);
	assert_false(d.has_failed);
	assert_true(out.overflowed);
}

TEST(sorts_of_sorts_do_not_grow_without_end)
{
	DROP(dsl) struct dsl d;
	char names[40][16];
	char types[40][48];

	dsl_init(&d);
	for (int i = 0; i < 40; i++) {
		(void)snprintf(names[i], sizeof(names[i]), "S%d", i);
		(void)snprintf(types[i], sizeof(types[i]),
			i > 0 ? "ArraySort(S%d, S%d)" : "IntSort", i - 1,
			i - 1);
		dsl_define_sort(&d, names[i], types[i]);
	}
	(void)dsl_sort(&d, "S5");
	assert_false(d.has_failed);
	(void)dsl_sort(&d, "S39");
	assert_true(d.has_failed);
	assert_non_null(strstr(d.fault, "too deeply"));
}

/* --- programs ------------------------------------------------------------ */

static void
expect_fault(const char *program, const char *piece)
{
	DROP(translation) struct translation t;
	struct diagnostic fault;

	if (language_read(program, strlen(program), &t, &fault))
		fail_msg("%s: is read", program);
	if (strstr(fault.what, piece) == NULL)
		fail_msg("%s: %s", program, fault.what);
}

TEST(a_fault_has_path_and_column)
{
	static const char program[] =
		"{\n \"verifications\": [],\n \"knowledge_base\": [\"True\",\n"
		"  {\"assertion\": \"1 == \\u0031 + x\"}]}";
	DROP(translation) struct translation t;
	struct diagnostic fault;

	assert_false(language_read(program, strlen(program), &t, &fault));
	assert_memory_equal(
		fault.what, "knowledge_base[1].assertion, column 10: `x`", 43);
	assert_int_equal(fault.line, 0);
}

/* Which the schema reads. */
TEST(a_text_in_the_place_of_a_section_has_faults_with_their_path)
{
	expect_fault("{\"verifications\": [],\n"
		     "\"knowledge_base\": \"[\\\"True\\\", \\\"x\\\"]\"}",
		"knowledge_base[1], column 1: `x`");
}

TEST(what_the_sections_may_not_hold_is_refused_with_its_path)
{
	expect_fault("{\"knowledge_base\": [1]}", "knowledge_base");
	expect_fault("{\"knowledge_base\": {}}", "knowledge_base");
	expect_fault(
		"{\"verifications\": [{\"constraint\": 1}]}", "constraint");
	expect_fault("{\"knowledge_base\": [\"a\\u0000b\"]}", "NUL");
	expect_fault("{\"verifications\": [], \"variables\": [{\"name\": \"a "
		     "b\", \"sort\": \"Int\"}]}",
		"variables[0].name, column 2: \"a b\" cannot be");
	expect_fault("{\"verifications\": [], \"constants\": {\"c\": "
		     "{\"sort\": \"Int\", \"members\": {\"1a\": 0}}}}",
		"constants.c.members");
	expect_fault("{\"sorts\": [{\"name\": \"Int\", \"type\": "
		     "\"DeclareSort\"}]}",
		"sorts[0].name");
	expect_fault("{\"verifications\": [], \"sorts\": [{\"name\": \"A\", "
		     "\"type\": "
		     "\"ArraySort(Int, Itn)\"}]}",
		"sorts[0].type, column 16: `Itn` is not a sort, did you mean "
		"Int?");
	expect_fault("{\"verifications\": [], \"sorts\": [{\"name\": \"B\", "
		     "\"type\": "
		     "\"BitVecSort(0)\"}]}",
		"sorts[0].type, column 1: `BitVecSort(0)` has no width");
	expect_fault("{\"verifications\": [], \"sorts\": [{\"name\": \"B\", "
		     "\"type\": \"Int +\"}]}",
		"sorts[0].type, column 6: a sort is expected, and the sort "
		"ends");
	expect_fault("{\"verifications\": [{\"forall\": [{\"name\": \"x\", "
		     "\"sort\": \"5\"}], \"constraint\": \"True\"}]}",
		"verifications[0].forall[0].sort, column 1: `5` is not a sort");
	expect_fault("{\"sorts\": [{\"name\": \"C\", \"type\": \"EnumSort\"}]}",
		"an EnumSort has values");
	expect_fault("{\"knowledge_base\": [", "not JSON");
}

TEST(items_come_in_the_order_of_the_sections)
{
	static const char program[] =
		"{\"knowledge_base\": [\"x > 1\",\n\"x < 3\"],\n"
		"\"variables\": [{\"name\": \"x\", \"sort\": \"Int\"}]}";
	DROP(translation) struct translation t;
	struct diagnostic fault;

	assert_true(language_read(program, strlen(program), &t, &fault));
	assert_int_equal(t.language, LANGUAGE_JSON_DSL);
	assert_string_equal(t.text.data,
		"(declare-const x Int)\n(assert (> x 1))\n(assert (< x 3))\n");
	assert_int_equal(t.count, 3);
	assert_string_equal(t.items[2].note, "x < 3");
	assert_ptr_equal(translation_text(&t), t.text.data);
}

/* Each of these facts would be written up to the ceiling: a million bytes. */
TEST(a_program_over_the_ceiling_is_not_read_to_its_end)
{
	static const char fact[] = "\"((((i**64)**64)**64)**64)**64 == 1\",";
	DROP(text)
	char *program = repeat("{\"variables\": [{\"name\": \"i\", \"sort\": "
			       "\"Int\"}], \"knowledge_base\": [",
		fact, 30, "\"i == 1\"]}");
	DROP(translation) struct translation t = {0};
	DROP(dsl_questions) struct dsl_questions q;
	struct diagnostic fault;

	buf_init(&t.text, MIB);
	assert_false(
		json_dsl_translate(program, strlen(program), &t, &q, &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_LIMIT);
	assert_int_equal(t.count, 2); /* the variable and the first fact */
}

/* Once for each of them it would take more than a minute. */
TEST(an_expression_of_many_free_variables_is_gone_through_once)
{
	enum { COUNT = 100000, MOST_S = 20 };
	DROP(buf) struct buf program;
	DROP(buf) struct buf sum;
	DROP(translation) struct translation t;
	struct diagnostic fault;
	clock_t before = clock();

	buf_init(&program, LIMIT_MESSAGE);
	buf_init(&sum, LIMIT_MESSAGE);
	(void)buf_add_text(&program, "{\"variables\": [");
	for (int i = 0; i < COUNT; i++) {
		(void)buf_add_format(&program,
			"%s{\"name\": \"a%d\", \"sort\": \"Int\"}",
			i > 0 ? "," : "", i);
		(void)buf_add_format(&sum, "%sa%d", i > 0 ? ", " : "", i);
	}
	(void)buf_add_format(&program,
		"],\n\"knowledge_base\": [\"Sum(%s) > 0\"]}", sum.data);
	if (!language_read(program.data, program.size, &t, &fault))
		fail_msg("%s", fault.what);
	assert_int_equal(t.count, COUNT + 1);
	assert_true((clock() - before) / CLOCKS_PER_SEC < MOST_S);
}

TEST(data_and_exports_are_not_taken_for_programs)
{
	static const char data[] = "{\"rules\": [1, 2], \"sorts\": 3}";
	DROP(translation) struct translation t;
	struct diagnostic fault;

	assert_true(language_read(data, strlen(data), &t, &fault));
	assert_int_equal(t.language, LANGUAGE_DATA);
}
