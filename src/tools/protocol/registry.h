#ifndef TOOLS_PROTOCOL_REGISTRY_H
#define TOOLS_PROTOCOL_REGISTRY_H

/*
 * The engines of protocol_engines.def and what schema/knowledge says of them.
 * A name is looked up in the table, and never becomes a path.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct json_object;
struct protocol_run;

/* An adapter; see run.h. */
typedef bool engine_start(struct protocol_run *r, struct err *e);
#define ENGINE(name, start) engine_start start;
#include "tools/protocol/protocol_engines.def"

struct protocol_engine {
	const char *name;
	const char *page_text;
	engine_start *start;
};

size_t engine_count(void);
const struct protocol_engine *engine_at(size_t index);

/* By its name or another word for it; ERR_NOT_FOUND says what to use instead.
 */
const struct protocol_engine *engine_find(const char *name, struct err *e);

/* Its page; and the schema of what a request to it holds, an object with
 * input, config and operation. Both borrowed. */
const struct json_object *engine_page(const struct protocol_engine *engine);
const struct json_object *engine_schema(const struct protocol_engine *engine);

/* Whether the list of texts has the word; it may be NULL. */
bool has_word(const struct json_object *words, const char *word);

/*
 * Which engine suits a type of problem: {algorithm, reasoning, alternatives},
 * the caller's. A row of selector.json counts only where every feature that it
 * names was given with that value, and of several the one that names most: a
 * default stands until something speaks against it.
 */
struct json_object *engine_select(
	const char *problem_type, const struct json_object *features);

/* The first engine whose members the input has, or NULL. */
const struct protocol_engine *engine_find_fitting(
	const struct json_object *input);

/* What is listed beside the engines: names with what to use instead. */
const struct json_object *engine_unavailable(void);

#endif
