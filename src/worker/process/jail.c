#include "worker/process/jail.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/limits.h"
#include "wire/answer.h"
#include "wire/fork_request.h"
#include "worker/base/answer_stream.h"

#if defined(__SANITIZE_ADDRESS__)
#define JAIL_LOOSE 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define JAIL_LOOSE 1
#endif
#endif
#if defined(SATCHEL_COVERAGE)
#define JAIL_LOOSE 1
#endif
#ifndef JAIL_LOOSE
#define JAIL_LOOSE 0
#endif

enum {
	/* Backstop for a job that outlives its server's clock: two cores. */
	CPU_SECONDS = 2 * LIMIT_TIMEOUT_MS / 1000 + 60,
};

/* What pthread_create of glibc says, and nothing beside it: with CLONE_THREAD
 * alone, root would get namespaces of its own. */
#define THREAD_FLAGS \
	(CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | \
		CLONE_SYSVSEM | CLONE_SETTLS | CLONE_PARENT_SETTID | \
		CLONE_CHILD_CLEARTID)

static struct sock_fprog filter;

bool
jail_is_whole(void)
{
	return !JAIL_LOOSE;
}

/* What computing needs: its channel, memory, threads, clocks, signals, an end.
 */
static const int allowed[] = {SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(write),
	SCMP_SYS(writev), SCMP_SYS(close), SCMP_SYS(fstat), SCMP_SYS(lseek),
	SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(brk), SCMP_SYS(mmap),
	SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(mprotect),
	SCMP_SYS(madvise), SCMP_SYS(futex), SCMP_SYS(set_robust_list),
	SCMP_SYS(rseq), SCMP_SYS(gettid), SCMP_SYS(getpid),
	SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity),
	SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres),
	SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep), SCMP_SYS(gettimeofday),
	SCMP_SYS(times), SCMP_SYS(getrusage), SCMP_SYS(sysinfo),
	SCMP_SYS(getrandom), SCMP_SYS(restart_syscall), SCMP_SYS(rt_sigaction),
	SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
	SCMP_SYS(exit), SCMP_SYS(exit_group)};

/* What more there is to say of a call. */
struct call_rule {
	int call;
	int error; /* 0: it is allowed */
	unsigned count;
	struct scmp_arg_cmp arguments[2]; /* that it has to have */
};

static const struct call_rule child_rules[] = {
	/* What libraries try and can live without. */
	{SCMP_SYS(open), EACCES},
	{SCMP_SYS(openat), EACCES},
	{SCMP_SYS(openat2), EACCES},
	{SCMP_SYS(creat), EACCES},
	{SCMP_SYS(access), EACCES},
	{SCMP_SYS(faccessat), EACCES},
	{SCMP_SYS(faccessat2), EACCES},
	{SCMP_SYS(stat), EACCES},
	{SCMP_SYS(lstat), EACCES},
	{SCMP_SYS(statx), EACCES},
	{SCMP_SYS(newfstatat), EACCES}, /* stdio then takes its defaults */
	{SCMP_SYS(readlink), EACCES},
	{SCMP_SYS(readlinkat), EACCES},
	{SCMP_SYS(unlink), EACCES},
	{SCMP_SYS(unlinkat), EACCES},
	{SCMP_SYS(rename), EACCES},
	{SCMP_SYS(renameat), EACCES},
	{SCMP_SYS(renameat2), EACCES},
	{SCMP_SYS(mkdir), EACCES},
	{SCMP_SYS(mkdirat), EACCES},
	{SCMP_SYS(getcwd), EACCES},
	{SCMP_SYS(ioctl), ENOTTY},
	{SCMP_SYS(prctl), EPERM}, /* thread names, timer slack */
	{SCMP_SYS(sched_setaffinity), EPERM},
	/* abort() then ends in a SIGSEGV, which is a crash as well. Allowed,
	 * it would reach any process of the same user. */
	{SCMP_SYS(tgkill), EPERM},
	/* glibc falls back to clone, whose flags can be looked at. */
	{SCMP_SYS(clone3), ENOSYS},
	{SCMP_SYS(clone), 0, 1, {{0, SCMP_CMP_EQ, THREAD_FLAGS}}},
	/* Reading a limit is what pthread_getattr_np does; setting is not. */
	{SCMP_SYS(prlimit64), 0, 1, {{2, SCMP_CMP_EQ, 0}}},
	/* For jail_end_threads; a further filter only takes away. */
	{SCMP_SYS(seccomp), 0, 2,
		{{0, SCMP_CMP_EQ, SECCOMP_SET_MODE_FILTER},
			{1, SCMP_CMP_EQ, SECCOMP_FILTER_FLAG_TSYNC}}},
};

static bool
allow(scmp_filter_ctx rules, const int *calls, size_t count)
{
	int failed = 0;

	for (size_t i = 0; i < count; i++)
		failed |= seccomp_rule_add(rules, SCMP_ACT_ALLOW, calls[i], 0);
	return failed == 0;
}

static bool
add_rules(scmp_filter_ctx rules, const struct call_rule *r, size_t count)
{
	int failed =
		!allow(rules, allowed, sizeof(allowed) / sizeof(allowed[0]));

	for (; count > 0; count--, r++)
		failed |= seccomp_rule_add_array(rules,
			r->error == 0 ? SCMP_ACT_ALLOW
				      : SCMP_ACT_ERRNO((uint32_t)r->error),
			r->call, r->count, r->arguments);
	return failed == 0;
}

/* The compiled filter, read back from where libseccomp exports it to. */
static bool
compile(scmp_filter_ctx rules)
{
	int fd = memfd_create("filter", MFD_CLOEXEC);
	off_t size;
	void *code;

	if (fd < 0)
		return false;
	if (seccomp_export_bpf(rules, fd) != 0 ||
		(size = lseek(fd, 0, SEEK_END)) <= 0) {
		(void)close(fd);
		return false;
	}
	code = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
	(void)close(fd);
	if (code == MAP_FAILED)
		return false;
	filter.filter = code;
	filter.len =
		(unsigned short)((size_t)size / sizeof(struct sock_filter));
	return true;
}

bool
jail_build(void)
{
	scmp_filter_ctx rules;
	bool built;

	if (!kernel_has_seccomp())
		return false;
	if (JAIL_LOOSE)
		return true;
	rules = seccomp_init(SCMP_ACT_KILL_PROCESS);
	if (rules == NULL)
		return false;
	built = add_rules(rules, child_rules,
			sizeof(child_rules) / sizeof(child_rules[0])) &&
		compile(rules);
	seccomp_release(rules);
	return built;
}

void
jail_redirect_output(void)
{
	int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (nowhere < 0)
		return; /* then they were closed, or stay the server's stderr */
	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		(void)dup2(nowhere, fd);
	if (nowhere > STDERR_FILENO)
		(void)close(nowhere);
}

/* A limit that the server was started under stays where it is lower: nobody
 * but root could raise it. */
static void
limit(int resource, rlim_t most)
{
	struct rlimit r;

	if (getrlimit((__rlimit_resource_t)resource, &r) == 0 &&
		r.rlim_max < most)
		most = r.rlim_max;
	r = (struct rlimit){most, most};
	if (setrlimit((__rlimit_resource_t)resource, &r) != 0)
		_exit(EXIT_FAILURE); /* a jail with a gap is none */
}

static void
set_limits(int memory_mb)
{
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_CPU, CPU_SECONDS);
	if (JAIL_LOOSE)
		return;
	limit(RLIMIT_FSIZE, 0);
	/* Those up to the channel are open; no other can be, filter or not. */
	limit(RLIMIT_NOFILE, FORK_REQUEST_FD + 1);
	limit(RLIMIT_AS, (rlim_t)memory_mb * MIB);
}

/* All of them, also for threads to come. Without CAP_SETPCAP the bounding set
 * stays, but with no new privileges nothing is gained from it. */
static void
drop_capabilities(void)
{
	struct __user_cap_header_struct head = {
		.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};

	for (int i = 0; prctl(PR_CAPBSET_DROP, i, 0, 0, 0) == 0; i++)
		;
	if (syscall(SYS_capset, &head, none) != 0)
		_exit(EXIT_FAILURE);
}

static void
die_with(pid_t parent)
{
	if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 ||
		getppid() != parent)
		_exit(EXIT_FAILURE);
}

static void
drop_privileges(void)
{
	drop_capabilities();
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		_exit(EXIT_FAILURE);
}

void
jail_enter(pid_t parent, int memory_mb)
{
	die_with(parent);
	(void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* a hardening extra */
	if (!JAIL_LOOSE)
		(void)clearenv(); /* sanitizers and gcov read it at the end */
	set_limits(memory_mb);
	drop_privileges();
	if (filter.filter != NULL &&
		syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) != 0)
		_exit(EXIT_FAILURE);
}

/* --- another's program ---------------------------------------------------- */

/* What a program needs to start and to compute. It reads and writes the
 * descriptors that it was given; fcntl is in fcntl_rules. */
static const int program_allowed[] = {SCMP_SYS(execve), SCMP_SYS(arch_prctl),
	SCMP_SYS(set_tid_address), SCMP_SYS(pread64), SCMP_SYS(access),
	SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(stat),
	SCMP_SYS(lstat), SCMP_SYS(statx), SCMP_SYS(newfstatat),
	SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(getcwd),
	SCMP_SYS(getdents64), SCMP_SYS(dup), SCMP_SYS(dup2), SCMP_SYS(dup3),
	SCMP_SYS(uname), SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid),
	SCMP_SYS(getegid), SCMP_SYS(getppid), SCMP_SYS(select),
	SCMP_SYS(pselect6), SCMP_SYS(setitimer), SCMP_SYS(alarm),
	SCMP_SYS(wait4)};

/* A mode that only reads has none of these; O_TMPFILE opens a folder for
 * writing. */
#define WRITING (O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND)

/* The status flags that F_SETFL may set. O_ASYNC is not among them: with
 * F_SETOWN it sends signals to any process of the user. */
#define HARMLESS_FLAGS (O_ACCMODE | O_APPEND | O_NONBLOCK | O_LARGEFILE)

static const struct call_rule program_rules[] = {
	{SCMP_SYS(open), 0, 1, {{1, SCMP_CMP_MASKED_EQ, WRITING, 0}}},
	{SCMP_SYS(openat), 0, 1, {{2, SCMP_CMP_MASKED_EQ, WRITING, 0}}},
	{SCMP_SYS(clone), 0, 1, {{0, SCMP_CMP_EQ, THREAD_FLAGS}}},
	/* A program may read its own limits. */
	{SCMP_SYS(prlimit64), 0, 2, {{0, SCMP_CMP_EQ, 0}, {2, SCMP_CMP_EQ, 0}}},
	/* cvc5 raises the limit of its stack, and ends if that fails. */
	{SCMP_SYS(prlimit64), 0, 2,
		{{0, SCMP_CMP_EQ, 0}, {1, SCMP_CMP_EQ, RLIMIT_STACK}}},
	{SCMP_SYS(clone3), ENOSYS},
	{SCMP_SYS(ioctl), ENOTTY},
	/* Every other command of fcntl is refused: F_SETOWN and F_SETSIG
	 * choose a process and a signal for it, F_NOTIFY and F_SETLEASE send
	 * one, locks hold up other programs. */
	{SCMP_SYS(fcntl), 0, 1, {{1, SCMP_CMP_EQ, F_DUPFD}}},
	{SCMP_SYS(fcntl), 0, 1, {{1, SCMP_CMP_EQ, F_DUPFD_CLOEXEC}}},
	{SCMP_SYS(fcntl), 0, 1, {{1, SCMP_CMP_EQ, F_GETFD}}},
	{SCMP_SYS(fcntl), 0, 1, {{1, SCMP_CMP_EQ, F_SETFD}}},
	{SCMP_SYS(fcntl), 0, 1, {{1, SCMP_CMP_EQ, F_GETFL}}},
	{SCMP_SYS(fcntl), 0, 2,
		{{1, SCMP_CMP_EQ, F_SETFL},
			{2, SCMP_CMP_MASKED_EQ, ~(scmp_datum_t)HARMLESS_FLAGS,
				0}}},
};

static void
filter_program(void)
{
	scmp_filter_ctx rules;

	if (!kernel_has_seccomp())
		return;
	rules = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	if (rules == NULL ||
		!allow(rules, program_allowed,
			sizeof(program_allowed) / sizeof(program_allowed[0])) ||
		!add_rules(rules, program_rules,
			sizeof(program_rules) / sizeof(program_rules[0])) ||
		seccomp_load(rules) != 0)
		_exit(EXIT_FAILURE);
	seccomp_release(rules);
}

/* Lets the files below a folder, or one file, be read and executed. No folder
 * may be listed. */
static void
admit(int ruleset, const char *path)
{
	struct landlock_path_beneath_attr beneath = {
		.allowed_access = LANDLOCK_ACCESS_FS_EXECUTE |
				  LANDLOCK_ACCESS_FS_READ_FILE,
		.parent_fd = open(path, O_PATH | O_CLOEXEC),
	};

	if (beneath.parent_fd < 0)
		return; /* not every system has all of them */
	(void)syscall(SYS_landlock_add_rule, ruleset,
		LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
	(void)close(beneath.parent_fd);
}

/* Admits what a script names in its first line. */
static void
admit_interpreter(int ruleset, const char *program)
{
	static const char mark[] = "#!", blanks[] = " \t\r\n";
	char line[PATH_MAX] = "";
	FILE *file = fopen(program, "re");
	char *name = line + strlen(mark);

	if (file == NULL)
		return;
	if (fgets(line, sizeof(line), file) != NULL &&
		strncmp(line, mark, strlen(mark)) == 0) {
		name += strspn(name, blanks);
		name[strcspn(name, blanks)] = '\0';
		admit(ruleset, name);
	}
	(void)fclose(file);
}

/* Admits the libraries (lib*.so*) of one folder, and nothing else there. */
static void
admit_libraries_in(int ruleset, const char *folder)
{
	char pattern[PATH_MAX];
	glob_t found;

	if (snprintf(pattern, sizeof(pattern), "%s/lib*.so*", folder) >=
			(int)sizeof(pattern) ||
		glob(pattern, GLOB_NOSORT, NULL, &found) != 0)
		return;
	for (size_t i = 0; i < found.gl_pathc; i++)
		admit(ruleset, found.gl_pathv[i]);
	globfree(&found);
}

/* After this the program can open only what is admitted: its own file, its
 * interpreter, the libraries of the system and those that were installed with
 * it, beside it or in ../lib. */
static void
hide_files(const char *program)
{
	static const char *const system_libraries[] = {"/lib", "/lib32",
		"/lib64", "/libx32", "/usr/lib", "/usr/lib32", "/usr/lib64",
		"/usr/libx32", "/usr/local/lib", "/usr/local/lib64",
		"/nix/store", "/gnu/store", "/etc/ld.so.cache"};
	const struct landlock_ruleset_attr all = {
		.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
	char folder[PATH_MAX];
	char beside[PATH_MAX];
	int ruleset =
		(int)syscall(SYS_landlock_create_ruleset, &all, sizeof(all), 0);

	if (ruleset < 0)
		return; /* a kernel before 5.13, or without Landlock */
	for (size_t i = 0;
		i < sizeof(system_libraries) / sizeof(system_libraries[0]); i++)
		admit(ruleset, system_libraries[i]);
	admit(ruleset, program);
	admit_interpreter(ruleset, program);
	(void)snprintf(folder, sizeof(folder), "%s", program);
	*strrchr(folder, '/') = '\0';
	admit_libraries_in(ruleset, folder);
	if (snprintf(beside, sizeof(beside), "%s/../lib", folder) <
		(int)sizeof(beside))
		admit_libraries_in(ruleset, beside);
	if (syscall(SYS_landlock_restrict_self, ruleset, 0) != 0)
		_exit(EXIT_FAILURE);
	(void)close(ruleset);
}

/* Makes an empty folder, enters and removes it: no file can be created there,
 * by nobody, and nothing stays behind. */
static void
enter_empty_folder(void)
{
	char folder[] = "/tmp/satchel-solver-XXXXXX";

	if (mkdtemp(folder) == NULL) {
		if (chdir("/") != 0) /* there is no place to write */
			_exit(EXIT_FAILURE);
		return;
	}
	if (chdir(folder) != 0 || rmdir(folder) != 0)
		_exit(EXIT_FAILURE);
}

void
jail_enter_program(
	pid_t parent, int memory_mb, unsigned cpu_seconds, const char *path)
{
	enum { FILES = 64 };

	die_with(parent);
	enter_empty_folder();
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_CPU, cpu_seconds);
	limit(RLIMIT_FSIZE, 0);
	limit(RLIMIT_NOFILE, FILES);
	if (!JAIL_LOOSE) /* libseccomp would get no memory */
		limit(RLIMIT_AS, (rlim_t)memory_mb * MIB);
	drop_privileges();
	hide_files(path);
	filter_program();
}

/* clone3 and the processor's other call numbers are jail_enter's already. */
void
jail_end_threads(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAGAIN),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog end = {sizeof(code) / sizeof(code[0]), code};

	if (filter.filter != NULL &&
		syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
			SECCOMP_FILTER_FLAG_TSYNC, &end) != 0)
		_exit(EXIT_FAILURE);
}

/* --- jail probe ---------------------------------------------------------- */

static bool
read_file(void)
{
	return open("/", O_RDONLY | O_CLOEXEC) >= 0;
}

/* A file without a name, gone when the process is. */
static bool
write_file(void)
{
	int fd = open("/tmp", O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600);

	return fd >= 0 && write(fd, "x", 1) == 1;
}

static bool
start_process(void)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	return pid > 0;
}

static bool
open_socket(void)
{
	return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0) >= 0;
}

/* Of its group; signal 0 only asks whether another one would get there. */
static bool
signal_process(void)
{
	return kill(0, 0) == 0;
}

static bool
exceed_memory(void)
{
	struct rlimit cap;

	if (getrlimit(RLIMIT_AS, &cap) != 0 || cap.rlim_cur == RLIM_INFINITY)
		return true;
	return mmap(NULL, cap.rlim_cur, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
		       0) != MAP_FAILED;
}

static const struct {
	const char *name;
	bool (*escapes)(void);
} ways[] = {
#define ESCAPE(name, what) {#name, name},
#include "wire/jail_probes.def"
#undef ESCAPE
};

void
jail_probe_try(struct answer_stream *out, const char *name, size_t size)
{
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		if (strlen(ways[i].name) != size ||
			memcmp(ways[i].name, name, size) != 0)
			continue;
		answer_put_output(&out->frames,
			ways[i].escapes() ? ESCAPE_GOT_OUT
					  : strerrordesc_np(errno));
	}
	answer_stream_send(out);
}
