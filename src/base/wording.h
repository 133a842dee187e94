#ifndef BASE_WORDING_H
#define BASE_WORDING_H

/*
 * How messages name tools and arguments. A message says {timeout_ms} or
 * {add_item}, and each door has its own words for these: a chat calls the tool
 * add_item, a person types `satchel call add_item`.
 *
 * Formats of base/err.h, of diagnostics and sentences of advice are worded when
 * they are filled in, so that no byte of a client is taken for a name. A worker
 * does not know the door of its server; it leaves the names as they are, and
 * the server words what it receives.
 */

#include "base/buf.h"
#include "base/slice.h"

/* Appends what a door calls the tool or argument, or returns false if it knows
 * none of that name. */
typedef bool wording(struct buf *out, struct slice name);

/* The words of a chat: each name with "_" in it is its own word. */
wording wording_of_chat;
/* The words of a worker: {name} stays. */
wording wording_kept;

/* Sets the words of this process; those of a chat at first. */
void wording_use(wording *words);

/* Appends the name in the words of this process, or returns false. */
bool wording_add(struct buf *out, struct slice name);

/* Returns the text with its names worded, on the heap; braces around anything
 * else stay. */
char *wording_text(const char *text);

#endif
