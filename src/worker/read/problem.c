#include "worker/read/problem.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "smt/names/symbols.h"
#include "smt/text/lexer.h"

/* --- parts ---------------------------------------------------------------- */

/* Without a term; valid until the next one is added. */
static struct problem_part *
add_part(struct problem *p, enum part_kind kind, const struct command *form,
	const struct token *source)
{
	struct problem_part *part = ARRAY_ADD(p->parts, p->count, p->capacity);

	*part = (struct problem_part){
		.kind = kind,
		.form = form,
		.source = *source,
		.at = p->text.size,
		.term = PART_NO_TERM,
	};
	return part;
}

/* The end of (assert (let ((satchel!term TERM)) ...)) after the term. */
#define SAME_TERM ")) (= satchel!term satchel!term)))\n"

static bool
has_label(const struct problem *p, const struct command *form)
{
	static const char named[] = ":named";

	return memmem(p->script + form->list.offset, form->list.length, named,
		       strlen(named)) != NULL;
}

static void
add_bytes(struct problem *p, const struct token *t)
{
	assert(t != NULL);
	buf_add(&p->text, p->script + t->offset, t->length);
}

/* Writes the source of the part between two texts. */
static void
write_part(struct problem *p, struct problem_part *part, const char *before,
	const char *after)
{
	buf_add_text(&p->text, before);
	part->at = p->text.size;
	unicode_escape_add(
		&p->text, p->script + part->source.offset, part->source.length);
	buf_add_text(&p->text, after);
}

/* Adds an assertion, the text of which the caller writes; a term that is known
 * already needs none. */
static struct problem_part *
new_assertion(struct problem *p, enum part_kind kind,
	const struct command *form, const struct token *source)
{
	struct problem_part *part = add_part(p, kind, form, source);

	part->term = (long)p->terms++;
	return part;
}

static struct problem_part *
add_assertion(struct problem *p, enum part_kind kind,
	const struct command *form, const struct token *source,
	const char *before, const char *after)
{
	struct problem_part *part = new_assertion(p, kind, form, source);

	write_part(p, part, before, after);
	return part;
}

static void
add_command(struct problem *p, const struct command *form)
{
	if (form->command == COMMAND_ASSERT)
		(void)add_assertion(
			p, PART_ASSERTION, form, &form->list, "", "\n");
	else
		write_part(p, add_part(p, PART_COMMAND, form, &form->list), "",
			"\n");
}

static struct problem_part *
add_bool(struct problem *p, enum part_kind kind, const struct command *form,
	const struct token *term)
{
	return add_assertion(p, kind, form, term, "(assert\n", "\n)\n");
}

static struct problem_part *
add_term(struct problem *p, enum part_kind kind, const struct command *form,
	const struct token *term)
{
	return add_assertion(p, kind, form, term,
		"(assert (let ((satchel!term\n", "\n" SAME_TERM);
}

/* Walks the elements of a list argument. */
static struct lexer
enter_list(const struct problem *p, const struct command *form)
{
	struct token list;

	return command_argument(form, p->script, 0, &list) &&
			       list.kind == TOKEN_OPEN
		       ? lexer_enter(p->script, &list)
		       : (struct lexer){0};
}

static void
add_assumptions(struct problem *p, const struct command *check)
{
	struct lexer walk;
	struct token one;

	if (check == NULL)
		return;
	walk = check->command == COMMAND_CHECK_SAT
		       ? command_walk(check, p->script)
		       : enter_list(p, check);
	while (command_next(&walk, &one))
		(void)add_bool(p, PART_ASSUMPTION, check, &one);
}

static void
add_argument(struct problem *p, enum part_kind kind, const struct command *form)
{
	struct token term;

	if (!command_argument(form, p->script, 0, &term))
		return;
	if (kind == PART_SOFT)
		(void)add_bool(p, kind, form, &term);
	else
		add_term(p, kind, form, &term)->maximizes =
			form->command == COMMAND_MAXIMIZE;
}

/* --- fields of the request ------------------------------------------------ */

static void
add_field(struct problem *p, const struct ask_field *f, enum part_kind kind)
{
	const struct token all = {
		.offset = f->offset, .length = f->size, .line = 1, .column = 1};
	struct lexer walk = lexer_at(p->script, &all);
	struct problem_part *part;
	struct token term;

	if (kind == PART_OPTION) {
		part = add_part(p, kind, NULL, &all);
		write_part(p, part, "(set-option ", ")\n");
	} else if (!command_next(&walk, &term)) {
		return; /* an empty set, or all constants */
	} else {
		part = kind == PART_ASSUMPTION ? add_bool(p, kind, NULL, &term)
					       : add_term(p, kind, NULL, &term);
	}
	part->field = f;
	part->maximizes = f->kind == FIELD_MAXIMIZE;
	part->is_negated =
		f->kind == FIELD_REFUTE || f->kind == FIELD_SET_REFUTE;
}

/* Returns whether the field belongs to the problem, if the fields before it
 * have been asked for: of several sets of assumptions one does. */
static bool
has_field(const struct script_problem *sp, const struct ask_field *f,
	bool *is_in_set)
{
	if (f->kind == FIELD_SET)
		*is_in_set = f == sp->set;
	if (f->kind == FIELD_SET || f->kind == FIELD_SET_MORE ||
		f->kind == FIELD_SET_REFUTE)
		return *is_in_set;
	return f->kind != FIELD_REFUTE || sp->set == NULL;
}

/* Adds the fields of the problem that become parts of the kind. */
static void
add_fields(
	struct problem *p, const struct script_problem *sp, enum part_kind kind)
{
	static const enum part_kind kinds[] = {
		[FIELD_OPTION] = PART_OPTION,
		[FIELD_MINIMIZE] = PART_OBJECTIVE,
		[FIELD_MAXIMIZE] = PART_OBJECTIVE,
		[FIELD_ASSUME] = PART_ASSUMPTION,
		[FIELD_REFUTE] = PART_ASSUMPTION,
		[FIELD_SET] = PART_ASSUMPTION,
		[FIELD_SET_MORE] = PART_ASSUMPTION,
		[FIELD_SET_REFUTE] = PART_ASSUMPTION,
		[FIELD_DISTINCT] = PART_QUERY,
		[FIELD_VALUE] = PART_QUERY,
		[FIELD_FORCED] = PART_QUERY,
		[FIELD_TEXT] = PART_COMMAND,
	};
	bool is_in_set = false;

	for (size_t i = 0; sp->request != NULL && i < sp->request->field_count;
		i++) {
		const struct ask_field *f = &sp->request->fields[i];

		if (has_field(sp, f, &is_in_set) && kinds[f->kind] == kind)
			add_field(p, f, kind);
	}
}

/* --- labels -------------------------------------------------------------- */

/* get-assignment asks for every label in force. */
static void
add_labels(struct problem *p, const struct script *s,
	const struct script_problem *sp, const struct command *query)
{
	for (size_t i = 0; i < sp->active_count; i++) {
		const struct command *form = &s->forms->at[s->active[i]];
		struct token label;

		if (form->command == COMMAND_ASSERT &&
			command_label(form, p->script, &label))
			(void)add_term(p, PART_QUERY, query, &label);
	}
}

/* --- what is declared ---------------------------------------------------- */

static void
add_function(struct problem *p, const struct command *form,
	const struct command_signature *f)
{
	struct problem_part *part =
		new_assertion(p, PART_FUNCTION, form, &f->name);
	struct lexer walk = lexer_enter(p->script, &f->parameters);
	struct token sort;

	buf_add_text(&p->text, "(assert (forall (");
	for (size_t i = 0; command_next(&walk, &sort); i++) {
		buf_add_format(&p->text, "(satchel!%zu ", i);
		add_bytes(p, &sort);
		buf_add_char(&p->text, ')');
	}
	buf_add_text(&p->text, ") (=");
	for (int side = 0; side < 2; side++) {
		write_part(p, part, " ((as ", " ");
		add_bytes(p, &f->sort);
		buf_add_char(&p->text, ')');
		for (size_t i = 0; i < f->arity; i++)
			buf_add_format(&p->text, " satchel!%zu", i);
		buf_add_char(&p->text, ')');
	}
	buf_add_text(&p->text, ")))\n");
}

/* A constant, or a function that is not defined. */
static void
add_symbol(struct problem *p, const struct command *form)
{
	struct command_signature f;

	if (form->command == COMMAND_DEFINE_FUN_REC ||
		!command_signature(form, p->script, &f) ||
		!token_is_symbol(&f.name))
		return;
	if (f.arity == 0) {
		(void)add_assertion(p, PART_CONSTANT, form, &f.name,
			"(assert (let ((satchel!term (as ", " ");
		add_bytes(p, &f.sort);
		buf_add_text(&p->text, ")" SAME_TERM);
	} else if (form->command == COMMAND_DECLARE_FUN) {
		add_function(p, form, &f);
	}
}

/* Datatypes that have selectors, and no parameters. */
static void
add_datatypes(struct problem *p, const struct command *form)
{
	DROP(symbols) struct symbols all = {0};
	bool has_selectors = false;

	if (form->command != COMMAND_DECLARE_DATATYPE &&
		form->command != COMMAND_DECLARE_DATATYPES)
		return;
	symbols_scan(p->script, form, 1, &all);
	for (size_t i = 0; i < all.declared_count; i++)
		has_selectors |= all.declared[i].kind == SYMBOL_SELECTOR;
	for (size_t i = 0; i < all.declared_count && has_selectors; i++) {
		struct lexer walk = lexer_at(p->script, &form->list);
		struct token name;

		walk.at = all.declared[i].offset;
		if (all.declared[i].kind == SYMBOL_SORT &&
			all.declared[i].arity == 0 && lexer_token(&walk, &name))
			(void)add_assertion(p, PART_DATATYPE, form, &name,
				"(assert (forall ((satchel!0 ",
				")) (= satchel!0 satchel!0)))\n");
	}
}

/* --- a stored solution --------------------------------------------------- */

/* Sets the field that the parts from that one on are of. */
static void
set_field(struct problem *p, size_t first, const struct ask_field *f)
{
	for (; first < p->count; first++)
		p->parts[first].field = f;
}

/* What the script declares, and what it defines otherwise. */
struct script_names {
	struct symbol_table declared, defined;
};

static void
read_names(const struct script *s, const struct script_problem *sp,
	struct script_names *names)
{
	for (size_t i = 0; i < sp->active_count; i++) {
		const struct command *form = &s->forms->at[s->active[i]];
		enum command_kind c = form->command;
		struct symbol_table *set =
			c == COMMAND_DECLARE_CONST || c == COMMAND_DECLARE_FUN
				? &names->declared
			: c >= COMMAND_DEFINE_CONST &&
					c <= COMMAND_DEFINE_FUN_REC
				? &names->defined
				: NULL;

		if (set != NULL)
			(void)symbol_table_find(
				set, command_name(form, s->text));
	}
}

static bool
is_known(const struct script_names *names, struct slice name)
{
	return symbol_table_has(&names->declared, name) ||
	       symbol_table_has(&names->defined, name);
}

/* Of (x!0 S): the name, or the sort. */
static void
add_each_parameter(
	struct problem *p, const struct command_signature *f, bool is_sort)
{
	struct token t;

	for (struct lexer l = lexer_enter(p->script, &f->parameters);
		command_next(&l, &t);)
		if (list_element(p->script, &t, is_sort, &t)) {
			buf_add_char(&p->text, ' ');
			add_bytes(p, &t);
		}
}

/* An element of a declared sort, or a function that libz3 has made up and that
 * the values of others use. */
static void
declare_stored(struct problem *p, const struct script_names *names,
	const struct command *form)
{
	struct command_signature f;

	if (is_known(names, command_name(form, p->script)))
		return;
	if (form->command == COMMAND_DECLARE_FUN)
		add_command(p, form);
	if (form->command != COMMAND_DEFINE_FUN ||
		!command_signature(form, p->script, &f))
		return;
	buf_add_text(&p->text, "(declare-fun ");
	add_bytes(p, &f.name);
	buf_add_text(&p->text, " (");
	add_each_parameter(p, &f, true);
	buf_add_text(&p->text, ") ");
	add_bytes(p, &f.sort);
	buf_add_text(&p->text, ")\n");
}

/* (= x VALUE), (forall ((x!0 S)) (= (f x!0) VALUE)) */
static void
add_stored_value(struct problem *p, const struct command *form,
	const struct command_signature *f)
{
	struct problem_part *part =
		new_assertion(p, PART_STORED, form, &f->body);

	if (f->arity == 0) {
		buf_add_text(&p->text, "(assert (= ");
		add_bytes(p, &f->name);
		write_part(p, part, "\n", "\n))\n");
		return;
	}
	buf_add_text(&p->text, "(assert (forall ");
	add_bytes(p, &f->parameters);
	buf_add_text(&p->text, " (= (");
	add_bytes(p, &f->name);
	add_each_parameter(p, f, false);
	write_part(p, part, ")\n", "\n)))\n");
}

static void
add_stored(struct problem *p, const struct script_names *names,
	const struct command *form)
{
	struct command_signature f;
	struct token term;

	if (form->command == COMMAND_ASSERT &&
		command_argument(form, p->script, 0, &term))
		(void)add_bool(p, PART_STORED, form, &term);
	else if (form->command == COMMAND_DEFINE_FUN &&
		 command_signature(form, p->script, &f) &&
		 !symbol_table_has(
			 &names->defined, command_name(form, p->script)))
		add_stored_value(p, form, &f);
}

/* The names of all before the first value. */
static void
add_solution(struct problem *p, const struct script *s,
	const struct script_names *names, const struct ask_field *solution)
{
	size_t first = p->count;

	for (int values = 0; values < 2; values++) {
		for (size_t i = 0; i < s->stored.count; i++) {
			const struct command *form = &s->stored.at[i];
			struct slice name = command_name(form, p->script);

			/* A name of the script, or one that libz3 has made up,
			 * as S!val!0 and f!7 are. What the items declared when
			 * the solution was found, and do not any more, must not
			 * be known to what is asked for now. */
			if (solution->kind == FIELD_START &&
				form->command != COMMAND_ASSERT &&
				memchr(name.start, '!', name.length) == NULL &&
				!is_known(names, name))
				continue;
			if (values)
				add_stored(p, names, form);
			else
				declare_stored(p, names, form);
		}
	}
	set_field(p, first, solution);
}

static void
add_symbols(struct problem *p, const struct script *s,
	const struct script_problem *sp)
{
	for (size_t i = 0; i < sp->active_count; i++) {
		const struct command *form = &s->forms->at[s->active[i]];

		add_symbol(p, form);
		add_datatypes(p, form);
	}
}

/* Adds the elements of declared sorts that a stored solution declares. All its
 * other names are the script's. */
static void
add_elements(struct problem *p, const struct script *s,
	const struct script_names *names, const struct ask_field *solution)
{
	for (size_t i = 0; i < s->stored.count; i++) {
		const struct command *form = &s->stored.at[i];
		size_t first = p->count;

		if (form->command == COMMAND_DECLARE_FUN &&
			!is_known(names, command_name(form, s->text)))
			add_symbol(p, form);
		set_field(p, first, solution);
	}
}

/* --- the whole ----------------------------------------------------------- */

static void
add_active(struct problem *p, const struct command *form)
{
	switch ((int)form->command) {
	case COMMAND_MINIMIZE:
	case COMMAND_MAXIMIZE:
		add_argument(p, PART_OBJECTIVE, form);
		break;
	case COMMAND_ASSERT_SOFT:
		add_argument(p, PART_SOFT, form);
		break;
	case COMMAND_SET_LOGIC:
		break; /* a hint: under a logic libz3 lacks names */
	default:
		add_command(p, form);
	}
}

static void
add_follower(struct problem *p, const struct script *s,
	const struct script_problem *sp, const struct command *form)
{
	struct lexer walk;
	struct token one;

	switch ((int)form->command) {
	case COMMAND_GET_VALUE:
		walk = enter_list(p, form);
		while (command_next(&walk, &one))
			(void)add_term(p, PART_QUERY, form, &one);
		break;
	case COMMAND_EVAL:
	case COMMAND_SIMPLIFY:
		add_argument(p, PART_QUERY, form);
		break;
	case COMMAND_GET_ASSIGNMENT:
		add_labels(p, s, sp, form);
		break;
	case COMMAND_ECHO:
	case COMMAND_GET_INFO:
	case COMMAND_GET_OPTION:
	case COMMAND_GET_OBJECTIVES:
	case COMMAND_GET_UNSAT_ASSUMPTIONS:
	case COMMAND_GET_MODEL:
	case COMMAND_GET_UNSAT_CORE:
	case COMMAND_SET_LOGIC:
		break; /* answered without a term */
	default:
		add_command(p, form);
	}
}

/* Numbers the assertions; parts and commands stand in the same order. */
static void
number_parts(struct problem *p, const struct commands *forms)
{
	const struct command *form = forms->at;
	size_t number = 0;

	for (size_t i = 0; i < p->count; i++) {
		if (p->parts[i].kind != PART_ASSERTION)
			continue;
		for (; form < p->parts[i].form; form++) {
			if (form->command == COMMAND_ASSERT)
				number++;
		}
		p->parts[i].number = number;
	}
}

void
problem_build(struct problem *p, const struct script *s,
	const struct script_problem *sp, bool with_constants)
{
	const struct ask_field *solution = ask_solution(sp->request);
	struct script_names names = {0};

	*p = (struct problem){.script = s->text};
	buf_init(&p->text, SIZE_MAX / 2);
	if (solution != NULL)
		read_names(s, sp, &names);
	for (size_t i = 0; i < sp->active_count; i++) {
		const struct command *form = &s->forms->at[s->active[i]];

		/* A label is a definition, which has to be read again. */
		if (i < sp->known_count && form->command == COMMAND_ASSERT &&
			!has_label(p, form))
			new_assertion(p, PART_ASSERTION, form, &form->list)
				->is_known = true;
		else
			add_active(p, form);
	}
	add_fields(p, sp, PART_OPTION);
	add_fields(p, sp, PART_OBJECTIVE);
	if (solution != NULL)
		add_solution(p, s, &names, solution);
	add_assumptions(p, sp->check);
	add_fields(p, sp, PART_ASSUMPTION);
	if (with_constants) {
		add_symbols(p, s, sp);
		add_elements(p, s, &names, solution);
	}
	symbol_table_release(&names.declared);
	symbol_table_release(&names.defined);
	for (size_t i = sp->follow_first; i < sp->follow_end; i++)
		add_follower(p, s, sp, &s->forms->at[i]);
	add_fields(p, sp, PART_QUERY);
	number_parts(p, s->forms);
}

void
problem_release(struct problem *p)
{
	buf_release(&p->text);
	free(p->parts);
	*p = (struct problem){0};
}

/* --- places --------------------------------------------------------------- */

/* The last part that begins there or before; NULL if there is none. */
static const struct problem_part *
part_at(const struct problem *p, size_t at)
{
	size_t low = 0;
	size_t high = p->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (p->parts[middle].at <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? &p->parts[low - 1] : NULL;
}

const struct problem_part *
problem_place(struct problem *p, unsigned line, unsigned column,
	struct diagnostic *fault)
{
	const struct problem_part *found;
	size_t at, inside;

	text_mark_move(&p->text_mark, p->text.data, p->text.size, line);
	at = p->text_mark.at + column;
	found = part_at(p, at);
	if (found == NULL)
		return NULL;
	/* What stands after a part was written around it. */
	inside = unicode_escape_decode(p->script + found->source.offset,
		found->source.length, at - found->at);
	if (inside >= found->source.length)
		inside =
			found->source.length > 0 ? found->source.length - 1 : 0;
	fault->offset = found->source.offset + inside;
	fault->length = 0;
	text_mark_move(&p->script_mark, p->script, fault->offset, UINT_MAX);
	fault->line = p->script_mark.line;
	fault->column = (unsigned)(fault->offset - p->script_mark.at) + 1;
	return found;
}
