#include "advice/advice.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "advice/message/location.h"
#include "advice/message/rules.h"
#include "base/asset.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "base/wording.h"
#include "smt/text/lexer.h"

ASSET(src_advice_advice_rules);
ASSET(src_advice_slips_slips_rules);
ASSET(src_advice_z3_z3_rules);

static const char *const files[] = {asset_src_advice_slips_slips_rules,
	asset_src_advice_z3_z3_rules, asset_src_advice_advice_rules, NULL};

static const struct rule_action *const actions[] = {text_actions,
	encoding_actions, infix_actions, name_actions, sort_actions, z3_actions,
	NULL};

static const struct rules rules = {files, actions};

/* --- a fault in a text --------------------------------------------------- */

/* libz3's words alone, without a place, as for a failure of its own. */
static bool
has_place(const struct diagnostic *f)
{
	return f->line > 0 && f->column > 0 && f->kind != DIAGNOSTIC_EMPTY;
}

static void
advise_scanned(struct message *c, const struct diagnostic *f)
{
	static const char *const kinds[] = {
		[DIAGNOSTIC_ENCODING] = "encoding",
		[DIAGNOSTIC_EMPTY] = "empty",
		[DIAGNOSTIC_TOKEN] = "token",
		[DIAGNOSTIC_UNCLOSED] = "unclosed",
		[DIAGNOSTIC_UNOPENED] = "unopened",
		[DIAGNOSTIC_STRING] = "string",
		[DIAGNOSTIC_QUOTED] = "quoted",
		[DIAGNOSTIC_NOT_COMMAND] = "not-command",
		[DIAGNOSTIC_UNKNOWN_COMMAND] = "unknown-command",
		[DIAGNOSTIC_REFUSED] = "refused",
		[DIAGNOSTIC_OPTION] = "option",
		[DIAGNOSTIC_LIMIT] = "limit",
		[DIAGNOSTIC_SCOPE] = "scope",
		[DIAGNOSTIC_USAGE] = "usage",
		[DIAGNOSTIC_LANGUAGE] = "language",
	};

	assert(kinds[f->kind] != NULL);
	message_set_said(c, f->what);
	rules_advise(c, "scanner", kinds[f->kind]);
}

/*
 * What is seen in the text comes first: the sentence in which libz3 stumbled
 * over x > 0 or == says less than the text itself.
 */
static void
advise_z3(struct message *c, const struct diagnostic *f)
{
	char words[sizeof(f->what)];
	size_t i = 0;

	if (has_place(f) && !(c->where->is_term && c->context.depth == 0) &&
		rules_advise(c, "seen", ""))
		return;
	/* libz3 breaks lines. */
	do
		words[i] = f->what[i] == '\n' ? ' ' : f->what[i];
	while (f->what[i++] != '\0');
	c->words = words;
	message_set_said(c, words);
	rules_match(c, "z3", words);
	if (c->problem.size == 0)
		message_problem(
			c, slice_of(c->said[0] != '\0'
					    ? "Z3 does not accept this: {said}"
					    : "Z3 does not accept this"));
	c->words = NULL;
}

/* Appends `Item 3 "limit", line 1, column 5: `. */
static void
write_location(struct buf *out, const struct advice_summary *b)
{
	buf_add_text(out, b->name.data);
	if (b->line > 0)
		buf_add_format(out, ", line %u, column %u", b->line, b->column);
	buf_add_text(out, ": ");
}

static void
write_rest(struct buf *out, const struct message *c,
	const struct advice_place *where, const struct advice_summary *b)
{
	buf_add_format(out, "%s.\n", b->problem.data);
	if (b->line > 0)
		location_show(out, where->whole, where->whole_size,
			(struct span){c->at.offset + where->whole_offset,
				c->at.size});
	if (c->cause.size > 0)
		buf_add_format(out, "Cause: %s.\n", c->cause.data);
	if (c->steps.count > 0)
		buf_add_format(out, ERR_STEPS "%s", c->steps.text.data);
	buf_add_text(out, where->is_script || where->is_term
				  ? "Nothing was solved."
				  : "Nothing was changed.");
}

/* Fills the summary and, unless it is NULL, `rest` with the message from the
 * problem on. */
static void
explain(const struct diagnostic *f, const struct advice_place *place,
	struct advice_summary *b, struct buf *rest)
{
	struct advice_place where = *place;
	size_t offset = f->offset;
	DROP(message) struct message c;

	if (where.whole == NULL) {
		where.whole = where.text;
		where.whole_size = where.size;
		where.whole_offset = 0;
	}
	*b = (struct advice_summary){0};
	buf_init(&b->name, ERR_TEXT_MAX);
	buf_init(&b->problem, ERR_TEXT_MAX);
	if (f->kind == DIAGNOSTIC_SOLVER)
		offset = location_offset(
			where.text, where.size, f->line, f->column);
	else if (f->kind == DIAGNOSTIC_USAGE)
		/* Line and column say where it is in the item, the offset maybe
		 * where it was in the model. */
		offset =
			text_offset(where.text, where.size, f->line, f->column);
	message_init(
		&c, &where, offset < where.size ? offset : where.size, &rules);
	if (f->kind == DIAGNOSTIC_SOLVER)
		advise_z3(&c, f);
	else
		advise_scanned(&c, f);
	location_name(&b->name, &where);
	buf_add_text(&b->problem, c.problem.data);
	if (has_place(f))
		text_place(where.whole, c.at.offset + where.whole_offset,
			&b->line, &b->column);
	if (rest != NULL)
		write_rest(rest, &c, &where, b);
}

bool
advice_fault(const struct diagnostic *f, const struct advice_place *where,
	struct err *e)
{
	DROP(advice_summary) struct advice_summary brief;
	DROP(buf) struct buf location;
	DROP(buf) struct buf rest;

	buf_init(&location, ERR_TEXT_MAX);
	buf_init(&rest, ERR_TEXT_MAX);
	explain(f, where, &brief, &rest);
	write_location(&location, &brief);
	err_set(e, f->kind == DIAGNOSTIC_LIMIT ? ERR_LIMIT : ERR_TEXT, "%s",
		location.data);
	e->location_size = (unsigned)strlen(e->text);
	err_add(e, "%s", rest.data);
	e->item = where->index;
	e->line = brief.line;
	e->column = brief.column;
	return false;
}

void
advice_summarize(const struct diagnostic *f, const struct advice_place *where,
	struct advice_summary *b)
{
	explain(f, where, b, NULL);
}

void
advice_summary_release(struct advice_summary *b)
{
	buf_release(&b->name);
	buf_release(&b->problem);
}

/* --- what became of a job ------------------------------------------------ */

enum { SENTENCES_MAX = 4096 };

static const struct advice_place nowhere = {.text = ""};

static void
add_job_steps(struct buf *out, const struct message *c)
{
	if (c->steps.count > 0)
		buf_add_format(out, "\n" ERR_STEPS "%.*s",
			(int)c->steps.text.size - 1, c->steps.text.data);
}

/* (* x y), not (* 2 x) or (* x 2). */
static bool
multiplies_terms(const char *at)
{
	const char *second = at + strcspn(at, " ()\n");

	if (isdigit((unsigned char)*at))
		return false;
	if (*at == '(' || *second != ' ')
		return *at == '(' && strncmp(at, "(- ", 3) != 0;
	return !isdigit((unsigned char)second[1]) &&
	       strncmp(second, " (- ", 4) != 0;
}

const char *
advice_hardest(const char *text, size_t size)
{
	static const struct {
		const char *begins;
		const char *what;
	} signs[] = {
		{"(^ ", "powers"},
		{"(forall ", "quantifiers"},
		{"(exists ", "quantifiers"},
		{"(define-fun-rec", "recursion"},
		{"(define-funs-rec", "recursion"},
		{"(str.", "strings"},
		{"(seq.", "strings"},
		{"(* ", "products"},
		{"(bvmul ", "bits"},
		{"(bvudiv ", "bits"},
		{"(bvurem ", "bits"},
	};
	enum { READ = 1 * MIB, COUNT = sizeof(signs) / sizeof(signs[0]) };
	DROP(text) char *copy = text_copy_n(text, size < READ ? size : READ);
	size_t hardest = COUNT;
	int depth = 0;

	for (const char *at = copy; *at != '\0'; at++) {
		depth -= *at == ')' && depth > 0;
		if (*at != '(')
			continue;
		for (size_t i = 0; i < hardest; i++)
			if (strncmp(at, signs[i].begins,
				    strlen(signs[i].begins)) == 0 &&
				(strcmp(signs[i].what, "products") != 0 ||
					multiplies_terms(at + 3)) &&
				(depth > 0 || strcmp(signs[i].begins,
						      "(forall ") != 0))
				hardest = i;
		depth++;
	}
	return hardest < COUNT ? signs[hardest].what : "";
}

static void
set_hardest(struct message *c, const struct advice_job *job)
{
	if (job->hardest != NULL)
		message_part(c, 5, job->hardest, strlen(job->hardest));
}

/* Returns the rule for a text that could not be read, or the name itself. */
static const char *
unread_end(const char *end)
{
	static const char *const ends[][2] = {
		{"timeout", "unread-timeout"},
		{"memory", "unread-memory"},
		{"crash", "unread-crash"},
		{"jail", "unread-crash"},
		{"too-large", "unread-too-large"},
	};

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (strcmp(end, ends[i][0]) == 0)
			return ends[i][1];
	return end;
}

/* A check and a solve end in the same ways, but only one of them kept
 * something from being changed, and only the other has timeout_ms. */
char *
advice_job(const char *end, const struct advice_job *job)
{
	/* In the queue nothing was learnt about the text. */
	bool is_waiting = strcmp(end, "timeout") == 0 && job->has_phase &&
			  job->phase == PHASE_WAITING;
	const struct advice_place where = {
		.text = "", .is_script = !job->is_check};
	DROP(message) struct message m;
	struct message *c = &m;
	DROP(buf) struct buf out;

	buf_init(&out, SENTENCES_MAX);
	message_init(c, &where, 0, &rules);
	message_set_said(c, job->what);
	message_number(c, 1, job->limit_ms);
	message_number(c, 2, job->memory_mb);
	message_part(c, 3, "answered", job->is_answered ? 8 : 0);
	message_number(c, 4, LIMIT_ANSWER / MIB);
	set_hardest(c, job);
	if (job->is_reading && !is_waiting)
		end = unread_end(end);
	rules_advise(c, "job", is_waiting ? "waiting" : end);
	c->problem.data[0] = (char)toupper((unsigned char)c->problem.data[0]);
	buf_add_format(&out, "%s.", c->problem.data);
	if (job->has_phase && !is_waiting && !job->is_reading &&
		strcmp(end, "killed") != 0 && strcmp(end, "lost") != 0 &&
		strcmp(end, "jail") != 0)
		buf_add_format(&out, " At that moment it was %s.",
			phase_name(job->phase));
	if (c->cause.size > 0)
		buf_add_format(&out, "\nCause: %s.", c->cause.data);
	add_job_steps(&out, c);
	if (job->is_check)
		buf_add_text(&out, "\nNothing was changed.");
	return buf_detach(&out);
}

char *
advice_unknown(const char *reason, const struct advice_job *job)
{
	DROP(message) struct message m;
	struct message *c = &m;
	struct quote words = quote_text(reason, strlen(reason));
	DROP(buf) struct buf out;

	buf_init(&out, SENTENCES_MAX);
	message_init(c, &nowhere, 0, &rules);
	set_hardest(c, job);
	rules_match(c, "unknown", reason);
	buf_add_format(&out,
		"Z3 answered unknown on %s: it could neither find a solution "
		"nor show that there is none.\nCause: %s",
		job->what, c->cause.data);
	if (words.text[0] != '\0' && strcmp(words.text, "unknown") != 0)
		buf_add_format(&out, " (Z3 says \"%s\")", words.text);
	buf_add_char(&out, '.');
	add_job_steps(&out, c);
	return buf_detach(&out);
}

/* The fact, what to install or do, and what works all the same. */
static char *
say_no_worker(const char *why)
{
	DROP(message) struct message m;
	DROP(text)
	char *rest = wording_text("All that needs no solver works: "
				  "{open_session}, {list_sessions}, "
				  "{get_model}, {export_model}.");

	if (why == NULL || *why == '\0')
		why = "no worker could be started";
	message_init(&m, &nowhere, 0, &rules);
	rules_match(&m, "worker", why);
	return text_format(
		"Z3 is not available: %s.\n"
		"What to do (tell the person who runs the server):\n%s%s",
		why, m.steps.text.data, rest);
}

/* Not of DONE and NO_WORKER. */
static const struct {
	const char *code;
	const char *end; /* of advice_job */
} outcomes[OUTCOME_LOST + 1] = {
	[OUTCOME_TIMEOUT] = {"timeout", "timeout"},
	[OUTCOME_MEMORY] = {"memory", "memory"},
	[OUTCOME_CRASH] = {"crash", "crash"},
	[OUTCOME_FAULT] = {"crash", "fault"},
	[OUTCOME_KILLED] = {"crash", "killed"},
	[OUTCOME_JAIL] = {"crash", "jail"},
	[OUTCOME_GARBLED] = {"crash", "fault"},
	[OUTCOME_TOO_LARGE] = {"memory", "too-large"},
	[OUTCOME_CANCELLED] = {"cancelled", "cancelled"},
	[OUTCOME_LOST] = {"crash", "lost"},
};

char *
advice_failure(const struct answer *answer, struct advice_job *job)
{
	bool is_unplaced = answer->outcome == OUTCOME_TIMEOUT &&
			   answer->phase == PHASE_WAITING &&
			   answer->job.is_launched;
	DROP(text) char *said = NULL;

	if (answer->outcome == OUTCOME_NO_WORKER)
		return say_no_worker(answer->detail);
	if (answer->outcome == OUTCOME_LOST)
		job->what = answer->detail;
	job->has_phase = !is_unplaced;
	job->phase = answer->phase;
	said = advice_job(
		is_unplaced ? "unplaced" : outcomes[answer->outcome].end, job);
	return sanitize_text(said); /* it names items */
}

const char *
advice_failure_code(enum outcome outcome)
{
	return outcomes[outcome].code;
}

bool
advice_dependents(const struct advice_break *b, size_t count, const char *lines,
	struct err *e)
{
	DROP(message) struct message m;
	DROP(buf) struct buf what;

	buf_init(&what, ERR_TEXT_MAX);
	if (b->what != NULL)
		buf_add_text(&what, b->what);
	else if (b->index < 0)
		buf_add_text(&what, "The new item");
	else
		location_name(&what, &(struct advice_place){.index = b->index,
					     .name = b->name});
	message_init(&m, &nowhere, 0, &rules);
	rules_advise(&m, "dependents", b->action);
	err_set(e, ERR_TEXT,
		"%s cannot be %s: %zu other item%s would no longer be "
		"accepted.\n%s" ERR_STEPS "%sNothing was changed.",
		what.data, b->action, count, count == 1 ? "" : "s", lines,
		m.steps.text.data);
	e->item = b->index;
	return false;
}
