/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "base/alloc.h"
#include "model/dimacs.h"

static const struct export_header header = {
	.session = "parity",
	.revision = 3,
	.version = "0.1.0",
	.z3_version = "4.8.12",
	.status = "sat",
};

static struct model *
sample(void)
{
	struct model *m = model_new();

	model_insert(m, 0, item_new("(declare-const rain Bool)", NULL, NULL));
	model_insert(
		m, 1, item_new("(declare-const |w\net| Bool)", NULL, NULL));
	model_insert(m, 2, item_new("(assert (=> rain |w\net|))", NULL, NULL));
	return m;
}

#define ARRANGE(model_made) \
	DROP(model) struct model *m = model_made; \
	DROP(buf) struct buf out; \
	struct fault fault = {0}; \
	size_t index; \
	(void)state; \
	buf_init(&out, 10000)

static void
says_which_variable_is_which_constant(void **state)
{
	ARRANGE(sample());
	assert_true(dimacs_render(m, &header, &out, &index, &fault));
	assert_string_equal(out.data, "c Satchel export, format 1\n"
				      "c session: parity\n"
				      "c revision: 3\n"
				      "c made by: Satchel 0.1.0, Z3 4.8.12\n"
				      "c status: sat\n"
				      "c 1 is rain\n"
				      "c 2 is w et\n"
				      "p cnf 2 1\n"
				      "-1 2 0\n");
}

static void
names_the_first_item_that_is_not_propositional(void **state)
{
	ARRANGE(sample());
	model_insert(m, 2, item_new("(declare-const n\n Int)", NULL, NULL));
	model_insert(m, 3, item_new("(assert (> n 0))", NULL, NULL));
	assert_false(dimacs_render(m, &header, &out, &index, &fault));
	assert_int_equal(index, 2);
	assert_int_equal(fault.line, 2);
	assert_int_equal(fault.column, 2);
}

static void
an_empty_model_has_no_clauses(void **state)
{
	ARRANGE(model_new());
	assert_true(dimacs_render(m, &header, &out, &index, &fault));
	assert_non_null(strstr(out.data, "p cnf 0 0\n"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(says_which_variable_is_which_constant),
		cmocka_unit_test(
			names_the_first_item_that_is_not_propositional),
		cmocka_unit_test(an_empty_model_has_no_clauses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
