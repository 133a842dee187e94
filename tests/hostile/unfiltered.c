/*
 * A kernel, or a container, that offers no filter of system calls: this
 * program denies itself and all that it starts the call that sets one. The
 * server must say so, and all other limits must hold.
 */

#include "unit/unit.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <string.h>
#include <sys/prctl.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "hostile/guest.h"
#include "hostile/siege.h"
#include "json/json.h"

enum {
	OUTPUT_BYTES = 64 * KIB,
	COMMAND_MS = 60000,
	SOON_MS = 400,
	ENOUGH_MS = 30000,
};

static int
lose_seccomp(void **state)
{
	scmp_filter_ctx rules = seccomp_init(SCMP_ACT_ALLOW);
	int failed;

	(void)state;
	if (rules == NULL)
		return -1;
	failed = seccomp_rule_add(
		rules, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(seccomp), 0);
	failed |= seccomp_rule_add(rules, SCMP_ACT_ERRNO(EINVAL),
		SCMP_SYS(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_SECCOMP));
	failed |= seccomp_load(rules);
	seccomp_release(rules);
	return failed;
}

GUEST_TEST(the_log_says_so_at_the_start)
{
	DROP(text) char *log = NULL;

	guest_greet(g);
	log = place_read(&g->place, "server.log", OUTPUT_BYTES);
	if (strstr(log, "no seccomp") == NULL)
		fail_msg("%s", log);
}

/* What the limits hold is held; the rest is told. */
GUEST_TEST(doctor_says_so_and_what_holds)
{
	static const char *const pieces[] = {"WEAK", "no seccomp",
		"self-test  ok", "open a file                       held",
		"write a file                      held",
		"open a socket                     held",
		"take more memory than its cap     held"};
	DROP(text) char *output = NULL;
	struct err e;
	int code;

	if (!process_run(&g->place, "satchel doctor",
		    clock_now_ms() + COMMAND_MS, &code, &e))
		fail_msg("%s", e.text);
	output = place_read(&g->place, "stdout", OUTPUT_BYTES);
	for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
		if (strstr(output, pieces[i]) == NULL)
			fail_msg("no %s in\n%s", pieces[i], output);
	}
	assert_int_equal(code, 0);
}

static void
expect_reason(
	struct siege *s, const char *text, const char *code, int64_t limit_ms)
{
	struct json_object *arguments = json_new_object();
	const struct json_object *reply;
	const struct json_object *reason;
	struct err e;

	json_put_string(arguments, "smtlib", text);
	json_put_int(arguments, "timeout_ms", limit_ms);
	reply = siege_call(
		s, "solve_smtlib", arguments, limit_ms + SIEGE_LATE_MS, &e);
	if (reply == NULL)
		fail_msg("%s", e.text);
	reason = json_get_object(
		json_get_object(
			json_get_object(reply, "result"), "structuredContent"),
		"reason");
	if (reason == NULL)
		fail_msg("%s: no reason in %s", code, json_text(reply));
	assert_string_equal(json_get_string(reason, "code"), code);
}

/* And a worker that dies is replaced, nothing is written, nothing is left. */
TEST(time_and_memory_are_limited_all_the_same)
{
	DROP(text) char *build = siege_build();
	struct siege s;
	struct err e;

	if (!siege_begin(&s, build, "--workers 1 --memory-mb 100", &e))
		fail_msg("%s", e.text);
	expect_reason(&s,
		"(declare-const x Int)(declare-const y Int)"
		"(declare-const z Int)(assert (= (+ (* x x x) (* y y y) "
		"(* z z z)) 33))(check-sat)",
		"timeout", SOON_MS);
	expect_reason(&s,
		"(declare-const b (_ BitVec 60000))"
		"(assert (= (bvudiv b (bvmul b b)) (bvadd b b)))(check-sat)",
		"memory", ENOUGH_MS);
	if (!siege_end(&s, &e))
		fail_msg("%s", e.text);
	siege_release(&s);
}

TEST_GROUP(lose_seccomp, NULL)
