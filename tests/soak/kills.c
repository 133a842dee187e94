#include "soak/soak.h"

#include <inttypes.h>
#include <signal.h>
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

enum {
	IN_FLIGHT = 3,
	/* A server is up in 10 ms, its first worker in 60. */
	LIFE_MS = 250,
	LOOK_MS = 5,
	/* Where a machine is so busy that none gets to an edit: times count. */
	PATIENCE = 20,
};

/* One server's life. */
struct life {
	struct place *place;
	struct client client;
	struct dice *dice;
	unsigned *names;
	int64_t *last;	/* revision that was acknowledged, of all lives */
	int64_t *total; /* acknowledged edits */
	size_t in_flight[IN_FLIGHT];
};

/* A revision of many rows. */
static struct json_object *
several(struct life *l)
{
	struct json_object *edits = json_new_array();

	for (int i = 0; i < 5; i++) {
		struct json_object *edit =
			siege_json("{\"op\": \"add\", \"index\": 1}");
		DROP(text)
		char *content =
			text_format("(declare-const k%u Int)", (*l->names)++);

		json_put_string(edit, "content", content);
		json_add(edits, edit);
	}
	json_add(edits, siege_json("{\"op\": \"delete\", \"index\": 0}"));
	json_add(edits, siege_json("{\"op\": \"move\", \"index\": 0, "
				   "\"to\": 2}"));
	return edits;
}

static bool
send_one(struct life *l, size_t i, struct err *e)
{
	struct json_object *arguments = siege_json("{\"session\": \"s\"}");
	const char *tool = "add_item";
	DROP(text) char *content = NULL;

	if (dice_says(l->dice, 10)) {
		tool = "solve_model";
	} else if (dice_says(l->dice, 15)) {
		tool = "edit_model";
		json_put(arguments, "edits", several(l));
	} else if (dice_says(l->dice, 20)) {
		tool = "delete_item";
		json_put_int(arguments, "index", dice_below(l->dice, 4));
	} else {
		content = text_format("(declare-const k%u Int)", (*l->names)++);
		json_put_string(arguments, "content", content);
		json_put_int(arguments, "index", 0);
	}
	return client_call(&l->client, tool, arguments, &l->in_flight[i], e);
}

static void
take_acknowledged(struct life *l, const struct exchange *x)
{
	const struct json_object *structured = json_get_object(
		json_get_object(x->reply, "result"), "structuredContent");
	int64_t revision = json_get_int(structured, "revision", 0);

	if (strcmp(x->tool, "solve_model") == 0 || structured == NULL)
		return;
	(*l->total)++;
	if (revision > *l->last)
		*l->last = revision;
}

/* Takes what has come and sends as much; false when it has gone wrong. */
static bool
work(struct life *l, int64_t until_ms, struct err *e)
{
	struct err ignored;

	for (size_t i = 0; i < IN_FLIGHT; i++) {
		if (!send_one(l, i, e))
			return false;
	}
	while (clock_now_ms() < until_ms) {
		int64_t look_ms = clock_now_ms() + LOOK_MS;

		(void)client_turn(&l->client,
			look_ms < until_ms ? look_ms : until_ms, &ignored);
		for (size_t i = 0; i < IN_FLIGHT; i++) {
			struct exchange *x =
				&l->client.exchanges[l->in_flight[i]];

			if (x->reply == NULL)
				continue;
			take_acknowledged(l, x);
			if (!send_one(l, i, e))
				return false;
		}
	}
	return true;
}

/* What had been written before the end is acknowledged, too. */
static void
read_last_words(struct life *l)
{
	struct err ignored;

	while (client_is_running(&l->client) &&
		client_turn(&l->client, clock_now_ms(), &ignored))
		;
	for (size_t i = 0; i < IN_FLIGHT; i++) {
		const struct exchange *x =
			&l->client.exchanges[l->in_flight[i]];

		if (x->reply != NULL)
			take_acknowledged(l, x);
	}
}

static char *
account(struct life *l)
{
	DROP(text) char *check = soak_check(l->place);
	int64_t kept = soak_query(l->place, "SELECT revision FROM session");

	if (check != NULL)
		return text_format("integrity_check: %s", check);
	if (kept < *l->last)
		return text_format("revision %" PRId64
				   " was acknowledged, but the last one "
				   "is %" PRId64,
			*l->last, kept);
	if (soak_query(l->place, "SELECT count(*) FROM revision") != kept ||
		soak_query(l->place,
			"SELECT items - (SELECT count(*) FROM item WHERE "
			"valid_to IS NULL) FROM session") != 0)
		return text_copy("a revision is half there");
	return NULL;
}

static char *
live(struct life *l)
{
	int64_t until_ms = clock_now_ms() + 1 + dice_below(l->dice, LIFE_MS);
	struct err e;
	bool well;

	client_init(&l->client, l->place);
	well = client_start(&l->client, "--workers 1", true, &e) &&
	       work(l, until_ms, &e);
	if (client_is_running(&l->client))
		(void)kill(l->client.server.pid, SIGKILL);
	if (well)
		read_last_words(l);
	client_release(&l->client);
	return well ? account(l) : text_copy(e.text);
}

static bool
make_session(struct place *p, struct err *e)
{
	struct client client;
	size_t number;
	bool made;

	client_init(&client, p);
	made = client_start(&client, "", true, e) &&
	       client_call(&client, "open_session",
		       siege_json("{\"session\": \"s\"}"), &number, e) &&
	       client_await(&client, number, clock_now_ms() + SIEGE_LATE_MS, e);
	client_release(&client);
	return made;
}

char *
soak_kills(const char *build, unsigned count, uint64_t seed)
{
	struct place place = {0};
	struct dice dice;
	unsigned names = 0;
	int64_t last = 0;
	int64_t total = 0;
	unsigned lives = 0;
	char *why = NULL;
	struct err e;

	process_adopt_orphans();
	dice_init(&dice, seed);
	if (!place_init(&place, build, &e) || !make_session(&place, &e))
		why = text_copy(e.text);
	for (; why == NULL &&
		(lives < count || (total == 0 && lives < PATIENCE * count));
		lives++) {
		struct life life = {.place = &place,
			.dice = &dice,
			.names = &names,
			.last = &last,
			.total = &total};

		why = live(&life);
	}
	printf("# %u kills: %" PRId64 " edits acknowledged, revision %" PRId64
	       "\n",
		lives, total, last);
	if (why == NULL && total == 0)
		why = text_copy("no edit was acknowledged: nothing was seen");
	place_release(&place);
	return why;
}
