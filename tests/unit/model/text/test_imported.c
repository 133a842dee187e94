#include "unit/unit.h"

#include "unit/model/items.h"

#include <stdlib.h>

#include "model/text/imported.h"

TEST(a_fault_counts_from_where_its_piece_begins)
{
	static const char text[] = "one\n (two\nthree";
	struct import im = {.text = text_copy(text), .size = sizeof(text) - 1};
	struct diagnostic first = {.kind = DIAGNOSTIC_REFUSED,
		.line = 1,
		.column = 2,
		.offset = 1,
		.length = 3};
	struct diagnostic later = {.kind = DIAGNOSTIC_REFUSED,
		.line = 2,
		.column = 1,
		.offset = 5};

	imported_refuse(&im, &first, 5, 2);
	imported_refuse(&im, &later, 5, 2);
	assert_int_equal(im.first.line, 2);
	assert_int_equal(im.first.column, 3);
	assert_string_equal(im.faults[0].command, "two");
	assert_int_equal(im.faults[1].line, 3);
	import_release(&im);
}

TEST(too_many_faults_are_not_remembered)
{
	struct import im = {.text = text_copy("x"), .size = 1};

	for (size_t i = 0; i < IMPORT_FAULTS_MAX + 5; i++) {
		struct diagnostic fault = {
			.kind = DIAGNOSTIC_REFUSED, .line = 1};

		imported_refuse(&im, &fault, 0, 1);
	}
	assert_int_equal(im.fault_count, IMPORT_FAULTS_MAX);
	import_release(&im);
}

TEST(content_is_what_an_item_may_hold)
{
	struct import im = {0};
	char *content = NULL;
	struct diagnostic fault;
	static const char text[] = "(assert true)\n(check-sat)";

	assert_true(imported_content(
		&im, text, sizeof(text) - 1, 7, &content, &fault));
	assert_string_equal(content, "(assert true)");
	assert_int_equal(im.warning_count, 1);
	assert_int_equal(im.warnings[0].line, 8);
	free(content);
	assert_false(imported_content(&im, "(push)", 6, 1, &content, &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_REFUSED);
	assert_false(
		imported_content(&im, "(check-sat)", 11, 1, &content, &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_EMPTY);
	import_release(&im);
}
