#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "cli/cli_options.h"
#include "cli/server_setup.h"

static const struct command commands[] = {
#define COMMAND(name, arguments, most, least, help) \
	{#name, arguments, most, least, help, command_##name},
#include "cli/cli.def"
#undef COMMAND
};

size_t
cli_command_count(void)
{
	return sizeof(commands) / sizeof(commands[0]);
}

const struct command *
cli_command_at(size_t index)
{
	return &commands[index];
}

const struct command *
cli_command_find(const char *name)
{
	for (size_t i = 0; i < cli_command_count(); i++) {
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	}
	return NULL;
}

/*
 * Whoever starts us may have closed them, and what is opened next must not
 * become standard output by accident.
 */
static void
fill_standard_descriptors(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd > STDERR_FILENO)
		(void)close(fd);
}

static int
print_help(void)
{
	DROP(buf) struct buf help;

	buf_init(&help, LIMIT_REPLY);
	cli_options_help(&help);
	return fputs(help.data, stdout) < 0 || fflush(stdout) != 0
		       ? EXIT_FAILURE
		       : EXIT_SUCCESS;
}

static int
print_version(void)
{
	return puts("satchel " SATCHEL_VERSION) < 0 || fflush(stdout) != 0
		       ? EXIT_FAILURE
		       : EXIT_SUCCESS;
}

static int
run(struct cli *cli)
{
	struct err e;
	int code;

	if (!cli_open(cli, &e)) {
		(void)fprintf(stderr, "satchel: %s\n", e.text);
		return EXIT_FAILURE;
	}
	code = cli->command->run(cli);
	cli_close(cli);
	return code;
}

int
cli_main(char **argv)
{
	struct cli cli = {0};
	struct err e;

	mem_configure();
	fill_standard_descriptors();
	/* A reader that goes away, and a file that may not grow, are errors of
	 * write, not our end. */
	(void)signal(SIGPIPE, SIG_IGN);
	(void)signal(SIGXFSZ, SIG_IGN);
	if (!cli_options_read(&cli, argv, &e)) {
		(void)fprintf(stderr,
			"satchel: %s\nsatchel --help lists commands and "
			"options.\n",
			e.text);
		return EXIT_USAGE;
	}
	log_set_level(cli.log_level);
	if (cli.wants_help)
		return print_help();
	return cli.wants_version ? print_version() : run(&cli);
}
