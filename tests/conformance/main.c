/* An MCP server on stdin and stdout with the fixtures of the suite. */

#include <unistd.h>

#include "base/log.h"
#include "base/loop.h"
#include "conformance/fixtures.h"
#include "mcp/serve/serve.h"
#include "tools/call/tool.h"

int
main(void)
{
	struct loop *loop = loop_new();
	struct server server = {.loop = loop};
	int code;

	log_set_level(LOG_WARN);
	code = mcp_serve(
		loop, &server, &catalog_fixtures, STDIN_FILENO, STDOUT_FILENO);
	loop_free(loop);
	return code;
}
