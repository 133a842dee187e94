#include "mcp/http/library.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static struct http_library library;

/* Each row is a name and the offset of its function in the table. */
static const struct {
	const char *name;
	size_t offset;
} functions[] = {
#define FUNCTION(name) {"MHD_" #name, offsetof(struct http_library, name)},
#include "mcp/http/functions.def"
#undef FUNCTION
};

enum { FUNCTION_COUNT = sizeof(functions) / sizeof(functions[0]) };

const struct http_library *
http_library_load(struct err *e)
{
	static bool is_loaded;
	void *handle;

	if (is_loaded)
		return &library;
	handle = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
	if (handle == NULL) {
		err_set(e, ERR_SYSTEM,
			"HTTP needs GNU libmicrohttpd, which is not installed "
			"here; on Debian: apt-get install libmicrohttpd12");
		return NULL;
	}
	for (size_t i = 0; i < FUNCTION_COUNT; i++) {
		void *address = dlsym(handle, functions[i].name);

		if (address == NULL) {
			(void)dlclose(handle); /* it is not used */
			err_set(e, ERR_SYSTEM,
				"the libmicrohttpd that is installed here has "
				"no %s; version 0.9.60 or later is needed",
				functions[i].name);
			return NULL;
		}
		/* ISO C has no conversion from a pointer to an object. */
		memcpy((char *)&library + functions[i].offset, &address,
			sizeof(address));
	}
	is_loaded = true;
	return &library;
}
