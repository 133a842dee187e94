#include "smt/gates.h"

#include <assert.h>
#include <inttypes.h>

void
gates_init(struct gates *g, size_t ceiling_bytes)
{
	*g = (struct gates){0};
	buf_init(&g->text, ceiling_bytes);
}

void
gates_release(struct gates *g)
{
	buf_release(&g->text);
}

int32_t
gates_variable(struct gates *g)
{
	/* Each of them comes with a clause or a declaration, and the texts of
	 * both are far shorter than this. */
	assert(g->variables < INT32_MAX - 1);
	return ++g->variables;
}

void
gates_clause(struct gates *g, const int32_t *literals, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (literals[i] == GATES_TRUE)
			return;
	}
	for (size_t i = 0; i < count; i++) {
		if (literals[i] != GATES_FALSE)
			(void)buf_add_format(
				&g->text, "%" PRId32 " ", literals[i]);
	}
	(void)buf_add_text(&g->text, "0\n");
	g->clauses++;
}

static void
tie(struct gates *g, int32_t a, int32_t b, int32_t c)
{
	const int32_t literals[] = {a, b, c};

	gates_clause(g, literals, 3);
}

/* The one that all depends on, or 0: there are several. */
static int32_t
fold_and(const int32_t *literals, size_t count)
{
	int32_t only = GATES_TRUE;

	for (size_t i = 0; i < count; i++) {
		if (literals[i] == GATES_FALSE)
			return GATES_FALSE;
	}
	for (size_t i = 0; i < count; i++) {
		if (literals[i] == GATES_TRUE || literals[i] == only)
			continue;
		if (only != GATES_TRUE)
			return 0;
		only = literals[i];
	}
	return only;
}

int32_t
gates_and(struct gates *g, const int32_t *literals, size_t count)
{
	int32_t gate = fold_and(literals, count);

	if (gate != 0)
		return gate;
	gate = gates_variable(g);
	for (size_t i = 0; i < count; i++)
		tie(g, -gate, literals[i], GATES_FALSE);
	(void)buf_add_format(&g->text, "%" PRId32 " ", gate);
	for (size_t i = 0; i < count; i++) {
		if (literals[i] != GATES_TRUE)
			(void)buf_add_format(
				&g->text, "%" PRId32 " ", -literals[i]);
	}
	(void)buf_add_text(&g->text, "0\n");
	g->clauses++;
	return gate;
}

int32_t
gates_xor(struct gates *g, int32_t a, int32_t b)
{
	int32_t gate;

	if (a == GATES_TRUE || a == GATES_FALSE)
		return a == GATES_TRUE ? -b : b;
	if (b == GATES_TRUE || b == GATES_FALSE)
		return b == GATES_TRUE ? -a : a;
	if (a == b || a == -b)
		return a == b ? GATES_FALSE : GATES_TRUE;
	gate = gates_variable(g);
	tie(g, -gate, a, b);
	tie(g, -gate, -a, -b);
	tie(g, gate, -a, b);
	tie(g, gate, a, -b);
	return gate;
}

int32_t
gates_choose(struct gates *g, int32_t test, int32_t yes, int32_t no)
{
	int32_t gate;

	if (test == GATES_TRUE || test == GATES_FALSE)
		return test == GATES_TRUE ? yes : no;
	if (yes == no)
		return yes;
	gate = gates_variable(g);
	tie(g, -test, -gate, yes);
	tie(g, -test, gate, -yes);
	tie(g, test, -gate, no);
	tie(g, test, gate, -no);
	return gate;
}
