#include "tools/transfer/model_export.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/utf8.h"

enum {
	LIMIT_PATH = 1024,
	LIMIT_FILE_NAME = 200, /* the temporary one is a little longer */
	MODE = 0644,
};

/* --- the path ------------------------------------------------------------- */

static bool
refuse_path(const char *path, const char *why, struct err *e)
{
	return err_advise(e, ERR_ARGUMENT,
		"path \"%.200s\" is refused: %s; send a path below the export "
		"folder, such as rota.smt2 or may/rota.smt2; or leave it out: "
		"the text is then in the answer",
		path, why);
}

/* A path of names: no way up, none to the root, nothing hidden. */
static bool
check_path(const char *path, struct err *e)
{
	DROP(text) char *shown = sanitize_text(path);
	const char *at = path;

	if (strlen(path) > LIMIT_PATH)
		return refuse_path(path, "it is too long", e);
	if (*path == '/')
		return refuse_path(path, "it is absolute", e);
	/* What prints the name would obey it. */
	if (strcmp(shown, path) != 0 || strpbrk(path, "\n\t") != NULL)
		return refuse_path(
			path, "a name in it holds a control character", e);
	do {
		size_t length = strcspn(at, "/");

		if (length == 0 || length > LIMIT_FILE_NAME)
			return refuse_path(path,
				"a name in it is empty, or longer than 200 "
				"bytes",
				e);
		if (*at == '.' || *at == '-')
			return refuse_path(path,
				"a name in it begins with a dot, as \"..\" "
				"does, or with a dash",
				e);
		at += length;
	} while (*at++ != '\0');
	return true;
}

/* The folder of the file, by way of folders that are no links, and *name, what
 * the path calls the file there; -1: refused. */
static int
open_folder(
	const char *root, const char *path, const char **name, struct err *e)
{
	int folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	const char *slash;

	if (folder < 0)
		err_advise(e, ERR_SYSTEM,
			"the export folder of this server cannot be opened "
			"(%s); leave path out: the text is then in the answer; "
			"tell the person who runs the server",
			strerrordesc_np(errno));
	*name = path;
	while (folder >= 0 && (slash = strchr(*name, '/')) != NULL) {
		DROP(text)
		char *part = text_copy_n(*name, (size_t)(slash - *name));
		int next = openat(folder, part,
			O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

		if (next < 0)
			refuse_path(path,
				errno == ENOENT
					? "there is no such folder, and "
					  "export_model makes none"
					: "a part of it is not a folder",
				e);
		(void)close(folder); /* it was only looked through */
		folder = next;
		*name = slash + 1;
	}
	return folder;
}

/* --- the file ------------------------------------------------------------- */

static bool
write_all(int fd, const char *text, size_t size)
{
	while (size > 0) {
		ssize_t written = write(fd, text, size);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return false;
		text += written;
		size -= (size_t)written;
	}
	return fsync(fd) == 0;
}

/* 0, or an errno. */
static int
write_file(int folder, const char *name, const char *text, size_t size,
	bool overwrite)
{
	DROP(text) char *temporary = NULL;
	unsigned random;
	int why = 0;
	int fd;

	/* So few bytes come at once; see getrandom(2). */
	(void)!getrandom(&random, sizeof(random), 0);
	temporary = text_format(".%s.%08x.part", name, random);
	fd = openat(folder, temporary,
		O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, MODE);
	if (fd < 0)
		return errno;
	if (!write_all(fd, text, size))
		why = errno;
	if (close(fd) < 0 && why == 0)
		why = errno;
	if (why == 0 && renameat2(folder, temporary, folder, name,
				overwrite ? 0 : RENAME_NOREPLACE) < 0)
		why = errno;
	if (why != 0)
		(void)unlinkat(folder, temporary, 0); /* no more can be done */
	return why;
}

bool
export_file_write(const char *folder, const char *path, const char *text,
	size_t size, bool overwrite, struct err *e)
{
	const char *name;
	int fd;
	int why;

	if (folder == NULL)
		return err_advise(e, ERR_ARGUMENT,
			"This server writes no files: it was started without "
			"--export-dir DIR; call {export_model} without path: "
			"the "
			"text is in the answer, and whole as a resource; tell "
			"the person who runs the server");
	if (!check_path(path, e))
		return false;
	fd = open_folder(folder, path, &name, e);
	if (fd < 0)
		return false;
	why = write_file(fd, name, text, size, overwrite);
	(void)close(fd); /* nothing was written through it */
	if (why == EEXIST)
		return err_advise(e, ERR_CONFLICT,
			"there is a file \"%.200s\" already, and it was left "
			"as it is; pass overwrite: true to replace it; or "
			"another path",
			path);
	if (why == EISDIR)
		return refuse_path(path, "it is a folder", e);
	return why == 0 ||
	       err_advise(e, ERR_SYSTEM,
		       "the file \"%.200s\" cannot be written (%s); leave path "
		       "out: the text is then in the answer; tell the person "
		       "who runs the server",
		       path, strerrordesc_np(why));
}
