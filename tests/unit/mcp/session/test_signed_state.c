/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "mcp/session/signed_state.h"

#include <string.h>

#include "base/alloc.h"
#include "json/json.h"

/* Sealed {"n": 7} for "a b"; the caller's. */
static char *
new_sealed(void)
{
	DROP(json) struct json_object *state = json_new_object();

	json_put_int(state, "n", 7);
	return signed_state_close("a b", state);
}

static void
opens_what_it_has_closed(void **state)
{
	DROP(text) char *sealed = new_sealed();
	DROP(json) struct json_object *opened = signed_state_open("a b", sealed);

	(void)state;
	assert_non_null(opened);
	assert_int_equal(json_get_int(opened, "n", 0), 7);
}

static void
does_not_open_for_another_purpose(void **state)
{
	DROP(text) char *sealed = new_sealed();

	(void)state;
	assert_null(signed_state_open("a c", sealed));
	assert_null(signed_state_open("a", sealed));
}

/* Any one character, each changed in turn. */
static void
notices_every_change(void **state)
{
	DROP(text) char *sealed = new_sealed();

	(void)state;
	for (char *c = sealed; *c != '\0'; c++) {
		char kept = *c;

		*c = kept == 'A' ? 'B' : 'A';
		assert_null(signed_state_open("a b", sealed));
		*c = kept;
	}
}

static void
notices_what_is_added_or_cut(void **state)
{
	DROP(text) char *sealed = new_sealed();
	DROP(text) char *longer = text_format("%sa", sealed);
	DROP(text) char *other = text_format("%s.x", sealed);

	(void)state;
	assert_null(signed_state_open("a b", longer));
	assert_null(signed_state_open("a b", other));
	sealed[strlen(sealed) - 1] = '\0';
	assert_null(signed_state_open("a b", sealed));
}

static void
opens_nothing_that_is_none(void **state)
{
	(void)state;
	assert_null(signed_state_open("a b", ""));
	assert_null(signed_state_open("a b", "."));
	assert_null(signed_state_open("a b", "eyJuIjo3fQ==.0123456789abcdef"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(opens_what_it_has_closed),
		cmocka_unit_test(does_not_open_for_another_purpose),
		cmocka_unit_test(notices_every_change),
		cmocka_unit_test(notices_what_is_added_or_cut),
		cmocka_unit_test(opens_nothing_that_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
