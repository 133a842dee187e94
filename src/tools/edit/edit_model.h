#ifndef TOOLS_EDIT_EDIT_MODEL_H
#define TOOLS_EDIT_EDIT_MODEL_H

/*
 * Edits of a model, as the arguments of a tool say them: made one after
 * another, checked once, kept as one revision or not at all.
 */

#include "model/items/edit.h"

struct call;

/* For a call that is one edit: answers it, with the number of its item. */
void edit_model_start(struct call *c, enum edit_op op);

#endif
