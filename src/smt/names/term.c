#include "smt/names/term.h"

#include "smt/text/command_kind.h"
#include "smt/text/lexer.h"
#include "smt/text/lexical_limits.h"
#include "smt/text/text.h"
#include "smt/text/token.h"

/* Lists around a term where it is used: (check-sat-assuming (TERM)). */
enum { DEPTH_AROUND = 2 };

struct reading {
	const char *text;
	struct lexer lexer;
	struct lexical_limits ceiling;
	struct token first;
	size_t end; /* behind the term */
};

static bool
is_command(const char *text, const struct token *head)
{
	return token_is_symbol(head) &&
	       command_kind_find(token_name(text, head)) <=
		       COMMAND_GET_OBJECTIVES;
}

/*
 * Wherever a line begins with a command's name the reader of a script takes
 * the command before for unfinished; and a term that is one is a common slip.
 */
static bool
check_head(struct reading *r, const struct token *open,
	const struct token *head, struct diagnostic *fault)
{
	if ((open->column != 1 && open->offset != r->first.offset) ||
		!is_command(r->text, head))
		return true;
	return diagnostic_at(fault, DIAGNOSTIC_REFUSED, head,
		"a term is due here, not a command; leave %.*s and its "
		"parentheses out",
		(int)head->length, r->text + head->offset);
}

static bool
read_list(struct reading *r, struct diagnostic *fault)
{
	struct token previous = r->first;
	struct token t;

	while (r->ceiling.depth > DEPTH_AROUND) {
		if (!lexer_next(&r->lexer, &t, fault))
			return false;
		if (t.kind == TOKEN_END) {
			size_t missing = r->ceiling.depth - DEPTH_AROUND;

			return diagnostic_at(fault, DIAGNOSTIC_UNCLOSED,
				&r->first, "%zu \")\" %s missing at the end",
				missing, missing == 1 ? "is" : "are");
		}
		if (!lexical_limits_pass(&r->ceiling, &t, fault) ||
			(previous.kind == TOKEN_OPEN &&
				!check_head(r, &previous, &t, fault)))
			return false;
		previous = t;
	}
	r->end = previous.offset + previous.length;
	return true;
}

static bool
read_term(struct reading *r, struct diagnostic *fault)
{
	struct token *first = &r->first;

	if (!lexer_next(&r->lexer, first, fault))
		return false;
	if (first->kind == TOKEN_END)
		return diagnostic_at(fault, DIAGNOSTIC_EMPTY, first, "%s", "");
	if (first->kind == TOKEN_CLOSE)
		return diagnostic_at(
			fault, DIAGNOSTIC_UNOPENED, first, "%s", "");
	if (first->kind == TOKEN_KEYWORD)
		return diagnostic_at(fault, DIAGNOSTIC_REFUSED, first,
			"a term is due here, and a keyword is none");
	if (!lexical_limits_pass(&r->ceiling, first, fault))
		return false;
	r->end = first->offset + first->length;
	return first->kind != TOKEN_OPEN || read_list(r, fault);
}

static bool
read_end(struct reading *r, struct diagnostic *fault)
{
	struct token t;

	if (!lexer_next(&r->lexer, &t, fault))
		return false;
	if (t.kind == TOKEN_END)
		return true;
	if (t.kind == TOKEN_CLOSE)
		return diagnostic_at(fault, DIAGNOSTIC_UNOPENED, &t, "%s", "");
	return diagnostic_at(fault, DIAGNOSTIC_REFUSED, &t,
		"one term is due here, and a second one begins with this");
}

bool
term_check(const char *text, size_t size, size_t *start, size_t *length,
	struct diagnostic *fault)
{
	struct reading r = {.text = text};

	if (!text_check(text, size, fault))
		return false;
	lexer_init(&r.lexer, text, size);
	lexical_limits_init(&r.ceiling, text, COMMAND_ASSERT);
	r.ceiling.depth = DEPTH_AROUND;
	if (!read_term(&r, fault) || !read_end(&r, fault))
		return false;
	*start = r.first.offset;
	*length = r.end - r.first.offset;
	return true;
}
