#include "tools/solve/solve_request.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "model/items/edit.h"
#include "model/items/model.h"
#include "smt/text/commands.h"
#include "store/revisions/model_cache.h"
#include "tools/call/call.h"
#include "tools/call/session_argument.h"
#include "tools/solve/request_errors.h"
#include "json/json.h"

enum { NAMED_MAX = 20 }; /* items in one sentence */

void
solve_request_release(struct solve_request *q)
{
	model_free(q->model);
	session_options_release(&q->settings);
	free(q->is_left_out);
	free(q->terms);
	render_release(&q->render);
	assertions_release(&q->all);
	*q = (struct solve_request){0};
}

size_t
solve_request_count(const struct solve_request *q, enum asked as)
{
	size_t count = 0;

	for (size_t i = 0; i < q->term_count; i++)
		count += q->terms[i].as == as;
	return count;
}

/* --- terms --------------------------------------------------------------- */

static bool
add_term(struct solve_request *q, const struct solve_request_term *term,
	struct err *e)
{
	struct diagnostic fault;
	size_t start;
	size_t length;

	if (!term_check(term->text, term->size, &start, &length, &fault))
		return question_refuse_term(q, term, &fault, e);
	q->terms = mem_room(
		q->terms, q->term_count, &q->term_capacity, sizeof(*q->terms));
	q->terms[q->term_count++] = *term;
	return true;
}

static bool
read_terms(struct solve_request *q, const struct json_object *value,
	struct solve_request_term *term, struct err *e)
{
	bool is_list = json_kind(value) == JSON_ARRAY;
	size_t count = is_list ? json_count(value) : 1;

	for (size_t i = 0; i < count; i++) {
		const struct json_object *one =
			is_list ? json_at(value, i) : value;

		term->index = is_list ? (ptrdiff_t)i : -1;
		term->text = json_string(one);
		term->size = json_string_size(one);
		if (!add_term(q, term, e))
			return false;
	}
	return true;
}

static bool
read_all_terms(struct solve_request *q, const struct json_object *arguments,
	struct err *e)
{
	static const struct {
		const char *argument;
		enum asked as;
	} lists[] = {
		{"minimize", ASKED_MINIMIZE},
		{"maximize", ASKED_MAXIMIZE},
		{"property", ASKED_PROPERTY},
		{"assume", ASKED_ASSUME},
		{"distinct_on", ASKED_DISTINCT},
		{"values", ASKED_VALUE},
		{"terms", ASKED_VALUE},
	};

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		const struct json_object *value =
			json_get(arguments, lists[i].argument);
		struct solve_request_term term = {
			.as = lists[i].as, .argument = lists[i].argument};

		if (value != NULL && !read_terms(q, value, &term, e))
			return false;
	}
	return true;
}

/* --- without ------------------------------------------------------------- */

/* A name is a symbol, and no symbol begins with a digit: "3" is a number. */
static struct edit
target_of(const struct json_object *value)
{
	struct edit target = {0};
	char *end;

	if (json_kind(value) == JSON_INT) {
		target.has_index = true;
		target.index = json_int(value);
		return target;
	}
	target.target = json_string(value);
	target.index = strtoll(target.target, &end, 10);
	target.has_index = end != target.target && *end == '\0';
	if (target.has_index)
		target.target = NULL;
	return target;
}

bool
solve_request_use(struct solve_request *q, struct model *m)
{
	model_free(q->model);
	free(q->is_left_out);
	q->model = m;
	q->is_left_out = m != NULL ? mem_new(m->count + 1) : NULL;
	q->left_out = 0;
	return m != NULL;
}

static bool
read_without(struct solve_request *q, const struct json_object *arguments,
	struct err *e)
{
	const struct json_object *list = json_get_array(arguments, "without");

	for (size_t i = 0; list != NULL && i < json_count(list); i++) {
		const struct edit target = target_of(json_at(list, i));
		struct err why;
		size_t index;

		if (!edit_target(q->model, &target, &index, &why))
			return err_set(
				e, why.code, "without[%zu]: %s", i, why.text);
		q->left_out += !q->is_left_out[index];
		q->is_left_out[index] = true;
	}
	return true;
}

/* --- the whole ----------------------------------------------------------- */

static bool
load(struct call *c, struct solve_request *q, struct err *e)
{
	struct server *server = c->server;

	if (!session_argument_find(c, &q->session, e))
		return false;
	if (!solve_request_use(
		    q, model_cache_read(server->cache, server->store,
			       q->session.id, q->session.revision, e)) ||
		!session_options_load(
			server->store, q->session.id, &q->settings, e))
		return false;
	solver_options_read(server, &q->settings, &q->setup);
	return true;
}

bool
solve_request_read(struct call *c, struct solve_request *q, struct err *e)
{
	q->priority = json_get_string(c->arguments, "priority");
	return load(c, q, e) && read_without(q, c->arguments, e) &&
	       read_all_terms(q, c->arguments, e);
}

bool
solve_request_is_what_if(const struct solve_request *q)
{
	return q->left_out > 0 || solve_request_count(q, ASKED_ASSUME) > 0;
}

static void
describe_left_out(const struct solve_request *q, struct buf *out)
{
	size_t named = 0;

	buf_add_format(out, "without item%s ", q->left_out == 1 ? "" : "s");
	for (size_t i = 0; i < q->model->count; i++) {
		if (!q->is_left_out[i])
			continue;
		if (named == NAMED_MAX) {
			buf_add_text(out, ", ...");
			return;
		}
		buf_add_format(out, "%s%zu", named++ > 0 ? ", " : "", i);
	}
}

void
solve_request_describe(const struct solve_request *q, struct buf *out)
{
	size_t assumed = solve_request_count(q, ASKED_ASSUME);

	if (assumed > 0)
		buf_add_format(out, "under %zu assumption%s", assumed,
			assumed == 1 ? "" : "s");
	if (assumed > 0 && q->left_out > 0)
		buf_add_text(out, " and ");
	if (q->left_out > 0)
		describe_left_out(q, out);
}
