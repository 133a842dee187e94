#ifndef WORKER_BASE_CONTEXT_H
#define WORKER_BASE_CONTEXT_H

/*
 * libz3 as this process uses it: contexts whose errors are kept instead of
 * ending the process (libz3's default handler calls exit(1)), and the facts
 * of the version in use.
 *
 * A process does one job and ends, so contexts are never freed and no
 * reference is counted for terms: Z3_mk_context keeps them alive.
 */

#include <stdbool.h>

#include "worker/base/libz3.h"

/* A context that prints SMT-LIB. Ends the process if libz3 cannot make one. */
Z3_context context_new(void);

/*
 * Runs the ways through libz3 that a trivial job takes, so that their pages
 * and tables are there before a client waits for them.
 */
void context_warm(Z3_context c);

/*
 * Has libz3 start the threads that time its tactics (try_for), which it keeps
 * for later ones: without them a strategy that is timed answers unknown.
 */
void context_start_timers(Z3_context c);

/* Forgets the last error. */
void context_clear(void);

/* True if a call since context_clear raised an error. */
bool context_failed(void);

/* libz3's text of that error; "" if there was none. Borrowed. */
const char *context_error(void);

/* A name of the text as smt/text/lexer.h has it. Borrowed, until the next call.
 */
const char *context_name(Z3_context c, Z3_symbol name);

/* "4.8.12" */
const char *context_version(void);

/*
 * Whether the library is the one whose header the program was compiled with:
 * Debian 12 and 13 share a soname but not the values of every enum.
 */
bool context_version_fits(void);

#endif
