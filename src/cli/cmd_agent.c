#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "pool/spawn.h"

/* The one-shot client is a program of its own, which alone needs libcurl. */
int
command_agent(struct cli *cli)
{
	char path[PATH_MAX];
	char own[PATH_MAX] = "satchel";
	ssize_t size = readlink("/proc/self/exe", own, PATH_MAX - 1);
	DROP(text) char *server = NULL;
	DROP(text) char *failure = NULL;
	char **words = cli->line.rest; /* satchel agent WORD... */

	if (!spawn_find_program("satchel-agent", "SATCHEL_AGENT", path))
		return cli_refuse(ERR_SYSTEM,
			"there is no satchel-agent beside satchel, "
			"nor in ../libexec/satchel: it is built where "
			"libcurl's headers are (libcurl4-openssl-dev)",
			EXIT_FAILURE);
	if (size > 0)
		own[size] = '\0';
	server = text_format("--server=%s", own);
	/* In the place of "agent", and of the program's name before it. */
	words[-1] = server;
	words[-2] = (char[]){"satchel agent"};
	(void)execv(path, words - 2);
	failure = text_format(
		"cannot start satchel-agent: %s", strerrordesc_np(errno));
	return cli_refuse(ERR_SYSTEM, failure, EXIT_FAILURE);
}
