#include "smt/view.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/asked.h"

static void
add(struct view *v, const struct whole *w, const struct span *span)
{
	struct problem *p = &v->problem;

	for (size_t i = span->from; i < span->to; i++) {
		p->parts = mem_room(
			p->parts, p->count, &p->capacity, sizeof(*p->parts));
		p->parts[p->count++] = w->problem.parts[i];
	}
}

/* The commands in force. */
static void
follow(struct view *v, const struct whole *w, const size_t *active,
	size_t count)
{
	size_t common = 0;

	while (common < v->count && common < count &&
		v->active[common] == active[common])
		common++;
	v->count = common;
	v->problem.count = common > 0 ? v->ends[common - 1] : 0;
	for (size_t i = common; i < count; i++) {
		v->active = mem_room(v->active, v->count, &v->active_capacity,
			sizeof(*v->active));
		v->ends = mem_room(
			v->ends, v->count, &v->ends_capacity, sizeof(*v->ends));
		add(v, w, &w->at[active[i]].parts);
		v->active[v->count] = active[i];
		v->ends[v->count] = v->problem.count;
		v->count++;
	}
}

const struct problem *
view_next(struct view *v, const struct whole *w, const struct script *s,
	const struct script_problem *sp)
{
	bool is_shown = asked_for_solution(s, sp);

	if (v->problem.text.data == NULL)
		buf_init(&v->problem.text, SIZE_MAX / 2);
	v->problem.script = s->text;
	v->problem.terms = w->problem.terms;
	follow(v, w, s->active, sp->active_count);
	if (sp->check != NULL)
		add(v, w, &w->at[sp->check - s->forms->at].parts);
	for (size_t i = 0; is_shown && i < sp->active_count; i++)
		add(v, w, &w->at[s->active[i]].constant);
	for (size_t i = 0; is_shown && i < sp->active_count; i++)
		add(v, w, &w->at[s->active[i]].functions);
	for (size_t i = sp->follow_first; i < sp->follow_end; i++)
		add(v, w, &w->at[i].parts);
	return &v->problem;
}

void
view_release(struct view *v)
{
	problem_release(&v->problem);
	free(v->active);
	free(v->ends);
	*v = (struct view){0};
}
