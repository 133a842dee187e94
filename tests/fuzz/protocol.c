/*
 * Requests of the Solver Protocol, and workers that answer anything: whatever
 * comes, the response is an envelope. The first byte says how the worker ends,
 * the second what it has found; the arguments of solve are behind them. Mostly
 * a search is done as a worker does it.
 */

#include "fuzz/played_server.h"
#include "unit/tools/protocol/envelope.h"
#include "unit/tools/protocol/played_search.h"
#include "json/schema.h"

static struct server server;
static struct model_cache cache;
static const char *id; /* of the request, or NULL */

static void
on_done(struct call *c, const struct call_result *result, void *argument)
{
	struct json_object *schema =
		json_get(tool_schema(tool_find("solve")), "outputSchema");
	DROP(json) struct json_object *copy = NULL;
	struct err e;

	(void)c;
	(void)argument;
	REQUIRE(strlen(result->text) <= LIMIT_REPLY);
	if (result->is_error)
		return; /* of what is no request: an argument is refused */
	copy = json_copy(result->structured);
	REQUIRE(schema_check(schema, &copy, &e));
	REQUIRE(json_equal(copy, result->structured));
	REQUIRE(envelope_find_fault(copy, id) == NULL);
}

static struct answer *
make_answer(uint8_t end, uint8_t found)
{
	static const enum status statuses[] = {
		STATUS_NONE, STATUS_SAT, STATUS_UNSAT, STATUS_UNKNOWN};
	struct answer_assertion core = {.index = found, .line = found};
	const struct answer_check check = {.status = statuses[found % 4]};
	const struct answer_value values[] = {
		{(char[]){"x1"}, (char[]){"Bool"}, (char[]){"true"}},
		{(char[]){"x"}, (char[]){"Value"}, (char[]){"\"|a b|\""}}};
	struct answer *a = answer_new();
	DROP(buf) struct buf frames;

	buf_init(&frames, LIMIT_ANSWER);
	answer_put_version(&frames, "4.8.12");
	if (check.status != STATUS_NONE)
		answer_put_check(&frames, &check);
	for (size_t i = 0; check.status == STATUS_SAT && i < 2; i++)
		answer_put_value(&frames, &values[i]);
	if (check.status == STATUS_UNSAT)
		answer_put_core(&frames, &(struct answer_core){.minimal = true,
						 .assertions = {&core, 1, 1}});
	if (frames_take(a, stage_ask(), frames.data, frames.size))
		a->outcome = end % (OUTCOME_NO_WORKER + 1);
	a->done = a->outcome == OUTCOME_DONE;
	if (a->outcome == OUTCOME_NO_WORKER)
		a->detail = text_copy("there is none");
	return a;
}

static void
leave(void)
{
	server_close(&server);
	remove_files();
	(void)rmdir(folder);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum { HEAD = 2, ASKS_MAX = 8 };
	const struct call_sink sink = {.done = on_done};
	struct json_object *arguments = NULL;
	DROP(text) char *kept = NULL;
	struct err e;

	if (server.loop == NULL) {
		log_set_level(LOG_ERROR);
		make_folder();
		server_open(&server, path, &cache);
		(void)atexit(leave);
	}
	if (size < HEAD || !json_parse((const char *)data + HEAD, size - HEAD,
				   &arguments, &e))
		return 0;
	if (json_kind(arguments) != JSON_OBJECT) {
		json_free(arguments);
		return 0;
	}
	kept = text_copy(json_get_string(arguments, "id"));
	id = kept;
	(void)call_start(&server, tool_find("solve"), arguments, &sink);
	if (data[1] % 8 != 0)
		(void)play_searches();
	for (int asks = 0; stage_job_count > 0 && asks < ASKS_MAX; asks++)
		answer(ask_kind_reads(stage_jobs[0]->kind)
				? read_texts_of(stage_jobs[0])
				: make_answer(data[0], data[1]));
	while (server.open.first != NULL)
		call_cancel(server.open.first);
	return 0;
}
