#include "cut.h"

#include <string.h>

#include "base/alloc.h"
#include "smt/lawful.h"

/* Whether the commands keep to their logic; else the fault. */
static bool
is_lawful(const char *text, struct fault *fault)
{
	DROP(forms) struct forms forms = cut(text);
	struct lawful l = {.text = text};
	bool lawful;

	*fault = (struct fault){0};
	lawful = lawful_logic(text, &forms, &l.logic, fault);
	for (size_t i = 0; lawful && l.logic != NULL && i < forms.count; i++)
		lawful = lawful_pass(&l, &forms.at[i], fault);
	lawful_release(&l);
	return lawful;
}

static void
assert_lawful(const char *text)
{
	struct fault fault;

	if (!is_lawful(text, &fault))
		fail_msg("%s: %s", text, fault.what);
}

/* Refused at that token, for that reason. */
static void
assert_refused(const char *text, const char *token, const char *what)
{
	struct fault fault;

	assert_false(is_lawful(text, &fault));
	assert_int_equal(fault.kind, FAULT_LOGIC);
	assert_string_equal(fault.what, what);
	assert_memory_equal(text + fault.offset, token, strlen(token));
	assert_int_equal(fault.length, strlen(token));
}

static void
assert_misplaced(const char *text, const char *what)
{
	struct fault fault;

	assert_false(is_lawful(text, &fault));
	assert_int_equal(fault.kind, FAULT_LOGIC_PLACE);
	assert_string_equal(fault.what, what);
}

static void
lets_everything_pass_without_a_logic(void **state)
{
	(void)state;
	assert_lawful("(declare-const x Int)(assert (implies (> x 1) true))");
	assert_lawful("(set-logic UFDTLIA)(declare-const x (_ BitVec 4))");
}

static void
refuses_names_that_the_logic_does_not_have(void **state)
{
	(void)state;
	assert_refused("(set-logic QF_BV)(declare-const x Int)", "Int",
		"QF_BV ALL integers");
	assert_refused("(set-logic QF_LIA)(declare-const x (_ BitVec 4))",
		"BitVec", "QF_LIA ALL bit-vectors");
	assert_refused("(set-logic QF_LIA)(declare-const x String)", "String",
		"QF_LIA QF_S strings and sequences");
	assert_refused("(set-logic ALL)(assert (implies true true))", "implies",
		"ALL - names that are Z3's own");
}

static void
refuses_a_sort_of_numbers_that_the_logic_does_not_have(void **state)
{
	(void)state;
	assert_refused("(set-logic QF_LRA)(declare-const x Int)", "Int",
		"QF_LRA QF_LIRA integers");
	assert_refused("(set-logic NRA)(declare-const x Int)", "Int",
		"NRA UFNIRA integers");
}

static void
refuses_declarations_that_the_logic_does_not_have(void **state)
{
	(void)state;
	assert_refused("(set-logic QF_LIA)(declare-fun f (Int) Int)",
		"declare-fun", "QF_LIA QF_UFLIA uninterpreted functions");
	assert_refused("(set-logic QF_UF)(declare-datatype T ((a)))",
		"declare-datatype", "QF_UF QF_UFDT datatypes");
	assert_lawful("(set-logic QF_LIA)(declare-fun x () Int)");
}

/* libz3's command does not look at the terms of LIA. */
static void
lets_pass_what_libz3_lets_pass(void **state)
{
	(void)state;
	assert_lawful("(set-logic LIA)(declare-fun f (Int) Int)");
	assert_lawful("(set-logic LIA)(declare-datatype T ((a)))");
}

static void
lets_a_model_declare_a_name_of_another_theory(void **state)
{
	(void)state;
	assert_lawful("(set-logic QF_LIA)(declare-const default Int)"
		      "(assert (> default 1))");
	assert_lawful("(set-logic QF_UFLIA)"
		      "(assert (let ((union 1)) (> union 0)))");
}

static void
gives_line_and_column_of_the_text(void **state)
{
	struct fault fault;

	(void)state;
	assert_false(is_lawful(
		"(set-logic QF_BV) (declare-fun\n x ()\n  Int)", &fault));
	assert_int_equal(fault.line, 3);
	assert_int_equal(fault.column, 3);
	assert_false(
		is_lawful("(set-logic QF_BV) (declare-const x Int)", &fault));
	assert_int_equal(fault.line, 1);
	assert_int_equal(fault.column, 36);
}

static void
wants_the_logic_first(void **state)
{
	(void)state;
	assert_lawful("(set-info :source a)(set-option :smt.mbqi true)"
		      "(set-logic QF_UF)");
	assert_misplaced("(declare-const p Bool)(set-logic QF_UF)",
		"set-logic has to stand before all that is declared or "
		"asserted, but (declare-const p Bool) comes before it");
}

static void
wants_one_logic(void **state)
{
	(void)state;
	assert_misplaced("(set-logic QF_UF)(set-logic QF_UF)",
		"the logic is set already, by (set-logic QF_UF): a model has "
		"one logic");
}

static void
aims_at_what_shows_the_part_that_is_missing(void **state)
{
	static const char text[] = "(assert (= 4 (* x x)))";
	struct lawful l = {
		.logic = logic_find(slice_of("QF_LIA")), .text = text};
	DROP(forms) struct forms forms = cut(text);
	struct fault fault;

	(void)state;
	assert_false(lawful_refuse(&l, PART_PRODUCTS, &forms.at[0], &fault));
	assert_int_equal(fault.column, 15);
	assert_false(lawful_refuse(&l, PART_QUANTIFIERS, &forms.at[0], &fault));
	assert_int_equal(fault.column, 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lets_everything_pass_without_a_logic),
		cmocka_unit_test(refuses_names_that_the_logic_does_not_have),
		cmocka_unit_test(
			refuses_a_sort_of_numbers_that_the_logic_does_not_have),
		cmocka_unit_test(
			refuses_declarations_that_the_logic_does_not_have),
		cmocka_unit_test(lets_pass_what_libz3_lets_pass),
		cmocka_unit_test(lets_a_model_declare_a_name_of_another_theory),
		cmocka_unit_test(gives_line_and_column_of_the_text),
		cmocka_unit_test(wants_the_logic_first),
		cmocka_unit_test(wants_one_logic),
		cmocka_unit_test(aims_at_what_shows_the_part_that_is_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
