#include "replay/process.h"

#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "replay/place.h"

enum {
	/* Kernel clock ticks: less than this is warming up, not work. */
	BUSY_TICKS = 20,
	/* From SIGKILL to the end of a process with gigabytes. */
	DEATH_MS = 30000,
};

void
process_adopt_orphans(void)
{
	(void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); /* since 3.4 */
	(void)signal(SIGPIPE, SIG_IGN);
}

static int
open_pidfd(pid_t pid)
{
	return (int)syscall(SYS_pidfd_open, pid, 0);
}

struct redirection {
	int in; /* -1: none */
	int out;
	const char *out_file;
	const char *err_file;
};

static bool
spawn(pid_t *pid, const struct place *place, char *const argv[],
	const struct redirection *to, struct err *e)
{
	enum { ADDED = O_WRONLY | O_CREAT | O_APPEND };
	enum { FRESH = O_WRONLY | O_CREAT | O_TRUNC };
	posix_spawn_file_actions_t actions;
	int failure;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addchdir_np(&actions, place->directory);
	if (to->in >= 0)
		posix_spawn_file_actions_adddup2(&actions, to->in, 0);
	else
		posix_spawn_file_actions_addopen(
			&actions, 0, "/dev/null", O_RDONLY, 0);
	if (to->out_file == NULL)
		posix_spawn_file_actions_adddup2(&actions, to->out, 1);
	else
		posix_spawn_file_actions_addopen(
			&actions, 1, to->out_file, FRESH, 0644);
	posix_spawn_file_actions_addopen(
		&actions, 2, to->err_file, to->out >= 0 ? ADDED : FRESH, 0644);
	failure = posix_spawn(
		pid, argv[0], &actions, NULL, argv, place->environment);
	posix_spawn_file_actions_destroy(&actions);
	if (failure != 0)
		return err_set(e, ERR_SYSTEM, "cannot start %s: %s", argv[0],
			strerror(failure));
	return true;
}

bool
process_start(struct process *p, const struct place *place, char *const argv[],
	const char *log, struct err *e)
{
	int in[2] = {-1, -1};
	int out[2] = {-1, -1};
	bool ok;

	*p = (struct process){0, -1, -1, -1};
	if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
		return err_set(e, ERR_SYSTEM, "pipe: %s", strerror(errno));
	ok = spawn(&p->pid, place, argv,
		&(struct redirection){in[0], out[1], NULL, log}, e);
	close(in[0]);
	close(out[1]);
	if (!ok) {
		close(in[1]);
		close(out[0]);
		p->pid = 0;
		return false;
	}
	p->in = in[1];
	p->out = out[0];
	p->pidfd = open_pidfd(p->pid);
	(void)fcntl(p->in, F_SETFL, O_NONBLOCK);
	(void)fcntl(p->out, F_SETFL, O_NONBLOCK);
	return true;
}

static void
forget(struct process *p)
{
	if (p->in >= 0)
		close(p->in);
	if (p->out >= 0)
		close(p->out);
	if (p->pidfd >= 0)
		close(p->pidfd);
	*p = (struct process){0, -1, -1, -1};
}

/* Its output is read and thrown away meanwhile: a full pipe must not hold it.
 */
bool
process_wait(struct process *p, int64_t deadline_ms, int *status)
{
	char dropped[65536];

	for (;;) {
		struct pollfd fds[] = {
			{p->pidfd, POLLIN, 0}, {p->out, POLLIN, 0}};
		int64_t left = deadline_ms - clock_now_ms();

		if (left < 0 || poll(fds, 2, (int)left) == 0)
			return false;
		if (fds[0].revents != 0)
			break;
		if (fds[1].revents != 0 &&
			read(p->out, dropped, sizeof(dropped)) == 0) {
			close(p->out);
			p->out = -1;
		}
	}
	(void)waitpid(p->pid, status, 0); /* the pidfd says that it ended */
	forget(p);
	return true;
}

void
process_kill(struct process *p)
{
	if (p->pid != 0) {
		(void)kill(p->pid, SIGKILL); /* it may be gone already */
		(void)waitpid(p->pid, NULL, 0);
	}
	forget(p);
}

bool
process_run(const struct place *place, const char *command, int64_t deadline_ms,
	int *exit_code, struct err *e)
{
	char shell[] = "/bin/sh";
	char option[] = "-c";
	DROP(text) char *line = text_copy(command);
	char *const argv[] = {shell, option, line, NULL};
	struct process p = {0, -1, -1, -1};
	int status;

	if (!spawn(&p.pid, place, argv,
		    &(struct redirection){-1, -1, "stdout", "stderr"}, e))
		return false;
	p.pidfd = open_pidfd(p.pid);
	if (!process_wait(&p, deadline_ms, &status)) {
		process_kill(&p);
		return err_set(e, ERR_SYSTEM, "the command did not end");
	}
	*exit_code = WIFEXITED(status) ? WEXITSTATUS(status)
				       : 128 + WTERMSIG(status);
	return true;
}

/* One child that ended is reaped; false when there is no child at all. */
static bool
reap_orphan(pid_t *ended)
{
	*ended = waitpid(-1, NULL, WNOHANG);
	return *ended >= 0 || errno != ECHILD;
}

struct relative {
	bool is_dead;
	pid_t pid;
	pid_t parent;
	unsigned long long ticks;
	unsigned long long born;
};

/* Of what stands behind the program's name in /proc/PID/stat, from 0. */
enum { FIELD_PARENT = 1, FIELD_USER = 11, FIELD_SYSTEM = 12, FIELD_BORN = 19 };

static unsigned long long
read_field(const char *fields, int number)
{
	for (; number > 0 && fields != NULL; number--) {
		fields = strchr(fields, ' ');
		fields += fields != NULL;
	}
	return fields != NULL ? strtoull(fields, NULL, 10) : 0;
}

static bool
read_relative(const char *name, struct relative *r)
{
	DROP(text) char *path = text_format("/proc/%s/stat", name);
	char line[1024];
	FILE *file = fopen(path, "re");
	const char *fields;
	size_t size;

	if (file == NULL)
		return false;
	size = fread(line, 1, sizeof(line) - 1, file);
	(void)fclose(file); /* it was only read */
	line[size] = '\0';
	/* The program's name may hold anything, so count from its end. */
	fields = strrchr(line, ')');
	if (fields == NULL || size < (size_t)(fields - line) + 3)
		return false;
	fields += 2;
	r->is_dead = *fields == 'Z'; /* and not yet reaped */
	r->pid = (pid_t)strtol(name, NULL, 10);
	r->parent = (pid_t)read_field(fields, FIELD_PARENT);
	r->ticks = read_field(fields, FIELD_USER) +
		   read_field(fields, FIELD_SYSTEM);
	r->born = read_field(fields, FIELD_BORN);
	return true;
}

typedef bool is_better(const struct relative *a, const struct relative *b);

/* The best child of a process; pid 0: it has none. */
static struct relative
find_child(pid_t parent, is_better *better)
{
	DIR *proc = opendir("/proc");
	struct relative best = {0};
	struct dirent *entry;

	assert(proc != NULL);
	while ((entry = readdir(proc)) != NULL) {
		struct relative r = {0};

		if (!isdigit((unsigned char)entry->d_name[0]) ||
			!read_relative(entry->d_name, &r) ||
			r.parent != parent || r.is_dead)
			continue;
		if (best.pid == 0 || better(&r, &best))
			best = r;
	}
	closedir(proc);
	return best;
}

unsigned
process_count_children(pid_t parent)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;
	struct relative r;
	unsigned count = 0;

	assert(proc != NULL);
	while ((entry = readdir(proc)) != NULL)
		count += isdigit((unsigned char)entry->d_name[0]) &&
			 read_relative(entry->d_name, &r) && r.parent == parent;
	closedir(proc);
	return count;
}

bool
process_cpu_ms(pid_t pid, int64_t *ms)
{
	DROP(text) char *name = text_format("%d", (int)pid);
	struct relative r;

	if (!read_relative(name, &r) || r.is_dead)
		return false;
	*ms = (int64_t)r.ticks * 1000 / sysconf(_SC_CLK_TCK);
	return true;
}

int64_t
process_rss_kib(pid_t pid)
{
	DROP(text) char *path = text_format("/proc/%d/statm", (int)pid);
	FILE *file = fopen(path, "re");
	long long pages = 0;

	if (file == NULL)
		return 0;
	if (fscanf(file, "%*d %lld", &pages) != 1)
		pages = 0;
	(void)fclose(file); /* it was only read */
	return (int64_t)pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static bool
is_older(const struct relative *a, const struct relative *b)
{
	return a->born < b->born || (a->born == b->born && a->pid < b->pid);
}

static bool
is_busier(const struct relative *a, const struct relative *b)
{
	return a->ticks > b->ticks;
}

pid_t
process_find_fork_server(pid_t server)
{
	return find_child(server, is_older).pid;
}

pid_t
process_find_busy(pid_t server)
{
	struct relative r = find_child(server, is_busier);

	return r.ticks >= BUSY_TICKS ? r.pid : 0;
}

unsigned
process_sweep(int64_t deadline_ms)
{
	unsigned left = 0;
	pid_t ended;

	while (reap_orphan(&ended)) {
		struct relative r;

		if (ended > 0)
			continue;
		if (clock_now_ms() < deadline_ms) {
			(void)poll(NULL, 0, 2);
			continue;
		}
		r = find_child(getpid(), is_older);
		left += r.pid > 0;
		if (r.pid > 0) {
			(void)kill(r.pid, SIGKILL);
			(void)waitpid(r.pid, NULL, 0);
		}
	}
	return left;
}

bool
process_slay(pid_t pid)
{
	int pidfd = open_pidfd(pid);
	struct pollfd fd = {pidfd, POLLIN, 0};
	bool is_ours = pidfd >= 0 && kill(pid, SIGKILL) == 0;

	/* The next one that is looked for is to be another one. */
	if (is_ours)
		(void)poll(&fd, 1, DEATH_MS);
	if (pidfd >= 0)
		(void)close(pidfd);
	return is_ours;
}
