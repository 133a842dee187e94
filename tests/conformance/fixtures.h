#ifndef TESTS_CONFORMANCE_FIXTURES_H
#define TESTS_CONFORMANCE_FIXTURES_H

/*
 * The tools, prompts and resources that the official conformance suite looks
 * for, behind the very protocol core that Satchel is served by. Satchel itself
 * has none of them.
 *
 * JSON is written with ' for ".
 */

#include <stdbool.h>

#include "mcp/session/request.h"

struct json_object;

extern const struct catalog catalog_fixtures;

method_run fixture_tools_list;
method_run fixture_tools_call;
method_run fixture_prompts_list;
method_run fixture_prompts_get;
method_run fixture_resources_list;
method_run fixture_templates_list;
method_run fixture_resources_read;

bool fixture_stamp(
	struct client *c, const char *uri, char stamp[CATALOG_STAMP_SIZE]);

/* The value of a text; the caller's. */
struct json_object *fixture_json(const char *text);

/* {"content": [{"type": "text", "text": ...}]}; the caller's. */
struct json_object *fixture_text(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* The text, if the user has accepted the form and entered one of that name. */
const char *fixture_entered(
	const struct json_object *response, const char *name);

/* Ends the request with a result that is written as a text. */
void fixture_answer(struct request *r, const char *result);

/* A one pixel image, and the shortest sound. */
#define FIXTURE_PNG \
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAF" \
	"BQIAX8jx0gAAAABJRU5ErkJggg=="
#define FIXTURE_WAV \
	"UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA="

#endif
