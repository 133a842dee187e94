#include "soak/soak.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "hostile/siege.h"
#include "props/dice.h"
#include "replay/client.h"
#include "replay/place.h"
#include "replay/process.h"
#include "json/json.h"

enum { SERVERS = 4, REVISIONS_MAX = 1 << 20, ANSWER_MS = 2 * SIEGE_LATE_MS };

struct crew {
	struct place place;
	struct client clients[SERVERS];
	size_t numbers[SERVERS]; /* of the call that waits */
	struct dice dice;
	unsigned items; /* as far as anybody knows */
	unsigned names;
	/* Per revision: how often it was acknowledged. */
	unsigned char *acknowledged;
	int64_t last;
	int64_t adds;
	int64_t deletes;
	int64_t conflicts;
	char *why; /* what went wrong */
};

static void
complain(struct crew *c, const char *what, const char *detail)
{
	if (c->why == NULL)
		c->why = text_format("%s: %.1000s", what, detail);
}

static struct json_object *
make_edit(struct crew *c, const char **tool)
{
	struct json_object *arguments = siege_json("{\"session\": \"s\"}");
	DROP(text) char *content = NULL;

	if (c->items > 20 && dice_says(&c->dice, 45)) {
		*tool = "delete_item";
		json_put_int(arguments, "index", dice_below(&c->dice, 10));
		return arguments;
	}
	*tool = "add_item";
	content = text_format("(declare-const k%u Int)", c->names++);
	json_put_string(arguments, "content", content);
	if (dice_says(&c->dice, 30))
		json_put_int(arguments, "index", dice_below(&c->dice, 5));
	if (dice_says(&c->dice, 10))
		json_put_int(arguments, "expect_revision", c->last);
	return arguments;
}

static void
send_edit(struct crew *c, size_t i)
{
	const char *tool;
	struct json_object *arguments = make_edit(c, &tool);
	struct err e;

	if (!client_call(&c->clients[i], tool, arguments, &c->numbers[i], &e))
		complain(c, "a server is gone", e.text);
}

/* A refusal is fine where somebody was faster. */
static void
take_refusal(struct crew *c, const struct json_object *result)
{
	const struct json_object *content = json_get_array(result, "content");
	const char *text = json_get_string(json_at(content, 0), "text");

	c->conflicts++;
	if (strstr(text, "revision") == NULL &&
		strstr(text, "no item") == NULL &&
		strstr(text, "index") == NULL)
		complain(c, "refused", text);
	if (strstr(text, "in use by another") != NULL)
		complain(c, "busy", text);
}

static void
take_answer(struct crew *c, const struct exchange *x)
{
	const struct json_object *result = json_get_object(x->reply, "result");
	const struct json_object *structured =
		json_get_object(result, "structuredContent");
	int64_t revision = json_get_int(structured, "revision", -1);

	if (x->answered_ms - x->sent_ms > ANSWER_MS)
		complain(c, "late", x->tool);
	if (structured == NULL) {
		take_refusal(c, result);
		return;
	}
	if (revision < 1 || revision >= REVISIONS_MAX ||
		c->acknowledged[revision]++ > 0)
		complain(c, "a revision was acknowledged twice", x->tool);
	if (revision > c->last)
		c->last = revision;
	c->items = (unsigned)json_get_int(structured, "items", 0);
	if (strcmp(x->tool, "add_item") == 0)
		c->adds++;
	else
		c->deletes++;
}

static struct exchange *
waiting(struct crew *c, size_t i)
{
	return &c->clients[i].exchanges[c->numbers[i]];
}

/* Waits for any of them; whoever is answered sends the next. */
static void
turn(struct crew *c, bool goes_on)
{
	struct pollfd fds[SERVERS];
	struct err ignored;

	for (size_t i = 0; i < SERVERS; i++)
		fds[i] = (struct pollfd){c->clients[i].server.out, POLLIN, 0};
	if (poll(fds, SERVERS, ANSWER_MS) <= 0) {
		complain(c, "nobody answers", "");
		return;
	}
	for (size_t i = 0; i < SERVERS; i++) {
		if (fds[i].revents == 0 || waiting(c, i)->reply != NULL)
			continue;
		(void)client_turn(&c->clients[i], clock_now_ms(), &ignored);
		if (waiting(c, i)->reply == NULL)
			continue;
		take_answer(c, waiting(c, i));
		if (goes_on)
			send_edit(c, i);
	}
}

static bool
is_waited_for(struct crew *c)
{
	for (size_t i = 0; i < SERVERS; i++) {
		if (waiting(c, i)->reply == NULL)
			return true;
	}
	return false;
}

static bool
begin(struct crew *c, const char *build, struct err *e)
{
	size_t number;

	if (!place_init(&c->place, build, e))
		return false;
	for (size_t i = 0; i < SERVERS; i++) {
		client_init(&c->clients[i], &c->place);
		if (!client_start(&c->clients[i], "--workers 1", true, e))
			return false;
	}
	return client_call(&c->clients[0], "open_session",
		       siege_json("{\"session\": \"s\"}"), &number, e) &&
	       client_await(
		       &c->clients[0], number, clock_now_ms() + ANSWER_MS, e);
}

/* Each revision once, each of them acknowledged. */
static void
account(struct crew *c)
{
	DROP(text) char *check = soak_check(&c->place);
	DROP(text)
	char *counts =
		text_format("%" PRId64 " revisions, %" PRId64 " added, %" PRId64
			    " deleted, %" PRId64 " refused",
			c->last, c->adds, c->deletes, c->conflicts);

	for (int64_t i = 1; i <= c->last; i++) {
		if (c->acknowledged[i] != 1)
			complain(c, "a revision nobody made", counts);
	}
	if (check != NULL)
		complain(c, "integrity_check", check);
	if (soak_query(&c->place, "SELECT revision FROM session") != c->last ||
		soak_query(&c->place, "SELECT count(*) FROM revision") !=
			c->last)
		complain(c, "another count of revisions", counts);
	if (soak_query(&c->place,
		    "SELECT count(*) FROM item WHERE valid_to IS NULL") !=
			c->adds - c->deletes ||
		soak_query(&c->place, "SELECT items FROM session") !=
			c->adds - c->deletes)
		complain(c, "another count of items", counts);
	if (c->last < SERVERS)
		complain(c, "hardly an edit", counts);
	printf("# four servers: %s\n", counts);
}

static void
work(struct crew *c, int64_t ms)
{
	int64_t until_ms = clock_now_ms() + ms;

	for (size_t i = 0; i < SERVERS; i++)
		send_edit(c, i);
	while (c->why == NULL && is_waited_for(c))
		turn(c, clock_now_ms() < until_ms);
}

char *
soak_servers(const char *build, int64_t ms, uint64_t seed)
{
	struct crew *c = mem_new(sizeof(*c));
	struct err e;
	char *why;

	dice_init(&c->dice, seed);
	c->acknowledged = mem_new(REVISIONS_MAX);
	process_adopt_orphans();
	if (!begin(c, build, &e)) {
		complain(c, "it does not begin", e.text);
	} else {
		work(c, ms);
		account(c);
	}
	for (size_t i = 0; i < SERVERS; i++)
		client_release(&c->clients[i]);
	place_release(&c->place);
	why = c->why;
	free(c->acknowledged);
	free(c);
	return why;
}
