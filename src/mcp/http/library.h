#ifndef MCP_HTTP_LIBRARY_H
#define MCP_HTTP_LIBRARY_H

/*
 * GNU libmicrohttpd, loaded when HTTP is asked for and not before: loading it
 * takes longer than a whole start of the server on stdio, because it brings
 * GnuTLS. Its functions are members of a table, by their names without "MHD_".
 */

#include <microhttpd.h>

#include "base/err.h"

struct http_library {
/* NOLINTNEXTLINE(bugprone-macro-parentheses) */
#define FUNCTION(name) __typeof__(MHD_##name) *name;
#include "mcp/http/functions.def"
#undef FUNCTION
};

/* Loads the library at the first call. NULL if it is not installed or is too
 * old; the error says what to install. */
const struct http_library *http_library_load(struct err *e);

#endif
