/*
 * bench BUILD [FILE...]
 *
 * What SPEC promises about speed and size, measured with the real programs:
 * from the start of the server to its answer to `initialize`, its memory when
 * it idles, and a trivial solve_smtlib beside `z3 FILE` on the same text, one
 * after the other in turns, so that both see the same machine; then what edits
 * of small and large models cost. With files (make bench-hard): what
 * solve_smtlib takes for each of them beside the z3 command, and nothing else.
 * Ends with 1 if a promise is not kept.
 */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "bench/hard.h"
#include "bench/measure.h"
#include "bench/models.h"
#include "replay/client.h"
#include "replay/place.h"
#include "replay/process.h"
#include "json/json.h"

enum { STARTS = 30, TURNS = ROW_MAX, WARM_UPS = 5 };

static const char text[] = "(declare-const x Int)\n"
			   "(declare-const y Int)\n"
			   "(assert (> x 5))\n"
			   "(assert (= (+ x y) 12))\n"
			   "(check-sat)\n"
			   "(get-model)\n";

/* --- start and memory ----------------------------------------------------- */

static bool
measure_start(struct client *c)
{
	struct row starts = {.count = STARTS};
	double mib = 0;
	struct err e;
	bool ok;

	for (size_t i = 0; i < STARTS; i++) {
		starts.us[i] = start_us(c);
		mib = resident_mib(c->server.pid);
		if (!client_end(c, END_BY_EOF, &e))
			give_up(e.text);
	}
	ok = verdict("start to answer of initialize, median of 30",
		median_ms(&starts), "ms", 10);
	return verdict("memory of the idle server (RSS)", mib, "MiB", 10) && ok;
}

/* --- a trivial solve ------------------------------------------------------ */

static int64_t
solve_us(struct client *c)
{
	struct json_object *arguments = json_new_object();
	const struct json_object *result;
	int64_t took;

	json_put_string(arguments, "smtlib", text);
	result = call_tool(c, "solve_smtlib", arguments, &took);
	if (strcmp(json_get_string(result, "status"), "sat") != 0)
		give_up("solve_smtlib does not say sat");
	return took;
}

static void
write_text(const struct place *place)
{
	DROP(text) char *path = place_path(place, "trivial.smt2");
	FILE *file = fopen(path, "we");

	if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0)
		give_up("cannot write the text for z3");
}

static bool
measure_solve(struct client *c)
{
	struct row solves = {.count = TURNS};
	struct row runs = {.count = TURNS};
	DROP(text) char *z3 = find_z3();
	struct err e;
	double solve;
	double run;

	/* Without the handshake, the client has no schemas to check by. */
	(void)start_us(c);
	write_text(c->place);
	for (size_t i = 0; i < WARM_UPS; i++)
		(void)solve_us(c);
	for (size_t i = 0; i < TURNS; i++) {
		solves.us[i] = solve_us(c);
		runs.us[i] =
			z3 != NULL ? z3_us(c->place, z3, "trivial.smt2") : 0;
	}
	if (!client_end(c, END_BY_EOF, &e))
		give_up(e.text);
	solve = median_ms(&solves);
	run = median_ms(&runs);
	printf("%-44s %8.2f ms\n", "trivial solve_smtlib, median of 60", solve);
	if (z3 == NULL) {
		printf("There is no z3 command to compare with; "
		       "apt-get install z3\n");
		return false;
	}
	printf("%-44s %8.2f ms\n", "z3 FILE of the same text, in turns", run);
	return verdict("ratio of the two", solve / run, "", 0.1);
}

int
main(int argc, char **argv)
{
	DROP(text) char *build = argc > 1 ? realpath(argv[1], NULL) : NULL;
	struct place place;
	struct client client;
	struct err e;
	bool ok;

	if (build == NULL)
		give_up("usage: bench BUILD [FILE...]");
	process_adopt_orphans();
	if (!place_init(&place, build, &e))
		give_up(e.text);
	client_init(&client, &place);
	if (argc > 2) {
		ok = measure_hard(&client, argv + 2);
	} else {
		ok = measure_start(&client);
		ok = measure_solve(&client) && ok;
		ok = measure_models(&client) && ok;
	}
	client_release(&client);
	place_release(&place);
	return ok ? 0 : 1;
}
