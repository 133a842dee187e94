#include "wire/answer.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/limits.h"

enum { VERSION_MAX = 64 };

#define LIST_ADD(list, item) \
	(*ARRAY_ADD((list)->at, (list)->count, (list)->capacity) = (item))

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

/* release_NAME frees the texts of a frame of answer.def. */
#define BOOL(member)
#define U32(member)
#define U64(member)
#define SIZE(member)
#define TEXT(member) free(m->member);
#define WORDS(member)
#define ENUM(member, last)
#define ENUM_BUT_0(member, last)
#define ASSERTIONS(member) assertions_release(&m->member);

/* NOLINTBEGIN(bugprone-macro-parentheses): a type */
#define ANSWER(letter, name, type, part, fields, effect) \
	__attribute__((unused)) static void release_##name(type *m) \
	{ \
		(void)m; \
		fields \
	}
/* NOLINTEND(bugprone-macro-parentheses) */
#define ANSWER_VALUE(letter, name, type, part, field, effect)
#define ANSWER_TEXT(letter, name, part, effect)
#include "wire/answer.def"

static void
release_point(struct answer_point *point)
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

static void
forget_solution(struct answer_check *check)
{
	free(TAKE(check->rests_on));
	free(TAKE(check->model));
	LIST_RELEASE(&check->values, release_value);
	LIST_RELEASE(&check->objectives, release_objective);
	release_evaluation(&check->evaluation);
	check->evaluation = (struct answer_evaluation){0};
}

static void
free_check(struct answer_check *check)
{
	forget_solution(check);
	LIST_RELEASE(&check->objectives.course, release_point);
	LIST_RELEASE(&check->solutions.list, release_text);
	release_solutions_end(&check->solutions.end);
	LIST_RELEASE(&check->forced, release_forced);
	LIST_RELEASE(&check->relaxations.sets, assertions_release);
	core_release(&check->core);
	release_check(check);
	free(check->statistics);
	free(check->output.text);
}

void
reading_release(struct reading *r)
{
	release_source(&r->source);
	release_subject(&r->subject);
	LIST_RELEASE(&r->items, release_item);
	LIST_RELEASE(&r->remarks, release_remark);
	LIST_RELEASE(&r->questions, release_question);
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
	release_core(core);
}

void
answer_free(struct answer *a)
{
	if (a == NULL)
		return;
	LIST_RELEASE(&a->checks, free_check);
	free(a->further.at);
	LIST_RELEASE(&a->warnings, lint_warning_release);
	reading_release(&a->reading);
	free(a->detail);
	free(a->output.text);
	free(a->z3_version);
	free(a);
}

struct answer_check *
answer_last(const struct answer *a)
{
	return a->checks.count > 0 ? &a->checks.at[a->checks.count - 1] : NULL;
}

bool
objective_is_optimal(const struct answer_objective *objective)
{
	return objective->state == OBJECTIVE_OPTIMAL ||
	       objective->state == OBJECTIVE_CLAIMED;
}

size_t
answer_count_false(const struct answer_check *check)
{
	size_t count = 0;

	for (size_t i = 0; i < check->evaluation.failed.count; i++)
		count += check->evaluation.failed.list[i].is_false;
	return count;
}

const char *
status_name(enum status status)
{
	static const char *const names[] = {
		[STATUS_NONE] = "none",
		[STATUS_SAT] = "sat",
		[STATUS_UNSAT] = "unsat",
		[STATUS_UNKNOWN] = "unknown",
	};

	return names[status];
}

const char *
phase_name(enum phase phase)
{
	static const char *const names[] = {
		[PHASE_WAITING] = "waiting for a free worker",
		[PHASE_PARSING] = "parsing",
		[PHASE_SOLVING] = "solving",
		[PHASE_OPTIMIZING] = "optimizing",
		[PHASE_MODEL] = "computing values",
		[PHASE_CORE] = "computing the unsat core",
	};

	return names[phase];
}

/* --- the child's half ---------------------------------------------------- */

#define BOOL(member) put_u8(out, m->member);
#define U32(member) put_u32(out, m->member);
#define U64(member) put_u64(out, m->member);
#define SIZE(member) put_u64(out, m->member);
#define TEXT(member) put_text(out, m->member);
#define WORDS(member) put_text(out, m->member);
#define ENUM(member, last) put_u8(out, (uint8_t)m->member);
#define ENUM_BUT_0(member, last) ENUM(member, last)
#define ASSERTIONS(member) put_assertions(out, &m->member);

static void
put_assertions(struct buf *out, const struct answer_assertions *list)
{
	put_u32(out, (uint32_t)list->count);
	for (size_t i = 0; i < list->count; i++) {
		const struct answer_assertion *m = &list->list[i];

		ASSERTION_FIELDS
	}
}

/* That the buffer overflowed is looked at when sending. */
#define ANSWER(letter, name, type, part, fields, effect) \
	void answer_put_##name(struct buf *out, const type *m) \
	{ \
		size_t start = frame_open(out, letter); \
\
		fields frame_close(out, start); \
	}
#define ANSWER_VALUE(letter, name, type, part, field, effect) \
	void answer_put_##name(struct buf *out, type value) \
	{ \
		const struct { \
			type value; \
		} frame = {value}, *m = &frame; \
		size_t start = frame_open(out, letter); \
\
		field frame_close(out, start); \
	}
#define ANSWER_TEXT(letter, name, part, effect) \
	void answer_put_##name(struct buf *out, const char *text) \
	{ \
		size_t start = frame_open(out, letter); \
\
		put_text(out, text); \
		frame_close(out, start); \
	}
#include "wire/answer.def"

/* --- what a frame adds to the answer ------------------------------------- */

struct decoder {
	struct answer *a;
	struct answer_check *check; /* its last; NULL: none, in ANSWER frames */
	struct reader r;
};

/* These own the texts of what they are given. They refuse by r.failed; what
 * r.kept says in the end is added to the answer's. */

static void
set_version(struct decoder *t, char *version)
{
	t->r.failed |= strlen(version) > VERSION_MAX;
	free(t->a->z3_version);
	t->a->z3_version = version;
}

static void
end_answer(struct decoder *t, bool stays)
{
	t->a->stays = stays;
	t->a->done = true;
}

static void
add_further(struct decoder *t, struct diagnostic fault)
{
	t->r.failed |= t->a->further.count == DIAGNOSTICS_MAX;
	if (!t->r.failed)
		LIST_ADD(&t->a->further, fault);
}

/* One without a kind would have no sentence. */
static void
add_warning(struct decoder *t, struct lint_warning warning)
{
	if (t->r.failed)
		release_warning(&warning);
	else
		LIST_ADD(&t->a->warnings, warning);
}

static void
add_check(struct decoder *t, struct answer_check check)
{
	t->r.failed |= t->a->checks.count == LIMIT_CHECKS;
	if (t->r.failed)
		free_check(&check);
	else
		LIST_ADD(&t->a->checks, check);
}

static void
append(struct answer_output *to, const char *more, size_t size)
{
	if (to->size + size >= to->capacity) {
		to->capacity = 2 * (to->size + size) + 1;
		to->text = mem_grow(to->text, to->capacity, 1);
	}
	memcpy(to->text + to->size, more, size);
	to->size += size;
	to->text[to->size] = '\0';
}

static void
add_output(struct decoder *t, char *text)
{
	size_t size = strlen(text);

	append(&t->a->output, text, size);
	t->r.kept = size;
	if (t->check != NULL) {
		append(&t->check->output, text, size);
		t->r.kept += size;
	}
	free(text);
}

/* An empty text: a better solution follows, the one before is dropped. */
static void
set_model(struct decoder *t, char *text)
{
	if (text[0] == '\0') {
		forget_solution(t->check);
		free(text);
	} else {
		free(t->check->model);
		t->check->model = text;
	}
}

/* A number, in quotes or not; of more digits than anybody compares, and of what
 * is none, nothing. */
static char *
number_of(const char *text)
{
	enum { NUMBER_MAX = 100 };
	size_t quoted = text[0] == '"';
	size_t size = strcspn(text + quoted, "\"{");

	return text_copy_n(text + quoted, size <= NUMBER_MAX ? size : 0);
}

static void
add_point(struct answer_course *course, const struct answer_objective *o)
{
	struct answer_point point = {
		.at_ms = clock_now_ms(),
		.value = number_of(o->value),
		.bound = number_of(
			o->state == OBJECTIVE_CLAIMED ? "" : o->bound),
	};
	struct answer_point *last =
		course->count > 0 ? &course->at[course->count - 1] : NULL;

	if (last != NULL && strcmp(last->value, point.value) == 0 &&
		strcmp(last->bound, point.bound) == 0) {
		release_point(&point);
		return;
	}
	if (last != NULL && course->count == COURSE_MAX) {
		release_point(last);
		course->count--;
	}
	LIST_ADD(course, point);
}

static void
add_objective(struct decoder *t, struct answer_objective objective)
{
	if (t->check->objectives.count == 0)
		add_point(&t->check->objectives.course, &objective);
	LIST_ADD(&t->check->objectives, objective);
}

static void
set_core(struct decoder *t, struct answer_core core)
{
	core_release(&t->check->core);
	core.is_known = true;
	t->check->core = core;
}

static void
set_evaluation(struct decoder *t, struct answer_evaluation evaluation)
{
	release_evaluation(&t->check->evaluation);
	t->check->evaluation = evaluation;
}

static void
end_solutions(struct decoder *t, struct answer_solutions_end end)
{
	struct answer_solutions *s = &t->check->solutions;

	release_solutions_end(&s->end);
	s->end = end;
	s->ended = true;
	s->complete = end.elsewhere[0] == '\0' && end.uncompared[0] == '\0';
}

/* --- what a frame adds to a reading -------------------------------------- */

/* Returns whether each mark has its term and its end. */
static bool
is_solution_format(const char *format)
{
	static const char marks[] =
		FLATZINC_VALUE FLATZINC_FLOAT FLATZINC_MEMBER FLATZINC_END;
	const char *at = format;

	while (*(at += strcspn(at, marks)) != '\0') {
		const char *end = at + 1 + strcspn(at + 1, marks);

		if (*at == FLATZINC_END[0] || *end != FLATZINC_END[0] ||
			(*at == FLATZINC_MEMBER[0] &&
				memchr(at, '@', (size_t)(end - at)) == NULL))
			return false;
		at = end + 1;
	}
	return true;
}

static void
set_source(struct decoder *t, struct reading_source source)
{
	struct reading *r = &t->a->reading;

	t->r.failed |=
		r->has_source || !is_solution_format(source.solution_format);
	if (t->r.failed) {
		release_source(&source);
		return;
	}
	r->source = source;
	r->has_source = true;
}

/* Items come in the order of their texts. */
static void
add_item(struct decoder *t, struct reading_item item)
{
	struct reading *r = &t->a->reading;
	uint32_t last =
		r->items.count > 0 ? r->items.at[r->items.count - 1].field : 1;

	t->r.failed |= item.field < last || item.content[0] == '\0' ||
		       strlen(item.content) > LIMIT_ITEM ||
		       r->items.count > LIMIT_ITEMS;
	if (t->r.failed)
		release_item(&item);
	else
		LIST_ADD(&r->items, item);
}

/* Remarks come in the order of their texts. */
static void
add_remark(struct decoder *t, struct reading_remark remark)
{
	struct reading *r = &t->a->reading;
	uint32_t last = r->remarks.count > 0
				? r->remarks.at[r->remarks.count - 1].field
				: 1;

	t->r.failed |= remark.field < last || remark.text[0] == '\0';
	if (t->r.failed)
		release_remark(&remark);
	else
		LIST_ADD(&r->remarks, remark);
}

/* The output has come before. */
static void
set_program(struct decoder *t, struct reading_program program)
{
	struct reading *r = &t->a->reading;

	t->r.failed |= r->has_program || program.known > t->a->output.size;
	r->program = program;
	r->has_program = true;
}

/* Questions lie in the known part one after another. */
static void
add_question(struct decoder *t, struct reading_question question)
{
	struct reading *r = &t->a->reading;
	const struct reading_question *last =
		r->questions.count > 0
			? &r->questions.at[r->questions.count - 1]
			: NULL;
	size_t from = last != NULL ? last->offset + last->size : 0;

	t->r.failed |= question.offset < from ||
		       question.offset > r->program.known ||
		       question.size > r->program.known - question.offset;
	if (t->r.failed)
		release_question(&question);
	else
		LIST_ADD(&r->questions, question);
}

static void
set_subject(struct decoder *t, struct reading_subject subject)
{
	struct reading *r = &t->a->reading;

	t->r.failed |= r->has_subject;
	if (t->r.failed) {
		release_subject(&subject);
		return;
	}
	r->subject = subject;
	r->has_subject = true;
}

/* --- the server's half --------------------------------------------------- */

static unsigned
get_enum(struct reader *r, unsigned first, unsigned last)
{
	unsigned value = get_u8(r);

	r->failed |= value < first || value > last;
	return r->failed ? 0 : value;
}

/* As much as there is room for; the rest is zero already. */
static void
get_words(struct reader *r, char *words, size_t room)
{
	size_t size;
	const char *text = get_text_n(r, &size);

	memcpy(words, text, size < room ? size : room - 1);
}

#define BOOL(member) m->member = get_u8(r) != 0;
#define U32(member) m->member = get_u32(r);
#define U64(member) m->member = get_u64(r);
#define SIZE(member) m->member = get_u64(r);
#define TEXT(member) m->member = get_text(r);
#define WORDS(member) get_words(r, m->member, sizeof(m->member));
#define ENUM(member, last) m->member = get_enum(r, 0, last);
#define ENUM_BUT_0(member, last) m->member = get_enum(r, 1, last);
#define ASSERTIONS(member) m->member = get_assertions(r);

/* The count is not believed: reading stops where the payload does. */
static struct answer_assertions
get_assertions(struct reader *r)
{
	struct answer_assertions list = {0};
	uint32_t count = get_u32(r);

	for (uint32_t i = 0; i < count && !r->failed; i++) {
		struct answer_assertion one, *m = &one;

		ASSERTION_FIELDS
		*ARRAY_ADD(list.list, list.count, list.capacity) = one;
	}
	return list;
}

#define SET(place) t->place = got;
#define ADD(list) LIST_ADD(&t->list, got);
#define REPLACE(text) free(t->text), t->text = got;
#define CALL(function) function(t, got);

/* NOLINTBEGIN(bugprone-macro-parentheses): a type, and statements */
#define ANSWER(letter, name, type, part, fields, effect) \
	static void decode_##name(struct decoder *t) \
	{ \
		struct reader *r = &t->r; \
		type got = {0}, *m = &got; \
\
		fields effect \
	}
#define ANSWER_VALUE(letter, name, type, part, field, effect) \
	static void decode_##name(struct decoder *t) \
	{ \
		struct reader *r = &t->r; \
		struct { \
			type value; \
		} frame = {0}, *m = &frame; \
		type got; \
\
		field got = m->value; \
		effect \
	}
#define ANSWER_TEXT(letter, name, part, effect) \
	static void decode_##name(struct decoder *t) \
	{ \
		char *got = get_text(&t->r); \
\
		effect \
	}
/* NOLINTEND(bugprone-macro-parentheses) */
#include "wire/answer.def"

enum part { PART_ANSWER, PART_CHECK };

static const struct {
	uint8_t type;
	enum part part;
	void (*decode)(struct decoder *t);
} frames[] = {
#define ANSWER(letter, name, type, part, fields, effect) \
	{letter, PART_##part, decode_##name},
#define ANSWER_VALUE ANSWER
#define ANSWER_TEXT(letter, name, part, effect) \
	{letter, PART_##part, decode_##name},
#include "wire/answer.def"
};

enum { FRAMES = sizeof(frames) / sizeof(frames[0]) };

bool
answer_add_frame(struct answer *a, const struct frame *f)
{
	struct decoder t = {.a = a, .check = answer_last(a)};
	size_t i = 0;

	while (i < FRAMES && frames[i].type != f->type)
		i++;
	if (a->done || i == FRAMES ||
		(frames[i].part == PART_CHECK && t.check == NULL))
		return false;
	reader_init(&t.r, f->payload, f->size);
	frames[i].decode(&t);
	a->kept += t.r.kept;
	return reader_end(&t.r) && a->kept <= LIMIT_ANSWER_KEPT;
}
