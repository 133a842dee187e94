#include "pool/queue.h"

#include <assert.h>

void
queue_init(struct queue *q, int workers)
{
	*q = (struct queue){0};
	for (size_t i = 0; i < LANES; i++)
		TAILQ_INIT(&q->lanes[i].waiting);
	q->lanes[LANE_CHECK].slots = 1;
	q->lanes[LANE_SOLVE].slots = (size_t)workers;
	TAILQ_INIT(&q->running);
	TAILQ_INIT(&q->refused);
}

bool
queue_has_room(
	const struct queue *q, enum pool_lane lane, size_t size, struct err *e)
{
	/* Each by itself: solves that take minutes keep no edit out. */
	if (q->lanes[lane].waiting_count >= LIMIT_WAITING_JOBS)
		return err_set(e, ERR_LIMIT,
			"%d jobs wait for a worker already, and no more may. "
			"Wait for answers, or cancel some of the calls.",
			LIMIT_WAITING_JOBS);
	if (size > LIMIT_ASK)
		return err_set(e, ERR_LIMIT,
			"The text for the worker would have %zu bytes, and %d "
			"are the limit. Ask for fewer or shorter terms, or "
			"make the model smaller.",
			size, LIMIT_ASK);
	if (size > LIMIT_WAITING_BYTES - q->waiting_bytes)
		return err_set(e, ERR_LIMIT,
			"The jobs that wait for a worker hold %zu bytes of "
			"text; with this one's %zu they would pass the limit "
			"of %d. Wait for answers, or cancel some of the calls.",
			q->waiting_bytes, size, LIMIT_WAITING_BYTES);
	return true;
}

static struct queued *
first_spare(const struct lane *lane)
{
	struct queued *j = TAILQ_FIRST(&lane->waiting);

	while (j != NULL && !j->is_spare)
		j = TAILQ_NEXT(j, link);
	return j;
}

void
queue_add(struct queue *q, struct queued *j)
{
	struct lane *lane = &q->lanes[j->lane];
	struct queued *spare;

	assert(j->list == NULL);
	spare = j->is_spare ? NULL : first_spare(lane);
	if (j->had_turn && !j->is_spare)
		TAILQ_INSERT_HEAD(&lane->waiting, j, link);
	else if (spare != NULL)
		TAILQ_INSERT_BEFORE(spare, j, link);
	else
		TAILQ_INSERT_TAIL(&lane->waiting, j, link);
	j->list = &lane->waiting;
	lane->waiting_count++;
	q->waiting_bytes += j->bytes;
}

static void
move(struct queue *q, struct queued *j, struct queued_list *list)
{
	queue_remove(q, j);
	TAILQ_INSERT_TAIL(list, j, link);
	j->list = list;
}

void
queue_run(struct queue *q, struct queued *j, struct child *c)
{
	move(q, j, &q->running);
	q->lanes[j->lane].running++;
	j->child = c;
}

void
queue_refuse(struct queue *q, struct queued *j)
{
	move(q, j, &q->refused);
}

void
queue_remove(struct queue *q, struct queued *j)
{
	struct lane *lane = &q->lanes[j->lane];

	if (j->list == &lane->waiting) {
		lane->waiting_count--;
		q->waiting_bytes -= j->bytes;
	}
	if (j->list == &q->running)
		lane->running--;
	TAILQ_REMOVE(j->list, j, link);
	j->list = NULL;
	j->child = NULL;
}

/* Jobs that wait in a lane and may run now. */
static size_t
lane_ready(const struct queue *q, size_t number)
{
	const struct lane *lane = &q->lanes[number];
	size_t room = lane->slots - lane->running;

	return lane->waiting_count < room ? lane->waiting_count : room;
}

struct queued *
queue_next(const struct queue *q)
{
	for (size_t i = 0; i < LANES; i++) {
		if (lane_ready(q, i) > 0)
			return TAILQ_FIRST(&q->lanes[i].waiting);
	}
	return NULL;
}

size_t
queue_ready(const struct queue *q)
{
	size_t ready = 0;

	for (size_t i = 0; i < LANES; i++)
		ready += lane_ready(q, i);
	return ready;
}

struct queued *
queue_surplus(const struct queue *q)
{
	const struct lane *solve = &q->lanes[LANE_SOLVE];
	struct queued *j;

	j = TAILQ_FIRST(&solve->waiting);
	if (j == NULL || j->is_spare || solve->running < solve->slots)
		return NULL;
	for (j = TAILQ_FIRST(&q->running); j != NULL; j = TAILQ_NEXT(j, link)) {
		if (j->is_preemptible || j->is_spare)
			return j;
	}
	return NULL;
}

bool
queue_has_idle_slot(const struct queue *q)
{
	const struct lane *solve = &q->lanes[LANE_SOLVE];

	return solve->running + solve->waiting_count < solve->slots;
}

size_t
queue_waiting(const struct queue *q)
{
	size_t waiting = 0;

	for (size_t i = 0; i < LANES; i++)
		waiting += q->lanes[i].waiting_count;
	return waiting;
}

struct queued *
queue_find(const struct queue *q, const struct child *c)
{
	struct queued *j;

	for (j = TAILQ_FIRST(&q->running); j != NULL; j = TAILQ_NEXT(j, link)) {
		if (j->child == c)
			return j;
	}
	return NULL;
}

struct queued *
queue_any(const struct queue *q)
{
	for (size_t i = 0; i < LANES; i++) {
		if (!TAILQ_EMPTY(&q->lanes[i].waiting))
			return TAILQ_FIRST(&q->lanes[i].waiting);
	}
	if (!TAILQ_EMPTY(&q->running))
		return TAILQ_FIRST(&q->running);
	return TAILQ_FIRST(&q->refused);
}
