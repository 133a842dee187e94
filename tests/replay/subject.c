#include "replay/subject.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "replay/perform.h"
#include "json/json.h"

void
subject_drop(struct subject *s)
{
	json_free(s->value);
	free(s->text);
	*s = (struct subject){0};
}

/* All text blocks of a tool's answer, a line between them. */
static char *
join_content(const struct json_object *result)
{
	const struct json_object *content = json_get_array(result, "content");
	DROP(buf) struct buf all;

	buf_init(&all, LIMIT_REPLY);
	for (size_t i = 0; content != NULL && i < json_count(content); i++) {
		const char *text = json_get_string(json_at(content, i), "text");

		if (i > 0)
			buf_add_char(&all, '\n');
		buf_add_text(&all, text != NULL ? text : "");
	}
	return buf_take(&all);
}

static void
take_error(struct subject *s, const struct json_object *error)
{
	const char *text = json_get_string(error, "message");

	s->is_refused = true;
	s->value = json_copy(error);
	s->text = text_copy(text != NULL ? text : "");
}

static void
take_call(struct subject *s, const struct json_object *result)
{
	s->is_refused = json_get_bool(result, "isError", false);
	s->value = json_copy(json_get_object(result, "structuredContent"));
	s->text = join_content(result);
}

void
subject_from_exchange(
	struct subject *s, const struct step *step, const struct exchange *x)
{
	const struct json_object *error = json_get_object(x->reply, "error");
	const struct json_object *result = json_get_object(x->reply, "result");

	subject_drop(s);
	s->is_there = true;
	s->step = step;
	if (error != NULL) {
		take_error(s, error);
	} else if (x->tool != NULL && step->kind != STEP_REQUEST) {
		take_call(s, result);
	} else {
		s->value = json_copy(result);
		s->text = json_text(result);
	}
}

void
subject_from_command(struct subject *s, const struct step *step,
	const struct place *place, int exit_code)
{
	char *out = place_read(place, "stdout", LIMIT_REPLY);
	char *err = place_read(place, "stderr", LIMIT_REPLY);

	subject_drop(s);
	s->is_there = true;
	s->step = step;
	s->is_refused = exit_code != 0;
	s->value = json_new_object();
	json_put_int(s->value, "exit", exit_code);
	json_put_string(s->value, "stdout", out);
	json_put_string(s->value, "stderr", err);
	s->text = s->is_refused ? TAKE(err) : TAKE(out);
	free(out);
	free(err);
}

void
subject_from_message(
	struct subject *s, const struct step *step, struct json_object *message)
{
	subject_drop(s);
	s->is_there = true;
	s->step = step;
	s->value = message;
	s->text = json_text(message);
}

void
subject_from_nothing(struct subject *s, const struct step *step)
{
	subject_drop(s);
	s->is_raw = true;
	s->step = step;
}
