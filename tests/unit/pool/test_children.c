#include "pool/children.h"
#include "unit/pool/visit.h"

enum { CREW = STAYING_MAX + 2 };

/* Children in a list, the oldest first. */
static struct {
	struct visit visits[CREW];
	struct children all;
} crew;

static int
hire(void **state)
{
	(void)state;
	memset(&crew, 0, sizeof(crew));
	for (int i = 0; i < CREW; i++) {
		begin(&crew.visits[i]);
		children_add(&crew.all, crew.visits[i].child);
	}
	return 0;
}

static int
dismiss(void **state)
{
	(void)state;
	children_kill(&crew.all);
	children_release(&crew.all, clock_now_ms() + FAKE_PATIENCE_MS);
	for (int i = 0; i < CREW; i++) {
		answer_free(crew.visits[i].answer);
		loop_free(crew.visits[i].loop);
	}
	return has_children() ? -1 : 0;
}

/* The child of this number answers its owner, and stays. */
static void
stay(int number, uint64_t owner)
{
	struct visit *v = &crew.visits[number];
	int ends = v->ends;

	ask_for(v, owner, "stay");
	turn_until(v->loop, &v->ends, ends + 1);
	answer_free(v->answer);
	v->answer = answer_new();
	children_keep(&crew.all, v->child);
}

static const struct child *
number(int n)
{
	return crew.visits[n].child;
}

TEST_WITH(the_oldest_that_waits_goes_first, hire, dismiss)
{
	assert_ptr_equal(children_find(&crew.all, 0), number(0));
	assert_ptr_equal(children_find(&crew.all, 9), number(0));
	ask(&crew.visits[0], "mute");
	assert_ptr_equal(children_find(&crew.all, 0), number(1));
	assert_int_equal(children_idle(&crew.all), CREW - 1);
	assert_int_equal(children_busy(&crew.all), 1);
}

TEST_WITH(one_that_stayed_is_for_its_owner_only, hire, dismiss)
{
	stay(2, 7);
	assert_ptr_equal(children_find(&crew.all, 7), number(2));
	assert_ptr_equal(children_find(&crew.all, 8), number(0));
	assert_ptr_equal(children_find(&crew.all, 0), number(0));
	assert_int_equal(children_idle(&crew.all), CREW - 1);
	assert_int_equal(children_staying(&crew.all), 1);
	for (int i = 0; i < CREW; i++) {
		if (i != 2)
			ask(&crew.visits[i], "mute");
	}
	assert_null(children_find(&crew.all, 8));
	assert_null(children_find(&crew.all, 0));
}

TEST_WITH(those_that_were_asked_last_stay, hire, dismiss)
{
	for (int i = 0; i < STAYING_MAX; i++)
		stay(i, (uint64_t)i + 1);
	stay(0, 1);
	stay(STAYING_MAX, 99);
	assert_int_equal(children_staying(&crew.all), STAYING_MAX);
	assert_ptr_equal(children_find(&crew.all, 1), number(0));
	assert_ptr_equal(children_find(&crew.all, 99), number(STAYING_MAX));
	/* Nobody's, and not the one that was asked first of all. */
	assert_ptr_equal(children_find(&crew.all, 2), number(CREW - 1));
}
