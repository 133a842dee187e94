#include "model/text/import.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "model/items/model.h"
#include "model/text/export.h"
#include "smt/text/commands.h"
#include "smt/text/lexer.h"
#include "json/json.h"

/* --- what was found ------------------------------------------------------ */

/* The number of the line that a place is in; places are asked for nearly in
 * the order of the text. */
static unsigned
line_of(struct import *im, size_t offset)
{
	text_mark_move(&im->known, im->text, offset, UINT_MAX);
	return im->known.line;
}

/* What is wrong with a piece that begins there. The column is known of the
 * first fault only: a line may be the whole text. */
static void
refuse(struct import *im, struct diagnostic *fault, size_t offset)
{
	/* A content that was escaped is not what the text has there. */
	fault->offset += offset;
	if (fault->offset + fault->length > im->size) {
		fault->offset = offset;
		fault->length = 0;
	}
	if (im->faults.count == 0)
		text_place(
			im->text, fault->offset, &fault->line, &fault->column);
	else
		fault->line = line_of(im, fault->offset);
	if (im->faults.count < DIAGNOSTICS_MAX)
		*ARRAY_ADD(im->faults.at, im->faults.count,
			im->faults.capacity) = *fault;
}

static void
warn(struct import *im, unsigned line, const char *text)
{
	*ARRAY_ADD(im->warnings, im->warning_count, im->warning_capacity) =
		(struct warning){.line = line, .text = text_copy(text)};
}

bool
import_add(struct import *im, const char *text, size_t size,
	const struct import_item *labels, struct diagnostic *fault)
{
	DROP(admitted_text) struct admitted_text allowed = {0};

	if (!command_policy_item(text, size, &allowed, fault))
		return false;
	for (size_t i = 0; i < allowed.warning_count; i++)
		warn(im, labels->line + allowed.warnings[i].line - 1,
			allowed.warnings[i].text);
	*ARRAY_ADD(im->items, im->count, im->capacity) = (struct import_item){
		.content = admitted_text_content(&allowed),
		.name = text_copy(labels->name),
		.note = text_copy(labels->note),
		.line = labels->line,
		.offset = labels->offset,
	};
	return true;
}

void
import_release(struct import *im)
{
	for (size_t i = 0; i < im->count; i++) {
		free(im->items[i].content);
		free(im->items[i].name);
		free(im->items[i].note);
	}
	for (size_t i = 0; i < im->warning_count; i++)
		free(im->warnings[i].text);
	free(im->items);
	free(im->warnings);
	free(im->faults.at);
	free(im->text);
	json_free(im->expectations);
	*im = (struct import){0};
}

/* --- the commands of a part of the text as items ------------------------- */

struct text_part {
	size_t from; /* which begins a line */
	size_t end;
	/* Of the first item; borrowed, or NULL. */
	char *name;
	char *note;
	/* The text that export.h writes around the items: left out silently. */
	bool is_frame;
};

/* The contents of a line so far. */
enum has { HAS_NOTHING, HAS_COMMENT, HAS_COMMAND };

struct splitting {
	struct import *im;
	struct text_part part;
	size_t at;
	enum has has;
	struct buf comment; /* of the lines directly above */
	size_t comment_lines;
	struct import_item *last; /* the item that ended on this line */
	/* Bytes that were read for nothing, after a "(" that does not end. */
	size_t rescanned;
	bool has_exit; /* an exit, which begins at: */
	size_t exit_at;
};

/* --- comments ------------------------------------------------------------ */

static void
forget_comment(struct splitting *s)
{
	s->im->lost_comments += s->comment_lines;
	s->comment_lines = 0;
	buf_clear(&s->comment);
}

static size_t
find_line_end(const struct splitting *s, size_t at)
{
	const char *newline = memchr(s->im->text + at, '\n', s->part.end - at);

	return newline != NULL ? (size_t)(newline - s->im->text) : s->part.end;
}

/* Its words: without the marks before and after it. None for a rule, such
 * as ;-----. */
static struct slice
comment_words(struct slice s)
{
	bool has_words = false;

	for (size_t i = 0; i < s.length; i++)
		has_words |= isalnum((unsigned char)s.start[i]) ||
			     (unsigned char)s.start[i] >= 0x80;
	for (; s.length > 0 &&
		(*s.start == ';' || isspace((unsigned char)*s.start));
		s.start++)
		s.length--;
	while (s.length > 0 && isspace((unsigned char)s.start[s.length - 1]))
		s.length--;
	return has_words ? s : (struct slice){s.start, 0};
}

static void
add_note(struct import_item *item, struct slice words)
{
	DROP(text)
	char *both =
		text_format("%s %.*s", item->note != NULL ? item->note : "",
			(int)words.length, words.start);

	free(item->note);
	item->note = line_breaks_flatten(both);
}

static void
read_comment(struct splitting *s)
{
	size_t size = find_line_end(s, s->at) - s->at;
	struct slice words =
		comment_words((struct slice){s->im->text + s->at, size});

	s->at += size;
	if (words.length > 0 && !s->part.is_frame && s->has != HAS_COMMAND) {
		buf_add_text(&s->comment, s->comment.size > 0 ? " " : "");
		buf_add(&s->comment, words.start, words.length);
		s->comment_lines++;
	} else if (words.length > 0 && !s->part.is_frame && s->last != NULL) {
		add_note(s->last, words);
	}
	if (s->has == HAS_NOTHING)
		s->has = HAS_COMMENT;
}

/* --- commands ------------------------------------------------------------ */

/* The end of the list that begins at s->at; false when it has none, or when
 * the next command begins before it. */
static bool
find_end(struct splitting *s, size_t *end)
{
	const char *text = s->im->text;
	struct lexer l = lexer_of(text, s->part.end);
	struct token t;
	size_t depth = 0;
	bool may_be_next = false;

	l.at = s->at;
	while (lexer_token(&l, &t)) {
		if (may_be_next && token_is_symbol(&t) &&
			command_kind_find(token_name(text, &t)) <=
				COMMAND_GET_OBJECTIVES)
			break;
		may_be_next = t.kind == TOKEN_OPEN && t.offset > s->at &&
			      t.column == 1;
		if (t.kind == TOKEN_OPEN)
			depth++;
		if (t.kind != TOKEN_CLOSE || --depth > 0)
			continue;
		*end = t.offset + 1;
		return true;
	}
	s->rescanned += l.at - s->at;
	return false;
}

/* Where to go on after what cannot be read: at the next line that begins with
 * "(". */
static size_t
find_next_line(const struct splitting *s)
{
	size_t at = find_line_end(s, s->at);

	while (at < s->part.end && s->im->text[at + 1] != '(')
		at = find_line_end(s, at + 1);
	return at < s->part.end ? at + 1 : at;
}

static bool
begins_with(const struct splitting *s, const char *word)
{
	size_t length = strlen(word);

	return length <= s->part.end - s->at &&
	       memcmp(s->im->text + s->at, word, length) == 0;
}

/* Commands that an export has around its items. */
static bool
is_of_frame(const struct splitting *s)
{
	static const char *const written[] = {"(set-info :status ",
		"(set-option :produce-models true)", "(set-logic ALL)",
		"(set-logic HORN)", "(check-sat)", "(get-model)"};

	for (size_t i = 0; i < sizeof(written) / sizeof(written[0]); i++) {
		if (s->part.is_frame && begins_with(s, written[i]))
			return true;
	}
	return false;
}

/* The command that ends at `end`; its labels are the comment above, or what
 * the part says of its first item. */
static void
add_command(struct splitting *s, size_t end)
{
	struct import *im = s->im;
	struct text_part *part = &s->part;
	bool is_labelled = part->name != NULL || part->note != NULL;
	DROP(text)
	char *comment = s->comment.size > 0
				? line_breaks_flatten(s->comment.data)
				: NULL;
	const struct import_item labels = {.name = part->name,
		.note = is_labelled ? part->note : comment,
		.line = line_of(im, s->at),
		.offset = s->at};
	struct diagnostic fault;

	s->last = NULL;
	if (is_of_frame(s)) {
		forget_comment(s);
	} else if (import_add(im, im->text + s->at, end - s->at, &labels,
			   &fault)) {
		s->last = &im->items[im->count - 1];
		s->comment_lines = 0;
		buf_clear(&s->comment);
		part->name = part->note = NULL;
	} else if (fault.kind != DIAGNOSTIC_EMPTY) {
		forget_comment(s);
		refuse(im, &fault, s->at);
	} else {
		forget_comment(s);
		if (fault.what[0] != '\0')
			warn(im, labels.line, fault.what);
		s->has_exit = begins_with(s, "(exit");
		s->exit_at = s->at;
	}
}

/* Something that is not a command, up to `end`. */
static void
report_fault(struct splitting *s, size_t end)
{
	DROP(admitted_text) struct admitted_text ignored = {0};
	struct diagnostic fault;

	s->last = NULL;
	forget_comment(s);
	/* Otherwise it is whole, with what comes next: not here. */
	if (!command_policy_item(
		    s->im->text + s->at, end - s->at, &ignored, &fault))
		refuse(s->im, &fault, s->at);
}

/* An exit that is not the end. */
static void
refuse_exit(struct splitting *s)
{
	struct diagnostic fault = {.kind = DIAGNOSTIC_REFUSED,
		.offset = 1,
		.length = strlen("exit"),
		.what = "the commands after it would never run; take it out; "
			"or send only the text before it"};

	refuse(s->im, &fault, s->exit_at);
	s->has_exit = false;
}

static void
read_command(struct splitting *s)
{
	size_t end;

	if (s->has_exit)
		refuse_exit(s);
	if (find_end(s, &end)) {
		add_command(s, end);
	} else {
		/* With the line that it should have ended before. */
		end = find_next_line(s);
		report_fault(s, find_line_end(s, end));
	}
	s->at = end;
	s->has = s->im->text[end - 1] == '\n' ? HAS_NOTHING : HAS_COMMAND;
}

static void
read_next(struct splitting *s)
{
	char c = s->im->text[s->at];

	if (c == '\n') {
		if (s->has == HAS_NOTHING)
			forget_comment(s);
		s->has = HAS_NOTHING;
		s->last = NULL;
		s->at++;
	} else if (c == ' ' || c == '\t' || c == '\r') {
		s->at++;
	} else if (c == ';') {
		read_comment(s);
	} else if (c == '(') {
		read_command(s);
	} else {
		report_fault(s, find_line_end(s, s->at));
		s->at = find_line_end(s, s->at);
		s->has = HAS_COMMAND;
	}
}

/* Appends to the items, warnings and faults of `im`, whose text it is of. */
static void
split_commands(struct import *im, struct text_part part)
{
	struct splitting s = {.im = im, .part = part, .at = part.from};

	buf_init(&s.comment, LIMIT_MESSAGE);
	while (s.at < part.end && im->faults.count < DIAGNOSTICS_MAX &&
		s.rescanned <= 2 * im->size + MIB && im->count <= LIMIT_ITEMS)
		read_next(&s);
	forget_comment(&s);
	buf_release(&s.comment);
}

/*
 * An export is a row of regions, each from the mark of an item to the next one.
 * As long as a region is what its mark says, its lines are the item, whatever
 * they look like; one that was changed is split at its commands.
 */

/* A place in the text, at the beginning of a line. */
struct cursor {
	struct import *im;
	size_t at;
	/* Bytes of regions that were not what their marks say: an unchanged
	 * text has none, so no more are read than it has bytes. */
	size_t rescanned;
};

/* `; item 3: 2 lines, escaped`, and what stands below it. */
struct mark {
	size_t lines;
	bool is_escaped;
	char *name;
	char *note;
	struct buf original; /* of an escaped one */
};

static bool
is_at_end(const struct cursor *c)
{
	return c->at >= c->im->size;
}

static size_t
line_length(const struct cursor *c)
{
	return strcspn(c->im->text + c->at, "\n");
}

static void
go_on(struct cursor *c)
{
	c->at += line_length(c);
	c->at += c->im->text[c->at] == '\n';
}

/* What follows that beginning of the line; NULL if it begins otherwise. */
static const char *
after(const struct cursor *c, const char *beginning)
{
	const char *line = c->im->text + c->at;
	size_t size = strlen(beginning);

	return strncmp(line, beginning, size) == 0 ? line + size : NULL;
}

/* The same, to the end of a line of ours, which may have got a CR there since;
 * the caller's. */
static char *
label_after(const struct cursor *c, const char *beginning)
{
	const char *label = after(c, beginning);
	size_t size = label != NULL ? strcspn(label, "\n") : 0;

	size -= size > 0 && label[size - 1] == '\r';
	return text_copy_n(label, size);
}

static bool
is_blank(const struct cursor *c)
{
	const char *line = c->im->text + c->at;

	return strspn(line, " \t\r") == line_length(c);
}

/* --- marks --------------------------------------------------------------- */

static bool
read_first_line(const struct cursor *c, struct mark *mark)
{
	const char *at = after(c, "; item ");
	size_t digits = at != NULL ? strspn(at, "0123456789") : 0;
	char *end;

	if (digits == 0 || strncmp(at + digits, ": ", 2) != 0 ||
		!isdigit((unsigned char)at[digits + 2]))
		return false;
	mark->lines = strtoull(at + digits + 2, &end, 10);
	mark->is_escaped = memmem(end, strcspn(end, "\n"), ", escaped",
				   strlen(", escaped")) != NULL;
	return strncmp(end, " line", 5) == 0;
}

static bool
is_mark(const struct cursor *c)
{
	struct mark ignored = {0};

	return read_first_line(c, &ignored) ||
	       after(c, "; end of items") != NULL;
}

/* The lines of comments below the first one. */
static void
read_labels(struct cursor *c, struct mark *mark)
{
	const char *line;

	mark->name = label_after(c, "; name: ");
	if (mark->name != NULL)
		go_on(c);
	mark->note = label_after(c, "; note: ");
	if (mark->note != NULL)
		go_on(c);
	buf_init(&mark->original, LIMIT_MESSAGE);
	/* As many as the mark says: the content may begin with such a line. */
	for (size_t i = 0; mark->is_escaped && i < mark->lines &&
			   (line = after(c, "; = ")) != NULL;
		i++) {
		if (i > 0)
			buf_add_char(&mark->original, '\n');
		buf_add(&mark->original, line, strcspn(line, "\n"));
		go_on(c);
	}
}

/* --- regions ------------------------------------------------------------- */

/* The text between two places, without the line break at its end. */
static char *
text_between(const struct cursor *from, const struct cursor *end)
{
	size_t size = end->at - from->at;

	if (size > 0 && from->im->text[end->at - 1] == '\n')
		size--;
	return text_copy_n(from->im->text + from->at, size);
}

/* The text before it was escaped, unless the escaped lines were changed. */
static char *
original_of(const struct mark *mark, char *content)
{
	struct buf escaped;
	bool is_same;

	if (!mark->is_escaped)
		return content;
	buf_init(&escaped, LIMIT_MESSAGE);
	export_add_content(mark->original.data, mark->original.size, &escaped);
	is_same = strcmp(escaped.data, content) == 0;
	buf_release(&escaped);
	if (!is_same)
		return content;
	free(content);
	return text_copy(mark->original.data);
}

/* A text that is one item, whatever it holds. */
static void
read_item(struct import *im, const char *content, size_t offset,
	const struct mark *mark)
{
	const struct import_item labels = {.name = mark->name,
		.note = mark->note,
		.line = line_of(im, offset),
		.offset = offset};
	struct diagnostic fault;

	if (import_add(im, content, strlen(content), &labels, &fault))
		return;
	if (fault.kind == DIAGNOSTIC_EMPTY)
		warn(im, labels.line, fault.what);
	else
		refuse(im, &fault, offset);
}

/* Goes to the next mark, or the end. */
static void
go_to_mark(struct cursor *c)
{
	while (!is_at_end(c) && !is_mark(c))
		go_on(c);
}

/* Over so many lines, to `end`, and the blank ones after them. Whether the
 * region ends there. */
static bool
ends_after(struct cursor *c, size_t lines, struct cursor *end)
{
	for (size_t i = 0; i < lines && !is_at_end(c); i++)
		go_on(c);
	*end = *c;
	while (!is_at_end(c) && is_blank(c))
		go_on(c);
	return is_at_end(c) || is_mark(c);
}

/* The item of a mark: the lines that it promises, and none but blank ones
 * after them. */
static void
read_region(struct cursor *c)
{
	struct mark mark = {0};
	struct cursor end;
	struct cursor start;

	(void)read_first_line(c, &mark);
	go_on(c);
	read_labels(c, &mark);
	start = *c;
	if (c->rescanned <= c->im->size && ends_after(c, mark.lines, &end)) {
		DROP(text)
		char *content = original_of(&mark, text_between(&start, &end));

		read_item(c->im, content, start.at, &mark);
	} else {
		start.rescanned += c->at - start.at;
		*c = start;
		go_to_mark(c);
		split_commands(c->im, (struct text_part){start.at, c->at,
					      mark.name, mark.note, false});
	}
	free(mark.name);
	free(mark.note);
	buf_release(&mark.original);
}

/* The text before the first mark, and after the last. */
static void
read_frame(struct cursor *c, size_t from)
{
	split_commands(
		c->im, (struct text_part){from, c->at, NULL, NULL, true});
}

/* What the comments say; the commands below each say the same. */
static void
read_expectations(struct cursor *c)
{
	for (; !is_at_end(c) && after(c, "; end of expectations") == NULL;
		go_on(c)) {
		DROP(text) char *text = label_after(c, "; expect ");
		struct json_object *one = json_read(text);

		if (c->im->expectations == NULL)
			c->im->expectations = json_new_array();
		if (one != NULL)
			json_add(c->im->expectations, one);
	}
}

static void
read_export(struct import *im)
{
	struct cursor c = {im, 0, 0};
	size_t tail;

	go_to_mark(&c);
	read_frame(&c, 0);
	while (!is_at_end(&c) && after(&c, "; end of items") == NULL)
		read_region(&c);
	tail = c.at;
	while (!is_at_end(&c) && after(&c, "; expectations: ") == NULL)
		go_on(&c);
	read_frame(&c, tail);
	read_expectations(&c);
	tail = c.at;
	c.at = im->size;
	read_frame(&c, tail);
}

/* --- the text ------------------------------------------------------------ */

void
import_read(struct import *im, const char *text, size_t size)
{
	struct cursor start = {.im = im};

	*im = (struct import){.text = text_copy_n(text, size), .size = size};
	start.at = strspn(im->text, " \t\r\n");
	im->is_export = after(&start, "; " EXPORT_FIRST_LINE) != NULL;
	if (im->is_export)
		read_export(im);
	else
		split_commands(
			im, (struct text_part){0, size, NULL, NULL, false});
}
