#include "agent/agent.h"

#include <curl/curl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/limits.h"

/*
 * Nothing that the endpoint sent leaves this file but through redact(): texts
 * of a failure through fail(), those of a reply through redact_reply().
 */

/* One attempt at a reply. */
struct transfer {
	struct agent *agent;
	struct model_reply *reply;
	struct err *e;
	CURL *easy;
	struct lines lines;
	struct buf event;
	struct buf body; /* of what is not a stream of events */
	char *error;	 /* an error in the stream, in the endpoint's words */
	bool is_ended;	 /* by us */
	int64_t heard_ms;
};

enum outcome { GOOD, BUSY, CUT, BAD };

/* Sets the error to our words, and after them those of the endpoint, which may
 * be NULL. */
static enum outcome
fail(const struct transfer *t, enum outcome outcome, enum err_code code,
	const char *ours, const char *foreign)
{
	enum { FOREIGN_MAX = 300 };
	DROP(text)
	char *shown =
		redact(t->agent, foreign != NULL ? foreign : "", FOREIGN_MAX);

	err_set(t->e, code, "%s%s%s", ours, *shown != '\0' ? ": " : "", shown);
	return outcome;
}

/* --- what arrives --------------------------------------------------------- */

/* {"error": {"message": ...}}, {"error": "..."}, {"message": "..."}, or NULL.
 */
static const char *
find_error(const struct json_object *body)
{
	const char *text = json_get_string(body, "error");

	if (text == NULL)
		text = json_get_string(json_get(body, "error"), "message");
	return text != NULL ? text : json_get_string(body, "message");
}

/* Reads an event, or the whole of a reply that is no stream. */
static void
read_event(struct transfer *t, const struct buf *text)
{
	DROP(json) struct json_object *event = NULL;
	struct err e;

	if (strncmp(text->data, "[DONE]", strlen("[DONE]")) == 0)
		return;
	if (!json_parse(text->data, text->size, &event, &e))
		t->error = text_format("an event is not JSON: %s", e.text);
	else if (find_error(event) != NULL)
		t->error = text_copy(find_error(event));
	else
		t->agent->dialect->read_event(t->reply, event);
}

/* Returns whether the content type of the answer has this in its name. */
static bool
is_of_type(const struct transfer *t, const char *name)
{
	const char *type = NULL;

	(void)curl_easy_getinfo(t->easy, CURLINFO_CONTENT_TYPE, &type);
	return type != NULL && strcasestr(type, name) != NULL;
}

/* "data: ..." belongs to an event, an empty line ends it. */
static void
read_line(struct transfer *t, const char *line, size_t length)
{
	static const char data[] = "data:";

	if (length == 0 && t->event.size > 0) {
		read_event(t, &t->event);
		buf_clear(&t->event);
	} else if (strncmp(line, data, strlen(data)) == 0) {
		line += strlen(data);
		line += *line == ' ';
		if (!buf_add_text(&t->event, line) ||
			!buf_add_char(&t->event, '\n'))
			t->reply->is_too_large = true;
	}
}

static size_t
on_bytes(char *bytes, size_t one, size_t size, void *argument)
{
	struct transfer *t = argument;
	enum line_kind kind;
	const char *line;
	size_t length;

	(void)one; /* always 1 */
	t->heard_ms = clock_now_ms();
	t->is_ended = !run_goes_on(t->agent, t->e);
	if (t->is_ended)
		return 0;
	if (!is_of_type(t, "event-stream")) {
		t->reply->is_too_large = !buf_add(&t->body, bytes, size);
		return t->reply->is_too_large ? 0 : size;
	}
	lines_add(&t->lines, bytes, size);
	while (t->error == NULL && !t->reply->is_too_large &&
		(kind = lines_next(&t->lines, &line, &length)) != LINE_NONE) {
		t->reply->is_too_large = kind == LINE_TOO_LONG;
		read_line(t, line, length);
	}
	return t->error == NULL && !t->reply->is_too_large ? size : 0;
}

/* Once a second at least; not zero ends the transfer. */
static int
on_progress(
	void *argument, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
	struct transfer *t = argument;
	int64_t silence_s = t->agent->options.silence_s;

	(void)a, (void)b, (void)c, (void)d;
	if (t->is_ended)
		return 1;
	t->is_ended = !run_goes_on(t->agent, t->e);
	if (!t->is_ended && clock_now_ms() >= t->heard_ms + silence_s * 1000)
		t->is_ended = !err_set(t->e, ERR_SYSTEM,
			"the endpoint was silent for %" PRId64
			" s (--read-timeout-s)",
			silence_s);
	return t->is_ended;
}

/* --- one attempt ---------------------------------------------------------- */

static enum outcome
classify_status(const struct transfer *t, long status)
{
	static const long busy[] = {408, 429, 500, 502, 503, 504, 529};
	DROP(json) struct json_object *body = NULL;
	DROP(text) char *ours = NULL;
	const char *text = t->error;
	enum outcome outcome = BAD;

	if (json_parse(t->body.data, t->body.size, &body, NULL))
		text = find_error(body);
	for (size_t i = 0; i < sizeof(busy) / sizeof(busy[0]); i++)
		if (busy[i] == status)
			outcome = BUSY;
	ours = text_format("the endpoint answered %ld", status);
	fail(t, outcome, ERR_SYSTEM, ours, text);
	if (status == 401 || status == 403)
		err_add(t->e, " (satchel agent --help says where the "
			      "key is looked for)");
	return outcome;
}

/* Classifies an HTTP answer that should hold a reply of the model. */
static enum outcome
classify_reply(struct transfer *t, CURLcode code)
{
	if (code == CURLE_OK && is_of_type(t, "json"))
		read_event(t, &t->body); /* it does not stream */
	if (t->reply->is_too_large)
		return fail(t, BAD, ERR_LIMIT, "the reply is too large", NULL);
	if (t->error == NULL && t->reply->end != UNFINISHED)
		return GOOD;
	return fail(t, CUT, ERR_SYSTEM, "the reply of the endpoint was cut off",
		t->error != NULL   ? t->error
		: t->body.size > 0 ? "it is neither a stream of events nor a "
				     "reply in JSON"
				   : "it has no end");
}

static enum outcome
classify_outcome(struct transfer *t, CURLcode code)
{
	const struct agent *a = t->agent;
	DROP(text) char *ours = NULL;
	long status = 0;

	(void)curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
	if (t->is_ended)
		return BAD; /* the reason is known */
	if (status >= 300)
		return classify_status(t, status);
	if (status == 0 && code == CURLE_OPERATION_TIMEDOUT)
		ours = text_format("no connection to %s within %" PRId64
				   " s (--connect-timeout-s)",
			a->url, a->options.connect_s);
	else if (status == 0 && code != CURLE_GOT_NOTHING &&
		 code != CURLE_RECV_ERROR)
		ours = text_format("cannot reach %s: %s. Is --endpoint right, "
				   "and does something answer there?",
			a->url, curl_easy_strerror(code));
	return ours != NULL ? fail(t, BAD, ERR_SYSTEM, ours, NULL)
			    : classify_reply(t, code);
}

/* Sets *wait_ms to what the endpoint asks for, at most a day. */
static void
read_retry_after(const struct transfer *t, int64_t *wait_ms)
{
	enum { DAY_S = 24 * 60 * 60 };
	curl_off_t wait_s = 0;

	(void)curl_easy_getinfo(t->easy, CURLINFO_RETRY_AFTER, &wait_s);
	if (wait_s > 0)
		*wait_ms = (wait_s < DAY_S ? wait_s : DAY_S) * 1000;
}

static CURLcode
perform(struct transfer *t, const char *body)
{
	struct agent *a = t->agent;
	DROP(text)
	char *key = text_format(
		"%s%s", a->dialect->key_header, a->key != NULL ? a->key : "");
	const char *const headers[] = {"Content-Type: application/json",
		"Accept: text/event-stream", "Expect:", a->dialect->header,
		a->key != NULL ? key : NULL};
	struct curl_slist *list = NULL;
	CURLcode code;

	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		if (headers[i] != NULL)
			list = curl_slist_append(list, headers[i]);
	/* Redirects are not followed: they would carry the key away. */
	(void)curl_easy_setopt(t->easy, CURLOPT_URL, a->url);
	(void)curl_easy_setopt(t->easy, CURLOPT_HTTPHEADER, list);
	(void)curl_easy_setopt(t->easy, CURLOPT_POSTFIELDS, body);
	(void)curl_easy_setopt(t->easy, CURLOPT_WRITEFUNCTION, on_bytes);
	(void)curl_easy_setopt(t->easy, CURLOPT_WRITEDATA, t);
	(void)curl_easy_setopt(t->easy, CURLOPT_XFERINFOFUNCTION, on_progress);
	(void)curl_easy_setopt(t->easy, CURLOPT_XFERINFODATA, t);
	(void)curl_easy_setopt(t->easy, CURLOPT_NOPROGRESS, 0L);
	(void)curl_easy_setopt(t->easy, CURLOPT_NOSIGNAL, 1L);
	(void)curl_easy_setopt(
		t->easy, CURLOPT_CONNECTTIMEOUT, (long)a->options.connect_s);
#if LIBCURL_VERSION_NUM >= 0x075700
	/* Does not wait for a thread that still looks up the host. */
	(void)curl_easy_setopt(t->easy, CURLOPT_QUICK_EXIT, 1L);
#endif
	code = curl_easy_perform(t->easy);
	curl_slist_free_all(list);
	return code;
}

/* Asks once. Sets *wait_ms if the endpoint says when to ask again. */
static enum outcome
attempt(struct agent *a, const char *body, struct model_reply *reply,
	int64_t *wait_ms, struct err *e)
{
	struct transfer t = {.agent = a,
		.reply = reply,
		.e = e,
		.easy = curl_easy_init(),
		.heard_ms = clock_now_ms()};
	enum outcome outcome;

	model_reply_release(reply);
	model_reply_init(reply);
	buf_init(&t.event, LIMIT_MESSAGE);
	buf_init(&t.body, LIMIT_MESSAGE);
	lines_init(&t.lines, LIMIT_MESSAGE);
	outcome = classify_outcome(&t, perform(&t, body));
	read_retry_after(&t, wait_ms);
	curl_easy_cleanup(t.easy);
	redact_reply(a, reply);
	lines_release(&t.lines);
	buf_release(&t.body);
	buf_release(&t.event);
	free(t.error);
	a->spent.input_tokens += reply->input_tokens;
	a->spent.output_tokens += reply->output_tokens;
	return outcome;
}

/* --- several -------------------------------------------------------------- */

static bool
pause_for(struct agent *a, int64_t ms, struct err *e)
{
	int64_t until_ms = clock_now_ms() + ms;

	if (until_ms >= a->deadline_ms)
		return err_add(e,
			"; to ask again in %" PRId64
			" s would be too late (--timeout-s)",
			(ms + 999) / 1000);
	run_progress(a, e->text);
	while (clock_now_ms() < until_ms) {
		if (!run_goes_on(a, e))
			return false;
		(void)poll(NULL, 0, run_wait_ms(a, until_ms));
	}
	return true;
}

bool
endpoint_ask(struct agent *a, const struct json_object *request,
	struct model_reply *reply, struct err *e)
{
	enum { FIRST_WAIT_MS = 500, ATTEMPTS = 6 };
	DROP(text) char *body = json_text(request);
	int64_t backoff_ms = FIRST_WAIT_MS;
	bool was_cut = false;

	if (strlen(body) > 2 * LIMIT_MESSAGE)
		return err_set(e, ERR_LIMIT,
			"the conversation with the model is larger than %d "
			"MiB",
			2 * LIMIT_MESSAGE / MIB);
	for (int i = 1;; i++, backoff_ms *= 2) {
		int64_t wait_ms = backoff_ms;
		enum outcome outcome;

		outcome = attempt(a, body, reply, &wait_ms, e);
		if (outcome == GOOD)
			return true;
		run_record(a, OBJECT("trouble", STRING(e->text)));
		if (outcome == BAD || (outcome == CUT && was_cut))
			return false;
		if (i == ATTEMPTS)
			return err_add(e, ", %d times", ATTEMPTS);
		if (outcome == BUSY && !pause_for(a, wait_ms, e))
			return false;
		was_cut |= outcome == CUT;
		run_progress(a, "asks again");
	}
}
