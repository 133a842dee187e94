#include "unit/unit.h"

#include "mcp/http/address.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"

static void
assert_url(const char *text, const char *wanted)
{
	struct http_address address;
	struct err e;
	DROP(text) char *url = NULL;

	if (!http_address_read(text, &address, &e))
		fail_msg("%s: %s", text, e.text);
	url = http_address_url(&address, "/mcp");
	assert_string_equal(url, wanted);
}

TEST(an_address_is_a_port_or_a_host_with_one)
{
	assert_url("", "http://127.0.0.1:8733/mcp");
	assert_url("80", "http://127.0.0.1:80/mcp");
	assert_url("localhost:80", "http://127.0.0.1:80/mcp");
	assert_url("127.1.2.3:80", "http://127.1.2.3:80/mcp");
	assert_url("[::1]:80", "http://[::1]:80/mcp");
	assert_url("::1:80", "http://[::1]:80/mcp");
}

TEST(an_address_that_other_machines_reach_is_known_as_one)
{
	static const char *const remote[] = {"0.0.0.0:80", "[::]:80",
		"10.0.0.1:80", "[::ffff:127.0.0.1]:80"};
	static const char *const local[] = {
		"80", "127.9.9.9:80", "[::1]:80", "localhost:1", "unix:x"};
	struct http_address address;
	struct err e;

	for (size_t i = 0; i < sizeof(remote) / sizeof(remote[0]); i++) {
		assert_true(http_address_read(remote[i], &address, &e));
		assert_true(address.is_remote);
	}
	for (size_t i = 0; i < sizeof(local) / sizeof(local[0]); i++) {
		assert_true(http_address_read(local[i], &address, &e));
		assert_false(address.is_remote);
	}
}

TEST(other_addresses_are_refused_with_a_reason)
{
	static const char *const wrong[] = {"example.com:80", ":80", "1.2.3:80",
		"[::g]:80", "[]:80", "65536", "-1", "+1", "0x50", "80 ",
		"localhost:", "unix:"};
	struct http_address address;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct err e = {0};

		if (http_address_read(wrong[i], &address, &e))
			fail_msg("%s is taken", wrong[i]);
		assert_int_equal(e.code, ERR_ARGUMENT);
	}
}

TEST(a_free_port_is_found_and_said)
{
	struct http_address address;
	struct err e;
	int fd;

	assert_true(http_address_read("[::1]:0", &address, &e));
	fd = http_address_listen(&address, &e);
	assert_true(fd >= 0 && address.port != 0);
	assert_int_equal(http_address_listen(&address, &e), -1);
	assert_non_null(strstr(e.text, "already"));
	close(fd);
}

TEST(a_socket_that_nobody_listens_on_is_replaced)
{
	char folder[] = "/tmp/satchel-XXXXXX";
	struct http_address address;
	struct err e;
	int fd;

	assert_non_null(mkdtemp(folder));
	DROP(text) char *text = text_format("unix:%s/s", folder);
	assert_true(http_address_read(text, &address, &e));
	fd = http_address_listen(&address, &e);
	assert_true(fd >= 0);
	assert_int_equal(http_address_listen(&address, &e), -1);
	close(fd); /* as a server that was killed */
	fd = http_address_listen(&address, &e);
	assert_true(fd >= 0);
	close(fd);
	http_address_unlink(&address);
	assert_int_equal(rmdir(folder), 0);
}
