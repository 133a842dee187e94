#include "worker/process/fork_loop.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/limits.h"
#include "language/read_text.h"
#include "wire/ask.h"
#include "wire/fork_request.h"
#include "worker/base/answer_stream.h"
#include "worker/base/context.h"
#include "worker/base/watchdog.h"
#include "worker/executor/graph_search.h"
#include "worker/executor/script_runner.h"
#include "worker/process/jail.h"

enum { THREAD_STACK = 8 * MIB };

/* What the fork server begins with, and a job that has none. */
static Z3_context
begin(int memory_mb)
{
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
	pthread_attr_t attributes;

	/* The OOM killer should take a worker before it takes anything else;
	 * without this the kernel chooses. */
	if (fd >= 0) {
		(void)!write(fd, "1000", 4);
		(void)close(fd);
	}
	/* The main thread has a 1 GiB stack, for terms that are nested deeply;
	 * libz3's threads would inherit that as reserved address space. */
	if (pthread_attr_init(&attributes) == 0) {
		if (pthread_attr_setstacksize(&attributes, THREAD_STACK) == 0)
			(void)pthread_setattr_default_np(&attributes);
		(void)pthread_attr_destroy(&attributes);
	}
	if (jail_is_whole())
		fault_guard_watch(memory_mb);
	return context_new();
}

static bool
send_hello(void)
{
	struct fork_request_packet hello = {.said = FORK_REQUEST_HELLO};

	hello.has_seccomp = jail_build() && jail_is_whole();
	hello.version_fits = context_version_fits();
	(void)snprintf(hello.text, sizeof(hello.text), "%s",
		context_version()); /* never that long */
	return fork_request_send(FORK_REQUEST_FD, &hello) && hello.version_fits;
}

/* In the child: one descriptor, the jail, warm pages, then the job. */
static void __attribute__((noreturn))
run_child(Z3_context c, int fd, pid_t server, int memory_mb)
{
	jail_renew_canary();
	if (dup2(fd, FORK_REQUEST_FD) < 0 ||
		syscall(SYS_close_range, FORK_REQUEST_FD + 1, ~0U, 0) != 0)
		_exit(EXIT_FAILURE);
	jail_enter(server, memory_mb);
	context_warm(c);
	child_process_run(c, FORK_REQUEST_FD, FORK_REQUEST_FD, false);
}

static bool
send_failure(const char *what)
{
	struct fork_request_packet packet = {.said = FORK_REQUEST_FAILED};

	(void)snprintf(packet.text, sizeof(packet.text), "%s: %s", what,
		strerrordesc_np(errno)); /* cut is fine */
	return fork_request_send(FORK_REQUEST_FD, &packet);
}

/*
 * A plain clone, since fork() would make the fork server the parent. No handler
 * of pthread_atfork has to run: there is one thread, and libz3's handlers only
 * stop timer threads, which the fork server never starts.
 */
static bool
fork_child(Z3_context c, pid_t server, int memory_mb)
{
	struct fork_request_packet packet = {.said = FORK_REQUEST_CHILD};
	int pair[2];
	bool sent;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		return send_failure("socketpair");
	packet.pid = (pid_t)syscall(
		SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);
	if (packet.pid == 0)
		run_child(c, pair[1], server, memory_mb);
	(void)close(pair[1]);
	if (packet.pid < 0) {
		(void)close(pair[0]);
		return send_failure("fork");
	}
	packet.fd = pair[0];
	sent = fork_request_send(FORK_REQUEST_FD, &packet);
	(void)close(pair[0]);
	return sent;
}

int
fork_loop_run(pid_t server, int memory_mb)
{
	Z3_context c;

	if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 ||
		getppid() != server)
		return EXIT_FAILURE;
	c = begin(memory_mb);
	context_warm(c);
	if (!send_hello())
		return EXIT_FAILURE;
	jail_redirect_output();
	while (fork_request_wait(FORK_REQUEST_FD)) {
		if (!fork_child(c, server, memory_mb))
			return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}

/* --- guards -------------------------------------------------------------- */

enum {
	STACK_SIZE = 64 * KIB, /* the other one may be what has run out */
	/* What is free when the end of memory is at hand: less than this part
	 * of all. What grows by doubling fails before all is gone. */
	FREE_PART = 4,
};

static size_t enough_bytes;

/* Whether the instruction that faulted is one of this program, and not of a
 * library. */
static bool
is_own(const ucontext_t *at)
{
	/* The linker's names for the ends of the program's code. */
	extern const char __executable_start[], etext[];
#if defined(__x86_64__)
	uintptr_t instruction = (uintptr_t)at->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
	uintptr_t instruction = (uintptr_t)at->uc_mcontext.pc;
#else /* It is taken for one of a library. */
	uintptr_t instruction = 0 * (uintptr_t)at;
#endif

	return instruction - (uintptr_t)__executable_start <
	       (uintptr_t)etext - (uintptr_t)__executable_start;
}

/* The fault comes again when this returns, and then it is the end. */
static void
on_fault(int signal, siginfo_t *info, void *at)
{
	void *room = mmap(NULL, enough_bytes, PROT_NONE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	(void)signal, (void)info;
	if (room == MAP_FAILED)
		_exit(EXIT_NO_MEMORY);
	if (is_own(at))
		_exit(EXIT_OWN_FAULT);
}

/* The end of each assert of this program, which libc would abort. libz3 has
 * none. */
void
__assert_fail(const char *assertion, const char *file, unsigned line,
	const char *function)
{
	(void)fprintf(stderr, "%s:%u: %s: %s does not hold\n", file, line,
		function, assertion);
	_exit(EXIT_OWN_FAULT);
}

void
fault_guard_watch(int memory_mb)
{
	static char stack[STACK_SIZE];
	stack_t other = {.ss_sp = stack, .ss_size = sizeof(stack)};
	struct sigaction action = {.sa_sigaction = on_fault,
		.sa_flags = (int)(SA_ONSTACK | SA_RESETHAND | SA_SIGINFO)};

	enough_bytes = (size_t)memory_mb * MIB / FREE_PART;
	/* Without them a fault is just a fault. */
	(void)sigaltstack(&other, NULL);
	(void)sigaction(SIGSEGV, &action, NULL);
	(void)sigaction(SIGBUS, &action, NULL);
	(void)sigaction(SIGFPE, &action, NULL);
}

/* --- child process ------------------------------------------------------- */

enum {
	READ_SIZE = 64 * KIB,
	/* From the hello of a launched job to the end of its ask, which may
	 * be of megabytes and come from far away. */
	ASK_WAIT_S = 60,
};

/* Room for the text and what the frame puts around it. */
enum { ASK_CEILING = LIMIT_ASK + MIB };

enum {
	/* libz3 never forgets a name, and gives little memory back: of a
	 * mebibyte in small items, each with a new name, 33 MB stayed. */
	ASKS_MAX = 1000,
	BYTES_MAX = MIB,
	/* Of 4 that stay; at rest one has 40 MiB, most of them shared. */
	RESIDENT_MAX_KIB = 128 * 1024,
};

/* What a child keeps of the asks that it has answered. */
struct stay {
	struct answer_stream out;
	struct parse_context context;
	uint64_t owner;
	unsigned asks;
	size_t bytes;
	bool is_launched;
};

void
child_process_read_ask(int in, struct buf *bytes, struct ask_copy *ask)
{
	static char piece[READ_SIZE];
	struct frame f;
	size_t used;

	for (;;) {
		ssize_t got;

		switch (frame_find(
			bytes->data, bytes->size, ASK_CEILING, &f, &used)) {
		case FRAME_WHOLE:
			if (used != bytes->size || !ask_get(&f, ask))
				_exit(EXIT_FAILURE);
			return;
		case FRAME_TOO_LARGE:
			_exit(EXIT_FAILURE);
		case FRAME_PARTIAL:
			break;
		}
		got = read(in, piece, sizeof(piece));
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			_exit(EXIT_SUCCESS);
		buf_add(bytes, piece, (size_t)got);
	}
}

/* True: the context is as good as before. */
static bool
run_ask(struct answer_stream *out, struct parse_context *context,
	const struct ask *ask)
{
	DROP(text) char *found = NULL;

	watchdog_begin(clock_now_us() + (int64_t)ask->timeout_ms * 1000);
	answer_stream_next(out);
	answer_put_version(&out->frames, context_version());
	if (ask->kind == ASK_ESCAPE) {
		jail_probe_try(out, ask->text, ask->size);
	} else if (ask->kind == ASK_SEARCH) {
		found = graph_search(ask->text, ask->size);
		answer_put_output(&out->frames, found);
	} else if (ask_kind_reads(ask->kind)) {
		reading_answer(ask, &out->frames);
		return true; /* libz3 had no part in it */
	} else {
		return script_runner_ask(out, context, ask);
	}
	return false;
}

/*
 * A fork costs twenty times what the check of an item does, so a child that
 * nothing has stuck to stays for the next item of the same model. Its memory is
 * counted at its most, since little of that is given back; sanitizers have
 * more.
 */
static bool
may_stay(const struct stay *s, const struct ask *ask)
{
	struct rusage usage;
	bool is_small =
		!jail_is_whole() || (getrusage(RUSAGE_SELF, &usage) == 0 &&
					    usage.ru_maxrss < RESIDENT_MAX_KIB);

	return ask->owner != 0 &&
	       (ask->kind == ASK_CHECK || ask_kind_reads(ask->kind)) &&
	       ask->groups.count == 0 && s->asks < ASKS_MAX &&
	       s->bytes < BYTES_MAX && is_small && !watchdog_is_over();
}

/* One ask and its answer. False: that was the last one. */
static bool
serve(struct stay *s, int in)
{
	struct answer_stream *out = &s->out;
	DROP(buf) struct buf bytes;
	struct ask_copy copy;
	const struct ask *ask = &copy.ask;
	bool stays;

	buf_init(&bytes, ASK_CEILING + FRAME_HEAD);
	child_process_read_ask(in, &bytes, &copy);
	if (s->is_launched)
		watchdog_guard(in);
	if (s->asks++ > 0 && ask->owner != s->owner)
		_exit(EXIT_FAILURE);
	s->owner = ask->owner;
	s->bytes += ask->size;
	stays = run_ask(out, &s->context, ask) && may_stay(s, ask);
	ask_copy_release(&copy);
	if (stays)
		watchdog_rest();
	answer_put_done(&out->frames, stays);
	answer_stream_send(out);
	return stays;
}

void
child_process_run(Z3_context c, int in, int out, bool is_launched)
{
	struct stay s = {.context = {.c = c}, .is_launched = is_launched};
	DROP(text) char *line = hello_line(context_version());

	/* All threads that it will ever have, while nobody waits for it yet;
	 * libz3 has read nothing of a client's. */
	watchdog_start();
	context_start_timers(c);
	jail_end_threads();
	answer_stream_open(&s.out, out);
	if (is_launched) {
		buf_add_text(&s.out.frames, line);
		answer_stream_send(&s.out);
		watchdog_guard(-1);
		watchdog_begin(clock_now_us() + (int64_t)ASK_WAIT_S * 1000000);
	}
	while (serve(&s, in))
		;
	/* libz3's teardown is slow and has nothing to save. */
	_exit(EXIT_SUCCESS);
}

/* --- a launched job ------------------------------------------------------ */

/* Its parent is a launcher, not a server. What that left open is none of the
 * job's. */
int
job_run(int memory_mb)
{
	enum { JOB_IN = FORK_REQUEST_FD, JOB_OUT };
	Z3_context c;

	if (!context_version_fits()) {
		(void)fprintf(stderr,
			"satchel-worker: libz3 is version %s, and the worker "
			"was built for another one\n",
			context_version());
		return EXIT_FAILURE;
	}
	if (dup2(STDIN_FILENO, JOB_IN) < 0 ||
		dup2(STDOUT_FILENO, JOB_OUT) < 0 ||
		syscall(SYS_close_range, JOB_OUT + 1, ~0U, 0) != 0)
		return EXIT_FAILURE;
	c = begin(memory_mb);
	(void)jail_build(); /* without seccomp the other limits hold */
	jail_redirect_output();
	jail_enter(getppid(), memory_mb);
	child_process_run(c, JOB_IN, JOB_OUT, true);
}
