#ifndef TESTS_BENCH_MODELS_H
#define TESTS_BENCH_MODELS_H

/*
 * What edits of models from 100 to 50,000 items cost, durable and over stdio,
 * beside the cost of parsing the whole model; what a large session takes in
 * memory; how long a database with many sessions takes to open.
 */

#include <stdbool.h>

struct client;

/* Prints the table and the verdicts; false if a promise is not kept. */
bool measure_models(struct client *c);

#endif
