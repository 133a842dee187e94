#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

/*
 * A fuzz target: libFuzzer's way in, or main.c's where there is no libFuzzer.
 * Each takes bytes as a client or a worker might send them; what must hold
 * whatever they are is demanded with REQUIRE.
 */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(condition) \
	do { \
		if (!(condition)) { \
			(void)fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, \
				__LINE__, #condition); \
			abort(); \
		} \
	} while (0)

#endif
