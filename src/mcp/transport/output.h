#ifndef MCP_TRANSPORT_OUTPUT_H
#define MCP_TRANSPORT_OUTPUT_H

/*
 * Lines to a reader that may be slow. Nothing is dropped and nothing blocks:
 * what the descriptor does not take now waits and is written when it can be.
 * Whoever fills it pauses what causes the answers while more than LIMIT_UNSENT
 * bytes wait.
 *
 * The descriptor's flags are not changed: they belong to the open file, which
 * others (the shell, stderr) may share.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct loop;
struct output;

/* Called by the loop after bytes have left, or when the reader is gone. */
typedef void output_on_change(void *argument);

/* The descriptor is borrowed. */
struct output *output_new(
	struct loop *loop, int fd, output_on_change *on_change, void *argument);
void output_free(struct output *o); /* NULL is fine */

/* Writes the text and a newline, or what can be written now. */
void output_line(struct output *o, const char *text, size_t size);

size_t output_waiting(const struct output *o);	 /* bytes */
uint64_t output_written(const struct output *o); /* bytes, ever */

/* The reader is gone, or does not read while far more than LIMIT_UNSENT waits;
 * what is written now is dropped. */
bool output_is_broken(const struct output *o);

#endif
