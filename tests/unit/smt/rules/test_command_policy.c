#include "unit/smt/cut.h"
#include "unit/unit.h"

#include <stdlib.h>

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
	assert_null(a.parsed.commands.at);
	return fault;
}

TEST(keeps_what_makes_a_model)
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
	DROP(admitted_text)
	struct admitted_text a = allowed_by(command_policy_item, text);

	assert_string_equal(a.text, text);
	assert_int_equal(a.parsed.commands.count, 17);
	assert_int_equal(a.warning_count, 0);
}

TEST(drops_what_solve_model_does_and_says_so)
{
	DROP(admitted_text)
	struct admitted_text a = allowed_by(command_policy_item,
		"(check-sat)\n(assert true) (get-model)\n(exit)");

	assert_string_equal(
		a.text, "           \n(assert true)            \n      ");
	assert_int_equal(a.parsed.commands.count, 1);
	assert_int_equal(a.parsed.commands.at[0].list.line, 2);
	assert_int_equal(a.warning_count, 3);
	assert_string_equal(a.warnings[0].text,
		"(check-sat) was left out: solve_model does this.");
	assert_int_equal(a.warnings[2].line, 3);
}

TEST(shortens_a_long_command_in_a_warning)
{
	DROP(admitted_text)
	struct admitted_text a = allowed_by(command_policy_item,
		"(assert x)(set-option :trace_file_name "
		"\"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
		"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
		"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\")");

	assert_non_null(strstr(a.warnings[0].text,
		"\xc3\xa9... was left out: this option cannot be set here."));
}

TEST(drops_the_status_of_an_item_with_a_warning)
{
	DROP(admitted_text)
	struct admitted_text a = allowed_by(command_policy_item,
		"(set-info :status sat)(set-info :name \"n\")");

	assert_int_equal(a.parsed.commands.count, 1);
	assert_string_equal(a.warnings[0].text,
		"(set-info :status sat) was left out: export_model writes the "
		"status itself.");
}

TEST(refuses_scopes_in_an_item_and_says_what_to_use)
{
	struct diagnostic fault =
		refused_by(command_policy_item, "(assert x)\n (push 1)");

	assert_int_equal(fault.kind, DIAGNOSTIC_REFUSED);
	assert_int_equal(fault.line, 2);
	assert_int_equal(fault.column, 3);
	assert_int_equal(fault.length, 4);
	assert_non_null(strstr(fault.what, "open_session"));
	assert_non_null(strstr(fault.what, "solve_smtlib"));
}

TEST(refuses_queries_in_an_item)
{
	static const char *const texts[] = {"(get-value (x))", "(echo \"x\")",
		"(check-sat-assuming (x))", "(check-sat (not x))", "(eval x)",
		"(simplify x)", "(get-info :version)", "(reset-assertions)",
		"(pop)", "(get-assignment)", "(get-option :timeout)"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct diagnostic fault =
			refused_by(command_policy_item, texts[i]);

		if (fault.kind != DIAGNOSTIC_REFUSED)
			fail_msg("%s: kind %d", texts[i], fault.kind);
	}
}

TEST(refuses_files_tactics_and_the_rest_everywhere)
{
	static const char *const texts[] = {"(include \"/etc/passwd\")",
		"(|include| \"/etc/passwd\")", "(check-sat-using smt)",
		"(apply (using-params sat :drat.file x))", "(reset)",
		"(declare-map m (Int) (or (Bool Bool) Bool))", "(rule true)",
		"(get-proof)", "(get-consequences (a) (b))", "(labels)",
		"(dbg-set-next-id 1)", "(model-add y () Int 3)", "(help)"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct diagnostic item =
			refused_by(command_policy_item, texts[i]);
		struct diagnostic script =
			refused_by(command_policy_script, texts[i]);

		if (item.kind != DIAGNOSTIC_REFUSED ||
			script.kind != DIAGNOSTIC_REFUSED)
			fail_msg(
				"%s: %d, %d", texts[i], item.kind, script.kind);
	}
}

TEST(refuses_empty_texts_and_comments_only)
{
	assert_int_equal(
		refused_by(command_policy_item, "").kind, DIAGNOSTIC_EMPTY);
	assert_int_equal(refused_by(command_policy_script, " \n").kind,
		DIAGNOSTIC_EMPTY);
	assert_int_equal(
		refused_by(command_policy_item, "; x").kind, DIAGNOSTIC_EMPTY);
	assert_int_equal(refused_by(command_policy_script, "\n; x\n").kind,
		DIAGNOSTIC_EMPTY);
}

TEST(refuses_an_item_of_which_nothing_is_left)
{
	struct diagnostic fault =
		refused_by(command_policy_item, "(check-sat)\n(get-model)");

	assert_int_equal(fault.kind, DIAGNOSTIC_EMPTY);
	assert_string_equal(
		fault.what, "(check-sat) was left out: solve_model does this.");
}

TEST(refuses_an_exit_with_commands_behind_it)
{
	struct diagnostic fault = refused_by(
		command_policy_script, "(check-sat)(exit)(assert false)");

	assert_int_equal(fault.kind, DIAGNOSTIC_REFUSED);
	assert_int_equal(fault.column, 13);
	assert_int_equal(
		refused_by(command_policy_item, "(exit)(assert x)").kind,
		DIAGNOSTIC_REFUSED);
}

TEST(keeps_scopes_and_queries_of_a_script)
{
	const char *text = "(push 1)(assert x)(check-sat)(get-value (x))"
			   "(get-info :reason-unknown)(get-option :timeout)"
			   "(echo \"x\")(eval x)(simplify x)"
			   "(get-objectives)(get-assignment)(pop)"
			   "(check-sat-assuming (x))(get-unsat-assumptions)"
			   "(reset-assertions)";
	DROP(admitted_text)
	struct admitted_text a = allowed_by(command_policy_script, text);

	assert_string_equal(a.text, text);
	assert_int_equal(a.warning_count, 0);
}

TEST(takes_what_says_nothing_out_of_a_script)
{
	DROP(admitted_text)
	struct admitted_text a = allowed_by(command_policy_script,
		"(set-info :status sat)\n(check-sat)\n(get-model)\n"
		"(|get-unsat-core|)\n(exit)\n");

	assert_int_equal(a.parsed.commands.count, 3);
	assert_int_equal(a.warning_count, 0);
	assert_int_equal(a.parsed.commands.at[0].list.line, 2);
	assert_null(strstr(a.text, "exit"));
}

TEST(accepts_a_script_of_which_nothing_is_left)
{
	DROP(admitted_text)
	struct admitted_text a = allowed_by(command_policy_script, "(exit)");

	assert_int_equal(a.parsed.commands.count, 0);
}

TEST(leaves_options_of_a_script_out_with_a_warning)
{
	DROP(admitted_text)
	struct admitted_text a = allowed_by(command_policy_script,
		"(|set-option| :regular-output-channel \"f\")(check-sat)"
		"(set-option :smt.mbqi true)");

	assert_int_equal(a.parsed.commands.count, 2);
	assert_int_equal(a.warning_count, 1);
	assert_null(strstr(a.text, "channel"));
}

TEST(refuses_the_index_of_a_model)
{
	assert_int_equal(refused_by(command_policy_script,
				 "(get-value (x) :model-index 7)")
				 .kind,
		DIAGNOSTIC_USAGE);
	assert_int_equal(
		refused_by(command_policy_script, "(eval x :model_index 7)")
			.kind,
		DIAGNOSTIC_USAGE);
}

TEST(refuses_infos_that_are_not_known)
{
	struct diagnostic fault =
		refused_by(command_policy_script, "(get-info :rlimit)");

	assert_int_equal(fault.kind, DIAGNOSTIC_USAGE);
	assert_non_null(strstr(fault.what, ":reason-unknown"));
}

TEST(refuses_bytes_that_are_no_text)
{
	struct admitted_text a;
	struct diagnostic fault;

	assert_false(command_policy_item("(assert x)\0", 11, &a, &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_ENCODING);
	assert_int_equal(
		refused_by(command_policy_script, "(echo \"\xff\")").kind,
		DIAGNOSTIC_ENCODING);
}

TEST(refuses_an_item_above_the_limit)
{
	DROP(text)
	char *text = text_format("%-*s", LIMIT_ITEM + 1, "(assert x)");
	struct admitted_text a = {0};
	struct diagnostic fault = {.kind = DIAGNOSTIC_NONE};

	assert_false(command_policy_item(text, LIMIT_ITEM + 1, &a, &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_LIMIT);
	assert_string_equal(
		fault.what, "an item of 1048577 bytes; the limit is 1048576");
	assert_true(command_policy_item(text, LIMIT_ITEM, &a, &fault));
	admitted_text_release(&a);
	assert_true(command_policy_script(text, LIMIT_ITEM + 1, &a, &fault));
	admitted_text_release(&a);
}

static struct admitted_text
allowed(const char *text)
{
	struct admitted_text a = {0};
	struct diagnostic fault;

	if (!command_policy_item(text, strlen(text), &a, &fault))
		fail_msg("%s: %u:%u: %s", text, fault.line, fault.column,
			fault.what);
	return a;
}

TEST(keeps_newlines_inside_of_what_it_drops)
{
	DROP(admitted_text)
	struct admitted_text a = allowed(
		"(set-option\r\n :timeout ; \xc3\xa9\n 1) (assert\n true)");

	assert_string_equal(
		a.text, "           \r\n              \n    (assert\n true)");
	assert_string_equal(a.warnings[0].text,
		"(set-option   :timeout ; \xc3\xa9  1) was left out: the time "
		"limit is the parameter timeout_ms.");
	assert_int_equal(a.parsed.commands.at[0].list.line, 3);
	assert_int_equal(a.parsed.commands.at[0].list.column, 5);
}

TEST(gives_the_content_without_what_became_blank)
{
	DROP(admitted_text)
	struct admitted_text a =
		allowed("  \n  (assert x) (check-sat)\n(get-model)\n"
			"  ; why  \n (assert \"a  \n\n b\")\r\n");
	DROP(text) char *content = admitted_text_content(&a);

	assert_string_equal(
		content, "  (assert x)\n\n  ; why\n (assert \"a  \n\n b\")");
}

TEST(gives_the_content_with_comments_around_it)
{
	DROP(admitted_text)
	struct admitted_text a = allowed("; a\n\n(assert x) ; b\n; c");
	DROP(text) char *content = admitted_text_content(&a);

	assert_string_equal(content, "; a\n\n(assert x) ; b\n; c");
}

/* Whether the one command of the text is written as it should be. */
static bool
is_usual(const char *text, struct diagnostic *fault)
{
	DROP(admitted_text) struct admitted_text a = {0};

	*fault = (struct diagnostic){0};
	return command_policy_script(text, strlen(text), &a, fault);
}

static void
all_are(bool usual, const char *const *texts)
{
	struct diagnostic fault;

	for (; *texts != NULL; texts++) {
		if (is_usual(*texts, &fault) != usual)
			fail_msg("%s is %s", *texts,
				usual ? "refused" : "let through");
	}
}

TEST(what_is_written_rightly_passes)
{
	static const char *const texts[] = {"(push)", "(push 0)", "(pop 3)",
		"(check-sat)", "(check-sat-assuming ())",
		"(check-sat-assuming (p (not q)))", "(get-value (x))",
		"(eval (+ x 1))", "(simplify x)", "(eval x :completion true)",
		"(echo \"a\")", "(get-info :version)",
		"(get-option :random-seed)", "(get-assignment)",
		"(get-objectives)", "(get-unsat-assumptions)",
		"(reset-assertions)", "(minimize (+ x 1))", "(maximize x)",
		"(assert-soft p)", "(assert-soft p :weight 2)",
		"(assert-soft p :weight 0.5 :id g)",
		"(assert-soft p :id |a b| :weight -2)", NULL};

	all_are(true, texts);
}

TEST(what_libz3_would_refuse_is_refused)
{
	static const char *const texts[] = {"(push x)", "(push 1 2)",
		"(push -1)", "(pop x)", "(pop 1.5)", "(check-sat :a)",
		"(check-sat-assuming p)", "(check-sat-assuming)",
		"(check-sat-assuming (p) (q))", "(get-value x)",
		"(get-value ())", "(get-value (x) (y))", "(get-value)",
		"(eval)", "(eval x y)", "(eval :a)", "(simplify)",
		"(simplify x :flat true)", "(simplify :flat true)", "(echo a)",
		"(echo)", "(echo 5)", "(get-info)", "(get-info x)",
		"(get-option)", "(get-assignment x)", "(get-objectives 1)",
		"(get-unsat-assumptions ())", "(reset-assertions 1)",
		"(minimize)", "(minimize x 3)", "(maximize :x)",
		"(assert-soft)", "(assert-soft p q)",
		"(assert-soft p :wieght 3)", "(assert-soft p :weight abc)",
		"(assert-soft p :weight)", "(assert-soft p :id 5)",
		"(assert-soft :weight 3 p)", NULL};

	all_are(false, texts);
}

TEST(a_command_that_libz3_reads_is_no_concern_of_ours)
{
	static const char *const texts[] = {
		"(assert)", "(declare-const 5)", "(define-fun)", NULL};

	all_are(true, texts);
}

TEST(the_fault_says_how_the_command_is_written)
{
	struct diagnostic fault;

	assert_false(is_usual("(get-value x)", &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_USAGE);
	assert_int_equal(fault.line, 1);
	assert_string_equal(
		fault.what, "get-value is written (get-value (TERM ...))");
}

/* What is said of a set-option: "" when it stays. */
static const char *
why_of(const char *text)
{
	DROP(commands) struct commands forms = cut(text);
	struct diagnostic fault = {.kind = DIAGNOSTIC_NONE};
	const char *why = "unset";

	if (!option_check(&forms.at[0], text, &why, &fault))
		fail_msg("%s: %s", text, fault.what);
	return why != NULL ? why : "";
}

static struct diagnostic
fault_of(const char *text)
{
	DROP(commands) struct commands forms = cut(text);
	struct diagnostic fault = {.kind = DIAGNOSTIC_NONE};
	const char *why;

	if (option_check(&forms.at[0], text, &why, &fault))
		fail_msg("%s: is accepted", text);
	return fault;
}

TEST(keeps_the_options_on_the_list)
{
	assert_string_equal(why_of("(set-option :random-seed 42)"), "");
	assert_string_equal(why_of("(set-option :smt.random_seed 0)"), "");
	assert_string_equal(
		why_of("(set-option :sat.random_seed 4294967295)"), "");
	assert_string_equal(why_of("(set-option :smt.mbqi false)"), "");
	assert_string_equal(why_of("(set-option :smt.relevancy 2)"), "");
	assert_string_equal(why_of("(set-option :smt.arith.solver 6)"), "");
	assert_string_equal(why_of("(set-option :opt.priority pareto)"), "");
}

TEST(tells_why_others_are_left_out)
{
	assert_string_equal(why_of("(set-option :timeout 100)"),
		"the time limit is the parameter {timeout_ms}");
	assert_string_equal(why_of("(set-option :memory_max_size 1)"),
		"the server limits memory itself");
	assert_string_equal(
		why_of("(set-option :regular-output-channel \"f\")"),
		"all output goes into the reply");
	assert_string_equal(why_of("(set-option :dot_proof_file \"f\")"),
		"this option cannot be set here");
}

/* libz3 takes letters of either case, and - for _. */
TEST(keeps_no_other_spelling_of_an_option)
{
	assert_string_equal(why_of("(set-option :SMT.MBQI true)"),
		"this option cannot be set here");
	assert_string_equal(why_of("(set-option :smt.random-seed 1)"),
		"this option cannot be set here");
	assert_string_equal(
		why_of("(set-option :)"), "this option cannot be set here");
}

TEST(refuses_a_value_that_the_option_cannot_have)
{
	struct diagnostic fault = fault_of("(set-option :smt.mbqi 1)");

	assert_int_equal(fault.kind, DIAGNOSTIC_OPTION);
	assert_string_equal(fault.what, ":smt.mbqi takes true or false");
	assert_int_equal(fault.column, 13);
	assert_string_equal(fault_of("(set-option :random-seed -1)").what,
		":random-seed takes a number from 0 to 4294967295");
	assert_string_equal(
		fault_of("(set-option :random-seed 4294967296)").what,
		":random-seed takes a number from 0 to 4294967295");
	assert_string_equal(fault_of("(set-option :smt.relevancy 3)").what,
		":smt.relevancy takes 0, 1 or 2");
	assert_string_equal(fault_of("(set-option :opt.priority \"box\")").what,
		":opt.priority takes lex, box or pareto");
}

TEST(refuses_a_missing_value_and_a_second_one)
{
	assert_int_equal(
		fault_of("(set-option :random-seed)").kind, DIAGNOSTIC_OPTION);
	assert_int_equal(fault_of("(set-option :random-seed 1 2)").kind,
		DIAGNOSTIC_OPTION);
}

TEST(refuses_what_is_no_option)
{
	assert_int_equal(fault_of("(set-option)").kind, DIAGNOSTIC_OPTION);
	assert_int_equal(
		fault_of("(set-option timeout 1)").kind, DIAGNOSTIC_OPTION);
	assert_int_equal(
		fault_of("(set-option |:timeout| 1)").kind, DIAGNOSTIC_OPTION);
}

static bool
is_global(const char *text, bool *value)
{
	DROP(commands) struct commands forms = cut(text);

	return option_is_global(&forms.at[0], text, value);
}

TEST(knows_the_option_that_is_the_scripts_own)
{
	bool value = false;

	assert_true(
		is_global("(set-option :global-declarations true)", &value));
	assert_true(value);
	assert_true(
		is_global("(set-option :global-declarations false)", &value));
	assert_false(value);
	assert_false(is_global("(set-option :random-seed 1)", &value));
	assert_false(is_global("(set-info :global-declarations true)", &value));
}
