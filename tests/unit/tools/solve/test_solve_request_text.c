#include "unit/tools/stage.h"

#include "tools/solve/solve_request.h"

/* A question about these two items, as the tests fill it. */
struct asking {
	struct solve_request q;
	bool left_out[2];
	struct solve_request_term terms[4];
	struct err e;
};

static void
begin(struct asking *a)
{
	*a = (struct asking){0};
	a->q.model = model_new();
	model_insert(a->q.model, 0,
		item_new("(declare-const x Int)\n(minimize x)", NULL, NULL));
	model_insert(a->q.model, 1,
		item_new(
			"(assert (> x 5))\n(assert-soft (> x 7))", NULL, NULL));
	a->q.is_left_out = a->left_out;
	a->q.terms = a->terms;
}

static void
ask_for(struct asking *a, enum asked as, const char *text)
{
	a->terms[a->q.term_count++] = (struct solve_request_term){
		.as = as, .text = text, .size = strlen(text), .index = -1};
}

static void
end(struct asking *a)
{
	a->q.is_left_out = NULL;
	a->q.terms = NULL;
	solve_request_release(&a->q);
}

static void
expect(struct asking *a, const char *text)
{
	if (!solve_request_write(&a->q, &a->e))
		fail_msg("%s", a->e.text);
	assert_string_equal(a->q.render.text.data, text);
	end(a);
}

#define ITEM_0 "(declare-const x Int)\n(minimize x)\n"
#define ITEM_1 "(assert (> x 5))\n(assert-soft (> x 7))\n"

TEST(an_item_that_is_left_out_keeps_its_lines)
{
	struct asking a;

	begin(&a);
	a.left_out[1] = true;
	a.q.left_out = 1;
	expect(&a, ITEM_0 "                \n                     \n"
			  "(check-sat)\n");
}

TEST(objectives_of_the_items_may_be_left_out)
{
	struct asking a;

	begin(&a);
	a.q.without_objectives = true;
	expect(&a, "(declare-const x Int)\n            \n"
		   "(assert (> x 5))\n                     \n(check-sat)\n");
}

TEST(options_stand_behind_the_items_and_the_call_s_last)
{
	struct asking a;

	begin(&a);
	session_options_set(&a.q.settings, "random_seed", "3");
	session_options_set(&a.q.settings, "opt.priority", "lex");
	a.q.priority = "box";
	expect(&a, ITEM_0 ITEM_1 "(set-option :smt.random_seed 3)\n"
				 "(set-option :sat.random_seed 3)\n"
				 "(set-option :opt.priority lex)\n"
				 "(set-option :opt.priority box)\n"
				 "(check-sat)\n");
}

TEST(a_property_is_assumed_not_to_hold)
{
	struct asking a;

	begin(&a);
	ask_for(&a, ASKED_PROPERTY, "(> x 1)");
	ask_for(&a, ASKED_ASSUME, "(< x 9)");
	expect(&a, ITEM_0 ITEM_1 "(check-sat-assuming (\n(not\n(> x 1)\n)\n"
				 "(< x 9)\n))\n");
}

TEST(without_the_property_the_assumptions_stay)
{
	struct asking a;

	begin(&a);
	ask_for(&a, ASKED_PROPERTY, "(> x 1)");
	ask_for(&a, ASKED_ASSUME, "(< x 9)");
	a.q.without_property = true;
	expect(&a, ITEM_0 ITEM_1 "(check-sat-assuming (\n(< x 9)\n))\n");
}

TEST(the_lines_of_a_term_are_known)
{
	struct asking a;

	begin(&a);
	ask_for(&a, ASKED_VALUE, "(+ x\n  1) ; so");
	ask_for(&a, ASKED_VALUE, "x");
	assert_true(solve_request_write(&a.q, &a.e));
	assert_int_equal(a.terms[0].line, 7);
	assert_int_equal(a.terms[1].line, 11);
	assert_non_null(strstr(a.q.render.text.data,
		"(eval\n(+ x\n  1) ; so\n)\n(eval\nx\n)\n"));
	assert_int_equal(a.q.next_line, 13);
	end(&a);
}

TEST(the_assertions_of_the_items_are_counted)
{
	struct asking a;

	begin(&a);
	assert_true(solve_request_write(&a.q, &a.e));
	assert_int_equal(a.q.all.count, 1);
	assert_int_equal(a.q.all.list[0].line, 3);
	/* Again, with another text. */
	a.left_out[1] = true;
	a.q.left_out = 1;
	assert_true(solve_request_write(&a.q, &a.e));
	assert_int_equal(a.q.all.count, 0);
	end(&a);
}

TEST(an_evaluation_has_a_text_of_its_own)
{
	DROP(buf) struct buf prefix;
	struct asking a;

	buf_init(&prefix, 100);
	buf_add_text(&prefix, "(define-fun x () Int 4)\n");
	begin(&a);
	ask_for(&a, ASKED_VALUE, "(* x x)");
	assert_true(solve_request_write_evaluation(&a.q, &prefix, &a.e));
	assert_string_equal(a.q.render.text.data,
		"(define-fun x () Int 4)\n(check-sat)\n(eval\n(* x x)\n)\n");
	assert_int_equal(a.terms[0].line, 4);
	end(&a);
}
