#include "language/json_dsl.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/asset.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "language/dsl_expression.h"
#include "json/json.h"
#include "json/schema.h"

ASSET(schema_json_dsl_json);

enum { PATH_SIZE = 200, NOTE_MAX = 1000 };

/* Where a string of the program stands in the text. */
struct place {
	const struct json_object *value;
	size_t offset; /* of its quote */
	unsigned line;
};

struct program {
	const char *text;
	struct place *places; /* by value, once they are sorted */
	size_t place_count, place_capacity;
	struct dsl_names names;
	const struct dsl_sort *sort; /* of the values or constants at hand */
	struct dsl_name *function;   /* the one at hand */
	enum dsl_part_kind kind;     /* of the formulas at hand */
	size_t free_count;	     /* variables that are constants by now */
	struct translation *out;
	struct json_dsl *made;
	struct diagnostic *fault;
	bool has_failed;
	/* What is being read. */
	const struct json_object *value;
	const struct place *place; /* or NULL */
	char path[PATH_SIZE];
};

void
json_dsl_release(struct json_dsl *d)
{
	for (size_t i = 0; i < d->count; i++) {
		free(d->parts[i].name);
		free(d->parts[i].path);
		free(d->parts[i].term);
	}
	free(d->parts);
	json_free(d->warnings);
	json_free(d->program);
	*d = (struct json_dsl){0};
}

const struct json_object *
json_dsl_schema(void)
{
	static struct json_object *schema;
	struct err e;

	if (schema == NULL)
		(void)json_parse(asset_schema_json_dsl_json,
			strlen(asset_schema_json_dsl_json), &schema, &e);
	return schema;
}

/* --- places -------------------------------------------------------------- */

struct walk {
	struct program *p;
	const char *at;
	unsigned line;
};

/* To the next string, which is passed; its offset. */
static size_t
next_string(struct walk *w)
{
	const char *quote;

	for (; *w->at != '"'; w->at++)
		w->line += *w->at == '\n';
	quote = w->at++;
	while (*w->at != '"')
		w->at += *w->at == '\\' ? 2 : 1;
	w->at++;
	return (size_t)(quote - w->p->text);
}

/* The members of an object stand in the order of the text. */
static void
find_places(struct walk *w, const struct json_object *value)
{
	struct json_member m = {0};

	if (json_kind(value) == JSON_STRING)
		*ARRAY_ADD(
			w->p->places, w->p->place_count, w->p->place_capacity) =
			(struct place){value, next_string(w), w->line};
	if (json_kind(value) == JSON_OBJECT) {
		while (json_next(value, &m)) {
			(void)next_string(w);
			find_places(w, m.value);
		}
	}
	for (size_t i = 0;
		json_kind(value) == JSON_ARRAY && i < json_count(value); i++)
		find_places(w, json_at(value, i));
}

static int
compare_places(const void *a, const void *b)
{
	uintptr_t x = (uintptr_t)((const struct place *)a)->value;
	uintptr_t y = (uintptr_t)((const struct place *)b)->value;

	return (x > y) - (x < y);
}

/* The byte of the text where that byte of the string at hand stands. */
static size_t
source_of(const struct program *p, size_t offset)
{
	const char *at = p->text + p->place->offset + 1;

	for (size_t passed = 0; passed < offset && *at != '"'; passed++) {
		/* Of an escape at least one byte; that is near enough. */
		at += *at == '\\' && at[1] == 'u' ? 6 : *at == '\\' ? 2 : 1;
	}
	return (size_t)(at - p->text);
}

/* --- what is read -------------------------------------------------------- */

/* The member, or the value itself where there is no key; its text, or "". */
static const char *
look(struct program *p, const char *path, const struct json_object *one,
	const char *key)
{
	const struct place wanted = {
		.value = key != NULL ? json_get(one, key) : one};

	p->value = wanted.value;
	/* None for a key, and for what the schema made of a text in a text. */
	p->place = p->place_count == 0
			   ? NULL
			   : bsearch(&wanted, p->places, p->place_count,
				     sizeof(wanted), compare_places);
	(void)snprintf(p->path, sizeof(p->path), "%s%s%s", path,
		key != NULL ? "." : "", key != NULL ? key : "");
	return json_kind(p->value) == JSON_STRING ? json_string(p->value) : "";
}

/* What is read after a fault is of no account; the first one is kept. */
static void
refuse(struct program *p, const struct dsl_fault *f)
{
	const char *text =
		json_kind(p->value) == JSON_STRING ? json_string(p->value) : "";
	/* Of a sort's type the place is in that. */
	size_t offset = f->offset <= strlen(text) ? f->offset : 0;
	struct token t = {.kind = TOKEN_END};

	if (p->has_failed)
		return;
	if (p->place != NULL) {
		t.offset = source_of(p, f->offset);
		t.length = source_of(p, f->offset + f->length) - t.offset;
		text_place(p->text, t.offset, &t.line, &t.column);
	}
	p->has_failed = true;
	(void)diagnostic_at(p->fault, DIAGNOSTIC_LANGUAGE, &t,
		"%s, column %zu: %s", p->path, utf8_count(text, offset) + 1,
		f->what);
}

static void
refuse_value(struct program *p, const char *what)
{
	struct dsl_fault f = {0};

	(void)snprintf(f.what, sizeof(f.what), "%s", what);
	refuse(p, &f);
}

static const struct dsl_sort *
read_sort(struct program *p, const char *path, const struct json_object *one,
	const char *key)
{
	struct dsl_fault f = {0};
	const struct dsl_sort *sort =
		dsl_sort_read(&p->names, look(p, path, one, key), &f);

	if (sort == NULL)
		refuse(p, &f);
	return sort != NULL ? sort : dsl_bool;
}

/* NULL with a fault, and for a name that was declared before. */
static struct dsl_name *
declare(struct program *p, enum dsl_kind kind, const char *word,
	const struct dsl_sort *sort)
{
	struct dsl_fault f = {0};
	bool is_new = false;
	struct dsl_name *name =
		dsl_declare(&p->names, kind, word, sort, &is_new, &f);

	if (name == NULL)
		refuse(p, &f);
	return is_new ? name : NULL;
}

/* What is appended from here on comes from what is looked at. */
static struct buf *
begin_item(struct program *p, const char *kind, const char *text)
{
	DROP(text)
	char *note = text_format("%s%s%.*s", kind,
		*kind != '\0' && *text != '\0' ? ": " : "",
		(int)utf8_cut(text, strlen(text), NOTE_MAX), text);

	translation_add_item(p->out, NULL, *note != '\0' ? note : NULL,
		p->place != NULL ? p->place->line : 0);
	if (p->place != NULL)
		translation_add_place(p->out, p->place->offset,
			source_of(p, json_string_size(p->value)) + 1 -
				p->place->offset);
	return &p->out->text;
}

typedef void read_one(
	struct program *p, const char *path, const struct json_object *one);

/* Each of a list, or NULL, with its path; of an object each value. */
static void
read_each(struct program *p, const char *path, const struct json_object *list,
	read_one *read)
{
	bool is_object = json_kind(list) == JSON_OBJECT;
	size_t count = list != NULL && !is_object ? json_count(list) : 0;
	struct json_member m = {0};

	while (is_object && !p->has_failed && json_next(list, &m)) {
		DROP(text) char *its = text_format("%s.%.60s", path, m.key);

		read(p, its, m.value);
	}
	for (size_t i = 0; i < count && !p->has_failed; i++) {
		DROP(text) char *its = text_format("%.150s[%zu]", path, i);

		read(p, its, json_at(list, i));
	}
}

static void
read_under(struct program *p, const char *path, const struct json_object *one,
	const char *key, read_one *read)
{
	DROP(text) char *its = text_format("%s.%s", path, key);

	read_each(p, its, json_get(one, key), read);
}

/* --- sorts, functions, constants, variables ------------------------------ */

static void
define_sort(struct program *p, const char *path, const struct json_object *one)
{
	struct dsl_fault f = {0};

	if (!dsl_define_sort(&p->names, look(p, path, one, "name"),
		    json_get_string(one, "type"), &f))
		refuse(p, &f);
}

static void
add_value(struct program *p, const char *path, const struct json_object *one)
{
	const struct dsl_name *name =
		declare(p, DSL_VALUE, look(p, path, one, NULL), p->sort);

	if (name != NULL)
		(void)buf_add_format(&p->out->text, "(%s)", name->symbol);
}

static void
add_sort(struct program *p, const char *path, const struct json_object *one)
{
	const char *type = json_get_string(one, "type");
	bool is_enum = strcmp(type, "EnumSort") == 0;

	p->sort = read_sort(p, path, one, "name");
	if ((json_get(one, "values") != NULL) != is_enum)
		refuse_value(p, "an EnumSort has values, and no other sort; "
				"write \"type\": \"EnumSort\", \"values\": "
				"[\"red\", \"green\"]");
	if (is_enum) {
		(void)buf_add_format(begin_item(p, "", ""),
			"(declare-datatypes ((%s 0)) ((", p->sort->text);
		read_under(p, path, one, "values", add_value);
		(void)buf_add_text(&p->out->text, ")))\n");
	} else if (strcmp(type, "DeclareSort") == 0) {
		(void)buf_add_format(begin_item(p, "", ""),
			"(declare-sort %s 0)\n", p->sort->text);
	}
}

static void
add_domain(struct program *p, const char *path, const struct json_object *one)
{
	const struct dsl_sort *sort = read_sort(p, path, one, NULL);
	struct dsl_name *f = p->function;

	*ARRAY_ADD(f->domain, f->arity, f->capacity) = sort;
	(void)buf_add_format(&p->out->text, " %s", sort->text);
}

static void
add_function(struct program *p, const char *path, const struct json_object *one)
{
	const struct dsl_sort *range = read_sort(p, path, one, "range");

	p->function =
		declare(p, DSL_FUNCTION, look(p, path, one, "name"), range);
	if (p->function == NULL)
		return;
	(void)buf_add_format(begin_item(p, "", ""), "(declare-fun %s (",
		p->function->symbol);
	read_under(p, path, one, "domain", add_domain);
	(void)buf_add_format(&p->out->text, ") %s)\n", range->text);
}

static void
declare_constant(struct program *p, const char *word)
{
	const struct dsl_name *name = declare(p, DSL_CONSTANT, word, p->sort);

	if (name != NULL)
		(void)buf_add_format(begin_item(p, "", ""),
			"(declare-const %s %s)\n", name->symbol, p->sort->text);
}

static void
add_constant(struct program *p, const char *path, const struct json_object *one)
{
	declare_constant(p, look(p, path, one, NULL));
}

static void
add_category(struct program *p, const char *path, const struct json_object *one)
{
	const struct json_object *members = json_get(one, "members");
	struct json_member m = {0};

	p->sort = read_sort(p, path, one, "sort");
	if (json_kind(members) == JSON_ARRAY) {
		read_under(p, path, one, "members", add_constant);
		return;
	}
	(void)look(p, path, one, "members");
	while (!p->has_failed && json_next(members, &m))
		declare_constant(p, m.key);
}

static void
add_variable(struct program *p, const char *path, const struct json_object *one)
{
	const struct dsl_sort *sort = read_sort(p, path, one, "sort");

	(void)declare(p, DSL_VARIABLE, look(p, path, one, "name"), sort);
}

/* --- formulas ------------------------------------------------------------ */

/* That is looked at. */
static void
write_expression(struct program *p, const char *text,
	const struct dsl_sort *wanted, struct buf *out)
{
	struct dsl_fault f = {0};

	if (dsl_expression(&p->names, text, wanted, out, &f) == NULL)
		refuse(p, &f);
	p->out->text.overflowed |= out->overflowed;
	for (; p->free_count < p->names.free_count; p->free_count++) {
		const struct dsl_name *name = p->names.free[p->free_count];
		DROP(text)
		char *warning = text_format(
			"%s: the variable %s has no quantifier, so it is one "
			"unknown constant; write ForAll([%s], ...) if all are "
			"meant",
			p->path, name->word, name->word);

		json_add(p->made->warnings, json_new_string(warning));
		(void)buf_add_format(
			begin_item(p, "variable without a quantifier", ""),
			"(declare-const %s %s)\n", name->symbol,
			name->sort->text);
	}
}

/* constraint, or implies. */
static void
write_body(struct program *p, const char *path, const struct json_object *one,
	struct buf *out)
{
	static const char *const parts[] = {"antecedent", "consequent"};
	const struct json_object *implies = json_get(one, "implies");
	DROP(text) char *of_implies = text_format("%s.implies", path);
	const char *constraint = look(p, path, one, "constraint");

	if ((p->value == NULL) == (implies == NULL))
		refuse_value(p,
			"one of constraint and implies is needed; write "
			"\"constraint\": \"x > 0\" or \"implies\": "
			"{\"antecedent\": ..., \"consequent\": ...}");
	else if (implies == NULL)
		write_expression(p, constraint, dsl_bool, out);
	else if (json_get(one, "exists") != NULL)
		refuse_value(p,
			"exists with implies holds where the antecedent is "
			"false; write \"constraint\": \"And(a, b)\"");
	(void)buf_add_text(out, implies != NULL ? "(=>" : "");
	for (int i = 0; i < 2 && implies != NULL && !p->has_failed; i++) {
		(void)buf_add_char(out, ' ');
		write_expression(p, look(p, of_implies, implies, parts[i]),
			dsl_bool, out);
	}
	(void)buf_add_text(out, implies != NULL ? ")" : "");
}

/* The variables are bound while the body is read. */
static void
write_quantified(struct program *p, const char *path,
	const struct json_object *one, struct buf *out)
{
	bool is_forall = json_get(one, "forall") != NULL;
	const struct json_object *list =
		json_get(one, is_forall ? "forall" : "exists");

	(void)look(p, path, one, NULL);
	if (is_forall && json_get(one, "exists") != NULL)
		refuse_value(p, "forall and exists are both there; put one of "
				"them into the constraint");
	if (list == NULL) {
		write_body(p, path, one, out);
		return;
	}
	(void)buf_add_text(out, is_forall ? "(forall (" : "(exists (");
	for (size_t i = 0; i < json_count(list) && !p->has_failed; i++) {
		const struct json_object *bound = json_at(list, i);
		DROP(text) char *its = text_format("%s, variable %zu", path, i);
		const struct dsl_sort *sort = read_sort(p, its, bound, "sort");
		struct dsl_fault f = {0};
		const struct dsl_name *name = dsl_bind(
			&p->names, look(p, its, bound, "name"), sort, &f);

		if (name == NULL)
			refuse(p, &f);
		else
			(void)buf_add_format(
				out, "(%s %s) ", name->symbol, sort->text);
	}
	(void)buf_add_text(out, ") ");
	if (!p->has_failed)
		write_body(p, path, one, out);
	(void)buf_add_char(out, ')');
	dsl_unbind(&p->names, 0);
}

/* --- knowledge base, rules, what is asked -------------------------------- */

static void
add_fact(struct program *p, const char *path, const struct json_object *one)
{
	bool is_object = json_kind(one) == JSON_OBJECT;
	bool holds = !is_object || json_get_bool(one, "value", true);
	const char *text = look(p, path, one, is_object ? "assertion" : NULL);
	DROP(buf) struct buf term;

	buf_init(&term, p->out->text.ceiling);
	write_expression(p, text, dsl_bool, &term);
	(void)buf_add_format(begin_item(p, holds ? "" : "not", text),
		holds ? "(assert %s)\n" : "(assert (not %s))\n", term.data);
}

static void
add_rule(struct program *p, const char *path, const struct json_object *one)
{
	const char *name = json_get_string(one, "name");
	DROP(buf) struct buf term;

	buf_init(&term, p->out->text.ceiling);
	write_quantified(p, path, one, &term);
	(void)buf_add_format(begin_item(p, "rule", name != NULL ? name : path),
		"(assert %s)\n", term.data);
}

/* Several may have one name, or none. */
static char *
new_name(const struct json_dsl *d, const char *wanted)
{
	bool is_named = wanted != NULL && *wanted != '\0';
	bool is_new = is_named;

	for (size_t i = 0; i < d->count && is_new; i++)
		is_new = strcmp(d->parts[i].name, wanted) != 0;
	return is_new ? text_copy(wanted)
		      : text_format(is_named ? "%s (verification %zu)"
					     : "%sverification %zu",
				is_named ? wanted : "", d->count + 1);
}

static void
add_part(struct program *p, const char *path, const struct json_object *one)
{
	struct dsl_part part = {.kind = p->kind};
	DROP(buf) struct buf term;

	buf_init(&term, p->out->text.ceiling);
	if (p->kind == DSL_VERIFICATION) {
		part.name = new_name(p->made, json_get_string(one, "name"));
		write_quantified(p, path, one, &term);
	} else if (p->kind == DSL_CONSTRAINT) {
		write_expression(p, look(p, path, one, NULL), dsl_bool, &term);
	} else {
		part.kind =
			strcmp(json_get_string(one, "type"), "maximize") == 0
				? DSL_MAXIMIZE
				: DSL_MINIMIZE;
		write_expression(
			p, look(p, path, one, "expression"), NULL, &term);
	}
	part.path = text_copy(p->path);
	part.term = buf_take(&term);
	if (p->place != NULL) {
		part.source = p->place->offset;
		part.source_size = json_string_size(p->value) + 2;
		part.line = p->place->line;
	}
	*ARRAY_ADD(p->made->parts, p->made->count, p->made->capacity) = part;
}

/* --- the program --------------------------------------------------------- */

static void
read_sections(struct program *p, const struct json_object *all)
{
	static const struct {
		const char *key;
		read_one *read;
		enum dsl_part_kind kind;
	} sections[] = {
		{"sorts", define_sort, 0},
		{"sorts", add_sort, 0},
		{"functions", add_function, 0},
		{"constants", add_category, 0},
		{"variables", add_variable, 0},
		{"knowledge_base", add_fact, 0},
		{"rules", add_rule, 0},
		{"verifications", add_part, DSL_VERIFICATION},
		{"optimization.variables", add_variable, 0},
		{"optimization.constraints", add_part, DSL_CONSTRAINT},
		{"optimization.objectives", add_part, DSL_MAXIMIZE},
	};

	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++) {
		const char *key = sections[i].key;
		const char *point = strchr(key, '.');
		const struct json_object *of =
			point != NULL ? json_get(all, "optimization") : all;

		p->kind = sections[i].kind;
		read_each(p, key, json_get(of, point != NULL ? point + 1 : key),
			sections[i].read);
	}
}

/* Without actions all that is there is done. */
static void
read_actions(struct json_dsl *d)
{
	const struct json_object *actions = json_get(d->program, "actions");
	size_t count = actions != NULL ? json_count(actions) : 0;

	d->verifies = d->optimizes = count == 0;
	for (size_t i = 0; i < count; i++) {
		bool verifies = *json_string(json_at(actions, i)) == 'v';

		d->verifies |= verifies;
		d->optimizes |= !verifies;
	}
}

/* The schema would read "false" as false. */
static void
check_value(struct program *p, const char *path, const struct json_object *one)
{
	(void)look(p, path, one, "value");
	if (json_kind(p->value) == JSON_STRING)
		refuse_value(p, "it is a text; write true or false without "
				"quotes");
}

/* A message of lines, with steps "1. ...", as a problem and steps after "; ".
 */
static bool
refuse_form(struct program *p, const char *message)
{
	const struct token nowhere = {.kind = TOKEN_END};
	DROP(buf) struct buf what;

	buf_init(&what, DIAGNOSTIC_WHAT_MAX);
	for (const char *at = message; *at != '\0'; at += *at == '\n') {
		size_t size = strcspn(at, "\n");
		size_t number = strspn(at, "0123456789");
		size_t step = number > 0 ? number + strlen(". ") : 0;
		size_t begin = step < size ? step : 0;

		if (strncmp(at, "What to do", strlen("What to do")) != 0)
			(void)buf_add_format(&what, "%s%.*s",
				number > 0 ? "; " : "",
				(int)(size - begin -
					(size > 0 && at[size - 1] == '.')),
				at + begin);
		at += size;
	}
	return diagnostic_at(
		p->fault, DIAGNOSTIC_LANGUAGE, &nowhere, "%s", what.data);
}

static bool
read_program(struct program *p, size_t size)
{
	const struct token nowhere = {.kind = TOKEN_END};
	struct walk walk = {p, p->text, 1};
	struct json_object **all = &p->made->program;
	struct err e;

	if (!json_parse(p->text, size, all, &e))
		return diagnostic_at(p->fault, DIAGNOSTIC_LANGUAGE, &nowhere,
			"it is %s; send one JSON object, whole", e.text);
	find_places(&walk, *all);
	if (p->place_count > 0)
		qsort(p->places, p->place_count, sizeof(*p->places),
			compare_places);
	read_each(p, "knowledge_base", json_get_array(*all, "knowledge_base"),
		check_value);
	if (!p->has_failed && !schema_check(json_dsl_schema(), all, &e))
		return refuse_form(p, e.text);
	if (!p->has_failed) {
		read_actions(p->made);
		read_sections(p, *all);
	}
	return !p->has_failed;
}

bool
json_dsl_translate(const char *text, size_t size, struct translation *out,
	struct json_dsl *d, struct diagnostic *fault)
{
	struct program p = {
		.text = text, .out = out, .made = d, .fault = fault};
	bool ok;

	*d = (struct json_dsl){.warnings = json_new_array()};
	out->has_items = true;
	ok = read_program(&p, size) &&
	     (!out->text.overflowed ||
		     diagnostic_at(fault, DIAGNOSTIC_LIMIT,
			     &(struct token){.kind = TOKEN_END},
			     "the program has more than %zu bytes as SMT-LIB",
			     out->text.ceiling));
	dsl_names_release(&p.names);
	free(p.places);
	return ok;
}

void
dsl_part_write(const struct dsl_part *part, struct buf *out)
{
	static const char *const commands[] = {
		"assert", "assert", "maximize", "minimize"};

	(void)buf_add_format(
		out, "(%s %s)\n", commands[part->kind], part->term);
}

/* --- the row ------------------------------------------------------------- */

bool
json_dsl_is(const char *text, size_t size)
{
	static const char *const signs[] = {"\"knowledge_base\"",
		"\"verifications\"", "\"DeclareSort\"", "\"EnumSort\"",
		"\"objectives\""};
	bool is_it = false;

	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		is_it |= memmem(text, size, signs[i], strlen(signs[i])) != NULL;
	return is_it && text[strspn(text, " \t\r\n")] == '{';
}

bool
json_dsl_read(const char *text, size_t size, struct translation *out,
	struct diagnostic *fault)
{
	DROP(json_dsl) struct json_dsl d;

	if (!json_dsl_translate(text, size, out, &d, fault))
		return false;
	for (size_t i = 0; i < d.count; i++) {
		const struct dsl_part *part = &d.parts[i];

		translation_add_item(out, NULL,
			part->name != NULL ? part->name : part->path,
			part->line);
		translation_add_place(out, part->source, part->source_size);
		if (part->kind == DSL_VERIFICATION)
			(void)buf_add_format(&out->text,
				"(define-fun verify_%zu! () Bool %s)\n", i + 1,
				part->term);
		else
			dsl_part_write(part, &out->text);
	}
	return true;
}
