#include "agent/agent.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/limits.h"
#include "base/utf8.h"

/* What a request is made of. */
struct chat {
	const char *system;
	struct json_object *messages; /* in the dialect's form */
	struct json_object *tools;    /* as tools/list has them */
	bool is_review;
};

static void
add_user(const struct agent *a, const struct chat *chat, const char *text)
{
	json_add(chat->messages,
		OBJECT("role", STRING("user"), "content", STRING(text)));
	run_record(a, OBJECT("user", STRING(text)));
}

/* Marks in the transcript where a conversation begins. */
static void
record_beginning(const struct agent *a, const char *name, const char *system)
{
	run_record(a,
		OBJECT("conversation", STRING(name), "system", STRING(system)));
}

static void
replace(char **text, const char *by)
{
	free(*text);
	*text = text_copy(by);
}

/* --- a tool call ---------------------------------------------------------- */

/* The texts of a list in a result; the caller's. */
static char *
texts_of(const struct json_object *result, const char *key)
{
	const struct json_object *list = json_get_array(result, key);
	DROP(buf) struct buf all;

	buf_init(&all, LIMIT_UNSENT);
	for (size_t i = 0; list != NULL && i < json_count(list); i++) {
		const struct json_object *one = json_at(list, i);
		const char *text = json_get_string(one, "text");

		if (text == NULL) /* a message of a prompt */
			text = json_get_string(
				json_get(one, "content"), "text");
		buf_add_text(&all, text != NULL ? text : "");
	}
	return buf_detach(&all);
}

/* Remembers what was solved last. A text without a session is a side question
 * once a session was solved, and is not remembered. */
static void
record_solution(struct agent *a, const struct tool_call *call,
	const struct json_object *result)
{
	const struct json_object *all = json_get(result, "structuredContent");
	const char *session = json_get_string(all, "session");
	bool is_in_session = a->last.result != NULL && !a->last.is_text;

	if (session != NULL)
		replace(&a->last.session, session);
	if (json_get_string(all, "status") == NULL ||
		(session == NULL && is_in_session))
		return;
	a->last.is_text = session == NULL;
	replace(&a->last.smtlib, json_get_string(call->arguments, "smtlib"));
	replace(&a->last.result, call->result);
}

static bool
offers(const struct chat *chat, const char *name)
{
	for (size_t i = 0; i < json_count(chat->tools); i++)
		if (strcmp(json_get_string(json_at(chat->tools, i), "name"),
			    name) == 0)
			return true;
	return false;
}

/* Whatever is wrong with a call is told to the model. False: no going on. */
static bool
call_tool(struct agent *a, const struct chat *chat, struct tool_call *call,
	struct err *e)
{
	DROP(json) struct json_object *result = NULL;

	a->spent.calls++;
	run_progress(a, call->name);
	call->is_error = true;
	if (!redact_arguments(a, call, e)) {
		call->result = text_format(
			"The arguments of %s must be one JSON object: %s. "
			"Nothing was called; send the call again.",
			call->name, e->text);
		call->arguments = json_new_object();
		return run_goes_on(a, e);
	}
	if (offers(chat, call->name))
		result = server_ask(a, "tools/call",
			OBJECT("name", STRING(call->name), "arguments",
				json_share(call->arguments)),
			e);
	else
		err_set(e, ERR_ARGUMENT, "There is no tool \"%s\" here.",
			call->name);
	call->is_error =
		result == NULL || json_get_bool(result, "isError", false);
	call->result = result != NULL ? texts_of(result, "content")
				      : text_copy(e->text);
	if (!call->is_error && !chat->is_review)
		record_solution(a, call, result);
	return result != NULL || e->code == ERR_ARGUMENT;
}

/* --- a conversation ------------------------------------------------------- */

static bool
has_room(const struct agent *a, struct err *e)
{
	int64_t tokens = a->spent.input_tokens + a->spent.output_tokens;

	if (a->spent.turns >= a->options.max_turns)
		return err_set(e, ERR_LIMIT,
			"no end after %" PRId64
			" replies of the model (--max-turns)",
			a->spent.turns);
	return tokens < a->options.max_tokens ||
	       err_set(e, ERR_LIMIT,
		       "no end after %" PRId64 " tokens (--max-tokens)",
		       tokens);
}

static bool
is_usable(const struct model_reply *r, struct err *e)
{
	enum { WORDS_MAX = 1000 };
	const struct buf *words = r->refusal.size > 0 ? &r->refusal : &r->text;

	if (r->end == REFUSED || r->refusal.size > 0)
		return err_set(e, ERR_TEXT, "the model refused: %.*s",
			       (int)utf8_cut(
				       words->data, words->size, WORDS_MAX),
			       words->size > 0 ? words->data : "") ||
		       (words->size == 0 && err_add(e, "it did not say why"));
	if (r->end == FINISHED_AT_LENGTH && r->call_count == 0)
		return err_set(e, ERR_LIMIT,
			"the model's answer reached the limit of a reply");
	return r->text.size > 0 || r->call_count > 0 ||
	       err_set(e, ERR_TEXT, "the model gave an empty answer");
}

/* Until the model answers without a call. What it solves is noted, unless that
 * is a review. */
static bool
converse(struct agent *a, const struct chat *chat, char **answer, struct err *e)
{
	for (;;) {
		DROP(model_reply) struct model_reply reply = {0};
		DROP(json)
		struct json_object *request =
			a->dialect->request(a->options.model, chat->system,
				chat->messages, chat->tools);

		if (!has_room(a, e))
			return false;
		a->spent.turns++;
		run_progress(
			a, chat->is_review ? "review" : "the model thinks");
		if (!endpoint_ask(a, request, &reply, e) ||
			!is_usable(&reply, e))
			return false;
		run_record(a, OBJECT("model", STRING(reply.text.data)));
		for (size_t i = 0; i < reply.call_count; i++) {
			struct tool_call *call = &reply.calls[i];

			if (!call_tool(a, chat, call, e))
				return false;
			run_record(a,
				OBJECT("tool", STRING(call->name), "arguments",
					json_share(call->arguments), "result",
					STRING(call->result), "is_error",
					json_new_bool(call->is_error)));
		}
		a->dialect->add_reply(chat->messages, &reply);
		if (reply.call_count == 0) {
			replace(answer, reply.text.data);
			return true;
		}
	}
}

/* --- the review ----------------------------------------------------------- */

/* Returns the word that stands after at most `most` characters that are no
 * letters, and before another one; or NULL. */
static const char *
read_verdict(const char *at, int most)
{
	static const char *const words[] = {
		"correct", "incorrect", "unknown", NULL};
	const char *const *word = words;
	const char *start = at;

	while (*at != '\0' && !isalpha((unsigned char)*at) &&
		at - start <= most)
		at++;
	if (at == start || at - start > most)
		return NULL;
	while (*word != NULL &&
		(strncasecmp(at, *word, strlen(*word)) != 0 ||
			isalpha((unsigned char)at[strlen(*word)])))
		word++;
	return *word;
}

/*
 * Finds the last "VERDICT:" with one of the words after it, in whatever
 * writing; "unknown" if there is none. When nothing but that stands in the last
 * line, the line is cut off the text. Linear time.
 */
static const char *
take_verdict(char *text)
{
	static const char name[] = "verdict";
	enum { BETWEEN_MAX = 20 };
	const char *verdict = "unknown";
	size_t size = strlen(text);
	char *last = NULL;
	char *at = text;

	while (size > 0 && isspace((unsigned char)text[size - 1]))
		text[--size] = '\0';
	while ((at = strcasestr(at, name)) != NULL) {
		const char *word;

		at += strlen(name);
		word = read_verdict(at, BETWEEN_MAX);
		if (word == NULL)
			continue;
		verdict = word;
		last = at - strlen(name);
	}
	if (last == NULL || strchr(last, '\n') != NULL)
		return verdict;
	while (last > text && !isalnum((unsigned char)last[-1]) &&
		last[-1] != '\n')
		last--;
	if (last == text || last[-1] == '\n')
		*last = '\0';
	return verdict;
}

static void
set_verdict(struct agent *a, const char *verdict, const char *reason)
{
	a->verdict = verdict;
	replace(&a->reason, reason);
	run_record(a,
		OBJECT("verdict", STRING(verdict), "reason", STRING(reason)));
}

static char *
get_prompt(
	struct agent *a, const char *name, const char *session, struct err *e)
{
	DROP(json)
	struct json_object *result = server_ask(a, "prompts/get",
		OBJECT("name", STRING(name), "arguments",
			OBJECT("problem", STRING(a->options.problem), "session",
				STRING(session))),
		e);

	return result != NULL ? texts_of(result, "messages") : NULL;
}

/* Reads the model of the session as a standalone text, unless it was a text
 * without a session that was solved. */
static void
read_model(struct agent *a)
{
	DROP(json) struct json_object *result = NULL;
	DROP(text) char *uri = NULL;

	if (a->last.session == NULL || a->last.is_text)
		return;
	uri = text_format("satchel://session/%s/model.smt2", a->last.session);
	result = server_ask(
		a, "resources/read", OBJECT("uri", STRING(uri)), NULL);
	free(a->last.smtlib);
	a->last.smtlib = texts_of(result, "contents");
}

/* Those that change nothing. */
static struct json_object *
reading_tools(const struct chat *chat)
{
	struct json_object *tools = json_new_array();

	for (size_t i = 0; i < json_count(chat->tools); i++) {
		struct json_object *tool = json_at(chat->tools, i);

		if (json_get_bool(json_get(tool, "annotations"), "readOnlyHint",
			    false))
			json_add(tools, json_share(tool));
	}
	return tools;
}

/* A conversation of its own, which knows nothing of the first but this. A limit
 * that it meets is no fault of the answer. */
static bool
review(struct agent *a, const struct chat *chat, struct err *e)
{
	enum { SHOWN_MAX = 64 * KIB };
	const char *const shown[][2] = {{"The model", a->last.smtlib},
		{"The last result of the solver", a->last.result},
		{"The answer to review", a->answer}};
	DROP(json) struct json_object *messages = json_new_array();
	DROP(json) struct json_object *tools = reading_tools(chat);
	struct chat own = {chat->system, messages, tools, true};
	DROP(text)
	char *text = get_prompt(a, "review_solution",
		a->last.session != NULL ? a->last.session : "none", e);
	DROP(buf) struct buf all = {0};
	bool done;

	buf_init(&all, LIMIT_MESSAGE);
	buf_add_text(&all, text != NULL ? text : "");
	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++) {
		size_t size = strlen(shown[i][1]);

		buf_add_format(&all, "\n\n%s:\n%.*s%s", shown[i][0],
			(int)utf8_cut(shown[i][1], size, SHOWN_MAX),
			shown[i][1], size > SHOWN_MAX ? "\n(cut here)" : "");
	}
	record_beginning(a, "review", own.system);
	add_user(a, &own, all.data);
	done = text != NULL && converse(a, &own, &text, e);
	set_verdict(a, done ? take_verdict(text) : "unknown",
		done ? text : e->text);
	return run_signal() == 0;
}

static bool
answer(struct agent *a, const struct chat *chat, struct err *e)
{
	for (int64_t i = 0;; i++) {
		DROP(text) char *again = NULL;

		if (!converse(a, chat, &a->answer, e))
			return false;
		read_model(a);
		if (a->last.result == NULL || a->last.smtlib == NULL)
			set_verdict(a, "unknown", "No model was solved.");
		else if (!review(a, chat, e))
			return false;
		if (i == a->options.retries || *a->verdict != 'i')
			return true;
		again = text_format(
			"A reviewer, who sees only the problem, the model and "
			"the answer, judges it incorrect:\n\n%s\n\nMend the "
			"model, solve it again and answer again; or, where the "
			"reviewer is wrong, say why.",
			a->reason);
		add_user(a, chat, again);
	}
}

bool
agent_work(struct agent *a, struct err *e)
{
	enum { LAST_WORDS_MS = 2000 };
	DROP(json) struct json_object *messages = json_new_array();
	DROP(json) struct json_object *about = NULL;
	DROP(json) struct json_object *list = NULL;
	DROP(text) char *prompt = NULL;
	struct chat chat = {.messages = messages};

	if (!server_start(a, e))
		return false;
	about = server_ask(a, "initialize",
		OBJECT("protocolVersion", STRING("2025-06-18"), "capabilities",
			json_new_object(), "clientInfo",
			OBJECT("name", STRING("satchel-agent"), "version",
				STRING(SATCHEL_VERSION))),
		e);
	if (about == NULL)
		return false;
	list = server_ask(a, "tools/list", json_new_object(), e);
	prompt = list != NULL ? get_prompt(a, "model_problem", NULL, e) : NULL;
	if (prompt == NULL)
		return false;
	chat.system = json_get_string(about, "instructions");
	chat.tools = json_get_array(list, "tools");
	record_beginning(a, "model", chat.system);
	add_user(a, &chat, prompt);
	if (answer(a, &chat, e))
		return true;
	if (run_signal() == 0) {
		a->deadline_ms = clock_now_ms() + LAST_WORDS_MS;
		read_model(a);
	}
	return false;
}
