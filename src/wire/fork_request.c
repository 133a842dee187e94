#include "wire/fork_request.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FORK_REQUEST_FORK = 'f' };

union control {
	struct cmsghdr header; /* for its alignment */
	char bytes[CMSG_SPACE(sizeof(int))];
};

bool
fork_request_ask_fork(int fd)
{
	const char byte = FORK_REQUEST_FORK;

	return send(fd, &byte, 1, MSG_NOSIGNAL | MSG_DONTWAIT) == 1;
}

bool
fork_request_wait(int fd)
{
	char byte;
	ssize_t got;

	do
		got = recv(fd, &byte, 1, 0);
	while (got < 0 && errno == EINTR);
	return got == 1 && byte == FORK_REQUEST_FORK;
}

bool
fork_request_send(int fd, const struct fork_request_packet *packet)
{
	struct fork_request_packet body = *packet;
	struct iovec io = {&body, sizeof(body)};
	union control control = {0};
	struct msghdr message = {.msg_iov = &io, .msg_iovlen = 1};

	if (packet->said == FORK_REQUEST_CHILD) {
		message.msg_control = control.bytes;
		message.msg_controllen = sizeof(control.bytes);
		control.header.cmsg_level = SOL_SOCKET;
		control.header.cmsg_type = SCM_RIGHTS;
		control.header.cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(&control.header), &packet->fd, sizeof(int));
	}
	return sendmsg(fd, &message, MSG_NOSIGNAL) == (ssize_t)sizeof(body);
}

static int
received_fd(struct msghdr *message)
{
	struct cmsghdr *header = CMSG_FIRSTHDR(message);
	int fd = -1;

	if (header != NULL && header->cmsg_level == SOL_SOCKET &&
		header->cmsg_type == SCM_RIGHTS &&
		header->cmsg_len == CMSG_LEN(sizeof(int)))
		memcpy(&fd, CMSG_DATA(header), sizeof(int));
	return fd;
}

/* Both ends are the same build on one machine. */
static bool
makes_sense(const struct fork_request_packet *packet)
{
	switch (packet->said) {
	case FORK_REQUEST_HELLO:
	case FORK_REQUEST_FAILED:
		return packet->fd < 0;
	case FORK_REQUEST_CHILD:
		return packet->pid > 0;
	}
	return false;
}

int
fork_request_receive(int fd, struct fork_request_packet *packet)
{
	/* cppcheck-suppress ctuuninitvar ; recvmsg fills it */
	struct iovec io = {packet, sizeof(*packet)};
	union control control = {0};
	struct msghdr message = {.msg_iov = &io,
		.msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof(control.bytes)};
	ssize_t got = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);

	if (got < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -1;
	packet->fd = received_fd(&message);
	packet->text[sizeof(packet->text) - 1] = '\0';
	if (got == (ssize_t)sizeof(*packet) && makes_sense(packet))
		return 1;
	if (packet->fd >= 0)
		(void)close(packet->fd);
	return -1;
}

/* --- jail probes --------------------------------------------------------- */

const struct jail_probes escapes[] = {
#define ESCAPE(name, what) {#name, what},
#include "wire/jail_probes.def"
#undef ESCAPE
	{NULL, NULL},
};

/* --- seccomp support ----------------------------------------------------- */

/* A filter at NULL is EFAULT where filters exist. */
bool
kernel_has_seccomp(void)
{
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, NULL) < 0 &&
	       errno == EFAULT;
}
