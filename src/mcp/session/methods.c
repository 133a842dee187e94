#include "mcp/session/methods.h"

#include <stddef.h>
#include <string.h>

#include "base/nearest.h"

#define METHOD(symbol, name, eras, traits) \
	{name, eras, traits, method_##symbol},
#define NOTICE(symbol, name)
static const struct method methods[] = {
#include "mcp/session/methods.def"
};
#undef METHOD
#undef NOTICE

#define METHOD(symbol, name, eras, traits)
#define NOTICE(symbol, name) {name, notice_##symbol},
static const struct notice notices[] = {
#include "mcp/session/methods.def"
};
#undef METHOD
#undef NOTICE

enum {
	METHOD_COUNT = sizeof(methods) / sizeof(methods[0]),
	NOTICE_COUNT = sizeof(notices) / sizeof(notices[0]),
};

const struct method *
method_find(const char *name)
{
	for (size_t i = 0; i < METHOD_COUNT; i++) {
		if (strcmp(methods[i].name, name) == 0)
			return &methods[i];
	}
	return NULL;
}

const struct notice *
notice_find(const char *name)
{
	for (size_t i = 0; i < NOTICE_COUNT; i++) {
		if (strcmp(notices[i].name, name) == 0)
			return &notices[i];
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
