#include "unit/unit.h"

#include <string.h>

#include "wire/jail_probes.h"

TEST(the_list_ends_behind_the_last_way)
{
	size_t count = 0;

	while (escapes[count].name != NULL)
		count++;
	assert_int_equal(count, 6);
	assert_null(escapes[count].what);
}

TEST(no_way_out_is_taken_for_another_answer)
{
	for (const struct jail_probes *e = escapes; e->name != NULL; e++) {
		assert_string_not_equal(e->name, ESCAPE_GOT_OUT);
		assert_non_null(e->what);
	}
}
