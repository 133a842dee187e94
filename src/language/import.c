#include "language/import.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
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
	(void)parsed_text_symbols(&allowed.parsed);
	*ARRAY_ADD(im->items, im->count, im->capacity) = (struct import_item){
		.content = admitted_text_content(&allowed),
		.symbols = TAKE(allowed.parsed.symbols),
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
		symbols_release(im->items[i].symbols);
		free(im->items[i].symbols);
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

/* --- the commands of a text as items -------------------------------------- */

/* The contents of a line so far. */
enum has { HAS_NOTHING, HAS_COMMENT, HAS_COMMAND };

struct import_reader {
	struct import *im;
	size_t at;
	enum has has;
	struct buf comment; /* of the lines directly above */
	size_t comment_lines;
	struct import_item *last; /* the item that ended on this line */
	/* Bytes that were read for nothing: after a "(" that does not end, or
	 * a mark that does not say what comes after it. */
	size_t rescanned;
	bool has_exit; /* an exit, which begins at: */
	size_t exit_at;
	/* Of an export: what export.h writes around the items is left out
	 * silently; and what a mark says of the next item, or NULL. */
	enum { FRAME_NONE, FRAME_BEFORE, FRAME_AFTER } frame;
	char *name, *note;
};

static void
free_labels(struct import_reader *s)
{
	free(TAKE(s->name));
	free(TAKE(s->note));
}

/* --- lines -------------------------------------------------------------- */

static size_t
next_line(const struct import *im, size_t at)
{
	at += strcspn(im->text + at, "\n");
	return at + (im->text[at] == '\n');
}

/* What follows that beginning of a line; NULL if it begins otherwise. */
static const char *
after(const struct import *im, size_t at, const char *beginning)
{
	const char *line = im->text + at;
	size_t size = strlen(beginning);

	return strncmp(line, beginning, size) == 0 ? line + size : NULL;
}

/* --- comments ------------------------------------------------------------ */

static void
forget_comment(struct import_reader *s)
{
	s->im->lost_comments += s->comment_lines;
	s->comment_lines = 0;
	buf_clear(&s->comment);
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
read_comment(struct import_reader *s)
{
	size_t size = strcspn(s->im->text + s->at, "\n");
	struct slice words =
		comment_words((struct slice){s->im->text + s->at, size});

	s->at += size;
	if (words.length > 0 && s->frame == FRAME_NONE &&
		s->has != HAS_COMMAND) {
		buf_add_text(&s->comment, s->comment.size > 0 ? " " : "");
		buf_add(&s->comment, words.start, words.length);
		s->comment_lines++;
	} else if (words.length > 0 && s->frame == FRAME_NONE &&
		   s->last != NULL) {
		add_note(s->last, words);
	}
	if (s->has == HAS_NOTHING)
		s->has = HAS_COMMENT;
}

/* --- commands ------------------------------------------------------------ */

/* The end of the list that begins at s->at; false when it has none, or when
 * the next command begins before it. */
static bool
find_end(struct import_reader *s, size_t *end)
{
	const char *text = s->im->text;
	struct lexer l = lexer_of(text, s->im->size);
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

/* Commands that an export has around its items. */
static bool
is_of_frame(const struct import_reader *s)
{
	static const char *const written[] = {"(set-info :status ",
		"(set-option :produce-models true)", "(set-logic ALL)",
		"(set-logic HORN)", "(check-sat)", "(get-model)"};

	for (size_t i = 0; i < sizeof(written) / sizeof(written[0]); i++) {
		if (s->frame != FRAME_NONE &&
			after(s->im, s->at, written[i]) != NULL)
			return true;
	}
	return false;
}

/* A text that is one item, with the labels of its mark or else that note; or
 * why it is not one. */
static enum diagnostic_kind
add_item(struct import_reader *s, struct slice content, size_t offset,
	char *note) // NOLINT(readability-non-const-parameter)
{
	bool is_labelled = s->name != NULL || s->note != NULL;
	const struct import_item labels = {.name = s->name,
		.note = is_labelled ? s->note : note,
		.line = line_of(s->im, offset),
		.offset = offset};
	struct diagnostic fault = {.kind = DIAGNOSTIC_NONE};

	if (import_add(s->im, content.start, content.length, &labels, &fault))
		free_labels(s);
	else if (fault.kind != DIAGNOSTIC_EMPTY)
		refuse(s->im, &fault, offset);
	else if (fault.what[0] != '\0')
		warn(s->im, labels.line, fault.what);
	return fault.kind;
}

/* The command that ends at `end`; the comment above is its note. */
static void
add_command(struct import_reader *s, size_t end)
{
	struct slice content = {s->im->text + s->at, end - s->at};
	DROP(text)
	char *note = s->comment.size > 0 ? line_breaks_flatten(s->comment.data)
					 : NULL;
	enum diagnostic_kind kind = DIAGNOSTIC_EMPTY;

	s->last = NULL;
	if (!is_of_frame(s))
		kind = add_item(s, content, s->at, note);
	if (kind == DIAGNOSTIC_NONE) {
		s->last = &s->im->items[s->im->count - 1];
		s->comment_lines = 0;
	}
	forget_comment(s);
	s->has_exit = kind == DIAGNOSTIC_EMPTY &&
		      after(s->im, s->at, "(exit") != NULL;
	s->exit_at = s->at;
}

/* Something that is not a command, with all of the line that `end` is in. */
static void
report_fault(struct import_reader *s, size_t end)
{
	DROP(admitted_text) struct admitted_text ignored = {0};
	struct diagnostic fault;

	s->last = NULL;
	forget_comment(s);
	/* Otherwise it is whole, with what comes next: not here. */
	end += strcspn(s->im->text + end, "\n");
	if (!command_policy_item(
		    s->im->text + s->at, end - s->at, &ignored, &fault))
		refuse(s->im, &fault, s->at);
}

static void
read_command(struct import_reader *s)
{
	struct diagnostic not_last = {.kind = DIAGNOSTIC_REFUSED,
		.offset = 1,
		.length = strlen("exit"),
		.what = "the commands after it would never run; take it out; "
			"or send only the text before it"};
	size_t end;

	if (s->has_exit)
		refuse(s->im, &not_last, s->exit_at);
	s->has_exit = false;
	if (find_end(s, &end)) {
		add_command(s, end);
	} else {
		/* To the next line that begins with "(", which it should have
		 * ended before. */
		end = next_line(s->im, s->at);
		while (end < s->im->size && s->im->text[end] != '(')
			end = next_line(s->im, end);
		report_fault(s, end);
	}
	s->at = end;
	s->has = s->im->text[end - 1] == '\n' ? HAS_NOTHING : HAS_COMMAND;
}

static void
read_next(struct import_reader *s)
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
		report_fault(s, s->at);
		s->at += strcspn(s->im->text + s->at, "\n");
		s->has = HAS_COMMAND;
	}
}

/*
 * An export has a mark before each item. As long as what stands between it and
 * the next one is what it says, these lines are the item, whatever they look
 * like; what was changed is split at its commands.
 */

/* --- marks --------------------------------------------------------------- */

/* The same, to the end of a line of ours, which may have got a CR there since,
 * and which is passed; the caller's. */
static char *
read_label(const struct import *im, size_t *at, const char *beginning)
{
	const char *label = after(im, *at, beginning);
	size_t size = label != NULL ? strcspn(label, "\n") : 0;

	if (label == NULL)
		return NULL;
	*at = next_line(im, *at);
	return text_copy_n(label, size - (size > 0 && label[size - 1] == '\r'));
}

/* `; item 3: 2 lines, escaped` */
static bool
read_mark(
	const struct import *im, size_t place, size_t *lines, bool *is_escaped)
{
	const char *at = after(im, place, "; item ");
	size_t digits = at != NULL ? strspn(at, "0123456789") : 0;
	char *end;

	if (digits == 0 || strncmp(at + digits, ": ", 2) != 0 ||
		!isdigit((unsigned char)at[digits + 2]))
		return false;
	*lines = strtoull(at + digits + 2, &end, 10);
	*is_escaped = memmem(end, strcspn(end, "\n"), ", escaped",
			      strlen(", escaped")) != NULL;
	return strncmp(end, " line", 5) == 0;
}

/* Whether an item may end before this place: at a mark, or the end. */
static bool
is_mark(const struct import *im, size_t at)
{
	size_t lines;
	bool is_escaped;

	return at >= im->size || after(im, at, "; end of items") != NULL ||
	       read_mark(im, at, &lines, &is_escaped);
}

/* The lines as they were before they were escaped, which stand in comments
 * above them; unless what they became was changed. As many as the mark says:
 * the content may begin with such a line. */
static char *
read_original(
	const struct import *im, size_t at, size_t lines, const char *content)
{
	DROP(buf) struct buf original;
	bool is_same = false;

	buf_init(&original, LIMIT_MESSAGE);
	for (size_t i = 0; i < lines; i++, at = next_line(im, at)) {
		const char *line = after(im, at, "; = ");

		if (line == NULL)
			break;
		buf_add_text(&original, i > 0 ? "\n" : "");
		buf_add(&original, line, strcspn(line, "\n"));
	}
	/* Whether some names are the model's own, the model says as a whole. */
	for (int is_own = 0; is_own < 2 && !is_same; is_own++) {
		DROP(buf) struct buf written;

		buf_init(&written, LIMIT_MESSAGE);
		export_add_content(
			original.data, original.size, is_own != 0, &written);
		is_same = strcmp(written.data, content) == 0;
	}
	return text_copy(is_same ? original.data : content);
}

/* The item of a mark that is here: the lines that it promises, and none but
 * blank ones after them. */
static void
read_marked(struct import_reader *s, size_t lines, bool is_escaped)
{
	struct import *im = s->im;
	size_t escaped, start, end, next;
	DROP(text) char *content = NULL;

	s->at = next_line(im, s->at);
	s->name = read_label(im, &s->at, "; name: ");
	s->note = read_label(im, &s->at, "; note: ");
	escaped = s->at;
	for (size_t i = 0;
		is_escaped && i < lines && after(im, s->at, "; = ") != NULL;
		i++)
		s->at = next_line(im, s->at);
	start = end = s->at;
	if (s->rescanned > im->size)
		return;
	for (size_t i = 0; i < lines && end < im->size; i++)
		end = next_line(im, end);
	next = end;
	while (next < im->size && strspn(im->text + next, " \t\r") ==
					  strcspn(im->text + next, "\n"))
		next = next_line(im, next);
	if (!is_mark(im, next)) {
		s->rescanned += next - start;
		return;
	}
	s->at = next;
	end -= end > start && im->text[end - 1] == '\n';
	content = text_copy_n(im->text + start, end - start);
	if (is_escaped) {
		char *original = read_original(im, escaped, lines, content);

		free(content);
		content = original;
	}
	(void)add_item(s, slice_of(content), start, NULL);
	free_labels(s);
}

/* What the comments say; the commands below each say the same. */
static void
read_expectations(struct import_reader *s)
{
	struct import *im = s->im;

	for (; s->at < im->size &&
		after(im, s->at, "; end of expectations") == NULL;
		s->at = next_line(im, s->at)) {
		size_t at = s->at;
		DROP(text) char *text = read_label(im, &at, "; expect ");
		struct json_object *one = json_read(text);

		if (im->expectations == NULL)
			im->expectations = json_new_array();
		if (one != NULL)
			json_add(im->expectations, one);
	}
}

/* A line of an export that begins here, if it is one of the marks. */
static bool
read_mark_line(struct import_reader *s)
{
	size_t lines;
	bool is_escaped;
	bool is_item = s->frame != FRAME_AFTER &&
		       read_mark(s->im, s->at, &lines, &is_escaped);
	bool is_end = s->frame != FRAME_AFTER &&
		      after(s->im, s->at, "; end of items") != NULL;

	if (is_item || is_end) {
		forget_comment(s);
		s->has_exit = false;
		s->has = HAS_NOTHING;
		free_labels(s);
	}
	if (is_end)
		s->frame = FRAME_AFTER;
	if (is_item) {
		s->frame = FRAME_NONE;
		read_marked(s, lines, is_escaped);
		return true;
	}
	if (s->frame != FRAME_AFTER ||
		after(s->im, s->at, "; expectations: ") == NULL)
		return false;
	read_expectations(s);
	return true;
}

/* --- the text ------------------------------------------------------------ */

void
import_read(struct import *im, const char *text, size_t size)
{
	struct import_reader s = {.im = im};

	*im = (struct import){.text = text_copy_n(text, size), .size = size};
	im->is_export = after(im, strspn(im->text, " \t\r\n"),
				"; " EXPORT_FIRST_LINE) != NULL;
	s.frame = im->is_export ? FRAME_BEFORE : FRAME_NONE;
	buf_init(&s.comment, LIMIT_MESSAGE);
	while (s.at < size && im->faults.count < DIAGNOSTICS_MAX &&
		s.rescanned <= 2 * size + MIB && im->count <= LIMIT_ITEMS) {
		if (!im->is_export || im->text[s.at] != ';' ||
			(s.at > 0 && im->text[s.at - 1] != '\n') ||
			!read_mark_line(&s))
			read_next(&s);
	}
	forget_comment(&s);
	free_labels(&s);
	buf_release(&s.comment);
}
