#include "cli/file_io.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"

static bool
read_all(FILE *file, const char *name, struct buf *text, struct err *e)
{
	char piece[64 * KIB];
	size_t size;

	while ((size = fread(piece, 1, sizeof(piece), file)) > 0) {
		if (!buf_add(text, piece, size))
			return err_set(e, ERR_LIMIT,
				"%s is larger than %zu bytes", name,
				text->ceiling);
	}
	if (ferror(file))
		return err_set(e, ERR_SYSTEM, "cannot read %s: %s", name,
			strerrordesc_np(errno));
	return true;
}

bool
file_io_read(const char *name, struct buf *text, struct err *e)
{
	FILE *file;
	bool done;

	if (strcmp(name, "-") == 0)
		return read_all(stdin, "standard input", text, e);
	file = fopen(name, "re");
	if (file == NULL)
		return err_set(e, ERR_SYSTEM, "cannot open %s: %s", name,
			strerrordesc_np(errno));
	done = read_all(file, name, text, e);
	(void)fclose(file); /* it was only read */
	return done;
}

bool
file_io_write(const char *name, const char *text, size_t size, struct err *e)
{
	FILE *file = fopen(name, "we");
	bool written;

	if (file == NULL)
		return err_set(e, ERR_SYSTEM, "cannot open %s: %s", name,
			strerrordesc_np(errno));
	written = fwrite(text, 1, size, file) == size;
	written &= fclose(file) == 0;
	if (!written)
		return err_set(e, ERR_SYSTEM, "cannot write %s: %s", name,
			strerrordesc_np(errno));
	return true;
}
