#ifndef CLI_FILE_IO_H
#define CLI_FILE_IO_H

/* Whole files that the person at the command line names. */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

/*
 * Appends the file, or standard input for "-", to the text; at most its
 * ceiling. The error names the file.
 */
bool file_io_read(const char *name, struct buf *text, struct err *e);

/* Makes or replaces the file. */
bool file_io_write(
	const char *name, const char *text, size_t size, struct err *e);

#endif
