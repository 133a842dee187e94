/*
 * The engines whose problem is written as SMT-LIB: dpll_sat and max_sat from
 * clauses, csp and optimize from variables with domains, horn and simplify
 * from terms; and those that get a text as it is.
 *
 * The engine's schema has been checked before. Names and terms are written as
 * they come: what is wrong in them is found where every text is read, and told
 * with the path in whose lines it is.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "smt/text/lexer.h"
#include "tools/protocol/registry.h"
#include "tools/protocol/run.h"
#include "json/json.h"

/* --- texts ---------------------------------------------------------------- */

static void
read_text(const struct protocol_run *r, const struct json_object *solved,
	struct json_object *result)
{
	static const char *const members[] = {
		"status", "values", "checks", "output", "warnings", NULL};

	run_put_status(r, solved, result);
	run_copy(solved, result, members);
}

bool
start_text(struct protocol_run *r, struct err *e)
{
	run_add(r, "%s", json_get_string(r->input, "smtlib"));
	return run_program(r, read_text, e);
}

static void
read_json_dsl(const struct protocol_run *r, const struct json_object *solved,
	struct json_object *result)
{
	struct json_member m = {0};

	(void)r;
	while (json_next(solved, &m))
		json_put(result, m.key, json_copy(m.value));
}

bool
start_json_dsl(struct protocol_run *r, struct err *e)
{
	const struct json_object *limit = json_get(r->config, "timeout_ms");

	(void)e;
	run_tool(r, "solve_json",
		json_new_object_of("program",
			json_copy(json_get(r->input, "program")),
			"verify_timeout_ms", json_copy(limit),
			"optimize_timeout_ms", json_copy(limit), NULL),
		read_json_dsl);
	return true;
}

/* The element of a list of the input, whose lines begin; NULL after the last.
 */
static const struct json_object *
begin_element(
	struct protocol_run *r, char comment, const char *member, size_t i)
{
	const struct json_object *list = json_get_array(r->input, member);

	if (list == NULL || i == json_count(list))
		return NULL;
	run_begin(r, comment, "%s[%zu]", member, i);
	return json_at(list, i);
}

/* --- clauses, as WCNF without a header ----------------------------------- */

/* A list of literals; or {clause, weight}. */
static bool
add_clause(struct protocol_run *r, const struct json_object *one, struct err *e)
{
	bool is_hard = json_kind(one) == JSON_ARRAY;
	const struct json_object *clause =
		is_hard ? one : json_get(one, "clause");

	if (is_hard)
		run_add(r, "h");
	else
		run_add(r, "%" PRId64, json_get_int(one, "weight", 1));
	for (size_t i = 0; i < json_count(clause); i++) {
		int64_t literal = json_int(json_at(clause, i));

		if (literal == 0)
			return err_advise(e, ERR_ARGUMENT,
				"a clause of input has the literal 0; leave "
				"out the 0 that ends a clause in DIMACS; or "
				"send the DIMACS text as input.dimacs");
		run_add(r, " %" PRId64, literal);
	}
	run_add(r, " 0");
	return true;
}

static bool
add_clauses(struct protocol_run *r, struct err *e)
{
	static const char *const members[] = {"clauses", "soft"};
	int64_t last = json_get_int(r->input, "num_vars", 1);
	const struct json_object *one;

	/* It makes variables of those that are in no clause, too. */
	run_add(r, "h %" PRId64 " -%" PRId64 " 0", last, last);
	for (size_t m = 0; m < 2; m++) {
		for (size_t i = 0;
			(one = begin_element(r, 'c', members[m], i)) != NULL;
			i++) {
			if (!add_clause(r, one, e))
				return false;
		}
	}
	return true;
}

static void
read_clauses(const struct protocol_run *r, const struct json_object *solved,
	struct json_object *result)
{
	const struct json_object *values = json_get_object(solved, "values");
	const struct json_object *penalties =
		json_get_array(solved, "objectives");
	struct json_object *assignment;
	struct json_member m = {0};

	run_put_status(r, solved, result);
	if (values == NULL)
		return;
	assignment = json_new_object();
	/* x12 is the variable 12. */
	while (json_next(values, &m))
		json_put(assignment, m.key + 1, json_copy(m.value));
	json_put(result, "assignment", assignment);
	/* The weight of the soft clauses that are false. */
	if (penalties != NULL)
		json_put(result, "cost",
			json_copy(json_get(json_at(penalties, 0), "value")));
}

bool
start_clauses(struct protocol_run *r, struct err *e)
{
	const char *dimacs = json_get_string(r->input, "dimacs");

	if ((dimacs != NULL) == (json_get(r->input, "clauses") != NULL ||
					json_get(r->input, "soft") != NULL))
		return err_advise(e, ERR_ARGUMENT,
			"input needs either clauses, lists of literals such as "
			"[[1, -2], [2]], or dimacs, a text; send one of them");
	if (dimacs != NULL)
		run_add(r, "%s", dimacs);
	return (dimacs != NULL || add_clauses(r, e)) &&
	       run_program(r, read_clauses, e);
}

/* --- terms ---------------------------------------------------------------- */

/* A command for each element of a list: a term, names, or {constraint, weight}.
 */
static void
add_commands(struct protocol_run *r, const char *member, const char *before,
	const char *after)
{
	const struct json_object *one;

	for (size_t i = 0; (one = begin_element(r, ';', member, i)) != NULL;
		i++) {
		enum json_kind kind = json_kind(one);

		run_add(r, "%s", before);
		for (size_t j = 0; kind == JSON_ARRAY && j < json_count(one);
			j++) {
			run_add(r, " ");
			run_add_name(r, json_string(json_at(one, j)));
		}
		if (kind == JSON_STRING)
			run_add_term(r, json_string(one));
		if (kind == JSON_OBJECT) {
			run_add_term(r, json_get_string(one, "constraint"));
			run_add(r, " :weight %" PRId64 " :id soft",
				json_get_int(one, "weight", 1));
		}
		run_add(r, "%s", after);
	}
}

static void
add_constant(struct protocol_run *r, const char *name, const char *sort)
{
	run_add(r, "(declare-const ");
	run_add_name(r, name);
	run_add_term(r, sort);
	run_add(r, ")");
}

/* --- domains -------------------------------------------------------------- */

/* All texts in domains are one enumeration, so that variables of different
 * domains can be compared. */
static void
add_names(struct protocol_run *r)
{
	DROP(json) struct json_object *seen = json_new_object();
	struct json_member m = {0};

	run_begin(r, ';', "domains");
	while (json_next(json_get(r->input, "domains"), &m)) {
		bool is_list = json_kind(m.value) == JSON_ARRAY;

		for (size_t i = 0; is_list && i < json_count(m.value); i++) {
			const struct json_object *one = json_at(m.value, i);

			if (json_kind(one) != JSON_STRING ||
				json_find(seen, json_string(one), NULL))
				continue;
			run_add(r, "%s",
				json_count(seen) > 0
					? ")("
					: "(declare-datatypes ((Value 0)) (((");
			run_add_name(r, json_string(one));
			json_put(seen, json_string(one), NULL);
		}
	}
	if (json_count(seen) > 0)
		run_add(r, "))))");
}

/* (OPERATOR name value) */
static void
add_comparison(struct protocol_run *r, const char *operator, const char * name,
	const struct json_object *value)
{
	DROP(text) char *text = json_text(value);
	bool is_negative = text[0] == '-';

	run_add(r, "(%s ", operator);
	run_add_name(r, name);
	run_add(r, is_negative ? " (- " : " ");
	if (json_kind(value) == JSON_STRING)
		run_add_name(r, json_string(value));
	else
		run_add(r, "%s", text + is_negative);
	run_add(r, is_negative ? "))" : ")");
}

/* A list of values of one kind, {min, max, sort}, or a sort. */
static const char *
sort_of(const struct json_object *domain)
{
	enum json_kind kind = json_kind(domain);
	const char *sort =
		kind == JSON_OBJECT ? json_get_string(domain, "sort") : NULL;

	if (kind == JSON_STRING)
		return json_string(domain);
	if (kind == JSON_ARRAY)
		kind = json_kind(json_at(domain, 0));
	if (kind == JSON_STRING)
		return "Value";
	if (kind == JSON_BOOL)
		return "Bool";
	return sort != NULL ? sort : "Int";
}

static void
add_variable(struct protocol_run *r, const char *name,
	const struct json_object *domain)
{
	static const char *const ends[][2] = {{"min", ">="}, {"max", "<="}};
	bool is_list = json_kind(domain) == JSON_ARRAY;

	run_begin(r, ';', "domains.%.64s", name);
	add_constant(r, name, sort_of(domain));
	run_add(r, is_list ? "(assert (or false " : "(assert (and");
	for (size_t i = 0; is_list && i < json_count(domain); i++)
		add_comparison(r, "=", name, json_at(domain, i));
	for (size_t i = 0; json_kind(domain) == JSON_OBJECT && i < 2; i++) {
		if (json_get(domain, ends[i][0]) != NULL)
			add_comparison(r, ends[i][1], name,
				json_get(domain, ends[i][0]));
	}
	run_add(r, is_list ? "))" : " true))");
}

/* Names of a domain as they were written there: without bars. */
static void
read_domains(const struct protocol_run *r, const struct json_object *solved,
	struct json_object *result)
{
	const struct json_object *domains = json_get(r->input, "domains");
	struct json_object *assignment =
		json_copy(json_get_object(solved, "values"));
	struct json_member m = {0};

	run_put_status(r, solved, result);
	while (json_next(assignment, &m)) {
		const char *text = json_get_string(assignment, m.key);

		if (text != NULL && text[0] == '|' &&
			json_get_array(domains, m.key) != NULL)
			json_put(assignment, m.key,
				json_new_string_n(text + 1, strlen(text) - 2));
	}
	if (assignment != NULL)
		json_put(result, "assignment", assignment);
}

bool
start_domains(struct protocol_run *r, struct err *e)
{
	struct json_member m = {0};

	add_names(r);
	while (json_next(json_get(r->input, "domains"), &m))
		add_variable(r, m.key, m.value);
	add_commands(r, "constraints", "(assert", ")");
	add_commands(r, "all_different", "(assert (distinct", "))");
	add_commands(r, "not_equal_constraints", "(assert (distinct", "))");
	add_commands(r, "minimize", "(minimize", ")");
	add_commands(r, "maximize", "(maximize", ")");
	add_commands(r, "soft", "(assert-soft", ")");
	return run_program(r, read_domains, e);
}

/* --- horn ----------------------------------------------------------------- */

static void
add_relation(struct protocol_run *r, const char *name,
	const struct json_object *sorts)
{
	run_begin(r, ';', "relations.%.64s", name);
	run_add(r, "(declare-fun ");
	run_add_name(r, name);
	run_add(r, " (");
	for (size_t i = 0; i < json_count(sorts); i++)
		run_add_term(r, json_string(json_at(sorts, i)));
	run_add(r, ") Bool)");
}

/* (assert (forall ((x Int)) BEFORE term AFTER */
static void
add_rule(struct protocol_run *r, const char *before, const char *term,
	const char *after)
{
	const struct json_object *variables =
		json_get_object(r->input, "variables");
	bool is_open = variables != NULL && json_count(variables) > 0;
	struct json_member m = {0};

	run_add(r, is_open ? "(assert (forall (" : "(assert (and true");
	while (json_next(variables, &m)) {
		run_add(r, "(");
		run_add_name(r, m.key);
		run_add_term(r, json_string(m.value));
		run_add(r, ")");
	}
	run_add(r, "%s%s", is_open ? ")" : "", before);
	run_add_term(r, term);
	run_add(r, "%s))", after);
}

/* With the denial of the query there is no solution: it follows. */
static void
read_horn(const struct protocol_run *r, const struct json_object *solved,
	struct json_object *result)
{
	const struct json_object *is_sat;

	run_put_status(r, solved, result);
	is_sat = json_get(result, "satisfiable");
	json_put(result, "holds",
		is_sat != NULL ? json_new_bool(!json_bool(is_sat)) : NULL);
	json_delete(result, "satisfiable");
}

bool
start_horn(struct protocol_run *r, struct err *e)
{
	const struct json_object *rule;
	struct json_member m = {0};

	run_add(r, "(set-logic HORN)");
	while (json_next(json_get(r->input, "relations"), &m))
		add_relation(r, m.key, m.value);
	for (size_t i = 0; (rule = begin_element(r, ';', "rules", i)) != NULL;
		i++)
		add_rule(r, "", json_string(rule), "");
	run_begin(r, ';', "query");
	add_rule(r, " (=>", json_get_string(r->input, "query"), " false)");
	return run_program(r, read_horn, e);
}

/* --- simplify ------------------------------------------------------------- */

/* A line between two results; no result is a comment. */
static const char mark[] = ";simplified\n";

static void
read_simplify(const struct protocol_run *r, const struct json_object *solved,
	struct json_object *result)
{
	const char *output = json_get_string(solved, "output");
	const char *at = output != NULL ? strstr(output, mark) : NULL;
	struct json_object *list = json_new_array();

	(void)r;
	while (at != NULL) {
		const char *start = at + strlen(mark);

		at = strstr(start, mark);
		if (at != NULL && at > start)
			json_add(list, json_new_string_n(start,
					       (size_t)(at - start) - 1));
	}
	json_put(result, "simplified", list);
}

bool
start_simplify(struct protocol_run *r, struct err *e)
{
	struct json_member m = {0};

	while (json_next(json_get_object(r->input, "variables"), &m)) {
		run_begin(r, ';', "variables.%.64s", m.key);
		add_constant(r, m.key, json_string(m.value));
	}
	add_commands(r, "expressions", "(echo \";simplified\")(simplify", ")");
	run_add(r, "\n(echo \";simplified\")");
	return run_program(r, read_simplify, e);
}
