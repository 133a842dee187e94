/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"

static void
equal_bytes_have_one_hash_wherever_they_stand(void **state)
{
	static const char text[] = "lower upper lower";

	(void)state;
	assert_true(hash_bytes(text, 5) == hash_bytes(text + 12, 5));
	assert_true(hash_bytes(text, 5) != hash_bytes(text + 6, 5));
}

static void
every_byte_counts_and_so_does_their_number(void **state)
{
	(void)state;
	assert_true(hash_bytes("abc", 3) != hash_bytes("xbc", 3));
	assert_true(hash_bytes("abc", 3) != hash_bytes("abx", 3));
	assert_true(hash_bytes("abc", 3) != hash_bytes("acb", 3));
	assert_true(hash_bytes("abc", 3) != hash_bytes("abc", 2));
	assert_true(hash_bytes("\xff", 1) != hash_bytes("\x7f", 1));
}

static void
a_nul_is_a_byte_like_others(void **state)
{
	(void)state;
	assert_true(hash_bytes("a\0b", 3) != hash_bytes("a\0c", 3));
	assert_true(hash_bytes("a\0", 2) != hash_bytes("a", 1));
	assert_true(hash_bytes("\0\0", 2) != hash_bytes("\0", 1));
}

static void
no_bytes_have_a_hash_too(void **state)
{
	(void)state;
	assert_true(hash_bytes("", 0) == hash_bytes(NULL, 0));
	assert_true(hash_bytes("", 0) != hash_bytes("", 1));
}

enum { BUCKETS = 4096 };

/* How many of the buckets, chosen by the bits from `shift` on, are hit. */
static size_t
hit(const uint64_t *hashes, unsigned shift)
{
	static bool seen[BUCKETS];
	size_t count = 0;

	memset(seen, 0, sizeof(seen));
	for (size_t i = 0; i < BUCKETS; i++) {
		bool *bucket = &seen[(hashes[i] >> shift) % BUCKETS];

		count += *bucket ? 0 : 1;
		*bucket = true;
	}
	return count;
}

/* Chance would hit 63 of a hundred. */
static void
expect_spread(const uint64_t *hashes)
{
	assert_in_range(hit(hashes, 0), BUCKETS / 2, BUCKETS);
	assert_in_range(hit(hashes, 26), BUCKETS / 2, BUCKETS);
	assert_in_range(hit(hashes, 52), BUCKETS / 2, BUCKETS);
}

static void
names_that_are_alike_spread_over_all_bits(void **state)
{
	static uint64_t hashes[BUCKETS];

	(void)state;
	for (size_t i = 0; i < BUCKETS; i++) {
		char name[16];
		int size = snprintf(name, sizeof(name), "x%zu", i);

		hashes[i] = hash_bytes(name, (size_t)size);
	}
	expect_spread(hashes);
}

static void
addresses_that_are_alike_spread_over_all_bits(void **state)
{
	static uint64_t hashes[BUCKETS];

	(void)state;
	for (size_t i = 0; i < BUCKETS; i++) {
		uint64_t address = UINT64_C(0x7f0000000000) + i * 64;

		hashes[i] = hash_bytes(&address, sizeof(address));
	}
	expect_spread(hashes);
}

static const char word[] = "word";

/* This program again, told to write the hash of the word. */
static uint64_t
hash_in_a_new_process(void)
{
	uint64_t hash = 0;
	int status = 0;
	int ends[2];
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		(void)dup2(ends[1], STDOUT_FILENO);
		(void)execl("/proc/self/exe", "test_hash", word, NULL);
		_exit(127);
	}
	(void)close(ends[1]);
	assert_int_equal(read(ends[0], &hash, sizeof(hash)), sizeof(hash));
	(void)close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	return hash;
}

static void
another_process_has_other_hashes(void **state)
{
	uint64_t here = hash_bytes(word, strlen(word));
	uint64_t there = hash_in_a_new_process();

	(void)state;
	assert_true(here != there);
	assert_true(there != hash_in_a_new_process());
}

static int
write_hash(const char *text)
{
	uint64_t hash = hash_bytes(text, strlen(text));

	return write(STDOUT_FILENO, &hash, sizeof(hash)) == sizeof(hash) ? 0
									 : 1;
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_bytes_have_one_hash_wherever_they_stand),
		cmocka_unit_test(every_byte_counts_and_so_does_their_number),
		cmocka_unit_test(a_nul_is_a_byte_like_others),
		cmocka_unit_test(no_bytes_have_a_hash_too),
		cmocka_unit_test(names_that_are_alike_spread_over_all_bits),
		cmocka_unit_test(addresses_that_are_alike_spread_over_all_bits),
		cmocka_unit_test(another_process_has_other_hashes),
	};

	if (argc > 1)
		return write_hash(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
