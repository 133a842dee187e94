/*
 * TARGET [--times N] [--seed N] [FILE...]
 *
 * A fuzz target without libFuzzer: runs the kept corpus, tests/fuzz/corpus/
 * TARGET, or the files that are given, then N inputs that are made of them by
 * chance. What a run does not survive is left in a file that is named.
 */

#include <dirent.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "fuzz/fuzz.h"
#include "props/dice.h"
#include "props/patch.h"

enum {
	INPUT_MAX = 1 << 16,
	TIMES = 20000,
	MUTATIONS = 6,
	/* Of the inputs by chance, where nobody says how many: one that takes
	 * files and all tools takes milliseconds. */
	CHANCE_MS = 10000,
};

struct input {
	char *name;
	struct buf bytes;
};

struct corpus {
	struct input *inputs;
	size_t count;
	size_t capacity;
};

/* What is being tried, for the handler. */
static struct buf current;
static char last_words[256];

static void
read_file(struct corpus *c, const char *path, const char *name)
{
	struct input *i;
	char piece[4096];
	size_t size;
	FILE *file = fopen(path, "re");

	if (file == NULL)
		return;
	c->inputs = mem_room(
		c->inputs, c->count, &c->capacity, sizeof(c->inputs[0]));
	i = &c->inputs[c->count++];
	i->name = text_copy(name);
	buf_init(&i->bytes, INPUT_MAX);
	while ((size = fread(piece, 1, sizeof(piece), file)) > 0)
		(void)buf_add(&i->bytes, piece, size);
	(void)fclose(file); /* it was only read */
}

static int
compare(const void *a, const void *b)
{
	const struct input *one = a;
	const struct input *other = b;

	return strcmp(one->name, other->name);
}

static void
read_folder(struct corpus *c, const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;

	if (dir == NULL)
		return;
	while ((entry = readdir(dir)) != NULL) {
		DROP(text)
		char *path = text_format("%s/%s", folder, entry->d_name);

		if (entry->d_name[0] != '.')
			read_file(c, path, entry->d_name);
	}
	(void)closedir(dir);
	if (c->count > 0)
		qsort(c->inputs, c->count, sizeof(c->inputs[0]), compare);
}

static void
try_input(const char *bytes, size_t size)
{
	buf_clear(&current);
	(void)buf_add(&current, bytes, size);
	(void)LLVMFuzzerTestOneInput(
		(const uint8_t *)current.data, current.size);
}

/* --- what chance makes of it ---------------------------------------------- */

static void
mutate(struct buf *b, const struct corpus *c, struct dice *d)
{
	size_t at = dice_below(d, (unsigned)b->size + 1);
	size_t left = b->size - at;
	size_t length = dice_below(d, left < 64 ? (unsigned)left + 1 : 64);
	const struct input *other =
		&c->inputs[dice_below(d, (unsigned)c->count)];
	size_t from = dice_below(d, (unsigned)other->bytes.size + 1);
	size_t piece = other->bytes.size - from;
	char byte = (char)dice_below(d, 256);

	if (piece > 40)
		piece = dice_below(d, 40);
	switch (dice_below(d, 5)) {
	case 0: /* a byte more */
		patch(b, at, 0, &byte, 1);
		break;
	case 1: /* some bytes less */
		patch(b, at, length, "", 0);
		break;
	case 2: /* another byte */
		patch(b, at, left > 0, &byte, 1);
		break;
	case 3: /* some bytes of another input */
		patch(b, at, length, other->bytes.data + from, piece);
		break;
	case 4: { /* some bytes twice */
		DROP(text) char *copy = text_copy_n(b->data + at, length);

		patch(b, at, 0, copy, length);
		break;
	}
	}
}

/* How many they were. */
static unsigned
try_chance(
	const struct corpus *c, unsigned times, int64_t until_ms, uint64_t seed)
{
	unsigned i = 0;

	struct dice dice;
	DROP(buf) struct buf made;

	buf_init(&made, INPUT_MAX);
	dice_init(&dice, seed);
	for (; i < times && clock_now_ms() < until_ms; i++) {
		const struct input *base =
			&c->inputs[dice_below(&dice, (unsigned)c->count)];

		buf_clear(&made);
		(void)buf_add(&made, base->bytes.data, base->bytes.size);
		for (unsigned j = dice_below(&dice, MUTATIONS); j > 0; j--)
			mutate(&made, c, &dice);
		try_input(made.data, made.size);
	}
	return i;
}

/* --- the end -------------------------------------------------------------- */

static void
on_crash(int number)
{
	static const char said[] = "# left in /tmp/satchel-fuzz-crash\n";
	int fd = open("/tmp/satchel-fuzz-crash",
		O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd >= 0) {
		(void)!write(fd, current.data, current.size);
		(void)close(fd);
	}
	(void)!write(STDOUT_FILENO, last_words, strlen(last_words));
	(void)!write(STDOUT_FILENO, said, sizeof(said) - 1);
	(void)signal(number, SIG_DFL);
	(void)raise(number);
}

static void
run(const struct corpus *c, unsigned times, int64_t chance_ms, uint64_t seed)
{
	unsigned tried = 0;

	for (size_t i = 0; i < c->count; i++) {
		(void)snprintf(last_words, sizeof(last_words),
			"not ok %zu - %s\n", i + 1, c->inputs[i].name);
		try_input(c->inputs[i].bytes.data, c->inputs[i].bytes.size);
		printf("ok %zu - %s\n", i + 1, c->inputs[i].name);
		(void)fflush(stdout);
	}
	(void)snprintf(last_words, sizeof(last_words), "not ok %zu - chance\n",
		c->count + 1);
	if (c->count > 0)
		tried = try_chance(c, times, clock_now_ms() + chance_ms, seed);
	printf("%sok %zu - %u inputs by chance, --seed %" PRIu64 "\n1..%zu\n",
		c->count > 0 ? "" : "not ", c->count + 1, tried, seed,
		c->count + 1);
}

int
main(int argc, char **argv)
{
	static const struct option options[] = {
		{"times", required_argument, NULL, 't'},
		{"seed", required_argument, NULL, 's'},
		{NULL, 0, NULL, 0},
	};
	const char *slash = strrchr(argv[0], '/');
	DROP(text)
	char *folder = text_format(
		"tests/fuzz/corpus/%s", slash != NULL ? slash + 1 : argv[0]);
	unsigned times = TIMES;
	int64_t chance_ms = CHANCE_MS;
	uint64_t seed = 1;
	struct corpus corpus = {0};
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) >= 0) {
		if (option == 't') {
			times = (unsigned)strtoul(optarg, NULL, 10);
			chance_ms = INT64_MAX / 2;
		} else if (option == 's') {
			seed = strtoull(optarg, NULL, 10);
		} else {
			return 2;
		}
	}
	buf_init(&current, INPUT_MAX);
	(void)signal(SIGABRT, on_crash);
	(void)signal(SIGSEGV, on_crash);
	for (int i = optind; i < argc; i++)
		read_file(&corpus, argv[i], argv[i]);
	if (corpus.count == 0)
		read_folder(&corpus, folder);
	run(&corpus, times, chance_ms, seed);
	for (size_t i = 0; i < corpus.count; i++) {
		free(corpus.inputs[i].name);
		buf_release(&corpus.inputs[i].bytes);
	}
	free(corpus.inputs);
	buf_release(&current);
	return corpus.count > 0 ? 0 : 1;
}
