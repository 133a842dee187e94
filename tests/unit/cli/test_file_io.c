#include "cli/file_io.h"

#include "base/alloc.h"
#include "unit/store/scratch.h"

static void
a_file_comes_back_as_it_was_written(void **state)
{
	struct scratch *x = *state;
	DROP(buf) struct buf text;

	buf_init(&text, 100);
	assert_true(file_io_write(x->path, "a\nb\0c", 5, &x->error));
	assert_true(file_io_read(x->path, &text, &x->error));
	assert_int_equal(text.size, 5);
	assert_memory_equal(text.data, "a\nb\0c", 5);
}

static void
a_longer_file_is_replaced_as_a_whole(void **state)
{
	struct scratch *x = *state;
	DROP(buf) struct buf text;

	buf_init(&text, 100);
	assert_true(file_io_write(x->path, "long", 4, &x->error));
	assert_true(file_io_write(x->path, "x", 1, &x->error));
	assert_true(file_io_read(x->path, &text, &x->error));
	assert_string_equal(text.data, "x");
}

static void
a_file_that_is_not_there_is_named(void **state)
{
	struct scratch *x = *state;
	DROP(buf) struct buf text;

	buf_init(&text, 100);
	assert_false(file_io_read(x->path, &text, &x->error));
	assert_non_null(strstr(x->error.text, x->path));
	assert_non_null(strstr(x->error.text, "No such file"));
}

static void
a_file_over_the_limit_is_refused(void **state)
{
	struct scratch *x = *state;
	DROP(buf) struct buf text;

	buf_init(&text, 3);
	assert_true(file_io_write(x->path, "abcd", 4, &x->error));
	assert_false(file_io_read(x->path, &text, &x->error));
	assert_non_null(strstr(x->error.text, "larger than 3 bytes"));
}

static void
a_folder_is_no_file(void **state)
{
	struct scratch *x = *state;
	DROP(buf) struct buf text;

	buf_init(&text, 100);
	assert_false(file_io_read(x->folder, &text, &x->error));
	assert_non_null(strstr(x->error.text, "cannot"));
	assert_false(file_io_write(x->folder, "a", 1, &x->error));
	assert_non_null(strstr(x->error.text, "cannot open"));
}

static void
what_cannot_be_written_is_an_error(void **state)
{
	struct scratch *x = *state;

	assert_false(file_io_write("/dev/full", "a", 1, &x->error));
	assert_non_null(strstr(x->error.text, "cannot write"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		scratch_test(a_file_comes_back_as_it_was_written),
		scratch_test(a_longer_file_is_replaced_as_a_whole),
		scratch_test(a_file_that_is_not_there_is_named),
		scratch_test(a_file_over_the_limit_is_refused),
		scratch_test(a_folder_is_no_file),
		scratch_test(what_cannot_be_written_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
