#include "unit/unit.h"

#include "tools/hints/more_errors.h"

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

/* What the faults after the first add to the message. */
static void
tell(const char *text, struct err *e)
{
	struct faulty f = {.text = text};
	struct diagnostics further;

	find_faults(&f);
	further = f.faults;
	further.at++;
	further.count--;
	(void)err_set(e, ERR_TEXT, "refused.");
	more_errors_append(
		&(struct more_errors){
			.text = text,
			.size = strlen(text),
			.first = &f.faults.at[0],
			.further = &further,
			.locate = locate,
			.argument = &f,
		},
		e);
	free(f.faults.at);
}

TEST(nothing_further_leaves_the_message_as_it_is)
{
	struct err e;

	tell("(assert ?abc)", &e);
	assert_string_equal(e.text, "refused.");
}

TEST(every_reason_is_a_line_with_all_its_places)
{
	struct err e;

	tell("(assert ?a)\n(assert ?abc)\n(assert ?xyz)\n(assert ?abc)\n\n"
	     "(assert ?abc)",
		&e);
	assert_string_equal(e.text,
		"refused.\nAlso refused:\n"
		"- Item 3, line 2, column 9: `?abc` is not known; likewise "
		"line 4, item 5, line 6\n"
		"- Item 3, line 3, column 9: `?xyz` is not known");
}

/* So many assertions of an unknown name, which ends in a letter that goes on
 * for ever or stays. */
static void
tell_many(size_t count, bool differ, struct err *e)
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
	struct err e;

	tell_many(1 + 1 + MORE_ERRORS_PLACES + 3, false, &e);
	assert_non_null(strstr(e.text, "line 1 and 3 more places"));
}

TEST(reasons_beyond_twenty_are_counted)
{
	struct err e;

	tell_many(1 + MORE_ERRORS_REASONS + 5, true, &e);
	assert_non_null(strstr(e.text, "`?abu` is not known"));
	assert_null(strstr(e.text, "`?abv`"));
	assert_non_null(strstr(e.text, "\n- and at least 5 more places"));
}

TEST(faults_beyond_a_hundred_are_counted)
{
	struct err e;

	tell_many(1 + MORE_ERRORS_LOOKED + 7, false, &e);
	assert_non_null(strstr(e.text, "\n- and at least 7 more places"));
}

/* Expects that the faults in these lines, and no others, are told. */
static void
expect_causes(const char *text, const char *lines)
{
	char found[100] = "";
	struct err e;

	tell(text, &e);
	for (const char *at = e.text; (at = strstr(at, "\n- ")) != NULL; at++)
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
