#include "solved.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "solver/intake.h"

struct opened {
	struct forms forms;
	struct script script;
	struct intake intake;
	struct ask ask;
};

static void
open_text(struct opened *r, const char *text)
{
	struct fault fault;

	*r = (struct opened){.ask = ask_for(text)};
	assert_true(forms_cut(text, strlen(text), &r->forms, &fault));
	script_init(&r->script, text, &r->forms);
	intake_init(&r->intake, &r->ask, &r->script, context_new(), false);
}

static void
opened_drop(struct opened *r)
{
	intake_release(&r->intake);
	script_release(&r->script);
	forms_release(&r->forms);
}

/* Reads one problem: its context, and in *terms where its terms are. */
static Z3_context
read_one(struct opened *r, const Z3_ast **terms)
{
	struct script_problem sp;
	struct parsed parsed;
	struct fault fault;
	Z3_context c;

	assert_int_equal(script_next(&r->script, &sp, &fault), SCRIPT_PROBLEM);
	assert_true(intake_next(&r->intake, &sp, &parsed, &fault));
	c = parsed.c;
	*terms = parsed.terms;
	intake_leave(&r->intake, &parsed);
	return c;
}

static void
problems_that_fit_together_are_read_once(void **state)
{
	DROP(opened) struct opened r;
	const Z3_ast *first;
	const Z3_ast *second;
	Z3_context c;

	(void)state;
	open_text(&r, "(declare-datatype T ((a) (b)))(declare-const x T)"
		      "(push)(assert (= x a))(check-sat)(pop)"
		      "(assert (= x b))(check-sat)");
	c = read_one(&r, &first);
	assert_ptr_equal(read_one(&r, &second), c);
	assert_ptr_equal(first, second);
	assert_non_null(intake_stack(&r.intake));
}

/* What libz3 has of one type under a name, it takes for another one. */
static void
datatypes_that_clash_are_read_in_contexts_of_their_own(void **state)
{
	DROP(opened) struct opened r;
	const Z3_ast *terms;
	Z3_context c;

	(void)state;
	open_text(&r, "(push)(declare-datatype T ((a)))(check-sat)(pop)"
		      "(push)(declare-datatype T ((a) (b)))(check-sat)(pop)");
	c = read_one(&r, &terms);
	assert_ptr_not_equal(read_one(&r, &terms), c);
	assert_null(intake_stack(&r.intake));
}

static void
after_an_interrupt_the_rest_is_read_in_another_context(void **state)
{
	DROP(opened) struct opened r;
	const Z3_ast *terms;
	Z3_context c;

	(void)state;
	open_text(&r, "(declare-const x Int)(push)(assert (> x 0))(check-sat)"
		      "(pop)(assert (< x 0))(check-sat)(check-sat)");
	c = read_one(&r, &terms);
	r.intake.strikes--; /* as if one had come meanwhile */
	assert_ptr_equal(read_one(&r, &terms), c);
	assert_null(r.intake.c);
	assert_non_null(read_one(&r, &terms));
	assert_ptr_equal(r.intake.terms, terms);
}

/* A fault that only the parser sees is told as if nothing else were there. */
static void
what_the_whole_does_not_tell_the_problems_do(void **state)
{
	struct answer *a = solved("(declare-const x Int)\n(assert (> x 0))\n"
				  "(check-sat)\n(push)\n(assert (> x true))\n"
				  "(check-sat)\n");

	(void)state;
	assert_int_equal(a->fault.kind, FAULT_SOLVER);
	assert_int_equal(a->fault.line, 5);
	answer_free(a);
}

static void
constants_of_one_name_in_one_scope_have_their_values(void **state)
{
	struct answer *a = solved("(declare-const x Int)(check-sat)"
				  "(declare-const x Bool)(assert (as x Bool))"
				  "(assert (= (as x Int) 4))(check-sat)");

	(void)state;
	assert_int_equal(a->fault.kind, FAULT_NONE);
	assert_string_equal(value_of(a, "(as x Int)"), "4");
	assert_string_equal(value_of(a, "(as x Bool)"), "true");
	answer_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(problems_that_fit_together_are_read_once),
		cmocka_unit_test(
			datatypes_that_clash_are_read_in_contexts_of_their_own),
		cmocka_unit_test(
			after_an_interrupt_the_rest_is_read_in_another_context),
		cmocka_unit_test(what_the_whole_does_not_tell_the_problems_do),
		cmocka_unit_test(
			constants_of_one_name_in_one_scope_have_their_values),
	};

	return cmocka_run_group_tests(tests, solved_begin, NULL);
}
