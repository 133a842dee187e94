#ifndef MODEL_TEXT_DATA_LINE_H
#define MODEL_TEXT_DATA_LINE_H

/*
 * An item that was made of data begins with them, as JSON in a comment:
 *
 *	; data: {"n":3}
 *	(define-fun n () Int 3)
 *
 * The reader that made the item guarantees that its definitions are those of
 * the line: it takes the mark away from any other content that begins so
 * (language/read_text.c). So nobody is shown data that the definitions do not
 * hold, and nothing else has to read data.
 */

#include <stddef.h>

#define DATA_MARK "; data: "

/* The suffix of the function that has the open values of a table. */
#define DATA_OPEN "!open"

/* Returns the JSON in the first line of an item's content, on the heap; NULL
 * if the item was not made of data. */
char *data_line(const char *content, size_t size);

#endif
