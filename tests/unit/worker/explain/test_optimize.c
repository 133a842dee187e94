#include "unit/worker/solved.h"

#include "worker/explain/optimize.h"

static const struct answer_objective *
objective(const struct answer *a, size_t number)
{
	assert_true(number < answer_last(a)->objective_count);
	return &answer_last(a)->objectives[number];
}

static void
an_attained_optimum_is_proved(void **state)
{
	struct answer *a = solved("(declare-const x Int)(assert (< x 50))"
				  "(maximize (* 2 x))");

	(void)state;
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_string_equal(value_of(a, "x"), "49");
	assert_int_equal(answer_last(a)->objective_count, 1);
	assert_string_equal(objective(a, 0)->term, "(* 2 x)");
	assert_string_equal(objective(a, 0)->value, "98");
	assert_true(objective(a, 0)->maximize);
	assert_true(objective(a, 0)->optimal);
	answer_free(a);
}

/* libz3 4.8.12 claims 2 here; the supremum is 3 and is not attained. */
static void
an_optimum_that_is_not_attained_is_not_claimed(void **state)
{
	struct answer *a = solved("(declare-const r Real)(assert (< r 3.0))"
				  "(maximize r)");

	(void)state;
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_false(objective(a, 0)->optimal);
	assert_true(objective(a, 0)->not_attained);
	assert_string_equal(objective(a, 0)->upper, "3");
	answer_free(a);
}

static void
an_unbounded_objective_has_an_infinite_bound(void **state)
{
	struct answer *a = solved("(declare-const x Int)(assert (> x 5))"
				  "(maximize x)");

	(void)state;
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_false(objective(a, 0)->optimal);
	assert_string_equal(objective(a, 0)->upper, "oo");
	answer_free(a);
}

/* libz3's optimizer says v = 0, where (g v) is true. */
static void
a_wrong_solution_of_the_optimizer_is_not_taken(void **state)
{
	struct answer *a = solved("(declare-const b Bool)(declare-const v Int)"
				  "(define-fun-rec g ((n Int)) Bool"
				  " (ite (<= n 0) b (xor true (g 0))))"
				  "(assert (not (g v)))(assert b)(minimize v)");

	(void)state;
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_int_equal(answer_last(a)->failed.count, 0);
	assert_string_equal(objective(a, 0)->value, "1");
	answer_free(a);
}

static void
objectives_are_lexicographic(void **state)
{
	struct answer *a =
		solved("(declare-const x Int)(declare-const y Int)"
		       "(assert (and (>= x 0) (>= y 0) (<= (+ x y) 10)))"
		       "(maximize x)(maximize y)");

	(void)state;
	assert_string_equal(value_of(a, "x"), "10");
	assert_string_equal(value_of(a, "y"), "0");
	assert_true(objective(a, 0)->optimal);
	assert_true(objective(a, 1)->optimal);
	answer_free(a);
}

/* No solution has both. */
static void
in_a_box_each_objective_has_its_own_best_value(void **state)
{
	struct answer *a =
		solved("(declare-const x Int)(declare-const y Int)"
		       "(assert (and (>= x 0) (>= y 0) (<= (+ x y) 10)))"
		       "(maximize x)(maximize y)"
		       "(set-option :opt.priority box)");

	(void)state;
	assert_string_equal(objective(a, 0)->value, "10");
	assert_string_equal(objective(a, 1)->value, "10");
	assert_true(objective(a, 0)->optimal);
	assert_true(objective(a, 1)->optimal);
	answer_free(a);
}

static void
in_a_box_a_strict_bound_is_no_optimum(void **state)
{
	struct answer *a = solved("(declare-const r Real)"
				  "(declare-const x (_ BitVec 8))"
				  "(assert (< r 3.0))(assert (bvult x #xf0))"
				  "(maximize r)(maximize x)"
				  "(set-option :opt.priority box)");

	(void)state;
	assert_false(objective(a, 0)->optimal);
	assert_string_equal(objective(a, 1)->value, "\"#xef\"");
	assert_true(objective(a, 1)->optimal);
	answer_free(a);
}

static void
soft_assertions_are_violated_as_little_as_possible(void **state)
{
	struct answer *a =
		solved("(declare-const p Bool)(declare-const q Bool)"
		       "(assert (not (and p q)))(assert-soft p :weight 3 :id g)"
		       "(assert-soft q :weight 0.5 :id g)");

	(void)state;
	assert_string_equal(value_of(a, "p"), "true");
	assert_int_equal(answer_last(a)->objective_count, 1);
	assert_true(objective(a, 0)->soft);
	assert_string_equal(objective(a, 0)->term, "g");
	assert_string_equal(objective(a, 0)->value, "\"1/2\"");
	assert_true(objective(a, 0)->optimal);
	answer_free(a);
}

static void
hard_assertions_that_conflict_have_a_core(void **state)
{
	struct answer *a =
		solved("(declare-const x Int)(assert (> x 5))(assert (< x 3))"
		       "(minimize x)");

	(void)state;
	assert_int_equal(answer_last(a)->status, STATUS_UNSAT);
	assert_int_equal(answer_last(a)->core.count, 2);
	answer_free(a);
}

static void
bit_vectors_are_optimized_unsigned(void **state)
{
	struct answer *a = solved("(declare-const b (_ BitVec 8))"
				  "(assert (bvult b #xf0))(maximize b)");

	(void)state;
	assert_string_equal(value_of(a, "b"), "\"#xef\"");
	assert_true(objective(a, 0)->optimal);
	answer_free(a);
}

static void
get_objectives_prints_the_values(void **state)
{
	struct answer *a = solved("(declare-const x Int)(assert (< x 5))"
				  "(maximize x)(check-sat)(get-objectives)");

	(void)state;
	assert_string_equal(a->output, "sat\n(objectives\n (x 4)\n)\n");
	answer_free(a);
}

/* As libz3 does when its own check is called again. */
static void
pareto_goes_on_with_each_check(void **state)
{
	struct answer *a = solved("(declare-const x Int)(declare-const y Int)"
				  "(assert (and (>= x 0) (>= y 0)))"
				  "(assert (<= (+ x y) 1))"
				  "(maximize x)(maximize y)"
				  "(set-option :opt.priority pareto)"
				  "(check-sat)(get-value (x))"
				  "(check-sat)(get-value (x))(check-sat)");

	(void)state;
	assert_int_equal(a->check_count, 3);
	assert_int_equal(a->checks[1].status, STATUS_SAT);
	assert_string_not_equal(a->checks[0].output, a->checks[1].output);
	assert_true(a->checks[1].objectives[0].optimal);
	assert_int_equal(a->checks[2].status, STATUS_UNSAT);
	assert_int_equal(a->checks[2].core.count, 0);
	assert_non_null(strstr(a->checks[2].output, "all of the best"));
	answer_free(a);
}

static void
pareto_begins_anew_behind_an_assertion(void **state)
{
	struct answer *a = solved("(declare-const x Int)(declare-const y Int)"
				  "(assert (and (>= x 0) (>= y 0)))"
				  "(assert (<= (+ x y) 1))"
				  "(maximize x)(maximize y)"
				  "(set-option :opt.priority pareto)"
				  "(check-sat)(assert (< x 5))(check-sat)"
				  "(push)(check-sat)(pop)(check-sat)");

	(void)state;
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(a->checks[i].status, STATUS_SAT);
	answer_free(a);
}

/* How often the search for the best goes on behind the values of a solution. */
static unsigned
count_returns(int fd)
{
	struct answer *a = answer_new();
	off_t size = lseek(fd, 0, SEEK_END);
	char *bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
	unsigned count = 0;
	struct frame f;
	size_t used;

	assert_true(bytes != MAP_FAILED);
	for (size_t at = 0; frame_find(bytes + at, (size_t)size - at,
				    LIMIT_ANSWER, &f, &used) == FRAME_WHOLE;
		at += used) {
		enum phase before = a->phase;

		assert_true(answer_take(a, &f));
		count += before == PHASE_MODEL && a->phase == PHASE_OPTIMIZING;
	}
	answer_free(a);
	(void)munmap(bytes, (size_t)size);
	return count;
}

/* Who asks for progress hears that the job is at it again. */
static void
behind_each_better_solution_the_search_goes_on(void **state)
{
	struct client_requests client_requests =
		ask_for("(declare-const x Int)(declare-const y Int)"
			"(declare-const z Int)"
			"(assert (and (<= 0 x 40) (<= 0 y 40) (<= 0 z 40)))"
			"(assert (< (+ (* 3 x) (* 5 y) (* 7 z)) 100))"
			"(assert (distinct (+ x y) (+ y z) (+ x z)))"
			"(maximize (+ (* 4 x) (* 7 y) (* 11 z)))");
	struct ground ground = {.c = context_new()};
	int fd = memfd_create("answer", 0);

	(void)state;
	answer_stream_open(fd);
	(void)script_runner_ask(&ground, &client_requests);
	answer_stream_send();
	assert_true(count_returns(fd) >= 2);
	(void)close(fd);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_attained_optimum_is_proved),
		cmocka_unit_test(
			behind_each_better_solution_the_search_goes_on),
		cmocka_unit_test(
			an_optimum_that_is_not_attained_is_not_claimed),
		cmocka_unit_test(an_unbounded_objective_has_an_infinite_bound),
		cmocka_unit_test(
			a_wrong_solution_of_the_optimizer_is_not_taken),
		cmocka_unit_test(objectives_are_lexicographic),
		cmocka_unit_test(
			in_a_box_each_objective_has_its_own_best_value),
		cmocka_unit_test(in_a_box_a_strict_bound_is_no_optimum),
		cmocka_unit_test(
			soft_assertions_are_violated_as_little_as_possible),
		cmocka_unit_test(hard_assertions_that_conflict_have_a_core),
		cmocka_unit_test(bit_vectors_are_optimized_unsigned),
		cmocka_unit_test(get_objectives_prints_the_values),
		cmocka_unit_test(pareto_goes_on_with_each_check),
		cmocka_unit_test(pareto_begins_anew_behind_an_assertion),
	};

	return cmocka_run_group_tests(tests, solved_begin, NULL);
}
