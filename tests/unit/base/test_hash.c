#include "unit/unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"

TEST(equal_bytes_have_one_hash_wherever_they_stand)
{
	static const char text[] = "lower upper lower";

	assert_true(hash_bytes(text, 5) == hash_bytes(text + 12, 5));
	assert_true(hash_bytes(text, 5) != hash_bytes(text + 6, 5));
}

TEST(every_byte_counts_and_so_does_their_number)
{
	assert_true(hash_bytes("abc", 3) != hash_bytes("xbc", 3));
	assert_true(hash_bytes("abc", 3) != hash_bytes("abx", 3));
	assert_true(hash_bytes("abc", 3) != hash_bytes("acb", 3));
	assert_true(hash_bytes("abc", 3) != hash_bytes("abc", 2));
	assert_true(hash_bytes("\xff", 1) != hash_bytes("\x7f", 1));
	assert_true(hash_bytes("a\0b", 3) != hash_bytes("a\0c", 3));
	assert_true(hash_bytes("a\0", 2) != hash_bytes("a", 1));
	assert_true(hash_bytes("", 0) == hash_bytes(NULL, 0));
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
TEST(names_that_are_alike_spread_over_all_bits)
{
	static uint64_t hashes[BUCKETS];

	for (size_t i = 0; i < BUCKETS; i++) {
		char name[16];
		int size = snprintf(name, sizeof(name), "x%zu", i);

		hashes[i] = hash_bytes(name, (size_t)size);
	}
	for (unsigned shift = 0; shift <= 52; shift += 26)
		assert_in_range(hit(hashes, shift), BUCKETS / 2, BUCKETS);
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

TEST(another_process_has_other_hashes)
{
	uint64_t here = hash_bytes(word, strlen(word));
	uint64_t there = hash_in_a_new_process();

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

/* This program again, as another process; glibc gives these to constructors. */
__attribute__((constructor)) static void
be_another_process(int argc, char **argv)
{
	if (argc > 1)
		_exit(write_hash(argv[1]));
}

/* --- texts ---------------------------------------------------------------- */

static void
assert_text(const char *bytes, const char *wanted)
{
	char text[HASH_TEXT_SIZE];

	hash_text(bytes, strlen(bytes), text);
	assert_string_equal(text, wanted);
}

/* The values that the authors of FNV give. */
TEST(a_text_is_fnv_1a)
{
	assert_text("", "cbf29ce484222325");
	assert_text("a", "af63dc4c8601ec8c");
	assert_text("foobar", "85944171f73967e8");
	assert_text("\xff", "af64724c8602eb6e");
}
