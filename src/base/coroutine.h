#ifndef BASE_COROUTINE_H
#define BASE_COROUTINE_H

/*
 * Coroutines: functions with a stack of their own that give way to the loop in
 * the middle of their work, and are resumed by it. This is how work over many
 * items is done in slices, and how something is waited for in the middle of a
 * function, on the one thread of the server:
 *
 *	for (size_t i = 0; i < count; i++) {
 *		coroutine_pause();	returns at once, as a rule
 *		...
 *	}
 *
 * Callbacks run while a function pauses. They must not change what the function
 * holds. Code that is not called from a coroutine runs through to its
 * end: there, coroutine_pause does nothing.
 */

#include <stdbool.h>

struct coroutine;
struct loop;

/* Calls `run` until it returns or gives way for the first time; the loop does
 * the rest. May be called from within another coroutine. */
void coroutine_start(
	struct loop *l, void (*run)(void *argument), void *argument);

/* NULL outside of a coroutine. */
struct coroutine *coroutine_current(void);

/* Gives way if the loop's turn has taken long (LIMIT_SLICE_US of processor
 * time). Cheap enough for each round of a loop that does little more than a
 * microsecond's work. */
void coroutine_pause(void);

/* Like coroutine_pause, but gives way after a tenth of that time. Called before
 * a long step that cannot be divided, which then has the turn for itself. */
void coroutine_pause_early(void);

/* Gives way for about that time. Returns false at once if the caller has to
 * wait by itself or not at all: outside of a coroutine, and in one that is to
 * hurry. */
bool coroutine_sleep(int ms);

/* Resumes a paused coroutine, which does not give way until it calls
 * coroutine_relax or ends. */
void coroutine_hurry(struct coroutine *co);
/* Gives way if somebody has called coroutine_hurry. */
void coroutine_relax(void);

/* The loop is about to be freed: all paused coroutines run to their ends. */
void coroutine_finish_all(void);
/* Whether that is so, and nobody waits for what the coroutine does. */
bool coroutine_is_ending(void);

#endif
