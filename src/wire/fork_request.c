#include "wire/fork_request.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FORK_REQUEST_FORK = 'f' };

/* The packet as it travels: both ends are the same build on one machine. */
struct body {
	uint8_t said;
	uint8_t version_fits;
	uint8_t has_seccomp;
	int32_t pid;
	char text[FORK_REQUEST_TEXT_MAX];
};

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
	struct body body = {
		.said = (uint8_t)packet->said,
		.version_fits = packet->version_fits,
		.has_seccomp = packet->has_seccomp,
		.pid = packet->pid,
	};
	struct iovec io = {&body, sizeof(body)};
	union control control = {0};
	struct msghdr message = {.msg_iov = &io, .msg_iovlen = 1};

	memcpy(body.text, packet->text, sizeof(body.text));
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

static bool
make_sense(const struct body *body, int fd, struct fork_request_packet *packet)
{
	packet->said = (enum fork_request_said)body->said;
	packet->version_fits = body->version_fits != 0;
	packet->has_seccomp = body->has_seccomp != 0;
	packet->pid = body->pid;
	packet->fd = fd;
	memcpy(packet->text, body->text, sizeof(packet->text));
	packet->text[sizeof(packet->text) - 1] = '\0';
	switch (packet->said) {
	case FORK_REQUEST_HELLO:
	case FORK_REQUEST_FAILED:
		return fd < 0;
	case FORK_REQUEST_CHILD:
		return packet->pid > 0;
	}
	return false;
}

int
fork_request_receive(int fd, struct fork_request_packet *packet)
{
	struct body body = {0};
	struct iovec io = {&body, sizeof(body)};
	union control control = {0};
	struct msghdr message = {.msg_iov = &io,
		.msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof(control.bytes)};
	ssize_t got = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
	int sent_fd;

	if (got < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -1;
	sent_fd = received_fd(&message);
	if (got == (ssize_t)sizeof(body) && make_sense(&body, sent_fd, packet))
		return 1;
	if (sent_fd >= 0)
		(void)close(sent_fd);
	return -1;
}
