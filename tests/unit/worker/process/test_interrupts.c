#include "unit/worker/solved.h"

#include <glob.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "worker/base/interruptible.h"
#include "worker/solution/solution.h"

/*
 * Each call of libz3 that an interrupt ends is interrupted in turn, as SQLite's
 * tests let each allocation fail: the first, the second, and so on until a
 * solve has fewer calls. The texts are those of tests/problems and the models
 * of the examples. However early the interrupt comes, the child answers, it
 * claims nothing that a solve without an interrupt denies, and it comes upon no
 * false solution, not even upon one that its evaluation rejects: an interrupt
 * makes a search give up, never the problem weaker.
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

/* These have killed a child. */
static const char *const defects[] = {
	"(declare-const x Int)(declare-const y Int)(assert (< 0 x 100))"
	"(assert (= (div x y) 3))(assert (distinct (div y (- x x)) 0))",
	"(declare-fun g (Int) Int)(assert (forall ((i Int))"
	" (=> (<= 0 i 100000) (= (g i) (+ 1 i)))))",
};

static int
read_texts(void **state)
{
	static const char *const patterns[] = {
		"tests/problems/*.smt2", "examples/smt2/*.smt2"};
	/* The server refuses these; some kill libz3 when it reads them. */
	static const char refused[] = "tests/problems/faults.smt2";

	(void)state;
	for (size_t i = 0; i < sizeof(defects) / sizeof(defects[0]); i++)
		texts.at[texts.count++] = (struct text){.name = "a defect",
			.at = defects[i],
			.size = strlen(defects[i])};
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

static const char *
objection_to_check(
	const struct answer_check *truth, const struct answer_check *c)
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
			&truth->checks.at[i], &a->checks.at[i]);
	object(text, number, kind, objection);
}

/* --- the numbers ---------------------------------------------------------- */

/* Interrupts so many calls of a text, evenly spread; the first one is another
 * in each text. Returns how many they were. */
static size_t
interrupt_text(size_t i, uint64_t most)
{
	static const enum interrupt_kind kinds[] = {
		INTERRUPT_ONCE, INTERRUPT_FOR_GOOD};
	const struct text *text = &texts.at[i];
	struct answer *truth = solve(text, 0, INTERRUPT_ONCE);
	uint64_t calls = shared->calls;
	bool is_false_anyway = shared->falsehoods > 0;
	uint64_t step = calls / most + 1;
	size_t solves = 0;

	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		uint64_t number = 1 + (k + i) * 7919 % step;

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
		solves += interrupt_text(i, most);
	(void)fprintf(stderr, "# %zu texts, %zu interrupted solves\n",
		texts.count, solves);
}

TEST_GROUP(read_texts, NULL)
