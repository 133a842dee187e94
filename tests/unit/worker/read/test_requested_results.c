#include "unit/smt/built.h"

#include "worker/read/requested_results.h"

static bool
shows(const char *text)
{
	DROP(built) struct built b;

	build(&b, text, CONSTANTS_NONE);
	return requested_results_for_solution(&b.script, &b.sp);
}

TEST(the_last_check_shows_its_solution)
{
	assert_true(shows("(declare-const x Int)(check-sat)"));
	assert_true(shows("(declare-const x Int)"));
	assert_false(shows("(check-sat)(check-sat)"));
}

TEST(an_earlier_check_shows_it_when_asked_or_optimized)
{
	assert_true(shows("(check-sat)(get-model)(check-sat)"));
	assert_false(shows("(check-sat)(get-info :version)(check-sat)"));
	assert_true(shows("(declare-const x Int)(minimize x)(check-sat)"
			  "(check-sat)"));
	assert_true(shows("(declare-const p Bool)(assert-soft p)(check-sat)"
			  "(check-sat)"));
	assert_false(shows("(declare-const x Int)(check-sat)(minimize x)"
			   "(check-sat)"));
}

TEST(a_query_is_found_behind_its_own_check_only)
{
	DROP(built) struct built b;

	build(&b, "(check-sat)(echo \"a\")(check-sat)(get-model)",
		CONSTANTS_NONE);
	assert_true(requested_results_for(&b.script, &b.sp, COMMAND_ECHO));
	assert_false(
		requested_results_for(&b.script, &b.sp, COMMAND_GET_MODEL));
}
