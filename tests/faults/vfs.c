#include "faults/vfs.h"

#include <assert.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <unistd.h>

#include "base/alloc.h"

static struct fault_plan plan;
static unsigned changes;
static sqlite3_vfs *real;

/* --- what is not on the disk yet ------------------------------------------ */

/* What a write has replaced. */
struct undo {
	TAILQ_ENTRY(undo) link;
	char *path;
	sqlite3_int64 offset;
	sqlite3_int64 old_size; /* of the file */
	int size;
	char *bytes; /* zeros behind its old end */
};

static TAILQ_HEAD(undos, undo) undos = TAILQ_HEAD_INITIALIZER(undos);

static void
forget(struct undo *u)
{
	TAILQ_REMOVE(&undos, u, link);
	free(u->path);
	free(u->bytes);
	free(u);
}

static void
settle(const char *path)
{
	struct undo *u = TAILQ_FIRST(&undos);

	while (u != NULL) {
		struct undo *next = TAILQ_NEXT(u, link);

		if (strcmp(u->path, path) == 0)
			forget(u);
		u = next;
	}
}

/* One of `sides` faces of a die. */
static unsigned
roll(unsigned sides)
{
	plan.seed = plan.seed * 1103515245 + 12345;
	return (plan.seed >> 16) % sides;
}

/*
 * A write that is lost leaves what was there before; or, where the file had
 * ended, nothing, or zeros, since its size may be on the disk already.
 */
static void
undo_write(const struct undo *u)
{
	int fd = open(u->path, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return; /* it has been deleted since */
	(void)!pwrite(fd, u->bytes, (size_t)u->size, u->offset);
	if (u->offset + u->size > u->old_size && roll(2) == 0)
		(void)!ftruncate(fd, u->old_size);
	(void)close(fd);
}

/* The last write first, so that the oldest content comes back. */
static void
undo_writes(void)
{
	unsigned kept = roll(4); /* of four */
	struct undo *u;

	TAILQ_FOREACH_REVERSE(u, &undos, undos, link)
	{
		if (roll(4) >= kept)
			/* cppcheck-suppress uninitvar ; the loop sets it */
			undo_write(u);
	}
}

/* --- the point ------------------------------------------------------------ */

/* One change more: SQLITE_OK if it may be made. */
static int
change(void)
{
	bool is_there = ++changes == plan.at;
	bool is_past = plan.at != 0 && changes >= plan.at;

	switch (plan.fault) {
	case FAULT_NONE_PLANNED:
		break;
	case FAULT_ERROR:
		return is_past ? SQLITE_IOERR_WRITE : SQLITE_OK;
	case FAULT_ONCE:
		return is_there ? SQLITE_IOERR_WRITE : SQLITE_OK;
	case FAULT_FULL:
		return is_past ? SQLITE_FULL : SQLITE_OK;
	case FAULT_POWER:
		if (is_there) {
			undo_writes();
			_exit(FAULT_EXIT);
		}
		break;
	case FAULT_KILL:
		if (is_there)
			_exit(FAULT_EXIT);
		break;
	}
	return SQLITE_OK;
}

/* --- a file --------------------------------------------------------------- */

struct file {
	sqlite3_file base;
	const char *path; /* SQLite's, for as long as it is open */
	sqlite3_file *real;
};

#define REAL(f) (((struct file *)(f))->real)
#define METHODS(f) REAL(f)->pMethods

static int
file_close(sqlite3_file *f)
{
	return METHODS(f)->xClose(REAL(f));
}

static int
file_io_read(sqlite3_file *f, void *to, int size, sqlite3_int64 offset)
{
	return METHODS(f)->xRead(REAL(f), to, size, offset);
}

static void
remember(struct file *f, sqlite3_int64 offset, int size)
{
	struct undo *u = mem_new(sizeof(*u));

	u->path = text_copy(f->path);
	u->offset = offset;
	u->size = size;
	u->bytes = mem_new((size_t)size);
	/* A short read leaves zeros. */
	(void)METHODS(f)->xRead(REAL(f), u->bytes, size, offset);
	(void)METHODS(f)->xFileSize(REAL(f), &u->old_size);
	TAILQ_INSERT_TAIL(&undos, u, link);
}

static int
file_io_write(sqlite3_file *f, const void *from, int size, sqlite3_int64 offset)
{
	int code = change();

	if (code != SQLITE_OK)
		return code;
	if (plan.fault == FAULT_POWER)
		remember((struct file *)f, offset, size);
	return METHODS(f)->xWrite(REAL(f), from, size, offset);
}

static int
file_truncate(sqlite3_file *f, sqlite3_int64 size)
{
	int code = change();

	return code != SQLITE_OK ? code : METHODS(f)->xTruncate(REAL(f), size);
}

static int
file_sync(sqlite3_file *f, int flags)
{
	int code = change();

	if (code != SQLITE_OK)
		return code;
	settle(((struct file *)f)->path);
	return METHODS(f)->xSync(REAL(f), flags);
}

static int
file_size(sqlite3_file *f, sqlite3_int64 *size)
{
	return METHODS(f)->xFileSize(REAL(f), size);
}

static int
file_lock(sqlite3_file *f, int level)
{
	return METHODS(f)->xLock(REAL(f), level);
}

static int
file_unlock(sqlite3_file *f, int level)
{
	return METHODS(f)->xUnlock(REAL(f), level);
}

static int
file_check_lock(sqlite3_file *f, int *is_reserved)
{
	return METHODS(f)->xCheckReservedLock(REAL(f), is_reserved);
}

static int
file_control(sqlite3_file *f, int what, void *argument)
{
	return METHODS(f)->xFileControl(REAL(f), what, argument);
}

static int
file_sector_size(sqlite3_file *f)
{
	return METHODS(f)->xSectorSize(REAL(f));
}

static int
file_characteristics(sqlite3_file *f)
{
	return METHODS(f)->xDeviceCharacteristics(REAL(f));
}

static int
file_shm_map(
	sqlite3_file *f, int page, int size, int extends, void volatile **at)
{
	int code = extends ? change() : SQLITE_OK;

	return code != SQLITE_OK
		       ? code
		       : METHODS(f)->xShmMap(REAL(f), page, size, extends, at);
}

static int
file_shm_lock(sqlite3_file *f, int offset, int count, int flags)
{
	return METHODS(f)->xShmLock(REAL(f), offset, count, flags);
}

static void
file_shm_barrier(sqlite3_file *f)
{
	METHODS(f)->xShmBarrier(REAL(f));
}

static int
file_shm_unmap(sqlite3_file *f, int removes)
{
	return METHODS(f)->xShmUnmap(REAL(f), removes);
}

/* Version 2: without a mapping of the database, which nobody asks for. */
static const sqlite3_io_methods methods = {2, file_close, file_io_read,
	file_io_write, file_truncate, file_sync, file_size, file_lock,
	file_unlock, file_check_lock, file_control, file_sector_size,
	file_characteristics, file_shm_map, file_shm_lock, file_shm_barrier,
	file_shm_unmap, NULL, NULL};

/* --- the file system ------------------------------------------------------ */

static int
vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *f, int flags,
	int *out_flags)
{
	struct file *file = (struct file *)f;
	int code;

	(void)vfs;
	*file = (struct file){.path = path};
	file->real = (sqlite3_file *)(file + 1);
	memset(file->real, 0, (size_t)real->szOsFile);
	code = real->xOpen(real, path, file->real, flags, out_flags);
	if (file->real->pMethods != NULL)
		file->base.pMethods = &methods;
	return code;
}

static int
vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs)
{
	int code = change();

	(void)vfs;
	return code != SQLITE_OK ? code : real->xDelete(real, path, syncs);
}

void
vfs_install(void)
{
	static sqlite3_vfs vfs;

	real = sqlite3_vfs_find(NULL);
	assert(real != NULL);
	vfs = *real; /* what is not replaced goes to the real one's functions */
	vfs.szOsFile = (int)sizeof(struct file) + real->szOsFile;
	vfs.zName = "faulty";
	vfs.xOpen = vfs_open;
	vfs.xDelete = vfs_delete;
	(void)sqlite3_vfs_register(&vfs, 1); /* it cannot fail */
}

void
vfs_plan(struct fault_plan next)
{
	while (!TAILQ_EMPTY(&undos))
		forget(TAILQ_FIRST(&undos));
	plan = next;
	changes = 0;
}

unsigned
vfs_changes(void)
{
	return changes;
}
