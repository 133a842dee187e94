#include "unit/worker/solved.h"

#include <glob.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "worker/base/interruptible.h"
#include "worker/solution/solution.h"
#include "json/json.h"

/*
 * Each call of libz3 that an interrupt ends is interrupted in turn, as SQLite's
 * tests let each allocation fail: the first, the second, and so on until a
 * solve has fewer calls. The texts are those of tests/problems and
 * tests/deadlines, and the models of the examples. However early the interrupt
 * comes, the child answers, it claims nothing that a solve without an interrupt
 * denies, it leaves out nothing (what could not be evaluated is open, and says
 * so), and it comes upon no false solution, not even upon one that its
 * evaluation rejects: an interrupt makes a search give up, never the problem
 * weaker.
 *
 * make test has a few numbers of each text. INTERRUPTS in the environment is
 * how many there are (make interrupts); INTERRUPTS_IN is in the name of the
 * only texts.
 */

enum {
	NUMBERS = 1, /* of the calls of a text, for each kind */
	TEXT_US = 3000000,
	SOLUTIONS = 3,
};

struct text {
	const char *name; /* of its file */
	const char *at;
	size_t size;
};

static struct {
	struct text at[1000];
	size_t count;
} texts;

/* What a child tells beside its answer. */
static struct {
	uint64_t calls;
	uint64_t falsehoods; /* assertions that were false under a solution */
} * shared;

/* --- texts ---------------------------------------------------------------- */

static char *
read_file(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = NULL;
	size_t room = 0;

	assert_non_null(f);
	if (getdelim(&text, &room, '\0', f) < 0)
		fail_msg("%s is empty", path);
	(void)fclose(f);
	return text;
}

/* A file has a text or, after lines that begin with ";;;", several. */
static void
add_texts(const char *path)
{
	const char *only = getenv("INTERRUPTS_IN");
	char *text = read_file(path); /* for as long as the program runs */
	const char *next;

	if (only != NULL && strstr(path, only) == NULL)
		return;
	for (const char *at = text; at != NULL; at = next) {
		next = strstr(at + 1, "\n;;;");
		assert_true(
			texts.count < sizeof(texts.at) / sizeof(texts.at[0]));
		texts.at[texts.count++] = (struct text){.name = path,
			.at = at,
			.size = next != NULL ? (size_t)(next - at)
					     : strlen(at)};
	}
}

static int
read_texts(void **state)
{
	static const char *const patterns[] = {"tests/deadlines/*.smt2",
		"tests/problems/*.smt2", "examples/smt2/*.smt2"};
	/* The server refuses these; some kill libz3 when it reads them. */
	static const char refused[] = "tests/problems/faults.smt2";

	(void)state;
	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		glob_t found; /* kept for its names */

		assert_int_equal(glob(patterns[i], 0, NULL, &found), 0);
		for (size_t k = 0; k < found.gl_pathc; k++)
			if (strcmp(found.gl_pathv[k], refused) != 0)
				add_texts(found.gl_pathv[k]);
	}
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(shared != MAP_FAILED);
	return 0;
}

/* --- solves --------------------------------------------------------------- */

static void
ignore(int signal)
{
	(void)signal;
}

/* A child whose time is over waits for a second to be killed, in poll(). A
 * signal ends that. */
static void
start_alarm(void)
{
	struct sigaction action = {.sa_handler = ignore};
	struct itimerval often = {{.tv_usec = 10000}, {.tv_usec = 10000}};
	sigset_t alarm;

	(void)sigemptyset(&alarm);
	(void)sigaddset(&alarm, SIGALRM);
	(void)sigaction(SIGALRM, &action, NULL);
	(void)sigprocmask(SIG_BLOCK, &alarm, NULL); /* in the watchdog, too */
	watchdog_start();
	(void)sigprocmask(SIG_UNBLOCK, &alarm, NULL);
	(void)setitimer(ITIMER_REAL, &often, NULL);
}

static struct ask
ask_of(const struct text *text)
{
	return (struct ask){.kind = ASK_SOLVE,
		.text = text->at,
		.size = text->size,
		.timeout_ms = TEXT_US / 1000,
		.minimize_core = true,
		.relax = true,
		.solutions = SOLUTIONS};
}

static void __attribute__((noreturn)) solve_in_child(const struct ask *ask,
	uint64_t number, enum interrupt_kind kind, int fd)
{
	static const int deadly[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
	struct parse_context context = {.c = context_new()};
	struct answer_stream out;

	/* cmocka's handlers go on with the test. */
	for (size_t i = 0; i < sizeof(deadly) / sizeof(deadly[0]); i++)
		(void)signal(deadly[i], SIG_DFL);
	start_alarm();
	answer_stream_open(&out, fd);
	watchdog_begin(clock_now_us() + TEXT_US);
	interruptible_inject(number, kind);
	(void)script_runner_ask(&out, &context, ask);
	shared->calls = interruptible_calls();
	shared->falsehoods = solution_count_false();
	answer_stream_send(&out);
	_exit(0);
}

static const char *
kind_name(enum interrupt_kind kind)
{
	return kind == INTERRUPT_ONCE ? "once" : "for good";
}

/* Fails the test if the child does not answer. */
static struct answer *
solve(const struct text *text, uint64_t number, enum interrupt_kind kind)
{
	const struct ask ask = ask_of(text);
	int fd = memfd_create("answer", 0);
	struct answer *a;
	int status;
	pid_t child;

	assert_true(fd >= 0);
	shared->falsehoods = 0;
	child = fork();
	assert_true(child >= 0);
	if (child == 0)
		solve_in_child(&ask, number, kind, fd);
	assert_int_equal(waitpid(child, &status, 0), child);
	/* EXIT_FAILURE: its time was over, and it has waited to be killed. */
	if (!WIFEXITED(status) || (WEXITSTATUS(status) != EXIT_SUCCESS &&
					  WEXITSTATUS(status) != EXIT_FAILURE))
		fail_msg("call %llu interrupted %s: status %x\n%s: %.*s",
			(unsigned long long)number, kind_name(kind),
			(unsigned)status, text->name, (int)text->size,
			text->at);
	a = solved_read(fd, &ask, 0);
	(void)close(fd);
	return a;
}

/* --- what is claimed ------------------------------------------------------ */

/* "": no objection. */
static const char *
objection_to_objective(
	const struct answer_objective *truth, const struct answer_objective *o)
{
	bool is_best = o->state == OBJECTIVE_OPTIMAL;

	if (o->state == OBJECTIVE_CHANGED)
		return "an optimum has changed";
	if (truth->state == OBJECTIVE_UNBOUNDED)
		return is_best ? "optimal, and there is no bound" : "";
	if (truth->state != OBJECTIVE_OPTIMAL || truth->pareto)
		return "";
	if (o->state == OBJECTIVE_UNBOUNDED)
		return "unbounded, and there is a best value";
	if (is_best && o->value[0] != '\0' &&
		strcmp(o->value, truth->value) != 0)
		return "optimal with another value";
	return "";
}

static bool
has_assertion(const struct answer_assertions *list, uint32_t index)
{
	for (size_t i = 0; i < list->count; i++) {
		if (list->list[i].index == index)
			return true;
	}
	return false;
}

/* A minimal core has none of another one in it, but for itself. */
static const char *
objection_to_core(
	const struct answer_core *truth, const struct answer_core *core)
{
	size_t missing = 0;

	if (!core->is_known)
		return "";
	if (core->assertions.count + core->assumptions.count == 0)
		return truth->assertions.count + truth->assumptions.count > 0
			       ? "an empty core"
			       : "";
	if (!truth->minimal || truth->assumptions.count > 0 ||
		core->assertions.count >= truth->assertions.count)
		return "";
	for (size_t i = 0; i < core->assertions.count; i++)
		missing += !has_assertion(
			&truth->assertions, core->assertions.list[i].index);
	return missing == 0 ? "less than a minimal core" : "";
}

static bool
has_value(const struct answer_check *c, const char *name)
{
	for (size_t i = 0; i < c->values.count; i++) {
		if (strcmp(c->values.at[i].name, name) == 0)
			return true;
	}
	return false;
}

/* Returns whether the text of a solution has the name. */
static bool
defines(const char *model, const char *name)
{
	static const char head[] = "(define-fun ";
	size_t size = strlen(name);

	while ((model = strstr(model, head)) != NULL) {
		model += strlen(head);
		if (strncmp(model, name, size) == 0 && model[size] == ' ')
			return true;
	}
	return false;
}

/* After the deadline a child need not come to the values. */
static const char *
objection_to_values(const struct answer_check *truth,
	const struct answer_check *c, enum interrupt_kind kind)
{
	size_t count = kind == INTERRUPT_ONCE ? truth->values.count : 0;

	for (size_t i = 0; i < count; i++) {
		if (truth->values.at[i].json[0] != '\0' &&
			!has_value(c, truth->values.at[i].name))
			return "a value is left out";
	}
	for (size_t i = 0; i < c->values.count; i++) {
		if (c->model != NULL &&
			strcmp(c->values.at[i].json, "null") == 0 &&
			defines(c->model, c->values.at[i].name))
			return "the text has a value that is open";
	}
	return "";
}

/* Each solution has the same names. */
static const char *
objection_to_solutions(
	const struct answer_check *truth, const struct answer_check *c)
{
	struct json_object *first =
		truth->solutions.list.count > 0
			? json_read(truth->solutions.list.at[0])
			: NULL;
	const char *objection = "";

	for (size_t i = 0; first != NULL && i < c->solutions.list.count; i++) {
		struct json_object *one = json_read(c->solutions.list.at[i]);
		struct json_member m = {0};

		while (json_next(first, &m)) {
			if (!json_find(one, m.key, NULL))
				objection = "a solution leaves out a value";
		}
		json_free(one);
	}
	json_free(first);
	return objection;
}

static const char *
objection_to_check(const struct answer_check *truth,
	const struct answer_check *c, enum interrupt_kind kind)
{
	const char *objection = "";

	if (c->status == STATUS_UNKNOWN || c->status == STATUS_NONE)
		return "";
	if (truth->status != STATUS_UNKNOWN && c->status != truth->status)
		return "another status";
	if (answer_count_false(c) > answer_count_false(truth))
		return "a false solution";
	if (c->solutions.complete && truth->solutions.complete &&
		c->solutions.list.count != truth->solutions.list.count)
		return "another number of solutions, and complete";
	if (c->solutions.complete && !truth->solutions.complete &&
		truth->solutions.list.count > c->solutions.list.count)
		return "complete with fewer solutions";
	if (c->relaxations.is_all && truth->relaxations.is_all &&
		c->relaxations.sets.count != truth->relaxations.sets.count)
		return "another number of relaxations, and all";
	if (truth->status == STATUS_UNSAT)
		objection = objection_to_core(&truth->core, &c->core);
	if (c->status == STATUS_SAT)
		objection = objection_to_values(truth, c, kind);
	if (c->status == STATUS_SAT && objection[0] == '\0')
		objection = objection_to_solutions(truth, c);
	for (size_t i = 0;
		objection[0] == '\0' && i < truth->objectives.count &&
		i < c->objectives.count;
		i++)
		objection = objection_to_objective(
			&truth->objectives.at[i], &c->objectives.at[i]);
	return objection;
}

static void
object(const struct text *text, uint64_t number, enum interrupt_kind kind,
	const char *objection)
{
	if (objection[0] != '\0')
		fail_msg("call %llu interrupted %s: %s\n%s: %.*s",
			(unsigned long long)number, kind_name(kind), objection,
			text->name, (int)text->size, text->at);
}

static void
compare(const struct text *text, uint64_t number, enum interrupt_kind kind,
	const struct answer *truth, const struct answer *a)
{
	const char *objection = "";

	if (a->checks.count > truth->checks.count)
		objection = "more checks";
	/* An interrupt makes no text wrong. */
	if (a->fault.kind != DIAGNOSTIC_NONE &&
		truth->fault.kind == DIAGNOSTIC_NONE)
		objection = a->fault.what;
	for (size_t i = 0; objection[0] == '\0' && i < a->checks.count; i++)
		objection = objection_to_check(
			&truth->checks.at[i], &a->checks.at[i], kind);
	object(text, number, kind, objection);
}

/* --- the numbers ---------------------------------------------------------- */

/* Interrupts so many calls of a text, evenly spread; the first one is another
 * for each seed. Returns how many they were. */
static size_t
interrupt_text(const struct text *text, size_t seed, uint64_t most)
{
	static const enum interrupt_kind kinds[] = {
		INTERRUPT_ONCE, INTERRUPT_FOR_GOOD};
	struct answer *truth = solve(text, 0, INTERRUPT_ONCE);
	uint64_t calls = shared->calls;
	bool is_false_anyway = shared->falsehoods > 0;
	uint64_t step = calls / most + 1;
	size_t solves = 0;

	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		uint64_t number = 1 + (k + seed) * 7919 % step;

		for (; number <= calls; number += step) {
			struct answer *a = solve(text, number, kinds[k]);

			compare(text, number, kinds[k], truth, a);
			if (shared->falsehoods > 0 && !is_false_anyway)
				object(text, number, kinds[k],
					"a false solution was found");
			answer_free(a);
			solves++;
		}
	}
	answer_free(truth);
	return solves;
}

TEST(no_call_of_libz3_is_missed_when_an_interrupt_ends_it)
{
	const char *numbers = getenv("INTERRUPTS");
	uint64_t most = numbers != NULL ? strtoull(numbers, NULL, 10) : NUMBERS;
	size_t solves = 0;

	for (size_t i = 0; i < texts.count; i++)
		solves += interrupt_text(&texts.at[i], i, most);
	(void)fprintf(stderr, "# %zu texts, %zu interrupted solves\n",
		texts.count, solves);
}

/* An optimum that could not be evaluated again does not keep others out. */
TEST(none_but_the_best_are_all_solutions_whichever_call_is_interrupted)
{
	static const char best[] = "(declare-const x Int)(assert (<= 3 x 4))"
				   "(assert-soft (> x 3) :weight 7)";

	assert_in_range(interrupt_text(&(struct text){"the best", best,
					       sizeof(best) - 1},
				0, UINT64_MAX),
		20, 200);
}

/* --- values that are determined ------------------------------------------- */

/* There is one solution, which has tables whose values differ. */
static const char determined[] =
	"(declare-datatypes ((C 0)) (((red) (green) (blue))))"
	"(declare-datatypes ((P 0)) (((pair (fst Int) (snd String)))))"
	"(declare-fun f (C) Int)(declare-fun s (C) String)"
	"(declare-fun p (C C) Bool)(declare-const a (Array Int Int))"
	"(declare-const x Int)(declare-const q P)(declare-const r Real)"
	"(declare-const z Float32)(declare-const v (Array C (Array C Int)))"
	"(define-fun d () Int (+ x (f green)))"
	"(assert (= (f red) 3))(assert (= (f green) 4))(assert (= (f blue) 3))"
	"(assert (= (s red) \"ab\"))(assert (= (s green) \"\"))"
	"(assert (= (s blue) \"c\"))"
	"(assert (= (p red red) (p red green) (p red blue) (p green red)"
	" (p blue red) (p blue blue) (p green blue) false))"
	"(assert (and (p green green) (p blue green)))"
	"(assert (= a (store (store ((as const (Array Int Int)) 0) 1 5) 2 6)))"
	"(assert (= v (store (store (store ((as const (Array C (Array C Int)))"
	" ((as const (Array C Int)) 1)) red (store ((as const (Array C Int)) 2)"
	" red 7)) green (store ((as const (Array C Int)) 3) blue 8)) blue"
	" ((as const (Array C Int)) 9))))"
	"(assert (= (* 2 r) 3.0))(assert (= z (fp #b0 #x80 #b1" /* 2^23 */
	"0000000000000000000000)))"
	"(assert (= x 5))(assert (= q (pair 4 \"it\")))";

/* Returns what a table is for these arguments, if need be by its `else`. */
static const struct json_object *
value_at(const struct json_object *table, const struct json_object *args)
{
	const struct json_object *entries = json_get_array(table, "entries");

	for (size_t i = 0; i < json_count(entries); i++) {
		const struct json_object *one = json_at(entries, i);

		if (json_equal(json_get(one, "args"), args))
			return json_get(one, "value");
	}
	return json_get(table, "else");
}

static bool is_true_or_open(
	const struct json_object *truth, const struct json_object *v);

/* Returns whether one table is as the other, where that has entries. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
agrees_with(const struct json_object *truth, const struct json_object *v,
	const struct json_object *entries)
{
	bool agrees = true;

	for (size_t i = 0; agrees && i < json_count(entries); i++) {
		const struct json_object *args =
			json_get(json_at(entries, i), "args");

		agrees = is_true_or_open(
			value_at(truth, args), value_at(v, args));
	}
	return agrees;
}

/* Returns whether a value is the true one, but for parts of it that are open.
 */
static bool // NOLINTNEXTLINE(misc-no-recursion)
is_true_or_open(const struct json_object *truth, const struct json_object *v)
{
	const struct json_object *entries = json_get_array(v, "entries");

	if (v == NULL || entries == NULL)
		return v == NULL || json_equal(truth, v);
	return agrees_with(truth, v, entries) &&
	       agrees_with(truth, v, json_get_array(truth, "entries"));
}

static void
assert_true_or_open(const struct answer_check *truth, const char *name,
	const struct json_object *v, uint64_t number)
{
	for (size_t i = 0; i < truth->values.count; i++) {
		struct json_object *right;

		if (strcmp(truth->values.at[i].name, name) != 0)
			continue;
		right = json_read(truth->values.at[i].json);
		if (!is_true_or_open(right, v))
			fail_msg("call %llu interrupted: %s is %s, not %s",
				(unsigned long long)number, name, json_text(v),
				truth->values.at[i].json);
		json_free(right);
	}
}

/* Checks the values of an interrupted solve, and its only solution. */
static void
check_determined(
	const struct answer *truth, const struct answer *a, uint64_t number)
{
	const struct answer_check *right = answer_last(truth);
	const struct answer_check *c = answer_last(a);

	if (c == NULL || c->status != STATUS_SAT)
		return;
	for (size_t i = 0; i < c->values.count; i++) {
		struct json_object *v = json_read(c->values.at[i].json);

		assert_true_or_open(right, c->values.at[i].name, v, number);
		json_free(v);
	}
	for (size_t i = 0; i < c->solutions.list.count; i++) {
		struct json_object *one = json_read(c->solutions.list.at[i]);
		struct json_member m = {0};

		assert_int_equal(json_count(one), right->values.count - 1);
		while (json_next(one, &m))
			assert_true_or_open(right, m.key, m.value, number);
		json_free(one);
	}
}

TEST(what_an_interrupt_keeps_from_being_evaluated_is_open)
{
	const struct text text = {"determined", determined, strlen(determined)};
	struct answer *truth = solve(&text, 0, INTERRUPT_ONCE);
	uint64_t calls = shared->calls;
	uint64_t step = getenv("INTERRUPTS") != NULL ? 1 : 3;

	assert_int_equal(answer_last(truth)->status, STATUS_SAT);
	for (uint64_t number = 1; number <= calls; number += step) {
		struct answer *a = solve(&text, number, INTERRUPT_ONCE);

		compare(&text, number, INTERRUPT_ONCE, truth, a);
		check_determined(truth, a, number);
		answer_free(a);
	}
	answer_free(truth);
}

TEST_GROUP(read_texts, NULL)
