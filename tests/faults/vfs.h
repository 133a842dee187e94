#ifndef FAULTS_VFS_H
#define FAULTS_VFS_H

/*
 * A file system for SQLite that breaks at a point that the test chooses: the
 * n-th change of a file (write, sync, truncate, delete, growth of the shared
 * memory) fails, or is the last thing that the process does. It stands before
 * the real one, for all databases of the process.
 *
 * After a power failure what was written but not synced is gone, or a part of
 * it, as the seed has it: a disk writes in any order.
 */

enum fault {
	FAULT_NONE_PLANNED,
	FAULT_ERROR, /* an error of the disk, from that change on */
	FAULT_ONCE,  /* at that change only */
	FAULT_FULL,  /* no room on the disk, from that change on */
	FAULT_KILL,  /* the process ends before the change, as by kill -9 */
	FAULT_POWER, /* and so does the machine */
};

struct fault_plan {
	enum fault fault;
	unsigned at; /* the first change is 1 */
	unsigned seed;
};

enum { FAULT_EXIT = 77 }; /* of the process that was ended */

/* Before the first database is opened. */
void vfs_install(void);

/* Counts from here on. */
void vfs_plan(struct fault_plan next);

/* Changes since vfs_plan. */
unsigned vfs_changes(void);

#endif
