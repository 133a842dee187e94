#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"

/* ASan ends the process by itself where libc returns NULL, unless told. */
const char *__asan_default_options(void);

const char *
__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

/* The exit code of a child that runs `action`, and 0 if it comes back. */
static int
exit_code_of(void (*action)(void))
{
	int status;
	pid_t child = fork();

	assert_true(child >= 0);
	if (child == 0) {
		(void)close(STDERR_FILENO); /* the last word is not for here */
		action();
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void
ask_for_too_much(void)
{
	free(mem_grow(NULL, SIZE_MAX / 16, 8));
}

static void
ask_for_more_than_a_size_can_say(void)
{
	free(mem_grow(NULL, SIZE_MAX / 2, 4));
}

TEST(what_cannot_be_had_ends_the_process_with_101)
{
	assert_int_equal(exit_code_of(ask_for_too_much), EXIT_NO_MEMORY);
	assert_int_equal(
		exit_code_of(ask_for_more_than_a_size_can_say), EXIT_NO_MEMORY);
}

TEST(room_doubles_only_when_it_is_full)
{
	size_t capacity = 0;
	int *array = mem_room(NULL, 0, &capacity, sizeof(int));
	size_t first = capacity;

	assert_true(first > 0);
	array = mem_room(array, first - 1, &capacity, sizeof(int));
	assert_int_equal(capacity, first);
	array = mem_room(array, first, &capacity, sizeof(int));
	assert_int_equal(capacity, 2 * first);
	free(array);
}

TEST(a_copied_part_ends_in_a_nul_and_may_hold_one)
{
	DROP(text) char *part = text_copy_n("a\0bcd", 3);

	assert_memory_equal(part, "a\0b", 4);
	assert_null(text_copy(NULL));
	assert_null(text_copy_n(NULL, 5));
}

TEST(formats_into_new_memory)
{
	DROP(text) char *text = text_format("%s-%d", "x", 42);

	assert_string_equal(text, "x-42");
}

TEST(taking_leaves_null_behind)
{
	char *owner = text_copy("kept");
	char *taken = TAKE(owner);

	assert_null(owner);
	assert_string_equal(taken, "kept");
	text_drop(&taken);
	assert_null(taken);
}
