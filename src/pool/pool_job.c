#include "pool/pool_job.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/loop.h"
#include "pool/child.h"

static void *
copy(const void *from, size_t size)
{
	char *to = mem_grow(NULL, size + 1, 1);

	if (size > 0)
		memcpy(to, from, size);
	to[size] = '\0';
	return to;
}

struct job *
job_new(const struct ask *ask)
{
	struct job *j = mem_new(sizeof(*j));

	j->ask = *ask;
	j->text = copy(ask->text, ask->size);
	j->groups = copy(ask->groups, ask->group_count * sizeof(*ask->groups));
	j->ask.text = j->text;
	j->ask.groups = j->groups;
	j->started_ms = clock_now_ms();
	j->deadline_ms = j->started_ms + ask->timeout_ms;
	j->answer = answer_new();
	return j;
}

size_t
job_bytes(const struct ask *ask)
{
	return ask->size + ask->group_count * sizeof(*ask->groups);
}

void
job_free(struct job *j)
{
	if (j == NULL)
		return;
	assert(j->list == NULL);
	timer_free(j->timer);
	answer_free(j->answer);
	free(j->text);
	free(j->groups);
	free(j);
}

struct answer *
job_take_answer(struct job *j)
{
	if (j->answer->phase != PHASE_WAITING)
		j->answer->ran_ms = clock_now_ms() - j->started_ms;
	return TAKE(j->answer);
}

uint32_t
job_left_ms(const struct job *j)
{
	int64_t left_ms = j->deadline_ms - clock_now_ms();

	return left_ms > 0 ? (uint32_t)left_ms : 1;
}

enum phase
job_phase(const struct job *j)
{
	return j->answer->phase;
}

const struct answer *
job_answer(const struct job *j)
{
	return j->answer;
}

size_t
job_memory_kb(const struct job *j)
{
	return j->child != NULL ? child_memory_kb(j->child) : 0;
}

int64_t
job_started_ms(const struct job *j)
{
	return j->started_ms;
}

int64_t
job_cpu_us(const struct job *j)
{
	return j->child != NULL ? child_cpu_us(j->child) - j->cpu_us : 0;
}
