#include "built.h"

#include <sys/mman.h>

#include "solver/effort.h"
#include "solver/report.h"
#include "solver/solve.h"
#include "solver/watchdog.h"

static void
small_scripts_are_evaluated_in_full(void **state)
{
	(void)state;
	assert_true(effort_allows(&(struct effort){0}));
	assert_true(effort_allows(&(struct effort){.evaluating_us = 100000}));
}

static void
evaluation_takes_no_longer_than_the_checks(void **state)
{
	(void)state;
	assert_false(effort_allows(&(struct effort){
		.solving_us = 1000000, .evaluating_us = 1500000}));
	assert_true(effort_allows(&(struct effort){
		.solving_us = 1000000, .evaluating_us = 900000}));
}

/* Solves the first problem of a text; whether it has a solution to look at. */
static bool
looks_at(const char *text, struct effort *effort)
{
	DROP(built) struct built b;
	struct sorts sorts = {0};
	struct ask ask = {.timeout_ms = 20000};

	build(&b, text);
	b.task.effort = effort;
	b.task.ask = &ask;
	b.task.sorts = &sorts;
	solve_task(&b.task);
	assert_int_equal(b.task.status, STATUS_SAT);
	sorts_release(&sorts);
	return b.task.model != NULL;
}

static void
only_what_nobody_asked_for_goes_without(void **state)
{
	struct effort much = {.evaluating_us = INT64_MAX / 2};
	struct effort none = {0};

	(void)state;
	assert_true(looks_at("(check-sat)(check-sat)", &none));
	assert_false(none.is_told);
	assert_false(looks_at("(check-sat)(check-sat)", &much));
	assert_true(much.is_told);
	assert_true(looks_at("(check-sat)", &much));
	assert_true(looks_at("(check-sat)(get-model)(check-sat)", &much));
	assert_true(looks_at("(declare-const x Int)(check-sat)"
			     "(get-value (x))(check-sat)",
		&much));
	assert_true(looks_at("(declare-const p Bool)(assert-soft p)"
			     "(check-sat)(check-sat)",
		&much));
}

static int
begin(void **state)
{
	(void)state;
	watchdog_start();
	watchdog_begin(INT64_MAX / 2);
	report_open(memfd_create("answer", 0));
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_scripts_are_evaluated_in_full),
		cmocka_unit_test(evaluation_takes_no_longer_than_the_checks),
		cmocka_unit_test(only_what_nobody_asked_for_goes_without),
	};

	return cmocka_run_group_tests(tests, begin, NULL);
}
