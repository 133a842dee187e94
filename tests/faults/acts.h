#ifndef TESTS_FAULTS_ACTS_H
#define TESTS_FAULTS_ACTS_H

/* The changes of a database that faults.c breaks, each on the session "a". */

#include <stdbool.h>

#include "base/err.h"

struct store;

typedef bool act_run(struct store *s, struct err *e);

bool act_create(struct store *s, struct err *e);
bool act_first_edit(struct store *s, struct err *e);
bool act_branch(struct store *s, struct err *e);
bool act_describe(struct store *s, struct err *e);
bool act_add(struct store *s, struct err *e);
bool act_replace(struct store *s, struct err *e);
bool act_clear(struct store *s, struct err *e);
bool act_edit_much(struct store *s, struct err *e);
bool act_remove_session(struct store *s, struct err *e);
bool act_keep_run(struct store *s, struct err *e);
bool act_keep_option(struct store *s, struct err *e);
bool act_delete(struct store *s, struct err *e);

#endif
