#include "advice/refusal.h"

#include <stdio.h>
#include <string.h>

#include "advice/operators.h"
#include "advice/words.h"
#include "smt/builtin.h"

/* The word under the caret without the bars of a quoted symbol. */
static struct quote
bare_name(const struct scene *s, struct span at)
{
	if (span_first(s, at) == '|' && at.size > 2)
		return quote_text(s->text + at.offset + 1, at.size - 2);
	return quote_span(s, at);
}

static void
tell_word(struct counsel *c, const struct word *word)
{
	counsel_cause(c, word->cause);
	counsel_step(c, word->steps[0]);
	counsel_step(c, word->steps[1]);
}

static void
tell_nearest(struct counsel *c, const struct telling *t, enum word_use use,
	const char *name)
{
	const char *type;
	const char *best = word_nearest(use, name, t->where, &type);

	if (best == NULL)
		return;
	counsel_part(c, 1, best, strlen(best));
	if (type == NULL) {
		counsel_step(c, "Did you mean `{1}`?");
		return;
	}
	counsel_part(c, 2, type, strlen(type));
	counsel_step(c, "Did you mean `{1}`, which is declared as {2}?");
}

static void
tell_unknown_sort(struct counsel *c, const struct telling *t)
{
	struct quote name =
		quote_text(t->captures[1].text, t->captures[1].size);
	const struct word *word = word_find(WORD_SORT, name.text);
	struct span form, child;
	size_t i;

	/* libz3 names the "(" or ")" of a form; the sort stands in it. */
	for (i = 0; scene_form(t->scene, 0, &form) &&
		    form_child(t->scene, form, i, &child);
		i++)
		if (span_is(t->scene, child, name.text))
			counsel_aim(c, t->scene, child);
	if (word != NULL) {
		tell_word(c, word);
		return;
	}
	counsel_cause(c, "no sort of this name is built in or declared before "
			 "this place");
	tell_nearest(c, t, WORD_SORT, name.text);
	counsel_part(c, 1, name.text, strlen(name.text));
	counsel_step(c, "Built in are Bool, Int, Real, String, (_ BitVec 8), "
			"(Array Int Int), (Seq Int), Float32, Float64.");
	counsel_step(c,
		"Or declare it first: (declare-sort {1} 0), or "
		"(declare-datatype {1} ((red) (green))) with the values "
		"that it has.");
}

/* Some of the names in scope, when none is near. */
static void
tell_scope(struct counsel *c, const struct telling *t)
{
	char names[QUOTE_MAX] = "";
	size_t used = 0;
	size_t i;

	for (i = 0; i < t->where->symbol_count; i++) {
		const char *name = t->where->symbols[i].name;

		if (used + strlen(name) + 3 > sizeof(names))
			break;
		used += (size_t)sprintf(
			names + used, "%s%s", used > 0 ? ", " : "", name);
	}
	if (used == 0)
		return;
	counsel_part(c, 2, names, used);
	counsel_step(c, i < t->where->symbol_count
				? "Or use a declared name: {2}, ..."
				: "Or use a declared name: {2}.");
}

/* "unknown constant x": no arguments. */
static void
tell_unknown_constant(struct counsel *c, const struct telling *t)
{
	struct quote name = bare_name(t->scene, c->at);
	const struct word *word = word_find(WORD_TERM, name.text);

	if (word != NULL) {
		tell_word(c, word);
		return;
	}
	if (operators_in_word(c, t->scene, c->at))
		return;
	counsel_cause(c, "nothing of this name is declared before this place");
	tell_nearest(c, t, WORD_TERM, name.text);
	counsel_step(c, "Declare it first: (declare-const {token} Int), with "
			"the sort that it has.");
	if (c->step_count == 1)
		tell_scope(c, t);
}

/* A step that declares a function with the sorts that it was given. */
static void
tell_declare(struct counsel *c, struct sort_text sorts)
{
	if (sorts.size == 0)
		return;
	counsel_part(c, 2, sorts.text, sorts.size);
	counsel_step(c, "Declare it first: (declare-fun {token} ({2}) Int), "
			"with the result that it has, or define it with "
			"define-fun.");
}

/* `sorts` are those of the arguments: Int (Array Int Int) */
static void
tell_unknown_function(
	struct counsel *c, const struct telling *t, struct sort_text sorts)
{
	struct quote name = bare_name(t->scene, c->at);
	const struct word *word = word_find(WORD_TERM, name.text);

	counsel_part(c, 2, sorts.text, sorts.size);
	if (word == NULL && builtin_has(name.text)) {
		counsel_problem(c, "`{token}` cannot be applied to ({2})");
		counsel_cause(c, "it is built in, but with other arguments");
		counsel_step(c, "It is written {shape}, for example "
				"{example}.");
		counsel_step(c, "Check the number and the sorts of the "
				"arguments in {form}.");
		return;
	}
	if (word != NULL) {
		tell_word(c, word);
		return;
	}
	if (operators_in_word(c, t->scene, c->at))
		return;
	counsel_cause(c, "no function of this name is built in or declared "
			 "before this place");
	tell_nearest(c, t, WORD_TERM, name.text);
	tell_declare(c, sorts);
	if (c->step_count == 1)
		tell_scope(c, t);
}

/* The domain of "(declare-fun f (Int Int) Bool)", without its brackets. */
static bool
domain_of(struct sort_text declared, struct sort_text *domain)
{
	struct sort_text inner = {declared.text + 1, declared.size - 1};

	if (!sort_at(inner, 2, domain) || *domain->text != '(')
		return false;
	domain->text++;
	domain->size -= 2;
	return true;
}

/* A declared function with too many or few arguments, or one of a wrong sort:
 * captures are the sorts given and the first declaration. */
static void
tell_declared(struct counsel *c, const struct telling *t,
	struct sort_text given, struct sort_text declared)
{
	struct sort_text domain, due, had;
	struct span form, argument;
	size_t i;

	counsel_part(c, 1, given.text, given.size);
	counsel_part(c, 2, declared.text, declared.size);
	counsel_problem(c, "`{token}` cannot be applied to ({1})");
	counsel_cause(c, "it is declared as {2}");
	if (!domain_of(declared, &domain) || !scene_form(t->scene, 0, &form))
		return;
	if (domain.size == 0) {
		counsel_step(c, "`{token}` is a constant and takes no "
				"arguments: write {token} alone.");
		counsel_step(c, "If it is an array, read it with (select "
				"{token} INDEX).");
		return;
	}
	if (sort_count(domain) != sort_count(given)) {
		counsel_part(c, 3, domain.text, domain.size);
		counsel_step(c, "Give it exactly the arguments ({3}).");
		return;
	}
	for (i = 0; sort_at(domain, i, &due) && sort_at(given, i, &had); i++) {
		if (sort_is(due, had) ||
			!form_child(t->scene, form, i + 1, &argument))
			continue;
		counsel_aim(c, t->scene, argument);
		sorts_advise(c, t->scene, due, had);
		return;
	}
}

/* The list in libz3's words that begins at the end of `mark`. */
static bool
list_behind(const char *words, const char *mark, struct sort_text *list)
{
	const char *found = strstr(words, mark);

	if (found == NULL)
		return false;
	found += strlen(mark) - 1;
	return sort_at((struct sort_text){found, strlen(found)}, 0, list) &&
	       list->size >= 2;
}

/* All of "unknown constant ...": a name alone, or the head of a form. */
static void
tell_unknown(struct counsel *c, const struct telling *t)
{
	const struct scene *s = t->scene;
	struct sort_text given = {0}, declared = {0};
	struct span form, head;

	if (s->kind != PIECE_CLOSE || !scene_form(s, 0, &form) ||
		!form_head(s, form, &head)) {
		tell_unknown_constant(c, t);
		return;
	}
	counsel_aim(c, s, head);
	counsel_problem(c, "`{token}` is not known");
	if (!list_behind(t->words, " (", &given)) {
		tell_unknown_constant(c, t);
		return;
	}
	given.text++;
	given.size -= 2;
	if (list_behind(t->words, "declared: (", &declared))
		tell_declared(c, t, given, declared);
	else
		tell_unknown_function(c, t, given);
}

/* (x) or (f): a name in parentheses without arguments. */
static void
tell_no_arguments(struct counsel *c, const struct telling *t)
{
	struct quote name = c->head;

	if (operators_in_word(c, t->scene, c->at))
		return;
	if (builtin_has(name.text)) {
		counsel_problem(c, "`{token}` has no arguments");
		counsel_step(c, "It is written {shape}, for example "
				"{example}.");
		counsel_step(c, "Write its arguments behind it: ({token} a "
				"b).");
		return;
	}
	counsel_problem(c, "`{token}` stands in parentheses without "
			   "arguments");
	counsel_cause(c, "parentheses apply a function; a constant has none");
	counsel_step(c, "For a constant write {token} alone.");
	counsel_step(c, "For a function write its arguments: ({token} "
			"ARGUMENT ...).");
}

/* ((f x) y), (for-all ((i Int)) ...), ((extract 7 0) b) */
static void
tell_list_head(struct counsel *c, const struct telling *t)
{
	struct span form, head;
	size_t outward;

	for (outward = 0; scene_form(t->scene, outward, &form); outward++) {
		const struct word *word;

		if (!form_child(t->scene, form, 0, &head))
			continue;
		word = word_find(WORD_TERM, quote_span(t->scene, head).text);
		if (word == NULL || outward > 2)
			continue;
		counsel_aim(c, t->scene, head);
		counsel_problem(c, "`{token}` is not known");
		tell_word(c, word);
		return;
	}
	counsel_step(c, "An operator with an index is written {shape}, for "
			"example {example}.");
	counsel_step(c, "Write (f x), not ((f) x) or ((f x)); a form must "
			"begin with a name.");
}

static void
tell_taken(struct counsel *c, const struct telling *t)
{
	counsel_step(c, "Choose another name for one of the two.");
	counsel_step(c, t->where->is_script
				? "If both mean the same, delete one of them."
				: "If both mean the same, leave this one out; "
				  "to change the first, use replace_item on "
				  "the item that declares it.");
}

static void
tell_ambiguous(struct counsel *c, const struct telling *t)
{
	(void)t;
	counsel_step(c, "Rename one of the two declarations of `{token}`, "
			"here and where it is used.");
	counsel_step(c, "Or say which one is meant: (as {token} Int), with "
			"the sort of that one.");
}

static void
tell_unknown_tester(struct counsel *c, const struct telling *t)
{
	struct quote name =
		quote_text(t->captures[0].text, t->captures[0].size);

	tell_nearest(c, t, WORD_TERM, name.text);
	counsel_step(c, "A test for a constructor is written ((_ is cons) l), "
			"with a constructor of the datatype of l.");
}

/* clang-format off */
const struct refusal name_refusals[] = {
	{"unknown constant *", AIM_TOKEN, "`{token}` is not known", NULL,
		{NULL}, tell_unknown},
	{"*unknown sort '*'", AIM_TOKEN, "the sort `{2}` is not known", NULL,
		{NULL}, tell_unknown_sort},
	{"invalid function application, arguments missing", AIM_HEAD, NULL,
		NULL, {NULL}, tell_no_arguments},
	{"invalid qualified/indexed identifier, '_' or 'as' expected",
		AIM_TOKEN, "a form cannot begin with this form",
		"only (_ NAME INDEX ...) and (as NAME SORT) may stand where an "
		"operator is due", {NULL}, tell_list_head},
	{"invalid declaration, * '*' (with the given signature) already "
		"declared", AIM_TOKEN, "`{2}` is declared twice",
		"the same name with the same sorts is already declared before "
		"this place", {NULL}, tell_taken},
	{"invalid * declaration already defined with this name *", AIM_TOKEN,
		"`{2}` is declared twice",
		"a declaration or definition of this name stands before this "
		"place", {NULL}, tell_taken},
	{"invalid declaration, named expression already defined with this "
		"name *", AIM_TOKEN, "`{1}` is declared twice",
		"a definition of this name stands before this place",
		{NULL}, tell_taken},
	{"named expression already defined", AIM_TOKEN,
		"this name is already taken",
		"a label (:named) or definition of the same name stands "
		"before this place", {NULL}, tell_taken},
	{"invalid sort declaration, sort already declared/defined",
		AIM_TOKEN, "the sort `{token}` exists already",
		"it is built in, or declared before this place", {NULL},
		tell_taken},
	{"invalid sort definition, sort already declared/defined",
		AIM_TOKEN, "the sort `{token}` exists already",
		"it is built in, or declared before this place", {NULL},
		tell_taken},
	{"sort already defined *", AIM_TOKEN, "the sort `{1}` exists already",
		"it is built in, or declared before this place", {NULL},
		tell_taken},
	{"ambiguous constant reference*", AIM_TOKEN,
		"it is not clear which `{token}` is meant",
		"the name is declared more than once, with different sorts",
		{NULL}, tell_ambiguous},
	{"ambiguous function declaration reference*", AIM_TOKEN,
		"it is not clear which `{token}` is meant",
		"the name is declared more than once, with different sorts",
		{NULL}, tell_ambiguous},
	{"invalid function declaration reference, unknown function *",
		AIM_TOKEN, "there is no constructor or function `{1}`",
		NULL, {NULL}, tell_unknown_tester},
	{NULL, AIM_TOKEN, NULL, NULL, {NULL}, NULL},
};
/* clang-format on */
