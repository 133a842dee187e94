#include "unit/unit.h"

#include "tools/hints/more_errors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/*
 * Every "!" of the text is a fault, the first of them the first; expects that
 * those in these lines are left.
 */
static void
expect_causes(const char *text, const char *lines)
{
	struct diagnostics faults = {0};
	struct diagnostic first = {0};
	char found[100] = "";
	unsigned line = 1;

	for (const char *at = text; *at != '\0'; at++) {
		struct diagnostic fault = {.kind = DIAGNOSTIC_SOLVER,
			.offset = (size_t)(at - text),
			.line = line};

		line += *at == '\n';
		if (*at == '!' && first.line == 0)
			first = fault;
		else if (*at == '!')
			*ARRAY_ADD(faults.at, faults.count, faults.capacity) =
				fault;
	}
	more_errors_keep_causes(&faults, &first, text, strlen(text));
	for (size_t i = 0; i < faults.count; i++)
		(void)snprintf(found + strlen(found),
			sizeof(found) - strlen(found), "%u ",
			faults.at[i].line);
	assert_string_equal(found, lines);
	free(faults.at);
}

TEST(who_uses_what_a_refused_one_declares_is_no_cause)
{
	expect_causes("(declare-const x !I)\n(assert (> x ! 0))\n"
		      "(define-fun f () Int (+ ! x 1))\n(assert (> f ! 0))\n"
		      "(assert (> y !0))",
		"5 ");
	expect_causes("(assert !a)\n(define-sort S () !I)\n"
		      "(declare-fun s (S !I) I)\n(assert (s ! s))",
		"2 ");
}

TEST(what_is_in_no_command_is_left_out)
{
	expect_causes("(assert !a)\n; !\n(assert !b)", "3 ");
	expect_causes("(assert !a)\n(assert !b", "");
}
