/*
 * The sizes take turns, so that a machine that is busy for a while is so for
 * all of them. After each kind of edit every model is brought back to what was
 * imported, so that the numbers of the items are known.
 */
#include "bench/models.h"

#include <stdio.h>
#include <string.h>

#include "bench/edits.h"
#include "bench/measure.h"
#include "replay/client.h"
#include "json/json.h"

enum { SIZES = 4, SESSIONS = 10000, IN_A_ROW = 7 };

static const size_t sizes[SIZES] = {100, 1000, 10000, 50000};

/* --- the table ------------------------------------------------------------ */

static void
call(struct client *c, struct model *m, const char *tool,
	struct json_object *arguments, int64_t *us)
{
	m->last =
		json_get_int(call_tool(c, tool, arguments, us), "revision", 0);
}

/* Some calls on one model, as a client works. */
static void
take_turns(struct client *c, struct model *m, const struct edit_operation *op,
	struct row *row)
{
	for (size_t i = 0; i < IN_A_ROW && row->count < op->turns; i++) {
		call(c, m, op->tool, op->arguments(m, row->count),
			&row->us[row->count]);
		row->count++;
	}
}

/* The medians of all sizes, which alternate, so that what else the machine
 * does meets all of them. */
static void
measure(struct client *c, struct model *models, const struct edit_operation *op,
	double *medians)
{
	static struct row rows[SIZES];

	memset(rows, 0, sizeof(rows));
	/* For undo. */
	for (size_t i = 0; i < SIZES; i++)
		call(c, &models[i], "add_item", edit_append(&models[i], 0),
			NULL);
	while (rows[SIZES - 1].count < op->turns) {
		for (size_t i = 0; i < SIZES; i++)
			take_turns(c, &models[i], op, &rows[i]);
	}
	printf("%-26s", op->label);
	for (size_t i = 0; i < SIZES; i++) {
		medians[i] = median_ms(&rows[i]);
		printf(" %10.2f", medians[i]);
		call(c, &models[i], "restore_model",
			edit_restore(&models[i], models[i].imported), NULL);
	}
	printf("\n");
	(void)fflush(stdout);
}

static void
make_models(struct client *c, struct model *models)
{
	for (size_t i = 0; i < SIZES; i++) {
		struct model *m = &models[i];
		const struct json_object *made;

		m->items = sizes[i];
		(void)snprintf(m->name, sizeof(m->name), "n%zu", sizes[i]);
		(void)call_tool(c, "open_session", edit_begin(m), NULL);
		made = call_tool(c, "import_model", edit_import(m, 0), NULL);
		if (json_get_int(made, "items", 0) != (int64_t)m->items)
			give_up("the import has not made an item per command");
		m->imported = json_get_int(made, "revision", 0);
	}
}

static bool
measure_edits(struct client *c, struct model *models)
{
	double medians[EDIT_OPERATIONS][SIZES];
	bool ok;

	printf("\n%-26s", "ms per call, median of 21;  items");
	printf("%4zu %10zu %10zu %10zu\n", sizes[0], sizes[1], sizes[2],
		sizes[3]);
	for (size_t i = 0; i < EDIT_OPERATIONS; i++)
		measure(c, models, &edit_operations[i], medians[i]);
	printf("\n");
	ok = verdict("add_item at 10,000 items", medians[0][2], "ms", 1);
	ok &= verdict(
		"  to that at 100", medians[0][2] / medians[0][0], "", 1.5);
	ok &= verdict("add_item at 50,000 items to that at 100",
		medians[0][3] / medians[0][0], "", 2);
	return ok;
}

/* --- memory and many sessions --------------------------------------------- */

static void
restart(struct client *c)
{
	struct err e;

	if (!client_end(c, END_BY_EOF, &e))
		give_up(e.text);
	(void)start_us(c);
}

static bool
measure_memory(struct client *c, const struct model *m)
{
	double server = 0;
	double workers = 0;

	restart(c);
	for (size_t turn = 0; turn < TURNS; turn++) {
		double now;

		(void)call_tool(c, "add_item", edit_append(m, turn), NULL);
		now = resident_mib(c->server.pid);
		server = now > server ? now : server;
		now = children_mib(c->server.pid);
		workers = now > workers ? now : workers;
	}
	return verdict("server with a session of 50,000 items (RSS)", server,
		       "MiB", 64) &
	       verdict("its workers together (RSS)", workers, "MiB", 400);
}

static bool
measure_opening(struct client *c)
{
	struct row row = {.count = 5};
	struct err e;

	for (size_t i = 0; i < SESSIONS; i++) {
		struct model m;

		(void)snprintf(m.name, sizeof(m.name), "s%zu", i);
		(void)call_tool(c, "open_session", edit_begin(&m), NULL);
	}
	for (size_t i = 0; i < row.count; i++) {
		int64_t us;

		if (!client_end(c, END_BY_EOF, &e))
			give_up(e.text);
		row.us[i] = start_us(c);
		(void)call_tool(c, "list_sessions", json_new_object(), &us);
		row.us[i] += us;
	}
	return verdict("start to a list of 10,000 sessions", median_ms(&row),
		"ms", 20);
}

bool
measure_models(struct client *c)
{
	struct model models[SIZES];
	struct err e;
	bool ok;

	(void)start_us(c);
	make_models(c, models);
	ok = measure_edits(c, models);
	ok &= measure_memory(c, &models[SIZES - 1]);
	ok &= measure_opening(c);
	if (!client_end(c, END_BY_EOF, &e))
		give_up(e.text);
	return ok;
}
