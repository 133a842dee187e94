#include "model/text/import_split.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "model/items/line_breaks.h"
#include "model/text/imported.h"
#include "smt/text/command_kind.h"
#include "smt/text/lexer.h"
#include "smt/text/token.h"

/* What stands on a line so far. */
enum has { HAS_NOTHING, HAS_COMMENT, HAS_COMMAND };

struct splitting {
	struct import *im;
	struct import_split_part *part;
	size_t at;
	unsigned line;
	size_t line_start;
	enum has has;
	struct buf comment; /* of the lines directly above */
	size_t comment_lines;
	struct import_item *last; /* the item that ended on this line */
	/* Bytes that were read in vain, behind a "(" that does not end. */
	size_t wasted;
	unsigned exit_line; /* of an exit, or 0 */
	size_t exit_at;
};

/* --- comments ------------------------------------------------------------- */

static void
forget_comment(struct splitting *s)
{
	s->im->lost_comments += s->comment_lines;
	s->comment_lines = 0;
	buf_clear(&s->comment);
}

/* Its words: without the marks before and behind it. False for a rule, such
 * as ;-----. */
static bool
comment_words(const char *text, size_t size, struct slice *words)
{
	bool has_words = false;

	for (size_t i = 0; i < size; i++)
		has_words |= isalnum((unsigned char)text[i]) ||
			     (unsigned char)text[i] >= 0x80;
	while (size > 0 && (*text == ';' || isspace((unsigned char)*text))) {
		text++;
		size--;
	}
	while (size > 0 && isspace((unsigned char)text[size - 1]))
		size--;
	*words = (struct slice){text, size};
	return has_words;
}

static void
add_note(struct import_item *item, struct slice words)
{
	DROP(text) char *more = text_copy_n(words.start, words.length);
	DROP(text)
	char *both = text_format("%s%s%s", item->note != NULL ? item->note : "",
		item->note != NULL ? " " : "", more);

	free(item->note);
	item->note = line_breaks_flatten(both);
}

static void
read_comment(struct splitting *s)
{
	const char *text = s->im->text + s->at;
	size_t left = s->part->end - s->at;
	const char *newline = memchr(text, '\n', left);
	size_t size = newline != NULL ? (size_t)(newline - text) : left;
	struct slice words;

	s->at += size;
	if (comment_words(text, size, &words) && !s->part->is_frame) {
		if (s->has == HAS_COMMAND && s->last != NULL) {
			add_note(s->last, words);
		} else if (s->has != HAS_COMMAND) {
			if (s->comment.size > 0)
				(void)buf_add_char(&s->comment, ' ');
			(void)buf_add(&s->comment, words.start, words.length);
			s->comment_lines++;
		}
	}
	if (s->has == HAS_NOTHING)
		s->has = HAS_COMMENT;
}

/* --- commands ------------------------------------------------------------- */

static bool
is_command(const struct splitting *s, const struct token *t)
{
	return token_is_symbol(t) && command_kind_find(token_name(s->im->text,
					     t)) <= COMMAND_GET_OBJECTIVES;
}

/* The end of the list that begins at s->at; false when it has none, or when
 * the next command begins before it. */
static bool
find_end(struct splitting *s, size_t *end)
{
	struct lexer l;
	struct token t;
	struct diagnostic fault;
	size_t depth = 0;
	bool may_be_next = false;

	lexer_init(&l, s->im->text, s->part->end);
	l.at = s->at;
	l.line = s->line;
	l.line_start = s->line_start;
	while (lexer_next(&l, &t, &fault) && t.kind != TOKEN_END) {
		if (may_be_next && is_command(s, &t))
			break;
		may_be_next = t.kind == TOKEN_OPEN && t.offset > s->at &&
			      t.offset == l.line_start;
		if (t.kind == TOKEN_OPEN)
			depth++;
		if (t.kind != TOKEN_CLOSE || --depth > 0)
			continue;
		*end = t.offset + 1;
		return true;
	}
	s->wasted += l.at - s->at;
	return false;
}

/* Where to go on behind what cannot be read: at the next line that begins with
 * "(". */
static size_t
find_next_line(const struct splitting *s)
{
	const char *text = s->im->text;
	size_t at = s->at;

	for (;;) {
		const char *newline =
			memchr(text + at, '\n', s->part->end - at);

		if (newline == NULL)
			return s->part->end;
		at = (size_t)(newline - text) + 1;
		if (at < s->part->end && text[at] == '(')
			return at;
	}
}

static size_t
find_line_end(const struct splitting *s, size_t at)
{
	const char *newline = memchr(s->im->text + at, '\n', s->part->end - at);

	return newline != NULL ? (size_t)(newline - s->im->text) : s->part->end;
}

static bool
begins_with(const struct splitting *s, const char *word)
{
	size_t length = strlen(word);

	return length <= s->part->end - s->at &&
	       memcmp(s->im->text + s->at, word, length) == 0;
}

/* What an export has around its items. */
static bool
is_of_frame(const struct splitting *s)
{
	static const char *const written[] = {"(set-info :status ",
		"(set-option :produce-models true)", "(set-logic ALL)",
		"(set-logic HORN)", "(check-sat)", "(get-model)"};

	for (size_t i = 0; i < sizeof(written) / sizeof(written[0]); i++) {
		if (s->part->is_frame && begins_with(s, written[i]))
			return true;
	}
	return false;
}

/* Goes over bytes that were read, to the place behind them. */
static void
advance(struct splitting *s, size_t to)
{
	for (; s->at < to; s->at++) {
		if (s->im->text[s->at] != '\n')
			continue;
		s->line++;
		s->line_start = s->at + 1;
	}
}

/* The comment above, or what the part says of its first item. */
static void
take_labels(struct splitting *s, struct import_item *item)
{
	if (s->comment.size > 0)
		item->note = line_breaks_flatten(s->comment.data);
	s->comment_lines = 0;
	buf_clear(&s->comment);
	if (s->part->name != NULL || s->part->note != NULL) {
		free(item->note);
		item->name = TAKE(s->part->name);
		item->note = TAKE(s->part->note);
	}
}

/* The command that ends at `end`. */
static void
take_command(struct splitting *s, size_t end)
{
	struct import_item item = {.line = s->line, .offset = s->at};
	struct diagnostic fault;
	size_t start = s->at;
	bool is_exit = begins_with(s, "(exit");

	s->last = NULL;
	if (is_of_frame(s)) {
		forget_comment(s);
	} else if (imported_content(s->im, s->im->text + start, end - start,
			   s->line, &item.content, &fault)) {
		take_labels(s, &item);
		s->last = imported_item(s->im, &item);
	} else if (fault.kind != DIAGNOSTIC_EMPTY) {
		forget_comment(s);
		imported_refuse(s->im, &fault, start, s->line);
	} else {
		forget_comment(s);
		imported_warn(s->im, s->line, fault.what);
		s->exit_line = is_exit ? s->line : 0;
		s->exit_at = start;
	}
}

/* Something that is no command, up to `end`. */
static void
take_fault(struct splitting *s, size_t end)
{
	struct import_item item = {0};
	struct diagnostic fault;

	s->last = NULL;
	forget_comment(s);
	if (imported_content(s->im, s->im->text + s->at, end - s->at, s->line,
		    &item.content, &fault))
		free(item.content); /* whole, with what comes next: not here */
	else
		imported_refuse(s->im, &fault, s->at, s->line);
}

/* An exit that is not the end. */
static void
refuse_exit(struct splitting *s)
{
	struct diagnostic fault = {.kind = DIAGNOSTIC_REFUSED,
		.line = 1,
		.column = 2,
		.offset = 1,
		.length = strlen("exit"),
		.what = "the commands behind it would never run; take it out, "
			"or send only the text before it"};

	imported_refuse(s->im, &fault, s->exit_at, s->exit_line);
	s->exit_line = 0;
}

static void
read_command(struct splitting *s)
{
	size_t end;

	if (s->exit_line > 0)
		refuse_exit(s);
	if (find_end(s, &end)) {
		take_command(s, end);
	} else {
		/* With the line that it should have ended before. */
		end = find_next_line(s);
		take_fault(s, find_line_end(s, end));
	}
	advance(s, end);
	s->has = s->line_start == s->at ? HAS_NOTHING : HAS_COMMAND;
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
		advance(s, s->at + 1);
	} else if (c == ' ' || c == '\t' || c == '\r') {
		s->at++;
	} else if (c == ';') {
		read_comment(s);
	} else if (c == '(') {
		read_command(s);
	} else {
		take_fault(s, find_line_end(s, s->at));
		advance(s, find_line_end(s, s->at));
		s->has = HAS_COMMAND;
	}
}

void
import_split_commands(struct import *im, struct import_split_part *part)
{
	struct splitting s = {
		.im = im,
		.part = part,
		.at = part->from,
		.line = part->line,
		.line_start = part->from,
	};

	buf_init(&s.comment, LIMIT_MESSAGE);
	while (s.at < part->end && im->fault_count < IMPORT_FAULTS_MAX &&
		s.wasted <= 2 * im->size + MIB && im->count <= LIMIT_ITEMS)
		read_next(&s);
	forget_comment(&s);
	free(TAKE(part->name));
	free(TAKE(part->note));
	buf_release(&s.comment);
}
