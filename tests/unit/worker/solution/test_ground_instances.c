#include "unit/worker/built.h"

#include "worker/solution/ground_instances.h"

/* Of the last assertion of a text, under a solution of the whole. */
struct stage {
	struct built b;
	struct ground_instances i;
};

static void
begin(struct stage *x, const char *text)
{
	const struct problem_part *part = NULL;
	const struct problem_part *last = NULL;
	Z3_solver solver;

	build(&x->b, text);
	solver = task_solver(&x->b.task, true);
	assert_int_equal(Z3_solver_check(x->b.task.c, solver), Z3_L_TRUE);
	x->b.task.model = Z3_solver_get_model(x->b.task.c, solver);
	Z3_model_inc_ref(x->b.task.c, x->b.task.model);
	while ((part = task_part(&x->b.task, PART_ASSERTION, part)) != NULL)
		last = part;
	ground_instances_begin(&x->i, &x->b.task, task_term(&x->b.task, last));
}

static unsigned
count(struct stage *x)
{
	unsigned number = 1;

	while (ground_instances_next(&x->i))
		number++;
	return number;
}

static void
end(struct stage *x)
{
	ground_instances_release(&x->i);
	built_drop(&x->b);
}

/* The solution has at least the three that differ. */
#define THREE \
	"(declare-sort U 0)(declare-const a U)(declare-const b U)" \
	"(declare-const c U)(declare-fun p (U) Bool)" \
	"(assert (and (distinct a b c) (p a) (not (p b)) (p c)))"

TEST(elements_of_declared_sorts_have_their_turn)
{
	struct stage x;

	begin(&x, THREE "(assert (exists ((x U)) (not (p x))))");
	assert_true(x.i.has_elements);
	assert_false(x.i.has_constants);
	assert_in_range(count(&x), 3, 10);
	end(&x);
}

TEST(variables_have_theirs_in_all_ways)
{
	struct stage x;

	begin(&x, "(declare-datatypes ((C 0) (D 0)) (((r) (g) (b)) ((e) (f))))"
		  "(declare-fun p (C D Int) Bool)"
		  "(assert (forall ((x C) (n Int) (y D)) (p x y n)))");
	assert_false(x.i.has_elements);
	assert_true(x.i.has_constants);
	assert_false(x.i.has_strangers);
	assert_int_equal(count(&x), 6);
	end(&x);
}

TEST(a_sort_without_elements_is_strange)
{
	struct stage x;

	begin(&x, "(declare-sort U 0)(declare-const n Int)"
		  "(assert (forall ((x U)) (= x x)))");
	assert_true(x.i.has_strangers);
	assert_int_equal(count(&x), 1);
	end(&x);
}

TEST(too_many_are_not_gone_through)
{
	struct stage x;

	begin(&x, "(declare-datatype C ((c0) (c1) (c2) (c3) (c4) (c5) (c6)))"
		  "(declare-fun p (C C C C C) Bool)"
		  "(assert (forall ((v C) (w C) (x C) (y C) (z C))"
		  "(p v w x y z)))");
	assert_true(x.i.has_constants);
	assert_int_equal(count(&x), 7 * 7 * 7 * 7);
	end(&x);
}
