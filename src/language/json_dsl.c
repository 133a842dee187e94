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
	struct json_object *words;   /* names that are keys */
	size_t free_count;	     /* variables that are constants by now */
	struct translation *out;
	struct json_dsl *made;
	struct diagnostic *fault;
	/* What is being read. */
	const struct json_object *value;
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

/* NULL for what the schema has made of a text in a text. */
static const struct place *
place_of(const struct program *p)
{
	const struct place key = {.value = p->value};

	return p->place_count == 0 ? NULL
				   : bsearch(&key, p->places, p->place_count,
					     sizeof(key), compare_places);
}

/* The byte of the text where that byte of the string at hand stands. */
static size_t
source_of(const struct program *p, size_t offset)
{
	const struct place *place = place_of(p);
	const char *at;

	if (place == NULL)
		return 0;
	at = p->text + place->offset + 1;
	for (size_t passed = 0; passed < offset && *at != '"'; at++) {
		passed++;
		if (*at == '\\') {
			at++;
			/* At least one byte; the place is near enough. */
			at += *at == 'u' ? 4 : 0;
		}
	}
	return (size_t)(at - p->text);
}

/* --- what is read -------------------------------------------------------- */

/* The member, or the value itself where there is no key; its text, or "". */
static const char *
look(struct program *p, const char *path, const struct json_object *one,
	const char *key)
{
	p->value = key != NULL ? json_get(one, key) : one;
	(void)snprintf(p->path, sizeof(p->path), "%s%s%s", path,
		key != NULL ? "." : "", key != NULL ? key : "");
	return json_kind(p->value) == JSON_STRING ? json_string(p->value) : "";
}

static bool
refuse(struct program *p, const struct dsl_fault *f)
{
	const char *text =
		json_kind(p->value) == JSON_STRING ? json_string(p->value) : "";
	struct token t = {.kind = TOKEN_END};

	if (place_of(p) != NULL) {
		t.offset = source_of(p, f->offset);
		t.length = source_of(p, f->offset + f->length) - t.offset;
		text_place(p->text, t.offset, &t.line, &t.column);
	}
	return diagnostic_at(p->fault, DIAGNOSTIC_LANGUAGE, &t,
		"%s, column %zu: %s", p->path,
		/* Of a sort's type the place is in that. */
		utf8_count(text, f->offset <= strlen(text) ? f->offset : 0) + 1,
		f->what);
}

static bool
refuse_value(struct program *p, const char *what)
{
	struct dsl_fault f = {0};

	(void)snprintf(f.what, sizeof(f.what), "%s", what);
	return refuse(p, &f);
}

/* NULL with a fault. */
static const struct dsl_sort *
read_sort(struct program *p, const char *path, const struct json_object *one,
	const char *key)
{
	struct dsl_fault f = {0};
	const struct dsl_sort *sort =
		dsl_sort_read(&p->names, look(p, path, one, key), &f);

	if (sort == NULL)
		(void)refuse(p, &f);
	return sort;
}

/* The name that is looked at, of a sort or NULL. NULL with a fault. */
static struct dsl_name *
declare(struct program *p, enum dsl_kind kind, const struct dsl_sort *sort,
	bool *is_new)
{
	struct dsl_fault f = {0};
	struct dsl_name *name = dsl_declare(
		&p->names, kind, json_string(p->value), sort, is_new, &f);

	if (name == NULL)
		(void)refuse(p, &f);
	return name;
}

/* What is appended from here on comes from what is looked at. */
static struct buf *
begin_item(struct program *p, const char *kind, const char *text)
{
	const struct place *place = place_of(p);
	DROP(text)
	char *note = text_format("%s%s%.*s", kind,
		*kind != '\0' && *text != '\0' ? ": " : "",
		(int)utf8_cut(text, strlen(text), NOTE_MAX), text);

	translation_add_item(p->out, NULL, *note != '\0' ? note : NULL,
		place != NULL ? place->line : 0);
	if (place != NULL)
		translation_add_place(p->out, place->offset,
			source_of(p, json_string_size(p->value)) + 1 -
				place->offset);
	return &p->out->text;
}

typedef bool read_one(
	struct program *p, const char *path, const struct json_object *one);

/* Each of a list, or NULL, with its path. */
static bool
read_each(struct program *p, const char *path, const struct json_object *list,
	read_one *read)
{
	size_t count = list != NULL ? json_count(list) : 0;

	for (size_t i = 0; i < count; i++) {
		DROP(text) char *its = text_format("%.150s[%zu]", path, i);

		if (!read(p, its, json_at(list, i)))
			return false;
	}
	return true;
}

/* --- sorts, functions, constants, variables ------------------------------ */

static bool
define_sort(struct program *p, const char *path, const struct json_object *one)
{
	struct dsl_fault f = {0};

	return dsl_define_sort(&p->names, look(p, path, one, "name"),
		       json_get_string(one, "type"), &f) ||
	       refuse(p, &f);
}

static bool
add_value(struct program *p, const char *path, const struct json_object *one)
{
	const struct dsl_name *name;
	bool is_new;

	(void)look(p, path, one, NULL);
	name = declare(p, DSL_VALUE, p->sort, &is_new);
	if (name != NULL)
		(void)buf_add_format(&p->out->text, "(%s)", name->symbol);
	return name != NULL;
}

static bool
add_sort(struct program *p, const char *path, const struct json_object *one)
{
	DROP(text) char *of_values = text_format("%s.values", path);
	const struct json_object *values = json_get(one, "values");
	const char *type = json_get_string(one, "type");
	bool is_enum = strcmp(type, "EnumSort") == 0;

	p->sort = read_sort(p, path, one, "name");
	if (p->sort == NULL)
		return false;
	if ((values != NULL) != is_enum)
		return refuse_value(p, "an EnumSort has values, and no other "
				       "sort; write \"type\": \"EnumSort\", "
				       "\"values\": [\"red\", \"green\"]");
	if (strcmp(type, "DeclareSort") == 0)
		(void)buf_add_format(begin_item(p, "", ""),
			"(declare-sort %s 0)\n", p->sort->text);
	if (!is_enum)
		return true;
	(void)buf_add_format(begin_item(p, "", ""),
		"(declare-datatypes ((%s 0)) ((", p->sort->text);
	if (!read_each(p, of_values, values, add_value))
		return false;
	(void)buf_add_text(&p->out->text, ")))\n");
	return true;
}

static bool
add_domain(struct program *p, const char *path, const struct json_object *one)
{
	const struct dsl_sort *sort = read_sort(p, path, one, NULL);
	struct dsl_name *name = p->function;

	if (sort != NULL) {
		*ARRAY_ADD(name->domain, name->arity, name->capacity) = sort;
		(void)buf_add_format(&p->out->text, " %s", sort->text);
	}
	return sort != NULL;
}

static bool
add_function(struct program *p, const char *path, const struct json_object *one)
{
	DROP(text) char *of_domain = text_format("%s.domain", path);
	const struct dsl_sort *range = read_sort(p, path, one, "range");
	struct dsl_name *name = NULL;
	bool is_new;

	(void)look(p, path, one, "name");
	if (range != NULL)
		name = declare(p, DSL_FUNCTION, range, &is_new);
	if (name == NULL)
		return false;
	p->function = name;
	(void)buf_add_format(
		begin_item(p, "", ""), "(declare-fun %s (", name->symbol);
	if (!read_each(p, of_domain, json_get(one, "domain"), add_domain))
		return false;
	(void)buf_add_format(&p->out->text, ") %s)\n", range->text);
	return true;
}

static bool
add_constant(struct program *p, const char *path, const struct json_object *one)
{
	const struct dsl_name *name;
	bool is_new;

	(void)look(p, path, one, NULL);
	name = declare(p, DSL_CONSTANT, p->sort, &is_new);
	if (name != NULL && is_new)
		(void)buf_add_format(begin_item(p, "", ""),
			"(declare-const %s %s)\n", name->symbol, p->sort->text);
	return name != NULL;
}

static bool
add_category(const char *key, struct json_object *value, void *argument)
{
	struct program *p = argument;
	struct json_object *members = json_get(value, "members");
	DROP(text) char *path = text_format("constants.%.60s", key);
	DROP(text) char *of_members = text_format("%s.members", path);
	struct json_member m = {0};

	p->sort = read_sort(p, path, value, "sort");
	if (p->sort == NULL || json_kind(members) == JSON_ARRAY)
		return p->sort != NULL &&
		       read_each(p, of_members, members, add_constant);
	while (json_next(members, &m)) {
		struct json_object *word = json_new_string(m.key);

		json_add(p->words, word);
		if (!add_constant(p, of_members, word))
			return false;
	}
	return true;
}

static bool
add_variable(struct program *p, const char *path, const struct json_object *one)
{
	const struct dsl_sort *sort = read_sort(p, path, one, "sort");
	bool is_new;

	(void)look(p, path, one, "name");
	return sort != NULL && declare(p, DSL_VARIABLE, sort, &is_new) != NULL;
}

/* --- formulas ------------------------------------------------------------ */

/* Of the text that is looked at. */
static bool
write_expression(
	struct program *p, const struct dsl_sort *wanted, struct buf *out)
{
	struct dsl_fault f = {0};

	if (dsl_expression(&p->names, json_string(p->value), wanted, out, &f) ==
		NULL)
		return refuse(p, &f);
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
	return true;
}

/* constraint, or implies. */
static bool
write_body(struct program *p, const char *path, const struct json_object *one,
	struct buf *out)
{
	const struct json_object *implies = json_get(one, "implies");
	DROP(text) char *of_implies = text_format("%s.implies", path);

	(void)look(p, path, one, "constraint");
	if ((p->value == NULL) == (implies == NULL))
		return refuse_value(p,
			"one of constraint and implies is needed; write "
			"\"constraint\": \"x > 0\" or \"implies\": "
			"{\"antecedent\": ..., \"consequent\": ...}");
	if (implies == NULL)
		return write_expression(p, dsl_bool, out);
	if (json_get(one, "exists") != NULL)
		return refuse_value(p,
			"exists with implies holds where the antecedent is "
			"false; write \"constraint\": \"And(a, b)\"");
	(void)buf_add_text(out, "(=> ");
	(void)look(p, of_implies, implies, "antecedent");
	if (!write_expression(p, dsl_bool, out))
		return false;
	(void)buf_add_char(out, ' ');
	(void)look(p, of_implies, implies, "consequent");
	if (!write_expression(p, dsl_bool, out))
		return false;
	(void)buf_add_char(out, ')');
	return true;
}

/* The variables, which are bound from here on. */
static bool
write_bound(struct program *p, const char *path, const struct json_object *list,
	struct buf *out)
{
	for (size_t i = 0; i < json_count(list); i++) {
		const struct json_object *one = json_at(list, i);
		DROP(text) char *its = text_format("%s, variable %zu", path, i);
		const struct dsl_sort *sort = read_sort(p, its, one, "sort");
		const struct dsl_name *name = NULL;
		struct dsl_fault f = {0};

		if (sort == NULL)
			return false;
		name = dsl_bind(&p->names, look(p, its, one, "name"), sort, &f);
		if (name == NULL)
			return refuse(p, &f);
		(void)buf_add_format(out, "%s(%s %s)", i > 0 ? " " : "",
			name->symbol, sort->text);
	}
	return true;
}

static bool
write_formula(struct program *p, const char *path,
	const struct json_object *one, struct buf *out)
{
	const struct json_object *forall = json_get(one, "forall");
	const struct json_object *exists = json_get(one, "exists");

	(void)look(p, path, one, NULL);
	if (forall != NULL && exists != NULL)
		return refuse_value(p, "forall and exists are both there; put "
				       "one of them into the constraint");
	if (forall == NULL && exists == NULL)
		return write_body(p, path, one, out);
	(void)buf_add_text(out, forall != NULL ? "(forall (" : "(exists (");
	if (!write_bound(p, path, forall != NULL ? forall : exists, out))
		return false;
	(void)buf_add_text(out, ") ");
	if (!write_body(p, path, one, out))
		return false;
	(void)buf_add_char(out, ')');
	dsl_unbind(&p->names, 0);
	return true;
}

/* --- knowledge base, rules, what is asked -------------------------------- */

static bool
add_fact(struct program *p, const char *path, const struct json_object *one)
{
	bool is_object = json_kind(one) == JSON_OBJECT;
	bool holds = !is_object || json_get_bool(one, "value", true);
	const char *text = look(p, path, one, is_object ? "assertion" : NULL);
	DROP(buf) struct buf term;

	buf_init(&term, p->out->text.ceiling);
	if (!write_expression(p, dsl_bool, &term))
		return false;
	(void)buf_add_format(begin_item(p, holds ? "" : "not", text),
		holds ? "(assert %s)\n" : "(assert (not %s))\n", term.data);
	return true;
}

static bool
add_rule(struct program *p, const char *path, const struct json_object *one)
{
	const char *name = json_get_string(one, "name");
	DROP(buf) struct buf term;

	buf_init(&term, p->out->text.ceiling);
	if (!write_formula(p, path, one, &term))
		return false;
	(void)buf_add_format(begin_item(p, "rule", name != NULL ? name : path),
		"(assert %s)\n", term.data);
	return true;
}

/* The term is taken. */
static struct dsl_part *
add_part(struct program *p, enum dsl_part_kind kind, struct buf *term)
{
	const struct place *place = place_of(p);
	struct dsl_part *part =
		ARRAY_ADD(p->made->parts, p->made->count, p->made->capacity);

	*part = (struct dsl_part){.kind = kind,
		.path = text_copy(p->path),
		.term = buf_take(term)};
	if (place != NULL) {
		part->source = place->offset;
		part->source_size = json_string_size(p->value) + 2;
		part->line = place->line;
	}
	return part;
}

/* Several may have one name, or none. */
static bool
add_verification(
	struct program *p, const char *path, const struct json_object *one)
{
	const char *name = json_get_string(one, "name");
	bool is_new = name != NULL && *name != '\0';
	size_t number = p->made->count;
	struct dsl_part *part;
	DROP(buf) struct buf term;

	buf_init(&term, p->out->text.ceiling);
	if (!write_formula(p, path, one, &term))
		return false;
	for (size_t i = 0; i < number && is_new; i++)
		is_new = strcmp(p->made->parts[i].name, name) != 0;
	part = add_part(p, DSL_VERIFICATION, &term);
	part->name = is_new ? text_copy(name)
		     : name == NULL || *name == '\0'
			     ? text_format("verification %zu", number + 1)
			     : text_format("%s (verification %zu)", name,
				       number + 1);
	return true;
}

static bool
add_constraint(
	struct program *p, const char *path, const struct json_object *one)
{
	DROP(buf) struct buf term;

	buf_init(&term, p->out->text.ceiling);
	(void)look(p, path, one, NULL);
	return write_expression(p, dsl_bool, &term) &&
	       add_part(p, DSL_CONSTRAINT, &term) != NULL;
}

static bool
add_objective(
	struct program *p, const char *path, const struct json_object *one)
{
	bool maximizes = strcmp(json_get_string(one, "type"), "maximize") == 0;
	DROP(buf) struct buf term;

	buf_init(&term, p->out->text.ceiling);
	(void)look(p, path, one, "expression");
	return write_expression(p, NULL, &term) &&
	       add_part(p, maximizes ? DSL_MAXIMIZE : DSL_MINIMIZE, &term) !=
		       NULL;
}

/* --- the program --------------------------------------------------------- */

static bool
read_sections(struct program *p, const struct json_object *all)
{
	const struct json_object *best = json_get(all, "optimization");
	const struct {
		const char *path;
		const struct json_object *of;
		read_one *read;
	} sections[] = {
		{"sorts", all, define_sort},
		{"sorts", all, add_sort},
		{"functions", all, add_function},
		{"constants", all, NULL},
		{"variables", all, add_variable},
		{"knowledge_base", all, add_fact},
		{"rules", all, add_rule},
		{"verifications", all, add_verification},
		{"optimization.variables", best, add_variable},
		{"optimization.constraints", best, add_constraint},
		{"optimization.objectives", best, add_objective},
	};

	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++) {
		const char *path = sections[i].path;
		const char *point = strchr(path, '.');
		const struct json_object *value = json_get(
			sections[i].of, point != NULL ? point + 1 : path);

		if (!(sections[i].read != NULL
				    ? read_each(
					      p, path, value, sections[i].read)
				    : json_each(value, add_category, p)))
			return false;
	}
	return true;
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
static bool
check_value(struct program *p, const char *path, const struct json_object *one)
{
	if (json_kind(one) != JSON_OBJECT)
		return true;
	(void)look(p, path, one, "value");
	return json_kind(p->value) != JSON_STRING ||
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
	if (json_kind(*all) == JSON_OBJECT &&
		!read_each(p, "knowledge_base",
			json_get_array(*all, "knowledge_base"), check_value))
		return false;
	if (!schema_check(json_dsl_schema(), all, &e))
		return refuse_form(p, e.text);
	read_actions(p->made);
	return read_sections(p, *all);
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
	p.words = json_new_array();
	ok = read_program(&p, size) &&
	     (!out->text.overflowed ||
		     diagnostic_at(fault, DIAGNOSTIC_LIMIT,
			     &(struct token){.kind = TOKEN_END},
			     "the program has more than %zu bytes as SMT-LIB",
			     out->text.ceiling));
	dsl_names_release(&p.names);
	free(p.places);
	json_free(p.words);
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
