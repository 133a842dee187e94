/* A name that libz3 does not know: what it most likely meant. */
#include <string.h>

#include "advice/message/rules.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/nearest.h"
#include "smt/names/builtin.h"
#include "smt/text/commands.h"

#define COUNT(table) (sizeof(table) / sizeof(*(table)))

/* --- the names in scope -------------------------------------------------- */

/* Built-in names are many and short: for a short word one is always near. */
enum { BUILTIN_MIN = 4 };

static const char *const known_sorts[] = {"Bool", "Int", "Real", "String",
	"Array", "BitVec", "FloatingPoint", "Float16", "Float32", "Float64",
	"Float128", "RoundingMode", "RegLan", "Seq", "List", "Set"};

static const char *const known_constants[] = {"true", "false",
	"roundNearestTiesToEven", "roundNearestTiesToAway",
	"roundTowardPositive", "roundTowardNegative", "roundTowardZero",
	"re.none", "re.all", "re.allchar"};

static bool
is_sort(const struct advice_symbol *symbol)
{
	return symbol->type != NULL && strcmp(symbol->type, ADVICE_SORT) == 0;
}

enum name_use { NAME_SORT, NAME_CONSTANT, NAME_FUNCTION };

/* Whether the name can stand where such a one is expected, as far as is known:
 * what a datatype declares has no type. */
static bool
fits(const struct advice_symbol *symbol, enum name_use use)
{
	if (symbol->type == NULL || use == NAME_SORT || is_sort(symbol))
		return symbol->type == NULL ||
		       is_sort(symbol) == (use == NAME_SORT);
	return type_is_function(symbol->type) == (use == NAME_FUNCTION);
}

static void
offer_builtins(struct nearest *nearest, enum name_use use)
{
	size_t i;

	for (i = 0; use == NAME_SORT && i < COUNT(known_sorts); i++)
		nearest_offer(nearest, known_sorts[i]);
	for (i = 0; use == NAME_CONSTANT && i < COUNT(known_constants); i++)
		nearest_offer(nearest, known_constants[i]);
	for (i = 0; use == NAME_FUNCTION && builtin_names[i] != NULL; i++)
		nearest_offer(nearest, builtin_names[i]);
}

/*
 * Did-you-mean: a step with the nearest name of those declared, of that use,
 * and built in. Nothing if none is near. Uses the parts {1} and {2}.
 */
static void
suggest_name(struct message *c, enum name_use use, const char *name)
{
	struct nearest nearest = {.word = name};
	const char *type;

	for (size_t i = 0; i < c->where->symbol_count; i++) {
		const struct advice_symbol *symbol = &c->where->symbols[i];

		if ((symbol->type == NULL ||
			    is_sort(symbol) == (use == NAME_SORT)) &&
			strcmp(symbol->name, name) != 0)
			nearest_offer(&nearest, symbol->name);
	}
	if (strlen(name) >= BUILTIN_MIN || use == NAME_SORT)
		offer_builtins(&nearest, use);
	/* A field of the records of data is called TABLE_FIELD. */
	for (size_t i = 0; i < c->where->symbol_count; i++) {
		const char *symbol = c->where->symbols[i].name;
		size_t size = strlen(symbol), field = strlen(name) + 1;

		if (nearest.best == NULL && size > field &&
			symbol[size - field] == '_' &&
			strcmp(symbol + size - field + 1, name) == 0)
			nearest.best = symbol;
	}
	if (nearest.best == NULL)
		return;
	message_part(c, 1, nearest.best, strlen(nearest.best));
	type = use != NAME_SORT ? message_type(c, nearest.best) : NULL;
	if (type != NULL)
		message_part(c, 2, type, strlen(type));
	rules_use(c, type == NULL	      ? "nearest"
		     : type_is_function(type) ? "nearest-function"
					      : "nearest-constant");
}

/* Some of the names that are declared, of that type unless it is NULL, for when
 * none is near: a step, if any fits. */
static void
scope_list(struct message *c, enum name_use use, const char *type)
{
	DROP(buf) struct buf names;
	size_t i;

	buf_init(&names, QUOTE_MAX);
	for (i = 0; i < c->where->symbol_count; i++) {
		const struct advice_symbol *symbol = &c->where->symbols[i];

		if (type != NULL ? symbol->type == NULL ||
					   strcmp(symbol->type, type) != 0
				 : !fits(symbol, use) ||
					   /* brought by a constructor */
					   (symbol->type == NULL &&
						   strncmp(symbol->name, "is-",
							   3) == 0))
			continue;
		if (!buf_add_format(&names, "%s%s", names.size > 0 ? ", " : "",
			    symbol->name))
			break;
	}
	message_part(c, 2, names.data, names.size);
	message_part(c, 3, ",...", i < c->where->symbol_count ? 4 : 0);
	rules_use(c, "names");
}

/* The word under the caret without the bars of a quoted symbol. */
static struct quote
bare_name(const struct message *c)
{
	size_t size = strlen(c->token.text);

	if (c->token.text[0] == '|' && size > 2)
		return quote_text(c->token.text + 1, size - 2);
	return c->token;
}

/* --- why it is not known ------------------------------------------------- */

/* A name that its own define-fun is about to define. */
ACTION(is_own_name)
{
	struct span child;

	return text_context_child(s, s->depth - 1, 0, &child) &&
	       span_is(s, child, "define-fun") &&
	       text_context_child(s, s->depth - 1, 1, &child) &&
	       span_is(s, child, c->token.text);
}

/* {1}: the later item that declares it */
ACTION(is_declared_later)
{
	if (c->where->late == NULL ||
		strcmp(c->where->late, c->token.text) != 0)
		return false;
	message_number(c, 1, (long)c->where->late_index);
	return true;
}

/* {1} is a declared name; {3}: how */
ACTION(part_is_declared)
{
	const char *type = message_type(c, c->parts[0].text);

	if (type != NULL)
		message_part(c, 3, type, strlen(type));
	return type != NULL;
}

/* A constructor or field that libz3 knows only after a mention of the sort with
 * its arguments. What a datatype declares has no type in the list. */
ACTION(is_unmentioned)
{
	const struct advice_symbol *symbol = message_symbol(c, c->token.text);

	return symbol != NULL && symbol->type == NULL;
}

/* (let ((z 1) (w z)) ...): z is bound beside the place, not around it; or, if
 * {1} is "body", (let ((z 1) (> z 0))). */
ACTION(is_bound_beside)
{
	struct span let, list, bound;

	for (size_t outward = 0; text_context_form(s, outward, &let);
		outward++) {
		struct span binding = {0, 0};

		if (!form_child(s, let, 0, &bound) ||
			!span_is(s, bound, "let") ||
			!form_child(s, let, 1, &list) ||
			s->token.offset >= list.offset + list.size)
			continue;
		while (form_after(s, list, &binding)) {
			if (!form_child(s, binding, 0, &bound) ||
				!span_is(s, bound, c->token.text))
				continue;
			message_part(
				c, 1, "body", form_count(s, let) == 2 ? 4 : 0);
			return true;
		}
	}
	return false;
}

/* (and (assert p) q), at the inner command, {form}; {1}: its first argument */
ACTION(is_inner_command)
{
	struct span form, head, argument;

	for (size_t outward = 0; outward + 1 < s->depth; outward++) {
		if (!text_context_form(s, outward, &form) ||
			!form_child(s, form, 0, &head) ||
			command_kind_find(span_slice(s, head)) >
				COMMAND_CHECK_SAT)
			continue;
		message_form(c, form);
		message_point_at(c, head);
		if (form_child(s, form, 1, &argument))
			message_part(
				c, 1, s->text + argument.offset, argument.size);
		return true;
	}
	return false;
}

/* A form around the place has a head of another language, (member x s) at s,
 * or one of ours in a place where only that can be meant, (for-all ((i Int)) p)
 * at the list: `do foreign ours`. The caret goes there. */
ACTION(is_in_foreign_form)
{
	enum { NEAR = 3 }; /* forms outwards */
	struct span form, head;

	for (size_t outward = 0; outward < NEAR; outward++) {
		struct message_mark mark = message_mark(c);
		struct quote name;

		if (!text_context_form(s, outward, &form) ||
			!form_child(s, form, 0, &head))
			continue;
		name = quote_span(s, head);
		if (!slice_is(c->argument, "ours") &&
			(builtin_has(name.text) ||
				message_type(c, name.text) != NULL))
			continue;
		message_form(c, form);
		message_point_at(c, head);
		if (rules_advise(c, "term", name.text))
			return true;
		message_back(c, &mark);
	}
	return false;
}

/* {1}: the binder before the place that binds the name: ((y Int)), (y 5) */
ACTION(has_left_its_binder)
{
	struct span token = {0, 0}, binder = {0, 0};
	enum token_kind kind;
	int depth = 0; /* in the list of what it binds */

	while (s->depth > 0 &&
		(kind = piece_next(s->text, s->size, token.offset + token.size,
			 &token)) != TOKEN_END &&
		token.offset < s->token.offset) {
		if (slice_is_one_of(
			    span_slice(s, token), "forall exists lambda let")) {
			binder = token;
			depth = 0;
		}
		depth += (kind == TOKEN_OPEN) - (kind == TOKEN_CLOSE);
		if (kind == TOKEN_CLOSE && depth == 0)
			binder.size = 0;
		if (binder.size == 0 || !piece_is_atom(kind) || depth != 2 ||
			!span_is(s, token, c->token.text) ||
			s->text[token.offset - 1] != '(' ||
			s->text[token.offset + token.size] != ' ')
			continue;
		message_part(c, 1, s->text + binder.offset, binder.size);
		return true;
	}
	return false;
}

/* --- a constant ---------------------------------------------------------- */

/* Whether an argument of that enclosing form (0 the innermost) is a Bool. */
static bool
wants_bool(const struct text_context *s, size_t outward)
{
	struct span head;

	return text_context_child(s, outward, 0, &head) &&
	       slice_is_one_of(span_slice(s, head),
		       "assert assert-soft and or not xor => implies");
}

/* The type of a constant beside the place in the same form, or NULL. */
static const char *
type_beside(const struct message *c, const struct text_context *s)
{
	struct span form, child;

	if (!text_context_form(s, 0, &form) || !form_child(s, form, 0, &child))
		return NULL;
	while (form_after(s, form, &child)) {
		const char *type = message_type(c, quote_span(s, child).text);

		if (type != NULL && !type_is_function(type))
			return type;
	}
	return NULL;
}

/* The names that it may have meant, and {2}: the sort that it would have. */
ACTION(suggests_constant)
{
	struct span head, first;
	bool is_condition = text_context_child(s, 0, 0, &head) &&
			    span_is(s, head, "ite") &&
			    text_context_child(s, 0, 1, &first) &&
			    first.offset == s->token.offset;
	const char *type = is_condition ? "Bool" : type_beside(c, s);
	bool is_of_declared_sort =
		type != NULL && message_symbol(c, type) != NULL;

	suggest_name(c, NAME_CONSTANT, bare_name(c).text);
	if (is_of_declared_sort && c->steps.count == 0)
		scope_list(c, NAME_CONSTANT, type);
	if (type == NULL && wants_bool(s, 0))
		type = "Bool";
	if (type == NULL)
		type = strncmp(c->head.text, "re.", 3) == 0 ||
				       strncmp(c->head.text, "str.", 4) == 0
			       ? "String"
			       : "Int";
	message_part(c, 2, type, strlen(type));
	return true;
}

/* `do list constants` and `do list functions`, where none is near. */
ACTION(lists_names)
{
	bool is_function = slice_is(c->argument, "functions");

	if (c->steps.count == (is_function ? 2 : 1))
		scope_list(
			c, is_function ? NAME_FUNCTION : NAME_CONSTANT, NULL);
	return true;
}

/* --- a function ---------------------------------------------------------- */

/* The names that it may have meant; {2}: the sorts of its arguments; {3}: the
 * sort of its result */
ACTION(suggests_function)
{
	struct quote sorts = c->parts[1];
	const char *result = wants_bool(s, 1) ? "Bool" : "Int";

	suggest_name(c, NAME_FUNCTION, bare_name(c).text);
	c->parts[1] = sorts;
	message_part(c, 3, result, strlen(result));
	return true;
}

ACTION(is_builtin)
{
	return builtin_has(c->token.text);
}

/* --- a declared name with other arguments -------------------------------- */

/* The domain of "(declare-fun f (Int Int) Bool)", without its parentheses. */
static bool
domain_of(struct slice declared, struct slice *domain)
{
	struct slice inner = {declared.start + 1, declared.length - 1};

	if (!sort_list_at(inner, 2, domain) || *domain->start != '(')
		return false;
	domain->start++;
	domain->length -= 2;
	return true;
}

/* (distinct (x y)); {3}: distinct */
ACTION(is_inner_list)
{
	struct span head, third;

	if (!text_context_child(s, 1, 0, &head) ||
		text_context_child(s, 1, 2, &third) ||
		!builtin_has_slice(span_slice(s, head)))
		return false;
	message_part(c, 3, s->text + head.offset, head.size);
	return true;
}

/* {1}: the sorts given; {2}: the declaration; {3}: those that it has */
static void
advise_declared(struct message *c, struct slice given, struct slice declared)
{
	struct slice domain;

	message_part(c, 1, given.start, given.length);
	message_part(c, 2, declared.start, declared.length);
	rules_use(c, "declared");
	if (c->steps.count > 0 || !domain_of(declared, &domain))
		return;
	message_part(c, 3, domain.start, domain.length);
	if (domain.length == 0)
		rules_use(c, "is-constant");
	else if (sort_list_count(domain) != sort_list_count(given))
		rules_use(c, "argument-count");
	else {
		c->captures[1] = given;
		c->captures[2] = domain;
		rules_use(c, "wrong-argument");
	}
}

/* --- libz3's words ------------------------------------------------------- */

/* The list in libz3's words that begins at the end of `mark`. */
static const char *
list_after(const char *words, const char *mark, struct slice *list)
{
	const char *found = strstr(words, mark);

	if (found == NULL)
		return NULL;
	found += strlen(mark) - 1;
	if (!sort_list_at(slice_of(found), 0, list) || list->length < 2)
		return NULL;
	return found;
}

/* libz3 stands at the name if it is alone, at the ")" if it is applied, and
 * after (_ name 3) or (as name Sort). */
static void
point_at_name(struct message *c, const struct text_context *s, bool is_applied)
{
	size_t begin = strlen("unknown constant ");
	struct span form, head;

	if (!is_applied && text_context_before(s, &form) &&
		(span_begins(s, form, "(_ ") || span_begins(s, form, "(as ")) &&
		form_head(s, form, &head) &&
		!span_begins(s, s->token, c->words + begin)) {
		message_form(c, form);
		message_point_at(c, head);
	} else if (s->kind == TOKEN_CLOSE && text_context_form(s, 0, &form) &&
		   form_head(s, form, &head)) {
		message_point_at(c, head);
	}
}

/* "unknown constant f (Int Int) declared: (declare-fun f (Int) Int)" */
ACTION(advises_unknown_name)
{
	struct slice given = {0}, declared = {0}, one, domain;
	const char *words = c->words;
	bool is_applied = list_after(c->words, " (", &given) != NULL;

	point_at_name(c, s, is_applied);
	if (!is_applied || s->kind != TOKEN_CLOSE)
		return rules_use(c, "unknown-constant");
	given.start++;
	given.length -= 2;
	/* Of several the one with as many arguments, else the first. */
	while ((words = list_after(words, "declared: (", &one)) != NULL)
		if (declared.length == 0 ||
			(domain_of(one, &domain) &&
				sort_list_count(domain) ==
					sort_list_count(given)))
			declared = one;
	if (declared.length > 0) {
		advise_declared(c, given, declared);
		return true;
	}
	message_part(c, 2, given.start, given.length);
	return rules_use(c, "unknown-function");
}

/* libz3 names the "(" or ")" of a form; the sort stands in it. {1}: it */
ACTION(points_at_sort)
{
	struct quote name =
		quote_text(c->captures[1].start, c->captures[1].length);
	struct span child = {0, 0};
	struct span form;

	while (text_context_form(s, 0, &form) && form_after(s, form, &child))
		if (span_is(s, child, name.text))
			message_point_at(c, child);
	c->token = name;
	return true;
}

ACTION(suggests_sort)
{
	suggest_name(c, NAME_SORT, c->parts[1].text);
	return true;
}

/* Of a case of match libz3 names the place after the pattern. */
ACTION(suggests_constructor)
{
	struct quote name =
		quote_text(c->captures[0].start, c->captures[0].length);
	struct span token = {.offset = s->depth > 0 ? s->opens[0] : 0};
	struct span found = {0, 0};

	while (piece_next(s->text, s->size, token.offset + token.size,
		       &token) != TOKEN_END &&
		token.offset <= s->token.offset)
		if (span_is(s, token, name.text))
			found = token;
	if (found.size > 0)
		message_point_at(c, found);
	c->token = name;
	if (is_unmentioned(c, s))
		return rules_use(c, "unmentioned");
	suggest_name(c, NAME_FUNCTION, name.text);
	return rules_use(c, "tester");
}

const struct rule_action name_actions[] = {
	{"own-name", is_own_name},
	{"declared-later", is_declared_later},
	{"part-is-declared", part_is_declared},
	{"unmentioned", is_unmentioned},
	{"bound-beside", is_bound_beside},
	{"inner-command", is_inner_command},
	{"foreign", is_in_foreign_form},
	{"left-its-binder", has_left_its_binder},
	{"suggest-constant", suggests_constant},
	{"list", lists_names},
	{"suggest-function", suggests_function},
	{"is-builtin", is_builtin},
	{"inner-list", is_inner_list},
	{"unknown", advises_unknown_name},
	{"aim-at-sort", points_at_sort},
	{"suggest-sort", suggests_sort},
	{"suggest-constructor", suggests_constructor},
	{NULL, NULL},
};
