#include "unit/unit.h"

#include "mcp/http/door.h"
#include "store/accounts/accounts.h"

#include <string.h>

static const char token[] = "satchel_test";

static struct http_head
new_head(void)
{
	return (struct http_head){
		.method = "POST",
		.path = "/mcp",
		.headers = {{"Host", "localhost:8733"},
			{"Content-Type", "application/json"},
			{"authorization", "Bearer satchel_test"}},
		.count = 3,
	};
}

static void
add(struct http_head *head, const char *name, const char *value)
{
	head->headers[head->count++] = (struct header){name, value};
}

/* The status of the refusal; 0 if the request may come in. */
static unsigned
status(const struct http_head *head)
{
	struct door door = {.needs_token = true};
	struct http_refusal r = {0};
	struct account who;

	sha256(token, strlen(token), door.token);
	if (door_check(&door, head, &who, &r))
		return 0;
	assert_non_null(r.text);
	assert_int_equal(r.header == NULL, r.value == NULL);
	return r.status;
}

TEST(a_good_request_comes_in)
{
	struct http_head head = new_head();

	assert_int_equal(status(&head), 0);
	add(&head, "Origin", "http://127.0.0.1:3000");
	assert_int_equal(status(&head), 0);
	add(&head, "Content-Length", "16777216");
	assert_int_equal(status(&head), 0);
}

TEST(the_name_of_a_header_may_be_written_in_capitals)
{
	struct http_head head = new_head();

	assert_string_equal(http_header(&head, "HOST"), "localhost:8733");
	assert_null(http_header(&head, "Origin"));
}

/* The order of the checks: a stranger learns no more than needed, and one who
 * asks for another path is not asked for a token. */
TEST(the_first_thing_that_is_wrong_is_told)
{
	struct http_head head = new_head();

	add(&head, "Content-Length", "99999999");
	assert_int_equal(status(&head), 413);
	head.headers[1].value = "text/plain";
	assert_int_equal(status(&head), 415);
	head.headers[2].value = "Bearer x";
	assert_int_equal(status(&head), 401);
	head.method = "DELETE";
	assert_int_equal(status(&head), 405);
	head.headers[0].value = "evil.example.com";
	assert_int_equal(status(&head), 403);
	head.path = "/";
	assert_int_equal(status(&head), 404);
}

TEST(a_stream_needs_a_session_before_a_token)
{
	struct http_head head = new_head();

	head.method = "GET";
	head.count = 1;
	assert_int_equal(status(&head), 405);
	add(&head, "Mcp-Session-Id", "x");
	assert_int_equal(status(&head), 401);
	add(&head, "Authorization", "Bearer satchel_test");
	assert_int_equal(status(&head), 0);
}

TEST(a_token_is_new_each_time_and_not_short)
{
	char one[TOKEN_SIZE];
	char other[TOKEN_SIZE];

	token_make(one);
	token_make(other);
	assert_int_equal(strlen(one), TOKEN_SIZE - 1);
	assert_string_not_equal(one, other);
	assert_memory_equal(one, "satchel_", 8);
}
