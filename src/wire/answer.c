#include "wire/answer.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/limits.h"

enum { VERSION_MAX = 64 };

/* --- assertions ---------------------------------------------------------- */

#define LIST_ADD(list, items, item) \
	((list)->items = mem_room((list)->items, (list)->count, \
		 &(list)->capacity, sizeof(*(list)->items)), \
		(list)->items[(list)->count++] = (item))

void
assertions_add(
	struct answer_assertions *list, const struct answer_assertion *one)
{
	struct answer_assertion copy = *one;

	copy.label = text_copy(one->label != NULL ? one->label : "");
	LIST_ADD(list, list, copy);
}

void
assertions_release(struct answer_assertions *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->list[i].label);
	free(list->list);
	*list = (struct answer_assertions){0};
}

static void
put_assertions(struct buf *out, const struct answer_assertions *list)
{
	put_u32(out, (uint32_t)list->count);
	for (size_t i = 0; i < list->count; i++) {
		const struct answer_assertion *one = &list->list[i];

		put_u32(out, one->index);
		put_u32(out, one->line);
		put_u32(out, one->field);
		put_u32(out, one->offset);
		put_u32(out, one->length);
		put_u8(out, one->is_false);
		put_text(out, one->label);
	}
}

/* The count is not believed: reading stops where the payload does. */
static struct answer_assertions
get_assertions(struct reader *r)
{
	struct answer_assertions list = {0};
	uint32_t count = get_u32(r);

	for (uint32_t i = 0; i < count && !r->failed; i++) {
		struct answer_assertion one;

		one.index = get_u32(r);
		one.line = get_u32(r);
		one.field = get_u32(r);
		one.offset = get_u32(r);
		one.length = get_u32(r);
		one.is_false = get_u8(r) != 0;
		one.label = get_text(r);
		LIST_ADD(&list, list, one);
	}
	return list;
}

/* --- the answer ---------------------------------------------------------- */

struct answer *
answer_new(void)
{
	return mem_new(sizeof(struct answer));
}

static void
forget_solution(struct answer_check *check)
{
	free(check->rests_on);
	check->rests_on = NULL;
	for (size_t i = 0; i < check->values.count; i++) {
		free(check->values.at[i].name);
		free(check->values.at[i].sort);
		free(check->values.at[i].json);
	}
	for (size_t i = 0; i < check->objectives.count; i++) {
		free(check->objectives.at[i].term);
		free(check->objectives.at[i].value);
		free(check->objectives.at[i].lower);
		free(check->objectives.at[i].upper);
	}
	check->values.count = 0;
	check->objectives.count = 0;
	assertions_release(&check->evaluation.failed);
	check->evaluation = (struct answer_evaluation){0};
	free(check->model);
	check->model = NULL;
}

static void
point_release(struct answer_point *point)
{
	free(point->value);
	free(point->bound);
}

static void
course_release(struct answer_course *course)
{
	for (size_t i = 0; i < course->count; i++)
		point_release(&course->at[i]);
	free(course->at);
}

static void
texts_release(struct answer_texts *texts)
{
	for (size_t i = 0; i < texts->count; i++)
		free(texts->at[i]);
	free(texts->at);
}

void
core_release(struct answer_core *core)
{
	assertions_release(&core->assumptions);
	assertions_release(&core->assertions);
}

static void
solutions_end_release(struct answer_solutions_end *end)
{
	free(end->elsewhere);
	free(end->uncompared);
}

static void
check_release(struct answer_check *check)
{
	forget_solution(check);
	free(check->values.at);
	free(check->objectives.at);
	course_release(&check->objectives.course);
	texts_release(&check->solutions.list);
	solutions_end_release(&check->solutions.end);
	for (size_t i = 0; i < check->forced.count; i++) {
		free(check->forced.at[i].name);
		free(check->forced.at[i].other);
	}
	free(check->forced.at);
	texts_release(&check->relaxations.sets);
	core_release(&check->core);
	free(check->statistics);
	free(check->reason);
	free(check->output.text);
}

void
answer_free(struct answer *a)
{
	if (a == NULL)
		return;
	for (size_t i = 0; i < a->checks.count; i++)
		check_release(&a->checks.at[i]);
	free(a->checks.at);
	free(a->further.at);
	free(a->remarks.at);
	for (size_t i = 0; i < a->open_names.count; i++)
		free(a->open_names.at[i].name);
	free(a->open_names.at);
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
#define ASSERTIONS(member) put_assertions(out, &m->member);

/* That the buffer overflowed is looked at when sending. */
#define ANSWER(letter, name, type, part, fields) \
	void answer_put_##name(struct buf *out, const type *m) \
	{ \
		size_t start = frame_open(out, letter); \
\
		fields(void) frame_close(out, start); \
	}
#define ANSWER_VALUE(letter, name, type, part, field) \
	void answer_put_##name(struct buf *out, type value) \
	{ \
		const struct { \
			type value; \
		} frame = {value}, *m = &frame; \
		size_t start = frame_open(out, letter); \
\
		field(void) frame_close(out, start); \
	}
#define ANSWER_TEXT(letter, name, part) \
	void answer_put_##name(struct buf *out, const char *text) \
	{ \
		size_t start = frame_open(out, letter); \
\
		put_text(out, text); \
		frame_close(out, start); \
	}
#include "wire/answer.def"

#undef BOOL
#undef U32
#undef U64
#undef SIZE
#undef TEXT
#undef WORDS
#undef ENUM
#undef ASSERTIONS

/* --- what is kept of each frame ------------------------------------------ */

struct taker {
	struct answer *a;
	struct answer_check *check; /* its last; NULL: none, in ANSWER frames */
	struct reader r;
};

/* keep_NAME owns the texts of what it is given. It refuses by r.failed; what
 * r.kept says in the end is added to the answer's. */

static void
keep_phase(struct taker *t, enum phase phase)
{
	t->a->phase = phase;
}

static void
keep_engines(struct taker *t, uint32_t engines)
{
	t->a->engines.fit = engines;
}

static void
keep_decider(struct taker *t, uint32_t engine)
{
	t->a->engines.decider = engine;
}

static void
keep_version(struct taker *t, char *version)
{
	t->r.failed |= strlen(version) > VERSION_MAX;
	free(t->a->z3_version);
	t->a->z3_version = version;
}

static void
keep_done(struct taker *t, bool stays)
{
	t->a->stays = stays;
	t->a->done = true;
}

static void
keep_fault(struct taker *t, const struct diagnostic *f)
{
	t->r.failed |= f->kind == DIAGNOSTIC_NONE;
	t->a->fault = *f;
}

static void
keep_further(struct taker *t, const struct diagnostic *f)
{
	t->r.failed |= f->kind == DIAGNOSTIC_NONE ||
		       t->a->further.count == DIAGNOSTICS_MAX;
	if (!t->r.failed)
		LIST_ADD(&t->a->further, at, *f);
}

static void
keep_remark(struct taker *t, const struct answer_remark_at *remark)
{
	t->r.failed |= remark->remark == ANSWER_REMARK_NONE;
	LIST_ADD(&t->a->remarks, at, *remark);
}

static void
keep_open_name(struct taker *t, const struct answer_open_name *open)
{
	LIST_ADD(&t->a->open_names, at, *open);
}

static void
keep_check(struct taker *t, struct answer_check *check)
{
	if (t->a->checks.count == LIMIT_CHECKS) {
		check_release(check);
		t->r.failed = true;
		return;
	}
	LIST_ADD(&t->a->checks, at, *check);
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
keep_output(struct taker *t, char *text)
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
keep_model(struct taker *t, char *text)
{
	if (text[0] == '\0') {
		forget_solution(t->check);
		free(text);
	} else {
		free(t->check->model);
		t->check->model = text;
	}
}

static void
keep_value(struct taker *t, const struct answer_value *value)
{
	LIST_ADD(&t->check->values, at, *value);
}

/* A number; of more digits than anybody compares, nothing. */
static char *
number_of(const char *text)
{
	enum { NUMBER_MAX = 100 };

	return text_copy(strlen(text) <= NUMBER_MAX ? text : "");
}

static void
add_point(struct answer_course *course, const struct answer_objective *o)
{
	struct answer_point point = {
		.at_ms = clock_now_ms(),
		.value = number_of(o->maximize ? o->lower : o->upper),
		.bound = number_of(o->unchecked	 ? ""
				   : o->maximize ? o->upper
						 : o->lower),
	};
	struct answer_point *last =
		course->count > 0 ? &course->at[course->count - 1] : NULL;

	if (last != NULL && strcmp(last->value, point.value) == 0 &&
		strcmp(last->bound, point.bound) == 0) {
		point_release(&point);
		return;
	}
	if (last != NULL && course->count == COURSE_MAX) {
		point_release(last);
		course->count--;
	}
	LIST_ADD(course, at, point);
}

static void
keep_objective(struct taker *t, const struct answer_objective *objective)
{
	if (t->check->objectives.count == 0)
		add_point(&t->check->objectives.course, objective);
	LIST_ADD(&t->check->objectives, at, *objective);
}

static void
keep_core(struct taker *t, const struct answer_core *core)
{
	core_release(&t->check->core);
	t->check->core = *core;
	t->check->core.is_known = true;
}

static void
keep_evaluation(struct taker *t, const struct answer_evaluation *evaluation)
{
	assertions_release(&t->check->evaluation.failed);
	t->check->evaluation = *evaluation;
}

static void
keep_rests_on(struct taker *t, char *term)
{
	free(t->check->rests_on);
	t->check->rests_on = term;
}

static void
keep_solution(struct taker *t, char *json)
{
	LIST_ADD(&t->check->solutions.list, at, json);
}

static void
keep_solutions_end(struct taker *t, const struct answer_solutions_end *end)
{
	struct answer_solutions *s = &t->check->solutions;

	solutions_end_release(&s->end);
	s->end = *end;
	s->ended = true;
	s->complete = end->elsewhere[0] == '\0' && end->uncompared[0] == '\0';
}

static void
keep_counted(struct taker *t, uint32_t counted)
{
	t->check->solutions.counted = counted;
}

static void
keep_forced(struct taker *t, const struct answer_forced *forced)
{
	LIST_ADD(&t->check->forced, at, *forced);
}

static void
keep_relaxations_end(struct taker *t, bool has_all)
{
	t->check->relaxations.is_all = has_all;
}

static void
keep_relaxation(struct taker *t, char *groups)
{
	LIST_ADD(&t->check->relaxations.sets, at, groups);
}

static void
keep_statistics(struct taker *t, char *json)
{
	free(t->check->statistics);
	t->check->statistics = json;
}

/* --- the server's half --------------------------------------------------- */

static unsigned
get_enum(struct reader *r, unsigned last)
{
	unsigned value = get_u8(r);

	r->failed |= value > last;
	return value <= last ? value : 0;
}

/* As much as there is room for; the rest is zero already. */
static void
get_words(struct reader *r, char *words, size_t room)
{
	size_t size;
	const char *text = get_text_n(r, &size);

	memcpy(words, text, size < room ? size : room - 1);
}

#define BOOL(member) m->member = get_u8(&t->r) != 0;
#define U32(member) m->member = get_u32(&t->r);
#define U64(member) m->member = get_u64(&t->r);
#define SIZE(member) m->member = get_u64(&t->r);
#define TEXT(member) m->member = get_text(&t->r);
#define WORDS(member) get_words(&t->r, m->member, sizeof(m->member));
#define ENUM(member, last) m->member = get_enum(&t->r, last);
#define ASSERTIONS(member) m->member = get_assertions(&t->r);

/* NOLINTBEGIN(bugprone-macro-parentheses): a type, and statements */
#define ANSWER(letter, name, type, part, fields) \
	static void take_##name(struct taker *t) \
	{ \
		type frame = {0}; \
		type *m = &frame; \
\
		fields keep_##name(t, m); \
	}
#define ANSWER_VALUE(letter, name, type, part, field) \
	static void take_##name(struct taker *t) \
	{ \
		struct { \
			type value; \
		} frame = {0}, *m = &frame; \
\
		field keep_##name(t, m->value); \
	}
#define ANSWER_TEXT(letter, name, part) \
	static void take_##name(struct taker *t) \
	{ \
		keep_##name(t, get_text(&t->r)); \
	}
/* NOLINTEND(bugprone-macro-parentheses) */
#include "wire/answer.def"

enum part { PART_ANSWER, PART_CHECK };

static const struct {
	uint8_t type;
	enum part part;
	void (*take)(struct taker *t);
} frames[] = {
#define ANSWER(letter, name, type, part, fields) \
	{letter, PART_##part, take_##name},
#define ANSWER_VALUE ANSWER
#define ANSWER_TEXT(letter, name, part) {letter, PART_##part, take_##name},
#include "wire/answer.def"
};

enum { FRAMES = sizeof(frames) / sizeof(frames[0]) };

bool
answer_take(struct answer *a, const struct frame *f)
{
	struct taker t = {.a = a, .check = answer_last(a)};
	size_t i = 0;

	while (i < FRAMES && frames[i].type != f->type)
		i++;
	if (a->done || i == FRAMES ||
		(frames[i].part == PART_CHECK && t.check == NULL))
		return false;
	reader_init(&t.r, f->payload, f->size);
	frames[i].take(&t);
	a->kept += t.r.kept;
	return reader_end(&t.r) && a->kept <= LIMIT_ANSWER_KEPT;
}
