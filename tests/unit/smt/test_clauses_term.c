/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "base/alloc.h"
#include "smt/clauses_term.h"
#include "smt/forms.h"
#include "unit/smt/satisfied.h"

#define DECLARED \
	"(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)" \
	"(define-fun both ((x Bool) (y Bool)) Bool (and x y))" \
	"(define-fun none ((x Bool)) Bool (and (not x) (not a)))"

/* The term of (assert term), with a, b and c declared. */
static bool
read_term(struct clauses *c, const char *text, bool is_asserted,
	int32_t *literal, struct fault *fault)
{
	DROP(forms) struct forms forms = {0};
	struct token term;

	clauses_init(c, 100000);
	if (!clauses_add(c, DECLARED, strlen(DECLARED), fault))
		fail_msg("%s", fault->what);
	if (!forms_cut(text, strlen(text), &forms, fault) ||
		!form_argument(&forms.at[0], text, 0, &term))
		fail_msg("%s: no term", text);
	return clauses_term(c, text, &term, is_asserted, literal, fault);
}

static void
expect_when(const char *text, const char *expected)
{
	for (int is_asserted = 0; is_asserted < 2; is_asserted++) {
		DROP(clauses) struct clauses c;
		DROP(text) char *all = NULL;
		int32_t literal;
		struct fault fault;

		if (!read_term(&c, text, is_asserted, &literal, &fault))
			fail_msg("%s: %s", text, fault.what);
		gates_clause(&c.gates, &literal, 1);
		all = satisfied_all(c.gates.text.data, 3);
		assert_string_equal(all, expected);
	}
}

static void
expect_refused(const char *text, unsigned column)
{
	DROP(clauses) struct clauses c;
	int32_t literal;
	struct fault fault;

	if (read_term(&c, text, false, &literal, &fault))
		fail_msg("%s: accepted", text);
	assert_int_equal(fault.kind, FAULT_REFUSED);
	assert_int_equal(fault.column, column);
}

static void
a_term_may_be_a_constant(void **state)
{
	(void)state;
	expect_when("(assert b)", "010 011 110 111");
	expect_when("(assert |b|)", "010 011 110 111");
	expect_when("(assert false)", "");
	expect_when("(assert true)", "000 001 010 011 100 101 110 111");
}

static void
terms_nest(void **state)
{
	(void)state;
	expect_when("(assert (and (or a b) (not (and a b)) c))", "011 101");
	expect_when("(assert (and a (and (=> a b) (or (not b) c))))", "111");
	expect_when("(assert (not (or a (xor b c))))", "000 011");
}

static void
a_let_binds_all_its_names_at_once(void **state)
{
	(void)state;
	expect_when("(assert (let ((a b) (b a)) (and a (not b))))", "010 011");
}

static void
a_let_ends_with_its_body(void **state)
{
	(void)state;
	expect_when("(assert (and (let ((a (not a))) a) (not a) b c))", "011");
}

static void
a_definition_is_applied_to_its_arguments(void **state)
{
	(void)state;
	expect_when("(assert (both (not a) (both b c)))", "011");
}

static void
a_definition_does_not_see_the_names_around_its_use(void **state)
{
	(void)state;
	expect_when("(assert (let ((a true)) (none c)))", "000 010");
}

static void
attributes_change_nothing(void **state)
{
	(void)state;
	expect_when("(assert (! (and a (! b :named l)) :named k :x (y (z))))",
		"110 111");
}

static void
a_label_is_a_name_for_its_term(void **state)
{
	(void)state;
	expect_when("(assert (and (! (or a b) :named l) (not c) (=> l a)))",
		"100 110");
}

static void
depth_is_no_matter(void **state)
{
	DROP(buf) struct buf text;

	(void)state;
	buf_init(&text, 200000);
	buf_add_text(&text, "(assert ");
	for (int i = 0; i < 9000; i++)
		buf_add_text(&text, "(not ");
	buf_add_text(&text, "a");
	for (int i = 0; i < 9000; i++)
		buf_add_text(&text, ")");
	buf_add_text(&text, ")");
	expect_when(text.data, "100 101 110 111");
}

static void
what_is_not_propositional_is_found_where_it_stands(void **state)
{
	(void)state;
	expect_refused("(assert (and a (> 1 0)))", 17);
	expect_refused("(assert (and a 5))", 16);
	expect_refused("(assert (or b x))", 15);
	expect_refused("(assert (forall ((x Bool)) x))", 10);
	expect_refused("(assert ((_ at-most 1) a b))", 10);
	expect_refused("(assert (both a))", 9);
	expect_refused("(assert (ite a b))", 9);
	expect_refused("(assert (let ((x a b)) x))", 15);
	expect_refused("(assert (let (x) a))", 15);
}

static void
definitions_that_explode_are_refused(void **state)
{
	DROP(clauses) struct clauses c;
	DROP(buf) struct buf text;
	struct fault fault;

	(void)state;
	clauses_init(&c, 100000000);
	buf_init(&text, 200000);
	buf_add_text(&text, "(define-fun f0 ((x Bool)) Bool x)");
	for (int i = 1; i < 40; i++)
		buf_add_format(&text,
			"(define-fun f%d ((x Bool)) Bool (f%d (f%d x)))", i,
			i - 1, i - 1);
	assert_false(clauses_add(&c, text.data, text.size, &fault));
	assert_int_equal(fault.kind, FAULT_LIMIT);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_term_may_be_a_constant),
		cmocka_unit_test(terms_nest),
		cmocka_unit_test(a_let_binds_all_its_names_at_once),
		cmocka_unit_test(a_let_ends_with_its_body),
		cmocka_unit_test(a_definition_is_applied_to_its_arguments),
		cmocka_unit_test(
			a_definition_does_not_see_the_names_around_its_use),
		cmocka_unit_test(attributes_change_nothing),
		cmocka_unit_test(a_label_is_a_name_for_its_term),
		cmocka_unit_test(depth_is_no_matter),
		cmocka_unit_test(
			what_is_not_propositional_is_found_where_it_stands),
		cmocka_unit_test(definitions_that_explode_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
