/*
 * An MCP server with the fixtures of the suite: on stdin and stdout, or with
 * --http on a free port, which it prints.
 */

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/log.h"
#include "base/loop.h"
#include "conformance/fixtures.h"
#include "mcp/http/http.h"
#include "mcp/serve/serve.h"
#include "tools/call/tool.h"

static void
print_url(const struct http_address *address, const char *token)
{
	DROP(text) char *url = http_address_url(address, "/mcp");

	(void)token; /* there is none */
	(void)printf("MCP at %s\n", url);
	(void)fflush(stdout);
}

int
main(int argc, char **argv)
{
	const struct http_options options = {
		.address = "127.0.0.1:0", .no_token = true};
	struct loop *loop = loop_new();
	struct server server = {.loop = loop};
	int code = EXIT_SUCCESS;
	struct err e;

	(void)argv; /* it is --http */
	log_set_level(LOG_WARN);
	if (argc < 2)
		code = mcp_serve(loop, &server, &catalog_fixtures, STDIN_FILENO,
			STDOUT_FILENO);
	else if (!mcp_serve_http(loop, &server, &catalog_fixtures, &options,
			 print_url, &e))
		code = EXIT_FAILURE;
	loop_free(loop);
	return code;
}
