#include "unit/unit.h"

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

TEST(a_line_has_time_level_and_text)
{
	struct capture c;

	begin_capture(&c);
	log_warn("%d jobs wait", 3);
	end_capture(&c);
	assert_int_equal(c.text[CLOCK_TEXT_SIZE - 2], 'Z');
	assert_string_equal(
		c.text + CLOCK_TEXT_SIZE - 1, " satchel warn: 3 jobs wait\n");
}

TEST(lines_above_the_level_are_dropped)
{
	struct capture c;

	begin_capture(&c);
	log_debug("a");
	log_info("b");
	log_set_level(LOG_ERROR);
	log_warn("c");
	log_error("d");
	log_set_level(LOG_DEBUG);
	log_debug("e");
	end_capture(&c);
	assert_null(strstr(c.text, ": a\n"));
	assert_non_null(strstr(c.text, " info: b\n"));
	assert_null(strstr(c.text, ": c\n"));
	assert_non_null(strstr(c.text, " error: d\n"));
	assert_non_null(strstr(c.text, " debug: e\n"));
}

TEST(client_text_cannot_forge_a_line)
{
	struct capture c;

	begin_capture(&c);
	log_info("%s", "a\nb\rc\x1b[31m\x7f\xc2\x9b");
	end_capture(&c);
	assert_non_null(strstr(c.text, ": a?b?c?[31m???\n"));
}

TEST(a_long_line_is_cut_at_1_kib)
{
	DROP(text) char *text = mem_new(5001);
	struct capture c;

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

TEST(levels_have_names)
{
	enum log_level level = LOG_NOTHING;

	assert_true(log_level_find("error", &level) && level == LOG_ERROR);
	assert_true(log_level_find("warn", &level) && level == LOG_WARN);
	assert_true(log_level_find("info", &level) && level == LOG_INFO);
	assert_true(log_level_find("debug", &level) && level == LOG_DEBUG);
	assert_false(log_level_find("loud", &level));
	assert_int_equal(level, LOG_DEBUG);
}
