#include "cli/cli.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/loop.h"
#include "pool/pool.h"
#include "pool/spawn.h"
#include "store/db/db.h"
#include "store/db/server_lock.h"
#include "tools/solve/background_job.h"
#include "json/json.h"

/* --- what a subcommand works with ----------------------------------------- */

static const char *
get_environment(const char *name)
{
	const char *value = getenv(name);

	return value != NULL && value[0] != '\0' ? value : NULL;
}

/* As the XDG base directory specification says: a relative path is ignored. */
static char *
find_db(const struct cli_options *options, struct err *e)
{
	const char *from_environment = get_environment("SATCHEL_DB");
	const char *data = get_environment("XDG_DATA_HOME");
	const char *home = get_environment("HOME");

	if (options->db != NULL)
		return text_copy(options->db);
	if (from_environment != NULL)
		return text_copy(from_environment);
	if (data != NULL && data[0] == '/')
		return text_format("%s/satchel/satchel.db", data);
	if (home != NULL)
		return text_format("%s/.local/share/satchel/satchel.db", home);
	(void)err_set(e, ERR_ARGUMENT,
		"where is the database? There is no HOME; say --db FILE or "
		"set SATCHEL_DB");
	return NULL;
}

static int
count_cores(void)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);

	if (cores < 1)
		return 1;
	return cores > LIMIT_WORKERS ? LIMIT_WORKERS : (int)cores;
}

static struct pool *
new_pool(struct cli *cli, int memory_mb)
{
	int64_t workers = cli->line.options.workers;
	char path[PATH_MAX];
	struct pool_options options = {
		.workers = workers != 0 ? (int)workers : count_cores(),
		.memory_mb = memory_mb,
	};

	cli->has_worker = spawn_find_worker(path);
	if (cli->has_worker)
		options.worker_path = path;
	return pool_new(cli->loop, &options);
}

bool
cli_open(struct cli *cli, struct err *e)
{
	const struct cli_options *options = &cli->line.options;
	int memory_mb = options->memory_mb != 0 ? (int)options->memory_mb
						: DEFAULT_MEMORY_MB;

	cli->db_path = find_db(options, e);
	if (cli->db_path == NULL)
		return false;
	cli->loop = loop_new();
	cli->server = (struct server){
		.loop = cli->loop,
		.store = store_new(cli->db_path),
		.cache = &cli->cache,
		.lock = server_lock_new(),
		.db_path = cli->db_path,
		.pool = new_pool(cli, memory_mb),
		.session = options->session,
		.export_dir = options->export_dir,
		.timeout_ms = options->timeout_ms != 0 ? options->timeout_ms
						       : DEFAULT_TIMEOUT_MS,
		.memory_mb = memory_mb,
		.groups_off = options->groups_off,
	};
	return true;
}

void
cli_close(struct cli *cli)
{
	background_job_stop(&cli->server);
	pool_free(cli->server.pool);
	model_cache_release(&cli->cache);
	server_lock_free(cli->server.lock);
	store_free(cli->server.store);
	json_free(cli->server.used_sessions);
	loop_free(cli->loop);
	free(cli->db_path);
}

/* --- the program ---------------------------------------------------------- */

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
	command_line_help(&help);
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

	if (!cli_open(cli, &e))
		return cli_refuse(e.text, EXIT_FAILURE);
	code = cli->line.command->run(cli);
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
	 * write, and must not end the process. */
	(void)signal(SIGPIPE, SIG_IGN);
	(void)signal(SIGXFSZ, SIG_IGN);
	if (!command_line_read(&cli.line, argv, &e)) {
		(void)fprintf(stderr,
			"satchel: %s\nsatchel --help lists commands and "
			"options.\n",
			e.text);
		return EXIT_USAGE;
	}
	log_set_level(cli.line.options.log_level);
	if (cli.line.options.help)
		return print_help();
	return cli.line.options.version ? print_version() : run(&cli);
}
