#include "store/db/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "store/db/sql.h"

char *
disk_path(const char *named)
{
	return text_format("%s%s", *named == '/' ? "" : "./", named);
}

static bool
fail_system(struct store *s, const char *what, struct err *e)
{
	int reason = errno;

	(void)store_fail(
		s, reason == EROFS ? SQLITE_READONLY : SQLITE_CANTOPEN, e);
	(void)snprintf(s->detail, sizeof(s->detail), "%s: %s: %s", s->path,
		what, strerrorname_np(reason));
	return false;
}

/* The folders above the file, those that are missing. */
static bool
make_folders(struct store *s, struct err *e)
{
	DROP(text) char *path = text_copy(s->path);

	for (char *slash = strchr(path + (*path == '/'), '/'); slash != NULL;
		slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(path, 0700) < 0 && errno != EEXIST)
			return fail_system(s, "mkdir", e);
		*slash = '/';
	}
	return true;
}

bool
disk_make_file(struct store *s, struct err *e)
{
	/* A pipe must not hold the server, nor a terminal become its own. */
	enum { HARMLESS = O_NONBLOCK | O_NOCTTY };
	struct stat about;
	bool is_file;
	int fd;

	if (!make_folders(s, e))
		return false;
	fd = open(s->path, O_RDWR | O_CREAT | O_CLOEXEC | HARMLESS, 0600);
	if (fd < 0 && (errno == EACCES || errno == EROFS) &&
		access(s->path, F_OK) == 0)
		return store_fail(s, SQLITE_READONLY, e);
	if (fd < 0)
		return fail_system(s, "open", e);
	is_file = fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
	(void)close(fd); /* nothing was written */
	return is_file || store_fail(s, SQLITE_NOTADB, e);
}

bool
disk_file_is_gone(struct store *s)
{
	int moved = 0;
	int code = sqlite3_file_control(
		s->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);

	return code == SQLITE_OK && moved != 0;
}
