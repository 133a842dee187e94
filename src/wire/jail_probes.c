#include "wire/jail_probes.h"

#include <stddef.h>

const struct jail_probes escapes[] = {
#define ESCAPE(name, what) {#name, what},
#include "wire/jail_probes.def"
#undef ESCAPE
	{NULL, NULL},
};
