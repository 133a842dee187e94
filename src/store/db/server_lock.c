#include "store/db/server_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "store/db/sql.h"

/* Any number that fits an offset; nobody writes there. */
#define NUMBER_MASK INT64_C(0x3fffffffffffffff)

static bool
fail(struct store *s, const char *what, struct err *e)
{
	int reason = errno;

	(void)err_set(e, ERR_STORE,
		"jobs in the background need the file beside the database of "
		"sessions whose name has -servers behind it, and this server "
		"may not write it. Ask the user to give it the permissions of "
		"the database. Solving without background works.");
	(void)snprintf(s->detail, sizeof(s->detail), "%s-servers: %s: %s",
		s->path, what, strerrorname_np(reason));
	return false;
}

/* Whoever may use the database may use it, too. That fails for a file of
 * another user, who has done so. */
static void
share_file(const struct store *s)
{
	struct stat database;

	if (stat(s->path, &database) == 0) {
		(void)!fchown(s->presence_fd, database.st_uid, database.st_gid);
		(void)fchmod(s->presence_fd, database.st_mode & 0666);
	}
}

static bool
open_file(struct store *s, struct err *e)
{
	DROP(text) char *path = text_format("%s-servers", s->path);

	if (s->presence_is_open)
		return true;
	/* Makes the folders, too. */
	if (!store_open(s, e))
		return false;
	s->presence_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (s->presence_fd < 0)
		return fail(s, "open", e);
	share_file(s);
	s->presence_is_open = true;
	return true;
}

static struct flock
lock_of(int64_t number)
{
	return (struct flock){
		.l_type = F_WRLCK,
		.l_whence = SEEK_SET,
		.l_start = number,
		.l_len = 1,
	};
}

bool
server_lock_take(struct store *s, int64_t *number, struct err *e)
{
	while (s->presence == 0) {
		struct flock lock;
		int64_t random = 0;

		if (!open_file(s, e))
			return false;
		/* So few bytes come at once; see getrandom(2). */
		(void)!getrandom(&random, sizeof(random), 0);
		lock = lock_of((random & NUMBER_MASK) | 1);
		if (fcntl(s->presence_fd, F_OFD_SETLK, &lock) == 0)
			s->presence = lock.l_start;
		else if (errno != EAGAIN && errno != EACCES)
			return fail(s, "lock", e);
	}
	*number = s->presence;
	return true;
}

bool
server_lock_check(struct store *s, int64_t number, bool *lives, struct err *e)
{
	struct flock lock = lock_of(number);

	if (number <= 0 || number > NUMBER_MASK) {
		*lives = false; /* in a file that is damaged */
		return true;
	}
	if (number == s->presence) {
		*lives = true;
		return true;
	}
	if (!open_file(s, e))
		return false;
	if (fcntl(s->presence_fd, F_OFD_GETLK, &lock) != 0)
		return fail(s, "look at a lock", e);
	*lives = lock.l_type != F_UNLCK;
	return true;
}

void
server_lock_release(struct store *s)
{
	if (s->presence_is_open)
		(void)close(s->presence_fd); /* nothing was written */
	s->presence_is_open = false;
	s->presence = 0;
}
