#include "worker/constraints/propagator.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/constraints/operation.h"

enum {
	/* One propagation ends after so many steps. They take 0.03 s, as was
	 * measured on x < y and y < x. */
	STEPS_MAX = 1000000,
	/* Expressions that are visited for the variables under one. */
	PARTS_MAX = 400,
};

/* A contradiction counts more than the one before it. At the limit all numbers
 * are scaled down. */
#define ACTIVITY_GROWTH (1 / 0.99)
#define ACTIVITY_MAX 1e100

/* No sum of parts is larger in an exact propagation. */
#define EXACT_MAX (INT64_C(1) << 56)

__extension__ typedef __int128 wide;

/* --- contradictions ------------------------------------------------------- */

/* Adds `more` to each variable under the expression, as far as `parts` visits
 * reach. Returns what these variables have then. */
static double // NOLINTNEXTLINE(misc-no-recursion)
raise_activity(
	struct propagator *p, uint32_t node, double more, unsigned *parts)
{
	const struct expression *x = domain_expression(p, node);
	double sum = 0;

	if (*parts == 0)
		return 0;
	--*parts;
	if (x->operation == OPERATION_VARIABLE)
		return p->at[node].activity += more;
	for (uint32_t i = 0; i < x->count; i++)
		sum += raise_activity(
			p, expression_arguments(p->e, x)[i], more, parts);
	return sum;
}

double
propagator_activity(struct propagator *p, uint32_t x)
{
	unsigned parts = PARTS_MAX;

	return raise_activity(p, x, 0, &parts);
}

static void
contradict(struct propagator *p, uint32_t x)
{
	unsigned parts = PARTS_MAX;

	domain_empty_queue(p);
	p->activity_step *= ACTIVITY_GROWTH;
	(void)raise_activity(p, x, p->activity_step, &parts);
	if (p->activity_step < ACTIVITY_MAX)
		return;
	for (size_t i = 0; i < p->variables.count; i++)
		p->at[p->variables.at[i]].activity /= ACTIVITY_MAX;
	p->activity_step /= ACTIVITY_MAX;
}

bool
propagator_propagate(struct propagator *p)
{
	size_t steps_max = p->steps_max > 0 ? p->steps_max : STEPS_MAX;
	size_t steps = 0;

	while (p->queue.count > 0) {
		uint32_t x = domain_dequeue(p);

		if (!operation_propagate(p, x)) {
			contradict(p, x);
			return false;
		}
		if (steps++ == steps_max) {
			p->no_fixpoint = true;
			domain_empty_queue(p);
		}
	}
	return true;
}

/* --- expressions ---------------------------------------------------------- */

void
propagator_release(struct propagator *p)
{
	free(p->at);
	free(p->relevant.at);
	free(p->variables.at);
	free(p->disjunctions.at);
	free(p->users);
	free(p->queue.at);
	free(p->changes.at);
	*p = (struct propagator){0};
}

/* Gives a domain to each expression up to this one. */
static void
add_domains(struct propagator *p, uint32_t last)
{
	while (p->count <= last) {
		uint32_t node = (uint32_t)p->count;
		const struct expression *x = domain_expression(p, node);
		struct domain *d = ARRAY_ADD(p->at, p->count, p->capacity);
		size_t mark = p->changes.count;

		*d = (struct domain){
			.interval = x->is_boolean ? (struct interval){0, 1}
						  : interval_all(),
			.is_real = x->is_real,
			.activity = 1,
		};
		if (x->operation == OPERATION_NUMBER)
			d->interval = (struct interval){x->number, x->number};
		if (x->operation == OPERATION_VARIABLE)
			domain_set_values(d);
		/* The interval follows from those of the arguments. They
		 * contradict each other only where the search has given up. */
		if (x->count > 0)
			(void)operation_propagate(p, node);
		p->changes.count = mark;
	}
}

void
propagator_add(struct propagator *p, uint32_t x)
{
	struct expression_list stack = {0};

	add_domains(p, x);
	*ARRAY_ADD(stack.at, stack.count, stack.capacity) = x;
	while (stack.count > 0) {
		uint32_t next = stack.at[--stack.count];
		const struct expression *parts = domain_expression(p, next);

		if (p->at[next].is_relevant)
			continue;
		p->at[next].is_relevant = true;
		for (uint32_t i = 0; i < parts->count; i++)
			*ARRAY_ADD(stack.at, stack.count, stack.capacity) =
				expression_arguments(p->e, parts)[i];
	}
	free(stack.at);
}

static void
add_to(struct expression_list *list, uint32_t x)
{
	*ARRAY_ADD(list->at, list->count, list->capacity) = x;
}

static void
list_relevant(struct propagator *p)
{
	for (uint32_t i = 0; i < p->count; i++) {
		if (!p->at[i].is_relevant)
			continue;
		add_to(&p->relevant, i);
		if (domain_expression(p, i)->operation == OPERATION_VARIABLE)
			add_to(&p->variables, i);
		if (domain_expression(p, i)->operation == OPERATION_OR)
			add_to(&p->disjunctions, i);
	}
}

/* Gives each expression the list of those of which it is an argument. */
static void
list_users(struct propagator *p)
{
	size_t total = 0;
	size_t first = 0;

	for (size_t i = 0; i < p->relevant.count; i++) {
		const struct expression *x =
			domain_expression(p, p->relevant.at[i]);

		total += x->count;
		for (uint32_t k = 0; k < x->count; k++)
			p->at[expression_arguments(p->e, x)[k]].user_count++;
	}
	p->users = mem_grow(NULL, total + 1, sizeof(*p->users));
	for (size_t i = 0; i < p->relevant.count; i++) {
		struct domain *d = &p->at[p->relevant.at[i]];

		d->first_user = (uint32_t)first;
		first += d->user_count;
		d->user_count = 0;
	}
	for (size_t i = 0; i < p->relevant.count; i++) {
		const struct expression *x =
			domain_expression(p, p->relevant.at[i]);

		for (uint32_t k = 0; k < x->count; k++) {
			struct domain *d =
				&p->at[expression_arguments(p->e, x)[k]];

			p->users[d->first_user + d->user_count++] =
				p->relevant.at[i];
		}
	}
}

void
propagator_close(struct propagator *p)
{
	list_relevant(p);
	list_users(p);
	p->queue.at =
		mem_grow(NULL, p->relevant.count + 1, sizeof(*p->queue.at));
	p->activity_step = 1;
	for (size_t i = 0; i < p->relevant.count; i++)
		domain_enqueue(p, p->relevant.at[i]);
}

/* Returns the largest absolute value. */
static wide
magnitude(struct interval r)
{
	int64_t low = llabs(r.low);
	int64_t high = llabs(r.high);

	return low > high ? low : high;
}

static bool
is_exact(const struct propagator *p, uint32_t node)
{
	const struct expression *x = domain_expression(p, node);
	wide all = x->number < 0 ? -(wide)x->number : x->number;

	if (x->is_real || magnitude(p->at[node].interval) >= EXACT_MAX)
		return false;
	for (uint32_t i = 0; i < x->count && all <= EXACT_MAX; i++)
		all += magnitude(interval_scale(
			p->at[expression_arguments(p->e, x)[i]].interval,
			expression_factors(p->e, x)[i]));
	return all <= EXACT_MAX;
}

bool
propagator_is_exact(struct propagator *p)
{
	bool are_exact = true;

	for (size_t i = 0; i < p->relevant.count; i++) {
		uint32_t x = p->relevant.at[i];

		p->at[x].is_exact = is_exact(p, x);
		are_exact &= p->at[x].is_exact;
	}
	return are_exact;
}

struct interval
propagator_interval(struct propagator *p, uint32_t x)
{
	add_domains(p, x);
	return p->at[x].interval;
}
