#define READING_LANGUAGE LANGUAGE_FLATZINC
#include "unit/language/reading.h"

TEST(variables_are_constants_with_their_domains)
{
	expect("% a comment\nvar -1..4: x :: output_var;\nvar {1,2,5}: y;\n"
	       "var 0.5..2.5e-1: f;\nvar bool: b; var int: free;\n"
	       "var set of {2,4}: s;\nsolve satisfy;\n",
		"(declare-const x Int) (assert (<= (- 1) x 4))\n"
		"(declare-const y Int) (assert (or (<= 1 y 2) (= y 5)))\n"
		"(declare-const f Real) (assert (<= 0.5 f 0.25))\n"
		"(declare-const b Bool)\n(declare-const free Int)\n"
		"(declare-const s@2 Bool) (declare-const s@4 Bool) \n");
}

TEST(parameters_are_replaced_by_their_values)
{
	expect("int: n = 3; array [1..2] of int: a = [1,-2];\n"
	       "set of int: S = {5,1,2}; var int: x;\n"
	       "constraint int_lin_le(a,[x,x],n); constraint int_le(x,a[2]);\n"
	       "constraint set_in(x,S);\nsolve satisfy;\n",
		"(declare-const x Int)\n"
		"(assert (<= (+ x (* (- 2) x)) 3))\n(assert (<= x (- 2)))\n"
		"(assert (or (<= 1 x 2) (= x 5)))\n");
}

TEST(a_variable_with_a_value_is_equal_to_it)
{
	expect("var 1..9: x = 4; var bool: b = true; var {}: none;\n"
	       "var set of 1..2: s = {2}; var set of {}: t;\n"
	       "solve satisfy;\n",
		"(declare-const x Int) (assert (<= 1 x 9))\n"
		"(declare-const b Bool)\n"
		"(declare-const none Int) (assert false)\n"
		"(declare-const s@1 Bool) (declare-const s@2 Bool) \n"
		"(assert (= x 4))\n(assert (= b true))\n"
		"(assert (and true (= s@1 false) (= s@2 true)))\n");
}

TEST(a_constraint_that_defines_is_a_definition_before_its_uses)
{
	expect("var bool: b; var 0..9: z; var int: x;\n"
	       "constraint bool_clause([b],[]);\n"
	       "constraint int_lin_eq([1,2,-1],[x,x,z],4):: defines_var(z);\n"
	       "constraint int_le_reif(z,2,b):: defines_var(b);\n"
	       "solve minimize z;\n",
		"(declare-const x Int)\n"
		"(define-fun z () Int (+ x (* 2 x) (- 4)))"
		" (assert (<= 0 z 9))\n"
		"(define-fun b () Bool (<= z 2))\n"
		"(assert (or false b))\n(minimize z)\n");
}

TEST(definitions_in_a_circle_are_constraints)
{
	expect("var int: x; var int: y;\n"
	       "constraint int_plus(x,1,y):: defines_var(y);\n"
	       "constraint int_plus(y,1,x):: defines_var(x);\n"
	       "solve satisfy;\n",
		"(declare-const y Int)\n(define-fun x () Int (+ y 1))\n"
		"(assert (= y (+ x 1)))\n");
	expect("var int: x;\n"
	       "constraint int_plus(x,1,x):: defines_var(x);\n"
	       "solve satisfy;\n",
		"(declare-const x Int)\n(assert (= x (+ x 1)))\n");
}

TEST(what_two_constraints_are_said_to_define_is_defined_by_one)
{
	expect("var bool: p; var bool: q; var int: c;\n"
	       "constraint bool2int(q,c):: defines_var(q);\n"
	       "constraint bool_not(p,q):: defines_var(q);\nsolve satisfy;\n",
		"(declare-const p Bool)\n(declare-const c Int)\n"
		"(define-fun q () Bool (not p))\n"
		"(assert (= c (ite q 1 0)))\n");
}

TEST(what_must_hold_beside_a_definition_is_asserted)
{
	expect("var 0..9: x; var 0..9: y; var int: z;\n"
	       "constraint int_div(x,y,z):: defines_var(z);\nsolve satisfy;\n",
		"(declare-const x Int) (assert (<= 0 x 9))\n"
		"(declare-const y Int) (assert (<= 0 y 9))\n"
		"(define-fun z () Int (div x y)) (assert (distinct y 0))\n");
}

TEST(a_definition_keeps_the_domain_of_its_variable)
{
	expect("var bool: b; var 0..1: x; var 1..1: y;\n"
	       "constraint bool2int(b,x):: defines_var(x);\n"
	       "constraint bool2int(b,y):: defines_var(y);\nsolve satisfy;\n",
		"(declare-const b Bool)\n(define-fun x () Int (ite b 1 0))\n"
		"(define-fun y () Int (ite b 1 0)) (assert (= y 1))\n");
}

TEST(names_of_smtlib_get_a_mark)
{
	expect("var int: select; var bool: distinct;\n"
	       "constraint int_eq_reif(select,1,distinct);\nsolve satisfy;\n",
		"(declare-const select! Int)\n(declare-const distinct! Bool)\n"
		"(assert (= distinct! (= select! 1)))\n");
}

TEST(a_long_chain_of_definitions_is_not_nested_for_ever)
{
	DROP(translation) struct translation t;
	DROP(buf) struct buf text;
	size_t constants = 0;

	buf_init(&text, 4 * MIB);
	(void)buf_add_text(&text, "var int: x0;\n");
	for (int i = 1; i <= 5000; i++)
		(void)buf_add_format(&text, "var int: x%d;\n", i);
	for (int i = 5000; i > 0; i--)
		(void)buf_add_format(&text,
			"constraint int_times(x%d,2,x%d):: defines_var(x%d);\n",
			i - 1, i, i);
	(void)buf_add_text(&text, "solve satisfy;\n");
	read_text(text.data, &t);
	for (const char *at = t.text.data;
		(at = strstr(at, "declare-const")) != NULL; at++)
		constants++;
	assert_in_range(constants, 100, 1000);
	assert_in_range(t.count, 3, 500);
}

TEST(items_have_notes_and_the_lines_of_the_text)
{
	static const char text[] =
		"var 1..2: x;\nvar 1..2: y;\nconstraint int_lt(x,y);\n"
		"solve maximize x;\n";
	DROP(translation) struct translation t;

	read_text(text, &t);
	/* A short text: one for each statement. */
	assert_int_equal(t.count, 4);
	assert_string_equal(t.items[0].note, "variables");
	assert_string_equal(t.items[2].note, "constraints");
	assert_string_equal(t.items[3].note, "objective");
	assert_int_equal(t.items[2].line, 3);
	assert_ptr_equal(translation_text(&t), t.text.data);
}

TEST(what_is_printed_of_a_solution_names_its_terms)
{
	DROP(translation) struct translation t;

	read_text("var int: x :: output_var; var float: f;\n"
		  "var set of 1..2: s :: output_var;\n"
		  "array [1..2] of var float: a :: output_array([0..1]) = "
		  "[f,1.5];\nsolve satisfy;\n",
		&t);
	assert_string_equal(t.solution_format,
		"x = " FLATZINC_VALUE "x" FLATZINC_END ";\n"
		"s = {" FLATZINC_MEMBER "s@1" FLATZINC_END FLATZINC_MEMBER
		"s@2" FLATZINC_END "};\na = array1d(0..1,[" FLATZINC_FLOAT
		"f" FLATZINC_END ",1.5]);\n");
}

TEST(minizinc_by_itself_is_said_to_be_that)
{
	expect_fault("int: n = 4;\nvar 1..n: x;\nsolve satisfy;\n", 2, 8,
		"minizinc -c --solver satchel");
	expect_fault("var 1..4: x;\nconstraint abs(x) = 2;\nsolve satisfy;\n",
		2, 19, "minizinc --solver satchel");
	expect_fault("% queens\n\ninclude \"globals.mzn\";\nvar 1..3: x;\n"
		     "solve satisfy;\noutput [show(x)];\n",
		3, 1, "this is MiniZinc, not FlatZinc; compile it");
	expect_fault("enum C = {A, B};\nvar C: x;\nsolve satisfy;\n", 1, 1,
		"this is MiniZinc");
	expect_fault("var 1..3: x;\nsolve satisfy;\noutput [show(x)];\n", 3, 1,
		"this is MiniZinc");
}

TEST(what_is_wrong_has_its_place)
{
	expect_fault("var int: x;\nvar bool: x;\nsolve satisfy;\n", 2, 11,
		"declared twice");
	expect_fault("var int: x;\nconstraint int_eq(x,y);\nsolve satisfy;", 2,
		21, "y is not declared");
	expect_fault("var int: x;\nconstraint int_eqq(x,x);\nsolve satisfy;", 2,
		1, "the nearest is int_eq");
	expect_fault("var int: x;\nconstraint int_eq(x);\nsolve satisfy;", 2, 1,
		"takes 2 arguments, and this has 1");
	expect_fault("var int: x;\nconstraint int_eq(x,true);\nsolve satisfy;",
		2, 1, "argument 2 of int_eq must be an int");
	expect_fault("var int: x;\nconstraint int_lin_eq([1,2],[x],3);\n"
		     "solve satisfy;",
		2, 1, "the same length");
	expect_fault("var float: x;\nconstraint float_sin(x,x);\n"
		     "solve satisfy;",
		2, 1, "Z3 has no sin");
	expect_fault("var set of int: s;\nsolve satisfy;\n", 1, 1, "no bounds");
	expect_fault("var int: x;\nconstraint set_in(x,1..3);\n"
		     "constraint int_pow(x,x,x);\nsolve satisfy;",
		3, 1, "exponent");
	expect_fault("predicate p(var int: x);\nvar int: x;\n"
		     "constraint p(x);\nsolve satisfy;",
		3, 1, "p is not known");
	expect_fault("var 1..99999999999999999999: x;\nsolve satisfy;\n", 1, 8,
		"cannot be read");
	expect_fault("var bool: b;\nsolve minimize b;\n", 2, 16, "objective");
	expect_fault("var int: x; solve satisfy; solve satisfy;", 1, 28,
		"two solve items");
	expect_fault("var int: x;\nconstraint int_eq(x,[1,2][;\nsolve satisfy;",
		2, 26, "expected here");
	expect_fault("array [1..2] of int: a = [1,2];\nvar int: x;\n"
		     "constraint int_eq(x,a[3]);\nsolve satisfy;",
		3, 23, "no such element");
	expect_fault("var int: x :: a(b(\"(\\\"\", 1;\nsolve satisfy;", 1, 27,
		"the end of a list");
}

TEST(arguments_of_another_form_are_refused)
{
	expect_fault("var 0..9: x;\nconstraint int_lin_eq(x,x,3) :: "
		     "defines_var(x);\nsolve satisfy;",
		2, 1, "argument 1 of int_lin_eq must be an array");
	expect_fault("var int: x;\nconstraint int_eq(x,[1]);\nsolve satisfy;",
		2, 1, "argument 2 of int_eq must be an int");
	expect_fault("var int: x;\nconstraint int_pow(x,true,x);\n"
		     "solve satisfy;",
		2, 1, "exponent");
	expect_fault("var int: x;\nconstraint set_in(x,3);\nsolve satisfy;", 2,
		1, "argument 2 of set_in must be a set of int");
	expect_fault("var int: x;\nconstraint satchel_table_int([x,x],[1]);\n"
		     "solve satisfy;",
		2, 1, "as long as the first array");
	expect_fault("var float: x;\nconstraint float_dom(x,[1.0]);\n"
		     "solve satisfy;",
		2, 1, "two ends");
	expect_fault("var int: x;\nconstraint fzn_all_different_int([true]);\n"
		     "solve satisfy;",
		2, 1, "each element an int");
}

TEST(sets_up_to_the_largest_number_end)
{
	expect("var set of 9223372036854775806..9223372036854775807: s;\n"
	       "constraint set_card(s,1);\nsolve satisfy;\n",
		"(declare-const s@9223372036854775806 Bool) "
		"(declare-const s@9223372036854775807 Bool) \n"
		"(assert (= 1 (+ 0 (ite s@9223372036854775806 1 0) "
		"(ite s@9223372036854775807 1 0))))\n");
}

TEST(sets_of_many_numbers_are_refused_and_not_written_out)
{
	expect_fault("var set of 0..9000000000000000000: s;\n"
		     "constraint set_card(s,2);\nsolve satisfy;\n",
		1, 1, "numbers");
	expect_fault("var set of 1..2: s;\n"
		     "constraint set_eq(s,-9000000000000000000.."
		     "9000000000000000000);\nsolve satisfy;\n",
		2, 1, "numbers");
}

/* An array that many constraints name is looked at once for each of them. */
TEST(a_text_that_becomes_too_large_is_refused_soon)
{
	DROP(translation) struct translation t;
	DROP(buf) struct buf text;
	struct diagnostic fault;

	buf_init(&text, 4 * MIB);
	(void)buf_add_text(&text, "array [1..100000] of bool: a = [true");
	for (int i = 1; i < 100000; i++)
		(void)buf_add_text(&text, ",true");
	(void)buf_add_text(&text, "];\n");
	for (int i = 0; i < 20000; i++)
		(void)buf_add_text(&text, "constraint array_bool_and(a,true);");
	(void)buf_add_text(&text, "solve satisfy;\n");
	assert_false(language_read(text.data, text.size, &t, &fault));
}

TEST(a_sum_that_many_constraints_name_is_not_searched_for_ever)
{
	DROP(translation) struct translation t;
	DROP(buf) struct buf text;
	struct diagnostic fault;

	buf_init(&text, 4 * MIB);
	(void)buf_add_text(&text, "var int: x; var int: y;\n"
				  "array [1..100000] of var int: a = [x");
	for (int i = 1; i < 100000; i++)
		(void)buf_add_text(&text, ",x");
	(void)buf_add_text(&text, "];\n");
	for (int i = 0; i < 20000; i++)
		(void)buf_add_text(&text,
			"constraint int_lin_eq(a,a,3):: defines_var(y);");
	(void)buf_add_text(&text, "solve satisfy;\n");
	assert_false(language_read(text.data, text.size, &t, &fault));
	assert_non_null(strstr(fault.what, "too many elements"));
}

TEST(an_exponent_beyond_every_integer_is_refused)
{
	expect_fault("var float: x;\n"
		     "constraint float_le(x, 1e-99999999999999999999);\n"
		     "solve satisfy;\n",
		2, 24, "exponents up to");
}

/* The marks of a solution's format are control characters. */
TEST(a_control_character_in_a_comment_is_refused)
{
	expect_fault("array [1..1] of var bool: x :: output_array([1..% \3 \4\n"
		     "1]) = [true];\nsolve satisfy;\n",
		1, 51, "03 is not allowed in FlatZinc");
	expect_fault("var 1..2: x;\n% \1\nsolve satisfy;\n", 2, 3,
		"01 is not allowed");
}
