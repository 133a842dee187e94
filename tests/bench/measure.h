#ifndef TESTS_BENCH_MEASURE_H
#define TESTS_BENCH_MEASURE_H

/*
 * What the measurements share: calls of the real server, medians, and whether
 * a promise is kept.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct client;
struct json_object;
struct place;

enum { ROW_MAX = 60, WAIT_MS = 60000 };

void give_up(const char *what) __attribute__((noreturn));

struct row {
	int64_t us[ROW_MAX];
	size_t count;
};

double median_ms(struct row *r); /* sorts it */

/* Prints the value beside its limit; false if it is over. */
bool verdict(const char *what, double value, const char *unit, double limit);

/* Up to the answer of initialize; the handshake's tools/list is left out. */
int64_t start_us(struct client *c);

/* A call that must not be refused; the arguments are taken. `*us` (or NULL) is
 * the time from its sending to its answer. The result is the client's. */
const struct json_object *call_tool(struct client *c, const char *tool,
	struct json_object *arguments, int64_t *us);

/* The path of the z3 command, the caller's; NULL if there is none. */
char *find_z3(void);

/* A whole run of it on a file, which is named from the place. */
int64_t z3_us(const struct place *place, char *z3, const char *file);

/* Resident memory of a process, and of its children together. */
double resident_mib(pid_t pid);
double children_mib(pid_t pid);

#endif
