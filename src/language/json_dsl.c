#include "language/json_dsl.h"

#include <stdarg.h>
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

enum { PATH_SIZE = 200, NOTE_MAX = 1000, LIMIT_BOUND = 200 };

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
	struct json_object *words; /* names that are keys */
	size_t free_count;	   /* variables that are constants by now */
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

static size_t
count_of(const struct json_object *list)
{
	return list != NULL ? json_count(list) : 0;
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

/* --- faults -------------------------------------------------------------- */

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
		utf8_count(text, f->offset <= strlen(text) ? f->offset : 0) + 1,
		f->what);
}

/* Sets what is being read. */
static void __attribute__((format(printf, 3, 4))) look_at(struct program *p,
	const struct json_object *value, const char *format, ...)
{
	va_list arguments;

	p->value = value;
	va_start(arguments, format);
	(void)vsnprintf(p->path, sizeof(p->path), format, arguments);
	va_end(arguments);
}

static bool
refuse_value(struct program *p, const char *what)
{
	struct dsl_fault f = {0};

	(void)dsl_refuse(&f, 0, 0, "%s", what);
	return refuse(p, &f);
}

/* --- items --------------------------------------------------------------- */

/* What is appended from here on, with a note of the text. */
static void
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
}

static struct dsl_name *
declare(struct program *p, enum dsl_kind kind, const char *sort, bool *is_new)
{
	struct dsl_fault f;
	struct dsl_name *name = dsl_declare(
		&p->names, kind, json_string(p->value), sort, is_new, &f);

	if (name == NULL)
		(void)refuse(p, &f);
	return name;
}

static const char *
read_sort(struct program *p)
{
	struct dsl_fault f;
	const char *sort = dsl_sort_read(&p->names, json_string(p->value), &f);

	if (sort == NULL)
		(void)refuse(p, &f);
	return sort;
}

static bool
add_constant(struct program *p, const char *note, const char *sort)
{
	const struct dsl_name *name;
	bool is_new;

	name = declare(p, DSL_CONSTANT, sort, &is_new);
	if (name == NULL || !is_new)
		return name != NULL;
	begin_item(p, note, "");
	return buf_add_format(&p->out->text, "(declare-const %s %s)\n",
		       name->symbol, sort) ||
	       true;
}

/* --- sorts, functions, constants, variables ------------------------------ */

static bool
define_sorts(struct program *p, const struct json_object *list)
{
	struct dsl_fault f;

	for (size_t i = 0; i < count_of(list); i++) {
		const struct json_object *one = json_at(list, i);

		look_at(p, json_get(one, "name"), "sorts[%zu].name", i);
		if (!dsl_define_sort(&p->names, json_get_string(one, "name"),
			    json_get_string(one, "type"), &f))
			return refuse(p, &f);
	}
	return true;
}

static bool
add_values(struct program *p, const struct json_object *values,
	const char *sort, size_t number)
{
	if (count_of(values) == 0)
		return refuse_value(p,
			"an EnumSort has values; add \"values\": "
			"[\"red\", \"green\"]");
	(void)buf_add_format(
		&p->out->text, "(declare-datatypes ((%s 0)) ((", sort);
	for (size_t i = 0; i < count_of(values); i++) {
		const struct dsl_name *name;
		bool is_new;

		look_at(p, json_at(values, i), "sorts[%zu].values[%zu]", number,
			i);
		name = declare(p, DSL_VALUE, sort, &is_new);
		if (name == NULL)
			return false;
		(void)buf_add_format(&p->out->text, "%s(%s)", i > 0 ? " " : "",
			name->symbol);
	}
	return buf_add_text(&p->out->text, ")))\n") || true;
}

static bool
add_sorts(struct program *p, const struct json_object *list)
{
	for (size_t i = 0; i < count_of(list); i++) {
		const struct json_object *one = json_at(list, i);
		const char *type = json_get_string(one, "type");
		const struct json_object *values = json_get(one, "values");
		bool is_enum = strcmp(type, "EnumSort") == 0;
		const char *sort;

		look_at(p, json_get(one, "name"), "sorts[%zu].type", i);
		sort = read_sort(p);
		if (sort == NULL)
			return false;
		if (values != NULL && !is_enum)
			return refuse_value(p, "only an EnumSort has values; "
					       "write \"type\": \"EnumSort\"");
		if (!is_enum && strcmp(type, "DeclareSort") != 0)
			continue;
		begin_item(p, "", "");
		if (!is_enum)
			(void)buf_add_format(
				&p->out->text, "(declare-sort %s 0)\n", sort);
		else if (!add_values(p, values, sort, i))
			return false;
	}
	return true;
}

static bool
add_function(struct program *p, const struct json_object *one, size_t number)
{
	const struct json_object *domain = json_get(one, "domain");
	struct dsl_name *name;
	const char *range;
	size_t at;
	bool is_new;

	look_at(p, json_get(one, "range"), "functions[%zu].range", number);
	range = read_sort(p);
	look_at(p, json_get(one, "name"), "functions[%zu].name", number);
	name = range != NULL ? declare(p, DSL_FUNCTION, range, &is_new) : NULL;
	if (name == NULL)
		return false;
	at = (size_t)(name - p->names.at);
	begin_item(p, "", "");
	(void)buf_add_format(&p->out->text, "(declare-fun %s (", name->symbol);
	for (size_t i = 0; i < count_of(domain); i++) {
		const char *sort;

		look_at(p, json_at(domain, i), "functions[%zu].domain[%zu]",
			number, i);
		sort = read_sort(p);
		if (sort == NULL)
			return false;
		name = &p->names.at[at];
		*ARRAY_ADD(name->domain, name->arity, name->capacity) = sort;
		(void)buf_add_format(
			&p->out->text, "%s%s", i > 0 ? " " : "", sort);
	}
	return buf_add_format(&p->out->text, ") %s)\n", range) || true;
}

static bool
add_category(const char *key, struct json_object *value, void *argument)
{
	struct program *p = argument;
	const struct json_object *members = json_get(value, "members");
	bool is_list = json_kind(members) == JSON_ARRAY;
	struct json_member m = {0};
	const char *sort;

	look_at(p, json_get(value, "sort"), "constants.%.60s.sort", key);
	sort = read_sort(p);
	for (size_t i = 0; sort != NULL && i < count_of(members); i++) {
		DROP(json) struct json_object *word = NULL;

		if (!is_list) {
			(void)json_next(members, &m);
			word = json_new_string(m.key);
			json_add(p->words, json_share(word));
		}
		look_at(p, is_list ? json_at(members, i) : word,
			"constants.%.60s.members[%zu]", key, i);
		if (!add_constant(p, key, sort))
			return false;
	}
	return sort != NULL;
}

static bool
add_variables(
	struct program *p, const struct json_object *list, const char *path)
{
	for (size_t i = 0; i < count_of(list); i++) {
		const struct json_object *one = json_at(list, i);
		const char *sort;
		bool is_new;

		look_at(p, json_get(one, "sort"), "%s[%zu].sort", path, i);
		sort = read_sort(p);
		look_at(p, json_get(one, "name"), "%s[%zu].name", path, i);
		if (sort == NULL ||
			declare(p, DSL_VARIABLE, sort, &is_new) == NULL)
			return false;
	}
	return true;
}

/* --- formulas ------------------------------------------------------------ */

static bool
write_expression(struct program *p, const char *wanted, struct buf *out)
{
	struct dsl_fault f;
	const char *text = json_string(p->value);

	if (strlen(text) != json_string_size(p->value))
		return refuse_value(p, "a NUL is in it; take it out");
	if (dsl_expression(&p->names, text, wanted, out, &f) == NULL)
		return refuse(p, &f);
	for (; p->free_count < p->names.free_count; p->free_count++) {
		const struct dsl_name *name =
			&p->names.at[p->names.free[p->free_count]];
		DROP(text)
		char *warning = text_format("%s: the variable %s has no "
					    "quantifier, so it is one unknown "
					    "constant; write ForAll([%s], ...) "
					    "if all are meant",
			p->path, name->word, name->word);

		json_add(p->made->warnings, json_new_string(warning));
		begin_item(p, "variable without a quantifier", "");
		(void)buf_add_format(&p->out->text, "(declare-const %s %s)\n",
			name->symbol, name->sort);
	}
	return true;
}

/* constraint, or implies; `path` is that of the object. */
static bool
write_body(struct program *p, const struct json_object *one, const char *path,
	struct buf *out)
{
	const struct json_object *constraint = json_get(one, "constraint");
	const struct json_object *implies = json_get(one, "implies");

	if ((constraint == NULL) == (implies == NULL))
		return refuse_value(p, "one of constraint and implies is "
				       "needed; write \"constraint\": \"x > "
				       "0\" or \"implies\": "
				       "{\"antecedent\": ..., "
				       "\"consequent\": ...}");
	if (implies == NULL) {
		look_at(p, constraint, "%s.constraint", path);
		return write_expression(p, dsl_bool, out);
	}
	if (json_get(one, "exists") != NULL)
		return refuse_value(p, "exists with implies holds where the "
				       "antecedent is false; write "
				       "\"constraint\": \"And(a, b)\"");
	(void)buf_add_text(out, "(=> ");
	look_at(p, json_get(implies, "antecedent"), "%s.implies.antecedent",
		path);
	if (!write_expression(p, dsl_bool, out))
		return false;
	(void)buf_add_char(out, ' ');
	look_at(p, json_get(implies, "consequent"), "%s.implies.consequent",
		path);
	return write_expression(p, dsl_bool, out) &&
	       (buf_add_char(out, ')') || true);
}

/* The variables from number `at` on, each bound, and the body. */
static bool
write_bound(struct program *p, const struct json_object *one,
	const struct json_object *list, const char *path, size_t at,
	struct buf *out)
{
	const struct json_object *variable = json_at(list, at);
	const char *word = json_get_string(variable, "name");
	struct dsl_binding binding;
	struct dsl_name *name;
	struct dsl_fault f;
	const char *sort;
	size_t number;
	bool ok;

	look_at(p, json_get(variable, "sort"), "%s, sort of %.60s", path, word);
	sort = read_sort(p);
	if (sort == NULL)
		return false;
	look_at(p, json_get(variable, "name"), "%s, name of a variable", path);
	name = dsl_bind(&p->names, word, sort, &binding, &f);
	if (name == NULL)
		return refuse(p, &f);
	number = (size_t)(name - p->names.at);
	(void)buf_add_format(out, " (%s %s)", name->symbol, sort);
	if (at + 1 < count_of(list))
		ok = write_bound(p, one, list, path, at + 1, out);
	else
		ok = (buf_add_text(out, ") ") || true) &&
		     write_body(p, one, path, out);
	p->names.at[number].binding = binding.outer;
	return ok;
}

static bool
write_formula(struct program *p, const struct json_object *one,
	const char *path, struct buf *out)
{
	const struct json_object *forall = json_get(one, "forall");
	const struct json_object *exists = json_get(one, "exists");
	const struct json_object *list = forall != NULL ? forall : exists;

	look_at(p, json_get(one, "name"), "%s", path);
	if (forall != NULL && exists != NULL)
		return refuse_value(p, "forall and exists are both there; put "
				       "one of them into the constraint");
	if (list == NULL)
		return write_body(p, one, path, out);
	if (count_of(list) > LIMIT_BOUND)
		return refuse_value(p, "there are more than 200 variables; "
				       "split the formula");
	(void)buf_add_text(out, forall != NULL ? "(forall (" : "(exists (");
	return write_bound(p, one, list, path, 0, out) &&
	       (buf_add_char(out, ')') || true);
}

/* --- knowledge base, rules, what is asked -------------------------------- */

static void
add_assertion(struct program *p, const char *kind, const char *note,
	const struct buf *term, bool is_negated)
{
	begin_item(p, kind, note);
	(void)buf_add_format(&p->out->text, "(assert %s%s%s)\n",
		is_negated ? "(not " : "", term->data, is_negated ? ")" : "");
}

static bool
add_fact(struct program *p, const struct json_object *one, size_t number)
{
	bool is_object = json_kind(one) == JSON_OBJECT;
	bool value = !is_object || json_get_bool(one, "value", true);
	DROP(buf) struct buf term;

	buf_init(&term, p->out->text.ceiling);
	look_at(p, is_object ? json_get(one, "assertion") : one,
		is_object ? "knowledge_base[%zu].assertion"
			  : "knowledge_base[%zu]",
		number);
	if (!write_expression(p, dsl_bool, &term))
		return false;
	p->out->text.overflowed |= term.overflowed;
	add_assertion(
		p, value ? "" : "not", json_string(p->value), &term, !value);
	return true;
}

static bool
add_rule(struct program *p, const struct json_object *one, size_t number)
{
	const char *name = json_get_string(one, "name");
	DROP(text) char *path = text_format("rules[%zu]", number);
	DROP(buf) struct buf term;

	buf_init(&term, p->out->text.ceiling);
	if (!write_formula(p, one, path, &term))
		return false;
	p->out->text.overflowed |= term.overflowed;
	add_assertion(p, "rule", name != NULL ? name : "", &term, false);
	return true;
}

/* The term is taken. */
static struct dsl_part *
add_part(struct program *p, enum dsl_part_kind kind, struct buf *term)
{
	struct dsl_part *part =
		ARRAY_ADD(p->made->parts, p->made->count, p->made->capacity);
	const struct place *place = place_of(p);

	p->out->text.overflowed |= term->overflowed;
	*part = (struct dsl_part){.kind = kind,
		.path = text_copy(p->path),
		.term = buf_take(term)};
	if (place != NULL) {
		part->source = place->offset;
		part->source_size = json_string_size(p->value) + 2;
	}
	return part;
}

/* Its name, or another where there is one of that name. */
static char *
name_verification(const struct program *p, const char *name, size_t number)
{
	bool is_taken = name == NULL || *name == '\0';

	for (size_t i = 0; i < p->made->count && !is_taken; i++)
		is_taken = strcmp(p->made->parts[i].name, name) == 0;
	if (!is_taken)
		return text_copy(name);
	return name == NULL || *name == '\0'
		       ? text_format("verification %zu", number + 1)
		       : text_format("%s (verification %zu)", name, number + 1);
}

static bool
add_verification(
	struct program *p, const struct json_object *one, size_t number)
{
	DROP(text) char *path = text_format("verifications[%zu]", number);
	DROP(text)
	char *name = name_verification(p, json_get_string(one, "name"), number);
	DROP(buf) struct buf term;

	buf_init(&term, p->out->text.ceiling);
	if (!write_formula(p, one, path, &term))
		return false;
	add_part(p, DSL_VERIFICATION, &term)->name = TAKE(name);
	return true;
}

static bool
add_constraint(struct program *p, const struct json_object *one, size_t number)
{
	DROP(buf) struct buf term;

	buf_init(&term, p->out->text.ceiling);
	look_at(p, one, "optimization.constraints[%zu]", number);
	return write_expression(p, dsl_bool, &term) &&
	       add_part(p, DSL_CONSTRAINT, &term) != NULL;
}

static bool
add_objective(struct program *p, const struct json_object *one, size_t number)
{
	DROP(buf) struct buf term;

	buf_init(&term, p->out->text.ceiling);
	look_at(p, json_get(one, "expression"),
		"optimization.objectives[%zu].expression", number);
	if (!write_expression(p, NULL, &term))
		return false;
	add_part(p, DSL_OBJECTIVE, &term)->maximize =
		strcmp(json_get_string(one, "type"), "maximize") == 0;
	return true;
}

/* --- the program --------------------------------------------------------- */

typedef bool read_one(
	struct program *p, const struct json_object *one, size_t number);

static bool
read_each(struct program *p, const struct json_object *list, read_one *read)
{
	for (size_t i = 0; i < count_of(list); i++) {
		if (!read(p, json_at(list, i), i))
			return false;
	}
	return true;
}

static bool
read_sections(struct program *p, const struct json_object *all)
{
	const struct json_object *best = json_get(all, "optimization");

	return define_sorts(p, json_get(all, "sorts")) &&
	       add_sorts(p, json_get(all, "sorts")) &&
	       read_each(p, json_get(all, "functions"), add_function) &&
	       json_each(json_get(all, "constants"), add_category, p) &&
	       add_variables(p, json_get(all, "variables"), "variables") &&
	       read_each(p, json_get(all, "knowledge_base"), add_fact) &&
	       read_each(p, json_get(all, "rules"), add_rule) &&
	       read_each(p, json_get(all, "verifications"), add_verification) &&
	       add_variables(p, json_get(best, "variables"),
		       "optimization.variables") &&
	       read_each(p, json_get(best, "constraints"), add_constraint) &&
	       read_each(p, json_get(best, "objectives"), add_objective);
}

/* Without actions all that is there is done. */
static void
read_actions(struct json_dsl *d)
{
	const struct json_object *actions = json_get(d->program, "actions");

	d->verifies = d->optimizes = count_of(actions) == 0;
	for (size_t i = 0; i < count_of(actions); i++) {
		bool verifies = *json_string(json_at(actions, i)) == 'v';

		d->verifies |= verifies;
		d->optimizes |= !verifies;
	}
}

/* The schema would read "false" as false. */
static bool
check_values(struct program *p)
{
	const struct json_object *facts =
		json_get_array(p->made->program, "knowledge_base");

	for (size_t i = 0; i < count_of(facts); i++) {
		const struct json_object *fact = json_at(facts, i);
		const struct json_object *value =
			json_kind(fact) == JSON_OBJECT ? json_get(fact, "value")
						       : NULL;

		look_at(p, value, "knowledge_base[%zu].value", i);
		if (json_kind(value) == JSON_STRING)
			return refuse_value(p, "it is a text; write true or "
					       "false without quotes");
	}
	return true;
}

static bool
read_program(struct program *p, size_t size)
{
	const struct token nowhere = {.kind = TOKEN_END};
	struct walk walk = {p, p->text, 1};
	struct err e;

	if (!json_parse(p->text, size, &p->made->program, &e))
		return diagnostic_at(p->fault, DIAGNOSTIC_LANGUAGE, &nowhere,
			"the program is %s; send one JSON object, whole",
			e.text);
	find_places(&walk, p->made->program);
	if (p->place_count > 0)
		qsort(p->places, p->place_count, sizeof(*p->places),
			compare_places);
	if (!check_values(p))
		return false;
	if (!schema_check(json_dsl_schema(), &p->made->program, &e))
		return diagnostic_at(p->fault, DIAGNOSTIC_LANGUAGE, &nowhere,
			"the program: %s; satchel://schema/json_dsl has the "
			"whole grammar",
			e.text);
	read_actions(p->made);
	return read_sections(p, p->made->program);
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
	ok = read_program(&p, size);
	dsl_names_release(&p.names);
	free(p.places);
	json_free(p.words);
	return ok;
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
	size_t number = 0;

	if (!json_dsl_translate(text, size, out, &d, fault))
		return false;
	for (size_t i = 0; i < d.count; i++) {
		const struct dsl_part *part = &d.parts[i];
		struct diagnostic place = {0};

		text_place(text, part->source, &place.line, &place.column);
		translation_add_item(out, NULL,
			part->name != NULL ? part->name : part->path,
			place.line);
		translation_add_place(out, part->source, part->source_size);
		if (part->kind == DSL_VERIFICATION)
			(void)buf_add_format(&out->text,
				"(define-fun verify_%zu! () Bool %s)\n",
				++number, part->term);
		else
			(void)buf_add_format(&out->text, "(%s %s)\n",
				part->kind == DSL_CONSTRAINT ? "assert"
				: part->maximize	     ? "maximize"
							     : "minimize",
				part->term);
	}
	return true;
}
