#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "smt/names/symbol_walk.h"
#include "unit/smt/uses.h"

struct walked {
	struct commands forms;
	struct scope scope;
	struct symbols symbols;
};

static void
walk(struct walked *w, const char *text)
{
	struct diagnostic fault;

	*w = (struct walked){0};
	assert_true(commands_split(text, strlen(text), &w->forms, &fault));
	scope_init(&w->scope, text, &w->symbols);
	symbol_walk_commands(&w->scope, &w->forms);
}

static void
release(struct walked *w)
{
	scope_release(&w->scope);
	symbols_release(&w->symbols);
	commands_release(&w->forms);
}

TEST(walks_no_forms)
{
	struct walked w;

	walk(&w, "; nothing");
	assert_int_equal(w.symbols.declared_count, 0);
	assert_int_equal(w.symbols.used_count, 0);
	release(&w);
}

TEST(leaves_nothing_bound_behind_a_command)
{
	static const char *const texts[] = {
		"(assert (forall ((x Int)) (let ((y x)) (p y))))",
		"(define-fun f ((x Int)) Int x)",
		"(define-fun-rec f ((x Int)) Int x)",
		"(define-funs-rec ((f ((x Int)) Int)) (x))",
		"(define-sort P (A) (Array A A))",
		"(declare-datatype L (par (X) ((c (s X)))))",
		"(declare-datatypes (X) ((L (c (s X)))))",
		"(assert (match t (((c a b) a) (d d))))",
		"(assert (match t (case (c a) a)))",
		"(assert (let ((x (let ((y 1))))) (let (z) w)))",
		"(assert (forall ((x Int))))",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct walked w;

		walk(&w, texts[i]);
		if (w.scope.open.count != 0 || w.scope.waiting.count != 0)
			fail_msg("%s: %zu bound, %zu wait", texts[i],
				w.scope.open.count, w.scope.waiting.count);
		release(&w);
	}
}

TEST(tells_the_scope_which_command_it_is_in)
{
	struct walked w;

	walk(&w, "(assert x)(check-sat)(assert y)");
	assert_int_equal(w.symbols.used[0].command, 0);
	assert_int_equal(w.symbols.used[1].command, 2);
	release(&w);
}

TEST(walks_the_commands_that_are_left_only)
{
	struct walked w = {0};
	const char *text = "(assert x)(assert y)";
	struct diagnostic fault;

	assert_true(commands_split(text, strlen(text), &w.forms, &fault));
	w.forms.at[0] = w.forms.at[1];
	w.forms.count = 1;
	scope_init(&w.scope, text, &w.symbols);
	symbol_walk_commands(&w.scope, &w.forms);
	assert_int_equal(w.symbols.used_count, 1);
	assert_string_equal(w.symbols.used[0].name, "y");
	release(&w);
}

TEST(binds_the_variables_of_quantifiers)
{
	assert_uses("(assert (forall ((x S) (y Int)) (p x y z)))", "S* p z");
	assert_uses("(assert (and (exists ((x Int)) (p x)) (q x)))", "p q x");
	assert_uses("(assert (= a (lambda ((i Int)) (f i j))))", "a f j");
	assert_uses(
		"(assert (forall ((x Int)) (exists ((x S)) (p x))))", "S* p");
}

TEST(binds_a_variable_that_stands_for_a_function)
{
	assert_uses("(assert (forall ((f (Array Int Int))) (= (f 1) g)))", "g");
}

TEST(keeps_functions_and_sorts_apart)
{
	assert_uses("(assert (forall ((S S)) (p S)))", "S* p");
	assert_uses("(declare-const S Int)(declare-const x S)", "S*");
	assert_uses("(declare-sort S 0)(assert S)", "S");
}

TEST(binds_all_variables_of_a_let_at_once)
{
	assert_uses("(assert (let ((x y) (y x)) (p x y)))", "y x p");
	assert_uses("(assert (let ((x (let ((y z)) y))) (p x y)))", "z p y");
	assert_uses("(assert (let ((x 1)) (let ((y x)) (p x y))))", "p");
	assert_uses("(assert (and (let ((x 1)) x) x))", "x");
}

TEST(binds_the_variables_of_patterns)
{
	assert_uses(
		"(assert (match t (((cons h r) (p h r s)))))", "t cons p s");
	assert_uses("(assert (match t (((cons h _) (p h)) (_ (q h)))))",
		"t cons p q h");
	assert_uses("(assert (match t (case (cons h r) (p h)) (case n h)))",
		"t cons p n h");
}

TEST(takes_a_lone_pattern_for_used_and_for_bound)
{
	assert_uses("(assert (match t ((nil 0) (x (f x)))))", "t nil x f");
	assert_uses("(declare-datatype L ((nil)))"
		    "(assert (match t ((nil nil))))",
		"t");
}

TEST(looks_into_triggers_and_not_into_other_attributes)
{
	assert_uses("(assert (forall ((x Int)) (! (p x) :pattern ((q x) (r y)) "
		    ":pattern (s x) :no-pattern (t x) :qid u :skolemid v "
		    ":weight 3 :extra (w (w)))))",
		"p q r y s t");
}

TEST(looks_into_qualified_and_indexed_names)
{
	assert_uses("(assert (= x (as nil (L Int))))", "x nil L*");
	assert_uses("(assert ((as cons (L S)) a b))", "cons L* S* a b");
	assert_uses("(assert ((_ is cons) x))", "cons x");
	assert_uses("(assert (is-cons x))", "is-cons x");
	assert_uses("(assert ((as (_ f 3) S) x))", "f S* x");
	assert_uses("(assert ((as const (Array Int S)) x))", "S* x");
}

TEST(looks_at_functions_that_are_indices)
{
	assert_uses("(assert ((_ map f) a))", "f a");
	assert_uses("(assert ((_ map (f (Int S) Bool)) a))", "f S* a");
	assert_uses("(assert (forall ((f Int)) (_ as-array f)))", "f");
	assert_uses("(assert ((_ update-field s) x 3))", "s x");
}

TEST(does_not_look_into_root_obj)
{
	assert_uses("(assert (= y (root-obj (+ (^ x 2) (- 2)) 1)))", "y");
}

TEST(looks_at_objectives_and_soft_assertions)
{
	assert_uses("(minimize (+ x y))", "x y");
	assert_uses("(maximize z :id goal)", "z");
	assert_uses("(assert-soft p :weight 2 :id goal)", "p");
}

TEST(looks_at_queries)
{
	assert_uses("(get-value (x (f y)))", "x f y");
	assert_uses("(check-sat-assuming (a (not b)))", "a b");
	assert_uses("(eval (f x) :completion true)(simplify y)", "f x y");
}

TEST(finds_nothing_in_options_and_infos)
{
	assert_uses("(set-logic QF_LIA)(set-option :opt.priority lex)"
		    "(set-info :source |x|)(echo \"y\")",
		"");
}

TEST(does_not_let_a_definition_see_itself)
{
	assert_uses("(define-fun f ((x Int)) Int (f x))", "f");
	assert_uses("(define-const c Int c)", "c");
	assert_uses("(define-fun-rec f ((x Int)) Int (f x))", "");
	assert_uses("(define-fun f () Int 1)(assert (= f 1))", "");
}
