/* SMT-LIB text from a client: whatever it is, it is refused at a place inside
 * of it, or what is left of it can be relied on. */

#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"
#include "fuzz/fuzz.h"
#include "smt/names/symbols.h"
#include "smt/rules/command_policy.h"
#include "smt/rules/lint.h"
#include "smt/text/commands.h"
#include "smt/text/lexer.h"
#include "worker/read/problem.h"
#include "worker/read/script.h"

static void
look_at_fault(const struct diagnostic *f, size_t size)
{
	REQUIRE(f->kind != DIAGNOSTIC_NONE);
	REQUIRE(f->offset <= size);
	REQUIRE(f->length <= size - f->offset);
	REQUIRE(memchr(f->what, '\0', sizeof(f->what)) != NULL);
}

static void
look_at_forms(const struct commands *forms, const char *text, size_t size)
{
	size_t end = 0;

	for (size_t i = 0; i < forms->count; i++) {
		const struct command *form = &forms->at[i];
		struct lexer walk = command_walk(form, text);
		struct token t;

		REQUIRE(form->list.offset >= end);
		end = form->list.offset + form->list.length;
		REQUIRE(end <= size);
		REQUIRE(form->head.offset > form->list.offset);
		REQUIRE(form->head.offset + form->head.length <= end);
		while (command_next(&walk, &t))
			REQUIRE(t.offset + t.length < end);
	}
}

/* Every problem of a script is built as the worker builds it. */
static void
run(const struct admitted_text *a)
{
	struct script script;
	struct script_problem sp;
	struct diagnostic fault;

	script_init(&script, a->text, &a->parsed.commands);
	while (script_next(&script, &sp, &fault) == SCRIPT_PROBLEM) {
		struct problem p;

		problem_build(&p, &script, &sp, true);
		for (size_t i = 0; i < p.count; i++)
			REQUIRE(p.parts[i].at <= p.text.size);
		problem_release(&p);
	}
	script_release(&script);
}

static size_t
count_lines(const char *text, size_t size)
{
	size_t lines = 0;

	for (size_t i = 0; i < size; i++)
		lines += text[i] == '\n';
	return lines;
}

typedef bool allow(const char *text, size_t size, struct admitted_text *out,
	struct diagnostic *fault);

static void
try_allow(allow *take, const char *text, size_t size)
{
	DROP(admitted_text) struct admitted_text a = {0};
	DROP(admitted_text) struct admitted_text again = {0};
	struct diagnostic fault = {0};

	if (!take(text, size, &a, &fault)) {
		look_at_fault(&fault, size);
		return;
	}
	REQUIRE(strlen(a.text) == a.size);
	REQUIRE(count_lines(a.text, a.size) == count_lines(text, size));
	look_at_forms(&a.parsed.commands, a.text, a.size);
	(void)parsed_text_lint(&a.parsed);
	run(&a);
	/* What has been cleaned is clean. */
	REQUIRE(a.parsed.commands.count == 0 ||
		take(a.text, a.size, &again, &fault));
	REQUIRE(a.parsed.commands.count == 0 ||
		again.parsed.commands.count == a.parsed.commands.count);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	DROP(text) char *text = text_copy_n((const char *)data, size);
	DROP(commands) struct commands forms = {0};
	struct diagnostic fault = {0};
	size_t start;
	size_t length;

	if (commands_split(text, size, &forms, &fault))
		look_at_forms(&forms, text, size);
	else
		look_at_fault(&fault, size);
	if (term_check(text, size, &start, &length, &fault))
		REQUIRE(length > 0 && start + length <= size);
	else
		look_at_fault(&fault, size);
	try_allow(command_policy_item, text, size);
	try_allow(command_policy_script, text, size);
	return 0;
}
