/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "base/alloc.h"
#include "smt/standing.h"

/* What happens to the commands of a text, a letter and a number each: +0 comes
 * into force, -0 leaves. True if all may come. */
struct played {
	struct forms forms;
	struct standing standing;
	bool takes_off;
	struct token term;
};

static bool
play(struct played *p, const char *text, const char *events)
{
	struct fault fault;
	bool fits = true;

	*p = (struct played){0};
	assert_true(forms_cut(text, strlen(text), &p->forms, &fault));
	assert_true(standing_init(&p->standing, text, &p->forms));
	for (; *events != '\0'; events += 2) {
		size_t number = (size_t)(events[1] - '0');

		if (events[0] == '-')
			standing_leave(&p->standing, number);
		else
			fits = standing_enter(&p->standing, number,
				       &p->takes_off, &p->term) &&
			       fits;
	}
	return fits;
}

static void
played_drop(struct played *p)
{
	standing_release(&p->standing);
	forms_release(&p->forms);
}

static bool
misleads(struct played *p, size_t number)
{
	return standing_misleads(&p->standing, &p->forms.at[number].list);
}

static void
what_is_gone_is_declared_by_nothing_else(void **state)
{
	static const char text[] =
		"(declare-const x Int)(declare-const x Bool)";
	DROP(played) struct played gone;
	DROP(played) struct played there;

	(void)state;
	assert_false(play(&gone, text, "+0-0+1"));
	assert_false(play(&there, text, "+0+1"));
}

static void
a_symbol_that_is_gone_misleads(void **state)
{
	static const char text[] = "(declare-const x Int)(assert (> |x| 0))"
				   "(assert (> 1 0))(declare-const y Int)";
	DROP(played) struct played p;

	(void)state;
	assert_true(play(&p, text, "+0+1+2+3"));
	assert_false(misleads(&p, 1));
	standing_leave(&p.standing, 0);
	assert_true(misleads(&p, 1));
	assert_false(misleads(&p, 2));
}

static void
so_do_constructors_selectors_and_sorts(void **state)
{
	static const char text[] =
		"(declare-datatype L ((n) (c (h Int))))(assert (= 1 (h 2)))"
		"(assert (is-c 3))(declare-const z L)(assert n)(assert m)";
	DROP(played) struct played p;

	(void)state;
	assert_true(play(&p, text, "+0-0"));
	for (size_t i = 1; i < 5; i++)
		assert_true(misleads(&p, i));
	assert_false(misleads(&p, 5));
}

static void
a_label_may_stand_again(void **state)
{
	static const char text[] = "(assert (! (> 1 0) :named a))"
				   "(assert (! (> 2 0) :named a))"
				   "(assert a)";
	DROP(played) struct played p;
	DROP(played) struct played twice;

	(void)state;
	assert_true(play(&p, text, "+0-0+1"));
	assert_true(p.takes_off);
	assert_memory_equal(text + p.term.offset, "(> 2 0)", p.term.length);
	assert_true(misleads(&p, 2));
	assert_false(play(&twice, text, "+0+1"));
}

static void
a_label_stands_again_once_at_a_time(void **state)
{
	static const char text[] = "(assert (! (> 1 0) :named a))"
				   "(assert (! (> 2 0) :named a))"
				   "(assert (! (> 3 0) :named a))";
	DROP(played) struct played together;
	DROP(played) struct played in_turns;

	(void)state;
	assert_false(play(&together, text, "+0-0+1+2"));
	assert_true(play(&in_turns, text, "+0-0+1-1+2"));
}

static void
a_label_inside_of_a_term_does_not(void **state)
{
	static const char text[] = "(assert (! (> 1 0) :named a))"
				   "(assert (and true (! true :named a)))"
				   "(assert (! (! true :named b) :named a))";
	DROP(played) struct played inside;
	DROP(played) struct played both;

	(void)state;
	assert_false(play(&inside, text, "+0-0+1"));
	assert_false(play(&both, text, "+0-0+2"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_gone_is_declared_by_nothing_else),
		cmocka_unit_test(a_symbol_that_is_gone_misleads),
		cmocka_unit_test(so_do_constructors_selectors_and_sorts),
		cmocka_unit_test(a_label_may_stand_again),
		cmocka_unit_test(a_label_stands_again_once_at_a_time),
		cmocka_unit_test(a_label_inside_of_a_term_does_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
