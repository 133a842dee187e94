/*
 * TARGET [FILE...]
 *
 * A fuzz target without libFuzzer: runs the kept corpus, tests/fuzz/corpus/
 * TARGET, or the files that are given, and says what a run does not survive.
 */

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "fuzz/fuzz.h"

enum { INPUT_MAX = 1 << 16 };

struct input {
	char *name;
	struct buf bytes;
};

struct corpus {
	struct input *inputs;
	size_t count;
	size_t capacity;
};

static char last_words[256]; /* about what is being tried */

static void
read_file(struct corpus *c, const char *path, const char *name)
{
	struct input *i;
	char piece[4096];
	size_t size;
	FILE *file = fopen(path, "re");

	if (file == NULL)
		return;
	i = ARRAY_ADD(c->inputs, c->count, c->capacity);
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
on_crash(int number)
{
	(void)!write(STDOUT_FILENO, last_words, strlen(last_words));
	(void)signal(number, SIG_DFL);
	(void)raise(number);
}

static void
run(const struct corpus *c)
{
	for (size_t i = 0; i < c->count; i++) {
		const struct buf *bytes = &c->inputs[i].bytes;

		(void)snprintf(last_words, sizeof(last_words),
			"not ok %zu - %s\n", i + 1, c->inputs[i].name);
		(void)LLVMFuzzerTestOneInput(
			(const uint8_t *)bytes->data, bytes->size);
		printf("ok %zu - %s\n", i + 1, c->inputs[i].name);
		(void)fflush(stdout);
	}
	printf("1..%zu\n", c->count);
}

int
main(int argc, char **argv)
{
	const char *slash = strrchr(argv[0], '/');
	DROP(text)
	char *folder = text_format(
		"tests/fuzz/corpus/%s", slash != NULL ? slash + 1 : argv[0]);
	struct corpus corpus = {0};

	(void)signal(SIGABRT, on_crash);
	(void)signal(SIGSEGV, on_crash);
	for (int i = 1; i < argc; i++)
		read_file(&corpus, argv[i], argv[i]);
	if (corpus.count == 0)
		read_folder(&corpus, folder);
	run(&corpus);
	for (size_t i = 0; i < corpus.count; i++) {
		free(corpus.inputs[i].name);
		buf_release(&corpus.inputs[i].bytes);
	}
	free(corpus.inputs);
	return corpus.count > 0 ? 0 : 1;
}
