#ifndef WORKER_PRINT_PRINT_TERM_H
#define WORKER_PRINT_PRINT_TERM_H

/*
 * Terms as SMT-LIB text that libz3 reads back, on one line.
 *
 * libz3 4.8.12 writes the empty list of each instance of a datatype as nil and
 * sorts without their parameters; so only its words for operators and literals
 * are its own here, unless the term is huge.
 */

#include "base/buf.h"
#include "worker/base/libz3.h"
#include "worker/print/printer.h"

/* Appends it. Returns false, and appends nothing, if libz3 was interrupted. */
bool print_term_add(struct printer *p, Z3_ast term, struct buf *out);

/* The same; the caller's. "" if libz3 was interrupted. */
char *print_term(struct printer *p, Z3_ast term);

#endif
