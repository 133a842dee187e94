/*
 * The server's half of an answer: the one validator of each frame, a row of
 * answer.def. It refuses what cannot be, and adds the rest to the answer.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "base/wording.h"
#include "smt/text/commands.h"
#include "wire/answer_frames.h"
#include "wire/answer_json.h"
#include "wire/ask.h"

enum { VERSION_MAX = 64 };

#define LIST_ADD(list, item) \
	(*ARRAY_ADD((list)->at, (list)->count, (list)->capacity) = (item))

/* --- when a frame may come ------------------------------------------------ */

struct decoder {
	struct answer *a;
	const struct ask *ask;
	struct answer_check *check; /* the last one; NULL: none has come */
	struct reader r;
};

static bool
when_ALWAYS(const struct decoder *t)
{
	(void)t;
	return true;
}

static bool
when_READING(const struct decoder *t)
{
	return ask_kind_reads(t->ask->kind);
}

static bool
when_CHECKED(const struct decoder *t)
{
	return t->check != NULL;
}

static bool
when_SAT(const struct decoder *t)
{
	return t->check != NULL && t->check->status == STATUS_SAT;
}

static bool
when_COUNTING(const struct decoder *t)
{
	return when_SAT(t) && t->ask->count;
}

static bool
when_UNSAT(const struct decoder *t)
{
	return t->check != NULL && t->check->status == STATUS_UNSAT;
}

static bool
when_RELAXING(const struct decoder *t)
{
	return when_UNSAT(t) && t->ask->relax;
}

/* --- what a frame adds to the answer ------------------------------------- */

/* These take what they are given, unless they return false. */

static bool
set_version(struct decoder *t, char **version)
{
	if (strlen(*version) > VERSION_MAX)
		return false;
	free(t->a->z3_version);
	t->a->z3_version = *version;
	return true;
}

/* Words the names that a worker has left in its sentence (base/wording.h). */
static void
word_names(struct diagnostic *fault)
{
	DROP(text) char *worded = NULL;
	size_t size;

	if (fault->kind == DIAGNOSTIC_SOLVER)
		return; /* libz3's */
	worded = wording_text(fault->what);
	size = utf8_cut(worded, strlen(worded), sizeof(fault->what) - 1);
	memcpy(fault->what, worded, size);
	fault->what[size] = '\0';
}

static bool
set_fault(struct decoder *t, struct diagnostic *fault)
{
	word_names(fault);
	t->a->fault = *fault;
	return true;
}

static bool
add_further(struct decoder *t, struct diagnostic *fault)
{
	if (t->a->further.count == DIAGNOSTICS_MAX)
		return false;
	word_names(fault);
	LIST_ADD(&t->a->further, *fault);
	return true;
}

/* LINT_BOUND has no sentence. */
static bool
add_warning(struct decoder *t, const struct lint_warning *warning)
{
	if (warning->kind == LINT_BOUND)
		return false;
	LIST_ADD(&t->a->warnings, *warning);
	return true;
}

/* The number of checks that the request has. */
static size_t
checks_of(const struct ask *ask)
{
	if (ask->kind == ASK_CONFIRM)
		return 1;
	if (ask->kind != ASK_SOLVE)
		return 0;
	return ask->checks > 0 ? ask->checks : 1;
}

static bool
add_check(struct decoder *t, const struct answer_check *check)
{
	if (t->a->checks.count == checks_of(t->ask) ||
		t->a->checks.count == LIMIT_CHECKS)
		return false;
	LIST_ADD(&t->a->checks, *check);
	return true;
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

static bool
add_output(struct decoder *t, char **text)
{
	size_t size = strlen(*text);

	append(&t->a->output, *text, size);
	t->r.kept = size;
	if (t->check != NULL) {
		append(&t->check->output, *text, size);
		t->r.kept += size;
	}
	free(*text);
	return true;
}

/* An empty text: a better solution follows, the one before is dropped. */
static bool
set_model(struct decoder *t, char **text)
{
	if (**text == '\0') {
		answer_forget_solution(t->check);
		free(*text);
		return true;
	}
	free(t->check->model);
	t->check->model = *text;
	return true;
}

/* Returns whether a JSON string is one term of SMT-LIB: an atom, or a list. */
static bool
is_term(const char *json)
{
	DROP(json) struct json_object *value = json_read(json);
	const char *text = json_string(value);
	struct lexer walk = lexer_of(text, strlen(text));
	struct token t;

	return command_next(&walk, &t) && lexer_next(&walk, &t) &&
	       t.kind == TOKEN_END;
}

static bool
add_value(struct decoder *t, const struct answer_value *value)
{
	/* Their values are texts that are no terms. */
	static const char *const sorts[] = {"String", "Int", "Real"};
	bool is_text = false;

	for (size_t i = 0; i < sizeof(sorts) / sizeof(sorts[0]); i++)
		is_text |= strcmp(value->sort, sorts[i]) == 0;
	if (value->json[0] == '"' && !is_text && !is_term(value->json))
		return false;
	LIST_ADD(&t->check->values, *value);
	return true;
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
		answer_release_point(&point);
		return;
	}
	if (last != NULL && course->count == COURSE_MAX) {
		answer_release_point(last);
		course->count--;
	}
	LIST_ADD(course, point);
}

static bool
add_objective(struct decoder *t, const struct answer_objective *objective)
{
	if (t->check->objectives.count == 0)
		add_point(&t->check->objectives.course, objective);
	LIST_ADD(&t->check->objectives, *objective);
	return true;
}

static bool
set_core(struct decoder *t, const struct answer_core *core)
{
	core_release(&t->check->core);
	t->check->core = *core;
	t->check->core.is_known = true;
	return true;
}

static bool
set_evaluation(struct decoder *t, const struct answer_evaluation *evaluation)
{
	if (evaluation->failed.count > evaluation->checked)
		return false;
	answer_release_evaluation(&t->check->evaluation);
	t->check->evaluation = *evaluation;
	return true;
}

/* Solutions are listed where they are not only counted. */
static bool
add_solution(struct decoder *t, char **solution)
{
	size_t most = t->ask->count	      ? 0
		      : t->ask->solutions > 0 ? t->ask->solutions
					      : 1;

	if (**solution == '\0' || t->check->solutions.list.count >= most)
		return false;
	LIST_ADD(&t->check->solutions.list, *solution);
	return true;
}

static bool
end_solutions(struct decoder *t, const struct answer_solutions_end *end)
{
	struct answer_solutions *s = &t->check->solutions;

	answer_release_solutions_end(&s->end);
	s->end = *end;
	s->ended = true;
	s->complete = end->elsewhere[0] == '\0' && end->uncompared[0] == '\0';
	return true;
}

/* Refuses a forced term that has another value. */
static bool
add_forced(struct decoder *t, const struct answer_forced *forced)
{
	if (forced->is_forced && forced->other[0] != '\0')
		return false;
	LIST_ADD(&t->check->forced, *forced);
	return true;
}

static bool
add_relaxation(struct decoder *t, const struct answer_assertions *set)
{
	struct answer_relaxations *sets = &t->check->relaxations.sets;

	if (set->count == 0 || sets->count == LIMIT_RELAXATIONS)
		return false;
	LIST_ADD(sets, *set);
	return true;
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

static bool
set_source(struct decoder *t, const struct reading_source *source)
{
	struct reading *r = &t->a->reading;

	if (r->has_source || !is_solution_format(source->solution_format))
		return false;
	r->source = *source;
	r->has_source = true;
	return true;
}

/* Items come in the order of their texts. */
static bool
add_item(struct decoder *t, const struct reading_item *item)
{
	struct reading *r = &t->a->reading;
	uint32_t last =
		r->items.count > 0 ? r->items.at[r->items.count - 1].field : 1;

	if (item->field < last || item->content[0] == '\0' ||
		strlen(item->content) > LIMIT_ITEM ||
		r->items.count > LIMIT_ITEMS)
		return false;
	LIST_ADD(&r->items, *item);
	return true;
}

/* Remarks come in the order of their texts. */
static bool
add_remark(struct decoder *t, struct reading_remark *remark)
{
	struct reading *r = &t->a->reading;
	char *worded;
	uint32_t last = r->remarks.count > 0
				? r->remarks.at[r->remarks.count - 1].field
				: 1;

	if (remark->field < last || remark->text[0] == '\0')
		return false;
	worded = wording_text(remark->text);
	free(remark->text);
	remark->text = worded;
	LIST_ADD(&r->remarks, *remark);
	return true;
}

static bool
set_program(struct decoder *t, const struct reading_program *program)
{
	struct reading *r = &t->a->reading;

	if (r->has_program)
		return false;
	r->program = *program;
	r->has_program = true;
	return true;
}

/* Questions lie in the known part one after another. */
static bool
add_question(struct decoder *t, const struct reading_question *question)
{
	struct reading *r = &t->a->reading;
	const struct reading_question *last =
		r->questions.count > 0
			? &r->questions.at[r->questions.count - 1]
			: NULL;

	if (last != NULL && question->offset < last->offset + last->size)
		return false;
	LIST_ADD(&r->questions, *question);
	return true;
}

/* The place of a fault that follows is in it. */
static bool
set_subject(struct decoder *t, const struct reading_subject *subject)
{
	struct reading *r = &t->a->reading;

	if (r->has_subject)
		return false;
	r->subject = *subject;
	r->has_subject = true;
	t->a->lines = 0;
	return true;
}

/* Returns whether all has come that the request asks for: a fault in one of the
 * texts, or what the texts hold. */
static bool
is_read(const struct answer *a, const struct ask *ask)
{
	const struct reading *r = &a->reading;
	bool has_all = r->items.count == ask->field_count;

	if (a->fault.kind != DIAGNOSTIC_NONE)
		return a->fault.field > 0;
	if (ask->kind != ASK_READ_ITEMS)
		return r->has_source &&
		       (ask->kind != ASK_READ_PROGRAM || r->has_program);
	for (size_t i = 0; i < r->items.count && has_all; i++)
		has_all = r->items.at[i].field == i + 1;
	return has_all;
}

/* A child stays for the owner of the request, if it has one. */
static bool
end_answer(struct decoder *t, const bool *stays)
{
	if ((*stays && t->ask->owner == 0) ||
		(ask_kind_reads(t->ask->kind) && !is_read(t->a, t->ask)))
		return false;
	t->a->stays = *stays;
	t->a->done = true;
	return true;
}

/* --- what the fields of a frame may be ------------------------------------ */

static uint32_t
get_up_to(struct reader *r, uint64_t most)
{
	uint32_t value = get_u32(r);

	r->failed |= value > most;
	return r->failed ? 0 : value;
}

static uint32_t
get_near(struct reader *r, size_t most)
{
	uint32_t value = get_u32(r);

	return value < most ? value : (uint32_t)most;
}

static unsigned
get_enum(struct reader *r, unsigned first, unsigned last)
{
	unsigned value = get_u8(r);

	r->failed |= value < first || value > last;
	return r->failed ? 0 : value;
}

static uint64_t
get_duration(struct reader *r)
{
	const uint64_t longest = (uint64_t)LIMIT_TIMEOUT_MS * 1000;
	uint64_t us = get_u64(r);

	return us < longest ? us : longest;
}

/* Sets the text that places are in: the subject, if one has come. */
static void
find_text(const struct decoder *t, const char **text, size_t *size)
{
	const struct reading *r = &t->a->reading;

	*text = r->has_subject ? r->subject.text : t->ask->text;
	*size = r->has_subject ? strlen(r->subject.text) : t->ask->size;
}

/* Returns the bytes of the text that places are in. */
static size_t
text_size(const struct decoder *t)
{
	const char *text;
	size_t size;

	find_text(t, &text, &size);
	return size;
}

/* Counts the lines of that text, once. */
static size_t
count_lines(struct decoder *t)
{
	const char *at;
	size_t size;

	if (t->a->lines > 0)
		return t->a->lines;
	find_text(t, &at, &size);
	t->a->lines = 1;
	for (const char *end = at + size;
		at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL;
		at++)
		t->a->lines++;
	return t->a->lines;
}

static uint32_t
get_line(struct decoder *t)
{
	uint32_t line = get_u32(&t->r);

	t->r.failed |= line > 0 && line > count_lines(t);
	return line;
}

/* As much as there is room for; the rest is zero already. */
static void
get_words(struct reader *r, char *words, size_t room)
{
	DROP(text) char *text = get_text(r);

	memcpy(words, text, utf8_cut(text, strlen(text), room - 1));
}

static char *
get_json(struct reader *r, const struct json_shape *shape)
{
	char *text = get_text(r);

	r->failed |= *text != '\0' && !json_fits(text, strlen(text), shape);
	return text;
}

/* Which assertions a list may have. */
enum where { IN_SCRIPT = 1, ASSUMED = 2, ANYWHERE = IN_SCRIPT | ASSUMED };

/* Returns whether the assertion lies where its members say, and is one of
 * those. In a request that is a script, an assumption is a part of the script,
 * too. */
static bool
is_one_of(const struct ask *ask, const struct answer_assertion *one,
	enum where where)
{
	bool is_model = ask->field_count > 0 || ask->groups.count > 0;
	const struct ask_field *field =
		one->field > 0 ? &ask->fields[one->field - 1] : NULL;

	size_t end = (size_t)one->offset + one->length;

	if (strlen(one->label) > ask->size)
		return false;
	if (field == NULL)
		return ((where & IN_SCRIPT) != 0 || !is_model) &&
		       end <= ask_script_size(ask);
	return (where & ASSUMED) != 0 && ask_field_is_assumed(field->kind) &&
	       one->offset >= field->offset &&
	       end <= (size_t)field->offset + field->size;
}

#define BOOL(member) m->member = get_enum(r, 0, 1);
#define U32(member) m->member = get_u32(r);
#define COUNT(member, most) m->member = get_up_to(r, most);
#define DURATION(member) m->member = get_duration(r);
#define LINE(member) m->member = get_line(t);
#define FIELD(member) m->member = get_up_to(r, t->ask->field_count);
#define PLACE(offset, length) \
	m->offset = get_up_to(r, text_size(t)); \
	m->length = get_up_to(r, text_size(t) - m->offset);
#define LINE_NEAR(member) m->member = get_near(r, count_lines(t));
#define PLACE_NEAR(offset, length) \
	m->offset = get_near(r, text_size(t)); \
	m->length = get_near(r, text_size(t) - m->offset);
#define TEXT(member) m->member = get_text(r);
#define JSON(member, shape) m->member = get_json(r, &(shape));
#define WORDS(member) get_words(r, m->member, sizeof(m->member));
#define ENUM(member, last) m->member = get_enum(r, 0, last);
#define ENUM_BUT_0(member, last) m->member = get_enum(r, 1, last);
#define ASSERTIONS(member, where) m->member = get_assertions(t, where);

/* The count is not believed: reading stops where the payload does. */
static struct answer_assertions
get_assertions(struct decoder *t, enum where where)
{
	struct reader *r = &t->r;
	struct answer_assertions list = {0};
	uint32_t count = get_u32(r);

	for (uint32_t i = 0; i < count && !r->failed; i++) {
		struct answer_assertion one, *m = &one;

		ASSERTION_FIELDS
		r->failed = r->failed || !is_one_of(t->ask, &one, where);
		*ARRAY_ADD(list.list, list.count, list.capacity) = one;
	}
	return list;
}

/* --- a frame ---------------------------------------------------------------
 */

static void
replace(char **text, char *other)
{
	free(*text);
	*text = other;
}

#define SET(place) t->place = *got;
#define ADD(list) LIST_ADD(&t->list, *got);
#define REPLACE(text) replace(&t->text, *got);
#define CALL(function) is_taken = function(t, got);

/* NOLINTBEGIN(bugprone-macro-parentheses): a type, and statements */
#define DECODE(name, type, content, fields, effect) \
	static bool decode_##name(struct decoder *t) \
	{ \
		struct reader *r = &t->r; \
		type frame = {0}, *m = &frame; \
		__typeof__(content) *got = &(content); \
		bool is_taken = true; \
\
		fields if (reader_end(r)) \
		{ \
			effect \
		} \
		else is_taken = false; \
		if (!is_taken) \
			answer_release_##name(m); \
		return is_taken; \
	}
/* NOLINTEND(bugprone-macro-parentheses) */
#define ANSWER(letter, name, type, when, fields, effect) \
	DECODE(name, type, frame, fields, effect)
#define ANSWER_VALUE(letter, name, type, when, field, effect) \
	DECODE(name, struct frame_##name, frame.value, field, effect)
#define ANSWER_TEXT(letter, name, when, field, effect) \
	DECODE(name, struct frame_##name, frame.value, field, effect)
#include "wire/answer.def"

static const struct {
	uint8_t type;
	bool (*may_come)(const struct decoder *t);
	bool (*decode)(struct decoder *t);
} frames[] = {
#define ANSWER(letter, name, type, when, fields, effect) \
	{letter, when_##when, decode_##name},
#define ANSWER_VALUE ANSWER
#define ANSWER_TEXT(letter, name, when, field, effect) \
	{letter, when_##when, decode_##name},
#include "wire/answer.def"
};

enum { FRAMES = sizeof(frames) / sizeof(frames[0]) };

bool
answer_add_frame(struct answer *a, const struct ask *ask, const struct frame *f)
{
	struct decoder t = {.a = a, .ask = ask, .check = answer_last(a)};
	size_t i = 0;

	while (i < FRAMES && frames[i].type != f->type)
		i++;
	if (a->done || i == FRAMES || !frames[i].may_come(&t))
		return false;
	reader_init(&t.r, f->payload, f->size);
	if (!frames[i].decode(&t))
		return false;
	a->kept += t.r.kept;
	return a->kept <= LIMIT_ANSWER_KEPT;
}
