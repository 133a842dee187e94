#ifndef WORKER_CONSTRAINTS_SIMPLIFICATION_H
#define WORKER_CONSTRAINTS_SIMPLIFICATION_H

/*
 * Makes expressions. A new one is simplified by the rules of rules.def, which
 * are tried in their order until none changes it.
 */

#include "worker/constraints/expression.h"

enum rule {
#define RULE(id, operation, function) RULE_##id,
#include "worker/constraints/rules.def"
#undef RULE
	RULE_COUNT
};

/*
 * Each of these returns an expression, simplified, or EXPRESSION_NONE if there
 * are too many, if a number is too large, or if an argument is EXPRESSION_NONE.
 * The factors are those of a sum; NULL means that each is 1.
 */
uint32_t expression_make(struct expressions *e, enum operation operation,
	int64_t number, const uint32_t *arguments, const int64_t *factors,
	size_t count);
uint32_t expression_number(struct expressions *e, int64_t value);
uint32_t expression_not(struct expressions *e, uint32_t boolean);

#endif
