#ifndef MODEL_TEXT_STANDARD_H
#define MODEL_TEXT_STANDARD_H

/*
 * SMT-LIB text in the words of the standard. libz3 accepts more than the
 *standard has, and other solvers refuse that:
 *
 *	-2, 1.			(- 2), 1.0
 *	(is-cons l)		((_ is cons) l)
 *	(str.in.re s r)		(str.in_re s r), and other names of old
 *	(RegEx String)		RegLan
 *	(re.loop r 1 3)		((_ re.loop 1 3) r)
 *	((_ at-most 1) p q)	(<= (+ 0 (ite p 1 0) (ite q 1 0)) 1)
 *	(declare-sort U)	(declare-sort U 0)
 *	(declare-datatype C (red))	(declare-datatype C ((red)))
 *
 * A line stays on its line. What has no word in the standard stays as it is.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

struct parsed_text;

/* Appends a text of commands or a term, which the model was accepted with,
 * with blanks in the place of its logic. If `is_own`, names stay as they are,
 * since some are the model's own. */
void standard_add(struct buf *out, const char *text, size_t size, bool is_own);

/* Returns whether the text declares or binds a name that standard_add would
 * take for one of libz3's. */
bool standard_is_own(struct parsed_text *parsed);

/* Returns whether the text has a name that libz3 knows without a logic only,
 * and that standard_add leaves as it is. */
bool standard_is_without_logic(const char *text, size_t size, bool is_own);

#endif
