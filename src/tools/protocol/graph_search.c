/*
 * bfs, dfs, ucs, greedy and astar: one search over a given graph, whose next
 * node is the one with the least key. A node is expanded once, so each takes
 * O((nodes + edges) log edges).
 *
 * They run in the server: no libz3 is needed, and at the ceilings a search
 * takes less time than it took to read its JSON.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "tools/protocol/registry.h"
#include "tools/protocol/run.h"
#include "json/json.h"

enum {
	NODES_MAX = 5000,
	EDGES_MAX = 20000,
	NAME_MAX_BYTES = 64,
	STEPS_MAX = 100,   /* of a trace */
	FRONTIER_MAX = 20, /* nodes of a step */
	COST_DIGITS = 9,
};

/* The key of a node: the sum of what is known of it, by weights. */
struct strategy {
	const char *name;
	/* `found` and `explored` count nodes: the first found, and the last
	 * expanded, have the least key. */
	double cost, heuristic, found, explored;
};

static const struct strategy strategies[] = {
	{.name = "bfs", .found = 1},
	{.name = "dfs", .explored = -1},
	{.name = "ucs", .cost = 1},
	{.name = "greedy", .heuristic = 1},
	{.name = "astar", .cost = 1, .heuristic = 1},
};
enum { UCS = 2 };

struct edge {
	size_t to;
	double cost;
};

struct node {
	const char *name;
	size_t first, degree; /* of its edges */
	double heuristic;
	/* Of the search. */
	double best; /* the least key that it was found with */
	double cost;
	size_t from;
	bool is_closed;
};

struct graph {
	struct json_object *index; /* name -> number */
	struct node *nodes;
	size_t count, capacity;
	struct edge *edges;
	size_t edge_count, edge_capacity;
};

/* A way to a node; worse ones stay in the heap until they are popped. */
struct entry {
	double key;
	size_t order; /* of equal keys the first that was found */
	double cost;
	size_t node, from;
};

struct search {
	struct graph *g;
	const struct strategy *strategy;
	struct entry *heap;
	size_t count, capacity;
	size_t found; /* ever */
	size_t explored;
	struct json_object *trace; /* or NULL */
};

/* --- reading the graph ---------------------------------------------------- */

static bool
refuse_size(const char *name, struct err *e)
{
	return err_advise(e, ERR_LIMIT,
		"input.graph has more than %d nodes or %d edges, or a name of "
		"more than %d bytes, at node \"%.64s\"; send the part of the "
		"graph that matters",
		NODES_MAX, EDGES_MAX, NAME_MAX_BYTES, name);
}

/* The node of that name, made if there is none. */
static bool
find_node(struct graph *g, const char *name, size_t *node, struct err *e)
{
	struct json_object *known;

	if (json_find(g->index, name, &known)) {
		*node = (size_t)json_int(known);
		return true;
	}
	if (g->count == NODES_MAX || strlen(name) > NAME_MAX_BYTES)
		return refuse_size(name, e);
	*node = g->count;
	json_put_int(g->index, name, (int64_t)g->count);
	*ARRAY_ADD(g->nodes, g->count, g->capacity) =
		(struct node){.name = name, .best = INFINITY};
	return true;
}

static bool
add_edge(struct graph *g, size_t from, const char *to, double cost,
	struct err *e)
{
	size_t node;

	if (g->edge_count == EDGES_MAX)
		return refuse_size(to, e);
	if (!find_node(g, to, &node, e))
		return false;
	*ARRAY_ADD(g->edges, g->edge_count, g->edge_capacity) =
		(struct edge){node, cost};
	g->nodes[from].degree++;
	return true;
}

/* "B", or ["B", 4] */
static bool
add_neighbour(struct graph *g, size_t from, const struct json_object *one,
	struct err *e)
{
	bool is_pair = json_kind(one) == JSON_ARRAY && json_count(one) == 2;
	const struct json_object *name = is_pair ? json_at(one, 0) : one;
	const struct json_object *cost = is_pair ? json_at(one, 1) : NULL;
	bool is_number =
		json_kind(cost) == JSON_INT || json_kind(cost) == JSON_NUMBER;
	double value = is_number ? json_number(cost) : is_pair ? -1 : 1;

	if (json_kind(name) != JSON_STRING || !(value >= 0 && value <= 1e15))
		return err_advise(e, ERR_ARGUMENT,
			"input.graph.%.64s has a neighbour that is neither a "
			"name nor [name, cost] with a cost from 0 to 1e15; "
			"write \"B\" or [\"B\", 4]",
			g->nodes[from].name);
	return add_edge(g, from, json_string(name), value, e);
}

static bool
add_neighbours(struct graph *g, size_t from,
	const struct json_object *neighbours, struct err *e)
{
	struct json_member m = {0};

	g->nodes[from].first = g->edge_count;
	if (json_kind(neighbours) == JSON_OBJECT) {
		while (json_next(neighbours, &m)) {
			if (!add_edge(g, from, m.key, json_number(m.value), e))
				return false;
		}
		return true;
	}
	for (size_t i = 0; i < json_count(neighbours); i++) {
		if (!add_neighbour(g, from, json_at(neighbours, i), e))
			return false;
	}
	return true;
}

static bool
read_graph(struct graph *g, const struct json_object *input, struct err *e)
{
	struct json_member m = {0};
	struct json_object *node;
	size_t from;

	while (json_next(json_get(input, "graph"), &m)) {
		if (!find_node(g, m.key, &from, e) ||
			!add_neighbours(g, from, m.value, e))
			return false;
	}
	m = (struct json_member){0};
	while (json_next(json_get_object(input, "heuristic"), &m)) {
		if (json_find(g->index, m.key, &node))
			g->nodes[json_int(node)].heuristic =
				json_number(m.value);
	}
	return true;
}

static bool
read_end(const struct graph *g, const struct json_object *input,
	const char *member, size_t *node, struct err *e)
{
	const char *name = json_get_string(input, member);
	struct json_object *known;

	if (!json_find(g->index, name, &known))
		return err_advise(e, ERR_ARGUMENT,
			"input.%s \"%.64s\" is not a node of input.graph; name "
			"one that is; or add it, if only as \"%.64s\": []",
			member, name, name);
	*node = (size_t)json_int(known);
	return true;
}

static void
graph_release(struct graph *g)
{
	json_free(g->index);
	free(g->nodes);
	free(g->edges);
}
DROP_BY(graph, graph_release)

/* --- the frontier --------------------------------------------------------- */

static bool
is_before(const struct entry *a, const struct entry *b)
{
	return a->key < b->key || (a->key == b->key && a->order < b->order);
}

static void
push(struct search *s, const struct entry *one)
{
	size_t at = s->count;

	*ARRAY_ADD(s->heap, s->count, s->capacity) = *one;
	for (; at > 0 && is_before(one, &s->heap[(at - 1) / 2]);
		at = (at - 1) / 2)
		s->heap[at] = s->heap[(at - 1) / 2];
	s->heap[at] = *one;
}

static struct entry
pop(struct search *s)
{
	const struct entry least = s->heap[0];
	const struct entry last = s->heap[--s->count];
	size_t at = 0;

	for (size_t child = 1; child < s->count; child = 2 * at + 1) {
		if (child + 1 < s->count &&
			is_before(&s->heap[child + 1], &s->heap[child]))
			child++;
		if (!is_before(&s->heap[child], &last))
			break;
		s->heap[at] = s->heap[child];
		at = child;
	}
	s->heap[at] = last;
	return least;
}

static void
offer(struct search *s, size_t node, size_t from, double cost)
{
	struct node *n = &s->g->nodes[node];
	const struct strategy *by = s->strategy;
	double key = by->cost * cost + by->heuristic * n->heuristic +
		     by->found * (double)s->found +
		     by->explored * (double)s->explored;

	if (n->is_closed || key >= n->best)
		return;
	n->best = key;
	push(s, &(struct entry){key, s->found++, cost, node, from});
}

/* --- the search ----------------------------------------------------------- */

/* The names of the nodes that come next; of many only how many ways. */
static void
put_frontier(const struct search *s, struct json_object *step)
{
	struct entry heap[FRONTIER_MAX];
	struct search rest = {.heap = heap, .count = s->count};
	struct json_object *names;

	if (s->count > FRONTIER_MAX) {
		json_put_int(step, "frontier_size", (int64_t)s->count);
		return;
	}
	names = json_new_array();
	if (s->count > 0)
		memcpy(heap, s->heap, s->count * sizeof(*heap));
	while (rest.count > 0) {
		const struct entry next = pop(&rest);
		const struct node *n = &s->g->nodes[next.node];

		if (!n->is_closed && next.key <= n->best)
			json_add(names, json_new_string(n->name));
	}
	json_put(step, "frontier", names);
}

static void
add_step(const struct search *s, const char *action, const struct node *n)
{
	struct json_object *step;

	if (s->trace == NULL || s->explored > STEPS_MAX)
		return;
	step = json_new_object();
	json_put_int(step, "step", (int64_t)s->explored);
	json_put_string(step, "action", action);
	json_put_string(step, "node", n->name);
	json_put(step, "cost", json_new_decimal(n->cost, COST_DIGITS));
	put_frontier(s, step);
	json_add(s->trace, step);
}

/* Whether there is a way; it is in `from` of the nodes. */
static bool
search(struct search *s, size_t start, size_t goal)
{
	offer(s, start, start, 0);
	while (s->count > 0) {
		const struct entry next = pop(s);
		struct node *n = &s->g->nodes[next.node];

		if (n->is_closed)
			continue;
		n->is_closed = true;
		n->cost = next.cost;
		n->from = next.from;
		s->explored++;
		if (next.node == goal) {
			add_step(s, "goal", n);
			return true;
		}
		for (size_t i = n->first; i < n->first + n->degree; i++)
			offer(s, s->g->edges[i].to, next.node,
				n->cost + s->g->edges[i].cost);
		add_step(s, "expand", n);
	}
	return false;
}

/* The least cost there is: of ucs, over the same graph. */
static double
find_least(struct graph *g, size_t start, size_t goal)
{
	struct search s = {.g = g, .strategy = &strategies[UCS]};

	for (size_t i = 0; i < g->count; i++) {
		g->nodes[i].is_closed = false;
		g->nodes[i].best = INFINITY;
	}
	(void)search(&s, start, goal);
	free(s.heap);
	return g->nodes[goal].cost;
}

/* --- the result ----------------------------------------------------------- */

static struct json_object *
new_path(const struct graph *g, size_t start, size_t goal)
{
	struct json_object *path = json_new_array();
	size_t *way = mem_grow(NULL, g->count, sizeof(*way));
	size_t length = 0;

	for (size_t at = goal; at != start; at = g->nodes[at].from)
		way[length++] = at;
	json_add(path, json_new_string(g->nodes[start].name));
	while (length > 0)
		json_add(path, json_new_string(g->nodes[way[--length]].name));
	free(way);
	return path;
}

/* Costs are doubles, so two sums of the same may differ in the last place. */
static bool
is_least(double cost, double least)
{
	return cost <= least + 1e-9 * (1 + fabs(least));
}

static void
put_result(struct protocol_run *r, struct search *s, bool is_found,
	size_t start, size_t goal)
{
	double cost = s->g->nodes[goal].cost;
	size_t left = s->explored > STEPS_MAX ? s->explored - STEPS_MAX : 0;

	json_put_bool(r->result, "found", is_found);
	json_put(r->result, "path",
		is_found ? new_path(s->g, start, goal) : json_new_array());
	json_put_int(r->result, "nodes_explored", (int64_t)s->explored);
	json_put_int(r->metadata, "nodes_explored", (int64_t)s->explored);
	if (s->trace != NULL && left > 0)
		json_add(s->trace,
			json_new_object_of("step", json_new_int(STEPS_MAX + 1),
				"action", json_new_string("omitted"), "steps",
				json_new_int((int64_t)left), NULL));
	r->trace = TAKE(s->trace);
	if (!is_found)
		return;
	json_put(r->result, "cost", json_new_decimal(cost, COST_DIGITS));
	json_put_bool(r->result, "optimal",
		is_least(cost, find_least(s->g, start, goal)));
}

bool
start_search(struct protocol_run *r, struct err *e)
{
	DROP(graph) struct graph g = {.index = json_new_object()};
	struct search s = {.g = &g, .strategy = strategies};
	size_t start;
	size_t goal;
	bool is_found;

	if (!read_graph(&g, r->input, e) ||
		!read_end(&g, r->input, "start", &start, e) ||
		!read_end(&g, r->input, "goal", &goal, e))
		return false;
	while (strcmp(s.strategy->name, r->engine->name) != 0)
		s.strategy++;
	if (json_get_bool(r->config, "trace", true))
		s.trace = json_new_array();
	is_found = search(&s, start, goal);
	put_result(r, &s, is_found, start, goal);
	free(s.heap);
	return true;
}
