/* The life of an answer: makes it, and frees what its frames hold. */
#include "wire/answer_frames.h"

#include <stdlib.h>

/* --- assertions ---------------------------------------------------------- */

void
assertions_release(struct answer_assertions *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->list[i].label);
	free(list->list);
	*list = (struct answer_assertions){0};
}

/* --- the answer ---------------------------------------------------------- */

struct answer *
answer_new(void)
{
	return mem_new(sizeof(struct answer));
}
/* answer_release_NAME frees the texts of a frame of answer.def. */
#define BOOL(member)
#define U32(member)
#define COUNT(member, most)
#define DURATION(member)
#define LINE(member)
#define FIELD(member)
#define PLACE(offset, length)
#define LINE_NEAR(member)
#define PLACE_NEAR(offset, length)
#define TEXT(member) free(m->member);
#define JSON(member, shape) free(m->member);
#define WORDS(member)
#define ENUM(member, last)
#define ENUM_BUT_0(member, last)
#define ASSERTIONS(member, where) assertions_release(&m->member);

/* NOLINTBEGIN(bugprone-macro-parentheses): a type */
#define ANSWER(letter, name, type, when, fields, effect) \
	void answer_release_##name(type *m) \
	{ \
		(void)m; \
		fields \
	}
/* NOLINTEND(bugprone-macro-parentheses) */
#define ANSWER_VALUE(letter, name, type, when, field, effect) \
	ANSWER(letter, name, struct frame_##name, when, field, effect)
#define ANSWER_TEXT(letter, name, when, field, effect) \
	ANSWER(letter, name, struct frame_##name, when, field, effect)
#include "wire/answer.def"

void
answer_release_point(struct answer_point *point)
{
	free(point->value);
	free(point->bound);
}

static void
release_text(char **text)
{
	free(*text);
}

/* Empties it, too. */
#define LIST_RELEASE(list, release) \
	do { \
		for (size_t i_ = 0; i_ < (list)->count; i_++) \
			release(&(list)->at[i_]); \
		free((list)->at); \
		(list)->at = NULL; \
		(list)->count = (list)->capacity = 0; \
	} while (false)

void
answer_forget_solution(struct answer_check *check)
{
	free(TAKE(check->rests_on));
	free(TAKE(check->model));
	LIST_RELEASE(&check->values, answer_release_value);
	LIST_RELEASE(&check->objectives, answer_release_objective);
	answer_release_evaluation(&check->evaluation);
	check->evaluation = (struct answer_evaluation){0};
}

static void
free_check(struct answer_check *check)
{
	answer_forget_solution(check);
	LIST_RELEASE(&check->objectives.course, answer_release_point);
	LIST_RELEASE(&check->solutions.list, release_text);
	answer_release_solutions_end(&check->solutions.end);
	LIST_RELEASE(&check->forced, answer_release_forced);
	LIST_RELEASE(&check->relaxations.sets, assertions_release);
	core_release(&check->core);
	answer_release_check(check);
	free(check->statistics);
	free(check->output.text);
}

void
reading_release(struct reading *r)
{
	answer_release_source(&r->source);
	answer_release_subject(&r->subject);
	LIST_RELEASE(&r->items, answer_release_item);
	LIST_RELEASE(&r->remarks, answer_release_remark);
	LIST_RELEASE(&r->questions, answer_release_question);
	*r = (struct reading){0};
}

struct reading
reading_take(struct answer *a)
{
	struct reading taken = a->reading;

	a->reading = (struct reading){0};
	return taken;
}

void
core_release(struct answer_core *core)
{
	answer_release_core(core);
}

static void
release_heard(struct answer *a)
{
	LIST_RELEASE(&a->checks, free_check);
	free(a->further.at);
	LIST_RELEASE(&a->warnings, lint_warning_release);
	reading_release(&a->reading);
	free(a->output.text);
	free(a->z3_version);
}

void
answer_forget(struct answer *a)
{
	release_heard(a);
	*a = (struct answer){
		.outcome = a->outcome, .detail = a->detail, .job = a->job};
}

void
answer_free(struct answer *a)
{
	if (a == NULL)
		return;
	release_heard(a);
	free(a->detail);
	free(a);
}
