#ifndef WIRE_FORK_REQUEST_H
#define WIRE_FORK_REQUEST_H

/*
 * What server and fork server say to each other, over a SOCK_SEQPACKET pair:
 * one packet each, so that nothing has to be framed.
 *
 * server -> fork server	one byte FORK_REQUEST_FORK: fork a child
 * fork server -> server	HELLO once, then one CHILD or FAILED per byte
 *
 * The end of the socket tells the fork server to go.
 */

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "base/limits.h"

enum { FORK_REQUEST_FD = 3 }; /* the fork server's end, given at its start */

/* The stack that a worker is started with, if it may have that: for terms that
 * are nested deeply. */
#define WORKER_STACK ((rlim_t)1024 * MIB)

/* Exit codes of a child that could not start its watchdog, and of one that
 * failed by a fault in our code and not in libz3. */
enum { EXIT_NO_THREAD = 102, EXIT_OWN_FAULT = 104 };

enum fork_request_kind {
	FORK_REQUEST_HELLO = 'H',
	FORK_REQUEST_CHILD = 'C',
	FORK_REQUEST_FAILED = 'F',
};

enum { FORK_REQUEST_TEXT_MAX = 256 };

struct fork_request_packet {
	enum fork_request_kind said;
	/* HELLO: the version of libz3; FAILED: why. */
	char text[FORK_REQUEST_TEXT_MAX];
	/* HELLO */
	bool version_fits; /* libz3 is the one that the worker was built for */
	bool has_seccomp;
	/* CHILD */
	pid_t pid;
	/* The server's end of the child's socket; the receiver's. -1: there was
	 * none, or the receiver has no descriptor left for it. */
	int fd;
};

/* The server's half. False: the fork server is gone. */
bool fork_request_ask_fork(int fd);

/*
 * Receives one packet without waiting. 1: there was one; 0: none yet; -1: the
 * fork server is gone or talks nonsense. A received descriptor is CLOEXEC.
 */
int fork_request_receive(int fd, struct fork_request_packet *packet);

/* The fork server's half. False: the server is gone. */
bool fork_request_wait(int fd);
bool fork_request_send(int fd, const struct fork_request_packet *packet);

/*
 * The ways out of the jail that a worker tries when doctor asks for it: the
 * text of an ASK_ESCAPE is the name of one. A worker that is killed for it
 * has proved the jail; one that lives says in the output how it went.
 */

struct jail_probes {
	const char *name;
	const char *what; /* for people: "open a file" */
};

/* All of them; the name of the last one is NULL. */
extern const struct jail_probes escapes[];

/* The output of a worker that got out; of any other, why it did not. */
#define ESCAPE_GOT_OUT "got out"

/* What the kernel, or the container that is in front of it, offers. */

/* Whether filters of system calls can be set. Changes nothing. */
bool kernel_has_seccomp(void);

#endif
