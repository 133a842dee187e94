#include "unit/tools/stage.h"

#include "unit/tools/protocol/envelope.h"
#include "unit/tools/protocol/played_search.h"

/* --- asking --------------------------------------------------------------- */

static size_t searched; /* ever */

/* ' in the place of "; a search waits. */
static struct call *
ask(struct stage *x, const char *tool, const char *arguments)
{
	DROP(text) char *json = text_copy(arguments);

	for (char *at = json; *at != '\0'; at++)
		*at = *at == '\'' ? '"' : *at;
	return call_tool(x, tool, json);
}

/* The same; a search is answered. */
static struct call *
request(struct stage *x, const char *tool, const char *arguments)
{
	struct call *c = ask(x, tool, arguments);

	searched += play_searches();
	return c;
}

/* The last response, which has to be an envelope. */
static const struct json_object *
envelope(const struct stage *x, const char *id)
{
	const char *fault;

	assert_answered(x);
	fault = envelope_find_fault(x->structured, id);
	if (fault != NULL)
		fail_msg("%s is wrong: %s", fault, x->text);
	return x->structured;
}

static void
expect_error(const struct stage *x, const char *code, const char *message,
	const char *suggestion)
{
	const struct json_object *error = json_get(envelope(x, NULL), "error");

	if (error == NULL ||
		strcmp(json_get_string(error, "code"), code) != 0 ||
		strstr(json_get_string(error, "message"), message) == NULL ||
		strstr(json_get_string(error, "suggestion"), suggestion) ==
			NULL)
		fail_msg("expected %s, \"%s\", \"%s\": %s", code, message,
			suggestion, x->text);
}

static void
expect_result(const struct stage *x, const char *result)
{
	DROP(text)
	char *text = json_text(json_get(envelope(x, NULL), "result"));

	if (strcmp(text, result) != 0)
		fail_msg("expected %s: %s", result, x->text);
}

/* --- the envelope --------------------------------------------------------- */

#define LINE "'graph': {'A': ['B'], 'B': ['C']}, 'start': 'A', 'goal': 'C'"

static const struct {
	const char *request;
	const char *code, *message, *suggestion;
} refusals[] = {
	{"{'engine': 'bsf', 'input': {}}", "UNKNOWN_ENGINE",
		"Engine 'bsf' not found.", "Did you mean 'bfs'?"},
	{"{'engine': 'zzzzzz', 'input': {}}", "UNKNOWN_ENGINE",
		"Engine 'zzzzzz' not found.", "Use list_engines() to see"},
	{"{'engine': 'cas', 'input': {}}", "UNKNOWN_ENGINE", "is not available",
		"engine 'simplify'"},
	{"{'engine': 'auto', 'input': {'what': 1}}", "INVALID_INPUT",
		"no engine takes the input", "list_engines"},
	{"{'engine': 'bfs', 'input': {}}", "INVALID_INPUT",
		"input.graph is missing", "Add \"graph\""},
	{"{'engine': 'bfs', 'input': {" LINE ", 'gaol': 'A'}}", "INVALID_INPUT",
		"input has no member \"gaol\"", "goal"},
	{"{'engine': 'bfs', 'input': {'graph': {'A': [3]}, 'start': 'A',"
	 " 'goal': 'A'}}",
		"INVALID_INPUT", "input.graph.A has a neighbour", "[\"B\", 4]"},
	{"{'engine': 'bfs', 'input': {'graph': {'A': ['B\\u0000C', 'D']},"
	 " 'start': 'A', 'goal': 'B'}}",
		"INVALID_INPUT", "input.graph.A has a neighbour", "[\"B\", 4]"},
	{"{'engine': 'ucs', 'input': {'graph': {'A': [['B', -1]]}, 'start':"
	 " 'A', 'goal': 'B'}}",
		"INVALID_INPUT", "a cost from 0", "[\"B\", 4]"},
	{"{'engine': 'bfs', 'input': {'graph': {'A': []}, 'start': 'A',"
	 " 'goal': 'B'}}",
		"INVALID_INPUT", "input.goal \"B\" is not a node", "\"B\": []"},
	{"{'engine': 'bfs', 'input': {" LINE "}, 'operation': 'walk'}",
		"INVALID_INPUT", "operation must be \"solve\"", "leave it out"},
	{"{'engine': 'bfs', 'input': {" LINE "}, 'config': {'timeout': 5}}",
		"INVALID_INPUT", "config has no member \"timeout\"",
		"timeout_ms"},
	{"{'engine': 'dpll_sat', 'input': {}}", "INVALID_INPUT",
		"either clauses", "Send one of them"},
	{"{'engine': 'dpll_sat', 'input': {'clauses': [[1]], 'dimacs': 'x'}}",
		"INVALID_INPUT", "either clauses", "Send one of them"},
	{"{'engine': 'dpll_sat', 'input': {'clauses': [[1, 0]]}}",
		"INVALID_INPUT", "the literal 0", "input.dimacs"},
	{"{'engine': 'dpll_sat', 'input': {'clauses': [[1, 'x']]}}",
		"INVALID_INPUT", "input.clauses[0][1]", "digits alone"},
	{"{'engine': 'dpll_sat', 'input': {'dimacs': 'p cnf 1 1\\n2 0\\n'}}",
		"INVALID_INPUT", "input, line 2, column 1", "p cnf 2 1"},
	{"{'engine': 'csp', 'input': {'domains': {'x': []}}}", "INVALID_INPUT",
		"input.domains.x", "in brackets"},
	{"{'engine': 'csp', 'input': {'domains': {'a|b': [1]}}}",
		"INVALID_INPUT", "input.domains.a|b holds what is not one",
		"of names"},
	{"{'engine': 'csp', 'input': {'domains': {'': [1]}}}", "INVALID_INPUT",
		"`||` is an empty name", "in letters"},
	{"{'engine': 'csp', 'input': {'domains': {'x': [1]}, 'constraints':"
	 " ['(> x 0', '(< x 9)']}}",
		"INVALID_INPUT", "input.constraints[0] holds what is not one",
		"Close each ("},
	/* What would reach out of the command that it is written into. */
	{"{'engine': 'csp', 'input': {'domains': {'x': [1]}, 'constraints':"
	 " ['(> x 0)', '(> x 0)) (assert false']}}",
		"INVALID_INPUT", "input.constraints[1] holds", "Close each ("},
	{"{'engine': 'csp', 'input': {'domains': {'x': 'Int) (assert false)"
	 " (declare-const z Int'}}}",
		"INVALID_INPUT", "input.domains.x holds", "Close each ("},
	{"{'engine': 'optimize', 'input': {'domains': {'x': [1]}, 'soft':"
	 " [{'constraint': 'x y) (assert false'}]}}",
		"INVALID_INPUT", "input.soft[0] holds", "of its own"},
	{"{'engine': 'horn', 'input': {'relations': {'p': ['Int) Bool)"
	 " (assert false']}, 'rules': [], 'query': 'true'}}",
		"INVALID_INPUT", "input.relations.p holds", "Close each ("},
	{"{'engine': 'horn', 'input': {'relations': {'p': []}, 'rules': [],"
	 " 'query': 'p) false))) (assert false'}}",
		"INVALID_INPUT", "input.query holds", "Close each ("},
	{"{'engine': 'smt_lib', 'input': {'smtlib': '(assert (> 1 0)'}}",
		"INVALID_INPUT", "input, line 1, column 1", "Count from"},
	{"{'engine': 'smt_lib', 'input': {'smtlib': '; @home\\n(assert (> 1 0)'"
	 "}}",
		"INVALID_INPUT", "input, line 2, column 1", "Count from"},
	{"{'engine': 'smt_lib', 'input': {'smtlib': ''}}", "INVALID_INPUT",
		"no command", "Send"},
	{"{'engine': 'smt_lib', 'input': {'smtlib': '(assert true)'},"
	 " 'config': {'timeout_ms': 0}}",
		"INVALID_INPUT", "between 1 and 600000", "Send 1 or more"},
};

STAGE_TEST(what_is_wrong_with_a_request_is_an_envelope_with_a_suggestion)
{
	searched = 0;
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
		(void)request(x, "solve", refusals[i].request);
		expect_error(x, refusals[i].code, refusals[i].message,
			refusals[i].suggestion);
	}
	assert_int_equal(stage_asked, searched); /* no solver */
}

static const char nonlinear[] =
	"{'engine': 'smt_lib', 'input': {'smtlib': '(declare-const x Int)"
	"(assert (= (* x x x) 7))'}, 'config': {'timeout_ms': 250}}";

static const char quick_search[] =
	"{'engine': 'bfs', 'input': {" LINE "}, 'config': {'timeout_ms': 250}}";

STAGE_TEST(the_end_of_a_job_has_the_code_that_says_it)
{
	static const struct {
		enum outcome outcome;
		const char *code, *message, *suggestion;
	} ends[] = {
		{OUTCOME_TIMEOUT, "TIMEOUT", "timed out after 250 ms",
			"timeout_ms"},
		{OUTCOME_MEMORY, "SOLVER_ERROR", "memory", "e"},
		{OUTCOME_CRASH, "SOLVER_ERROR", "crash", "e"},
		{OUTCOME_NO_WORKER, "SOLVER_ERROR", "", "e"},
		{OUTCOME_GARBLED, "SOLVER_ERROR", "", "e"},
	};

	for (size_t i = 0; i < 2 * sizeof(ends) / sizeof(ends[0]); i++) {
		size_t end = i / 2;

		(void)ask(x, "solve", i % 2 == 0 ? nonlinear : quick_search);
		assert_in_range(stage_jobs[0]->timeout_ms, 1, 250);
		answer_outcome(ends[end].outcome);
		expect_error(x, ends[end].code, ends[end].message,
			ends[end].suggestion);
	}
}

/* A graph has no ranges to tighten, and Z3 does not search it. */
STAGE_TEST(a_search_that_times_out_is_advised_as_one)
{
	(void)ask(x, "solve", quick_search);
	answer_outcome(OUTCOME_TIMEOUT);
	expect_error(x, "TIMEOUT", "The search timed out after 250 ms",
		"part of the graph");
}

STAGE_TEST(what_is_not_the_answer_of_a_search_is_not_believed)
{
	static const char *const outputs[] = {NULL, "", "sat\n", "[]", "{}",
		"{\"result\":[]}", "{\"result\":null}",
		"{\"result\":{},\"proof_trace\":[]}",
		("{\"result\":{},\"proof_trace\":[{\"step\":0,"
		 "\"action\":\"expand\"}]}")};

	for (size_t i = 0; i < sizeof(outputs) / sizeof(outputs[0]); i++) {
		struct answer *a = answer_new();

		(void)ask(x, "solve", quick_search);
		if (outputs[i] != NULL) {
			a->output.text = text_copy(outputs[i]);
			a->output.size = strlen(outputs[i]);
		}
		a->done = true;
		answer(a);
		expect_error(x, "SOLVER_ERROR", "", "e");
	}
}

STAGE_TEST(a_full_queue_is_no_fault_of_the_request)
{
	stage_is_full = true;
	(void)ask(x, "solve", quick_search);
	expect_error(x, "SOLVER_ERROR", "too many jobs wait", "e");
	(void)ask(x, "solve", nonlinear);
	expect_error(x, "SOLVER_ERROR", "too many jobs wait", "e");
}

STAGE_TEST(an_unknown_without_a_limit_that_struck_is_an_answer)
{
	struct answer *a;

	(void)request(x, "solve", nonlinear);
	a = new_answer(STATUS_UNKNOWN);
	a->done = true;
	answer(a);
	assert_string_equal(member(x, "status"), "\"success\"");
	assert_non_null(strstr(x->text, "\"satisfiable\":null"));
	(void)envelope(x, NULL);
}

STAGE_TEST(a_fault_that_libz3_finds_is_placed_in_the_input)
{
	(void)request(x, "solve",
		"{'engine': 'optimize', 'input': {'domains': {'x': {'min':"
		" 1}}, 'constraints': ['(> x 0)', '(or\\n(> y 0))'],"
		" 'minimize': ['x']}}");
	assert_non_null(strstr(stage_jobs[0]->text,
		"; @constraints[1]\n(assert (or\n(> y 0)))"));
	answer_fault(10, 4, "unknown constant y");
	expect_error(
		x, "INVALID_INPUT", "input.constraints[1]: `y` is not", "y");
}

STAGE_TEST(a_conflict_is_told_by_the_paths_of_the_input)
{
	const struct answer_assertion core[] = {
		{.index = 1, .line = 3, .label = (char[]){""}},
		{.index = 2, .line = 5, .label = (char[]){""}},
	};
	struct answer *a;

	(void)request(x, "solve",
		"{'engine': 'dpll_sat', 'input': {'clauses': [[1], [-1]]}}");
	a = new_answer(STATUS_UNSAT);
	add_core(a, core, 2, true);
	a->done = true;
	answer(a);
	assert_non_null(strstr(x->text, "\"path\":\"input.clauses[0]\""));
	assert_non_null(strstr(x->text, "\"path\":\"input.clauses[1]\""));
	assert_non_null(strstr(x->text, "\"satisfiable\":false"));
}

STAGE_TEST(a_verification_is_asked_without_the_others)
{
	struct call *c = request(x, "solve",
		"{'engine': 'json_dsl', 'input': {'program': {"
		"'verifications': [{'constraint': '1 == 1'}, "
		"{'constraint': 'And(2 == 2, 2 == 2, 2 == 2)'}]}}}");

	assert_non_null(c);
	assert_string_equal(stage_jobs[0]->text,
		"(define-fun verify_1! () Bool (= 1 1))\n\n"
		"(assert verify_1!)\n(check-sat)");
	call_cancel(c);
}

STAGE_TEST(cancelling_a_request_ends_its_job)
{
	struct call *c = request(x, "solve", nonlinear);

	assert_non_null(c);
	assert_int_equal(stage_job_count, 1);
	call_cancel(c);
	assert_int_equal(stage_job_count, 0);
	assert_int_equal(x->answers, 0);
	assert_null(x->server.open.first);
}

/* --- searches ------------------------------------------------------------- */

static const struct {
	const char *request;
	const char *result;
} searches[] = {
	/* The example of the protocol: four nodes explored. */
	{"{'engine': 'bfs', 'input': {'graph': {'A': ['B', 'C'], 'B': ['D'],"
	 " 'C': ['D'], 'D': []}, 'start': 'A', 'goal': 'D'}}",
		"{\"found\":true,\"path\":[\"A\",\"B\",\"D\"],"
		"\"nodes_explored\":4,\"cost\":2,\"optimal\":true}"},
	{"{'engine': 'bfs', 'input': {" LINE "}}",
		"{\"found\":true,\"path\":[\"A\",\"B\",\"C\"],"
		"\"nodes_explored\":3,\"cost\":2,\"optimal\":true}"},
	{"{'engine': 'dfs', 'input': {'graph': {'A': ['B', 'C'], 'B': ['D'],"
	 " 'D': ['C']}, 'start': 'A', 'goal': 'C'}}",
		"{\"found\":true,\"path\":[\"A\",\"B\",\"D\",\"C\"],"
		"\"nodes_explored\":4,\"cost\":3,\"optimal\":false}"},
	/* Edges of three forms; a cheaper way to a node that is open. */
	{"{'engine': 'ucs', 'input': {'graph': {'A': {'B': 5, 'C': 1}, 'C':"
	 " [['B', 1.5]], 'B': ['D']}, 'start': 'A', 'goal': 'D'}}",
		"{\"found\":true,\"path\":[\"A\",\"C\",\"B\",\"D\"],"
		"\"nodes_explored\":4,\"cost\":3.5,\"optimal\":true}"},
	{"{'engine': 'bfs', 'input': {'graph': {'A': {'B': 5, 'C': 1}, 'C':"
	 " [['B', 1.5]]}, 'start': 'A', 'goal': 'B'}}",
		"{\"found\":true,\"path\":[\"A\",\"B\"],"
		"\"nodes_explored\":2,\"cost\":5,\"optimal\":false}"},
	{"{'engine': 'bfs', 'input': {" LINE
	 "}, 'config': {'trace': false}, 'operation': 'solve'}",
		"{\"found\":true,\"path\":[\"A\",\"B\",\"C\"],"
		"\"nodes_explored\":3,\"cost\":2,\"optimal\":true}"},
	{"{'engine': 'astar', 'input': {'graph': {'A': ['A']}, 'start': 'A',"
	 " 'goal': 'A', 'heuristic': {'Z': 3}}}",
		"{\"found\":true,\"path\":[\"A\"],\"nodes_explored\":1,"
		"\"cost\":0,\"optimal\":true}"},
	{"{'engine': 'dfs', 'input': {'graph': {'A': ['B'], 'C': []},"
	 " 'start': 'A', 'goal': 'C'}}",
		"{\"found\":false,\"path\":[],\"nodes_explored\":2}"},
	/* The estimate of C exceeds the true cost: a worse way is found, and
	 * said to be so. */
	{"{'engine': 'astar', 'input': {'graph': {'A': {'B': 4, 'C': 1},"
	 " 'B': {'D': 4}, 'C': {'D': 1}}, 'start': 'A', 'goal': 'D',"
	 " 'heuristic': {'C': 99}}}",
		"{\"found\":true,\"path\":[\"A\",\"B\",\"D\"],"
		"\"nodes_explored\":3,\"cost\":8,\"optimal\":false}"},
	{"{'engine': 'auto', 'problem_type': 'pathfinding', 'input': {" LINE
	 "}}",
		"{\"found\":true,\"path\":[\"A\",\"B\",\"C\"],"
		"\"nodes_explored\":3,\"cost\":2,\"optimal\":true}"},
};

STAGE_TEST(a_search_finds_what_its_strategy_finds)
{
	for (size_t i = 0; i < sizeof(searches) / sizeof(searches[0]); i++) {
		(void)request(x, "solve", searches[i].request);
		expect_result(x, searches[i].result);
	}
}

STAGE_TEST(the_trace_has_the_frontier_after_each_step)
{
	(void)request(x, "solve", searches[0].request);
	assert_string_equal(member(x, "proof_trace"),
		"[{\"step\":1,\"action\":\"expand\",\"node\":\"A\",\"cost\":0,"
		"\"frontier\":[\"B\",\"C\"]},{\"step\":2,\"action\":\"expand\","
		"\"node\":\"B\",\"cost\":1,\"frontier\":[\"C\",\"D\"]},"
		"{\"step\":3,\"action\":\"expand\",\"node\":\"C\",\"cost\":1,"
		"\"frontier\":[\"D\"]},{\"step\":4,\"action\":\"goal\","
		"\"node\":\"D\",\"cost\":2,\"frontier\":[]}]");
	(void)request(x, "solve", searches[5].request);
	assert_string_equal(member(x, "proof_trace"), "");
}

enum { NODES = 12, ROUNDS = 60 };

/* A graph of chance, with costs and true distances to the last node. */
struct drawn {
	double cost[NODES][NODES]; /* below 0: no edge */
	double distance[NODES];	   /* to the last node */
};

static void
draw(struct drawn *d, unsigned *seed)
{
	for (size_t i = 0; i < NODES; i++) {
		for (size_t j = 0; j < NODES; j++)
			d->cost[i][j] =
				rand_r(seed) % 4 == 0 ? rand_r(seed) % 9 : -1;
		d->distance[i] = i == NODES - 1 ? 0 : 1e9;
	}
	for (size_t round = 0; round < NODES; round++)
		for (size_t i = 0; i < NODES; i++)
			for (size_t j = 0; j < NODES; j++)
				if (d->cost[i][j] >= 0 &&
					d->cost[i][j] + d->distance[j] <
						d->distance[i])
					d->distance[i] =
						d->cost[i][j] + d->distance[j];
}

/* `part` of the true distance as the estimate. */
static char *
write_graph(const struct drawn *d, const char *engine, double part)
{
	DROP(buf) struct buf out;

	buf_init(&out, 1 << 20);
	buf_add_format(&out, "{'engine': '%s', 'input': {'graph': {", engine);
	for (size_t i = 0; i < NODES; i++) {
		buf_add_format(&out, "%s'n%zu': {", i > 0 ? ", " : "", i);
		for (size_t j = 0, some = 0; j < NODES; j++) {
			if (d->cost[i][j] >= 0)
				buf_add_format(&out, "%s'n%zu': %g",
					some++ > 0 ? ", " : "", j,
					d->cost[i][j]);
		}
		buf_add_text(&out, "}");
	}
	buf_add_format(&out, "}, 'start': 'n0', 'goal': 'n%d'", NODES - 1);
	for (size_t i = 0; i < NODES && part >= 0; i++)
		buf_add_format(&out, "%s'n%zu': %g",
			i > 0 ? ", " : ", 'heuristic': {", i,
			d->distance[i] >= 1e9 ? 0 : part * d->distance[i]);
	buf_add_text(&out, part >= 0 ? "}}}" : "}}");
	return buf_detach(&out);
}

/* Whether the path of the result is one, with the cost that it says. */
static void
check_path(const struct drawn *d, const struct json_object *result)
{
	const struct json_object *path = json_get(result, "path");
	double cost = 0;

	for (size_t i = 0; i + 1 < json_count(path); i++) {
		size_t from =
			strtoul(json_string(json_at(path, i)) + 1, NULL, 10);
		size_t to = strtoul(
			json_string(json_at(path, i + 1)) + 1, NULL, 10);

		assert_true(d->cost[from][to] >= 0);
		cost += d->cost[from][to];
	}
	assert_float_equal(cost, json_number(json_get(result, "cost")), 1e-6);
	assert_int_equal(cost <= d->distance[0] + 1e-6,
		json_get_bool(result, "optimal", false));
}

STAGE_TEST(on_graphs_of_chance_what_is_called_optimal_is_the_least)
{
	static const struct {
		const char *engine;
		double part; /* of the distance as the estimate; -1: none */
		bool is_optimal;
	} ways[] = {
		{"ucs", -1, true},
		{"astar", 0, true},
		{"astar", 0.5, true},
		{"astar", 1, true},
		{"astar", 3, false},
		{"greedy", 1, false},
		{"bfs", -1, false},
		{"dfs", -1, false},
	};
	unsigned seed = 7;
	struct drawn d;

	for (size_t i = 0; i < ROUNDS; i++) {
		size_t way = i % (sizeof(ways) / sizeof(ways[0]));
		DROP(text) char *text = NULL;
		const struct json_object *result;

		draw(&d, &seed);
		text = write_graph(&d, ways[way].engine, ways[way].part);
		(void)request(x, "solve", text);
		result = json_get(envelope(x, NULL), "result");
		assert_int_equal(json_get_bool(result, "found", false),
			d.distance[0] < 1e9);
		if (d.distance[0] >= 1e9)
			continue;
		check_path(&d, result);
		if (ways[way].is_optimal)
			assert_true(json_get_bool(result, "optimal", false));
	}
}

STAGE_TEST(a_graph_over_the_ceilings_is_refused_and_a_long_trace_is_cut)
{
	DROP(buf) struct buf chain;
	static const size_t sizes[] = {300, 5001};

	buf_init(&chain, 1 << 20);
	for (size_t s = 0; s < 2; s++) {
		DROP(text) char *text = NULL;

		buf_clear(&chain);
		for (size_t i = 0; i + 1 < sizes[s]; i++)
			buf_add_format(&chain, "%s'%zu': ['%zu']",
				i > 0 ? ", " : "", i, i + 1);
		text = text_format("{'engine': 'bfs', 'input': {'graph': {%s},"
				   " 'start': '0', 'goal': '%zu'}}",
			chain.data, sizes[s] - 1);
		(void)request(x, "solve", text);
		if (s == 1)
			break;
		assert_int_equal(
			json_count(json_get(envelope(x, NULL), "proof_trace")),
			101);
		assert_non_null(strstr(x->text,
			"{\"step\":101,\"action\":\"omitted\",\"steps\":200}"));
	}
	expect_error(
		x, "INVALID_INPUT", "more than 5000 nodes", "that matters");
}

/* --- verify --------------------------------------------------------------- */

static const struct {
	const char *expected;
	const char *mismatches;
} verdicts[] = {
	{"{'path': ['A', 'B', 'C']}", "[]"},
	{"{'path': ['A', 'B', 'C'], 'cost': 2.0, 'nodes_explored': 3}", "[]"},
	{"{'path': ['A', 'C']}",
		"[\"path[1]: expected \\\"C\\\", got \\\"B\\\"\","
		"\"path[2]: expected null, got \\\"C\\\"\"]"},
	{"{'cost': 3, 'found': 'yes'}",
		"[\"cost: expected 3, got 2\","
		"\"found: expected \\\"yes\\\", got true\"]"},
	{"{'way': []}", "[\"way: expected [], got null\"]"},
	{"{}", "[]"},
};

STAGE_TEST(verify_lists_what_differs_by_its_path_for_auto_too)
{
	for (size_t i = 0; i < sizeof(verdicts) / sizeof(verdicts[0]); i++) {
		for (size_t j = 0; j < 2; j++) {
			DROP(text)
			char *text = text_format(
				"{'engine': '%s', 'input': {" LINE
				"}, 'expected': %s}",
				j == 0 ? "bfs" : "auto", verdicts[i].expected);

			(void)request(x, "verify", text);
			assert_string_equal(member(x, "mismatches"),
				verdicts[i].mismatches);
			assert_string_equal(member(x, "verified"),
				strcmp(verdicts[i].mismatches, "[]") == 0
					? "true"
					: "false");
		}
	}
}

STAGE_TEST(verify_compares_members_of_members_whole)
{
	struct answer *a;

	(void)request(x, "verify",
		"{'engine': 'dpll_sat', 'input': {'clauses': [[1, 2]]},"
		" 'expected': {'assignment': {'1': true}}}");
	a = new_answer(STATUS_SAT);
	add_value(a, "x1", "Bool", "false");
	add_value(a, "x2", "Bool", "true");
	a->done = true;
	answer(a);
	assert_string_equal(member(x, "mismatches"),
		"[\"assignment.1: expected true, got false\","
		"\"assignment.2: expected null, got true\"]");
}

STAGE_TEST(what_gave_no_result_is_not_verified)
{
	(void)request(
		x, "verify", "{'engine': 'bsf', 'input': {}, 'expected': {}}");
	assert_string_equal(member(x, "verified"), "false");
	assert_non_null(strstr(x->text, "\"reason\":\"The engine gave no"));
	assert_non_null(strstr(x->text, "UNKNOWN_ENGINE"));
}
