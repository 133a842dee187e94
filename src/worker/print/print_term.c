#include "worker/print/print_term.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/text/lexer.h"
#include "worker/base/context.h"
#include "worker/print/string_literal.h"

enum {
	/* What is smaller is written each time. */
	SHARED_SIZE_MIN = 10,
	/* An array of n entries is n levels of store; libz3 recurses for each
	 * when it reads them. */
	HEIGHT_MAX = 32,
};

static unsigned
count_arguments(Z3_context c, Z3_ast term)
{
	return Z3_get_ast_kind(c, term) == Z3_APP_AST
		       ? Z3_get_app_num_args(c, Z3_to_app(c, term))
		       : 0;
}

/* --- heads --------------------------------------------------------------- */

/* Whether the arguments do not say of which instance of a datatype it is. */
static bool
is_ambiguous(struct printer *p, Z3_func_decl constructor)
{
	Z3_sort range = Z3_get_range(p->c, constructor);
	const char *sort = printer_sort(p, range);
	unsigned count = Z3_get_domain_size(p->c, constructor);
	struct lexer walk;
	struct token t;
	struct diagnostic ignored;

	if (sort[0] != '(')
		return false;
	for (unsigned i = 0; i < count; i++) {
		if (Z3_get_domain(p->c, constructor, i) == range)
			return false;
	}
	/* Each word of the sort but its name has to stand in one of theirs. */
	lexer_init(&walk, sort, strlen(sort));
	(void)lexer_next(&walk, &t, &ignored);
	(void)lexer_next(&walk, &t, &ignored);
	while (lexer_next(&walk, &t, &ignored) && t.kind != TOKEN_END) {
		DROP(text) char *word = text_copy_n(sort + t.offset, t.length);
		bool is_said = t.kind == TOKEN_OPEN || t.kind == TOKEN_CLOSE;

		for (unsigned i = 0; i < count && !is_said; i++)
			is_said =
				strstr(printer_sort(p, Z3_get_domain(p->c,
							       constructor, i)),
					word) != NULL;
		if (!is_said)
			return true;
	}
	return false;
}

/*
 * libz3's word for an operator or a literal: a literal is all of what it
 * prints, and an operator what stands before the first argument of
 * ((_ extract 7 0) satchel!0).
 */
static char *
libz3_head(Z3_context c, Z3_ast term, unsigned count)
{
	static const char first[] = "satchel!0";
	Z3_ast *arguments = mem_grow(NULL, count + 1, sizeof(*arguments));
	DROP(text) char *text = NULL;
	char *end;

	for (unsigned i = 0; i < count; i++) {
		DROP(text) char *name = text_format("satchel!%u", i);

		arguments[i] = Z3_mk_const(c, Z3_mk_string_symbol(c, name),
			Z3_get_sort(
				c, Z3_get_app_arg(c, Z3_to_app(c, term), i)));
	}
	if (count > 0)
		term = Z3_update_term(c, term, count, arguments);
	free(arguments);
	text = string_literal_reread(Z3_ast_to_string(c, term));
	end = count > 0 ? strstr(text, first) : NULL;
	if (end == NULL)
		return TAKE(text);
	while (end > text + 1 && (end[-1] == ' ' || end[-1] == '\n'))
		end--;
	return text_copy_n(text + 1, (size_t)(end - text) - 1);
}

/* (as NAME SORT) */
static char *
qualified(struct printer *p, const char *name, Z3_func_decl decl)
{
	return text_format(
		"(as %s %s)", name, printer_sort(p, Z3_get_range(p->c, decl)));
}

/* (_ is cons), where libz3 writes (_ is (cons (Int L) L)). */
static char *
recogniser(struct printer *p, Z3_func_decl decl)
{
	Z3_func_decl constructor =
		Z3_get_decl_func_decl_parameter(p->c, decl, 0);
	DROP(text)
	char *name = printer_symbol(p, Z3_get_decl_name(p->c, constructor));

	return text_format("(_ is %s)", name);
}

static char *
make_head(struct printer *p, Z3_ast term, Z3_func_decl decl, unsigned count)
{
	char *name;

	switch ((int)Z3_get_decl_kind(p->c, decl)) {
	case Z3_OP_UNINTERPRETED:
		return printer_symbol(p, Z3_get_decl_name(p->c, decl));
	case Z3_OP_CONST_ARRAY:
		return qualified(p, "const", decl);
	case Z3_OP_SEQ_EMPTY:
		return Z3_is_string_sort(p->c, Z3_get_sort(p->c, term))
			       ? text_copy("\"\"")
			       : qualified(p, "seq.empty", decl);
	case Z3_OP_DT_CONSTRUCTOR:
		name = printer_symbol(p, Z3_get_decl_name(p->c, decl));
		if (is_ambiguous(p, decl)) {
			DROP(text) char *plain = name;

			name = qualified(p, plain, decl);
		}
		return name;
	case Z3_OP_DT_IS:
		return recogniser(p, decl);
	default:
		return libz3_head(p->c, term, count);
	}
}

static void
add_head(struct printer *p, Z3_ast term, struct buf *out)
{
	Z3_func_decl decl = Z3_get_app_decl(p->c, Z3_to_app(p->c, term));
	Z3_ast key = Z3_func_decl_to_ast(p->c, decl);
	const char *head = text_map_find(&p->heads, p->c, key);

	if (printer_is_element(p->c, term)) {
		DROP(text) char *name = printer_element(p, term);

		buf_add_text(out, name);
		return;
	}
	if (head == NULL)
		head = text_map_put(&p->heads, p->c, key,
			make_head(p, term, decl, count_arguments(p->c, term)));
	buf_add_text(out, head);
}

static void
add_literal(Z3_context c, Z3_ast literal, struct buf *out)
{
	const char *digits;

	if (Z3_get_sort_kind(c, Z3_get_sort(c, literal)) == Z3_INT_SORT) {
		digits = Z3_get_numeral_string(c, literal);
		if (digits[0] == '-')
			buf_add_format(out, "(- %s)", digits + 1);
		else
			buf_add_text(out, digits);
	} else {
		DROP(text) char *text = libz3_head(c, literal, 0);

		buf_add_text(out, text);
	}
}

/* --- what is written once ------------------------------------------------ */

/* The parts of a term outside of its quantifiers' bodies, each after its own
 * parts. */
struct parts {
	struct termset terms;
	struct part {
		unsigned uses;
		unsigned size;	 /* when written, up to SHARED_SIZE_MIN */
		unsigned height; /* the same in levels, to where an alias is */
		unsigned alias;	 /* from 1; 0: it has none */
	} * at;
};

static void
collect(Z3_context c, Z3_ast root, struct termset *terms)
{
	Z3_ast *waiting = NULL;
	size_t count = 0;
	size_t capacity = 0;

	waiting = mem_room(waiting, count, &capacity, sizeof(*waiting));
	waiting[count++] = root;
	while (count > 0) {
		Z3_ast top = waiting[count - 1];
		size_t before = count;
		unsigned arguments = count_arguments(c, top);

		for (unsigned i = 0;
			i < arguments && !termset_has(terms, c, top); i++) {
			Z3_ast one = Z3_get_app_arg(c, Z3_to_app(c, top), i);

			if (termset_has(terms, c, one))
				continue;
			waiting = mem_room(
				waiting, count, &capacity, sizeof(*waiting));
			waiting[count++] = one;
		}
		if (count > before)
			continue;
		(void)termset_add(terms, c, top);
		count--;
	}
	free(waiting);
}

static struct part *
part_of(const struct parts *s, Z3_context c, Z3_ast term)
{
	return &s->at[termset_find(&s->terms, c, term)];
}

static void
measure(struct parts *s, Z3_context c, size_t number, unsigned *aliases)
{
	Z3_ast term = s->terms.at[number];
	struct part *part = &s->at[number];
	unsigned count = count_arguments(c, term);

	part->size = Z3_get_ast_kind(c, term) == Z3_QUANTIFIER_AST
			     ? SHARED_SIZE_MIN
			     : 1;
	for (unsigned i = 0; i < count; i++) {
		const struct part *one =
			part_of(s, c, Z3_get_app_arg(c, Z3_to_app(c, term), i));

		if (part->size < SHARED_SIZE_MIN)
			part->size += one->alias != 0 ? 1 : one->size;
		if (one->alias == 0 && one->height >= part->height)
			part->height = one->height + 1;
	}
	if ((part->uses > 1 && part->size >= SHARED_SIZE_MIN) ||
		(part->height == HEIGHT_MAX && number + 1 < s->terms.count))
		part->alias = ++*aliases;
}

static void
parts_read(struct parts *s, Z3_context c, Z3_ast root, unsigned *aliases)
{
	*s = (struct parts){0};
	collect(c, root, &s->terms);
	s->at = mem_new(s->terms.count * sizeof(*s->at));
	for (size_t i = 0; i < s->terms.count; i++) {
		Z3_ast term = s->terms.at[i];

		for (unsigned k = 0; k < count_arguments(c, term); k++)
			part_of(s, c, Z3_get_app_arg(c, Z3_to_app(c, term), k))
				->uses++;
	}
	for (size_t i = 0; i < s->terms.count; i++)
		measure(s, c, i, aliases);
}

static void
parts_release(struct parts *s)
{
	termset_release(&s->terms);
	free(s->at);
}

/* --- terms --------------------------------------------------------------- */

struct writing {
	struct printer *p;
	Z3_context c;
	struct buf *out;
	char **variables; /* that are bound, the innermost last */
	size_t variable_count, variable_capacity;
	unsigned aliases; /* so far */
	Z3_ast root;
	struct termset parts; /* all of the root's; none before it is asked */
};

static void add_scope(struct writing *w, Z3_ast term);

/* Whether a variable around it has that name, or a constant in the term, which
 * a definition that is applied to it may have brought there. */
static bool
is_taken(struct writing *w, const char *name)
{
	for (size_t i = 0; i < w->variable_count; i++) {
		if (strcmp(w->variables[i], name) == 0)
			return true;
	}
	if (w->parts.count == 0)
		termset_add_parts(&w->parts, w->c, w->root, true);
	for (size_t i = 0; i < w->parts.count; i++) {
		Z3_func_decl decl;
		DROP(text) char *constant = NULL;

		if (Z3_get_ast_kind(w->c, w->parts.at[i]) != Z3_APP_AST ||
			count_arguments(w->c, w->parts.at[i]) > 0)
			continue;
		decl = Z3_get_app_decl(w->c, Z3_to_app(w->c, w->parts.at[i]));
		if (Z3_get_decl_kind(w->c, decl) != Z3_OP_UNINTERPRETED)
			continue;
		constant = printer_symbol(w->p, Z3_get_decl_name(w->c, decl));
		if (strcmp(constant, name) == 0)
			return true;
	}
	return false;
}

static char *
new_variable(struct writing *w, Z3_symbol wanted)
{
	char *name = printer_symbol(w->p, wanted);

	for (unsigned i = 0; is_taken(w, name); i++) {
		DROP(text)
		char *other =
			text_format("%s!%u", context_name(w->c, wanted), i);

		free(name);
		name = printer_symbol(w->p, Z3_mk_string_symbol(w->c, other));
	}
	return name;
}

static void
bind(struct writing *w, Z3_ast quantifier, unsigned i)
{
	Z3_sort sort = Z3_get_quantifier_bound_sort(w->c, quantifier, i);
	char *name = new_variable(
		w, Z3_get_quantifier_bound_name(w->c, quantifier, i));

	buf_add_format(w->out, "%s(%s %s)", i > 0 ? " " : "", name,
		printer_sort(w->p, sort));
	w->variables = mem_room(w->variables, w->variable_count,
		&w->variable_capacity, sizeof(*w->variables));
	w->variables[w->variable_count++] = name;
}

static void
add_quantifier(struct writing *w, Z3_ast term)
{
	unsigned count = Z3_get_quantifier_num_bound(w->c, term);

	buf_add_text(w->out, Z3_is_lambda(w->c, term) ? "(lambda ("
			     : Z3_is_quantifier_forall(w->c, term)
				     ? "(forall ("
				     : "(exists (");
	for (unsigned i = 0; i < count; i++)
		bind(w, term, i);
	buf_add_text(w->out, ") ");
	add_scope(w, Z3_get_quantifier_body(w->c, term));
	buf_add_char(w->out, ')');
	for (; count > 0; count--)
		free(w->variables[--w->variable_count]);
}

/* Counted from the innermost one. */
static void
add_variable(struct writing *w, Z3_ast variable)
{
	unsigned index = Z3_get_index_value(w->c, variable);

	if (index < w->variable_count)
		buf_add_text(
			w->out, w->variables[w->variable_count - 1 - index]);
	else
		buf_add_format(w->out, "(:var %u)", index);
}

/* What has no arguments; false: it has. */
static bool
add_leaf(struct writing *w, Z3_ast term)
{
	switch ((int)Z3_get_ast_kind(w->c, term)) {
	case Z3_QUANTIFIER_AST:
		add_quantifier(w, term);
		return true;
	case Z3_VAR_AST:
		add_variable(w, term);
		return true;
	case Z3_APP_AST:
		if (count_arguments(w->c, term) > 0)
			return false;
		add_head(w->p, term, w->out);
		return true;
	default:
		add_literal(w->c, term, w->out);
		return true;
	}
}

struct tree {
	struct frame {
		Z3_app app;
		unsigned next;
	} * at;
	size_t count, capacity;
};

/* By its alias, unless it is the one that is written; what has arguments waits
 * for them. */
static void
add_node(struct writing *w, const struct parts *s, struct tree *tree,
	Z3_ast term, bool is_root)
{
	unsigned alias = is_root ? 0 : part_of(s, w->c, term)->alias;

	if (alias != 0) {
		buf_add_format(w->out, "%s%u", w->p->alias, alias);
	} else if (!add_leaf(w, term)) {
		buf_add_char(w->out, '(');
		add_head(w->p, term, w->out);
		tree->at = mem_room(tree->at, tree->count, &tree->capacity,
			sizeof(*tree->at));
		tree->at[tree->count++] =
			(struct frame){Z3_to_app(w->c, term), 0};
	}
}

/* Not by recursion: an array of thousands of entries is as deep. */
static void
add_tree(struct writing *w, const struct parts *s, Z3_ast root)
{
	struct tree tree = {0};

	add_node(w, s, &tree, root, true);
	while (tree.count > 0) {
		struct frame *top = &tree.at[tree.count - 1];

		if (top->next == Z3_get_app_num_args(w->c, top->app)) {
			buf_add_char(w->out, ')');
			tree.count--;
			continue;
		}
		buf_add_char(w->out, ' ');
		add_node(w, s, &tree,
			Z3_get_app_arg(w->c, top->app, top->next++), false);
	}
	free(tree.at);
}

/* A term, or the body of a quantifier, with the aliases that are its own. */
static void
add_scope(struct writing *w, Z3_ast term)
{
	struct parts s;
	size_t lets = 0;

	if (count_arguments(w->c, term) == 0) {
		(void)add_leaf(w, term);
		return;
	}
	parts_read(&s, w->c, term, &w->aliases);
	for (size_t i = 0; i < s.terms.count; i++) {
		if (s.at[i].alias == 0)
			continue;
		buf_add_format(
			w->out, "(let ((%s%u ", w->p->alias, s.at[i].alias);
		add_tree(w, &s, s.terms.at[i]);
		buf_add_text(w->out, ")) ");
		lets++;
	}
	add_tree(w, &s, term);
	for (; lets > 0; lets--)
		buf_add_char(w->out, ')');
	parts_release(&s);
}

void
print_term_add(struct printer *p, Z3_ast term, struct buf *out)
{
	struct writing w = {.p = p, .c = p->c, .out = out, .root = term};

	add_scope(&w, term);
	free(w.variables);
	termset_release(&w.parts);
}

char *
print_term(struct printer *p, Z3_ast term)
{
	struct buf out;

	buf_init(&out, SIZE_MAX / 2);
	print_term_add(p, term, &out);
	return buf_take(&out);
}
