#include "unit/unit.h"

#include "tools/call/reply.h"

#include "base/alloc.h"
#include "smt/rules/command_policy.h"
#include "json/json.h"

TEST(warnings_say_their_line_and_are_not_endless)
{
	struct warning warnings[30];
	DROP(json) struct json_object *notes = json_new_array();
	char said[] = "left out";

	for (unsigned i = 0; i < 30; i++)
		*(&warnings[0] + i) = (struct warning){i + 1, said};
	warnings_add_list(notes, "", warnings, 30);
	assert_int_equal(json_count(notes), 21);
	assert_string_equal(json_string(json_at(notes, 1)), "line 2: left out");
	assert_string_equal(
		json_string(json_at(notes, 20)), "and 10 more of this kind");
}
