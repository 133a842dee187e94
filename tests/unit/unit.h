#ifndef UNIT_UNIT_H
#define UNIT_UNIT_H

/*
 * A unit test is a sentence about behaviour:
 *
 *	TEST(counts_from_one)
 *	{
 *		assert_int_equal(first(), 1);
 *	}
 *
 * It registers itself; unit.c runs what a program has, in the order of the
 * file.
 */

/* cmocka.h wants these before it, in this order. */
/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

struct unit_test {
	struct CMUnitTest test;
	struct unit_test *next;
	int line; /* compilers reorder constructors */
};

/* For the macros: adds a test; sets what runs before and after them all. */
void unit_add(struct unit_test *test);
void unit_set_group(CMFixtureFunction begin, CMFixtureFunction end);

#define TEST(sentence) TEST_WITH(sentence, NULL, NULL)

/* A test with a fixture: `begin` and `end` run around it and share *state. */
#define TEST_WITH(sentence, begin, end) \
	static void sentence(void **state); \
	__attribute__((constructor)) static void add_##sentence(void) \
	{ \
		static struct unit_test test = { \
			.test = {#sentence, sentence, begin, end, NULL}, \
			.line = __LINE__}; \
		unit_add(&test); \
	} \
	static void sentence(void **state __attribute__((unused)))

/* The same, and the body is a function of *state:
 *
 *	#define RIG_TEST(sentence) \
 *		TEST_ON(sentence, begin, end, struct rig *rig)
 */
#define TEST_ON(sentence, begin, end, parameter) \
	static void sentence##_on(parameter); \
	TEST_WITH(sentence, begin, end) \
	{ \
		sentence##_on(*state); \
	} \
	/* NOLINTNEXTLINE(bugprone-macro-parentheses) */ \
	static void sentence##_on(parameter __attribute__((unused)))

/* The same test with another fixture. */
#define TEST_AGAIN(sentence, begin, end) \
	__attribute__((constructor)) static void add_##sentence##_##begin( \
		void) \
	{ \
		static struct unit_test test = { \
			.test = {#sentence, sentence, begin, end, NULL}, \
			.line = __LINE__}; \
		unit_add(&test); \
	}

/* What runs once before and after all tests of the program, or NULL. */
#define TEST_GROUP(begin, end) \
	__attribute__((constructor)) static void set_test_group(void) \
	{ \
		unit_set_group(begin, end); \
	}

#endif
