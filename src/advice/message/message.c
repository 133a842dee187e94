#include "advice/message/message.h"

#include <stdio.h>
#include <string.h>

#include "base/asset.h"
#include "base/limits.h"
#include "base/template.h"
#include "base/utf8.h"
#include "base/wording.h"

ASSET(src_advice_message_syntax_rules);

/* A sentence quotes a few short things only. */
enum { SENTENCE_MAX = 1 * KIB };

/* Copies on one line, without control characters; out has room for limit + 4.
 * Cut, with "...", to at most `limit` bytes. */
static void
flatten(const char *text, size_t size, size_t limit, char *out)
{
	size_t used = utf8_cut(text, size, limit);
	char *to = out;
	size_t i;

	for (i = 0; i < used; i++) {
		bool is_plain = (unsigned char)text[i] > ' ' && text[i] != 0x7f;

		if (is_plain)
			*to++ = text[i];
		else if (to > out && to[-1] != ' ')
			*to++ = ' ';
	}
	memcpy(to, "...", sizeof("..."));
	if (used == size)
		*to = '\0';
}

struct quote
quote_text(const char *text, size_t size)
{
	struct quote quote = {0};

	flatten(text, size, QUOTE_MAX, quote.text);
	return quote;
}

struct quote
quote_span(const struct text_context *s, struct span span)
{
	return quote_text(s->text + span.offset, span.size);
}

void
message_init(struct message *c, const struct advice_place *where, size_t offset,
	const struct rules *rules)
{
	struct span form;

	*c = (struct message){.where = where, .rules = rules};
	text_context_init(&c->context, where->text, where->size, offset);
	buf_init(&c->problem, SENTENCE_MAX);
	buf_init(&c->cause, SENTENCE_MAX);
	buf_init(&c->steps.text, SENTENCE_MAX * MESSAGE_STEPS);
	message_point_at(c, c->context.token);
	if (text_context_form(&c->context, 0, &form))
		message_form(c, form);
}

void
message_drop(struct message *c)
{
	text_context_release(&c->context);
	buf_release(&c->problem);
	buf_release(&c->cause);
	buf_release(&c->steps.text);
}

void
message_point_at(struct message *c, struct span at)
{
	c->at = at;
	c->token = quote_span(&c->context, at);
}

void
message_form(struct message *c, struct span form)
{
	struct span head;

	c->form = quote_span(&c->context, form);
	c->head = (struct quote){0};
	if (form_head(&c->context, form, &head))
		c->head = quote_span(&c->context, head);
}

void
message_part(struct message *c, size_t number, const char *text, size_t size)
{
	c->parts[number - 1] = quote_text(text, size);
}

void
message_number(struct message *c, size_t number, long value)
{
	(void)snprintf(c->parts[number - 1].text, QUOTE_MAX, "%ld", value);
}

void
message_set_said(struct message *c, const char *words)
{
	size_t size = strlen(words);

	while (size > 0 && (words[size - 1] == '.' || words[size - 1] == ' '))
		size--;
	flatten(words, size, SAID_MAX - sizeof("..."), c->said);
}

bool
message_split_todo(struct message *c)
{
	char *step = strstr(c->said, "; ");

	if (step != NULL && step > c->said && step[-1] == '(')
		step = NULL; /* (; a comment) */
	if (step == NULL && strncmp(c->said, "use ", 4) != 0 &&
		strncmp(c->said, "write ", 6) != 0)
		return false;
	(void)snprintf(c->todo, sizeof(c->todo), "%s",
		step != NULL ? step + strlen("; ") : c->said);
	text_begin_sentence(c->todo);
	*(step != NULL ? step : c->said) = '\0';
	return true;
}

const struct advice_symbol *
message_symbol(const struct message *c, const char *name)
{
	for (size_t i = 0; i < c->where->symbol_count; i++)
		if (strcmp(c->where->symbols[i].name, name) == 0)
			return &c->where->symbols[i];
	return NULL;
}

const char *
message_type(const struct message *c, const char *name)
{
	const struct advice_symbol *symbol = message_symbol(c, name);

	return symbol != NULL ? symbol->type : NULL;
}

bool
type_is_function(const char *type)
{
	return type != NULL && sort_list_count(slice_of(type)) == 2;
}

/* How a command or operator that needs care is written, or an example of that:
 * a line is "head | shape | example". Empty for a head that takes any number of
 * terms, or is not built in. */
static struct slice
find_syntax(const char *head, bool is_example)
{
	const char *at = asset_src_advice_message_syntax_rules;
	size_t size = strlen(head);

	for (; size > 0 && *at != '\0'; at += strcspn(at, "\n") + 1) {
		const char *shape = at + size + 3;
		const char *example;

		if (strncmp(at, head, size) != 0 ||
			strncmp(at + size, " | ", 3) != 0)
			continue;
		example = strstr(shape, " | ") + 3;
		return is_example
			       ? (struct slice){example, strcspn(example, "\n")}
			       : (struct slice){
					 shape, (size_t)(example - shape) - 3};
	}
	return (struct slice){0};
}

/* {arguments} of {form}, which is (head arguments); empty if it was cut. */
static struct slice
arguments_of(const struct message *c)
{
	const char *form = c->form.text;
	size_t head = strlen(c->head.text);
	size_t size = strlen(form);

	if (head == 0 || size < head + 4 ||
		strncmp(form + 1, c->head.text, head) != 0 ||
		form[1 + head] != ' ' || form[size - 1] != ')')
		return (struct slice){0};
	return (struct slice){form + head + 2, size - head - 3};
}

/* The first of the arguments, or what follows it. */
static struct slice
half(struct slice arguments, bool is_rest)
{
	struct text_context s = {
		.text = arguments.start, .size = arguments.length};
	size_t size = arguments.length > 0 ? form_at(&s, 0).size : 0;

	if (!is_rest)
		return (struct slice){arguments.start, size};
	size += size < arguments.length; /* the blank */
	return (struct slice){arguments.start + size, arguments.length - size};
}

struct slice
message_variable(const struct message *c, struct slice name)
{
	const struct {
		const char *name;
		const char *value;
	} variables[] = {
		{"token", c->token.text},
		{"form", c->form.text},
		{"head", c->head.text},
		{"said", c->said},
		{"todo", c->todo},
	};
	size_t i;

	if (slice_is(name, "arguments") ||
		(slice_is(name, "own") &&
			strcmp(c->head.text, c->token.text) == 0))
		return arguments_of(c);
	if (slice_is(name, "first") || slice_is(name, "rest"))
		return half(arguments_of(c), slice_is(name, "rest"));
	if (slice_is(name, "shape") || slice_is(name, "example"))
		return find_syntax(c->head.text, slice_is(name, "example"));
	if (name.length == 1 && *name.start >= '1' &&
		*name.start < '1' + MESSAGE_PARTS)
		return slice_of(c->parts[*name.start - '1'].text);
	for (i = 0; i < sizeof(variables) / sizeof(*variables); i++)
		if (slice_is(name, variables[i].name))
			return slice_of(variables[i].value);
	return (struct slice){0};
}

static bool
add_value(struct buf *out, struct slice name, struct slice body, void *context)
{
	struct slice value = message_variable(context, name);

	(void)body; /* no variable is a loop */
	return value.length > 0 ? buf_add(out, value.start, value.length)
				: wording_add(out, name);
}

/* Appends the sentence; false, and nothing appended, if a part is unknown. */
static bool
fill(struct buf *out, struct message *c, struct slice template)
{
	size_t before = out->size;

	if (template_fill(out, template, add_value, c))
		return true;
	buf_truncate(out, before);
	out->overflowed = false;
	return false;
}

void
message_problem(struct message *c, struct slice template)
{
	buf_clear(&c->problem);
	(void)fill(&c->problem, c, template);
}

void
message_cause(struct message *c, struct slice template)
{
	buf_clear(&c->cause);
	(void)fill(&c->cause, c, template);
}

void
message_step(struct message *c, struct slice template)
{
	size_t before = c->steps.text.size;

	if (c->steps.count == MESSAGE_STEPS)
		return;
	buf_add_format(&c->steps.text, "%zu. ", c->steps.count + 1);
	if (fill(&c->steps.text, c, template) &&
		buf_add_char(&c->steps.text, '\n'))
		c->steps.count++;
	else
		buf_truncate(&c->steps.text, before);
}

struct message_mark
message_mark(const struct message *c)
{
	struct message_mark mark = {.at = c->at,
		.problem = c->problem.size,
		.cause = c->cause.size,
		.steps = c->steps.text.size,
		.step_count = c->steps.count,
		.token = c->token,
		.form = c->form,
		.head = c->head};

	memcpy(mark.parts, c->parts, sizeof(mark.parts));
	return mark;
}

void
message_back(struct message *c, const struct message_mark *mark)
{
	c->at = mark->at;
	buf_truncate(&c->problem, mark->problem);
	buf_truncate(&c->cause, mark->cause);
	buf_truncate(&c->steps.text, mark->steps);
	c->steps.count = mark->step_count;
	c->token = mark->token;
	c->form = mark->form;
	c->head = mark->head;
	memcpy(c->parts, mark->parts, sizeof(c->parts));
}
