#ifndef AGENT_AGENT_H
#define AGENT_AGENT_H

/*
 * satchel-agent, the one-shot client: a language model behind an HTTP endpoint
 * gets the tools of a private server and works until it has an answer; a second
 * conversation, which sees problem, model and answer only, reviews that. One
 * thread; the deadline and the signals of a terminal end whatever waits.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"
#include "json/json.h"

enum {
	CALLS_MAX = 64, /* in one reply */
	/* A shorter key is a placeholder, as local servers want one. */
	SECRET_MIN = 8,
	/* Bytes of the id or the name of a tool call. */
	CALL_NAME_MAX = 256,
	/* The most tokens that one reply is believed to have taken. The sum
	 * over all replies of a run cannot overflow. */
	TOKENS_MAX = 100000000,
};

/* Of the command line and the environment. */
struct agent_options {
	const char *problem;
	bool json;
#define WORD(member, name, value, otherwise, help) const char *member;
#define NUMBER(member, name, otherwise, help) int64_t member;
#include "agent/agent_options.def"
#undef WORD
#undef NUMBER
};

struct model_reply;
struct tool_call;

struct agent {
	struct agent_options options;
	const struct dialect *dialect;
	char *url;
	char *key; /* shown nowhere; NULL: there is none */
	FILE *transcript;
	int64_t started_ms;
	int64_t deadline_ms;
	char doing[64];	   /* as the progress line says it */
	int64_t painted_s; /* the second that the progress line shows */
	struct {
		pid_t pid;
		int in;
		int out;
		struct lines lines;
		int64_t last_id;
		char *folder; /* of its database */
	} server;
	struct {
		int64_t turns; /* replies of the model */
		int64_t calls;
		int64_t input_tokens;
		int64_t output_tokens;
	} spent;
	/* What was solved last: in a session, or a text without one. */
	struct {
		char *session;
		bool is_text; /* solved without a session */
		char *smtlib;
		char *result;
	} last;
	char *answer;
	const char *verdict; /* correct, incorrect or unknown */
	char *reason;
};

/* --- agent_run.c: what ends a run, and what is seen of it ----------------- */

/* The clock runs, and SIGINT, SIGTERM and SIGHUP end the run. */
void run_begin(struct agent *a);
int run_signal(void); /* that came, or 0 */

/* False, with the reason, after a signal or the deadline. To be called at least
 * once a second: it draws the progress line, too. */
bool run_goes_on(struct agent *a, struct err *e);

/* The ms to wait before that when something is due at `until_ms`. */
int run_wait_ms(const struct agent *a, int64_t until_ms);

/* Shows what is done now (NULL: nothing) on a terminal. */
void run_progress(struct agent *a, const char *doing);

/* Prints redacted, and escaped where a terminal would obey it. */
bool run_print(const struct agent *a, FILE *to, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Adds an event (taken) to the transcript, a line of JSON. */
void run_record(const struct agent *a, struct json_object *event);

/* --- redaction.c: foreign texts without the key --------------------------- */

/*
 * Every text of the endpoint passes redact() once, before it leaves
 * endpoint.c: texts of a reply when the reply is whole, since the key may be
 * split over events; error texts before they are cut, since a cut key is not
 * recognised. What leaves the program passes it once more in run_print.
 */

enum { REDACT_ALL = 1 << 30 };

/* Returns a copy (the caller's) that has "[the key]" in place of the key, and
 * then has at most `most` bytes and "..." if it was longer. Linear time. */
char *redact(const struct agent *a, const char *text, size_t most);

/* Redacts the texts, ids and names of a reply; not the arguments. */
void redact_reply(const struct agent *a, struct model_reply *r);

/* Reads the arguments of a call, which must be an object, and redacts them.
 * Sets call->arguments. */
bool redact_arguments(
	const struct agent *a, struct tool_call *call, struct err *e);

/* --- dialect.c: the JSON of requests and replies -------------------------- */

/* A reply of the model, and what its calls gave. */
struct model_reply {
	enum { UNFINISHED, FINISHED, FINISHED_AT_LENGTH, REFUSED } end;
	bool is_too_large;
	struct buf text;
	struct buf refusal; /* in its words */
	struct tool_call {
		int64_t place; /* by which events name it */
		char *id;
		char *name;
		struct buf text; /* the arguments as they were sent */
		struct json_object *arguments; /* of that, or empty */
		char *result;
		bool is_error;
	} calls[CALLS_MAX];
	size_t call_count;
	int64_t input_tokens;
	int64_t output_tokens;
};

void model_reply_init(struct model_reply *r);
void model_reply_release(struct model_reply *r);
DROP_BY(model_reply, model_reply_release)

struct dialect {
	const char *name;
	const char *endpoint; /* by default */
	const char *path;     /* below it */
	const char *key_variable;
	const char *key_header; /* before the key */
	const char *header;	/* another one, or NULL */
	/* The body, of messages in this dialect and tools in that of MCP. */
	struct json_object *(*request)(const char *model, const char *system,
		struct json_object *messages, struct json_object *tools);
	/* Adds the reply and the results of its calls to the messages. */
	void (*add_reply)(
		struct json_object *messages, const struct model_reply *r);
	/* Reads an event of a stream, or the reply of an endpoint that does
	 * not stream. */
	void (*read_event)(
		struct model_reply *r, const struct json_object *event);
};

const struct dialect *dialect_find(const char *name); /* or NULL */

/* --- endpoint.c: the only file that uses libcurl -------------------------- */

/* Asks the model, again where that may help. The reply and the error, which
 * says what happened, are redacted. */
bool endpoint_ask(struct agent *a, const struct json_object *request,
	struct model_reply *reply, struct err *e);

/* --- server.c: the MCP server, our child ---------------------------------- */

/* Over a database of its own. To be ended in any case. */
bool server_start(struct agent *a, struct err *e);

/* The result of a request (parameters taken), the caller's. NULL: the error is
 * ERR_ARGUMENT if the server refused it, another if it cannot go on. */
struct json_object *server_ask(struct agent *a, const char *method,
	struct json_object *parameters, struct err *e);

/* Ends it, by force if need be, and removes the database. */
void server_end(struct agent *a);

/* --- converse.c ----------------------------------------------------------- */

/* Works out answer, verdict, reason and the model's text. On failure what was
 * found until then stays. */
bool agent_work(struct agent *a, struct err *e);

#endif
