#include "mcp/session/signed_state.h"

#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>
#include <sys/random.h>

#include "base/alloc.h"
#include "mcp/session/siphash.h"
#include "mcp/transport/base64.h"
#include "json/json.h"

enum { TAG_DIGITS = 16 };

static const unsigned char *
get_key(void)
{
	static unsigned char key[SIPHASH_KEY_SIZE];
	static bool is_made;

	if (!is_made) {
		/* So few bytes come at once and whole. */
		ssize_t size = getrandom(key, sizeof(key), 0);

		assert(size == (ssize_t)sizeof(key));
		(void)size;
		is_made = true;
	}
	return key;
}

/* Hexadecimal digits; owned by the caller. */
static char *
new_tag(const char *purpose, const char *text)
{
	DROP(text) char *all = text_format("%s\n%s", purpose, text);

	return text_format(
		"%0*" PRIx64, TAG_DIGITS, siphash(get_key(), all, strlen(all)));
}

char *
signed_state_close(const char *purpose, const struct json_object *state)
{
	DROP(text) char *text = json_text(state);
	DROP(text) char *encoded = base64_encode(text, strlen(text));
	DROP(text) char *tag = new_tag(purpose, encoded);

	return text_format("%s.%s", encoded, tag);
}

/* In a time that does not tell how much of it is right. */
static bool
is_equal(const char *a, const char *b)
{
	unsigned difference = 0;

	if (strlen(a) != TAG_DIGITS || strlen(b) != TAG_DIGITS)
		return false;
	for (size_t i = 0; i < TAG_DIGITS; i++)
		difference |= (unsigned char)a[i] ^ (unsigned char)b[i];
	return difference == 0;
}

struct json_object *
signed_state_open(const char *purpose, const char *sealed)
{
	const char *dot = strchr(sealed, '.');
	struct json_object *state = NULL;
	DROP(text) char *encoded = NULL;
	DROP(text) char *text = NULL;
	DROP(text) char *tag = NULL;
	struct err e;
	size_t size;

	if (dot == NULL)
		return NULL;
	encoded = text_copy_n(sealed, (size_t)(dot - sealed));
	tag = new_tag(purpose, encoded);
	if (!is_equal(tag, dot + 1))
		return NULL;
	text = base64_decode(encoded, &size);
	if (text == NULL || !json_parse(text, size, &state, &e))
		return NULL;
	return state;
}
