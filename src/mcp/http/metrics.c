#include "mcp/http/metrics.h"

#include <inttypes.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "pool/pool.h"
#include "tools/call/tool.h"

/* Writes what stands before the values of a metric. */
static void
add_head(struct buf *out, const char *name, const char *type, const char *help)
{
	(void)buf_add_format(out,
		"# HELP satchel_%s %s\n# TYPE satchel_%s %s\n", name, help,
		name, type);
}

static void
add_gauge(struct buf *out, const char *name, const char *help, uint64_t value)
{
	add_head(out, name, "gauge", help);
	(void)buf_add_format(out, "satchel_%s %" PRIu64 "\n", name, value);
}

static void
add_tools(const struct server *server, struct buf *out)
{
	const struct tool_count *counts = server->counts;

	add_head(out, "calls_total", "counter",
		"Calls that have ended, by tool and outcome.");
	for (size_t i = 0; i < tool_list_count; i++) {
		(void)buf_add_format(out,
			"satchel_calls_total{tool=\"%s\",outcome=\"answered\"}"
			" %" PRIu64 "\n",
			tool_list[i].name, counts[i].answered);
		(void)buf_add_format(out,
			"satchel_calls_total{tool=\"%s\",outcome=\"refused\"} "
			"%" PRIu64 "\n",
			tool_list[i].name, counts[i].refused);
	}
	add_head(out, "call_milliseconds_total", "counter",
		"Time from the beginning to the end of calls, by tool.");
	for (size_t i = 0; i < tool_list_count; i++)
		(void)buf_add_format(out,
			"satchel_call_milliseconds_total{tool=\"%s\"} %" PRIu64
			"\n",
			tool_list[i].name, counts[i].ms);
}

void
metrics_write(const struct server *server, struct buf *out)
{
	struct pool_state state;
	struct stat about;

	pool_get_state(server->pool, &state);
	add_tools(server, out);
	add_gauge(out, "queue_length", "Jobs that wait for a worker.",
		state.waiting);
	add_gauge(out, "workers_busy", "Workers that have a job.", state.busy);
	add_gauge(out, "workers_idle", "Workers that wait for a job.",
		state.idle);
	add_gauge(out, "fork_server_restarts",
		"How often the fork server has died lately.", state.restarts);
	add_gauge(out, "database_bytes", "Size of the database file.",
		stat(server->db_path, &about) == 0 ? (uint64_t)about.st_size
						   : 0);
}
