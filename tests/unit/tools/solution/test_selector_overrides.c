#include "unit/unit.h"

#include "tools/solution/selector_overrides.h"

#include <string.h>

#include "base/alloc.h"

#define SOLUTION \
	"(\n(define-fun x () L\n  nil)\n" \
	";; (assert (forall ((x!0 Int)) (= (div x!0 0) 7)))\n" \
	";; (define-fun hd ((x!0 L)) Int (ite ((_ is cons) x!0) (hd x!0)" \
	" 7))\n" \
	";; (define-fun |t l| ((x!0 L)) L (ite ((_ is cons) x!0) (|t l| x!0)" \
	" nil))\n)"

static char *
datatypes(const char *solution, const char *text)
{
	struct selector_overrides pinned;
	struct parsed_text source = {0};
	DROP(buf) struct buf out;

	buf_init(&out, 10000);
	selector_overrides_read(&pinned, solution);
	assert_true(parsed_text_read(&source, text, strlen(text)));
	selector_overrides_add_datatypes(&pinned, &source, 0, &out);
	parsed_text_release(&source);
	selector_overrides_release(&pinned);
	return buf_take(&out);
}

TEST(a_pinned_selector_has_another_name_in_the_datatype)
{
	DROP(text)
	char *text = datatypes(SOLUTION,
		"(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (|t l| L)"
		" (free Int)))))");

	assert_string_equal(text,
		"(declare-datatypes ((L 0)) (((nil) (cons (satchel!hd Int) "
		"(|satchel!t l| L) (free Int)))))\n");
}

TEST(its_name_is_what_the_solution_says)
{
	struct selector_overrides pinned;
	struct buf out;

	buf_init(&out, 10000);
	selector_overrides_read(&pinned, SOLUTION);
	selector_overrides_add_definitions(&pinned, &out);
	assert_string_equal(out.data,
		"(define-fun hd ((x!0 L)) Int (ite ((_ is cons) x!0) "
		"(satchel!hd x!0) 7))\n"
		"(define-fun |t l| ((x!0 L)) L (ite ((_ is cons) x!0) "
		"(|satchel!t l| x!0) nil))\n");
	selector_overrides_release(&pinned);
	buf_release(&out);
}

TEST(a_solution_that_says_nothing_pins_nothing)
{
	static const char plain[] = "(declare-datatype L ((n) (c (hd Int))))";
	DROP(text) char *text = datatypes("((define-fun x () Int 4))", plain);
	DROP(text)
	char *broken = datatypes("(\n;; (define-fun hd (\n)", plain);

	assert_string_equal(text, "(declare-datatype L ((n) (c (hd Int))))\n");
	assert_string_equal(broken, text);
}
