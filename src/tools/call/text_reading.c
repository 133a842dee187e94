#include "tools/call/text_reading.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/text/data_line.h"
#include "smt/text/lexer.h"
#include "tools/call/reply.h"
#include "wire/answer.h"

/* A text that begins so is SMT-LIB to each reader (wire/languages.def). */
bool
reading_is_here(const char *text, size_t size)
{
	size_t at = strspn(text, " \t\r\n");

	return size <= LIMIT_READ_HERE &&
	       (text[at] == '(' || text[at] == ';') &&
	       strstr(text, DATA_MARK) == NULL;
}

/* --- the request --------------------------------------------------------- */

void
reading_request_init(struct reading_request *r, enum ask_kind kind)
{
	*r = (struct reading_request){.ask = {.kind = kind}};
	buf_init(&r->text, LIMIT_ASK);
}

void
reading_request_add(struct reading_request *r, const char *text, size_t size)
{
	coroutine_pause(); /* a text may have megabytes, and each copy counts */
	ask_fields_add(&r->fields, FIELD_TEXT, text, size, &r->text);
}

void
reading_request_release(struct reading_request *r)
{
	buf_release(&r->text);
	free(r->fields.at);
	*r = (struct reading_request){0};
}

bool
reading_request_ask(
	const struct reading_request *r, struct ask *ask, struct err *e)
{
	if (r->text.overflowed)
		return err_advise(e, ERR_LIMIT,
			"the texts of this call have more than %d bytes; send "
			"fewer or shorter ones",
			LIMIT_ASK);
	*ask = r->ask;
	ask->text = r->text.data;
	ask->size = r->text.size;
	ask->fields = r->fields.at;
	ask->field_count = r->fields.count;
	ask->engines = ENGINE_BIT(0); /* so that it has no portfolio */
	return true;
}

bool
reading_ask_edit(struct call *c, const struct reading_request *r, int64_t owner,
	call_on_answer *on_answer, struct err *e)
{
	struct ask ask;

	if (!reading_request_ask(r, &ask, e))
		return false;
	ask.timeout_ms = CHECK_TIMEOUT_MS;
	ask.owner = (uint64_t)owner;
	return call_ask(c, &ask, QUEUE_CHECK, on_answer, e);
}

bool
reading_ask_solve(struct call *c, const struct reading_request *r,
	int64_t timeout_ms, call_on_answer *on_answer, struct err *e)
{
	int64_t left_ms = timeout_ms - (clock_now_ms() - c->started_ms);
	struct ask ask;

	if (!reading_request_ask(r, &ask, e))
		return false;
	ask.timeout_ms = left_ms > 1 ? (uint32_t)left_ms : 1;
	return call_ask(c, &ask, QUEUE_SOLVE, on_answer, e);
}

/* --- the answer ---------------------------------------------------------- */

bool
reading_has_ended(const struct answer *answer, const struct advice_job *job,
	struct err *e)
{
	struct advice_job unread = *job;
	DROP(text) char *message = NULL;

	if (answer->outcome == OUTCOME_DONE)
		return true;
	unread.is_reading = true;
	message = advice_failure(answer, &unread);
	return err_set(e,
		answer->outcome == OUTCOME_NO_WORKER ? ERR_WORKER : ERR_TEXT,
		"%s", message);
}

/* Has the message look only at the text around the fault, if the text is long.
 */
static void
narrow_place(struct advice_place *place, struct diagnostic *fault)
{
	enum { AROUND = LIMIT_READ_HERE / 4 };
	const char *text = place->text;
	size_t from = fault->offset > AROUND ? fault->offset - AROUND : 0;

	if (place->size <= LIMIT_READ_HERE)
		return;
	while (from > 0 && (text[from] & 0xc0) == 0x80)
		from--; /* to the beginning of a character */
	place->whole = text;
	place->whole_size = place->size;
	place->whole_offset = from;
	place->text = text + from;
	place->size = utf8_cut(place->text, place->size - from, 2 * AROUND);
	fault->offset -= from;
	if (fault->line > 0)
		text_place(place->text, fault->offset, &fault->line,
			&fault->column);
}

bool
reading_refuse(
	const struct answer *answer, struct advice_place *place, struct err *e)
{
	const struct reading *r = &answer->reading;
	struct diagnostic fault = answer->fault;

	if (r->has_subject) {
		place->text = r->subject.text;
		place->size = strlen(r->subject.text);
		if (r->subject.what[0] != '\0')
			place->what = r->subject.what;
	}
	if (fault.offset > place->size)
		fault.offset = place->size;
	if (fault.length > place->size - fault.offset)
		fault.length = place->size - fault.offset;
	narrow_place(place, &fault);
	return advice_fault(&fault, place, e);
}

/* Returns how many from there on are of the same text. */
static size_t
count_remarks(const struct reading *r, size_t from)
{
	size_t i = from;

	while (i < r->remarks.count &&
		r->remarks.at[i].field == r->remarks.at[from].field)
		i++;
	return i - from;
}

void
reading_add_remarks(const struct answer *answer, char *const *prefixes,
	struct json_object *warnings)
{
	enum { REMARKS_MAX = 20 }; /* of one text; more say nothing new */
	const struct reading *r = &answer->reading;
	size_t count;

	for (size_t from = 0; from < r->remarks.count; from += count) {
		const struct reading_remark *remark = &r->remarks.at[from];
		const char *prefix =
			prefixes != NULL ? prefixes[remark->field - 1] : "";

		count = count_remarks(r, from);
		for (size_t i = 0; i < count && i < REMARKS_MAX; i++) {
			if (remark[i].line > 0)
				warnings_add(warnings, "%sline %u: %s", prefix,
					remark[i].line, remark[i].text);
			else
				warnings_add(warnings, "%s%s", prefix,
					remark[i].text);
		}
		if (count > REMARKS_MAX)
			warnings_add(warnings, "%sand %zu more of this kind",
				prefix, count - REMARKS_MAX);
	}
}
