#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "pool/queue.h"

/* Nothing in a queue looks into a child. */
static char places[8];

static struct child *
child(int number)
{
	return (struct child *)(void *)&places[number];
}

static struct queued *
add_of(struct queue *q, enum pool_lane lane, size_t bytes, bool is_spare)
{
	struct queued *j = mem_new(sizeof(*j));

	*j = (struct queued){
		.lane = lane, .bytes = bytes, .is_spare = is_spare};
	queue_add(q, j);
	return j;
}

static struct queued *
add(struct queue *q, enum pool_lane lane)
{
	return add_of(q, lane, 5, false);
}

static void
empty(struct queue *q)
{
	struct queued *j;

	while ((j = queue_any(q)) != NULL) {
		queue_remove(q, j);
		free(j);
	}
}

TEST(has_nothing_in_the_beginning)
{
	struct queue q;

	queue_init(&q, 2);
	assert_null(queue_next(&q));
	assert_null(queue_any(&q));
	assert_int_equal(queue_ready(&q), 0);
	assert_int_equal(queue_waiting(&q), 0);
}

TEST(serves_first_who_came_first)
{
	struct queue q;
	struct queued *first;
	struct queued *second;

	queue_init(&q, 2);
	first = add(&q, LANE_SOLVE);
	second = add(&q, LANE_SOLVE);
	assert_ptr_equal(queue_next(&q), first);
	queue_run(&q, first, child(0));
	assert_ptr_equal(queue_next(&q), second);
	empty(&q);
}

TEST(serves_checks_before_solves)
{
	struct queue q;
	struct queued *check;

	queue_init(&q, 1);
	add(&q, LANE_SOLVE);
	check = add(&q, LANE_CHECK);
	assert_ptr_equal(queue_next(&q), check);
	empty(&q);
}

TEST(runs_as_many_solves_as_there_are_workers)
{
	struct queue q;

	queue_init(&q, 2);
	for (int i = 0; i < 3; i++)
		add(&q, LANE_SOLVE);
	assert_int_equal(queue_ready(&q), 2);
	queue_run(&q, queue_next(&q), child(0));
	assert_int_equal(queue_ready(&q), 1);
	queue_run(&q, queue_next(&q), child(1));
	assert_int_equal(queue_ready(&q), 0);
	assert_null(queue_next(&q));
	assert_int_equal(queue_waiting(&q), 1);
	empty(&q);
}

TEST(lets_a_check_run_beside_solves_in_all_slots)
{
	struct queue q;
	struct queued *check;

	queue_init(&q, 1);
	queue_run(&q, add(&q, LANE_SOLVE), child(0));
	add(&q, LANE_SOLVE);
	check = add(&q, LANE_CHECK);
	assert_ptr_equal(queue_next(&q), check);
	empty(&q);
}

TEST(runs_one_check_at_a_time)
{
	struct queue q;

	queue_init(&q, 4);
	queue_run(&q, add(&q, LANE_CHECK), child(0));
	add(&q, LANE_CHECK);
	assert_null(queue_next(&q));
	assert_int_equal(queue_ready(&q), 0);
	empty(&q);
}

TEST(frees_the_slot_of_a_job_that_is_removed)
{
	struct queue q;
	struct queued *first;
	struct queued *second;

	queue_init(&q, 1);
	first = add(&q, LANE_SOLVE);
	second = add(&q, LANE_SOLVE);
	queue_run(&q, first, child(0));
	queue_remove(&q, first);
	assert_null(first->child);
	assert_ptr_equal(queue_next(&q), second);
	free(first);
	empty(&q);
}

TEST(puts_a_job_that_is_tried_again_before_the_others)
{
	struct queue q;
	struct queued *first;

	queue_init(&q, 1);
	first = add(&q, LANE_SOLVE);
	add(&q, LANE_SOLVE);
	queue_run(&q, first, child(0));
	queue_remove(&q, first);
	first->had_turn = true;
	queue_add(&q, first);
	assert_ptr_equal(queue_next(&q), first);
	empty(&q);
}

TEST(finds_the_job_of_a_child)
{
	struct queue q;
	struct queued *solve;
	struct queued *check;

	queue_init(&q, 1);
	solve = add(&q, LANE_SOLVE);
	check = add(&q, LANE_CHECK);
	queue_run(&q, solve, child(0));
	queue_run(&q, check, child(1));
	assert_ptr_equal(queue_find(&q, child(0)), solve);
	assert_ptr_equal(queue_find(&q, child(1)), check);
	assert_null(queue_find(&q, child(2)));
	empty(&q);
}

TEST(does_not_serve_a_job_that_was_refused)
{
	struct queue q;
	struct queued *j;

	queue_init(&q, 1);
	j = add(&q, LANE_SOLVE);
	queue_refuse(&q, j);
	assert_null(queue_next(&q));
	assert_int_equal(queue_waiting(&q), 0);
	assert_ptr_equal(queue_any(&q), j);
	empty(&q);
}

TEST(has_room_for_no_job_more_than_its_limit)
{
	struct queue q;
	struct err e = {0};

	queue_init(&q, 1);
	for (int i = 0; i < LIMIT_WAITING_JOBS; i++) {
		assert_true(queue_has_room(&q, LANE_SOLVE, 0, &e));
		add(&q, LANE_SOLVE);
	}
	assert_false(queue_has_room(&q, LANE_SOLVE, 0, &e));
	assert_int_equal(e.code, ERR_LIMIT);
	assert_non_null(strstr(e.text, "1000 jobs"));
	assert_true(queue_has_room(&q, LANE_CHECK, 0, &e)); /* of edits */
	empty(&q);
}

TEST(has_room_again_when_a_job_runs_or_goes)
{
	struct queue q;
	struct err e = {0};

	queue_init(&q, 1);
	for (int i = 0; i < LIMIT_WAITING_JOBS; i++)
		add(&q, LANE_SOLVE);
	queue_run(&q, queue_next(&q), child(0));
	assert_true(queue_has_room(&q, LANE_SOLVE, 0, &e));
	add(&q, LANE_SOLVE);
	assert_false(queue_has_room(&q, LANE_SOLVE, 0, &e));
	queue_refuse(&q, TAILQ_FIRST(&q.lanes[LANE_SOLVE].waiting));
	assert_true(queue_has_room(&q, LANE_SOLVE, 0, &e));
	empty(&q);
}

TEST(has_room_for_no_text_more_than_its_limit)
{
	struct queue q;
	struct err e = {0};
	struct queued *j;

	queue_init(&q, 1);
	j = add(&q, LANE_SOLVE);
	q.waiting_bytes += LIMIT_WAITING_BYTES - LIMIT_ASK;
	assert_true(queue_has_room(&q, LANE_SOLVE, LIMIT_ASK - 5, &e));
	assert_false(queue_has_room(&q, LANE_SOLVE, LIMIT_ASK - 4, &e));
	assert_int_equal(e.code, ERR_LIMIT);
	assert_non_null(strstr(e.text, "hold "));
	queue_run(&q, j, child(0));
	assert_true(queue_has_room(&q, LANE_SOLVE, LIMIT_ASK, &e));
	empty(&q);
}

/* It would not fit into what a child is asked. */
TEST(has_no_room_for_a_text_beyond_that_of_a_job)
{
	struct queue q;
	struct err e = {0};

	queue_init(&q, 1);
	assert_true(queue_has_room(&q, LANE_SOLVE, LIMIT_ASK, &e));
	assert_false(queue_has_room(&q, LANE_SOLVE, LIMIT_ASK + 1, &e));
	assert_int_equal(e.code, ERR_LIMIT);
}

TEST(names_a_preemptible_job_whose_slot_is_needed)
{
	struct queue q;
	struct queued *rival;

	queue_init(&q, 2);
	queue_run(&q, add(&q, LANE_SOLVE), child(1));
	rival = add(&q, LANE_SOLVE);
	queue_run(&q, rival, child(0));
	add(&q, LANE_CHECK);
	rival->is_preemptible = true;
	assert_null(queue_surplus(&q));
	add(&q, LANE_SOLVE);
	assert_ptr_equal(queue_surplus(&q), rival);
	rival->is_preemptible = false;
	assert_null(queue_surplus(&q));
	rival->is_preemptible = true;
	queue_remove(&q, rival);
	assert_null(queue_surplus(&q));
	free(rival);
	empty(&q);
}

TEST(a_spare_job_waits_after_solves_that_come_later)
{
	struct queue q;
	struct queued *spare;
	struct queued *later;

	queue_init(&q, 1);
	spare = add_of(&q, LANE_SOLVE, 0, true);
	later = add(&q, LANE_SOLVE);
	assert_ptr_equal(queue_next(&q), later);
	queue_remove(&q, later);
	free(later);
	assert_ptr_equal(queue_next(&q), spare);
	queue_run(&q, spare, child(0));
	assert_null(queue_surplus(&q));
	later = add(&q, LANE_SOLVE);
	assert_ptr_equal(queue_surplus(&q), spare);
	empty(&q);
}

TEST(has_an_idle_slot_where_a_solve_would_run_at_once)
{
	struct queue q;

	queue_init(&q, 2);
	add(&q, LANE_CHECK);
	queue_run(&q, add(&q, LANE_SOLVE), child(1));
	assert_true(queue_has_idle_slot(&q));
	add(&q, LANE_SOLVE);
	assert_false(queue_has_idle_slot(&q));
	empty(&q);
}
