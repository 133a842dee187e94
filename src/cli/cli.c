#include "cli/cli.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "base/loop.h"
#include "base/nearest.h"
#include "pool/pool.h"
#include "pool/spawn.h"
#include "store/db/db.h"
#include "store/sessions/sessions.h"
#include "tools/call/tool.h"
#include "tools/solve/job.h"
#include "json/json.h"

const struct subcommand subcommands[] = {
#define COMMAND(name, arguments, most, least, help) \
	{#name, arguments, most, least, help, command_##name},
#include "cli/subcommands.def"
#undef COMMAND
};

const size_t subcommand_count = sizeof(subcommands) / sizeof(subcommands[0]);

const struct subcommand *
subcommand_find(const char *name)
{
	return ROW_IN(name, subcommands, name);
}

/* --- options -------------------------------------------------------------- */

static bool
set_number(
	const struct option *o, const char *value, void *member, struct err *e)
{
	char *rest;
	long long read;

	errno = 0;
	read = strtoll(value, &rest, 10);
	if (errno != 0 || rest == value || *rest != '\0' || read < o->least ||
		read > o->most)
		return err_set(e, ERR_ARGUMENT,
			"%s must be a number from %" PRId64 " to %" PRId64
			", not \"%.40s\"",
			o->name, o->least, o->most, value);
	*(int64_t *)member = read;
	return true;
}

static bool
set_text(const struct option *o, const char *value, void *member, struct err *e)
{
	*(const char **)member = value;
	if (o->check != NULL)
		return o->check(value, e);
	return *value != '\0' || err_set(e, ERR_ARGUMENT,
					 "%s needs a value: "
					 "%s %s",
					 o->name, o->name, o->value);
}

static bool
check_http(const char *text, struct err *e)
{
	struct http_address address;

	return http_address_read(text, &address, e);
}

static bool
set_tools(
	const struct option *o, const char *value, void *member, struct err *e)
{
	(void)o;
	return tool_groups_read(value, member, e);
}

static bool
set_log_level(
	const struct option *o, const char *value, void *member, struct err *e)
{
	return log_level_find(value, member) ||
	       err_set(e, ERR_ARGUMENT,
		       "%s is one of error, warn, info, debug, not \"%.40s\"",
		       o->name, value);
}

static bool
set_flag(const struct option *o, const char *value, void *member, struct err *e)
{
	(void)o, (void)value, (void)e;
	*(bool *)member = true;
	return true;
}

#define MEMBER(name) offsetof(struct cli_options, name)

/* Commands that start a worker, that have a time limit, and that solve. */
#define STARTING \
	"serve, solve, fzn, prove, check, call, import, export and doctor"
#define TIMED "serve, solve, fzn, prove, check, call and export"
#define SOLVING "serve, solve, fzn, prove, check and call"

const struct option known_options[] = {
	{"--db", NULL, "FILE", set_text, MEMBER(db),
		"database (default: SATCHEL_DB, or in ~/.local/share)"},
	{"--session", NULL, "NAME", set_text, MEMBER(server.session),
		"the session of calls that name none",
		.check = session_name_check, .of = "serve and call"},
	{"--workers", "-p", "N", set_number, MEMBER(workers),
		"solves at once (default: one per core)", 1, LIMIT_LAUNCHED,
		.of = STARTING},
	{"--memory-mb", NULL, "N", set_number, MEMBER(memory_mb),
		"memory of one solve (default: 2048)", MIN_MEMORY_MB,
		LIMIT_MEMORY_MB, .of = STARTING},
	{"--timeout-ms", NULL, "N", set_number, MEMBER(server.timeout_ms),
		"time of one solve (default: 30000; a call may override)", 1,
		LIMIT_TIMEOUT_MS, .of = TIMED},
	{"--tools", NULL, "LIST", set_tools, MEMBER(server.groups),
		"groups: core,manage (the default), json, memo ...; all",
		.of = "serve and call"},
	{"--export-dir", NULL, "DIR", set_text, MEMBER(server.export_dir),
		"the folder that export_model may write files into",
		.of = "serve and call"},
	{"--launch", NULL, "CMD", set_text, MEMBER(launcher),
		"solve elsewhere: \"srun -un1\", \"ssh HOST\"",
		.check = launcher_check, .of = STARTING},
	{"--confirm-with", NULL, "CMD", set_text, MEMBER(server.confirm.with),
		"the second solver: a name (default: cvc5) or a command",
		.check = launcher_check, .of = SOLVING},
	{"--confirm", NULL, NULL, set_flag, MEMBER(server.confirm.always),
		"check every answer with the second solver", .of = SOLVING},
	{"--portfolio", NULL, NULL, set_flag, MEMBER(portfolio),
		"with --launch: a job for each engine, if there is room",
		.of = STARTING},
	{"--http", NULL, "ADDRESS", set_text, MEMBER(http.address),
		"over HTTP: PORT, HOST:PORT, unix:PATH, systemd",
		.check = check_http, .of = "serve",
		.otherwise = "127.0.0.1:8733"},
	{"--no-token", NULL, NULL, set_flag, MEMBER(http.no_token),
		"with --http: let all users of this machine in", .of = "serve"},
	{"--http-host", NULL, "NAME", set_text, MEMBER(http.host),
		"with --http: another name that Host may have", .of = "serve"},
	{"--identity-header", NULL, "NAME", set_text,
		MEMBER(http.identity_header),
		"a proxy names the account in it", .of = "serve"},
	{"--read-only", NULL, NULL, set_flag, MEMBER(read_only),
		"the account may read, and edit nothing",
		.of = "account and share"},
	{"--log-level", NULL, "L", set_log_level, MEMBER(log_level),
		"error, warn, info or debug (default: info)"},
	{"--log-json", NULL, NULL, set_flag, MEMBER(log_json),
		"write the log as lines of JSON"},
	{"--format", NULL, "F", set_text, MEMBER(export.format),
		"smt2, json, markdown, html, dimacs, wcnf; solve: dimacs",
		.of = "export and solve"},
	{"--output", "-o", "FILE", set_text, MEMBER(export.output),
		"write to this file", .of = "export and view"},
	{"--json", NULL, NULL, set_flag, MEMBER(json),
		"print the structured result instead of text"},
	{"--all-solutions", "-a", NULL, set_flag, MEMBER(fzn.all),
		"print all solutions, or all better ones", .of = "fzn"},
	{"--solutions", "-n", "N", set_number, MEMBER(fzn.number),
		"stop after N solutions (default: 1)", 1, LIMIT_COUNTED,
		.of = "fzn"},
	{"--intermediate", "-i", NULL, set_flag, MEMBER(fzn.intermediate),
		"print each better solution as it is found", .of = "fzn"},
	{"--time-limit", "-t", "MS", set_number, MEMBER(fzn.time_ms),
		"time (default and at most: 600000)", 1, INT64_MAX,
		.of = "fzn"},
	{"--statistics", "-s", NULL, set_flag, MEMBER(fzn.statistics),
		"print statistics after the solutions", .of = "fzn"},
	{"--help", "-h", NULL, set_flag, MEMBER(help), "this text"},
	{"--version", NULL, NULL, set_flag, MEMBER(version), "the version"},
};

const size_t option_count = sizeof(known_options) / sizeof(known_options[0]);

bool
option_is_of(const struct option *o, const struct subcommand *command)
{
	return o->of == NULL || strstr(o->of, command->name) != NULL;
}

/* `size` bytes of `word` are the option's name. */
static const struct option *
find_option(const char *word, size_t size)
{
	for (size_t i = 0; i < option_count; i++) {
		const struct option *o = &known_options[i];

		if ((strlen(o->name) == size &&
			    strncmp(o->name, word, size) == 0) ||
			(o->letter != NULL && strcmp(o->letter, word) == 0))
			return o;
	}
	return NULL;
}

static bool
refuse_word(
	const char *kind, const char *word, const char *nearest, struct err *e)
{
	err_set(e, ERR_ARGUMENT, "there is no %s \"%.80s\"", kind, word);
	return nearest != NULL && err_add(e, "; did you mean %s?", nearest);
}

/* Whether a word can be the value of an option that may have none. */
static bool
is_value(const char *word)
{
	return word != NULL && *word != '-' && subcommand_find(word) == NULL;
}

/* *next is the word after it, and becomes NULL when it is taken. */
static bool
read_option(struct command_line *line, const char *word, const char **next,
	struct err *e)
{
	size_t size = strcspn(word, "=");
	const struct option *o = find_option(word, size);
	const char *value = word[size] == '=' ? word + size + 1 : NULL;

	if (o == NULL)
		return refuse_word("option", word,
			NEAREST_IN(word, known_options, name), e);
	if (o->value == NULL && value != NULL)
		return err_set(e, ERR_ARGUMENT, "%s takes no value", o->name);
	if (o->value != NULL && value == NULL &&
		(o->otherwise == NULL || is_value(*next)))
		value = TAKE(*next);
	if (value == NULL)
		value = o->otherwise;
	if (o->value != NULL && value == NULL)
		return err_set(e, ERR_ARGUMENT, "%s needs a value: %s %s",
			o->name, o->name, o->value);
	line->given |= 1U << (o - known_options);
	return o->set(o, value, (char *)&line->options + o->member, e);
}

/* --- words ---------------------------------------------------------------- */

static bool
read_word(struct command_line *line, const char *word, struct err *e)
{
	if (line->command == NULL) {
		line->command = subcommand_find(word);
		return line->command != NULL ||
		       refuse_word("command", word,
			       NEAREST_IN(word, subcommands, name), e);
	}
	if (line->argument_count == line->command->most)
		return err_set(e, ERR_ARGUMENT,
			"unexpected argument \"%.80s\"; usage: satchel "
			"%s%s%s",
			word, line->command->name,
			line->command->arguments[0] != '\0' ? " " : "",
			line->command->arguments);
	assert(line->argument_count <
		sizeof(line->arguments) / sizeof(line->arguments[0]));
	line->arguments[line->argument_count++] = word;
	return true;
}

static bool
check_words(const struct command_line *line, struct err *e)
{
	const struct cli_options *o = &line->options;
	const struct subcommand *command = line->command;

	if (o->help || o->version)
		return true;
	for (size_t i = 0; i < option_count; i++)
		if ((line->given & 1U << i) != 0 &&
			!option_is_of(&known_options[i], command))
			return err_set(e, ERR_ARGUMENT,
				"%s is an option of satchel %s, not of %s",
				known_options[i].name, known_options[i].of,
				command->name);
	if (o->export.format != NULL && command->run == command_solve &&
		strcmp(o->export.format, "dimacs") != 0)
		return err_set(e, ERR_ARGUMENT,
			"satchel solve supports only --format dimacs, not "
			"\"%.40s\"",
			o->export.format);
	if (o->http.address == NULL &&
		(o->http.no_token || o->http.host != NULL ||
			o->http.identity_header != NULL))
		return err_set(e, ERR_ARGUMENT, "%s needs --http",
			o->http.no_token       ? "--no-token"
			: o->http.host != NULL ? "--http-host"
					       : "--identity-header");
	if (o->http.address != NULL && o->server.session != NULL)
		return err_set(e, ERR_ARGUMENT,
			"--session is not for --http, where several clients "
			"share the server and every call names its session");
	if (o->workers > LIMIT_WORKERS && o->launcher == NULL)
		return err_set(e, ERR_ARGUMENT,
			"--workers is at most %d on this machine, and more "
			"only with --launch",
			LIMIT_WORKERS);
	return line->argument_count >= command->least ||
	       err_set(e, ERR_ARGUMENT,
		       "missing argument; usage: satchel %s %s", command->name,
		       command->arguments);
}

bool
command_line_read(struct command_line *line, char **argv, struct err *e)
{
	bool only_words = false;

	*line = (struct command_line){
		.options = {.server.timeout_ms = DEFAULT_TIMEOUT_MS,
			.memory_mb = DEFAULT_MEMORY_MB,
			.log_level = LOG_INFO,
			.fzn.number = 1,
			.fzn.time_ms = LIMIT_TIMEOUT_MS}};
	for (char **at = argv + 1; *at != NULL; at++) {
		const char *next = at[1];

		if (only_words || **at != '-' || strcmp(*at, "-") == 0) {
			if (!read_word(line, *at, e))
				return false;
			line->rest = at + 1;
			assert(line->command != NULL); /* it is the first */
			if (line->command->run == command_agent)
				return at == argv + 1 ||
				       err_set(e, ERR_ARGUMENT,
					       "options of satchel agent stand "
					       "after the word agent");
		} else if (strcmp(*at, "--") == 0) {
			only_words = true;
		} else {
			if (!read_option(line, *at, &next, e))
				return false;
			at += next != at[1];
		}
	}
	line->has_command = line->command != NULL;
	if (line->command == NULL)
		line->command = subcommand_find("serve");
	assert(line->command != NULL);
	return check_words(line, e);
}

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
	err_set(e, ERR_ARGUMENT,
		"where is the database? There is no HOME; say --db FILE or "
		"set SATCHEL_DB");
	return NULL;
}

/* Refuses a database in a folder that does not exist: the name is mistyped. The
 * default folder is made when it is needed. */
static bool
check_db_folder(const struct cli *cli, struct err *e)
{
	const char *slash = strrchr(cli->db_path, '/');
	DROP(text) char *folder = NULL;

	if (slash == NULL || (cli->line.options.db == NULL &&
				     get_environment("SATCHEL_DB") == NULL))
		return true;
	folder = text_copy_n(cli->db_path, (size_t)(slash - cli->db_path) + 1);
	return access(folder, F_OK) == 0 || errno != ENOENT ||
	       err_set(e, ERR_ARGUMENT,
		       "the folder of the database does not exist: %s; correct "
		       "%s, or make the folder",
		       folder,
		       cli->line.options.db != NULL ? "--db" : "SATCHEL_DB");
}

static struct pool *
new_pool(struct cli *cli)
{
	int64_t workers = cli->line.options.workers;
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	int most = cores > LIMIT_WORKERS ? LIMIT_WORKERS : (int)cores;
	struct rlimit files;
	char path[PATH_MAX];
	struct pool_options options = {
		.workers = workers != 0 ? (int)workers : most,
		.memory_mb = (int)cli->line.options.memory_mb,
		.launcher = cli->line.options.launcher,
		.competes = cli->line.options.portfolio,
		.confirm_with = cli->line.options.server.confirm.with,
	};

	/* A launcher takes two descriptors for each job. */
	if (options.launcher != NULL && getrlimit(RLIMIT_NOFILE, &files) == 0) {
		files.rlim_cur = files.rlim_max;
		(void)setrlimit(RLIMIT_NOFILE, &files); /* fewer, else */
	}
	cli->has_worker =
		spawn_find_program("satchel-worker", "SATCHEL_WORKER", path);
	if (cli->has_worker)
		options.worker_path = path;
	return pool_new(cli->loop, &options);
}

bool
cli_open(struct cli *cli, struct err *e)
{
	cli->db_path = find_db(&cli->line.options, e);
	if (cli->db_path == NULL)
		return false;
	cli->loop = loop_new();
	cli->server = cli->line.options.server;
	cli->server.loop = cli->loop;
	cli->server.store = store_new(cli->db_path);
	cli->server.cache = &cli->cache;
	cli->server.db_path = cli->db_path;
	cli->server.pool = new_pool(cli);
	cli->server.memory_mb = (int)cli->line.options.memory_mb;
	return true;
}

void
cli_close(struct cli *cli)
{
	coroutine_finish_all();
	background_job_stop(&cli->server);
	coroutine_finish_all(); /* what a stopped job had found is kept */
	pool_free(cli->server.pool);
	model_cache_release(&cli->cache);
	store_free(cli->server.store);
	json_free(cli->server.sessions.used);
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

/* satchel COMMAND --help is satchel help COMMAND, which needs no database. */
static int
help(struct cli *cli)
{
	struct command_line *line = &cli->line;

	line->argument_count = line->has_command;
	line->arguments[0] = line->command->name;
	line->command = subcommand_find("help");
	assert(line->command != NULL); /* a row of the table */
	return line->command->run(cli);
}

static int
run(struct cli *cli)
{
	const struct cli_options *options = &cli->line.options;
	struct err e = {0};
	int code;

	if (options->help)
		return help(cli);
	if (options->version) {
		(void)puts(options->json ? "{\"version\":\"" SATCHEL_VERSION
					   "\"}"
					 : "satchel " SATCHEL_VERSION);
		return EXIT_SUCCESS;
	}
	if (!cli_open(cli, &e))
		return cli_refuse(e.code, e.text, EXIT_FAILURE);
	code = check_db_folder(cli, &e)
		       ? cli->line.command->run(cli)
		       : cli_refuse(e.code, e.text, EXIT_USAGE);
	cli_close(cli);
	return code;
}

static bool
has_word(char **argv, const char *word)
{
	while (*argv != NULL && strcmp(*argv, word) != 0)
		argv++;
	return *argv != NULL;
}

int
cli_main(char **argv)
{
	struct cli cli = {0};
	struct err e;
	int code;

	mem_configure();
	fill_standard_descriptors();
	/* A reader that goes away, and a file that may not grow, are errors of
	 * write, and must not end the process. */
	(void)signal(SIGPIPE, SIG_IGN);
	(void)signal(SIGXFSZ, SIG_IGN);
	if (!command_line_read(&cli.line, argv, &e)) {
		cli_set_json(has_word(argv, "--json"));
		err_add(&e, "\nsatchel --help lists commands and options.");
		return cli_refuse(e.code, e.text, EXIT_USAGE);
	}
	/* satchel agent reads its own options. */
	cli_set_json(cli.line.options.json ||
		     (cli.line.command->run == command_agent &&
			     has_word(argv, "--json")));
	log_set_level(cli.line.options.log_level);
	log_set_json(cli.line.options.log_json);
	/* A chat, and a person who calls a tool, know the tools by name. */
	if (cli.line.command->run != command_serve &&
		cli.line.command->run != command_call)
		wording_use(cli_wording);
	code = run(&cli);
	return fflush(stdout) != 0 || ferror(stdout)
		       ? cli_refuse(ERR_SYSTEM, "cannot write the answer",
				 EXIT_FAILURE)
		       : code;
}
