#ifndef WORKER_EXPAND_FLOAT_INSTANCES_H
#define WORKER_EXPAND_FLOAT_INSTANCES_H

/*
 * Quantifiers over floating-point numbers. libz3 4.8.12 finds no instance of
 *
 *	(forall ((x Float16)) (fp.lt (fp.max x c) d))
 *
 * that denies it, and says sat; x is +oo in one. Where it says so and nobody
 * can prove it, such quantifiers get instances at some values that are special:
 * NaN, the infinities, the zeros, 1 and -1. With these it often says unsat.
 *They are no help where it is right, and may keep it from an answer.
 */

#include "worker/base/parsed.h"

/* Adds the instances to each quantifier of an assertion that stands in no other
 * one, and whose variables are one or two floating-point numbers: the terms
 * are equivalent. Returns false if there is none. */
bool float_instances_expand(const struct parsed *p, struct expanded *out);

#endif
