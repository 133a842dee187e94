/*
 * The ratio of a text is the median of its turns' ratios, not the ratio of two
 * medians: a machine that is busy for a while is so for both of a turn.
 */
#include "bench/hard.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "bench/measure.h"
#include "replay/client.h"
#include "json/json.h"

enum {
	TURNS = 3,
	/* Of a text that takes z3 so long, little more may be taken. */
	HARD_MS = 1000,
	/* What takes it less is a matter of starting it. */
	SMALL_MS = 50,
	/* Of those between, most are to be within this ratio. */
	SMALL_PERCENT = 130,
	PERCENT = 100,
};

struct text {
	const char *name;
	char *path;
	char *content;
	struct row solves;
	struct row runs;
	struct row percents;
};

struct totals {
	double solve_ms;
	double run_ms;
	double worst_hard;
	size_t hard;
	size_t small;
	size_t slow_small;
};

static char *
read_file(const char *path)
{
	FILE *file = fopen(path, "re");
	char *content = mem_grow(NULL, MIB, 1);
	size_t size;

	if (file == NULL)
		give_up("cannot open a file of the table");
	size = fread(content, 1, MIB - 1, file);
	content[size] = '\0';
	(void)fclose(file); /* it was only read */
	return content;
}

static void
text_init(struct text *x, const char *file)
{
	const char *slash = strrchr(file, '/');

	*x = (struct text){
		.name = slash != NULL ? slash + 1 : file,
		.path = realpath(file, NULL),
	};
	if (x->path == NULL)
		give_up("there is no such file");
	x->content = read_file(x->path);
}

static void
text_release(struct text *x)
{
	free(x->path);
	free(x->content);
}

/* The status that the text tells of itself; "" if it tells none. */
static void
told_status(const struct text *x, char status[16])
{
	const char *told = strstr(x->content, "(set-info :status ");

	status[0] = '\0';
	if (told != NULL)
		(void)sscanf(told, "(set-info :status %15[a-z]", status);
}

static int64_t
solve_us(struct client *c, const struct text *x)
{
	struct json_object *arguments = json_new_object();
	const char *status;
	char told[16];
	int64_t took;

	told_status(x, told);
	json_put_string(arguments, "smtlib", x->content);
	json_put_int(arguments, "timeout_ms", WAIT_MS);
	status = json_get_string(
		call_tool(c, "solve_smtlib", arguments, &took), "status");
	if (strcmp(status, told) != 0) {
		printf("%s is %s, not %s\n", x->name, told, status);
		give_up("a wrong answer");
	}
	return took;
}

static void
take_turn(struct client *c, char *z3, struct text *x)
{
	size_t turn = x->solves.count;

	x->solves.us[turn] = solve_us(c, x);
	x->runs.us[turn] = z3_us(c->place, z3, x->path);
	x->percents.us[turn] = PERCENT * x->solves.us[turn] / x->runs.us[turn];
	x->solves.count = x->runs.count = x->percents.count = turn + 1;
}

static void
add_up(struct text *x, struct totals *sum)
{
	double solve_ms = median_ms(&x->solves);
	double run_ms = median_ms(&x->runs);
	double ratio = median_ms(&x->percents) * 1000 / PERCENT;

	printf("%-24s %10.0f %10.0f %10.2f\n", x->name, run_ms, solve_ms,
		ratio);
	sum->solve_ms += solve_ms;
	sum->run_ms += run_ms;
	if (run_ms < HARD_MS) {
		sum->small += run_ms >= SMALL_MS;
		sum->slow_small +=
			run_ms >= SMALL_MS && ratio * PERCENT > SMALL_PERCENT;
		return;
	}
	sum->hard++;
	if (ratio > sum->worst_hard)
		sum->worst_hard = ratio;
}

static bool
judge(const struct totals *sum)
{
	bool ok = true;

	printf("%-24s %10.0f %10.0f %10.2f\n\n", "together", sum->run_ms,
		sum->solve_ms, sum->solve_ms / sum->run_ms);
	if (sum->hard > 0)
		ok = verdict("worst ratio of those over a second",
			sum->worst_hard, "", 1.1);
	if (sum->small > 0)
		ok = verdict("share of the small ones with a ratio over 1.3",
			     (double)sum->slow_small / (double)sum->small, "",
			     0.25) &&
		     ok;
	return verdict("ratio of the mixed set together",
		       sum->solve_ms / sum->run_ms, "", 0.9) &&
	       ok;
}

bool
measure_hard(struct client *c, char *const files[])
{
	DROP(text) char *z3 = find_z3();
	struct totals sum = {0};
	struct err e;

	if (z3 == NULL)
		give_up("there is no z3 command to compare with");
	(void)start_us(c);
	printf("%-24s %10s %10s %10s\n", "text, medians of 3 turns", "z3 FILE",
		"satchel", "ratio");
	for (; *files != NULL; files++) {
		struct text x;

		text_init(&x, *files);
		for (size_t turn = 0; turn < TURNS; turn++)
			take_turn(c, z3, &x);
		add_up(&x, &sum);
		text_release(&x);
	}
	if (!client_end(c, END_BY_EOF, &e))
		give_up(e.text);
	return judge(&sum);
}
