#ifndef REPLAY_TALK_H
#define REPLAY_TALK_H

/*
 * A .talk file: a conversation with the real programs, written so that it
 * reads as documentation. One step per line; a line that begins with a tab or
 * a blank continues the step above; empty lines are free.
 *
 *	# text            narration
 *	> TOOL {...}      calls a tool and waits for the answer
 *	& TOOL {...}      calls a tool and goes on
 *	? METHOD {...}    any other request, and waits
 *	$ COMMAND         a shell command; `satchel` is the program under test
 *	! TEXT            sends the text as a line, whatever it is
 *	% WORDS           does something to the programs: the list is in
 *	                  perform_do.c
 *
 *	< PATTERN         the last step was answered so
 *	<! PATTERN        the last step was refused so
 *	* PATTERN         waits for an answer to an & that is so
 *	*! PATTERN        waits for a refusal of an & that is so
 *	@ PATTERN         waits for a notification that is so
 *
 * A pattern that is ~"piece" looks into the text; any other into the
 * structured content (of >), the result (?), the error (refused ?), the
 * message (!), or {"exit", "stdout", "stderr"} ($). Arguments and patterns are
 * JSON with the additions of notation.h.
 *
 * A refusal that no <! expects fails the talk. A raw line that is answered
 * without a < after it fails the talk, so a later request proves silence.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

enum step_kind {
	STEP_NARRATION,
	STEP_CALL,
	STEP_SEND,
	STEP_REQUEST,
	STEP_SHELL,
	STEP_RAW,
	STEP_DO,
	STEP_ANSWERED,
	STEP_REFUSED,
	STEP_ARRIVED,
	STEP_ARRIVED_REFUSED,
	STEP_NOTIFIED,
};

struct step {
	enum step_kind kind;
	unsigned line;
	char *word; /* the tool, the method; "" where the kind has none */
	char *text; /* the rest, lines joined by "\n" */
};

struct talk {
	struct step *steps;
	size_t count;
	size_t capacity;
};

/* Reads a whole file. The error names the line. */
bool talk_read(struct talk *t, const char *path, struct err *e);
void talk_release(struct talk *t);

#endif
