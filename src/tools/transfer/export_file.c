#include "tools/transfer/model_export.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/utf8.h"

enum {
	LIMIT_PATH = 1024,
	LIMIT_FILE_NAME = 200, /* the temporary one is a little longer */
	MODE = 0644,
};

struct target {
	const char *path;
	const char *name; /* the last part of the path */
	int folder;	  /* where it stands; or -1 */
};

static void
target_drop(struct target *t)
{
	if (t->folder >= 0)
		(void)close(t->folder); /* nothing was written through it */
}

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

/* Goes into the folder of that name, which is not a link. */
static bool
enter(struct target *t, const char *name, struct err *e)
{
	int next = openat(t->folder, name,
		O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int why = errno;

	(void)close(t->folder); /* it was only looked through */
	t->folder = next;
	if (next >= 0)
		return true;
	if (why == ENOENT)
		return refuse_path(t->path,
			"there is no such folder, and export_model makes none",
			e);
	return refuse_path(t->path, "a part of it is not a folder", e);
}

static bool
open_target(const char *root, const char *path, struct target *t, struct err *e)
{
	const char *at = path;
	const char *slash;

	t->path = path;
	t->folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (t->folder < 0)
		return err_advise(e, ERR_SYSTEM,
			"the export folder of this server cannot be opened "
			"(%s); leave path out: the text is then in the answer; "
			"tell the person who runs the server",
			strerrordesc_np(errno));
	while ((slash = strchr(at, '/')) != NULL) {
		DROP(text)
		char *name = text_copy_n(at, (size_t)(slash - at));

		if (!enter(t, name, e))
			return false;
		at = slash + 1;
	}
	t->name = at;
	return true;
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

static bool
write_temporary(
	const struct target *t, const char *name, const char *text, size_t size)
{
	int fd = openat(t->folder, name,
		O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, MODE);
	bool written;

	if (fd < 0)
		return false;
	written = write_all(fd, text, size);
	written &= close(fd) == 0;
	return written;
}

static bool
refuse_existing(const struct target *t, struct err *e)
{
	return err_advise(e, ERR_CONFLICT,
		"there is a file \"%.200s\" already, and it was left as it is; "
		"pass overwrite: true to replace it; or another path",
		t->path);
}

static bool
fail(const struct target *t, int why, struct err *e)
{
	if (why == EEXIST)
		return refuse_existing(t, e);
	if (why == EISDIR)
		return refuse_path(t->path, "it is a folder", e);
	return err_advise(e, ERR_SYSTEM,
		"the file \"%.200s\" cannot be written (%s); leave path out: "
		"the text is then in the answer; tell the person who runs the "
		"server",
		t->path, strerrordesc_np(why));
}

bool
export_file_write(const char *folder, const char *path, const char *text,
	size_t size, bool overwrite, struct err *e)
{
	DROP(target) struct target t = {.folder = -1};
	DROP(text) char *temporary = NULL;
	struct stat status;
	unsigned random;
	int why;

	if (folder == NULL)
		return err_advise(e, ERR_ARGUMENT,
			"This server writes no files: it was started without "
			"--export-dir DIR; call export_model without path: the "
			"text is in the answer, and whole as a resource; tell "
			"the person who runs the server");
	if (!check_path(path, e) || !open_target(folder, path, &t, e))
		return false;
	assert(t.name != NULL);
	if (!overwrite &&
		fstatat(t.folder, t.name, &status, AT_SYMLINK_NOFOLLOW) == 0)
		return refuse_existing(&t, e);
	/* So few bytes come at once; see getrandom(2). */
	(void)!getrandom(&random, sizeof(random), 0);
	temporary = text_format(".%s.%08x.part", t.name, random);
	if (write_temporary(&t, temporary, text, size) &&
		renameat2(t.folder, temporary, t.folder, t.name,
			overwrite ? 0 : RENAME_NOREPLACE) == 0)
		return true;
	why = errno;
	(void)unlinkat(t.folder, temporary, 0); /* it may not be there */
	return fail(&t, why, e);
}
