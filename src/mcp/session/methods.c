#include "mcp/session/methods.h"

#include <stddef.h>
#include <string.h>

#include "base/nearest.h"

#define METHOD(symbol, name, eras, traits) \
	{name, eras, traits, method_##symbol},
static const struct method methods[] = {
#include "mcp/session/methods.def"
};
#undef METHOD

enum { METHOD_COUNT = sizeof(methods) / sizeof(methods[0]) };

const struct method *
method_find(const char *name)
{
	for (size_t i = 0; i < METHOD_COUNT; i++) {
		if (strcmp(methods[i].name, name) == 0)
			return &methods[i];
	}
	return NULL;
}

const char *
method_nearest(const char *name)
{
	struct nearest n;

	nearest_init(&n, name);
	for (size_t i = 0; i < METHOD_COUNT; i++)
		nearest_offer(&n, methods[i].name);
	return n.best;
}
