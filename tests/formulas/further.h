#ifndef TESTS_FORMULAS_FURTHER_H
#define TESTS_FORMULAS_FURTHER_H

/*
 * What else a model is asked for: the value of a term, its least value, and
 * several solutions.
 */

#include "formulas/calls.h"
#include "formulas/inquiry.h"
#include "problems/sift.h"

/* The model is there, and holds `text`. False with what is not so. */
bool further_ask(struct calls *c, const struct question *q,
	const struct sift *text, struct err *e);

#endif
