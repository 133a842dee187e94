#ifndef TESTS_FORMULAS_ORACLE_H
#define TESTS_FORMULAS_ORACLE_H

/*
 * What libz3 by itself says of a text: each in a process of its own, forked
 * from one that has read none, without any of the server's ways.
 */

#include "base/buf.h"

/* What the checks of the text came to. */
enum oracle {
	ORACLE_SAT,
	ORACLE_UNSAT,
	ORACLE_UNKNOWN, /* or out of time, or dead */
	ORACLE_ERROR,	/* a command failed */
	ORACLE_SILENT,	/* no check */
};

/* Of the last check; one is added to the text. */
enum oracle oracle_ask(const char *text);

/* All that it prints; false if it is not done in time, or dies. */
bool oracle_run(const char *text, struct buf *output);

const char *oracle_word(enum oracle answer);

#endif
