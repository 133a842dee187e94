#include "smt/connective.h"

static const struct connective connectives[] = {
	{"not", CONNECTIVE_NOT, 1, 1},
	{"and", CONNECTIVE_AND, 0, SIZE_MAX},
	{"or", CONNECTIVE_OR, 0, SIZE_MAX},
	{"xor", CONNECTIVE_XOR, 1, SIZE_MAX},
	{"=>", CONNECTIVE_IMPLIES, 1, SIZE_MAX},
	{"=", CONNECTIVE_EQUAL, 1, SIZE_MAX},
	{"distinct", CONNECTIVE_DISTINCT, 1, SIZE_MAX},
	{"ite", CONNECTIVE_ITE, 3, 3},
	{"let", CONNECTIVE_LET, 1, 1},
	{"!", CONNECTIVE_NOTE, 1, 1},
	/* libz3's own names for the same. */
	{"implies", CONNECTIVE_IMPLIES, 1, SIZE_MAX},
	{"iff", CONNECTIVE_EQUAL, 1, SIZE_MAX},
	{"if", CONNECTIVE_ITE, 3, 3},
	{"if_then_else", CONNECTIVE_ITE, 3, 3},
	{"&&", CONNECTIVE_AND, 0, SIZE_MAX},
	{"||", CONNECTIVE_OR, 0, SIZE_MAX},
	{"equals", CONNECTIVE_EQUAL, 1, SIZE_MAX},
	{"equiv", CONNECTIVE_EQUAL, 1, SIZE_MAX},
};

enum { COUNT = sizeof(connectives) / sizeof(connectives[0]) };

const struct connective *
connective_find(const char *text, const struct token *name)
{
	for (size_t i = 0; i < COUNT; i++) {
		if (token_is(text, name, connectives[i].name))
			return &connectives[i];
	}
	return NULL;
}

bool
connective_is_clausal(const struct connective *c)
{
	return c->kind == CONNECTIVE_AND || c->kind == CONNECTIVE_OR ||
	       c->kind == CONNECTIVE_IMPLIES;
}

static void
negate(int32_t *literals, size_t count)
{
	for (size_t i = 0; i < count; i++)
		literals[i] = -literals[i];
}

static int32_t
give_or(struct gates *g, int32_t *arguments, size_t count)
{
	negate(arguments, count);
	return -gates_and(g, arguments, count);
}

static int32_t
give_xor(struct gates *g, const int32_t *arguments, size_t count)
{
	int32_t result = arguments[0];

	for (size_t i = 1; i < count; i++)
		result = gates_xor(g, result, arguments[i]);
	return result;
}

static int32_t
give_equal(struct gates *g, int32_t *arguments, size_t count)
{
	for (size_t i = 0; i + 1 < count; i++)
		arguments[i] = -gates_xor(g, arguments[i], arguments[i + 1]);
	return gates_and(g, arguments, count - 1);
}

/* There are but two values. */
static int32_t
give_distinct(struct gates *g, const int32_t *arguments, size_t count)
{
	if (count > 2)
		return GATES_FALSE;
	if (count < 2)
		return GATES_TRUE;
	return gates_xor(g, arguments[0], arguments[1]);
}

int32_t
connective_give(const struct connective *c, struct gates *g, int32_t *arguments,
	size_t count)
{
	switch (c->kind) {
	case CONNECTIVE_NOT:
		return -arguments[0];
	case CONNECTIVE_AND:
		return gates_and(g, arguments, count);
	case CONNECTIVE_IMPLIES:
		negate(arguments, count - 1);
		return give_or(g, arguments, count);
	case CONNECTIVE_OR:
		return give_or(g, arguments, count);
	case CONNECTIVE_XOR:
		return give_xor(g, arguments, count);
	case CONNECTIVE_EQUAL:
		return give_equal(g, arguments, count);
	case CONNECTIVE_DISTINCT:
		return give_distinct(g, arguments, count);
	case CONNECTIVE_ITE:
		return gates_choose(
			g, arguments[0], arguments[1], arguments[2]);
	case CONNECTIVE_LET:
	case CONNECTIVE_NOTE:
		break;
	}
	return arguments[0];
}

void
connective_assert(const struct connective *c, struct gates *g,
	int32_t *arguments, size_t count)
{
	if (c->kind == CONNECTIVE_AND) {
		for (size_t i = 0; i < count; i++)
			gates_clause(g, &arguments[i], 1);
		return;
	}
	if (c->kind == CONNECTIVE_IMPLIES)
		negate(arguments, count - 1);
	gates_clause(g, arguments, count);
}
