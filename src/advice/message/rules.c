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

/* A rule that is followed. */
struct following {
	const struct rules *rules;
	struct message *c;
	struct slice rest; /* of the line */
};

static bool
follow_is(const struct following *f)
{
	return lists(f->rest, span_slice(f->c->scene, f->c->at), false);
}

static bool
follow_begins(const struct following *f)
{
	size_t at = f->c->at.offset;

	return lists(f->rest,
		(struct slice){f->c->scene->text + at, f->c->scene->size - at},
		true);
}

static struct slice
line_of(const struct following *f)
{
	return span_slice(f->c->scene, text_context_line(f->c->scene));
}

/* A word goes on where letters follow its letters. */
static bool
follow_line(const struct following *f)
{
	struct slice line = line_of(f), list = f->rest, word;

	while (next_word(&list, &word))
		if (word.length <= line.length &&
			memcmp(line.start, word.start, word.length) == 0 &&
			(word.length == line.length ||
				!isalnum((unsigned char)
						 word.start[word.length - 1]) ||
				!isalnum((
					unsigned char)line.start[word.length])))
			return true;
	return false;
}

static bool
follow_holds(const struct following *f)
{
	struct slice line = line_of(f), list = f->rest, word;

	while (next_word(&list, &word))
		if (memmem(line.start, line.length, word.start, word.length) !=
			NULL)
			return true;
	return false;
}

static bool
follow_words(const struct following *f)
{
	struct slice line = line_of(f), word;

	while (next_word(&line, &word))
		if (lists(f->rest, word, false))
			return true;
	return false;
}

static bool
follow_outside(const struct following *f)
{
	return f->c->scene->depth == 0;
}

static bool
follow_atom(const struct following *f)
{
	return f->c->scene->kind == PIECE_ATOM;
}

static bool
follow_said(const struct following *f)
{
	const char *said = f->c->said;

	return *said != '\0' && memmem(said, strlen(said), f->rest.start,
					f->rest.length) != NULL;
}

/* part N TEXT */
static bool
follow_part(const struct following *f)
{
	struct slice number, text;

	cut(f->rest, &number, &text);
	return slice_is(text, f->c->parts[*number.start - '1'].text);
}

static bool
follow_script(const struct following *f)
{
	return f->c->where->is_script;
}

static bool
follow_term(const struct following *f)
{
	return f->c->where->is_term;
}

/* For the reader, and for the test that asks libz3. */
static bool
follow_example(const struct following *f)
{
	(void)f;
	return true;
}

static bool
follow_head(const struct following *f)
{
	const char *head = f->c->head.text;

	return lists(f->rest, (struct slice){head, strlen(head)}, false);
}

static bool
follow_in(const struct following *f)
{
	struct span form, head;

	for (size_t i = 0; text_context_form(f->c->scene, i, &form); i++)
		if (form_child(f->c->scene, form, 0, &head) &&
			lists(f->rest, span_slice(f->c->scene, head), false)) {
			message_form(f->c, form);
			return true;
		}
	return false;
}

/* libz3 mostly names the ")" of the form that it means. */
static bool
follow_at(const struct following *f)
{
	struct span form, child;
	size_t count;

	if (slice_is(f->rest, "token"))
		return true;
	if (!text_context_form(f->c->scene, slice_is(f->rest, "outer"), &form))
		return true;
	message_form(f->c, form);
	count = form_count(f->c->scene, form);
	if ((slice_is(f->rest, "head") &&
		    form_head(f->c->scene, form, &child)) ||
		(slice_is(f->rest, "last") && count > 0 &&
			form_child(f->c->scene, form, count - 1, &child)))
		form = child;
	message_aim(f->c, form);
	return true;
}

static bool
follow_do(const struct following *f)
{
	const struct rule_action *a = f->rules->actions;

	while (a->name != NULL && !slice_is(f->rest, a->name))
		a++;
	assert(a->name != NULL);
	return a->act(f->c, f->c->scene);
}

static bool
follow_use(const struct following *f)
{
	struct quote name = quote_text(f->rest.start, f->rest.length);

	return rules_use(f->c, name.text);
}

static bool
follow_problem(const struct following *f)
{
	message_problem_of(f->c, f->rest);
	return true;
}

static bool
follow_cause(const struct following *f)
{
	message_cause_of(f->c, f->rest);
	return true;
}

static bool
follow_step(const struct following *f)
{
	message_step_of(f->c, f->rest);
	return true;
}

static bool
follow_one(const struct following *f, struct slice verb)
{
	static const struct {
		const char *name;
		bool (*follow)(const struct following *f);
	} verbs[] = {
		{"problem", follow_problem},
		{"cause", follow_cause},
		{"step", follow_step},
		{"do", follow_do},
		{"use", follow_use},
		{"at", follow_at},
		{"is", follow_is},
		{"begins", follow_begins},
		{"head", follow_head},
		{"in", follow_in},
		{"line", follow_line},
		{"holds", follow_holds},
		{"words", follow_words},
		{"outside", follow_outside},
		{"atom", follow_atom},
		{"said", follow_said},
		{"part", follow_part},
		{"script", follow_script},
		{"term", follow_term},
		{"example", follow_example},
		{NULL, NULL},
	};
	size_t i = 0;

	while (verbs[i].name != NULL && !slice_is(verb, verbs[i].name))
		i++;
	assert(verbs[i].name != NULL);
	return verbs[i].follow(f);
}

/* Whether all of the lines apply; *body is after them. */
static bool
follow_lines(struct following *f, const char **body)
{
	struct slice line, verb;
	bool applies = true;

	while (**body == '\t' && next_line(body, &line)) {
		line = (struct slice){line.start + 1, line.length - 1};
		cut(line, &verb, &f->rest);
		applies = applies && follow_one(f, verb);
	}
	return applies;
}

/* False, and the message as it was, if no alternative applies. */
static bool
follow(const struct rules *r, const char *body, struct message *c)
{
	struct following f = {.rules = r, .c = c};
	const struct rules *before = c->rules;
	struct message_mark mark = message_mark(c);
	struct slice line;

	for (;;) {
		bool applies;

		c->rules = r;
		applies = follow_lines(&f, &body);
		c->rules = before;
		if (applies)
			return true;
		message_back(c, &mark);
		if (!next_line(&body, &line) || !slice_is(line, "or"))
			return false;
	}
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
	bool is_said = rules_advise(r, "say", name, c);

	assert(is_said);
	(void)is_said;
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
