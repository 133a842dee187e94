#include "replay/place.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"

/* What a program of the talk may know of ours: sanitizers and coverage. */
static const char *const inherited[] = {
	"ASAN_OPTIONS",
	"UBSAN_OPTIONS",
	"LSAN_OPTIONS",
	"GCOV_PREFIX",
	"GCOV_PREFIX_STRIP",
};

static bool
failed(struct err *e, const char *what)
{
	return err_set(e, ERR_SYSTEM, "%s: %s", what, strerror(errno));
}

static void
set_path(struct place *p)
{
	const char *path = getenv("PATH");
	DROP(text)
	char *all = text_format("PATH=%s:%s", p->programs,
		path != NULL ? path : "/usr/bin:/bin");

	place_set(p, all);
}

static void
set_environment(struct place *p)
{
	DROP(text) char *home = text_format("HOME=%s", p->directory);
	DROP(text)
	char *db = text_format("SATCHEL_DB=%s/satchel.db", p->directory);

	place_set(p, home);
	place_set(p, db);
	place_set(p, "LC_ALL=C.UTF-8");
	set_path(p);
	for (size_t i = 0; i < sizeof(inherited) / sizeof(inherited[0]); i++) {
		const char *value = getenv(inherited[i]);
		DROP(text) char *line = NULL;

		if (value == NULL)
			continue;
		line = text_format("%s=%s", inherited[i], value);
		place_set(p, line);
	}
}

bool
place_init(struct place *p, const char *build, struct err *e)
{
	const char *base = getenv("TMPDIR");

	*p = (struct place){0};
	p->directory = text_format(
		"%s/satchel-talk.XXXXXX", base != NULL ? base : "/tmp");
	p->build = text_copy(build);
	p->programs = text_copy(build);
	if (mkdtemp(p->directory) == NULL) {
		free(p->directory);
		p->directory = NULL;
		place_release(p);
		return failed(e, "cannot make a directory for the talk");
	}
	set_environment(p);
	return true;
}

static int
remove_one(const char *path, const struct stat *s, int type, struct FTW *ftw)
{
	(void)s, (void)type, (void)ftw;
	return remove(path);
}

void
place_release(struct place *p)
{
	/* What cannot be removed stays; there is nobody left to be told. */
	if (p->directory != NULL)
		(void)nftw(p->directory, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	for (size_t i = 0; i < p->environment_count; i++)
		free(p->environment[i]);
	free(p->environment);
	free(p->directory);
	free(p->build);
	free(p->programs);
	*p = (struct place){0};
}

static bool
copy_file(const char *from, const char *to, struct err *e)
{
	int in = open(from, O_RDONLY | O_CLOEXEC);
	int out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755);
	ssize_t size = in >= 0 && out >= 0 ? 1 : -1;

	while (size > 0)
		size = sendfile(out, in, NULL, 1 << 20);
	if (size < 0)
		failed(e, from);
	if (in >= 0)
		close(in);
	if (out >= 0 && close(out) != 0 && size == 0)
		return failed(e, to);
	return size == 0;
}

/*
 * The server looks for the name satchel-worker, and the fake one goes by its
 * own name: a script stands between.
 */
static bool
place_fake(const struct place *p, const char *folder, const char *worker,
	const char *manners, struct err *e)
{
	DROP(text) char *fake = text_format("%s/tests/fake-worker", p->build);
	DROP(text) char *named = text_format("%s/%s", folder, manners);
	FILE *script = NULL;

	if (unlink(named) != 0 && errno != ENOENT)
		return failed(e, named);
	if (symlink(fake, named) != 0 || (script = fopen(worker, "we")) == NULL)
		return failed(e, named);
	fprintf(script, "#!/bin/sh\nexec '%s' \"$@\"\n", named);
	return (fclose(script) == 0 && chmod(worker, 0755) == 0) ||
	       failed(e, worker);
}

bool
place_choose_worker(struct place *p, enum worker_kind kind, const char *manners,
	struct err *e)
{
	DROP(text) char *folder = text_format("%s/programs", p->directory);
	DROP(text) char *from = text_format("%s/satchel", p->build);
	DROP(text) char *to = text_format("%s/satchel", folder);
	DROP(text) char *worker = text_format("%s/satchel-worker", folder);

	free(p->programs);
	p->programs = text_copy(kind == WORKER_REAL ? p->build : folder);
	set_path(p);
	if (kind == WORKER_REAL)
		return true;
	if (mkdir(folder, 0755) != 0 && errno != EEXIST)
		return failed(e, folder);
	if (!copy_file(from, to, e))
		return false;
	if (unlink(worker) != 0 && errno != ENOENT)
		return failed(e, worker);
	return kind == WORKER_NONE || place_fake(p, folder, worker, manners, e);
}

static char **
find_variable(struct place *p, const char *assignment)
{
	size_t name = strcspn(assignment, "=") + 1;

	for (size_t i = 0; i < p->environment_count; i++) {
		if (strncmp(p->environment[i], assignment, name) == 0)
			return &p->environment[i];
	}
	return NULL;
}

void
place_set(struct place *p, const char *assignment)
{
	char **old = find_variable(p, assignment);

	if (old != NULL) {
		free(*old);
		*old = text_copy(assignment);
		return;
	}
	p->environment = mem_grow(p->environment, p->environment_count + 2,
		sizeof(p->environment[0]));
	p->environment[p->environment_count++] = text_copy(assignment);
	p->environment[p->environment_count] = NULL;
}

char *
place_path(const struct place *p, const char *name)
{
	return text_format("%s/%s", p->directory, name);
}

char *
place_read(const struct place *p, const char *name, size_t most)
{
	DROP(text) char *path = place_path(p, name);
	FILE *file = fopen(path, "re");
	char *text;
	size_t size;

	if (file == NULL)
		return text_copy("");
	/* A shorter file cannot be entered so far from its end: read it all. */
	if (fseek(file, -(long)most, SEEK_END) != 0)
		rewind(file);
	text = mem_grow(NULL, most + 1, 1);
	size = fread(text, 1, most, file);
	text[size] = '\0';
	(void)fclose(file); /* it was only read */
	return text;
}
