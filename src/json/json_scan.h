#ifndef JSON_JSON_SCAN_H
#define JSON_JSON_SCAN_H

/*
 * The letters and words of JSON, as RFC 8259 has them and not a bit more:
 * what json/json_parse.c makes values of.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

struct json_scan {
	const char *start;
	const char *at;
	const char *end;
	struct buf decoded; /* the last string, if it had escapes */
	struct err *e;
};

/* The text is borrowed and must be valid UTF-8. */
void json_scan_init(
	struct json_scan *s, const char *text, size_t size, struct err *e);
void json_scan_release(struct json_scan *s);

/* Refuses the text at `at`, with its position. Always false. */
bool json_scan_fail(struct json_scan *s, const char *at, const char *format,
	...) __attribute__((format(printf, 3, 4)));

/* Refuses what stands here: "expected WANTED, found ..." Always false. */
bool json_scan_expected(struct json_scan *s, const char *wanted);

void json_scan_space(struct json_scan *s);

/* Passes over the character if it stands here. */
bool json_scan_take(struct json_scan *s, char c);

/* Passes over the word if it stands here, whole. */
bool json_scan_word(struct json_scan *s, const char *word);

/* At a quote. The text is borrowed until the next string. */
bool json_scan_string(struct json_scan *s, const char **text, size_t *size);

/* At a digit or a minus; passes over it. Its text lies before s->at then. */
bool json_scan_number(struct json_scan *s, bool *is_integer);

#endif
