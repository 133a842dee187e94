#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/names/symbols.h"
#include "unit/smt/cut.h"

static void
scan(const char *text, struct symbols *s)
{
	DROP(commands) struct commands forms = cut(text);

	symbols_scan(text, forms.at, forms.count, s);
}

/* The uses that are not libz3's, in the order of the text; a sort has a *. */
static void
assert_uses(const char *text, const char *expected)
{
	DROP(symbols) struct symbols s = {0};
	DROP(buf) struct buf uses;

	buf_init(&uses, 4096);
	scan(text, &s);
	for (size_t i = 0; i < s.used_count; i++)
		if (!s.used[i].is_builtin)
			(void)buf_add_format(&uses, "%s%s%s",
				uses.size > 0 ? " " : "", s.used[i].name,
				s.used[i].is_sort ? "*" : "");
	if (strcmp(uses.data, expected) != 0)
		fail_msg("%s\nuses %s\nnot  %s", text, uses.data, expected);
}

static const char *const kinds[] = {
	[SYMBOL_FUNCTION] = "function",
	[SYMBOL_DEFINED] = "defined",
	[SYMBOL_RECURSIVE] = "recursive",
	[SYMBOL_SORT] = "sort",
	[SYMBOL_CONSTRUCTOR] = "constructor",
	[SYMBOL_SELECTOR] = "selector",
	[SYMBOL_TESTER] = "tester",
	[SYMBOL_LABEL] = "label",
};

/* The declarations as "name/arity kind, ...". */
static void
assert_declares(const char *text, const char *expected)
{
	DROP(symbols) struct symbols s = {0};
	DROP(buf) struct buf found;

	buf_init(&found, 4096);
	scan(text, &s);
	for (size_t i = 0; i < s.declared_count; i++)
		(void)buf_add_format(&found, "%s%s/%zu %s", i > 0 ? ", " : "",
			s.declared[i].name, s.declared[i].arity,
			kinds[s.declared[i].kind]);
	if (strcmp(found.data, expected) != 0)
		fail_msg("%s\ndeclares %s\nnot      %s", text, found.data,
			expected);
}

TEST(finds_declared_constants_and_functions)
{
	assert_declares("(declare-const x Int)", "x/0 function");
	assert_declares("(declare-fun f () Int)", "f/0 function");
	assert_declares(
		"(declare-fun f (Int (Array Int S) Bool) Int)", "f/3 function");
	assert_uses("(declare-fun f (A (Array B (_ BitVec 3))) C)", "A* B* C*");
}

TEST(finds_definitions)
{
	assert_declares("(define-const c Int 1)", "c/0 defined");
	assert_declares(
		"(define-fun f ((x Int) (y S)) Int (+ x z))", "f/2 defined");
	assert_uses("(define-fun f ((x Int) (y S)) R (+ x y z))", "S* R* z");
	assert_declares(
		"(define-fun-rec f ((x Int)) Int (f x))", "f/1 recursive");
}

TEST(finds_a_datatype_with_its_parts)
{
	assert_declares("(declare-datatype T ((a) (b (p Int) (q T))))",
		"T/0 sort, a/0 constructor, is-a/1 tester, b/2 constructor, "
		"is-b/1 tester, p/1 selector, q/1 selector");
	assert_uses("(declare-datatype T ((a) (b (p S) (q T))))", "S*");
	assert_declares("(declare-datatype T (a b))",
		"T/0 sort, a/0 constructor, is-a/1 tester, b/0 constructor, "
		"is-b/1 tester");
}

TEST(finds_datatypes_with_parameters)
{
	assert_declares("(declare-datatype L (par (X Y) ((nil))))",
		"L/2 sort, nil/0 constructor, is-nil/1 tester");
	assert_uses(
		"(declare-datatype L (par (X) ((c (h X) (t (L X)) (u Y)))))",
		"Y*");
	assert_declares("(declare-datatypes ((L 1) (M 0)) "
			"((par (X) ((nil))) ((m (s (L M))))))",
		"L/1 sort, M/0 sort, nil/0 constructor, is-nil/1 tester, "
		"m/1 constructor, is-m/1 tester, s/1 selector");
	assert_uses("(declare-datatypes ((L 1) (M 0)) "
		    "((par (X) ((nil (s M)))) ((m (t X)))))",
		"X*");
}

TEST(finds_datatypes_in_the_older_form)
{
	assert_declares("(declare-datatypes (X) ((L nil (cons (hd X) (tl M))) "
			"(M (m (un L)))))",
		"L/1 sort, M/1 sort, nil/0 constructor, is-nil/1 tester, "
		"cons/2 constructor, is-cons/1 tester, hd/1 selector, "
		"tl/1 selector, m/1 constructor, is-m/1 tester, un/1 selector");
	assert_uses("(declare-datatypes (X) ((L (c (s M) (t X) (u Z))) (M d)))",
		"Z*");
	assert_declares("(declare-datatypes () ((E a b)))",
		"E/0 sort, a/0 constructor, is-a/1 tester, b/0 constructor, "
		"is-b/1 tester");
}

TEST(finds_labels_anywhere_in_a_term)
{
	assert_declares("(assert (! (and (! p :named |a b|) q) :named l))",
		"a b/0 label, l/0 label");
	assert_uses("(assert (! (and (! p :named a) q) :named l))"
		    "(assert (=> a l))",
		"p q");
	assert_uses("(assert (and a (! p :named a) a))", "a p");
}

/* The use of that name, or NULL. */
static const struct symbol *
find_used(const struct symbols *s, const char *name)
{
	for (size_t i = 0; i < s->used_count; i++) {
		if (strcmp(s->used[i].name, name) == 0)
			return &s->used[i];
	}
	return NULL;
}

static struct symbol
used(const struct symbols *s, const char *name)
{
	const struct symbol *found = find_used(s, name);

	if (found == NULL) {
		fail_msg("%s is not used", name);
		return (struct symbol){0};
	}
	return *found;
}

TEST(marks_the_names_of_libz3)
{
	const char *text = "(assert (and (= a 1) ((_ extract 3 0) (_ bv5 8))))";
	DROP(symbols) struct symbols s = {0};

	scan(text, &s);
	assert_true(used(&s, "and").is_builtin);
	assert_true(used(&s, "extract").is_builtin);
	assert_true(used(&s, "bv5").is_builtin);
	assert_false(used(&s, "a").is_builtin);
	assert_null(find_used(&s, "_"));
}

TEST(lets_a_text_declare_the_names_of_libz3)
{
	const char *text = "(declare-fun select (S) Int)(assert (select s))";
	DROP(symbols) struct symbols s = {0};

	scan(text, &s);
	assert_null(find_used(&s, "select"));
	assert_non_null(symbols_declared(&s, "select"));
}

TEST(takes_a_quoted_symbol_for_the_same_name)
{
	assert_uses("(declare-const |x| Int)(assert (= x |y|))", "y");
	assert_uses("(assert (|let| ((|x| 1)) (= x 2)))", "");
	assert_uses("(assert (= |a b| |a\nb|))", "a b a\nb");
}

TEST(binds_the_parameters_of_each_recursive_function)
{
	assert_declares("(define-funs-rec ((f ((a Int)) Int) (g ((b S) (c T)) "
			"Bool)) (1 true))",
		"f/1 recursive, g/2 recursive");
	assert_uses("(define-funs-rec ((f ((a Int)) Int) (g ((b S)) Int)) "
		    "((f g a b) (g a b)))",
		"S* b a");
	assert_uses("(define-funs-rec ((f ((a Int)) Int) (g ((b Int)) Int)) "
		    "(a b))",
		"");
	assert_uses("(define-funs-rec ((f ((a Int)) Int)) (a a))", "a");
}

TEST(counts_the_commands)
{
	const char *text = "(declare-const x Int) ; c\n(declare-const y Int)";
	DROP(symbols) struct symbols s = {0};

	scan(text, &s);
	assert_int_equal(s.declared[0].command, 0);
	assert_int_equal(s.declared[1].command, 1);
	assert_int_equal(s.declared[1].line, 2);
}

TEST(survives_commands_of_the_wrong_shape)
{
	assert_declares("(declare-fun)(declare-const)(define-fun)(assert)"
			"(declare-datatype)(declare-datatypes)"
			"(define-funs-rec)(declare-datatypes x y)",
		"");
	assert_declares("(declare-fun () () ())(declare-const (x) Int)"
			"(declare-datatype () ((a)))"
			"(declare-datatypes (()) (()))"
			"(declare-datatypes ((T)) (() () ()))"
			"(define-funs-rec (()) (x y))",
		"a/0 constructor, is-a/1 tester, T/0 sort");
	assert_uses("(assert (let))(assert (let x y))(assert (let ((x)) x))"
		    "(assert (forall x y))(assert (! ))(assert (as))"
		    "(assert (_))(assert (match))(assert (match x y))"
		    "(assert ())(assert (()))(assert (root-obj))",
		"y x");
	assert_declares("(declare-datatype T ((()) (a ()) (b (()))))",
		"T/0 sort, a/1 constructor, is-a/1 tester, "
		"b/1 constructor, is-b/1 tester");
}

TEST(looks_at_as_much_nesting_as_is_allowed)
{
	enum { DEPTH = 4990 };
	DROP(buf) struct buf text;
	DROP(symbols) struct symbols s = {0};

	buf_init(&text, 1 << 20);
	(void)buf_add_text(&text, "(assert ");
	for (int i = 0; i < DEPTH; i++)
		(void)buf_add_format(&text, "(let ((x%d x%d)) ", i + 1, i);
	(void)buf_add_format(&text, "x%d", DEPTH);
	for (int i = 0; i < DEPTH; i++)
		(void)buf_add_char(&text, ')');
	(void)buf_add_char(&text, ')');
	assert_false(text.overflowed);
	scan(text.data, &s);
	assert_int_equal(s.used_count, 1);
	assert_string_equal(s.used[0].name, "x0");
}

TEST(finds_no_name_that_is_not_there)
{
	DROP(symbols) struct symbols s = {0};

	scan("(declare-const x Int)", &s);
	assert_null(symbols_declared(&s, "y"));
	assert_null(find_used(&s, "x"));
}

TEST(binds_a_variable_that_stands_for_a_function)
{
	assert_uses("(assert (forall ((f (Array Int Int))) (= (f 1) g)))", "g");
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

TEST(does_not_let_a_definition_see_itself)
{
	assert_uses("(define-fun f ((x Int)) Int (f x))", "f");
	assert_uses("(define-const c Int c)", "c");
	assert_uses("(define-fun-rec f ((x Int)) Int (f x))", "");
	assert_uses("(define-fun f () Int 1)(assert (= f 1))", "");
}

TEST(keeps_numbers_and_marks_when_it_grows)
{
	static char texts[5000][16];
	struct symbol_table n = {0};

	for (int i = 0; i < 5000; i++) {
		(void)snprintf(texts[i], sizeof(texts[i]), "n%d", i);
		assert_int_equal(symbol_table_find(&n, slice_of(texts[i])), i);
		n.at[i].declared[SPACE_SORT] = i % 2 == 0;
	}
	for (int i = 0; i < 5000; i++) {
		assert_int_equal(symbol_table_find(&n, slice_of(texts[i])), i);
		assert_int_equal(n.at[i].declared[SPACE_SORT], i % 2 == 0);
	}
	assert_true(symbol_table_has(&n, slice_of("n77")));
	assert_false(symbol_table_has(&n, slice_of("nowhere")));
	assert_int_equal(n.count, 5000);
	symbol_table_release(&n);
}
