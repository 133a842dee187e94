#ifndef REPLAY_REPORT_H
#define REPLAY_REPORT_H

/*
 * What a talk prints: TAP, one test per expectation, or (--show) the
 * conversation itself for a person, in which a failed expectation goes to
 * stderr.
 */

#include <stdbool.h>

struct json_object;
struct step;

struct report {
	const char *file;
	bool is_show;
	bool is_colourful;
	bool is_spaced; /* the last line was empty */
	unsigned tests;
	unsigned failures;
};

void report_init(struct report *r, const char *file, bool is_show);

/* One test. `why` is what went wrong, lines and all; NULL: it passed. */
void report_test(struct report *r, const struct step *s, const char *why);
/* A test that stands at no line of the file. */
void report_whole(struct report *r, const char *what, const char *why);
/* The end; the exit code of the program. */
int report_end(struct report *r);

/* These print with --show only. A long text that one of `names` is bound to is
 * shown as the name. */
void report_narration(struct report *r, const char *text);
void report_call(struct report *r, const char *tool,
	const struct json_object *arguments, const struct json_object *names);
void report_command(struct report *r, char sign, const char *text);
void report_answer(struct report *r, bool is_refused, const char *text);

#endif
