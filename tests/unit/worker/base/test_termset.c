#include "unit/unit.h"

#include "base/alloc.h"
#include "worker/base/context.h"
#include "worker/base/termset.h"

TEST(each_term_is_in_it_once_and_in_order)
{
	Z3_context c = context_new();
	Z3_ast yes = Z3_mk_true(c);
	Z3_ast no = Z3_mk_false(c);
	DROP(termset) struct termset s = {0};

	assert_false(termset_has(&s, c, yes));
	assert_true(termset_add(&s, c, yes));
	assert_true(termset_add(&s, c, no));
	assert_false(termset_add(&s, c, yes));
	assert_true(termset_has(&s, c, no));
	assert_int_equal(s.count, 2);
	assert_ptr_equal(s.at[0], yes);
	assert_ptr_equal(s.at[1], no);
}

TEST(it_holds_thousands)
{
	enum { MANY = 5000 };
	Z3_context c = context_new();
	DROP(termset) struct termset s = {0};

	for (int i = 0; i < MANY; i++)
		assert_true(
			termset_add(&s, c, Z3_mk_int(c, i, Z3_mk_int_sort(c))));
	for (int i = 0; i < MANY; i++)
		assert_true(
			termset_has(&s, c, Z3_mk_int(c, i, Z3_mk_int_sort(c))));
	assert_false(termset_has(&s, c, Z3_mk_int(c, MANY, Z3_mk_int_sort(c))));
}

static unsigned looked_at;

static bool
is_sum(Z3_context c, Z3_ast part)
{
	looked_at++;
	return Z3_get_ast_kind(c, part) == Z3_APP_AST &&
	       Z3_get_decl_kind(c, Z3_get_app_decl(c, Z3_to_app(c, part))) ==
		       Z3_OP_ADD;
}

/* Whether there is a sum in what the text asserts. */
static bool
has_sum(const char *text)
{
	Z3_context c = context_new();
	Z3_ast_vector all =
		Z3_parse_smtlib2_string(c, text, 0, NULL, NULL, 0, NULL, NULL);
	bool has;

	Z3_ast_vector_inc_ref(c, all);
	looked_at = 0;
	has = term_any(c, Z3_ast_vector_get(c, all, 0), is_sum);
	Z3_ast_vector_dec_ref(c, all);
	Z3_del_context(c);
	return has;
}

TEST(finds_a_part_in_a_quantifier)
{
	assert_true(has_sum("(assert (forall ((x Int)) (> (* 2 (+ x 3)) x)))"));
	assert_false(has_sum("(assert (forall ((x Int)) (> (* 2 x) x)))"));
}

/* As a tree it would be two to the power of thirty. */
TEST(looks_at_shared_parts_once)
{
	assert_false(
		has_sum("(declare-fun f (Int Int) Int)(declare-const a Int)"
			"(define-fun g ((x Int)) Int (f x x))"
			"(define-fun h ((x Int)) Int (g (g (g (g (g (g x)))))))"
			"(assert (= 0 (h (h (h (h (h a)))))))"));
	assert_in_range(looked_at, 1, 40);
}
