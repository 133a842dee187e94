#include "unit/tools/stage.h"

#include "tools/call/progress.h"

static void
put_objective(const char *term, const char *value)
{
	const struct answer_check check = {.status = STATUS_SAT};
	const struct answer_objective objective = {
		.term = (char *)(uintptr_t)term,
		.value = (char *)(uintptr_t)value,
	};

	if (stage_so_far == NULL) {
		stage_so_far = answer_new();
		ADD_FRAME(stage_so_far, check, &check);
	}
	ADD_FRAME(stage_so_far, objective, &objective);
}

STAGE_TEST(phase_and_time_are_told)
{
	DROP(text) char *text = progress_text(NULL, 2400, 30000);

	assert_string_equal(text, "solving, 2 s of at most 30");
}

STAGE_TEST(the_best_value_so_far_is_told)
{
	DROP(text) char *text = NULL;
	DROP(json) struct json_object *object = json_new_object();

	put_objective("(+ x y)", "17");
	put_objective("z", "\"1/3\"");
	text = progress_text(NULL, 1000, 1500);
	assert_string_equal(text, "solving, 1 s of at most 1.5, so far "
				  "minimize (+ x y) = 17 (not proved optimal); "
				  "minimize z = 1/3, about 0.3333333333 (not "
				  "proved optimal)");
	progress_put(NULL, object);
	assert_string_equal(json_get_string(object, "phase"), "solving");
	assert_int_equal(json_count(json_get(object, "objectives")), 2);
}

STAGE_TEST(the_bound_is_told_while_it_is_open)
{
	DROP(text) char *text = NULL;
	const struct answer_check check = {.status = STATUS_SAT};
	const struct answer_objective objective = {
		.term = (char[]){"x"},
		.value = (char[]){"17"},
		.bound = (char[]){"12"},
	};

	stage_so_far = answer_new();
	ADD_FRAME(stage_so_far, check, &check);
	ADD_FRAME(stage_so_far, objective, &objective);
	text = progress_text(NULL, 1000, 1500);
	assert_string_equal(text,
		"solving, 1 s of at most 1.5, so far "
		"minimize x = 17 (not proved optimal; none is "
		"better than 12, a gap of 29.4 %)");
}

STAGE_TEST(a_long_term_does_not_make_a_long_line)
{
	char term[1000];
	DROP(text) char *text = NULL;

	memset(term, 'x', sizeof(term) - 1);
	term[sizeof(term) - 1] = '\0';
	for (int i = 0; i < 9; i++)
		put_objective(term, "1");
	text = progress_text(NULL, 1000, 1500);
	assert_in_range(strlen(text), 100, 400);
}
