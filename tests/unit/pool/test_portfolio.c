#include "unit/assertions.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/loop.h"
#include "pool/portfolio.h"
#include "unit/still_clock.h"

/*
 * A portfolio on a pool that the test plays, in a time that the test makes
 * pass: the functions of pool.h and the clock are defined here, so that the
 * linker leaves the real ones out.
 */

/* --- the clock ----------------------------------------------------------- */

static int64_t now_ms;

int64_t
clock_now_ms(void)
{
	return now_ms;
}

int64_t
clock_now_us(void)
{
	return now_ms * 1000;
}

/* --- the pool ------------------------------------------------------------ */

struct job {
	struct ask ask;
	enum job_priority priority;
	bool is_first; /* of those that wait */
	int restarts;
	bool is_slow;	    /* it gets half of a core */
	int64_t started_ms; /* 0: it waits for a child */
	struct answer *answer;
	pool_done *done;
	void *argument;
	struct job **slot;
};

struct pool {
	struct loop *loop;
	bool is_full; /* it takes no more jobs */
	size_t slots; /* for jobs that run */
	bool is_busy; /* the first child gets half of a core only */
	struct job *jobs[ENGINES_ALL + 1]; /* by engines; or NULL */
	struct preference preference;
	int asked;
};

/* The one that has just these engines. */
static struct job *
job_of(struct pool *p, uint32_t engines)
{
	return p->jobs[engines];
}

#define SIMPLE ENGINE_BIT(ENGINE_INCREMENTAL)
#define FINITE ENGINE_BIT(ENGINE_FINITE_DOMAIN)
#define LOGIC ENGINE_BIT(ENGINE_STRATEGY)
#define FITTING (SIMPLE | FINITE | LOGIC)

static size_t
count_jobs(const struct pool *p)
{
	size_t count = 0;

	for (size_t i = 0; i <= ENGINES_ALL; i++)
		count += p->jobs[i] != NULL;
	return count;
}

bool
pool_may_compete(const struct pool *p)
{
	(void)p;
	return true;
}

bool
pool_has_idle_slot(const struct pool *p)
{
	return count_jobs(p) < p->slots;
}

struct job *
pool_ask(struct pool *p, const struct ask *ask, enum pool_queue queue,
	pool_done *done, void *argument, struct err *e)
{
	assert_int_equal(queue, QUEUE_SOLVE);
	if (p->is_full) {
		(void)err_set(e, ERR_LIMIT, "full");
		return NULL;
	}
	assert_null(p->jobs[ask->engines]);
	p->jobs[ask->engines] = mem_new(sizeof(struct job));
	*p->jobs[ask->engines] = (struct job){
		.ask = *ask,
		.started_ms = count_jobs(p) <= p->slots ? now_ms : 0,
		.is_slow = p->is_busy,
		.answer = answer_new(),
		.done = done,
		.argument = argument,
		.slot = &p->jobs[ask->engines],
	};
	p->asked++;
	return p->jobs[ask->engines];
}

void
pool_cancel(struct job *j)
{
	*j->slot = NULL;
	answer_free(j->answer);
	free(j);
}

struct answer *
pool_stop(struct job *j)
{
	struct answer *answer = TAKE(j->answer);

	answer->outcome = OUTCOME_CANCELLED;
	pool_cancel(j);
	return answer;
}

void
pool_set_priority(struct job *j, enum job_priority priority)
{
	j->priority = priority;
}

void
pool_restart(struct job *j, uint32_t engines)
{
	struct job **slot = j->slot + engines - j->ask.engines;

	assert_null(*slot);
	*j->slot = NULL;
	*slot = j;
	j->slot = slot;
	j->ask.engines = engines;
	j->started_ms = now_ms;
	j->restarts++;
	answer_free(j->answer);
	j->answer = answer_new();
}

void
pool_put_first(struct job *j)
{
	j->is_first = true;
}

int64_t
job_cpu_us(const struct job *j)
{
	int64_t ran_us = (now_ms - j->started_ms) * 1000;

	return j->is_slow ? ran_us / 2 : ran_us;
}

struct preference *
pool_preference(struct pool *p, uint64_t kind)
{
	(void)kind;
	return &p->preference;
}

struct loop *
pool_loop(const struct pool *p)
{
	return p->loop;
}

int64_t
job_started_ms(const struct job *j)
{
	return j->started_ms;
}

const struct answer *
job_answer(const struct job *j)
{
	j->answer->phase = j->started_ms == 0 ? PHASE_WAITING : PHASE_SOLVING;
	return j->answer;
}

size_t
job_memory_kb(const struct job *j)
{
	return j->started_ms == 0 ? 0 : 1000;
}

/* --- the stage ----------------------------------------------------------- */

struct stage {
	struct pool pool;
	struct portfolio *portfolio;
	int answers;
	struct answer *answer;
};

static void
on_answer(struct portfolio *r, struct answer *answer, void *argument)
{
	struct stage *x = argument;

	assert_ptr_equal(r, x->portfolio);
	x->portfolio = NULL;
	x->answers++;
	x->answer = answer;
}

static int
setup(void **state)
{
	struct stage *x = mem_new(sizeof(*x));

	now_ms = 1000;
	x->pool.slots = 3;
	x->pool.loop = loop_new();
	*state = x;
	return 0;
}

static int
teardown(void **state)
{
	struct stage *x = *state;
	bool is_clean;

	if (x->portfolio != NULL)
		portfolio_cancel(x->portfolio);
	is_clean = count_jobs(&x->pool) == 0;
	loop_free(x->pool.loop);
	answer_free(x->answer);
	free(x);
	return is_clean ? 0 : -1;
}

/* A test with a stage x of its own. */
#define RACE_TEST(sentence) TEST_ON(sentence, setup, teardown, struct stage *x)

enum { LIMIT_MS = 5000 };

static void
begin_with(struct stage *x, const char *text, size_t checks)
{
	DROP(text) char *lent = text_copy(text);
	uint32_t groups[] = {1, 2};
	const struct ask ask = {
		.kind = ASK_SOLVE,
		.text = lent,
		.size = strlen(text),
		.checks = checks,
		.timeout_ms = LIMIT_MS,
		.groups.at = groups,
		.groups.count = 2,
	};
	struct err e;

	x->portfolio =
		portfolio_ask(&x->pool, &ask, QUEUE_SOLVE, on_answer, x, &e);
	assert_non_null(x->portfolio);
	/* It has a copy. */
	memset(lent, 'x', strlen(lent));
	memset(groups, 0, sizeof(groups));
	for (size_t i = 0; i <= ENGINES_ALL; i++) {
		if (x->pool.jobs[i] != NULL)
			x->pool.jobs[i]->answer->engines.fit = SIMPLE | LOGIC;
	}
}

/* A portfolio whose child has read the text. */
static void
begin(struct stage *x)
{
	begin_with(x, "(check-sat)", 1);
}

/* Lets the time pass, in steps that no timer is late by much. */
static void
pass(struct stage *x, int64_t ms)
{
	for (int64_t until_ms = now_ms + ms; now_ms < until_ms; now_ms += 5)
		(void)loop_turn(x->pool.loop, 0);
	(void)loop_turn(x->pool.loop, 0);
}

/* A portfolio in which both engines that fit run. */
static void
begin_both(struct stage *x)
{
	begin(x);
	pass(x, COMPETITOR_MS + 20);
	assert_int_equal(count_jobs(&x->pool), 2);
}

/* What a child tells when it has read the text. */
static void
put_engines(struct job *j, uint32_t engines)
{
	j->answer->engines.fit = engines;
}

static void
put_check(struct job *j, enum status status)
{
	DROP(buf) struct buf frames;
	const struct answer_check check = {.status = status};
	struct frame f;
	size_t used;

	buf_init(&frames, 10000);
	answer_put_check(&frames, &check);
	assert_int_equal(frame_find(frames.data, frames.size, 10000, &f, &used),
		FRAME_WHOLE);
	assert_true(answer_add_frame(j->answer, &j->ask, &f));
}

static void
put_model(struct job *j)
{
	answer_last(j->answer)->model = text_copy("()");
}

static void
put_failed(struct job *j)
{
	const struct answer_assertion one = {
		.label = (char[]){""}, .is_false = true};

	assertions_add(&answer_last(j->answer)->evaluation.failed, &one);
}

static void
end(struct job *j, enum outcome outcome)
{
	struct answer *answer = TAKE(j->answer);

	answer->outcome = outcome;
	answer->done = outcome == OUTCOME_DONE;
	*j->slot = NULL;
	j->done(j, answer, j->argument);
	free(j);
}

static void
end_with(struct job *j, enum status status)
{
	put_check(j, status);
	end(j, OUTCOME_DONE);
}

/* With values that do not hold. */
static void
end_refuted(struct job *j)
{
	put_check(j, STATUS_SAT);
	put_failed(j);
	end(j, OUTCOME_DONE);
}

/* Nothing is left of it, and nobody was answered. */
static void
assert_over(const struct stage *x)
{
	assert_int_equal(count_jobs(&x->pool), 0);
	assert_int_equal(x->answers, 0);
}

static void
assert_answered(const struct stage *x, enum outcome outcome, enum status status)
{
	const struct answer_check *last;

	assert_int_equal(x->answers, 1);
	assert_null(x->portfolio);
	assert_int_equal(count_jobs(&x->pool), 0);
	assert_int_equal(x->answer->outcome, outcome);
	last = answer_last(x->answer);
	assert_int_equal(last != NULL ? last->status : STATUS_NONE, status);
}

RACE_TEST(what_is_decided_soon_has_one_child)
{
	begin(x);
	pass(x, COMPETITOR_MS - 5);
	assert_null(job_of(&x->pool, LOGIC));
	end_with(job_of(&x->pool, SIMPLE), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
	assert_int_equal(x->pool.asked, 1);
}

RACE_TEST(the_first_that_decides_wins_and_the_other_is_killed)
{
	begin_both(x);
	pass(x, 1000);
	end_with(job_of(&x->pool, LOGIC), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

RACE_TEST(a_winner_is_alone_as_soon_as_it_knows_the_answer)
{
	begin_both(x);
	put_check(job_of(&x->pool, LOGIC), STATUS_UNSAT);
	pass(x, 50);
	assert_null(job_of(&x->pool, SIMPLE));
	assert_int_equal(job_of(&x->pool, LOGIC)->priority, JOB_PRIORITY_CALL);
	end(job_of(&x->pool, LOGIC), OUTCOME_TIMEOUT);
	assert_answered(x, OUTCOME_TIMEOUT, STATUS_UNSAT);
}

RACE_TEST(sat_wins_when_its_values_have_been_checked)
{
	begin_both(x);
	put_check(job_of(&x->pool, SIMPLE), STATUS_SAT);
	pass(x, 50);
	assert_non_null(job_of(&x->pool, LOGIC));
	put_model(job_of(&x->pool, SIMPLE));
	pass(x, 50);
	assert_null(job_of(&x->pool, LOGIC));
	end(job_of(&x->pool, SIMPLE), OUTCOME_DONE);
	assert_answered(x, OUTCOME_DONE, STATUS_SAT);
}

RACE_TEST(sat_wins_although_a_goal_is_open_as_one_child_has_all_ways)
{
	struct answer_objective goal = {.term = text_copy("x"),
		.value = text_copy(""),
		.bound = text_copy("7")};
	struct answer_check *check;

	begin_both(x);
	put_check(job_of(&x->pool, SIMPLE), STATUS_SAT);
	put_model(job_of(&x->pool, SIMPLE));
	check = answer_last(job_of(&x->pool, SIMPLE)->answer);
	check->objectives.at = mem_new(sizeof(goal));
	check->objectives.at[0] = goal;
	check->objectives.count = check->objectives.capacity = 1;
	pass(x, 50);
	assert_null(job_of(&x->pool, LOGIC));
	assert_non_null(job_of(&x->pool, SIMPLE));
}

RACE_TEST(values_that_fail_the_check_do_not_win)
{
	begin(x);
	end_refuted(job_of(&x->pool, SIMPLE));
	assert_int_equal(x->answers, 0);
	assert_true(job_of(&x->pool, LOGIC)->is_first);
	end_with(job_of(&x->pool, LOGIC), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

RACE_TEST(an_answer_without_a_better_one_is_given_as_it_is)
{
	begin(x);
	end_refuted(job_of(&x->pool, SIMPLE));
	end_with(job_of(&x->pool, LOGIC), STATUS_UNKNOWN);
	assert_answered(x, OUTCOME_DONE, STATUS_SAT);
	assert_int_equal(answer_last(x->answer)->evaluation.failed.count, 1);
}

RACE_TEST(who_does_not_know_leaves_it_to_the_other_at_once)
{
	begin(x);
	end_with(job_of(&x->pool, SIMPLE), STATUS_UNKNOWN);
	assert_int_equal(x->answers, 0);
	assert_true(job_of(&x->pool, LOGIC)->is_first);
	end_with(job_of(&x->pool, LOGIC), STATUS_SAT);
	assert_answered(x, OUTCOME_DONE, STATUS_SAT);
}

RACE_TEST(a_rival_that_does_not_know_changes_nothing)
{
	begin_both(x);
	end_with(job_of(&x->pool, LOGIC), STATUS_UNKNOWN);
	pass(x, 1000);
	assert_int_equal(x->answers, 0);
	assert_int_equal(x->pool.asked, 2);
	end_with(job_of(&x->pool, SIMPLE), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

RACE_TEST(a_child_that_dies_leaves_it_to_the_other)
{
	begin(x);
	end(job_of(&x->pool, SIMPLE), OUTCOME_CRASH);
	end_with(job_of(&x->pool, LOGIC), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

RACE_TEST(of_a_death_and_an_unknown_the_unknown_is_told)
{
	begin(x);
	end_with(job_of(&x->pool, SIMPLE), STATUS_UNKNOWN);
	end(job_of(&x->pool, LOGIC), OUTCOME_MEMORY);
	assert_answered(x, OUTCOME_DONE, STATUS_UNKNOWN);
}

RACE_TEST(the_unknown_of_what_does_not_fit_hides_no_death)
{
	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), FITTING);
	pass(x, COMPETITOR_MS + 5);
	end_with(job_of(&x->pool, FINITE), STATUS_UNKNOWN);
	end(job_of(&x->pool, SIMPLE), OUTCOME_CRASH);
	end(job_of(&x->pool, LOGIC), OUTCOME_CRASH);
	assert_answered(x, OUTCOME_CRASH, STATUS_NONE);
}

RACE_TEST(who_knows_the_status_is_not_taken_off)
{
	begin(x);
	put_check(job_of(&x->pool, SIMPLE), STATUS_SAT);
	pass(x, 1000);
	assert_non_null(job_of(&x->pool, SIMPLE));
	assert_null(job_of(&x->pool, LOGIC));
}

RACE_TEST(at_the_deadline_there_is_one_answer)
{
	begin_both(x);
	end(job_of(&x->pool, SIMPLE), OUTCOME_TIMEOUT);
	assert_int_equal(x->answers, 0);
	end(job_of(&x->pool, LOGIC), OUTCOME_TIMEOUT);
	assert_answered(x, OUTCOME_TIMEOUT, STATUS_NONE);
}

RACE_TEST(at_the_deadline_nothing_new_is_begun)
{
	begin(x);
	end(job_of(&x->pool, SIMPLE), OUTCOME_TIMEOUT);
	assert_answered(x, OUTCOME_TIMEOUT, STATUS_NONE);
	assert_int_equal(x->pool.asked, 1);
}

RACE_TEST(without_a_worker_there_is_no_race)
{
	begin(x);
	end(job_of(&x->pool, SIMPLE), OUTCOME_NO_WORKER);
	assert_answered(x, OUTCOME_NO_WORKER, STATUS_NONE);
}

RACE_TEST(a_rival_without_a_worker_does_not_end_the_race)
{
	begin_both(x);
	end(job_of(&x->pool, LOGIC), OUTCOME_NO_WORKER);
	assert_int_equal(x->answers, 0);
	end_with(job_of(&x->pool, SIMPLE), STATUS_SAT);
	assert_answered(x, OUTCOME_DONE, STATUS_SAT);
}

RACE_TEST(a_fault_of_the_text_is_an_answer)
{
	begin(x);
	job_of(&x->pool, SIMPLE)->answer->fault.kind = DIAGNOSTIC_SOLVER;
	end(job_of(&x->pool, SIMPLE), OUTCOME_DONE);
	assert_answered(x, OUTCOME_DONE, STATUS_NONE);
	assert_int_equal(x->pool.asked, 1);
}

RACE_TEST(several_checks_are_one_child_s_work)
{
	begin_with(x, "(check-sat)", 2);
	assert_non_null(job_of(&x->pool, ENGINES_ALL));
	pass(x, 1000);
	assert_int_equal(x->pool.asked, 1);
	end_with(job_of(&x->pool, ENGINES_ALL), STATUS_UNKNOWN);
	assert_answered(x, OUTCOME_DONE, STATUS_UNKNOWN);
}

RACE_TEST(a_full_pool_refuses_the_race_but_not_its_rest)
{
	const struct ask ask = {.kind = ASK_SOLVE, .text = "", .timeout_ms = 9};
	struct err e;

	x->pool.is_full = true;
	assert_null(
		portfolio_ask(&x->pool, &ask, QUEUE_SOLVE, on_answer, x, &e));
	assert_string_equal(e.text, "full");
	x->pool.is_full = false;
	begin(x);
	x->pool.is_full = true;
	pass(x, 1000);
	assert_non_null(job_of(&x->pool, SIMPLE | LOGIC));
	end_with(job_of(&x->pool, SIMPLE | LOGIC), STATUS_UNKNOWN);
	assert_answered(x, OUTCOME_DONE, STATUS_UNKNOWN);
}

RACE_TEST(a_cancelled_race_takes_both_children_along)
{
	begin_both(x);
	portfolio_cancel(x->portfolio);
	x->portfolio = NULL;
	assert_over(x);
}

RACE_TEST(a_race_that_is_stopped_gives_what_it_has_found)
{
	const struct answer *found;

	begin_both(x);
	found = portfolio_answer(x->portfolio);
	x->answer = portfolio_stop(x->portfolio);
	x->portfolio = NULL;
	assert_ptr_equal(x->answer, found);
	assert_int_equal(x->answer->outcome, OUTCOME_CANCELLED);
	assert_over(x);
}

RACE_TEST(every_engine_that_fits_starts_with_the_same_ask)
{
	const struct ask *ask;

	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), FITTING);
	pass(x, COMPETITOR_MS + 5);
	assert_non_null(job_of(&x->pool, SIMPLE));
	assert_non_null(job_of(&x->pool, FINITE));
	ask = &job_of(&x->pool, LOGIC)->ask;
	assert_string_equal(ask->text, "(check-sat)");
	assert_int_equal(ask->groups.count, 2);
	assert_int_equal(ask->groups.at[1], 2);
	assert_in_range(ask->timeout_ms, LIMIT_MS - COMPETITOR_MS - 10,
		LIMIT_MS - COMPETITOR_MS);
}

RACE_TEST(what_does_not_fit_or_is_not_asked_for_is_not_started)
{
	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), SIMPLE | LOGIC);
	pass(x, 1000);
	assert_null(job_of(&x->pool, FINITE));
	assert_int_equal(x->pool.asked, 2);
}

RACE_TEST(a_busy_machine_has_rivals_later)
{
	x->pool.is_busy = true;
	begin(x);
	pass(x, 2 * SWITCH_MS - 15);
	assert_int_equal(x->pool.asked, 1);
	pass(x, 25);
	assert_int_equal(x->pool.asked, 2);
	assert_non_null(job_of(&x->pool, SIMPLE));
}

/* A portfolio that the engine decides after so long. */
static void
decide_by(struct stage *x, uint32_t engine, int64_t took_ms)
{
	struct job *j;

	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), FITTING);
	pass(x, took_ms);
	j = job_of(&x->pool, engine);
	j->answer->engines.decider = engine;
	j->answer->job.ran_ms = took_ms;
	end_with(j, STATUS_UNSAT);
	assert_int_equal(x->answers, 1);
	answer_free(TAKE(x->answer));
	x->answers = x->pool.asked = 0;
}

RACE_TEST(who_has_decided_such_a_text_is_the_first)
{
	decide_by(x, FINITE, 500);
	x->pool.is_busy = true;
	begin(x);
	assert_null(job_of(&x->pool, SIMPLE));
	assert_non_null(job_of(&x->pool, FINITE));
	pass(x, 900);
	assert_int_equal(x->pool.asked, 1);
	/* It had twice the time that it has needed before. */
	pass(x, 500);
	assert_non_null(job_of(&x->pool, SIMPLE));
	assert_non_null(job_of(&x->pool, LOGIC));
	assert_non_null(job_of(&x->pool, FINITE));
}

RACE_TEST(a_text_that_begins_otherwise_begins_with_the_core)
{
	decide_by(x, FINITE, 500);
	begin_with(x, "(check-sat) ; another", 1);
	assert_non_null(job_of(&x->pool, SIMPLE));
	assert_null(job_of(&x->pool, FINITE));
}

RACE_TEST(what_is_decided_soon_makes_no_preference)
{
	decide_by(x, FINITE, 50);
	begin(x);
	assert_non_null(job_of(&x->pool, SIMPLE));
}

RACE_TEST(a_preference_that_fails_leaves_it_to_the_core)
{
	decide_by(x, FINITE, 500);
	begin(x);
	end_with(job_of(&x->pool, FINITE), STATUS_UNKNOWN);
	assert_int_equal(x->answers, 0);
	pass(x, COMPETITOR_MS + 20);
	assert_non_null(job_of(&x->pool, SIMPLE));
	assert_non_null(job_of(&x->pool, LOGIC));
	end_with(job_of(&x->pool, LOGIC), STATUS_SAT);
	assert_answered(x, OUTCOME_DONE, STATUS_SAT);
}

RACE_TEST(in_one_slot_a_preference_has_its_time_and_then_all_take_turns)
{
	decide_by(x, FINITE, 500);
	x->pool.slots = 1;
	begin(x);
	put_engines(job_of(&x->pool, FINITE), FITTING);
	pass(x, 1000);
	assert_non_null(job_of(&x->pool, FINITE));
	pass(x, 500);
	assert_null(job_of(&x->pool, FINITE));
	assert_int_equal(job_of(&x->pool, FITTING)->restarts, 1);
}

RACE_TEST(the_finite_way_keeps_its_slot_and_the_others_offer_theirs)
{
	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), FITTING);
	pass(x, 1000);
	assert_int_equal(
		job_of(&x->pool, SIMPLE)->priority, JOB_PRIORITY_COMPETITOR);
	assert_int_equal(
		job_of(&x->pool, LOGIC)->priority, JOB_PRIORITY_COMPETITOR);
	assert_int_equal(job_of(&x->pool, FINITE)->priority, JOB_PRIORITY_CALL);
}

RACE_TEST(an_engine_without_a_slot_takes_that_of_the_core)
{
	x->pool.slots = 2;
	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), FITTING);
	pass(x, SWITCH_MS - 20);
	assert_non_null(job_of(&x->pool, SIMPLE));
	assert_non_null(job_of(&x->pool, FINITE));
	assert_int_equal(x->pool.asked, 2);
	pass(x, 25);
	assert_null(job_of(&x->pool, SIMPLE));
	assert_int_equal(job_of(&x->pool, LOGIC)->restarts, 1);
	/* And what had to go comes back when there is a slot for it. */
	end_with(job_of(&x->pool, FINITE), STATUS_UNKNOWN);
	pass(x, COMPETITOR_MS + 20);
	end_with(job_of(&x->pool, SIMPLE), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

RACE_TEST(a_core_that_was_kept_from_working_keeps_its_slot_longer)
{
	x->pool.slots = 1;
	x->pool.is_busy = true;
	begin(x);
	pass(x, SWITCH_MS + 30);
	assert_non_null(job_of(&x->pool, SIMPLE));
	pass(x, 4 * SWITCH_MS);
	assert_null(job_of(&x->pool, SIMPLE));
}

RACE_TEST(nobody_else_reads_the_text_while_the_first_does)
{
	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), 0);
	pass(x, 1000);
	assert_int_equal(x->pool.asked, 1);
	put_engines(job_of(&x->pool, SIMPLE), FITTING);
	pass(x, COMPETITOR_MS + 20);
	assert_int_equal(x->pool.asked, 3);
}

RACE_TEST(in_one_slot_all_engines_take_turns)
{
	x->pool.slots = 1;
	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), FITTING);
	pass(x, SWITCH_MS + 15);
	assert_int_equal(x->pool.asked, 1);
	assert_int_equal(job_of(&x->pool, FITTING)->restarts, 1);
	pass(x, 1000);
	assert_int_equal(job_of(&x->pool, FITTING)->restarts, 1);
	end_with(job_of(&x->pool, FITTING), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

RACE_TEST(a_job_that_waits_has_no_rival)
{
	begin(x);
	job_of(&x->pool, SIMPLE)->started_ms = 0;
	pass(x, 1000);
	assert_int_equal(x->pool.asked, 1);
	job_of(&x->pool, SIMPLE)->started_ms = now_ms;
	pass(x, COMPETITOR_MS + COMPETITOR_MS);
	assert_non_null(job_of(&x->pool, LOGIC));
}

RACE_TEST(who_decides_at_the_end_keeps_its_slot)
{
	begin_both(x);
	assert_int_equal(
		job_of(&x->pool, SIMPLE)->priority, JOB_PRIORITY_COMPETITOR);
	assert_int_equal(job_of(&x->pool, LOGIC)->priority, JOB_PRIORITY_CALL);
	end_with(job_of(&x->pool, LOGIC), STATUS_UNKNOWN);
	assert_int_equal(job_of(&x->pool, SIMPLE)->priority, JOB_PRIORITY_CALL);
}

RACE_TEST(memory_is_that_of_all_children)
{
	begin(x);
	assert_int_equal(portfolio_answer(x->portfolio)->phase, PHASE_SOLVING);
	assert_int_equal(portfolio_memory_kb(x->portfolio), 1000);
	pass(x, COMPETITOR_MS + 20);
	assert_int_equal(portfolio_memory_kb(x->portfolio), 2000);
	assert_ptr_equal(portfolio_answer(x->portfolio),
		job_of(&x->pool, SIMPLE)->answer);
}
