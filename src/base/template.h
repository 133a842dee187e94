#ifndef BASE_TEMPLATE_H
#define BASE_TEMPLATE_H

/*
 * A template is a text in which values have names:
 *
 *	{NAME}		the value of NAME
 *	{NAME|TEXT}	the value of NAME, or TEXT if NAME has none
 *	{NAME:TEXT}	whatever NAME makes of TEXT; mostly a loop that writes
 *			TEXT once for each of its elements
 *
 * A name begins with a letter, a digit or "#". TEXT is a template itself. A "{"
 * that no name follows stands for itself, so JSON can stand in a template.
 * Values are written as they are: braces in a value are not read.
 *
 * Example: with x = 3 and a loop over the elements 1 and 2,
 * "(and{each: (< {element} {x})})" becomes "(and (< 1 3) (< 2 3))".
 */

#include "base/buf.h"
#include "base/slice.h"

/*
 * Appends the value of a name. `body` is TEXT of {NAME:TEXT}; its start is NULL
 * for other forms. Returns false if the name has no value.
 */
typedef bool template_value(
	struct buf *out, struct slice name, struct slice body, void *context);

/* Appends the text with its values. Returns false, and may have appended a part
 * of the text, if a name without an alternative has no value, or if the buffer
 * overflows. */
bool template_fill(struct buf *out, struct slice text, template_value *value,
	void *context);

#endif
