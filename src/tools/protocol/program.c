#include "tools/protocol/program.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/template.h"
#include "smt/text/commands.h"
#include "smt/text/lexer.h"
#include "json/json.h"

#define add(p, ...) buf_add_format(&(p)->text, __VA_ARGS__)

/* What is written from here on is of that path: a comment says so. */
static void
begin(struct program *p, char comment, const char *path)
{
	if (p->fault != NULL)
		return;
	(void)snprintf(p->path, sizeof(p->path), "%s", path);
	for (char *at = p->path; *at != '\0'; at++)
		*at = *at == '\n' || *at == '\r' ? ' ' : *at;
	add(p, "\n%c @%s\n", comment, p->path);
}

/* --- names and terms ------------------------------------------------------ */

/* What is wrong, and what to do. */
static const char *const no_term[] = {
	"holds what is not one complete name or term",
	"Close each ( that is opened, and no other; pass each term as an "
	"element of its own; leave | and \\ out of names."};
static const char *const zero[] = {"has the literal 0",
	"Leave out the 0 that ends a clause in DIMACS, or send the DIMACS text "
	"as input.dimacs."};

static void
add_name(struct program *p, const char *name)
{
	assert(name != NULL); /* as its engine's page says */
	if (strpbrk(name, "|\\") != NULL)
		p->fault = no_term;
	text_add_symbol(&p->text, name);
}

static void
add_term(struct program *p, const char *term)
{
	/* What is several terms, as in "x == 1", is told better later. */
	DROP(text) char *list = text_format("(%s\n)", term);
	struct diagnostic fault;
	size_t start;
	size_t length;

	if (!term_check(list, strlen(list), &start, &length, &fault))
		p->fault = no_term;
	add(p, "%s", term);
}

/* A text, a literal, a list of them, {constraint} or {clause}, each after a
 * blank. */
static void
add_all(struct program *p, void (*add_text)(struct program *, const char *),
	const struct json_object *value)
{
	switch (json_kind(value)) {
	case JSON_OBJECT:
		add_all(p, add_text, json_get(value, "constraint"));
		add_all(p, add_text, json_get(value, "clause"));
		break;
	case JSON_ARRAY:
		for (size_t i = 0; i < json_count(value); i++)
			add_all(p, add_text, json_at(value, i));
		break;
	case JSON_INT:
		if (json_int(value) == 0)
			p->fault = zero;
		add(p, " %" PRId64, json_int(value));
		break;
	case JSON_STRING:
		add(p, " ");
		add_text(p, json_string(value));
		break;
	case JSON_NULL:
	case JSON_BOOL:
	case JSON_NUMBER:
		break;
	}
}

/* For all values of the input's variables, if it has any. */
static void
add_quantifier(struct program *p)
{
	const struct json_object *variables =
		json_get_object(p->input, "variables");
	struct json_member m = {0};

	if (variables == NULL || json_count(variables) == 0) {
		add(p, "and true");
		return;
	}
	add(p, "forall (");
	while (json_next(variables, &m)) {
		add(p, "(");
		add_name(p, m.key);
		add_all(p, add_term, m.value);
		add(p, ")");
	}
	add(p, ")");
}

/* --- domains: a list of values of one kind, {min, max, sort}, or a sort --- */

static void
add_sort(struct program *p, const struct json_object *domain)
{
	static const char *const sorts[] = {[JSON_INT] = "Int",
		[JSON_STRING] = "Value",
		[JSON_BOOL] = "Bool"};
	const struct json_object *sort = domain;

	if (json_kind(domain) == JSON_OBJECT)
		sort = json_get(domain, "sort");
	if (json_kind(domain) == JSON_ARRAY)
		add(p, "%s", sorts[json_kind(json_at(domain, 0))]);
	else
		add_term(p, sort != NULL ? json_string(sort) : "Int");
}

/* (OPERATOR name value) */
static void
add_comparison(struct program *p, const char *relation, const char *name,
	const struct json_object *value)
{
	DROP(text) char *text = json_text(value);

	add(p, " (%s ", relation);
	add_name(p, name);
	add(p, " ");
	if (json_kind(value) == JSON_STRING)
		add_name(p, json_string(value));
	else if (text[0] == '-')
		add(p, "(- %s)", text + 1);
	else
		add(p, "%s", text);
	add(p, ")");
}

static void
add_range(struct program *p, const char *name, const struct json_object *domain)
{
	static const char *const ends[][2] = {{"min", ">="}, {"max", "<="}};
	bool is_list = json_kind(domain) == JSON_ARRAY;

	add(p, is_list ? "(or false" : "(and true");
	for (size_t i = 0; is_list && i < json_count(domain); i++)
		add_comparison(p, "=", name, json_at(domain, i));
	for (size_t i = 0; json_kind(domain) == JSON_OBJECT && i < 2; i++) {
		if (json_get(domain, ends[i][0]) != NULL)
			add_comparison(p, ends[i][1], name,
				json_get(domain, ends[i][0]));
	}
	add(p, ")");
}

/* All texts in domains are one enumeration, so that variables of different
 * domains can be compared. */
static void
add_enumeration(struct program *p, const struct json_object *domains)
{
	DROP(json) struct json_object *texts = json_new_object();
	struct json_member m = {0};

	begin(p, ';', "domains");
	while (json_next(domains, &m)) {
		bool is_list = json_kind(m.value) == JSON_ARRAY;

		for (size_t i = 0; is_list && i < json_count(m.value); i++) {
			const struct json_object *one = json_at(m.value, i);

			if (json_kind(one) == JSON_STRING)
				json_put(texts, json_string(one), NULL);
		}
	}
	if (json_count(texts) == 0)
		return;
	add(p, "(declare-datatypes ((Value 0)) ((");
	m = (struct json_member){0};
	while (json_next(texts, &m)) {
		add(p, "(");
		add_name(p, m.key);
		add(p, ")");
	}
	add(p, ")))");
}

/* --- the program ---------------------------------------------------------- */

/* An element of a member of the input. */
struct element {
	struct program *program;
	const char *key; /* its name in an object, or NULL */
	const struct json_object *value;
};

/* Writes the value of a name of program.h. */
static bool
add_part(struct buf *out, struct slice name, struct slice body, void *context)
{
	const struct element *x = context;
	struct program *p = x->program;

	(void)out, (void)body; /* the program's, and there are no loops */
	if (slice_is(name, "name"))
		add_name(p, x->key);
	else if (slice_is(name, "names"))
		add_all(p, add_name, x->value);
	else if (slice_is(name, "terms"))
		add_all(p, add_term, x->value);
	else if (slice_is(name, "weight"))
		add(p, "%" PRId64, json_get_int(x->value, "weight", 1));
	else if (slice_is(name, "quantifier"))
		add_quantifier(p);
	else if (slice_is(name, "sort"))
		add_sort(p, x->value);
	else if (slice_is(name, "range"))
		add_range(p, x->key, x->value);
	else
		return false;
	return true;
}

/* Writes one element; takes the path. */
static void
add_element(struct program *p, const char *form, char *path, const char *key,
	const struct json_object *value)
{
	DROP(text) char *owned = path;
	struct element x = {p, key, value};

	/* SMT-LIB, or WCNF. */
	begin(p, form[0] == '(' ? ';' : 'c', owned);
	(void)template_fill(&p->text, slice_of(form), add_part, &x);
}

/* A list of elements, an object of them, or one. */
static void
add_member(struct program *p, const char *name, const char *form,
	const struct json_object *value)
{
	enum json_kind kind = json_kind(value);
	struct json_member m = {0};

	for (size_t i = 0; kind == JSON_ARRAY && i < json_count(value); i++)
		add_element(p, form, text_format("%s[%zu]", name, i), NULL,
			json_at(value, i));
	while (kind == JSON_OBJECT && json_next(value, &m))
		add_element(p, form, text_format("%s.%.64s", name, m.key),
			m.key, m.value);
	if (kind == JSON_STRING || kind == JSON_INT)
		add_element(p, form, text_copy(name), NULL, value);
}

static void
add_members(struct program *p, const struct json_object *page)
{
	const char *prelude = json_get_string(page, "prelude");
	const struct json_object *domains = json_get(p->input, "domains");
	struct json_member m = {0};

	if (prelude != NULL)
		add(p, "%s", prelude);
	if (domains != NULL)
		add_enumeration(p, domains);
	while (json_next(json_get(page, "encoding"), &m))
		add_member(p, m.key, json_string(m.value),
			json_get(p->input, m.key));
}

bool
program_write(struct program *p, const struct json_object *page,
	const struct json_object *input, struct err *e)
{
	const char *dimacs = json_get_string(input, "dimacs");
	const char *smtlib = json_get_string(input, "smtlib");
	bool has_clauses = json_get(input, "clauses") != NULL ||
			   json_get(input, "soft") != NULL;

	if (json_get(json_get(page, "encoding"), "clauses") != NULL &&
		has_clauses == (dimacs != NULL))
		return err_advise(e, ERR_ARGUMENT,
			"input needs either clauses, lists of literals such as "
			"[[1, -2], [2]], or dimacs, a text; send one of them");
	p->input = input;
	buf_init(&p->text, LIMIT_MESSAGE);
	if (dimacs != NULL || smtlib != NULL)
		add(p, "%s", dimacs != NULL ? dimacs : smtlib);
	else
		add_members(p, page);
	if (p->text.overflowed)
		return err_advise(e, ERR_ARGUMENT,
			"the problem is over %d bytes as SMT-LIB; send a "
			"smaller one",
			LIMIT_MESSAGE);
	if (p->fault == NULL)
		return true;
	(void)err_set(e, ERR_ARGUMENT, "input.%s %s", p->path, p->fault[0]);
	return err_step(e, "%s", p->fault[1]);
}

struct program_place
program_begin(const struct program *p)
{
	return (struct program_place){
		.at = p->path[0] != '\0' ? p->text.data : ""};
}

char *
program_path(struct program_place *place, int64_t line)
{
	struct program_place *s = place;

	if (line <= 0 || line < s->line)
		return NULL;
	for (; s->line < line && *s->at != '\0'; s->line++) {
		if (s->at[0] != '\n' && strncmp(s->at + 1, " @", 2) == 0)
			s->path = s->at + 3;
		s->at = strchrnul(s->at, '\n');
		s->at += *s->at == '\n';
	}
	return s->path != NULL ? text_format("input.%.*s",
					 (int)strcspn(s->path, "\n"), s->path)
			       : NULL;
}
