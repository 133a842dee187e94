#ifndef REPLAY_PERFORM_H
#define REPLAY_PERFORM_H

/*
 * Performs a talk, step by step, and reports each expectation.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "replay/client.h"
#include "replay/place.h"
#include "replay/report.h"
#include "replay/talk.h"

struct json_object;

/* What the patterns look at: the outcome of the last step that had one. */
struct subject {
	bool is_there;
	bool is_refused;
	bool is_judged; /* a pattern has looked at it */
	bool is_raw;	/* a raw line was sent; its answer may still come */
	const struct step *step;
	struct json_object *value; /* owned; NULL for a refusal in text only */
	char *text;
};

struct stage {
	struct report *report;
	struct place place;
	struct client client;
	struct subject subject;
	struct json_object *names; /* bound by patterns */
	char *flags;		   /* of the next server */
	const struct step *end;	   /* of the talk */
	int64_t within_ms;	   /* for the next answer; 0: any time */
	unsigned more_tries;	   /* of the next call */
	bool is_bare;		   /* the next server gets no handshake */
	bool is_broken;		   /* the talk cannot go on */
};

/* How long a step may take, whatever it waits for. */
enum { STEP_LIMIT_MS = 60000 };

void perform(struct report *report, const struct talk *talk, const char *build);

/* The % steps; in perform_do.c. */
bool perform_do(struct stage *s, const struct step *step, struct err *e);

/* A server is there, started if need be. */
bool stage_need_server(struct stage *s, struct err *e);

#endif
