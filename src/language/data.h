#ifndef LANGUAGE_DATA_H
#define LANGUAGE_DATA_H

/*
 * Tables as data: the numbers of a problem as a JSON object instead of nested
 * ite,
 *
 *	{"n": 3, "dist": [[0, 5, 9], [5, 0, 4], [9, 4, 0]]}
 *
 * becomes one definition for each member,
 *
 *	; data: {"n":3,"dist":[[0,5,9],[5,0,4],[9,4,0]]}
 *	(define-fun n () Int 3)
 *	(declare-fun dist!outside (Int Int) Int)
 *	(define-fun dist ((i Int) (j Int)) Int (ite (= i 1) ...))
 *
 * A member is a scalar, an array (a function of one index), arrays in an array
 * (of two, up to DATA_DIMENSIONS), objects in an array (records: a function
 * NAME_FIELD of the row for each field), or an object that says more:
 *
 *	values   any of the above; with `over`, objects whose keys are the
 *	         constructors of that sort
 *	csv      the same as CSV (RFC 4180); a first line of words names the
 *	         fields. Cells are separated by tabs or semicolons, where the
 *	         first line has one, else by commas; a cell that is a JSON
 *	         value is that, an empty one null, any other a string. Where
 *	         the comma separates nothing, 0,5 is a number.
 *	pairs    a relation: a function to Bool that holds for these tuples
 *	symmetric  pairs hold in both directions
 *	sort     of the values; found if it is not given
 *	over     sort or sorts of the indices that are not Int
 *	first    the first index; 1 if it is not given
 *
 * Where a value is null, the solver may choose it: it is of a function of its
 * own, NAME!open. What a table is outside of its indices, NAME!outside, nobody
 * wants to know: it is not shown, and makes no solution another one. Numbers
 * are read as their text, never as doubles.
 */

#include <stddef.h>

enum { DATA_DIMENSIONS = 4 };

/*
 * Returns what the data in the first line of an item's content define, with
 * the ranges of the indices: "n, (dist 1..3 1..3)"; on the heap. NULL if the
 * content is not what data_read makes of that line.
 */
char *data_summary(const char *content, size_t size);

#endif
