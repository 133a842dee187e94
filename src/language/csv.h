#ifndef LANGUAGE_CSV_H
#define LANGUAGE_CSV_H

/*
 * CSV (RFC 4180) as JSON. Cells are separated by tabs or semicolons, where the
 * first line has one, else by commas; a cell that is a JSON value is that, an
 * empty one null, any other a string. Where the comma separates nothing, 0,5 is
 * a number.
 */

#include <stdbool.h>
#include <stddef.h>

struct json_object;

/*
 * Adds the lines to the array: objects under a first line of words, values
 * where there is one column, else arrays. False if a line has not as many cells
 * as the first: *first and *cells say how many these have.
 */
bool csv_read(const char *text, struct json_object *rows, size_t *first,
	size_t *cells);

#endif
