#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "worker/read/problem.h"

/* The first problem of a script, and what it was made from. */
struct built {
	struct commands forms;
	struct script script;
	struct script_problem sp;
	struct problem problem;
};

static void
build(struct built *b, const char *text, bool with_constants)
{
	struct diagnostic fault = {0};

	*b = (struct built){0};
	assert_true(commands_split(text, strlen(text), &b->forms, &fault));
	script_init(&b->script, text, &b->forms);
	assert_int_equal(
		script_next(&b->script, &b->sp, &fault), SCRIPT_PROBLEM);
	problem_build(&b->problem, &b->script, &b->sp, with_constants);
}

/* Counts the parts of that kind that come from a field of that kind, and from
 * no command. */
static size_t
count_from(
	const struct problem *p, enum part_kind part, enum ask_field_kind field)
{
	size_t count = 0;

	for (size_t i = 0; i < p->count; i++)
		count += p->parts[i].kind == part && p->parts[i].form == NULL &&
			 p->parts[i].field->kind == field;
	return count;
}

static void
built_drop(struct built *b)
{
	problem_release(&b->problem);
	script_release(&b->script);
	commands_release(&b->forms);
}

TEST(commands_and_assertions_are_copied)
{
	DROP(built) struct built b;

	build(&b, "(declare-const x Int) ; why\n(assert (> x 0)) (check-sat)",
		false);
	assert_string_equal(b.problem.text.data,
		"(declare-const x Int)\n(assert (> x 0))\n");
	assert_int_equal(b.problem.terms, 1);
	assert_int_equal(b.problem.parts[1].kind, PART_ASSERTION);
	assert_int_equal(b.problem.parts[1].term, 0);
}

TEST(objectives_and_soft_assertions_become_terms)
{
	DROP(built) struct built b;

	build(&b,
		"(declare-const x Int)(minimize (+ x 1))"
		"(assert-soft (> x 3) :weight 2)",
		false);
	assert_int_equal(b.problem.count, 3);
	assert_int_equal(b.problem.parts[1].kind, PART_OBJECTIVE);
	assert_int_equal(b.problem.parts[2].kind, PART_SOFT);
	assert_null(strstr(b.problem.text.data, "minimize"));
	assert_null(strstr(b.problem.text.data, "weight"));
}

TEST(each_assumption_and_each_query_is_a_term)
{
	DROP(built) struct built b;

	build(&b,
		"(declare-const p Bool)(check-sat-assuming (p (not p)))"
		"(get-value (p (and p p)))(eval p)",
		false);
	assert_int_equal(b.problem.terms, 5);
	assert_int_equal(b.problem.parts[1].kind, PART_ASSUMPTION);
	assert_int_equal(b.problem.parts[3].kind, PART_QUERY);
}

TEST(check_sat_with_terms_assumes_them)
{
	DROP(built) struct built b;

	build(&b, "(declare-const p Bool)(check-sat p (not p))", false);
	assert_int_equal(b.problem.terms, 2);
	assert_int_equal(b.problem.parts[1].kind, PART_ASSUMPTION);
	assert_int_equal(b.problem.parts[2].kind, PART_ASSUMPTION);
}

TEST(a_label_is_found_behind_other_attributes)
{
	const char *text = "(assert (! (> 1 0) :weight 3 :named |my a|))"
			   "(assert (and true (! true :named inner)))";
	DROP(built) struct built b;
	struct token label;

	build(&b, text, false);
	assert_true(command_label(&b.forms.at[0], text, &label));
	assert_true(slice_is(token_name(text, &label), "my a"));
	assert_false(command_label(&b.forms.at[1], text, &label));
}

TEST(a_place_leads_back_to_the_script)
{
	const char *text = "(declare-const x Int)   (assert\n (> x yy))";
	DROP(built) struct built b;
	struct diagnostic fault = {0};
	const struct problem_part *part;

	build(&b, text, false);
	/* yy is at byte 6 of the third line of the problem's text. */
	part = problem_place(&b.problem, 3, 6, &fault);
	assert_non_null(part);
	assert_int_equal(part->kind, PART_ASSERTION);
	assert_int_equal(fault.offset, strstr(text, "yy") - text);
	assert_int_equal(fault.line, 2);
	assert_int_equal(fault.column, 7);
}

TEST(a_place_in_a_wrapped_term_leads_to_the_term)
{
	const char *text = "(declare-const x Int)\n\n  (minimize (+ x yy))";
	DROP(built) struct built b;
	struct diagnostic fault = {0};

	build(&b, text, false);
	assert_non_null(problem_place(&b.problem, 3, 5, &fault));
	assert_int_equal(fault.line, 3);
	assert_int_equal(fault.offset, strstr(text, "yy") - text);
}

TEST(a_place_past_the_end_is_in_the_last_part)
{
	DROP(built) struct built b;
	struct diagnostic fault = {0};

	build(&b, "(assert true)", false);
	assert_non_null(problem_place(&b.problem, 99, 99, &fault));
	assert_int_equal(fault.line, 1);
}

TEST(an_empty_problem_has_no_place)
{
	DROP(built) struct built b;
	struct diagnostic fault = {0};

	build(&b, "", false);
	assert_null(problem_place(&b.problem, 1, 0, &fault));
}

TEST(places_are_found_in_any_order)
{
	const char *text = "(assert a)\n\n(assert\n b)\n(assert c)";
	DROP(built) struct built b;
	struct diagnostic fault = {0};

	build(&b, text, false);
	for (int i = 0; i < 2; i++) {
		assert_non_null(problem_place(&b.problem, 4, 8, &fault));
		assert_int_equal(fault.line, 5);
		assert_int_equal(fault.column, 9);
		assert_non_null(problem_place(&b.problem, 1, 8, &fault));
		assert_int_equal(fault.line, 1);
		assert_non_null(problem_place(&b.problem, 3, 1, &fault));
		assert_int_equal(fault.line, 4);
		assert_int_equal(fault.column, 2);
	}
}

/* Each of them from the beginning would take minutes. */
TEST(two_hundred_thousand_places_are_found_in_a_moment)
{
	enum { LINES = 200000 };
	DROP(built) struct built b;
	DROP(buf) struct buf text;
	struct diagnostic fault = {0};

	buf_init(&text, 20 * LINES);
	for (int i = 0; i < LINES; i++)
		buf_add_text(&text, "(assert a)\n");
	build(&b, text.data, false);
	for (unsigned i = 1; i <= LINES; i++) {
		assert_non_null(problem_place(&b.problem, i, 8, &fault));
		assert_int_equal(fault.line, i);
	}
}

static void
expect(const char *text, bool with_constants, size_t terms, const char *piece)
{
	DROP(built) struct built b;

	build(&b, text, with_constants);
	assert_int_equal(b.problem.terms, terms);
	if (strstr(b.problem.text.data, piece) == NULL)
		fail_msg("%s\nis not in\n%s", piece, b.problem.text.data);
}

TEST(constants_are_asked_for_with_their_sort_after_the_assertions)
{
	static const char text[] = "(declare-fun |a b| () Int)"
				   "(define-const k (Array Int Int) 3)"
				   "(assert true)";

	expect(text, true, 3,
		"(assert true)\n(assert (let ((satchel!term (as |a b| Int)))");
	expect(text, true, 3, "((satchel!term (as k (Array Int Int))))");
	expect(text, false, 1, "(assert true)\n");
}

TEST(functions_are_asked_for_where_they_are_declared)
{
	static const char text[] = "(declare-const x Int)"
				   "(declare-fun f (Int Bool) Real)";

	expect(text, true, 2,
		"satchel!term)))\n(assert (forall ((satchel!0 Int)"
		"(satchel!1 Bool)) (= ((as f Real) satchel!0 satchel!1)"
		" ((as f Real) satchel!0 satchel!1))))\n");
}

TEST(a_datatype_with_selectors_is_a_quantifier_over_its_values)
{
	expect("(declare-datatypes ((E 0) (|a b| 0)) (((nil) (cons (hd Int)"
	       " (tl E))) ((pair (a Int) (b Int)))))",
		true, 2,
		"(assert (forall ((satchel!0 E)) (= satchel!0 satchel!0)))\n"
		"(assert (forall ((satchel!0 |a b|))");
	expect(" (declare-datatype L ((nil) (cons (hd Int))))", true, 1,
		"(forall ((satchel!0 L))");
	expect("(declare-datatypes () ((L nil (cons (hd Int)))))", true, 1,
		"(forall ((satchel!0 L))");
}

TEST(a_datatype_without_selectors_or_with_parameters_is_left_out)
{
	expect("(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T)"
	       " (tl (L T)))))))",
		true, 0, "");
	expect("(declare-datatypes (T) ((L nil (cons (hd T)))))"
	       "(declare-datatype E (red green))",
		true, 0, "");
}

/* libz3 4.8.12 misreads raw UTF-8. */
TEST(characters_beyond_ascii_are_escaped_in_a_string)
{
	DROP(built) struct built b;

	build(&b, "(declare-const s String)(assert (= s \"\u00e9\"))", false);
	assert_non_null(strstr(b.problem.text.data, "(= s \"\\u{e9}\")"));
}

static bool
shows(const char *text)
{
	DROP(built) struct built b;

	build(&b, text, false);
	return script_shows_solution(&b.script, &b.sp);
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

	build(&b, "(check-sat)(echo \"a\")(check-sat)(get-model)", false);
	assert_true(script_asks(&b.script, &b.sp, COMMAND_ECHO));
	assert_false(script_asks(&b.script, &b.sp, COMMAND_GET_MODEL));
}

TEST(fields_of_a_request_are_parts_of_no_command)
{
	static const struct {
		enum ask_field_kind kind;
		const char *text;
	} given[] = {
		{FIELD_OPTION, ":opt.priority box"},
		{FIELD_MAXIMIZE, "x"},
		{FIELD_ASSUME, "(< x 9)"},
		{FIELD_SET, "(> x 1)"},
		{FIELD_SET_REFUTE, "(> x 2)"},
		{FIELD_SET, "(> x 3)"},
		{FIELD_VALUE, "(+ x 1)"},
	};
	const char *script = "(declare-const x Int)";
	struct commands forms = {0};
	struct ask_fields fields = {0};
	struct diagnostic fault = {0};
	struct script_problem sp;
	struct script s;
	struct buf text;
	struct ask ask;

	buf_init(&text, 10000);
	buf_add_text(&text, script);
	for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); i++)
		ask_fields_add(&fields, given[i].kind, given[i].text,
			strlen(given[i].text), &text);
	ask = (struct ask){.text = text.data,
		.size = text.size,
		.fields = fields.at,
		.field_count = fields.count};
	assert_true(commands_split(text.data, strlen(script), &forms, &fault));
	script_init(&s, text.data, &forms);
	assert_true(script_set_request(&s, &ask, &fault));
	for (int check = 0; check < 2; check++) {
		DROP(problem) struct problem p = {0};

		assert_int_equal(script_next(&s, &sp, &fault), SCRIPT_PROBLEM);
		problem_build(&p, &s, &sp, false);
		assert_int_equal(count_from(&p, PART_OPTION, FIELD_OPTION), 1);
		assert_int_equal(
			count_from(&p, PART_OBJECTIVE, FIELD_MAXIMIZE), 1);
		assert_int_equal(
			count_from(&p, PART_ASSUMPTION, FIELD_ASSUME), 1);
		assert_int_equal(count_from(&p, PART_ASSUMPTION, FIELD_SET), 1);
		assert_int_equal(
			count_from(&p, PART_ASSUMPTION, FIELD_SET_REFUTE),
			check == 0 ? 1 : 0);
		assert_int_equal(count_from(&p, PART_QUERY, FIELD_VALUE), 1);
	}
	assert_int_equal(script_next(&s, &sp, &fault), SCRIPT_END);
	script_release(&s);
	commands_release(&forms);
	buf_release(&text);
	free(fields.at);
}
