/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "smt/rules/command_policy.h"

typedef bool allow(const char *text, size_t size, struct admitted_text *out,
	struct diagnostic *fault);

static struct admitted_text
allowed_by(allow *function, const char *text)
{
	struct admitted_text a = {0};
	struct diagnostic fault;

	if (!function(text, strlen(text), &a, &fault))
		fail_msg("%s: %u:%u: %s", text, fault.line, fault.column,
			fault.what);
	return a;
}

static struct diagnostic
refused_by(allow *function, const char *text)
{
	struct admitted_text a = {.size = 7};
	struct diagnostic fault = {.kind = DIAGNOSTIC_NONE};

	if (function(text, strlen(text), &a, &fault))
		fail_msg("%s: is accepted", text);
	assert_null(a.text);
	assert_null(a.forms.at);
	return fault;
}

static void
keeps_what_makes_a_model(void **state)
{
	const char *text =
		"(set-logic ALL)(set-info :source |x|)(declare-sort S 0)"
		"(define-sort T () Int)(declare-datatype D ((d)))"
		"(declare-datatypes ((E 0)) (((e))))(declare-const x Int)"
		"(declare-fun f (Int) Int)(define-const c Int 1)"
		"(define-fun g () Int 2)(define-fun-rec h ((i Int)) Int i)"
		"(define-funs-rec ((k () Int)) (1))(assert (> x 0))"
		"(assert-soft (> x 1) :weight 2)(minimize x)(maximize x)"
		"(set-option :random-seed 1)";
	DROP(admitted_text) struct admitted_text a = allowed_by(command_policy_item, text);

	(void)state;
	assert_string_equal(a.text, text);
	assert_int_equal(a.forms.count, 17);
	assert_int_equal(a.warning_count, 0);
}

static void
drops_what_solve_model_does_and_says_so(void **state)
{
	DROP(admitted_text)
	struct admitted_text a = allowed_by(
		command_policy_item, "(check-sat)\n(assert true) (get-model)\n(exit)");

	(void)state;
	assert_string_equal(
		a.text, "           \n(assert true)            \n      ");
	assert_int_equal(a.forms.count, 1);
	assert_int_equal(a.forms.at[0].list.line, 2);
	assert_int_equal(a.warning_count, 3);
	assert_string_equal(a.warnings[0].text,
		"(check-sat) was left out: solve_model does this.");
	assert_int_equal(a.warnings[2].line, 3);
}

static void
shortens_a_long_command_in_a_warning(void **state)
{
	DROP(admitted_text)
	struct admitted_text a = allowed_by(command_policy_item,
		"(assert x)(set-option :trace_file_name "
		"\"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
		"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
		"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\")");

	(void)state;
	assert_non_null(strstr(a.warnings[0].text,
		"\xc3\xa9... was left out: this option cannot be set here."));
}

static void
drops_the_status_of_an_item_with_a_warning(void **state)
{
	DROP(admitted_text)
	struct admitted_text a = allowed_by(
		command_policy_item, "(set-info :status sat)(set-info :name \"n\")");

	(void)state;
	assert_int_equal(a.forms.count, 1);
	assert_string_equal(a.warnings[0].text,
		"(set-info :status sat) was left out: export_model writes the "
		"status itself.");
}

static void
refuses_scopes_in_an_item_and_says_what_to_use(void **state)
{
	struct diagnostic fault = refused_by(command_policy_item, "(assert x)\n (push 1)");

	(void)state;
	assert_int_equal(fault.kind, DIAGNOSTIC_REFUSED);
	assert_int_equal(fault.line, 2);
	assert_int_equal(fault.column, 3);
	assert_int_equal(fault.length, 4);
	assert_non_null(strstr(fault.what, "open_session"));
	assert_non_null(strstr(fault.what, "solve_smtlib"));
}

static void
refuses_queries_in_an_item(void **state)
{
	static const char *const texts[] = {"(get-value (x))", "(echo \"x\")",
		"(check-sat-assuming (x))", "(check-sat (not x))", "(eval x)",
		"(simplify x)", "(get-info :version)", "(reset-assertions)",
		"(pop)", "(get-assignment)", "(get-option :timeout)"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct diagnostic fault = refused_by(command_policy_item, texts[i]);

		if (fault.kind != DIAGNOSTIC_REFUSED)
			fail_msg("%s: kind %d", texts[i], fault.kind);
	}
}

static void
refuses_files_tactics_and_the_rest_everywhere(void **state)
{
	static const char *const texts[] = {"(include \"/etc/passwd\")",
		"(|include| \"/etc/passwd\")", "(check-sat-using smt)",
		"(apply (using-params sat :drat.file x))", "(reset)",
		"(declare-map m (Int) (or (Bool Bool) Bool))", "(rule true)",
		"(get-proof)", "(get-consequences (a) (b))", "(labels)",
		"(dbg-set-next-id 1)", "(model-add y () Int 3)", "(help)"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct diagnostic item = refused_by(command_policy_item, texts[i]);
		struct diagnostic script = refused_by(command_policy_script, texts[i]);

		if (item.kind != DIAGNOSTIC_REFUSED || script.kind != DIAGNOSTIC_REFUSED)
			fail_msg(
				"%s: %d, %d", texts[i], item.kind, script.kind);
	}
}

static void
refuses_empty_texts_and_comments_only(void **state)
{
	(void)state;
	assert_int_equal(refused_by(command_policy_item, "").kind, DIAGNOSTIC_EMPTY);
	assert_int_equal(refused_by(command_policy_script, " \n").kind, DIAGNOSTIC_EMPTY);
	assert_int_equal(refused_by(command_policy_item, "; x").kind, DIAGNOSTIC_EMPTY);
	assert_int_equal(refused_by(command_policy_script, "```smt2\n; x\n```").kind,
		DIAGNOSTIC_EMPTY);
}

static void
refuses_an_item_of_which_nothing_is_left(void **state)
{
	struct diagnostic fault = refused_by(command_policy_item, "(check-sat)\n(get-model)");

	(void)state;
	assert_int_equal(fault.kind, DIAGNOSTIC_EMPTY);
	assert_string_equal(
		fault.what, "(check-sat) was left out: solve_model does this.");
}

static void
refuses_an_exit_with_commands_behind_it(void **state)
{
	struct diagnostic fault =
		refused_by(command_policy_script, "(check-sat)(exit)(assert false)");

	(void)state;
	assert_int_equal(fault.kind, DIAGNOSTIC_REFUSED);
	assert_int_equal(fault.column, 13);
	assert_int_equal(
		refused_by(command_policy_item, "(exit)(assert x)").kind, DIAGNOSTIC_REFUSED);
}

static void
keeps_scopes_and_queries_of_a_script(void **state)
{
	const char *text = "(push 1)(assert x)(check-sat)(get-value (x))"
			   "(get-info :reason-unknown)(get-option :timeout)"
			   "(echo \"x\")(eval x)(simplify x)"
			   "(get-objectives)(get-assignment)(pop)"
			   "(check-sat-assuming (x))(get-unsat-assumptions)"
			   "(reset-assertions)";
	DROP(admitted_text) struct admitted_text a = allowed_by(command_policy_script, text);

	(void)state;
	assert_string_equal(a.text, text);
	assert_int_equal(a.warning_count, 0);
}

static void
takes_what_says_nothing_out_of_a_script(void **state)
{
	DROP(admitted_text)
	struct admitted_text a = allowed_by(command_policy_script,
		"(set-info :status sat)\n(check-sat)\n(get-model)\n"
		"(|get-unsat-core|)\n(exit)\n");

	(void)state;
	assert_int_equal(a.forms.count, 3);
	assert_int_equal(a.warning_count, 0);
	assert_int_equal(a.forms.at[0].list.line, 2);
	assert_null(strstr(a.text, "exit"));
}

static void
accepts_a_script_of_which_nothing_is_left(void **state)
{
	DROP(admitted_text)
	struct admitted_text a = allowed_by(command_policy_script, "(exit)");

	(void)state;
	assert_int_equal(a.forms.count, 0);
}

static void
leaves_options_of_a_script_out_with_a_warning(void **state)
{
	DROP(admitted_text)
	struct admitted_text a = allowed_by(command_policy_script,
		"(|set-option| :regular-output-channel \"f\")(check-sat)"
		"(set-option :smt.mbqi true)");

	(void)state;
	assert_int_equal(a.forms.count, 2);
	assert_int_equal(a.warning_count, 1);
	assert_null(strstr(a.text, "channel"));
}

static void
refuses_the_index_of_a_model(void **state)
{
	(void)state;
	assert_int_equal(
		refused_by(command_policy_script, "(get-value (x) :model-index 7)").kind,
		DIAGNOSTIC_USAGE);
	assert_int_equal(
		refused_by(command_policy_script, "(eval x :model_index 7)").kind,
		DIAGNOSTIC_USAGE);
}

static void
refuses_infos_that_are_not_known(void **state)
{
	struct diagnostic fault = refused_by(command_policy_script, "(get-info :rlimit)");

	(void)state;
	assert_int_equal(fault.kind, DIAGNOSTIC_REFUSED);
	assert_non_null(strstr(fault.what, ":reason-unknown"));
}

static void
unwraps_a_fence_and_keeps_true_lines(void **state)
{
	DROP(admitted_text)
	struct admitted_text a = allowed_by(command_policy_item, "```smt2\n(assert x)\n```\n");

	(void)state;
	assert_string_equal(a.text, "       \n(assert x)\n   \n");
	assert_int_equal(a.forms.at[0].list.line, 2);
}

static void
refuses_bytes_that_are_no_text(void **state)
{
	struct admitted_text a;
	struct diagnostic fault;

	(void)state;
	assert_false(command_policy_item("(assert x)\0", 11, &a, &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_ENCODING);
	assert_int_equal(refused_by(command_policy_script, "(echo \"\xff\")").kind,
		DIAGNOSTIC_ENCODING);
}

static void
refuses_an_item_above_the_limit(void **state)
{
	DROP(text)
	char *text = text_format("%-*s", LIMIT_ITEM + 1, "(assert x)");
	struct admitted_text a = {0};
	struct diagnostic fault = {.kind = DIAGNOSTIC_NONE};

	(void)state;
	assert_false(command_policy_item(text, LIMIT_ITEM + 1, &a, &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_LIMIT);
	assert_string_equal(
		fault.what, "an item of 1048577 bytes; the limit is 1048576");
	assert_true(command_policy_item(text, LIMIT_ITEM, &a, &fault));
	admitted_text_release(&a);
	assert_true(command_policy_script(text, LIMIT_ITEM + 1, &a, &fault));
	admitted_text_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_what_makes_a_model),
		cmocka_unit_test(drops_what_solve_model_does_and_says_so),
		cmocka_unit_test(shortens_a_long_command_in_a_warning),
		cmocka_unit_test(drops_the_status_of_an_item_with_a_warning),
		cmocka_unit_test(
			refuses_scopes_in_an_item_and_says_what_to_use),
		cmocka_unit_test(refuses_queries_in_an_item),
		cmocka_unit_test(refuses_files_tactics_and_the_rest_everywhere),
		cmocka_unit_test(refuses_empty_texts_and_comments_only),
		cmocka_unit_test(refuses_an_item_of_which_nothing_is_left),
		cmocka_unit_test(refuses_an_exit_with_commands_behind_it),
		cmocka_unit_test(keeps_scopes_and_queries_of_a_script),
		cmocka_unit_test(takes_what_says_nothing_out_of_a_script),
		cmocka_unit_test(accepts_a_script_of_which_nothing_is_left),
		cmocka_unit_test(leaves_options_of_a_script_out_with_a_warning),
		cmocka_unit_test(refuses_the_index_of_a_model),
		cmocka_unit_test(refuses_infos_that_are_not_known),
		cmocka_unit_test(unwraps_a_fence_and_keeps_true_lines),
		cmocka_unit_test(refuses_bytes_that_are_no_text),
		cmocka_unit_test(refuses_an_item_above_the_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
