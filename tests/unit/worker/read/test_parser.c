#include "unit/unit.h"
#include "unit/worker/draw.h"
#include "unit/worker/solved.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "worker/read/parser.h"

/* Parses the first problem of a text. */
static bool
parse(const char *text, bool with_constants, struct parsed *out,
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
		context_new(), &script, &sp, with_constants, out, fault);
}

TEST(terms_come_in_the_order_of_the_parts)
{
	struct parsed p;
	struct diagnostic fault;

	assert_true(parse("(declare-const x Int)(assert (> x 1))"
			  "(minimize (+ x 2))(assert-soft (< x 3))",
		true, &p, &fault));
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

	assert_false(parse(text, false, &p, &fault));
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

TEST(constants_of_one_name_are_told_apart)
{
	struct parsed p;
	struct diagnostic fault;
	const char *text = "(declare-const x Int)(declare-const x Bool)";

	assert_true(parse(text, true, &p, &fault));
	parsed_release(&p);
}

TEST(a_sort_of_libz3s_is_its_own_until_a_text_declares_it)
{
	struct parsed p;
	struct diagnostic fault;
	const char *text = "(define-sort S () Int)(declare-const s S)"
			   "(define-sort Int () Bool)(declare-const i Int)"
			   "(assert (= i (> s 0)))";

	assert_true(parse(text, true, &p, &fault));
	parsed_release(&p);
}

static struct datatypes seen;

static int
forget(void **state)
{
	(void)state;
	datatypes_release(&seen);
	return 0;
}

static enum datatypes_news
read_text(const char *text)
{
	DROP(commands) struct commands forms = {0};
	struct diagnostic fault;

	assert_true(commands_split(text, strlen(text), &forms, &fault));
	return datatypes_read(&seen, text, &forms);
}

TEST_WITH(a_text_without_datatypes_fits, NULL, forget)
{
	assert_int_equal(read_text("(declare-sort S 0)(declare-const s S)"),
		DATATYPES_FIT);
	assert_int_equal(seen.count, 0);
}

TEST_WITH(the_same_definition_fits_again, NULL, forget)
{
	const char *tree = "(declare-datatype T ((leaf) (node (l T) (v Int))))"
			   "(declare-datatypes ((A 0) (B 0))"
			   " (((a (f (Array Int T)))) ((b (g A)) (end))))";

	assert_int_equal(read_text(tree), DATATYPES_FIT);
	assert_int_equal(read_text(tree), DATATYPES_FIT);
	assert_int_equal(seen.count, 3);
}

TEST_WITH(another_definition_of_a_name_clashes, NULL, forget)
{
	static const char *const others[] = {
		"(declare-datatype A ((a) (b)))",
		"(declare-datatypes ((A 0)) (((a))))",
		"(declare-datatypes ((C 0) (A 0)) (((c)) ((a))))",
		"(declare-datatype E ((e)))(declare-datatype |A| ((a)))",
	};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		datatypes_release(&seen);
		assert_int_equal(
			read_text("(declare-datatype A ((a)))"), DATATYPES_FIT);
		assert_int_equal(read_text(others[i]), DATATYPES_CLASH);
	}
}

/* The same bytes, but S and Int may be others in the next text. */
TEST_WITH(
	what_a_definition_alone_does_not_say_lets_no_text_follow, NULL, forget)
{
	static const char *const texts[] = {
		"(declare-sort S 0)(declare-datatype A ((a (f S))))",
		"(define-sort S () Int)(declare-datatype A ((a (f S))))",
		"(declare-datatype A (par (X) ((a (f X)))))",
		"(declare-datatypes ((A 1)) ((par (X) ((a (f X))))))",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (read_text(texts[i]) != DATATYPES_LAST)
			fail_msg("%s", texts[i]);
	}
}

TEST_WITH(so_do_too_many_of_them, NULL, forget)
{
	enum datatypes_news news = DATATYPES_FIT;

	for (int i = 0; i <= DATATYPES_MAX; i++) {
		char text[64];

		assert_int_equal(news, DATATYPES_FIT);
		(void)snprintf(text, sizeof(text),
			"(declare-datatype A%d ((a%d)))", i, i);
		news = read_text(text);
	}
	assert_int_equal(news, DATATYPES_LAST);
}

struct opened {
	struct answer_stream out;
	struct commands forms;
	struct script script;
	struct problem_loader loader;
	struct ask ask;
};

static void
open_text(struct opened *r, const char *text)
{
	struct diagnostic fault;

	*r = (struct opened){.ask = ask_for(text)};
	assert_true(commands_split(text, strlen(text), &r->forms, &fault));
	script_init(&r->script, text, &r->forms);
	answer_stream_open(&r->out, -1);
	problem_loader_init(
		&r->loader, &r->out, &r->ask, &r->script, context_new(), false);
}

static void
opened_drop(struct opened *r)
{
	problem_loader_release(&r->loader);
	buf_release(&r->out.frames);
	script_release(&r->script);
	commands_release(&r->forms);
}

/* Reads one problem: its context, and how many assertions were known. */
static Z3_context
read_one(struct opened *r, unsigned *known)
{
	struct script_problem sp;
	struct parsed parsed;
	struct diagnostic fault;
	Z3_context c;

	assert_int_equal(script_next(&r->script, &sp, &fault), SCRIPT_PROBLEM);
	assert_true(problem_loader_next(&r->loader, &sp, &parsed, &fault));
	c = parsed.c;
	*known = 0;
	for (size_t i = 0; i < parsed.problem.count; i++)
		*known += parsed.problem.parts[i].is_known;
	problem_loader_return(&r->loader, &parsed);
	return c;
}

TEST(what_two_problems_begin_with_is_read_once)
{
	DROP(opened) struct opened r;
	unsigned known;
	Z3_context c;

	open_text(&r, "(declare-datatype T ((a) (b)))(declare-const x T)"
		      "(assert (distinct x a))(push)(assert (= x b))(check-sat)"
		      "(assert (! (= x x) :named l))(check-sat)(pop)"
		      "(assert (= x b))(check-sat)");
	c = read_one(&r, &known);
	assert_int_equal(known, 0);
	assert_ptr_equal(read_one(&r, &known), c);
	assert_int_equal(known, 2);
	assert_ptr_equal(read_one(&r, &known), c);
	assert_int_equal(known, 1);
	assert_non_null(problem_loader_stack(&r.loader));
}

SOLVED_TEST(a_label_inside_of_an_assertion_stays_known,
	"(declare-const p Bool)(assert (and (! p :named l) true))"
	"(check-sat)(assert (not l))(check-sat)")
{
	assert_int_equal(a->fault.kind, DIAGNOSTIC_NONE);
	assert_int_equal(a->checks.at[0].status, STATUS_SAT);
	assert_int_equal(a->checks.at[1].status, STATUS_UNSAT);
}

/* The command is the same, and what f is has changed. */
SOLVED_TEST(an_assertion_after_another_declaration_is_read_again,
	"(push)(define-fun f () Int 1)(assert (= f 1))(check-sat)(pop)"
	"(push)(define-fun f () Int 2)(assert (= f 1))(check-sat)"
	"(pop)")
{
	assert_int_equal(a->checks.at[0].status, STATUS_SAT);
	assert_int_equal(a->checks.at[1].status, STATUS_UNSAT);
}

/* What libz3 has of one type under a name, it takes for another one. */
TEST(datatypes_that_clash_are_read_in_contexts_of_their_own)
{
	DROP(opened) struct opened r;
	unsigned known;

	open_text(&r, "(push)(declare-datatype T ((a)))(check-sat)(pop)"
		      "(push)(declare-datatype T ((a) (b)))(check-sat)(pop)");
	(void)read_one(&r, &known);
	(void)read_one(&r, &known);
	assert_int_equal(known, 0);
	assert_null(problem_loader_stack(&r.loader));
}

TEST(after_an_interrupt_the_rest_is_read_in_another_context)
{
	DROP(opened) struct opened r;
	unsigned known;
	Z3_context c;

	open_text(&r, "(declare-const x Int)(push)(assert (> x 0))(check-sat)"
		      "(pop)(assert (< x 0))(check-sat)(check-sat)");
	c = read_one(&r, &known);
	r.loader.interrupts--; /* as if one had come meanwhile */
	assert_ptr_equal(read_one(&r, &known), c);
	assert_null(r.loader.c);
	assert_non_null(read_one(&r, &known));
	assert_int_equal(known, 0);
}

SOLVED_TEST(a_fault_in_a_later_problem_has_its_place,
	"(declare-const x Int)\n(assert (> x 0))\n"
	"(check-sat)\n(push)\n(assert (> x nobody))\n"
	"(check-sat)\n")
{
	assert_int_equal(a->fault.kind, DIAGNOSTIC_SOLVER);
	assert_int_equal(a->fault.line, 5);
}

SOLVED_TEST(constants_of_one_name_in_one_scope_have_their_values,
	"(declare-const x Int)(check-sat)"
	"(declare-const x Bool)(assert (as x Bool))"
	"(assert (= (as x Int) 4))(check-sat)")
{
	assert_int_equal(a->fault.kind, DIAGNOSTIC_NONE);
	assert_string_equal(value_of(a, "(as x Int)"), "4");
	assert_string_equal(value_of(a, "(as x Bool)"), "true");
}

/* --- random scripts, and each of their checks alone ---------------------- */

#define IN_A_SCOPE(text) "(push)" text "(check-sat)(pop)"

/* A few are refused where others stand before them; then the script as a whole
 * is, too. */
static void
add_command(unsigned *dice, unsigned number, unsigned *depth, struct buf *out)
{
	static const char *const plain[] = {"(check-sat)", "(check-sat)",
		IN_A_SCOPE("(assert (! (> x 2) :named l))"),
		IN_A_SCOPE("(assert (! (< x 7) :named l))(assert l)"),
		IN_A_SCOPE("(declare-const y Int)(assert (< 5 y x))"),
		IN_A_SCOPE("(declare-const y Bool)(assert (= y (> x 6)))"),
		IN_A_SCOPE("(define-fun f ((a Int)) Bool (> a 5))(assert "
			   "(f x))"),
		IN_A_SCOPE("(declare-datatype D ((c) (d)))(declare-const e D)"
			   "(assert (and (distinct e c) (distinct e d)))"),
		"(check-sat-assuming (p))", "(check-sat-assuming ((not p)))",
		"(assert (= p (> x 4)))", "(echo \"e\")", "(assert (< x 9))",
		"(assert (not p))", "(reset-assertions)",
		"(declare-const y Int)"};
	unsigned side = draw(dice, 30);

	if (side < sizeof(plain) / sizeof(plain[0])) {
		buf_add_text(out, plain[side]);
	} else if (side < 23) {
		buf_add_text(out, "(push)");
		++*depth;
	} else if (side < 27 && *depth > 0) {
		buf_add_text(out, "(pop)");
		--*depth;
	} else {
		buf_add_format(out, "(declare-const z%u Int)(assert (< z%u x))",
			number, number);
	}
}

static char *
random_script(unsigned seed)
{
	struct buf out;
	unsigned dice = seed * 7919u;
	unsigned depth = 0;

	buf_init(&out, MIB);
	buf_add_text(&out, "(declare-const x Int)(declare-const p Bool)");
	for (unsigned i = 0; i < 15; i++)
		add_command(&dice, i, &depth, &out);
	buf_add_text(&out, "(check-sat)");
	return buf_detach(&out);
}

/* What is in force at a check, and the check, as a text of their own. */
static enum status
status_alone(const struct script *s, const struct script_problem *sp)
{
	DROP(buf) struct buf text;
	struct answer *a;
	enum status status;

	buf_init(&text, MIB);
	for (size_t i = 0; i < sp->active_count; i++) {
		const struct token *list = &s->forms->at[s->active[i]].list;

		buf_add(&text, s->text + list->offset, list->length);
	}
	buf_add(&text, s->text + sp->check->list.offset,
		sp->check->list.length);
	a = solved(text.data);
	status = a->fault.kind == DIAGNOSTIC_NONE ? answer_last(a)->status
						  : STATUS_NONE;
	answer_free(a);
	return status;
}

/* Returns how many checks were compared. */
static size_t
checks_are_as_alone(const char *text)
{
	DROP(opened) struct opened o;
	struct answer *a = solved(text);
	struct script_problem sp;
	struct diagnostic fault;
	size_t count = 0;

	open_text(&o, text);
	while (a->fault.kind == DIAGNOSTIC_NONE &&
		script_next(&o.script, &sp, &fault) == SCRIPT_PROBLEM) {
		if (!sp.has_check)
			continue;
		assert_int_equal(a->checks.at[count].status,
			status_alone(&o.script, &sp));
		count++;
	}
	answer_free(a);
	return count;
}

TEST(each_check_answers_as_if_it_were_alone)
{
	size_t compared = 0;

	for (unsigned seed = 1; seed <= 20; seed++) {
		DROP(text) char *text = random_script(seed);

		compared += checks_are_as_alone(text);
	}
	assert_true(compared > 50);
}

TEST_GROUP(solved_begin, NULL)
