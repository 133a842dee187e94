#include "unit/unit.h"

#include "advice/advice.h"

#include <string.h>

#include "base/alloc.h"

static const struct advice_job job = {
	.limit_ms = 30000, .memory_mb = 2048, .what = "the model"};

static const struct reason_case {
	const char *reason;
	const char *holds[2];
} cases[] = {
	{"smt tactic failed to show goal to be sat/unsat (incomplete "
	 "quantifiers)",
		{"has quantifiers", ":pattern"}},
	{"(incomplete (theory arithmetic))",
		{"multiplies, divides or raises", "Bound the variables"}},
	{"smt tactic failed to show goal to be sat/unsat (incomplete "
	 "(theory arithmetic))",
		{"multiplies, divides or raises", "powers as products"}},
	{"smt tactic failed to show goal to be sat/unsat (other)",
		{"this kind of problem", "Bound all variables"}},
	{"(incomplete (theory seq))", {"strings", "str.len"}},
	{"(incomplete (theory array))", {"whole arrays", "(select a i)"}},
	{"max. resource limit exceeded", {"limit on Z3's steps", "timeout_ms"}},
	{"memout", {"out of memory", "--memory-mb"}},
	{"timeout", {"time limit", "timeout_ms"}},
	{"canceled", {"was stopped", "timeout_ms"}},
	{"interrupted from keyboard", {"was stopped", "timeout_ms"}},
	{"unknown", {"could not decide it", "Bound all variables"}},
	{"", {"could not decide it", "timeout_ms"}},
};

TEST(puts_each_reason_in_plain_words)
{
	size_t i, j;

	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		DROP(text) char *text = advice_unknown(cases[i].reason, &job);

		for (j = 0; j < 2; j++)
			if (strstr(text, cases[i].holds[j]) == NULL)
				fail_msg("%s: lacks \"%s\": %s",
					cases[i].reason, cases[i].holds[j],
					text);
	}
}

TEST(shows_libz3s_words_when_they_say_something)
{
	DROP(text) char *text = advice_unknown("(incomplete\n x)", &job);
	DROP(text) char *plain = advice_unknown("unknown", &job);

	assert_non_null(strstr(text, "(Z3 says \"(incomplete x)\")"));
	assert_null(strstr(plain, "Z3 says"));
}
