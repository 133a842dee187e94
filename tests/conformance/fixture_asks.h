#ifndef TESTS_CONFORMANCE_FIXTURE_ASKS_H
#define TESTS_CONFORMANCE_FIXTURE_ASKS_H

/*
 * The tools that ask the client something. Each ends the request or
 * asks, and is then run again.
 */

struct json_object;
struct request;

typedef void fixture_run(
	struct request *r, const struct json_object *arguments);

fixture_run fixture_capability;
fixture_run fixture_capital;
fixture_run fixture_declared;
fixture_run fixture_defaults;
fixture_run fixture_elicitation;
fixture_run fixture_enums;
fixture_run fixture_name;
fixture_run fixture_roots;
fixture_run fixture_rounds;
fixture_run fixture_sampling;
fixture_run fixture_several;
fixture_run fixture_state;
fixture_run fixture_streaming;

/* A form with one text, as questions to ask: `key` is the
 * question's and `name` the field's. The caller's. */
struct json_object *fixture_form(
	const char *key, const char *message, const char *name);

#endif
