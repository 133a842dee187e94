#include "pool/oom.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"

enum {
	/* /proc/vmstat has 4 KiB; what is longer is read in part. */
	TEXT_MAX = 16384,
	/* Who is out of memory is so again at once: several workers die, and
	 * the first look has told of all of them. */
	STORM_MS = 1000,
};

static int64_t counted = -1;
static int64_t struck_ms = INT64_MIN / 2;

/* --- what the kernel says ------------------------------------------------- */

static bool
read_text(const char *root, const char *path, char text[TEXT_MAX])
{
	DROP(text) char *whole = text_format("%s%s", root, path);
	int fd = open(whole, O_RDONLY | O_CLOEXEC);
	size_t size = 0;
	ssize_t more = 0;

	if (fd < 0)
		return false;
	while (size < TEXT_MAX - 1 &&
		(more = read(fd, text + size, TEXT_MAX - 1 - size)) > 0)
		size += (size_t)more;
	(void)close(fd); /* nothing was written */
	text[size] = '\0';
	return more >= 0;
}

/* The number behind a word at the beginning of a line; -1: no such line. */
static int64_t
find_count(const char *text)
{
	static const char word[] = "oom_kill ";
	const char *line = text;

	while (strncmp(line, word, sizeof(word) - 1) != 0) {
		line = strchr(line, '\n');
		if (line == NULL)
			return -1;
		line++;
	}
	return strtoll(line + sizeof(word) - 1, NULL, 10);
}

static int64_t
read_count(const char *root, const char *path)
{
	char text[TEXT_MAX];

	return read_text(root, path, text) ? find_count(text) : -1;
}

/* A line of /proc/self/cgroup, NUMBER:CONTROLLERS:PATH; it is cut up. Version
 * 2 has no controllers, and one line. */
static int64_t
count_of_group(const char *root, char *line)
{
	char *controllers = strchr(line, ':');
	char *group = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
	DROP(text) char *path = NULL;

	if (group == NULL)
		return -1;
	*group++ = '\0';
	if (strcmp(controllers, ":") == 0)
		path = text_format("/sys/fs/cgroup%s/memory.events", group);
	else if (strcmp(controllers, ":memory") == 0)
		path = text_format(
			"/sys/fs/cgroup/memory%s/memory.oom_control", group);
	return path != NULL ? read_count(root, path) : -1;
}

int64_t
oom_count(const char *root)
{
	char text[TEXT_MAX] = "";
	char *rest = text;

	if (!read_text(root, "/proc/self/cgroup", text))
		rest = NULL;
	while (rest != NULL) {
		int64_t count = count_of_group(root, strsep(&rest, "\n"));

		if (count >= 0)
			return count;
	}
	return read_count(root, "/proc/vmstat");
}

/* --- whether that is news ------------------------------------------------- */

void
oom_begin(void)
{
	counted = oom_count("");
}

enum oom
oom_look(void)
{
	int64_t now = oom_count("");

	if (now < 0)
		return OOM_UNTOLD;
	if (counted >= 0 && now > counted)
		struck_ms = clock_now_ms();
	counted = now;
	return clock_now_ms() - struck_ms <= STORM_MS ? OOM_STRUCK : OOM_QUIET;
}
