#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

/*
 * Every ceiling of the product in one place, each with its reason. Sizes in
 * bytes, times in milliseconds. The published ones are refused by name, with
 * the value and the limit.
 */

#define KIB 1024
#define MIB (1024 * 1024)

enum limits {
	/* The wire. A client that sends more is mistaken or hostile. */
	LIMIT_MESSAGE = 16 * MIB,
	LIMIT_JSON_DEPTH = 64,
	/*
	 * Memory for the values of one text, roughly counted: an empty
	 * object of json-c is close to 1 KiB, so that a message of
	 * LIMIT_MESSAGE could fill gigabytes. A million members fit.
	 */
	LIMIT_JSON_MEMORY = 256 * MIB,
	/*
	 * Values of a message of a client, and their memory. They are parsed
	 * and written in slices, but json-c copies and frees them, and the
	 * schema is checked, in one piece each: measured, 16 ms for 200,000
	 * numbers and 25 ms for 50,000 objects. What is larger is sent as one
	 * string.
	 */
	LIMIT_MESSAGE_VALUES = 250000,
	LIMIT_MESSAGE_MEMORY = 96 * MIB,
	/* Both official SDK clients close the connection past 10 MiB. */
	LIMIT_REPLY = 8 * MIB,
	/* Maximum bytes of model or solution text in a reply, for the context
	 * of a language model. */
	LIMIT_REPLY_TEXT = 64 * KIB,
	/* Bytes that may wait for a client that does not read. */
	LIMIT_UNSENT = 64 * MIB,

	/*
	 * Memory for the parameters of a client's open requests, roughly
	 * counted; one alone may have any. A call that waits for its session's
	 * turn holds up to four times as much: a hundred imports of 15 MB ended
	 * a server at 6 GB.
	 */
	LIMIT_REQUESTS_HELD = 64 * MIB,

	/* The model. */
	LIMIT_ITEM = 1 * MIB,
	LIMIT_MODEL = 32 * MIB,
	LIMIT_ITEMS = 100000,
	LIMIT_NAME = 64,
	/* An e-mail address fits, as proxies with single sign-on know users. */
	LIMIT_ACCOUNT = 64,
	/* "OWNER/NAME". */
	LIMIT_SESSION = LIMIT_ACCOUNT + 1 + LIMIT_NAME,
	LIMIT_NOTE = 4 * KIB,
	LIMIT_DESCRIPTION = 1 * KIB,
	LIMIT_EXPECTATIONS = 1000, /* of a session; each is a solve */
	LIMIT_OPTIONS = 100, /* of an export; several times what there are */
	/* A reply shows it whole. */
	LIMIT_MEMO = 64 * KIB,

	/*
	 * The text. libz3 4.8.12 recurses per level of nesting, reads numerals
	 * in quadratic time (10,000 digits: 27 ms, 300,000: 18 s) and dies of
	 * bit-vectors and indices near 2^32.
	 */
	LIMIT_NESTING = 10000,
	LIMIT_DIGITS = 10000,
	LIMIT_BIT_WIDTH = 65536,
	LIMIT_INDEX = 1 << 20,
	LIMIT_PUSH = 1000,
	/* Datatype arity and `par` lists: one g01-like count kills libz3. */
	LIMIT_ARITY = 1000,
	/* Finding the roots of x^200 takes libz3 half a second, of x^1000 for
	 * ever. */
	LIMIT_ROOT_DEGREE = 100,
	/* SMT-LIB of one call that the server reads itself, in a millisecond. A
	 * worker reads what is longer. */
	LIMIT_READ_HERE = 64 * KIB,
	/* A short command is 5 bytes of a text and 80 bytes of memory here. */
	LIMIT_COMMANDS = 1000000,
	/* Of one text: a check is 12 bytes of it, and 300 of its answer. */
	LIMIT_CHECKS = 10000,

	/* Work. */
	LIMIT_TIMEOUT_MS = 600000,
	DEFAULT_TIMEOUT_MS = 30000,
	CHECK_TIMEOUT_MS = 5000,
	/* After the deadline: time for libz3 to notice the interrupt. */
	GRACE_MS = 100,
	LIMIT_WAITING_JOBS = 1000,
	/* The text of one job: a model, and the terms of a call about it. */
	LIMIT_ASK = LIMIT_MODEL + LIMIT_MESSAGE,
	/* Runs in the log of a session: answers may be large, and the newest
	 * are those of use; and those with the whole solution. */
	LIMIT_RUNS = 1000,
	LIMIT_SOLUTIONS = 20,
	/* That are counted; time ends it first for most. */
	LIMIT_COUNTED = 1000000,
	/* Ways out of a conflict: few people read more. */
	LIMIT_RELAXATIONS = 10,
	/* Bytes that one child may send before it is killed. Measured: the
	 * reply to 64 MiB of the smallest frames takes 90 ms, and the loop is
	 * to be back with its clients in 50. */
	LIMIT_ANSWER = LIMIT_MODEL + 4 * MIB,
	/* And the server's memory for them: a small frame costs ten times its
	 * size. Some 200,000 values fit. */
	LIMIT_ANSWER_KEPT = 36 * MIB,
	LIMIT_WORKERS = 64,
	/* Jobs at once on other machines: each takes 130 KB, two descriptors
	 * and a launcher here (docs/cluster.md). */
	LIMIT_LAUNCHED = 1000,
	/* Processor time in microseconds after which work that is done in
	 * slices gives way to the loop, which is to be back with its clients in
	 * 50 ms. The last step of a slice may take 25 ms; one that takes longer
	 * begins in a turn of its own. tests/latency measures it. */
	LIMIT_SLICE_US = 20000,
	DEFAULT_MEMORY_MB = 2048,
	LIMIT_MEMORY_MB = 1 << 20,
	MIN_MEMORY_MB = 64,
};

#endif
