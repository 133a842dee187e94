#include "cli/file_io.h"

#include "base/alloc.h"
#include "unit/store/scratch.h"

TEST_WITH(a_file_comes_back_as_it_was_written, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	DROP(buf) struct buf text;

	buf_init(&text, 100);
	assert_true(file_io_write(x->path, "a\nb\0c", 5, &x->error));
	assert_true(file_io_read(x->path, &text, &x->error));
	assert_int_equal(text.size, 5);
	assert_memory_equal(text.data, "a\nb\0c", 5);
}

TEST_WITH(a_longer_file_is_replaced_as_a_whole, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	DROP(buf) struct buf text;

	buf_init(&text, 100);
	assert_true(file_io_write(x->path, "long", 4, &x->error));
	assert_true(file_io_write(x->path, "x", 1, &x->error));
	assert_true(file_io_read(x->path, &text, &x->error));
	assert_string_equal(text.data, "x");
}

TEST_WITH(a_file_that_is_not_there_is_named, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	DROP(buf) struct buf text;

	buf_init(&text, 100);
	assert_false(file_io_read(x->path, &text, &x->error));
	assert_non_null(strstr(x->error.text, x->path));
	assert_non_null(strstr(x->error.text, "No such file"));
}

TEST_WITH(a_file_over_the_limit_is_refused, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	DROP(buf) struct buf text;

	buf_init(&text, 3);
	assert_true(file_io_write(x->path, "abcd", 4, &x->error));
	assert_false(file_io_read(x->path, &text, &x->error));
	assert_non_null(strstr(x->error.text, "larger than 3 bytes"));
}

TEST_WITH(a_folder_is_no_file, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	DROP(buf) struct buf text;

	buf_init(&text, 100);
	assert_false(file_io_read(x->folder, &text, &x->error));
	assert_non_null(strstr(x->error.text, "cannot"));
	assert_false(file_io_write(x->folder, "a", 1, &x->error));
	assert_non_null(strstr(x->error.text, "cannot open"));
}

TEST_WITH(what_cannot_be_written_is_an_error, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;

	assert_false(file_io_write("/dev/full", "a", 1, &x->error));
	assert_non_null(strstr(x->error.text, "cannot write"));
}
