#include "unit/worker/solved.h"

#include "worker/explain/objective_report.h"

static const struct answer_objective *
objective(const struct answer *a, size_t number)
{
	assert_true(number < answer_last(a)->objectives.count);
	return &answer_last(a)->objectives.at[number];
}

static const char *
printed(struct answer *a)
{
	return strchr(answer_last(a)->output.text, '\n') + 1;
}

TEST(prints_each_best_value_of_a_box)
{
	struct answer *a = solved("(declare-const x Int)(declare-const y Int)"
				  "(assert (and (>= x 0) (>= y 0)))"
				  "(assert (<= (+ x y) 10))"
				  "(maximize x)(minimize (- y))"
				  "(set-option :opt.priority box)"
				  "(check-sat)(get-objectives)");

	assert_string_equal(
		printed(a), "(objectives\n (x 10)\n ((- y) (- 10))\n)\n");
	answer_free(a);
}

TEST(prints_infinity_as_z3_does)
{
	struct answer *a = solved("(declare-const x Int)(declare-const y Int)"
				  "(maximize x)(minimize y)"
				  "(set-option :opt.priority box)"
				  "(check-sat)(get-objectives)");

	assert_string_equal(
		printed(a), "(objectives\n (x oo)\n (y (* (- 1) oo))\n)\n");
	answer_free(a);
}

TEST(prints_a_supremum_with_epsilon)
{
	struct answer *a = solved("(declare-const x Real)(assert (< x 3.0))"
				  "(maximize x)(check-sat)(get-objectives)");

	assert_string_equal(printed(a),
		"(objectives\n (x (+ 3.0 (* (- 1.0) epsilon)))\n)\n");
	answer_free(a);
}

TEST(prints_an_id_as_a_symbol)
{
	struct answer *a = solved("(declare-const p Bool)"
				  "(assert-soft p :id |a b| :weight 2.5)"
				  "(assert (not p))(check-sat)"
				  "(get-objectives)");

	assert_string_equal(
		printed(a), "(objectives\n (|a b| (/ 5.0 2.0))\n)\n");
	answer_free(a);
}

TEST(bounds_of_bit_vectors_are_bit_vectors)
{
	struct answer *a = solved("(declare-const b (_ BitVec 8))"
				  "(assert (bvult b #x10))(maximize b)"
				  "(check-sat)(get-objectives)");

	assert_string_equal(objective(a, 0)->lower, "#x0f");
	assert_string_equal(objective(a, 0)->upper, "#x0f");
	assert_string_equal(printed(a), "(objectives\n (b 15)\n)\n");
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
