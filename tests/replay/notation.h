#ifndef REPLAY_NOTATION_H
#define REPLAY_NOTATION_H

/*
 * How a talk writes JSON. Everything that JSON allows, and:
 *
 *	"a string		may go on over lines: the break behind the
 *		that goes on"	opening quote is dropped, each other one is a
 *				newline, and one leading tab per line is free
 *	"ab"*3 "c"		strings side by side are one; *N repeats
 *	$name			a value that a pattern has bound
 *
 * and in patterns only:
 *
 *	~"piece"	a string that holds the piece
 *	!~"piece"	a string that does not
 *	~/regex/	a string that holds a match (POSIX extended; ^ and $
 *			are those of lines)
 *	any		anything, but there
 *	absent		a member that is not there
 *	$name		at its first use: anything, remembered as $name
 *	...		as last element of an array: more may follow; as its
 *			first too: each pattern between them matches somewhere
 *
 * A pattern becomes plain JSON in which an object with one member ~piece,
 * ~not, ~regex, ~any, ~absent, ~bind or ~rest stands for these.
 */

#include <stdbool.h>

#include "base/err.h"

struct json_object;

enum notation { NOTATION_VALUE, NOTATION_PATTERN };

/* `names` is an object: what is bound so far. The value is the caller's. */
bool notation_parse(const char *text, enum notation notation,
	const struct json_object *names, struct json_object **value,
	struct err *e);

#endif
