#include "cli/server_setup.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/loop.h"
#include "cli/cli.h"
#include "pool/pool.h"
#include "pool/spawn.h"
#include "store/db/db.h"
#include "store/db/server_lock.h"
#include "tools/solve/background_job.h"

static const char *
get_environment(const char *name)
{
	const char *value = getenv(name);

	return value != NULL && value[0] != '\0' ? value : NULL;
}

/* As the XDG base directory specification has it: a relative path is void. */
static char *
find_db(const struct cli *cli, struct err *e)
{
	const char *from_environment = get_environment("SATCHEL_DB");
	const char *data = get_environment("XDG_DATA_HOME");
	const char *home = get_environment("HOME");

	if (cli->db != NULL)
		return text_copy(cli->db);
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
	char path[PATH_MAX];
	struct pool_options options = {
		.workers =
			cli->workers != 0 ? (int)cli->workers : count_cores(),
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
	int memory_mb =
		cli->memory_mb != 0 ? (int)cli->memory_mb : DEFAULT_MEMORY_MB;

	cli->db_path = find_db(cli, e);
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
		.session = cli->session,
		.export_dir = cli->export_dir,
		.timeout_ms = cli->timeout_ms != 0 ? cli->timeout_ms
						   : DEFAULT_TIMEOUT_MS,
		.memory_mb = memory_mb,
		.groups_off = cli->groups_off,
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
	free(cli->server.own_session);
	loop_free(cli->loop);
	free(cli->db_path);
}
