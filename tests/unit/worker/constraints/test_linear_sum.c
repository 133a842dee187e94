#include "unit/worker/drawn_terms.h"
#include "worker/constraints/linear_sum.h"
#include "worker/constraints/term_reader.h"
#include "worker/constraints/term_writer.h"

enum { TEXTS = 300, SAMPLES = 12 };

/* Returns what libz3 says that an expression is under the assignment. */
static int64_t
value_of(const struct drawn_term *d, struct expressions *e, uint32_t x,
	unsigned assignment)
{
	Z3_ast written = expression_write(e, x);
	int64_t value;

	if (Z3_get_sort_kind(d->c, Z3_get_sort(d->c, written)) == Z3_BOOL_SORT)
		written = Z3_mk_ite(d->c, written,
			Z3_mk_int(d->c, 1, Z3_mk_int_sort(d->c)),
			Z3_mk_int(d->c, 0, Z3_mk_int_sort(d->c)));
	assert_true(Z3_get_numeral_int64(
		d->c, value_under(d, written, assignment), &value));
	return value;
}

static void
forget_written(struct expressions *e)
{
	for (size_t i = 0; i < e->count; i++)
		if (e->at[i].operation != OPERATION_VARIABLE &&
			e->at[i].operation != OPERATION_OPAQUE)
			e->at[i].written = NULL;
}

TEST(a_term_that_is_written_has_the_value_of_the_one_that_was_read)
{
	unsigned dice = 3;

	for (int n = 0; n < TEXTS; n++) {
		struct drawn_term d = drawn_term(&dice);
		DROP(expressions) struct expressions e = {.c = d.c};
		uint32_t x = expression_read(&e, d.term);

		forget_written(&e);
		for (int i = 0; i < SAMPLES; i++) {
			unsigned assignment = draw(&dice, assignment_count());

			if (value_of(&d, &e, x, assignment) !=
				holds(&d, assignment))
				fail_msg("%s", Z3_ast_to_string(d.c, d.term));
		}
		Z3_del_context(d.c);
	}
}

static int64_t
weigh(const struct drawn_term *d, struct expressions *e,
	const struct linear_sum *s, unsigned assignment)
{
	int64_t sum = s->number;

	for (size_t i = 0; i < s->count; i++)
		sum += s->items[i].factor *
		       value_of(d, e, s->items[i].x, assignment);
	return sum;
}

TEST(a_linear_sum_has_the_value_of_its_expression)
{
	unsigned dice = 5;

	for (int n = 0; n < TEXTS; n++) {
		struct drawn_term d = drawn_term(&dice);
		DROP(expressions) struct expressions e = {.c = d.c};
		size_t count;

		(void)expression_read(&e, d.term);
		count = e.count;
		for (uint32_t x = 0; x < count; x++) {
			DROP(linear_sum) struct linear_sum s = {0};
			unsigned assignment = draw(&dice, assignment_count());

			assert_true(linear_sum_add(&s, &e, x, -3));
			if (weigh(&d, &e, &s, assignment) !=
				-3 * value_of(&d, &e, x, assignment))
				fail_msg(
					"%s", Z3_ast_to_string(d.c,
						      expression_write(&e, x)));
		}
		Z3_del_context(d.c);
	}
}

/* Reads the left side of the last assertion. */
static void
read_left(struct linear_sum *s, struct expressions *e, const struct terms *t)
{
	Z3_ast left = term_argument(t->c, t->at[t->count - 1], 0);

	assert_true(linear_sum_add(s, e, expression_read(e, left), 1));
}

#define TABLE_IS(table, items, sum) \
	do { \
		struct terms t_ = \
			read_terms(DECLARATIONS "(assert (= " table " z))"); \
		DROP(expressions) struct expressions e_ = {.c = t_.c}; \
		DROP(linear_sum) struct linear_sum s_ = {0}; \
		read_left(&s_, &e_, &t_); \
		assert_int_equal(s_.count, items); \
		assert_int_equal(s_.number, sum); \
		Z3_del_context(t_.c); \
	} while (0)

TEST(a_table_has_an_item_for_each_value_above_the_least)
{
	TABLE_IS("(ite (= x 1) 5 (ite (= x 2) 9 4))", 2, 4);
	TABLE_IS("(ite (= x 1) 5 (ite (= x 2) 4 (ite (= x 3) 4 6)))", 2, 4);
	TABLE_IS("(ite p (ite q 5 1) (- 3))", 2, -3);
	TABLE_IS("(+ y (* 2 (ite (= x 1) 5 (ite (= x 2) 9 4))))", 3, 8);
	TABLE_IS("(ite (= x 1) 5 (ite (= x 1) 7 (ite (= x 2) 9 4)))", 2, 4);
}

TEST(a_choice_that_is_no_table_is_an_item)
{
	TABLE_IS("(ite p x 3)", 1, 0);
	TABLE_IS("(+ 2 (ite (= x 1) 5 (ite q y 4)))", 1, 2);
}
