/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

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

static void
new_memory_is_zeroed(void **state)
{
	unsigned char *memory = mem_new(64);

	(void)state;
	for (int i = 0; i < 64; i++)
		assert_int_equal(memory[i], 0);
	free(memory);
}

static void
memory_of_no_size_is_memory(void **state)
{
	void *memory = mem_new(0);

	(void)state;
	assert_non_null(memory);
	memory = mem_grow(memory, 0, 8);
	assert_non_null(memory);
	free(memory);
}

static void
running_out_ends_the_process_with_101(void **state)
{
	(void)state;
	assert_int_equal(exit_code_of(ask_for_too_much), EXIT_NO_MEMORY);
}

static void
a_size_that_overflows_ends_the_process(void **state)
{
	(void)state;
	assert_int_equal(
		exit_code_of(ask_for_more_than_a_size_can_say), EXIT_NO_MEMORY);
}

static void
room_doubles_only_when_it_is_full(void **state)
{
	size_t capacity = 0;
	int *array = mem_room(NULL, 0, &capacity, sizeof(int));
	size_t first = capacity;

	(void)state;
	assert_true(first > 0);
	array = mem_room(array, first - 1, &capacity, sizeof(int));
	assert_int_equal(capacity, first);
	array = mem_room(array, first, &capacity, sizeof(int));
	assert_int_equal(capacity, 2 * first);
	free(array);
}

static void
growing_keeps_what_was_there(void **state)
{
	char *memory = mem_grow(NULL, 4, 1);

	(void)state;
	memset(memory, 'a', 4);
	memory = mem_grow(memory, 100000, 1);
	assert_memory_equal(memory, "aaaa", 4);
	free(memory);
}

static void
no_text_copies_to_no_text(void **state)
{
	(void)state;
	assert_null(text_copy(NULL));
	assert_null(text_copy_n(NULL, 5));
}

static void
a_copied_part_ends_in_a_nul(void **state)
{
	DROP(text) char *part = text_copy_n("abcdef", 3);

	(void)state;
	assert_string_equal(part, "abc");
}

static void
a_copied_part_may_hold_a_nul(void **state)
{
	DROP(text) char *part = text_copy_n("a\0b", 3);

	(void)state;
	assert_memory_equal(part, "a\0b", 4);
}

static void
formats_into_new_memory(void **state)
{
	DROP(text) char *text = text_format("%s-%d", "x", 42);

	(void)state;
	assert_string_equal(text, "x-42");
}

static void
taking_leaves_null_behind(void **state)
{
	char *owner = text_copy("kept");
	char *taken = TAKE(owner);

	(void)state;
	assert_null(owner);
	assert_string_equal(taken, "kept");
	text_drop(&taken);
	assert_null(taken);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(new_memory_is_zeroed),
		cmocka_unit_test(memory_of_no_size_is_memory),
		cmocka_unit_test(running_out_ends_the_process_with_101),
		cmocka_unit_test(a_size_that_overflows_ends_the_process),
		cmocka_unit_test(room_doubles_only_when_it_is_full),
		cmocka_unit_test(growing_keeps_what_was_there),
		cmocka_unit_test(no_text_copies_to_no_text),
		cmocka_unit_test(a_copied_part_ends_in_a_nul),
		cmocka_unit_test(a_copied_part_may_hold_a_nul),
		cmocka_unit_test(formats_into_new_memory),
		cmocka_unit_test(taking_leaves_null_behind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
