#include "unit/unit.h"

#include "tools/hints/faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* A text in which every "?" is a fault: it begins a name that nobody knows. */
struct faulty {
	const char *text;
	struct diagnostics faults;
};

static void
find_faults(struct faulty *f)
{
	unsigned line = 1;
	size_t start = 0;

	for (size_t i = 0; f->text[i] != '\0'; i++) {
		struct diagnostic fault = {.kind = DIAGNOSTIC_SOLVER,
			.offset = i,
			.line = line,
			.column = (unsigned)(i - start + 1)};

		(void)snprintf(fault.what, sizeof(fault.what),
			"unknown constant %.*s",
			(int)strcspn(f->text + i, " ()"), f->text + i);
		if (f->text[i] == '?')
			*ARRAY_ADD(f->faults.at, f->faults.count,
				f->faults.capacity) = fault;
		if (f->text[i] == '\n') {
			line++;
			start = i + 1;
		}
	}
}

/* Lines from the sixth on are those of another item. */
static bool
locate(struct diagnostic *fault, struct advice_place *place, void *argument)
{
	const struct faulty *f = argument;
	bool is_other = fault->line > 5;

	*place = (struct advice_place){.text = f->text,
		.size = strlen(f->text),
		.index = is_other ? 5 : 3};
	return true;
}

/* What the faults after the first add to the message of it. */
static void
tell(const char *text, struct buf *added)
{
	struct faulty f = {.text = text};
	DROP(commands) struct commands forms = {0};
	struct diagnostic ignored;
	struct diagnostics further;
	struct err e;
	struct err first;

	(void)commands_split(text, strlen(text), &forms, &ignored);
	find_faults(&f);
	further = f.faults;
	further.at++;
	further.count--;
	for (int i = 0; i < 2; i++)
		assert_true(faults_describe(
			&(struct faults){
				.text = text,
				.forms = &forms,
				.first = &f.faults.at[0],
				.further = i == 0 ? NULL : &further,
				.locate = locate,
				.argument = &f,
			},
			i == 0 ? &first : &e));
	buf_init(added, ERR_TEXT_MAX);
	assert_int_equal(strncmp(e.text, first.text, strlen(first.text)), 0);
	buf_add_text(added, e.text + strlen(first.text));
	free(f.faults.at);
}

TEST(nothing_further_leaves_the_message_as_it_is)
{
	DROP(buf) struct buf e;

	tell("(assert ?abc)", &e);
	assert_string_equal(e.data, "");
}

TEST(every_reason_is_a_line_with_all_its_places)
{
	DROP(buf) struct buf e;

	tell("(assert ?a)\n(assert ?abc)\n(assert ?xyz)\n(assert ?abc)\n\n"
	     "(assert ?abc)",
		&e);
	assert_string_equal(e.data,
		"\nAlso refused:\n"
		"- Item 3, line 2, column 9: `?abc` is not known; likewise "
		"line 4, item 5, line 6\n"
		"- Item 3, line 3, column 9: `?xyz` is not known");
}

/* So many assertions of an unknown name, which ends in a letter that goes on
 * for ever or stays. */
static void
tell_many(size_t count, bool differ, struct buf *e)
{
	DROP(buf) struct buf text;

	buf_init(&text, 100000);
	for (size_t i = 0; i < count; i++)
		buf_add_format(&text, "(assert ?ab%c)",
			differ ? (char)('a' + i) : 'c');
	tell(text.data, e);
}

TEST(places_beyond_ten_are_counted)
{
	DROP(buf) struct buf e;

	tell_many(1 + 1 + FAULTS_PLACES + 3, false, &e);
	assert_non_null(strstr(e.data, "line 1 and 3 more places"));
}

TEST(reasons_beyond_twenty_are_counted)
{
	DROP(buf) struct buf e;

	tell_many(1 + FAULTS_REASONS + 5, true, &e);
	assert_non_null(strstr(e.data, "`?abu` is not known"));
	assert_null(strstr(e.data, "`?abv`"));
	assert_non_null(strstr(e.data, "\n- and at least 5 more places"));
}

TEST(faults_beyond_a_hundred_are_counted)
{
	DROP(buf) struct buf e;

	tell_many(1 + FAULTS_LOOKED + 7, false, &e);
	assert_non_null(strstr(e.data, "\n- and at least 7 more places"));
}

/* Expects that the faults in these lines, and no others, are told. */
static void
expect_causes(const char *text, const char *lines)
{
	char found[100] = "";
	DROP(buf) struct buf e;

	tell(text, &e);
	for (const char *at = e.data; (at = strstr(at, "\n- ")) != NULL; at++)
		(void)snprintf(found + strlen(found),
			sizeof(found) - strlen(found), "%ld ",
			strtol(strstr(at, "line ") + strlen("line "), NULL,
				10));
	assert_string_equal(found, lines);
}

TEST(who_uses_what_a_refused_one_declares_is_not_told)
{
	expect_causes("(declare-const x ?I)\n(assert (> x ?a 0))\n"
		      "(define-fun f () Int (+ ?b x 1))\n(assert (> f ?c 0))\n"
		      "(assert (> y ?d))",
		"5 ");
	expect_causes("(assert ?a)\n(define-sort S () ?I)\n"
		      "(declare-fun s (S ?J) I)\n(assert (s ?k s))",
		"2 ");
}

TEST(what_is_in_no_command_is_left_out)
{
	expect_causes("(assert ?a)\n; ?b\n(assert ?c)", "3 ");
	expect_causes("(assert ?a)\n(assert ?b", "");
}
