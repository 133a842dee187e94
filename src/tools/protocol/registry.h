#ifndef TOOLS_PROTOCOL_REGISTRY_H
#define TOOLS_PROTOCOL_REGISTRY_H

/*
 * The engines of protocol_engines.def, each of which is its page in
 * schema/knowledge/algorithms: what it is called and takes, how its input is
 * written (`encoding`, program.h) or searched (`key`), and what of the answer
 * is its `result`. A name is looked up, and never becomes a path.
 *
 * Pages are borrowed, for ever.
 */

#include <stdbool.h>

#include "base/err.h"

struct json_object;

/* The pages, in the order of the list. */
const struct json_object *engine_pages(void);

/* By its name or another word for it; ERR_NOT_FOUND says what to use instead.
 */
const struct json_object *engine_find(const char *name, struct err *e);

/* The first engine whose members the input has, or NULL. */
const struct json_object *engine_find_fitting(const struct json_object *input);

/* The schema of what a request to the engine holds, an object with input,
 * config and operation; the caller's. */
struct json_object *engine_schema(const struct json_object *page);

/*
 * Which engine suits a type of problem: {algorithm, reasoning, alternatives},
 * the caller's. A row of selector.json counts only where every feature that it
 * names was given with that value, and of several the one that names most: a
 * default stands until something speaks against it.
 */
struct json_object *engine_select(
	const char *problem_type, const struct json_object *features);

/* Listed after the engines: names that are not available, with what to use
 * instead. */
const struct json_object *engine_unavailable(void);

/* Whether the list of texts has the word; it may be NULL. */
bool has_word(const struct json_object *words, const char *word);

#endif
