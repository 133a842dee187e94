#include "unit/unit.h"

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

TEST(opens_what_it_has_closed)
{
	DROP(text) char *sealed = new_sealed();
	DROP(json)
	struct json_object *opened = signed_state_open("a b", sealed);

	assert_non_null(opened);
	assert_int_equal(json_get_int(opened, "n", 0), 7);
}

TEST(does_not_open_for_another_purpose)
{
	DROP(text) char *sealed = new_sealed();

	assert_null(signed_state_open("a c", sealed));
	assert_null(signed_state_open("a", sealed));
}

/* Any one character, each changed in turn. */
TEST(notices_every_change)
{
	DROP(text) char *sealed = new_sealed();

	for (char *c = sealed; *c != '\0'; c++) {
		char kept = *c;

		*c = kept == 'A' ? 'B' : 'A';
		assert_null(signed_state_open("a b", sealed));
		*c = kept;
	}
}

TEST(notices_what_is_added_or_cut)
{
	DROP(text) char *sealed = new_sealed();
	DROP(text) char *longer = text_format("%sa", sealed);
	DROP(text) char *other = text_format("%s.x", sealed);

	assert_null(signed_state_open("a b", longer));
	assert_null(signed_state_open("a b", other));
	sealed[strlen(sealed) - 1] = '\0';
	assert_null(signed_state_open("a b", sealed));
}

TEST(opens_nothing_that_is_none)
{
	assert_null(signed_state_open("a b", ""));
	assert_null(signed_state_open("a b", "."));
	assert_null(signed_state_open("a b", "eyJuIjo3fQ==.0123456789abcdef"));
}
