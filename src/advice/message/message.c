#include "advice/message/message.h"

#include <string.h>

#include "advice/message/syntax_templates.h"
#include "base/limits.h"
#include "base/utf8.h"

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
message_init(struct message *c, const struct text_context *s)
{
	struct span form;

	*c = (struct message){0};
	buf_init(&c->problem, SENTENCE_MAX);
	buf_init(&c->cause, SENTENCE_MAX);
	buf_init(&c->steps, SENTENCE_MAX * MESSAGE_STEPS);
	message_aim(c, s, s->token);
	if (text_context_form(s, 0, &form))
		message_form(c, s, form);
}

void
message_drop(struct message *c)
{
	buf_release(&c->problem);
	buf_release(&c->cause);
	buf_release(&c->steps);
}

void
message_aim(struct message *c, const struct text_context *s, struct span at)
{
	c->at = at;
	c->token = quote_span(s, at);
}

void
message_form(struct message *c, const struct text_context *s, struct span form)
{
	struct span head;

	c->form = quote_span(s, form);
	c->head = (struct quote){0};
	if (form_head(s, form, &head))
		c->head = quote_span(s, head);
}

void
message_part(struct message *c, size_t number, const char *text, size_t size)
{
	c->parts[number - 1] = quote_text(text, size);
}

void
message_say(struct message *c, const char *words)
{
	size_t size = strlen(words);

	while (size > 0 && (words[size - 1] == '.' || words[size - 1] == ' '))
		size--;
	flatten(words, size, SAID_MAX - sizeof("..."), c->said);
}

/* What stands for "{name}"; NULL or "" when it is not known. */
static const char *
variable(const struct message *c, const char *name, size_t size)
{
	const struct syntax_template *shape =
		syntax_template_find(c->head.text);
	const struct {
		const char *name;
		const char *value;
	} variables[] = {
		{"token", c->token.text},
		{"form", c->form.text},
		{"head", c->head.text},
		{"shape", shape != NULL ? shape->shape : NULL},
		{"example", shape != NULL ? shape->example : NULL},
		{"1", c->parts[0].text},
		{"2", c->parts[1].text},
		{"3", c->parts[2].text},
		{"said", c->said},
	};
	size_t i;

	for (i = 0; i < sizeof(variables) / sizeof(*variables); i++)
		if (strlen(variables[i].name) == size &&
			memcmp(variables[i].name, name, size) == 0)
			return variables[i].value;
	return NULL;
}

/* Appends the sentence; false, and nothing appended, if a part is unknown. */
static bool
fill(struct buf *out, const struct message *c, const char *template)
{
	size_t before = out->size;

	while (*template != '\0') {
		size_t plain = strcspn(template, "{");
		const char *end = strchr(template + plain, '}');
		const char *value;

		(void)buf_add(out, template, plain);
		template += plain;
		if (end == NULL) {
			(void)buf_add_text(out, template);
			break;
		}
		value = variable(c, template + 1, (size_t)(end - template) - 1);
		if (value == NULL || *value == '\0' || out->overflowed) {
			buf_truncate(out, before);
			out->overflowed = false;
			return false;
		}
		(void)buf_add_text(out, value);
		template = end + 1;
	}
	return true;
}

void
message_problem(struct message *c, const char *template)
{
	if (template == NULL)
		return;
	buf_clear(&c->problem);
	(void)fill(&c->problem, c, template);
}

void
message_cause(struct message *c, const char *template)
{
	if (template == NULL)
		return;
	buf_clear(&c->cause);
	(void)fill(&c->cause, c, template);
}

void
message_step(struct message *c, const char *template)
{
	size_t before = c->steps.size;

	if (template == NULL || c->step_count == MESSAGE_STEPS)
		return;
	(void)buf_add_format(&c->steps, "%zu. ", c->step_count + 1);
	if (fill(&c->steps, c, template) && buf_add_char(&c->steps, '\n'))
		c->step_count++;
	else
		buf_truncate(&c->steps, before);
}
