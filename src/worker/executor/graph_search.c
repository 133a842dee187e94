/*
 * One search for all strategies: the next node is the open one with the least
 * key, and a strategy says what a key is made of. A node is expanded once. Each
 * step looks at all open nodes: 5,000 nodes with 20,000 edges take 20 ms of a
 * processor, of which the most is the reading.
 */
#include "worker/executor/graph_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "json/json.h"

enum {
	NODES_MAX = 5000,
	NAME_MAX_BYTES = 64,
	STEPS_MAX = 100,   /* of a trace */
	FRONTIER_MAX = 20, /* nodes of a step */
	COST_DIGITS = 9,
};

struct graph_node {
	const char *name;
	size_t first, count; /* of its edges */
	double estimate;     /* of the heuristic */
	/* The best way to it that was found, by its key. */
	double key;   /* INFINITY: none yet */
	size_t order; /* of equal keys the first that was found */
	double cost;
	const struct graph_node *from;
	bool is_closed; /* it was expanded, or is the goal */
};

struct graph_edge {
	struct graph_node *to;
	double cost;
};

/* What the key of a node is the sum of. `found` and `explored` count nodes: the
 * first found, and the last expanded, have the least key. */
enum { COST, HEURISTIC, FOUND, EXPLORED, PARTS };
static const char *const parts[PARTS] = {
	"cost", "heuristic", "found", "explored"};

struct graph_search {
	struct json_object *index; /* name -> number */
	struct graph_node nodes[NODES_MAX];
	size_t count;
	struct graph_edge *edges;
	size_t edge_count, edge_capacity;
	const struct json_object *heuristic;
	int weights[PARTS];		    /* of the key */
	struct graph_node *open[NODES_MAX]; /* found and not closed */
	size_t open_count;
	size_t found; /* ways, ever */
	size_t explored;
	struct json_object *trace; /* or NULL; borrowed */
	struct json_object *error; /* as in an envelope; or NULL */
};

/* Takes the message. Always false. */
static bool
refuse(struct graph_search *s, const char *suggestion, char *message)
{
	DROP(text) char *owned = message;

	s->error = json_new_object_of("code", json_new_string("INVALID_INPUT"),
		"message", json_new_string(owned), "suggestion",
		json_new_string(suggestion), NULL);
	return false;
}

/* --- the graph ------------------------------------------------------------ */

/* The node of that name, or NULL. */
static struct graph_node *
find_node(struct graph_search *s, const char *name)
{
	struct json_object *known;

	return json_find(s->index, name, &known) ? &s->nodes[json_int(known)]
						 : NULL;
}

/* NULL: it is one too many. */
static struct graph_node *
add_node(struct graph_search *s, const char *name)
{
	const struct json_object *estimate = json_get(s->heuristic, name);
	struct graph_node *known = find_node(s, name);

	if (known != NULL)
		return known;
	if (s->count == NODES_MAX || strlen(name) > NAME_MAX_BYTES) {
		(void)refuse(s, "Send the part of the graph that matters.",
			text_format("input.graph has more than %d nodes, or a "
				    "name of more than %d bytes, at node "
				    "\"%.64s\".",
				NODES_MAX, NAME_MAX_BYTES, name));
		return NULL;
	}
	json_put_int(s->index, name, (int64_t)s->count);
	s->nodes[s->count] = (struct graph_node){.name = name,
		.estimate = estimate != NULL ? json_number(estimate) : 0};
	return &s->nodes[s->count++];
}

/* NULL and any cost below zero are none. */
static bool
add_edge(struct graph_search *s, struct graph_node *from, const char *name,
	double cost)
{
	struct graph_node *to;

	if (name == NULL || !(cost >= 0 && cost <= 1e15))
		return refuse(s, "Write \"B\" or [\"B\", 4].",
			text_format("input.graph.%.64s has a neighbour that is "
				    "neither a name nor [name, cost] with a "
				    "cost from 0 to 1e15.",
				from->name));
	to = add_node(s, name);
	if (to == NULL)
		return false;
	*ARRAY_ADD(s->edges, s->edge_count, s->edge_capacity) =
		(struct graph_edge){to, cost};
	from->count++;
	return true;
}

/* "B", or ["B", 4] */
static bool
add_neighbour(struct graph_search *s, struct graph_node *from,
	const struct json_object *one)
{
	bool is_pair = json_kind(one) == JSON_ARRAY && json_count(one) == 2;
	const struct json_object *name = is_pair ? json_at(one, 0) : one;
	const struct json_object *cost = is_pair ? json_at(one, 1) : NULL;
	bool is_number =
		json_kind(cost) == JSON_INT || json_kind(cost) == JSON_NUMBER;
	/* The schema does not look for a NUL here. */
	bool is_name = json_kind(name) == JSON_STRING &&
		       strlen(json_string(name)) == json_string_size(name);

	return add_edge(s, from, is_name ? json_string(name) : NULL,
		is_number ? json_number(cost)
		: is_pair ? -1
			  : 1);
}

/* {"B": 4}, ["B"], or [["B", 4]]. */
static bool
add_edges(struct graph_search *s, struct graph_node *from,
	const struct json_object *neighbours)
{
	bool is_list = json_kind(neighbours) == JSON_ARRAY;
	struct json_member m = {0};
	bool goes_on = true;

	from->first = s->edge_count;
	while (!is_list && goes_on && json_next(neighbours, &m))
		goes_on = add_edge(s, from, m.key, json_number(m.value));
	for (size_t i = 0; is_list && goes_on && i < json_count(neighbours);
		i++)
		goes_on = add_neighbour(s, from, json_at(neighbours, i));
	return goes_on;
}

/* First the nodes that have neighbours. */
static bool
read_graph(struct graph_search *s, const struct json_object *input)
{
	const struct json_object *graph = json_get(input, "graph");
	struct json_member m = {0};

	s->heuristic = json_get_object(input, "heuristic");
	while (json_next(graph, &m)) {
		if (add_node(s, m.key) == NULL)
			return false;
	}
	m = (struct json_member){0};
	for (size_t i = 0; json_next(graph, &m); i++) {
		if (!add_edges(s, &s->nodes[i], m.value))
			return false;
	}
	return true;
}

static struct graph_node *
read_end(struct graph_search *s, const struct json_object *input,
	const char *member)
{
	const char *name = json_get_string(input, member);
	struct graph_node *node = find_node(s, name);

	if (node == NULL)
		(void)refuse(s,
			"Name one that is, or add it, if only as \"B\": [].",
			text_format("input.%s \"%.64s\" is not a node of "
				    "input.graph.",
				member, name));
	return node;
}

/* --- the search ----------------------------------------------------------- */

static int
compare(const void *one, const void *other)
{
	const struct graph_node *a = *(struct graph_node *const *)one;
	const struct graph_node *b = *(struct graph_node *const *)other;

	if (a->key < b->key || (a->key <= b->key && a->order < b->order))
		return -1;
	return a != b;
}

static struct graph_node *
next_open(struct graph_search *s)
{
	struct graph_node **least = s->open;
	struct graph_node *next;

	for (size_t i = 1; i < s->open_count; i++) {
		if (compare(&s->open[i], least) < 0)
			least = &s->open[i];
	}
	next = *least;
	*least = s->open[--s->open_count];
	return next;
}

/* A way to the node; it counts if it is better than the one before. The start
 * comes from nowhere. */
static void
add_path_to(struct graph_search *s, const struct graph_node *from,
	struct graph_node *n, double cost)
{
	double way = (from != NULL ? from->cost : 0) + cost;
	const double values[PARTS] = {
		way, n->estimate, (double)s->found, (double)s->explored};
	double key = 0;

	for (size_t i = 0; i < PARTS; i++)
		key += s->weights[i] * values[i];
	if (n->is_closed || key >= n->key)
		return;
	if (!isfinite(n->key))
		s->open[s->open_count++] = n;
	n->key = key;
	n->order = s->found++;
	n->cost = way;
	n->from = from;
}

/* With the names of the nodes that come next; of many only how many. */
static void
add_step(struct graph_search *s, const char *action, const struct graph_node *n)
{
	struct json_object *names = NULL;
	bool is_long = s->open_count > FRONTIER_MAX;

	if (s->trace == NULL || s->explored > STEPS_MAX)
		return;
	if (!is_long) {
		names = json_new_array();
		qsort(s->open, s->open_count, sizeof(s->open[0]), compare);
	}
	for (size_t i = 0; !is_long && i < s->open_count; i++)
		json_add(names, json_new_string(s->open[i]->name));
	json_add(s->trace,
		json_new_object_of("step", json_new_int((int64_t)s->explored),
			"action", json_new_string(action), "node",
			json_new_string(n->name), "cost",
			json_new_decimal(n->cost, COST_DIGITS),
			is_long ? "frontier_size" : "frontier",
			is_long ? json_new_int((int64_t)s->open_count) : names,
			NULL));
}

/* Whether there is a way; it is in `from` of the nodes. */
static bool
search(struct graph_search *s, struct graph_node *start,
	const struct graph_node *goal)
{
	s->open_count = s->found = s->explored = 0;
	for (size_t i = 0; i < s->count; i++) {
		s->nodes[i].key = INFINITY;
		s->nodes[i].is_closed = false;
	}
	add_path_to(s, NULL, start, 0);
	while (s->open_count > 0) {
		struct graph_node *n = next_open(s);

		n->is_closed = true;
		s->explored++;
		if (n == goal) {
			add_step(s, "goal", n);
			return true;
		}
		for (size_t i = n->first; i < n->first + n->count; i++)
			add_path_to(s, n, s->edges[i].to, s->edges[i].cost);
		add_step(s, "expand", n);
	}
	return false;
}

/* --- the result ----------------------------------------------------------- */

static void
add_path(struct json_object *path, const struct graph_node *n)
{
	if (n->from != NULL)
		add_path(path, n->from);
	json_add(path, json_new_string(n->name));
}

/* Whether no way is cheaper. Costs are doubles, so two sums of the same may
 * differ in the last place. */
static bool
is_least(struct graph_search *s, struct graph_node *start,
	const struct graph_node *goal)
{
	double cost = goal->cost;

	memset(s->weights, 0, sizeof(s->weights));
	s->weights[COST] = 1;
	s->trace = NULL;
	(void)search(s, start, goal);
	return cost <= goal->cost + 1e-9 * (1 + fabs(goal->cost));
}

static struct json_object *
new_result(struct graph_search *s, struct graph_node *start,
	const struct graph_node *goal)
{
	bool is_found = search(s, start, goal);
	struct json_object *path = json_new_array();
	struct json_object *result = json_new_object_of("found",
		json_new_bool(is_found), "path", path, "nodes_explored",
		json_new_int((int64_t)s->explored), NULL);

	if (s->trace != NULL && s->explored > STEPS_MAX)
		json_add(s->trace,
			json_new_object_of("step", json_new_int(STEPS_MAX + 1),
				"action", json_new_string("omitted"), "steps",
				json_new_int((int64_t)s->explored - STEPS_MAX),
				NULL));
	if (!is_found)
		return result;
	add_path(path, goal);
	json_put(result, "cost", json_new_decimal(goal->cost, COST_DIGITS));
	json_put_bool(result, "optimal", is_least(s, start, goal));
	return result;
}

static void
answer(struct graph_search *s, const struct json_object *request,
	struct json_object *response)
{
	const struct json_object *input = json_get(request, "input");
	const struct json_object *key = json_get(request, "key");
	struct graph_node *start;
	const struct graph_node *goal;

	if (!read_graph(s, input) ||
		(start = read_end(s, input, "start")) == NULL ||
		(goal = read_end(s, input, "goal")) == NULL) {
		json_put(response, "error", s->error);
		return;
	}
	for (size_t i = 0; i < PARTS; i++)
		s->weights[i] = (int)json_get_int(key, parts[i], 0);
	if (json_get_bool(json_get(request, "config"), "trace", true)) {
		s->trace = json_new_array();
		json_put(response, "proof_trace", s->trace);
	}
	json_put(response, "result", new_result(s, start, goal));
}

char *
graph_search(const char *request, size_t size)
{
	struct graph_search *s = mem_new(sizeof(*s));
	DROP(json) struct json_object *parsed = NULL;
	DROP(json) struct json_object *response = json_new_object();
	struct err e;

	s->index = json_new_object();
	if (json_parse(request, size, &parsed, &e))
		answer(s, parsed, response);
	json_free(s->index);
	free(s->edges);
	free(s);
	return json_text(response);
}
