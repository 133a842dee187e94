#include "unit/unit.h"

#include <string.h>

#include "worker/base/context.h"
#include "worker/read/parser.h"

/* Parses the first problem of a text. */
static bool
parse(const char *text, enum problem_constants constants, struct parsed *out,
	struct diagnostic *fault)
{
	static struct commands forms;
	static struct script script;
	struct script_problem sp;

	*fault = (struct diagnostic){0};
	commands_release(&forms);
	assert_true(commands_split(text, strlen(text), &forms, fault));
	script_init(&script, text, &forms);
	assert_int_equal(script_next(&script, &sp, fault), SCRIPT_PROBLEM);
	return parser_problem(
		context_new(), &script, &sp, NULL, constants, out, fault);
}

TEST(terms_come_in_the_order_of_the_parts)
{
	struct parsed p;
	struct diagnostic fault;

	assert_true(parse("(declare-const x Int)(assert (> x 1))"
			  "(minimize (+ x 2))(assert-soft (< x 3))",
		CONSTANTS_PLAIN, &p, &fault));
	assert_string_equal(
		Z3_ast_to_string(p.c, parsed_term(&p, &p.problem.parts[1])),
		"(> x 1)");
	assert_string_equal(
		Z3_ast_to_string(p.c, parsed_term(&p, &p.problem.parts[2])),
		"(+ x 2)");
	assert_string_equal(
		Z3_ast_to_string(p.c, parsed_term(&p, &p.problem.parts[3])),
		"(< x 3)");
	assert_string_equal(
		Z3_ast_to_string(p.c, parsed_term(&p, &p.problem.parts[4])),
		"x");
	parsed_release(&p);
}

static void
fails_at(const char *text, unsigned line, unsigned column, const char *what)
{
	struct parsed p;
	struct diagnostic fault;

	assert_false(parse(text, CONSTANTS_NONE, &p, &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_SOLVER);
	assert_int_equal(fault.line, line);
	assert_int_equal(fault.column, column);
	assert_string_equal(fault.what, what);
}

TEST(an_error_in_the_first_line_is_placed)
{
	fails_at("(assert (> y 0))", 1, 12, "unknown constant y");
}

TEST(an_error_in_a_later_line_is_placed)
{
	fails_at("(declare-const x Int)\n\n  (assert\n (> x yy))", 4, 7,
		"unknown constant yy");
}

TEST(an_error_behind_another_command_in_its_line_is_placed)
{
	fails_at("(declare-const x Int) (assert (> x yy))", 1, 36,
		"unknown constant yy");
}

TEST(an_error_behind_an_unknown_logic_is_placed)
{
	fails_at("(set-logic HO_ALL)\n(declare-const x Int)(assert (> x yy))",
		2, 35, "unknown constant yy");
}

TEST(words_over_several_lines_are_kept)
{
	fails_at("(declare-fun f (Int) Int)\n(assert (f 1 2))", 2, 15,
		"unknown constant f (Int Int) \n"
		"declared: (declare-fun f (Int) Int) ");
}

TEST(an_ambiguous_constant_is_told_apart)
{
	struct parsed p;
	struct diagnostic fault;
	const char *text = "(declare-const x Int)(declare-const x Bool)";

	assert_false(parse(text, CONSTANTS_PLAIN, &p, &fault));
	assert_true(p.in_constant);
	assert_true(parse(text, CONSTANTS_QUALIFIED, &p, &fault));
	parsed_release(&p);
}
