#include "problems/siege.h"

#include <assert.h>
#include <ftw.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "replay/process.h"
#include "json/json.h"

enum { LISTING_BYTES = 1 << 20, LOOK_MS = 5, UP = 3 };

/* BUILD/tests/hostile/PROGRAM belongs to BUILD. */
char *
siege_build(void)
{
	char path[PATH_MAX] = "";
	ssize_t size = readlink("/proc/self/exe", path, sizeof(path) - 1);

	for (int up = 0; size > 0 && up < UP; up++) {
		char *slash = strrchr(path, '/');

		if (slash != NULL)
			*slash = '\0';
	}
	return text_copy(path);
}

/* --- what must stay as it was --------------------------------------------- */

/* nftw has no argument for its callback. */
static struct buf *listing;

static int
list_one(const char *path, const struct stat *status, int type, struct FTW *ftw)
{
	(void)status, (void)type, (void)ftw;
	/* The database and its files come and go, the log grows. */
	if (strstr(path, "/satchel.db") == NULL &&
		strstr(path, "/server.log") == NULL)
		(void)buf_add_format(listing, "%s\n", path);
	return 0;
}

/* Of the place, which is home and working directory of all programs. */
static char *
list_files(const struct place *p)
{
	DROP(buf) struct buf names;

	buf_init(&names, LISTING_BYTES);
	listing = &names;
	(void)nftw(p->directory, list_one, 16, FTW_PHYS);
	listing = NULL;
	return buf_take(&names);
}

static bool
same_files(struct siege *s, struct err *e)
{
	DROP(text) char *now = list_files(&s->place);

	return strcmp(now, s->files) == 0 ||
	       err_set(e, ERR_CONFLICT, "files before:\n%sand after:\n%s",
		       s->files, now);
}

#if defined(__SANITIZE_ADDRESS__)
int64_t
siege_rss_kib(pid_t pid)
{
	(void)pid;
	return 0;
}
#else
int64_t
siege_rss_kib(pid_t pid)
{
	return process_rss_kib(pid);
}
#endif

void
siege_warm(struct siege *s)
{
	s->rss_kib = siege_rss_kib(s->client.server.pid);
}

int64_t
siege_grown_kib(const struct siege *s)
{
	return siege_rss_kib(s->client.server.pid) - s->rss_kib;
}

bool
siege_await_rest(struct siege *s, int64_t most_kib, int64_t within_ms)
{
	int64_t deadline_ms = clock_now_ms() + within_ms;
	struct err ignored;

	while (siege_grown_kib(s) > most_kib) {
		if (clock_now_ms() >= deadline_ms)
			return false;
		(void)client_turn(
			&s->client, clock_now_ms() + LOOK_MS, &ignored);
	}
	return true;
}

unsigned
siege_children(const struct siege *s)
{
	return process_count_children(s->client.server.pid);
}

bool
siege_await_children(struct siege *s, unsigned most, int64_t within_ms)
{
	int64_t deadline_ms = clock_now_ms() + within_ms;
	struct err ignored;

	while (siege_children(s) > most) {
		if (clock_now_ms() >= deadline_ms)
			return false;
		(void)client_turn(
			&s->client, clock_now_ms() + LOOK_MS, &ignored);
	}
	return true;
}

bool
siege_is_clean(struct siege *s, struct err *e)
{
	DROP(text) char *text = NULL;

	if (json_count(s->client.breaches) == 0 &&
		json_count(s->client.strays) == 0)
		return true;
	text = json_text(json_count(s->client.breaches) > 0 ? s->client.breaches
							    : s->client.strays);
	json_free(s->client.breaches);
	json_free(s->client.strays);
	s->client.breaches = json_new_array();
	s->client.strays = json_new_array();
	return err_set(e, ERR_CONFLICT, "%s", text);
}

/* --- the server ----------------------------------------------------------- */

bool
siege_begin(
	struct siege *s, const char *build, const char *flags, struct err *e)
{
	*s = (struct siege){0};
	process_adopt_orphans();
	if (!place_init(&s->place, build, e))
		return false;
	client_init(&s->client, &s->place);
	s->files = list_files(&s->place);
	return client_start(&s->client, flags, true, e);
}

bool
siege_end(struct siege *s, struct err *e)
{
	return siege_is_clean(s, e) && client_end(&s->client, END_BY_EOF, e) &&
	       same_files(s, e);
}

void
siege_release(struct siege *s)
{
	if (s->place.directory == NULL)
		return;
	client_release(&s->client);
	place_release(&s->place);
	free(s->files);
	*s = (struct siege){0};
}

const struct json_object *
siege_await(struct siege *s, size_t number, int64_t within_ms, struct err *e)
{
	const struct exchange *x = &s->client.exchanges[number];
	int64_t deadline_ms = x->sent_ms + within_ms;
	int64_t took_ms;

	if (!client_await(&s->client, number, deadline_ms, e) ||
		!siege_is_clean(s, e))
		return NULL;
	took_ms = x->answered_ms - x->sent_ms;
	if (took_ms <= within_ms)
		return x->reply;
	(void)err_set(e, ERR_CONFLICT, "answered after %d ms, not within %d",
		(int)took_ms, (int)within_ms);
	return NULL;
}

const struct json_object *
siege_call(struct siege *s, const char *tool, struct json_object *arguments,
	int64_t within_ms, struct err *e)
{
	size_t number;

	if (!client_call(&s->client, tool, arguments, &number, e))
		return NULL;
	return siege_await(s, number, within_ms, e);
}

struct json_object *
siege_json(const char *text)
{
	struct json_object *value;
	struct err e;
	bool ok = json_parse(text, strlen(text), &value, &e);

	assert(ok);
	(void)ok;
	return value;
}

bool
siege_is_lenient(struct siege *s)
{
	enum { LATE_MS = SIEGE_LATE_MS };
	struct err e;
	const struct json_object *reply = siege_call(s, "solve_smtlib",
		siege_json("{\"smtlib\": \"(assert (= 1 true))(check-sat)\"}"),
		LATE_MS, &e);
	const struct json_object *result =
		reply != NULL ? json_get_object(reply, "result") : NULL;

	return result != NULL && !json_get_bool(result, "isError", false);
}

int
siege_start(void **state, const char *flags)
{
	DROP(text) char *build = siege_build();
	struct siege *s = mem_new(sizeof(*s));
	struct err e;

	*state = s;
	if (siege_begin(s, build, flags, &e))
		return 0;
	(void)fprintf(stderr, "%s\n", e.text);
	return -1;
}

int
siege_stop(void **state)
{
	struct err e;
	int code = siege_end(*state, &e) ? 0 : -1;

	if (code != 0)
		(void)fprintf(stderr, "%s\n", e.text);
	siege_release(*state);
	free(*state);
	return code;
}
