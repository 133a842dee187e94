/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/log.h"

/* Stands in the place of stderr between begin and end. */
struct capture {
	int file;
	int stderr_copy;
	char text[8192];
};

static void
begin_capture(struct capture *c)
{
	c->file = memfd_create("log", MFD_CLOEXEC);
	c->stderr_copy = dup(STDERR_FILENO);
	assert_true(c->file >= 0 && c->stderr_copy >= 0);
	assert_int_equal(dup2(c->file, STDERR_FILENO), STDERR_FILENO);
}

static void
end_capture(struct capture *c)
{
	ssize_t size;

	assert_int_equal(dup2(c->stderr_copy, STDERR_FILENO), STDERR_FILENO);
	size = pread(c->file, c->text, sizeof(c->text) - 1, 0);
	assert_true(size >= 0);
	c->text[size] = '\0';
	(void)close(c->file);
	(void)close(c->stderr_copy);
	log_set_level(LOG_INFO);
}

static void
a_line_has_time_level_and_text(void **state)
{
	struct capture c;

	(void)state;
	begin_capture(&c);
	log_warn("%d jobs wait", 3);
	end_capture(&c);
	assert_int_equal(c.text[CLOCK_TEXT_SIZE - 2], 'Z');
	assert_string_equal(
		c.text + CLOCK_TEXT_SIZE - 1, " satchel warn: 3 jobs wait\n");
}

static void
debug_lines_are_dropped_by_default(void **state)
{
	struct capture c;

	(void)state;
	begin_capture(&c);
	log_debug("quiet");
	log_info("loud");
	end_capture(&c);
	assert_null(strstr(c.text, "quiet"));
	assert_non_null(strstr(c.text, "loud"));
}

static void
only_errors_are_left_at_the_lowest_level(void **state)
{
	struct capture c;

	(void)state;
	begin_capture(&c);
	log_set_level(LOG_ERROR);
	log_warn("quiet");
	log_error("loud");
	end_capture(&c);
	assert_null(strstr(c.text, "quiet"));
	assert_non_null(strstr(c.text, " error: loud\n"));
}

static void
debug_lines_come_when_asked_for(void **state)
{
	struct capture c;

	(void)state;
	begin_capture(&c);
	log_set_level(LOG_DEBUG);
	log_debug("loud");
	end_capture(&c);
	assert_non_null(strstr(c.text, " debug: loud\n"));
}

static void
client_text_cannot_forge_a_line(void **state)
{
	struct capture c;

	(void)state;
	begin_capture(&c);
	log_info("%s", "a\nb\rc\x1b[31m\x7f\xc2\x9b");
	end_capture(&c);
	assert_non_null(strstr(c.text, ": a?b?c?[31m???\n"));
}

static void
a_long_line_is_cut_at_1_kib(void **state)
{
	DROP(text) char *text = mem_new(5001);
	struct capture c;

	(void)state;
	memset(text, 'a', 5000);
	begin_capture(&c);
	log_info("%s", text);
	log_info("next");
	end_capture(&c);
	assert_true(strchr(c.text, '\n') - c.text < 1024);
	assert_true(strchr(c.text, '\n') - c.text > 1000);
	assert_non_null(strstr(c.text, "\n2"));
	assert_non_null(strstr(c.text, ": next\n"));
}

static void
levels_have_names(void **state)
{
	enum log_level level;

	(void)state;
	assert_true(log_level_find("error", &level));
	assert_int_equal(level, LOG_ERROR);
	assert_true(log_level_find("warn", &level));
	assert_int_equal(level, LOG_WARN);
	assert_true(log_level_find("info", &level));
	assert_int_equal(level, LOG_INFO);
	assert_true(log_level_find("debug", &level));
	assert_int_equal(level, LOG_DEBUG);
}

static void
an_unknown_level_leaves_the_output_alone(void **state)
{
	enum log_level level = LOG_WARN;

	(void)state;
	assert_false(log_level_find("loud", &level));
	assert_false(log_level_find("", &level));
	assert_int_equal(level, LOG_WARN);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_has_time_level_and_text),
		cmocka_unit_test(debug_lines_are_dropped_by_default),
		cmocka_unit_test(only_errors_are_left_at_the_lowest_level),
		cmocka_unit_test(debug_lines_come_when_asked_for),
		cmocka_unit_test(client_text_cannot_forge_a_line),
		cmocka_unit_test(a_long_line_is_cut_at_1_kib),
		cmocka_unit_test(levels_have_names),
		cmocka_unit_test(an_unknown_level_leaves_the_output_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
