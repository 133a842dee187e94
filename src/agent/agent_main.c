#include "agent/agent.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"

const char *argp_program_version = "satchel-agent " SATCHEL_VERSION;

enum { EXIT_USAGE = 2, WHERE = 0xfff, A_WORD = 0x1000, A_NUMBER = 0x2000 };

#define AT(member) (int)offsetof(struct agent_options, member)

static const struct argp_option known[] = {
#define WORD(member, name, value, otherwise, help) \
	{(name), A_WORD + AT(member), (value), 0, (help), 0},
#define NUMBER(member, name, otherwise, help) \
	{(name), A_NUMBER + AT(member), "N", 0, (help), 0},
#include "agent/agent_options.def"
#undef WORD
#undef NUMBER
	{"json", 'j', NULL, 0, "print one JSON object", 0},
	{0},
};

static const struct agent_options defaults = {
#define WORD(member, name, value, otherwise, help) .member = (otherwise),
#define NUMBER(member, name, otherwise, help) .member = (otherwise),
#include "agent/agent_options.def"
#undef WORD
#undef NUMBER
};

static const char about[] =
	"Has a language model encode a problem with Satchel's tools and solve "
	"it, and the answer reviewed.\v"
	"  satchel agent --model=NAME \"Place four queens on a 4 by 4 "
	"board.\"\n\n"
	"SATCHEL_AGENT_MODEL, _API and _ENDPOINT stand for these options. The "
	"key is that of --key-file, SATCHEL_AGENT_KEY, or OPENAI_API_KEY or "
	"ANTHROPIC_API_KEY as the api is.\n\nExit codes: 0 answered, 1 no "
	"answer, or the review says incorrect, or no model was solved (stderr "
	"says which), 2 wrong usage.";

static error_t
read_word(int key, char *text, struct argp_state *state)
{
	struct agent_options *o = state->input;
	char *member = (char *)o + (key & WHERE);
	char *end;

	if (key == 'j')
		o->json = true;
	else if (key == ARGP_KEY_ARG && o->problem == NULL)
		o->problem = text;
	else if (key == ARGP_KEY_ARG)
		argp_error(state, "one problem only: put it in quotes");
	else if ((key & ~WHERE) == A_WORD)
		*(const char **)member = text;
	else if ((key & ~WHERE) != A_NUMBER)
		return ARGP_ERR_UNKNOWN;
	else {
		long long number = strtoll(text, &end, 10);

		if (end == text || *end != '\0' || number < 0 ||
			number > INT_MAX)
			argp_error(state, "\"%s\" is not a number from 0 to %d",
				text, INT_MAX);
		*(int64_t *)member = number;
	}
	return 0;
}

/* The first that is set, or NULL. */
static const char *
first_of(const char *option, const char *variable, const char *otherwise)
{
	const char *value = option != NULL ? option : getenv(variable);

	return value != NULL && *value != '\0' ? value : otherwise;
}

/* --- the key -------------------------------------------------------------- */

/* Takes the variables with keys away: no child gets them, and /proc does not
 * show the one that is used. */
static void
remove_from_environment(const char *key)
{
	char **kept = environ;

	for (char **v = environ; *v != NULL; v++) {
		char *at = strlen(key) >= SECRET_MIN ? strstr(*v, key) : NULL;

		if (at != NULL)
			explicit_bzero(at, strlen(at));
		else if (strstr(*v, "_API_KEY=") == NULL)
			*kept++ = *v;
	}
	*kept = NULL;
}

/* A file, or standard input for "-", up to a NUL; the caller's, or NULL. */
static char *
read_file(const char *name, struct err *e)
{
	FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "re");
	char *text = NULL;
	size_t size = 0;

	errno = 0;
	if (file != NULL && getdelim(&text, &size, '\0', file) >= 0)
		return text;
	free(text);
	err_set(e, ERR_ARGUMENT, "cannot read %s: %s", name,
		errno != 0 ? strerrordesc_np(errno) : "it is empty");
	return NULL;
}

static bool
find_key(struct agent *a, struct err *e)
{
	const char *file = a->options.key_file;
	const char *given = first_of(NULL, "SATCHEL_AGENT_KEY",
		first_of(NULL, a->dialect->key_variable, NULL));

	a->key = file != NULL ? read_file(file, e) : text_copy(given);
	if (a->key == NULL)
		return file == NULL;
	a->key[strcspn(a->key, " \t\r\n")] = '\0';
	remove_from_environment(a->key);
	for (const char *c = a->key; *c != '\0'; c++)
		if (*c <= ' ' || *c > '~' || *c == '"' || *c == '\\')
			return err_set(e, ERR_ARGUMENT,
				"the key has characters that no key has");
	return true;
}

/* --- the program ---------------------------------------------------------- */

/* Returns the endpoint with the path below it (the caller's). Whoever gives
 * the beginning of the path, too, means the same. */
static char *
join_url(const char *endpoint, const char *path)
{
	size_t size = strlen(endpoint);
	size_t shared;

	size -= endpoint[size - 1] == '/';
	shared = strlen(path) < size ? strlen(path) : 0;
	while (shared > 0 &&
		((path[shared] != '/' && path[shared] != '\0') ||
			strncmp(endpoint + size - shared, path, shared) != 0))
		shared--;
	return text_format("%.*s%s", (int)(size - shared), endpoint, path);
}

static bool
set_url(struct agent *a, struct err *e)
{
	struct agent_options *o = &a->options;

	o->endpoint = first_of(o->endpoint, "SATCHEL_AGENT_ENDPOINT", NULL);
	if (o->endpoint == NULL && a->key == NULL)
		return err_set(e, ERR_ARGUMENT,
			"there is no key for %s: set %s, or say --endpoint URL",
			a->dialect->endpoint, a->dialect->key_variable);
	if (o->endpoint == NULL)
		o->endpoint = a->dialect->endpoint;
	if ((strncmp(o->endpoint, "http://", 7) != 0 &&
		    strncmp(o->endpoint, "https://", 8) != 0) ||
		strchr(o->endpoint, '@') != NULL)
		return err_set(e, ERR_ARGUMENT,
			"--endpoint is a URL that begins with https:// or "
			"http:// and holds no password");
	a->url = join_url(o->endpoint, a->dialect->path);
	return true;
}

static bool
prepare(struct agent *a, struct err *e)
{
	struct agent_options *o = &a->options;

	if (o->problem == NULL)
		return err_set(e, ERR_ARGUMENT,
			"what is the problem? satchel agent --help says more");
	o->api = first_of(o->api, "SATCHEL_AGENT_API", "openai");
	a->dialect = dialect_find(o->api);
	if (a->dialect == NULL)
		return err_set(e, ERR_ARGUMENT,
			"--api is openai or anthropic, not %.40s", o->api);
	if (!find_key(a, e))
		return false;
	if (!set_url(a, e))
		return false;
	o->model = first_of(o->model, "SATCHEL_AGENT_MODEL", NULL);
	if (o->model == NULL)
		return err_set(e, ERR_ARGUMENT,
			"which language model? Say --model NAME");
	if (strcmp(o->problem, "-") == 0)
		o->problem = read_file("-", e);
	if (o->problem == NULL)
		return false;
	(void)umask(S_IRWXG | S_IRWXO);
	if (o->transcript != NULL)
		a->transcript = fopen(o->transcript, "we");
	return o->transcript == NULL || a->transcript != NULL ||
	       err_set(e, ERR_SYSTEM, "cannot write %s: %s", o->transcript,
		       strerrordesc_np(errno));
}

static bool
report_json(const struct agent *a, bool is_answered, const char *message)
{
	DROP(json)
	struct json_object *all = OBJECT("status",
		STRING(is_answered ? "answered" : "failed"), "message",
		STRING(message), "answer", STRING(a->answer), "verdict",
		STRING(a->verdict), "reason", STRING(a->reason), "encoding",
		STRING(a->last.smtlib), "result", STRING(a->last.result),
		"turns", json_new_int(a->spent.turns), "calls",
		json_new_int(a->spent.calls), "input_tokens",
		json_new_int(a->spent.input_tokens), "output_tokens",
		json_new_int(a->spent.output_tokens));
	DROP(text) char *text = json_text(all);

	return run_print(a, stdout, "%s\n", text);
}

/* Prints a part under its heading, or nothing if there is no such part. */
static bool
print_part(const struct agent *a, const char *heading, const char *text)
{
	return text == NULL ||
	       run_print(a, stdout, "%s%s%s", heading, text,
		       *text == '\0' || text[strlen(text) - 1] != '\n' ? "\n\n"
								       : "\n");
}

static const char *
plural(int64_t count)
{
	return count == 1 ? "" : "s";
}

static bool
report_text(const struct agent *a)
{
	const int64_t seconds = (clock_now_ms() - a->started_ms) / 1000;
	bool is_written;

	if (a->answer == NULL && a->last.smtlib == NULL)
		return true;
	is_written = print_part(a, "", a->answer) &&
		     print_part(a, "Result of the solver:\n", a->last.result);
	if (a->verdict != NULL)
		is_written &= run_print(a, stdout, "Verdict: %s\n%s%s\n",
			a->verdict, a->reason, *a->reason != '\0' ? "\n" : "");
	return is_written && print_part(a, "Model:\n", a->last.smtlib) &&
	       run_print(a, stdout,
		       "%" PRId64 " repl%s of the model, %" PRId64
		       " tool call%s, %" PRId64 " tokens in, %" PRId64
		       " out, %" PRId64 " s\n",
		       a->spent.turns, a->spent.turns == 1 ? "y" : "ies",
		       a->spent.calls, plural(a->spent.calls),
		       a->spent.input_tokens, a->spent.output_tokens, seconds);
}

/* Returns what a script has to know of an answer that is none to rely on, or
 * NULL. */
static const char *
find_objection(const struct agent *a)
{
	if (a->last.result == NULL)
		return "no model was solved; the answer is the language "
		       "model's own";
	return strcmp(a->verdict, "incorrect") == 0
		       ? "the review says that the answer is incorrect"
		       : NULL;
}

static int
run(struct agent *a)
{
	struct err e = {0};
	bool done = agent_work(a, &e);
	const char *message = done ? find_objection(a) : e.text;
	bool is_written;

	server_end(a);
	run_progress(a, NULL);
	is_written = a->options.json ? report_json(a, done, message)
				     : report_text(a);
	is_written &= fflush(stdout) == 0;
	if (a->transcript != NULL)
		is_written &= fclose(a->transcript) == 0;
	if (message != NULL)
		(void)run_print(a, stderr, "satchel agent: %s\n", message);
	if (!is_written)
		(void)fputs("satchel agent: cannot write all of it\n", stderr);
	return message == NULL && is_written ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* What is still held at the end the system frees. */
int
main(int argc, char **argv)
{
	static const struct argp argp = {
		known, read_word, "\"PROBLEM\"|-", about, NULL, NULL, NULL};
	struct agent a = {.options = defaults};
	int code = EXIT_USAGE;
	struct err e;

	argp_err_exit_status = EXIT_USAGE;
	(void)argp_parse(&argp, argc, argv, 0, NULL, &a.options);
	run_begin(&a);
	if (prepare(&a, &e))
		code = run(&a);
	else {
		(void)run_print(&a, stderr, "satchel agent: %s\n", e.text);
		if (a.options.json)
			(void)report_json(&a, false, e.text);
	}
	if (run_signal() != 0) {
		(void)signal(run_signal(), SIG_DFL);
		(void)raise(run_signal()); /* so that whoever waits sees it */
	}
	return code;
}
