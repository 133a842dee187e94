#include "worker/print/print_term.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/text/lexer.h"
#include "worker/base/context.h"
#include "worker/base/interruptible.h"
#include "worker/print/string_literal.h"

enum {
	/* Of a term as a tree. libz3 writes what stands in a larger one more
	 * than once as let, but sorts without their parameters. */
	NODES_MAX = 20000,
	DEPTH_MAX = 1000,
};

/* --- heads --------------------------------------------------------------- */

/* Whether the arguments do not say of which instance of a datatype it is. */
static bool
is_ambiguous(struct printer *p, Z3_func_decl constructor)
{
	Z3_sort range = Z3_get_range(p->c, constructor);
	const char *sort = printer_sort(p, range);
	unsigned count = Z3_get_domain_size(p->c, constructor);
	struct lexer walk = lexer_of(sort, strlen(sort));
	struct token t;

	if (sort[0] != '(')
		return false;
	for (unsigned i = 0; i < count; i++) {
		if (Z3_get_domain(p->c, constructor, i) == range)
			return false;
	}
	/* Each word of the sort but its name has to stand in one of theirs. */
	(void)lexer_token(&walk, &t);
	(void)lexer_token(&walk, &t);
	while (lexer_token(&walk, &t)) {
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
 * Returns libz3's word for an operator or a literal: a literal is all of what
 * it prints, and an operator what stands before the first argument of
 * ((_ extract 7 0) satchel!0). "" if libz3 was interrupted.
 */
static char *
libz3_head(Z3_context c, Z3_ast term, unsigned count)
{
	static const char first[] = "satchel!0";
	Z3_ast *arguments = mem_grow(NULL, count + 1, sizeof(*arguments));
	char *text;
	char *end;
	char *head;

	for (unsigned i = 0; i < count; i++) {
		DROP(text) char *name = text_format("satchel!%u", i);

		arguments[i] = Z3_mk_const(c, Z3_mk_string_symbol(c, name),
			Z3_get_sort(c, term_argument(c, term, i)));
	}
	if (count > 0)
		term = Z3_update_term(c, term, count, arguments);
	free(arguments);
	text = string_literal_reread(interruptible_text(c, term));
	end = count > 0 ? strstr(text, first) : NULL;
	if (end == NULL)
		return text;
	while (end > text + 1 && (end[-1] == ' ' || end[-1] == '\n'))
		end--;
	head = text_copy_n(text + 1, (size_t)(end - text) - 1);
	free(text);
	return head;
}

/* (as NAME SORT) */
static char *
qualified(struct printer *p, const char *name, Z3_func_decl decl)
{
	return text_format(
		"(as %s %s)", name, printer_sort(p, Z3_get_range(p->c, decl)));
}

static char *
make_head(struct printer *p, Z3_ast term, Z3_func_decl decl, unsigned count)
{
	DROP(text) char *name = NULL;
	Z3_func_decl constructor;

	/* A recursive one libz3 writes (_ fac 0). */
	if (count > 0 && term_declares_recursive(p->c, decl))
		return printer_symbol(p, Z3_get_decl_name(p->c, decl));
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
		return is_ambiguous(p, decl) ? qualified(p, name, decl)
					     : TAKE(name);
	case Z3_OP_DT_IS:
		/* (_ is cons), where libz3 writes (_ is (cons (Int L) L)). */
		constructor = Z3_get_decl_func_decl_parameter(p->c, decl, 0);
		name = printer_symbol(p, Z3_get_decl_name(p->c, constructor));
		return text_format("(_ is %s)", name);
	default:
		return libz3_head(p->c, term, count);
	}
}

/* Appends a word of libz3's, which is the caller's. Returns whether there is
 * one. */
static bool
add_word(const char *word, struct buf *out)
{
	return word[0] != '\0' && (buf_add_text(out, word), true);
}

static bool
add_head(struct printer *p, Z3_ast term, struct buf *out)
{
	Z3_func_decl decl = term_decl(p->c, term);
	Z3_ast key = Z3_func_decl_to_ast(p->c, decl);
	const char *head = text_map_find(&p->heads, p->c, key);

	if (printer_is_element(p->c, term)) {
		DROP(text) char *name = printer_element(p, term);

		return add_word(name, out);
	}
	if (head == NULL) {
		DROP(text)
		char *made = make_head(p, term, decl, term_arity(p->c, term));

		if (made[0] == '\0')
			return false;
		head = text_map_put(&p->heads, p->c, key, TAKE(made));
	}
	return add_word(head, out);
}

static bool
add_literal(Z3_context c, Z3_ast literal, struct buf *out)
{
	if (term_sort_kind(c, literal) == Z3_INT_SORT) {
		const char *digits = Z3_get_numeral_string(c, literal);

		if (digits[0] == '-')
			buf_add_format(out, "(- %s)", digits + 1);
		else
			buf_add_text(out, digits);
		return true;
	}
	DROP(text) char *text = libz3_head(c, literal, 0);

	return add_word(text, out);
}

/* --- terms --------------------------------------------------------------- */

struct writing {
	struct printer *p;
	Z3_context c;
	struct buf *out;
	char **variables; /* that are bound, the innermost last */
	size_t variable_count, variable_capacity;
	unsigned nodes, depth;
	bool is_interrupted;
	Z3_ast root;
	struct termset parts; /* all of the root's; none before it is asked */
};

static void add_term(struct writing *w, Z3_ast term);

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
		DROP(text) char *constant = NULL;

		if (!term_is_constant(w->c, w->parts.at[i]))
			continue;
		constant = printer_symbol(
			w->p, Z3_get_decl_name(
				      w->c, term_decl(w->c, w->parts.at[i])));
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
add_quantifier(struct writing *w, Z3_ast term)
{
	unsigned count = Z3_get_quantifier_num_bound(w->c, term);

	buf_add_text(w->out, Z3_is_lambda(w->c, term) ? "(lambda ("
			     : Z3_is_quantifier_forall(w->c, term)
				     ? "(forall ("
				     : "(exists (");
	for (unsigned i = 0; i < count; i++) {
		Z3_sort sort = Z3_get_quantifier_bound_sort(w->c, term, i);
		char *name = new_variable(
			w, Z3_get_quantifier_bound_name(w->c, term, i));

		buf_add_format(w->out, "%s(%s %s)", i > 0 ? " " : "", name,
			printer_sort(w->p, sort));
		*ARRAY_ADD(w->variables, w->variable_count,
			w->variable_capacity) = name;
	}
	buf_add_text(w->out, ") ");
	add_term(w, Z3_get_quantifier_body(w->c, term));
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

static void // NOLINTNEXTLINE(misc-no-recursion)
add_application(struct writing *w, Z3_ast term)
{
	unsigned count = term_arity(w->c, term);

	buf_add_text(w->out, count > 0 ? "(" : "");
	w->is_interrupted |= !add_head(w->p, term, w->out);
	for (unsigned i = 0; i < count; i++) {
		buf_add_char(w->out, ' ');
		add_term(w, term_argument(w->c, term, i));
	}
	buf_add_text(w->out, count > 0 ? ")" : "");
}

static bool
is_too_large(const struct writing *w)
{
	return w->nodes > NODES_MAX || w->depth > DEPTH_MAX;
}

static void // NOLINTNEXTLINE(misc-no-recursion)
add_term(struct writing *w, Z3_ast term)
{
	w->nodes++;
	if (is_too_large(w) || w->is_interrupted)
		return;
	w->depth++;
	switch ((int)Z3_get_ast_kind(w->c, term)) {
	case Z3_QUANTIFIER_AST:
		add_quantifier(w, term);
		break;
	case Z3_VAR_AST:
		add_variable(w, term);
		break;
	case Z3_APP_AST:
		add_application(w, term);
		break;
	default:
		w->is_interrupted |= !add_literal(w->c, term, w->out);
	}
	if (!is_too_large(w))
		w->depth--;
}

/* Appends the term on one line, as libz3 writes it; what stands in quotes has
 * no line breaks of libz3's. */
static bool
add_by_libz3(Z3_context c, Z3_ast term, struct buf *out)
{
	DROP(text)
	char *text = string_literal_reread(interruptible_text(c, term));
	const char *from = text;

	for (const char *at = text; *at != '\0'; at++) {
		if (*at != '\n')
			continue;
		buf_add(out, from, (size_t)(at - from));
		buf_add_char(out, ' ');
		at += strspn(at, "\n ") - 1;
		from = at + 1;
	}
	buf_add_text(out, from);
	return text[0] != '\0';
}

bool
print_term_add(struct printer *p, Z3_ast term, struct buf *out)
{
	struct writing w = {.p = p, .c = p->c, .out = out, .root = term};
	size_t before = out->size;

	add_term(&w, term);
	if (is_too_large(&w) || w.is_interrupted)
		buf_truncate(out, before);
	if (is_too_large(&w))
		w.is_interrupted = !add_by_libz3(p->c, term, out);
	free(w.variables);
	termset_release(&w.parts);
	return !w.is_interrupted;
}

char *
print_term(struct printer *p, Z3_ast term)
{
	DROP(buf) struct buf out;

	buf_init(&out, SIZE_MAX / 2);
	(void)print_term_add(p, term, &out);
	return buf_detach(&out);
}
