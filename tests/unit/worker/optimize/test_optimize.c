#include <limits.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "base/buf.h"
#include "unit/worker/draw.h"
#include "unit/worker/objectives.h"

SOLVED_TEST(an_attained_optimum_is_proved,
	"(declare-const x Int)(assert (< x 50))"
	"(maximize (* 2 x))")
{
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_string_equal(value_of(a, "x"), "49");
	assert_int_equal(answer_last(a)->objectives.count, 1);
	assert_string_equal(objective(a, 0)->term, "(* 2 x)");
	assert_string_equal(objective(a, 0)->value, "98");
	assert_true(objective(a, 0)->maximize);
	assert_true(objective_is_optimal(objective(a, 0)));
}

/* A sum of three cubes is 33 with numbers of 16 digits only: nobody proves
 * within any time that the best is 7, unless it is known before. */
#define CUBES(sort, least, seven) \
	"(declare-const x Int)(declare-const y Int)(declare-const z Int)" \
	"(declare-const w " sort ")(assert " least ")" \
	"(assert (or " seven " (= (+ (* x x x) (* y y y) (* z z z)) 33)))"

static void
expect_bound(const char *script, const char *bound, bool optimal)
{
	struct ask_fields fields = {0};
	struct buf text;
	struct ask ask;
	struct answer *a;

	buf_init(&text, LIMIT_ANSWER);
	buf_add_text(&text, script);
	ask_fields_add(&fields, FIELD_BOUND, bound, strlen(bound), &text);
	ask = ask_for(text.data);
	ask.size = text.size;
	ask.fields = fields.at;
	ask.field_count = fields.count;
	a = solved_within(250000, &ask);
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	if (objective_is_optimal(objective(a, 0)) != optimal)
		fail_msg("%s: %s", bound, objective(a, 0)->value);
	answer_free(a);
	buf_release(&text);
	free(fields.at);
}

TEST(a_value_at_a_bound_that_was_proved_before_is_optimal)
{
	const char *whole =
		CUBES("Int", "(<= 7 w 40)", "(<= w 7)") "(maximize w)";

	expect_bound(whole, "7", true);
	expect_bound(whole, "8", false);
	expect_bound(CUBES("Int", "(<= (- 40) w (- 7))",
			     "(>= w (- 7))") "(minimize w)",
		"-7", true);
	expect_bound(
		CUBES("Real", "(<= 3.5 w 40.0)", "(<= w 3.5)") "(maximize w)",
		"7/2", true);
	expect_bound(CUBES("(_ BitVec 8)", "(bvule #x07 w)",
			     "(bvule w #x07)") "(maximize w)",
		"#x07", true);
}

TEST(what_is_no_number_of_the_objective_is_no_bound)
{
	const char *whole =
		CUBES("Int", "(<= 7 w 40)", "(<= w 7)") "(maximize w)";
	static const char *const bad[] = {"", "-", "oo", "7/1", "7/0", "7 7",
		"#x07", "(7)", "w", "7)", "--7", "\"7\""};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		expect_bound(whole, bad[i], false);
}

/* libz3's optimizer says v = 0, where (g v) is true. */
SOLVED_TEST(a_wrong_solution_of_the_optimizer_is_not_taken,
	"(declare-const b Bool)(declare-const v Int)"
	"(define-fun-rec g ((n Int)) Bool"
	" (ite (<= n 0) b (xor true (g 0))))"
	"(assert (not (g v)))(assert b)(minimize v)")
{
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_int_equal(answer_last(a)->evaluation.failed.count, 0);
	assert_string_equal(objective(a, 0)->value, "1");
}

SOLVED_TEST(in_a_box_a_strict_bound_is_no_optimum,
	"(declare-const r Real)"
	"(declare-const x (_ BitVec 8))"
	"(assert (< r 3.0))(assert (bvult x #xf0))"
	"(maximize r)(maximize x)"
	"(set-option :opt.priority box)")
{
	assert_false(objective_is_optimal(objective(a, 0)));
	assert_optimal(a, 1, "\"#xef\"");
}

/* libz3's optimizer takes its time for the cubes. */
/* libz3's optimizer has a best -10 for the last one in a box, and is lost in
 * the front. */
#define MIXED \
	"(declare-const x Int)(declare-const y Real)" \
	"(declare-const b (_ BitVec 8))(declare-const p Bool)" \
	"(declare-fun f (Int) Int)(assert (<= 0 x 10))(assert (<= y 2.5))" \
	"(assert (= (f x) (+ x 1)))(assert (< (f 20) 5))" \
	"(assert (bvult b #x10))(assert-soft p :weight 2 :id g)" \
	"(assert-soft (not p) :weight 0.5 :id g)(maximize (+ x (f x)))" \
	"(maximize y)(minimize b)(maximize (- x))"

SOLVED_TEST(each_goal_of_a_box_is_sought_in_every_way,
	"(set-option :opt.priority box)" MIXED)
{
	assert_optimal(a, 0, "\"1/2\"");
	assert_optimal(a, 1, "21");
	assert_optimal(a, 2, "\"5/2\"");
	assert_optimal(a, 3, "\"#x00\"");
	assert_optimal(a, 4, "0");
	assert_string_equal(value_of(a, "p"), "true");
}

SOLVED_TEST(of_the_front_the_point_that_is_best_in_the_first_goal_comes_first,
	"(set-option :opt.priority pareto)" MIXED)
{
	assert_optimal(a, 0, "\"1/2\"");
	assert_optimal(a, 1, "21");
	assert_optimal(a, 4, "-10");
	assert_true(objective(a, 4)->pareto);
}

/* The bound of the second goal holds where the first one is at its best. */
TEST(on_the_front_only_the_first_goal_has_a_bound)
{
	struct ask ask = ask_for("(set-option :opt.priority pareto)" CUBES(
		"Int", "(<= 7 w 40)",
		"(<= w 7)") "(declare-const k Int)(assert (<= 9 k 9))"
			    "(assert (<= w (- 47 k)))(maximize k)(maximize w)"
			    "(check-sat)(get-objectives)");
	struct answer *a = solved_within(500000, &ask);

	assert_false(objective_is_optimal(objective(a, 1)));
	assert_string_equal(objective(a, 1)->bound, "");
	assert_non_null(strstr(a->output.text, " oo)"));
	answer_free(a);
}

TEST(in_a_box_a_value_at_its_bound_is_optimal)
{
	struct ask ask = ask_for(
		"(set-option :opt.priority box)" CUBES("Int", "(<= 7 w 40)",
			"(<= w 7)") "(declare-const k Int)(assert (<= 3 k 3))"
				    "(maximize w)(minimize k)");
	struct answer *a = solved_within(500000, &ask);

	assert_false(objective_is_optimal(objective(a, 0)));
	assert_optimal(a, 1, "3");
	answer_free(a);
}

SOLVED_TEST(soft_assertions_are_violated_as_little_as_possible,
	"(declare-const p Bool)(declare-const q Bool)"
	"(assert (not (and p q)))(assert-soft p :weight 3 :id g)"
	"(assert-soft q :weight 0.5 :id g)")
{
	assert_string_equal(value_of(a, "p"), "true");
	assert_int_equal(answer_last(a)->objectives.count, 1);
	assert_true(objective(a, 0)->soft);
	assert_string_equal(objective(a, 0)->term, "g");
	assert_optimal(a, 0, "\"1/2\"");
}

SOLVED_TEST(hard_assertions_that_conflict_have_a_core,
	"(declare-const x Int)(assert (> x 5))(assert (< x 3))"
	"(minimize x)")
{
	assert_int_equal(answer_last(a)->status, STATUS_UNSAT);
	assert_int_equal(answer_last(a)->core.assertions.count, 2);
}

SOLVED_TEST(bit_vectors_are_optimized_unsigned,
	"(declare-const b (_ BitVec 8))"
	"(assert (bvult b #xf0))(maximize b)")
{
	assert_string_equal(value_of(a, "b"), "\"#xef\"");
	assert_true(objective_is_optimal(objective(a, 0)));
}

SOLVED_TEST(get_objectives_prints_the_values,
	"(declare-const x Int)(assert (< x 5))"
	"(maximize x)(check-sat)(get-objectives)")
{
	assert_string_equal(a->output.text, "sat\n(objectives\n (x 4)\n)\n");
}

/* How often the search for the best goes on behind the values of a solution. */
static unsigned
count_returns(int fd)
{
	struct answer *a = answer_new();
	off_t size = lseek(fd, 0, SEEK_END);
	char *bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
	unsigned count = 0;
	struct frame f;
	size_t used;

	assert_true(bytes != MAP_FAILED);
	for (size_t at = 0; frame_find(bytes + at, (size_t)size - at,
				    LIMIT_ANSWER, &f, &used) == FRAME_WHOLE;
		at += used) {
		enum phase before = a->phase;

		assert_true(answer_add_frame(a, frames_any_ask(), &f));
		count += before == PHASE_MODEL && a->phase == PHASE_OPTIMIZING;
	}
	answer_free(a);
	(void)munmap(bytes, (size_t)size);
	return count;
}

/* Who asks for progress hears that the job is at it again. */
TEST(behind_each_better_solution_the_search_goes_on)
{
	struct ask ask =
		ask_for("(declare-const x Int)(declare-const y Int)"
			"(declare-const z Int)"
			"(assert (and (<= 0 x 40) (<= 0 y 40) (<= 0 z 40)))"
			"(assert (< (+ (* 3 x) (* 5 y) (* 7 z)) 100))"
			"(assert (distinct (+ x y) (+ y z) (+ x z)))"
			"(maximize (+ (* 4 x) (* 7 y) (* 11 z)))");
	struct parse_context context = {.c = context_new()};
	struct answer_stream out;
	int fd = memfd_create("answer", 0);

	answer_stream_open(&out, fd);
	(void)script_runner_ask(&out, &context, &ask);
	answer_stream_send(&out);
	buf_release(&out.frames);
	assert_true(count_returns(fd) >= 2);
	(void)close(fd);
}

/* What a worker that is killed after any of its messages has said. */
static void
assert_whole_each_time(int fd)
{
	struct answer *a = answer_new();
	static char bytes[1 << 18];
	unsigned reports = 0;
	ssize_t size;

	while ((size = recv(fd, bytes, sizeof(bytes), MSG_DONTWAIT)) > 0) {
		struct frame f;
		size_t used;

		for (size_t at = 0;
			frame_find(bytes + at, (size_t)size - at, LIMIT_ANSWER,
				&f, &used) == FRAME_WHOLE;
			at += used)
			assert_true(answer_add_frame(a, frames_any_ask(), &f));
		if (a->checks.count == 0 ||
			(reports == 0 && answer_last(a)->objectives.count == 0))
			continue;
		assert_string_equal(objective(a, 0)->value, value_of(a, "x"));
		reports++;
	}
	assert_true(reports > 2);
	answer_free(a);
}

/* What is first to be at its best is x. */
static void
assert_x_is_reported_with_its_value(const char *text)
{
	struct ask ask = ask_for(text);
	struct parse_context context = {.c = context_new()};
	struct answer_stream out;
	int fds[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fds), 0);
	answer_stream_open(&out, fds[0]);
	(void)script_runner_ask(&out, &context, &ask);
	answer_stream_send(&out);
	buf_release(&out.frames);
	assert_whole_each_time(fds[1]);
	(void)close(fds[0]);
	(void)close(fds[1]);
}

/* With a recursive function each part of a first solution is sent at once. */
#define HALF \
	"(define-fun-rec half ((i Int)) Int" \
	" (ite (<= i 1) 0 (+ 1 (half (- i 2)))))" \
	"(declare-const x Int)(declare-const y Int)"

TEST(a_better_solution_takes_the_place_of_another_one_as_a_whole)
{
	assert_x_is_reported_with_its_value(
		HALF "(assert (<= 3 x 40))(assert (= y (half 6)))"
		     "(assert (distinct (* x x y) 36))(maximize x)");
}

/* The second one is at its best where x is not. */
TEST(in_a_box_the_solution_stays_that_is_best_in_the_first_goal)
{
	assert_x_is_reported_with_its_value(
		"(set-option :opt.priority box)" HALF
		"(assert (<= 3 x 40))(assert (<= 0 y 40))"
		"(assert (<= (+ x y) 43))(assert (distinct (* x y) (half 72)))"
		"(maximize x)(maximize y)");
}

/* What the first goal is known not to exceed, when all that has come says so.
 */
static const char *
upper_of(struct answer *a, int fd)
{
	static char bytes[1 << 18];
	ssize_t size = recv(fd, bytes, sizeof(bytes), 0);
	struct frame f;
	size_t used;

	assert_true(size > 0); /* in time, and before the end */
	for (size_t at = 0; frame_find(bytes + at, (size_t)size - at,
				    LIMIT_ANSWER, &f, &used) == FRAME_WHOLE;
		at += used)
		assert_true(answer_add_frame(a, frames_any_ask(), &f));
	if (a->checks.count == 0 || answer_last(a)->objectives.count == 0)
		return "";
	return objective(a, 0)->bound;
}

/* The first solution is the best, so nothing else is told: with the last report
 * it would come too late where time ends the job. */
TEST(a_bound_is_told_while_the_search_goes_on)
{
	const struct timeval patience = {.tv_sec = 60};
	struct ask ask =
		ask_for(CUBES("Int", "(<= 7 w 40)", "(<= w 7)") "(maximize w)");
	struct parse_context context = {.c = context_new()};
	struct answer *a = answer_new();
	struct answer_stream out;
	int fds[2];
	pid_t pid;

	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fds), 0);
	pid = fork();
	if (pid == 0) {
		(void)solved_begin(NULL);
		answer_stream_open(&out, fds[0]);
		(void)script_runner_ask(&out, &context, &ask);
		_exit(0);
	}
	(void)close(fds[0]);
	assert_int_equal(setsockopt(fds[1], SOL_SOCKET, SO_RCVTIMEO, &patience,
				 sizeof(patience)),
		0);
	while (strcmp(upper_of(a, fds[1]), "40") != 0)
		;
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	(void)close(fds[1]);
	answer_free(a);
}

/* n <= 7, since 7 divides 91: libz3's optimizer stops at 0. */
SOLVED_TEST(what_the_optimizer_gives_up_on_is_climbed,
	"(declare-const n Int)(assert (forall ((k Int))"
	"(=> (and (< 1 k) (< k n)) (not (= (mod 91 k) 0)))))"
	"(assert (< n 60))(maximize n)")
{
	assert_string_equal(objective(a, 0)->value, "7");
	assert_string_equal(value_of(a, "n"), "7");
}

SOLVED_TEST(a_penalty_of_nothing_is_optimal,
	"(declare-const s String)(declare-const t String)"
	"(assert-soft (= (str.len s) 3) :weight 2)"
	"(assert-soft (= s (str.++ t t t)) :weight 0.5)")
{
	assert_optimal(a, 0, "\"0\"");
}

/* Nothing bounds a remainder in the linear relaxation. */
SOLVED_TEST(what_no_row_of_the_relaxation_mentions_has_no_bound,
	"(declare-const x Int)(assert (<= 1 x 7))"
	"(declare-const y Int)(assert (<= (- 2) y 6))"
	"(declare-const z Int)(assert (<= 0 z 4))(declare-const q Bool)"
	"(assert (<= (* 3 (- z x)) (* 4 (+ x y))))"
	"(maximize (+ x (+ (* 3 z) (div z 4))))"
	"(maximize (+ (mod (mod z 3) 3) (ite (not q) x (+ x y))))")
{
	assert_optimal(a, 0, "20");
	assert_optimal(a, 1, "14");
}

/* A sum of weights against a capacity, and its best value. */
SOLVED_TEST(a_knapsack_is_proved,
	"(declare-const a Bool)(declare-const b Bool)"
	"(declare-const c Bool)(declare-const d Bool)"
	"(assert (<= (+ (ite a 5 0) (ite b 4 0) (ite c 6 0)"
	" (* 3 (ite d 1 0))) 10))"
	"(assert (not (>= (+ (ite a 1 0) (ite b 1 0) (ite c 1 0)) 3)))"
	"(maximize (+ (ite a 10 0) (ite b 40 0) (ite c 30 0)"
	" (ite d 50 0)))")
{
	assert_optimal(a, 0, "90");
}

#define CORNER \
	"(set-option :opt.priority pareto)(declare-const x Int)" \
	"(declare-const y Int)(assert (and (>= x 0) (>= y 0)))" \
	"(assert (<= (+ x y) 2))(maximize x)(maximize y)"

static struct answer *
up_to(uint32_t solutions, const char *text)
{
	struct ask ask = ask_for(text);

	ask.solutions = solutions;
	return solved_ask(&ask);
}

static bool
has(const struct answer *a, const char *start)
{
	const struct answer_check *check = answer_last(a);

	for (size_t i = 0; i < check->solutions.list.count; i++) {
		if (strncmp(check->solutions.list.at[i], start,
			    strlen(start)) == 0)
			return true;
	}
	return false;
}

/* 2 and 0, 1 and 1, 0 and 2; all else is exceeded. */
ANSWER_TEST(each_best_combination_is_found_once, up_to(10, CORNER))
{
	assert_int_equal(answer_last(a)->solutions.list.count, 3);
	assert_true(has(a, "{\"x\":2,\"y\":0,"));
	assert_true(has(a, "{\"x\":1,\"y\":1,"));
	assert_true(has(a, "{\"x\":0,\"y\":2,"));
	assert_true(answer_last(a)->solutions.complete);
}

ANSWER_TEST(no_more_are_given_than_were_asked_for, up_to(2, CORNER))
{
	assert_int_equal(answer_last(a)->solutions.list.count, 2);
	assert_false(answer_last(a)->solutions.complete);
}

/* 7 and 0 exceeds all of x = y up to 7; from there on each is best. */
ANSWER_TEST(what_is_found_is_improved_until_it_is_best,
	up_to(20, "(set-option :opt.priority pareto)(declare-const x Int)"
		  "(declare-const y Int)(assert (<= 0 x 12))"
		  "(assert (<= 0 y 12))(assert (or (= x y) (= x 7)))"
		  "(maximize x)(minimize y)"))
{
	assert_int_equal(answer_last(a)->solutions.list.count, 6);
	assert_true(answer_last(a)->solutions.complete);
	assert_true(has(a, "{\"x\":7,\"y\":0,"));
	assert_true(has(a, "{\"x\":8,\"y\":8,"));
	assert_true(has(a, "{\"x\":12,\"y\":12,"));
}

/* Clauses over some Booleans, and what each soft one costs. */
enum { BOOLS = 9, HARD = 14, SOFT = 16, MOST = 9 };

struct clause {
	int literals[3]; /* 1 to BOOLS, or less than 0 */
	int weight;	 /* 0: hard */
};

static int
cost_of(const struct clause *clauses, unsigned values)
{
	int cost = 0;

	for (size_t i = 0; i < HARD + SOFT; i++) {
		bool holds = false;

		for (size_t k = 0; k < 3; k++) {
			int b = abs(clauses[i].literals[k]) - 1;

			holds |= ((values >> b & 1) != 0) ==
				 (clauses[i].literals[k] > 0);
		}
		if (!holds && clauses[i].weight == 0)
			return -1;
		cost += holds ? 0 : clauses[i].weight;
	}
	return cost;
}

/* -1: the hard ones have no solution. */
static int
least_cost(const struct clause *clauses)
{
	int least = -1;

	for (unsigned values = 0; values < 1u << BOOLS; values++) {
		int cost = cost_of(clauses, values);

		if (cost >= 0 && (least < 0 || cost < least))
			least = cost;
	}
	return least;
}

static char *
text_of(const struct clause *clauses, bool is_soft)
{
	DROP(buf) struct buf text;

	buf_init(&text, 1 << 16);
	for (int i = 1; i <= BOOLS; i++)
		buf_add_format(&text, "(declare-const b%d Bool)", i);
	for (size_t i = 0; i < HARD + SOFT; i++) {
		const struct clause *one = &clauses[i];

		if (i == HARD && !is_soft)
			buf_add_text(&text, "(minimize (+ 1");
		buf_add_text(&text, one->weight == 0 ? "(assert"
				    : is_soft	     ? "(assert-soft"
						     : " (ite");
		buf_add_text(&text, " (or");
		for (size_t k = 0; k < 3; k++)
			buf_add_format(&text,
				one->literals[k] > 0 ? " b%d" : " (not b%d)",
				abs(one->literals[k]));
		buf_add_text(&text, ")");
		if (one->weight > 0)
			buf_add_format(&text, is_soft ? " :weight %d" : " 0 %d",
				one->weight);
		buf_add_text(&text, ")");
	}
	buf_add_text(&text, is_soft ? "" : "))");
	return buf_detach(&text);
}

TEST(weighted_clauses_cost_what_a_trial_of_all_values_says)
{
	unsigned dice = 1;

	for (int round = 0; round < 60; round++) {
		bool is_soft = round % 2 == 0;
		struct clause clauses[HARD + SOFT];
		int least;

		for (size_t i = 0; i < HARD + SOFT; i++) {
			for (size_t k = 0; k < 3; k++) {
				int b = (int)draw(&dice, BOOLS) + 1;

				clauses[i].literals[k] =
					draw(&dice, 2) == 0 ? b : -b;
			}
			/* Short ones are more often violated. */
			if (i >= HARD)
				clauses[i].literals[2] = clauses[i].literals[1];
			clauses[i].weight =
				i < HARD ? 0 : (int)draw(&dice, MOST) + 1;
		}
		least = least_cost(clauses);
		if (least < 0)
			continue;
		DROP(text) char *text = text_of(clauses, is_soft);
		struct answer *a = solved(text);

		assert_true(objective_is_optimal(objective(a, 0)));
		assert_int_equal(strtol(objective(a, 0)->bound, NULL, 10),
			is_soft ? least : least + 1);
		answer_drop(&a);
	}
}

/* A term over x, y, z of 0 to 4 and p, q, as people write it. */
static void
add_number(struct buf *text, unsigned *dice, int depth)
{
	static const char *const leaves[] = {"x", "y", "z", "3"};

	switch (depth > 2 ? 0 : draw(dice, 6)) {
	case 0:
	case 1:
		buf_add_text(text, leaves[draw(dice, 4)]);
		break;
	case 2:
		buf_add_format(text, "(* %d ", (int)draw(dice, 7) - 3);
		add_number(text, dice, depth + 1);
		buf_add_text(text, ")");
		break;
	case 3:
		buf_add_format(text, "(ite (= %s %u) %u (ite %s %u 1))",
			leaves[draw(dice, 3)], draw(dice, 5), draw(dice, 9),
			draw(dice, 2) == 0 ? "p" : "(or q (< x 2))",
			draw(dice, 9));
		break;
	case 4:
		buf_add_format(text, "(ite (> %s %u) ", leaves[draw(dice, 3)],
			draw(dice, 5));
		add_number(text, dice, depth + 1);
		buf_add_text(text, " 0)");
		break;
	default:
		buf_add_text(text, draw(dice, 2) == 0 ? "(+ " : "(- ");
		add_number(text, dice, depth + 1);
		buf_add_text(text, " ");
		add_number(text, dice, depth + 1);
		buf_add_text(text, ")");
	}
}

static void
add_fact(struct buf *text, unsigned *dice)
{
	static const char *const facts[] = {"(distinct x y z)",
		"((_ at-most 1) p q (= z 2))", "(=> (= x 1) (and p (< y 3)))",
		"(or (not (= x y)) (> z 2))", "((_ pbge 3 2 2 1) p q (> y 1))",
		"(= (ite p 1 0) (ite (> z 1) 1 0))"};

	buf_add_text(text, "(assert ");
	if (draw(dice, 2) == 0) {
		buf_add_text(text, facts[draw(dice, 6)]);
	} else {
		buf_add_text(
			text, draw(dice, 3) == 0 ? "(not (<= " : "(or p (<= ");
		add_number(text, dice, 1);
		buf_add_text(text, " ");
		add_number(text, dice, 1);
		buf_add_text(text, "))");
	}
	buf_add_text(text, ")");
}

/* Judged by the question for more, without an optimisation. */
TEST(no_solution_is_better_than_what_is_said_to_be_best)
{
	unsigned dice = 7;
	int sat = 0;

	for (int round = 0; round < 60; round++) {
		struct buf text_buf;
		struct buf goal_buf;
		DROP(text) char *text = NULL;
		DROP(text) char *goal = NULL;
		DROP(text) char *best = NULL;
		DROP(text) char *more = NULL;
		struct answer *a;

		buf_init(&text_buf, 1 << 16);
		buf_init(&goal_buf, 1 << 16);
		buf_add_text(&text_buf,
			"(declare-const x Int)(declare-const y Int)"
			"(declare-const z Int)(declare-const p Bool)"
			"(declare-const q Bool)(assert (<= 0 x 4))"
			"(assert (<= 0 y 4))(assert (<= 0 z 4))");
		for (int i = 0; i < 3; i++)
			add_fact(&text_buf, &dice);
		add_number(&goal_buf, &dice, 0);
		text = buf_detach(&text_buf);
		goal = buf_detach(&goal_buf);
		best = text_format("%s(maximize (+ x %s))", text, goal);
		a = solved(best);
		if (answer_last(a)->status == STATUS_SAT) {
			assert_true(objective_is_optimal(objective(a, 0)));
			long value = strtol(objective(a, 0)->bound, NULL, 10);

			more = text_format("%s(assert (> (+ x %s 1000) %ld))",
				text, goal, value + 1000);
			answer_drop(&a);
			a = solved(more);
			assert_int_equal(answer_last(a)->status, STATUS_UNSAT);
			sat++;
		}
		answer_drop(&a);
	}
	assert_in_range(sat, 20, 60);
}

/* Simplex alone says that nobody has less than 7 of 49. */
SOLVED_TEST(loads_that_are_shared_out_evenly_meet_the_bound_of_the_relaxation,
	"(declare-fun load (Int) Int)(declare-const top Int)"
	"(assert (forall ((i Int)) (=> (<= 0 i 6) (<= 0 (load i) 49))))"
	"(assert (= 47 (+ (load 0) (load 1) (load 2) (load 3) (load 4)"
	" (load 5) (load 6))))"
	"(assert (forall ((i Int)) (=> (<= 0 i 6) (<= (load i) top))))"
	"(minimize top)")
{
	assert_optimal(a, 0, "7");
}

TEST_GROUP(solved_begin, NULL)

/* What is taken of things that gain and weigh, and what all may weigh at most
 * by each of the rows. */
struct knapsack {
	unsigned count, rows;
	int gains[60], weights[2][60], most[2];
};

static void
add_things(struct buf *text, const int *factors, unsigned count)
{
	buf_add_text(text, "(+ 0");
	for (unsigned i = 0; i < count; i++)
		buf_add_format(text,
			factors[i] < 0 ? " (- (ite t%u %d 0))"
				       : " (ite t%u %d 0)",
			i, abs(factors[i]));
	buf_add_text(text, ")");
}

static struct answer *
solved_knapsack(const struct knapsack *k)
{
	struct answer *a;
	struct buf text;

	buf_init(&text, LIMIT_ANSWER);
	for (unsigned i = 0; i < k->count; i++)
		buf_add_format(&text, "(declare-const t%u Bool)", i);
	for (unsigned r = 0; r < k->rows; r++) {
		buf_add_text(&text, "(assert (<= ");
		add_things(&text, k->weights[r], k->count);
		buf_add_format(&text, " %d))", k->most[r]);
	}
	buf_add_text(&text, "(maximize ");
	add_things(&text, k->gains, k->count);
	buf_add_text(&text, ")");
	a = solved(text.data);
	buf_release(&text);
	return a;
}

static bool
fits(const struct knapsack *k, unsigned taken)
{
	for (unsigned r = 0; r < k->rows; r++) {
		int weight = 0;

		for (unsigned i = 0; i < k->count; i++)
			weight += taken >> i & 1 ? k->weights[r][i] : 0;
		if (weight > k->most[r])
			return false;
	}
	return true;
}

/* All subsets tried; false: none fits. */
static bool
best_of_all(const struct knapsack *k, int *best)
{
	*best = INT_MIN;
	for (unsigned taken = 0; taken < 1u << k->count; taken++) {
		int gain = 0;

		for (unsigned i = 0; i < k->count; i++)
			gain += taken >> i & 1 ? k->gains[i] : 0;
		if (gain > *best && fits(k, taken))
			*best = gain;
	}
	return *best > INT_MIN;
}

TEST(what_things_gain_for_their_weight_bounds_no_more_than_it_should)
{
	unsigned dice = 7;

	for (int round = 0; round < 60; round++) {
		struct knapsack k = {.count = 8, .rows = 2};
		DROP(text) char *value = NULL;
		struct answer *a;
		int best;

		for (unsigned i = 0; i < k.count; i++) {
			k.gains[i] = (int)draw(&dice, 30) - 8;
			k.weights[0][i] = (int)draw(&dice, 20) - 4;
			k.weights[1][i] = (int)draw(&dice, 12) - 6;
		}
		k.most[0] = (int)draw(&dice, 60) - 9;
		k.most[1] = (int)draw(&dice, 20) - 9;
		a = solved_knapsack(&k);
		if (best_of_all(&k, &best)) {
			value = text_format("%d", best);
			assert_optimal(a, 0, value);
		} else {
			assert_int_equal(answer_last(a)->status, STATUS_UNSAT);
		}
		answer_free(a);
	}
}

TEST(a_knapsack_of_sixty_things_is_solved_to_the_end)
{
	struct knapsack k = {.count = 60, .rows = 1, .most = {1800}};
	int best[1801] = {0};
	DROP(text) char *value = NULL;
	unsigned dice = 40;
	struct answer *a;

	for (unsigned i = 0; i < k.count; i++) {
		k.weights[0][i] = 20 + (int)draw(&dice, 81);
		k.gains[i] = k.weights[0][i] + (int)draw(&dice, 31) - 15;
		for (int w = k.most[0]; w >= k.weights[0][i]; w--) {
			int taken = best[w - k.weights[0][i]] + k.gains[i];

			best[w] = taken > best[w] ? taken : best[w];
		}
	}
	a = solved_knapsack(&k);
	value = text_format("%d", best[k.most[0]]);
	assert_optimal(a, 0, value);
	answer_free(a);
}

/* --- the order of scenes ---------------------------------------------------
 */

enum { SCENES = 9, ACTORS = 7 };

struct film {
	unsigned scenes[ACTORS]; /* as bits */
	int pay[ACTORS];
};

static struct film
draw_film(unsigned *dice)
{
	struct film f;

	for (int k = 0; k < ACTORS; k++) {
		f.pay[k] = 1 + (int)draw(dice, 9);
		f.scenes[k] = 1U << draw(dice, SCENES);
		for (unsigned i = 1 + draw(dice, SCENES / 2); i > 0; i--)
			f.scenes[k] |= 1U << draw(dice, SCENES);
	}
	return f;
}

/* Of those who have begun with the scenes and have others to come. */
static int
pay_between(const struct film *f, unsigned before, unsigned with)
{
	int pay = 0;

	for (int k = 0; k < ACTORS; k++) {
		if ((f->scenes[k] & with) != 0 && (f->scenes[k] & ~before) != 0)
			pay += f->pay[k];
	}
	return pay;
}

static int
least_pay(const struct film *f)
{
	int least[1 << SCENES] = {0};

	for (unsigned with = 1; with < 1U << SCENES; with++) {
		least[with] = INT_MAX;
		for (unsigned i = 0; i < SCENES; i++) {
			unsigned before = with & ~(1U << i);
			int pay = least[before] + pay_between(f, before, with);

			if (before != with && pay < least[with])
				least[with] = pay;
		}
	}
	return least[(1U << SCENES) - 1];
}

static void
write_film(struct buf *text, const struct film *f)
{
	for (int i = 0; i < SCENES; i++)
		buf_add_format(text,
			"(declare-const p%d Int)(assert (<= 1 p%d %d))", i, i,
			SCENES);
	buf_add_text(text, "(assert (distinct");
	for (int i = 0; i < SCENES; i++)
		buf_add_format(text, " p%d", i);
	buf_add_text(text, "))");
	for (int k = 0; k < ACTORS; k++) {
		buf_add_format(text,
			"(declare-const f%d Int)(assert (<= 1 f%d %d))"
			"(declare-const l%d Int)(assert (<= 1 l%d %d))",
			k, k, SCENES, k, k, SCENES);
		for (unsigned i = 0; i < SCENES; i++) {
			if ((f->scenes[k] >> i & 1) != 0)
				buf_add_format(text,
					"(assert (<= f%d p%u l%d))", k, i, k);
		}
	}
	buf_add_text(text, "(minimize (+");
	for (int k = 0; k < ACTORS; k++)
		buf_add_format(
			text, " (* %d (+ 1 (- l%d f%d)))", f->pay[k], k, k);
	buf_add_text(text, "))");
}

/* The ends of a stay follow from the scenes: who assigns them first needs
 * twenty times as long. */
TEST(actors_who_are_paid_from_first_to_last_scene_cost_least)
{
	unsigned dice = 5;

	for (int i = 0; i < 3; i++) {
		struct film f = draw_film(&dice);
		DROP(buf) struct buf text;
		DROP(text) char *value = text_format("%d", least_pay(&f));
		int64_t spent_us = clock_spent_us();
		struct ask ask;
		struct answer *a;

		buf_init(&text, LIMIT_ANSWER);
		write_film(&text, &f);
		ask = ask_for(text.data);
		a = solved_ask(&ask);
		assert_in_range(clock_spent_us() - spent_us, 0, 2000000);
		assert_optimal(a, 0, value);
		answer_free(a);
	}
}
