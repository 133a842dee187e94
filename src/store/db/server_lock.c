#include "store/db/server_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/db/db.h"
#include "store/db/sql.h"

/* Any number that fits an offset; nobody writes there. */
#define NUMBER_MASK INT64_C(0x3fffffffffffffff)

struct server_lock {
	int fd;		     /* -1: not open */
	int64_t number;	     /* this server's, or 0 */
	unsigned generation; /* of the store, when it was opened */
};

struct server_lock *
server_lock_new(void)
{
	struct server_lock *l = mem_new(sizeof(*l));

	l->fd = -1;
	return l;
}

static void
release(struct server_lock *l)
{
	if (l->fd >= 0)
		(void)close(l->fd); /* nothing was written */
	l->fd = -1;
	l->number = 0;
}

void
server_lock_free(struct server_lock *l)
{
	if (l == NULL)
		return;
	release(l);
	free(l);
}

static bool
fail(struct store *s, const char *what, struct err *e)
{
	int reason = errno;

	(void)err_set(e, ERR_STORE,
		"jobs in the background need the file beside the database of "
		"sessions whose name ends in -servers, and this server may "
		"not write it. Ask the user to give it the permissions of "
		"the database. Solving without background works.");
	(void)snprintf(s->detail, sizeof(s->detail), "%s-servers: %s: %s",
		s->path, what, strerrorname_np(reason));
	return false;
}

/* Whoever may use the database may use it, too. That fails for a file of
 * another user, who has done so. */
static void
share_file(int fd, const struct store *s)
{
	struct stat database;

	if (stat(s->path, &database) == 0) {
		(void)!fchown(fd, database.st_uid, database.st_gid);
		(void)fchmod(fd, database.st_mode & 0666);
	}
}

static bool
open_file(struct server_lock *l, struct store *s, struct err *e)
{
	DROP(text) char *path = text_format("%s-servers", s->path);

	/* Makes the folders, too. */
	if (!store_open(s, e))
		return false;
	if (l->generation != s->generation)
		release(l);
	if (l->fd >= 0)
		return true;
	l->generation = s->generation;
	l->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (l->fd < 0)
		return fail(s, "open", e);
	share_file(l->fd, s);
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
server_lock_take(
	struct server_lock *l, struct store *s, int64_t *number, struct err *e)
{
	if (!open_file(l, s, e))
		return false;
	while (l->number == 0) {
		struct flock lock;
		int64_t random = 0;

		/* So few bytes come at once; see getrandom(2). */
		(void)!getrandom(&random, sizeof(random), 0);
		lock = lock_of((random & NUMBER_MASK) | 1);
		if (fcntl(l->fd, F_OFD_SETLK, &lock) == 0)
			l->number = lock.l_start;
		else if (errno != EAGAIN && errno != EACCES)
			return fail(s, "lock", e);
	}
	*number = l->number;
	return true;
}

bool
server_lock_check(struct server_lock *l, struct store *s, int64_t number,
	bool *lives, struct err *e)
{
	struct flock lock = lock_of(number);

	if (number <= 0 || number > NUMBER_MASK) {
		*lives = false; /* in a file that is damaged */
		return true;
	}
	if (!open_file(l, s, e))
		return false;
	if (number != l->number && fcntl(l->fd, F_OFD_GETLK, &lock) != 0)
		return fail(s, "look at a lock", e);
	/* A lock of this file description does not stand in its own way. */
	*lives = number == l->number || lock.l_type != F_UNLCK;
	return true;
}
