#include "language/json_dsl.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/asset.h"
#include "base/utf8.h"
#include "language/dsl_names.h"
#include "json/json.h"
#include "json/schema.h"

ASSET(schema_json_dsl_json);

enum { PATH_MAX_BYTES = 400, KEY_SHOWN = 60, NOTE_MAX = 1000 };

struct dsl_program {
	struct dsl dsl; /* once it has failed, nothing more is looked at */
	struct translation *out;
	struct dsl_questions *asked;
	struct buf term; /* what a command is made of */
	/* What is looked at: a member of what has the path, or all of that. */
	struct buf path;
	const char *key;
	const struct json_object *value;
};

void
dsl_questions_release(struct dsl_questions *q)
{
	json_free(q->verifications);
	json_free(q->warnings);
	*q = (struct dsl_questions){0};
}

static const struct json_object *
json_dsl_schema(void)
{
	static struct json_object *schema;

	if (schema == NULL)
		schema = json_read(asset_schema_json_dsl_json);
	return schema;
}

#define refuse(p, what) dsl_refuse(&(p)->dsl, (struct slice){0}, what)

/* --- what is looked at --------------------------------------------------- */

/* The member, or the value itself where there is no key; its text, or "". */
static const char *
select_value(
	struct dsl_program *p, const struct json_object *one, const char *key)
{
	if (!p->dsl.has_failed) {
		p->key = key;
		p->value = key != NULL ? json_get(one, key) : one;
	}
	return json_kind(p->value) == JSON_STRING ? json_string(p->value) : "";
}

static const struct dsl_sort *
read_sort(struct dsl_program *p, const struct json_object *one, const char *key)
{
	return dsl_sort(&p->dsl, select_value(p, one, key));
}

/* The path goes on with the piece (taken), until it is left with what is
 * returned here; after a fault it stays. */
static size_t
push_path(struct dsl_program *p, char *piece)
{
	size_t outer = p->path.size;

	if (!p->dsl.has_failed)
		(void)buf_add_text(&p->path, piece);
	free(piece);
	return outer;
}

static void
pop_path(struct dsl_program *p, size_t outer)
{
	if (!p->dsl.has_failed)
		buf_truncate(&p->path, outer);
}

/*
 * The elements of a list, or the members of an object, which need not be there;
 * the path leads to the one at hand:
 *
 *	for (struct each e = each_of(p, one, "rules"); next(&e);)
 */
struct each {
	struct dsl_program *p;
	const struct json_object *all;
	const struct json_object *value;
	struct json_member m; /* of an object; of a list the key is NULL */
	size_t at;	      /* of a list: the next one */
	size_t outer, inner;  /* what is left of the path */
};

static struct each
each_of(struct dsl_program *p, const struct json_object *all, const char *name)
{
	size_t outer = push_path(
		p, text_format("%s%s", p->path.size > 0 ? "." : "", name));

	return (struct each){.p = p,
		.all = json_get(all, name),
		.outer = outer,
		.inner = p->path.size};
}

/* Nothing that comes after a fault, or after the ceiling, counts. */
static bool
next(struct each *e)
{
	struct dsl_program *p = e->p;
	bool is_list = json_kind(e->all) == JSON_ARRAY;
	bool is_there = !p->dsl.has_failed && !p->out->text.overflowed &&
			(is_list ? e->at < json_count(e->all)
				 : json_next(e->all, &e->m));

	pop_path(p, is_there ? e->inner : e->outer);
	if (!is_there)
		return false;
	e->value = is_list ? json_at(e->all, e->at) : e->m.value;
	(void)push_path(p, is_list ? text_format("[%zu]", e->at++)
				   : text_format(".%.*s", KEY_SHOWN, e->m.key));
	return true;
}

/* What is appended from here on is another item. */
static struct buf *
begin_item(struct dsl_program *p, const char *kind, const char *text)
{
	DROP(text)
	char *note = text_format("%s%s%.*s", kind,
		*kind != '\0' && *text != '\0' ? ": " : "",
		(int)utf8_cut(text, strlen(text), NOTE_MAX), text);

	translation_add_item(p->out, NULL, *note != '\0' ? note : NULL, 0);
	return &p->out->text;
}

/* The term as a command of its own; it is empty afterwards. */
static void
add_command(struct dsl_program *p, const char *kind, const char *text,
	const char *before, const char *after)
{
	(void)buf_add_format(begin_item(p, kind, text), "(%s %s)%s\n", before,
		p->term.data, after);
	p->out->text.overflowed |= p->term.overflowed;
	buf_clear(&p->term);
}

/* --- sorts, functions, constants, variables ------------------------------ */

static void
define_sort(struct dsl_program *p, const struct json_object *one)
{
	dsl_define_sort(&p->dsl, select_value(p, one, "name"),
		json_get_string(one, "type"));
}

static void
add_sort(struct dsl_program *p, const struct json_object *one)
{
	const char *type = json_get_string(one, "type");
	bool is_enum = strcmp(type, "EnumSort") == 0;
	bool is_declared = strcmp(type, "DeclareSort") == 0;
	const struct dsl_sort *sort =
		read_sort(p, one, is_enum || is_declared ? "name" : "type");

	if ((json_get(one, "values") != NULL) != is_enum)
		refuse(p, "an EnumSort has values, and no other sort; write "
			  "\"type\": \"EnumSort\", \"values\": [\"red\", "
			  "\"green\"]");
	if (is_declared)
		(void)buf_add_format(begin_item(p, "", ""),
			"(declare-sort %s 0)\n", sort->text);
	if (!is_enum)
		return;
	(void)buf_add_format(begin_item(p, "", ""),
		"(declare-datatypes ((%s 0)) ((", sort->text);
	for (struct each e = each_of(p, one, "values"); next(&e);) {
		const struct dsl_name *name = dsl_declare(&p->dsl, DSL_VALUE,
			select_value(p, e.value, NULL), sort);

		if (name != NULL)
			(void)buf_add_format(
				&p->out->text, "(%s)", name->symbol);
	}
	(void)buf_add_text(&p->out->text, ")))\n");
}

static void
add_function(struct dsl_program *p, const struct json_object *one)
{
	const struct dsl_sort *range = read_sort(p, one, "range");
	struct dsl_name *f = dsl_declare(
		&p->dsl, DSL_FUNCTION, select_value(p, one, "name"), range);

	if (f == NULL)
		return;
	(void)buf_add_format(
		begin_item(p, "", ""), "(declare-fun %s (", f->symbol);
	for (struct each e = each_of(p, one, "domain"); next(&e);) {
		const struct dsl_sort *sort = read_sort(p, e.value, NULL);

		*ARRAY_ADD(f->domain, f->arity, f->capacity) = sort;
		(void)buf_add_format(&p->out->text, " %s", sort->text);
	}
	(void)buf_add_format(&p->out->text, ") %s)\n", range->text);
}

/* Names are the elements of a list, or the keys of an object. */
static void
add_category(struct dsl_program *p, const struct json_object *one)
{
	const struct dsl_sort *sort = read_sort(p, one, "sort");

	for (struct each e = each_of(p, one, "members"); next(&e);) {
		const char *text =
			select_value(p, e.m.key == NULL ? e.value : NULL, NULL);
		const struct dsl_name *name = dsl_declare(&p->dsl, DSL_CONSTANT,
			e.m.key != NULL ? e.m.key : text, sort);

		if (name != NULL)
			(void)buf_add_format(begin_item(p, "", ""),
				"(declare-const %s %s)\n", name->symbol,
				sort->text);
	}
}

static void
add_variable(struct dsl_program *p, const struct json_object *one)
{
	const struct dsl_sort *sort = read_sort(p, one, "sort");

	(void)dsl_declare(
		&p->dsl, DSL_VARIABLE, select_value(p, one, "name"), sort);
}

/* --- formulas ------------------------------------------------------------ */

/* Appends the expression to the term, and declares variables that it leaves
 * free. Returns the text. */
static const char *
read_expression(struct dsl_program *p, const struct json_object *one,
	const char *key, const struct dsl_sort *wanted)
{
	struct dsl *d = &p->dsl;
	const char *text = select_value(p, one, key);

	dsl_expression(d, text, wanted, &p->term);
	for (size_t i = 0; i < d->free_count; i++) {
		const struct dsl_name *name = d->free[i];
		DROP(text)
		char *warning = text_format(
			"%s%s%s: the variable %s has no quantifier, so it is "
			"one unknown constant; write ForAll([%s], ...) if all "
			"are meant",
			p->path.data, key != NULL ? "." : "",
			key != NULL ? key : "", name->word, name->word);

		json_add(p->asked->warnings, json_new_string(warning));
		(void)buf_add_format(
			begin_item(p, "variable without a quantifier", ""),
			"(declare-const %s %s)\n", name->symbol,
			name->sort->text);
	}
	d->free_count = 0;
	return text;
}

/* constraint, or implies. */
static void
read_body(struct dsl_program *p, const struct json_object *one)
{
	const struct json_object *implies = json_get(one, "implies");
	size_t outer;

	(void)select_value(p, one, "constraint");
	if ((p->value == NULL) == (implies == NULL))
		refuse(p, "one of constraint and implies is needed; write "
			  "\"constraint\": \"x > 0\" or \"implies\": "
			  "{\"antecedent\": ..., \"consequent\": ...}");
	if (implies == NULL) {
		(void)read_expression(p, one, "constraint", dsl_bool);
		return;
	}
	if (json_get(one, "exists") != NULL)
		refuse(p, "exists with implies holds where the antecedent is "
			  "false; write \"constraint\": \"And(a, b)\"");
	outer = push_path(p, text_copy(".implies"));
	(void)buf_add_text(&p->term, "(=> ");
	(void)read_expression(p, implies, "antecedent", dsl_bool);
	(void)buf_add_char(&p->term, ' ');
	(void)read_expression(p, implies, "consequent", dsl_bool);
	(void)buf_add_char(&p->term, ')');
	pop_path(p, outer);
}

/* The variables are bound while the body is read. */
static void
read_quantified(struct dsl_program *p, const struct json_object *one)
{
	bool has_forall = json_get(one, "forall") != NULL;
	bool has_exists = json_get(one, "exists") != NULL;
	const char *key = has_forall ? "forall" : "exists";

	(void)select_value(p, one, NULL);
	if (has_forall && has_exists)
		refuse(p, "forall and exists are both there; put one "
			  "of them into the constraint");
	if (!has_forall && !has_exists) {
		read_body(p, one);
		return;
	}
	(void)buf_add_format(&p->term, "(%s (", key);
	for (struct each e = each_of(p, one, key); next(&e);) {
		const struct dsl_sort *sort = read_sort(p, e.value, "sort");
		struct dsl_name *name =
			dsl_name(&p->dsl, select_value(p, e.value, "name"));

		name->bound = sort;
		(void)buf_add_format(
			&p->term, "(%s %s) ", name->symbol, sort->text);
	}
	(void)buf_add_text(&p->term, ") ");
	read_body(p, one);
	(void)buf_add_char(&p->term, ')');
	for (struct each e = each_of(p, one, key); next(&e);)
		dsl_name(&p->dsl, json_get_string(e.value, "name"))->bound =
			NULL;
}

/* --- knowledge base, rules, what is asked -------------------------------- */

static void
add_fact(struct dsl_program *p, const struct json_object *one)
{
	bool is_object = json_kind(one) == JSON_OBJECT;
	bool holds = !is_object || json_get_bool(one, "value", true);
	const char *text = read_expression(
		p, one, is_object ? "assertion" : NULL, dsl_bool);

	add_command(p, holds ? "" : "not", text,
		holds ? "assert" : "assert (not", holds ? "" : ")");
}

static void
add_rule(struct dsl_program *p, const struct json_object *one)
{
	const char *name = json_get_string(one, "name");

	read_quantified(p, one);
	add_command(
		p, "rule", name != NULL ? name : p->path.data, "assert", "");
}

/* Several may have one name, or none. */
static char *
new_name(const struct json_object *names, const char *wanted)
{
	bool is_named = wanted != NULL && *wanted != '\0';
	bool is_new = is_named;

	for (size_t i = 0; i < json_count(names) && is_new; i++)
		is_new = strcmp(json_string(json_at(names, i)), wanted) != 0;
	return is_new ? text_copy(wanted)
		      : text_format(is_named ? "%s (verification %zu)"
					     : "%sverification %zu",
				is_named ? wanted : "", json_count(names) + 1);
}

static void
add_verification(struct dsl_program *p, const struct json_object *one)
{
	struct json_object *names = p->asked->verifications;
	DROP(text) char *name = new_name(names, json_get_string(one, "name"));
	DROP(text)
	char *head = text_format(
		"define-fun verify_%zu! () Bool", json_count(names) + 1);

	json_add(names, json_new_string(name));
	read_quantified(p, one);
	add_command(p, "", name, head, "");
}

/* --- the program --------------------------------------------------------- */

static void
read_sections(struct dsl_program *p, const struct json_object *all)
{
	static const struct {
		const char *key;
		void (*read)(
			struct dsl_program *p, const struct json_object *one);
	} sections[] = {{"sorts", define_sort}, {"sorts", add_sort},
		{"functions", add_function}, {"constants", add_category},
		{"variables", add_variable}, {"knowledge_base", add_fact},
		{"rules", add_rule}, {"verifications", add_verification}};
	const struct json_object *best = json_get(all, "optimization");

	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++)
		for (struct each e = each_of(p, all, sections[i].key);
			next(&e);)
			sections[i].read(p, e.value);
	p->asked->known = p->out->text.size;
	(void)push_path(p, text_copy("optimization"));
	for (struct each e = each_of(p, best, "variables"); next(&e);)
		add_variable(p, e.value);
	for (struct each e = each_of(p, best, "constraints"); next(&e);)
		add_fact(p, e.value);
	for (struct each e = each_of(p, best, "objectives"); next(&e);) {
		(void)read_expression(p, e.value, "expression", NULL);
		add_command(p, "", p->path.data,
			json_get_string(e.value, "type"), "");
	}
}

static void
add_clause(struct buf *what, const char *before, struct slice clause)
{
	size_t size = clause.length;
	DROP(text) char *copy = NULL;

	size -= size > 0 && clause.start[size - 1] == '.';
	copy = text_copy_n(clause.start, size);
	for (char *at = copy; (at = strstr(at, "; ")) != NULL;)
		*at = ':';
	(void)buf_add_format(what, "%s%s", before, copy);
}

/* Writes a message of the schema, a problem and steps, as one of a reader,
 * where
 * "; " is before each step and nowhere else. */
static void
add_form(struct buf *what, const char *message)
{
	struct slice step = {0};

	add_clause(what, "", (struct slice){message, strcspn(message, "\n")});
	while (err_next_step(message, &step))
		add_clause(what, "; ", step);
}

/* Where an expression stands in the text of the program, if that is the only
 * place and nothing is escaped in it; of length 0 otherwise. */
static struct slice
find_expression(struct slice text, const char *expression)
{
	size_t length = strlen(expression);
	const char *end = text.start + text.length;
	const char *at = length == 0 ? NULL
				     : memmem(text.start, text.length,
					       expression, length);

	if (at == NULL || memmem(at + 1, (size_t)(end - at) - 1, expression,
				  length) != NULL)
		return (struct slice){0};
	return (struct slice){at, length};
}

/* Of what is looked at. */
static bool
report(const struct dsl_program *p, struct slice source,
	struct diagnostic *fault)
{
	size_t offset = p->dsl.fault_offset;
	const char *text =
		json_kind(p->value) == JSON_STRING ? json_string(p->value) : "";
	struct slice at = find_expression(source, text);

	offset = offset <= strlen(text) ? offset : 0;
	if (at.length > 0)
		at = (struct slice){at.start + offset, at.length - offset};
	return language_refuse(fault, at.length > 0 ? source.start : NULL, at,
		"%s%s%s, column %zu: %s", p->path.data,
		p->key != NULL ? "." : "", p->key != NULL ? p->key : "",
		utf8_count(text, offset) + 1, p->dsl.fault);
}

static bool
read_program(struct dsl_program *p, const char *text, size_t size,
	struct json_object **all, struct diagnostic *fault)
{
	const struct slice nowhere = {0};
	DROP(buf) struct buf form;
	struct err e;

	buf_init(&form, DIAGNOSTIC_WHAT_MAX);
	if (!json_parse(text, size, all, &e))
		return language_refuse(fault, NULL, nowhere,
			"it is %s; send one JSON object, whole", e.text);
	/* The schema would read "false" as false. */
	if (json_get_array(*all, "knowledge_base") != NULL)
		for (struct each fact = each_of(p, *all, "knowledge_base");
			next(&fact);) {
			(void)select_value(p, fact.value, "value");
			if (json_kind(p->value) == JSON_STRING)
				refuse(p, "it is a text; write true or false "
					  "without quotes");
		}
	if (!p->dsl.has_failed && !schema_check(json_dsl_schema(), all, &e)) {
		add_form(&form, e.text);
		return language_refuse(fault, NULL, nowhere, "%s", form.data);
	}
	if (!p->dsl.has_failed) {
		const struct json_object *actions = json_get(*all, "actions");
		size_t count = actions != NULL ? json_count(actions) : 0;
		struct dsl_questions *q = p->asked;

		/* Without actions all that is there is done. */
		q->verifies = q->optimizes = count == 0;
		for (size_t i = 0; i < count; i++)
			*(*json_string(json_at(actions, i)) == 'v'
					? &q->verifies
					: &q->optimizes) = true;
		read_sections(p, *all);
	}
	return !p->dsl.has_failed ||
	       report(p, (struct slice){text, size}, fault);
}

bool
json_dsl_translate(const char *text, size_t size, struct translation *out,
	struct dsl_questions *q, struct diagnostic *fault)
{
	struct dsl_program p = {.out = out, .asked = q};
	DROP(json) struct json_object *all = NULL;
	bool ok;

	*q = (struct dsl_questions){.verifications = json_new_array(),
		.warnings = json_new_array()};
	out->has_items = true;
	dsl_init(&p.dsl);
	buf_init(&p.path, PATH_MAX_BYTES);
	buf_init(&p.term, out->text.ceiling);
	ok = read_program(&p, text, size, &all, fault) &&
	     translation_check_size(out, "a program of the JSON DSL", fault);
	dsl_release(&p.dsl);
	buf_release(&p.path);
	buf_release(&p.term);
	return ok;
}

/* --- the row ------------------------------------------------------------- */

bool
json_dsl_is(const char *text)
{
	static const char *const signs[] = {"\"knowledge_base\"",
		"\"verifications\"", "\"DeclareSort\"", "\"EnumSort\"",
		"\"objectives\""};
	bool is_it = false;

	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		is_it |= strstr(text, signs[i]) != NULL;
	return is_it && text[strspn(text, " \t\r\n")] == '{';
}

bool
json_dsl_read(const char *text, size_t size, struct translation *out,
	struct diagnostic *fault)
{
	DROP(dsl_questions) struct dsl_questions q = {0};

	return json_dsl_translate(text, size, out, &q, fault);
}
