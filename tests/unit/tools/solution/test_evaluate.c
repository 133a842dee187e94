#include "unit/unit.h"

#include "tools/solution/evaluate.h"

#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "model/items/model.h"

static struct model *
model_of(const char *const *items)
{
	struct model *m = model_new();

	for (; *items != NULL; items++)
		model_insert(m, m->count, item_new(*items, NULL, NULL));
	return m;
}

#define MODEL(...) model_of((const char *const[]){__VA_ARGS__, NULL})

static void
expect(struct model *m, const char *solution, const char *text)
{
	DROP(model) struct model *owned = m;
	DROP(buf) struct buf out;

	buf_init(&out, 10000);
	assert_true(evaluate_write(owned, solution, &out));
	assert_string_equal(out.data, text);
}

TEST(declared_names_get_their_values)
{
	expect(MODEL("(declare-const x Int)", "(declare-fun f (Int) Int)",
		       "(assert (> x 3))"),
		"(\n(define-fun x () Int\n  4)\n(define-fun f ((x!0 Int)) "
		"Int 7)\n)",
		"(define-fun x () Int\n  4)\n"
		"(define-fun-rec f ((x!0 Int)) Int 7)\n");
}

TEST(what_the_solution_does_not_know_stays_declared)
{
	expect(MODEL("(declare-const x Int)(declare-const y Int)"),
		"((define-fun y () Int 1))",
		"(define-fun y () Int 1)\n(declare-const x Int)\n");
}

TEST(sorts_come_first_and_definitions_last)
{
	expect(MODEL("(declare-datatypes ((P 0)) (((p (l Int)))))",
		       "(declare-const c P)",
		       "(define-fun d () Int (l c))(assert (= d 2))"),
		"((define-fun c () P (p 2)))",
		"(declare-datatypes ((P 0)) (((p (l Int)))))\n"
		"(define-fun c () P (p 2))\n"
		"(define-fun d () Int (l c))\n");
}

TEST(a_definition_stands_behind_those_it_uses)
{
	expect(MODEL("(declare-fun f (Int) Int)"),
		"((define-fun f ((a Int)) Int (f!1 (k!2 a)))"
		"(define-fun f!1 ((a Int)) Int (k!2 a))"
		"(define-fun k!2 ((a Int)) Int a))",
		"(define-fun-rec k!2 ((a Int)) Int a)\n"
		"(define-fun-rec f!1 ((a Int)) Int (k!2 a))\n"
		"(define-fun-rec f ((a Int)) Int (f!1 (k!2 a)))\n");
}

TEST(definitions_that_use_each_other_are_all_written)
{
	expect(MODEL("(declare-fun f (Int) Int)"),
		"((define-fun f ((a Int)) Int (g!1 a))"
		"(define-fun g!1 ((a Int)) Int (f a)))",
		"(define-fun-rec g!1 ((a Int)) Int (f a))\n"
		"(define-fun-rec f ((a Int)) Int (g!1 a))\n");
}

/* libz3 lists definitions and labels of the text as well. */
TEST(the_model_s_own_definitions_hold)
{
	expect(MODEL("(declare-const x Int)(define-fun d () Int (* 2 x))",
		       "(assert (! (> x 3) :named big))"),
		"((define-fun x () Int 4)(define-fun d () Int 8)"
		"(define-fun big () Bool true))",
		"(define-fun x () Int 4)\n(define-fun d () Int (* 2 x))\n"
		"(define-fun big () Bool (> x 3))\n");
}

TEST(a_universe_becomes_an_enumeration)
{
	expect(MODEL("(declare-sort U 0)(declare-sort V 0)",
		       "(declare-const u U)"),
		"(\n;; universe for U:\n;;   U!val!1 U!val!0\n"
		"(declare-fun U!val!1 () U)\n(declare-fun U!val!0 () U)\n"
		";; cardinality constraint:\n"
		";; (forall ((x U)) (= x U!val!1))\n"
		"(define-fun u () U U!val!0)\n)",
		"(declare-datatypes ((U 0)) (((U!val!1)(U!val!0))))\n"
		"(declare-sort V 0)\n(define-fun u () U U!val!0)\n");
}

TEST(an_instance_of_a_sort_has_these_elements)
{
	expect(MODEL("(declare-sort Q 1)(declare-const q (Q Int))"),
		"((declare-fun |(Q Int)!val!0| () (Q Int))"
		"(define-fun q () (Q Int) |(Q Int)!val!0|))",
		"(declare-sort Q 1)\n"
		"(declare-fun |(Q Int)!val!0| () (Q Int))\n"
		"(assert (forall ((satchel!e (Q Int))) (or false "
		"(= satchel!e |(Q Int)!val!0|))))\n"
		"(define-fun q () (Q Int) |(Q Int)!val!0|)\n");
}

TEST(options_and_what_a_logic_rules_play_no_part)
{
	expect(MODEL("(set-logic QF_LIA)(set-option :random-seed 3)",
		       "(declare-const x Int)(minimize x)"),
		"((define-fun x () Int 1))", "(define-fun x () Int 1)\n");
}

TEST(what_is_no_solution_is_said)
{
	DROP(model) struct model *m = model_new();
	DROP(buf) struct buf out;

	buf_init(&out, 1000);
	assert_false(evaluate_write(m, "", &out));
	assert_false(evaluate_write(m, "(define-fun x", &out));
	assert_false(evaluate_write(m, "x)", &out));
	assert_false(evaluate_write(m, "((define-fun x () Int 1)", &out));
	assert_int_equal(out.size, 0);
}

TEST(what_the_solution_asserts_comes_last)
{
	expect(MODEL("(declare-const x Int)(declare-const x Real)",
		       "(declare-const y Int)"),
		"(\n(declare-fun x () Int)\n(assert (= (as x Int) 3))\n"
		"(declare-fun x () Real)\n(assert (= (as x Real) 1.5))\n"
		"(define-fun y () Int\n  4)\n"
		")",
		"(declare-fun x () Int)\n(declare-fun x () Real)\n"
		"(define-fun y () Int\n  4)\n"
		"(assert (= (as x Int) 3))\n(assert (= (as x Real) 1.5))\n");
}

TEST(a_label_is_its_term)
{
	expect(MODEL("(declare-const x Int)",
		       "(assert (! (> x 3) :named |so big|))"),
		"((define-fun x () Int 5))",
		"(define-fun x () Int 5)\n"
		"(define-fun |so big| () Bool (> x 3))\n");
}

/* (define-fun c0 () Int c1) and so on: the last one has the value. */
TEST(a_long_chain_is_written_in_a_moment)
{
	enum { COUNT = 30000, MOST_S = 10 };
	DROP(model) struct model *m = MODEL("(declare-const c0 Int)");
	DROP(buf) struct buf items;
	DROP(buf) struct buf solution;
	DROP(buf) struct buf out;
	clock_t before = clock();

	buf_init(&items, LIMIT_MODEL);
	buf_init(&solution, LIMIT_MODEL);
	buf_init(&out, LIMIT_MODEL);
	buf_add_char(&solution, '(');
	for (int i = 0; i < COUNT; i++) {
		buf_add_format(&items, "(declare-const c%d Int)", i + 1);
		buf_add_format(
			&solution, "(define-fun c%d () Int c%d)\n", i, i + 1);
	}
	buf_add_format(&solution, "(define-fun c%d () Int 5))", COUNT);
	model_insert(m, m->count, item_new(items.data, NULL, NULL));
	assert_true(evaluate_write(m, solution.data, &out));
	assert_int_equal(memcmp(out.data, "(define-fun c30000 ", 19), 0);
	assert_true((clock() - before) / CLOCKS_PER_SEC < MOST_S);
}

TEST(many_sorts_with_elements_are_written_in_a_moment)
{
	enum { COUNT = 30000, MOST_S = 10 };
	DROP(model) struct model *m = model_new();
	DROP(buf) struct buf items;
	DROP(buf) struct buf solution;
	DROP(buf) struct buf out;
	clock_t before = clock();

	buf_init(&items, LIMIT_MODEL);
	buf_init(&solution, LIMIT_MODEL);
	buf_init(&out, LIMIT_MODEL);
	buf_add_char(&solution, '(');
	for (int i = 0; i < COUNT; i++) {
		buf_add_format(&items, "(declare-sort S%d 0)", i);
		buf_add_format(
			&solution, "(declare-fun S%d!val!0 () S%d)\n", i, i);
	}
	buf_add_char(&solution, ')');
	model_insert(m, 0, item_new(items.data, NULL, NULL));
	assert_true(evaluate_write(m, solution.data, &out));
	assert_non_null(strstr(out.data, "(declare-datatypes ((S29999 0)) "));
	assert_true((clock() - before) / CLOCKS_PER_SEC < MOST_S);
}
