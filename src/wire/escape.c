#include "wire/escape.h"

#include <stddef.h>

const struct escape escapes[] = {
#define ESCAPE(name, what) {#name, what},
#include "wire/escape.def"
#undef ESCAPE
	{NULL, NULL},
};
