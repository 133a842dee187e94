#include "mcp/serve/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/log.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "mcp/session/request.h"
#include "wire/fork_request.h"

static int
explain_terminal(void)
{
	char path[PATH_MAX] = "satchel";
	ssize_t size = readlink("/proc/self/exe", path, PATH_MAX - 1);
	DROP(text) char *program = NULL;

	if (size > 0)
		path[size] = '\0';
	program = sanitize_text(path);
	(void)fprintf(stderr,
		"satchel speaks MCP on stdin and stdout, and this is a "
		"terminal. A chat client starts\nit; in Claude Desktop "
		"(claude_desktop_config.json) and Cursor (mcp.json):\n\n"
		"    {\"mcpServers\": {\"satchel\": {\"command\": \"%s\"}}}\n\n"
		"In Claude Code:\n\n    claude mcp add satchel -- %s\n\n"
		"satchel --help lists what it does by hand.\n",
		program, program);
	return EXIT_USAGE;
}

/*
 * The client's stream gets a descriptor that nothing else knows, and standard
 * output becomes stderr: a stray print cannot end up between two messages.
 */
static int
reserve_stdout(void)
{
	int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

	if (fd < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
		log_error("standard output: %s", strerrordesc_np(errno));
		return -1;
	}
	return fd;
}

static void
tell(const struct cli *cli)
{
	log_info("database %s", cli->db_path);
	if (!kernel_has_seccomp())
		log_warn("this kernel or container offers no seccomp: workers "
			 "run without the filter of system calls; their limits "
			 "of memory, time and files hold (satchel doctor tries "
			 "them)");
	if (!cli->has_worker)
		log_warn("there is no satchel-worker: nothing can be solved");
}

/* On standard output, not in the log, because of the token. */
static void
print_address(const struct http_address *address, enum http_access access,
	const char *token)
{
	DROP(text) char *url = http_address_url(address, "/mcp");

	if (url != NULL)
		(void)printf("Satchel serves MCP at %s\n", url);
	else
		(void)printf("Satchel serves MCP on the socket %s, at /mcp\n",
			address->path);
	if (access == HTTP_TOKEN)
		(void)printf("It needs this header, as long as it runs:\n"
			     "Authorization: Bearer %s\n",
			token);
	else if (access == HTTP_ANYBODY)
		(void)printf("It needs no token: every user of this machine "
			     "can use it.\n");
	else
		(void)printf(access == HTTP_IDENTITY
				     ? "The proxy says which account a request "
				       "is of.\n"
				     : "It needs the token of an account: "
				       "Authorization: Bearer TOKEN\n");
	(void)fflush(stdout); /* cli_main asks whether it was written */
}

static int
serve_http(struct cli *cli)
{
	struct err e;

	tell(cli);
	return mcp_serve_http(cli->loop, &cli->server, &catalog_satchel,
		       &cli->line.options.http, print_address, &e)
		       ? EXIT_SUCCESS
		       : cli_refuse(e.code, e.text,
				 e.code == ERR_ARGUMENT ? EXIT_USAGE
							: EXIT_FAILURE);
}

int
command_serve(struct cli *cli)
{
	int out;

	if (cli->line.options.http.address != NULL)
		return serve_http(cli);
	if (isatty(STDIN_FILENO))
		return explain_terminal();
	out = reserve_stdout();
	if (out < 0)
		return EXIT_FAILURE;
	tell(cli);
	return mcp_serve(
		cli->loop, &cli->server, &catalog_satchel, STDIN_FILENO, out);
}
