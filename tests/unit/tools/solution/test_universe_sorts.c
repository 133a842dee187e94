#include "unit/unit.h"

#include "tools/solution/universe_sorts.h"

#include <string.h>

#include "base/alloc.h"
#include "tools/solution/parsed_text.h"

static const char solution[] =
	"(declare-fun |U v!val!1| () |U v|)(declare-fun x () (Array Int Int))"
	"(declare-fun |(Q Int)!val!1| () (Q Int))"
	"(declare-fun |(Q Int)!val!0| () (Q Int))";

TEST(a_sort_is_an_enumeration_of_its_elements)
{
	struct parsed_text s = {0};
	DROP(buf) struct buf out;

	buf_init(&out, 1000);
	assert_true(parsed_text_read(&s, solution, strlen(solution)));
	assert_true(universe_sorts_write_sort(&s, slice_of("U v"), &out));
	assert_false(universe_sorts_write_sort(&s, slice_of("V"), &out));
	assert_string_equal(out.data,
		"(declare-datatypes ((|U v| 0)) (((|U v!val!1|))))\n");
	assert_true(s.is_done[0]);
	parsed_text_release(&s);
}

TEST(of_an_instance_it_is_asserted_what_its_elements_are)
{
	struct parsed_text s = {0};
	DROP(buf) struct buf out;

	buf_init(&out, 1000);
	assert_true(parsed_text_read(&s, solution, strlen(solution)));
	universe_sorts_write_instances(&s, &out);
	assert_string_equal(out.data,
		"(declare-fun |(Q Int)!val!1| () (Q Int))\n"
		"(declare-fun |(Q Int)!val!0| () (Q Int))\n"
		"(assert (distinct |(Q Int)!val!1| |(Q Int)!val!0|))\n"
		"(assert (forall ((satchel!e (Q Int))) (or false "
		"(= satchel!e |(Q Int)!val!1|) "
		"(= satchel!e |(Q Int)!val!0|))))\n");
	assert_false(s.is_done[1]);
	assert_true(s.is_done[3]);
	parsed_text_release(&s);
}
