#include "unit/worker/built.h"
#include "unit/worker/objectives.h"
#include "worker/optimize/objective.h"

SOLVED_TEST(goals_stand_in_the_order_of_the_text,
	"(declare-const x Int)(declare-const p Bool)"
	"(assert (and (> x 0) (< x 9)))(assert-soft p :id first)"
	"(minimize x)(assert-soft (not p) :id last)")
{
	assert_int_equal(answer_last(a)->objectives.count, 3);
	assert_string_equal(objective(a, 0)->term, "first");
	assert_string_equal(objective(a, 1)->term, "x");
	assert_string_equal(objective(a, 2)->term, "last");
}

SOLVED_TEST(soft_assertions_of_one_id_are_one_goal,
	"(declare-const p Bool)(assert (not p))"
	"(assert-soft p :weight 2 :id g)"
	"(assert-soft p :weight 0.25 :id g)")
{
	assert_int_equal(answer_last(a)->objectives.count, 1);
	assert_string_equal(objective(a, 0)->value, "\"9/4\"");
}

SOLVED_TEST(a_quoted_id_is_the_same_id, "(declare-const p Bool)(assert (not p))"
					"(assert-soft p :weight 2 :id g)"
					"(assert-soft p :id |g|)")
{
	assert_int_equal(answer_last(a)->objectives.count, 1);
	assert_string_equal(objective(a, 0)->term, "g");
	assert_string_equal(objective(a, 0)->value, "\"3\"");
}

SOLVED_TEST(a_weight_is_one_and_an_id_is_empty_when_left_out,
	"(declare-const p Bool)(assert (not p))(assert-soft p)")
{
	assert_string_equal(objective(a, 0)->term, "");
	assert_string_equal(objective(a, 0)->value, "\"1\"");
}

SOLVED_TEST(bounds_meet_at_a_proved_optimum,
	"(declare-const x Int)(assert (>= x (- 5)))"
	"(minimize x)")
{
	assert_string_equal(objective(a, 0)->value, "-5");
	assert_string_equal(objective(a, 0)->bound, "-5");
}

SOLVED_TEST(box_proves_each_goal_by_itself,
	"(set-option :opt.priority box)"
	"(declare-const x Int)(declare-const y Int)"
	"(assert (and (>= x 0) (>= y 0) (<= (+ x y) 10)))"
	"(maximize x)(maximize y)")
{
	/* No solution has both at 10, but each of them can be. */
	assert_optimal(a, 0, "10");
	assert_optimal(a, 1, "10");
}

static const char *
printed(struct answer *a)
{
	return strchr(answer_last(a)->output.text, '\n') + 1;
}

SOLVED_TEST(prints_each_best_value_of_a_box,
	"(declare-const x Int)(declare-const y Int)"
	"(assert (and (>= x 0) (>= y 0)))"
	"(assert (<= (+ x y) 10))"
	"(maximize x)(minimize (- y))"
	"(set-option :opt.priority box)"
	"(check-sat)(get-objectives)")
{
	assert_string_equal(
		printed(a), "(objectives\n (x 10)\n ((- y) (- 10))\n)\n");
}

SOLVED_TEST(prints_infinity_as_z3_does,
	"(declare-const x Int)(declare-const y Int)"
	"(maximize x)(minimize y)"
	"(set-option :opt.priority box)"
	"(check-sat)(get-objectives)")
{
	assert_string_equal(
		printed(a), "(objectives\n (x oo)\n (y (* (- 1) oo))\n)\n");
}

SOLVED_TEST(prints_a_supremum_with_epsilon,
	"(declare-const x Real)(assert (< x 3.0))"
	"(maximize x)(check-sat)(get-objectives)")
{
	assert_string_equal(printed(a),
		"(objectives\n (x (+ 3.0 (* (- 1.0) epsilon)))\n)\n");
}

SOLVED_TEST(prints_an_id_as_a_symbol, "(declare-const p Bool)"
				      "(assert-soft p :id |a b| :weight 2.5)"
				      "(assert (not p))(check-sat)"
				      "(get-objectives)")
{
	assert_string_equal(
		printed(a), "(objectives\n (|a b| (/ 5.0 2.0))\n)\n");
}

SOLVED_TEST(bounds_of_bit_vectors_are_bit_vectors,
	"(declare-const b (_ BitVec 8))"
	"(assert (bvult b #x10))(maximize b)"
	"(check-sat)(get-objectives)")
{
	assert_string_equal(objective(a, 0)->value, "\"#x0f\"");
	assert_string_equal(objective(a, 0)->bound, "#x0f");
	assert_string_equal(printed(a), "(objectives\n (b 15)\n)\n");
}

TEST_GROUP(solved_begin, NULL)

/* A solution of x = value, and nothing else. */
static void
take_solution(struct task *t, const char *value)
{
	Z3_ast x = Z3_mk_const(
		t->c, Z3_mk_string_symbol(t->c, "x"), Z3_mk_int_sort(t->c));

	t->model = Z3_mk_model(t->c);
	Z3_model_inc_ref(t->c, t->model);
	Z3_add_const_interp(t->c, t->model, term_decl(t->c, x),
		Z3_mk_numeral(t->c, value, Z3_mk_int_sort(t->c)));
}

TEST(a_value_that_changes_after_it_was_proved_is_not_the_best)
{
	struct built b;
	struct objectives goals;

	build(&b, "(declare-const x Int)(minimize x)(maximize (* 2 x))");
	objectives_read(&b.task, &goals);
	take_solution(&b.task, "5");
	objectives_value(&b.task, &goals);
	goals.at[0].state = OBJECTIVE_OPTIMAL;
	objectives_reach(&goals);
	take_solution(&b.task, "5");
	objectives_value(&b.task, &goals);
	assert_true(objective_is_best(&goals.at[0]));
	take_solution(&b.task, "6");
	objectives_value(&b.task, &goals);
	assert_int_equal(goals.at[0].state, OBJECTIVE_CHANGED);
	assert_int_equal(goals.at[1].state, OBJECTIVE_OPEN);
	goals.priority = PRIORITY_BOX;
	goals.at[0].state = OBJECTIVE_OPTIMAL;
	objectives_value(&b.task, &goals);
	assert_true(objective_is_best(&goals.at[0]));
	objectives_release(&goals);
	built_drop(&b);
}
