#include "unit/unit.h"

#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "advice/message/rules.h"
#include "base/alloc.h"
#include "base/asset.h"
#include "base/limits.h"
#include "wire/answer.h"
#include "wire/ask.h"

/*
 * What libz3 says is matched word for word, and another libz3 has other words:
 * each of its sentences in z3.rules has an example. The libz3 at hand has to
 * say the sentence to it, or another that a rule knows, or else to accept it:
 * 4.13 takes a Bool for a number.
 */

ASSET(src_advice_z3_z3_rules);

static const char declared[] =
	"(declare-const x Int)(declare-const y Int)(declare-const r Real)"
	"(declare-const p Bool)(declare-const s String)"
	"(declare-const b8 (_ BitVec 8))(declare-const b16 (_ BitVec 16))"
	"(declare-const a (Array Int Int))(declare-fun f (Int) Int)\n";

/* build/satchel-worker, as seen from build/tests/unit/advice. */
static char *
worker_path(void)
{
	char self[4096];
	ssize_t size = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *end;

	assert_true(size > 0);
	self[size] = '\0';
	end = strstr(self, "/tests/unit/");
	assert_non_null(end);
	*end = '\0';
	return text_format("%s/satchel-worker", self);
}

/* Starts a worker for one job; the descriptor is a socket to it. */
static int
start(pid_t *pid)
{
	DROP(text) char *path = worker_path();
	char job[] = "--job";
	char *arguments[] = {path, job, NULL};
	posix_spawn_file_actions_t actions;
	int ends[2];

	assert_int_equal(
		socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
	posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
	assert_int_equal(
		posix_spawn(pid, path, &actions, NULL, arguments, environ), 0);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	return ends[0];
}

static void
read_answer(int from, const struct ask *ask, struct answer *answer)
{
	DROP(buf) struct buf in;
	char piece[4096];
	ssize_t size;
	struct frame frame;
	size_t used, at = 0;

	buf_init(&in, 1 * MIB);
	while ((size = read(from, piece, sizeof(piece))) > 0)
		assert_true(buf_add(&in, piece, (size_t)size));
	/* After the line of versions. */
	assert_non_null(memchr(in.data, '\n', in.size));
	at = (size_t)((char *)memchr(in.data, '\n', in.size) + 1 - in.data);
	while (frame_find(in.data + at, in.size - at, 1 * MIB, &frame, &used) ==
		FRAME_WHOLE) {
		assert_true(answer_add_frame(answer, ask, &frame));
		at += used;
	}
}

/* What libz3 says to the text, the caller's; "" if it accepts it. */
static char *
said_to(const char *text)
{
	DROP(text) char *whole = text_format("%s%s", declared, text);
	struct ask ask = {.kind = ASK_CHECK,
		.text = whole,
		.size = strlen(whole),
		.timeout_ms = 20000};
	DROP(answer) struct answer *answer = answer_new();
	DROP(buf) struct buf out;
	char *words;
	pid_t pid;
	int to = start(&pid);

	buf_init(&out, 1 * MIB);
	ask_put(&out, &ask);
	assert_int_equal(write(to, out.data, out.size), out.size);
	read_answer(to, &ask, answer);
	close(to);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	words = text_copy(answer->fault.kind == DIAGNOSTIC_SOLVER
				  ? answer->fault.what
				  : "");
	for (char *at = words; *at != '\0'; at++)
		if (*at == '\n')
			*at = ' ';
	return words;
}

/* The first pattern that fits; of length 0 if none does. */
static struct slice
first_fit(const char *words)
{
	struct rule rule = {0};
	struct slice ignored[MESSAGE_CAPTURES];

	while (rules_next(asset_src_advice_z3_z3_rules, &rule))
		if (slice_is(rule.kind, "z3") &&
			rules_fit(rule.pattern, words, ignored))
			return rule.pattern;
	return (struct slice){"", 0};
}

enum said { SAID_EXACTLY, SAID_OTHERWISE, SAID_UNKNOWN };

/* Tries the examples of a rule until one leads to it. */
static enum said
try_examples(const struct rule *rule)
{
	const char *at = rule->body;
	enum said said = SAID_OTHERWISE;

	for (; *at == '\t'; at += strcspn(at, "\n") + 1) {
		DROP(text) char *text = NULL;
		DROP(text) char *words = NULL;
		struct slice pattern;

		if (strncmp(at, "\texample ", 9) != 0)
			continue;
		text = text_copy_n(at + 9, strcspn(at + 9, "\n"));
		words = said_to(text);
		pattern = first_fit(words);
		if (pattern.start == rule->pattern.start)
			return SAID_EXACTLY;
		if (words[0] == '\0' ||
			(pattern.length > 0 && !slice_is(pattern, "*")))
			continue;
		said = SAID_UNKNOWN;
		print_message("%s: %s\n", text, words);
	}
	return said;
}

TEST(each_sentence_is_what_the_libz3_at_hand_says)
{
	size_t counts[] = {[SAID_EXACTLY] = 0, [SAID_UNKNOWN] = 0};
	struct rule rule = {0};

	while (rules_next(asset_src_advice_z3_z3_rules, &rule)) {
		enum said said;

		if (!slice_is(rule.kind, "z3") || slice_is(rule.pattern, "*"))
			continue;
		said = try_examples(&rule);
		counts[said]++;
		if (said != SAID_EXACTLY)
			print_message("not said: %.*s\n",
				(int)rule.pattern.length, rule.pattern.start);
	}
	assert_int_equal(counts[SAID_UNKNOWN], 0);
	assert_true(counts[SAID_OTHERWISE] < 6);
	assert_true(counts[SAID_EXACTLY] > 50);
}
