#ifndef TESTS_UNIT_SOLVER_SATISFIED_H
#define TESTS_UNIT_SOLVER_SATISFIED_H

/*
 * DIMACS read back, and tried: can all clauses hold under some values?
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SATISFIED_LITERALS = 65536, SATISFIED_VARIABLES = 4096 };

struct satisfied {
	long literals[SATISFIED_LITERALS]; /* each clause ends in a 0 */
	size_t count;
	int values[SATISFIED_VARIABLES + 1]; /* 1, -1, or 0: not chosen */
};

static inline void
satisfied_read(struct satisfied *s, const char *text)
{
	memset(s, 0, sizeof(*s));
	for (char *end; *text != '\0'; text = end) {
		long literal = strtol(text, &end, 10);

		if (end == text)
			break;
		assert_true(s->count < SATISFIED_LITERALS);
		assert_true(labs(literal) <= SATISFIED_VARIABLES);
		s->literals[s->count++] = literal;
	}
	assert_true(s->count == 0 || s->literals[s->count - 1] == 0);
}

/* 1: all hold; -1: one does not; 0: not decided. *unit is a literal that has
 * to hold, or 0. */
static inline int
satisfied_look(const struct satisfied *s, long *unit)
{
	size_t open = 0;
	bool is_true = false;
	bool all = true;
	long last = 0;

	*unit = 0;
	for (size_t i = 0; i < s->count; i++) {
		long literal = s->literals[i];
		int value = s->values[labs(literal)];

		if (literal != 0) {
			is_true |= literal > 0 ? value > 0 : value < 0;
			open += value == 0;
			last = value == 0 ? literal : last;
			continue;
		}
		if (!is_true && open == 0)
			return -1;
		if (!is_true && open == 1)
			*unit = last;
		all &= is_true;
		is_true = false;
		open = 0;
	}
	return all ? 1 : 0;
}

static inline bool satisfied_can(struct satisfied *s);

static inline bool
satisfied_try(struct satisfied *s, long literal)
{
	s->values[labs(literal)] = literal > 0 ? 1 : -1;
	return satisfied_can(s);
}

/* The values are changed. */
static inline bool
satisfied_can(struct satisfied *s)
{
	int before[SATISFIED_VARIABLES + 1];
	long unit;
	long free = 1;
	int state = satisfied_look(s, &unit);

	if (state != 0)
		return state > 0;
	if (unit != 0)
		return satisfied_try(s, unit);
	while (s->values[free] != 0)
		free++;
	memcpy(before, s->values, sizeof(before));
	if (satisfied_try(s, free))
		return true;
	memcpy(s->values, before, sizeof(before));
	return satisfied_try(s, -free);
}

#endif
