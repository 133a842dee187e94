#ifndef TESTS_BENCH_EDITS_H
#define TESTS_BENCH_EDITS_H

/*
 * The models whose edits are measured, and the arguments of the edits.
 */

#include <stddef.h>
#include <stdint.h>

struct json_object;

enum { TURNS = 21, EDIT_OPERATIONS = 11 };

/* A model under measurement. */
struct model {
	char name[20];
	size_t items;
	int64_t imported; /* the revision of that */
	int64_t last;	  /* the last revision */
};

struct edit_operation {
	const char *label;
	const char *tool;
	struct json_object *(*arguments)(const struct model *m, size_t turn);
	size_t turns;
};

extern const struct edit_operation edit_operations[EDIT_OPERATIONS];

/* The arguments of calls; with the session only, */
struct json_object *edit_begin(const struct model *m);
/* of add_item, */
struct json_object *edit_append(const struct model *m, size_t turn);
/* of restore_model, */
struct json_object *edit_restore(const struct model *m, int64_t revision);
/* of import_model, with a text of m->items commands. */
struct json_object *edit_import(const struct model *m, size_t turn);

#endif
