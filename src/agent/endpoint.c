#include "agent/agent.h"

#include <curl/curl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/limits.h"

/* One attempt at a reply. */
struct transfer {
	struct agent *agent;
	struct model_reply *reply;
	struct err *e;
	CURL *easy;
	struct lines lines;
	struct buf event;
	struct buf body; /* of what is not a stream of events */
	char *error;	 /* that came in the stream */
	bool is_ended;	 /* by us */
	int64_t heard_ms;
};

enum outcome { GOOD, BUSY, CUT, BAD };

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

static void
read_event(struct transfer *t)
{
	DROP(json) struct json_object *event = NULL;
	struct err e;

	if (strncmp(t->event.data, "[DONE]", strlen("[DONE]")) == 0)
		return;
	if (!json_parse(t->event.data, t->event.size, &event, &e))
		t->error = text_format("an event is not JSON: %s", e.text);
	else if (find_error(event) != NULL)
		t->error = text_copy(find_error(event));
	else
		t->agent->dialect->read_event(t->reply, event);
}

/* "data: ..." belongs to an event, an empty line ends it. */
static size_t
on_bytes(char *bytes, size_t one, size_t size, void *argument)
{
	static const char data[] = "data:";
	struct transfer *t = argument;
	const char *type = NULL;
	const char *line;
	size_t length;

	(void)one; /* always 1 */
	t->heard_ms = clock_now_ms();
	(void)curl_easy_getinfo(t->easy, CURLINFO_CONTENT_TYPE, &type);
	if (type == NULL || strstr(type, "event-stream") == NULL)
		return buf_add(&t->body, bytes, size) ? size : 0;
	lines_add(&t->lines, bytes, size);
	while (t->error == NULL && !t->reply->is_too_large &&
		lines_next(&t->lines, &line, &length) != LINE_NONE) {
		if (length == 0 && t->event.size > 0) {
			read_event(t);
			buf_clear(&t->event);
		} else if (strncmp(line, data, strlen(data)) == 0) {
			line += strlen(data);
			line += *line == ' ';
			t->reply->is_too_large =
				!buf_add_text(&t->event, line) ||
				!buf_add_char(&t->event, '\n');
		}
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
	const char *text = NULL;

	if (json_parse(t->body.data, t->body.size, &body, NULL))
		text = find_error(body);
	err_set(t->e, ERR_SYSTEM, "the endpoint answered %ld%s%.300s", status,
		text != NULL ? ": " : "", text != NULL ? text : "");
	if (status == 401 || status == 403)
		err_add(t->e, " (satchel agent --help says where the "
			      "key is looked for)");
	for (size_t i = 0; i < sizeof(busy) / sizeof(busy[0]); i++)
		if (busy[i] == status)
			return BUSY;
	return BAD;
}

static enum outcome
classify_outcome(struct transfer *t, CURLcode code, int64_t *wait_ms)
{
	const char *cause = t->error != NULL   ? t->error
			    : t->body.size > 0 ? "it is not a stream of events"
					       : "it has no end";
	const char *url = t->agent->url;
	enum outcome outcome = BAD;
	long status = 0;
	curl_off_t wait_s = 0;

	(void)curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
	(void)curl_easy_getinfo(t->easy, CURLINFO_RETRY_AFTER, &wait_s);
	if (wait_s > 0)
		*wait_ms = wait_s * 1000;
	if (t->is_ended)
		return outcome; /* the reason is known */
	if (status >= 300)
		return classify_status(t, status);
	if (t->reply->is_too_large)
		err_set(t->e, ERR_LIMIT, "the reply is too large");
	else if (t->error == NULL && t->reply->end != UNFINISHED)
		return GOOD;
	else if (code == CURLE_OPERATION_TIMEDOUT)
		err_set(t->e, ERR_SYSTEM,
			"no connection to %s within %" PRId64
			" s (--connect-timeout-s)",
			url, t->agent->options.connect_s);
	else if (status == 0 && code != CURLE_GOT_NOTHING &&
		 code != CURLE_RECV_ERROR)
		err_set(t->e, ERR_SYSTEM,
			"cannot reach %s: %s. Is --endpoint right, and does "
			"something answer there?",
			url, curl_easy_strerror(code));
	else {
		outcome = CUT;
		err_set(t->e, ERR_SYSTEM,
			"the reply of the endpoint was cut off: %.300s", cause);
	}
	return outcome;
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
	code = curl_easy_perform(t->easy);
	curl_slist_free_all(list);
	return code;
}

/* *wait_ms becomes what the endpoint wants. */
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
	outcome = classify_outcome(&t, perform(&t, body), wait_ms);
	curl_easy_cleanup(t.easy);
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
	}
}
