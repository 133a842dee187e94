#include "mcp/http/address.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/alloc.h"

enum { BACKLOG = 128 };

static const char unix_prefix[] = "unix:";

static int
fail(int fd, const char *what, struct err *e)
{
	err_set(e, ERR_SYSTEM, "%s: %s", what, strerrordesc_np(errno));
	if (fd >= 0)
		(void)close(fd); /* nothing was sent */
	return -1;
}

static bool
read_port(const char *text, uint16_t *port, struct err *e)
{
	char *end;
	unsigned long value = strtoul(text, &end, 10);

	if (*text < '0' || *text > '9' || *end != '\0' || value > UINT16_MAX)
		return err_set(e, ERR_ARGUMENT,
			"\"%.40s\" is no port: a port is a number from 0 to "
			"65535",
			text);
	*port = (uint16_t)value;
	return true;
}

/* Reads a.host, which is a number or localhost. */
static bool
read_host(struct http_address *a)
{
	struct in_addr four;
	struct in6_addr six;

	if (strcmp(a->host, "localhost") == 0)
		memcpy(a->host, "127.0.0.1", sizeof("127.0.0.1"));
	a->is_ipv6 = strchr(a->host, ':') != NULL;
	if (a->is_ipv6) {
		if (inet_pton(AF_INET6, a->host, &six) != 1)
			return false;
		a->is_remote = !IN6_IS_ADDR_LOOPBACK(&six);
		return true;
	}
	if (inet_pton(AF_INET, a->host, &four) != 1)
		return false;
	a->is_remote = ntohl(four.s_addr) >> 24 != IN_LOOPBACKNET;
	return true;
}

static bool
read_unix(const char *path, struct http_address *a, struct err *e)
{
	struct sockaddr_un name;

	a->path = path;
	return (*path != '\0' && strlen(path) < sizeof(name.sun_path)) ||
	       err_set(e, ERR_ARGUMENT,
		       "--http unix:PATH needs a path of 1 to %zu bytes",
		       sizeof(name.sun_path) - 1);
}

/* --- sockets of systemd --------------------------------------------------- */

enum { INHERITED_FD = 3 /* SD_LISTEN_FDS_START */ };

/* Returns whether one socket was passed to this very process. */
static bool
has_inherited(void)
{
	const char *pid = getenv("LISTEN_PID");
	const char *count = getenv("LISTEN_FDS");

	return pid != NULL && count != NULL && strcmp(count, "1") == 0 &&
	       strtol(pid, NULL, 10) == getpid();
}

/* Reads where the inherited socket listens. */
static bool
read_inherited(struct http_address *a, struct err *e)
{
	union {
		struct sockaddr any;
		struct sockaddr_un local;
		struct sockaddr_in four;
		struct sockaddr_in6 six;
	} name = {0};
	socklen_t size = sizeof(name);

	a->is_inherited = has_inherited() &&
			  getsockname(INHERITED_FD, &name.any, &size) == 0;
	if (!a->is_inherited)
		return err_set(e, ERR_ARGUMENT,
			"--http systemd is for a service with one socket, "
			"which systemd passes to it (LISTEN_FDS=1)");
	if (name.any.sa_family == AF_UNIX) {
		memcpy(a->inherited_path, name.local.sun_path,
			sizeof(a->inherited_path) - 1);
		a->path = a->inherited_path;
		return true;
	}
	/* The port is in the same place of both. */
	a->port = ntohs(name.four.sin_port);
	if (name.any.sa_family == AF_INET6)
		(void)inet_ntop(AF_INET6, &name.six.sin6_addr, a->host,
			sizeof(a->host));
	else
		(void)inet_ntop(
			AF_INET, &name.four.sin_addr, a->host, sizeof(a->host));
	return read_host(a);
}

static int
take_inherited(struct err *e)
{
	if (fcntl(INHERITED_FD, F_SETFD, FD_CLOEXEC) != 0 ||
		fcntl(INHERITED_FD, F_SETFL, O_NONBLOCK) != 0)
		return fail(-1, "the socket of systemd cannot be used", e);
	return INHERITED_FD;
}

bool
http_address_read(const char *text, struct http_address *a, struct err *e)
{
	const char *colon = strrchr(text, ':');
	const char *host = text;
	size_t size;

	*a = (struct http_address){
		.host = "127.0.0.1", .port = HTTP_DEFAULT_PORT};
	if (strncmp(text, unix_prefix, strlen(unix_prefix)) == 0)
		return read_unix(text + strlen(unix_prefix), a, e);
	if (*text == '\0')
		return true;
	if (strcmp(text, "systemd") == 0)
		return read_inherited(a, e);
	if (colon == NULL)
		return read_port(text, &a->port, e);
	size = (size_t)(colon - text);
	if (*text == '[' && size > 2 && text[size - 1] == ']') {
		host++;
		size -= 2;
	}
	if (size >= sizeof(a->host))
		size = 0; /* no address is that long */
	memcpy(a->host, host, size);
	a->host[size] = '\0';
	if (!read_host(a))
		return err_set(e, ERR_ARGUMENT,
			"--http listens on an address in numbers, such as "
			"127.0.0.1:8733 or [::1]:8733, or on localhost, and "
			"not on \"%.40s\"; --http-host gives a name",
			text);
	return read_port(colon + 1, &a->port, e);
}

/* --- sockets -------------------------------------------------------------- */

static int
listen_on(int fd, const struct sockaddr *name, socklen_t size, struct err *e)
{
	if (bind(fd, name, size) != 0)
		return fail(fd,
			errno == EADDRINUSE
				? "another program listens there already"
				: "cannot listen there",
			e);
	if (listen(fd, BACKLOG) != 0)
		return fail(fd, "cannot listen there", e);
	return fd;
}

static int
listen_tcp(struct http_address *a, struct err *e)
{
	struct sockaddr_in four = {
		.sin_family = AF_INET, .sin_port = htons(a->port)};
	struct sockaddr_in6 six = {
		.sin6_family = AF_INET6, .sin6_port = htons(a->port)};
	int fd = socket(a->is_ipv6 ? AF_INET6 : AF_INET,
		SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	socklen_t size = sizeof(six);
	int on = 1;

	if (fd < 0)
		return fail(fd, "cannot make a socket", e);
	/* For a restart while old connections are closing. */
	(void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	(void)inet_pton(AF_INET, a->host, &four.sin_addr);
	(void)inet_pton(AF_INET6, a->host, &six.sin6_addr);
	if (a->is_ipv6)
		fd = listen_on(fd, (struct sockaddr *)&six, sizeof(six), e);
	else
		fd = listen_on(fd, (struct sockaddr *)&four, sizeof(four), e);
	if (fd < 0)
		return -1;
	/* The port is in the same place of both. */
	if (getsockname(fd, (struct sockaddr *)&six, &size) == 0)
		a->port = ntohs(six.sin6_port);
	return fd;
}

static int
listen_unix(const struct http_address *a, struct err *e)
{
	enum { MODE = 0660 };
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	mode_t before;

	if (fd < 0)
		return fail(fd, "cannot make a socket", e);
	memcpy(name.sun_path, a->path, strlen(a->path));
	if (connect(fd, (struct sockaddr *)&name, sizeof(name)) == 0) {
		errno = EADDRINUSE;
		return fail(fd, "another program listens there already", e);
	}
	/* The socket of a program that has ended refuses; a file that is no
	 * socket does so, too, and stays. */
	if (errno == ECONNREFUSED) {
		struct stat about;

		if (lstat(a->path, &about) == 0 && S_ISSOCK(about.st_mode))
			(void)unlink(a->path); /* or bind fails */
	}
	before = umask(0777 & ~MODE);
	fd = listen_on(fd, (struct sockaddr *)&name, sizeof(name), e);
	(void)umask(before);
	return fd;
}

int
http_address_listen(struct http_address *a, struct err *e)
{
	if (a->is_inherited)
		return take_inherited(e);
	return a->path != NULL ? listen_unix(a, e) : listen_tcp(a, e);
}

bool
http_address_check_mode(const struct http_address *a, struct err *e)
{
	struct stat about;

	return (stat(a->path, &about) == 0 &&
		       ((about.st_mode & 0777) == 0600 ||
			       (about.st_mode & 0777) == 0660)) ||
	       err_set(e, ERR_ARGUMENT,
		       "--identity-header believes whoever reaches the socket, "
		       "so that must have mode 0600 or 0660, and its folder "
		       "gives it another one");
}

void
http_address_unlink(const struct http_address *a)
{
	if (a->path != NULL && !a->is_inherited)
		(void)unlink(a->path); /* or it is gone */
}

char *
http_address_url(const struct http_address *a, const char *path)
{
	if (a->path != NULL)
		return NULL;
	return text_format(a->is_ipv6 ? "http://[%s]:%u%s" : "http://%s:%u%s",
		a->host, a->port, path);
}
