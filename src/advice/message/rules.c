#include "advice/message/rules.h"

#include <assert.h>
#include <regex.h>
#include <string.h>

#include "base/alloc.h"

/* Bytes of a line or token that a regular expression looks at. */
enum { SUBJECT_MAX = 400 };

/* --- the file ----------------------------------------------------------- */

/* The line at *at without its break; *at is after it. False at the end. */
static bool
next_line(const char **at, struct slice *line)
{
	line->start = *at;
	line->length = strcspn(*at, "\n");
	*at += line->length + ((*at)[line->length] == '\n');
	return *line->start != '\0';
}

/* What is before the first blank of the line, and what follows it. */
static void
cut(struct slice line, struct slice *word, struct slice *rest)
{
	const char *blank = memchr(line.start, ' ', line.length);
	size_t size =
		blank != NULL ? (size_t)(blank - line.start) : line.length;
	size_t used = size + (blank != NULL);

	*word = (struct slice){line.start, size};
	*rest = (struct slice){line.start + used, line.length - used};
}

bool
rules_next(const char *text, struct rule *rule)
{
	const char *at = rule->kind.start != NULL
				 ? rule->pattern.start + rule->pattern.length
				 : text;
	struct slice line;

	while (next_line(&at, &line)) {
		if (line.length == 0 || strchr("\t#", *line.start) != NULL ||
			slice_is(line, "or"))
			continue;
		cut(line, &rule->kind, &rule->pattern);
		/* After all patterns of the rule. */
		while (*at != '\0' && *at != '\t' && next_line(&at, &line))
			;
		rule->body = at;
		return true;
	}
	return false;
}

/* --- patterns ----------------------------------------------------------- */

bool
rules_fit(struct slice pattern, const char *words, struct slice captures[])
{
	const char *at = pattern.start;
	const char *end = at + pattern.length;
	size_t count = 0;

	for (;;) {
		const char *star = memchr(at, '*', (size_t)(end - at));
		size_t plain = (size_t)((star != NULL ? star : end) - at);
		const char *found;

		if (strncmp(at, words, plain) != 0)
			return false;
		words += plain;
		if (star == NULL)
			return true;
		at = star + 1;
		star = memchr(at, '*', (size_t)(end - at));
		plain = (size_t)((star != NULL ? star : end) - at);
		found = plain > 0 ? memmem(words, strlen(words), at, plain)
				  : words + strlen(words);
		if (found == NULL)
			return false;
		if (count < MESSAGE_CAPTURES)
			captures[count++] =
				(struct slice){words, (size_t)(found - words)};
		words = found;
	}
}

/* The next word of a list; false at its end. */
static bool
next_word(struct slice *list, struct slice *word)
{
	if (list->length == 0)
		return false;
	cut(*list, word, list);
	return true;
}

static bool
lists(struct slice list, struct slice word, bool counts_prefix)
{
	struct slice one;

	while (next_word(&list, &one))
		if ((one.length == word.length ||
			    (counts_prefix && one.length < word.length)) &&
			memcmp(one.start, word.start, one.length) == 0)
			return true;
	return false;
}

/* --- the lines of a body ------------------------------------------------ */

static bool
holds(struct slice text, struct slice piece)
{
	return text.length > 0 && memmem(text.start, text.length, piece.start,
					  piece.length) != NULL;
}

static bool
text_holds(const struct message *c, struct slice pieces)
{
	struct slice text = {c->context.text, c->context.size};
	struct slice piece;

	while (next_word(&pieces, &piece))
		if (holds(text, piece))
			return true;
	return false;
}

/* The groups of the expression become {1}, {2} and so on. False if it does not
 * match; else *end is the length of what is matched. */
static bool
matches(struct message *c, struct slice expression, struct slice subject,
	size_t *end)
{
	size_t used =
		subject.length < SUBJECT_MAX ? subject.length : SUBJECT_MAX;
	DROP(text)
	char *pattern = text_copy_n(expression.start, expression.length);
	DROP(text) char *text = text_copy_n(subject.start, used);
	regmatch_t groups[MESSAGE_PARTS + 1];
	regex_t compiled;
	bool found;

	if (regcomp(&compiled, pattern, REG_EXTENDED) != 0)
		return false;
	found = regexec(&compiled, text, MESSAGE_PARTS + 1, groups, 0) == 0;
	for (size_t i = 1; found && i <= compiled.re_nsub; i++)
		message_part(c, i,
			text + (groups[i].rm_so < 0 ? 0 : groups[i].rm_so),
			(size_t)(groups[i].rm_eo - groups[i].rm_so));
	regfree(&compiled);
	*end = found ? (size_t)groups[0].rm_eo : 0;
	return found;
}

/* The caret goes under all that is matched. */
static bool
matches_from_here(struct message *c, struct slice expression)
{
	const struct text_context *s = &c->context;
	size_t at = c->at.offset;
	size_t size = strcspn(s->text + at, "\n");
	size_t end;

	if (size > s->size - at)
		size = s->size - at;
	if (!matches(c, expression, (struct slice){s->text + at, size}, &end))
		return false;
	message_point_at(c, (struct span){at, end});
	return true;
}

static bool advise(struct message *c, struct slice kind, struct slice word);

static bool
is_in(struct message *c, struct slice heads)
{
	struct span form, head;

	for (size_t i = 0; text_context_form(&c->context, i, &form); i++)
		if (form_child(&c->context, form, 0, &head) &&
			lists(heads, span_slice(&c->context, head), false)) {
			message_form(c, form);
			return true;
		}
	return false;
}

/* libz3 mostly names the ")" of the form that it means. */
static void
point_at(struct message *c, struct slice place)
{
	struct span form, child;
	size_t count;

	if (slice_is(place, "token") ||
		!text_context_form(
			&c->context, slice_is(place, "outer"), &form))
		return;
	message_form(c, form);
	count = form_count(&c->context, form);
	if ((slice_is(place, "head") && form_head(&c->context, form, &child)) ||
		(slice_is(place, "last") && count > 0 &&
			form_child(&c->context, form, count - 1, &child)))
		form = child;
	message_point_at(c, form);
}

static bool
act(struct message *c, struct slice rest)
{
	struct slice name;

	cut(rest, &name, &c->argument);
	for (const struct rule_action *const *list = c->rules->actions;
		*list != NULL; list++)
		for (const struct rule_action *a = *list; a->name != NULL; a++)
			if (slice_is(name, a->name))
				return a->act(c, &c->context);
	assert(!"an action that is not there");
	return false;
}

/* The value of a variable matches. */
static bool
variable_matches(struct message *c, struct slice name, struct slice rest)
{
	DROP(text) char *value = NULL;
	struct slice found = message_variable(c, name);
	size_t ignored;

	if (found.length == 0)
		return false;
	/* Its own groups become parts. */
	value = text_copy_n(found.start, found.length);
	return matches(c, rest, slice_of(value), &ignored);
}

/*
 * Replaces the characters of {N} by blanks. It writes one blank between two
 * words and none at the ends: "x,y" and "x , y" become "x y".
 */
static void
separate_part(struct message *c, struct slice rest)
{
	struct slice number, characters;
	char *start, *to, *from;
	bool is_apart = false;

	cut(rest, &number, &characters);
	start = to = from = c->parts[*number.start - '1'].text;
	for (; *from != '\0'; from++) {
		if (*from == ' ' || memchr(characters.start, *from,
					    characters.length) != NULL) {
			is_apart = true;
			continue;
		}
		if (is_apart && to > start)
			*to++ = ' ';
		is_apart = false;
		*to++ = *from;
	}
	*to = '\0';
}

/* Takes the characters out of {N}. */
static void
drop_from_part(struct message *c, struct slice rest)
{
	struct slice number, characters;
	char *to, *from;

	cut(rest, &number, &characters);
	to = from = c->parts[*number.start - '1'].text;
	for (; *from != '\0'; from++)
		if (memchr(characters.start, *from, characters.length) == NULL)
			*to++ = *from;
	*to = '\0';
}

/* Each word of {N} gets parentheses. */
static void
wrap_part(struct message *c, struct slice number)
{
	size_t part = (size_t)(*number.start - '1');
	struct slice list = slice_of(c->parts[part].text), word;
	DROP(buf) struct buf out;

	buf_init(&out, QUOTE_MAX);
	while (next_word(&list, &word))
		if (word.length > 0)
			buf_add_format(&out, "%s(%.*s)",
				out.size > 0 ? " " : "", (int)word.length,
				word.start);
	message_part(c, part + 1, out.data, out.overflowed ? 0 : out.size);
}

/* The rest of them: not about the text under the caret. */
static bool
state_applies(struct message *c, struct slice verb, struct slice rest)
{
	struct slice name;

	if (slice_is(verb, "outside"))
		return c->context.depth == 0;
	if (slice_is(verb, "atom"))
		return piece_is_atom(c->context.kind);
	if (slice_is(verb, "said"))
		return holds(slice_of(c->said), rest);
	if (slice_is(verb, "part")) {
		cut(rest, &name, &rest);
		return variable_matches(c, name, rest);
	}
	if (slice_is(verb, "known"))
		return message_variable(c, rest).length > 0;
	if (slice_is(verb, "steps"))
		return rest.length == 0
			       ? c->steps.count > 0
			       : c->steps.count == (size_t)(*rest.start - '0');
	if (slice_is(verb, "script"))
		return c->where->is_script;
	assert(slice_is(verb, "term"));
	return c->where->is_term;
}

static bool
condition_applies(struct message *c, struct slice verb, struct slice rest)
{
	const struct text_context *s = &c->context;
	size_t at = c->at.offset, ignored;

	if (slice_is(verb, "is"))
		return lists(rest, span_slice(s, c->at), false);
	if (slice_is(verb, "begins"))
		return lists(
			rest, (struct slice){s->text + at, s->size - at}, true);
	if (slice_is(verb, "token"))
		return matches(c, rest, span_slice(s, c->at), &ignored);
	if (slice_is(verb, "line"))
		return matches(
			c, rest, span_slice(s, text_context_line(s)), &ignored);
	if (slice_is(verb, "match"))
		return matches_from_here(c, rest);
	if (slice_is(verb, "form"))
		return variable_matches(c, verb, rest);
	if (slice_is(verb, "holds"))
		return text_holds(c, rest);
	if (slice_is(verb, "head"))
		return lists(rest, slice_of(c->head.text), false);
	if (slice_is(verb, "in"))
		return is_in(c, rest);
	return state_applies(c, verb, rest);
}

/* Follows a line; false if it is a condition that does not hold. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
follow_line(struct slice verb, struct slice rest, struct message *c)
{
	if (slice_is(verb, "problem"))
		message_problem(c, rest);
	else if (slice_is(verb, "cause"))
		message_cause(c, rest);
	else if (slice_is(verb, "step"))
		message_step(c, rest);
	else if (slice_is(verb, "at"))
		point_at(c, rest);
	else if (slice_is(verb, "drop"))
		drop_from_part(c, rest);
	else if (slice_is(verb, "separate"))
		separate_part(c, rest);
	else if (slice_is(verb, "wrap"))
		wrap_part(c, rest);
	else if (slice_is(verb, "use"))
		return advise(c, slice_of("say"), rest) || true;
	else if (slice_is(verb, "name"))
		return advise(c, rest, slice_of(c->token.text));
	else if (slice_is(verb, "do"))
		return act(c, rest);
	else if (!slice_is(verb, "example"))
		return condition_applies(c, verb, rest);
	return true;
}

/* False, and the message as it was, if no alternative applies. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
follow(const char *body, struct message *c)
{
	const struct message_mark mark = message_mark(c);
	struct slice line, verb, rest;
	bool applies = true;

	while (next_line(&body, &line)) {
		if (*line.start != '\t') {
			if (applies || !slice_is(line, "or"))
				break;
			applies = true;
		} else if (applies) {
			line = (struct slice){line.start + 1, line.length - 1};
			cut(line, &verb, &rest);
			applies = follow_line(verb, rest, c);
			if (!applies)
				message_back(c, &mark);
		}
	}
	return applies;
}

/* The next rule of any of the files. */
static bool
next_rule(const struct rules *r, size_t *file, struct rule *rule)
{
	while (r->files[*file] != NULL) {
		if (rules_next(r->files[*file], rule))
			return true;
		*rule = (struct rule){0};
		++*file;
	}
	return false;
}

static bool // NOLINTNEXTLINE(misc-no-recursion)
advise(struct message *c, struct slice kind, struct slice word)
{
	struct rule rule = {0};
	size_t file = 0;

	while (next_rule(c->rules, &file, &rule))
		if (slice_equals(rule.kind, kind) &&
			(rule.pattern.length == 0 ||
				lists(rule.pattern, word, false)) &&
			follow(rule.body, c))
			return true;
	return false;
}

bool
rules_advise(struct message *c, const char *kind, const char *word)
{
	return advise(c, slice_of(kind), slice_of(word));
}

bool
rules_use(struct message *c, const char *name)
{
	rules_advise(c, "say", name);
	return true;
}

bool
rules_match(struct message *c, const char *kind, const char *words)
{
	struct rule rule = {0};
	size_t file = 0;

	while (next_rule(c->rules, &file, &rule)) {
		struct slice captures[MESSAGE_CAPTURES] = {0};
		struct message_mark mark = message_mark(c);

		if (!slice_is(rule.kind, kind) ||
			!rules_fit(rule.pattern, words, captures))
			continue;
		memcpy(c->captures, captures, sizeof(c->captures));
		for (size_t i = 0; i < MESSAGE_CAPTURES; i++)
			if (captures[i].length > 0)
				message_part(c, i + 1, captures[i].start,
					captures[i].length);
		if (follow(rule.body, c))
			return true;
		message_back(c, &mark);
	}
	return false;
}
