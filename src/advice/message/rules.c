#include "advice/message/rules.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

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

/* After the patterns of the rule. */
static const char *
body_of(const char *at)
{
	struct slice line;

	while (*at != '\0' && *at != '\t' && next_line(&at, &line))
		;
	return at;
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
		rule->body = body_of(at);
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

/* A word goes on where letters follow its letters. */
static bool
begins_with_word(struct slice line, struct slice word)
{
	return word.length <= line.length &&
	       memcmp(line.start, word.start, word.length) == 0 &&
	       (word.length == line.length ||
		       !isalnum((unsigned char)word.start[word.length - 1]) ||
		       !isalnum((unsigned char)line.start[word.length]));
}

/* Of the line of the place: "line", "holds", "words". */
static bool
line_applies(const struct message *c, struct slice verb, struct slice list)
{
	struct slice line = span_slice(c->scene, text_context_line(c->scene));
	struct slice word;
	bool is_words = slice_is(verb, "words");

	while (next_word(is_words ? &line : &list, &word))
		if (is_words			 ? lists(list, word, false)
			: slice_is(verb, "line") ? begins_with_word(line, word)
						 : holds(line, word))
			return true;
	return false;
}

static bool
is_in(struct message *c, struct slice heads)
{
	struct span form, head;

	for (size_t i = 0; text_context_form(c->scene, i, &form); i++)
		if (form_child(c->scene, form, 0, &head) &&
			lists(heads, span_slice(c->scene, head), false)) {
			message_form(c, form);
			return true;
		}
	return false;
}

/* libz3 mostly names the ")" of the form that it means. */
static void
aim(struct message *c, struct slice place)
{
	struct span form, child;
	size_t count;

	if (slice_is(place, "token") ||
		!text_context_form(c->scene, slice_is(place, "outer"), &form))
		return;
	message_form(c, form);
	count = form_count(c->scene, form);
	if ((slice_is(place, "head") && form_head(c->scene, form, &child)) ||
		(slice_is(place, "last") && count > 0 &&
			form_child(c->scene, form, count - 1, &child)))
		form = child;
	message_aim(c, form);
}

static bool
act(const struct rules *r, struct slice name, struct message *c)
{
	const struct rule_action *a = r->actions;

	while (a->name != NULL && !slice_is(name, a->name))
		a++;
	assert(a->name != NULL);
	return a->act(c, c->scene);
}

static bool
has_part(const struct message *c, struct slice rest)
{
	struct slice number, text;

	cut(rest, &number, &text);
	return slice_is(text, c->parts[*number.start - '1'].text);
}

static struct slice
text_slice(const char *text)
{
	return (struct slice){text, strlen(text)};
}

static bool
condition_applies(struct message *c, struct slice verb, struct slice rest)
{
	const struct text_context *s = c->scene;
	size_t at = c->at.offset;

	if (slice_is(verb, "is"))
		return lists(rest, span_slice(s, c->at), false);
	if (slice_is(verb, "begins"))
		return lists(
			rest, (struct slice){s->text + at, s->size - at}, true);
	if (slice_is(verb, "head"))
		return lists(rest, text_slice(c->head.text), false);
	if (slice_is(verb, "arguments"))
		return message_arguments(c).length > 0;
	if (slice_is(verb, "first"))
		return lists(rest, message_first(c), false);
	if (slice_is(verb, "in"))
		return is_in(c, rest);
	if (slice_is(verb, "outside"))
		return s->depth == 0;
	if (slice_is(verb, "atom"))
		return s->kind == PIECE_ATOM;
	if (slice_is(verb, "said"))
		return holds(text_slice(c->said), rest);
	if (slice_is(verb, "part"))
		return has_part(c, rest);
	if (slice_is(verb, "steps"))
		return c->step_count > 0;
	if (slice_is(verb, "script"))
		return c->where->is_script;
	if (slice_is(verb, "term"))
		return c->where->is_term;
	assert(slice_is(verb, "line") || slice_is(verb, "holds") ||
		slice_is(verb, "words"));
	return line_applies(c, verb, rest);
}

/* Follows a line; false if it is a condition that does not hold. */
static bool
follow_line(const struct rules *r, struct slice verb, struct slice rest,
	struct message *c)
{
	if (slice_is(verb, "problem"))
		message_problem_of(c, rest);
	else if (slice_is(verb, "cause"))
		message_cause_of(c, rest);
	else if (slice_is(verb, "step"))
		message_step_of(c, rest);
	else if (slice_is(verb, "at"))
		aim(c, rest);
	else if (slice_is(verb, "use"))
		return rules_use(c, quote_text(rest.start, rest.length).text);
	else if (slice_is(verb, "do"))
		return act(r, rest, c);
	else if (!slice_is(verb, "example"))
		return condition_applies(c, verb, rest);
	return true;
}

/* Whether all of the lines apply; *body is after them. */
static bool
follow_lines(const struct rules *r, const char **body, struct message *c)
{
	struct slice line, verb, rest;
	bool applies = true;

	while (**body == '\t' && next_line(body, &line)) {
		line = (struct slice){line.start + 1, line.length - 1};
		cut(line, &verb, &rest);
		applies = applies && follow_line(r, verb, rest, c);
	}
	return applies;
}

/* False, and the message as it was, if no alternative applies. */
static bool
follow(const struct rules *r, const char *body, struct message *c)
{
	const struct rules *before = c->rules;
	struct message_mark mark = message_mark(c);
	struct slice line = {"or", 2};
	bool applies = false;

	c->rules = r;
	while (!applies && slice_is(line, "or")) {
		message_back(c, &mark);
		applies = follow_lines(r, &body, c);
		if (!applies && !next_line(&body, &line))
			break;
	}
	if (!applies)
		message_back(c, &mark);
	c->rules = before;
	return applies;
}

bool
rules_advise(const struct rules *r, const char *kind, const char *word,
	struct message *c)
{
	struct slice name = {word, strlen(word)};
	struct rule rule = {0};

	while (rules_next(r->text, &rule))
		if (slice_is(rule.kind, kind) &&
			(rule.pattern.length == 0 ||
				lists(rule.pattern, name, false)) &&
			follow(r, rule.body, c))
			return true;
	return false;
}

bool
rules_say(const struct rules *r, const char *name, struct message *c)
{
	(void)rules_advise(r, "say", name, c);
	return true;
}

bool
rules_use(struct message *c, const char *name)
{
	return rules_say(c->rules, name, c);
}

static void
take_captures(struct message *c, const struct slice *captures)
{
	memcpy(c->captures, captures, sizeof(c->captures));
	for (size_t i = 0; i < MESSAGE_CAPTURES; i++)
		if (captures[i].length > 0)
			message_part(c, i + 1, captures[i].start,
				captures[i].length);
}

bool
rules_match(const struct rules *r, const char *kind, const char *words,
	struct message *c)
{
	struct rule rule = {0};

	while (rules_next(r->text, &rule)) {
		struct slice captures[MESSAGE_CAPTURES] = {0};
		struct message_mark mark = message_mark(c);

		if (!slice_is(rule.kind, kind) ||
			!rules_fit(rule.pattern, words, captures))
			continue;
		take_captures(c, captures);
		if (follow(r, rule.body, c))
			return true;
		message_back(c, &mark);
	}
	return false;
}
