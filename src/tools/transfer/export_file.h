#ifndef TOOLS_TRANSFER_EXPORT_FILE_H
#define TOOLS_TRANSFER_EXPORT_FILE_H

/*
 * An export as a file below the folder that the server was started with, and
 * nowhere else: a path is names with "/" between them, none of them begins
 * with ".", and no link is followed on the way.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/*
 * Writes the file under a temporary name, then gives it its own: whoever looks
 * sees all of it or none. ERR_CONFLICT when there is one already and it is not
 * to be replaced. The message shows the path as it was given, never `folder`,
 * which is NULL when there is none.
 */
bool export_file_write(const char *folder, const char *path, const char *text,
	size_t size, bool overwrite, struct err *e);

#endif
