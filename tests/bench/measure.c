#include "bench/measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "replay/client.h"
#include "replay/process.h"
#include "json/json.h"

void
give_up(const char *what)
{
	fprintf(stderr, "bench: %s\n", what);
	exit(2);
}

static int
compare(const void *a, const void *b)
{
	const int64_t *x = a;
	const int64_t *y = b;

	return (*x > *y) - (*x < *y);
}

double
median_ms(struct row *r)
{
	const size_t middle = r->count / 2;

	qsort(r->us, r->count, sizeof(r->us[0]), compare);
	return (double)r->us[middle] / 1000;
}

bool
verdict(const char *what, double value, const char *unit, double limit)
{
	bool is_kept = value <= limit;

	printf("%-44s %8.2f %-4s at most %5.1f  %s\n", what, value, unit, limit,
		is_kept ? "ok" : "OVER");
	return is_kept;
}

int64_t
start_us(struct client *c)
{
	static const char hello[] =
		"{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
		"\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}";
	int64_t begin = clock_now_us();
	struct json_object *params;
	struct err e;
	size_t number;

	if (!client_start(c, "", false, &e) ||
		!json_parse(hello, sizeof(hello) - 1, &params, &e) ||
		!client_request(c, "initialize", params, &number, &e) ||
		!client_await(c, number, clock_now_ms() + WAIT_MS, &e))
		give_up(e.text);
	return clock_now_us() - begin;
}

const struct json_object *
call_tool(struct client *c, const char *tool, struct json_object *arguments,
	int64_t *us)
{
	int64_t begin = clock_now_us();
	const struct json_object *result;
	struct err e;
	size_t number;

	if (!client_call(c, tool, arguments, &number, &e) ||
		!client_await(c, number, clock_now_ms() + WAIT_MS, &e))
		give_up(e.text);
	if (us != NULL)
		*us = clock_now_us() - begin;
	result = json_get_object(c->exchanges[number].reply, "result");
	if (result == NULL || json_get_bool(result, "isError", false))
		give_up(json_text(c->exchanges[number].reply));
	return json_get_object(result, "structuredContent");
}

char *
find_z3(void)
{
	const char *path = getenv("PATH");
	DROP(text) char *all = text_copy(path != NULL ? path : "/usr/bin");
	char *rest = all;
	char *folder;

	while ((folder = strsep(&rest, ":")) != NULL) {
		DROP(text) char *file = text_format("%s/z3", folder);

		if (access(file, X_OK) == 0)
			return TAKE(file);
	}
	return NULL;
}

int64_t
z3_us(const struct place *place, char *z3, const char *file)
{
	DROP(text) char *name = text_copy(file);
	char *const argv[] = {z3, name, NULL};
	int64_t begin = clock_now_us();
	struct process p;
	struct err e;
	int status;

	if (!process_start(&p, place, argv, "z3.log", &e))
		give_up(e.text);
	if (!process_wait(&p, clock_now_ms() + WAIT_MS, &status) || status != 0)
		give_up("z3 failed");
	return clock_now_us() - begin;
}

double
resident_mib(pid_t pid)
{
	return (double)process_rss_kib(pid) / 1024;
}

double
children_mib(pid_t pid)
{
	DROP(text)
	char *path =
		text_format("/proc/%d/task/%d/children", (int)pid, (int)pid);
	FILE *file = fopen(path, "re");
	double mib = 0;
	int child;

	if (file == NULL)
		give_up("cannot see the children of the server");
	while (fscanf(file, "%d", &child) == 1)
		mib += resident_mib(child);
	(void)fclose(file); /* it was only read */
	return mib;
}
